//! Cash above the limit of a country that wants it reported: noted with the sale, listed until it is
//! filed, and nobody's business but of those who file it.

use std::time::Duration;

use jiff::Timestamp;
use reqwest::Method;
use serde_json::{Value, json};
use shell::Clock;
use shell::db::params;
use testkit::{Answer, Client, Settings, Shop};
use uuid::Uuid;

use crate::journal_events::{add_event, named};
use crate::tender::keep;

/// Noon of a Saturday in Shanghai.
const NOW: &str = "2026-11-21T04:00:00Z";
const DAY: Duration = Duration::from_hours(24);
const IDENTITY: &str = "Passport E12345678";

fn yuan(minor: i64) -> Value {
    json!({ "minor": minor, "currency": "CNY" })
}

/// A house in China: a ring for 120,000.00, a bangle for 60,000.00, earrings for 50,000.00.
struct House {
    shop: Shop,
    clock: Clock,
}

impl House {
    async fn open() -> Self {
        let clock = Clock::manual(NOW.parse::<Timestamp>().unwrap());
        let settings = Settings {
            clock: Some(clock.clone()),
            ..Settings::default()
        };
        let shop = Shop::with(settings).await;
        for change in [
            "UPDATE store SET country_code = 'CN', currency_code = 'CNY', time_zone = 'Asia/Shanghai'",
            "UPDATE price_group SET currency_code = 'CNY'",
            "UPDATE sales_price SET unit_price = 12000000 WHERE item_no = 'RG-1'",
            "UPDATE sales_price SET unit_price = 6000000 WHERE item_no = 'BR-1'",
            "UPDATE sales_price SET unit_price = 5000000 WHERE item_no = 'ER-1'",
            "UPDATE customer SET country_code = 'CN'",
        ] {
            shop.change(change).await;
        }
        let admin = shop.log_in("admin").await;
        let value = json!({
            "country": "CN", "validFrom": "2025-08-01", "currency": "CNY",
            "residentMaximum": 9_999_999, "visitorMaximum": 9_999_999, "above": "IDENTIFIED",
        });
        keep(&admin, "/setting/cash-limit/CN~2025-08-01", value).await;
        Self { shop, clock }
    }

    async fn seller(&self, staff_id: &str) -> Client {
        self.shop.seller(staff_id).await.repeating()
    }

    async fn reports(&self) -> i64 {
        self.shop.number("SELECT COUNT(*) FROM cash_report").await
    }
}

/// What the journal of a till tells of an event, without when.
async fn told(shop: &Shop, chain: &'static str, name: &str) -> Vec<Value> {
    let mut events = named(shop, chain, name).await;
    for event in &mut events {
        let members = event.as_object_mut().unwrap();
        members.retain(|member, _| !["atLocal", "timeZone"].contains(&member.as_str()));
    }
    events
}

async fn start(till: &Client, item: (&str, &str), has_customer: bool) {
    till.add(item.0, item.1, 1).await.ok();
    if has_customer {
        let customer = json!({ "customerId": Uuid::from_u128(1) });
        till.put("/basket/customer", customer).await.ok();
    }
    till.start_payment().await;
}

async fn cash(till: &Client, minor: i64, identity: Option<&str>) -> Answer {
    let body = json!({ "tenderCode": "CASH", "amount": yuan(minor), "identity": identity });
    till.post("/payment/tender", body).await
}

const RING: (&str, &str) = ("RG-1", "52");
const BANGLE: (&str, &str) = ("BR-1", "");
const EARRINGS: (&str, &str) = ("ER-1", "");

fn filing(reference: &str, filed_on: &str) -> Value {
    json!({ "reference": reference, "filedOn": filed_on })
}

fn path(report: &Value) -> String {
    format!(
        "/cash-report/{}/filing",
        report["cashReportId"].as_str().unwrap()
    )
}

async fn listed(manager: &Client, query: &str) -> Vec<Value> {
    let page = manager.get(&format!("/cash-report{query}")).await.ok();
    page["items"].as_array().unwrap().clone()
}

