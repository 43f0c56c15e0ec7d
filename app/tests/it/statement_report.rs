//! X and Z reports and the papers of statements: what they say is what the statement says, and whoever
//! counts is told nothing that they should find.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Client, Shop};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;
use uuid::Uuid;

use crate::deposit::euro;
use crate::journal_events::add_event;
use crate::payment::assert_books_hold;
use crate::statement::{calculate, count, count_slips, of, open, post_all, sell_bag, sell_the_day};

/// What would tell a drawer: sales, payments, money, cash of both tills and of each, with and without
/// decimals.
const SECRETS: [&str; 12] = [
    "137720", "112721", "117720", "43900", "22910", "20990", "1,377.20", "1,127.21", "1,177.20",
    "439.00", "229.10", "209.90",
];

/// The words on a paper.
pub(crate) async fn paper(client: &Client, path: &str) -> String {
    let answer = client.request(Method::GET, path).send().await.unwrap();
    let answer = answer.error_for_status().unwrap();
    assert_eq!(
        answer.headers()["content-type"],
        "application/pdf",
        "{path}"
    );
    let pdf = answer.bytes().await.unwrap();
    let text = pdf_extract::extract_text_from_mem(&pdf).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn sum(rows: &Value, amount: &str) -> i64 {
    let rows = rows.as_array().unwrap();
    rows.iter()
        .map(|row| row[amount]["minor"].as_i64().unwrap())
        .sum()
}

/// Somebody who counts, and posts up to the maximum difference only.
async fn within_limits(shop: &Shop) {
    shop.change(
        "UPDATE permission_group_permission SET grant_kind = 'LIMITED' \
         WHERE permission_group_code = 'MANAGER' AND permission_code = 'statement.post'",
    )
    .await;
}

#[tokio::test]
async fn what_the_staff_took_is_told_once_cash_is_counted_and_adds_up() {
    let (shop, _) = open().await;
    let mei = shop.seller("mei").await;
    let manager = shop.seller("manager").await;
    sell_the_day(&shop, &mei, &manager).await;
    let statement = calculate(&manager).await.ok();
    let path = "/statement/S-PAR-2026-0001/breakdown";
    let forbidden = mei.get(path).await;
    assert_eq!(forbidden.refused(), (403, "session.forbidden"));
    let blind = manager.get(path).await.ok();
    assert_eq!(blind["staff"], json!([]), "nothing from which cash follows");
    let orders = manager.get("/order?limit=100").await.ok();
    let mut receipts: Vec<&Value> = orders["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|order| &order["receiptNo"])
        .collect();
    receipts.sort_by_key(|receipt| receipt.as_str());
    assert_eq!(
        [&blind["firstReceiptNo"], &blind["lastReceiptNo"]],
        [receipts[0], receipts[receipts.len() - 1]]
    );
    let half = [(20_000, 2), (2_000, 1), (500, 1), (200, 2)];
    count(&manager, &statement, "PAR-3", &half).await.ok();
    assert_eq!(manager.get(path).await.ok()["staff"], json!([]));
    count(&manager, &statement, "PAR-1", &half).await.ok();
    let told = manager.get(path).await.ok();
    let staff = &told["staff"];
    assert_eq!(staff.as_array().unwrap().len(), 2);
    assert_eq!(sum(staff, "salesAmount"), 112_721);
    assert_eq!(sum(staff, "paymentAmount"), 137_720);
    let documents = staff.as_array().unwrap().iter();
    let documents: i64 = documents.map(|it| it["documents"].as_i64().unwrap()).sum();
    assert_eq!(documents, statement["documents"].as_i64().unwrap());
    let of = |staff_id: &str| {
        let mut staff = staff.as_array().unwrap().iter();
        staff.find(|it| it["staffId"] == staff_id).unwrap().clone()
    };
    // Two orders: 229.10 in cash less what was taken off, 268.20 by slip.
    assert_eq!(of("manager")["documents"], 2);
    assert_eq!(of("manager")["paymentAmount"], euro(22_910 + 26_820));
    assert_eq!(of("manager")["salesAmount"], euro(22_910 + 26_820));
    let gia = shop.log_in("gia").await;
    let elsewhere = gia.get(path).await;
    assert_eq!(elsewhere.refused().0, 403);
}

#[tokio::test]
async fn an_x_says_what_the_statement_will_say() {
    let (shop, _) = open().await;
    let mei = shop.seller("mei").await;
    let manager = shop.seller("manager").await;
    sell_the_day(&shop, &mei, &manager).await;
    let forbidden = mei.get("/statement/x").await;
    assert_eq!(forbidden.refused(), (403, "session.forbidden"));
    // A basket that is given up, and one that waits.
    manager.add("BAG", "", 1).await.ok();
    manager.delete("/basket").await.ok();
    manager.add("BAG", "", 1).await.ok();
    manager.post("/basket/park", json!({})).await.ok();
    let opening = json!({ "reason": "A customer wanted change" });
    manager.post("/drawer/opening", opening).await.ok();

    let x = manager.get("/statement/x").await.ok();
    let sales = &x["sales"];
    assert_eq!(x["isBlind"], false, "who posts any difference is told");
    assert_eq!(sales["salesAmount"], euro(112_721));
    assert_eq!(sales["paymentAmount"], euro(137_720));
    assert_eq!(sales["moneyIn"], euro(117_720));
    assert_eq!(sales["roundingAmount"], euro(-1));
    assert_eq!(sales["giftCards"], euro(10_000));
    assert_eq!(sales["depositsReceived"], euro(15_000));
    assert_eq!(x["lineDiscount"], euro(3_870));
    assert_eq!(sum(&sales["categories"], "amount"), 112_721);
    assert_eq!(
        sum(&sales["vat"], "gross"),
        112_721,
        "gift cards are no sales"
    );
    assert_eq!(sum(&x["tenders"], "amount"), 137_720);
    assert_eq!(sales["perpetualSales"], euro(112_721));
    let counts = &x["counts"];
    let expected = json!({
        "customers": 1, "transactions": 7, "items": 6, "refunds": 0, "parked": 1,
        "voided": 1, "drawerOpenings": 1, "logins": 3,
    });
    assert_eq!(*counts, expected);
    assert_eq!(
        shop.number("SELECT COUNT(*) FROM statement").await,
        0,
        "read only"
    );

    // Of one till; both together are the store.
    let one = manager.get("/statement/x?terminalNo=PAR-1").await.ok();
    let other = manager.get("/statement/x?terminalNo=PAR-3").await.ok();
    for (at, path) in ["salesAmount", "paymentAmount", "vatAmount"]
        .iter()
        .enumerate()
    {
        let minor = |x: &Value| x["sales"][path]["minor"].as_i64().unwrap();
        assert_eq!(minor(&one) + minor(&other), minor(&x), "{at} {path}");
    }
    assert_eq!(other["counts"]["transactions"], 2);
    assert_eq!(other["drawers"].as_array().unwrap().len(), 1);
    for till in ["MIL-1", "NO-1"] {
        let path = format!("/statement/x?terminalNo={till}");
        let unknown = manager.get(&path).await;
        assert_eq!(unknown.refused(), (404, "statement.till_unknown"));
    }
    // Of another store, for who is linked to it.
    let theirs = "/statement/x?storeNo=MIL";
    for path in [
        theirs,
        "/statement/x.pdf?storeNo=MIL",
        "/statement/x?storeNo=NO",
    ] {
        let refused = manager.get(path).await;
        assert_eq!(
            refused.refused(),
            (404, "statement.store_not_found"),
            "{path}"
        );
    }
    shop.change("INSERT INTO salesperson_store (staff_id, store_no) VALUES ('manager', 'MIL')")
        .await;
    let there = manager.get(theirs).await.ok();
    assert_eq!(there["sales"]["salesAmount"], euro(0));
    assert_eq!(there["counts"]["transactions"], 0);
    let till = manager
        .get("/statement/x?storeNo=MIL&terminalNo=PAR-1")
        .await;
    assert_eq!(till.refused(), (404, "statement.till_unknown"));
    assert_eq!(
        manager.get("/statement/x?storeNo=PAR").await.ok()["sales"],
        x["sales"]
    );
    let text = paper(&manager, "/statement/x.pdf").await;
    for wanted in [
        "X report",
        "1,127.21",
        "1,377.20",
        "Nadia Roche",
        "All tills",
    ] {
        assert!(text.contains(wanted), "no {wanted} in {text}");
    }
}

#[tokio::test]
async fn whoever_counts_blind_is_told_nothing_by_an_x_until_it_is_counted() {
    let (shop, _) = open().await;
    let mei = shop.seller("mei").await;
    let manager = shop.seller("manager").await;
    sell_the_day(&shop, &mei, &manager).await;
    within_limits(&shop).await;
    let blind = manager.get("/statement/x").await.ok();
    assert_eq!(
        (&blind["isBlind"], &blind["sales"]),
        (&json!(true), &Value::Null)
    );
    let tenders = blind["tenders"].as_array().unwrap();
    let amount = |code: &str| {
        let tender = tenders.iter().find(|it| it["tenderCode"] == code);
        tender.unwrap()["amount"].clone()
    };
    assert_eq!(amount("CASH"), Value::Null);
    assert_eq!(
        amount("SLIP"),
        euro(73_820),
        "what lies in no drawer is told"
    );
    let statement = calculate(&manager).await.ok();
    let answers = [
        blind.to_string(),
        manager.get("/statement/x").await.ok().to_string(),
        manager
            .get("/statement/x?terminalNo=PAR-1")
            .await
            .ok()
            .to_string(),
        paper(&manager, "/statement/x.pdf").await,
        paper(&manager, &of(&statement, "document.pdf")).await,
    ];
    for answer in &answers {
        for secret in SECRETS {
            let is_there =
                answer.contains(&format!(":{secret}")) || answer.contains(&format!(" {secret}"));
            assert!(!is_there, "{secret} in {answer}");
        }
    }
    // Head office counts no drawer.
    let admin = shop.log_in("admin").await;
    assert_eq!(admin.get("/statement/x").await.ok()["isBlind"], false);

    for till in ["PAR-1", "PAR-3"] {
        count(&manager, &statement, till, &[(20_000, 2)]).await.ok();
    }
    count_slips(&manager, &statement, 73_820, 4).await.ok();
    let counted = manager.get("/statement/x").await.ok();
    assert_eq!(counted["sales"]["salesAmount"], euro(112_721));
    // What is sold behind the count is to be counted again.
    sell_bag(&mei).await;
    assert_eq!(manager.get("/statement/x").await.ok()["isBlind"], true);
}

#[tokio::test]
async fn a_z_keeps_the_report_and_is_printed_as_it_was_kept() {
    let (shop, _) = open().await;
    let mei = shop.seller("mei").await;
    let manager = shop.seller("manager").await;
    sell_the_day(&shop, &mei, &manager).await;
    let statement = calculate(&manager).await.ok();
    let early = manager.get(&of(&statement, "z.pdf")).await;
    assert_eq!(early.refused(), (409, "statement.not_posted"));
    count_slips(&manager, &statement, 73_820, 4).await.ok();
    let x = manager.get("/statement/x").await.ok();
    let posted = post_all(&manager, &statement).await;
    let kept = shop
        .db()
        .read((), |tx, ()| {
            Box::pin(async move {
                let sql = "SELECT content FROM statement_z";
                let mut row = tx.query_one(sql, &[]).await?;
                Ok(row.read::<String>()?)
            })
        })
        .await
        .unwrap();
    let kept: Value = serde_json::from_str(&kept).unwrap();
    let report = &kept["report"];
    assert_eq!(kept["format"], 5);
    assert_eq!(report["salesAmount"], x["sales"]["salesAmount"]["minor"]);
    assert_eq!(report["vatAmount"], x["sales"]["vatAmount"]["minor"]);
    assert_eq!(report["paymentAmount"], 137_720);
    assert_eq!(report["counts"], x["counts"]);
    assert_eq!(report["drawers"].as_array().unwrap().len(), 2);
    assert_books_hold(&shop).await;

    // The next report begins at nothing, and goes on with the totals.
    let next = manager.get("/statement/x").await.ok();
    assert_eq!(next["sales"]["salesAmount"], euro(0));
    assert_eq!(next["sales"]["perpetualSales"], euro(112_721));
    assert_eq!(next["counts"]["transactions"], 0);
    assert_eq!(next["counts"]["logins"], 0);

    let hash = posted["z"]["hash"].as_str().unwrap();
    let z = paper(&manager, &of(&statement, "z.pdf")).await;
    for wanted in [
        "Z report no. 1",
        "1,127.21",
        "S-PAR-2026-0001",
        "Nadia Roche",
    ] {
        assert!(z.contains(wanted), "no {wanted} in {z}");
    }
    // So long a word is broken on the strip, with spaces of every width (one of none between the
    // letters of a ligature).
    let unbroken: String = z.chars().filter(char::is_ascii_alphanumeric).collect();
    let closing = posted["z"]["closingHash"].as_str().unwrap();
    assert_eq!(kept["closing"]["hash"], closing);
    for wanted in [hash, closing] {
        assert!(unbroken.contains(wanted), "no {wanted} in {z}");
    }
    // The place in the journal, so that nobody cuts its tail behind a Z unseen (reliability c.6).
    let mark = place_of_z(&shop).await;
    assert!(z.contains(&mark), "no {mark} in {z}");
    let french = paper(&manager, &of(&statement, "z.pdf?language=fr")).await;
    assert!(french.contains("Rapport Z n° 1"), "{french}");
    let sheet = paper(&manager, &of(&statement, "document.pdf")).await;
    for wanted in [
        "Statement",
        "Posted",
        "Counted by",
        "counted by two",
        "1,377.20",
        "−839.00",
    ] {
        assert!(sheet.contains(wanted), "no {wanted} in {sheet}");
    }
    let latin = manager.get(&of(&statement, "z.pdf?language=la")).await;
    assert_eq!(latin.refused(), (422, "order.language_unknown"));
    // Nobody of another store sees either.
    shop.change("UPDATE salesperson SET permission_group_code = 'MANAGER' WHERE staff_id = 'gia'")
        .await;
    let gia = shop.log_in("gia").await;
    for name in ["z.pdf", "document.pdf"] {
        let theirs = gia.get(&of(&statement, name)).await;
        assert_eq!(theirs.refused(), (404, "statement.not_found"), "{name}");
    }
}

/// Where the journal states the only Z, as papers print it.
async fn place_of_z(shop: &Shop) -> String {
    let read = shop.db().read((), |tx, ()| {
        Box::pin(async move {
            let sql = "SELECT j.chain_id, j.seq, j.hash, j.payload FROM journal_entry j \
                       WHERE j.payload IS NOT NULL ORDER BY j.chain_id, j.seq";
            let rows = tx.query(sql, &[]).await?;
            rows.into_iter()
                .map(|mut row| {
                    let (chain, seq): (String, i64) = (row.read()?, row.read()?);
                    let (hash, payload): (Vec<u8>, Vec<u8>) = (row.read()?, row.read()?);
                    Ok((chain, seq, hash, payload))
                })
                .collect::<Result<Vec<_>, shell::Failure>>()
        })
    });
    let entries = read.await.unwrap().into_iter();
    let mut posted = entries.filter(|(.., payload)| {
        let payload: Value = serde_json::from_slice(payload).unwrap();
        payload["event"] == "statementPosted"
    });
    let (chain, seq, hash, _) = posted.next_back().unwrap();
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("Journal {chain} · {seq} · {}", &hash[..10])
}

#[tokio::test]
async fn the_list_of_statements_is_printed_with_its_filters_and_sums_or_not_at_all() {
    let (shop, _) = open().await;
    let mei = shop.seller("mei").await;
    let manager = shop.seller("manager").await;
    sell_the_day(&shop, &mei, &manager).await;
    let statement = calculate(&manager).await.ok();
    let blind = paper(&manager, "/statement/export.pdf").await;
    assert!(blind.contains("still to be counted"), "{blind}");
    for secret in SECRETS {
        assert!(
            !blind.contains(&format!(" {secret}")),
            "{secret} in {blind}"
        );
    }
    count_slips(&manager, &statement, 73_820, 4).await.ok();
    post_all(&manager, &statement).await;
    let list = paper(
        &manager,
        "/statement/export.pdf?state=POSTED&from=2026-11-01",
    )
    .await;
    for wanted in [
        "All statements",
        "01-Nov-2026 –",
        "S-PAR-2026-0001",
        "Nadia Roche",
        "Total",
    ] {
        assert!(list.contains(wanted), "no {wanted} in {list}");
    }
    assert_eq!(
        list.matches("EUR 1,127.21").count(),
        2,
        "row and sum in {list}"
    );
    let arabic = paper(&manager, "/statement/export.pdf?language=ar").await;
    assert!(arabic.contains("EUR 1,127.21"), "{arabic}");
    let none = paper(&manager, "/statement/export.pdf?to=2026-11-01").await;
    assert!(!none.contains("S-PAR-2026-0001"), "{none}");
    assert_eq!(mei.get("/statement/export.pdf").await.status, 403);

    // One more than a list holds on paper.
    let copies = "INSERT INTO statement (statement_no, store_no, state, transaction_date, posting_date, \
        currency_code, calculation_no, documents, sales_amount, line_discount, liabilities, rounding_amount, \
        payment_amount, money_in, absolute_amount, deposit_kept, deposit_added, difference, created_by, created_at, \
        version) \
        WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 500) \
        SELECT 'X-' || n.n, store_no, state, transaction_date, posting_date, \
        currency_code, calculation_no, documents, sales_amount, line_discount, liabilities, rounding_amount, \
        payment_amount, money_in, absolute_amount, deposit_kept, deposit_added, difference, created_by, created_at, version \
        FROM statement, n WHERE statement_no = 'S-PAR-2026-0001'";
    shop.change(copies).await;
    let refused = manager.get("/statement/export.pdf").await;
    assert_eq!(refused.refused(), (422, "order.list_too_long"));
}

/// A printer that takes what it gets, and counts the papers.
pub(crate) async fn printer(shop: &Shop) -> Arc<AtomicUsize> {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let set = format!("UPDATE store SET receipt_printer = '{address}' WHERE store_no = 'PAR'");
    shop.change(Box::leak(set.into_boxed_str())).await;
    let papers = Arc::new(AtomicUsize::new(0));
    let counted = papers.clone();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut bytes = Vec::new();
            stream.read_to_end(&mut bytes).await.unwrap();
            assert!(bytes.starts_with(&[0x1B, b'@']) && bytes.len() > 10_000);
            counted.fetch_add(1, Ordering::SeqCst);
        }
    });
    papers
}

