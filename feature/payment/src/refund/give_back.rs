//! Carries a step out.

use kernel::id::{StaffId, TenderCode};
use kernel::{Money, Refusal};
use qr::order::Order;
use shell::db::Tx;
use shell::{Failure, Outcome};

use super::pay_out::Input;
use super::view::PaidOutView;
use super::{Step, Way, cash_of, origins};
use crate::rule::attempt::{Captured, Kind};
use crate::rule::refund::{Origin, settled};
use crate::rule::tender::TenderType;
use crate::start_attempt::view;
use crate::store::{self, Detail, NewAttempt, NewTender, PaidOrder, QrRecord, Record};
use crate::view::{Look, Payment};
use crate::wallet::{Credit, Taken};
use crate::{ATTEMPT_LIVE, MAY_RESOLVE, REFERENCE_REQUIRED, REFUND_CHANGED, TENDER_TYPE};

/// The longest reference of something that is paid out by hand.
const REFERENCE_CHARACTERS_MAX: usize = 64;

/// What is given back at once.
pub(super) struct Given<'a> {
    pub step: &'a Step,
    pub way: Way,
    pub approver: Option<&'a StaffId>,
}

/// Books a step that needs no terminal and no provider.
pub(super) async fn at_once(
    tx: &mut Tx,
    input: &Input,
    mut payment: Payment,
    given: &Given<'_>,
) -> Outcome<PaidOutView> {
    set_aside(tx, given.step).await?;
    let amount = Money::new(given.step.amount(), payment.basket.due.currency);
    let (code, taken) = hand_over(tx, input, &payment, given).await?;
    let is_cash = given.way == Way::Cash;
    let basket_id = payment.basket.basket_id;
    let new = NewTender {
        tender_id: input.tender_id,
        basket_id,
        tender_code: &code,
        settled: settled(amount, is_cash, payment.basket.cash_rounding_step),
        attempt_id: None,
        last_four: taken.last_four.as_deref(),
        reference: taken.reference.as_deref(),
        booked_by: &input.actor.staff_id,
        booked_at: input.now,
        detail: &Detail::default(),
    };
    store::insert_tender(tx, &new).await?;
    for (origin, part) in &given.step.parts {
        let part = (origin.tender_id, *part);
        store::insert_part(tx, input.tender_id, part, given.approver).await?;
    }
    payment.order = input.settlement.settle(tx, basket_id, input.now).await?;
    payment.booked = store::list_booked_tenders(tx, basket_id).await?;
    payment.origins = origins(tx, &payment.basket).await?;
    let view = payment.view(&Look {
        now: input.now,
        timing: &input.timings.terminal,
        qr_timing: &input.timings.qr,
        may_resolve: input.actor.may(MAY_RESOLVE),
    });
    Ok(PaidOutView {
        payment: Some(view),
        attempt: None,
    })
}

/// Under which tender it is booked, and what it says of itself.
async fn hand_over(
    tx: &mut Tx,
    input: &Input,
    payment: &Payment,
    given: &Given<'_>,
) -> Outcome<(TenderCode, Taken)> {
    if given.way == Way::Cash {
        let cash = cash_of(tx, &input.actor.store_no).await?;
        return Ok((cash.tender_code.clone(), Taken::default()));
    }
    let (origin, amount) = only(given.step)?;
    let taken = match given.way {
        Way::Manual => Taken {
            last_four: None,
            reference: Some(reference(input)?),
        },
        _ => credit(tx, input, payment, (origin, amount)).await?,
    };
    Ok((origin.tender_code.clone(), taken))
}

/// What comes from a wallet returns to it, in the way that the wallet gives back.
async fn credit(
    tx: &mut Tx,
    input: &Input,
    payment: &Payment,
    (origin, amount): (&Origin, i64),
) -> Outcome<Taken> {
    let tender_type = TenderType::parse(&origin.tender_type);
    let wallet = tender_type.and_then(|it| input.wallets.find(it));
    let wallet = wallet.ok_or_else(|| Failure::from(&TENDER_TYPE))?;
    let actor = &input.actor;
    let credit = Credit {
        tender_id: input.tender_id,
        origin_tender_id: origin.tender_id,
        basket_id: payment.basket.basket_id,
        customer_id: payment.basket.customer_id,
        store_no: actor.store_no.clone(),
        terminal_no: actor.terminal_no.clone(),
        amount: Money::new(amount, payment.basket.due.currency),
        reference: input.request.reference.clone(),
        staff_id: actor.staff_id.clone(),
        now: input.now,
    };
    wallet.give_back(tx, &credit).await
}

