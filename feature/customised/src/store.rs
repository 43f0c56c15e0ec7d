//! The tables of this feature: the models, and what lines of baskets and orders are made like.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{BasketId, LineId, OrderId, StaffId, StoreNo};
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};

use crate::rule::family::Family;
use crate::rule::lead_time::{Closed, days};
use crate::rule::order::{Customisation, Medal, Model, Plate, Side, Symbol};
use crate::unknown_model;

/// What is between the names in a column that lists some.
const BETWEEN: char = ',';

/// The models that can be made, in their order.
///
/// # Errors
/// The database's failure.
pub async fn models(tx: &mut Tx) -> Outcome<Arc<Vec<Model>>> {
    if let Some(kept) = tx.kept_reference::<Vec<Model>>("").await? {
        return Ok(kept);
    }
    let rows = tx
        .query(
            "SELECT m.item_no, i.name, m.family, m.model_code, m.colour, m.characters_max, \
             m.lines_max, m.line_characters_max, m.medals_max, m.sides, m.symbols, \
             m.engraving_item_no, m.plate_x, m.plate_y, m.plate_width, m.plate_height, m.plate_sag \
             FROM customised_model m JOIN item i ON i.item_no = m.item_no ORDER BY m.position",
            params![],
        )
        .await?;
    let models: Outcome<Vec<Model>> = rows
        .into_iter()
        .map(|mut row| read_model(&mut row))
        .collect();
    Ok(tx.keep_reference("", models?).await?)
}

fn read_model(row: &mut Row) -> Outcome<Model> {
    Ok(Model {
        item_no: row.read()?,
        name: row.read()?,
        family: read_family(row)?,
        model_code: row.read()?,
        colour: row.read()?,
        characters_max: read_count(row)?,
        lines_max: read_count(row)?,
        line_characters_max: read_count(row)?,
        medals_max: read_count(row)?,
        sides: read_names(row, Side::parse)?,
        symbols: read_names(row, Symbol::parse)?,
        engraving_item_no: row.read()?,
        plate: Plate {
            x: row.read()?,
            y: row.read()?,
            width: row.read()?,
            height: row.read()?,
            sag: row.read()?,
        },
    })
}

fn read_family(row: &mut Row) -> Outcome<Family> {
    let name: String = row.read()?;
    Family::parse(&name).ok_or_else(|| Failure::internal(format!("no family {name}")))
}

fn read_count(row: &mut Row) -> Outcome<usize> {
    let count: i64 = row.read()?;
    usize::try_from(count).map_err(Failure::internal)
}

fn read_names<T>(row: &mut Row, parse: fn(&str) -> Option<T>) -> Outcome<Vec<T>> {
    let names: String = row.read()?;
    Ok(names.split(BETWEEN).filter_map(parse).collect())
}

/// The model of an item.
///
/// # Errors
/// [`crate::MODEL_UNKNOWN`] when it is not made to order.
pub async fn get_model(tx: &mut Tx, item_no: &str) -> Outcome<Model> {
    let models = models(tx).await?;
    models
        .iter()
        .find(|model| model.item_no == item_no)
        .cloned()
        .ok_or_else(|| unknown_model(item_no).into())
}

/// The medals that are clipped on other pieces.
#[must_use]
pub fn medals(models: &[Model]) -> Vec<Medal> {
    models
        .iter()
        .filter(|model| model.family == Family::ClipMedal)
        .map(|model| Medal {
            item_no: model.item_no.clone(),
            name: model.name.clone(),
        })
        .collect()
}

/// Adds a model, as demonstrations do.
///
/// # Errors
/// When the item is not there, or has a model already.
pub async fn insert_model(tx: &mut Tx, position: i64, model: &Model) -> Outcome<()> {
    let count = |count: usize| i64::try_from(count).map_err(Failure::internal);
    let sides: Vec<&str> = model.sides.iter().map(|side| side.name()).collect();
    let symbols: Vec<&str> = model.symbols.iter().map(|symbol| symbol.name()).collect();
    let plate = model.plate;
    tx.execute_one(
        "INSERT INTO customised_model (item_no, position, family, model_code, colour, \
         characters_max, lines_max, line_characters_max, medals_max, sides, symbols, \
         engraving_item_no, plate_x, plate_y, plate_width, plate_height, plate_sag) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)",
        params![
            &model.item_no,
            position,
            model.family.name(),
            &model.model_code,
            &model.colour,
            count(model.characters_max)?,
            count(model.lines_max)?,
            count(model.line_characters_max)?,
            count(model.medals_max)?,
            sides.join(","),
            symbols.join(","),
            model.engraving_item_no.as_deref(),
            plate.x,
            plate.y,
            plate.width,
            plate.height,
            plate.sag
        ],
    )
    .await?;
    Ok(())
}

