//! Tax-free forms against an operator that is a program of its own.

use std::time::Duration;

use kernel::id::OrderId;
use reqwest::Method;
use serde_json::{Value, json};
use shell::Clock;
use testkit::{Client, MailSimulator, Settings, Shop, TaxFreeSimulator};
use uuid::Uuid;

use crate::recorded::{assert_found, lift_guards};
use crate::recycling;

/// A shop with an operator, somebody who sells, and the operator.
struct Scene {
    shop: Shop,
    mei: Client,
    manager: Client,
    operator: TaxFreeSimulator,
}

fn store_value(address: &str) -> Value {
    json!({
        "name": "Paris", "isEnabled": true, "operatorName": "Refund Partners", "address": address,
        "shopNo": "SHOP-PAR", "secret": TaxFreeSimulator::SECRET, "secretMark": "",
        "asksFlight": true, "preferredCountries": "CN US", "isShowOptionOfEU": true,
        "dutyFree": false,
    })
}

/// The store gets its operator, and the operator is told where the store hears of customs.
pub(crate) async fn set_up(shop: &Shop, operator: &TaxFreeSimulator) {
    let admin = shop.log_in("admin").await.repeating();
    let body = json!({ "version": 0, "value": store_value(&operator.address()) });
    admin.put("/setting/tax-free-store/PAR", body).await.ok();
    let url = json!({ "url": shop.url("/tax-free/notification") });
    operator.post("notify-url", url).await;
}

/// Where a form is shown.
fn path_of(form_id: &Value) -> String {
    format!("/tax-free/form/{}", form_id.as_str().unwrap())
}

impl Scene {
    async fn open() -> Self {
        Self::with(Settings::default()).await
    }

    async fn with(settings: Settings) -> Self {
        let shop = Shop::with(settings).await;
        let operator = TaxFreeSimulator::start();
        set_up(&shop, &operator).await;
        Self {
            mei: shop.seller("mei").await.repeating(),
            manager: shop.log_in("manager").await.repeating(),
            shop,
            operator,
        }
    }

    async fn sell(&self, item_no: &str, size: &str, cash: i64) -> String {
        self.mei.add(item_no, size, 1).await.ok();
        self.mei.start_payment().await;
        let paid = self.mei.pay_cash(cash).await.ok();
        let order = paid["order"]["orderId"].as_str().expect("an order");
        order.to_owned()
    }

    async fn ring(&self) -> String {
        self.sell("RG-1", "54", 129_000).await
    }

    async fn start(&self, order_id: &str) -> Value {
        self.mei
            .post("/tax-free/form", request(order_id))
            .await
            .ok()
    }

    async fn form(&self, form_id: &Value) -> Value {
        self.mei.get(&path_of(form_id)).await.ok()
    }

    /// Waits until a form is in a state.
    async fn until(&self, form_id: &Value, state: &str) -> Value {
        // An operator that did not answer is asked again after 5 seconds, then after 15.
        let stands = |form: &Value| form["state"] == state;
        self.mei.until(&path_of(form_id), stands).await
    }

    async fn void(&self, form_id: &Value) -> testkit::Answer {
        let path = format!("/tax-free/form/{}/void", form_id.as_str().unwrap());
        let body = json!({ "reason": "The ring comes back" });
        self.manager.post(&path, body).await
    }

    async fn guard(&self, order_id: &str) -> Option<String> {
        let order_id = OrderId(Uuid::parse_str(order_id).unwrap());
        let read = self.shop.shell.db.read(order_id, |tx, order_id| {
            Box::pin(tax_free::return_refusal(tx, *order_id))
        });
        read.await
            .unwrap()
            .map(|refusal| refusal.kind.key.to_owned())
    }

    /// The words of a paper.
    async fn words(&self, path: &str) -> String {
        let request = self.mei.request(Method::GET, path);
        let pdf = request.send().await.unwrap().bytes().await.unwrap();
        pdf_extract::extract_text_from_mem(&pdf).unwrap()
    }

    /// The words of an order's receipt as it is printed now.
    async fn receipt(&self, order_id: &str, language: &str) -> String {
        self.words(&format!("/order/{order_id}/receipt?language={language}"))
            .await
    }
}

fn request(order_id: &str) -> Value {
    let now = Clock::system().now();
    request_on(now.to_zoned(jiff::tz::TimeZone::UTC).date(), order_id)
}

