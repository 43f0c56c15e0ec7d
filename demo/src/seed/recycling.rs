//! Old jewellery: on which terms stores take it back, what a gram was worth on each day, and documents
//! in all states.

use std::sync::Arc;

use catalog::rule::search::fold;
use jiff::{SignedDuration, Timestamp, ToSpan};
use journal::Signer;
use kernel::id::{CustomerId, OrderId, StaffId, StoreNo, TerminalNo};
use kernel::weight::Weight;
use recycling::rule::metal::{Metal, TestMethod};
use recycling::rule::seller::{IdentityDocument, Seller};
use recycling::{NewDocument, PieceInput, RecyclingKind, RecyclingSetting, SellerInput};
use setting::Desk;
use shell::Outcome;
use shell::db::{FromRow, Tx, TxFuture, params};
use uuid::Uuid;

use super::plan::{Plan, customer_id};
use crate::company::STORES;

/// Metals that are bought: fine, without VAT. What a gram costs, in hundredths of a cent.
const METALS: [(&str, &str, i64); 3] = [
    ("GOLD-FINE", "Fine gold, purchase", 985_000),
    ("SILVER-FINE", "Fine silver, purchase", 9_200),
    ("PLATINUM-FINE", "Fine platinum, purchase", 412_000),
];
/// The place in lists of what no shop finds.
const RANKING_BEHIND: i64 = 90_100;
const PRICE_GROUP: &str = "EUR-RETAIL";
/// For how many days before and after today the board has prices.
const DAYS: i64 = 60;
/// Where old jewellery is taken in Paris.
const TILL: &str = "PAR01-3";
/// How many documents there are; the last two can still be withdrawn.
const DOCUMENTS: i64 = 60;
/// Every so many documents a parcel goes to the refiner.
const PARCEL_EVERY: i64 = 20;
/// A name, written by hand.
const SIGNATURE: &str = "120,180 150,110 190,200 230,120 260,190;300,150 340,130 380,170 420,140 \
     470,165 520,145;180,230 560,215";

/// What goes onto the scale: metal, fineness, milligrams, what it is, its marks.
const PIECES: [(Metal, i64, i64, &str, &str); 6] = [
    (
        Metal::Silver,
        925,
        18_400,
        "Chain, curb links",
        "Minerva's head",
    ),
    (Metal::Gold, 750, 5_250, "Ring, plain band", "Eagle's head"),
    (Metal::Gold, 375, 2_100, "Earring, single hoop", "Trefoil"),
    (Metal::Alloy, 0, 12_000, "Fashion bracelet", ""),
    (
        Metal::Gold,
        585,
        3_480,
        "Pendant, medal of a saint",
        "Scallop",
    ),
    (Metal::Silver, 800, 42_700, "Cuff, engraved", "Boar's head"),
];

pub(super) struct Documents {
    pub(super) signer: Arc<Signer>,
    pub(super) now: Timestamp,
    pub(super) customers: Vec<(Uuid, String, String)>,
}

impl Documents {
    /// With the customers who live where old jewellery is taken back.
    pub(super) fn new(plan: &Plan, signer: Arc<Signer>, now: Timestamp) -> Self {
        let local = plan.customers.iter().filter(|it| {
            it.country == "FR" && !it.family_name.is_empty() && !it.given_name.is_empty()
        });
        let customers = local.map(|it| {
            let id: CustomerId = customer_id(&it.customer_no);
            (id.0, it.given_name.clone(), it.family_name.clone())
        });
        Self {
            signer,
            now,
            customers: customers.take(24).collect(),
        }
    }
}

