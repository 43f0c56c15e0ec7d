//! Payments below zero: what a cancelled deposit gives back, to what, in which order, and who stands
//! for exceptions.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Answer, Client, Settings, Shop, TerminalSimulator};

use crate::deposit::{assert_deposits_hold, deposit, euro, fill, path, show, wanted};
use crate::gift_card;
use crate::payment::outcome;
use crate::qr::House;
use crate::tender::take;

/// Takes a first payment of 500.00, of which 200.00 by card; answers with the deposit.
async fn by_cash_and_card(till: &Client, terminal: &TerminalSimulator) -> Value {
    terminal.auto("V400m-PAR-1", "visa").await;
    fill(till).await;
    till.post("/basket/deposit", wanted(50_000)).await.ok();
    till.pay_cash(30_000).await.ok();
    let body = json!({ "tenderCode": "CARD", "amount": euro(20_000) });
    let attempt = till.post("/payment/attempt", body).await.ok();
    let paid = outcome(till, &attempt).await;
    show(till, &paid["deposit"]["depositId"]).await
}

fn withdrawn(by: &str) -> Value {
    json!({ "withdrawnBy": by, "reason": "The client found another ring" })
}

pub(crate) async fn cancel(till: &Client, deposit: &Value, by: &str) -> Answer {
    till.post(&path(deposit, "cancellation"), withdrawn(by))
        .await
}

/// Gives the next step of a payment back, with what else is said.
pub(crate) async fn give(till: &Client, payment: &Value, more: Value) -> Answer {
    let step = &payment["refund"]["steps"][0];
    let mut body = json!({ "originTenderId": step["originTenderId"], "amount": step["amount"] });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    till.post("/payment/refund", body).await
}

fn steps(payment: &Value) -> Vec<(String, i64)> {
    let steps = payment["refund"]["steps"].as_array().unwrap();
    let step = |it: &Value| {
        let way = it["way"].as_str().unwrap().to_owned();
        (way, it["amount"]["minor"].as_i64().unwrap())
    };
    steps.iter().map(step).collect()
}

/// Of no booking more went back than it took, and what is set aside is on its way or went back.
pub(crate) async fn assert_refunds_hold(shop: &Shop) {
    let off = "SELECT COUNT(*) FROM refund_origin o WHERE o.given_back <> \
               (SELECT COALESCE(SUM(p.amount), 0) FROM refund_part p \
                WHERE p.tender_id = o.tender_id) + \
               (SELECT COALESCE(SUM(a.amount), 0) FROM payment_attempt a \
                WHERE a.refund_of = o.tender_id AND a.is_live)";
    assert_eq!(shop.number(off).await, 0, "set aside is what goes back");
    let off = "SELECT COUNT(*) FROM basket_tender t WHERE t.amount < 0 AND -t.amount <> \
               (SELECT COALESCE(SUM(p.amount), 0) FROM refund_part p \
                WHERE p.refund_id = t.tender_id)";
    assert_eq!(shop.number(off).await, 0, "booked is what went back");
    assert_deposits_hold(shop).await;
}

