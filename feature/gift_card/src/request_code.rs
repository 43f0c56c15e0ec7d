//! Get a code for a card by e-mail.

use axum::extract::State;
use jiff::Timestamp;
use kernel::id::StoreNo;
use one_time_code::rule::Purpose;
use one_time_code::{Fresh, Recipient, keep, send};
use serde::{Deserialize, Serialize};
use session::Actor;
use session::rule::second_factor::{RESEND_AFTER, mask_email};
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Json, Reply};
use utoipa::ToSchema;

use crate::line::terms_of;
use crate::prove::{entered_number, lock_of};
use crate::{GiftCardState, NO_ADDRESS, store};

/// For which card.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct GiftCardCodeRequest {
    /// The number, scanned or typed.
    #[schema(example = "6279123412341234471", max_length = 64)]
    card_no: String,
}

/// A code is on its way.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GiftCardCodeView {
    /// To where, as much of it as may be shown.
    #[schema(example = "i***@mail.example")]
    sent_to: String,
    /// After how many seconds another may be asked for.
    #[schema(example = 40)]
    resend_after_seconds: i64,
}

/// Get a code for a card, by e-mail to the customer to whom it was sold. It is good for five minutes,
/// once.
#[utoipa::path(
    post, path = "/gift-card/code", tag = "gift_card", request_body = GiftCardCodeRequest,
    responses(
        (status = 200, description = "The code is on its way", body = Envelope<GiftCardCodeView>),
        (status = 409, description = "No code can be sent for this number"),
        (status = 422, description = "Enter the card number"),
        (status = 429, description = "Too soon after the last code"),
        (status = 503, description = "The mail server did not take the code"),
    ),
)]
pub(crate) async fn request_gift_card_code(
    State(state): State<GiftCardState>,
    actor: Actor,
    Json(request): Json<GiftCardCodeRequest>,
) -> Reply {
    let card_no = entered_number(&request.card_no)?;
    let (fresh, now) = (Fresh::new(), state.shell.clock.now());
    let input = (card_no, fresh.clone(), actor.store_no, now);
    let recipient = state.shell.db.write(input, note_request).await?;
    let mailer = state.mailer.as_ref();
    send(mailer, &recipient, Purpose::GiftCard, &fresh).await?;
    Answer::of(&GiftCardCodeView {
        sent_to: mask_email(&recipient.email),
        resend_after_seconds: RESEND_AFTER.as_secs(),
    })
}

fn note_request<'a>(
    tx: &'a mut Tx,
    (card_no, fresh, store_no, now): &'a (String, Fresh, StoreNo, Timestamp),
) -> TxFuture<'a, Recipient> {
    Box::pin(async move {
        let store = setting::get_store(tx, store_no).await?;
        terms_of(tx, &store).await?;
        let owner = store::find_owner(tx, card_no)
            .await?
            .ok_or_else(|| Failure::from(&NO_ADDRESS))?;
        keep(tx, &lock_of(owner.gift_card_id), fresh, *now).await?;
        Ok(Recipient {
            email: owner.email,
            language: owner
                .language
                .filter(|language| !language.is_empty())
                .unwrap_or_else(|| store.language_code.clone()),
            detail: owner.last_four,
        })
    })
}