/// When a store is closed, from a date on.
///
/// # Errors
/// The database's failure.
pub async fn closed_days(tx: &mut Tx, store_no: &StoreNo, from: Date) -> Outcome<Closed> {
    let mut row = tx
        .query_one(
            "SELECT closed_weekdays FROM store WHERE store_no = $1",
            params![store_no],
        )
        .await?;
    let weekdays: String = row.read()?;
    let mut closed = Closed::default();
    for (place, letter) in closed.weekdays.iter_mut().zip(weekdays.chars()) {
        *place = letter == 'X';
    }
    let rows = tx
        .query(
            "SELECT closed_on FROM store_closed_day WHERE store_no = $1 AND closed_on >= $2",
            params![store_no, from],
        )
        .await?;
    for mut row in rows {
        closed.dates.insert(row.read()?);
    }
    Ok(closed)
}

const COLUMNS: &str = "family, text_typed, text_engraved, side, symbol, message_typed, \
     message_engraved, medals, engraving_item_no";

fn read_customisation(row: &mut Row) -> Outcome<Customisation> {
    Ok(Customisation {
        family: read_family(row)?,
        typed: row.read()?,
        engraved: row.read()?,
        side: read_optional(row, Side::parse)?,
        symbol: read_optional(row, Symbol::parse)?,
        message_typed: read_list(row)?,
        message: read_list(row)?,
        medals: read_list(row)?,
        engraving_item_no: row.read()?,
    })
}

fn read_optional<T>(row: &mut Row, parse: fn(&str) -> Option<T>) -> Outcome<Option<T>> {
    let name: Option<String> = row.read()?;
    Ok(name.as_deref().and_then(parse))
}

fn read_list<T: serde::de::DeserializeOwned>(row: &mut Row) -> Outcome<Vec<T>> {
    let list: String = row.read()?;
    serde_json::from_str(&list).map_err(Failure::internal)
}

fn list<T: serde::Serialize>(values: &[T]) -> Outcome<String> {
    serde_json::to_string(values).map_err(Failure::internal)
}

/// What the customised lines of a basket are made like.
///
/// # Errors
/// The database's failure.
pub async fn of_basket(
    tx: &mut Tx,
    basket_id: BasketId,
) -> Outcome<HashMap<LineId, Customisation>> {
    let sql =
        format!("SELECT line_id, {COLUMNS} FROM basket_line_customisation WHERE basket_id = $1");
    let rows = tx.query(&sql, params![basket_id]).await?;
    rows.into_iter()
        .map(|mut row| Ok((row.read()?, read_customisation(&mut row)?)))
        .collect()
}

/// Keeps what a line of a basket is made like, in place of what it was.
///
/// # Errors
/// The database's failure.
pub async fn keep_for_line(
    tx: &mut Tx,
    (basket_id, line_id): (BasketId, LineId),
    made: &Customisation,
    (checked_by, checked_at): (&StaffId, Timestamp),
) -> Outcome<()> {
    tx.execute(
        "DELETE FROM basket_line_customisation WHERE line_id = $1",
        params![line_id],
    )
    .await?;
    let sql = format!(
        "INSERT INTO basket_line_customisation (line_id, basket_id, checked_by, checked_at, \
         {COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
    );
    tx.execute_one(
        &sql,
        params![
            line_id,
            basket_id,
            checked_by,
            checked_at,
            made.family.name(),
            &made.typed,
            &made.engraved,
            made.side.map(Side::name),
            made.symbol.map(Symbol::name),
            list(&made.message_typed)?,
            list(&made.message)?,
            list(&made.medals)?,
            made.engraving_item_no.as_deref()
        ],
    )
    .await?;
    Ok(())
}

/// Writes down with an order what a line of its basket is made like, and for when it is promised.
///
/// # Errors
/// The database's failure.
pub async fn sell(
    tx: &mut Tx,
    order_id: OrderId,
    line_id: LineId,
    (family, promised_on): (Family, Date),
) -> Outcome<()> {
    let (_, longest) = days(family);
    let sql = format!(
        "INSERT INTO sales_order_customisation (line_id, order_id, lead_time_days, promised_on, \
         checked_by, checked_at, {COLUMNS}) SELECT line_id, $2, $3, $4, checked_by, checked_at, \
         {COLUMNS} FROM basket_line_customisation WHERE line_id = $1"
    );
    tx.execute_one(&sql, params![line_id, order_id, longest, promised_on])
        .await?;
    Ok(())
}

/// What the customised lines of an order are made like, and for when they are promised.
///
/// # Errors
/// The database's failure.
pub async fn of_order(
    tx: &mut Tx,
    order_id: OrderId,
) -> Outcome<HashMap<LineId, (Customisation, Date)>> {
    let sql = format!(
        "SELECT line_id, promised_on, {COLUMNS} FROM sales_order_customisation \
         WHERE order_id = $1"
    );
    let rows = tx.query(&sql, params![order_id]).await?;
    rows.into_iter()
        .map(|mut row| {
            let (line_id, promised_on) = (row.read()?, row.read()?);
            Ok((line_id, (read_customisation(&mut row)?, promised_on)))
        })
        .collect()
}
