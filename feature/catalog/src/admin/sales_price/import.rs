//! Sales prices from a table: all of its rows or none.

use std::collections::HashMap;

use axum::extract::State;
use csv::StringRecord;
use kernel::refusal::Param;
use kernel::{Currency, Refusal};
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::Desk;
use setting::entry::{SaveRequest, keep};
use shell::db::Tx;
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;

use super::create::add;
use super::key_of;
use super::row::{COLUMNS, ImportRow, read};
use crate::admin::CatalogState;
use crate::{NOT_CHANGED, TABLE_TOO_LONG, TABLE_UNREADABLE, store};

/// The most rows of a table.
const ROWS_MAX: usize = 10_000;
/// The most faults that are told at once.
const FAULTS_MAX: usize = 200;
/// What a row that names none of the optional columns leaves out.
const NEEDED: [&str; 4] = ["itemNo", "salesCode", "unit", "unitPrice"];

/// A table of prices.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ImportRequest {
    /// The table: commas or semicolons, the first row names the columns as in an export.
    #[schema(example = "itemNo,salesCode,unit,unitPrice\nBR-1042,EUR-RETAIL,PCS,149.00\n")]
    csv: String,
}

/// What is wrong with a cell.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportFaultView {
    /// The row of the table; the one that names the columns is 1.
    #[schema(example = 7)]
    row: i64,
    /// The column; blank when the whole row is wrong.
    #[schema(example = "unitPrice")]
    column: String,
    /// Why, as a key of the error catalogue.
    #[schema(example = "catalog.required")]
    key: String,
    /// Why, in English.
    #[schema(example = "This must be filled in")]
    message: String,
    /// What fills the sentence.
    params: std::collections::BTreeMap<String, Param>,
}

impl ImportFaultView {
    fn new(row: usize, refusal: &Refusal) -> Self {
        let view = refusal.view();
        Self {
            row: i64::try_from(row).unwrap_or(i64::MAX),
            column: view.field.unwrap_or_default(),
            key: view.key,
            message: refusal.message(),
            params: view.params,
        }
    }
}

/// What became of a table.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportView {
    /// How many prices are new.
    #[schema(example = 12)]
    added: i64,
    /// How many prices changed.
    #[schema(example = 3)]
    changed: i64,
    /// How many rows are as they were.
    #[schema(example = 40)]
    unchanged: i64,
    /// What is wrong; when there is anything, nothing was imported.
    faults: Vec<ImportFaultView>,
}

/// Import sales prices from a table: all of its rows, or none when one is wrong.
///
/// What is wrong is told by row and column, 200 faults at the most. A row with a `rowNo` changes
/// that price, one without it is a new price. Nothing is deleted: a price ends by its `endingDate`.
#[utoipa::path(
    post, path = "/setting/sales-price/import", tag = "catalog", request_body = ImportRequest,
    responses(
        (status = 200, description = "What became of it, or what is wrong with it",
         body = Envelope<ImportView>),
        (status = 422, description = "This is no table of prices, or it is too long"),
    ),
)]
pub(crate) async fn import_sales_prices(
    State(state): State<CatalogState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Json(request): Json<ImportRequest>,
) -> Reply {
    let desk = state.desk(&actor);
    let scope = desk.terminal_no.to_string();
    let intent = Intent::new(idempotency, "salesPrice.import", &scope, &request, desk.now)?;
    let table = parse(&request.csv)?;
    once(&state.shell, intent, (desk, table), |tx, (desk, table)| {
        Box::pin(run(tx, desk, table))
    })
    .await
}

/// A table whose columns are known.
#[derive(Clone, Debug)]
struct Table {
    places: HashMap<&'static str, usize>,
    rows: Vec<StringRecord>,
}

impl Table {
    fn cell(&self, row: usize, column: &str) -> &str {
        let place = self.places.get(column);
        let text = place.and_then(|place| self.rows.get(row)?.get(*place));
        // An export marks texts that a spreadsheet would take for a formula.
        text.map_or("", |text| text.strip_prefix('\'').unwrap_or(text))
    }
}

fn parse(text: &str) -> Result<Table, Failure> {
    let text = text.trim_start_matches('\u{feff}');
    let head = text.lines().next().unwrap_or_default();
    let delimiter = if head.matches(';').count() > head.matches(',').count() {
        b';'
    } else {
        b','
    };
    let wrong = |column: &str| {
        Refusal::new(&TABLE_UNREADABLE)
            .with("column", column)
            .at("csv")
    };
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut places = HashMap::new();
    let headers = reader.headers().map_err(|_| wrong("1"))?.clone();
    for (place, header) in headers.iter().enumerate() {
        let known = COLUMNS.into_iter().find(|column| *column == header.trim());
        let column = known.ok_or_else(|| wrong(header.trim()))?;
        if places.insert(column, place).is_some() {
            return Err(wrong(column).into());
        }
    }
    if let Some(missing) = NEEDED
        .into_iter()
        .find(|column| !places.contains_key(column))
    {
        return Err(wrong(missing).into());
    }
    let mut rows = Vec::new();
    for record in reader.records() {
        rows.push(record.map_err(|_| wrong(&(rows.len() + 2).to_string()))?);
        if rows.len() > ROWS_MAX {
            let maximum = i64::try_from(ROWS_MAX).unwrap_or(i64::MAX);
            let refusal = Refusal::new(&TABLE_TOO_LONG).with("maximum", maximum);
            return Err(refusal.at("csv").into());
        }
    }
    Ok(Table { places, rows })
}

