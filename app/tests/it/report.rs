//! Reports of the day: every part comes to the sales amount of the statement of the same orders; what
//! tenders brought waits for the posting; exceptions page by page.

use serde_json::{Value, json};

use crate::deposit::euro;
use crate::document;
use crate::journal_events::named;
use crate::statement::{calculate, count, count_slips, of, open, sell_the_day};
use crate::statement_report::paper;

fn sum(rows: &Value, figure: &str) -> i64 {
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| row["figures"][figure]["minor"].as_i64().unwrap())
        .sum()
}

#[tokio::test]
async fn every_part_of_the_day_comes_to_what_the_statement_says() {
    let (shop, _) = open().await;
    let mei = shop.seller("mei").await;
    let manager = shop.seller("manager").await.repeating();
    let before = manager.get("/report/day").await.ok();
    assert_eq!(
        before["isClosed"], false,
        "nothing is sold, and nothing posted"
    );
    sell_the_day(&shop, &mei, &manager).await;
    let forbidden = mei.get("/report/day").await;
    assert_eq!(forbidden.refused(), (403, "session.forbidden"));

    let report = manager.get("/report/day").await.ok();
    assert_eq!(report["isClosed"], false);
    assert_eq!(
        report["tenders"],
        json!([]),
        "what is to be counted is not told"
    );
    let total = &report["total"];
    assert_eq!(total["sales"], euro(112_721));
    assert_eq!(total["discount"], euro(3_870));
    assert_eq!(
        (&total["transactions"], &total["pieces"]),
        (&json!(5), &json!(6))
    );
    let turnover = total["turnover"]["minor"].as_i64().unwrap();
    assert_eq!(turnover, 112_721 - total["vat"]["minor"].as_i64().unwrap());
    assert_eq!(report["turnoverEuro"], euro(turnover));
    for part in [
        "hours",
        "days",
        "salespeople",
        "collections",
        "classes",
        "vatRates",
    ] {
        assert_eq!(sum(&report[part], "sales"), 112_721, "{part}");
        assert_eq!(sum(&report[part], "turnover"), turnover, "{part}");
        assert_eq!(sum(&report[part], "discount"), 3_870, "{part}");
    }
    assert_eq!(report["hours"][0]["hour"], 12, "the clock of Paris");
    let given = &report["discounts"][0];
    assert_eq!(
        (&given["source"], &given["reason"]),
        (&json!("LINE"), &json!("Loyal customer"))
    );
    assert!(!given["givenBy"].as_str().unwrap().is_empty());

    let statement = calculate(&manager).await.ok();
    count(&manager, &statement, "PAR-1", &[]).await.ok();
    count(&manager, &statement, "PAR-3", &[]).await.ok();
    count_slips(&manager, &statement, 73_820, 4).await.ok();
    let why = json!({ "reason": "The cash is in the safe" });
    manager.post(&of(&statement, "posting"), why).await.ok();
    let closed = manager.get("/report/day").await.ok();
    assert_eq!(closed["isClosed"], true);
    let tenders = closed["tenders"].as_array().unwrap().iter();
    let taken: i64 = tenders
        .map(|it| it["amount"]["minor"].as_i64().unwrap())
        .sum();
    assert_eq!(taken, 137_720, "the payment amount of the statement");

    let table = manager.request(reqwest::Method::GET, "/report/day/export.csv");
    let table = table.send().await.unwrap().text().await.unwrap();
    for row in [
        "\"total\",\"\",\"\",5,6,1127.21,",
        "\"turnoverEuro\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"EUR\",\"\",939.34,",
        "\"tender\",\"CASH\",\"Cash\",\"\",\"\",\"\",\"\",\"\",\"\",\"EUR\",3,439.00,",
        "\"discount\",\"LINE\",",
    ] {
        assert!(table.contains(row), "no {row} in {table}");
    }
    let discount = table
        .lines()
        .find(|it| it.starts_with("\"discount\",\"LINE\""));
    assert!(
        discount.unwrap().contains("\"Loyal customer\",\""),
        "{table}"
    );
    let text = paper(&manager, "/report/day/export.pdf?language=fr").await;
    for wanted in [
        "Rapport des ventes",
        "1,127.21",
        "1,377.20",
        "Loyal customer",
        "12:00",
    ] {
        assert!(text.contains(wanted), "no {wanted} in {text}");
    }
    let mut exports = named(&shop, "PAR-3", "export").await;
    exports.retain(|export| export["content"] == "report.day");
    assert_eq!(exports.len(), 2, "a table and a paper left");
    let latin = manager.get("/report/day/export.pdf?language=la").await;
    assert_eq!(latin.refused(), (422, "order.language_unknown"));
    let tomorrow = manager.get("/report/day?from=2026-11-22").await.ok();
    assert_eq!(tomorrow["total"]["sales"], euro(0));
    assert_eq!(tomorrow["turnoverPerTransaction"], Value::Null);
}

