//! Loyalty credit: earned with a sale, usable the day after, spent oldest end first, put back, ended,
//! reversed and restored by returns.

use std::time::Duration;

use jiff::Timestamp;
use journal::{Scene, Signer};
use kernel::id::{OrderId, StaffId, StoreNo, TenderId, TerminalNo};
use kernel::{Currency, Money};
use loyalty::Reversal;
use reqwest::Method;
use serde_json::{Value, json};
use shell::Clock;
use testkit::{Answer, Client, KEY, MailSimulator, Settings, Shop};
use uuid::Uuid;

use crate::customised::receipt_text;
use crate::mailed_code::MailedCode;
use crate::refund;

const NOW: &str = "2026-11-21T10:00:00Z";
pub(crate) const INES: Uuid = Uuid::from_u128(1);
pub(crate) const BALANCE: &str =
    "SELECT CAST(COALESCE(SUM(balance), 0) AS BIGINT) FROM loyalty_account";
const DAY: Duration = Duration::from_secs(24 * 3_600);

/// The tender, the terms of Paris, and Inès as a member. Milan has no part in it.
pub(crate) async fn set_up(shop: &Shop) {
    for sql in [
        "INSERT INTO tender (tender_code, name, tender_type, over_tender_allowed, \
         under_tender_allowed, opens_drawer, counting_required) \
         VALUES ('LOYALTY', 'Loyalty credit', 'LOYALTY_CREDIT', (1 = 0), (1 = 1), (1 = 0), (1 = 0))",
        "INSERT INTO tender_store (store_no, tender_code, position, online_pos_mapping) \
         VALUES ('PAR', 'LOYALTY', 9, ''), ('MIL', 'LOYALTY', 9, '')",
        "INSERT INTO loyalty_store (store_no, is_active, earn_rate, valid_days, restored_days, \
         code_above, amount_per_point) VALUES ('PAR', (1 = 1), 50000, 365, 30, 5000, 100)",
        "UPDATE customer SET member_since = '2026-01-01'",
    ] {
        shop.change(sql).await;
    }
}

async fn open(settings: Settings) -> (Shop, Clock) {
    let clock = Clock::manual(NOW.parse().unwrap());
    let shop = Shop::with(Settings {
        clock: Some(clock.clone()),
        ..settings
    })
    .await;
    set_up(&shop).await;
    (shop, clock)
}

fn euro(minor: i64) -> Value {
    json!({ "minor": minor, "currency": "EUR" })
}

async fn for_ines(till: &Client) {
    let body = json!({ "customerId": INES });
    till.put("/basket/customer", body).await.ok();
}

/// A basket with a piece for Inès, on its way to be paid.
async fn to_pay(till: &Client, item_no: &str) {
    till.add(item_no, "", 1).await.ok();
    for_ines(till).await;
    till.start_payment().await;
}

/// A bangle of 450.00 that Inès paid: 22.50 of credit from tomorrow on. The order's id.
async fn earn(till: &Client) -> OrderId {
    to_pay(till, "BR-1").await;
    let paid = till.pay_cash(45_000).await.ok();
    order_id(&paid)
}

fn order_id(paid: &Value) -> OrderId {
    OrderId(paid["order"]["orderId"].as_str().unwrap().parse().unwrap())
}

async fn spend(till: &Client, minor: i64, reference: Value) -> Answer {
    let mut body = json!({ "tenderCode": "LOYALTY", "amount": euro(minor) });
    if !reference.is_null() {
        body["reference"] = reference;
    }
    till.post("/payment/tender", body).await
}

async fn credit(till: &Client) -> Value {
    till.get(&format!("/customer/{INES}/loyalty")).await.ok()
}

/// Everything adds up, and the journal says the same.
pub(crate) async fn assert_proved(shop: &Shop) {
    let report = journal::verify(shop.db(), &journal::VerifyOptions::default()).await;
    assert_eq!(report.findings, []);
    assert_eq!(loyalty::verify(shop.db()).await.unwrap(), []);
}