#[tokio::test]
async fn a_cancelled_deposit_goes_back_to_the_card_first_and_then_in_cash() {
    let (shop, terminal) = Shop::with_terminal().await;
    let mei = shop.seller("mei").await.repeating();
    let deposit = by_cash_and_card(&mei, &terminal).await;
    assert_eq!(terminal.captured().await, 20_000);
    let terms = &deposit["cancellationTerms"];
    assert_eq!(terms[0]["givenBack"], euro(50_000));
    assert_eq!(
        cancel(&mei, &deposit, "CLIENT").await.refused(),
        (403, "session.forbidden")
    );
    let boss = shop.seller("manager").await.repeating();
    let silent = json!({ "withdrawnBy": "CLIENT", "reason": " " });
    let silent = boss.post(&path(&deposit, "cancellation"), silent).await;
    assert_eq!(silent.refused(), (422, "deposit.reason_required"));

    let payment = cancel(&boss, &deposit, "CLIENT").await.ok();
    assert_eq!(payment["due"], euro(-50_000));
    assert_eq!(payment["refund"]["left"], euro(50_000));
    let expected = [("TERMINAL".to_owned(), 20_000), ("CASH".to_owned(), 30_000)];
    assert_eq!(steps(&payment), expected);
    assert_eq!(payment["refund"]["steps"][0]["code"], "VISA");
    // Nothing is taken for what goes back.
    let taken = boss.pay_cash(100).await;
    assert_eq!(taken.refused(), (409, "payment.over_tender"));
    // Cash is not next, and no other amount is.
    let cash = &payment["refund"]["steps"][1];
    let body = json!({ "originTenderId": cash["originTenderId"], "amount": cash["amount"] });
    let early = boss.post("/payment/refund", body).await;
    assert_eq!(early.refused(), (409, "payment.refund_changed"));
    let less = give(&boss, &payment, json!({ "amount": euro(19_999) })).await;
    assert_eq!(less.refused(), (409, "payment.refund_changed"));

    let given = give(&boss, &payment, json!({})).await.ok();
    assert_eq!(given["payment"], Value::Null);
    let attempt = outcome(&boss, &given["attempt"]).await;
    assert_eq!(
        (&attempt["kind"], &attempt["state"]),
        (&json!("REVERSAL"), &json!("REVERSED"))
    );
    assert_eq!(terminal.captured().await, 0);
    assert_eq!(
        attempt["deposit"],
        Value::Null,
        "the cash is still to be given"
    );
    let back = boss.post("/payment/back", json!({})).await;
    assert_eq!(back.refused(), (409, "payment.tender_booked"));
    let payment = boss.get("/payment").await.ok();
    assert_eq!(payment["tenders"][0]["amount"], euro(-20_000));
    assert_eq!(payment["tenders"][0]["removable"], false);
    assert_eq!(steps(&payment), [("CASH".to_owned(), 30_000)]);
    assert_eq!(show(&boss, &deposit["depositId"]).await["state"], "OPEN");
    assert_refunds_hold(&shop).await;

    let done = give(&boss, &payment, json!({})).await.ok()["payment"].clone();
    assert_eq!(done["deposit"]["isCancelled"], true);
    assert_eq!(done["deposit"]["paid"], euro(-50_000));
    let over = show(&boss, &deposit["depositId"]).await;
    assert_eq!(
        (&over["state"], &over["held"]),
        (&json!("CANCELLED"), &euro(0))
    );
    assert_eq!(over["cancellation"]["givenBack"], euro(50_000));
    assert_eq!(over["cancellationTerms"], json!([]));
    assert_eq!(shop.number("SELECT COUNT(*) FROM stock_lease").await, 0);
    assert_eq!(shop.number("SELECT COUNT(*) FROM sales_order").await, 0);
    let told = "SELECT COUNT(*) FROM journal_entry WHERE kind = 'deposit'";
    assert_eq!(shop.number(told).await, 2, "taken and cancelled");
    let again = cancel(&boss, &deposit, "CLIENT").await;
    assert_eq!(again.refused(), (409, "deposit.not_open"));
    let page = boss.get("/deposit?status=SETTLED").await.ok();
    assert_eq!(page["items"][0]["state"], "CANCELLED");
    // The receipt of what went back.
    let entry = over["entries"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(entry["type"], "GIVE_BACK");
    let entry_id = entry["entryId"].as_str().unwrap();
    let receipt = path(&deposit, &format!("paper/{entry_id}"));
    let pdf = boss.request(reqwest::Method::GET, &receipt).send().await;
    assert!(pdf.unwrap().bytes().await.unwrap().starts_with(b"%PDF"));
    assert_refunds_hold(&shop).await;
}

#[tokio::test]
async fn the_kind_of_a_deposit_says_what_goes_back() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await.repeating();
    let boss = shop.seller("manager").await.repeating();
    // kind, who withdraws, what a manager keeps, what goes back
    let table = [
        ("REFUNDABLE", "CLIENT", None, 5_000),
        ("ARRHES", "CLIENT", None, 0),
        ("ARRHES", "SHOP", None, 10_000),
        ("ACOMPTE", "CLIENT", Some(2_000), 3_000),
        ("ACOMPTE", "SHOP", None, 5_000),
    ];
    for (kind, party, kept, given_back) in table {
        mei.add("ER-1", "", 1).await.ok();
        let customer = json!({ "customerId": uuid::Uuid::from_u128(1) });
        mei.put("/basket/customer", customer).await.ok();
        let body = json!({ "amount": euro(5_000), "kind": kind });
        mei.post("/basket/deposit", body).await.ok();
        let paid = mei.pay_cash(5_000).await.ok();
        let deposit = show(&boss, &paid["deposit"]["depositId"]).await;
        let mut body = withdrawn(party);
        if let Some(kept) = kept {
            body["kept"] = euro(kept);
        }
        let payment = boss.post(&path(&deposit, "cancellation"), body).await.ok();
        assert_eq!(payment["due"], euro(-given_back), "{kind} {party}");
        if given_back == 0 {
            assert_eq!(payment["deposit"]["kept"], euro(5_000));
        } else {
            assert_eq!(steps(&payment), [("CASH".to_owned(), given_back)]);
            let done = give(&boss, &payment, json!({})).await.ok();
            assert_eq!(done["payment"]["deposit"]["isCancelled"], true);
        }
        let over = show(&boss, &deposit["depositId"]).await;
        assert_eq!(over["state"], "CANCELLED", "{kind} {party}");
        assert_refunds_hold(&shop).await;
    }
    let income =
        "SELECT CAST(-SUM(amount) AS BIGINT) FROM deposit_ledger WHERE entry_type = 'KEEP'";
    assert_eq!(shop.number(income).await, 7_000);
}

