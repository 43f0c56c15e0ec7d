//! What the proof compares: payments, withdrawals, moved days, new prices and copies of papers, with what the journal
//! states of them.

use journal::{Members, PAGE, Place};
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

/// By which the journal and the tables find each other: a deposit, and the receipt or the day.
pub(crate) fn key(deposit_no: &str, of: &str) -> String {
    format!("{deposit_no} {of}")
}

/// A tender in one text: its code, what it pays, what was handed over and given back, and what it says of
/// itself besides.
pub(crate) fn tender_text(
    code: &str,
    (amount, tendered, change): (i64, i64, i64),
    words: &[Option<&str>; 4],
) -> String {
    let words = words.map(|word| word.unwrap_or("-")).join(" ");
    format!("{code} {amount} {tendered} {change} {words}")
}

/// The tenders of some entries of the ledger in one text. `entries` selects them, with the number of a
/// deposit and a receipt as `$1` and `$2`.
async fn tenders(tx: &mut Tx, entries: &str, of: (&str, &str)) -> Outcome<String> {
    let sql = format!(
        "SELECT t.tender_code, t.amount, t.tendered, t.change_given, t.brand, t.last_four, \
         t.approval_code, t.reference FROM deposit d \
         JOIN deposit_ledger l ON l.deposit_id = d.deposit_id \
         JOIN deposit_tender t ON t.entry_id = l.entry_id \
         WHERE d.document_no = $1 AND l.receipt_no = $2 AND l.entry_type {entries}"
    );
    let rows = tx.query(&sql, params![of.0, of.1]).await?;
    let mut texts = Vec::with_capacity(rows.len());
    for mut row in rows {
        let code: String = row.read()?;
        let figures = (row.read()?, row.read()?, row.read()?);
        let words: [Option<String>; 4] = [row.read()?, row.read()?, row.read()?, row.read()?];
        let words = words.each_ref().map(Option::as_deref);
        texts.push(tender_text(&code, figures, &words));
    }
    texts.sort_unstable();
    Ok(texts.join("; "))
}

