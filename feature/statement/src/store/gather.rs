//! What a statement gathers, and what it adds up to.

use jiff::civil::Date;
use kernel::Currency;
use kernel::id::{StoreNo, TerminalNo};
use payment::rule::kind::TenderType;
use shell::db::{FromRow, IntoValue, Row, Tx, Value, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use super::{Floats, Statement, tender_kinds};
use crate::rule::amount::{RecyclingCredits, Sums};

/// Which orders and deposit entries are added up.
#[derive(Clone, Debug)]
pub(crate) enum Scope {
    /// Those of a statement.
    Statement(String),
    /// Those that no posted statement of a store holds.
    Open(Open),
}

/// What no posted statement of a store holds.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    pub store_no: StoreNo,
    /// From which business date on it is looked for; from the first one when it is none.
    pub from: Option<Date>,
    pub to: Date,
    /// The statement at work, whose documents belong to it.
    pub statement_no: Option<String>,
    /// Of one till only.
    pub terminal_no: Option<TerminalNo>,
}

impl Scope {
    /// The ids of the orders as a table, with the parameters of [`Scope::params`].
    pub(crate) const fn orders(&self) -> &'static str {
        match self {
            Self::Statement(_) => {
                "(SELECT x.order_id FROM statement_order x WHERE x.statement_no = $1)"
            }
            Self::Open(_) => {
                "(SELECT y.order_id FROM sales_order y \
                 LEFT JOIN statement_order x ON x.order_id = y.order_id WHERE y.store_no = $1 \
                 AND y.business_date >= $2 AND y.business_date <= $3 \
                 AND ($4 = '' OR y.terminal_no = $4) \
                 AND (x.statement_no IS NULL OR x.statement_no = $5))"
            }
        }
    }

    /// The ids of the deposit entries as a table, with the same parameters.
    pub(crate) const fn entries(&self) -> &'static str {
        match self {
            Self::Statement(_) => {
                "(SELECT x.entry_id FROM statement_deposit_entry x WHERE x.statement_no = $1)"
            }
            // What a settlement applies to an order is a tender of that order.
            Self::Open(_) => {
                "(SELECT y.entry_id FROM deposit_ledger y \
                 LEFT JOIN statement_deposit_entry x ON x.entry_id = y.entry_id \
                 WHERE y.store_no = $1 AND y.business_date >= $2 AND y.business_date <= $3 \
                 AND y.entry_type IN ('PAY', 'ADD', 'GIVE_BACK', 'KEEP') \
                 AND ($4 = '' OR y.terminal_no = $4) \
                 AND (x.statement_no IS NULL OR x.statement_no = $5))"
            }
        }
    }

    /// The ids of the entries of recycling credit as a table, with the same parameters.
    pub(crate) const fn credits(&self) -> &'static str {
        match self {
            Self::Statement(_) => {
                "(SELECT x.entry_id FROM statement_recycling_entry x WHERE x.statement_no = $1)"
            }
            Self::Open(_) => {
                "(SELECT y.entry_id FROM recycling_credit_entry y \
                 JOIN store z ON z.store_no = y.store_no AND z.currency_code = y.currency_code \
                 LEFT JOIN statement_recycling_entry x ON x.entry_id = y.entry_id \
                 WHERE y.store_no = $1 AND y.business_date >= $2 AND y.business_date <= $3 \
                 AND y.entry_type IN ('GRANT', 'REVERSE', 'REPAY') \
                 AND ($4 = '' OR y.terminal_no = $4) \
                 AND (x.statement_no IS NULL OR x.statement_no = $5))"
            }
        }
    }

    /// What all three tables ask for.
    pub(crate) fn params(&self) -> Vec<Value> {
        let text = |text: Option<&str>| text.unwrap_or_default().into_value();
        match self {
            Self::Statement(statement_no) => vec![statement_no.as_str().into_value()],
            Self::Open(open) => vec![
                (&open.store_no).into_value(),
                text(open.from.map(|date| date.to_string()).as_deref()),
                open.to.into_value(),
                text(open.terminal_no.as_ref().map(TerminalNo::as_str)),
                text(open.statement_no.as_deref()),
            ],
        }
    }
}