async fn numbers(client: &Client) -> Value {
    client.get("/alert/getAlertNum").await.ok()["cashReport"].clone()
}

fn counts(due: i64, overdue: i64, reported: i64) -> Value {
    json!({ "due": due, "overdue": overdue, "reported": reported })
}

async fn export(client: &Client) -> String {
    let table = client.request(Method::GET, "/cash-report/export.csv");
    table.send().await.unwrap().text().await.unwrap()
}

#[tokio::test]
async fn identified_cash_is_listed_with_its_last_day_until_it_is_filed() {
    let house = House::open().await;
    let (mei, manager) = (house.seller("mei").await, house.seller("manager").await);
    start(&mei, RING, true).await;
    let unknown = cash(&mei, 12_000_000, None).await;
    assert_eq!(unknown.refused(), (422, "payment.cash_identity"));
    assert_eq!(numbers(&manager).await, counts(0, 0, 0));
    let order = cash(&mei, 12_000_000, Some(IDENTITY)).await.ok()["order"].clone();

    let rows = listed(&manager, "").await;
    let expected = json!({
        "cashReportId": rows[0]["cashReportId"], "storeNo": "PAR", "state": "DUE",
        "businessDate": "2026-11-21", "dueOn": "2026-11-27", "amount": yuan(12_000_000),
        "entryNo": 1, "customerId": Uuid::from_u128(1), "customerName": "Inès Marchetti",
        "identity": "•••• 5678", "orderId": order["orderId"], "receiptNo": order["receiptNo"],
        "filing": null,
    });
    assert_eq!(rows, [expected]);
    assert_eq!(numbers(&manager).await, counts(1, 0, 0));
    // Only whoever files is shown, and told.
    assert_eq!(numbers(&mei).await, Value::Null);
    for answer in [
        mei.get("/cash-report").await,
        mei.get("/cash-report/export.csv").await,
        mei.post(&path(&rows[0]), filing("A-1", "2026-11-21")).await,
    ] {
        assert_eq!(answer.refused(), (403, "session.forbidden"));
    }

    for (reference, day, refusal) in [
        (" ", "2026-11-21", (422, "setting.required")),
        ("A-1", "2026-11-20", (422, "cash_report.filed_on")),
        ("A-1", "2026-11-22", (422, "cash_report.filed_on")),
    ] {
        let refused = manager.post(&path(&rows[0]), filing(reference, day)).await;
        assert_eq!(refused.refused(), refusal, "{reference} {day}");
    }
    let key = Uuid::now_v7();
    let path_of_it = path(&rows[0]);
    let send = |body: Value| manager.keyed(Method::POST, &path_of_it, key, body);
    let filed = send(filing(" PBC-1 ", "2026-11-21")).await.ok();
    assert_eq!(filed["state"], "REPORTED");
    assert_eq!(filed["filing"]["reference"], "PBC-1");
    assert_eq!(filed["filing"]["filedBy"], "Nadia Roche");
    assert_eq!(send(filing(" PBC-1 ", "2026-11-21")).await.ok(), filed);
    let other = send(filing("PBC-2", "2026-11-21")).await;
    assert_eq!(other.refused(), (422, "request.key_reused"));
    let again = manager
        .post(&path(&rows[0]), filing("PBC-2", "2026-11-21"))
        .await;
    assert_eq!(again.refused(), (409, "cash_report.filed"));
    let params = &again.envelope["error"]["params"];
    assert_eq!(params["reference"], "PBC-1");
    assert_eq!(numbers(&manager).await, counts(0, 0, 1));
    let filings = "SELECT COUNT(*) FROM cash_report_filing";
    assert_eq!(house.shop.number(filings).await, 1);
}

