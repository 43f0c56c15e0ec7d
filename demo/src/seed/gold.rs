//! Gold by weight: metals, labour and the board; and prices of one size and of some customers.

use catalog::rule::search::fold;
use jiff::{SignedDuration, Timestamp};
use shell::Outcome;
use shell::db::{Tx, params};

use super::goods::LEDGER_COLUMNS;
use super::identity;
use super::insert::Insert;
use super::pictures::file_name;
use super::plan::{Plan, customer_id, local_time};
use crate::catalogue::{CUSTOMER_PRICE_GROUP, Item, PricingMethod};
use crate::company::STORES;

/// Who set the board.
const SET_BY: &str = "admin";
/// The place in lists of what no shop finds.
const RANKING_BEHIND: i64 = 90_000;

/// The class of pieces with a certificate, behind all others.
const DIAMOND_CLASS: &str = "DIAMOND";
const DIAMOND_POSITION: i64 = 12;

/// An item that is no piece: a metal, or labour per gram.
struct Ware {
    item_no: &'static str,
    name: &'static str,
    fineness: Option<i64>,
}

const GOLD_999: &str = "GOLD-999";
const GOLD_750: &str = "GOLD-750";
const LABOUR_BANGLE: &str = "LABOUR-BANGLE";
const LABOUR_BEAD: &str = "LABOUR-BEAD";
const LABOUR_CHAIN: &str = "LABOUR-CHAIN";

const WARES: [Ware; 5] = {
    const fn ware(item_no: &'static str, name: &'static str, fineness: Option<i64>) -> Ware {
        Ware {
            item_no,
            name,
            fineness,
        }
    }
    [
        ware(GOLD_999, "Gold 999", Some(999)),
        ware(GOLD_750, "Gold 750", Some(750)),
        ware(LABOUR_BANGLE, "Labour, bangles, gold 999", None),
        ware(LABOUR_BEAD, "Labour, beads, gold 999", None),
        ware(LABOUR_CHAIN, "Labour, chains, gold 750", None),
    ]
};

/// What a gram of a metal cost, in hundredths of a minor unit, today and the day before.
const BOARD: [(&str, &str, i64, i64); 3] = [
    (GOLD_999, "CNY-GOLD", 7_980_000, 7_925_000),
    (GOLD_999, "HKD-RETAIL", 8_720_000, 8_668_000),
    (GOLD_750, "EUR-RETAIL", 884_000, 879_500),
];

/// Labour per gram, in hundredths of a minor unit.
const LABOUR: [(&str, &str, i64); 5] = [
    (LABOUR_BANGLE, "CNY-GOLD", 280_000),
    (LABOUR_BEAD, "CNY-GOLD", 880_000),
    (LABOUR_BANGLE, "HKD-RETAIL", 320_000),
    (LABOUR_BEAD, "HKD-RETAIL", 950_000),
    (LABOUR_CHAIN, "EUR-RETAIL", 360_000),
];

/// A chain of gold 750 that Paris sells by weight.
struct Chain {
    item_no: &'static str,
    name: &'static str,
    collection: &'static str,
    weight_mg: i64,
    /// The item whose drawing shows it.
    looks_like: &'static str,
    barcode: &'static str,
    pieces: i64,
}

const CHAINS: [Chain; 2] = [
    Chain {
        item_no: "GD-7901",
        name: "Galet chain, round links, gold 750",
        collection: "GALET",
        weight_mg: 14_200,
        looks_like: "Galet chain, round links",
        barcode: "2900079010458",
        pieces: 4,
    },
    Chain {
        item_no: "GD-7902",
        name: "Mistral chain, paperclip, gold 750",
        collection: "MISTRAL",
        weight_mg: 17_850,
        looks_like: "Mistral chain, paperclip",
        barcode: "2900079020459",
        pieces: 3,
    },
];
/// The one length of the chains, in cm.
const CHAIN_SIZE: &str = "45";

