//! Cards of lines of baskets.

use jiff::civil::Date;
use kernel::id::{BasketId, LineId, TerminalNo};
use shell::Outcome;
use shell::db::{Row, Tx, params};
use uuid::Uuid;

use super::card::{COLUMNS, Card, read};

/// The card that a line of a basket holds.
pub(crate) async fn find_by_line(tx: &mut Tx, line_id: LineId) -> Outcome<Option<Card>> {
    let sql = format!("{COLUMNS} WHERE g.line_id = $1");
    let row = tx.query_opt(&sql, params![line_id]).await?;
    row.map(read).transpose()
}

/// The card that a line of a basket tops up.
pub(crate) async fn find_by_top_up_line(tx: &mut Tx, line_id: LineId) -> Outcome<Option<Card>> {
    let sql = format!("{COLUMNS} WHERE g.top_up_line_id = $1");
    let row = tx.query_opt(&sql, params![line_id]).await?;
    row.map(read).transpose()
}

/// A card of a line of a basket.
pub(crate) struct CardOfLine {
    pub line_id: LineId,
    /// Whether the line tops it up.
    pub is_top_up: bool,
    pub card: Card,
}

const LINE_COLUMNS: &str = "SELECT l.line_id, l.is_top_up, ";

fn read_of_line(mut row: Row) -> Outcome<CardOfLine> {
    Ok(CardOfLine {
        line_id: row.read()?,
        is_top_up: row.read()?,
        card: read(row)?,
    })
}

/// The card of a line of a basket, whether the line still holds it or not.
pub(crate) async fn find_of_line(tx: &mut Tx, line_id: LineId) -> Outcome<Option<CardOfLine>> {
    let columns = COLUMNS.replacen("SELECT ", LINE_COLUMNS, 1);
    let sql = format!(
        "{columns} JOIN basket_line_gift_card l ON l.gift_card_id = g.gift_card_id \
         WHERE l.line_id = $1"
    );
    let row = tx.query_opt(&sql, params![line_id]).await?;
    row.map(read_of_line).transpose()
}

/// The cards of the lines of a basket, whether the lines still hold them or not.
pub(crate) async fn list_of_basket(tx: &mut Tx, basket_id: BasketId) -> Outcome<Vec<CardOfLine>> {
    let columns = COLUMNS.replacen("SELECT ", LINE_COLUMNS, 1);
    let sql = format!(
        "{columns} JOIN basket_line_gift_card l ON l.gift_card_id = g.gift_card_id \
         WHERE l.basket_id = $1"
    );
    let rows = tx.query(&sql, params![basket_id]).await?;
    rows.into_iter().map(read_of_line).collect()
}

/// Whether lines of a basket sell cards or top them up.
pub(crate) async fn has_card_lines(tx: &mut Tx, basket_id: BasketId) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM basket_line_gift_card WHERE basket_id = $1 LIMIT 1",
            params![basket_id],
        )
        .await?;
    Ok(row.is_some())
}

/// Whether a line of the basket at work on a till holds a card, or tops it up.
pub(crate) async fn is_in_basket_of(
    tx: &mut Tx,
    gift_card_id: Uuid,
    terminal_no: &TerminalNo,
) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM gift_card g \
             JOIN basket_line l ON l.line_id = COALESCE(g.line_id, g.top_up_line_id) \
             JOIN basket b ON b.basket_id = l.basket_id \
             WHERE g.gift_card_id = $1 AND b.terminal_no = $2 AND b.state IN ('OPEN', 'PAYING')",
            params![gift_card_id, terminal_no],
        )
        .await?;
    Ok(row.is_some())
}

/// Gives a line its card, in place of another that it had.
pub(crate) async fn attach(
    tx: &mut Tx,
    (basket_id, line_id): (BasketId, LineId),
    (gift_card_id, is_top_up): (Uuid, bool),
) -> Outcome<()> {
    tx.execute(
        "DELETE FROM basket_line_gift_card WHERE line_id = $1",
        params![line_id],
    )
    .await?;
    tx.execute_one(
        "INSERT INTO basket_line_gift_card (line_id, basket_id, gift_card_id, is_top_up) \
         VALUES ($1, $2, $3, $4)",
        params![line_id, basket_id, gift_card_id, is_top_up],
    )
    .await?;
    Ok(())
}

/// Keeps a card for the line that tops it up; it goes on paying meanwhile.
///
/// # Errors
/// A fault when another line has it.
pub(crate) async fn hold_top_up(tx: &mut Tx, card: &Card, line_id: LineId) -> Outcome<()> {
    tx.execute_one(
        "UPDATE gift_card SET top_up_line_id = $3, version = version + 1 \
         WHERE gift_card_id = $1 AND version = $2 AND top_up_line_id IS NULL",
        params![card.gift_card_id, card.version, line_id],
    )
    .await?;
    Ok(())
}

/// Lets a card go that a line would have topped up.
pub(crate) async fn release_top_up(tx: &mut Tx, line_id: LineId) -> Outcome<()> {
    tx.execute(
        "UPDATE gift_card SET top_up_line_id = NULL, version = version + 1 \
         WHERE top_up_line_id = $1",
        params![line_id],
    )
    .await?;
    Ok(())
}

/// Lets a card go that was topped up, and notes until when it holds now.
pub(crate) async fn end_top_up(
    tx: &mut Tx,
    gift_card_id: Uuid,
    expires_on: Option<Date>,
) -> Outcome<()> {
    tx.execute_one(
        "UPDATE gift_card SET top_up_line_id = NULL, expires_on = $2 WHERE gift_card_id = $1",
        params![gift_card_id, expires_on],
    )
    .await?;
    Ok(())
}
