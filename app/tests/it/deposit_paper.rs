//! The papers of deposits: of each step one, printed and counted, sent, and open to anybody who holds the code.

use std::sync::atomic::Ordering;

use order::rule::verification::{Code, Held};
use reqwest::Method;
use serde_json::{Value, json};
use shell::db::params;
use testkit::{Client, MailSimulator, Settings, Shop};
use uuid::Uuid;

use crate::deposit::{assert_deposits_hold, deposit, euro, fill, path, show};
use crate::journal_events::named;
use crate::recorded::findings;
use crate::refund::{cancel, give};
use crate::statement_report::paper as words_of;

fn paper(deposit: &Value, step: usize, operation: &str) -> String {
    let step_id = deposit["steps"][step]["stepId"].as_str().unwrap();
    path(deposit, &format!("paper/{step_id}{operation}"))
}

/// What a paper says in English.
async fn words(client: &Client, deposit: &Value, step: usize) -> String {
    words_of(client, &paper(deposit, step, "?language=en")).await
}

fn assert_all(text: &str, wanted: &[&str]) {
    for wanted in wanted {
        assert!(text.contains(wanted), "no {wanted} in {text}");
    }
}

#[tokio::test]
async fn every_step_has_a_paper_that_says_what_held_then() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await.repeating();
    let boss = shop.seller("manager").await.repeating();
    fill(&mei).await;
    let kept = deposit(&mei, 50_000).await;
    let pay = json!({ "amount": euro(10_000) });
    mei.post(&path(&kept, "payment"), pay).await.ok();
    mei.pay_cash(10_000).await.ok();
    let last: jiff::civil::Date = kept["expiresOn"].as_str().unwrap().parse().unwrap();
    let day = json!({ "expiresOn": last.tomorrow().unwrap(), "reason": "Abroad until then" });
    boss.post(&path(&kept, "extension"), day).await.ok();
    shop.change("UPDATE sales_price SET unit_price = 100000 WHERE item_no = 'RG-1'")
        .await;
    boss.post(&path(&kept, "pricing"), json!({})).await.ok();
    let earrings = json!({ "lineIds": [kept["lines"][0]["lineId"]] });
    let settled = mei.post(&path(&kept, "settlement"), earrings).await.ok();
    let rest = settled["remaining"]["minor"].as_i64().unwrap();
    let order = mei.pay_cash(rest).await.ok()["order"].clone();
    let receipt_no = order["receiptNo"].as_str().unwrap();
    let payment = cancel(&boss, &kept, "CLIENT").await.ok();
    give(&boss, &payment, json!({})).await.ok();

    let kept = show(&mei, &kept["depositId"]).await;
    let steps: Vec<(&str, &str)> = kept["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            (
                it["step"].as_str().unwrap(),
                it["paperNo"].as_str().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("OPENED", "DP-PAR-000001"),
        ("PAID", "DP-PAR-000002"),
        ("EXTENDED", "D-PAR-000001-3"),
        ("REPRICED", "D-PAR-000001-4"),
        ("SETTLED", "D-PAR-000001-5"),
        ("CANCELLED", "DP-PAR-000003"),
    ];
    assert_eq!(steps, expected);
    let before = last.strftime("%d-%b-%Y").to_string();
    let after = last.tomorrow().unwrap().strftime("%d-%b-%Y").to_string();
    let (before, after) = (before.as_str(), after.as_str());
    // What was paid first is on its paper as it was then, whatever the pieces cost now.
    let table: [&[&str]; 6] = [
        &[
            "Deposit receipt",
            "500.00",
            "1,290.00",
            "129.00",
            "919.00",
            before,
        ],
        &[
            "Further payment on a deposit",
            "100.00",
            "600.00",
            "819.00",
            before,
        ],
        &[
            "New last day of a deposit",
            "So far by",
            before,
            after,
            "600.00",
        ],
        &[
            "New price of a deposit",
            "Price so far",
            "1,419.00",
            "1,129.00",
            "529.00",
        ],
        &[
            "Pieces of a deposit handed over",
            receipt_no,
            "129.00",
            "Taken from the deposit",
        ],
        &["Deposit cancelled", "Journal PAR-3"],
    ];
    for (step, wanted) in table.into_iter().enumerate() {
        let text = words(&mei, &kept, step).await;
        assert_all(&text, wanted);
        assert_all(&text, &["D-PAR-000001", "Journal PAR-"]);
        assert!(!text.contains("Copy"), "{text}");
    }
    let extension = words(&mei, &kept, 2).await;
    assert!(
        !extension.contains("Total EUR"),
        "no money moved: {extension}"
    );
    let settlement = words(&mei, &kept, 4).await;
    assert!(
        !settlement.contains("1,000.00"),
        "the ring stayed: {settlement}"
    );
    let french = words_of(&mei, &paper(&kept, 2, "?language=fr")).await;
    assert_all(&french, &["Nouvelle échéance d’un dépôt"]);
    assert_eq!(findings(&shop).await, []);
    assert_deposits_hold(&shop).await;
}

