//! One way to move a voucher: its row, its ledger and the journal, in one transaction.

use jiff::civil::Date;
use journal::{Event, record_event};
use kernel::Money;
use kernel::id::TenderId;
use setting::Desk;
use shell::Outcome;
use shell::db::Tx;

use crate::rule::voucher::{EntryType, new_number};
use crate::store::voucher::{self, Moved};

/// Issues a voucher as the change of a booking, and answers its number.
pub(crate) async fn issue(
    tx: &mut Tx,
    desk: &Desk,
    (amount, change_of): (Money, TenderId),
    issued_on: Date,
) -> Outcome<String> {
    let voucher_no = new_number(&mut rand::rng());
    voucher::insert(tx, &voucher_no, (amount, change_of), issued_on).await?;
    let moved = Moved {
        voucher_no: voucher_no.clone(),
        amount,
    };
    note(tx, desk, &moved, (EntryType::Issue, change_of)).await?;
    Ok(voucher_no)
}

/// Spends a voucher with a booking; false when something else was faster.
pub(crate) async fn redeem(
    tx: &mut Tx,
    desk: &Desk,
    voucher_no: &str,
    tender_id: TenderId,
) -> Outcome<bool> {
    let Some(moved) = voucher::redeem(tx, voucher_no, tender_id, desk.now).await? else {
        return Ok(false);
    };
    note(tx, desk, &moved, (EntryType::Redeem, tender_id)).await?;
    Ok(true)
}

/// Makes a voucher good again whose booking is removed, and takes back one that was its change.
pub(crate) async fn put_back(tx: &mut Tx, desk: &Desk, tender_id: TenderId) -> Outcome<()> {
    for moved in voucher::make_good(tx, tender_id).await? {
        note(tx, desk, &moved, (EntryType::PutBack, tender_id)).await?;
    }
    for moved in voucher::take_back(tx, tender_id).await? {
        note(tx, desk, &moved, (EntryType::TakeBack, tender_id)).await?;
    }
    voucher::remove_change(tx, tender_id).await
}

/// Adds to the ledger of a voucher, and tells the journal.
async fn note(
    tx: &mut Tx,
    desk: &Desk,
    moved: &Moved,
    (entry_type, tender_id): (EntryType, TenderId),
) -> Outcome<()> {
    let sign = match entry_type {
        EntryType::Redeem | EntryType::TakeBack => -1,
        _ => 1,
    };
    let amount = sign * moved.amount.minor;
    let entry = (entry_type, amount, Some(tender_id));
    let entry_no = voucher::add_entry(tx, &moved.voucher_no, entry, Some(desk)).await?;
    let event = Event::VoucherMoved {
        voucher_no: moved.voucher_no.clone(),
        entry_no,
        entry: entry_type.name(),
        amount,
        currency_code: moved.amount.currency.code().to_owned(),
        tender_id: tender_id.0,
    };
    record_event(tx, &desk.signer, &desk.scene(), &event).await
}
