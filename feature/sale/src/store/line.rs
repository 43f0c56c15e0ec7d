//! The lines of baskets.

use jiff::civil::Date;
use kernel::id::{BasketId, LineId, StaffId};
use kernel::weight::Weight;
use promotion::rule::campaign::CampaignId;
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};

use super::Basket;
use super::discount::read_manual;
use crate::LINE_NOT_FOUND;
use crate::rule::discount::ReasonCode;
use crate::rule::line::{ByWeight, Entered, Line, LineItem, Lock, PriceOverride};

/// A line, as it is stored.
#[derive(Clone, Debug)]
pub struct StoredLine {
    /// What the rules look at.
    pub line: Line,
    /// The item's name.
    pub name: String,
    /// The item's picture.
    pub picture: String,
    /// A note.
    pub note: String,
    /// Pieces still free besides its own.
    pub available: i64,
    /// The order for which it was chosen, of a gift: any other takes it away.
    pub gift_for: Option<String>,
    /// The campaign whose gift it is; none for the bag that comes with one.
    pub campaign_id: Option<CampaignId>,
    /// The day for which it is promised, of what is made to order.
    pub promised_on: Option<Date>,
}

/// What [`read_item`] reads.
const ITEM_COLUMNS: &str = "i.no_stock_posting, i.unit, i.vat_posting_group, i.item_class_code, \
     i.discountable, i.keying_in_price, i.keyed_min, i.keyed_max, i.unit_weight, \
     i.pricing_method, i.metal_item_no, i.labour_item_no, i.fineness, c.carries_certificate, \
     c.carries_stock_no";
const PLACE_COLUMNS: &str = "l.line_id, l.position, l.quantity, COALESCE(s.quantity, 0), \
     l.below_stock, l.item_no, l.size_code";
const LINE_COLUMNS: &str = "l.keyed_price, l.override_price, l.override_reason, l.override_by, l.override_approved_by, \
     l.weight, l.locked_price, l.locked_on, l.locked_at, l.reference, l.stock_no, \
     d.kind, d.value, d.basis, d.reason_code, d.given_by, d.approved_by, d.granted, \
     i.name, i.picture, l.note, COALESCE(k.on_hand - k.reserved, 0), l.gift_for, l.campaign_id, \
     l.deposit, l.customised";

/// The lines of a basket with what the rules need of their items.
///
/// # Errors
/// The database's failure.
pub async fn list_lines(tx: &mut Tx, basket_id: BasketId) -> Outcome<Vec<StoredLine>> {
    let sql = format!(
        "SELECT {PLACE_COLUMNS}, {ITEM_COLUMNS}, {LINE_COLUMNS} FROM basket_line l JOIN item i ON i.item_no = l.item_no \
         JOIN item_class c ON c.item_class_code = i.item_class_code \
         JOIN basket b ON b.basket_id = l.basket_id \
         LEFT JOIN stock_lease s ON s.line_id = l.line_id \
         LEFT JOIN stock k ON k.store_no = b.store_no AND k.item_no = l.item_no \
         AND k.size_code = l.size_code \
         LEFT JOIN manual_discount d ON d.line_id = l.line_id \
         WHERE l.basket_id = $1 ORDER BY l.position"
    );
    let rows = tx.query(&sql, params![basket_id]).await?;
    let mut is_customised = false;
    let mut lines = Vec::with_capacity(rows.len());
    for mut row in rows {
        lines.push(read_line(&mut row)?);
        is_customised |= row.read::<bool>()?;
    }
    if is_customised {
        let mut made = customised::store::of_basket(tx, basket_id).await?;
        for stored in &mut lines {
            stored.line.customisation = made.remove(&stored.line.line_id);
        }
    }
    if lines.iter().any(|stored| stored.line.sells_gift_card()) {
        let mut cards = gift_card::line::of_basket(tx, basket_id).await?;
        for stored in &mut lines {
            stored.line.gift_card = cards.remove(&stored.line.line_id);
        }
    }
    if lines
        .iter()
        .any(|stored| stored.line.item.carries_certificate)
    {
        add_certificates(tx, basket_id, &mut lines).await?;
    }
    Ok(lines)
}

