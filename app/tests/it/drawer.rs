//! The cash drawer: what is put in and taken out outside of sales, and who opens it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use drawer::DrawerTotals;
use jiff::Timestamp;
use kernel::Currency;
use kernel::id::{StoreNo, TerminalNo};
use reqwest::Method;
use serde_json::{Value, json};
use shell::Clock;
use shell::db::params;
use testkit::{Client, Settings, Shop};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;
use uuid::Uuid;

use crate::journal_events::named;
use crate::statement_report::paper;

const NOW: &str = "2026-11-21T10:00:00Z";

async fn shop() -> (Shop, Clock, Client) {
    let clock = Clock::manual(NOW.parse::<Timestamp>().unwrap());
    let settings = Settings {
        clock: Some(clock.clone()),
        ..Settings::default()
    };
    let shop = Shop::with(settings).await;
    let manager = shop.seller("manager").await.repeating();
    (shop, clock, manager)
}

fn euro(minor: i64) -> Value {
    json!({ "minor": minor, "currency": "EUR" })
}

fn amount(minor: i64) -> Value {
    json!({ "amount": euro(minor) })
}

pub(crate) fn because(minor: i64, reason: &str) -> Value {
    json!({ "amount": euro(minor), "reason": reason })
}

fn taken(minor: i64, approval: &Value) -> Value {
    json!({ "amount": euro(minor), "reason": "Stamps for Mrs Moreau", "approvalId": approval })
}

