//! Receipts that wait to be sent, or were sent, by mail.

use jiff::Timestamp;
use kernel::id::{OrderId, StaffId};
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

use crate::compose::Document;

/// A mail about to wait.
#[derive(Clone, Debug)]
pub(crate) struct Mail<'a> {
    pub mail_id: Uuid,
    pub recipient: String,
    pub order_id: OrderId,
    pub document: Document,
    pub asked_by: &'a StaffId,
    pub language_code: String,
    pub subject: String,
    pub text: String,
    pub at: Timestamp,
}

pub(crate) async fn insert_mail(tx: &mut Tx, mail: &Mail<'_>) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO mail (mail_id, recipient, kind, order_id, language_code, subject, body, \
         state, tries, next_try_at, created_at, asked_by) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'WAITING', 0, $8, $8, $9)",
        params![
            mail.mail_id,
            &mail.recipient,
            mail.document.name(),
            mail.order_id,
            &mail.language_code,
            &mail.subject,
            &mail.text,
            mail.at,
            mail.asked_by
        ],
    )
    .await?;
    Ok(())
}

/// How many mails an order has had.
pub(crate) async fn count_mails(tx: &mut Tx, order_id: OrderId) -> Outcome<i64> {
    let mut row = tx
        .query_one(
            "SELECT COUNT(*) FROM mail WHERE order_id = $1",
            params![order_id],
        )
        .await?;
    Ok(row.read()?)
}

/// A mail whose time has come.
#[derive(Clone, Debug)]
pub(crate) struct DueMail {
    pub mail_id: Uuid,
    pub recipient: String,
    pub order_id: OrderId,
    pub document: Document,
    pub language_code: String,
    pub subject: String,
    pub text: String,
    pub tries: i64,
}

/// The mails whose time has come, the longest waiting first.
pub(crate) async fn list_due_mails(
    tx: &mut Tx,
    now: Timestamp,
    limit: i64,
) -> Outcome<Vec<DueMail>> {
    let rows = tx
        .query(
            "SELECT mail_id, recipient, order_id, kind, language_code, subject, body, tries \
             FROM mail WHERE state = 'WAITING' AND next_try_at <= $1 \
             AND kind IN ('RECEIPT', 'INVOICE') ORDER BY next_try_at, mail_id LIMIT $2",
            params![now, limit],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(DueMail {
                mail_id: row.read()?,
                recipient: row.read()?,
                order_id: row.read()?,
                document: match row.read::<String>()?.as_str() {
                    "INVOICE" => Document::Invoice,
                    _ => Document::Receipt,
                },
                language_code: row.read()?,
                subject: row.read()?,
                text: row.read()?,
                tries: row.read()?,
            })
        })
        .collect()
}

/// Counts a try before it is made; false when another process was faster. Should this one die in
/// the try, the mail waits until `next_try_at` and is tried again.
pub(crate) async fn claim_mail(
    tx: &mut Tx,
    mail: &DueMail,
    next_try_at: Timestamp,
) -> Outcome<bool> {
    let touched = tx
        .execute(
            "UPDATE mail SET tries = tries + 1, next_try_at = $3 \
             WHERE mail_id = $1 AND state = 'WAITING' AND tries = $2",
            params![mail.mail_id, mail.tries, next_try_at],
        )
        .await?;
    Ok(touched == 1)
}

/// Notes why a try failed; the mail goes on waiting.
pub(crate) async fn put_off_mail(tx: &mut Tx, mail_id: Uuid, error: &str) -> Outcome<()> {
    tx.execute_one(
        "UPDATE mail SET last_error = $2 WHERE mail_id = $1 AND state = 'WAITING'",
        params![mail_id, error],
    )
    .await?;
    Ok(())
}

/// Notes that a mail was sent, or why it is given up.
pub(crate) async fn settle_mail(
    tx: &mut Tx,
    mail_id: Uuid,
    outcome: Result<Timestamp, String>,
) -> Outcome<()> {
    let (state, sent_at, last_error) = match outcome {
        Ok(at) => ("SENT", Some(at), None),
        Err(error) => ("FAILED", None, Some(error)),
    };
    tx.execute_one(
        "UPDATE mail SET state = $2, sent_at = $3, last_error = $4 \
         WHERE mail_id = $1 AND state = 'WAITING'",
        params![mail_id, state, sent_at, last_error],
    )
    .await?;
    Ok(())
}