#[tokio::test]
async fn who_is_bound_needs_a_manager_and_nothing_is_kept_of_what_is_refundable() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await.repeating();
    shop.change("UPDATE salesperson SET permission_group_code = 'SENIOR' WHERE staff_id = 'leo'")
        .await;
    let leo = shop.seller("leo").await.repeating();
    fill(&mei).await;
    let body = json!({ "amount": euro(50_000), "kind": "ACOMPTE" });
    mei.post("/basket/deposit", body).await.ok();
    let paid = mei.pay_cash(50_000).await.ok();
    let bound = show(&leo, &paid["deposit"]["depositId"]).await;
    assert_eq!(bound["cancellationTerms"][0]["isBinding"], true);
    let forbidden = cancel(&leo, &bound, "CLIENT").await;
    assert_eq!(forbidden.refused(), (403, "session.forbidden"));
    let boss = shop.seller("manager").await.repeating();
    let table = [
        (euro(50_001), (422, "deposit.kept_impossible")),
        (
            json!({ "minor": 1, "currency": "HKD" }),
            (422, "deposit.wrong_currency"),
        ),
    ];
    for (kept, refused) in table {
        let mut body = withdrawn("CLIENT");
        body["kept"] = kept;
        let answer = boss.post(&path(&bound, "cancellation"), body).await;
        assert_eq!(answer.refused(), refused);
    }
    // What was begun is given up as long as nothing went back.
    cancel(&boss, &bound, "CLIENT").await.ok();
    let elsewhere = cancel(&leo, &bound, "CLIENT").await;
    assert_eq!(elsewhere.refused(), (409, "deposit.being_paid"));
    boss.post("/payment/back", json!({})).await.ok();
    let open = show(&boss, &bound["depositId"]).await;
    assert_eq!(
        (&open["state"], &open["held"]),
        (&json!("OPEN"), &euro(50_000))
    );
    assert_eq!(open["cancellation"], Value::Null);
    assert_refunds_hold(&shop).await;
}