pub(super) async fn write(tx: &mut Tx, plan: &Plan, now: Timestamp) -> Outcome<()> {
    wares(tx).await?;
    board(tx, now).await?;
    labour(tx).await?;
    weighed(tx, &plan.items).await?;
    diamonds(tx, &plan.items).await?;
    for chain in &CHAINS {
        self::chain(tx, chain, plan).await?;
    }
    size_prices(tx, &plan.items).await?;
    friends(tx, plan).await
}

async fn wares(tx: &mut Tx) -> Outcome<()> {
    for (place, ware) in (1_i64..).zip(&WARES) {
        tx.execute_one(
            "INSERT INTO item (item_no, name, search_text, item_class_code, product_type, unit, \
             unit_weight, no_stock_posting, keying_in_price, stopped, discountable, \
             sold_in_shops, vat_posting_group, pricing_method, picture, story, ranking, fineness) \
             VALUES ($1, $2, $3, 'SERVICE', 'SERVICE', 'G', 0, $4, $5, $5, $5, $5, 'STANDARD', \
             'FIXED', '', '', $6, $7)",
            params![
                ware.item_no,
                ware.name,
                fold(&format!("{} {}", ware.name, ware.item_no)),
                true,
                false,
                RANKING_BEHIND + place,
                ware.fineness
            ],
        )
        .await?;
        size(tx, ware.item_no, "").await?;
    }
    Ok(())
}

async fn size(tx: &mut Tx, item_no: &str, size_code: &str) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO item_size (item_no, size_code, position) VALUES ($1, $2, 1)",
        params![item_no, size_code],
    )
    .await?;
    Ok(())
}

async fn board(tx: &mut Tx, now: Timestamp) -> Outcome<()> {
    let (today, before) = (
        now - SignedDuration::from_hours(1),
        now - SignedDuration::from_hours(25),
    );
    for (metal, sales_code, price, price_before) in BOARD {
        for (starts_at, price) in [(before, price_before), (today, price)] {
            tx.execute_one(
                "INSERT INTO metal_price (item_no, sales_code, starts_at, unit_price, \
                 price_includes_vat, set_by, set_at) VALUES ($1, $2, $3, $4, $5, $6, $3)",
                params![metal, sales_code, starts_at, price, true, SET_BY],
            )
            .await?;
        }
    }
    Ok(())
}

async fn labour(tx: &mut Tx) -> Outcome<()> {
    for (item_no, sales_code, price) in LABOUR {
        tx.execute_one(
            "INSERT INTO sales_price (sales_code, item_no, row_id, size_code, minimum_quantity, \
             unit, unit_price, price_includes_vat) VALUES ($1, $2, 1, '', 1, 'G', $3, $4)",
            params![sales_code, item_no, price, true],
        )
        .await?;
    }
    Ok(())
}

/// The pieces of fine gold name their metal and labour.
async fn weighed(tx: &mut Tx, items: &[Item]) -> Outcome<()> {
    let by_weight = |item: &&Item| item.pricing_method == PricingMethod::Weight;
    for item in items.iter().filter(by_weight) {
        let labour = if item.sizes.len() > 1 {
            LABOUR_BANGLE
        } else {
            LABOUR_BEAD
        };
        tx.execute_one(
            "UPDATE item SET metal_item_no = $2, labour_item_no = $3, fineness = $4 \
             WHERE item_no = $1",
            params![
                &item.item_no,
                GOLD_999,
                labour,
                item.fineness.map(i64::from)
            ],
        )
        .await?;
    }
    Ok(())
}

/// Gold with diamonds and coloured stones is a class of its own, whose pieces have certificates.
async fn diamonds(tx: &mut Tx, items: &[Item]) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO item_class (item_class_code, name, position, carries_certificate) \
         VALUES ($1, 'Diamonds & stones', $2, $3)",
        params![DIAMOND_CLASS, DIAMOND_POSITION, true],
    )
    .await?;
    for item in items.iter().filter(|item| item.certificate) {
        tx.execute_one(
            "UPDATE item SET item_class_code = $2 WHERE item_no = $1",
            params![&item.item_no, DIAMOND_CLASS],
        )
        .await?;
    }
    Ok(())
}