#[tokio::test]
async fn the_journal_tells_of_reports_without_saying_who_was_looked_at() {
    let house = House::open().await;
    let (mei, manager) = (house.seller("mei").await, house.seller("manager").await);
    start(&mei, RING, true).await;
    cash(&mei, 12_000_000, Some(IDENTITY)).await.ok();
    let rows = listed(&manager, "").await;
    manager
        .post(&path(&rows[0]), filing("PBC-1", "2026-11-21"))
        .await
        .ok();
    let due = told(&house.shop, "PAR-1", "cashReportDue").await;
    let expected = json!({
        "event": "cashReportDue", "code": 1120, "operatorId": "mei", "entryNo": 1,
        "cashReportId": rows[0]["cashReportId"], "businessDate": "2026-11-21",
        "orderId": rows[0]["orderId"], "receiptNo": rows[0]["receiptNo"], "amount": 12_000_000,
        "currencyCode": "CNY", "dueOn": "2026-11-27",
    });
    assert_eq!(due, [expected]);
    let filed = told(&house.shop, "PAR-3", "cashReportFiled").await;
    let expected = json!({
        "event": "cashReportFiled", "code": 1121, "operatorId": "manager", "reference": "PBC-1",
        "cashReportId": rows[0]["cashReportId"], "filedOn": "2026-11-21",
    });
    assert_eq!(filed, [expected]);
    // Masked on screen, in full for the authority.
    let table = export(&manager).await;
    assert!(table.contains(IDENTITY), "{table}");
    assert!(table.contains(",120000.00,"), "{table}");
    assert!(table.contains("REPORTED"), "{table}");
    let payloads = house.shop.db().read((), |tx, ()| {
        Box::pin(async move {
            let rows = tx.query("SELECT payload FROM journal_entry", &[]).await?;
            rows.into_iter()
                .map(|mut row| Ok(row.read::<Vec<u8>>()?))
                .collect::<shell::Outcome<Vec<_>>>()
        })
    });
    for payload in payloads.await.unwrap() {
        let text = String::from_utf8(payload).unwrap();
        assert!(!text.contains("E12345678"), "{text}");
    }
    let exported = named(&house.shop, "PAR-3", "export").await;
    assert_eq!(exported[0]["content"], "cashReports");
}

#[tokio::test]
async fn more_cash_of_the_same_customer_amends_the_report_also_in_another_store() {
    let house = House::open().await;
    let (mei, manager) = (house.seller("mei").await, house.seller("manager").await);
    let gia = house.seller("gia").await;
    // 60,000.00 are not reported; what another till takes meanwhile is not either, until it is paid.
    start(&mei, BANGLE, true).await;
    cash(&mei, 6_000_000, None).await.ok();
    assert_eq!(house.reports().await, 0);
    start(&gia, RING, true).await;
    cash(&gia, 5_000_000, Some(IDENTITY)).await.ok();
    start(&mei, ("BAG", ""), true).await;
    cash(&mei, 10, Some("Passport F1")).await.ok();
    assert_eq!(house.reports().await, 0, "of what is paid it is not enough");
    cash(&gia, 7_000_000, Some(IDENTITY)).await.ok();
    let gias = listed(&manager, "").await;
    assert_eq!(gias, Vec::<Value>::new(), "it is the other store's");
    house
        .shop
        .change("INSERT INTO salesperson_store (staff_id, store_no) VALUES ('manager', 'MIL')")
        .await;
    let rows = listed(&manager, "").await;
    assert_eq!(rows.len(), 1);
    assert_eq!(
        (&rows[0]["storeNo"], &rows[0]["amount"]),
        (&json!("MIL"), &yuan(18_000_010))
    );
    assert_eq!(rows[0]["identity"], "•••• 5678", "who was looked at last");

    // Amended before it was filed: one report stands for the day.
    start(&mei, EARRINGS, true).await;
    cash(&mei, 5_000_000, Some("Passport G9")).await.ok();
    let amended = listed(&manager, "").await;
    assert_eq!(amended.len(), 1);
    assert_eq!(
        (
            &amended[0]["storeNo"],
            &amended[0]["amount"],
            &amended[0]["entryNo"]
        ),
        (&json!("PAR"), &yuan(23_000_010), &json!(2))
    );
    assert_eq!(amended[0]["dueOn"], rows[0]["dueOn"]);
    let old = manager
        .post(&path(&rows[0]), filing("A", "2026-11-21"))
        .await;
    assert_eq!(old.refused(), (409, "cash_report.amended"));
    manager
        .post(&path(&amended[0]), filing("A", "2026-11-21"))
        .await
        .ok();
    // Amended after it was filed: what was filed stays, and the whole day is to be filed again.
    start(&mei, BANGLE, true).await;
    cash(&mei, 6_000_000, Some("Passport G9")).await.ok();
    assert_eq!(numbers(&manager).await, counts(1, 0, 1));
    let both = listed(&manager, "").await;
    let states: Vec<_> = both.iter().map(|row| &row["state"]).collect();
    assert_eq!(states, ["DUE", "REPORTED"]);
    assert_eq!(both[0]["amount"], yuan(29_000_010));
    // Without cash nothing is amended; on the next day everything begins anew.
    house.clock.advance(DAY);
    let (mei, manager) = (house.seller("mei").await, house.seller("manager").await);
    start(&mei, BANGLE, true).await;
    cash(&mei, 6_000_000, None).await.ok();
    assert_eq!(house.reports().await, 3);
    let at_home = listed(&manager, "?storeNo=MIL").await;
    assert_eq!(at_home, Vec::<Value>::new());
}

