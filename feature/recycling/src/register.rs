//! The register as a table for the police.

use axum::extract::State;
use axum::response::Response;
use kernel::csv::{Cell, add_row, headed};
use kernel::id::StoreNo;
use kernel::weight::Weight;
use kernel::{Currency, Money};
use serde::Deserialize;
use session::Actor;
use setting::Desk;
use setting::table::{EXPORT_ROWS_MAX, note_export};
use shell::db::{Tx, TxFuture};
use shell::http::file;
use shell::{Failure, Outcome};

use crate::rule::register::{Entry, EntryType, KeptSeller};
use crate::rule::seller::Seller;
use crate::{RecyclingState, store};

const COLUMNS: [&str; 32] = [
    "storeNo",
    "seq",
    "entry",
    "recyclingNo",
    "date",
    "line",
    "description",
    "marks",
    "metal",
    "fineness",
    "testMethod",
    "quantity",
    "grossWeight",
    "netWeight",
    "amount",
    "price",
    "tax",
    "currency",
    "meansOfPayment",
    "origin",
    "familyName",
    "givenName",
    "birthDate",
    "address",
    "documentType",
    "documentNo",
    "documentIssuer",
    "documentDate",
    "reason",
    "destination",
    "staffId",
    "hash",
];

/// What the register holds of an entry.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Content {
    recycling_no: String,
    date: String,
    origin: Option<String>,
    lines: Vec<LineContent>,
    price: i64,
    tax: i64,
    currency: String,
    means_of_payment: String,
    reason: String,
    destination: String,
    staff_id: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct LineContent {
    position: i64,
    description: String,
    marks: String,
    metal: String,
    fineness: i64,
    test_method: Option<String>,
    quantity: i64,
    gross_weight: i64,
    net_weight: i64,
    amount: i64,
}

/// The register of this store as a table: each piece with who sold it, each exit, each erasure, in
/// the order of their numbers and with their hashes.
#[utoipa::path(
    get, path = "/recycling/register/export.csv", tag = "recycling",
    responses(
        (status = 200, description = "The table", body = String, content_type = "text/csv"),
    ),
)]
pub(crate) async fn export_recycling_register(
    State(state): State<RecyclingState>,
    actor: Actor,
) -> Result<Response, Failure> {
    let store_no = actor.store_no.clone();
    let rows = state.shell.db.read(store_no, read).await?;
    let mut table = headed(&COLUMNS);
    for (entry, kept) in &rows {
        add_entry(&mut table, entry, kept.as_ref())?;
    }
    let desk = Desk::new(state.signer.clone(), &actor, state.shell.clock.now());
    note_export(&state.shell, desk, "recyclingRegister").await?;
    Ok(file::table("recycling-register.csv", table))
}

fn read<'a>(
    tx: &'a mut Tx,
    store_no: &'a StoreNo,
) -> TxFuture<'a, Vec<(Entry, Option<KeptSeller>)>> {
    Box::pin(async move {
        let entries = store::register::read(tx, store_no, 0, EXPORT_ROWS_MAX).await?;
        let last = entries.last().map_or(0, |entry| entry.seq);
        let sellers = store::register::sellers(tx, store_no, (0, last)).await?;
        let rows = entries.into_iter().map(|entry| {
            let is_purchase = entry.entry_type == EntryType::Purchase;
            let kept = sellers.get(&entry.recycling_id).filter(|_| is_purchase);
            (entry, kept.cloned())
        });
        Ok(rows.collect())
    })
}

fn add_entry(table: &mut String, entry: &Entry, kept: Option<&KeptSeller>) -> Outcome<()> {
    let content: Content = serde_json::from_str(&entry.content).map_err(Failure::internal)?;
    let seller: Option<Seller> = kept
        .map(|kept| serde_json::from_str(&kept.identity))
        .transpose()
        .map_err(Failure::internal)?;
    let hash = hex::encode(&entry.hash);
    let empty = [LineContent::default()];
    let lines = match content.lines.is_empty() {
        true => &empty[..],
        false => &content.lines,
    };
    for line in lines {
        let cells = cells(entry, &content, line, seller.as_ref(), &hash);
        let cells: Vec<Cell<'_>> = cells.iter().map(|text| Cell::Text(text)).collect();
        add_row(table, &cells);
    }
    Ok(())
}

fn cells(
    entry: &Entry,
    content: &Content,
    line: &LineContent,
    seller: Option<&Seller>,
    hash: &str,
) -> Vec<String> {
    let currency = Currency::parse(&content.currency);
    let amount = |minor: i64| {
        let figures = currency.map(|currency| Money::new(minor, currency).figures());
        figures.unwrap_or_default().replace(',', "")
    };
    let when = |is: bool, text: String| if is { text } else { String::new() };
    let is_line = line.position > 0;
    let of_seller = |read: fn(&Seller) -> String| seller.map(read).unwrap_or_default();
    vec![
        entry.store_no.clone(),
        entry.seq.to_string(),
        entry.entry_type.name().to_owned(),
        content.recycling_no.clone(),
        content.date.clone(),
        when(is_line, line.position.to_string()),
        line.description.clone(),
        line.marks.clone(),
        line.metal.clone(),
        when(is_line, line.fineness.to_string()),
        line.test_method.clone().unwrap_or_default(),
        when(is_line, line.quantity.to_string()),
        when(is_line, Weight(line.gross_weight).grams()),
        when(is_line, Weight(line.net_weight).grams()),
        when(is_line, amount(line.amount)),
        when(is_line, amount(content.price)),
        when(is_line, amount(content.tax)),
        content.currency.clone(),
        content.means_of_payment.clone(),
        content.origin.clone().unwrap_or_default(),
        of_seller(|it| it.family_name.clone()),
        of_seller(|it| it.given_name.clone()),
        of_seller(|it| it.birth_date.to_string()),
        of_seller(|it| {
            format!(
                "{}, {} {}, {}",
                it.address, it.postal_code, it.city, it.country
            )
        }),
        of_seller(|it| it.document_type.name().to_owned()),
        of_seller(|it| it.document_no.clone()),
        of_seller(|it| it.document_issuer.clone()),
        of_seller(|it| it.document_date.to_string()),
        content.reason.clone(),
        content.destination.clone(),
        content.staff_id.clone(),
        hash.to_owned(),
    ]
}
