//! The statements of the past: every day posted, counted by the product's own rules, and proven.

use demo::company::STORES;
use demo::seed::{OrderVolume, SeedOptions, seed};
use journal::VerifyOptions;

use crate::house::House;

#[tokio::test]
async fn each_past_day_of_each_store_is_posted_and_today_is_open() {
    let days = 12;
    let house = House::seeded(OrderVolume::Days(days)).await;
    for store in STORES.iter().filter(|store| store.share_of_sales > 0) {
        let of_store = format!("FROM statement WHERE store_no = '{}'", store.store_no);
        let told: String = house
            .one(&format!(
                "SELECT COUNT(*) || ' ' || MIN(state) || ' ' || MAX(state) || ' ' || \
                 MIN(transaction_date) || ' ' || MAX(transaction_date) {of_store}"
            ))
            .await;
        let expected = format!("{days} POSTED POSTED 2026-11-09 2026-11-20");
        assert_eq!(told, expected, "{}", store.store_no);
        let z = format!("statement_z WHERE store_no = '{}'", store.store_no);
        assert_eq!(house.count(&z).await, i64::from(days));
    }
    for wrong in [
        "sales_order o WHERE NOT EXISTS \
         (SELECT 1 FROM statement_order s WHERE s.order_id = o.order_id)",
        "drawer_entry e WHERE NOT EXISTS \
         (SELECT 1 FROM statement_drawer_entry s WHERE s.entry_id = e.entry_id)",
        // A terminal that stands there now would miss what it never took.
        "payment_attempt a JOIN terminal t ON t.device_sn = a.device_sn",
        // What was taken today waits.
        "statement_deposit_entry s JOIN deposit_ledger l ON l.entry_id = s.entry_id \
         WHERE l.business_date = '2026-11-21'",
        "statement s JOIN statement_posting p ON p.statement_no = s.statement_no \
         WHERE (s.difference <> 0) <> (p.reason IS NOT NULL)",
        "statement WHERE ABS(difference) > 500 AND currency_code <> 'KWD'",
    ] {
        assert_eq!(house.count(wrong).await, 0, "{wrong}");
    }
    for there in [
        "statement WHERE difference <> 0",
        "drawer_entry WHERE entry_type = 'CASH_OUT'",
        "deposit_ledger WHERE business_date = '2026-11-21'",
    ] {
        assert!(house.count(there).await > 0, "{there}");
    }
    let db = &house.shell.db;
    let report = journal::verify(db, &VerifyOptions::default()).await;
    assert!(report.findings.is_empty(), "{report}");
    assert_eq!(statement::verify(db).await.unwrap().len(), 0);
    assert_eq!(drawer::verify(db).await.unwrap().len(), 0);
}

#[tokio::test]
async fn the_last_days_wait_where_that_is_wanted() {
    let house = House::empty(OrderVolume::Days(5)).await;
    let options = SeedOptions {
        open_days: 2,
        ..house.options.clone()
    };
    seed(&house.shell, &options).await.unwrap();
    let last: String = house
        .one("SELECT MAX(transaction_date) FROM statement WHERE state = 'POSTED'")
        .await;
    assert_eq!(last, "2026-11-18");
    let waiting = "sales_order o WHERE o.business_date > '2026-11-18' AND NOT EXISTS \
         (SELECT 1 FROM statement_order s WHERE s.order_id = o.order_id)";
    let since = "sales_order o WHERE o.business_date > '2026-11-18'";
    assert!(house.count(since).await > 0);
    assert_eq!(house.count(waiting).await, house.count(since).await);
}