/// What a traveller wants who leaves a week after a day.
pub(crate) fn request_on(today: jiff::civil::Date, order_id: &str) -> Value {
    let leaves = today.checked_add(jiff::ToSpan::days(7)).unwrap();
    json!({
        "orderIds": [order_id], "method": "CASH",
        "traveller": {
            "passportNo": "E12345678", "issuingCountry": "CN", "familyName": "Zhaoli",
            "givenName": "Xiaomei", "bornOn": "1990-05-17", "residenceCountry": "CN",
            "residenceAddress": "88 Nanjing Road, Shanghai", "departsOn": leaves.to_string(),
            "flightNo": "MU554"
        }
    })
}

#[tokio::test]
async fn who_may_is_told_before_a_passport_is_shown() {
    let scene = Scene::open().await;
    let ring = scene.ring().await;
    let offer = scene.mei.get(&format!("/tax-free/order/{ring}")).await.ok();
    assert_eq!(offer["isOffered"], true);
    assert_eq!(offer["isShowOptionOfEU"], true);
    assert_eq!(offer["preferredCountries"], json!(["CN", "US"]));
    // 1,290.00 holds 215.00 of VAT; 12 % of it come back.
    assert_eq!(offer["amounts"]["vat"]["minor"], 21_500);
    assert_eq!(offer["amounts"]["refund"]["minor"], 15_480);
    assert_eq!(offer["amounts"]["fee"]["minor"], 6_020);
    let care = scene.sell("CARE", "", 500).await;
    let offer = scene.mei.get(&format!("/tax-free/order/{care}")).await.ok();
    assert_eq!(offer["refusal"]["key"], "tax_free.below_minimum");
    assert_eq!(offer["refusal"]["params"]["missing"]["minor"], 9_501);
    let both = json!({ "orderIds": [ring, care] });
    let quote = scene.mei.post("/tax-free/quote", both).await.ok();
    assert_eq!(quote["amounts"]["gross"]["minor"], 129_500);
    // Another store neither sees the order nor issues anything.
    let gia = scene.shop.log_in("gia").await.repeating();
    let elsewhere = gia.get(&format!("/tax-free/order/{ring}")).await;
    assert_eq!(elsewhere.refused(), (404, "tax_free.order_not_found"));
    scene.shop.change("UPDATE store SET duty_free = TRUE").await;
    let refused = scene.mei.post("/tax-free/form", request(&ring)).await;
    assert_eq!(refused.refused(), (409, "tax_free.duty_free"));
}

