//! The company of the tests: two stores in Paris and Milan, four tills, five people, a few pieces.

use argon2::password_hash::PasswordHasher;
use argon2::{Algorithm, Argon2, Params, Version};
use customised::rule::family::Family;
use customised::rule::order::{Model, Plate, Side, Symbol};
use shell::Shell;
use shell::db::{Tx, TxFuture, params};

/// The password of everybody.
pub const PASSWORD: &str = "a password of the tests";
/// The authenticator secret of `otp`.
pub const TOTP_SECRET: &[u8; 20] = b"12345678901234567890";

/// Whoever works here: id, first and last name, group, kind, store, till.
const STAFF: [(&str, &str, &str, &str, &str, &str, &str); 7] = [
    ("mei", "Mei", "Lin", "SALES", "SALES", "PAR", "PAR-1"),
    ("leo", "Léo", "Blanc", "SALES", "SALES", "PAR", "PAR-2"),
    (
        "manager", "Nadia", "Roche", "MANAGER", "MANAGER", "PAR", "PAR-3",
    ),
    ("admin", "Ada", "Moss", "ADMIN", "IT", "PAR", "PAR-3"),
    ("otp", "Odile", "Tan", "SALES", "SALES", "PAR", "PAR-3"),
    ("gia", "Gia", "Conti", "SALES", "SALES", "MIL", "MIL-1"),
    ("gone", "Guy", "Noël", "SALES", "SALES", "PAR", "PAR-3"),
];

/// A piece: number, name, sizes with pieces on hand in Paris, price in cents when it has one.
type Piece = (
    &'static str,
    &'static str,
    &'static [(&'static str, i64)],
    Option<i64>,
);

/// The pieces.
const ITEMS: [Piece; 11] = [
    (
        "RG-1",
        "Orée solitaire ring",
        &[("52", 1), ("54", 5)],
        Some(129_000),
    ),
    ("BR-1", "Méridienne bangle", &[("", 10)], Some(45_000)),
    ("ER-1", "Gouttes pearl earrings", &[("", 3)], Some(12_900)),
    ("BAG", "Paper bag", &[("", 0)], Some(10)),
    ("NEW", "Piece without a price", &[("", 2)], None),
    ("CARE", "Care set", &[("", 9)], Some(500)),
    (
        "CU-1",
        "Bangle, your words",
        &[("S", 0), ("M", 1)],
        Some(24_900),
    ),
    ("CU-2", "Message necklace", &[("", 0)], Some(34_900)),
    ("CU-3", "Clip medal", &[("", 0)], Some(6_900)),
    ("ENGRAVE", "Engraving", &[("", 0)], Some(1_500)),
    ("PAPERBAG", "Paper bag", &[("", 0)], Some(0)),
];

/// Writes the company into an empty store, with the same address for every till's card terminal.
///
/// # Panics
/// When the store does not take it.
pub async fn found(shell: &Shell, terminal_address: &str) {
    let hash = quick_hash(PASSWORD);
    let input = (terminal_address.to_owned(), hash, shell.clock.now());
    shell.db.write(input, write).await.expect("the company");
}

/// A hash as the product stores them, with the least work that Argon2 knows: it names its own parameters,
/// and thousands of logins of the tests shall not compute what one of a shop must.
fn quick_hash(password: &str) -> String {
    let least = Params::new(Params::MIN_M_COST, 1, 1, None).expect("parameters");
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, least);
    let hash = argon2.hash_password(password.as_bytes());
    hash.expect("a hash").to_string()
}

type Input = (String, String, jiff::Timestamp);

fn write<'a>(tx: &'a mut Tx, (address, hash, now): &'a Input) -> TxFuture<'a, ()> {
    Box::pin(async move {
        session::store::install_permissions(tx).await?;
        stores(tx, address).await?;
        for (id, first, last, group, kind, store, till) in STAFF {
            let name = format!("{first} {last}");
            let secret = (id == "otp").then(|| TOTP_SECRET.to_vec());
            let email = (id == "otp").then_some("otp@vitrine.example");
            tx.execute_one(
                "INSERT INTO salesperson (staff_id, password_hash, first_name, last_name, \
                 name_on_receipt, blocked, permission_group_code, employee_type, company_no, \
                 store_no, default_terminal_no, email, second_factor, totp_secret) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'CO', $9, $10, $11, $12, $13)",
                params![
                    id,
                    hash,
                    first,
                    last,
                    name,
                    id == "gone",
                    group,
                    kind,
                    store,
                    till,
                    email,
                    id == "otp",
                    secret
                ],
            )
            .await?;
        }
        items(tx, *now).await?;
        models(tx).await?;
        tx.execute_one(
            "INSERT INTO customer (customer_id, customer_no, family_name, given_name, \
             search_text, phone, phone_key, email, email_key, country_code, city, language_code, \
             is_local) VALUES ($1, 1, 'Marchetti', 'Inès', \
             'ines marchetti ines@mail.example 1 33612345678', '+33 6 12 34 56 78', \
             '+33612345678', 'ines@mail.example', 'ines@mail.example', 'FR', 'Paris', 'fr', $2)",
            params![uuid::Uuid::from_u128(1), true],
        )
        .await?;
        Ok(())
    })
}