#[tokio::test]
async fn cash_of_nobody_counts_by_payment_and_that_of_a_deposit_counts_too() {
    let house = House::open().await;
    let (mei, manager) = (house.seller("mei").await, house.seller("manager").await);
    for _ in 0..2 {
        start(&mei, BANGLE, false).await;
        cash(&mei, 6_000_000, None).await.ok();
    }
    assert_eq!(house.reports().await, 0);
    start(&mei, RING, false).await;
    cash(&mei, 6_000_000, None).await.ok();
    cash(&mei, 6_000_000, Some(IDENTITY)).await.ok();
    let rows = listed(&manager, "").await;
    assert_eq!(
        (rows.len(), &rows[0]["amount"], &rows[0]["customerName"]),
        (1, &yuan(12_000_000), &Value::Null)
    );
    mei.add("RG-1", "54", 1).await.ok();
    let customer = json!({ "customerId": Uuid::from_u128(1) });
    mei.put("/basket/customer", customer).await.ok();
    let wanted = json!({ "amount": yuan(11_000_000), "kind": "REFUNDABLE" });
    mei.post("/basket/deposit", wanted).await.ok();
    let paid = cash(&mei, 11_000_000, Some(IDENTITY)).await.ok();
    let rows = listed(&manager, "").await;
    let of_deposit = rows
        .iter()
        .find(|row| row["orderId"] == Value::Null)
        .unwrap();
    assert_eq!(of_deposit["receiptNo"], paid["deposit"]["receiptNo"]);
    assert_eq!(of_deposit["amount"], yuan(11_000_000));
}

