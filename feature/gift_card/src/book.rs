//! One way to move a card: its row as it was seen, its ledger, the journal, in one transaction.

use jiff::Timestamp;
use jiff::civil::Date;
use journal::{Kind, Scene, Signer};
use kernel::id::{LineId, OrderId, StaffId, StoreNo, TenderId, TerminalNo};
use kernel::{Money, Refusal};
use serde::Serialize;
use setting::Store;
use shell::db::Tx;
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::rule::state::{Barred, EntryType, Standing, Step};
use crate::store::{self, Card, NewEntry};
use crate::{AMOUNT_NOT_POSITIVE, BALANCE_TOO_LOW, UNAVAILABLE, VOID_TOO_LATE, WRONG_STATE};

/// Where a card is moved, and through whom.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The store.
    pub store: &'a Store,
    /// The till; none for the program itself.
    pub terminal_no: Option<&'a TerminalNo>,
    /// Who; none for the program itself.
    pub staff_id: Option<&'a StaffId>,
    /// When.
    pub now: Timestamp,
}

/// To what a movement belongs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Belongs {
    pub(crate) tender_id: Option<TenderId>,
    pub(crate) order_id: Option<OrderId>,
    /// The last date of what it puts on the card; none for ever, and for what it takes.
    pub(crate) expires_on: Option<Date>,
}

/// What the journal states of a movement.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Movement<'a> {
    entry_id: Uuid,
    gift_card_id: Uuid,
    entry_type: EntryType,
    amount: Money,
    balance: Money,
    #[serde(skip_serializing_if = "Option::is_none")]
    tender_id: Option<TenderId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    order_id: Option<OrderId>,
    store_no: &'a StoreNo,
    #[serde(skip_serializing_if = "Option::is_none")]
    operator_id: Option<&'a StaffId>,
}

/// Moves a card by a step: row, ledger and journal.
///
/// # Errors
/// Why the rules do not allow it, or the database's failure.
pub(crate) async fn book(
    tx: &mut Tx,
    signer: &Signer,
    card: &Card,
    step: Step,
    belongs: Belongs,
    place: Place<'_>,
) -> Outcome<Standing> {
    let moved = card
        .standing
        .after(step)
        .map_err(|barred| refusal(barred, step, card))?;
    store::move_card(tx, card, moved.standing, None).await?;
    if let Some((entry_type, amount)) = moved.entry {
        let entry = Entry {
            entry_type,
            amount,
            standing: moved.standing,
        };
        write_down(tx, signer, card, &entry, belongs, place).await?;
    }
    Ok(moved.standing)
}

/// Moves a card by a step that leaves its balance alone: into a basket and out of it.
///
/// # Errors
/// Why the rules do not allow it, or the database's failure.
pub(crate) async fn shift(
    tx: &mut Tx,
    card: &Card,
    step: Step,
    line_id: Option<LineId>,
) -> Outcome<Standing> {
    let moved = card
        .standing
        .after(step)
        .map_err(|barred| refusal(barred, step, card))?;
    if moved.entry.is_some() {
        return Err(Failure::internal("a step of a gift card needs its entry"));
    }
    store::move_card(tx, card, moved.standing, line_id).await?;
    Ok(moved.standing)
}

/// Ends a card: what is left on it is forfeit.
///
/// # Errors
/// Why the rules do not allow it, or the database's failure.
pub async fn expire(tx: &mut Tx, signer: &Signer, card: &Card, place: Place<'_>) -> Outcome<()> {
    book(tx, signer, card, Step::Expire, Belongs::default(), place).await?;
    Ok(())
}

/// Keeps a card from being spent. Why is the caller's to write down.
///
/// # Errors
/// Why the rules do not allow it, or the database's failure.
pub async fn block(tx: &mut Tx, card: &Card) -> Outcome<()> {
    shift(tx, card, Step::Block, None).await?;
    Ok(())
}

struct Entry {
    entry_type: EntryType,
    amount: i64,
    standing: Standing,
}

