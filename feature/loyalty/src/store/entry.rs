//! The ledger, and the accounts that are its sums.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{BasketId, OrderId, StaffId, StoreNo, TenderId, TerminalNo};
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

use super::lot::Owner;
use crate::book::EntryType;
use crate::rule::lot::Part;

/// What somebody has, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Account {
    /// The credit, also what is not usable yet.
    pub balance: i64,
    pub points: i64,
    /// What was ever spent and not given back.
    pub redeemed: i64,
    /// How many entries there are.
    pub entries: i64,
}

fn account(mut row: shell::db::Row) -> Outcome<Account> {
    Ok(Account {
        balance: row.read()?,
        points: row.read()?,
        redeemed: row.read()?,
        entries: row.read()?,
    })
}

/// Somebody's account; none before the first entry.
pub(crate) async fn find_account(tx: &mut Tx, owner: Owner) -> Outcome<Option<Account>> {
    let row = tx
        .query_opt(
            "SELECT balance, points, redeemed, entries FROM loyalty_account \
             WHERE customer_id = $1 AND currency_code = $2",
            params![owner.customer_id, owner.currency.code()],
        )
        .await?;
    row.map(account).transpose()
}

/// By how much an account changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub amount: i64,
    pub points: i64,
    pub redeemed: i64,
}

/// Changes an account; none when it would fall below zero, and then nothing was changed.
pub(crate) async fn change(
    tx: &mut Tx,
    owner: Owner,
    change: Change,
    now: Timestamp,
) -> Outcome<Option<Account>> {
    let currency = owner.currency.code();
    tx.execute(
        "INSERT INTO loyalty_account (customer_id, currency_code, balance, points, redeemed, \
         entries, changed_at) VALUES ($1, $2, 0, 0, 0, 0, $3) \
         ON CONFLICT (customer_id, currency_code) DO NOTHING",
        params![owner.customer_id, currency, now],
    )
    .await?;
    let row = tx
        .query_opt(
            "UPDATE loyalty_account SET balance = balance + $3, points = points + $4, \
             redeemed = redeemed + $5, entries = entries + 1, changed_at = $6 \
             WHERE customer_id = $1 AND currency_code = $2 AND balance + $3 >= 0 \
             AND points + $4 >= 0 AND redeemed + $5 >= 0 \
             RETURNING balance, points, redeemed, entries",
            params![
                owner.customer_id,
                currency,
                change.amount,
                change.points,
                change.redeemed,
                now
            ],
        )
        .await?;
    row.map(account).transpose()
}

/// An entry of the ledger.
pub(crate) struct NewEntry<'a> {
    pub entry_id: Uuid,
    pub owner: Owner,
    pub entry_no: i64,
    pub entry_type: EntryType,
    pub amount: i64,
    pub balance: i64,
    pub points: i64,
    pub order_id: Option<OrderId>,
    pub tender: Option<(TenderId, Option<BasketId>)>,
    pub store_no: &'a StoreNo,
    pub terminal_no: Option<&'a TerminalNo>,
    pub staff_id: Option<&'a StaffId>,
    pub business_date: Date,
    pub now: Timestamp,
    /// Where the journal states it.
    pub journal: (&'a str, i64),
    pub reason: Option<&'a str>,
}

/// Adds an entry, with what it did to which lot.
pub(crate) async fn insert(tx: &mut Tx, new: &NewEntry<'_>, parts: &[Part]) -> Outcome<()> {
    let (chain, seq) = new.journal;
    tx.execute_one(
        "INSERT INTO loyalty_entry (entry_id, customer_id, currency_code, entry_no, entry_type, \
         amount, balance, points, order_id, tender_id, basket_id, store_no, terminal_no, staff_id, \
         business_date, booked_at, journal_chain, journal_seq, reason) VALUES ($1, $2, $3, $4, $5, \
         $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)",
        params![
            new.entry_id,
            new.owner.customer_id,
            new.owner.currency.code(),
            new.entry_no,
            new.entry_type.name(),
            new.amount,
            new.balance,
            new.points,
            new.order_id,
            new.tender.map(|(tender_id, _)| tender_id),
            new.tender.and_then(|(_, basket_id)| basket_id),
            new.store_no,
            new.terminal_no,
            new.staff_id,
            new.business_date,
            new.now,
            chain,
            seq,
            new.reason
        ],
    )
    .await?;
    for (position, part) in (1_i64..).zip(parts) {
        tx.execute_one(
            "INSERT INTO loyalty_part (entry_id, lot_id, position, amount) \
             VALUES ($1, $2, $3, $4)",
            params![new.entry_id, part.lot_id, position, part.amount],
        )
        .await?;
    }
    Ok(())
}

/// What a basket has taken in all, in minor units.
pub(crate) async fn taken_by_basket(tx: &mut Tx, basket_id: BasketId) -> Outcome<i64> {
    let mut row = tx
        .query_one(
            "SELECT CAST(COALESCE(-SUM(amount), 0) AS BIGINT) FROM loyalty_entry \
             WHERE basket_id = $1",
            params![basket_id],
        )
        .await?;
    Ok(row.read()?)
}

/// What a tender took.
pub(crate) struct Taken {
    pub owner: Owner,
    pub basket_id: Option<BasketId>,
    /// From which lots, in the order in which they were taken.
    pub parts: Vec<Part>,
    /// What went back already, in minor units.
    pub given_back: i64,
}

/// What a tender took; none when it took nothing.
pub(crate) async fn taken_by_tender(tx: &mut Tx, tender_id: TenderId) -> Outcome<Option<Taken>> {
    let row = tx
        .query_opt(
            "SELECT entry_id, customer_id, currency_code, basket_id FROM loyalty_entry \
             WHERE tender_id = $1 AND entry_type = 'REDEEM'",
            params![tender_id],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let entry_id: Uuid = row.read()?;
    let owner = Owner {
        customer_id: row.read()?,
        currency: row.read()?,
    };
    let basket_id = row.read()?;
    let parts = tx
        .query(
            "SELECT lot_id, -amount FROM loyalty_part WHERE entry_id = $1 ORDER BY position",
            params![entry_id],
        )
        .await?;
    let part = |mut row: shell::db::Row| -> Outcome<Part> {
        Ok(Part {
            lot_id: row.read()?,
            amount: row.read()?,
        })
    };
    let parts = parts.into_iter().map(part).collect::<Outcome<_>>()?;
    let mut given = tx
        .query_one(
            "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM loyalty_entry \
             WHERE tender_id = $1 AND entry_type = 'RESTORE'",
            params![tender_id],
        )
        .await?;
    Ok(Some(Taken {
        owner,
        basket_id,
        parts,
        given_back: given.read()?,
    }))
}
