//! What other features keep and a statement needs to know.

use std::collections::BTreeMap;

use jiff::civil::Date;
use kernel::id::{StaffId, StoreNo, TerminalNo};
use kernel::{Currency, Money};
use payment::rule::exchange::Rate;
use payment::rule::kind::TenderType;
use shell::db::{FromRow, Tx, params};
use shell::{Failure, Outcome};

/// The most tills of a store, and tenders of a company, that are read.
const ROWS_MAX: i64 = 1_000;

/// The tills of a store with their names.
pub(crate) async fn tills_of(
    tx: &mut Tx,
    store_no: &StoreNo,
) -> Outcome<BTreeMap<TerminalNo, String>> {
    let rows = tx
        .query(
            "SELECT terminal_no, name FROM terminal WHERE store_no = $1 \
             ORDER BY terminal_no LIMIT $2",
            params![store_no, ROWS_MAX],
        )
        .await?;
    rows.into_iter().map(FromRow::from_row).collect()
}

/// What a tender is, on the terms of a store.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub tender_code: String,
    pub name: String,
    pub tender_type: TenderType,
    pub currency: Option<Currency>,
    pub counting_required: bool,
    /// Whether the store takes it at all.
    pub is_taken: bool,
}

impl Kind {
    /// The currency of the drawer that it fills, in a store whose money is `own`; none of what lies in no drawer.
    pub(crate) fn drawer_currency(&self, own: Currency) -> Option<Currency> {
        match self.tender_type {
            TenderType::Cash => Some(own),
            TenderType::FxCash => self.currency,
            _ => None,
        }
    }
}

/// All tenders on the terms of a store.
pub(crate) async fn tender_kinds(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Vec<Kind>> {
    let rows = tx
        .query(
            "SELECT t.tender_code, t.name, t.tender_type, t.currency_code, t.counting_required, \
             s.has_own_terms, s.counting_required FROM tender t \
             LEFT JOIN tender_store s ON s.tender_code = t.tender_code AND s.store_no = $1 \
             ORDER BY t.tender_code LIMIT $2",
            params![store_no, ROWS_MAX],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let (tender_code, name) = (row.read()?, row.read()?);
            let type_name: String = row.read()?;
            let currency: Option<String> = row.read()?;
            let usual: bool = row.read()?;
            let has_own: Option<bool> = row.read()?;
            let own: Option<bool> = row.read()?;
            Ok(Kind {
                tender_code,
                name,
                tender_type: TenderType::parse(&type_name)
                    .ok_or_else(|| Failure::internal(format!("no type of tender {type_name}")))?,
                currency: currency.as_deref().and_then(Currency::parse),
                counting_required: own.filter(|_| has_own.unwrap_or_default()).unwrap_or(usual),
                is_taken: has_own.is_some(),
            })
        })
        .collect()
}

/// What foreign money is worth on a day, with its sign, in minor units of a currency; none when nobody knows.
pub(crate) async fn worth_on(
    tx: &mut Tx,
    money: Money,
    (currency, day): (Currency, Date),
) -> Outcome<Option<i64>> {
    let rate = foreign_rate(tx, (currency, money.currency), day).await?;
    let absolute = Money::new(money.minor.abs(), money.currency);
    Ok(rate.map(|rate| rate.worth(absolute).minor * money.minor.signum()))
}

