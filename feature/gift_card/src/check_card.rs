//! Check a card: its balance, and the proof that a tender is booked with.

use axum::extract::State;
use jiff::civil::Date;
use kernel::id::StoreNo;
use kernel::{Currency, Refusal};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::TxFuture;
use shell::http::{Answer, Envelope, Json, Reply};
use utoipa::ToSchema;

use crate::line::terms_of;
use crate::prove::{Attempt, CodeSource};
use crate::rule::offer::{Terms, clearable_below};
use crate::store::{Card, Purpose};
use crate::view::{CheckedGiftCardView, GiftCardTopUpView};
use crate::{GiftCardState, TOP_UP_ELSEWHERE};

/// How the code of a card came to whoever enters it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = GiftCardCodeChannel)]
pub(crate) enum Channel {
    /// It stands on the card.
    Card,
    /// It was mailed to the customer of the card.
    Email,
}

/// Number and code of a card.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CheckGiftCardRequest {
    /// The number, scanned or typed.
    #[schema(example = "6279123412341234471")]
    card_no: String,
    /// The code.
    #[schema(example = "4F7K2MQ9XR")]
    code: String,
    /// How the code came.
    channel: Channel,
}

/// Check a card: its balance, and a reference that a tender is booked or the card topped up with.
///
/// The reference is good once, for five minutes, at this till. Five wrong codes lock a number for half
/// an hour, whether there is such a card or not; a number without a card and a wrong code are
/// answered alike.
#[utoipa::path(
    post, path = "/gift-card/check", tag = "gift_card", request_body = CheckGiftCardRequest,
    responses(
        (status = 200, description = "The card", body = Envelope<CheckedGiftCardView>),
        (status = 409, description = "No gift cards here, or the get-code button must be clicked first"),
        (status = 410, description = "This code has expired"),
        (status = 422, description = "Number and code do not match"),
        (status = 423, description = "Too many wrong codes"),
    ),
)]
pub(crate) async fn check_gift_card(
    State(state): State<GiftCardState>,
    actor: Actor,
    Json(request): Json<CheckGiftCardRequest>,
) -> Reply {
    let source = match request.channel {
        Channel::Card => CodeSource::Card,
        Channel::Email => CodeSource::Mail,
    };
    let entered = (request.card_no.as_str(), request.code.as_str(), source);
    let attempt = Attempt::prepare(&state, entered, &actor).await?;
    let input = (attempt, actor.store_no);
    // A wrong code must be counted, so that it is an answer of the transaction and not a refusal.
    let checked = state.shell.db.write(input, check).await?;
    Answer::of(&checked.map_err(shell::Failure::from)?)
}

type Checked = Result<CheckedGiftCardView, Refusal>;

fn check<'a>(
    tx: &'a mut shell::db::Tx,
    (attempt, store_no): &'a (Attempt, StoreNo),
) -> TxFuture<'a, Checked> {
    Box::pin(async move {
        let store = setting::get_store(tx, store_no).await?;
        let terms = terms_of(tx, &store).await?;
        let card = match attempt.prove(tx).await? {
            Ok(card) => card,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let here = (store.currency, store.business_date(attempt.now));
        let refusal = terms.use_refusal(card.offered(), here);
        let top_up = top_up_of(&terms, &card, here);
        let proof = if refusal.is_none() || top_up.refusal.is_none() {
            let proof = attempt.give_proof(tx, card.gift_card_id, Purpose::Use);
            Some(proof.await?)
        } else {
            None
        };
        let (reference, reference_expires_at) = proof.unzip();
        Ok(Ok(CheckedGiftCardView {
            top_up,
            clearable_below: clearable_below(card.currency),
            balance: card.balance(),
            state: card.standing.state,
            expires_on: card.expires_on,
            refusal: refusal.map(|refusal| refusal.view()),
            last_four: card.last_four,
            reference,
            reference_expires_at,
        }))
    })
}

/// With how much the card can be topped up, or why not.
fn top_up_of(terms: &Terms, card: &Card, here: (Currency, Date)) -> GiftCardTopUpView {
    let refusal = terms.top_up_refusal(card.offered(), here).or_else(|| {
        let is_held = card.top_up_line_id.is_some();
        is_held.then(|| Refusal::new(&TOP_UP_ELSEWHERE))
    });
    GiftCardTopUpView {
        minimum: card.money(terms.minimum),
        maximum: card.money(terms.room(card.offered()).max(0)),
        refusal: refusal.map(|refusal| refusal.view()),
    }
}