/// What each change sends.
fn changes() -> [(&'static str, Value); 7] {
    [
        ("/drawer/float", amount(20_000)),
        ("/drawer/cash-in", because(5_000, "Coins from the bank")),
        ("/drawer/cash-out", taken(1_200, &Value::Null)),
        ("/drawer/safe-drop", amount(40_000)),
        (
            "/drawer/bank-bag",
            json!({ "amount": euro(60_000), "bagNo": "bb-17" }),
        ),
        (
            "/drawer/opening",
            json!({ "reason": "Change for a customer" }),
        ),
        (
            "/drawer/float/correction",
            json!({ "currency": "EUR", "reason": "A roll too many" }),
        ),
    ]
}

async fn totals(shop: &Shop) -> Vec<DrawerTotals> {
    shop.db()
        .read((), |tx, ()| {
            Box::pin(async move {
                let day = "2026-11-21".parse().unwrap();
                drawer::totals(tx, &StoreNo::from("PAR"), (None, day)).await
            })
        })
        .await
        .unwrap()
}

/// What happened to the drawer of a till today, the newest first.
async fn entries_at(client: &Client, terminal_no: &str) -> Value {
    let path = format!("/drawer/entry?terminalNo={terminal_no}");
    client.get(&path).await.ok()["page"]["items"].clone()
}

#[tokio::test]
async fn everything_that_happens_to_a_drawer_is_kept_and_journalled() {
    let (shop, _, manager) = shop().await;
    let empty = manager.get("/drawer").await.ok();
    assert_eq!(entries_at(&manager, "PAR-3").await, json!([]));
    assert_eq!(empty["businessDate"], "2026-11-21");
    assert_eq!(
        (&empty["currencies"], &empty["floats"]),
        (&json!(["EUR"]), &json!([]))
    );
    for (path, body) in changes() {
        manager.post(path, body).await.ok();
    }
    let drawer = manager.get("/drawer").await.ok();
    let entries = entries_at(&manager, "PAR-3").await;
    let entries = entries.as_array().unwrap();
    let told: Vec<_> = entries
        .iter()
        .map(|it| {
            (
                it["entryNo"].as_i64().unwrap(),
                it["entryType"].as_str().unwrap(),
                it["amount"]["minor"].as_i64().unwrap(),
            )
        })
        .collect();
    let expected = [
        (7, "FLOAT", -20_000),
        (6, "NO_SALE", 0),
        (5, "BANK_BAG", -60_000),
        (4, "SAFE_DROP", -40_000),
        (3, "CASH_OUT", -1_200),
        (2, "CASH_IN", 5_000),
        (1, "FLOAT", 20_000),
    ];
    assert_eq!(told, expected);
    assert_eq!(entries[0]["corrects"], entries[6]["entryId"]);
    assert_eq!(
        (&entries[2]["bagNo"], &entries[4]["reason"]),
        (&json!("BB-17"), &json!("Stamps for Mrs Moreau"))
    );
    assert_eq!(
        (&entries[1]["staffName"], &entries[1]["kick"]),
        (&json!("Nadia Roche"), &Value::Null)
    );
    // What lies in the drawer is counted blind: no sum of it is told.
    let members: Vec<_> = drawer.as_object().unwrap().keys().collect();
    assert_eq!(
        members,
        ["approvalAbove", "businessDate", "currencies", "floats"]
    );
    // A float that was taken back is none: the drawer began with what the last statement left.
    let expected = DrawerTotals {
        terminal_no: TerminalNo::from("PAR-3"),
        currency: Currency::Eur,
        opening_float: None,
        is_new_date: false,
        added: 5_000,
        removed: 101_200,
        moved_before: 0,
        added_later: 0,
        removed_later: 0,
        openings: 1,
    };
    assert_eq!(totals(&shop).await, [expected]);
    let opened = named(&shop, "PAR-3", "drawerOpened").await;
    assert_eq!(opened.len(), 1);
    assert_eq!(
        (&opened[0]["code"], &opened[0]["operatorId"]),
        (&json!(1111), &json!("manager"))
    );
    // Why is free text: a name in it stays out of the journal.
    let names = "SELECT COUNT(*) FROM journal_entry WHERE CAST(payload AS TEXT) LIKE '%Moreau%'";
    assert_eq!(shop.number(names).await, 0);
    let stated = "SELECT COUNT(*) FROM journal_entry WHERE kind = 'payment' AND chain_id = 'PAR-3'";
    assert_eq!(shop.number(stated).await, 6);
    assert_eq!(drawer::verify(shop.db()).await.unwrap(), []);
}

#[tokio::test]
async fn entries_are_only_added_to_and_the_proof_finds_one_that_was_changed() {
    let (shop, _, manager) = shop().await;
    manager.post("/drawer/float", amount(20_000)).await.ok();
    for change in [
        "UPDATE drawer_entry SET amount = 1",
        "DELETE FROM drawer_entry",
    ] {
        let refused = shop
            .db()
            .write(change, |tx, change| {
                Box::pin(async move { Ok(tx.execute(change, params![]).await?) })
            })
            .await;
        let refusal = refused.unwrap_err().to_string();
        assert!(refusal.contains("append-only"), "{refusal}");
    }
    if shop.sqlite_file().is_none() {
        return;
    }
    shop.change("DROP TRIGGER drawer_entry_refuses_update")
        .await;
    shop.change("DROP TRIGGER drawer_entry_refuses_delete")
        .await;
    shop.change("UPDATE drawer_entry SET amount = 19000").await;
    let findings = drawer::verify(shop.db()).await.unwrap();
    assert_eq!(findings.len(), 1, "{findings:?}");
    shop.change("DELETE FROM drawer_entry").await;
    let findings = drawer::verify(shop.db()).await.unwrap();
    assert_eq!(findings.len(), 1, "{findings:?}");
}

#[tokio::test]
async fn only_who_may_open_the_drawer_sees_it_and_changes_it() {
    let (shop, _, manager) = shop().await;
    let mei = shop.seller("mei").await;
    for (path, body) in changes() {
        let refused = mei.post(path, body).await;
        assert_eq!(refused.status, 403, "{path}");
    }
    assert_eq!(mei.get("/drawer").await.status, 403);
    assert_eq!(mei.get("/setting/drawer").await.status, 403);
    assert_eq!(shop.number("SELECT COUNT(*) FROM drawer_entry").await, 0);
    // Another store has drawers of its own, and so has another till.
    shop.change("UPDATE salesperson SET permission_group_code = 'MANAGER'")
        .await;
    manager.post("/drawer/float", amount(20_000)).await.ok();
    let gia = shop.seller("gia").await;
    let leo = shop.seller("leo").await;
    for (client, till) in [(&gia, "MIL-1"), (&leo, "PAR-2")] {
        assert_eq!(client.get("/drawer").await.ok()["floats"], json!([]));
        assert_eq!(entries_at(client, till).await, json!([]));
        let none = json!({ "currency": "EUR", "reason": "Not mine" });
        let none = client.post("/drawer/float/correction", none).await;
        assert_eq!(none.refused(), (409, "drawer.float_missing"));
        client.post("/drawer/float", amount(10_000)).await.ok();
    }
    let table = |client: &Client| client.request(Method::GET, "/drawer/export.csv");
    let rows = async |client: &Client| {
        let answer = table(client).send().await.unwrap();
        answer.text().await.unwrap().lines().count() - 1
    };
    assert_eq!((rows(&gia).await, rows(&leo).await), (1, 2));
}

#[tokio::test]
async fn a_day_has_one_opening_float_until_it_is_taken_back() {
    let (shop, clock, manager) = shop().await;
    let float = manager.post("/drawer/float", amount(20_000)).await.ok();
    let second = manager.post("/drawer/float", amount(25_000)).await;
    assert_eq!(second.refused(), (409, "drawer.float_there"));
    let why = |reason: &str| json!({ "currency": "EUR", "reason": reason });
    let silent = manager.post("/drawer/float/correction", why(" ")).await;
    assert_eq!(silent.refused(), (422, "setting.required"));
    let correction = manager.post("/drawer/float/correction", why("A roll too many"));
    assert_eq!(correction.await.ok()["corrects"], float["entryId"]);
    let twice = manager.post("/drawer/float/correction", why("Again")).await;
    assert_eq!(twice.refused(), (409, "drawer.float_missing"));
    manager.post("/drawer/float", amount(25_000)).await.ok();
    let drawer = manager.get("/drawer").await.ok();
    assert_eq!(drawer["floats"], json!([euro(25_000)]));
    assert_eq!(totals(&shop).await[0].opening_float, Some(25_000));
    // The next business date begins anew.
    clock.advance(std::time::Duration::from_secs(86_400));
    let manager = shop.seller("manager").await;
    assert_eq!(manager.get("/drawer").await.ok()["floats"], json!([]));
    assert_eq!(entries_at(&manager, "PAR-3").await, json!([]));
    manager.post("/drawer/float", amount(0)).await.ok();
    let empty = manager.post("/drawer/float", amount(20_000)).await;
    assert_eq!(empty.refused(), (409, "drawer.float_there"));
}

#[tokio::test]
async fn what_cannot_be_is_refused_and_leaves_nothing() {
    let (shop, _, manager) = shop().await;
    let bag = |bag_no: &str| json!({ "amount": euro(100), "bagNo": bag_no });
    let dollars = json!({ "amount": { "minor": 100, "currency": "USD" } });
    for (path, body, expected) in [
        (
            "/drawer/cash-in",
            because(0, "x"),
            "drawer.amount_out_of_bounds",
        ),
        (
            "/drawer/cash-out",
            taken(-1, &Value::Null),
            "drawer.amount_out_of_bounds",
        ),
        (
            "/drawer/safe-drop",
            amount(1_000_000_001),
            "drawer.amount_out_of_bounds",
        ),
        ("/drawer/safe-drop", dollars, "drawer.currency_not_kept"),
        ("/drawer/cash-in", because(100, ""), "setting.required"),
        (
            "/drawer/cash-in",
            because(100, &"x".repeat(101)),
            "setting.text_too_long",
        ),
        (
            "/drawer/opening",
            json!({ "reason": "" }),
            "setting.required",
        ),
        ("/drawer/bank-bag", bag(""), "setting.required"),
        ("/drawer/bank-bag", bag("a b"), "setting.code_malformed"),
    ] {
        let refused = manager.post(path, body).await;
        assert_eq!(refused.refused(), (422, expected), "{path}");
    }
    assert_eq!(shop.number("SELECT COUNT(*) FROM drawer_entry").await, 0);
    manager.post("/drawer/bank-bag", bag("BB-1")).await.ok();
    let again = manager.post("/drawer/bank-bag", bag("bb-1")).await;
    assert_eq!(again.refused(), (409, "drawer.bag_taken"));
}

#[tokio::test]
async fn above_the_amount_of_the_store_a_second_person_signs_once() {
    let (shop, _, manager) = shop().await;
    let admin = shop.log_in("admin").await;
    let terms = json!({ "version": null, "value": { "cashOutApprovalAbove": 10_000 } });
    admin.put("/setting/drawer/PAR", terms).await.ok();
    let kept = admin.get("/setting/drawer/PAR").await.ok();
    assert_eq!(kept["value"]["cashOutApprovalAbove"], 10_000);
    let nowhere = json!({ "version": null, "value": { "cashOutApprovalAbove": 1 } });
    let nowhere = admin.put("/setting/drawer/NO", nowhere).await;
    assert_eq!(nowhere.refused(), (422, "setting.reference_unknown"));
    let drawer = manager.get("/drawer").await.ok();
    assert_eq!(drawer["approvalAbove"], euro(10_000));
    let take = async |minor: i64, approval: &Value| {
        manager
            .post("/drawer/cash-out", taken(minor, approval))
            .await
    };
    let ask = async |minor: i64| {
        manager
            .post("/drawer/cash-out/approval", amount(minor))
            .await
    };
    take(10_000, &Value::Null).await.ok();
    assert_eq!(
        ask(10_000).await.refused(),
        (409, "sale.approval_not_needed")
    );
    let alone = take(10_001, &Value::Null).await;
    assert_eq!(alone.refused(), (409, "sale.approval_required"));
    assert_eq!(ask(10_001).await.refused(), (409, "sale.approval_nobody"));
    shop.change("UPDATE salesperson SET permission_group_code = 'SENIOR' WHERE staff_id = 'leo'")
        .await;
    let asked = ask(10_001).await.ok();
    assert_eq!(asked["permission"], "payment.openDrawer");
    let id = asked["approvalId"].clone();
    let sign = async |name: &str, id: &Value| {
        let path = format!("/basket/approval/{}/sign", id.as_str().unwrap());
        let body = json!({ "staffId": name, "password": testkit::PASSWORD });
        manager.post(&path, body).await
    };
    let own = sign("manager", &id).await;
    assert_eq!(own.refused(), (409, "sale.approval_by_somebody_else"));
    assert_eq!(
        sign("mei", &id).await.refused(),
        (409, "sale.approval_not_theirs")
    );
    assert_eq!(
        take(10_001, &id).await.refused(),
        (409, "sale.approval_ended")
    );
    sign("leo", &id).await.ok();
    let more = take(20_000, &id).await;
    assert_eq!(more.refused(), (409, "sale.approval_other_action"));
    let entry = take(10_001, &id).await.ok();
    assert_eq!(entry["approvedBy"], "Léo Blanc");
    assert_eq!(
        take(10_001, &id).await.refused(),
        (409, "sale.approval_ended")
    );
    // Something else happened to the drawer since: it takes another signature.
    let id = ask(10_001).await.ok()["approvalId"].clone();
    sign("leo", &id).await.ok();
    manager.post("/drawer/safe-drop", amount(100)).await.ok();
    assert_eq!(
        take(10_001, &id).await.refused(),
        (409, "sale.approval_ended")
    );
    let approved = "SELECT COUNT(*) FROM drawer_entry WHERE approved_by = 'leo'";
    assert_eq!(shop.number(approved).await, 1);
    assert_eq!(drawer::verify(shop.db()).await.unwrap(), []);
}

/// A printer that counts the pulses that it gets, and tells that it has paper.
pub(crate) async fn printer() -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let pulses = Arc::new(AtomicUsize::new(0));
    let counted = pulses.clone();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut bytes = Vec::new();
            stream.read_to_end(&mut bytes).await.unwrap();
            assert!(bytes.starts_with(&[0x1B, b'@']), "{bytes:?}");
            let found = bytes.windows(3).filter(|it| *it == [0x1B, b'p', 0]);
            counted.fetch_add(found.count(), Ordering::SeqCst);
        }
    });
    (address, pulses)
}

