//! Every kind of tender through the whole server: foreign cash, vouchers, slips, the law's limits of
//! cash, change, and all of them in one payment.

use std::time::Duration;

use jiff::Timestamp;
use serde_json::{Value, json};
use shell::Clock;
use testkit::{Answer, Client, Settings, Shop, TerminalSimulator};

use crate::deposit;
use crate::payment::{assert_books_hold, outcome};

/// The day of these tests in Paris.
const TODAY: &str = "2026-11-21";
/// What an earring costs.
const DUE: i64 = 12_900;

fn euro(minor: i64) -> Value {
    json!({ "minor": minor, "currency": "EUR" })
}

/// Keeps an entry that is new.
pub(crate) async fn keep(client: &Client, path: &str, value: Value) -> Value {
    let body = json!({ "version": null, "value": value });
    client.put(path, body).await.ok()
}

/// Lets the store in Paris take a tender.
pub(crate) async fn take(admin: &Client, code: &str, kind: &str, currency: Option<&str>) {
    let value = json!({
        "name": code, "names": { "fr": format!("{code} fr") }, "type": kind,
        "currencyCode": currency, "availableForStore": ["PAR"],
    });
    keep(admin, &format!("/setting/tender/{code}"), value).await;
}

struct House {
    shop: Shop,
    clock: Clock,
    admin: Client,
}

impl House {
    async fn open() -> Self {
        Self::with(Settings::default()).await
    }

    async fn with(settings: Settings) -> Self {
        let noon: Timestamp = format!("{TODAY}T11:00:00Z").parse().unwrap();
        let clock = settings.clock.unwrap_or_else(|| Clock::manual(noon));
        let shop = Shop::with(Settings {
            clock: Some(clock.clone()),
            ..settings
        })
        .await;
        let admin = shop.log_in("admin").await;
        Self { shop, clock, admin }
    }

    /// Somebody whose basket is being paid.
    async fn paying(&self, staff_id: &str, items: &[&str]) -> Client {
        let client = self.shop.seller(staff_id).await;
        basket(&client, items, false).await;
        client
    }

    async fn limit(&self, resident: i64, visitor: i64, above: &str) {
        let value = json!({
            "country": "FR", "validFrom": "2015-09-01", "currency": "EUR",
            "residentMaximum": resident, "visitorMaximum": visitor, "above": above,
        });
        keep(&self.admin, "/setting/cash-limit/FR~2015-09-01", value).await;
    }

    async fn voucher(&self, number: &str, minor: i64) {
        let value = json!({
            "amount": euro(minor), "issuedOn": TODAY, "expiresOn": "2099-11-21", "isBlocked": false,
        });
        keep(&self.admin, &format!("/setting/voucher/{number}"), value).await;
    }
}

/// Puts pieces into a basket and starts its payment.
async fn basket(client: &Client, items: &[&str], has_customer: bool) {
    for item in items {
        client.add(item, "", 1).await.ok();
    }
    if has_customer {
        let customer = json!({ "customerId": uuid::Uuid::from_u128(1) });
        client.put("/basket/customer", customer).await.ok();
    }
    client.start_payment().await;
}

async fn book(client: &Client, code: &str, amount: Value, more: Value) -> Answer {
    let mut body = json!({ "tenderCode": code, "amount": amount });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    client.post("/payment/tender", body).await
}

/// What was booked: code, amount, what was given, reference.
fn rows(payment: &Value) -> Vec<(String, i64, i64, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let tenders = payment["tenders"].as_array().unwrap();
    tenders
        .iter()
        .map(|tender| {
            (
                text(&tender["code"]),
                tender["amount"]["minor"].as_i64().unwrap(),
                tender["tendered"]["minor"].as_i64().unwrap(),
                text(&tender["reference"]),
            )
        })
        .collect()
}

fn row(code: &str, amount: i64, tendered: i64, reference: &str) -> (String, i64, i64, String) {
    (code.to_owned(), amount, tendered, reference.to_owned())
}