fn go_to(clock: &Clock, at: Timestamp) {
    clock.advance(at.duration_since(clock.now()).unsigned_abs());
}

async fn expire(shop: &Shop, now: Timestamp) -> i64 {
    shop.db()
        .write((Signer::new(&KEY), now), |tx, (signer, now)| {
            loyalty::expire_lots(tx, signer, *now)
        })
        .await
        .unwrap()
}

#[tokio::test]
async fn a_members_sale_earns_credit_that_is_usable_from_the_day_after() {
    let (shop, clock) = open(Settings::default()).await;
    let mei = shop.seller("mei").await.repeating();
    mei.add("BR-1", "", 1).await.ok();
    let nobody = mei.get("/basket/loyalty").await.ok();
    assert_eq!(nobody["points"], Value::Null);
    for_ines(&mei).await;
    let preview = mei.get("/basket/loyalty").await.ok();
    assert_eq!(preview["earns"], euro(2_250));
    assert_eq!(
        (&preview["points"], &preview["balance"]),
        (&json!(450), &Value::Null)
    );
    // What is put on deposit earns when it is handed over, not when the rest is bought.
    let basket = mei.add("ER-1", "", 1).await.ok();
    let last = basket["lines"].as_array().unwrap().last().unwrap().clone();
    let path = format!("/basket/line/{}", last["lineId"].as_str().unwrap());
    mei.put(&path, json!({ "deposit": true })).await.ok();
    let preview = mei.get("/basket/loyalty").await.ok();
    assert_eq!(preview["earns"], euro(2_250));
    mei.delete(&path).await.ok();
    mei.start_payment().await;
    let paying = mei.get("/basket/loyalty").await.ok();
    assert_eq!(paying["earns"], Value::Null);
    mei.pay_cash(45_000).await.ok();

    let seen = credit(&mei).await;
    assert_eq!(
        (&seen["balance"], &seen["usable"]),
        (&euro(2_250), &euro(0))
    );
    assert_eq!(seen["points"], 450);
    assert_eq!(seen["endsFirst"]["expiresOn"], "2027-11-21");
    to_pay(&mei, "ER-1").await;
    let early = spend(&mei, 1, Value::Null).await;
    assert_eq!(early.refused(), (409, "loyalty.balance_too_low"));
    mei.post("/payment/back", json!({})).await.ok();
    mei.delete("/basket").await.ok();

    clock.advance(DAY);
    let mei = shop.seller("mei").await.repeating();
    assert_eq!(credit(&mei).await["usable"], euro(2_250));
    to_pay(&mei, "ER-1").await;
    let over = spend(&mei, 2_251, Value::Null).await;
    assert_eq!(over.refused(), (409, "loyalty.balance_too_low"));
    spend(&mei, 2_250, Value::Null).await.ok();
    let paid = mei.pay_cash(10_650).await.ok();
    // A tender and no discount: the sale is of the whole price. What it earns is a part of the rest.
    assert_eq!(paid["order"]["total"], euro(12_900));
    let seen = credit(&mei).await;
    assert_eq!(
        (&seen["balance"], &seen["redeemed"]),
        (&euro(532), &euro(2_250))
    );
    assert_eq!(seen["points"], 450 + 106);
    assert_proved(&shop).await;
}