#[tokio::test]
async fn the_printer_opens_the_drawer_once_for_each_entry() {
    let (shop, _, manager) = shop().await;
    let (address, pulses) = printer().await;
    let set = format!("UPDATE store SET receipt_printer = '{address}' WHERE store_no = 'PAR'");
    shop.change(Box::leak(set.into_boxed_str())).await;
    let (key, why) = (Uuid::now_v7(), json!({ "reason": "Change" }));
    let open = |why: Value| manager.keyed(Method::POST, "/drawer/opening", key, why);
    assert_eq!(open(why.clone()).await.ok()["kick"], "OPENED");
    assert_eq!(open(why).await.ok()["kick"], "OPENED");
    assert_eq!(pulses.load(Ordering::SeqCst), 1);
    let other = open(json!({ "reason": "Another" })).await;
    assert_eq!(other.status, 422);
    manager.post("/drawer/float", amount(20_000)).await.ok();
    assert_eq!(pulses.load(Ordering::SeqCst), 2);
    // A correction moves no cash.
    let why = json!({ "currency": "EUR", "reason": "Wrong" });
    let correction = manager.post("/drawer/float/correction", why).await.ok();
    assert_eq!(correction["kick"], Value::Null);
    assert_eq!(pulses.load(Ordering::SeqCst), 2);
    // It is in the books also when nobody opens it: the key does.
    shop.change("UPDATE store SET receipt_printer = '127.0.0.1:9' WHERE store_no = 'PAR'")
        .await;
    let why = json!({ "reason": "Printer is off" });
    let entry = manager.post("/drawer/opening", why).await.ok();
    assert_eq!(entry["kick"], "NOT_REACHED");
    assert_eq!(shop.number("SELECT COUNT(*) FROM drawer_entry").await, 4);
}