#[tokio::test]
async fn the_first_print_is_the_original_and_each_further_one_a_copy_that_the_journal_knows() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    fill(&mei).await;
    let kept = deposit(&mei, 50_000).await;
    let print = paper(&kept, 0, "/print");
    let browser = || json!({ "target": "browser", "language": "fr" });
    let key = Uuid::now_v7();
    let first = mei.keyed(Method::POST, &print, key, browser()).await.ok();
    let url = format!("/api/v1{}?print=1&language=fr", paper(&kept, 0, ""));
    assert_eq!(first, json!({ "copy": false, "pdfUrl": url }));
    let again = mei.keyed(Method::POST, &print, key, browser()).await.ok();
    assert_eq!(again, first, "the same key is the same print");
    let other = mei
        .keyed(Method::POST, &print, key, json!({ "target": "browser" }))
        .await;
    assert_eq!(other.status, 422, "the key named another print");
    let nowhere = mei.post(&print, json!({ "target": "printer" })).await;
    assert_eq!(nowhere.refused(), (409, "order.no_printer"));
    let tongue = json!({ "target": "browser", "language": "xx" });
    let tongue = mei.post(&print, tongue).await;
    assert_eq!(tongue.refused(), (422, "order.language_unknown"));

    let papers = crate::statement_report::printer(&shop).await;
    let key = Uuid::now_v7();
    for _ in 0..2 {
        let on_printer = json!({ "target": "printer" });
        let answer = mei.keyed(Method::POST, &print, key, on_printer).await;
        assert_eq!(answer.ok(), json!({ "copy": true, "pdfUrl": null }));
    }
    assert_eq!(papers.load(Ordering::SeqCst), 1);
    let copy = words(&mei, &kept, 0).await;
    assert_all(&copy, &["Copy no. 1"]);
    let original = words_of(&mei, &paper(&kept, 0, "?print=1&language=en")).await;
    assert!(!original.contains("Copy"), "{original}");
    for never in [0, 3] {
        let answer = mei.get(&paper(&kept, 0, &format!("?print={never}"))).await;
        assert_eq!(answer.refused(), (404, "order.print_not_found"));
    }
    let copies = named(&shop, "PAR-1", "depositCopied").await;
    assert_eq!(copies.len(), 1);
    assert_eq!(
        (
            &copies[0]["code"],
            &copies[0]["printNo"],
            &copies[0]["target"]
        ),
        (&json!(1074), &json!(2), &json!("printer"))
    );
    assert_eq!(
        show(&mei, &kept["depositId"]).await["steps"][0]["prints"],
        2
    );
    let boss = shop.seller("manager").await;
    let exceptions = boss.get("/report/day/exception?limit=200").await.ok();
    let reprints = exceptions["items"].as_array().unwrap().iter();
    let reprints: Vec<_> = reprints.filter(|it| it["what"] == "reprint").collect();
    assert_eq!(
        (reprints.len(), &reprints[0]["about"]),
        (1, &json!("DP-PAR-000001"))
    );

    // Who may not print again gets the first print of each paper, and no copy.
    shop.change("DELETE FROM permission_group_permission WHERE permission_code = 'order.reprint'")
        .await;
    let mei = shop.log_in("mei").await;
    let refused = mei.post(&print, browser()).await;
    assert_eq!(refused.refused(), (403, "session.forbidden"));
    assert_eq!(shop.number("SELECT COUNT(*) FROM deposit_print").await, 2);
    assert_eq!(findings(&shop).await, []);
    assert_deposits_hold(&shop).await;
}