#[tokio::test]
async fn others_earn_nothing_and_nothing_is_earned_where_the_store_has_no_part() {
    let (shop, _) = open(Settings::default()).await;
    let mei = shop.seller("mei").await.repeating();
    shop.change("UPDATE customer SET member_since = NULL").await;
    earn(&mei).await;
    assert_eq!(shop.number("SELECT COUNT(*) FROM loyalty_entry").await, 0);
    shop.change("UPDATE customer SET member_since = '2026-01-01'")
        .await;
    shop.change("UPDATE loyalty_store SET is_active = (1 = 0)")
        .await;
    earn(&mei).await;
    assert_eq!(shop.number("SELECT COUNT(*) FROM loyalty_entry").await, 0);
    let seen = credit(&mei).await;
    assert_eq!(seen["refusal"]["key"], "loyalty.function_unavailable");
    to_pay(&mei, "ER-1").await;
    let refused = spend(&mei, 100, Value::Null).await;
    assert_eq!(refused.refused(), (409, "loyalty.function_unavailable"));
    let unknown = mei
        .get(&format!("/customer/{}/loyalty", Uuid::from_u128(9)))
        .await;
    assert_eq!(unknown.refused(), (404, "crm.customer_not_found"));
    // Without a customer there is nobody's credit to take.
    let gia = shop.seller("manager").await.repeating();
    gia.add("ER-1", "", 1).await.ok();
    gia.start_payment().await;
    let refused = spend(&gia, 100, Value::Null).await;
    assert_eq!(refused.refused(), (409, "loyalty.basket_without_customer"));
}

#[tokio::test]
async fn much_credit_needs_the_customers_code() {
    let mail = MailSimulator::start();
    let (shop, clock) = open(Settings {
        smtp_url: Some(mail.smtp_url()),
        ..Settings::default()
    })
    .await;
    shop.change("UPDATE loyalty_store SET earn_rate = 500000")
        .await;
    let mei = shop.seller("mei").await.repeating();
    earn(&mei).await;
    clock.advance(DAY);
    let mei = shop.seller("mei").await.repeating();
    to_pay(&mei, "ER-1").await;
    spend(&mei, 3_000, Value::Null).await.ok();
    let parts = spend(&mei, 2_001, Value::Null).await;
    assert_eq!(parts.refused(), (409, "one_time_code.required"));
    let path = format!("/customer/{INES}/loyalty/code");
    let code = MailedCode::ask(&mei, &mail, path).await;
    let mistyped = code.enter(&mei, code.wrong()).await;
    assert_eq!(mistyped.refused(), (422, "one_time_code.mismatch"));
    let opened = code.enter(&mei, &code.digits).await.ok();
    // The code opens this credit and no other.
    let other = format!("/customer/{INES}/recycling-credit/code");
    let other = code.enter_for(&mei, &other, &code.digits).await;
    assert_eq!(other.refused(), (409, "one_time_code.over"));
    let paid = spend(&mei, 9_900, opened["reference"].clone()).await.ok();
    assert_eq!(paid["order"]["total"], euro(12_900));
    to_pay(&mei, "ER-1").await;
    let used = spend(&mei, 9_000, opened["reference"].clone()).await;
    assert_eq!(used.refused(), (409, "one_time_code.over"));
    assert_proved(&shop).await;
}

#[tokio::test]
async fn five_wrong_codes_end_it() {
    let mail = MailSimulator::start();
    let (shop, _) = open(Settings {
        smtp_url: Some(mail.smtp_url()),
        ..Settings::default()
    })
    .await;
    let mei = shop.seller("mei").await.repeating();
    let path = format!("/customer/{INES}/loyalty/code");
    let code = MailedCode::ask(&mei, &mail, path).await;
    for _ in 0..5 {
        let refused = code.enter(&mei, code.wrong()).await;
        assert_eq!(refused.refused(), (422, "one_time_code.mismatch"));
    }
    let over = code.enter(&mei, &code.digits).await;
    assert_eq!(over.refused(), (409, "one_time_code.over"));
}

