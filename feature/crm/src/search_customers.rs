//! Find customers.

use axum::extract::State;
use kernel::id::CustomerId;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Failure;
use shell::http::{Answer, Envelope, Json, Reply};
use utoipa::ToSchema;

use crate::rule::term::Term;
use crate::view::{CustomerPageView, CustomerView};
use crate::{CrmState, SEARCH_TERM_MISSING, VIEW_FULL, store};

/// How many customers a page holds.
const PAGE_CUSTOMERS: usize = 20;

/// What to look for.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"term": "moreau", "after": null}))]
pub(crate) struct SearchRequest {
    /// A name, a telephone number, an e-mail address or a customer number, or a part of one.
    term: String,
    /// Where the page before ended, as it said; null for the first page.
    #[serde(default)]
    #[schema(value_type = Option<uuid::Uuid>)]
    after: Option<CustomerId>,
}

/// Find customers by name, telephone number, e-mail address or customer number.
///
/// Two characters are enough, of Chinese, Japanese and Korean names one. Case, accents, the order
/// of names and the way in which a number is dialled do not matter. 20 customers come at a time, by
/// name. Telephone numbers and addresses are masked unless the group holds `crm.viewFull`.
#[utoipa::path(
    post, path = "/customer/search", tag = "crm", request_body = SearchRequest,
    responses(
        (status = 200, description = "The customers; empty when no customer was found",
         body = Envelope<CustomerPageView>),
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
    let mut customers = state
        .shell
        .db
        .read((term, request.after), |tx, (term, after)| {
            // One more than is shown tells whether there are more.
            let limit = i64::try_from(PAGE_CUSTOMERS + 1).unwrap_or(i64::MAX);
            Box::pin(store::search_customers(tx, term, *after, limit))
        })
        .await?;
    let has_more = customers.len() > PAGE_CUSTOMERS;
    customers.truncate(PAGE_CUSTOMERS);
    let last = customers.last().map(|customer| customer.customer_id);
    let is_full = actor.may(VIEW_FULL);
    Answer::of(&CustomerPageView {
        items: customers
            .iter()
            .map(|customer| CustomerView::new(customer, is_full))
            .collect(),
        next_after: last.filter(|_| has_more),
    })
}
