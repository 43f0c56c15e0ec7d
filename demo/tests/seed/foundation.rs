//! Who and what is there, and over what it is never written.

use std::collections::BTreeSet;
use std::fs;

use demo::catalogue::items;
use demo::company::{customers, staff};
use demo::order::orders;
use demo::seed::{OrderVolume, SeedOptions, seed, sign_ins};
use jiff::civil::date;
use session::rule::permission::CATALOGUE;

use crate::house::House;

#[tokio::test]
async fn everything_is_there() {
    let house = House::seeded(OrderVolume::Days(3)).await;
    let rows = async |table: &'static str| usize::try_from(house.count(table).await).unwrap();
    assert_eq!(rows("company").await, 3);
    assert_eq!(rows("store").await, 10);
    assert_eq!(rows("terminal").await, 21);
    assert_eq!(rows("tender").await, 18);
    assert_eq!(rows("tender_store").await, 117);
    assert_eq!(rows("gift_card").await, 200);
    assert_eq!(rows("price_group").await, 9);
    assert_eq!(rows("permission").await, CATALOGUE.len());
    assert_eq!(rows("salesperson").await, staff().len());
    assert_eq!(rows("customer").await, customers().len());
    // With two metals, three kinds of labour, two chains by weight and three metals that are bought.
    assert_eq!(rows("item").await, 310);
    assert_eq!(rows("collection").await, 12);
    let sizes: usize = items().iter().map(|item| item.sizes.len()).sum();
    assert_eq!(rows("item_size").await, sizes + 10);
    assert_eq!(rows("barcode").await, sizes + 2);
    assert!(rows("sales_price").await > 2_000);
    let expected = orders(&items(), date(2026, 11, 21))
        .filter(|order| order.days_ago <= 3)
        .count();
    // A few held nothing but gold by weight, which has no price yet.
    let written = rows("sales_order").await;
    assert!(
        written <= expected && written * 100 >= expected * 90,
        "{written} of {expected}"
    );
    assert_eq!(
        house
            .count("sales_order WHERE business_date < '2026-11-18' OR business_date > '2026-11-20'")
            .await,
        0
    );
    let with_certificate = items().iter().filter(|item| item.certificate).count();
    assert_eq!(
        rows("item WHERE item_class_code = 'DIAMOND'").await,
        with_certificate
    );
    assert_eq!(rows("item WHERE metal_item_no = 'GOLD-999'").await, 15);
    assert_eq!(rows("item WHERE metal_item_no = 'GOLD-750'").await, 2);
    assert_eq!(rows("recycling").await, 60);
    assert_eq!(rows("recycling WHERE state = 'CREDITED'").await, 2);
    assert_eq!(rows("recycling WHERE state = 'WEIGHED'").await, 1);
    assert_eq!(rows("recycling WHERE state = 'AGREED'").await, 1);
    assert!(rows("recycling WHERE state = 'SHIPPED'").await > 20);
    assert!(rows("recycling WHERE state = 'RELEASED'").await > 10);
    assert_eq!(rows("metal_price").await, 6 + 3 * 121);
    assert_eq!(rows("sales_price WHERE size_code <> ''").await, 3);
    assert!(rows("customer_price_group").await > 10);
    assert_eq!(
        rows("item WHERE keyed_max IS NOT NULL AND NOT keying_in_price").await,
        0
    );
    let pictures = fs::read_dir(&house.options.pictures).unwrap().count();
    assert_eq!(pictures, 300);
}

#[tokio::test]
async fn shops_find_what_they_can_sell() {
    let house = House::seeded(OrderVolume::Days(1)).await;
    // 10 gifts, exchange vouchers, the internal licence, five metals and three kinds of labour.
    assert_eq!(house.count("item WHERE NOT sold_in_shops").await, 20);
    let unsold = "item WHERE NOT sold_in_shops AND item_no =";
    assert_eq!(house.count(&format!("{unsold} 'ITLICENSE'")).await, 1);
    assert_eq!(house.count(&format!("{unsold} 'SHIPPING'")).await, 0);
    assert_eq!(
        house
            .count("item i WHERE i.sold_in_shops AND NOT i.keying_in_price AND i.pricing_method = 'FIXED' AND NOT EXISTS (SELECT 1 FROM sales_price p WHERE p.item_no = i.item_no)")
            .await,
        0
    );
    assert_eq!(
        house
            .count("item WHERE search_text LIKE '%etoile%' AND collection_code = 'ETOILE'")
            .await,
        house.count("item WHERE collection_code = 'ETOILE'").await
    );
    let name: String = house
        .one("SELECT search_text FROM customer WHERE customer_no = 100001")
        .await;
    assert_eq!(
        name,
        "ines marchetti ines.marchetti@mail.example 100001 33639984108"
    );
    let next = "counter WHERE scope = 'customer' AND name = 'no' \
                AND value = (SELECT MAX(customer_no) FROM customer)";
    assert_eq!(
        house.count(next).await,
        1,
        "the next customer has the next number"
    );
    let consenting = customers()
        .iter()
        .map(|customer| {
            usize::from(customer.consent.privacy) + 2 * usize::from(customer.consent.communication)
        })
        .sum::<usize>();
    assert_eq!(
        house.count("customer_consent").await,
        i64::try_from(consenting).unwrap()
    );
    assert!(
        house
            .count("customer WHERE likes <> '[]' AND dislikes <> '[]'")
            .await
            > 100
    );
}

