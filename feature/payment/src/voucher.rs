//! Look a voucher up before it pays.

use axum::extract::State;
use jiff::civil::Date;
use kernel::refusal::ErrorView;
use kernel::{Money, Refusal};
use serde::Serialize;
use session::Actor;
use shell::http::{Answer, Envelope, Path, Reply};
use utoipa::ToSchema;

use crate::store::voucher::VoucherRecord;
use crate::{
    PaymentState, VOUCHER_BLOCKED, VOUCHER_EXPIRED, VOUCHER_NOT_FOUND, VOUCHER_SPENT, store,
};

/// A voucher as the till sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VoucherView {
    /// Its number.
    #[schema(example = "EV-4F7K-2MQ9-XR3T")]
    voucher_no: String,
    /// What it is worth.
    amount: Money,
    /// Its last day; null for none.
    #[schema(value_type = Option<String>, format = Date)]
    expires_on: Option<Date>,
    /// Why it cannot pay; null when it can.
    refusal: Option<ErrorView>,
}

/// A number as it is stored, however it was typed.
pub(crate) fn key_of(number: &str) -> String {
    number.trim().to_uppercase()
}

/// Why a voucher cannot pay on a day.
pub(crate) fn refusal_of(record: &VoucherRecord, day: Date) -> Option<Refusal> {
    if record.redeemed_at.is_some() {
        Some(Refusal::new(&VOUCHER_SPENT))
    } else if record.is_blocked {
        Some(Refusal::new(&VOUCHER_BLOCKED))
    } else if record.expires_on.is_some_and(|last| last < day) {
        Some(Refusal::new(&VOUCHER_EXPIRED))
    } else {
        None
    }
}

/// What a voucher is worth, and whether it can pay.
#[utoipa::path(
    get, path = "/payment/voucher/{voucherNo}", tag = "payment",
    params(("voucherNo" = String, Path, description = "The number on it", example = "EV-4F7K-2MQ9-XR3T")),
    responses(
        (status = 200, description = "The voucher", body = Envelope<VoucherView>),
        (status = 404, description = "There is no such voucher"),
    ),
)]
pub(crate) async fn get_voucher(
    State(state): State<PaymentState>,
    actor: Actor,
    Path(number): Path<String>,
) -> Reply {
    let now = state.shell.clock.now();
    let input = (key_of(&number), actor.store_no, now);
    let view = state
        .shell
        .db
        .read(input, |tx, (voucher_no, store_no, now)| {
            Box::pin(async move {
                let day = setting::get_store(tx, store_no).await?.business_date(*now);
                let found = store::voucher::find(tx, voucher_no).await?;
                let record = found.ok_or(&VOUCHER_NOT_FOUND)?;
                Ok(VoucherView {
                    refusal: refusal_of(&record, day).map(|refusal| refusal.view()),
                    voucher_no: record.voucher_no,
                    amount: record.amount,
                    expires_on: record.expires_on,
                })
            })
        })
        .await?;
    Answer::of(&view)
}