/// What the orders and deposit payments of a statement add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gathered {
    pub sums: Sums,
    pub documents: i64,
    /// What the lines come to without their signs.
    pub absolute: i64,
    pub deposit_kept: i64,
    pub deposit_added: i64,
    pub recycling: RecyclingCredits,
}

/// What is put into a statement by [`assign`], each up to a date and when it is in none: statement, store, first
/// and last date.
const ASSIGNMENTS: [&str; 3] = [
    "INSERT INTO statement_order (order_id, statement_no) \
     SELECT o.order_id, $1 FROM sales_order o WHERE o.store_no = $2 \
     AND o.business_date >= $3 AND o.business_date <= $4 AND NOT EXISTS \
     (SELECT 1 FROM statement_order x WHERE x.order_id = o.order_id)",
    // What a settlement applies to an order is a tender of that order.
    "INSERT INTO statement_deposit_entry (entry_id, statement_no) \
     SELECT l.entry_id, $1 FROM deposit_ledger l WHERE l.store_no = $2 \
     AND l.business_date >= $3 AND l.business_date <= $4 \
     AND l.entry_type IN ('PAY', 'ADD', 'GIVE_BACK', 'KEEP') AND NOT EXISTS \
     (SELECT 1 FROM statement_deposit_entry x WHERE x.entry_id = l.entry_id)",
    "INSERT INTO statement_recycling_entry (entry_id, statement_no) \
     SELECT e.entry_id, s.statement_no FROM recycling_credit_entry e \
     JOIN statement s ON s.statement_no = $1 AND s.currency_code = e.currency_code \
     WHERE e.store_no = $2 AND e.business_date >= $3 AND e.business_date <= $4 \
     AND e.entry_type IN ('GRANT', 'REVERSE', 'REPAY') AND NOT EXISTS \
     (SELECT 1 FROM statement_recycling_entry x WHERE x.entry_id = e.entry_id)",
];

/// Puts all orders, deposit entries and recycling credit of a store up to a date into a statement that are in
/// none. Those before `from` were looked through by earlier statements.
pub(crate) async fn assign(
    tx: &mut Tx,
    statement: &Statement,
    (from, to): (Option<Date>, Date),
) -> Outcome<()> {
    let from = from.map(|date| date.to_string()).unwrap_or_default();
    for sql in ASSIGNMENTS {
        let (number, store_no) = (&statement.statement_no, &statement.store_no);
        tx.execute(sql, params![number, store_no, from.as_str(), to])
            .await?;
    }
    Ok(())
}

/// Puts all entries of the drawers of a store up to its date into a statement that are in none. Those
/// before `from` were looked through by earlier statements.
pub(crate) async fn assign_drawers(
    tx: &mut Tx,
    statement: &Statement,
    from: Option<Date>,
) -> Outcome<()> {
    let from = from.map(|date| date.to_string()).unwrap_or_default();
    tx.execute(
        "INSERT INTO statement_drawer_entry (entry_id, statement_no) \
         SELECT e.entry_id, $1 FROM drawer_entry e WHERE e.store_no = $2 \
         AND e.business_date >= $3 AND e.business_date <= $4 AND NOT EXISTS \
         (SELECT 1 FROM statement_drawer_entry x WHERE x.entry_id = e.entry_id)",
        params![
            &statement.statement_no,
            &statement.store_no,
            from.as_str(),
            statement.transaction_date
        ],
    )
    .await?;
    Ok(())
}

/// Puts an entry of a drawer into a statement.
pub(crate) async fn assign_drawer_entry(
    tx: &mut Tx,
    statement: &Statement,
    entry_id: Uuid,
) -> Outcome<()> {
    let sql = "INSERT INTO statement_drawer_entry (entry_id, statement_no) VALUES ($1, $2)";
    tx.execute_one(sql, params![entry_id, &statement.statement_no])
        .await?;
    Ok(())
}

