//! A ticket names the pieces, the prices that were typed and what foreign cash was, and `vitrine verify`
//! compares them with the tables.

use serde_json::{Value, json};
use shell::Clock;
use shell::db::params;
use testkit::{Client, Settings, Shop};

use crate::payment::{assert_books_hold, verified};
use crate::prices::PAIR;
use crate::tender::{keep, take};

fn euro(minor: i64) -> Value {
    json!({ "minor": minor, "currency": "EUR" })
}

fn dollars(minor: i64) -> Value {
    json!({ "minor": minor, "currency": "USD" })
}

/// A shop that takes dollars at 0.90.
async fn open() -> Shop {
    let shop = Shop::with(Settings {
        clock: Some(Clock::manual("2026-11-21T11:00:00Z".parse().unwrap())),
        ..Settings::default()
    })
    .await;
    let admin = shop.log_in("admin").await;
    take(&admin, "CASH-USD", "FX_CASH", Some("USD")).await;
    let rate = json!({
        "currencyCode": "EUR", "foreignCode": "USD", "validFrom": "2026-11-21", "rate": 90_000_000,
    });
    keep(&admin, "/setting/exchange-rate/EUR~USD~2026-11-21", rate).await;
    shop
}

async fn book(client: &Client, code: &str, amount: Value) -> Value {
    let body = json!({ "tenderCode": code, "amount": amount });
    client.post("/payment/tender", body).await.ok()
}

/// Says something of a line of the basket.
async fn say(client: &Client, basket: &Value, at: usize, what: (&str, Value)) {
    let line_id = basket["lines"][at]["lineId"].as_str().unwrap();
    let path = format!("/basket/line/{line_id}{}", what.0);
    client.put(&path, what.1).await.ok();
}

/// The last entry of a kind of the till.
async fn last_entry(shop: &Shop, kind: &'static str) -> Value {
    let read = shop.db().read(kind, |tx, kind| {
        Box::pin(async move {
            let sql =
                "SELECT payload FROM journal_entry WHERE kind = $1 ORDER BY kind_seq DESC LIMIT 1";
            Ok(tx.query_one(sql, params![*kind]).await?.read::<Vec<u8>>()?)
        })
    });
    serde_json::from_slice(&read.await.unwrap()).unwrap()
}

/// Two bracelets with certificates, of which one goes with the numbered earrings into a package, and a ring
/// whose price was typed; paid in dollars and with cash.
async fn sold(shop: &Shop) -> Value {
    for sql in PAIR {
        shop.change(sql).await;
    }
    shop.change("UPDATE item_class SET carries_certificate = TRUE")
        .await;
    let manager = shop.seller("manager").await;
    let basket = manager.add("BR-1", "", 2).await.ok();
    let certificates = json!({ "certificateNos": ["GIA-2", "GIA-1"] });
    say(&manager, &basket, 0, ("", certificates)).await;
    let basket = manager.add("ER-1", "", 1).await.ok();
    let of_earrings = json!({ "stockNo": "P-7", "certificateNos": ["IGI-9"] });
    say(&manager, &basket, 1, ("", of_earrings)).await;
    let basket = manager.add("RG-1", "54", 1).await.ok();
    let typed = json!({ "price": 120_000, "reasonCode": "DAMAGED" });
    say(&manager, &basket, 2, ("/price", typed)).await;
    let of_ring = json!({ "certificateNos": ["GIA-5"] });
    say(&manager, &basket, 2, ("", of_ring)).await;
    let due = manager.start_payment().await["due"]["minor"]
        .as_i64()
        .unwrap();
    book(&manager, "CASH-USD", dollars(10_001)).await;
    book(&manager, "CASH", euro(due - 9_000)).await;
    last_entry(shop, "ticket").await
}

#[tokio::test]
async fn a_ticket_names_the_pieces_the_typed_price_and_the_foreign_cash() {
    let shop = open().await;
    let ticket = sold(&shop).await;
    assert_eq!(ticket["edition"], 2);
    let lines = ticket["lines"].as_array().unwrap();
    let of = |item_no: &str| {
        let found = lines.iter().filter(|line| line["itemNo"] == item_no);
        found.cloned().collect::<Vec<_>>()
    };
    // The package split the bracelets: each has its own certificate.
    let bracelets: Vec<_> = of("BR-1")
        .iter()
        .map(|line| line["certificateNos"].clone())
        .collect();
    assert_eq!(bracelets, [json!(["GIA-2"]), json!(["GIA-1"])]);
    let earrings = &of("ER-1")[0];
    assert_eq!(earrings["stockNo"], "P-7");
    assert_eq!(earrings["certificateNos"], json!(["IGI-9"]));
    assert_eq!(earrings["priceOverride"], Value::Null);
    let ring = &of("RG-1")[0];
    assert_eq!(ring["stockNo"], Value::Null);
    assert_eq!(ring["certificateNos"], json!(["GIA-5"]));
    assert_eq!(ring["unitPrice"], euro(120_000));
    assert_eq!(
        ring["priceOverride"],
        json!({ "listedPrice": euro(129_000), "reasonCode": "DAMAGED", "givenBy": "manager" })
    );
    let [foreign, cash] = ticket["tenders"].as_array().unwrap().as_slice() else {
        panic!("{}", ticket["tenders"]);
    };
    assert_eq!(foreign["amount"], euro(9_000));
    assert_eq!(
        foreign["foreign"],
        json!({ "amount": dollars(10_001), "rate": 90_000_000 })
    );
    assert_eq!(cash["foreign"], Value::Null);
    assert_books_hold(&shop).await;
}