#[tokio::test]
async fn what_ends_first_pays_first_and_a_removed_tender_leaves_all_as_it_was() {
    let (shop, clock) = open(Settings::default()).await;
    let mei = shop.seller("mei").await.repeating();
    earn(&mei).await;
    clock.advance(DAY);
    let mei = shop.seller("mei").await.repeating();
    to_pay(&mei, "ER-1").await;
    mei.pay_cash(12_900).await.ok();
    clock.advance(DAY);
    let mei = shop.seller("mei").await.repeating();
    to_pay(&mei, "ER-1").await;
    let lots = "SELECT remaining FROM loyalty_lot ORDER BY expires_on LIMIT 1";
    let key = Uuid::now_v7();
    let body = json!({ "tenderCode": "LOYALTY", "amount": euro(2_400) });
    let booked = mei
        .keyed(Method::POST, "/payment/tender", key, body.clone())
        .await
        .ok();
    // The same request again takes nothing more.
    let again = mei
        .keyed(Method::POST, "/payment/tender", key, body)
        .await
        .ok();
    assert_eq!(again["tenders"], booked["tenders"]);
    assert_eq!(shop.number(BALANCE).await, 2_250 + 645 - 2_400);
    assert_eq!(shop.number(lots).await, 0);
    let tender_id = booked["tenders"][0]["tenderId"].as_str().unwrap();
    mei.delete(&format!("/payment/tender/{tender_id}"))
        .await
        .ok();
    assert_eq!(shop.number(BALANCE).await, 2_250 + 645);
    assert_eq!(shop.number(lots).await, 2_250);
    assert_eq!(credit(&mei).await["redeemed"], euro(0));
    assert_proved(&shop).await;
}

#[tokio::test]
async fn credit_is_good_on_its_last_day_and_ends_once_after_it() {
    let (shop, clock) = open(Settings::default()).await;
    shop.change("UPDATE loyalty_store SET valid_days = 2").await;
    let mei = shop.seller("mei").await.repeating();
    earn(&mei).await;
    // The business date of Paris changes at 04:00, in November 03:00 UTC.
    let last: Timestamp = "2026-11-24T02:59:59.999Z".parse().unwrap();
    let over: Timestamp = "2026-11-24T03:00:00Z".parse().unwrap();
    assert_eq!(expire(&shop, last).await, 0);
    go_to(&clock, last);
    let mei = shop.seller("mei").await.repeating();
    to_pay(&mei, "ER-1").await;
    assert_eq!(credit(&mei).await["usable"], euro(2_250));
    spend(&mei, 250, Value::Null).await.ok();
    go_to(&clock, over);
    assert_eq!(credit(&mei).await["usable"], euro(0));
    let refused = spend(&mei, 250, Value::Null).await;
    assert_eq!(refused.refused(), (409, "loyalty.balance_too_low"));
    assert_eq!(expire(&shop, over).await, 1);
    assert_eq!(expire(&shop, over).await, 0);
    assert_eq!(shop.number(BALANCE).await, 0);
    let expired =
        "SELECT COUNT(*) FROM loyalty_entry WHERE entry_type = 'EXPIRE' AND amount = -2000";
    assert_eq!(shop.number(expired).await, 1);
    assert_proved(&shop).await;
}

type Returned = (OrderId, i64, Timestamp);

async fn bring_back(shop: &Shop, order_id: OrderId, paid: i64, now: Timestamp) -> Option<Reversal> {
    let input: Returned = (order_id, paid, now);
    shop.db()
        .write(input, |tx, (order_id, paid, now)| {
            Box::pin(async move {
                let (store, till, staff) = place();
                let returned = (*order_id, Money::new(*paid, Currency::Eur));
                let scene = scene(&store, &till, &staff, *now);
                loyalty::reverse_earned(tx, &Signer::new(&KEY), &scene, returned).await
            })
        })
        .await
        .unwrap()
}

fn place() -> (StoreNo, TerminalNo, StaffId) {
    (
        StoreNo::from("PAR"),
        TerminalNo::from("PAR-3"),
        StaffId::from("manager"),
    )
}

fn scene<'a>(
    store_no: &'a StoreNo,
    terminal_no: &'a TerminalNo,
    operator: &'a StaffId,
    at: Timestamp,
) -> Scene<'a> {
    Scene {
        store_no,
        terminal_no: Some(terminal_no),
        operator: Some(operator),
        at,
    }
}