/// What the ledger holds of a payment; none when there is none with the receipt.
pub(crate) async fn payment(tx: &mut Tx, key: &str) -> Outcome<Option<Members>> {
    let of = key.rsplit_once(' ').unwrap_or_default();
    let row = tx
        .query_opt(
            "SELECT l.balance, l.held, d.currency_code, l.staff_id FROM deposit d \
             JOIN deposit_ledger l ON l.deposit_id = d.deposit_id \
             WHERE d.document_no = $1 AND l.receipt_no = $2 AND l.entry_type = 'PAY'",
            params![of.0, of.1],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let (balance, held): (i64, i64) = (row.read()?, row.read()?);
    Ok(Some(vec![
        ("remaining", (balance + held).to_string()),
        ("held", held.to_string()),
        ("currency", row.read()?),
        ("operator", row.read()?),
        ("tenders", tenders(tx, "= 'PAY'", of).await?),
    ]))
}

/// Payments behind one of them.
pub(crate) async fn list_payments(tx: &mut Tx, after: &str) -> Outcome<Vec<Place>> {
    let sql = "SELECT l.entry_id, d.document_no, l.receipt_no FROM deposit_ledger l \
               JOIN deposit d ON d.deposit_id = l.deposit_id WHERE l.entry_type = 'PAY' \
               AND l.entry_id > $1 ORDER BY l.entry_id LIMIT $2";
    list(tx, sql, after).await
}

/// What the tables hold of a withdrawal; none when there is none with the receipt.
pub(crate) async fn cancellation(tx: &mut Tx, key: &str) -> Outcome<Option<Members>> {
    let of = key.rsplit_once(' ').unwrap_or_default();
    let row = tx
        .query_opt(
            "SELECT c.withdrawn_by, d.currency_code, \
             CAST(-SUM(CASE WHEN l.entry_type = 'GIVE_BACK' THEN l.amount ELSE 0 END) AS BIGINT), \
             CAST(-SUM(CASE WHEN l.entry_type = 'KEEP' THEN l.amount ELSE 0 END) AS BIGINT), \
             CAST(SUM(CASE WHEN l.entry_type = 'ADD' THEN l.amount ELSE 0 END) AS BIGINT) \
             FROM deposit d JOIN deposit_ledger l ON l.deposit_id = d.deposit_id \
             JOIN deposit_cancellation c ON c.basket_id = l.basket_id \
             WHERE d.document_no = $1 AND l.receipt_no = $2 \
             AND l.entry_type IN ('GIVE_BACK', 'KEEP', 'ADD') \
             GROUP BY c.withdrawn_by, d.currency_code",
            params![of.0, of.1],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let (withdrawn_by, currency) = (row.read()?, row.read()?);
    let (given_back, kept, added): (i64, i64, i64) = (row.read()?, row.read()?, row.read()?);
    let tenders = tenders(tx, "IN ('GIVE_BACK', 'KEEP', 'ADD')", of).await?;
    Ok(Some(vec![
        ("withdrawn by", withdrawn_by),
        ("held", (given_back + kept - added).to_string()),
        ("given back", given_back.to_string()),
        ("kept", kept.to_string()),
        ("added", added.to_string()),
        ("currency", currency),
        ("tenders", tenders),
    ]))
}

/// Withdrawals that are carried out, behind one of them.
pub(crate) async fn list_cancellations(tx: &mut Tx, after: &str) -> Outcome<Vec<Place>> {
    let sql = "SELECT c.basket_id, d.document_no, MIN(l.receipt_no) FROM deposit_cancellation c \
               JOIN deposit d ON d.deposit_id = c.deposit_id \
               JOIN deposit_ledger l ON l.deposit_id = d.deposit_id AND l.basket_id = c.basket_id \
               WHERE l.entry_type IN ('GIVE_BACK', 'KEEP', 'ADD') AND c.basket_id > $1 \
               GROUP BY c.basket_id, d.document_no ORDER BY c.basket_id LIMIT $2";
    list(tx, sql, after).await
}

/// What the table holds of a last day that was moved; none when it was not moved from there.
pub(crate) async fn extension(tx: &mut Tx, key: &str) -> Outcome<Option<Members>> {
    let (deposit_no, from_date) = key.rsplit_once(' ').unwrap_or_default();
    let row = tx
        .query_opt(
            "SELECT e.to_date, e.extended_by FROM deposit d \
             JOIN deposit_extension e ON e.deposit_id = d.deposit_id \
             WHERE d.document_no = $1 AND e.from_date = $2 ORDER BY e.extension_id LIMIT 1",
            params![deposit_no, from_date],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    Ok(Some(vec![("to", row.read()?), ("operator", row.read()?)]))
}

/// Days that were moved, behind one of them.
pub(crate) async fn list_extensions(tx: &mut Tx, after: &str) -> Outcome<Vec<Place>> {
    let sql = "SELECT e.extension_id, d.document_no, e.from_date FROM deposit_extension e \
               JOIN deposit d ON d.deposit_id = e.deposit_id \
               WHERE e.extension_id > $1 ORDER BY e.extension_id LIMIT $2";
    list(tx, sql, after).await
}

async fn list(tx: &mut Tx, sql: &str, after: &str) -> Outcome<Vec<Place>> {
    let after: Uuid = after.parse().unwrap_or_default();
    let rows = tx.query(sql, params![after, PAGE]).await?;
    rows.into_iter()
        .map(|mut row| {
            let row_id: Uuid = row.read()?;
            let (deposit_no, of): (String, String) = (row.read()?, row.read()?);
            Ok((row_id.to_string(), key(&deposit_no, &of)))
        })
        .collect()
}

/// What the table holds of a new price; none when there is no such step.
pub(crate) async fn price(tx: &mut Tx, step_id: &str) -> Outcome<Option<Members>> {
    let step_id: Uuid = step_id.parse().unwrap_or_default();
    let row = tx
        .query_opt(
            "SELECT d.document_no, s.held + s.balance, s.amount, s.staff_id FROM deposit_step s \
             JOIN deposit d ON d.deposit_id = s.deposit_id \
             WHERE s.step_id = $1 AND s.step = 'REPRICED'",
            params![step_id],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let deposit_no = row.read()?;
    let (to, by): (i64, i64) = (row.read()?, row.read()?);
    Ok(Some(vec![
        ("deposit", deposit_no),
        ("to", to.to_string()),
        ("by", by.to_string()),
        ("operator", row.read()?),
    ]))
}

/// New prices behind one of them.
pub(crate) async fn list_prices(tx: &mut Tx, after: &str) -> Outcome<Vec<Place>> {
    let sql = "SELECT step_id FROM deposit_step WHERE step = 'REPRICED' AND step_id > $1 \
               ORDER BY step_id LIMIT $2";
    list_ids(tx, sql, after).await
}

/// What the table holds of another print of a paper; none when there is no such print.
pub(crate) async fn copy(tx: &mut Tx, print_id: &str) -> Outcome<Option<Members>> {
    let print_id: Uuid = print_id.parse().unwrap_or_default();
    let row = tx
        .query_opt(
            "SELECT s.step_id, s.paper_no, n.print_no, n.target, n.printed_by FROM deposit_print n \
             JOIN deposit_step s ON s.step_id = n.step_id WHERE n.print_id = $1 AND n.print_no > 1",
            params![print_id],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let (step_id, paper_no): (Uuid, String) = (row.read()?, row.read()?);
    let print_no: i64 = row.read()?;
    Ok(Some(vec![
        ("step", step_id.to_string()),
        ("paper", paper_no),
        ("print", print_no.to_string()),
        ("target", row.read()?),
        ("operator", row.read()?),
    ]))
}

/// Prints from the second of each paper on, behind one of them.
pub(crate) async fn list_copies(tx: &mut Tx, after: &str) -> Outcome<Vec<Place>> {
    let sql = "SELECT print_id FROM deposit_print WHERE print_no > 1 AND print_id > $1 \
               ORDER BY print_id LIMIT $2";
    list_ids(tx, sql, after).await
}

async fn list_ids(tx: &mut Tx, sql: &str, after: &str) -> Outcome<Vec<Place>> {
    let after: Uuid = after.parse().unwrap_or_default();
    let rows = tx.query(sql, params![after, PAGE]).await?;
    let place = |row_id: Uuid| (row_id.to_string(), row_id.to_string());
    rows.into_iter()
        .map(|mut row| Ok(place(row.read()?)))
        .collect()
}