#[tokio::test]
async fn foreign_cash_is_worth_the_rate_of_the_day_and_change_is_the_stores() {
    let house = House::open().await;
    take(&house.admin, "CASH-USD", "FX_CASH", Some("USD")).await;
    let mei = house.paying("mei", &["ER-1"]).await;
    let dollars = |minor: i64| json!({ "minor": minor, "currency": "USD" });
    let none = json!({});

    let offered = mei.get("/tender").await.ok();
    let tile = |offered: &Value| {
        let all = offered.as_array().unwrap();
        all.iter()
            .find(|tender| tender["code"] == "CASH-USD")
            .unwrap()
            .clone()
    };
    assert_eq!(tile(&offered)["refusal"]["key"], "payment.no_rate");
    assert_eq!(tile(&offered)["names"]["fr"], "CASH-USD fr");
    let refused = book(&mei, "CASH-USD", dollars(10_000), none.clone()).await;
    assert_eq!(refused.refused(), (409, "payment.no_rate"));

    let rate = json!({
        "currencyCode": "EUR", "foreignCode": "USD", "validFrom": TODAY, "rate": 90_000_000,
    });
    let path = format!("/setting/exchange-rate/EUR~USD~{TODAY}");
    keep(&house.admin, &path, rate).await;
    let offered = tile(&mei.get("/tender").await.ok());
    assert_eq!(offered["refusal"], Value::Null);
    assert_eq!(
        offered["foreign"],
        json!({ "currency": "USD", "rate": 90_000_000, "validFrom": TODAY })
    );
    let other = book(&mei, "CASH-USD", dollars(10_000), json!({ "rate": 1 })).await;
    assert_eq!(other.refused(), (409, "payment.rate_changed"));
    let euros = book(&mei, "CASH-USD", euro(10_000), none.clone()).await;
    assert_eq!(euros.refused(), (422, "payment.wrong_currency"));

    let part = book(&mei, "CASH-USD", dollars(10_001), none.clone())
        .await
        .ok();
    assert_eq!(part["remaining"], euro(DUE - 9_000), "rounded down");
    let closed = book(&mei, "CASH-USD", dollars(5_000), none).await.ok();
    assert_eq!(
        rows(&closed),
        [
            row("CASH-USD", 9_000, 9_000, "USD 100.01 x 0.9"),
            row("CASH-USD", 4_500, 4_500, "USD 50.00 x 0.9"),
            row("CASH", -600, -600, ""),
        ]
    );
    assert_eq!(closed["tenders"][2]["isChange"], true);
    let order = closed["order"]["orderId"].as_str().unwrap();
    let order = mei.get(&format!("/order/{order}")).await.ok();
    assert_eq!(order["tenders"][0]["reference"], "USD 100.01 x 0.9");
    assert_books_hold(&house.shop).await;

    // After a long weekend the rate is too old.
    house.clock.advance(Duration::from_hours(6 * 24));
    let mei = house.paying("mei", &["ER-1"]).await;
    let late = book(&mei, "CASH-USD", dollars(20_000), json!({})).await;
    assert_eq!(late.refused(), (409, "payment.no_rate"));
}

/// Two such payments were more than a day of a store can be added up to.
#[tokio::test]
async fn what_nobody_can_hand_over_is_refused_in_every_currency() {
    let house = House::open().await;
    take(&house.admin, "CASH-USD", "FX_CASH", Some("USD")).await;
    let rate = json!({
        "currencyCode": "EUR", "foreignCode": "USD", "validFrom": TODAY, "rate": 90_000_000,
    });
    let path = format!("/setting/exchange-rate/EUR~USD~{TODAY}");
    keep(&house.admin, &path, rate).await;
    let unlimited = "UPDATE tender SET maximum_over_tender = NULL WHERE tender_code = 'CASH'";
    house.shop.change(unlimited).await;
    let manager = house.paying("manager", &["ER-1"]).await;
    let limit = (409, "payment.over_tender_limit");
    for minor in [1_000_000_000_001, i64::MAX] {
        assert_eq!(manager.pay_cash(minor).await.refused(), limit, "{minor}");
        let dollars = json!({ "minor": minor, "currency": "USD" });
        let foreign = book(&manager, "CASH-USD", dollars, json!({})).await;
        assert_eq!(foreign.refused(), limit, "{minor}");
        assert_eq!(foreign.envelope["error"]["field"], "amount");
    }
    // What somebody may hand over is taken, and the day adds up.
    let change = manager.pay_cash(1_000_000).await.ok()["order"]["change"].clone();
    assert_eq!(change, euro(1_000_000 - DUE));
    let x = manager.get("/statement/x").await.ok();
    assert_eq!(x["sales"]["salesAmount"], euro(DUE));
    assert_books_hold(&house.shop).await;
}

