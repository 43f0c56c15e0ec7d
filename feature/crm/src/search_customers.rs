//! Find customers.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Failure;
use shell::http::{Answer, Envelope, Json, Reply};
use utoipa::ToSchema;

use crate::rule::term::Term;
use crate::view::CustomerView;
use crate::{CrmState, SEARCH_TERM_MISSING, VIEW_FULL, store};

/// The most customers that a search shows: whoever sees more types another letter.
const CUSTOMERS_MAX: i64 = 20;

/// What to look for.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"term": "moreau"}))]
pub(crate) struct SearchRequest {
    /// A name, a telephone number, an e-mail address or a customer number, or a part of one.
    term: String,
}

/// Find customers by name, telephone number, e-mail address or customer number.
///
/// Two characters are enough, of Chinese, Japanese and Korean names one. Case, accents, the order
/// of names and the way in which a number is dialled do not matter. At most 20 customers come, by
/// name. Telephone numbers and addresses are masked unless the group holds `crm.viewFull`.
#[utoipa::path(
    post, path = "/customer/search", tag = "crm", request_body = SearchRequest,
    responses(
        (status = 200, description = "The customers; empty when no customer was found",
         body = Envelope<Vec<CustomerView>>),
        (status = 422, description = "Please enter a name, phone or email"),
    ),
)]
pub(crate) async fn search_customers(
    State(state): State<CrmState>,
    actor: Actor,
    Json(request): Json<SearchRequest>,
) -> Reply {
    let term = Term::parse(&request.term)
        .ok_or_else(|| Failure::from(kernel::Refusal::new(&SEARCH_TERM_MISSING).at("term")))?;
    let customers = state
        .shell
        .db
        .read(term, |tx, term| {
            Box::pin(store::search_customers(tx, term, CUSTOMERS_MAX))
        })
        .await?;
    let is_full = actor.may(VIEW_FULL);
    let views: Vec<CustomerView> = customers
        .iter()
        .map(|customer| CustomerView::new(customer, is_full))
        .collect();
    Answer::of(&views)
}