#[tokio::test]
async fn the_list_is_searched_filtered_and_read_page_by_page() {
    let house = House::open().await;
    let mei = house.seller("mei").await;
    start(&mei, RING, true).await;
    cash(&mei, 12_000_000, Some(IDENTITY)).await.ok();
    house.clock.advance(DAY);
    let (mei, manager) = (house.seller("mei").await, house.seller("manager").await);
    start(&mei, ("RG-1", "54"), false).await;
    cash(&mei, 12_000_000, Some("ID 1")).await.ok();
    let rows = listed(&manager, "").await;
    let days: Vec<_> = rows.iter().map(|row| &row["businessDate"]).collect();
    assert_eq!(days, ["2026-11-22", "2026-11-21"]);
    let first = manager.get("/cash-report?limit=1").await.ok();
    assert_eq!(first["items"], json!([rows[0]]));
    let cursor = first["nextCursor"].as_str().unwrap();
    let second = manager
        .get(&format!("/cash-report?limit=1&cursor={cursor}"))
        .await
        .ok();
    assert_eq!(second["items"], json!([rows[1]]));
    assert_eq!(second["nextCursor"], Value::Null);
    let bad = manager.get("/cash-report?cursor=nonsense").await;
    assert_eq!(bad.refused().0, 400);

    let receipt_no = rows[0]["receiptNo"].as_str().unwrap().to_lowercase();
    manager
        .post(&path(&rows[0]), filing("Zeta-9", "2026-11-22"))
        .await
        .ok();
    for (query, expected) in [
        ("?search=marchetti", vec![1]),
        ("?search=zeta", vec![0]),
        (&format!("?search={receipt_no}"), vec![0]),
        ("?search=zeta%20marchetti", vec![]),
        ("?state=REPORTED", vec![0]),
        ("?state=DUE", vec![1]),
        ("?state=OVERDUE", vec![]),
        ("?from=2026-11-22", vec![0]),
        ("?to=2026-11-21", vec![1]),
        ("?storeNo=MIL", vec![]),
    ] {
        let found = listed(&manager, query).await;
        let found: Vec<_> = found.iter().map(|row| &row["cashReportId"]).collect();
        let expected: Vec<_> = expected
            .into_iter()
            .map(|at: usize| &rows[at]["cashReportId"])
            .collect();
        assert_eq!(found, expected, "{query}");
    }
    // 27 November is its last day: on the 28th it is overdue.
    house.clock.advance(5 * DAY);
    let manager = house.seller("manager").await;
    assert_eq!(numbers(&manager).await, counts(1, 0, 1));
    house.clock.advance(DAY);
    let manager = house.seller("manager").await;
    assert_eq!(numbers(&manager).await, counts(0, 1, 1));
    assert_eq!(listed(&manager, "?state=OVERDUE").await.len(), 1);
    let overdue = listed(&manager, "?state=OVERDUE").await;
    manager
        .post(&path(&overdue[0]), filing("Late", "2026-11-28"))
        .await
        .ok();
    assert_eq!(numbers(&manager).await, counts(0, 0, 2));
}

#[tokio::test]
async fn the_authoritys_day_begins_at_midnight_and_the_stores_goes_on() {
    let house = House::open().await;
    // Half past one in the night to Sunday, for a store that ends its day at four.
    house.clock.advance(Duration::from_secs(13 * 3_600 + 1_800));
    let (mei, manager) = (house.seller("mei").await, house.seller("manager").await);
    start(&mei, RING, true).await;
    cash(&mei, 12_000_000, Some(IDENTITY)).await.ok();
    let rows = listed(&manager, "").await;
    assert_eq!(rows[0]["businessDate"], "2026-11-21");
    let tomorrow = manager
        .post(&path(&rows[0]), filing("PBC-1", "2026-11-23"))
        .await;
    assert_eq!(tomorrow.refused(), (422, "cash_report.filed_on"));
    manager
        .post(&path(&rows[0]), filing("PBC-1", "2026-11-22"))
        .await
        .ok();
}

#[tokio::test]
async fn reports_are_of_the_stores_that_one_sees_and_of_countries_that_want_them() {
    let house = House::open().await;
    let (mei, gia) = (house.seller("mei").await, house.seller("gia").await);
    let manager = house.seller("manager").await;
    start(&gia, RING, true).await;
    cash(&gia, 12_000_000, Some(IDENTITY)).await.ok();
    let id = "SELECT COUNT(*) FROM cash_report WHERE store_no = 'MIL'";
    assert_eq!(house.shop.number(id).await, 1);
    house
        .shop
        .change("UPDATE salesperson SET permission_group_code = 'MANAGER' WHERE staff_id = 'gia'")
        .await;
    let boss = house.shop.log_in("gia").await;
    let theirs = listed(&boss, "").await;
    assert_eq!(theirs.len(), 1);
    let body = || filing("A", "2026-11-21");
    let foreign = manager.post(&path(&theirs[0]), body()).await;
    assert_eq!(foreign.refused(), (404, "cash_report.not_found"));
    let nowhere = json!({ "cashReportId": Uuid::nil() });
    let nothing = manager.post(&path(&nowhere), body()).await;
    assert_eq!(nothing.refused(), (404, "cash_report.not_found"));
    // Where cash is refused, or nothing is said of it, there is no number.
    for rule in [
        "UPDATE cash_limit SET above = 'REFUSED'",
        "DELETE FROM cash_limit",
    ] {
        house.shop.change(rule).await;
        assert_eq!(numbers(&boss).await, Value::Null, "{rule}");
    }
    start(&mei, RING, true).await;
    cash(&mei, 12_000_000, None).await.ok();
    assert_eq!(house.reports().await, 1);
}