/// Takes everything out of a statement again.
pub(crate) async fn release(tx: &mut Tx, statement_no: &str) -> Outcome<()> {
    for table in [
        "statement_order",
        "statement_deposit_entry",
        "statement_recycling_entry",
        "statement_tender",
    ] {
        let sql = format!("DELETE FROM {table} WHERE statement_no = $1");
        tx.execute(&sql, params![statement_no]).await?;
    }
    Ok(())
}

/// What a statement adds up to, but for its tenders.
pub(crate) async fn read_sums(tx: &mut Tx, scope: &Scope) -> Outcome<Gathered> {
    let mut gathered = Gathered::default();
    let sql = format!(
        "SELECT l.is_liability, CAST(SUM(l.net) AS BIGINT), CAST(SUM(l.discount) AS BIGINT), \
         CAST(SUM(ABS(l.net)) AS BIGINT) FROM {} s \
         JOIN sales_order_line l ON l.order_id = s.order_id GROUP BY l.is_liability",
        scope.orders()
    );
    let lines = tx.query(&sql, &scope.params()).await?;
    for mut row in lines {
        if row.read::<bool>()? {
            gathered.sums.gift_cards = row.read()?;
        } else {
            gathered.sums.goods = row.read()?;
            gathered.sums.discount = row.read()?;
            gathered.absolute = row.read()?;
        }
    }
    let sql = format!(
        "SELECT COUNT(*), CAST(COALESCE(SUM(o.rounding), 0) AS BIGINT) FROM {} s \
         JOIN sales_order o ON o.order_id = s.order_id",
        scope.orders()
    );
    let mut orders = tx.query_one(&sql, &scope.params()).await?;
    gathered.documents = orders.read()?;
    gathered.sums.rounding = orders.read()?;
    read_deposits(tx, scope, &mut gathered).await?;
    gathered.recycling = read_credits(tx, scope).await?;
    Ok(gathered)
}

async fn read_deposits(tx: &mut Tx, scope: &Scope, gathered: &mut Gathered) -> Outcome<()> {
    let sql = format!(
        "SELECT l.entry_type, COUNT(*), CAST(SUM(l.amount) AS BIGINT) \
         FROM {} s JOIN deposit_ledger l ON l.entry_id = s.entry_id GROUP BY l.entry_type",
        scope.entries()
    );
    let entries = tx.query(&sql, &scope.params()).await?;
    for mut row in entries {
        let entry_type: String = row.read()?;
        let (count, amount): (i64, i64) = (row.read()?, row.read()?);
        match entry_type.as_str() {
            "PAY" => {
                gathered.sums.deposits_received = amount;
                gathered.documents += count;
            }
            "GIVE_BACK" => {
                gathered.sums.deposits_paid_back = -amount;
                gathered.documents += count;
            }
            "KEEP" => gathered.deposit_kept = -amount,
            "ADD" => gathered.deposit_added = amount,
            other => return Err(Failure::internal(format!("no entry of a deposit {other}"))),
        }
    }
    let sql = format!(
        "SELECT CAST(COALESCE(SUM(t.rounding), 0) AS BIGINT) FROM {} s \
         JOIN deposit_tender t ON t.entry_id = s.entry_id",
        scope.entries()
    );
    let mut rounding = tx.query_one(&sql, &scope.params()).await?;
    gathered.sums.rounding += rounding.read::<i64>()?;
    Ok(())
}

async fn read_credits(tx: &mut Tx, scope: &Scope) -> Outcome<RecyclingCredits> {
    let sum = "CAST(COALESCE(SUM(CASE WHEN e.entry_type";
    let sql = format!(
        "SELECT {sum} <> 'REPAY' THEN e.amount ELSE 0 END), 0) AS BIGINT), \
         {sum} = 'REPAY' THEN e.amount ELSE 0 END), 0) AS BIGINT) \
         FROM {} s JOIN recycling_credit_entry e ON e.entry_id = s.entry_id",
        scope.credits()
    );
    let mut row = tx.query_one(&sql, &scope.params()).await?;
    Ok(RecyclingCredits {
        granted: row.read()?,
        repaid: row.read()?,
    })
}