#[tokio::test]
async fn of_twenty_prints_at_once_one_is_the_original_and_no_number_comes_twice() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    fill(&mei).await;
    let kept = deposit(&mei, 50_000).await;
    let print = paper(&kept, 0, "/print");
    let prints = (0..20).map(|_| mei.post(&print, json!({ "target": "browser" })));
    let answers = futures::future::join_all(prints).await;
    let originals = answers.iter().filter(|it| it.ok()["copy"] == false);
    assert_eq!(originals.count(), 1);
    let numbers = "SELECT COUNT(*) FROM (SELECT DISTINCT print_no FROM deposit_print \
                   WHERE print_no BETWEEN 1 AND 20) n";
    assert_eq!(shop.number(numbers).await, 20);
    assert_eq!(findings(&shop).await, []);
}

#[tokio::test]
async fn anybody_may_check_a_paper_of_a_deposit_and_learns_nothing_about_a_person() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await.repeating();
    fill(&mei).await;
    let kept = deposit(&mei, 50_000).await;
    let step_id: Uuid = kept["steps"][0]["stepId"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    let hash = shop
        .db()
        .read(step_id, |tx, step_id| {
            Box::pin(async move {
                let mut row = tx
                    .query_one(
                        "SELECT e.hash FROM deposit_step s JOIN journal_entry e \
                         ON e.chain_id = s.journal_chain AND e.seq = s.journal_seq \
                         WHERE s.step_id = $1",
                        params![*step_id],
                    )
                    .await?;
                Ok(row.read::<Vec<u8>>()?)
            })
        })
        .await
        .unwrap();
    let anybody = Client::at(shop.address);
    let code = Code::new(Held::Deposit, step_id, &hash).text();
    let check = anybody.get(&format!("/receipt/{code}")).await.ok();
    assert_eq!(check["paper"], "DEPOSIT");
    assert_eq!(check["receiptNo"], "DP-PAR-000001");
    assert_eq!(check["total"], euro(50_000));
    assert_eq!(check["pieces"], 2);
    let told = check.to_string().to_lowercase();
    for secret in ["martin", "ada", "mei", "rg-1", "ring"] {
        assert!(!told.contains(secret), "{secret} in {told}");
    }
    // Neither the mark of another paper nor one that was made up opens it.
    for held in [Held::Receipt, Held::Gift] {
        let other = Code::new(held, step_id, &hash).text();
        let refused = anybody.get(&format!("/receipt/{other}")).await;
        assert_eq!(refused.refused(), (404, "order.receipt_unknown"));
    }
    let guessed = Code::new(Held::Deposit, step_id, &[0; 32]).text();
    let refused = anybody.get(&format!("/receipt/{guessed}")).await;
    assert_eq!(refused.refused(), (404, "order.receipt_unknown"));
}