#[tokio::test]
async fn a_return_takes_back_its_share_and_what_was_spent_is_missing() {
    let (shop, clock) = open(Settings::default()).await;
    let mei = shop.seller("mei").await.repeating();
    let order = earn(&mei).await;
    let eur = |minor| Money::new(minor, Currency::Eur);
    let first = bring_back(&shop, order, 15_000, clock.now()).await.unwrap();
    assert_eq!(
        first,
        Reversal {
            reversed: eur(750),
            points: 150,
            missing: eur(0)
        }
    );
    assert_eq!(shop.number(BALANCE).await, 1_500);
    clock.advance(DAY);
    let mei = shop.seller("mei").await.repeating();
    to_pay(&mei, "ER-1").await;
    spend(&mei, 1_000, Value::Null).await.ok();
    let rest = bring_back(&shop, order, 30_000, clock.now()).await.unwrap();
    assert_eq!(
        rest,
        Reversal {
            reversed: eur(500),
            points: 300,
            missing: eur(1_000)
        }
    );
    assert_eq!(shop.number(BALANCE).await, 0);
    assert_eq!(credit(&mei).await["points"], 0);
    assert_proved(&shop).await;
    // Nobody brings back more than was sold.
    let input: Returned = (order, 1, clock.now());
    let more = shop
        .db()
        .write(input, |tx, (order_id, paid, now)| {
            Box::pin(async move {
                let (store, till, staff) = place();
                let returned = (*order_id, Money::new(*paid, Currency::Eur));
                let scene = scene(&store, &till, &staff, *now);
                loyalty::reverse_earned(tx, &Signer::new(&KEY), &scene, returned).await
            })
        })
        .await;
    assert!(more.is_err());
}

async fn give_back(shop: &Shop, tender_id: TenderId, minor: i64, now: Timestamp) -> bool {
    let input = (tender_id, minor, now);
    shop.db()
        .write(input, |tx, (tender_id, minor, now)| {
            Box::pin(async move {
                let (store, till, staff) = place();
                let back = (*tender_id, Money::new(*minor, Currency::Eur));
                let scene = scene(&store, &till, &staff, *now);
                loyalty::restore(tx, &Signer::new(&KEY), &scene, back).await
            })
        })
        .await
        .is_ok()
}

#[tokio::test]
async fn credit_that_paid_for_what_is_returned_goes_back_to_its_lots() {
    let (shop, clock) = open(Settings::default()).await;
    let mei = shop.seller("mei").await.repeating();
    earn(&mei).await;
    clock.advance(DAY);
    let mei = shop.seller("mei").await.repeating();
    to_pay(&mei, "ER-1").await;
    let booked = spend(&mei, 2_000, Value::Null).await.ok();
    mei.pay_cash(10_900).await.ok();
    let tender_id = booked["tenders"][0]["tenderId"].as_str().unwrap();
    let tender_id = TenderId(tender_id.parse().unwrap());
    let lot = "SELECT remaining FROM loyalty_lot ORDER BY expires_on LIMIT 1";
    let lots = "SELECT COUNT(*) FROM loyalty_lot";
    assert!(give_back(&shop, tender_id, 500, clock.now()).await);
    assert_eq!(shop.number(lot).await, 250 + 500);
    assert_eq!(shop.number(lots).await, 2);
    // Less than thirty days before its end it comes back as a lot of its own.
    go_to(&clock, "2027-11-01T10:00:00Z".parse().unwrap());
    assert!(give_back(&shop, tender_id, 1_500, clock.now()).await);
    assert_eq!(shop.number(lots).await, 3);
    let until = "SELECT COUNT(*) FROM loyalty_lot WHERE order_id IS NULL AND granted = 1500 \
         AND remaining = 1500 AND usable_from = '2027-11-01' AND expires_on = '2027-12-01'";
    assert_eq!(shop.number(until).await, 1);
    assert!(
        !give_back(&shop, tender_id, 1, clock.now()).await,
        "all is back"
    );
    assert_proved(&shop).await;
}

