//! What an operator tells by itself: customs validated a form, the refund was paid.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use http::HeaderMap;
use jiff::Timestamp;
use journal::Signer;
use kernel::Currency;
use shell::db::{Tx, TxFuture};
use shell::http::TOO_LARGE;
use shell::{Failure, Outcome};

use crate::book::{Occurrence, happen};
use crate::operator::verify_notification;
use crate::rule::notification::{Told, is_fresh};
use crate::rule::state::{Event, State as FormState};
use crate::{NOTIFICATION_EARLY, NOTIFICATION_REFUSED, TaxFreeState, store};

/// The largest message.
const BYTES_MAX: usize = 64 * 1024;
/// The path that is signed: where operators send their messages.
const PATH: &str = "/api/v1/tax-free/notification";
/// What an operator hears for a message that was taken, also for one that was taken before.
const TAKEN: &str = "taken";

struct Input {
    signer: Arc<Signer>,
    shop_no: String,
    told: Told,
    now: Timestamp,
}

/// What a tax-free operator tells by itself. Each message is signed with the key of the store, and
/// is sent again until it is answered with 200.
#[utoipa::path(
    post, path = "/tax-free/notification", tag = "taxFree",
    request_body(content = Object, description = "The operator's message, signed in its headers"),
    responses(
        (status = 200, description = "`taken`", body = String, content_type = "text/plain"),
        (status = 401, description = "The message is not signed by the operator"),
        (status = 409, description = "The message is early, or about another form"),
    ),
)]
pub(crate) async fn tax_free_notification(
    State(state): State<TaxFreeState>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<&'static str, Failure> {
    if body.len() > BYTES_MAX {
        return Err((&TOO_LARGE).into());
    }
    let header = |name: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_owned()
    };
    let shop_no = header("tf-shop");
    let setup = state
        .shell
        .db
        .read(shop_no.clone(), |tx, shop_no| {
            Box::pin(store::shop::find_by_shop(tx, shop_no))
        })
        .await?;
    let now = state.shell.clock.now();
    let timestamp = header("tf-timestamp");
    let signed_at = timestamp.parse().ok().map(Timestamp::from_second);
    let is_authentic = setup.is_some_and(|setup| {
        let parts = (PATH, timestamp.as_str(), &*header("tf-nonce"));
        let secret = &setup.access.secret;
        !secret.expose().is_empty()
            && verify_notification(secret, parts, &body, &header("tf-signature"))
    });
    let is_now = matches!(signed_at, Some(Ok(at)) if is_fresh(at, now));
    if !is_authentic || !is_now {
        tracing::warn!(
            shop_no,
            is_authentic,
            is_now,
            "a tax-free message was refused"
        );
        return Err((&NOTIFICATION_REFUSED).into());
    }
    let told: Told =
        serde_json::from_slice(&body).map_err(|_| Failure::from(&NOTIFICATION_EARLY))?;
    let input = Input {
        signer: state.signer.clone(),
        shop_no,
        told,
        now,
    };
    state.shell.db.write(input, take).await?;
    Ok(TAKEN)
}

fn take<'a>(tx: &'a mut Tx, input: &'a Input) -> TxFuture<'a, ()> {
    Box::pin(async move {
        let told = &input.told;
        // A kind that we do not know is of no use to us, and no use to send again.
        let Some(event) = told.event() else {
            return Ok(());
        };
        if store::is_told(tx, &told.notification_id).await? {
            return Ok(());
        }
        let form = store::find_form_of_shop(tx, &input.shop_no, told.reference)
            .await?
            .filter(|form| {
                form.form_no
                    .as_deref()
                    .is_none_or(|no| no == told.form_number)
            })
            .ok_or(&NOTIFICATION_EARLY)?;
        let mut occurrence = Occurrence::new(event, input.now).saying(format!(
            "{}",
            told.occurred_at.strftime("%Y-%m-%d %H:%M UTC")
        ));
        occurrence.notification_id = Some(told.notification_id.clone());
        occurrence.refunded = refunded(event, told, form.currency())?;
        let state = happen(tx, &input.signer, &form, &occurrence).await?;
        match (state, form.state) {
            (Some(_), FormState::Voiding) => {
                if let Some(void_id) = form.void_id {
                    store::settle_void(tx, void_id, false, "customs was faster").await?;
                }
                Ok(())
            }
            // Its number is not known here yet; the operator tells it again.
            (None, FormState::Issuing) => Err((&NOTIFICATION_EARLY).into()),
            // Validated after it was refunded, or twice under two names: nothing is new.
            _ => Ok(()),
        }
    })
}

/// What was paid out, in the form's currency.
fn refunded(event: Event, told: &Told, currency: Currency) -> Outcome<Option<i64>> {
    if event != Event::RefundPaid {
        return Ok(None);
    }
    let own = told.currency.as_deref().and_then(Currency::parse) == Some(currency);
    match told.refund_amount {
        Some(amount) if own && amount >= 0 => Ok(Some(amount)),
        _ => Err((&NOTIFICATION_EARLY).into()),
    }
}
