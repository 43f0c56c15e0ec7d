//! What a choice of receipts comes to on one form.

use axum::extract::State;
use jiff::{SignedDuration, Timestamp};
use kernel::Refusal;
use kernel::id::{OrderId, StoreNo};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Json, Reply};
use utoipa::ToSchema;

use crate::get_offer::ground;
use crate::rule::eligibility::{Purchase, judge};
use crate::view::{TaxFreeAmountsView, TaxFreeCardView, TaxFreeElsewhereView, TaxFreeQuoteView};
use crate::{ORDER_NOT_FOUND, TaxFreeState, store};

/// How long ago a form of the same passport counts as of today.
const TODAY: SignedDuration = SignedDuration::from_hours(24);

/// A passport that was shown.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = TaxFreePassport)]
pub(crate) struct Passport {
    /// The country that issued it (ISO 3166).
    #[schema(example = "CN")]
    issuing_country: String,
    /// Its number.
    #[schema(example = "E12345678")]
    passport_no: String,
}

/// Which receipts shall go on one form.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = TaxFreeQuoteRequest)]
pub(crate) struct QuoteRequest {
    /// The orders.
    order_ids: Vec<OrderId>,
    /// The passport, to know whether it got forms in other stores today.
    #[serde(default)]
    passport: Option<Passport>,
}

/// What receipts come to on one form, or why they cannot go on one together.
#[utoipa::path(
    post, path = "/tax-free/quote", tag = "taxFree", request_body = QuoteRequest,
    responses(
        (status = 200, description = "What they come to", body = Envelope<TaxFreeQuoteView>),
        (status = 404, description = "Could not find any data in your search"),
    ),
)]
pub(crate) async fn quote_tax_free(
    State(state): State<TaxFreeState>,
    actor: Actor,
    Json(request): Json<QuoteRequest>,
) -> Reply {
    let input = (actor.store_no.clone(), request, state.shell.clock.now());
    Answer::of(&state.shell.db.read(input, quote).await?)
}

/// The orders of a request, all of them in this store and each once.
pub(crate) async fn chosen(
    tx: &mut Tx,
    store_no: &StoreNo,
    order_ids: &[OrderId],
) -> Outcome<Vec<Purchase>> {
    let mut ids = order_ids.to_vec();
    ids.sort_unstable();
    ids.dedup();
    let found = store::purchases(tx, store_no, &ids).await?;
    match found.len() == ids.len() {
        true => Ok(found),
        false => Err((&ORDER_NOT_FOUND).into()),
    }
}

fn quote<'a>(
    tx: &'a mut Tx,
    (store_no, request, now): &'a (StoreNo, QuoteRequest, Timestamp),
) -> TxFuture<'a, TaxFreeQuoteView> {
    Box::pin(async move {
        let ground = ground(tx, store_no, *now).await?;
        let purchases = chosen(tx, store_no, &request.order_ids).await?;
        let judged = judge(&ground.shop, ground.rule.as_ref(), &purchases);
        let first = purchases.iter().map(|purchase| purchase.on).min();
        let cards = store::cards_of(tx, &request.order_ids).await?;
        let elsewhere = match &request.passport {
            Some(passport) => {
                let number = passport.passport_no.trim().to_uppercase();
                let key = (passport.issuing_country.as_str(), number.as_str());
                store::elsewhere(tx, store_no, key, *now - TODAY).await?
            }
            None => Vec::new(),
        };
        Ok(TaxFreeQuoteView {
            amounts: judged.as_ref().ok().map(TaxFreeAmountsView::from),
            refusal: judged.as_ref().err().map(Refusal::view),
            last_day: ground
                .rule
                .zip(first)
                .map(|(rule, first)| rule.last_day(first)),
            cards: cards.iter().map(TaxFreeCardView::from).collect(),
            elsewhere: elsewhere
                .into_iter()
                .map(|(store_name, form_no)| TaxFreeElsewhereView {
                    store_name,
                    form_no,
                })
                .collect(),
        })
    })
}