#[tokio::test]
async fn what_moves_cash_has_a_slip_and_its_second_print_is_a_copy() {
    let (shop, _, manager) = shop().await;
    let mut entries = Vec::new();
    for (path, body) in changes() {
        entries.push(manager.post(path, body).await.ok());
    }
    let of = |at: usize, what: &str| {
        let entry_id = entries[at]["entryId"].as_str().unwrap();
        format!("/drawer/entry/{entry_id}/{what}")
    };
    // Float, cash in, cash out, safe drop and bank bag; nothing of an opening and of what takes a float back.
    for (at, wanted) in [
        (0, "Opening float"),
        (1, "Coins from the bank"),
        (2, "Stamps for Mrs Moreau"),
        (3, "400.00"),
        (4, "BB-17"),
    ] {
        let text = paper(&manager, &of(at, "slip.pdf")).await;
        for wanted in [
            wanted,
            "Nadia Roche",
            "PAR-3",
            "Handed over by",
            "Journal PAR-3 ·",
        ] {
            assert!(text.contains(wanted), "no {wanted} in {text}");
        }
        if at != 4 {
            let none = manager.get(&of(at, "slip.pdf?paper=bag")).await;
            assert_eq!(none.refused(), (409, "drawer.no_slip"), "{at}");
        }
    }
    for at in [5, 6] {
        let none = manager.get(&of(at, "slip.pdf")).await;
        assert_eq!(none.refused(), (409, "drawer.no_slip"));
        let none = manager
            .post(&of(at, "print"), json!({ "target": "browser" }))
            .await;
        assert_eq!(none.refused(), (409, "drawer.no_slip"));
    }
    let print = of(4, "print");
    let bag = || json!({ "paper": "bag", "target": "browser", "language": "fr" });
    let key = Uuid::now_v7();
    let first = manager.keyed(Method::POST, &print, key, bag()).await.ok();
    let url = format!("/api/v1{}", of(4, "slip.pdf?paper=bag&print=1&language=fr"));
    assert_eq!(first, json!({ "copy": false, "pdfUrl": url }));
    let again = manager.keyed(Method::POST, &print, key, bag()).await.ok();
    assert_eq!(again, first);
    let other = manager
        .keyed(Method::POST, &print, key, json!({ "target": "browser" }))
        .await;
    assert_eq!(other.status, 422, "the key named another print");
    let nowhere = manager.post(&print, json!({ "target": "printer" })).await;
    assert_eq!(nowhere.refused(), (409, "order.no_printer"));

    let papers = crate::statement_report::printer(&shop).await;
    let key = Uuid::now_v7();
    for _ in 0..2 {
        let on_printer = json!({ "paper": "bag", "target": "printer" });
        let answer = manager.keyed(Method::POST, &print, key, on_printer).await;
        assert_eq!(answer.ok(), json!({ "copy": true, "pdfUrl": null }));
    }
    assert_eq!(papers.load(Ordering::SeqCst), 1);
    let last = paper(&manager, &of(4, "slip.pdf?paper=bag")).await;
    assert!(last.contains("Copy no. 1"), "{last}");
    let original = paper(&manager, &of(4, "slip.pdf?paper=bag&print=1&language=fr")).await;
    assert!(original.contains("Reçu par la banque"), "{original}");
    assert!(!original.contains("Copie"), "{original}");
    // The slip is another paper: nobody printed it.
    let slip = paper(&manager, &of(4, "slip.pdf")).await;
    assert!(!slip.contains("Copy"), "{slip}");
    for never in [0, 3] {
        let answer = manager
            .get(&of(4, &format!("slip.pdf?paper=bag&print={never}")))
            .await;
        assert_eq!(answer.refused(), (404, "order.print_not_found"));
    }
    let copies = named(&shop, "PAR-3", "drawerSlipCopied").await;
    assert_eq!(copies.len(), 1);
    assert_eq!(
        (
            &copies[0]["code"],
            &copies[0]["paper"],
            &copies[0]["printNo"]
        ),
        (&json!(1112), &json!("bag"), &json!(2))
    );
    assert_eq!(shop.number("SELECT COUNT(*) FROM drawer_print").await, 2);
    let exceptions = manager.get("/report/day/exception?limit=200").await.ok();
    let reprints = exceptions["items"].as_array().unwrap().iter();
    let reprints: Vec<_> = reprints.filter(|it| it["what"] == "reprint").collect();
    assert_eq!((reprints.len(), &reprints[0]["about"]), (1, &json!("5")));
    assert_eq!(drawer::verify(shop.db()).await.unwrap(), []);
}

