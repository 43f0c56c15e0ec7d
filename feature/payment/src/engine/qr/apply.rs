//! One event, one transaction: the order, its attempt, the tender that it books or removes, the sale
//! that the tender completes.

use kernel::{Currency, Money, Refusal};
use qr::order::{Alarm, Booking, Circumstance, Command, Event, Order, State, next, wake_at};
use shell::db::Tx;
use shell::{Failure, Outcome};

use crate::engine::apply::{Apply, book, keep_what_stayed, remove, take_lease};
use crate::engine::note;
use crate::rule::attempt::{Attempt, Decision, State as AttemptState};
use crate::rule::qr::{attempt_state, captured, is_live, outcome, refusal};
use crate::store::{self, Record};

/// What became of an event.
pub(crate) struct Applied {
    pub record: Record,
    /// What to ask of the provider now.
    pub command: Option<Command>,
    pub alarm: Option<Alarm>,
    /// Whether anything changed.
    pub is_changed: bool,
}

/// Applies an event. None when there is no such order, or another process drives it; an answer of
/// the provider is applied whoever drives.
pub(crate) async fn apply_qr(tx: &mut Tx, input: &Apply<Event>) -> Outcome<Option<Applied>> {
    let is_asking = matches!(input.event, Event::Found | Event::Tick { .. });
    if !take_lease(tx, input, is_asking).await? {
        return Ok(None);
    }
    let Some(mut record) = store::find_attempt(tx, input.attempt_id).await? else {
        return Ok(None);
    };
    let Some(order) = record.qr.as_ref().map(|qr| qr.order.clone()) else {
        return Ok(None);
    };
    let at = Circumstance {
        now: input.now,
        timing: &input.qr_timing,
        can_book: store::can_book(tx, &record).await?,
    };
    let next = match next(&order, &input.event, &at) {
        Ok(next) => next,
        Err(refused) => match refusal(refused) {
            Some(kind) => return Err(Refusal::new(kind).into()),
            None => return Ok(Some(unchanged(record))),
        },
    };
    let is_changed = next.order != order;
    if is_changed {
        change(tx, input, &mut record, next.order).await?;
    }
    match next.booking {
        Some(Booking::Book(amount)) => {
            let amount = money(amount, &record)?;
            book(tx, input, &mut record, amount).await?;
        }
        Some(Booking::Remove) => remove(tx, input, &mut record).await?,
        None => {}
    }
    if is_changed {
        let wake_at = record
            .qr
            .as_ref()
            .and_then(|qr| wake_at(&qr.order, false, &input.qr_timing));
        store::save_attempt(tx, &record, wake_at).await?;
    }
    Ok(Some(Applied {
        record,
        command: next.command,
        alarm: next.alarm,
        is_changed,
    }))
}

const fn unchanged(record: Record) -> Applied {
    Applied {
        record,
        command: None,
        alarm: None,
        is_changed: false,
    }
}

/// Takes the order over into the attempt, which says the same in the words that all attempts share.
async fn change(
    tx: &mut Tx,
    input: &Apply<Event>,
    record: &mut Record,
    order: Order,
) -> Outcome<()> {
    let Some(qr) = &mut record.qr else {
        return Ok(());
    };
    qr.is_live = is_live(qr.is_live, qr.order.state, order.state);
    let before = record.attempt.clone();
    mirror(&mut record.attempt, &order, qr.is_live);
    if qr.paid.is_some() && order.state == State::Paid {
        // The provider does not give it back: what was paid stays paid.
        record.attempt.state = AttemptState::Failed;
    }
    record.attempt.outcome = outcome(&order, qr.provider).map(|refusal| refusal.view());
    if let Some(payment) = &order.payment {
        record.card.brand = Some(qr.provider.name().to_owned());
        let paid_at = record
            .card
            .poi_transaction
            .take()
            .map_or_else(|| input.now.to_string(), |(_, at)| at);
        record.card.poi_transaction = Some((payment.provider_no.clone(), paid_at));
    }
    match order.state {
        State::Refunding if input.removes.is_some() => record.reversed_tender_id = input.removes,
        // The provider did not give it back: the tender stays.
        State::Paid => record.reversed_tender_id = None,
        _ => {}
    }
    qr.order = order;
    if let Some((staff_id, slip_no)) = &input.decided_by {
        record.decided_by = Some(staff_id.clone());
        record.slip_no.clone_from(slip_no);
    }
    let told = [note::held(&before, record), decided(input, record)];
    note::write(tx, input, record, told).await?;
    keep_what_stayed(tx, before.state, record).await
}

/// The attempt as all attempts are stored and shown.
fn mirror(attempt: &mut Attempt, order: &Order, is_live: bool) {
    attempt.state = attempt_state(order, is_live);
    attempt.sent_at = order.sent_at;
    attempt.abort_sent_at = order.close_sent_at;
    attempt.inquiry_since = order.ending_since;
    attempt.asked_at = order.asked_at;
    attempt.not_found_at = order.not_found_at;
    attempt.next_at = order.next_at;
    attempt.final_at = order.final_at;
    attempt.captured = order
        .payment
        .as_ref()
        .map(|payment| captured(payment.amount));
    attempt.reversal_sent_at = order.refund_since;
    attempt.reversal_tries = i64::from(order.refund_tries);
}

/// What a person decided, as the journal tells it of cards, too.
fn decided(input: &Apply<Event>, record: &Record) -> Option<journal::Event> {
    use qr::order::Decision as D;
    let decision = match &input.event {
        Event::Decide(decision) => decision,
        Event::TakenBack => return Some(note::decision_told(Decision::NotPaid, record)),
        _ => return None,
    };
    let decision = match decision {
        D::Part => Decision::AcceptPart,
        D::Paid => Decision::Paid,
        D::NotPaid => Decision::NotPaid,
        D::Refund => Decision::Reverse,
        D::GivenBack => return Some(note::given_back(record)),
    };
    Some(note::decision_told(decision, record))
}

/// An amount that the rules found to be in the basket's currency.
fn money(amount: qr::Amount, record: &Record) -> Outcome<Money> {
    let currency: Currency = record.attempt.amount.currency;
    if amount.currency.code() != currency.code() {
        return Err(Failure::internal(
            "a payment in another currency was booked",
        ));
    }
    Ok(Money::new(amount.minor, currency))
}
