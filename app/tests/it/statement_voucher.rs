//! Vouchers are counted as slips with a statement, also when one gave its change as a new one.

use serde_json::{Value, json};
use testkit::Client;

use crate::deposit::euro;
use crate::payment::assert_books_hold;
use crate::statement::{calculate, of, open, tender};
use crate::tender::{keep, take};

/// What an earring costs.
const DUE: i64 = 12_900;

async fn pay(till: &Client, number: &str, minor: i64) -> Value {
    till.add("ER-1", "", 1).await.ok();
    till.start_payment().await;
    let body = json!({ "tenderCode": "EX-VOUCHER", "amount": euro(minor), "reference": number });
    till.post("/payment/tender", body).await.ok()
}

#[tokio::test]
async fn vouchers_are_counted_as_slips_less_what_went_out_as_new_ones() {
    let (shop, _) = open().await;
    let admin = shop.log_in("admin").await;
    take(&admin, "EX-VOUCHER", "VOUCHER", None).await;
    for (number, minor) in [("EV-1", DUE), ("EV-2", 15_000)] {
        let value = json!({
            "amount": euro(minor), "issuedOn": "2026-11-01", "expiresOn": "2099-11-21",
            "isBlocked": false,
        });
        keep(&admin, &format!("/setting/voucher/{number}"), value).await;
    }
    let mei = shop.seller("mei").await;
    let manager = shop.log_in("manager").await;
    pay(&mei, "EV-1", DUE).await;
    let paid = pay(&mei, "EV-2", 15_000).await;
    assert_eq!(
        paid["tenders"][1]["amount"],
        euro(-2_100),
        "a new voucher went out"
    );
    let statement = calculate(&manager).await.ok();
    assert_eq!(statement["state"], "CALCULATED", "the slips wait");
    let voucher = tender(&statement, "EX-VOUCHER");
    assert_eq!(
        (
            &voucher["countingRequired"],
            &voucher["transactionAmount"],
            &voucher["transactionQuantity"],
        ),
        (&json!(true), &euro(2 * DUE), &json!(2))
    );
    assert_eq!(statement["moneyIn"], euro(0), "no money came in");

    // Both slips lie there, with what they are worth.
    let count = |minor: i64, slips: i64, reason: Option<&str>| {
        let body = json!({
            "tenderCode": "EX-VOUCHER", "amount": euro(minor), "slips": slips, "reason": reason,
        });
        let path = of(&statement, "count");
        let manager = &manager;
        async move { manager.post(&path, body).await.ok() }
    };
    let counted = count(DUE, 1, None).await;
    let lacking = tender(&counted, "EX-VOUCHER");
    assert_eq!(
        (&lacking["differenceAmount"], &lacking["differenceQuantity"]),
        (&euro(-15_000), &json!(-1))
    );
    let counted = count(DUE + 15_000, 2, Some("One lay under the tray")).await;
    let voucher = tender(&counted, "EX-VOUCHER");
    assert_eq!(
        (
            &voucher["countedAmount"],
            &voucher["differenceAmount"],
            &voucher["differenceQuantity"],
        ),
        (&euro(2 * DUE), &euro(0), &json!(0))
    );
    assert_eq!(
        (&counted["state"], &counted["counts"][1]["added"]),
        (&json!("COUNTED"), &euro(2_100))
    );
    let posted = manager.post(&of(&statement, "posting"), json!({})).await;
    assert_eq!(posted.ok()["state"], "POSTED");
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn what_head_office_does_not_have_counted_is_not() {
    let (shop, _) = open().await;
    let admin = shop.log_in("admin").await;
    take(&admin, "EX-VOUCHER", "VOUCHER", None).await;
    shop.change("UPDATE tender SET counting_required = (1 = 0) WHERE tender_code = 'EX-VOUCHER'")
        .await;
    let value = json!({
        "amount": euro(DUE), "issuedOn": "2026-11-01", "expiresOn": "2099-11-21",
        "isBlocked": false,
    });
    keep(&admin, "/setting/voucher/EV-1", value).await;
    let mei = shop.seller("mei").await;
    pay(&mei, "EV-1", DUE).await;
    let manager = shop.log_in("manager").await;
    let statement = calculate(&manager).await.ok();
    assert_eq!(statement["state"], "COUNTED");
    let slip = json!({ "tenderCode": "EX-VOUCHER", "amount": euro(DUE), "slips": 1 });
    let refused = manager.post(&of(&statement, "count"), slip).await;
    assert_eq!(refused.refused(), (422, "statement.not_countable"));
}