#[tokio::test]
async fn cash_instead_of_the_card_takes_somebody_who_stands_for_it() {
    let (shop, terminal) = Shop::with_terminal().await;
    shop.change("UPDATE salesperson SET permission_group_code = 'SENIOR' WHERE staff_id = 'leo'")
        .await;
    let mei = shop.seller("mei").await.repeating();
    let deposit = by_cash_and_card(&mei, &terminal).await;
    let leo = shop.seller("leo").await.repeating();
    let payment = cancel(&leo, &deposit, "CLIENT").await.ok();
    // The terminal's acquirer refuses: nothing went back, and it can be tried otherwise.
    let refusal = json!([{ "fault": "F26" }]);
    terminal.script("V400m-PAR-2", refusal).await;
    let given = give(&leo, &payment, json!({})).await.ok();
    let attempt = outcome(&leo, &given["attempt"]).await;
    assert_eq!(attempt["state"], "FAILED");
    assert_eq!(terminal.captured().await, 20_000);
    assert_refunds_hold(&shop).await;

    let payment = leo.get("/payment").await.ok();
    let alone = give(&leo, &payment, json!({ "inCash": true })).await;
    assert_eq!(alone.refused(), (409, "sale.approval_required"));
    let asked = json!({ "action": "REFUND_TENDER", "amount": 20_000 });
    let approval = leo.post("/basket/approval", asked).await.ok();
    let approval_id = approval["approvalId"].as_str().unwrap();
    let sign = json!({ "staffId": "manager", "password": testkit::PASSWORD });
    let path_of = format!("/basket/approval/{approval_id}/sign");
    leo.request(reqwest::Method::POST, &path_of)
        .json(&sign)
        .send()
        .await
        .unwrap();
    let more = json!({ "inCash": true, "approvalId": approval_id });
    let payment = give(&leo, &payment, more.clone()).await.ok()["payment"].clone();
    assert_eq!(payment["tenders"][0]["code"], "CASH");
    let twice = give(&leo, &payment, more).await;
    assert!(
        twice.status.is_success(),
        "cash needs no approval: {}",
        twice.envelope
    );
    let over = show(&leo, &deposit["depositId"]).await;
    assert_eq!(over["state"], "CANCELLED");
    assert_eq!(
        terminal.captured().await,
        20_000,
        "the card keeps what cash gave back"
    );
    let stood = "SELECT COUNT(*) FROM refund_part WHERE approved_by = 'manager'";
    assert_eq!(shop.number(stood).await, 1);
    assert_refunds_hold(&shop).await;
}

#[tokio::test]
async fn cash_that_was_not_taken_goes_back_into_the_drawer() {
    let (shop, terminal) = Shop::with_terminal().await;
    let mei = shop.seller("mei").await.repeating();
    let deposit = by_cash_and_card(&mei, &terminal).await;
    let boss = shop.seller("manager").await.repeating();
    let payment = cancel(&boss, &deposit, "CLIENT").await.ok();
    let payment = give(&boss, &payment, json!({ "inCash": true })).await.ok()["payment"].clone();
    assert_eq!(payment["refund"]["left"], euro(30_000));
    let tender = &payment["tenders"][0];
    assert_eq!(tender["removable"], true);
    let tender_id = tender["tenderId"].as_str().unwrap();
    let payment = boss
        .delete(&format!("/payment/tender/{tender_id}"))
        .await
        .ok();
    assert_eq!(payment["refund"]["left"], euro(50_000));
    let expected = [("TERMINAL".to_owned(), 20_000), ("CASH".to_owned(), 30_000)];
    assert_eq!(steps(&payment), expected);
    boss.post("/payment/back", json!({})).await.ok();
    assert_refunds_hold(&shop).await;
}

#[tokio::test]
async fn a_lost_answer_of_the_terminal_is_asked_about_and_nothing_goes_back_twice() {
    let (mut shop, terminal) = Shop::with_terminal().await;
    let mei = shop.seller("mei").await.repeating();
    let deposit = by_cash_and_card(&mei, &terminal).await;
    let boss = shop.seller("manager").await;
    let payment = cancel(&boss, &deposit, "CLIENT").await.ok();
    terminal
        .script("V400m-PAR-3", json!([{ "fault": "F25" }]))
        .await;
    let given = give(&boss, &payment, json!({})).await.ok();
    let sent = async || {
        let log = terminal.get("log?poiid=V400m-PAR-3").await;
        log.to_string().matches("\"Reversal\"").count()
    };
    // The server dies when the terminal has it, and before anybody asked what became of it.
    while sent().await == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    shop.restart().await;
    let boss = shop.log_in("manager").await;
    let attempt = outcome(&boss, &given["attempt"]).await;
    assert_eq!(attempt["state"], "REVERSED");
    assert_eq!(terminal.captured().await, 0);
    assert_eq!(sent().await, 1);
    let payment = boss.get("/payment").await.ok();
    give(&boss, &payment, json!({})).await.ok();
    assert_eq!(
        show(&boss, &deposit["depositId"]).await["state"],
        "CANCELLED"
    );
    assert_refunds_hold(&shop).await;
}

