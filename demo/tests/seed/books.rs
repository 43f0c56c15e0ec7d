//! What the past left in the books.

use demo::catalogue::items;
use demo::company::{STORES, stock_on_hand};
use demo::seed::{OrderVolume, seed};
use jiff::Timestamp;
use jiff::civil::date;
use journal::{ChainOpening, Kind, NewEntry, VerifyOptions};
use shell::params;

use crate::house::{House, NOW};

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
        house
            .one::<i64>("SELECT CAST(SUM(on_hand) AS BIGINT) FROM stock")
            .await,
        // And the seven chains by weight.
        today + 7
    );
    let sold: i64 = house
        .one("SELECT CAST(SUM(quantity) AS BIGINT) FROM sales_order_line")
        .await;
    let left: i64 = house
        .one("SELECT CAST(-SUM(quantity) AS BIGINT) FROM stock_ledger WHERE entry_type = 'SALE'")
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
        // A deposit waits in a basket that is no order yet.
        let kept = format!("deposit WHERE store_no = '{}'", store.store_no);
        let kept = house.count(&kept).await;
        for (name, expected) in [("order", last), ("basket", last + kept)] {
            let counter: i64 = house
                .one(&format!(
                    "SELECT value FROM counter WHERE scope = '{}' AND name = '{name}'",
                    store.store_no
                ))
                .await;
            assert_eq!(counter, expected);
        }
    }
    let twice = "basket a JOIN basket b ON b.store_no = a.store_no AND b.basket_no = a.basket_no \
                 AND b.basket_id <> a.basket_id";
    assert_eq!(house.count(twice).await, 0);
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
    let forms = house.count("journal_entry WHERE kind = 'taxfree'").await;
    let movements = house.count("gift_card_ledger").await;
    let credits = house.count("loyalty_entry").await;
    assert!(credits > 0);
    let orders = house.count("sales_order").await;
    // The openings of the chains, and what was registered of old jewellery, credited and shipped.
    let events = house.count("journal_entry WHERE kind = 'event'").await;
    assert!(events > chains);
    let deposits = house.count("journal_entry WHERE kind = 'deposit'").await;
    assert_eq!(deposits, house.count("deposit").await);
    // Cash that went out of a drawer.
    let payouts = house.count("journal_entry WHERE kind = 'payment'").await;
    assert_eq!(
        payouts,
        house
            .count("drawer_entry WHERE entry_type <> 'NO_SALE'")
            .await
    );
    // Of each day, of each store and each of its tills.
    let closings = house
        .count("journal_entry WHERE kind = 'closing.day'")
        .await;
    assert!(closings > 0);
    assert_eq!(
        entries,
        orders + forms + movements + credits + events + deposits + payouts + closings
    );
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
async fn the_journal_and_the_tables_verify() {
    let house = House::seeded(OrderVolume::Days(3)).await;
    let options = VerifyOptions {
        trusted_keys: vec![house.options.signer.public_key()],
        anchors: None,
    };
    let report = app::command::verify_books(&house.shell.db, &options).await;
    assert!(report.is_intact(), "{report}");
    assert!(report.findings.is_empty(), "{report}");
    assert_eq!(report.compared.orders, house.count("sales_order").await);
    assert_eq!(
        report.compared.card_tenders,
        house.count("payment_attempt").await
    );
    assert_eq!(report.compared.stock_rows, house.count("stock").await);
}

#[tokio::test]
async fn some_orders_are_shared_and_their_credits_are_what_was_paid() {
    let house = House::seeded(OrderVolume::Days(20)).await;
    let shared: i64 = house
        .one("SELECT COUNT(DISTINCT order_id) FROM sales_order_salesperson")
        .await;
    assert!(shared > 0);
    let off: i64 = house
        .one(
            "SELECT COUNT(*) FROM sales_order o WHERE o.order_id IN \
             (SELECT order_id FROM sales_order_salesperson) AND o.total <> \
             (SELECT SUM(n.amount) FROM sales_order_salesperson n WHERE n.order_id = o.order_id)",
        )
        .await;
    assert_eq!(off, 0);
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
                    let prices = catalog::store::price_rows(
                        tx,
                        std::slice::from_ref(&item_no),
                        &pricing,
                        &[],
                    )
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
    let report = journal::verify(&house.shell.db, &VerifyOptions::default()).await;
    assert!(report.is_intact(), "{report}");
}