#[tokio::test]
async fn slips_are_of_this_store_and_of_those_who_may_open_its_drawers() {
    let (shop, _, manager) = shop().await;
    let entry = manager.post("/drawer/safe-drop", amount(100)).await.ok();
    let entry_id = entry["entryId"].as_str().unwrap();
    let (slip, print) = (
        format!("/drawer/entry/{entry_id}/slip.pdf"),
        format!("/drawer/entry/{entry_id}/print"),
    );
    let browser = || json!({ "target": "browser" });
    let mei = shop.seller("mei").await;
    assert_eq!(mei.get(&slip).await.status, 403);
    assert_eq!(mei.post(&print, browser()).await.status, 403);
    shop.change("UPDATE salesperson SET permission_group_code = 'MANAGER' WHERE staff_id = 'gia'")
        .await;
    let gia = shop.seller("gia").await;
    let absent = (404, "drawer.entry_not_found");
    assert_eq!(gia.get(&slip).await.refused(), absent);
    assert_eq!(gia.post(&print, browser()).await.refused(), absent);
    let nobodys = slip.replace(entry_id, &Uuid::nil().to_string());
    assert_eq!(manager.get(&nobodys).await.refused(), absent);
    let latin = manager.get(&format!("{slip}?language=la")).await;
    assert_eq!(latin.refused(), (422, "order.language_unknown"));
    assert_eq!(shop.number("SELECT COUNT(*) FROM drawer_print").await, 0);
}