async fn run(tx: &mut Tx, desk: &Desk, table: &Table) -> Outcome<ImportView> {
    let groups = store::price_group::read(tx, None).await?;
    let currencies: HashMap<&str, Currency> = groups
        .iter()
        .map(|group| (group.key.as_str(), group.value.currency_code))
        .collect();
    let mut view = ImportView::default();
    let mut rows = Vec::new();
    for row in 0..table.rows.len() {
        let cell = |column: &str| table.cell(row, column);
        match read(cell, |code| currencies.get(code).copied()) {
            Ok(read) => rows.push((row + 2, read)),
            Err(faults) => view.faults.extend(
                faults
                    .iter()
                    .map(|fault| ImportFaultView::new(row + 2, fault)),
            ),
        }
    }
    // What can be judged by the table alone is judged first: nothing was written then.
    if view.faults.is_empty() {
        judge(tx, &rows, &mut view.faults).await?;
    }
    if view.faults.is_empty() {
        write(tx, desk, &rows, &mut view).await?;
    }
    view.faults.truncate(FAULTS_MAX);
    Ok(view)
}

/// Judges all rows against what is kept, and against each other, before the first is written.
async fn judge(
    tx: &mut Tx,
    rows: &[(usize, ImportRow)],
    faults: &mut Vec<ImportFaultView>,
) -> Outcome<()> {
    let mut seen = std::collections::HashSet::new();
    for (row, import) in rows {
        let refusal = match check(tx, import).await {
            Ok(()) => None,
            Err(Failure::Refused(refusal)) => Some(*refusal),
            Err(failure) => return Err(failure),
        };
        let value = &import.value;
        let same = (
            (&value.item_no, &value.sales_code, &value.size_code),
            (value.starting_date, value.ending_date),
            (value.minimum_quantity, value.unit.text()),
        );
        let number = import
            .row_no
            .map(|row_no| (&value.item_no, &value.sales_code, row_no));
        let twice =
            !seen.insert((Some(same), None)) | (number.is_some() && !seen.insert((None, number)));
        let twice = twice.then(|| Refusal::new(&crate::PRICE_EXISTS).at("startingDate"));
        faults.extend(
            refusal
                .or(twice)
                .map(|refusal| ImportFaultView::new(*row, &refusal)),
        );
    }
    Ok(())
}

async fn check(tx: &mut Tx, import: &ImportRow) -> Outcome<()> {
    let value = super::accept(&import.value)?;
    super::check_references(tx, &value).await?;
    if let Some(row_no) = import.row_no {
        let key = key_of(&value.item_no, &value.sales_code, row_no);
        if store::sales_price::find(tx, &key).await?.is_none() {
            return Err(setting::entry::refused(&crate::ENTRY_NOT_FOUND, "rowNo"));
        }
    }
    super::refuse_same(tx, &value, import.row_no).await
}

async fn write(
    tx: &mut Tx,
    desk: &Desk,
    rows: &[(usize, ImportRow)],
    view: &mut ImportView,
) -> Outcome<()> {
    for (_, import) in rows {
        let value = &import.value;
        let Some(row_no) = import.row_no else {
            add(tx, desk, value).await?;
            view.added += 1;
            continue;
        };
        let key = key_of(&value.item_no, &value.sales_code, row_no);
        let stored = store::sales_price::find(tx, &key).await?;
        let request = SaveRequest {
            version: stored.map(|stored| stored.version),
            value: value.clone(),
        };
        match keep(tx, desk, &key, &request).await {
            Ok(_) => view.changed += 1,
            Err(Failure::Refused(refusal)) if refusal.kind == &NOT_CHANGED => view.unchanged += 1,
            Err(failure) => return Err(failure),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_names_its_columns() {
        let table = parse("\u{feff}\"itemNo\";salesCode;unit;unitPrice\r\n'=1;EUR;PCS;1,50\r\n");
        let table = table.unwrap();
        assert_eq!(table.cell(0, "itemNo"), "=1");
        assert_eq!(table.cell(0, "unitPrice"), "1,50");
        assert_eq!(table.cell(0, "sizeCode"), "");
        for wrong in [
            "",
            "itemNo,salesCode,unit\n",
            "itemNo,salesCode,unit,unitPrice,colour\n",
            "itemNo,itemNo,salesCode,unit,unitPrice\n",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