#[tokio::test]
async fn what_was_reported_is_never_changed() {
    let house = House::open().await;
    let (mei, manager) = (house.seller("mei").await, house.seller("manager").await);
    start(&mei, RING, true).await;
    cash(&mei, 12_000_000, Some(IDENTITY)).await.ok();
    let rows = listed(&manager, "").await;
    manager
        .post(&path(&rows[0]), filing("PBC-1", "2026-11-21"))
        .await
        .ok();
    for change in [
        "UPDATE cash_report SET amount = 1",
        "DELETE FROM cash_report",
        "UPDATE cash_report_filing SET reference = ''",
        "DELETE FROM cash_report_filing",
    ] {
        let refused = house
            .shop
            .db()
            .write(change, |tx, change| {
                Box::pin(async move { Ok(tx.execute(change, &[]).await?) })
            })
            .await;
        let refusal = refused.unwrap_err().to_string();
        assert!(refusal.contains("append-only"), "{change}: {refusal}");
    }
}

/// Exit code and findings of `vitrine verify`.
async fn proof(shop: &Shop) -> (u8, String) {
    let options = journal::VerifyOptions::default();
    let report = app::command::verify_books(shop.db(), &options).await;
    let findings: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
    (report.exit_code(), findings.join("; "))
}

#[tokio::test]
async fn the_proof_finds_reports_without_their_entry_and_entries_without_their_report() {
    let house = House::open().await;
    let (mei, manager) = (house.seller("mei").await, house.seller("manager").await);
    start(&mei, RING, true).await;
    cash(&mei, 12_000_000, Some(IDENTITY)).await.ok();
    let rows = listed(&manager, "").await;
    let filed = filing("PBC-1", "2026-11-21");
    manager.post(&path(&rows[0]), filed).await.ok();
    let shop = &house.shop;
    assert_eq!(proof(shop).await.1, "");
    // Another report with another filing, of both of which the journal knows nothing.
    let id = Uuid::from_u128(7);
    add(shop, id, ("NOWHERE", 1)).await;
    let (code, findings) = proof(shop).await;
    assert_eq!(code, 16, "{findings}");
    for table in ["cash_report", "cash_report_filing"] {
        let lacking = format!("{table} {id}: expected none, found ");
        assert!(findings.contains(&lacking), "{findings}");
    }
    // The journal learns of them where the rows say that it does, and then once more.
    let (report, filing) = (state_due(shop, id).await, state_filed(shop, id).await);
    let (_, findings) = proof(shop).await;
    for seq in [report, filing] {
        let stray = format!("cash_report of PAR {seq}: expected a row, found no row");
        assert!(findings.contains(&stray), "{findings}");
    }
    let other = Uuid::from_u128(8);
    add(shop, other, ("PAR", report)).await;
    let (code, findings) = proof(shop).await;
    assert_eq!(code, 16, "{findings}");
    let differs = format!("cash_report {other}: expected CashReportDue");
    assert!(
        findings.contains(&differs),
        "an entry of another report: {findings}"
    );
}