async fn foreign_rate(
    tx: &mut Tx,
    (currency, foreign): (Currency, Currency),
    day: Date,
) -> Outcome<Option<Rate>> {
    let row = tx
        .query_opt(
            "SELECT valid_from, rate FROM exchange_rate WHERE currency_code = $1 \
             AND foreign_code = $2 AND valid_from <= $3 ORDER BY valid_from DESC LIMIT 1",
            params![currency.code(), foreign.code(), day],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    Ok(Some(Rate {
        foreign,
        currency,
        valid_from: row.read()?,
        rate: row.read()?,
    }))
}

/// A till of a store at which a payment is under way or in doubt, with the name of what is under way:
/// an attempt, or a basket that is being paid.
pub(crate) async fn busy_till(
    tx: &mut Tx,
    store_no: &StoreNo,
) -> Outcome<Option<(TerminalNo, bool)>> {
    let attempt = tx
        .query_opt(
            // By till: what is live has an index by it.
            "SELECT a.terminal_no FROM payment_attempt a WHERE a.is_live AND a.terminal_no IN \
             (SELECT t.terminal_no FROM terminal t WHERE t.store_no = $1) \
             ORDER BY a.terminal_no LIMIT 1",
            params![store_no],
        )
        .await?;
    if let Some(mut row) = attempt {
        return Ok(Some((row.read()?, true)));
    }
    let basket = tx
        .query_opt(
            // The first condition names the partial index, the second one what is wanted.
            "SELECT terminal_no FROM basket WHERE state IN ('OPEN', 'PAYING') \
             AND state = 'PAYING' AND store_no = $1 ORDER BY terminal_no LIMIT 1",
            params![store_no],
        )
        .await?;
    basket.map(|mut row| Ok((row.read()?, false))).transpose()
}

/// How many orders a store has completed on a business date.
pub(crate) async fn count_orders(tx: &mut Tx, store_no: &StoreNo, date: Date) -> Outcome<i64> {
    let mut row = tx
        .query_one(
            "SELECT COUNT(*) FROM sales_order WHERE store_no = $1 AND business_date = $2",
            params![store_no, date],
        )
        .await?;
    Ok(row.read()?)
}

/// The first date before another one with an order or a deposit payment that is in no statement, and
/// for which none was posted; `from` bounds the search.
pub(crate) async fn open_date(
    tx: &mut Tx,
    store_no: &StoreNo,
    (from, before): (Date, Date),
) -> Outcome<Option<Date>> {
    let row = tx
        .query_opt(
            "SELECT x.business_date FROM \
             (SELECT o.business_date FROM sales_order o WHERE o.store_no = $1 \
              AND o.business_date > $2 AND o.business_date < $3 AND NOT EXISTS \
              (SELECT 1 FROM statement_order s WHERE s.order_id = o.order_id) \
              UNION ALL SELECT l.business_date FROM deposit_ledger l WHERE l.store_no = $1 \
              AND l.business_date > $2 AND l.business_date < $3 \
              AND l.entry_type IN ('PAY', 'GIVE_BACK') AND NOT EXISTS \
              (SELECT 1 FROM statement_deposit_entry s WHERE s.entry_id = l.entry_id)) x \
             ORDER BY x.business_date LIMIT 1",
            params![store_no, from, before],
        )
        .await?;
    Ok(row.map(|mut row| row.read()).transpose()?)
}

/// The first business date before another one, and after the last posted one, with an order.
pub(crate) async fn unposted_date(
    tx: &mut Tx,
    store_no: &StoreNo,
    (posted, before): (Option<Date>, Date),
) -> Outcome<Option<Date>> {
    let posted = posted.map(|date| date.to_string()).unwrap_or_default();
    let row = tx
        .query_opt(
            "SELECT business_date FROM sales_order WHERE store_no = $1 AND business_date > $2 \
             AND business_date < $3 ORDER BY business_date LIMIT 1",
            params![store_no, posted.as_str(), before],
        )
        .await?;
    Ok(row.map(|mut row| row.read()).transpose()?)
}

/// Whether somebody sees the statements of a store: their own, or a linked one.
pub(crate) async fn is_visible(
    tx: &mut Tx,
    staff_id: &StaffId,
    store_no: &StoreNo,
) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT store_no FROM salesperson_store WHERE staff_id = $1 AND store_no = $2",
            params![staff_id, store_no],
        )
        .await?;
    Ok(row.is_some())
}
