//! The ledger of drawers.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{StaffId, StoreNo, TerminalNo};
use kernel::{Currency, Money};
use shell::db::{Row, Tx, Value, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::rule::entry::{Checked, EntryType};
use crate::rule::float::Float;
use crate::rule::total::DaySum;
use crate::view::{DrawerEntryView, Kick};

/// An entry that is added.
pub(crate) struct NewEntry<'a> {
    pub entry_id: Uuid,
    pub entry_no: i64,
    pub store_no: &'a StoreNo,
    pub terminal_no: &'a TerminalNo,
    pub checked: &'a Checked,
    pub corrects: Option<Uuid>,
    pub business_date: Date,
    pub staff_id: &'a StaffId,
    pub approved_by: Option<&'a StaffId>,
    pub booked_at: Timestamp,
    /// Its place in the journal: chain and sequence number.
    pub journal: (&'a str, i64),
}

/// Adds an entry.
pub(crate) async fn insert(tx: &mut Tx, entry: &NewEntry<'_>) -> Outcome<()> {
    let checked = entry.checked;
    tx.execute_one(
        "INSERT INTO drawer_entry (entry_id, entry_no, store_no, terminal_no, entry_type, \
         currency_code, amount, reason, bag_no, corrects, business_date, staff_id, approved_by, \
         booked_at, journal_chain, journal_seq) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        params![
            entry.entry_id,
            entry.entry_no,
            entry.store_no,
            entry.terminal_no,
            checked.entry_type.name(),
            checked.amount.currency.code(),
            checked.amount.minor,
            &checked.reason,
            checked.bag_no.as_ref(),
            entry.corrects,
            entry.business_date,
            entry.staff_id,
            entry.approved_by,
            entry.booked_at,
            entry.journal.0,
            entry.journal.1
        ],
    )
    .await?;
    Ok(())
}

/// The number of the last entry of a till; 0 before the first.
pub(crate) async fn last_no(tx: &mut Tx, terminal_no: &TerminalNo) -> Outcome<i64> {
    let mut row = tx
        .query_one(
            "SELECT CAST(COALESCE(MAX(entry_no), 0) AS BIGINT) FROM drawer_entry \
             WHERE terminal_no = $1",
            params![terminal_no],
        )
        .await?;
    Ok(row.read()?)
}

/// The floats of a till's business date, with what takes them back.
pub(crate) async fn floats(
    tx: &mut Tx,
    (terminal_no, business_date): (&TerminalNo, Date),
) -> Outcome<Vec<(Currency, Float)>> {
    let rows = tx
        .query(
            "SELECT currency_code, entry_id, amount, corrects FROM drawer_entry \
             WHERE terminal_no = $1 AND business_date = $2 AND entry_type = 'FLOAT' \
             ORDER BY entry_no",
            params![terminal_no, business_date],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let currency = row.read()?;
            let float = Float {
                entry_id: row.read()?,
                amount: row.read()?,
                corrects: row.read()?,
            };
            Ok((currency, float))
        })
        .collect()
}

/// Whether a bag of a number left the store before.
pub(crate) async fn has_bag(tx: &mut Tx, store_no: &StoreNo, bag_no: &str) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM drawer_entry WHERE store_no = $1 AND bag_no = $2 LIMIT 1",
            params![store_no, bag_no],
        )
        .await?;
    Ok(row.is_some())
}

/// The receipt printer of a store, to which the drawers are connected.
pub(crate) async fn printer(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Option<String>> {
    let mut row = tx
        .query_one(
            "SELECT receipt_printer FROM store WHERE store_no = $1",
            params![store_no],
        )
        .await?;
    Ok(row.read()?)
}

/// Keeps what became of a pulse.
pub(crate) async fn insert_kick(tx: &mut Tx, entry_id: Uuid, kick: Kick) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO drawer_kick (entry_id, outcome) VALUES ($1, $2)",
        params![entry_id, kick.name()],
    )
    .await?;
    Ok(())
}

