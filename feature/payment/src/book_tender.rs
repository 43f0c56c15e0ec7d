//! Take cash, a voucher, a slip, or something from a wallet.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use kernel::id::{TenderCode, TenderId};
use kernel::{Money, Refusal};
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::Desk;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::cash_limit::{CashInHand, check_cash};
use crate::current_payment::load;
use crate::given::{Given, given};
use crate::rule::change::ChangeIn;
use crate::rule::tender::{Settled, TenderType};
use crate::store::{self, Detail, NewTender, TenderSetup};
use crate::timings::Timings;
use crate::view::{Look, Payment, PaymentView};
use crate::wallet::{Taken, Withdrawal};
use crate::{
    ATTEMPT_LIVE, OVER_TENDER, PaymentState, Settlement, TENDER_TYPE, TENDER_UNKNOWN, Wallets,
    tell_basket, voucher_book,
};

/// What the customer gave.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct BookTenderRequest {
    /// The tender.
    #[schema(value_type = String, example = "CASH")]
    tender_code: TenderCode,
    /// What the customer gave, change not taken off; foreign cash in its own currency.
    pub(crate) amount: Money,
    /// What names a wallet or proves the right to it, as the wallet's own operations gave it; the
    /// number of a voucher, a cheque, a transfer or a slip.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100, example = "GC-004217")]
    pub(crate) reference: Option<String>,
    /// The bank on a cheque.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 60, example = "BNP Paribas")]
    pub(crate) bank: Option<String>,
    /// The document by which its owner was identified, where the tender or the law asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100, example = "Passport X1234567")]
    pub(crate) identity: Option<String>,
    /// Of foreign cash: the rate that was shown, in hundred-millionths; another one is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = 92_130_000)]
    pub(crate) rate: Option<i64>,
    /// Of a gift card: whether the customer gives up what is left on it, less than one whole unit of
    /// its currency.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(example = false)]
    pub(crate) clears_rest: bool,
}

struct Input {
    actor: Actor,
    request: BookTenderRequest,
    tender_id: TenderId,
    /// The booking of change that another tender gives.
    change_id: TenderId,
    settlement: Arc<dyn Settlement>,
    wallets: Wallets,
    timings: Timings,
    desk: Desk,
    now: Timestamp,
}

/// Take cash, also foreign, a voucher, a cheque, a transfer, the slip of a mall, or something from a
/// wallet: a gift card, a credit.
///
/// What closes the balance in cash is rounded to the store's smallest coin, and change is given: in the
/// same kind of tender from the store's minimum on, else in its change tender. When nothing is left to
/// pay the sale is completed at once and the answer carries the order.
#[utoipa::path(
    post, path = "/payment/tender", tag = "payment", request_body = BookTenderRequest,
    responses(
        (status = 200, description = "Booked", body = Envelope<PaymentView>),
        (status = 404, description = "This tender is not taken in this store"),
        (status = 409, description = "Over tender, under tender, above what the law allows in cash, spent \
         already, or a payment is under way"),
        (status = 422, description = "amount must be above 0, or something is missing"),
    ),
)]
pub(crate) async fn book_tender(
    State(state): State<PaymentState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<BookTenderRequest>,
) -> Reply {
    let now = state.shell.clock.now();
    let scope = actor.terminal_no.as_str();
    let intent = Intent::new(key, "payment.book_tender", scope, &request, now)?;
    let told = actor.clone();
    let input = Input {
        desk: Desk::new(state.engine.signer(), &actor, now),
        actor,
        request,
        tender_id: TenderId(Uuid::now_v7()),
        change_id: TenderId(Uuid::now_v7()),
        settlement: state.settlement.clone(),
        wallets: state.wallets.clone(),
        timings: Timings::of(&state),
        now,
    };
    let answer = once(&state.shell, intent, input, book).await?;
    tell_basket(&state.shell, &told);
    Ok(answer)
}