async fn stores(tx: &mut Tx, address: &str) -> shell::Outcome<()> {
    tx.execute(
        "INSERT INTO company (company_no, name, country_code, registration_no, vat_no) \
         VALUES ('CO', 'Maison Test SAS', 'FR', '81234567800011', 'FR81812345678')",
        params![],
    )
    .await?;
    tx.execute(
        "INSERT INTO price_group (price_group_code, description, currency_code, kind, \
         rounding_precision, rounding_direction) VALUES ('EUR', 'Retail', 'EUR', 'STORE', 1, \
         'NEAREST')",
        params![],
    )
    .await?;
    for (store, name, step) in [("PAR", "Paris", 1_i64), ("MIL", "Milano", 5)] {
        tx.execute_one(
            "INSERT INTO store (store_no, company_no, name, address, postal_code, city, \
             country_code, telephone, currency_code, time_zone, language_code, \
             end_of_business_day, vat_posting_group, deductible_vat_posting_group, duty_free, \
             cash_rounding_step, price_rounding_step, do_not_allow_negative_inventory, \
             is_show_qr_code, recall_minutes, redirect_url, status) VALUES ($1, 'CO', $2, \
             '12 rue de Sèvres', '75006', $2, 'FR', '+33 1 00 00 00 00', 'EUR', 'Europe/Paris', \
             'en', 240, 'FR', 'FR', $3, $4, 1, $5, $3, 5, '/sale', 'OPEN')",
            params![store, name, false, step, true],
        )
        .await?;
        tx.execute_one(
            "INSERT INTO store_price_group (store_no, position, price_group_code) \
             VALUES ($1, 1, 'EUR')",
            params![store],
        )
        .await?;
    }
    for (till, store) in [
        ("PAR-1", "PAR"),
        ("PAR-2", "PAR"),
        ("PAR-3", "PAR"),
        ("MIL-1", "MIL"),
    ] {
        tx.execute_one(
            "INSERT INTO terminal (terminal_no, store_no, name, device_sn, merchant_no, \
             device_address) VALUES ($1, $2, $3, $4, 'M-1', $5)",
            params![
                till,
                store,
                format!("Till {till}"),
                format!("V400m-{till}"),
                address
            ],
        )
        .await?;
    }
    tx.execute(
        "INSERT INTO vat_posting_setup (store_group, item_group, valid_from, percent) \
         VALUES ('FR', 'GOODS', '2014-01-01', 200000)",
        params![],
    )
    .await?;
    tenders(tx).await
}

async fn tenders(tx: &mut Tx) -> shell::Outcome<()> {
    // Whole rings are paid in cash here; the tests of the law's limits put theirs in.
    tx.execute("DELETE FROM cash_limit", params![]).await?;
    let rows = [
        ("CASH", "Cash", "CASH", true, Some(50_000_i64), "", 1_i64),
        ("CARD", "Card", "CARD", false, None, "*", 2),
        ("VISA", "Visa", "CARD", false, None, "visa", 3),
        ("AMEX", "American Express", "CARD", false, None, "amex", 4),
    ];
    for (code, name, kind, over, maximum, mapping, position) in rows {
        tx.execute_one(
            "INSERT INTO tender (tender_code, name, tender_type, over_tender_allowed, \
             maximum_over_tender, under_tender_allowed, opens_drawer, counting_required) \
             VALUES ($1, $2, $3, $4, $5, $6, $4, $6)",
            params![code, name, kind, over, maximum, true],
        )
        .await?;
        for store in ["PAR", "MIL"] {
            tx.execute_one(
                "INSERT INTO tender_store (store_no, tender_code, position, online_pos_mapping) \
                 VALUES ($1, $2, $3, $4)",
                params![store, code, position, mapping],
            )
            .await?;
        }
    }
    Ok(())
}

