//! Proofs that somebody had a card in hand, mailed codes, and wrong tries.

use jiff::Timestamp;
use kernel::id::{StaffId, TerminalNo};
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

use crate::rule::tries::Tries;

/// What a proof is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To sell the card.
    Sell,
    /// To pay with it, or to top it up.
    Use,
}

impl Purpose {
    const fn name(self) -> &'static str {
        match self {
            Self::Sell => "SELL",
            Self::Use => "USE",
        }
    }
}

/// Keeps a proof until it is used or over.
pub(crate) async fn insert_proof(
    tx: &mut Tx,
    hash: &[u8],
    (gift_card_id, purpose): (Uuid, Purpose),
    (terminal_no, staff_id): (&TerminalNo, &StaffId),
    expires_at: Timestamp,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO gift_card_proof (proof_hash, gift_card_id, purpose, terminal_no, staff_id, \
         expires_at) VALUES ($1, $2, $3, $4, $5, $6)",
        params![
            hash,
            gift_card_id,
            purpose.name(),
            terminal_no,
            staff_id,
            expires_at
        ],
    )
    .await?;
    Ok(())
}

/// Uses a proof up, and says of which card it is; none when it is over, used, or of another till.
pub(crate) async fn use_proof(
    tx: &mut Tx,
    hash: &[u8],
    purpose: Purpose,
    terminal_no: &TerminalNo,
    now: Timestamp,
) -> Outcome<Option<Uuid>> {
    let row = tx
        .query_opt(
            "UPDATE gift_card_proof SET used_at = $4 WHERE proof_hash = $1 AND purpose = $2 \
             AND terminal_no = $3 AND used_at IS NULL AND expires_at > $4 RETURNING gift_card_id",
            params![hash, purpose.name(), terminal_no, now],
        )
        .await?;
    Ok(row.map(|mut row| row.read()).transpose()?)
}

/// How the wrong codes of a card number or till stand.
pub(crate) async fn find_tries(tx: &mut Tx, subject: &str) -> Outcome<Tries> {
    let row = tx
        .query_opt(
            "SELECT wrong, last_at, locked_until FROM gift_card_try WHERE subject = $1",
            params![subject],
        )
        .await?;
    let Some(mut row) = row else {
        return Ok(Tries::default());
    };
    Ok(Tries {
        wrong: row.read()?,
        last_at: Some(row.read()?),
        locked_until: row.read()?,
    })
}

/// Keeps how the wrong codes of a card number or till stand.
pub(crate) async fn count_wrong(
    tx: &mut Tx,
    subject: &str,
    tries: Tries,
    now: Timestamp,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO gift_card_try (subject, wrong, last_at, locked_until) \
         VALUES ($1, $2, $3, $4) ON CONFLICT (subject) DO UPDATE \
         SET wrong = $2, last_at = $3, locked_until = $4",
        params![subject, tries.wrong, now, tries.locked_until],
    )
    .await?;
    Ok(())
}

/// Forgets the wrong codes of a card number after a right one.
pub(crate) async fn forget_tries(tx: &mut Tx, subject: &str) -> Outcome<()> {
    tx.execute(
        "DELETE FROM gift_card_try WHERE subject = $1",
        params![subject],
    )
    .await?;
    Ok(())
}

/// Forgets tries and proofs that mean nothing any more.
pub(crate) async fn forget_old(tx: &mut Tx, before: Timestamp) -> Outcome<()> {
    tx.execute(
        "DELETE FROM gift_card_try WHERE last_at < $1",
        params![before],
    )
    .await?;
    tx.execute(
        "DELETE FROM gift_card_proof WHERE expires_at < $1",
        params![before],
    )
    .await?;
    Ok(())
}

/// Whoever a card was sold to, as far as codes are mailed to them.
pub(crate) struct Owner {
    pub gift_card_id: Uuid,
    pub last_four: String,
    pub email: String,
    pub language: Option<String>,
}

/// The customer of a card, when there is one with an address.
pub(crate) async fn find_owner(tx: &mut Tx, card_no: &str) -> Outcome<Option<Owner>> {
    let row = tx
        .query_opt(
            "SELECT g.gift_card_id, g.last_four, c.email, c.language_code FROM gift_card g \
             JOIN customer c ON c.customer_id = g.customer_id \
             WHERE g.card_no = $1 AND c.email IS NOT NULL AND c.email <> ''",
            params![card_no],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    Ok(Some(Owner {
        gift_card_id: row.read()?,
        last_four: row.read()?,
        email: row.read()?,
        language: row.read()?,
    }))
}
