//! The demonstration in a database: complete, consistent, written once and never over anything else.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use demo::catalogue::items;
use demo::company::{STORES, customers, staff, stock_on_hand};
use demo::order::orders;
use demo::seed::{OrderVolume, SeedOptions, seed, sign_ins};
use jiff::Timestamp;
use jiff::civil::date;
use journal::{ChainOpening, Kind, NewEntry, Signer};
use shell::db::FromValue;
use shell::event::Events;
use shell::{Clock, Db, Shell, params};

/// Noon in Paris on a Saturday.
const NOW: &str = "2026-11-21T11:00:00Z";

struct House {
    shell: Shell,
    options: SeedOptions,
    directory: tempfile::TempDir,
}

impl House {
    async fn empty(orders: OrderVolume) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let db = Db::open_sqlite(&directory.path().join("vitrine.db")).unwrap();
        db.migrate().await.unwrap();
        Self {
            shell: Shell {
                db,
                clock: Clock::manual(NOW.parse().unwrap()),
                events: Arc::new(Events::new(None)),
            },
            options: SeedOptions {
                signer: Arc::new(Signer::new(&[7; 32])),
                terminal_address: "127.0.0.1:8443".to_owned(),
                pictures: directory.path().join("pictures"),
                orders,
            },
            directory,
        }
    }

    async fn seeded(orders: OrderVolume) -> Self {
        let house = Self::empty(orders).await;
        seed(&house.shell, &house.options).await.unwrap();
        house
    }

    /// The first column of the first row.
    async fn one<T: FromValue + Send + 'static>(&self, sql: &str) -> T {
        self.shell
            .db
            .read(sql.to_owned(), |tx, sql| {
                Box::pin(async move { Ok(tx.query_one(sql, params![]).await?.read()?) })
            })
            .await
            .unwrap()
    }

    async fn count(&self, sql: &str) -> i64 {
        self.one(&format!("SELECT COUNT(*) FROM {sql}")).await
    }

    async fn write(&self, sql: &str) {
        self.shell
            .db
            .write(sql.to_owned(), |tx, sql| {
                Box::pin(async move { Ok(tx.execute(sql, params![]).await?) })
            })
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn everything_is_there() {
    let house = House::seeded(OrderVolume::Days(3)).await;
    let rows = |table: &'static str| house.count(table);
    assert_eq!(rows("company").await, 3);
    assert_eq!(rows("store").await, 10);
    assert_eq!(rows("terminal").await, 20);
    assert_eq!(rows("tender").await, 14);
    assert_eq!(rows("tender_store").await, 60);
    assert_eq!(rows("price_group").await, 9);
    assert_eq!(rows("permission").await, 62);
    assert_eq!(rows("salesperson").await, staff().len() as i64);
    assert_eq!(rows("customer").await, customers().len() as i64);
    assert_eq!(rows("item").await, 300);
    assert_eq!(rows("collection").await, 12);
    let sizes: usize = items().iter().map(|item| item.sizes.len()).sum();
    assert_eq!(rows("item_size").await, sizes as i64);
    assert_eq!(rows("barcode").await, sizes as i64);
    assert!(rows("sales_price").await > 2_000);
    let expected = orders(&items(), date(2026, 11, 21))
        .filter(|order| order.days_ago <= 3)
        .count();
    // A few held nothing but gold by weight, which has no price yet.
    let written = usize::try_from(rows("sales_order").await).unwrap();
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
    let pictures = fs::read_dir(&house.options.pictures).unwrap().count();
    assert_eq!(pictures, 300);
}

#[tokio::test]
async fn shops_find_what_they_can_sell() {
    let house = House::seeded(OrderVolume::Days(1)).await;
    // 15 by weight, 10 gifts, 8 with a keyed price and the internal licence.
    assert_eq!(house.count("item WHERE NOT sold_in_shops").await, 34);
    let unsold = "item WHERE NOT sold_in_shops AND item_no =";
    assert_eq!(house.count(&format!("{unsold} 'ITLICENSE'")).await, 1);
    assert_eq!(house.count(&format!("{unsold} 'SHIPPING'")).await, 0);
    assert_eq!(
        house
            .count("item i WHERE i.sold_in_shops AND NOT EXISTS (SELECT 1 FROM sales_price p WHERE p.item_no = i.item_no)")
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
}

#[tokio::test]
async fn the_ledger_adds_up_to_the_stock() {
    let house = House::seeded(OrderVolume::Days(3)).await;
    let differing = "stock s WHERE s.on_hand <> (SELECT COALESCE(SUM(l.quantity), 0) \
         FROM stock_ledger l WHERE l.store_no = s.store_no AND l.item_no = s.item_no \
         AND l.size_code = s.size_code AND l.bucket = 'ON_HAND')";
    assert_eq!(house.count(differing).await, 0);
    let today: i64 = stock_on_hand(&items())
        .iter()
        .map(|line| i64::from(line.on_hand))
        .sum();
    assert_eq!(
        house.one::<i64>("SELECT SUM(on_hand) FROM stock").await,
        today
    );
    let sold: i64 = house
        .one("SELECT SUM(quantity) FROM sales_order_line")
        .await;
    let left: i64 = house
        .one("SELECT -SUM(quantity) FROM stock_ledger WHERE entry_type = 'SALE'")
        .await;
    assert_eq!(sold, left);
    assert!(sold > 0);
}

#[tokio::test]
async fn amounts_agree() {
    let house = House::seeded(OrderVolume::Days(3)).await;
    for wrong in [
        "sales_order o WHERE o.total <> (SELECT SUM(net) FROM sales_order_line l WHERE l.order_id = o.order_id)",
        "sales_order o WHERE o.total <> (SELECT SUM(gross) FROM sales_order_vat v WHERE v.order_id = o.order_id)",
        "sales_order o WHERE o.total <> (SELECT SUM(amount) FROM sales_order_tender t WHERE t.order_id = o.order_id)",
        "sales_order o WHERE o.total + o.rounding <> (SELECT SUM(tendered - change_given) FROM sales_order_tender t WHERE t.order_id = o.order_id)",
        "sales_order_line WHERE net <> unit_price * quantity",
        "sales_order o JOIN basket b ON b.basket_id = o.basket_id WHERE b.state <> 'COMPLETED' OR b.due <> o.total",
        "sales_order_tender t JOIN tender d ON d.tender_code = t.tender_code WHERE d.tender_type = 'CARD' AND NOT EXISTS \
         (SELECT 1 FROM payment_attempt a JOIN sales_order o ON o.basket_id = a.basket_id \
          WHERE a.attempt_id = t.attempt_id AND o.order_id = t.order_id AND a.state = 'APPROVED' \
          AND a.kind = 'PAYMENT' AND NOT a.is_live AND a.approved_amount = t.amount \
          AND a.currency_code = o.currency_code)",
    ] {
        assert_eq!(house.count(wrong).await, 0, "{wrong}");
    }
    assert!(house.count("payment_attempt").await > 10);
}

#[tokio::test]
async fn numbers_go_on_without_a_gap() {
    let house = House::seeded(OrderVolume::Days(3)).await;
    for store in &STORES {
        let of_store = format!("sales_order WHERE store_no = '{}'", store.store_no);
        let orders = house.count(&of_store).await;
        if orders == 0 {
            continue;
        }
        let last: i64 = house
            .one(&format!("SELECT MAX(order_no) FROM {of_store}"))
            .await;
        assert_eq!(last, orders);
        for name in ["order", "basket"] {
            let counter: i64 = house
                .one(&format!(
                    "SELECT value FROM counter WHERE scope = '{}' AND name = '{name}'",
                    store.store_no
                ))
                .await;
            assert_eq!(counter, last);
        }
    }
    assert_eq!(
        house
            .count("sales_order a JOIN sales_order b ON b.store_no = a.store_no AND b.order_no = a.order_no + 1 WHERE b.completed_at < a.completed_at")
            .await,
        0
    );
    assert_eq!(
        house
            .one::<String>(
                "SELECT receipt_no FROM sales_order WHERE store_no = 'PAR01' AND order_no = 1"
            )
            .await,
        "R-PAR01-000001"
    );
}

#[tokio::test]
async fn every_order_has_its_ticket_and_chains_go_on() {
    let house = House::seeded(OrderVolume::Days(3)).await;
    assert_eq!(
        house
            .count(
                "sales_order o WHERE NOT EXISTS (SELECT 1 FROM journal_entry e \
                 WHERE e.chain_id = o.journal_chain AND e.seq = o.journal_seq AND e.kind = 'ticket')"
            )
            .await,
        0
    );
    let chains = house.count("journal_head").await;
    let entries = house.count("journal_entry").await;
    assert_eq!(entries, chains + house.count("sales_order").await);
    assert_eq!(
        house
            .count("journal_entry e LEFT JOIN journal_entry p ON p.chain_id = e.chain_id AND p.seq = e.seq - 1 WHERE e.seq > 1 AND (p.hash IS NULL OR p.hash <> e.prev_hash OR p.at_utc > e.at_utc)")
            .await,
        0
    );
    let before: i64 = house
        .one("SELECT seq FROM journal_head WHERE chain_id = 'PAR01-1'")
        .await;
    let now: Timestamp = NOW.parse().unwrap();
    let entry = NewEntry {
        chain_id: "PAR01-1".to_owned(),
        kind: Kind::Event,
        at: now,
        time_zone: "Europe/Paris".to_owned(),
        business_date: date(2026, 11, 21),
        payload: journal::payload(&std::collections::BTreeMap::from([("code", 1)])).unwrap(),
        opening: ChainOpening {
            registration_no: String::new(),
            vat_no: String::new(),
            store_no: "PAR01".into(),
            terminal_no: None,
            software_version: String::new(),
        },
    };
    let appended = house
        .shell
        .db
        .write(
            (house.options.signer.clone(), entry),
            |tx, (signer, entry)| Box::pin(journal::append(tx, signer, entry.clone())),
        )
        .await
        .unwrap();
    assert_eq!(appended.seq, before + 1);
}

#[tokio::test]
async fn prices_are_those_of_the_till() {
    let house = House::seeded(OrderVolume::Days(2)).await;
    let store = house
        .shell
        .db
        .read((), |tx, ()| {
            Box::pin(async move {
                let store = setting::get_store(tx, &"CDG01".into()).await?;
                let date = date(2026, 11, 20);
                let pricing =
                    catalog::store::store_pricing(tx, &store.store_no, store.currency, date)
                        .await?;
                let rows = tx
                    .query(
                        "SELECT l.item_no, l.size_code, l.quantity, l.unit_price, l.vat_rate, \
                         i.unit, i.vat_posting_group FROM sales_order_line l \
                         JOIN sales_order o ON o.order_id = l.order_id \
                         JOIN item i ON i.item_no = l.item_no \
                         WHERE o.store_no = 'CDG01' AND o.business_date = '2026-11-20'",
                        params![],
                    )
                    .await?;
                let mut compared = 0;
                for mut row in rows {
                    let (item_no, size_code): (String, String) = (row.read()?, row.read()?);
                    let (quantity, unit_price, vat): (i64, i64, i64) =
                        (row.read()?, row.read()?, row.read()?);
                    let (unit, vat_group): (String, String) = (row.read()?, row.read()?);
                    let prices =
                        catalog::store::price_rows(tx, std::slice::from_ref(&item_no), &pricing)
                            .await?;
                    let query = catalog::rule::price::PriceQuery {
                        size_code: &size_code,
                        unit: &unit,
                        vat_group: &vat_group,
                        date,
                        quantity,
                        customer_groups: &[],
                    };
                    let price =
                        catalog::rule::price::price(&prices[&item_no], &pricing, &query).unwrap();
                    assert_eq!(
                        (price.gross.minor, price.vat.0),
                        (unit_price, vat),
                        "{item_no}"
                    );
                    compared += 1;
                }
                Ok(compared)
            })
        })
        .await
        .unwrap();
    assert!(store > 0, "the airport sold something");
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
    assert!(!house.directory.path().join("pictures").exists());
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
        let passwords = session::password::Passwords::new().unwrap();
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

/// The whole past: run it with `--ignored --nocapture` to see how long it takes.
#[tokio::test]
#[ignore = "a measurement"]
async fn how_long_the_whole_past_takes() {
    let house = House::empty(OrderVolume::All).await;
    let began = std::time::Instant::now();
    seed(&house.shell, &house.options).await.unwrap();
    let orders = house.count("sales_order").await;
    println!("{orders} orders in {:?}", began.elapsed());
    assert!(orders > 7_000);
}
