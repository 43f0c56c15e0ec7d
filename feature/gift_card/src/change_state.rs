//! Block a card, free it, or take it back unused.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use journal::Signer;
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::CHANGED_MEANWHILE;
use setting::rule::filled;
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::book::{Belongs, Place, block, book, shift};
use crate::get_card::{detail, is_voidable_yet};
use crate::rule::state::Step;
use crate::store::{self, NewNote};
use crate::view::{Action, GiftCardDetailView};
use crate::{GiftCardState, NOT_FOUND, REFUND_NOT_VOIDABLE, TOP_UP_ELSEWHERE};

/// How long a reason may be.
const REASON_MAX: usize = 255;

/// What is to be done with a card.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct GiftCardStateRequest {
    /// What.
    action: Action,
    /// Why; it must be said.
    #[schema(example = "Reported lost", max_length = 255)]
    reason: String,
    /// The version that was seen.
    #[schema(example = 3)]
    version: i64,
}

struct Input {
    gift_card_id: Uuid,
    request: GiftCardStateRequest,
    reason: String,
    actor: Actor,
    signer: Arc<Signer>,
    now: Timestamp,
}

/// Block a card, free it, or take it back unused on the day of its sale.
///
/// Taking it back ends its value; the money of its sale is given back with the order, not by this. A card
/// that carries a refund was not sold, and is not taken back.
#[utoipa::path(
    post, path = "/gift-card/{giftCardId}/state", tag = "gift_card",
    request_body = GiftCardStateRequest,
    params(("giftCardId" = uuid::Uuid, Path, description = "The card")),
    responses(
        (status = 200, description = "The card as it is now", body = Envelope<GiftCardDetailView>),
        (status = 404, description = "There is no such gift card"),
        (status = 409, description = "It cannot be done as the card is, or somebody was faster"),
        (status = 422, description = "The reason is missing"),
    ),
)]
pub(crate) async fn change_gift_card_state(
    State(state): State<GiftCardState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(gift_card_id): Path<Uuid>,
    Json(request): Json<GiftCardStateRequest>,
) -> Reply {
    let now = state.shell.clock.now();
    let scope = format!("{} {gift_card_id}", actor.terminal_no);
    let intent = Intent::new(key, "giftCard.state", &scope, &request, now)?;
    let input = Input {
        reason: filled(&request.reason, REASON_MAX, "reason")?,
        gift_card_id,
        request,
        actor,
        signer: state.signer.clone(),
        now,
    };
    let ((), seen) = once_viewed(&state.shell, intent, input, change, |tx, input, ()| {
        Box::pin(detail(tx, input.gift_card_id, input.now))
    })
    .await?;
    Answer::of(&seen)
}

fn change<'a>(tx: &'a mut Tx, input: &'a Input) -> TxFuture<'a, ()> {
    Box::pin(async move {
        let (request, actor) = (&input.request, &input.actor);
        let card = store::find_card(tx, input.gift_card_id).await?;
        let card = card.ok_or_else(|| Failure::from(&NOT_FOUND))?;
        if card.version != request.version {
            return Err((&CHANGED_MEANWHILE).into());
        }
        match request.action {
            Action::Block => block(tx, &card).await?,
            Action::Unblock => {
                shift(tx, &card, Step::Unblock, None).await?;
            }
            Action::Void if card.is_refund => return Err((&REFUND_NOT_VOIDABLE).into()),
            Action::Void if card.top_up_line_id.is_some() => {
                return Err((&TOP_UP_ELSEWHERE).into());
            }
            Action::Void => {
                let is_voidable_yet = is_voidable_yet(tx, &card, input.now).await?;
                let store = setting::get_store(tx, &actor.store_no).await?;
                let place = Place {
                    store: &store,
                    terminal_no: Some(&actor.terminal_no),
                    staff_id: Some(&actor.staff_id),
                    now: input.now,
                };
                let step = Step::Void { is_voidable_yet };
                book(tx, &input.signer, &card, step, Belongs::default(), place).await?;
            }
        }
        let note = NewNote {
            gift_card_id: input.gift_card_id,
            action: request.action.name(),
            reason: &input.reason,
            store_no: &actor.store_no,
            terminal_no: &actor.terminal_no,
            staff_id: &actor.staff_id,
            now: input.now,
        };
        store::insert_note(tx, &note).await
    })
}