/// Keeps what is in the basket for Inès against 20.00 of her credit and cash; the path of the deposit.
async fn keep_with_credit(till: &Client, cash: i64) -> String {
    for_ines(till).await;
    let wanted = json!({ "amount": euro(2_000 + cash), "kind": "REFUNDABLE" });
    till.post("/basket/deposit", wanted).await.ok();
    spend(till, 2_000, Value::Null).await.ok();
    let paid = till.pay_cash(cash).await.ok();
    let deposit_id = paid["deposit"]["depositId"].as_str().unwrap();
    format!("/deposit/{deposit_id}")
}

#[tokio::test]
async fn credit_that_paid_for_a_deposit_is_credit_again_when_it_is_cancelled() {
    let (shop, clock) = open(Settings::default()).await;
    earn(&shop.seller("mei").await).await;
    clock.advance(DAY);
    let boss = shop.seller("manager").await;
    boss.add("BR-1", "", 1).await.ok();
    let path = keep_with_credit(&boss, 18_000).await;
    assert_eq!(shop.number(BALANCE).await, 250);
    let deposit = boss.get(&path).await.ok();
    let payment = refund::cancel(&boss, &deposit, "CLIENT").await.ok();
    assert_eq!(payment["refund"]["steps"][0]["way"], "CREDIT");
    let cash = refund::give(&boss, &payment, json!({ "inCash": true })).await;
    assert_eq!(cash.refused(), (422, "payment.refund_not_cash"));
    let payment = refund::give(&boss, &payment, json!({})).await.ok()["payment"].clone();
    assert_eq!(shop.number(BALANCE).await, 2_250);
    refund::give(&boss, &payment, json!({})).await.ok();
    assert_eq!(boss.get(&path).await.ok()["state"], "CANCELLED");
    assert_proved(&shop).await;
    refund::assert_refunds_hold(&shop).await;
}

#[tokio::test]
async fn credit_that_paid_for_a_deposit_earns_nothing_when_it_is_settled() {
    let (shop, clock) = open(Settings::default()).await;
    let mei = shop.seller("mei").await;
    earn(&mei).await;
    clock.advance(DAY);
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 1).await.ok();
    mei.add("BR-1", "", 1).await.ok();
    let path = keep_with_credit(&mei, 48_000).await;
    assert_eq!(shop.number(BALANCE).await, 250);
    let settled = mei
        .post(&format!("{path}/settlement"), json!({}))
        .await
        .ok();
    assert_eq!(settled["remaining"], euro(40_000));
    mei.pay_cash(40_000).await.ok();
    // Five per cent of 900.00 less 20.00.
    assert_eq!(shop.number(BALANCE).await, 250 + 4_400);
    assert_proved(&shop).await;
}

#[tokio::test]
async fn the_receipt_says_what_was_earned_and_what_there_is() {
    let (shop, _) = open(Settings::default()).await;
    let mei = shop.seller("mei").await.repeating();
    let order = earn(&mei).await;
    let order_id = order.0.to_string();
    let text = receipt_text(&mei, &order_id, "en").await;
    assert!(text.contains("Loyalty"), "{text}");
    // Earned, balance, and what of it ends first.
    assert!(text.matches("22.50").count() >= 3, "{text}");
    // What happens later does not change what the receipt says.
    shop.change("UPDATE loyalty_account SET balance = 0").await;
    assert_eq!(receipt_text(&mei, &order_id, "en").await, text);
}

