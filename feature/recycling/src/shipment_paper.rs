//! The list of a shipment for the refiner, on paper and as a table.

use axum::extract::State;
use axum::response::Response;
use document::{DocumentError, PageTable};
use jiff::Timestamp;
use kernel::Currency;
use kernel::csv::{Cell, add_row, headed};
use kernel::id::StoreNo;
use kernel::weight::Weight;
use order::letterhead::{Letterhead, letterhead};
use order::listing::Listing;
use order::sheet::{PaperQuery, Pen};
use session::Actor;
use setting::Desk;
use setting::table::note_export;
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::{Path, Query, file};
use uuid::Uuid;

use crate::rule::metal::Metal;
use crate::store::lot::{Lot, Shipment};
use crate::{RecyclingState, store};

document::words! {
    "../label/shipment":
    title, number, shipped_at, refiner, parcel, made_at, staff, metal, gold, silver, platinum, alloy, fineness,
    pieces, gross, net, fine, refiner_weight, difference, total,
}

/// The list of a shipment as PDF: what is in the parcel, by metal and fineness, and what the refiner weighed
/// once that is known.
#[utoipa::path(
    get, path = "/recycling/shipment/{shipmentId}/export.pdf", tag = "recycling",
    params(("shipmentId" = Uuid, Path, description = "The shipment"), PaperQuery),
    responses(
        (status = 200, description = "The paper", body = String, content_type = "application/pdf"),
        (status = 404, description = "There is no such shipment"),
        (status = 422, description = "There are no papers in the language"),
        (status = 500, description = "PDF printing error"),
    ),
)]
pub(crate) async fn print_recycling_shipment(
    State(state): State<RecyclingState>,
    actor: Actor,
    Path(shipment_id): Path<Uuid>,
    Query(paper): Query<PaperQuery>,
) -> Result<Response, Failure> {
    let now = state.shell.clock.now();
    let desk = Desk::new(state.signer.clone(), &actor, now);
    let asked = Asked {
        store_no: actor.store_no.clone(),
        shipment_id,
        staff: actor.name.clone(),
        language: paper.language,
        now,
    };
    let read = state.shell.db.read(asked, read).await?;
    note_export(&state.shell, desk, "recyclingShipment").await?;
    let name = read.shipment.shipment_no.clone();
    let listing = read.listing().map_err(Failure::internal)?;
    listing.show(&name).await
}

struct Asked {
    store_no: StoreNo,
    shipment_id: Uuid,
    staff: String,
    language: Option<String>,
    now: Timestamp,
}

/// What the paper tells.
struct Paper {
    letterhead: Letterhead,
    staff: String,
    shipment: Shipment,
    now: Timestamp,
}

fn read<'a>(tx: &'a mut Tx, asked: &'a Asked) -> TxFuture<'a, Paper> {
    Box::pin(async move {
        let shipment = store::lot::get(tx, &asked.store_no, asked.shipment_id).await?;
        let language = asked.language.as_deref();
        let head = letterhead(tx, &asked.store_no, language, None).await?;
        Ok(Paper {
            letterhead: head.in_asked_language(language),
            staff: asked.staff.clone(),
            shipment,
            now: asked.now,
        })
    })
}

impl Paper {
    fn listing(self) -> Result<Listing, DocumentError> {
        let words = WORDS.of(self.letterhead.language)?;
        let pen = Pen::new(self.letterhead.language, Currency::Eur);
        let shipment = &self.shipment;
        let moment = |at: Timestamp| pen.moment(&at.to_zoned(self.letterhead.zone.clone()));
        let mut references = vec![
            (words.number.clone(), pen.set.code(&shipment.shipment_no)),
            (words.shipped_at.clone(), moment(shipment.shipped_at)),
            (words.refiner.clone(), pen.set.text(&shipment.refiner)),
        ];
        if !shipment.tracking_no.is_empty() {
            references.push((words.parcel.clone(), pen.set.code(&shipment.tracking_no)));
        }
        references.push((words.made_at.clone(), moment(self.now)));
        references.push((words.staff.clone(), pen.set.text(&self.staff)));
        Ok(Listing {
            title: words.title.clone(),
            references,
            note: None,
            table: table(words, pen, &shipment.lots),
            at: self.now,
            letterhead: self.letterhead,
        })
    }
}

