//! The pieces of deposits.

use kernel::id::{LineId, OrderId, StoreNo};
use shell::db::{Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::rule::source::Source;

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
    pub source: Source,
    /// The order with which they were handed over.
    pub order_id: Option<OrderId>,
}

/// The pieces of a deposit, in the order of its basket.
pub(crate) async fn list_lines(tx: &mut Tx, deposit_id: Uuid) -> Outcome<Vec<StoredLine>> {
    let rows = tx
        .query(
            "SELECT line_id, item_no, size_code, name, picture, quantity, net, source, \
             order_id \
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
                source: read_source(&row.read::<String>()?)?,
                order_id: row.read()?,
            })
        })
        .collect()
}

fn read_source(name: &str) -> Outcome<Source> {
    Source::parse(name)
        .ok_or_else(|| Failure::internal(format!("no pieces of a deposit come from {name}")))
}

/// How many pieces of an item and size other stores have free, or are on their way to a store.
pub(crate) async fn count_elsewhere(
    tx: &mut Tx,
    store_no: &StoreNo,
    (item_no, size_code): (&str, &str),
) -> Outcome<i64> {
    let mut row = tx
        .query_one(
            "SELECT CAST(COALESCE(SUM(CASE WHEN store_no = $1 THEN in_transit_in \
             WHEN on_hand > reserved THEN on_hand - reserved ELSE 0 END), 0) AS BIGINT) \
             FROM stock WHERE item_no = $2 AND size_code = $3",
            params![store_no, item_no, size_code],
        )
        .await?;
    Ok(row.read()?)
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
         picture, quantity, net, source) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        params![
            line.line_id,
            deposit_id,
            position,
            &line.item_no,
            &line.size_code,
            &line.name,
            &line.picture,
            line.quantity,
            line.net,
            line.source.name()
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