#[tokio::test]
async fn what_somebody_should_look_at_is_listed_page_by_page() {
    let (shop, _) = open().await;
    let manager = shop.seller("manager").await.repeating();
    let basket = manager.add("BR-1", "", 1).await.ok();
    let line_id = basket["lines"][0]["lineId"].as_str().unwrap();
    let path = format!("/basket/line/{line_id}");
    manager.delete(&path).await.ok();
    let why = json!({ "reason": "Change for the baker" });
    manager.post("/drawer/opening", why).await.ok();
    let first = manager.get("/report/day/exception?limit=1").await.ok();
    assert_eq!(first["items"][0]["what"], "drawerOpened");
    let cursor = first["nextCursor"].as_str().unwrap();
    let path = format!("/report/day/exception?limit=1&cursor={cursor}");
    let second = manager.get(&path).await.ok();
    let void = &second["items"][0];
    assert_eq!(
        (&void["what"], &void["about"]),
        (&json!("lineVoid"), &json!("BR-1"))
    );
    assert!(!void["staffName"].as_str().unwrap().is_empty());
    let path = format!(
        "/report/day/exception?limit=1&cursor={}",
        second["nextCursor"].as_str().unwrap()
    );
    let last = manager.get(&path).await.ok();
    assert_eq!(
        (&last["items"], &last["nextCursor"]),
        (&json!([]), &Value::Null)
    );
    let wrong = manager.get("/report/day/exception?cursor=7").await;
    assert_eq!(wrong.refused().0, 400);
    let table = manager.request(reqwest::Method::GET, "/report/day/exception/export.csv");
    let table = table.send().await.unwrap().text().await.unwrap();
    let rows: Vec<&str> = table.lines().skip(1).collect();
    assert_eq!(rows.len(), 2, "{table}");
    assert!(rows[0].contains("\"drawerOpened\"") && rows[1].contains("\"BR-1\""));
}

#[tokio::test]
async fn an_invoice_that_is_printed_again_is_listed_and_its_first_print_is_not() {
    let (shop, _) = open().await;
    let manager = shop.seller("manager").await;
    let order = document::sell(&manager).await;
    let to = document::buyer("Maison Vauquelin");
    let invoice = manager.post(&document::path(&order, "invoice"), to).await;
    let listed = async || {
        let page = manager.get("/report/day/exception").await.ok();
        page["items"].as_array().unwrap().clone()
    };
    let print = json!({ "target": "browser", "document": "invoice" });
    let path = document::path(&order, "print");
    for copies in 0..2 {
        manager.post(&path, print.clone()).await.ok();
        assert_eq!(listed().await.len(), copies);
    }
    let copy = &listed().await[0];
    assert_eq!(copy["what"], "reprint");
    assert_eq!(copy["about"], invoice.ok()["invoiceNo"]);
}

#[tokio::test]
async fn reports_of_other_stores_are_for_those_who_are_linked_to_them() {
    let (shop, _) = open().await;
    shop.change("UPDATE salesperson SET permission_group_code = 'MANAGER' WHERE staff_id = 'gia'")
        .await;
    let gia = shop.log_in("gia").await;
    let theirs = "/report/day?storeNo=PAR";
    for theirs in [theirs, "/report/day/export.pdf?storeNo=PAR"] {
        let refused = gia.get(theirs).await;
        assert_eq!(refused.refused(), (404, "report.store_not_found"));
    }
    shop.change("INSERT INTO salesperson_store (staff_id, store_no) VALUES ('gia', 'PAR')")
        .await;
    assert_eq!(gia.get(theirs).await.ok()["storeNo"], "PAR");
    for period in [
        "from=2026-11-22&to=2026-11-21",
        "from=2026-10-01&to=2026-11-01",
    ] {
        let answer = gia.get(&format!("/report/day?{period}")).await;
        assert_eq!(
            answer.refused(),
            (422, "report.period_impossible"),
            "{period}"
        );
    }
}