#[tokio::test]
async fn the_second_print_of_a_z_is_a_copy_and_a_repeat_counts_once() {
    let (shop, _) = open().await;
    let manager = shop.seller("manager").await;
    sell_bag(&manager).await;
    let statement = calculate(&manager).await.ok();
    let print = of(&statement, "z/print");
    let browser = || json!({ "target": "browser", "language": "fr" });
    let early = manager.post(&print, browser()).await;
    assert_eq!(early.refused(), (409, "statement.not_posted"));
    post_all(&manager, &statement).await;
    let key = Uuid::now_v7();
    let first = manager
        .keyed(Method::POST, &print, key, browser())
        .await
        .ok();
    let path = "/api/v1/statement/S-PAR-2026-0001/z.pdf?print=1&language=fr";
    assert_eq!(first, json!({ "copy": false, "pdfUrl": path }));
    let again = manager
        .keyed(Method::POST, &print, key, browser())
        .await
        .ok();
    assert_eq!(again, first);
    let paper_target = || json!({ "target": "printer" });
    let nowhere = manager.post(&print, paper_target()).await;
    assert_eq!(nowhere.refused(), (409, "order.no_printer"));
    let papers = printer(&shop).await;
    let key = Uuid::now_v7();
    for _ in 0..2 {
        let answer = manager
            .keyed(Method::POST, &print, key, paper_target())
            .await;
        assert_eq!(answer.ok(), json!({ "copy": true, "pdfUrl": null }));
    }
    assert_eq!(papers.load(Ordering::SeqCst), 1);
    let other = manager.keyed(Method::POST, &print, key, browser()).await;
    assert_eq!(other.status, 422, "the key named another print");
    let prints = "SELECT COUNT(*) FROM statement_print";
    assert_eq!(shop.number(prints).await, 2);
    // The paper is a copy on screen too, the first print of it is not.
    let last = paper(&manager, &of(&statement, "z.pdf")).await;
    assert!(last.contains("Copy no. 1"), "{last}");
    let first = paper(&manager, &of(&statement, "z.pdf?print=1")).await;
    assert!(!first.contains("Copy"), "{first}");
    for never in [0, 3] {
        let answer = manager
            .get(&of(&statement, &format!("z.pdf?print={never}")))
            .await;
        assert_eq!(answer.refused(), (404, "order.print_not_found"));
    }
    assert_eq!(copies(&shop).await, 1);
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn a_copy_of_a_z_is_in_the_table_and_in_the_journal() {
    let (shop, _) = open().await;
    let manager = shop.seller("manager").await;
    sell_bag(&manager).await;
    let statement = post_all(&manager, &calculate(&manager).await.ok()).await;
    let print = of(&statement, "z/print");
    for _ in 0..2 {
        manager
            .post(&print, json!({ "target": "browser" }))
            .await
            .ok();
    }
    let found = async || {
        let options = journal::VerifyOptions::default();
        let report = app::command::verify_books(shop.db(), &options).await;
        let findings: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
        (report.exit_code(), findings.join("; "))
    };
    let (_, findings) = found().await;
    assert_eq!(findings, "");
    shop.change(
        "INSERT INTO statement_print (print_id, statement_no, print_no, target, printed_by, \
         printed_at) SELECT posting_id, statement_no, 3, 'browser', requested_by, requested_at \
         FROM statement_posting",
    )
    .await;
    let (code, findings) = found().await;
    let lacking = "statement_print S-PAR-2026-0001 3: expected a copy entry, found none";
    assert!(code == 16 && findings.ends_with(lacking), "{findings}");
    // The entry of this copy, and then another of the same.
    state_copy(&shop).await;
    let (_, findings) = found().await;
    assert_eq!(findings, "");
    state_copy(&shop).await;
    let (code, findings) = found().await;
    let stray = "expected a copy, found no copy";
    assert!(code == 16 && findings.ends_with(stray), "{findings}");
}

/// Writes into the journal that the third print of the first statement's Z was made.
async fn state_copy(shop: &Shop) {
    let copied = json!({
        "code": 1098, "event": "zCopied", "statementNo": "S-PAR-2026-0001", "zNo": 1,
        "printNo": 3, "target": "browser",
    });
    add_event(shop, copied).await;
}

/// How many copies the journal of the till knows.
async fn copies(shop: &Shop) -> usize {
    let payloads = shop.db().read((), |tx, ()| {
        Box::pin(async move {
            let sql = "SELECT payload FROM journal_entry WHERE kind = 'event'";
            let rows = tx.query(sql, &[]).await?;
            rows.into_iter()
                .map(|mut row| Ok(row.read::<Vec<u8>>()?))
                .collect::<Result<Vec<_>, shell::Failure>>()
        })
    });
    let events = payloads.await.unwrap();
    let events = events.iter().map(|it| serde_json::from_slice::<Value>(it));
    events
        .filter(|it| it.as_ref().unwrap()["event"] == "zCopied")
        .count()
}

#[tokio::test]
async fn an_x_comes_out_of_the_printer_once_and_is_no_document() {
    let (shop, _) = open().await;
    let manager = shop.seller("manager").await;
    sell_bag(&manager).await;
    let print = "/statement/x/print";
    let nowhere = manager.post(print, json!({})).await;
    assert_eq!(nowhere.refused(), (409, "order.no_printer"));
    let papers = printer(&shop).await;
    let key = Uuid::now_v7();
    for _ in 0..2 {
        let body = json!({ "terminalNo": "PAR-3", "language": "ar" });
        let answer = manager.keyed(Method::POST, print, key, body).await.ok();
        assert_eq!(answer, json!({ "copy": false, "pdfUrl": null }));
    }
    assert_eq!(papers.load(Ordering::SeqCst), 1);
    let till = manager.post(print, json!({ "terminalNo": "MIL-1" })).await;
    assert_eq!(till.refused(), (404, "statement.till_unknown"));
    let latin = manager.post(print, json!({ "language": "la" })).await;
    assert_eq!(latin.refused(), (422, "order.language_unknown"));
    assert_eq!(shop.number("SELECT COUNT(*) FROM statement_print").await, 0);
}