fn table(words: &Words, pen: Pen, lots: &[Lot]) -> PageTable {
    let grams = |weight: Weight| pen.set.code(&weight.grams().replace('-', "\u{2212}"));
    let told = |weight: Option<Weight>| weight.map(grams).unwrap_or_default();
    let rows = lots.iter().map(|lot| {
        vec![
            metal(words, lot.metal).clone(),
            pen.number(lot.fineness),
            pen.number(lot.pieces),
            grams(lot.gross),
            grams(lot.net),
            grams(lot.fine),
            told(lot.refiner),
            told(lot.difference()),
        ]
    });
    let sum = |part: fn(&Lot) -> i64| lots.iter().map(part).sum::<i64>();
    // Metals are not added up: fine weights of gold and silver together say nothing.
    let total = vec![
        words.total.clone(),
        String::new(),
        pen.number(sum(|lot| lot.pieces)),
        grams(Weight(sum(|lot| lot.gross.0))),
        grams(Weight(sum(|lot| lot.net.0))),
        String::new(),
        String::new(),
        String::new(),
    ];
    let head = [
        &words.metal,
        &words.fineness,
        &words.pieces,
        &words.gross,
        &words.net,
        &words.fine,
        &words.refiner_weight,
        &words.difference,
    ];
    PageTable {
        title: String::new(),
        words: 1,
        head: head.map(Clone::clone).to_vec(),
        rows: rows.collect(),
        totals: vec![total],
    }
}

const fn metal(words: &Words, metal: Metal) -> &String {
    match metal {
        Metal::Gold => &words.gold,
        Metal::Silver => &words.silver,
        Metal::Platinum => &words.platinum,
        Metal::Alloy => &words.alloy,
    }
}

/// Weights are in milligrams, as whole numbers.
const COLUMNS: [&str; 12] = [
    "shipmentNo",
    "shippedAt",
    "refiner",
    "trackingNo",
    "metal",
    "fineness",
    "pieces",
    "grossMilligrams",
    "netMilligrams",
    "fineMilligrams",
    "refinerMilligrams",
    "differenceMilligrams",
];

/// The list of a shipment as a table for spreadsheets: a row for each metal and fineness, weights
/// in milligrams.
#[utoipa::path(
    get, path = "/recycling/shipment/{shipmentId}/export.csv", tag = "recycling",
    params(("shipmentId" = Uuid, Path, description = "The shipment")),
    responses(
        (status = 200, description = "The table", body = String, content_type = "text/csv"),
        (status = 404, description = "There is no such shipment"),
    ),
)]
pub(crate) async fn export_recycling_shipment(
    State(state): State<RecyclingState>,
    actor: Actor,
    Path(shipment_id): Path<Uuid>,
) -> Result<Response, Failure> {
    let input = (actor.store_no.clone(), shipment_id);
    let shipment = state
        .shell
        .db
        .read(input, |tx, (store_no, shipment_id)| {
            Box::pin(store::lot::get(tx, store_no, *shipment_id))
        })
        .await?;
    let desk = Desk::new(state.signer.clone(), &actor, state.shell.clock.now());
    note_export(&state.shell, desk, "recyclingShipment").await?;
    let mut table = headed(&COLUMNS);
    for lot in &shipment.lots {
        add_lot(&mut table, &shipment, lot);
    }
    Ok(file::table(&format!("{}.csv", shipment.shipment_no), table))
}

fn add_lot(table: &mut String, shipment: &Shipment, lot: &Lot) {
    let told = |weight: Option<Weight>| weight.map_or(Cell::Text(""), |it| Cell::Number(it.0));
    add_row(
        table,
        &[
            Cell::Text(&shipment.shipment_no),
            Cell::Text(&shipment.shipped_at.to_string()),
            Cell::Text(&shipment.refiner),
            Cell::Text(&shipment.tracking_no),
            Cell::Text(lot.metal.name()),
            Cell::Number(lot.fineness),
            Cell::Number(lot.pieces),
            Cell::Number(lot.gross.0),
            Cell::Number(lot.net.0),
            Cell::Number(lot.fine.0),
            told(lot.refiner),
            told(lot.difference()),
        ],
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_languages_have_their_own_words() {
        // "Total" is the same word in French.
        assert_eq!(WORDS.faults(2), Vec::<String>::new());
    }
}