/// Metals, their board and the terms of the stores.
pub(super) async fn write_terms(tx: &mut Tx, now: Timestamp) -> Outcome<()> {
    for (place, (item_no, name, price)) in (RANKING_BEHIND..).zip(METALS) {
        tx.execute_one(
            "INSERT INTO item (item_no, name, search_text, item_class_code, product_type, unit, \
             unit_weight, no_stock_posting, keying_in_price, stopped, discountable, \
             sold_in_shops, vat_posting_group, pricing_method, picture, story, ranking, \
             fineness) VALUES ($1, $2, $3, 'SERVICE', 'SERVICE', 'G', 0, $4, $5, $5, $5, $5, \
             'STANDARD', 'FIXED', '', '', $6, 1000)",
            params![
                item_no,
                name,
                fold(&format!("{name} {item_no}")),
                true,
                false,
                place
            ],
        )
        .await?;
        tx.execute_one(
            "INSERT INTO item_size (item_no, size_code, position) VALUES ($1, '', 1)",
            params![item_no],
        )
        .await?;
        board(tx, (item_no, price), now).await?;
    }
    for store in STORES.iter().filter(|store| store.recycling) {
        let setting = RecyclingSetting {
            recycling_enabled: true,
            no_order_recycling: true,
            gold_item_no: Some("GOLD-FINE".to_owned()),
            silver_item_no: Some("SILVER-FINE".to_owned()),
            platinum_item_no: Some("PLATINUM-FINE".to_owned()),
            approval_above: Some(50_000),
            ..RecyclingSetting::proposed()
        };
        recycling::keep_setting(tx, store.store_no, &setting, false).await?;
    }
    Ok(())
}

/// A price for each day, from the turn of the day on; those of the coming days are there too, so
/// that a demonstration that stands for weeks goes on. They are as the job would have set them, which
/// goes on with them.
async fn board(tx: &mut Tx, (item_no, price): (&str, i64), now: Timestamp) -> Outcome<()> {
    let paris = setting::get_store(tx, &StoreNo::from("PAR01")).await?;
    let today = paris.business_date(now);
    for day in -DAYS..=DAYS {
        let before = today.saturating_add((day - 1).days());
        let starts_at = paris.end_of(before)?;
        // A walk within one per cent; invented.
        let step = (day * 7_919).rem_euclid(201) - 100;
        tx.execute_one(
            "INSERT INTO metal_price (item_no, sales_code, starts_at, unit_price, \
             price_includes_vat, set_by, set_at) VALUES ($1, $2, $3, $4, $5, 'IMPORT_METAL', $3)",
            params![
                item_no,
                PRICE_GROUP,
                starts_at,
                price + price * step / 10_000,
                false
            ],
        )
        .await?;
    }
    Ok(())
}

/// A till of its own, without a card terminal: the others' journals have gone on to today already, and a
/// journal does not go back in time.
async fn add_till(tx: &mut Tx) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO terminal (terminal_no, store_no, name, device_sn, merchant_no, device_address) \
         VALUES ($1, 'PAR01', 'Old jewellery', '', '', '')",
        params![TILL],
    )
    .await?;
    Ok(())
}

/// The documents, in the order of their days.
pub(super) fn write<'a>(tx: &'a mut Tx, new: &'a Documents) -> TxFuture<'a, ()> {
    Box::pin(async move {
        add_till(tx).await?;
        let orders = orders(tx).await?;
        for number in 0..DOCUMENTS {
            // From 57 days ago on; the last two within the last 48 hours.
            let hours = match DOCUMENTS - number {
                1 => 3,
                2 => 26,
                left => 24 * left.min(DAYS - 3),
            };
            let at = new.now - SignedDuration::from_hours(hours);
            let desk = desk(new, at);
            document(tx, new, &desk, (number, &orders)).await?;
            recycling::release::release(tx, at).await?;
            // The last twenty still wait for their parcel.
            if number % PARCEL_EVERY == PARCEL_EVERY - 1 && number + 1 < DOCUMENTS {
                let parcel = ("Affinage Parisien SAS", "XK 4471 2208 FR");
                recycling::ship_documents(tx, &desk, parcel).await?;
            }
        }
        recycling::release::release(tx, new.now).await?;
        Ok(())
    })
}

