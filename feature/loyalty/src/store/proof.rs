//! What proves that accounts, lots, ledger and journal say the same.

use kernel::Currency;
use shell::Outcome;
use shell::db::{FromRow, Row, Tx, params};
use uuid::Uuid;

/// Two figures that should be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// What it is about.
    pub what: String,
    pub expected: String,
    pub found: String,
}

fn difference(what: &str) -> impl FnMut(Row) -> Outcome<Difference> {
    move |mut row| {
        let key: String = row.read()?;
        let (summed, held): (i64, i64) = (row.read()?, row.read()?);
        Ok(Difference {
            what: format!("{what} {key}"),
            expected: summed.to_string(),
            found: held.to_string(),
        })
    }
}

/// Accounts that are not the sum of their ledger, or of their lots, in credit or in points.
pub(crate) async fn accounts(tx: &mut Tx) -> Outcome<Vec<Difference>> {
    let entries = "(SELECT CAST(COALESCE(SUM(e.!), 0) AS BIGINT) FROM loyalty_entry e \
         WHERE e.customer_id = a.customer_id AND e.currency_code = a.currency_code @)";
    let lots = "(SELECT CAST(COALESCE(SUM(l.remaining), 0) AS BIGINT) FROM loyalty_lot l \
         WHERE l.customer_id = a.customer_id AND l.currency_code = a.currency_code)";
    let sum = |column: &str, only: &str| entries.replace('!', column).replace('@', only);
    let spent = "AND e.entry_type IN ('REDEEM', 'RESTORE')";
    let mut found = Vec::new();
    for (what, held, summed) in [
        (
            "loyalty_account balance by entries",
            "a.balance",
            sum("amount", ""),
        ),
        (
            "loyalty_account balance by lots",
            "a.balance",
            lots.to_owned(),
        ),
        ("loyalty_account points", "a.points", sum("points", "")),
        (
            "loyalty_account redeemed",
            "-a.redeemed",
            sum("amount", spent),
        ),
    ] {
        let sql = format!(
            "SELECT CAST(c.customer_no AS TEXT) || ' ' || a.currency_code, {summed}, {held} \
             FROM loyalty_account a JOIN customer c ON c.customer_id = a.customer_id \
             WHERE {summed} <> {held} ORDER BY a.customer_id LIMIT 1000"
        );
        let rows = tx.query(&sql, params![]).await?;
        let rows = rows.into_iter().map(difference(what));
        found.extend(rows.collect::<Outcome<Vec<_>>>()?);
    }
    Ok(found)
}

/// Lots and entries that are not the sum of their parts.
pub(crate) async fn parts(tx: &mut Tx) -> Outcome<Vec<Difference>> {
    let mut found = Vec::new();
    for (what, table, key, held) in [
        (
            "loyalty_lot remaining",
            "loyalty_lot",
            "lot_id",
            "remaining",
        ),
        (
            "loyalty_entry amount",
            "loyalty_entry",
            "entry_id",
            "amount",
        ),
    ] {
        let summed = format!(
            "(SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM loyalty_part p \
             WHERE p.{key} = t.{key})"
        );
        let sql = format!(
            "SELECT t.{key}, {summed}, t.{held} FROM {table} t \
             WHERE {summed} <> t.{held} ORDER BY t.{key} LIMIT 1000"
        );
        for mut row in tx.query(&sql, params![]).await? {
            let id: Uuid = row.read()?;
            let (summed, held): (i64, i64) = (row.read()?, row.read()?);
            found.push(Difference {
                what: format!("{what} {id}"),
                expected: summed.to_string(),
                found: held.to_string(),
            });
        }
    }
    Ok(found)
}

/// An entry of the ledger beside what the journal states of it.
pub(crate) struct Proved {
    pub entry_id: Uuid,
    pub entry_type: String,
    pub customer_id: Uuid,
    pub amount: i64,
    pub balance: i64,
    pub points: i64,
    pub currency: Currency,
    pub reason: Option<String>,
    /// Kind and payload of the journal's entry; none where there is none.
    pub stated: Option<(String, Vec<u8>)>,
}

/// Entries behind one of them.
pub(crate) async fn entries(tx: &mut Tx, after: Uuid, rows: i64) -> Outcome<Vec<Proved>> {
    let rows = tx
        .query(
            "SELECT e.entry_id, e.entry_type, e.customer_id, e.amount, e.balance, e.points, \
             e.currency_code, e.reason, j.kind, j.payload FROM loyalty_entry e LEFT JOIN journal_entry j \
             ON j.chain_id = e.journal_chain AND j.seq = e.journal_seq \
             WHERE e.entry_id > $1 ORDER BY e.entry_id LIMIT $2",
            params![after, rows],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let (entry_id, entry_type, customer_id) = (row.read()?, row.read()?, row.read()?);
            let (amount, balance, points) = (row.read()?, row.read()?, row.read()?);
            let (currency, reason) = (row.read()?, row.read()?);
            let (kind, payload): (Option<String>, Option<Vec<u8>>) = (row.read()?, row.read()?);
            Ok(Proved {
                entry_id,
                entry_type,
                customer_id,
                amount,
                balance,
                points,
                currency,
                reason,
                stated: kind.zip(payload),
            })
        })
        .collect()
}

/// Entries of the journal about credit that no ledger has: chain and place.
pub(crate) async fn strays(tx: &mut Tx) -> Outcome<Vec<(String, i64)>> {
    let rows = tx
        .query(
            "SELECT j.chain_id, j.seq FROM journal_entry j LEFT JOIN loyalty_entry e \
             ON e.journal_chain = j.chain_id AND e.journal_seq = j.seq \
             WHERE j.kind = 'credit' AND e.entry_id IS NULL \
             ORDER BY j.chain_id, j.seq LIMIT 1000",
            params![],
        )
        .await?;
    rows.into_iter().map(FromRow::from_row).collect()
}