#[tokio::test]
async fn a_form_is_issued_once_and_keeps_its_secrets() {
    let scene = Scene::open().await;
    let ring = scene.ring().await;
    let key = Uuid::now_v7();
    let start = || {
        scene
            .mei
            .keyed(Method::POST, "/tax-free/form", key, request(&ring))
    };
    let form = start().await.ok();
    assert_eq!(form["state"], "ISSUED");
    assert_eq!(form["serialNo"], "TF-PAR-000001");
    assert_eq!(form["traveller"]["passportNo"], "•••• 678");
    assert_eq!(
        start().await.ok()["formId"],
        form["formId"],
        "the same key is the same form"
    );
    let second = scene.mei.post("/tax-free/form", request(&ring)).await;
    assert_eq!(second.refused(), (409, "tax_free.live_form"));
    let known = scene.operator.get("form").await;
    assert_eq!(known.len(), 1);
    assert_eq!(known[0]["formNumber"], form["formNo"]);
    assert_eq!(
        scene.guard(&ring).await.as_deref(),
        Some("tax_free.return_blocked")
    );
    let path = format!(
        "/tax-free/form/{}/document",
        form["formId"].as_str().unwrap()
    );
    let words = scene.words(&path).await;
    for expected in [
        form["formNo"].as_str().unwrap(),
        "E12345678",
        "1,290.00",
        "154.80",
    ] {
        assert!(words.contains(expected), "{expected} in {words}");
    }
    // Passport and name stand with the traveller and with the form's words to search by, and in
    // neither the journal nor the kept answers.
    let told = "SELECT COUNT(*) FROM journal_entry WHERE kind = 'taxfree'";
    assert_eq!(scene.shop.number(told).await, 1);
    let texts = scene.shop.shell.db.read((), |tx, ()| {
        Box::pin(async move {
            let mut texts = Vec::new();
            for mut row in tx.query("SELECT payload FROM journal_entry", &[]).await? {
                texts.push(String::from_utf8_lossy(&row.read::<Vec<u8>>()?).into_owned());
            }
            for mut row in tx.query("SELECT answer FROM idempotency", &[]).await? {
                texts.push(row.read::<String>()?);
            }
            Ok(texts)
        })
    });
    for text in texts.await.unwrap() {
        for secret in ["E12345678", "Zhaoli", "Xiaomei", "Nanjing"] {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
    }
}

#[tokio::test]
async fn sixteen_tills_issue_one_form_for_one_order() {
    let scene = Scene::open().await;
    let ring = scene.ring().await;
    let tries = (0..16).map(|_| scene.mei.post("/tax-free/form", request(&ring)));
    let answers = futures::future::join_all(tries).await;
    let issued = answers.iter().filter(|answer| answer.status.is_success());
    assert_eq!(issued.count(), 1);
    assert_eq!(scene.operator.get("form").await.len(), 1);
    let live = "SELECT COUNT(*) FROM tax_free_form_order WHERE is_live";
    assert_eq!(scene.shop.number(live).await, 1);
}

#[tokio::test]
async fn a_lost_reply_is_asked_about_and_no_second_form_comes_of_it() {
    let scene = Scene::open().await;
    for fault in ["lost_reply", "wrong_signature", "drop", "unavailable"] {
        let before = scene.operator.get("form").await.len();
        let ring = scene.ring().await;
        scene.operator.script("issue", fault).await;
        let form = scene.start(&ring).await;
        assert_eq!(form["state"], "ISSUED", "{fault}");
        assert_eq!(
            scene.operator.get("form").await.len(),
            before + 1,
            "{fault}"
        );
        scene
            .shop
            .change("UPDATE stock SET on_hand = on_hand + 1 WHERE item_no = 'RG-1'")
            .await;
    }
    // The request arrives after the question whether it did.
    let ring = scene.ring().await;
    let late = json!({ "steps": [{ "on": "issue", "fault": "late", "ms": 300 }] });
    scene.operator.post("script", late).await;
    let form = scene.start(&ring).await;
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(form["state"], "ISSUED");
    let own = |known: &&Value| known["reference"] == form["formId"];
    assert_eq!(
        scene.operator.get("form").await.iter().filter(own).count(),
        1
    );
}

#[tokio::test]
async fn an_operator_that_is_offline_leaves_the_form_queued() {
    let scene = Scene::open().await;
    let ring = scene.ring().await;
    scene
        .operator
        .post("offline", json!({ "offline": true }))
        .await;
    let form = scene.start(&ring).await;
    assert_eq!(
        (&form["state"], &form["isQueued"]),
        (&json!("ISSUING"), &json!(true))
    );
    // It may have arrived: nobody takes it back, and nothing can be printed.
    assert_eq!(
        scene.void(&form["formId"]).await.refused(),
        (409, "tax_free.not_voidable")
    );
    let path = format!("/tax-free/form/{}", form["formId"].as_str().unwrap());
    let paper = scene.mei.get(&format!("{path}/document")).await;
    assert_eq!(paper.refused(), (409, "tax_free.not_issued"));
    scene
        .operator
        .post("offline", json!({ "offline": false }))
        .await;
    let sent = scene
        .mei
        .post(&format!("{path}/send"), json!({}))
        .await
        .ok();
    assert_eq!(sent["state"], "ISSUED");
    assert_eq!(scene.operator.get("form").await.len(), 1);
}

#[tokio::test]
async fn the_job_sends_what_is_queued_and_what_never_left_can_be_withdrawn() {
    let Scene {
        shop,
        mei,
        manager,
        operator,
    } = Scene::open().await;
    let address = operator.address();
    drop(operator);
    let scene = Scene {
        shop,
        mei,
        manager,
        operator: TaxFreeSimulator::start(),
    };
    let ring = scene.ring().await;
    let form = scene.start(&ring).await;
    assert_eq!(
        (&form["state"], &form["isVoidable"]),
        (&json!("ISSUING"), &json!(true))
    );
    let withdrawn = scene.void(&form["formId"]).await.ok();
    assert_eq!(withdrawn["state"], "FAILED");
    assert_eq!(scene.guard(&ring).await, None);
    let again = scene.start(&ring).await;
    assert_eq!(
        (&again["state"], &again["serialNo"]),
        (&json!("ISSUING"), &json!("TF-PAR-000002"))
    );
    assert_ne!(address, scene.operator.address());
    let admin = scene.shop.log_in("admin").await.repeating();
    let body = json!({ "version": 1, "value": store_value(&scene.operator.address()) });
    admin.put("/setting/tax-free-store/PAR", body).await.ok();
    let issued = scene.until(&again["formId"], "ISSUED").await;
    assert_eq!(
        issued["formNo"],
        scene.operator.get("form").await[0]["formNumber"]
    );
}

#[tokio::test]
async fn a_tag_is_voided_or_void_tag_failed() {
    let scene = Scene::open().await;
    let ring = scene.ring().await;
    let form = scene.start(&ring).await;
    let id = &form["formId"];
    let path = format!("/tax-free/form/{}/void", id.as_str().unwrap());
    let bare = scene.manager.post(&path, json!({ "reason": " " })).await;
    assert_eq!(bare.refused(), (422, "setting.required"));
    assert_eq!(
        scene
            .mei
            .post(&path, json!({ "reason": "x" }))
            .await
            .refused()
            .0,
        403
    );
    scene.operator.script("void", "refuse").await;
    let failed = scene.void(id).await;
    assert_eq!(failed.refused(), (409, "tax_free.void_failed"));
    assert_eq!(failed.envelope["message"], "Void tag failed");
    let kept = scene.form(id).await;
    assert_eq!(kept["state"], "ISSUED");
    assert_eq!(kept["message"], "The operator refuses (REFUSED)");
    assert_eq!(
        scene.guard(&ring).await.as_deref(),
        Some("tax_free.return_blocked")
    );
    // The reply to the second try is lost; the operator says that it was done.
    scene.operator.script("void", "lost_reply").await;
    let voided = scene.void(id).await.ok();
    assert_eq!(voided["state"], "VOIDED");
    assert_eq!(scene.guard(&ring).await, None);
    assert_eq!(
        scene.void(id).await.refused(),
        (409, "tax_free.not_voidable")
    );
    let events: Vec<&str> = voided["history"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["event"].as_str().unwrap())
        .collect();
    assert_eq!(
        events,
        ["issued", "voidTag", "voidFailed", "voidTag", "voided"]
    );
    let again = scene.start(&ring).await;
    assert_eq!(again["state"], "ISSUED");
    assert_ne!(again["formNo"], voided["formNo"]);
}

#[tokio::test]
async fn what_is_changed_of_a_form_behind_the_program_is_found() {
    let scene = Scene::open().await;
    let order_id = scene.ring().await;
    let form_id = scene.start(&order_id).await["formId"].clone();
    scene.until(&form_id, "ISSUED").await;
    scene.void(&form_id).await.ok();
    scene.until(&form_id, "VOIDED").await;
    let tables = ["tax_free_form", "tax_free_event", "tax_free_form_order"];
    lift_guards(&scene.shop, &tables).await;
    let changes = [
        (
            "UPDATE tax_free_form SET refund = refund + 1",
            "UPDATE tax_free_form SET refund = refund - 1",
            "tax_free_event",
        ),
        (
            "UPDATE tax_free_form SET form_no = 'X' || form_no",
            "UPDATE tax_free_form SET form_no = substr(form_no, 2)",
            "tax_free_event",
        ),
        (
            "UPDATE tax_free_event SET staff_id = 'leo' WHERE event = 'voided'",
            "UPDATE tax_free_event SET staff_id = NULL WHERE event = 'voided'",
            "tax_free_event",
        ),
        // The journal tells of a form that was voided, and of none that customs saw.
        (
            "UPDATE tax_free_event SET event = 'validated' WHERE event = 'voided'",
            "UPDATE tax_free_event SET event = 'voided' WHERE event = 'validated'",
            "tax_free_event",
        ),
    ];
    assert_found(&scene.shop, &changes).await;
}

#[tokio::test]
async fn the_operator_tells_of_customs_and_refund_once_and_signed() {
    let scene = Scene::open().await;
    let ring = scene.ring().await;
    let form = scene.start(&ring).await;
    let which = |amount: Option<i64>| json!({ "formNumber": form["formNo"], "amount": amount });
    scene
        .operator
        .script("notification", "wrong_signature")
        .await;
    scene.operator.post("validate", which(None)).await;
    let validated = scene.until(&form["formId"], "VALIDATED").await;
    assert_eq!(validated["isVoidable"], false);
    let log = scene.operator.get("log").await;
    let outcomes: Vec<&Value> = log
        .iter()
        .filter(|line| line["action"] == "notification")
        .map(|line| &line["outcome"])
        .collect();
    assert_eq!(outcomes, ["status 401", "status 200"]);
    assert_eq!(
        scene.void(&form["formId"]).await.refused(),
        (409, "tax_free.not_voidable")
    );
    assert_eq!(
        scene.guard(&ring).await.as_deref(),
        Some("tax_free.vat_refunded")
    );
    scene.operator.script("notification", "duplicate").await;
    scene.operator.post("refund", which(Some(15_000))).await;
    let refunded = scene.until(&form["formId"], "REFUNDED").await;
    assert_eq!(refunded["refunded"]["minor"], 15_000);
    tokio::time::sleep(Duration::from_millis(300)).await;
    let history = scene.form(&form["formId"]).await["history"].clone();
    assert_eq!(history.as_array().unwrap().len(), 3);
    let order_id = OrderId(Uuid::parse_str(&ring).unwrap());
    let taken = scene.shop.shell.db.read(order_id, |tx, order_id| {
        Box::pin(tax_free::refunded_vat(tx, *order_id))
    });
    assert_eq!(taken.await.unwrap().unwrap().minor, 15_000);
    // A stranger's message changes nothing.
    let body = json!({ "notificationId": "x", "type": "form.validated" });
    let refused = scene
        .shop
        .visitor()
        .post("/tax-free/notification", body)
        .await;
    assert_eq!(refused.refused(), (401, "tax_free.notification_refused"));
}

#[tokio::test]
async fn a_form_that_customs_did_not_see_expires() {
    let clock = Clock::manual(Clock::system().now());
    let settings = Settings {
        clock: Some(clock.clone()),
        ..Settings::default()
    };
    let scene = Scene::with(settings).await;
    let ring = scene.ring().await;
    let form = scene.start(&ring).await;
    assert_eq!(form["state"], "ISSUED");
    let signer = std::sync::Arc::new(journal::Signer::new(&testkit::KEY));
    let state = |scene: &Scene| {
        let _ = scene;
        "SELECT COUNT(*) FROM tax_free_form WHERE state = 'EXPIRED'"
    };
    clock.advance(Duration::from_secs(85 * 86_400));
    tax_free::expire_forms(&scene.shop.shell, signer.clone())
        .await
        .unwrap();
    assert_eq!(scene.shop.number(state(&scene)).await, 0);
    clock.advance(Duration::from_secs(40 * 86_400));
    tax_free::expire_forms(&scene.shop.shell, signer.clone())
        .await
        .unwrap();
    assert_eq!(scene.shop.number(state(&scene)).await, 1);
    assert_eq!(scene.guard(&ring).await, None);
    // After ten years nobody knows who travelled.
    clock.advance(Duration::from_secs(3_700 * 86_400));
    tax_free::expire_forms(&scene.shop.shell, signer)
        .await
        .unwrap();
    assert_eq!(
        scene
            .shop
            .number("SELECT COUNT(*) FROM tax_free_traveller")
            .await,
        0
    );
    let named = "SELECT COUNT(*) FROM tax_free_form WHERE search_text LIKE '%zhaoli%'";
    assert_eq!(scene.shop.number(named).await, 0);
}

#[tokio::test]
async fn forms_are_found_page_by_page_and_exported() {
    let scene = Scene::open().await;
    for _ in 0..2 {
        let ring = scene.ring().await;
        scene.start(&ring).await;
    }
    let page = scene
        .mei
        .get("/tax-free/form?limit=1&search=zhaoli")
        .await
        .ok();
    assert_eq!(page["items"][0]["serialNo"], "TF-PAR-000002");
    assert_eq!(page["counts"], json!([{ "state": "ISSUED", "count": 2 }]));
    let cursor = page["nextCursor"].as_str().unwrap();
    let next = scene
        .mei
        .get(&format!("/tax-free/form?limit=1&cursor={cursor}"))
        .await
        .ok();
    assert_eq!(next["items"][0]["serialNo"], "TF-PAR-000001");
    assert_eq!(next["nextCursor"], Value::Null);
    let none = scene.mei.get("/tax-free/form?state=VOIDED").await.ok();
    assert_eq!(none["items"], json!([]));
    let table = scene.mei.request(Method::GET, "/tax-free/form/export.csv");
    let table = table.send().await.unwrap().text().await.unwrap();
    assert_eq!(table.lines().count(), 3);
    assert!(!table.contains("E12345678"));
    let gia = scene.shop.log_in("gia").await.repeating();
    assert_eq!(gia.get("/tax-free/form").await.ok()["items"], json!([]));
}

#[tokio::test]
async fn head_office_keeps_rules_and_access_and_the_key_is_never_told() {
    let scene = Scene::open().await;
    let admin = scene.shop.log_in("admin").await.repeating();
    let kept = admin.get("/setting/tax-free-store/PAR").await.ok();
    assert_eq!(kept["value"]["secret"], Value::Null);
    assert_eq!(kept["value"]["secretMark"].as_str().unwrap().len(), 8);
    let told = scene.shop.number(
        "SELECT COUNT(*) FROM setting_change WHERE after LIKE '%tax-free key of the tests%'",
    );
    assert_eq!(told.await, 0);
    let test = "/setting/tax-free-store/PAR/test";
    let found = admin.post(test, json!({})).await.ok();
    assert_eq!(
        (&found["outcome"], &found["detail"]),
        (&json!("CONNECTED"), &json!("Boutique SHOP-PAR"))
    );
    let mut wrong = store_value(&scene.operator.address());
    wrong["secret"] = json!("another key of the tests");
    admin
        .put(
            "/setting/tax-free-store/PAR",
            json!({ "version": 1, "value": wrong }),
        )
        .await
        .ok();
    assert_eq!(
        admin.post(test, json!({})).await.ok()["outcome"],
        "ACCESS_REFUSED"
    );
    wrong["address"] = json!("http://127.0.0.1:9");
    admin
        .put(
            "/setting/tax-free-store/PAR",
            json!({ "version": 2, "value": wrong }),
        )
        .await
        .ok();
    assert_eq!(
        admin.post(test, json!({})).await.ok()["outcome"],
        "UNREACHABLE"
    );
    wrong["address"] = json!("http://operator.example");
    let plain = json!({ "version": 3, "value": wrong });
    let refused = admin.put("/setting/tax-free-store/PAR", plain).await;
    assert_eq!(refused.refused(), (422, "tax_free.address_refused"));
    // A new rule holds from its day on.
    let mut rule = admin.get("/setting/tax-free-rule/FR~2021-01-01").await.ok()["value"].clone();
    rule["validFrom"] = json!("2026-01-01");
    rule["minimum"] = json!(200_000);
    let path = "/setting/tax-free-rule/FR~2026-01-01";
    admin
        .put(path, json!({ "version": null, "value": rule }))
        .await
        .ok();
    let ring = scene.ring().await;
    let offer = scene.mei.get(&format!("/tax-free/order/{ring}")).await.ok();
    assert_eq!(offer["refusal"]["params"]["missing"]["minor"], 71_000);
    rule["brackets"][1]["from"] = json!(0);
    let refused = admin
        .put(path, json!({ "version": 1, "value": rule }))
        .await;
    assert_eq!(refused.refused(), (422, "tax_free.brackets_wrong"));
    assert_eq!(refused.envelope["error"]["params"]["number"], 2);
}

#[tokio::test]
async fn a_receipt_that_is_printed_again_names_the_form_and_where_it_stands() {
    let scene = Scene::open().await;
    let ring = scene.ring().await;
    assert!(!scene.receipt(&ring, "en").await.contains("Tax-free"));
    let form = scene.start(&ring).await;
    let form_no = form["formNo"].as_str().unwrap();
    let issued = scene.receipt(&ring, "en").await;
    let warning = "If pieces are exchanged or refunded after export";
    for expected in [form_no, "to be validated by customs", "154.80", warning] {
        assert!(issued.contains(expected), "{expected} in {issued}");
    }
    let french = scene.receipt(&ring, "fr").await;
    for expected in [form_no, "Bordereau de détaxe", "valider en douane"] {
        assert!(french.contains(expected), "{expected} in {french}");
    }
    // Nobody who is given the ring learns from the paper what it cost.
    let gift = format!("/order/{ring}/receipt?language=en&document=gift");
    assert!(!scene.words(&gift).await.contains(form_no));
    scene.void(&form["formId"]).await.ok();
    let void = scene.receipt(&ring, "en").await;
    assert!(void.contains(form_no) && void.contains("void"), "{void}");
    assert!(
        !void.contains("154.80") && !void.contains(warning),
        "{void}"
    );
    // The newest form counts.
    let again = scene.start(&ring).await;
    let which = json!({ "formNumber": again["formNo"], "amount": null });
    scene.operator.post("validate", which).await;
    scene.until(&again["formId"], "VALIDATED").await;
    let validated = scene.receipt(&ring, "en").await;
    let expected = [again["formNo"].as_str().unwrap(), "validated by customs"];
    for expected in expected {
        assert!(validated.contains(expected), "{expected} in {validated}");
    }
    assert!(!validated.contains(form_no), "{validated}");
}

#[tokio::test]
async fn a_form_goes_out_by_mail_in_the_language_of_the_traveller() {
    let mail = MailSimulator::start();
    let scene = Scene::with(Settings {
        smtp_url: Some(mail.smtp_url()),
        ..Settings::default()
    })
    .await;
    let ring = scene.ring().await;
    scene
        .operator
        .post("offline", json!({ "offline": true }))
        .await;
    let form = scene.start(&ring).await;
    let path = format!("/tax-free/form/{}", form["formId"].as_str().unwrap());
    let email = format!("{path}/email");
    let body = || json!({ "email": " mei@mail.example " });
    // Nothing goes out that the operator has not issued.
    let early = scene.mei.post(&email, body()).await;
    assert_eq!(early.refused(), (409, "tax_free.not_issued"));
    assert_eq!(
        form["mailing"]["refusal"]["key"],
        json!("tax_free.not_issued")
    );
    scene
        .operator
        .post("offline", json!({ "offline": false }))
        .await;
    let send = format!("{path}/send");
    let form = scene.mei.post(&send, json!({})).await.ok();
    assert_eq!(form["mailing"]["refusal"], Value::Null);
    for (wrong, expected) in [
        (json!({ "email": "no address" }), "order.email_invalid"),
        (json!({ "email": " " }), "order.email_missing"),
    ] {
        let refused = scene.mei.post(&email, wrong).await;
        assert_eq!(refused.refused(), (422, expected));
    }
    let key = Uuid::now_v7();
    for _ in 0..2 {
        let sent = scene.mei.keyed(Method::POST, &email, key, body()).await;
        assert_eq!(sent.ok()["queued"], true);
    }
    let is_sent = |form: &Value| form["mailing"]["mails"][0]["state"] == "SENT";
    let form = scene.mei.until(&path_of(&form["formId"]), is_sent).await;
    let mails = form["mailing"]["mails"].as_array().unwrap();
    assert_eq!(mails.len(), 1, "the same key is the same mail");
    assert_eq!(
        (&mails[0]["state"], &mails[0]["recipient"]),
        (&json!("SENT"), &json!("m••••••@mail.example"))
    );
    let came = mail.mails().await;
    assert_eq!(came.len(), 1);
    // Who lives in China reads Chinese; the passport stands in the form alone.
    let text = came[0].to_string();
    let form_no = form["formNo"].as_str().unwrap();
    assert!(text.contains("退税单") && text.contains(form_no), "{text}");
    let kept = "SELECT COUNT(*) FROM mail WHERE body LIKE '%E12345678%' OR subject LIKE '%Zhaoli%'";
    assert_eq!(scene.shop.number(kept).await, 0);
    let gia = scene.shop.log_in("gia").await.repeating();
    let elsewhere = gia.post(&email, body()).await;
    assert_eq!(elsewhere.refused(), (404, "tax_free.form_not_found"));
    for _ in 0..9 {
        scene.mei.post(&email, body()).await.ok();
    }
    let often = scene.mei.post(&email, body()).await;
    assert_eq!(often.refused(), (429, "tax_free.email_too_often"));
}

#[tokio::test]
async fn a_traveller_is_taken_down_before_the_payment_and_goes_with_the_sale_or_without_it() {
    let scene = Scene::open().await;
    let mei = &scene.mei;
    let path = "/basket/tax-free";
    let mut traveller = request("")["traveller"].clone();
    traveller["arrivedOn"] = Value::Null;
    let prepare = || json!({ "traveller": traveller });
    let kept = "SELECT COUNT(*) FROM tax_free_prepared";
    // Without goods there is nothing to go on a form.
    let empty = mei.get(path).await.ok();
    assert_eq!(empty["refusal"]["key"], "tax_free.nothing_eligible");
    let refused = mei.put(path, prepare()).await;
    assert_eq!(refused.refused(), (422, "tax_free.nothing_eligible"));
    // What is missing is told of the basket as of an order, by the same rule.
    mei.add("CARE", "", 1).await.ok();
    let offer = mei.get(path).await.ok();
    assert_eq!(offer["refusal"]["key"], "tax_free.below_minimum");
    assert_eq!(offer["refusal"]["params"]["missing"]["minor"], 9_501);
    let offer = mei.put(path, prepare()).await.ok();
    assert_eq!(offer["prefill"]["traveller"], traveller);
    let mut resident = prepare();
    resident["traveller"]["residenceCountry"] = json!("FR");
    let refused = mei.put(path, resident).await;
    assert_eq!(refused.refused(), (422, "tax_free.resident"));
    mei.add("RG-1", "54", 1).await.ok();
    let offer = mei.get(path).await.ok();
    assert_eq!(offer["amounts"]["gross"]["minor"], 129_500);
    assert_eq!(offer["receipts"][0]["gross"]["minor"], 129_500);
    // The sale that never happens takes the passport with it.
    assert_eq!(scene.shop.number(kept).await, 1);
    mei.delete("/basket").await.ok();
    assert_eq!(scene.shop.number(kept).await, 0);
    mei.add("RG-1", "54", 1).await.ok();
    mei.put(path, prepare()).await.ok();
    mei.delete(path).await.ok();
    assert_eq!(scene.shop.number(kept).await, 0);
    mei.put(path, prepare()).await.ok();
    mei.start_payment().await;
    let paid = mei.pay_cash(129_000).await.ok();
    let ring = paid["order"]["orderId"].as_str().unwrap().to_owned();
    let offer = mei.get(&format!("/tax-free/order/{ring}")).await.ok();
    assert_eq!(offer["prefill"]["traveller"], traveller);
    // At another till nobody reads the passport.
    let elsewhere = scene.manager.get(&format!("/tax-free/order/{ring}")).await;
    let elsewhere = elsewhere.ok();
    assert_eq!(elsewhere["prefill"]["traveller"], Value::Null);
    let body = json!({ "orderIds": [ring], "method": "CASH", "traveller": traveller });
    let form = mei.post("/tax-free/form", body).await.ok();
    assert_eq!(form["state"], "ISSUED");
    assert_eq!(scene.shop.number(kept).await, 0, "the form has it now");
    let texts = "SELECT COUNT(*) FROM idempotency WHERE answer LIKE '%E12345678%'";
    assert_eq!(scene.shop.number(texts).await, 0);
}

#[tokio::test]
async fn who_was_taken_down_and_bought_nothing_is_forgotten_after_a_day() {
    let clock = Clock::manual(Clock::system().now());
    let scene = Scene::with(Settings {
        clock: Some(clock.clone()),
        ..Settings::default()
    })
    .await;
    scene.mei.add("RG-1", "54", 1).await.ok();
    let traveller = request("")["traveller"].clone();
    let body = json!({ "traveller": traveller });
    scene.mei.put("/basket/tax-free", body).await.ok();
    let kept = "SELECT COUNT(*) FROM tax_free_prepared";
    let signer = std::sync::Arc::new(journal::Signer::new(&testkit::KEY));
    for (hours, expected) in [(23, 1), (2, 0)] {
        clock.advance(Duration::from_secs(hours * 3_600));
        tax_free::expire_forms(&scene.shop.shell, signer.clone())
            .await
            .unwrap();
        assert_eq!(scene.shop.number(kept).await, expected);
    }
}

#[tokio::test]
async fn without_a_mail_server_a_form_is_printed() {
    let scene = Scene::open().await;
    let ring = scene.ring().await;
    let form = scene.start(&ring).await;
    let key = "tax_free.email_not_set_up";
    assert_eq!(form["mailing"]["refusal"]["key"], key);
    let path = format!("/tax-free/form/{}/email", form["formId"].as_str().unwrap());
    let body = json!({ "email": "mei@mail.example" });
    assert_eq!(
        scene.mei.post(&path, body).await.refused(),
        (409, "tax_free.email_not_set_up")
    );
}

/// A piece leaves the country by a form, or stays as old metal: what one keeps the other does not get.
#[tokio::test]
async fn a_piece_on_a_live_form_is_no_old_metal_and_old_metal_is_on_no_form() {
    let scene = Scene::open().await;
    recycling::enable(&scene.shop, scene.shop.shell.clock.now()).await;
    let ring = scene.ring().await;
    let receipt_no = {
        let order = scene.mei.get(&format!("/order/{ring}")).await.ok();
        order["receiptNo"].as_str().unwrap().to_owned()
    };
    let find = format!("/recycling/order?receiptNo={receipt_no}");
    let found = scene.mei.get(&find).await.ok();
    let mut piece = recycling::piece("SILVER", 925, 3_000);
    piece["orderLineId"] = found["lines"][0]["orderLineId"].clone();
    let body = json!({
        "kind": "WITH_ORDER", "customerId": recycling::INES, "orderId": ring, "pieces": [piece],
    });
    let form = scene.start(&ring).await;
    assert_eq!(form["state"], "ISSUED");
    let blocked = (409, "tax_free.return_blocked");
    assert_eq!(scene.mei.get(&find).await.refused(), blocked);
    let refused = scene.mei.post("/recycling", body.clone()).await;
    assert_eq!(refused.refused(), blocked);
    let quote = json!({ "orderId": ring, "recyclingId": null, "pieces": [piece] });
    let refused = scene.mei.post("/recycling/quote", quote).await;
    assert_eq!(refused.refused(), blocked);

    scene.void(&form["formId"]).await.ok();
    scene.until(&form["formId"], "VOIDED").await;
    let document = scene.mei.post("/recycling", body).await.ok();
    let offer = format!("/tax-free/order/{ring}");
    let offered = scene.mei.get(&offer).await.ok();
    assert_eq!(offered["refusal"]["key"], "tax_free.nothing_eligible");
    let again = scene.mei.post("/tax-free/form", request(&ring)).await;
    assert_eq!(again.refused(), (422, "tax_free.nothing_eligible"));
    // What is given up again may leave.
    recycling::step(&scene.mei, &document, "cancel").await.ok();
    let offered = scene.mei.get(&offer).await.ok();
    assert_eq!(offered["refusal"], Value::Null);
}
