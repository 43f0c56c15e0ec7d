//! What pieces cost by the board, for lists and the price check.

use std::collections::HashMap;

use jiff::Timestamp;
use kernel::Money;
use kernel::weight::Weight;
use shell::Outcome;
use shell::db::Tx;

use super::{Item, metal_fineness, metal_rows, price_rows};
use crate::rule::price::{PriceQuery, PriceRow, StorePricing};
use crate::rule::weight::{Board, GramUnit, Piece, weight_price};

/// What pieces cost by their weight in the catalogue, for lists: the boards and the labour of some
/// items.
#[derive(Default)]
pub struct Boards {
    /// Rows and fineness by metal.
    metals: HashMap<String, (Vec<PriceRow>, u16)>,
    /// The price rows of metals and of labour.
    rows: HashMap<String, Vec<PriceRow>>,
}

impl Boards {
    /// What a piece of the weight in the catalogue costs now; none without a board.
    #[must_use]
    pub fn price(
        &self,
        item: &Item,
        store: &StorePricing,
        query: &PriceQuery<'_>,
    ) -> Option<Money> {
        let metal = item.metal_item_no.as_deref()?;
        let (board, fineness) = self.metals.get(metal)?;
        let rows_of = |item_no: &str| self.rows.get(item_no).map_or(&[][..], Vec::as_slice);
        let metal: Vec<PriceRow> = board.iter().chain(rows_of(metal)).cloned().collect();
        let board = Board {
            metal: &metal,
            labour: item.labour_item_no.as_deref().map_or(&[], rows_of),
            gram_unit: GramUnit::HundredthOfMinor,
            fineness: *fineness,
        };
        let piece = Piece {
            weight: Weight(item.unit_weight),
            fineness: item.fineness.and_then(|it| u16::try_from(it).ok())?,
        };
        let price = weight_price(&board, store, query, piece).ok()?;
        Some(price.gross)
    }
}

/// The boards that items are priced by; no question to the database when none is.
///
/// # Errors
/// The database's failure.
pub async fn boards_of(
    tx: &mut Tx,
    items: &[Item],
    store: &StorePricing,
    now: Timestamp,
) -> Outcome<Boards> {
    let mut boards = Boards::default();
    let mut item_nos = Vec::new();
    for item in items {
        let Some(metal) = &item.metal_item_no else {
            continue;
        };
        item_nos.extend(item.labour_item_no.clone());
        if !boards.metals.contains_key(metal) {
            let rows = metal_rows(tx, metal, now).await?;
            let fineness = metal_fineness(tx, metal).await?;
            boards.metals.insert(metal.clone(), (rows, fineness));
            item_nos.push(metal.clone());
        }
    }
    if !item_nos.is_empty() {
        item_nos.sort_unstable();
        item_nos.dedup();
        boards.rows = price_rows(tx, &item_nos, store, &[]).await?;
    }
    Ok(boards)
}