async fn write_down(
    tx: &mut Tx,
    signer: &Signer,
    card: &Card,
    entry: &Entry,
    belongs: Belongs,
    place: Place<'_>,
) -> Outcome<()> {
    let Place { store, now, .. } = place;
    let entry_id = Uuid::now_v7();
    let movement = Movement {
        entry_id,
        gift_card_id: card.gift_card_id,
        entry_type: entry.entry_type,
        amount: card.money(entry.amount),
        balance: card.money(entry.standing.balance),
        tender_id: belongs.tender_id,
        order_id: belongs.order_id,
        store_no: &store.store_no,
        operator_id: place.staff_id,
    };
    let scene = Scene {
        store_no: &store.store_no,
        terminal_no: place.terminal_no,
        operator: place.staff_id,
        at: now,
    };
    let payload = journal::payload(&movement)?;
    let appended = journal::record(tx, signer, &scene, (Kind::GiftCard, payload)).await?;
    store::insert_entry(
        tx,
        &NewEntry {
            entry_id,
            gift_card_id: card.gift_card_id,
            entry_type: entry.entry_type,
            amount: entry.amount,
            balance: entry.standing.balance,
            tender_id: belongs.tender_id,
            order_id: belongs.order_id,
            expires_on: belongs.expires_on,
            store_no: &store.store_no,
            terminal_no: place.terminal_no,
            staff_id: place.staff_id,
            business_date: store.business_date(now),
            booked_at: now,
            journal: (&appended.chain_id, appended.seq),
        },
    )
    .await
}

fn refusal(barred: Barred, step: Step, card: &Card) -> Failure {
    match (barred, step) {
        (Barred::Amount, _) => Refusal::new(&AMOUNT_NOT_POSITIVE).at("amount").into(),
        (Barred::Balance, _) => Refusal::new(&BALANCE_TOO_LOW)
            .with("balance", card.balance())
            .at("amount")
            .into(),
        (Barred::NotToday, _) => (&VOID_TOO_LATE).into(),
        (Barred::State, Step::Redeem(_)) => (&UNAVAILABLE).into(),
        (Barred::State, Step::Block | Step::Unblock | Step::Void { .. }) => (&WRONG_STATE).into(),
        (Barred::State | Barred::AboveInitial, _) => Failure::internal(format!(
            "a gift card that is {:?} cannot take {step:?}",
            card.standing
        )),
    }
}

/// Charges a card that is in stock with an amount, without a line of a basket: a refund, or the value
/// that a card of before brings along.
///
/// # Errors
/// Why the rules do not allow it, or the database's failure.
pub async fn charge(
    tx: &mut Tx,
    signer: &Signer,
    card: &Card,
    amount: i64,
    order_id: Option<OrderId>,
    place: Place<'_>,
) -> Outcome<()> {
    // Held for the length of this transaction by a line that nobody sees.
    let hold = Some(LineId(Uuid::now_v7()));
    let standing = shift(tx, card, Step::Reserve, hold).await?;
    let held = Card {
        standing,
        version: card.version + 1,
        ..card.clone()
    };
    activate(tx, signer, &held, amount, (order_id, None), place).await
}

/// Activates a card that is reserved, until the date on which the store's cards end.
pub(crate) async fn activate(
    tx: &mut Tx,
    signer: &Signer,
    card: &Card,
    amount: i64,
    (order_id, customer_id): (Option<OrderId>, Option<kernel::id::CustomerId>),
    place: Place<'_>,
) -> Outcome<()> {
    let expires_on = last_day(tx, place).await?;
    let belongs = Belongs {
        order_id,
        expires_on,
        ..Belongs::default()
    };
    book(tx, signer, card, Step::Activate(amount), belongs, place).await?;
    let business_date = place.store.business_date(place.now);
    let sold = store::Sold {
        order_id,
        store_no: &place.store.store_no,
        customer_id,
        business_date,
        expires_on,
        now: place.now,
    };
    store::note_sale(tx, card.gift_card_id, &sold).await
}

/// Until when holds what is put on a card at a place now; none for ever.
async fn last_day(tx: &mut Tx, place: Place<'_>) -> Outcome<Option<Date>> {
    let business_date = place.store.business_date(place.now);
    let terms = store::find_terms(tx, &place.store.store_no).await?;
    let months = terms.and_then(|terms| terms.valid_months);
    months
        .map(|months| {
            let months = jiff::Span::new().try_months(months);
            months.and_then(|months| business_date.checked_add(months))
        })
        .transpose()
        .map_err(Failure::internal)
}

/// Puts more on a card, whose line lets it go. All that is on it holds as long as what is put on it now
/// would, and never shorter than before.
pub(crate) async fn top_up(
    tx: &mut Tx,
    signer: &Signer,
    card: &Card,
    (amount, order_id): (i64, OrderId),
    place: Place<'_>,
) -> Outcome<()> {
    let last_day = last_day(tx, place).await?;
    let expires_on = card.expires_on.zip(last_day).map(|(old, new)| old.max(new));
    let belongs = Belongs {
        order_id: Some(order_id),
        expires_on,
        ..Belongs::default()
    };
    book(tx, signer, card, Step::TopUp(amount), belongs, place).await?;
    store::end_top_up(tx, card.gift_card_id, expires_on).await
}
