//! A purge of what all features wrote: their proofs bear it, and old receipts come out as before.

use jiff::Timestamp;
use journal::{Signer, VerifyOptions, close_due, purge_archive, write_archive};
use serde_json::{Value, json};
use shell::{Clock, Shell};
use testkit::{Client, Shop};

use crate::drawer::because;
use crate::gift_card::charge_card;
use crate::loyalty::{INES, set_up};
use crate::statement::{calculate, of, open, post_all};

/// The findings of all proofs, the code, and what was not checked.
async fn verdict(shop: &Shop) -> (Vec<String>, u8, String) {
    let options = VerifyOptions {
        trusted_keys: vec![Signer::new(&testkit::KEY).public_key()],
        anchors: Some(Vec::new()),
    };
    let report = app::command::verify_books(shop.db(), &options).await;
    let findings = report.findings.iter().map(ToString::to_string).collect();
    (findings, report.exit_code(), report.not_checked.join("\n"))
}

/// A day with something of each feature whose proof reads the journal, with its Z printed twice.
async fn trade(shop: &Shop, manager: &Client) -> Value {
    set_up(shop).await;
    charge_card(shop, 1, 5_000).await;
    manager
        .post("/drawer/cash-in", because(5_000, "Coins"))
        .await
        .ok();
    let opening = json!({ "reason": "A customer wanted change" });
    manager.post("/drawer/opening", opening).await.ok();
    let basket = manager.add("BAG", "", 1).await.ok();
    let line = basket["lines"][0]["lineId"].as_str().unwrap();
    manager.delete(&format!("/basket/line/{line}")).await.ok();
    manager.add("BR-1", "", 1).await.ok();
    let customer = json!({ "customerId": INES });
    manager.put("/basket/customer", customer).await.ok();
    manager.start_payment().await;
    let paid = manager.pay_cash(45_000).await.ok();
    let order = paid["order"].clone();
    let browser = json!({ "target": "browser" });
    let print = format!("/order/{}/print", order["orderId"].as_str().unwrap());
    for _ in 0..2 {
        manager.post(&print, browser.clone()).await.ok();
    }
    let statement = post_all(manager, &calculate(manager).await.ok()).await;
    for _ in 0..2 {
        manager
            .post(&of(&statement, "z/print"), browser.clone())
            .await
            .ok();
    }
    order
}

#[tokio::test]
async fn what_was_purged_is_in_nobodys_way() {
    let (shop, _clock) = open().await;
    let manager = shop.seller("manager").await.repeating();
    let order = trade(&shop, &manager).await;
    let print = format!("/order/{}/print", order["orderId"].as_str().unwrap());
    let before = manager.get("/report/day/exception").await.ok();
    assert!(before["items"].as_array().unwrap().len() >= 4, "{before}");

    let at = |text: &str| text.parse::<Timestamp>().unwrap();
    let signer = Signer::new(&testkit::KEY);
    let shell = Shell {
        clock: Clock::manual(at("2027-01-03T10:00:00Z")),
        ..shop.shell.clone()
    };
    close_due(&shell, &std::sync::Arc::new(signer.clone()))
        .await
        .unwrap();
    let (findings, _, said) = verdict(&shop).await;
    assert_eq!(findings, Vec::<String>::new());
    assert!(!said.contains("payloads"), "{said}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("2026.zip");
    let year = ("2026-01-01".parse().unwrap(), "2026-12-31".parse().unwrap());
    let now = at("2027-01-03T11:00:00Z");
    write_archive(shop.db(), &signer, year, &file, now)
        .await
        .unwrap();
    let purged = purge_archive(shop.db(), &signer, &file, at("2037-01-01T10:00:00Z")).await;
    assert!(purged.unwrap().entries > 10);

    let (findings, code, said) = verdict(&shop).await;
    assert_eq!((findings, code), (Vec::new(), 21), "{said}");
    assert!(said.contains("payloads of "), "{said}");
    // What the tables hold of it is proven as far as it can be.
    let (shown, printed) = ("/report/day/exception", json!({ "target": "browser" }));
    assert_eq!(manager.get(shown).await.ok()["items"], json!([]));
    let copy = manager.post(&print, printed).await.ok();
    assert_eq!(copy["copy"], true, "{copy}");
    assert!(!copy["pdfUrl"].is_null(), "{copy}");
    let listed = manager.get(shown).await.ok();
    assert_eq!(
        listed["items"][0]["what"], "reprint",
        "the new copy is told: {listed}"
    );
}