/// A bangle, a necklace with a message, and a medal that is clipped on either.
async fn models(tx: &mut Tx) -> shell::Outcome<()> {
    let plate = Plate {
        x: 500,
        y: 700,
        width: 600,
        height: 120,
        sag: 80,
    };
    let bangle = Model {
        item_no: "CU-1".to_owned(),
        name: String::new(),
        family: Family::Bangle,
        model_code: "BANGLE".to_owned(),
        colour: "WHITE".to_owned(),
        characters_max: 7,
        lines_max: 0,
        line_characters_max: 0,
        medals_max: 1,
        sides: vec![Side::Outside, Side::Inside],
        symbols: Vec::new(),
        engraving_item_no: Some("ENGRAVE".to_owned()),
        plate,
    };
    let necklace = Model {
        item_no: "CU-2".to_owned(),
        family: Family::PersonalisedNecklace,
        model_code: "MESSAGE".to_owned(),
        characters_max: 0,
        lines_max: 3,
        line_characters_max: 7,
        sides: Vec::new(),
        engraving_item_no: None,
        ..bangle.clone()
    };
    let medal = Model {
        item_no: "CU-3".to_owned(),
        family: Family::ClipMedal,
        model_code: "MEDAL".to_owned(),
        medals_max: 0,
        sides: vec![Side::Front, Side::Back],
        symbols: vec![Symbol::Sun, Symbol::Heart],
        engraving_item_no: None,
        ..bangle.clone()
    };
    for (position, model) in (1..).zip([bangle, necklace, medal]) {
        customised::store::insert_model(tx, position, &model).await?;
    }
    Ok(())
}

async fn items(tx: &mut Tx, now: jiff::Timestamp) -> shell::Outcome<()> {
    tx.execute(
        "INSERT INTO item_class (item_class_code, name, position) VALUES ('ALL', 'All', 1)",
        params![],
    )
    .await?;
    tx.execute(
        "INSERT INTO collection (collection_code, name, position, story) \
         VALUES ('LAGUNE', 'Lagune', 1, '')",
        params![],
    )
    .await?;
    let date = jiff::civil::date(2026, 1, 1);
    for (ranking, (item_no, name, sizes, price)) in (1_i64..).zip(ITEMS) {
        let search = catalog::rule::search::fold(&format!("{name} {item_no}"));
        tx.execute_one(
            "INSERT INTO item (item_no, name, search_text, collection_code, item_class_code, \
             product_type, unit, unit_weight, no_stock_posting, keying_in_price, stopped, \
             discountable, sold_in_shops, vat_posting_group, pricing_method, picture, story, \
             ranking) VALUES ($1, $2, $3, 'LAGUNE', 'ALL', 'JEWELLERY', 'PCS', 3000, $4, $5, $5, \
             $6, $6, 'GOODS', 'FIXED', 'ring.svg', '', $7)",
            params![
                item_no,
                name,
                search,
                item_no == "BAG" || item_no == "PAPERBAG",
                false,
                true,
                ranking
            ],
        )
        .await?;
        if let Some(price) = price {
            tx.execute_one(
                "INSERT INTO sales_price (sales_code, item_no, row_id, size_code, \
                 minimum_quantity, unit, unit_price, price_includes_vat) \
                 VALUES ('EUR', $1, 1, '', 1, 'PCS', $2, $3)",
                params![item_no, price, true],
            )
            .await?;
        }
        for (position, (size, pieces)) in (1_i64..).zip(sizes) {
            tx.execute_one(
                "INSERT INTO item_size (item_no, size_code, position) VALUES ($1, $2, $3)",
                params![item_no, *size, position],
            )
            .await?;
            tx.execute_one(
                "INSERT INTO barcode (barcode, item_no, size_code) VALUES ($1, $2, $3)",
                params![format!("2{ranking:07}{position:05}"), item_no, *size],
            )
            .await?;
            for (store, quantity) in [("PAR", *pieces), ("MIL", 2)] {
                let entry = inventory::store::LedgerEntry {
                    store_no: store,
                    item_no,
                    size_code: size,
                    quantity,
                    entry_type: "RECEIVE",
                    document_no: "OPENING",
                    document_id: None,
                    staff_id: "admin",
                    business_date: date,
                    now,
                };
                inventory::lease::receive(tx, &entry).await?;
            }
        }
    }
    Ok(())
}

/// Says where every till's card terminal is now.
///
/// # Panics
/// When the store does not take it.
pub(crate) async fn connect(shell: &Shell, terminal_address: &str) {
    let address = terminal_address.to_owned();
    let written = shell.db.write(address, |tx, address| {
        Box::pin(async move {
            let sql = "UPDATE terminal SET device_address = $1";
            tx.execute(sql, params![address.as_str()]).await?;
            Ok(())
        })
    });
    written.await.expect("where the terminals are");
}
