//! Check that a card can be sold, before it goes into the basket, or that money can go back on it.

use axum::extract::State;
use kernel::id::StoreNo;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Json, Reply};
use utoipa::ToSchema;

use crate::line::{Wanted, refuse_to_hand_out, terms_of};
use crate::prove::{Attempt, CodeSource};
use crate::store::Purpose;
use crate::view::AvailableGiftCardView;
use crate::{CANNOT_BE_BOUGHT, GiftCardState, STORE_CANNOT_USE};

/// Number and code of a card that nobody has yet.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CheckGiftCardAvailableRequest {
    /// The number, scanned or typed.
    #[schema(example = "6279123412341234471")]
    card_no: String,
    /// The code.
    #[schema(example = "4F7K2MQ9XR")]
    code: String,
    /// Whether money is to go back on it, instead of its being sold.
    #[serde(default)]
    for_refund: bool,
}

/// Check that a card can be sold here, or that money can go back on it; the reference of the answer puts
/// it into the basket, or charges it with what goes back.
///
/// To sell one takes the store's switch to sell gift cards, to give back on one its switch to take them.
/// The reference is good once, for five minutes, at this till.
#[utoipa::path(
    post, path = "/gift-card/available", tag = "gift_card",
    request_body = CheckGiftCardAvailableRequest,
    responses(
        (status = 200, description = "It can be had", body = Envelope<AvailableGiftCardView>),
        (status = 409, description = "It cannot be bought or charged here, or is in this basket already"),
        (status = 422, description = "Number and code do not match"),
        (status = 423, description = "Too many wrong codes"),
    ),
)]
pub(crate) async fn check_gift_card_available(
    State(state): State<GiftCardState>,
    actor: Actor,
    Json(request): Json<CheckGiftCardAvailableRequest>,
) -> Reply {
    let entered = (
        request.card_no.as_str(),
        request.code.as_str(),
        CodeSource::Card,
    );
    let attempt = Attempt::prepare(&state, entered, &actor).await?;
    let wanted = match request.for_refund {
        true => Wanted::ForRefund,
        false => Wanted::ForSale,
    };
    let input = (attempt, actor.store_no, wanted);
    let checked = state.shell.db.write(input, check).await?;
    Answer::of(&checked.map_err(Failure::from)?)
}

type Checked = Result<AvailableGiftCardView, kernel::Refusal>;

fn check<'a>(
    tx: &'a mut Tx,
    (attempt, store_no, wanted): &'a (Attempt, StoreNo, Wanted),
) -> TxFuture<'a, Checked> {
    Box::pin(async move {
        let store = setting::get_store(tx, store_no).await?;
        let terms = terms_of(tx, &store).await?;
        // Where no card will do, nothing is told of this one.
        match wanted {
            Wanted::ForSale if !terms.sells => return Err((&CANNOT_BE_BOUGHT).into()),
            Wanted::ForRefund if !terms.redeems => return Err((&STORE_CANNOT_USE).into()),
            Wanted::ForSale | Wanted::ForRefund => {}
        }
        let card = match attempt.prove(tx).await? {
            Ok(card) => card,
            Err(refusal) => return Ok(Err(refusal)),
        };
        refuse_to_hand_out(tx, (&card, *wanted), &store, &attempt.terminal_no).await?;
        let proof = attempt.give_proof(tx, card.gift_card_id, Purpose::Sell);
        let (reference, reference_expires_at) = proof.await?;
        Ok(Ok(AvailableGiftCardView {
            minimum: card.money(terms.minimum),
            maximum: card.money(terms.maximum),
            valid_months: terms.valid_months,
            last_four: card.last_four,
            reference,
            reference_expires_at,
        }))
    })
}