#[tokio::test]
async fn a_voucher_pays_once_with_all_that_it_is_worth() {
    let house = House::open().await;
    take(&house.admin, "EX-VOUCHER", "VOUCHER", None).await;
    let terms = house
        .admin
        .get("/setting/tender-store/PAR~EX-VOUCHER")
        .await
        .ok();
    let mut value = terms["value"].clone();
    value["minimumChange"] = json!(2_000);
    value["changeTenderCode"] = json!("CASH");
    let body = json!({ "version": terms["version"], "value": value });
    house
        .admin
        .put("/setting/tender-store/PAR~EX-VOUCHER", body)
        .await
        .ok();
    for (number, minor) in [("EV-1", 15_000), ("EV-2", 13_500), ("EV-3", 2_000)] {
        house.voucher(number, minor).await;
    }

    let mei = house.paying("mei", &["ER-1"]).await;
    let seen = mei.get("/payment/voucher/ev-1").await.ok();
    assert_eq!(seen["amount"], euro(15_000));
    assert_eq!(seen["refusal"], Value::Null);
    let unknown = mei.get("/payment/voucher/EV-9").await;
    assert_eq!(unknown.refused(), (404, "payment.voucher_not_found"));
    let less = book(
        &mei,
        "EX-VOUCHER",
        euro(100),
        json!({ "reference": "EV-1" }),
    )
    .await;
    assert_eq!(less.refused(), (409, "payment.voucher_amount"));
    // A part is taken off again, and the voucher is as good as before.
    let small = json!({ "reference": "EV-3" });
    let part = book(&mei, "EX-VOUCHER", euro(2_000), small.clone())
        .await
        .ok();
    let id = part["tenders"][0]["tenderId"].as_str().unwrap();
    let spent = mei.get("/payment/voucher/EV-3").await.ok();
    assert_eq!(spent["refusal"]["key"], "payment.voucher_spent");
    mei.delete(&format!("/payment/tender/{id}")).await.ok();
    assert_eq!(
        mei.get("/payment/voucher/EV-3").await.ok()["refusal"],
        Value::Null
    );
    // 21.00 come back as a new voucher.
    let closed = book(
        &mei,
        "EX-VOUCHER",
        euro(15_000),
        json!({ "reference": "ev-1" }),
    )
    .await
    .ok();
    let new_no = rows(&closed)[1].3.clone();
    assert_eq!(
        rows(&closed),
        [
            row("EX-VOUCHER", 15_000, 15_000, "EV-1"),
            row("EX-VOUCHER", -2_100, -2_100, &new_no),
        ]
    );
    // Nobody guesses it: letters of chance, and not the next number.
    assert!(new_no.starts_with("EV-") && new_no.len() == 17, "{new_no}");
    assert_books_hold(&house.shop).await;

    basket(&mei, &["ER-1"], false).await;
    let again = book(
        &mei,
        "EX-VOUCHER",
        euro(15_000),
        json!({ "reference": "EV-1" }),
    )
    .await;
    assert_eq!(again.refused(), (409, "payment.voucher_spent"));
    // 6.00 are below the minimum, and come back in cash.
    let closed = book(
        &mei,
        "EX-VOUCHER",
        euro(13_500),
        json!({ "reference": "EV-2" }),
    )
    .await
    .ok();
    assert_eq!(rows(&closed)[1], row("CASH", -600, -600, ""));

    // The new one pays, too, and with others.
    basket(&mei, &["ER-1"], false).await;
    let new = json!({ "reference": new_no });
    let part = book(&mei, "EX-VOUCHER", euro(2_100), new).await.ok();
    assert_eq!(part["remaining"], euro(DUE - 2_100));
    book(&mei, "EX-VOUCHER", euro(2_000), small).await.ok();
    mei.pay_cash(DUE - 4_100).await.ok();
    assert_books_hold(&house.shop).await;
    // What a voucher can pay is the sum of its ledger, and the journal tells of each movement at a till.
    let moved = |no: &str, kinds: &[&str]| (no.to_owned(), kinds.join(" "));
    let mut told = vec![
        moved("EV-1", &["ENTER", "REDEEM"]),
        moved("EV-2", &["ENTER", "REDEEM"]),
        moved("EV-3", &["ENTER", "REDEEM", "PUT_BACK", "REDEEM"]),
        moved(&new_no, &["ISSUE", "REDEEM"]),
    ];
    told.sort();
    assert_eq!(ledger(&house.shop).await, told);
    assert_eq!(vouchers_proof(&house.shop).await, Vec::<String>::new());
    let refused = house.shop.db().write((), |tx, ()| {
        Box::pin(async move {
            tx.execute("UPDATE voucher_ledger SET amount = 1", &[])
                .await?;
            Ok(())
        })
    });
    assert!(refused.await.is_err(), "the ledger is only added to");
    // Who makes a spent voucher good again in the table is found out.
    house
        .shop
        .change("UPDATE voucher SET redeemed_by = NULL WHERE voucher_no = 'EV-2'")
        .await;
    let found = vouchers_proof(&house.shop).await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("EV-2"), "{found:?}");
    // So is who adds to the ledger what the journal does not know.
    house
        .shop
        .change(
            "INSERT INTO voucher_ledger (voucher_no, entry_no, entry_type, amount) \
             VALUES ('EV-2', 3, 'PUT_BACK', 13500)",
        )
        .await;
    let found = vouchers_proof(&house.shop).await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("EV-2 3"), "{found:?}");
}

