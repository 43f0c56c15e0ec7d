//! One way to enter something: ledger and journal in one transaction, then the drawer opens.

use jiff::Span;
use journal::Event;
use kernel::id::{StaffId, StoreNo};
use kernel::{Currency, Money, Refusal};
use serde::Serialize;
use session::Actor;
use setting::Desk;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, IdempotencyKey, Reply};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::rule::entry::{Checked, EntryType, Wish, check};
use crate::store::entry::{self, NewEntry};
use crate::{BAG_TAKEN, DrawerState, LATE_DAYS, kick};

/// What a command gets: who asks where, the entry that it makes, and what is asked.
pub(crate) struct Asked<R> {
    pub desk: Desk,
    pub entry_id: Uuid,
    pub request: R,
}

/// Enters something once, opens the drawer for it once, and answers the entry.
///
/// The drawer opens after the entry is in the books: what opens it without one does not exist. A till
/// that goes away in the middle does not keep it closed.
pub(crate) async fn enter<R>(
    state: &DrawerState,
    actor: &Actor,
    (key, operation): (IdempotencyKey, &'static str),
    request: R,
    command: for<'a> fn(&'a mut Tx, &'a Asked<R>) -> TxFuture<'a, Uuid>,
) -> Reply
where
    R: Serialize + Send + Sync + 'static,
{
    let asked = Asked {
        desk: state.desk(actor),
        entry_id: Uuid::now_v7(),
        request,
    };
    let (scope, now) = (&asked.desk.terminal_no.0, asked.desk.now);
    let intent = Intent::new(key, operation, scope, &asked.request, now)?;
    let new_id = asked.entry_id;
    let shell = state.shell.clone();
    let work = async move {
        let (entry_id, printer) = once_viewed(&shell, intent, asked, command, printer_of).await?;
        // Of a repeat the drawer has opened already.
        if let Some(printer) = printer.filter(|_| entry_id == new_id) {
            let kicked = kick::kick(&printer).await;
            let kept = (entry_id, kicked);
            shell
                .db
                .write(kept, |tx, kept| {
                    Box::pin(entry::insert_kick(tx, kept.0, kept.1))
                })
                .await?;
        }
        let entry = shell
            .db
            .read(entry_id, |tx, entry_id| Box::pin(entry::get(tx, *entry_id)))
            .await?;
        Answer::of(&entry)
    };
    tokio::spawn(work).await.map_err(Failure::internal)?
}

/// The printer that opens the drawer for an entry; none for a correction, which moves no cash.
fn printer_of<'a, R: Sync>(
    tx: &'a mut Tx,
    asked: &'a Asked<R>,
    entry_id: &'a Uuid,
) -> TxFuture<'a, Option<String>> {
    Box::pin(async move {
        match entry::get(tx, *entry_id).await?.corrects {
            Some(_) => Ok(None),
            None => entry::printer(tx, &asked.desk.store_no).await,
        }
    })
}

/// What stands behind an entry besides what it moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Behind {
    pub approved_by: Option<StaffId>,
    pub corrects: Option<Uuid>,
}

/// Enters a wish that the rules allow.
pub(crate) async fn book(
    tx: &mut Tx,
    (desk, entry_id): (&Desk, Uuid),
    wish: &Wish<'_>,
    approved_by: Option<StaffId>,
) -> Outcome<Uuid> {
    let checked = checked(tx, desk, wish).await?;
    if let Some(bag_no) = &checked.bag_no {
        assert_unused(tx, &desk.store_no, bag_no).await?;
    }
    let behind = Behind {
        approved_by,
        corrects: None,
    };
    write_down(tx, (desk, entry_id), &checked, behind).await
}

/// Refuses the number of a bag that left the store before.
pub(crate) async fn assert_unused(tx: &mut Tx, store_no: &StoreNo, bag_no: &str) -> Outcome<()> {
    match entry::has_bag(tx, store_no, bag_no).await? {
        true => Err(Refusal::new(&BAG_TAKEN).at("bagNo").into()),
        false => Ok(()),
    }
}

/// A wish that the rules allow at a till.
pub(crate) async fn checked(tx: &mut Tx, desk: &Desk, wish: &Wish<'_>) -> Outcome<Checked> {
    let currencies = currencies(tx, desk).await?;
    Ok(check(wish, &currencies)?)
}

/// The currencies of the cash in the drawer of a till: what the till takes, the store's first, then what lies
/// there although its tender was withdrawn.
pub(crate) async fn currencies(tx: &mut Tx, desk: &Desk) -> Outcome<Vec<Currency>> {
    let place = (&desk.store_no, &desk.terminal_no);
    let mut currencies = payment::store::cash_currencies(tx, place).await?;
    let mut lying = statement::currencies_in_drawer(tx, place).await?;
    let today = setting::get_store(tx, &desk.store_no)
        .await?
        .business_date(desk.now);
    let from = today.saturating_sub(Span::new().days(LATE_DAYS));
    for day in entry::day_sums(tx, &desk.store_no, Some(from)).await? {
        if day.terminal_no == desk.terminal_no && day.amount != 0 {
            lying.insert(day.currency);
        }
    }
    lying.retain(|currency| !currencies.contains(currency));
    currencies.extend(lying);
    Ok(currencies)
}

/// Adds an entry to the ledger, and tells the journal. Why is not told there: it is free text, and
/// somebody may have written a name.
pub(crate) async fn write_down(
    tx: &mut Tx,
    (desk, entry_id): (&Desk, Uuid),
    checked: &Checked,
    behind: Behind,
) -> Outcome<Uuid> {
    let event = event(entry_id, checked, &behind);
    let members = event
        .members(Some(&desk.staff_id))
        .map_err(Failure::internal)?;
    let stated = (event.kind(), journal::payload(&members)?);
    let appended = journal::record(tx, &desk.signer, &desk.scene(), stated).await?;
    let store = setting::get_store(tx, &desk.store_no).await?;
    let new = NewEntry {
        entry_id,
        entry_no: entry::last_no(tx, &desk.terminal_no).await? + 1,
        store_no: &desk.store_no,
        terminal_no: &desk.terminal_no,
        checked,
        corrects: behind.corrects,
        business_date: store.business_date(desk.now),
        staff_id: &desk.staff_id,
        approved_by: behind.approved_by.as_ref(),
        booked_at: desk.now,
        journal: (&appended.chain_id, appended.seq),
    };
    entry::insert(tx, &new).await?;
    Ok(entry_id)
}

fn event(entry_id: Uuid, checked: &Checked, behind: &Behind) -> Event {
    let Money { minor, currency } = checked.amount;
    match checked.entry_type {
        EntryType::NoSale => Event::DrawerOpened { entry_id },
        entry_type => Event::DrawerMoved {
            entry_id,
            entry: entry_type.name(),
            amount: minor,
            currency_code: currency.code().to_owned(),
            bag_no: checked.bag_no.clone(),
            corrects: behind.corrects,
            approved_by: behind.approved_by.clone(),
        },
    }
}
