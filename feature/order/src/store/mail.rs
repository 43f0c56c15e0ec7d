//! Receipts that wait to be sent, or were sent, by mail.

use jiff::Timestamp;
use kernel::id::OrderId;
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::compose::Document;
use crate::outbox::{Carried, NewMail, PaperMailView};

pub(crate) async fn insert_mail(tx: &mut Tx, mail: &NewMail<'_>) -> Outcome<()> {
    let (kind, order_id, paper_id) = match &mail.carried {
        Carried::Order(order_id, document) => (document.name(), Some(*order_id), None),
        Carried::Paper(kind, paper_id) => (kind.as_str(), None, Some(*paper_id)),
    };
    tx.execute_one(
        "INSERT INTO mail (mail_id, recipient, kind, order_id, paper_id, language_code, subject, \
         body, state, tries, next_try_at, created_at, asked_by) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'WAITING', 0, $9, $9, $10)",
        params![
            mail.mail_id,
            &mail.recipient,
            kind,
            order_id,
            paper_id,
            mail.language.tag(),
            &mail.letter.subject,
            &mail.letter.text,
            mail.at,
            mail.asked_by
        ],
    )
    .await?;
    Ok(())
}

/// How many mails an order, or a paper of another feature, has had.
pub(crate) async fn count_mails(tx: &mut Tx, id: Uuid) -> Outcome<i64> {
    let mut row = tx
        .query_one(
            "SELECT COUNT(*) FROM mail WHERE order_id = $1 OR paper_id = $1",
            params![id],
        )
        .await?;
    Ok(row.read()?)
}

/// The mails of a paper of another feature, the newest first.
pub(crate) async fn mails_of_paper(
    tx: &mut Tx,
    paper_id: Uuid,
    limit: i64,
) -> Outcome<Vec<PaperMailView>> {
    let rows = tx
        .query(
            "SELECT m.recipient, m.state, m.created_at, p.first_name || ' ' || p.last_name \
             FROM mail m LEFT JOIN salesperson p ON p.staff_id = m.asked_by \
             WHERE m.paper_id = $1 ORDER BY m.created_at DESC, m.mail_id LIMIT $2",
            params![paper_id, limit],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(PaperMailView {
                recipient: row.read()?,
                state: row.read()?,
                at: row.read()?,
                staff_name: row.read()?,
            })
        })
        .collect()
}

/// A mail whose time has come.
#[derive(Clone, Debug)]
pub(crate) struct DueMail {
    pub mail_id: Uuid,
    pub recipient: String,
    pub carried: Carried,
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
            "SELECT mail_id, recipient, order_id, paper_id, kind, language_code, subject, body, \
             tries FROM mail WHERE state = 'WAITING' AND next_try_at <= $1 \
             AND (order_id IS NOT NULL OR paper_id IS NOT NULL) \
             ORDER BY next_try_at, mail_id LIMIT $2",
            params![now, limit],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(DueMail {
                mail_id: row.read()?,
                recipient: row.read()?,
                carried: carried(&mut row)?,
                language_code: row.read()?,
                subject: row.read()?,
                text: row.read()?,
                tries: row.read()?,
            })
        })
        .collect()
}

fn carried(row: &mut Row) -> Outcome<Carried> {
    let (order_id, paper_id): (Option<OrderId>, Option<Uuid>) = (row.read()?, row.read()?);
    let kind: String = row.read()?;
    match (order_id, paper_id) {
        (Some(order_id), _) => {
            let document = Document::parse(&kind).unwrap_or_default();
            Ok(Carried::Order(order_id, document))
        }
        (None, Some(paper_id)) => Ok(Carried::Paper(kind, paper_id)),
        (None, None) => Err(Failure::internal("a mail carries nothing")),
    }
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