/// The movements of each voucher.
async fn ledger(shop: &Shop) -> Vec<(String, String)> {
    let rows = shop.db().read((), |tx, ()| {
        Box::pin(async move {
            let sql =
                "SELECT voucher_no, entry_type FROM voucher_ledger ORDER BY voucher_no, entry_no";
            let rows = tx.query(sql, &[]).await?;
            rows.into_iter()
                .map(shell::db::FromRow::from_row)
                .collect::<shell::Outcome<Vec<(String, String)>>>()
        })
    });
    let mut moved: Vec<(String, String)> = Vec::new();
    for (voucher_no, entry_type) in rows.await.unwrap() {
        match moved.last_mut().filter(|(last, _)| *last == voucher_no) {
            Some((_, kinds)) => kinds.push_str(&format!(" {entry_type}")),
            None => moved.push((voucher_no, entry_type)),
        }
    }
    moved
}

/// What the proof says of vouchers.
async fn vouchers_proof(shop: &Shop) -> Vec<String> {
    let recorded = journal::compare_recorded(shop.db(), payment::recorded()).await;
    let mut found = recorded.unwrap();
    found.extend(payment::verify(shop.db()).await.unwrap());
    found.iter().map(|it| format!("{it:?}")).collect()
}

#[tokio::test]
async fn a_voucher_at_two_tills_pays_at_one() {
    let house = House::open().await;
    take(&house.admin, "EX-VOUCHER", "VOUCHER", None).await;
    house.voucher("EV-1", 5_000).await;
    let mei = house.paying("mei", &["ER-1"]).await;
    let leo = house.paying("leo", &["ER-1"]).await;
    let of = json!({ "reference": "EV-1" });
    let (one, two) = tokio::join!(
        book(&mei, "EX-VOUCHER", euro(5_000), of.clone()),
        book(&leo, "EX-VOUCHER", euro(5_000), of)
    );
    let good = [&one, &two]
        .iter()
        .filter(|answer| answer.status.is_success())
        .count();
    assert_eq!(good, 1);
    let count = "SELECT COUNT(*) FROM basket_tender WHERE tender_code = 'EX-VOUCHER'";
    assert_eq!(house.shop.number(count).await, 1);
    assert_eq!(
        house
            .shop
            .number("SELECT COUNT(*) FROM voucher WHERE redeemed_by IS NOT NULL")
            .await,
        1
    );
}