const COLUMNS: &str = "SELECT e.entry_id, e.entry_no, e.terminal_no, e.entry_type, \
     e.currency_code, e.amount, e.reason, e.bag_no, e.corrects, e.business_date, \
     COALESCE(s.first_name || ' ' || s.last_name, e.staff_id), \
     COALESCE(a.first_name || ' ' || a.last_name, e.approved_by), e.booked_at, k.outcome \
     FROM drawer_entry e LEFT JOIN salesperson s ON s.staff_id = e.staff_id \
     LEFT JOIN salesperson a ON a.staff_id = e.approved_by \
     LEFT JOIN drawer_kick k ON k.entry_id = e.entry_id";

fn read(mut row: Row) -> Outcome<DrawerEntryView> {
    let (entry_id, entry_no, terminal_no) = (row.read()?, row.read()?, row.read()?);
    let entry_type = entry_type(&row.read::<String>()?)?;
    let currency: Currency = row.read()?;
    let amount = Money::new(row.read()?, currency);
    Ok(DrawerEntryView {
        entry_id,
        entry_no,
        terminal_no,
        entry_type,
        amount,
        reason: row.read()?,
        bag_no: row.read()?,
        corrects: row.read()?,
        business_date: row.read()?,
        staff_name: row.read()?,
        approved_by: row.read()?,
        booked_at: row.read()?,
        kick: row
            .read::<Option<String>>()?
            .as_deref()
            .and_then(Kick::parse),
    })
}

fn entry_type(name: &str) -> Outcome<EntryType> {
    EntryType::parse(name).ok_or_else(|| Failure::internal(format!("no entry of drawers {name}")))
}

/// An entry.
pub(crate) async fn get(tx: &mut Tx, entry_id: Uuid) -> Outcome<DrawerEntryView> {
    let sql = format!("{COLUMNS} WHERE e.entry_id = $1");
    read(tx.query_one(&sql, params![entry_id]).await?)
}

/// An entry of a store's drawers.
pub(crate) async fn find(
    tx: &mut Tx,
    store_no: &StoreNo,
    entry_id: Uuid,
) -> Outcome<Option<DrawerEntryView>> {
    let sql = format!("{COLUMNS} WHERE e.entry_id = $1 AND e.store_no = $2");
    let row = tx.query_opt(&sql, params![entry_id, store_no]).await?;
    row.map(read).transpose()
}

/// Where the journal states an entry: chain and sequence number.
pub(crate) async fn journal_place(tx: &mut Tx, entry_id: Uuid) -> Outcome<(String, i64)> {
    let mut row = tx
        .query_one(
            "SELECT journal_chain, journal_seq FROM drawer_entry WHERE entry_id = $1",
            params![entry_id],
        )
        .await?;
    Ok((row.read()?, row.read()?))
}

/// Which entries of a store's drawers are wanted.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    pub store_no: StoreNo,
    /// From which business date on.
    pub from: Date,
    /// To which, included.
    pub to: Date,
    /// Of one till only.
    pub terminal_no: Option<TerminalNo>,
}

impl Filter {
    fn params(&self) -> Vec<Value> {
        let till = self.terminal_no.as_ref().map_or("", |it| it.as_str());
        params![&self.store_no, self.from, self.to, till].to_vec()
    }
}

/// The parameters of [`Filter::params`].
const FILTERED: &str = "e.store_no = $1 AND e.business_date >= $2 AND e.business_date <= $3 \
     AND ($4 = '' OR e.terminal_no = $4)";

/// A place in the list of a store: the newest business date first, then the newest time.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    business_date: Date,
    booked_at: Timestamp,
    entry_id: Uuid,
}

impl Place {
    pub(crate) const fn of(entry: &DrawerEntryView) -> Self {
        Self {
            business_date: entry.business_date,
            booked_at: entry.booked_at,
            entry_id: entry.entry_id,
        }
    }

    pub(crate) fn text(&self) -> String {
        let at = self.booked_at.as_microsecond();
        format!("{}_{at}_{}", self.business_date, self.entry_id)
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (business_date, rest) = text.split_once('_')?;
        let (at, entry_id) = rest.split_once('_')?;
        Some(Self {
            business_date: business_date.parse().ok()?,
            booked_at: Timestamp::from_microsecond(at.parse().ok()?).ok()?,
            entry_id: entry_id.parse().ok()?,
        })
    }
}