/// Writes a report and its filing that say where the journal states them.
async fn add(shop: &Shop, id: Uuid, (chain, seq): (&'static str, i64)) {
    let now = shop.shell.clock.now();
    let written = shop.db().write((id, chain, seq, now), |tx, it| {
        Box::pin(async move {
            let (id, chain, seq, now) = *it;
            let report = "INSERT INTO cash_report (cash_report_id, owner_id, country_code, \
                 business_date, entry_no, store_no, terminal_no, basket_id, receipt_no, \
                 currency_code, amount, due_on, journal_chain, journal_seq, noted_at) \
                 VALUES ($1, $1, 'CN', '2026-11-21', 1, 'PAR', 'PAR-1', \
                 (SELECT basket_id FROM basket LIMIT 1), 'R-7', 'CNY', 500, '2026-11-27', $2, $3, $4)";
            tx.execute_one(report, params![id, chain, seq, now]).await?;
            let filing = "INSERT INTO cash_report_filing (cash_report_id, reference, filed_on, \
                 filed_by, journal_chain, journal_seq, filed_at) \
                 VALUES ($1, 'PBC-7', '2026-11-21', 'manager', $2, $3, $4)";
            Ok(tx.execute_one(filing, params![id, chain, seq, now]).await?)
        })
    });
    written.await.unwrap();
}

/// Writes into the journal that such a report was due; says where.
async fn state_due(shop: &Shop, id: Uuid) -> i64 {
    let due = json!({
        "code": 1120, "event": "cashReportDue", "cashReportId": id,
        "businessDate": "2026-11-21", "entryNo": 1, "receiptNo": "R-7", "amount": 500,
        "currencyCode": "CNY", "dueOn": "2026-11-27",
    });
    add_event(shop, due).await
}

/// Writes into the journal that it was filed; says where.
async fn state_filed(shop: &Shop, id: Uuid) -> i64 {
    let filed = json!({
        "code": 1121, "event": "cashReportFiled", "cashReportId": id, "reference": "PBC-7",
        "filedOn": "2026-11-21",
    });
    add_event(shop, filed).await
}

#[tokio::test]
async fn identities_go_after_ten_years_and_reports_stay() {
    let house = House::open().await;
    let mei = house.seller("mei").await;
    start(&mei, RING, true).await;
    cash(&mei, 12_000_000, Some(IDENTITY)).await.ok();
    // Three days later somebody whom nobody named, also by a document.
    house.clock.advance(3 * DAY);
    let mei = house.seller("mei").await;
    mei.add(BANGLE.0, BANGLE.1, 1).await.ok();
    start(&mei, EARRINGS, false).await;
    let other = Some("Passport E99999999");
    cash(&mei, 11_000_000, other).await.ok();
    let identities = async || {
        let reports = "SELECT COUNT(*) FROM cash_report_identity";
        let tenders = "SELECT COUNT(*) FROM basket_tender WHERE identity IS NOT NULL";
        (
            house.shop.number(reports).await,
            house.shop.number(tenders).await,
        )
    };
    assert_eq!(identities().await, (2, 2));
    let erase = async |at: &str, left: (i64, i64)| {
        let until = at.parse::<Timestamp>().unwrap();
        let ahead = until.duration_since(house.clock.now());
        house.clock.advance(ahead.unsigned_abs());
        // Each run again changes nothing.
        for _ in 0..2 {
            let run = cash_report::erase_identities().run;
            run(house.shop.shell.clone()).await.unwrap();
            assert_eq!(identities().await, left, "{at}");
        }
    };
    // On the day ten years later they are there.
    erase("2036-11-21T12:00:00Z", (2, 2)).await;
    // The day after, the report's has gone; the payment's goes when the day is over everywhere.
    erase("2036-11-22T04:00:00Z", (1, 1)).await;
    erase("2036-11-24T12:00:00Z", (1, 1)).await;
    erase("2036-11-25T12:00:00Z", (0, 0)).await;
    assert_eq!(house.reports().await, 2);
    let manager = house.seller("manager").await;
    for row in listed(&manager, "").await {
        assert_eq!(row["identity"], Value::Null);
    }
    assert_eq!(cash_report::verify(house.shop.db()).await.unwrap(), []);
}