/// What is changed behind the program's back, how it is undone, and the fact that tells.
const CHANGES: [(&str, &str, &str); 8] = [
    (
        "UPDATE sales_order_line SET stock_no = 'P-8' WHERE item_no = 'ER-1'",
        "UPDATE sales_order_line SET stock_no = 'P-7' WHERE item_no = 'ER-1'",
        "lines[2].stockNo",
    ),
    (
        "UPDATE sales_order_certificate SET certificate_no = 'IGI-8' WHERE certificate_no = 'IGI-9'",
        "UPDATE sales_order_certificate SET certificate_no = 'IGI-9' WHERE certificate_no = 'IGI-8'",
        "lines[2].certificateNos[0]",
    ),
    (
        "INSERT INTO sales_order_certificate (certificate_no, line_id, position) \
         SELECT 'X-1', line_id, 2 FROM sales_order_line WHERE item_no = 'RG-1'",
        "DELETE FROM sales_order_certificate WHERE certificate_no = 'X-1'",
        "lines[3].certificateNos[1]",
    ),
    (
        "UPDATE sales_order_line SET listed_price = 120000 WHERE item_no = 'RG-1'",
        "UPDATE sales_order_line SET listed_price = 129000 WHERE item_no = 'RG-1'",
        "lines[3].listedPrice",
    ),
    (
        "UPDATE sales_order_line SET override_by = 'mei' WHERE item_no = 'RG-1'",
        "UPDATE sales_order_line SET override_by = 'manager' WHERE item_no = 'RG-1'",
        "lines[3].overrideBy",
    ),
    (
        "UPDATE basket_tender SET foreign_amount = foreign_amount - 1 WHERE tender_code = 'CASH-USD'",
        "UPDATE basket_tender SET foreign_amount = foreign_amount + 1 WHERE tender_code = 'CASH-USD'",
        "tenders[0].foreignAmount",
    ),
    (
        "UPDATE basket_tender SET exchange_rate = exchange_rate + 1 WHERE tender_code = 'CASH-USD'",
        "UPDATE basket_tender SET exchange_rate = exchange_rate - 1 WHERE tender_code = 'CASH-USD'",
        "tenders[0].exchangeRate",
    ),
    (
        "UPDATE sales_order_tender SET reference = reference || '1' WHERE tender_code = 'CASH-USD'",
        "UPDATE sales_order_tender SET reference = 'USD 100.01 x 0.9' WHERE tender_code = 'CASH-USD'",
        "tenders[0].reference",
    ),
];

#[tokio::test]
async fn what_a_ticket_names_and_the_tables_do_not_is_found() {
    let shop = open().await;
    sold(&shop).await;
    for guard in match shop.sqlite_file() {
        Some(_) => [
            "DROP TRIGGER sales_order_line_refuses_update",
            "DROP TRIGGER sales_order_tender_refuses_update",
            "DROP TRIGGER sales_order_certificate_refuses_update",
            "DROP TRIGGER sales_order_certificate_refuses_delete",
        ]
        .as_slice(),
        None => &[
            "DROP TRIGGER sales_order_line_refuses_change ON sales_order_line",
            "DROP TRIGGER sales_order_tender_refuses_change ON sales_order_tender",
            "DROP TRIGGER sales_order_certificate_refuses_change ON sales_order_certificate",
        ],
    } {
        shop.change(guard).await;
    }
    for (change, undo, what) in CHANGES {
        shop.change(change).await;
        let report = verified(&shop).await;
        assert_eq!(report.exit_code(), 16, "{change}\n{report}");
        assert!(report.to_string().contains(what), "{change}\n{report}");
        assert_eq!(report.findings.len(), 1, "{change}\n{report}");
        shop.change(undo).await;
    }
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn a_payment_on_a_deposit_says_what_foreign_cash_was() {
    let shop = open().await;
    let mei = shop.seller("mei").await;
    crate::deposit::fill(&mei).await;
    let wanted = crate::deposit::wanted(100_000);
    mei.post("/basket/deposit", wanted).await.ok();
    book(&mei, "CASH-USD", dollars(10_000)).await;
    book(&mei, "CASH", euro(91_000)).await;
    let paid = last_entry(&shop, "deposit").await;
    assert_eq!(
        paid["tenders"][0]["foreign"],
        json!({ "amount": dollars(10_000), "rate": 90_000_000 })
    );
    assert_eq!(paid["tenders"][1]["foreign"], Value::Null);
}
