//! Deposits from which somebody withdraws.

use kernel::id::BasketId;
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::rule::cancel::{Outcome as Becomes, Party};

/// What was agreed when the money began to go back.
#[derive(Clone, Debug)]
pub(crate) struct Cancellation {
    pub party: Party,
    pub reason: String,
    pub becomes: Becomes,
}

const COLUMNS: &str = "c.withdrawn_by, c.reason, c.given_back, c.kept, c.added \
     FROM deposit_cancellation c";

fn read(row: &mut Row) -> Outcome<Cancellation> {
    let party: String = row.read()?;
    Ok(Cancellation {
        party: Party::parse(&party)
            .ok_or_else(|| Failure::internal(format!("nobody withdraws as {party}")))?,
        reason: row.read()?,
        becomes: Becomes {
            given_back: row.read()?,
            kept: row.read()?,
            added: row.read()?,
        },
    })
}

/// Writes down what was agreed.
pub(crate) async fn insert_cancellation(
    tx: &mut Tx,
    (basket_id, deposit_id): (BasketId, Uuid),
    cancellation: &Cancellation,
) -> Outcome<()> {
    let becomes = cancellation.becomes;
    tx.execute_one(
        "INSERT INTO deposit_cancellation (basket_id, deposit_id, withdrawn_by, reason, \
         given_back, kept, added) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            basket_id,
            deposit_id,
            cancellation.party.name(),
            &cancellation.reason,
            becomes.given_back,
            becomes.kept,
            becomes.added
        ],
    )
    .await?;
    Ok(())
}

/// What the payment of a basket carries out.
pub(crate) async fn get_cancellation(tx: &mut Tx, basket_id: BasketId) -> Outcome<Cancellation> {
    let sql = format!("SELECT {COLUMNS} WHERE c.basket_id = $1");
    read(&mut tx.query_one(&sql, params![basket_id]).await?)
}

/// How a deposit was cancelled; none of one that was not.
pub(crate) async fn find_cancellation(
    tx: &mut Tx,
    deposit_id: Uuid,
) -> Outcome<Option<Cancellation>> {
    let sql = format!(
        "SELECT {COLUMNS} WHERE c.deposit_id = $1 AND EXISTS (SELECT 1 FROM deposit_ledger l \
         WHERE l.deposit_id = $1 AND l.basket_id = c.basket_id)"
    );
    let row = tx.query_opt(&sql, params![deposit_id]).await?;
    row.map(|mut row| read(&mut row)).transpose()
}