#[tokio::test]
async fn blocked_and_expired_vouchers_do_not_pay() {
    let house = House::open().await;
    take(&house.admin, "EX-VOUCHER", "VOUCHER", None).await;
    for (number, expires_on, is_blocked) in
        [("EV-1", "2026-11-20", false), ("EV-2", "2027-01-01", true)]
    {
        let value = json!({
            "amount": euro(5_000), "issuedOn": "2025-01-01", "expiresOn": expires_on,
            "isBlocked": is_blocked,
        });
        keep(&house.admin, &format!("/setting/voucher/{number}"), value).await;
    }
    let mei = house.paying("mei", &["ER-1"]).await;
    for (number, key) in [
        ("EV-1", "payment.voucher_expired"),
        ("EV-2", "payment.voucher_blocked"),
    ] {
        let of = json!({ "reference": number });
        let refused = book(&mei, "EX-VOUCHER", euro(5_000), of).await;
        assert_eq!(refused.refused(), (409, key));
    }
}

#[tokio::test]
async fn slips_say_what_they_are_and_are_taken_once() {
    let house = House::open().await;
    for (code, kind) in [
        ("CHEQUE", "CHEQUE"),
        ("BANK", "TRANSFER"),
        ("MALLPAY", "MALL"),
    ] {
        take(&house.admin, code, kind, None).await;
    }
    let mei = house.paying("mei", &["ER-1"]).await;
    let cheque = json!({
        "reference": "0012345", "bank": "BNP Paribas", "identity": "Passport X1",
    });
    for (name, missing) in [
        ("reference", "reference"),
        ("bank", "bank"),
        ("identity", "identity"),
    ] {
        let mut without = cheque.clone();
        without[name] = json!(" ");
        let refused = book(&mei, "CHEQUE", euro(1_000), without).await;
        assert_eq!(refused.refused(), (422, "setting.required"), "{name}");
        assert_eq!(refused.envelope["error"]["field"], missing);
    }
    let over = book(&mei, "CHEQUE", euro(DUE + 1), cheque.clone()).await;
    assert_eq!(over.refused(), (409, "payment.over_tender"));
    let part = book(&mei, "CHEQUE", euro(1_000), cheque).await.ok();
    assert_eq!(
        rows(&part),
        [row("CHEQUE", 1_000, 1_000, "BNP Paribas 0012345")]
    );
    let same = json!({ "reference": "00 12345", "bank": "bnp paribas", "identity": "X" });
    let again = book(&mei, "CHEQUE", euro(1_000), same.clone()).await;
    assert_eq!(again.refused(), (409, "payment.slip_taken"));
    // Taken off, it can be taken again.
    let id = part["tenders"][0]["tenderId"].as_str().unwrap();
    mei.delete(&format!("/payment/tender/{id}")).await.ok();
    book(&mei, "CHEQUE", euro(1_000), same).await.ok();
    let transfer = json!({ "reference": "RF18 5390" });
    book(&mei, "BANK", euro(2_000), transfer.clone()).await.ok();
    let slip = json!({ "reference": "S-77" });
    book(&mei, "MALLPAY", euro(DUE - 3_000), slip).await.ok();
    assert_books_hold(&house.shop).await;
    basket(&mei, &["ER-1"], false).await;
    let again = book(&mei, "BANK", euro(2_000), transfer).await;
    assert_eq!(again.refused(), (409, "payment.slip_taken"));
}