#[tokio::test]
async fn what_a_gift_card_paid_goes_to_a_new_card_and_never_to_cash() {
    let shop = Shop::open().await;
    gift_card::open_cards(&shop, 2, 0).await;
    gift_card::charge_card(&shop, 1, 10_000).await;
    let boss = shop.seller("manager").await;
    fill(&boss).await;
    boss.post("/basket/deposit", wanted(50_000)).await.ok();
    gift_card::pay(&boss, 1, 8_000).await.ok();
    let paid = boss.pay_cash(42_000).await.ok();
    let deposit = show(&boss, &paid["deposit"]["depositId"]).await;
    let payment = cancel(&boss, &deposit, "CLIENT").await.ok();
    let expected = [
        ("NEW_GIFT_CARD".to_owned(), 8_000),
        ("CASH".to_owned(), 42_000),
    ];
    assert_eq!(steps(&payment), expected);
    let cash = give(&boss, &payment, json!({ "inCash": true })).await;
    assert_eq!(cash.refused(), (422, "payment.refund_not_cash"));
    let unseen = give(&boss, &payment, json!({})).await;
    assert_eq!(unseen.refused(), (409, "gift_card.check_first"));
    let checked = gift_card::available(&boss, 2).await.ok();
    let more = json!({ "reference": checked["reference"] });
    let payment = give(&boss, &payment, more).await.ok()["payment"].clone();
    assert_eq!(payment["tenders"][0]["last4"], "0002");
    give(&boss, &payment, json!({})).await.ok();
    assert_eq!(gift_card::standing(&shop, 1).await.balance, 2_000);
    assert_eq!(gift_card::standing(&shop, 2).await.balance, 8_000);
    assert_refunds_hold(&shop).await;
}

#[tokio::test]
async fn a_part_of_what_was_paid_by_code_goes_back_to_the_account() {
    let house = House::open().await;
    for (kept, tender, face) in [(2_900, "ALIPAY", "alipay"), (900, "WECHAT", "wechat")] {
        let boss = house.shop.seller("manager").await.repeating();
        boss.add("ER-1", "", 1).await.ok();
        let customer = json!({ "customerId": uuid::Uuid::from_u128(1) });
        boss.put("/basket/customer", customer).await.ok();
        let body = json!({ "amount": euro(12_900), "kind": "ACOMPTE" });
        boss.post("/basket/deposit", body).await.ok();
        let before = house.kept().await;
        let paid = house.paid_by_code(&boss, tender, face).await;
        let deposit = show(&boss, &paid["deposit"]["depositId"]).await;
        let mut body = withdrawn("CLIENT");
        body["kept"] = euro(kept);
        let payment = boss.post(&path(&deposit, "cancellation"), body).await.ok();
        assert_eq!(steps(&payment), [("PROVIDER".to_owned(), 12_900 - kept)]);
        let given = give(&boss, &payment, json!({})).await.ok();
        let id = given["attempt"]["attemptId"].as_str().unwrap();
        let attempt = house.until_state(&boss, id, "REVERSED").await;
        assert_eq!(attempt["deposit"]["isCancelled"], true);
        assert_eq!(house.kept().await - before, kept, "{tender}");
        assert_eq!(
            show(&boss, &deposit["depositId"]).await["state"],
            "CANCELLED"
        );
        assert_refunds_hold(&house.shop).await;
    }
}

#[tokio::test]
async fn of_many_who_cancel_one_does() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    fill(&mei).await;
    let kept = deposit(&mei, 50_000).await;
    let boss = shop.seller("manager").await;
    let url = path(&kept, "cancellation");
    let tries = (0..20).map(|_| boss.post(&url, withdrawn("CLIENT")));
    let answers = futures::future::join_all(tries).await;
    let begun = answers.iter().filter(|it| it.status.is_success()).count();
    assert_eq!(begun, 1);
    let payment = boss.get("/payment").await.ok();
    let gifts = (0..20).map(|_| give(&boss, &payment, json!({})));
    let answers = futures::future::join_all(gifts).await;
    let given = answers.iter().filter(|it| it.status.is_success()).count();
    assert_eq!(given, 1);
    let back = "SELECT CAST(SUM(amount) AS BIGINT) FROM deposit_tender WHERE amount < 0";
    assert_eq!(shop.number(back).await, -50_000);
    assert_refunds_hold(&shop).await;
}