fn desk(new: &Documents, at: Timestamp) -> Desk {
    Desk {
        signer: new.signer.clone(),
        staff_id: StaffId::from("manager"),
        store_no: StoreNo::from("PAR01"),
        terminal_no: TerminalNo::from(TILL),
        now: at,
    }
}

/// Sales of silver in Paris: order and line. What is on a tax-free form leaves the country and is no old
/// metal here.
async fn orders(tx: &mut Tx) -> Outcome<Vec<(OrderId, Uuid)>> {
    let rows = tx
        .query(
            "SELECT l.order_id, l.line_id FROM sales_order_line l \
             JOIN sales_order o ON o.order_id = l.order_id \
             JOIN item i ON i.item_no = l.item_no WHERE o.store_no = 'PAR01' \
             AND o.order_type = 'SALE' AND i.product_type = 'SILVER925' AND l.quantity > 0 \
             AND NOT EXISTS (SELECT 1 FROM tax_free_form_order f WHERE f.order_id = l.order_id) \
             ORDER BY o.completed_at, l.position LIMIT 20",
            params![],
        )
        .await?;
    rows.into_iter().map(FromRow::from_row).collect()
}

async fn document(
    tx: &mut Tx,
    new: &Documents,
    desk: &Desk,
    (number, orders): (i64, &[(OrderId, Uuid)]),
) -> Outcome<()> {
    let at = usize::try_from(number).unwrap_or_default();
    let (customer_id, given_name, family_name) = &new.customers[at % new.customers.len()];
    // Every third comes from an order, as long as there are some.
    let origin = (at % 3 == 1).then(|| orders.get(at / 3)).flatten();
    let (metal, fineness, weight, description, marks) = match origin {
        Some(_) => (Metal::Silver, 925, 6_300, "Ring of ours", "Minerva's head"),
        None => PIECES[at % PIECES.len()],
    };
    let document = NewDocument {
        recycling_id: Uuid::now_v7(),
        kind: match origin {
            Some(_) => RecyclingKind::WithOrder,
            None => RecyclingKind::NoOrder,
        },
        customer_id: CustomerId(*customer_id),
        order_id: origin.map(|(order_id, _)| *order_id),
        pieces: vec![PieceInput {
            metal,
            fineness,
            test_method: metal.is_precious().then_some(TestMethod::Hallmark),
            quantity: 1,
            gross_weight: Weight(weight + number * 10),
            stone_weight: Weight(0),
            description: description.to_owned(),
            marks: marks.to_owned(),
            order_line_id: origin.map(|(_, line_id)| *line_id),
        }],
    };
    recycling::create_document(tx, desk, &document).await?;
    // One waits to be signed, one for its credit.
    if number == DOCUMENTS - 4 {
        return Ok(());
    }
    let input = SellerInput {
        seller: seller(number, given_name, family_name),
        signature: SIGNATURE.to_owned(),
        warning_seen: true,
        approval_id: None,
    };
    recycling::agree_document(tx, desk, document.recycling_id, &input).await?;
    if number == DOCUMENTS - 3 {
        return Ok(());
    }
    recycling::grant_document(tx, desk, document.recycling_id).await
}

fn seller(number: i64, given_name: &str, family_name: &str) -> Seller {
    let born = jiff::civil::date(1958, 3, 14).saturating_add((number % 24 * 501).days());
    Seller {
        family_name: family_name.to_owned(),
        given_name: given_name.to_owned(),
        birth_date: born,
        address: format!("{} rue des Orfèvres", 1 + number % 24),
        postal_code: "75001".to_owned(),
        city: "Paris".to_owned(),
        country: "FR".to_owned(),
        document_type: IdentityDocument::IdentityCard,
        document_no: format!("X4RTBPF{:02}", number % 24),
        document_issuer: "Préfecture de Police".to_owned(),
        document_date: jiff::civil::date(2021, 6, 3),
    }
}