fn book<'a>(tx: &'a mut Tx, input: &'a Input) -> TxFuture<'a, PaymentView> {
    Box::pin(async move {
        let actor = &input.actor;
        let place = (&actor.store_no, &actor.terminal_no);
        let tender = store::find_tender(tx, place, &input.request.tender_code)
            .await?
            .ok_or(&TENDER_UNKNOWN)?;
        let kind = tender.terms.tender_type;
        let wallet = input.wallets.find(kind);
        if wallet.is_none() && !(kind.is_cash() || kind == TenderType::Voucher || kind.is_slip()) {
            return Err((&TENDER_TYPE).into());
        }
        let payment = load(tx, &actor.store_no, &actor.terminal_no).await?;
        if payment.live.is_some() {
            return Err((&ATTEMPT_LIVE).into());
        }
        let remaining = payment.remaining();
        tender.terms.check_given(remaining, input.request.amount)?;
        let shop = setting::get_store(tx, &actor.store_no).await?;
        let mut given = given(tx, &input.request, &tender, shop.business_date(input.now)).await?;
        let settled = tender.terms.settle(remaining, given.worth)?;
        if kind.is_cash() {
            let cash = CashInHand {
                store: &shop,
                basket: &payment.basket,
                kept: settled
                    .tendered
                    .minus(settled.change)
                    .map_err(Failure::internal)?,
                is_identified: given.detail.identity.is_some(),
                now: input.now,
            };
            check_cash(tx, &cash).await?;
        }
        let taken = match wallet {
            Some(wallet) => {
                wallet
                    .take(tx, &withdrawal(input, &payment, settled))
                    .await?
            }
            None => Taken {
                last_four: None,
                reference: given.reference.take(),
            },
        };
        insert(tx, input, (&payment, &tender), settled, &taken, &given).await?;
        let basket_id = payment.basket.basket_id;
        let order = input.settlement.settle(tx, basket_id, input.now).await?;
        answer(tx, input, payment, order).await
    })
}

/// Books what was taken, and its change where that is another tender's.
async fn insert(
    tx: &mut Tx,
    input: &Input,
    (payment, tender): (&Payment, &TenderSetup),
    settled: Settled,
    taken: &Taken,
    given: &Given,
) -> Outcome<()> {
    let split = tender.terms.split(settled);
    let mut new = NewTender {
        tender_id: input.tender_id,
        basket_id: payment.basket.basket_id,
        tender_code: &tender.tender_code,
        settled: split.given,
        attempt_id: None,
        last_four: taken.last_four.as_deref(),
        reference: taken.reference.as_deref(),
        booked_by: &input.actor.staff_id,
        booked_at: input.now,
        detail: &given.detail,
    };
    store::insert_tender(tx, &new).await?;
    given.spend(tx, input.tender_id, &input.desk).await?;
    let Some((way, change)) = split.change else {
        return Ok(());
    };
    let (code, reference) = change_in(tx, input, tender, (way, change)).await?;
    new.tender_id = input.change_id;
    new.tender_code = &code;
    new.settled = change;
    new.last_four = None;
    new.reference = reference.as_deref();
    let detail = Detail {
        change_of: Some(input.tender_id),
        ..Detail::default()
    };
    new.detail = &detail;
    store::insert_tender(tx, &new).await
}

/// The tender that gives change, and the number of a new voucher.
async fn change_in(
    tx: &mut Tx,
    input: &Input,
    tender: &TenderSetup,
    (way, change): (ChangeIn, Settled),
) -> Outcome<(TenderCode, Option<String>)> {
    let store_no = &input.actor.store_no;
    match way {
        ChangeIn::ChangeTender => {
            let cash = store::find_change_tender(tx, store_no, tender).await?;
            let cash = cash.ok_or_else(|| Refusal::new(&OVER_TENDER).at("amount"))?;
            Ok((cash.tender_code, None))
        }
        ChangeIn::NewVoucher => {
            let amount = Money::new(-change.tendered.minor, change.tendered.currency);
            let shop = setting::get_store(tx, store_no).await?;
            let day = shop.business_date(input.now);
            let of = (amount, input.tender_id);
            let number = voucher_book::issue(tx, &input.desk, of, day).await?;
            Ok((tender.tender_code.clone(), Some(number)))
        }
    }
}

fn withdrawal(input: &Input, payment: &Payment, settled: Settled) -> Withdrawal {
    let actor = &input.actor;
    Withdrawal {
        tender_id: input.tender_id,
        basket_id: payment.basket.basket_id,
        customer_id: payment.basket.customer_id,
        store_no: actor.store_no.clone(),
        terminal_no: actor.terminal_no.clone(),
        amount: settled.amount,
        reference: input.request.reference.clone(),
        clears_rest: input.request.clears_rest,
        staff_id: actor.staff_id.clone(),
        now: input.now,
    }
}

async fn answer(
    tx: &mut Tx,
    input: &Input,
    mut payment: Payment,
    order: Option<serde_json::Value>,
) -> Outcome<PaymentView> {
    payment.booked = store::list_booked_tenders(tx, payment.basket.basket_id).await?;
    payment.order = order;
    Ok(payment.view(&Look {
        now: input.now,
        timing: &input.timings.terminal,
        qr_timing: &input.timings.qr,
        may_resolve: input.actor.may(crate::MAY_RESOLVE),
    }))
}