#[tokio::test]
async fn a_paper_goes_out_by_mail_in_the_language_of_the_client() {
    let mail = MailSimulator::start();
    let shop = Shop::with(Settings {
        smtp_url: Some(mail.smtp_url()),
        ..Settings::default()
    })
    .await;
    let mei = shop.seller("mei").await.repeating();
    mei.add("RG-1", "52", 1).await.ok();
    // Inès reads French and gave an address.
    let ines = json!({ "customerId": Uuid::from_u128(1) });
    mei.put("/basket/customer", ines).await.ok();
    let kept = deposit(&mei, 50_000).await;
    let email = paper(&kept, 0, "/email");
    let wrong = mei.post(&email, json!({ "email": "no address" })).await;
    assert_eq!(wrong.refused(), (422, "order.email_invalid"));
    let key = Uuid::now_v7();
    for _ in 0..2 {
        let sent = mei.keyed(Method::POST, &email, key, json!({})).await;
        assert_eq!(sent.ok()["queued"], true);
    }
    let mut came = Vec::new();
    for _ in 0..200 {
        came = mail.mails().await;
        if !came.is_empty() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    assert_eq!(came.len(), 1, "the same key is the same mail");
    let text = came[0].to_string();
    assert_all(
        &text,
        &["DP-PAR-000001", "Votre dépôt", "ines@mail.example"],
    );
    assert_eq!(shop.number("SELECT COUNT(*) FROM deposit_print").await, 0);
    let gia = shop.log_in("gia").await.repeating();
    let elsewhere = gia.post(&email, json!({})).await;
    assert_eq!(elsewhere.refused(), (404, "deposit.not_found"));
    for _ in 0..9 {
        mei.post(&email, json!({})).await.ok();
    }
    let often = mei.post(&email, json!({})).await;
    assert_eq!(often.refused(), (429, "order.email_too_often"));
}

#[tokio::test]
async fn papers_are_of_this_store_and_without_a_mail_server_none_is_sent() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await.repeating();
    fill(&mei).await;
    let kept = deposit(&mei, 50_000).await;
    let email = paper(&kept, 0, "/email");
    let sent = mei.post(&email, json!({ "email": "a@b.example" })).await;
    assert_eq!(sent.refused(), (409, "order.email_not_set_up"));
    let gia = shop.log_in("gia").await.repeating();
    let elsewhere = gia.get(&paper(&kept, 0, "")).await;
    assert_eq!(elsewhere.refused(), (404, "deposit.not_found"));
    let print = json!({ "target": "browser" });
    let elsewhere = gia.post(&paper(&kept, 0, "/print"), print).await;
    assert_eq!(elsewhere.refused(), (404, "deposit.not_found"));
}

#[tokio::test]
async fn pieces_say_where_they_come_from_on_screen_on_paper_and_in_the_list() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await.repeating();
    for sql in [
        "UPDATE store SET do_not_allow_negative_inventory = (1 = 0) WHERE store_no = 'PAR'",
        "UPDATE stock SET on_hand = 0 WHERE item_no IN ('ER-1', 'BR-1')",
        // Milan has the earrings; nobody has the bangle.
        "INSERT INTO stock (store_no, item_no, size_code, on_hand, reserved, quarantine, in_transit_in) \
         VALUES ('MIL', 'ER-1', '', 2, 0, 0, 0) ON CONFLICT (store_no, item_no, size_code) \
         DO UPDATE SET on_hand = 2",
    ] {
        shop.change(sql).await;
    }
    for item_no in ["ER-1", "BR-1"] {
        let line =
            json!({ "itemNo": item_no, "sizeCode": "", "quantity": 1, "sellBelowStock": true });
        mei.post("/basket/line", line).await.ok();
    }
    mei.add("RG-1", "52", 1).await.ok();
    let ines = json!({ "customerId": Uuid::from_u128(1) });
    mei.put("/basket/customer", ines).await.ok();
    let kept = deposit(&mei, 150_000).await;
    let sources: Vec<(&str, &str)> = kept["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| {
            (
                line["itemNo"].as_str().unwrap(),
                line["source"].as_str().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("ER-1", "OTHER_STORE"),
        ("BR-1", "TO_BE_PRODUCED"),
        ("RG-1", "OWN_STOCK"),
    ];
    assert_eq!(sources, expected);
    let text = words(&mei, &kept, 0).await;
    assert_all(&text, &["from another store", "to be made"]);
    let own = {
        mei.add("RG-1", "54", 1).await.ok();
        let ines = json!({ "customerId": Uuid::from_u128(1) });
        mei.put("/basket/customer", ines).await.ok();
        deposit(&mei, 60_000).await
    };
    for (source, expected) in [
        ("OTHER_STORE", &kept),
        ("TO_BE_PRODUCED", &kept),
        ("OWN_STOCK", &own),
    ] {
        let page = mei.get(&format!("/deposit?source={source}")).await.ok();
        let found: Vec<&Value> = page["items"].as_array().unwrap().iter().collect();
        let has = found
            .iter()
            .any(|row| row["depositId"] == expected["depositId"]);
        assert!(has, "{source}: {page}");
        assert_eq!(found.len(), if source == "OWN_STOCK" { 2 } else { 1 });
    }
    let nowhere = mei.get("/deposit?source=MOON").await;
    assert_eq!(nowhere.status.as_u16(), 400);
}