async fn add_certificates(
    tx: &mut Tx,
    basket_id: BasketId,
    lines: &mut [StoredLine],
) -> Outcome<()> {
    let rows = tx
        .query(
            "SELECT line_id, certificate_no FROM basket_certificate WHERE basket_id = $1 \
             ORDER BY position",
            params![basket_id],
        )
        .await?;
    for mut row in rows {
        let line_id: LineId = row.read()?;
        let certificate_no = row.read()?;
        let line = lines
            .iter_mut()
            .find(|stored| stored.line.line_id == line_id);
        if let Some(stored) = line {
            stored.line.entered.certificate_nos.push(certificate_no);
        }
    }
    Ok(())
}

fn read_line(row: &mut Row) -> Outcome<StoredLine> {
    let line_id = row.read()?;
    let position: i64 = row.read()?;
    let mut stored = StoredLine {
        line: Line {
            line_id,
            position: u32::try_from(position).map_err(Failure::internal)?,
            quantity: row.read()?,
            reserved: row.read()?,
            below_stock: row.read()?,
            item_no: row.read()?,
            size_code: row.read()?,
            item: read_item(row)?,
            entered: read_entered(row)?,
            is_gift: false,
            is_on_deposit: false,
            manual: read_manual(row)?,
            customisation: None,
            gift_card: None,
        },
        name: row.read()?,
        picture: row.read()?,
        note: row.read()?,
        available: row.read()?,
        gift_for: row.read()?,
        campaign_id: row.read::<Option<String>>()?.map(CampaignId),
        promised_on: None,
    };
    stored.line.is_gift = stored.gift_for.is_some();
    stored.line.is_on_deposit = row.read()?;
    Ok(stored)
}

fn read_item(row: &mut Row) -> Outcome<LineItem> {
    Ok(LineItem {
        no_stock_posting: row.read()?,
        unit: row.read()?,
        vat_group: row.read()?,
        item_class: row.read()?,
        discountable: row.read()?,
        keying_in_price: row.read()?,
        keyed_min: row.read()?,
        keyed_max: row.read()?,
        unit_weight: Weight(row.read()?),
        by_weight: {
            let method: String = row.read()?;
            let (metal, labour): (Option<String>, Option<String>) = (row.read()?, row.read()?);
            let fineness: Option<i64> = row.read()?;
            // Without metal or fineness the item has no price, which its line says.
            (method == "WEIGHT").then(|| ByWeight {
                metal_item_no: metal.unwrap_or_default(),
                labour_item_no: labour,
                fineness: fineness.and_then(|it| u16::try_from(it).ok()).unwrap_or(0),
            })
        },
        carries_certificate: row.read()?,
        carries_stock_no: row.read()?,
    })
}

fn read_entered(row: &mut Row) -> Outcome<Entered> {
    let keyed_price = row.read()?;
    let (price, reason): (Option<i64>, Option<String>) = (row.read()?, row.read()?);
    let (given_by, approved_by): (Option<StaffId>, Option<StaffId>) = (row.read()?, row.read()?);
    let weight: Option<i64> = row.read()?;
    let (locked_price, locked_on) = (row.read::<Option<i64>>()?, row.read()?);
    let locked_at = row.read()?;
    let (reference, stock_no) = (row.read()?, row.read()?);
    Ok(Entered {
        keyed_price,
        price_override: price
            .zip(reason)
            .zip(given_by)
            .map(|((price, reason), given_by)| PriceOverride {
                price,
                reason: ReasonCode(reason),
                given_by,
                approved_by,
            }),
        weight: weight.map(Weight),
        lock: match (locked_price, locked_on, locked_at) {
            (Some(price), Some(business_date), Some(locked_at)) => Some(Lock {
                price,
                business_date,
                locked_at,
            }),
            _ => None,
        },
        reference,
        stock_no,
        // In a table of their own: see `add_certificates`.
        certificate_nos: Vec::new(),
    })
}

/// The line of an open basket, by its id.
///
/// # Errors
/// [`LINE_NOT_FOUND`].
pub async fn get_line(tx: &mut Tx, basket: &Basket, line_id: LineId) -> Outcome<StoredLine> {
    list_lines(tx, basket.basket_id)
        .await?
        .into_iter()
        .find(|stored| stored.line.line_id == line_id)
        .ok_or_else(|| Failure::from(&LINE_NOT_FOUND))
}

/// A size of an item that may go into a basket.
pub(crate) struct Piece {
    /// What the rules need of the item.
    pub item: LineItem,
    /// Whether shops find the item.
    pub is_sold_in_shops: bool,
    /// The line of the basket that holds it already, with its quantity; none where something was
    /// entered for that line alone.
    pub line: Option<(LineId, i64)>,
}