#[tokio::test]
async fn the_office_lists_reads_and_exports_accounts() {
    let (shop, _) = open(Settings::default()).await;
    let mei = shop.seller("mei").await.repeating();
    earn(&mei).await;
    let denied = mei.get("/loyalty").await;
    assert_eq!(denied.refused(), (403, "session.forbidden"));
    let admin = shop.log_in("admin").await;
    let list = admin.get("/loyalty?search=marchetti&limit=1").await.ok();
    assert_eq!(
        (&list["total"], &list["nextCursor"]),
        (&json!(1), &Value::Null)
    );
    let row = &list["items"][0];
    assert_eq!(
        (&row["balance"], &row["points"]),
        (&euro(2_250), &json!(450))
    );
    assert_eq!(row["endsFirst"]["amount"], euro(2_250));
    assert_eq!(admin.get("/loyalty?search=nobody").await.ok()["total"], 0);
    assert_eq!(admin.get("/loyalty?endingWithin=30").await.ok()["total"], 0);
    assert_eq!(
        admin.get("/loyalty?endingWithin=365").await.ok()["total"],
        1
    );
    let path = format!("/loyalty/{INES}/EUR");
    let account = admin.get(&path).await.ok();
    assert_eq!(account["lots"][0]["state"], "PENDING");
    assert_eq!(account["ledger"][0]["entryType"], "EARN");
    let receipt_no = account["ledger"][0]["receiptNo"].as_str().unwrap();
    for (path, words) in [
        ("/loyalty/export.csv".to_owned(), "Marchetti"),
        (format!("{path}/export.csv"), receipt_no),
    ] {
        let table = admin.request(Method::GET, &path).send().await.unwrap();
        assert!(table.status().is_success());
        let text = table.text().await.unwrap();
        assert!(text.contains(words) && text.contains("22.50"), "{text}");
    }
    for unknown in [
        format!("/loyalty/{INES}/HKD"),
        format!("/loyalty/{INES}/XXX"),
    ] {
        assert_eq!(
            admin.get(&unknown).await.refused(),
            (404, "loyalty.not_found")
        );
    }
}

#[tokio::test]
async fn the_office_sets_the_terms_of_each_store() {
    let (shop, _) = open(Settings::default()).await;
    let admin = shop.log_in("admin").await;
    let before = admin.get("/setting/loyalty-store/MIL").await.ok();
    assert_eq!(
        (&before["version"], &before["value"]["isActive"]),
        (&json!(0), &json!(false))
    );
    let mut value = before["value"].clone();
    value["isActive"] = json!(true);
    value["earnPercent"] = json!(10_001);
    let save = |value: &Value, version: i64| json!({ "version": version, "value": value });
    let refused = admin
        .put("/setting/loyalty-store/MIL", save(&value, 0))
        .await;
    assert_eq!(refused.refused(), (422, "setting.out_of_range"));
    value["earnPercent"] = json!(300);
    let kept = admin
        .put("/setting/loyalty-store/MIL", save(&value, 0))
        .await
        .ok();
    assert_eq!(kept["version"], 1);
    let late = admin
        .put("/setting/loyalty-store/MIL", save(&value, 0))
        .await;
    assert_eq!(late.refused(), (409, "setting.changed_meanwhile"));
    let list = admin.get("/setting/loyalty-store").await.ok();
    assert_eq!(
        list["total"],
        shop.number("SELECT COUNT(*) FROM store").await
    );
    let mei = shop.seller("mei").await;
    let denied = mei.put("/setting/loyalty-store/PAR", save(&value, 1)).await;
    assert_eq!(denied.refused(), (403, "session.forbidden"));
}

#[tokio::test]
async fn the_proof_finds_what_somebody_changed_behind_the_program() {
    let (shop, _) = open(Settings::default()).await;
    let mei = shop.seller("mei").await.repeating();
    earn(&mei).await;
    assert_proved(&shop).await;
    shop.change("UPDATE loyalty_account SET balance = balance + 1")
        .await;
    // By its entries and by its lots.
    assert_eq!(loyalty::verify(shop.db()).await.unwrap().len(), 2);
    shop.change("UPDATE loyalty_account SET balance = balance - 1")
        .await;
    shop.change("UPDATE loyalty_lot SET remaining = remaining - 1")
        .await;
    assert_eq!(loyalty::verify(shop.db()).await.unwrap().len(), 2);
    shop.change("UPDATE loyalty_lot SET remaining = remaining + 1")
        .await;
    shop.change(
        "INSERT INTO loyalty_entry (entry_id, customer_id, currency_code, entry_no, entry_type, \
         amount, balance, points, store_no, business_date, booked_at, journal_chain, journal_seq) \
         SELECT order_id, customer_id, currency_code, 2, 'RESTORE', 0, balance, 5, store_no, \
         business_date, booked_at, 'PAR', 999999 FROM loyalty_entry",
    )
    .await;
    // Points that no account has, and an entry that the journal does not know.
    let found = loyalty::verify(shop.db()).await.unwrap();
    assert_eq!(found.len(), 2, "{found:?}");
}