/// The entries of a store's drawers before a place, the newest first.
pub(crate) async fn page(
    tx: &mut Tx,
    filter: &Filter,
    before: Option<&Place>,
    rows: i64,
) -> Outcome<Vec<DrawerEntryView>> {
    let mut values = filter.params();
    values.extend_from_slice(params![rows]);
    let behind = match before {
        None => "",
        Some(place) => {
            values.extend_from_slice(params![
                place.business_date,
                place.booked_at,
                place.entry_id
            ]);
            "AND (e.business_date < $6 OR (e.business_date = $6 AND (e.booked_at < $7 \
             OR (e.booked_at = $7 AND e.entry_id < $8))))"
        }
    };
    let sql = format!(
        "{COLUMNS} WHERE {FILTERED} {behind} \
         ORDER BY e.business_date DESC, e.booked_at DESC, e.entry_id DESC LIMIT $5"
    );
    let rows = tx.query(&sql, &values).await?;
    rows.into_iter().map(read).collect()
}

/// How many entries there are of those that are wanted.
pub(crate) async fn count(tx: &mut Tx, filter: &Filter) -> Outcome<i64> {
    let sql = format!("SELECT COUNT(*) FROM drawer_entry e WHERE {FILTERED}");
    let mut row = tx.query_one(&sql, &filter.params()).await?;
    Ok(row.read()?)
}

/// The most tills of a store.
const TILLS_MAX: i64 = 1_000;

/// The tills of a store with their names, by number.
pub(crate) async fn tills(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Vec<(String, String)>> {
    let rows = tx
        .query(
            "SELECT terminal_no, name FROM terminal WHERE store_no = $1 \
             ORDER BY terminal_no LIMIT $2",
            params![store_no, TILLS_MAX],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| Ok((row.read()?, row.read()?)))
        .collect()
}

/// The entries of a store on business dates, both included, in their order.
pub(crate) async fn list_of_store(
    tx: &mut Tx,
    store_no: &StoreNo,
    (from, to): (Date, Date),
    rows: i64,
) -> Outcome<Vec<DrawerEntryView>> {
    let sql = format!(
        "{COLUMNS} WHERE e.store_no = $1 AND e.business_date >= $2 AND e.business_date <= $3 \
         ORDER BY e.business_date, e.terminal_no, e.entry_no LIMIT $4"
    );
    let rows = tx.query(&sql, params![store_no, from, to, rows]).await?;
    rows.into_iter().map(read).collect()
}

/// What the entries of a store come to that no posted statement holds, from a business date on. Of floats
/// those that stand.
pub(crate) async fn day_sums(
    tx: &mut Tx,
    store_no: &StoreNo,
    from: Option<Date>,
) -> Outcome<Vec<DaySum>> {
    let from = from.map(|date| date.to_string()).unwrap_or_default();
    let rows = tx
        .query(
            "SELECT e.terminal_no, e.currency_code, e.business_date, e.entry_type, \
             CAST(SUM(e.amount) AS BIGINT), COUNT(*) FROM drawer_entry e \
             WHERE e.store_no = $1 AND e.business_date >= $2 \
             AND NOT EXISTS (SELECT 1 FROM statement_drawer_entry s WHERE s.entry_id = e.entry_id) \
             AND e.corrects IS NULL \
             AND NOT EXISTS (SELECT 1 FROM drawer_entry c WHERE c.corrects = e.entry_id) \
             GROUP BY e.terminal_no, e.currency_code, e.business_date, e.entry_type \
             ORDER BY e.terminal_no, e.currency_code, e.business_date, e.entry_type",
            params![store_no, from.as_str()],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(DaySum {
                terminal_no: row.read()?,
                currency: row.read()?,
                business_date: row.read()?,
                entry_type: entry_type(&row.read::<String>()?)?,
                amount: row.read()?,
                entries: row.read()?,
            })
        })
        .collect()
}