#[tokio::test]
async fn what_happened_is_listed_by_day_and_till_in_pages() {
    let (shop, clock, manager) = shop().await;
    shop.change("UPDATE salesperson SET permission_group_code = 'MANAGER' WHERE staff_id = 'mei'")
        .await;
    let mei = shop.seller("mei").await;
    manager.post("/drawer/float", amount(20_000)).await.ok();
    mei.post("/drawer/float", amount(10_000)).await.ok();
    clock.advance(std::time::Duration::from_secs(24 * 3_600));
    let manager = shop.seller("manager").await.repeating();
    let mei = shop.seller("mei").await;
    for minor in [100, 200, 300] {
        manager
            .post("/drawer/cash-in", because(minor, "Coins"))
            .await
            .ok();
        mei.post("/drawer/cash-in", because(minor + 1, "Coins"))
            .await
            .ok();
    }
    let amounts = async |query: &str| {
        let page = manager.get(&format!("/drawer/entry{query}")).await.ok();
        let items = page["page"]["items"].as_array().unwrap().clone();
        let amounts = items
            .iter()
            .map(|it| it["amount"]["minor"].as_i64().unwrap());
        (
            amounts.collect::<Vec<_>>(),
            page["page"]["total"].as_i64().unwrap(),
        )
    };
    assert_eq!(amounts("?terminalNo=PAR-3").await, (vec![300, 200, 100], 3));
    let (mut today, total) = amounts("").await;
    today.sort_unstable();
    assert_eq!((today, total), (vec![100, 101, 200, 201, 300, 301], 6));
    let before = "?from=2026-11-21&to=2026-11-21&terminalNo=PAR-1";
    assert_eq!(amounts(before).await, (vec![10_000], 1));
    let (both, total) = amounts("?from=2026-11-21&to=2026-11-22").await;
    assert_eq!((both.len(), total), (8, 8));
    assert_eq!(amounts("?terminalNo=MIL-1").await, (Vec::new(), 0));
    // Page by page it is the same list.
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let path = format!("/drawer/entry?from=2026-11-21&limit=3{cursor}");
        let page = manager.get(&path).await.ok();
        let items = page["page"]["items"].as_array().unwrap();
        assert!(items.len() <= 3);
        seen.extend(
            items
                .iter()
                .map(|it| it["amount"]["minor"].as_i64().unwrap()),
        );
        let Some(next) = page["page"]["nextCursor"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(seen, both);
    let page = manager.get("/drawer/entry").await.ok();
    let tills = page["tills"].as_array().unwrap();
    assert!(tills.iter().any(|it| it["terminalNo"] == "PAR-1"), "{page}");
    let nonsense = manager.get("/drawer/entry?cursor=nonsense").await;
    assert_eq!(nonsense.status, 400);
}

#[tokio::test]
async fn cash_above_the_limit_is_told_to_who_looks_at_the_day() {
    let (shop, _, manager) = shop().await;
    let moved = [
        ("cash-in", 9_000),
        ("cash-in", 15_000),
        ("cash-out", 12_000),
    ];
    for (operation, minor) in moved {
        let path = format!("/drawer/{operation}");
        manager.post(&path, because(minor, "Coins")).await.ok();
    }
    let exceptions = async || {
        let page = manager.get("/report/day/exception").await.ok();
        let items = page["items"].as_array().unwrap().clone();
        let told = items.iter().map(|it| {
            (
                it["what"].as_str().unwrap().to_owned(),
                it["amount"]["minor"].as_i64(),
            )
        });
        told.collect::<Vec<_>>()
    };
    assert_eq!(exceptions().await, [], "nobody set a limit");
    shop.change(
        "INSERT INTO drawer_setting (store_no, cash_out_approval_above) VALUES ('PAR', 10000)",
    )
    .await;
    let mut told = exceptions().await;
    told.sort();
    let expected = [
        ("cashIn".to_owned(), Some(15_000)),
        ("cashOut".to_owned(), Some(-12_000)),
    ];
    assert_eq!(told, expected);
    let page = manager.get("/report/day/exception?limit=1").await.ok();
    let next = page["nextCursor"].as_str().unwrap();
    let path = format!("/report/day/exception?limit=1&cursor={next}");
    let second = manager.get(&path).await.ok();
    assert_ne!(page["items"][0]["what"], second["items"][0]["what"]);
}