async fn chain(tx: &mut Tx, chain: &Chain, plan: &Plan) -> Outcome<()> {
    let drawn = plan
        .items
        .iter()
        .find(|item| item.name.starts_with(chain.looks_like));
    let picture = drawn.map(|item| file_name(&item.item_no));
    let search = fold(&format!(
        "{} {} {}",
        chain.name, chain.item_no, chain.barcode
    ));
    tx.execute_one(
        "INSERT INTO item (item_no, name, search_text, collection_code, item_class_code, \
         product_type, unit, unit_weight, no_stock_posting, keying_in_price, stopped, \
         discountable, sold_in_shops, vat_posting_group, pricing_method, picture, story, ranking, \
         metal_item_no, labour_item_no, fineness) VALUES ($1, $2, $3, $4, 'GOLD', 'GOLD750', \
         'G', $5, $6, $6, $6, $6, $7, 'STANDARD', 'WEIGHT', $8, \
         'Weighed at the counter, priced by the gram.', $9, $10, $11, 750)",
        params![
            chain.item_no,
            chain.name,
            search,
            chain.collection,
            chain.weight_mg,
            false,
            true,
            picture.unwrap_or_default(),
            RANKING_BEHIND,
            GOLD_750,
            LABOUR_CHAIN
        ],
    )
    .await?;
    size(tx, chain.item_no, CHAIN_SIZE).await?;
    tx.execute_one(
        "INSERT INTO barcode (barcode, item_no, size_code) VALUES ($1, $2, $3)",
        params![chain.barcode, chain.item_no, CHAIN_SIZE],
    )
    .await?;
    chain_stock(tx, chain, plan).await
}

/// Pieces in the first store, with their entry in the ledger.
async fn chain_stock(tx: &mut Tx, chain: &Chain, plan: &Plan) -> Outcome<()> {
    let store = &STORES[0];
    tx.execute_one(
        "INSERT INTO stock (store_no, item_no, size_code, on_hand, reserved, quarantine, \
         in_transit_in) VALUES ($1, $2, $3, $4, 0, 0, 0)",
        params![store.store_no, chain.item_no, CHAIN_SIZE, chain.pieces],
    )
    .await?;
    let at = local_time(store, plan.opening, 5 * 3_600)?;
    let mut ledger = Insert::into("stock_ledger", LEDGER_COLUMNS);
    let name = format!("OPENING {} {} {CHAIN_SIZE}", store.store_no, chain.item_no);
    let values = params![
        identity::at(at, &name),
        store.store_no,
        chain.item_no,
        CHAIN_SIZE,
        "ON_HAND",
        chain.pieces,
        "RECEIVE",
        "OPENING",
        None::<uuid::Uuid>,
        SET_BY,
        plan.opening,
        at
    ];
    ledger.row(tx, values).await?;
    ledger.finish(tx).await
}

/// The largest size of a few slow rings costs ten euros more in France.
async fn size_prices(tx: &mut Tx, items: &[Item]) -> Outcome<()> {
    let slow = |item: &&Item| {
        item.item_class == "RING"
            && item.ranking > 150
            && item.product_type == "SILVER925"
            && item.position.is_multiple_of(7)
    };
    for item in items.iter().filter(slow).take(3) {
        let Some(largest) = item.sizes.last().filter(|_| item.sizes.len() > 1) else {
            continue;
        };
        tx.execute_one(
            "INSERT INTO sales_price (sales_code, item_no, row_id, size_code, minimum_quantity, \
             unit, unit_price, price_includes_vat) VALUES ('EUR-RETAIL', $1, 900, $2, 1, 'PCS', \
             $3, $4)",
            params![
                &item.item_no,
                &largest.code,
                item.price_eur_minor + 1_000,
                true
            ],
        )
        .await?;
    }
    Ok(())
}

/// Every fortieth customer is a friend of the house, with the prices that friends get.
async fn friends(tx: &mut Tx, plan: &Plan) -> Outcome<()> {
    for customer in plan.customers.iter().skip(7).step_by(40) {
        tx.execute_one(
            "INSERT INTO customer_price_group (customer_id, price_group_code) VALUES ($1, $2)",
            params![customer_id(&customer.customer_no), CUSTOMER_PRICE_GROUP],
        )
        .await?;
    }
    Ok(())
}
