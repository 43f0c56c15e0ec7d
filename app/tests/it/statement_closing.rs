//! The closings of days, months and years are listed, each as far as it is proven, and as a table.

use std::sync::Arc;
use std::time::Duration;

use journal::Signer;
use serde_json::{Value, json};
use testkit::{Client, Shop};

use crate::deposit::euro;
use crate::statement::{calculate, open, post_all, sell_bag};

async fn close(shop: &Shop) {
    let signer = Arc::new(Signer::new(&testkit::KEY));
    journal::close_due(&shop.shell, &signer).await.unwrap();
}

async fn listed(manager: &Client, query: &str) -> Value {
    manager
        .get(&format!("/statement/closing{query}"))
        .await
        .ok()
}

fn dates(page: &Value) -> Vec<&str> {
    let items = page["items"].as_array().unwrap().iter();
    items.map(|it| it["toDate"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn days_months_and_years_are_listed_proven_and_paged() {
    let (shop, clock) = open().await;
    let manager = shop.seller("manager").await;
    sell_bag(&manager).await;
    let statement = post_all(&manager, &calculate(&manager).await.ok()).await;
    let first = listed(&manager, "").await;
    assert_eq!(dates(&first), ["2026-11-21"]);
    let day = &first["items"][0];
    assert_eq!(
        (
            &day["proof"],
            &day["number"],
            &day["total"],
            &day["perpetualTotal"],
            &day["tickets"],
            &day["previousHash"],
        ),
        (
            &json!("PROVEN"),
            &json!(1),
            &euro(10),
            &euro(10),
            &json!(1),
            &Value::Null,
        )
    );
    // The Z of that day names it.
    let path = format!("/statement/{}", statement["statementNo"].as_str().unwrap());
    let shown = manager.get(&path).await.ok();
    assert_eq!(shown["z"]["closingHash"], day["hash"]);

    clock.advance(Duration::from_secs(45 * 24 * 3_600));
    close(&shop).await;
    let manager = shop.log_in("manager").await;
    let years = listed(&manager, "?kind=YEAR").await;
    assert_eq!(dates(&years), ["2026-12-31"]);
    assert_eq!(years["items"][0]["total"], euro(10));
    let months = listed(&manager, "?kind=MONTH").await;
    assert_eq!(dates(&months), ["2026-12-31", "2026-11-30"]);
    assert_eq!(
        (&months["items"][0]["total"], &months["items"][1]["total"]),
        (&euro(0), &euro(10))
    );
    assert_eq!(
        months["items"][0]["previousHash"], months["items"][1]["hash"],
        "each names the one before"
    );
    let days = listed(&manager, "?limit=200").await;
    let count = days["items"].as_array().unwrap().len();
    assert_eq!(days["years"], json!([2027, 2026]));
    assert_eq!(days["nextCursor"], Value::Null);
    let items = days["items"].as_array().unwrap();
    assert!(items.iter().all(|it| it["proof"] == "PROVEN"), "{days}");
    let last = listed(&manager, "?year=2026&limit=200").await;
    assert_eq!(last["items"].as_array().unwrap().len(), 41);
    let none = listed(&manager, "?year=2025").await;
    assert_eq!(none["items"], json!([]));
    for no_year in ["0", "-1", "10000", "MMXXVI"] {
        let asked = format!("/statement/closing?year={no_year}");
        assert_eq!(manager.get(&asked).await.status, 400, "{no_year}");
    }

    // Page by page it is the same list.
    let mut seen = Vec::new();
    let mut query = "?limit=7".to_owned();
    loop {
        let page = listed(&manager, &query).await;
        seen.extend(page["items"].as_array().unwrap().iter().cloned());
        let Some(next) = page["nextCursor"].as_str() else {
            break;
        };
        query = format!("?limit=7&cursor={next}");
    }
    assert_eq!(json!(seen), days["items"]);
    assert_eq!(seen.len(), count);

    // The table says the same.
    let path = "/statement/closing/export.csv?kind=MONTH";
    let table = manager.request(reqwest::Method::GET, path).send().await;
    let table = table.unwrap().text().await.unwrap();
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 3, "{table}");
    let november = months["items"][1]["hash"].as_str().unwrap();
    assert!(
        rows[2].contains(november) && rows[2].ends_with("\"PROVEN\""),
        "{table}"
    );
}

#[tokio::test]
async fn other_stores_are_told_to_whom_they_are_linked() {
    let (shop, _) = open().await;
    let manager = shop.seller("manager").await;
    sell_bag(&manager).await;
    let theirs = manager.get("/statement/closing?storeNo=MIL").await;
    assert_eq!(theirs.refused(), (404, "statement.store_not_found"));
    shop.change("INSERT INTO salesperson_store (staff_id, store_no) VALUES ('manager', 'MIL')")
        .await;
    let theirs = listed(&manager, "?storeNo=MIL").await;
    assert_eq!(
        (&theirs["storeNo"], &theirs["items"]),
        (&json!("MIL"), &json!([]))
    );
    assert_eq!(theirs["stores"].as_array().unwrap().len(), 2);
    let mei = shop.log_in("mei").await;
    assert_eq!(mei.get("/statement/closing").await.status, 403);
}

#[tokio::test]
async fn one_that_was_changed_is_not_called_proven() {
    let (shop, clock) = open().await;
    for _ in 0..3 {
        let manager = shop.seller("manager").await;
        sell_bag(&manager).await;
        clock.advance(Duration::from_secs(24 * 3_600));
        close(&shop).await;
    }
    let manager = shop.log_in("manager").await;
    let before = listed(&manager, "").await;
    let proofs = |page: &Value| {
        let items = page["items"].as_array().unwrap().iter();
        items
            .map(|it| it["proof"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(proofs(&before), ["PROVEN"; 3]);
    if shop.sqlite_file().is_none() {
        return;
    }
    // Somebody with the file in their hands makes one say another sum.
    shop.change("DROP TRIGGER journal_entry_refuses_update")
        .await;
    shop.change(
        "UPDATE journal_entry SET payload = CAST(REPLACE(CAST(payload AS TEXT), '\"total\":10', \
         '\"total\":90') AS BLOB) WHERE kind = 'closing.day' AND chain_id = 'PAR' AND kind_seq = 2",
    )
    .await;
    assert_eq!(
        proofs(&listed(&manager, "").await),
        ["PROVEN", "BROKEN", "PROVEN"]
    );
    // One that is gone is missed by the one behind it.
    shop.change("DROP TRIGGER journal_entry_refuses_delete")
        .await;
    shop.change(
        "DELETE FROM journal_entry WHERE kind = 'closing.day' AND chain_id = 'PAR' AND kind_seq = 2",
    )
    .await;
    assert_eq!(proofs(&listed(&manager, "").await), ["BROKEN", "PROVEN"]);
}