/// A size of an item, and the line of a basket that holds it already; none when there is no such
/// size.
pub(crate) async fn find_piece(
    tx: &mut Tx,
    basket_id: BasketId,
    item_no: &str,
    size_code: &str,
) -> Outcome<Option<Piece>> {
    let sql = format!(
        "SELECT {ITEM_COLUMNS}, i.sold_in_shops, l.line_id, l.quantity FROM item_size s \
         JOIN item i ON i.item_no = s.item_no \
         JOIN item_class c ON c.item_class_code = i.item_class_code \
         LEFT JOIN basket_line l ON l.basket_id = $1 AND l.item_no = s.item_no \
         AND l.size_code = s.size_code AND l.gift_for IS NULL AND NOT l.customised AND NOT l.deposit \
         AND l.override_price IS NULL AND l.reference = '' AND l.stock_no = '' \
         AND NOT EXISTS (SELECT 1 FROM basket_salesperson n WHERE n.line_id = l.line_id) \
         WHERE s.item_no = $2 AND s.size_code = $3 ORDER BY l.position LIMIT 1"
    );
    let row = tx
        .query_opt(&sql, params![basket_id, item_no, size_code])
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let item = read_item(&mut row)?;
    let is_sold_in_shops = row.read()?;
    let (line_id, quantity): (Option<LineId>, Option<i64>) = (row.read()?, row.read()?);
    Ok(Some(Piece {
        item,
        is_sold_in_shops,
        line: line_id.zip(quantity),
    }))
}

pub(crate) async fn insert_line(
    tx: &mut Tx,
    basket_id: BasketId,
    line_id: LineId,
    item_no: &str,
    size_code: &str,
    quantity: i64,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO basket_line (line_id, basket_id, position, item_no, size_code, quantity, \
         note, deposit) VALUES ($1, $2, \
         (SELECT COALESCE(MAX(position), 0) + 1 FROM basket_line WHERE basket_id = $2), \
         $3, $4, $5, '', $6)",
        params![line_id, basket_id, item_no, size_code, quantity, false],
    )
    .await?;
    Ok(())
}

/// Notes that a line is a piece made for one customer: nothing is added to it.
pub(crate) async fn set_customised(tx: &mut Tx, line_id: LineId) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket_line SET customised = $2 WHERE line_id = $1",
        params![line_id, true],
    )
    .await?;
    Ok(())
}

pub(crate) async fn set_line_quantity(tx: &mut Tx, line_id: LineId, quantity: i64) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket_line SET quantity = $2 WHERE line_id = $1",
        params![line_id, quantity],
    )
    .await?;
    Ok(())
}

/// More pieces of a line are sold though stock has none, as staff agreed.
///
/// # Errors
/// A fault when the store does not allow it.
pub(crate) async fn add_below_stock(tx: &mut Tx, line_id: LineId, more: i64) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket_line SET below_stock = below_stock + $2 WHERE line_id = $1 \
         AND EXISTS (SELECT 1 FROM basket b JOIN store s ON s.store_no = b.store_no \
          WHERE b.basket_id = basket_line.basket_id AND NOT s.do_not_allow_negative_inventory)",
        params![line_id, more],
    )
    .await?;
    Ok(())
}

/// Fewer pieces of a line are sold below stock.
pub(crate) async fn set_below_stock(tx: &mut Tx, line_id: LineId, pieces: i64) -> Outcome<()> {
    tx.execute(
        "UPDATE basket_line SET below_stock = $2 WHERE line_id = $1 AND below_stock > $2",
        params![line_id, pieces],
    )
    .await?;
    Ok(())
}

pub(crate) async fn set_line_size(tx: &mut Tx, line_id: LineId, size_code: &str) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket_line SET size_code = $2 WHERE line_id = $1",
        params![line_id, size_code],
    )
    .await?;
    Ok(())
}

pub(crate) async fn set_line_note(tx: &mut Tx, line_id: LineId, note: &str) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket_line SET note = $2 WHERE line_id = $1",
        params![line_id, note],
    )
    .await?;
    Ok(())
}

/// Says whether a line is put on deposit.
pub(crate) async fn set_line_deposit(
    tx: &mut Tx,
    line_id: LineId,
    is_on_deposit: bool,
) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket_line SET deposit = $2 WHERE line_id = $1",
        params![line_id, is_on_deposit],
    )
    .await?;
    Ok(())
}