#[tokio::test]
async fn a_client_gets_the_lower_price_of_the_day() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await.repeating();
    fill(&mei).await;
    let kept = deposit(&mei, 50_000).await;
    let pricing = path(&kept, "pricing");
    let boss = shop.seller("manager").await.repeating();
    let forbidden = mei.post(&pricing, json!({})).await;
    assert_eq!(forbidden.refused(), (403, "session.forbidden"));
    let same = boss.post(&pricing, json!({})).await;
    assert_eq!(same.refused(), (409, "deposit.no_lower_price"));
    shop.change("UPDATE sales_price SET unit_price = 100000 WHERE item_no = 'RG-1'")
        .await;
    let lower = boss.post(&pricing, json!({})).await.ok();
    assert_eq!(lower["remaining"], euro(112_900));
    assert_eq!(lower["total"], euro(112_900));
    assert_eq!(lower["balance"], euro(62_900));
    assert_eq!(lower["lines"][1]["net"], euro(100_000));
    shop.change("UPDATE sales_price SET unit_price = 1000 WHERE item_no = 'RG-1'")
        .await;
    let below = boss.post(&pricing, json!({})).await;
    assert_eq!(below.refused(), (409, "deposit.held_above_price"));
    // It is settled at the price that was agreed last.
    let settled = mei.post(&path(&kept, "settlement"), json!({})).await.ok();
    assert_eq!(settled["due"], euro(112_900));
    mei.pay_cash(62_900).await.ok();
    assert_refunds_hold(&shop).await;
}

/// The shop that withdraws from arrhes gives back twice as much: nobody pays that out without a manager.
#[tokio::test]
async fn what_the_shop_adds_of_its_own_takes_an_approval() {
    let shop = Shop::open().await;
    shop.change("UPDATE salesperson SET permission_group_code = 'SENIOR' WHERE staff_id = 'leo'")
        .await;
    let leo = shop.seller("leo").await.repeating();
    let taken = async || {
        leo.add("ER-1", "", 1).await.ok();
        let customer = json!({ "customerId": uuid::Uuid::from_u128(1) });
        leo.put("/basket/customer", customer).await.ok();
        let body = json!({ "amount": euro(5_000), "kind": "ARRHES" });
        leo.post("/basket/deposit", body).await.ok();
        let paid = leo.pay_cash(5_000).await.ok();
        show(&leo, &paid["deposit"]["depositId"]).await
    };
    let deposit = taken().await;
    let terms = &deposit["cancellationTerms"];
    assert_eq!(terms[0]["takesApproval"], false);
    assert_eq!(terms[1]["takesApproval"], true);
    let alone = cancel(&leo, &deposit, "SHOP").await;
    assert_eq!(alone.refused(), (409, "sale.approval_required"));
    assert_eq!(show(&leo, &deposit["depositId"]).await["state"], "OPEN");
    let ask = path(&deposit, "cancellation/approval");
    let asked = leo.post(&ask, json!({})).await.ok();
    assert_eq!(asked["permission"], "deposit.belowMinimum");
    let approval_id = asked["approvalId"].as_str().unwrap();
    let mut body = withdrawn("SHOP");
    body["approvalId"] = json!(approval_id);
    let unsigned = leo
        .post(&path(&deposit, "cancellation"), body.clone())
        .await;
    assert_eq!(unsigned.refused(), (409, "sale.approval_ended"));
    let sign = format!("/basket/approval/{approval_id}/sign");
    let signature = json!({ "staffId": "manager", "password": testkit::PASSWORD });
    leo.post(&sign, signature).await.ok();
    // It counts for this deposit, and for nothing else.
    let other = leo
        .post(&path(&deposit, "cancellation"), body.clone())
        .await
        .ok();
    assert_eq!(other["due"], euro(-10_000));
    leo.post("/payment/back", json!({})).await.ok();
    let used = leo.post(&path(&deposit, "cancellation"), body).await;
    assert_eq!(used.refused(), (409, "sale.approval_ended"));
    // A client who withdraws from arrhes loses them: nothing is paid, and nobody is asked.
    let done = cancel(&leo, &deposit, "CLIENT").await.ok();
    assert_eq!(done["deposit"]["kept"], euro(5_000));
    let needless = taken().await;
    shop.change("UPDATE deposit SET kind = 'REFUNDABLE' WHERE state = 'OPEN'")
        .await;
    let refused = leo
        .post(&path(&needless, "cancellation/approval"), json!({}))
        .await;
    assert_eq!(refused.refused(), (409, "sale.approval_not_needed"));
    assert_refunds_hold(&shop).await;
}