#[tokio::test]
async fn the_law_counts_the_cash_of_a_customer_and_a_day() {
    let house = House::open().await;
    house.limit(50_000, 1_500_000, "REFUSED").await;
    let mei = house.shop.seller("mei").await;
    // One bangle in two parts.
    basket(&mei, &["BR-1"], true).await;
    mei.pay_cash(20_000).await.ok();
    mei.pay_cash(25_000).await.ok();
    // Another payment of the same customer on that day, at another till of the country.
    let gia = house.shop.seller("gia").await;
    basket(&gia, &["ER-1"], true).await;
    let refused = gia.pay_cash(5_001).await;
    assert_eq!(refused.refused(), (409, "payment.cash_limit"));
    let params = &refused.envelope["error"]["params"];
    assert_eq!(params["limit"], euro(50_000));
    assert_eq!(params["left"], euro(5_000));
    gia.pay_cash(5_000).await.ok();
    assert_eq!(
        gia.pay_cash(1).await.refused(),
        (409, "payment.cash_limit"),
        "split as it may be"
    );
    // What is over is change and not kept.
    house
        .shop
        .change("UPDATE cash_limit SET resident_maximum = 57900")
        .await;
    gia.pay_cash(20_000).await.ok();
    // Nobody knows who pays: the payment alone counts.
    house
        .shop
        .change("UPDATE cash_limit SET resident_maximum = 45000")
        .await;
    basket(&mei, &["BR-1"], false).await;
    mei.pay_cash(45_000).await.ok();
    // Whoever lives elsewhere may pay more; the next day counts anew.
    basket(&mei, &["BR-1"], true).await;
    assert_eq!(
        mei.pay_cash(45_000).await.refused(),
        (409, "payment.cash_limit")
    );
    house
        .shop
        .change("UPDATE customer SET country_code = 'CN'")
        .await;
    mei.pay_cash(45_000).await.ok();
    house
        .shop
        .change("UPDATE customer SET country_code = 'FR'")
        .await;
    house.clock.advance(Duration::from_hours(24));
    let mei = house.shop.seller("mei").await;
    basket(&mei, &["BR-1"], true).await;
    mei.pay_cash(45_000).await.ok();
    assert_books_hold(&house.shop).await;
}

#[tokio::test]
async fn where_the_law_asks_who_pays_a_document_is_shown() {
    let house = House::open().await;
    house.limit(10_000, 10_000, "IDENTIFIED").await;
    let mei = house.paying("mei", &["ER-1"]).await;
    let refused = mei.pay_cash(DUE).await;
    assert_eq!(refused.refused(), (422, "payment.cash_identity"));
    assert_eq!(refused.envelope["error"]["field"], "identity");
    let shown = json!({ "identity": "Passport X1234567" });
    book(&mei, "CASH", euro(DUE), shown).await.ok();
    let kept = "SELECT COUNT(*) FROM basket_tender WHERE identity = 'Passport X1234567'";
    assert_eq!(house.shop.number(kept).await, 1);
}