pub(crate) async fn delete_line(tx: &mut Tx, line_id: LineId) -> Outcome<()> {
    for table in [
        "manual_discount",
        "basket_salesperson",
        "basket_certificate",
        "basket_line_customisation",
        "basket_line_gift_card",
    ] {
        let sql = format!("DELETE FROM {table} WHERE line_id = $1");
        tx.execute(&sql, params![line_id]).await?;
    }
    tx.execute_one(
        "DELETE FROM basket_line WHERE line_id = $1",
        params![line_id],
    )
    .await?;
    Ok(())
}

/// Whether a line's size exists for its item.
pub(crate) async fn size_exists(tx: &mut Tx, item_no: &str, size_code: &str) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM item_size WHERE item_no = $1 AND size_code = $2",
            params![item_no, size_code],
        )
        .await?;
    Ok(row.is_some())
}

/// Keeps the price that somebody typed in place of the listed one, or takes it off.
pub(crate) async fn set_price_override(
    tx: &mut Tx,
    line_id: LineId,
    typed: Option<&PriceOverride>,
) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket_line SET override_price = $2, override_reason = $3, override_by = $4, \
         override_approved_by = $5 WHERE line_id = $1",
        params![
            line_id,
            typed.map(|typed| typed.price),
            typed.map(|typed| typed.reason.as_str()),
            typed.map(|typed| &typed.given_by),
            typed.and_then(|typed| typed.approved_by.as_ref())
        ],
    )
    .await?;
    Ok(())
}

pub(crate) async fn set_weight(
    tx: &mut Tx,
    line_id: LineId,
    weight: Weight,
    approved_by: Option<&StaffId>,
) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket_line SET weight = $2, weight_approved_by = $3 WHERE line_id = $1",
        params![line_id, weight.0, approved_by],
    )
    .await?;
    Ok(())
}

/// Keeps the price that holds for a weighed piece against the board, or takes it off.
pub(crate) async fn set_lock(tx: &mut Tx, line_id: LineId, lock: Option<Lock>) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket_line SET locked_price = $2, locked_on = $3, locked_at = $4 \
         WHERE line_id = $1",
        params![
            line_id,
            lock.map(|lock| lock.price),
            lock.map(|lock| lock.business_date),
            lock.map(|lock| lock.locked_at)
        ],
    )
    .await?;
    Ok(())
}

pub(crate) async fn set_keyed_price(tx: &mut Tx, line_id: LineId, price: i64) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket_line SET keyed_price = $2 WHERE line_id = $1",
        params![line_id, price],
    )
    .await?;
    Ok(())
}

pub(crate) async fn set_reference(tx: &mut Tx, line_id: LineId, reference: &str) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket_line SET reference = $2 WHERE line_id = $1",
        params![line_id, reference],
    )
    .await?;
    Ok(())
}

pub(crate) async fn set_stock_no(tx: &mut Tx, line_id: LineId, stock_no: &str) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket_line SET stock_no = $2 WHERE line_id = $1",
        params![line_id, stock_no],
    )
    .await?;
    Ok(())
}

/// Keeps the certificates of a line in place of those that it had.
pub(crate) async fn set_certificates(
    tx: &mut Tx,
    basket_id: BasketId,
    line_id: LineId,
    certificate_nos: &[String],
) -> Outcome<()> {
    tx.execute(
        "DELETE FROM basket_certificate WHERE line_id = $1",
        params![line_id],
    )
    .await?;
    for (position, certificate_no) in (1_i64..).zip(certificate_nos) {
        tx.execute_one(
            "INSERT INTO basket_certificate (certificate_no, basket_id, line_id, position) \
             VALUES ($1, $2, $3, $4)",
            params![certificate_no, basket_id, line_id, position],
        )
        .await?;
    }
    Ok(())
}

/// Whether a certificate was sold, or stands on another line of any basket.
pub(crate) async fn certificate_is_taken(
    tx: &mut Tx,
    certificate_no: &str,
    line_id: LineId,
) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM basket_certificate WHERE certificate_no = $1 AND line_id <> $2 \
             UNION ALL SELECT 1 FROM sales_order_certificate WHERE certificate_no = $1 LIMIT 1",
            params![certificate_no, line_id],
        )
        .await?;
    Ok(row.is_some())
}