/// What a till took of a tender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TenderSum {
    pub terminal_no: String,
    pub tender_code: String,
    pub name: String,
    pub tender_type: TenderType,
    pub counting_required: bool,
    pub amount: i64,
    /// How many times; change that another tender gave is none.
    pub quantity: i64,
    pub foreign_currency: Option<Currency>,
    pub foreign_amount: i64,
}

/// What tills took of tenders, without what the tenders are: till, code, name, amount, quantity, of
/// foreign cash its own amount.
pub(crate) async fn sum_tenders(
    tx: &mut Tx,
    scope: &Scope,
) -> Outcome<Vec<(String, String, String, i64, i64, i64)>> {
    let sql = format!(
        "SELECT z.terminal_no, z.tender_code, MIN(z.name), CAST(SUM(z.amount) AS BIGINT), \
         CAST(SUM(CASE WHEN b.change_of IS NULL THEN 1 ELSE 0 END) AS BIGINT), \
         CAST(SUM(COALESCE(b.foreign_amount, 0)) AS BIGINT) FROM \
         (SELECT o.terminal_no, t.tender_id, t.tender_code, t.name, \
          t.tendered - t.change_given AS amount FROM {orders} s \
          JOIN sales_order o ON o.order_id = s.order_id \
          JOIN sales_order_tender t ON t.order_id = s.order_id \
          UNION ALL SELECT l.terminal_no, t.tender_id, t.tender_code, t.name, \
          t.tendered - t.change_given AS amount FROM {entries} s \
          JOIN deposit_ledger l ON l.entry_id = s.entry_id \
          JOIN deposit_tender t ON t.entry_id = s.entry_id) z \
         LEFT JOIN basket_tender b ON b.tender_id = z.tender_id \
         GROUP BY z.terminal_no, z.tender_code ORDER BY z.tender_code, z.terminal_no",
        orders = scope.orders(),
        entries = scope.entries(),
    );
    let rows = tx.query(&sql, &scope.params()).await?;
    rows.into_iter().map(FromRow::from_row).collect()
}

/// By how much cash in the drawers of a store changed by what is completed behind the calculation of a
/// statement, and by what is booked of sales that are being paid: the next statement holds it.
pub(crate) async fn cash_since(tx: &mut Tx, statement: &Statement) -> Outcome<Floats> {
    let scope = Scope::Open(Open {
        store_no: statement.store_no.clone(),
        // Nothing of an earlier date can be completed behind its calculation.
        from: Some(statement.transaction_date),
        to: Date::MAX,
        statement_no: None,
        terminal_no: None,
    });
    let mut moved = completed(tx, &scope).await?;
    moved.extend(booked_in_payment(tx, &statement.store_no).await?);
    into_drawers(tx, statement, moved).await
}

/// What a till took of a tender: till, code, amount, of foreign cash its own amount.
type TillTender = (String, String, i64, i64);

/// What tills took in documents.
async fn completed(tx: &mut Tx, scope: &Scope) -> Outcome<Vec<TillTender>> {
    let sums = sum_tenders(tx, scope).await?.into_iter();
    let moved = sums.map(|(terminal_no, tender_code, _, amount, _, foreign_amount)| {
        (terminal_no, tender_code, amount, foreign_amount)
    });
    Ok(moved.collect())
}

