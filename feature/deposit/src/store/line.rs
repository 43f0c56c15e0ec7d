//! The pieces of deposits.

use kernel::id::{LineId, OrderId};
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

/// Pieces of a deposit.
#[derive(Clone, Debug)]
pub(crate) struct StoredLine {
    pub line_id: LineId,
    pub item_no: String,
    pub size_code: String,
    pub name: String,
    pub picture: String,
    pub quantity: i64,
    pub net: i64,
    /// The order with which they were handed over.
    pub order_id: Option<OrderId>,
}

/// The pieces of a deposit, in the order of its basket.
pub(crate) async fn list_lines(tx: &mut Tx, deposit_id: Uuid) -> Outcome<Vec<StoredLine>> {
    let rows = tx
        .query(
            "SELECT line_id, item_no, size_code, name, picture, quantity, net, order_id \
             FROM deposit_line WHERE deposit_id = $1 ORDER BY position",
            params![deposit_id],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(StoredLine {
                line_id: row.read()?,
                item_no: row.read()?,
                size_code: row.read()?,
                name: row.read()?,
                picture: row.read()?,
                quantity: row.read()?,
                net: row.read()?,
                order_id: row.read()?,
            })
        })
        .collect()
}

/// Writes pieces of a deposit.
pub(crate) async fn insert_line(
    tx: &mut Tx,
    deposit_id: Uuid,
    position: i64,
    line: &StoredLine,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO deposit_line (line_id, deposit_id, position, item_no, size_code, name, \
         picture, quantity, net) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        params![
            line.line_id,
            deposit_id,
            position,
            &line.item_no,
            &line.size_code,
            &line.name,
            &line.picture,
            line.quantity,
            line.net
        ],
    )
    .await?;
    Ok(())
}

/// Writes what a piece costs from now on.
pub(crate) async fn set_net(tx: &mut Tx, line_id: LineId, net: i64) -> Outcome<()> {
    tx.execute_one(
        "UPDATE deposit_line SET net = $2 WHERE line_id = $1 AND order_id IS NULL",
        params![line_id, net],
    )
    .await?;
    Ok(())
}

/// The number of the deposit that an order settles.
pub(crate) async fn find_settled_by(tx: &mut Tx, order_id: OrderId) -> Outcome<Option<String>> {
    let row = tx
        .query_opt(
            "SELECT d.document_no FROM deposit_line l JOIN deposit d ON d.deposit_id = l.deposit_id \
             WHERE l.order_id = $1 LIMIT 1",
            params![order_id],
        )
        .await?;
    row.map(|mut row| Ok(row.read()?)).transpose()
}

/// Notes the order with which the lines of a basket were handed over.
pub(crate) async fn mark_settled(
    tx: &mut Tx,
    deposit_id: Uuid,
    line_ids: &[LineId],
    order_id: OrderId,
) -> Outcome<()> {
    for line_id in line_ids {
        tx.execute_one(
            "UPDATE deposit_line SET order_id = $3 \
             WHERE line_id = $1 AND deposit_id = $2 AND order_id IS NULL",
            params![*line_id, deposit_id, order_id],
        )
        .await?;
    }
    Ok(())
}