#[tokio::test]
async fn a_second_run_changes_nothing() {
    let house = House::seeded(OrderVolume::Days(1)).await;
    let figures = async || {
        let mut figures = Vec::new();
        for table in [
            "sales_order",
            "stock_ledger",
            "journal_entry",
            "salesperson",
        ] {
            figures.push(house.count(table).await);
        }
        figures
    };
    let before = figures().await;
    let mine = house.options.pictures.join("plasticbag.svg");
    fs::write(&mine, "a retailer's own").unwrap();
    let lost = house.options.pictures.join("shipping.svg");
    fs::remove_file(&lost).unwrap();
    let options = SeedOptions {
        orders: OrderVolume::Days(9),
        ..house.options.clone()
    };
    seed(&house.shell, &options).await.unwrap();
    assert_eq!(figures().await, before);
    assert_eq!(fs::read_to_string(&mine).unwrap(), "a retailer's own");
    assert!(lost.exists());
}

#[tokio::test]
async fn a_real_installation_is_refused() {
    let house = House::empty(OrderVolume::Days(1)).await;
    house
        .write("INSERT INTO company (company_no, name, country_code, registration_no, vat_no) VALUES ('C', 'C', 'FR', '', '')")
        .await;
    house
        .write(
            "INSERT INTO store (store_no, company_no, name, address, postal_code, city, \
             country_code, telephone, currency_code, time_zone, language_code, \
             end_of_business_day, vat_posting_group, deductible_vat_posting_group, duty_free, \
             cash_rounding_step, price_rounding_step, do_not_allow_negative_inventory, \
             is_show_qr_code, recall_minutes, redirect_url, status) VALUES ('REAL1', 'C', 'R', \
             '', '', '', 'FR', '', 'EUR', 'Europe/Paris', 'fr', 240, 'FR', 'FR', FALSE, 1, 1, \
             TRUE, TRUE, 5, '/sale', 'OPEN')",
        )
        .await;
    let error = seed(&house.shell, &house.options).await.unwrap_err();
    assert!(error.to_string().contains("real installation"), "{error}");
    assert_eq!(house.count("store").await, 1);
    assert_eq!(house.count("installation").await, 0);
    assert!(!house.database.folder().join("pictures").exists());
}

#[tokio::test]
async fn what_was_cut_off_is_not_taken_for_whole() {
    let house = House::seeded(OrderVolume::Days(1)).await;
    house
        .write("UPDATE installation SET value = 'WRITING' WHERE name = 'seed'")
        .await;
    let error = seed(&house.shell, &house.options).await.unwrap_err();
    assert!(error.to_string().contains("cut off"), "{error}");
}

#[tokio::test]
async fn staff_can_sign_in() {
    let house = House::seeded(OrderVolume::Days(1)).await;
    let users: BTreeSet<&str> = sign_ins().iter().map(|(user, ..)| *user).collect();
    assert_eq!(
        users,
        ["admin", "manager", "office", "otp", "seller"].into()
    );
    for user in users {
        let hash: String = house
            .one(&format!(
                "SELECT password_hash FROM salesperson WHERE staff_id = '{user}' AND NOT blocked"
            ))
            .await;
        let passwords = session::password::Passwords::default();
        assert!(
            passwords
                .check("vitrine-demo".to_owned(), Some(hash))
                .await
                .unwrap()
        );
    }
    let secret: Vec<u8> = house
        .one("SELECT totp_secret FROM salesperson WHERE staff_id = 'otp' AND second_factor AND email = 'otp@vitrine.example'")
        .await;
    assert_eq!(secret.len(), 20);
    assert_eq!(
        house
            .count("login_try WHERE user_name = 'i.moreau' AND wrong_tries = 5")
            .await,
        1
    );
}