/// A cheque that may bounce is paid out by nobody alone, until the day that the terms of the tender say; a
/// store may also pay none back in cash.
#[tokio::test]
async fn a_cheque_goes_back_in_cash_once_it_is_cleared() {
    let clock = shell::Clock::manual("2026-11-21T10:00:00Z".parse().unwrap());
    let shop = Shop::with(Settings {
        clock: Some(clock.clone()),
        ..Settings::default()
    })
    .await;
    let admin = shop.log_in("admin").await.repeating();
    take(&admin, "CHEQUE", "CHEQUE", None).await;
    shop.change("UPDATE salesperson SET permission_group_code = 'SENIOR' WHERE staff_id = 'leo'")
        .await;
    let paid_by_cheque = async |no: &str| {
        let leo = shop.seller("leo").await.repeating();
        leo.add("ER-1", "", 1).await.ok();
        let customer = json!({ "customerId": uuid::Uuid::from_u128(1) });
        leo.put("/basket/customer", customer).await.ok();
        leo.post("/basket/deposit", wanted(5_000)).await.ok();
        let cheque = json!({
            "tenderCode": "CHEQUE", "amount": euro(5_000), "reference": no, "bank": "BNP",
            "identity": "ID 1",
        });
        let paid = leo.post("/payment/tender", cheque).await.ok();
        (leo.clone(), show(&leo, &paid["deposit"]["depositId"]).await)
    };
    let (leo, deposit) = paid_by_cheque("1").await;
    let payment = cancel(&leo, &deposit, "CLIENT").await.ok();
    let step = &payment["refund"]["steps"][0];
    assert_eq!(
        (&step["way"], &step["isException"], &step["clearsOn"]),
        (&json!("CASH"), &json!(true), &json!("2026-12-06"))
    );
    let alone = give(&leo, &payment, json!({})).await;
    assert_eq!(alone.refused(), (409, "sale.approval_required"));
    leo.post("/payment/back", json!({})).await.ok();
    // On the day it counts as cleared.
    clock.advance(Duration::from_secs(15 * 24 * 3_600));
    let leo = shop.seller("leo").await.repeating();
    let payment = cancel(&leo, &deposit, "CLIENT").await.ok();
    let step = &payment["refund"]["steps"][0];
    assert_eq!(step["isException"], false);
    assert_eq!(step["clearsOn"], Value::Null);
    give(&leo, &payment, json!({})).await.ok();
    assert_eq!(
        show(&leo, &deposit["depositId"]).await["state"],
        "CANCELLED"
    );

    // The terms are the store's: no cash for cheques, and two days.
    let admin = shop.log_in("admin").await.repeating();
    let terms = "/setting/tender-store/PAR~CHEQUE";
    let before = admin.get(terms).await.ok();
    assert_eq!(before["value"]["cashRefund"], "FREELY", "of its kind");
    assert_eq!(before["value"]["refundAfterDays"], 15);
    let mut value = before["value"].clone();
    value["cashRefund"] = json!("NEVER");
    value["refundAfterDays"] = json!(2);
    let body = json!({ "version": before["version"], "value": value });
    admin.put(terms, body).await.ok();
    let (leo, deposit) = paid_by_cheque("2").await;
    clock.advance(Duration::from_secs(2 * 24 * 3_600));
    let leo_later = shop.seller("leo").await.repeating();
    drop(leo);
    let payment = cancel(&leo_later, &deposit, "CLIENT").await.ok();
    assert_eq!(steps(&payment), [("MANUAL".to_owned(), 5_000)]);
    let cash = give(&leo_later, &payment, json!({ "inCash": true })).await;
    assert_eq!(cash.refused(), (422, "payment.refund_not_cash"));
    let transfer = json!({ "reference": "SEPA 4711" });
    give(&leo_later, &payment, transfer).await.ok();
    assert_refunds_hold(&shop).await;
    // Cash goes back in cash.
    let terms = "/setting/tender-store/PAR~CASH";
    let before = shop.log_in("admin").await.get(terms).await.ok();
    let mut value = before["value"].clone();
    value["cashRefund"] = json!("NEVER");
    let body = json!({ "version": before["version"], "value": value });
    let refused = shop.log_in("admin").await.put(terms, body).await;
    assert_eq!(refused.refused(), (422, "setting.reference_unknown"));
}