fn reference(input: &Input) -> Result<String, Refusal> {
    let typed = input
        .request
        .reference
        .as_deref()
        .unwrap_or_default()
        .trim();
    let fits = (1..=REFERENCE_CHARACTERS_MAX).contains(&typed.chars().count());
    if !fits || typed.chars().any(char::is_control) {
        return Err(Refusal::new(&REFERENCE_REQUIRED).at("reference"));
    }
    Ok(typed.to_owned())
}

fn only(step: &Step) -> Outcome<(&Origin, i64)> {
    match step.parts.as_slice() {
        [(origin, amount)] => Ok((origin, *amount)),
        _ => Err(Failure::internal("a step gives one booking back")),
    }
}

/// What is about to go back goes back nowhere else.
async fn set_aside(tx: &mut Tx, step: &Step) -> Outcome<()> {
    for (origin, amount) in &step.parts {
        if !store::set_aside(tx, origin.tender_id, *amount).await? {
            return Err((&REFUND_CHANGED).into());
        }
    }
    Ok(())
}

/// The terminal gives it back to the card.
pub(super) async fn by_terminal(
    tx: &mut Tx,
    input: &Input,
    payment: &Payment,
    step: &Step,
) -> Outcome<PaidOutView> {
    let original = original(tx, step).await?;
    let terminal = store::get_terminal(tx, &input.actor.terminal_no).await?;
    let device_sn = terminal.device_sn.clone();
    begin(tx, input, payment, (step, &original, &device_sn)).await?;
    started(tx, input).await
}

/// The provider gives it back to the account.
pub(super) async fn by_provider(
    tx: &mut Tx,
    input: &Input,
    payment: &Payment,
    step: &Step,
) -> Outcome<PaidOutView> {
    let original = original(tx, step).await?;
    let missing = || Failure::internal("the order of a payment by code is missing");
    let qr = original.qr.as_deref().ok_or_else(missing)?;
    let paid = qr.order.payment.as_ref().ok_or_else(missing)?;
    let amount = qr::Amount::new(step.amount(), paid.amount.currency);
    let order = QrRecord {
        merchant_key: qr.merchant_key.clone(),
        provider: qr.provider,
        order_no: input.attempt_id.0.simple().to_string(),
        order: Order::refund(qr.order.direction, amount, paid, input.now),
        is_live: true,
        paid: Some(PaidOrder {
            order_no: qr.order_no.clone(),
            minor: paid.amount.minor,
        }),
    };
    begin(tx, input, payment, (step, &original, "")).await?;
    store::insert_order(tx, input.attempt_id, &order).await?;
    started(tx, input).await
}

/// The attempt that took the money.
async fn original(tx: &mut Tx, step: &Step) -> Outcome<Record> {
    let (origin, _) = only(step)?;
    let found = match store::find_origin_attempt(tx, origin.tender_id).await? {
        Some(attempt_id) => store::find_attempt(tx, attempt_id).await?,
        None => None,
    };
    found.ok_or_else(|| Failure::internal("the attempt behind a booking is missing"))
}

/// Writes the attempt down that gives a step back, before anything of it is sent.
async fn begin(
    tx: &mut Tx,
    input: &Input,
    payment: &Payment,
    (step, original, device_sn): (&Step, &Record, &str),
) -> Outcome<()> {
    let actor = &input.actor;
    // The index refuses it, too; asked first, the answer has words.
    if store::is_terminal_live(tx, &actor.terminal_no).await? {
        return Err((&ATTEMPT_LIVE).into());
    }
    set_aside(tx, step).await?;
    let (origin, amount) = only(step)?;
    let amount = Money::new(amount, payment.basket.due.currency);
    // What is confirmed must be this amount, whatever the payment took.
    let captured = Captured {
        minor: amount.minor,
        currency: amount.currency.code().to_owned(),
    };
    let new = NewAttempt {
        attempt_id: input.attempt_id,
        store_no: &actor.store_no,
        terminal_no: &actor.terminal_no,
        basket_id: payment.basket.basket_id,
        tender_code: &origin.tender_code,
        channel: original.channel(),
        kind: Kind::Reversal,
        amount,
        device_sn,
        reversed_tender_id: None,
        refund_of: Some(origin.tender_id),
        captured: Some(&captured),
        card: &original.card,
        started_by: &actor.staff_id,
        created_at: input.now,
        driver_id: input.lease.0,
        driver_until: input.lease.1,
    };
    store::insert_attempt(tx, &new).await
}

async fn started(tx: &mut Tx, input: &Input) -> Outcome<PaidOutView> {
    let attempt = view(
        tx,
        input.attempt_id,
        &input.actor,
        &input.timings,
        input.now,
    )
    .await?;
    Ok(PaidOutView {
        payment: None,
        attempt: Some(attempt),
    })
}
