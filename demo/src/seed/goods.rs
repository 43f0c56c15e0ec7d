//! What is sold: collections, classes, items, sizes, barcodes, prices and the first stock.

use catalog::rule::search::fold;
use shell::Outcome;
use shell::db::{Tx, params};

use super::identity;
use super::insert::Insert;
use super::pictures::file_name;
use super::plan::{Plan, local_time};
use crate::catalogue::{COLLECTIONS, ITEM_CLASSES, Item, PricingMethod, collection_of};
use crate::company::STORES;

/// The document that brought the first stock in.
const OPENING: &str = "OPENING";
/// Who booked it.
const BOOKED_BY: &str = "admin";
/// When it was booked, in seconds after midnight: no store is open yet.
const BOOKED_AT_SECOND: u32 = 5 * 3_600;

pub(super) async fn write(tx: &mut Tx, plan: &Plan) -> Outcome<()> {
    groups(tx).await?;
    items(tx, plan).await?;
    sizes(tx, &plan.items).await?;
    prices(tx, plan).await?;
    stock(tx, plan).await?;
    ledger(tx, plan).await
}

async fn groups(tx: &mut Tx) -> Outcome<()> {
    let mut insert = Insert::into(
        "collection",
        &["collection_code", "name", "position", "story"],
    );
    for collection in &COLLECTIONS {
        let values = params![
            collection.code,
            collection.name,
            i64::from(collection.order),
            collection.story
        ];
        insert.row(tx, values).await?;
    }
    insert.finish(tx).await?;
    let mut insert = Insert::into("item_class", &["item_class_code", "name", "position"]);
    for (position, class) in (1_i64..).zip(&ITEM_CLASSES) {
        insert
            .row(tx, params![class.code, class.name, position])
            .await?;
    }
    insert.finish(tx).await
}

const ITEM_COLUMNS: &[&str] = &[
    "item_no",
    "name",
    "search_text",
    "collection_code",
    "item_class_code",
    "product_type",
    "unit",
    "unit_weight",
    "no_stock_posting",
    "keying_in_price",
    "stopped",
    "discountable",
    "sold_in_shops",
    "vat_posting_group",
    "pricing_method",
    "picture",
    "story",
    "ranking",
    "keyed_min",
    "keyed_max",
];

async fn items(tx: &mut Tx, plan: &Plan) -> Outcome<()> {
    let mut insert = Insert::into("item", ITEM_COLUMNS);
    for item in &plan.items {
        let collection = collection_of(item.collection_code);
        let pricing_method = match item.pricing_method {
            PricingMethod::Fixed => "FIXED",
            PricingMethod::Weight => "WEIGHT",
        };
        let values = params![
            &item.item_no,
            &item.name,
            search_text(item),
            collection.map(|collection| collection.code),
            item.item_class,
            item.product_type,
            item.unit,
            item.unit_weight_mg,
            item.no_stock_posting,
            item.keying_in_price,
            item.stopped,
            item.discountable,
            plan.prices.is_sold_in_shops(item, plan.today),
            item.vat_group,
            pricing_method,
            file_name(&item.item_no),
            &item.story,
            i64::from(item.ranking),
            item.keyed_limits_eur_minor.map(|(lowest, _)| lowest),
            item.keyed_limits_eur_minor.map(|(_, highest)| highest)
        ];
        insert.row(tx, values).await?;
    }
    insert.finish(tx).await
}

/// What the sale page finds an item by: name, number, collection and barcodes.
fn search_text(item: &Item) -> String {
    let mut words = vec![item.name.as_str(), &item.item_no];
    words.extend(collection_of(item.collection_code).map(|collection| collection.name));
    words.extend(item.sizes.iter().map(|size| size.barcode.as_str()));
    fold(&words.join(" "))
}

async fn sizes(tx: &mut Tx, items: &[Item]) -> Outcome<()> {
    let mut insert = Insert::into("item_size", &["item_no", "size_code", "position"]);
    for item in items {
        for (position, size) in (1_i64..).zip(&item.sizes) {
            let values = params![&item.item_no, &size.code, position];
            insert.row(tx, values).await?;
        }
    }
    insert.finish(tx).await?;
    let mut insert = Insert::into("barcode", &["barcode", "item_no", "size_code"]);
    for item in items {
        for size in &item.sizes {
            let values = params![&size.barcode, &item.item_no, &size.code];
            insert.row(tx, values).await?;
        }
    }
    insert.finish(tx).await
}

const PRICE_COLUMNS: &[&str] = &[
    "sales_code",
    "item_no",
    "row_id",
    "size_code",
    "starting_date",
    "ending_date",
    "minimum_quantity",
    "unit",
    "unit_price",
    "price_includes_vat",
    "deductible_vat",
    "vat",
];

async fn prices(tx: &mut Tx, plan: &Plan) -> Outcome<()> {
    let mut insert = Insert::into("sales_price", PRICE_COLUMNS);
    for item in &plan.items {
        for row in plan.prices.rows.get(&item.item_no).into_iter().flatten() {
            let values = params![
                &row.sales_code,
                &item.item_no,
                row.row_id,
                &row.size_code,
                row.starting_date,
                row.ending_date,
                row.minimum_quantity,
                &row.unit,
                row.unit_price,
                row.price_includes_vat,
                row.deductible_vat.map(|rate| rate.0),
                row.vat.map(|rate| rate.0)
            ];
            insert.row(tx, values).await?;
        }
    }
    insert.finish(tx).await
}

async fn stock(tx: &mut Tx, plan: &Plan) -> Outcome<()> {
    let mut insert = Insert::into(
        "stock",
        &[
            "store_no",
            "item_no",
            "size_code",
            "on_hand",
            "reserved",
            "quarantine",
            "in_transit_in",
        ],
    );
    for ((store_no, item_no, size_code), quantity) in &plan.stock {
        let values = params![
            *store_no, item_no, size_code, *quantity, 0_i64, 0_i64, 0_i64
        ];
        insert.row(tx, values).await?;
    }
    insert.finish(tx).await
}

/// The columns of the stock ledger.
pub(super) const LEDGER_COLUMNS: &[&str] = &[
    "entry_id",
    "store_no",
    "item_no",
    "size_code",
    "bucket",
    "quantity",
    "entry_type",
    "document_no",
    "document_id",
    "staff_id",
    "business_date",
    "created_at",
];

async fn ledger(tx: &mut Tx, plan: &Plan) -> Outcome<()> {
    let mut insert = Insert::into("stock_ledger", LEDGER_COLUMNS);
    for store in &STORES {
        let at = local_time(store, plan.opening, BOOKED_AT_SECOND)?;
        let own = plan.stock.iter().filter(|(sku, _)| sku.0 == store.store_no);
        for ((store_no, item_no, size_code), quantity) in own {
            let name = format!("{OPENING} {store_no} {item_no} {size_code}");
            let values = params![
                identity::at(at, &name),
                *store_no,
                item_no,
                size_code,
                "ON_HAND",
                *quantity,
                "RECEIVE",
                OPENING,
                None::<uuid::Uuid>,
                BOOKED_BY,
                plan.opening,
                at
            ];
            insert.row(tx, values).await?;
        }
    }
    insert.finish(tx).await
}