#[tokio::test]
async fn the_office_changes_credit_by_hand_and_says_why() {
    let shop = Shop::open().await;
    set_up(&shop).await;
    let admin = shop.log_in("admin").await;
    let path = format!("/loyalty/{INES}/EUR/adjustment");
    let change = |amount: i64, reason: &str| json!({ "amount": amount, "reason": reason });
    let mei = shop.seller("mei").await;
    let forbidden = mei.post(&path, change(100, "Mine")).await;
    assert_eq!(forbidden.refused(), (403, "session.forbidden"));
    let key = Uuid::now_v7();
    let goodwill = || change(1_500, "  Goodwill after a late repair ");
    let first = admin.keyed(Method::POST, &path, key, goodwill()).await.ok();
    let again = admin.keyed(Method::POST, &path, key, goodwill()).await.ok();
    assert_eq!(again, first, "the same key is the same change");
    assert_eq!(first["account"]["balance"]["minor"], 1_500);
    let entry = &first["ledger"][0];
    assert_eq!(
        (&entry["entryType"], &entry["reason"]),
        (&json!("ADJUST"), &json!("Goodwill after a late repair"))
    );
    // It pays at once, as any credit.
    let credit = mei.get(&format!("/customer/{INES}/loyalty")).await.ok();
    assert_eq!(credit["usable"]["minor"], 1_500);
    let less = admin.post(&path, change(-600, "Granted twice")).await.ok();
    assert_eq!(less["account"]["balance"]["minor"], 900);
    for (amount, reason, expected) in [
        (0, "Nothing", (422, "loyalty.adjustment_impossible")),
        (
            100_000_001,
            "Typed wrongly",
            (422, "loyalty.adjustment_impossible"),
        ),
        (100, "   ", (422, "loyalty.reason_required")),
        (-901, "More than there is", (409, "loyalty.less_is_there")),
    ] {
        let refused = admin.post(&path, change(amount, reason)).await;
        assert_eq!(refused.refused(), expected);
    }
    let long = admin.post(&path, change(100, &"x".repeat(256))).await;
    assert_eq!(long.refused(), (422, "loyalty.reason_too_long"));
    let nobody = format!("/loyalty/{}/EUR/adjustment", Uuid::from_u128(99));
    let unknown = admin.post(&nobody, change(100, "Nobody")).await;
    assert_eq!(unknown.refused(), (404, "loyalty.not_found"));
    assert_proved(&shop).await;
    // Who changes the reason behind the program is found.
    crate::recorded::lift_guards(&shop, &["loyalty_entry"]).await;
    shop.change("UPDATE loyalty_entry SET reason = 'Something else' WHERE amount > 0")
        .await;
    assert_eq!(loyalty::verify(shop.db()).await.unwrap().len(), 1);
}

#[tokio::test]
async fn two_hundred_changes_at_once_never_take_more_than_there_is() {
    let shop = Shop::open().await;
    set_up(&shop).await;
    let admin = shop.log_in("admin").await;
    let path = format!("/loyalty/{INES}/EUR/adjustment");
    let grant = json!({ "amount": 5_000, "reason": "Goodwill" });
    admin.post(&path, grant).await.ok();
    let takes = (0..200).map(|_| admin.post(&path, json!({ "amount": -80, "reason": "Back" })));
    let answers = futures::future::join_all(takes).await;
    let taken = answers.iter().filter(|it| it.status.is_success()).count();
    assert_eq!(taken, 62, "5,000 holds 62 times 80");
    assert_eq!(shop.number(BALANCE).await, 40);
    assert_proved(&shop).await;
}