/// What is booked of sales that are being paid.
async fn booked_in_payment(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Vec<TillTender>> {
    let rows = tx
        .query(
            // The first condition names the partial index, the second one what is wanted.
            "SELECT b.terminal_no, t.tender_code, \
             CAST(SUM(t.tendered - t.change_given) AS BIGINT), \
             CAST(SUM(COALESCE(t.foreign_amount, 0)) AS BIGINT) FROM basket b \
             JOIN basket_tender t ON t.basket_id = b.basket_id \
             WHERE b.state IN ('OPEN', 'PAYING') AND b.state = 'PAYING' AND b.store_no = $1 \
             GROUP BY b.terminal_no, t.tender_code",
            params![store_no],
        )
        .await?;
    rows.into_iter().map(FromRow::from_row).collect()
}

/// What the documents of a statement, or those that none holds, brought into the drawers on dates, both
/// included.
pub(crate) async fn cash_until(
    tx: &mut Tx,
    statement: &Statement,
    (from, to): (Option<Date>, Date),
) -> Outcome<Floats> {
    let scope = Scope::Open(Open {
        store_no: statement.store_no.clone(),
        from,
        to,
        statement_no: Some(statement.statement_no.clone()),
        terminal_no: None,
    });
    let moved = completed(tx, &scope).await?;
    into_drawers(tx, statement, moved).await
}

/// What of it lies in the drawers, by till and currency.
async fn into_drawers(
    tx: &mut Tx,
    statement: &Statement,
    moved: Vec<TillTender>,
) -> Outcome<Floats> {
    let mut cash = Floats::new();
    if moved.is_empty() {
        return Ok(cash);
    }
    let kinds = tender_kinds(tx, &statement.store_no).await?;
    for (terminal_no, tender_code, amount, foreign_amount) in moved {
        let kind = kinds.iter().find(|kind| kind.tender_code == tender_code);
        let currency = kind.and_then(|kind| kind.drawer_currency(statement.currency));
        if let (Some(kind), Some(currency)) = (kind, currency) {
            let is_foreign = kind.tender_type == TenderType::FxCash;
            let moved = if is_foreign { foreign_amount } else { amount };
            *cash.entry((TerminalNo(terminal_no), currency)).or_default() += moved;
        }
    }
    Ok(cash)
}

/// Keeps what a till took of a tender.
pub(crate) async fn insert_tender(tx: &mut Tx, statement_no: &str, sum: &TenderSum) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO statement_tender (statement_no, terminal_no, tender_code, name, tender_type, \
         counting_required, amount, quantity, foreign_currency, foreign_amount) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        params![
            statement_no,
            &sum.terminal_no,
            &sum.tender_code,
            &sum.name,
            sum.tender_type.name(),
            sum.counting_required,
            sum.amount,
            sum.quantity,
            sum.foreign_currency.map(Currency::code),
            sum.foreign_amount
        ],
    )
    .await?;
    Ok(())
}

/// What the tills of a statement took, in the order in which the store offers the tenders.
pub(crate) async fn list_tenders(tx: &mut Tx, statement: &Statement) -> Outcome<Vec<TenderSum>> {
    let rows = tx
        .query(
            "SELECT t.terminal_no, t.tender_code, t.name, t.tender_type, t.counting_required, \
             t.amount, t.quantity, t.foreign_currency, t.foreign_amount FROM statement_tender t \
             LEFT JOIN tender_store p ON p.tender_code = t.tender_code AND p.store_no = $2 \
             WHERE t.statement_no = $1 \
             ORDER BY COALESCE(p.position, 9999), t.tender_code, t.terminal_no",
            params![&statement.statement_no, &statement.store_no],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| read_tender(&mut row))
        .collect()
}

fn read_tender(row: &mut Row) -> Outcome<TenderSum> {
    Ok(TenderSum {
        terminal_no: row.read()?,
        tender_code: row.read()?,
        name: row.read()?,
        tender_type: {
            let name: String = row.read()?;
            TenderType::parse(&name)
                .ok_or_else(|| Failure::internal(format!("no type of tender {name}")))?
        },
        counting_required: row.read()?,
        amount: row.read()?,
        quantity: row.read()?,
        foreign_currency: {
            let code: Option<String> = row.read()?;
            code.as_deref().and_then(Currency::parse)
        },
        foreign_amount: row.read()?,
    })
}