#[tokio::test]
async fn one_payment_in_every_way_and_a_card_goes_back_to_the_card() {
    let terminal = TerminalSimulator::start();
    // A terminal refuses what is a day away from its own clock.
    let now = terminal.get("clock").await["now"].clone();
    let clock = Clock::manual(now.as_str().unwrap().parse().unwrap());
    let house = House::with(Settings {
        clock: Some(clock),
        terminal_address: Some(terminal.address()),
        ..Settings::default()
    })
    .await;
    take(&house.admin, "EX-VOUCHER", "VOUCHER", None).await;
    take(&house.admin, "CHEQUE", "CHEQUE", None).await;
    house.voucher("EV-1", 5_000).await;
    let mei = house.paying("mei", &["BR-1"]).await;
    book(
        &mei,
        "EX-VOUCHER",
        euro(5_000),
        json!({ "reference": "EV-1" }),
    )
    .await
    .ok();
    let cheque = json!({ "reference": "1", "bank": "Banque", "identity": "X" });
    book(&mei, "CHEQUE", euro(10_000), cheque).await.ok();
    terminal.auto("V400m-PAR-1", "visa").await;
    let body = json!({ "tenderCode": "CARD", "amount": euro(10_000) });
    let attempt = mei.post("/payment/attempt", body.clone()).await.ok();
    let ended = outcome(&mei, &attempt).await;
    assert_eq!(ended["state"], "APPROVED", "{ended}");
    let payment = mei.get("/payment").await.ok();
    assert_eq!(payment["remaining"], euro(20_000));
    assert_eq!(rows(&payment)[2].0, "VISA", "the reported brand is booked");

    // The card is taken off: the terminal gives the money back.
    let id = payment["tenders"][2]["tenderId"].as_str().unwrap();
    let answer = mei.delete(&format!("/payment/tender/{id}")).await;
    assert_eq!(answer.status.as_u16(), 202);
    assert_eq!(outcome(&mei, &answer.ok()).await["state"], "REVERSED");
    assert_eq!(terminal.captured().await, 0);
    let attempt = mei.post("/payment/attempt", body).await.ok();
    assert_eq!(outcome(&mei, &attempt).await["state"], "APPROVED");
    let closed = mei.pay_cash(20_000).await.ok();
    assert_eq!(closed["tenders"].as_array().unwrap().len(), 4);
    assert_eq!(terminal.captured().await, 10_000);
    assert_books_hold(&house.shop).await;
}

/// A payment on a deposit tells of the change that its tender does not give itself, as a sale does: in cash, or
/// as a new voucher with its number.
#[tokio::test]
async fn a_payment_on_a_deposit_tells_of_the_change_of_another_tender() {
    let house = House::open().await;
    take(&house.admin, "EX-VOUCHER", "VOUCHER", None).await;
    let path = "/setting/tender-store/PAR~EX-VOUCHER";
    let terms = house.admin.get(path).await.ok();
    let mut value = terms["value"].clone();
    value["minimumChange"] = json!(2_000);
    let body = json!({ "version": terms["version"], "value": value });
    house.admin.put(path, body).await.ok();
    house.voucher("EV-1", 15_000).await;
    house.voucher("EV-2", 20_000).await;
    let mei = house.shop.seller("mei").await;
    let mut told = Vec::new();
    for (number, minor) in [("EV-1", 15_000), ("EV-2", 20_000)] {
        mei.add("BR-1", "", 1).await.ok();
        let customer = json!({ "customerId": uuid::Uuid::from_u128(1) });
        mei.put("/basket/customer", customer).await.ok();
        mei.post("/basket/deposit", deposit::wanted(13_500))
            .await
            .ok();
        let slip = json!({ "reference": number });
        let paid = book(&mei, "EX-VOUCHER", euro(minor), slip).await.ok();
        assert_eq!(paid["deposit"]["paid"], euro(13_500));
        assert_eq!(paid["deposit"]["change"], euro(0));
        let change = paid["deposit"]["otherChange"].as_array().unwrap();
        assert_eq!(change.len(), 1, "{number}");
        told.push(change[0].clone());
    }
    assert_eq!(
        (&told[0]["code"], &told[0]["amount"]),
        (&json!("CASH"), &euro(1_500))
    );
    assert_eq!(told[0]["reference"], Value::Null);
    assert_eq!(
        (&told[1]["code"], &told[1]["amount"]),
        (&json!("EX-VOUCHER"), &euro(6_500))
    );
    // The number that the client is given pays.
    let number = told[1]["reference"].as_str().unwrap();
    let found = mei.get(&format!("/payment/voucher/{number}")).await.ok();
    assert_eq!(
        (&found["amount"], &found["refusal"]),
        (&euro(6_500), &Value::Null)
    );
    assert_books_hold(&house.shop).await;
}
