//! What the journal tells of deposits, invoices, recycling credits, settings and tax-free forms is what the tables
//! hold, in both directions: what somebody changes, takes away or adds behind the program is found.

use journal::Finding;
use serde_json::json;
use shell::db::params;
use testkit::Shop;

use crate::deposit::{deposit, fill, path};
use crate::document;
use crate::payment::assert_books_hold;
use crate::recycling;
use crate::recycling_credit::withdraw_what_was_spent;
use crate::refund::{cancel, give};

/// Everything that the journal tells of, held against the tables.
pub(crate) async fn findings(shop: &Shop) -> Vec<Finding> {
    app::command::verify_recorded(shop.db()).await.unwrap()
}

/// Lets tables be changed that refuse it, as for somebody who has the file or the server.
pub(crate) async fn lift_guards(shop: &Shop, tables: &[&str]) {
    if let Some(file) = shop.sqlite_file() {
        let connection = rusqlite::Connection::open(file).unwrap();
        for table in tables {
            let sql = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?1";
            let mut triggers = connection.prepare(sql).unwrap();
            let names: Vec<String> = triggers
                .query_map([table], |row| row.get(0))
                .unwrap()
                .map(Result::unwrap)
                .collect();
            for name in names {
                connection
                    .execute_batch(&format!("DROP TRIGGER {name}"))
                    .unwrap();
            }
        }
        return;
    }
    for table in tables {
        let sql = format!("ALTER TABLE {table} DISABLE TRIGGER USER");
        let done = shop.db().write(sql, |tx, sql| {
            Box::pin(async move { Ok(tx.execute(sql, params![]).await?) })
        });
        done.await.unwrap();
    }
}

/// Finds each change, and nothing any more once it is undone.
pub(crate) async fn assert_found(shop: &Shop, changes: &[(&'static str, &'static str, &str)]) {
    assert_eq!(findings(shop).await, []);
    for (change, undo, what) in changes {
        shop.change(change).await;
        let found = findings(shop).await;
        assert!(
            found
                .iter()
                .any(|it| it.what.starts_with(what) && it.what.split(' ').count() > 1),
            "{change}: {what} in {found:?}"
        );
        assert_eq!(found[0].code, journal::rule::finding::Code::TableDiffers);
        shop.change(undo).await;
        assert_eq!(findings(shop).await, [], "{undo}");
    }
}

/// A shop in which all of it happened, but for tax-free forms.
async fn shop() -> Shop {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await.repeating();
    let boss = shop.seller("manager").await.repeating();
    fill(&mei).await;
    let kept = deposit(&mei, 50_000).await;
    let last: jiff::civil::Date = kept["expiresOn"].as_str().unwrap().parse().unwrap();
    let day = json!({ "expiresOn": last.tomorrow().unwrap(), "reason": "Abroad until then" });
    boss.post(&path(&kept, "extension"), day).await.ok();
    shop.change("UPDATE sales_price SET unit_price = 100000 WHERE item_no = 'RG-1'")
        .await;
    boss.post(&path(&kept, "pricing"), json!({})).await.ok();
    let step_id = kept["steps"][0]["stepId"].as_str().unwrap();
    let print = path(&kept, &format!("paper/{step_id}/print"));
    for _ in 0..2 {
        let browser = json!({ "target": "browser" });
        boss.post(&print, browser).await.ok();
    }
    let payment = cancel(&boss, &kept, "CLIENT").await.ok();
    give(&boss, &payment, json!({})).await.ok();
    let order = document::sell(&mei).await;
    let order_id = order["orderId"].as_str().unwrap();
    let invoice = format!("/order/{order_id}/invoice");
    mei.post(&invoice, document::buyer("Ada Martin")).await.ok();
    let print = json!({ "target": "browser", "document": "invoice" });
    for _ in 0..2 {
        mei.post(&format!("/order/{order_id}/print"), print.clone())
            .await
            .ok();
    }
    let admin = shop.log_in("admin").await;
    let float = json!({ "version": null, "value": {
        "checkStatementPosting": false, "openingFloat": 0, "maximumPostingDifference": 700,
    } });
    admin.put("/setting/statement/MIL", float).await.ok();
    assert_books_hold(&shop).await;
    shop
}

#[tokio::test]
async fn what_is_changed_behind_the_program_is_found_member_by_member() {
    let shop = shop().await;
    let tables = [
        "deposit_ledger",
        "deposit_tender",
        "deposit_extension",
        "deposit_cancellation",
        "deposit_step",
        "deposit_print",
        "invoice",
        "document_print",
        "setting_change",
    ];
    lift_guards(&shop, &tables).await;
    let changes = [
        (
            "UPDATE deposit_ledger SET held = held + 1, balance = balance - 1 WHERE entry_type = 'PAY'",
            "UPDATE deposit_ledger SET held = held - 1, balance = balance + 1 WHERE entry_type = 'PAY'",
            "deposit_ledger",
        ),
        (
            "UPDATE deposit_ledger SET receipt_no = 'X' || receipt_no WHERE entry_type = 'PAY'",
            "UPDATE deposit_ledger SET receipt_no = substr(receipt_no, 2) WHERE entry_type = 'PAY'",
            "deposit_ledger",
        ),
        (
            "UPDATE deposit_tender SET tendered = tendered + 1",
            "UPDATE deposit_tender SET tendered = tendered - 1",
            "deposit_ledger",
        ),
        (
            "UPDATE deposit_cancellation SET withdrawn_by = 'SHOP'",
            "UPDATE deposit_cancellation SET withdrawn_by = 'CLIENT'",
            "deposit_cancellation",
        ),
        (
            "UPDATE deposit_ledger SET amount = amount + 1 WHERE entry_type = 'GIVE_BACK'",
            "UPDATE deposit_ledger SET amount = amount - 1 WHERE entry_type = 'GIVE_BACK'",
            "deposit_cancellation",
        ),
        (
            "UPDATE deposit_extension SET to_date = 'X' || to_date",
            "UPDATE deposit_extension SET to_date = substr(to_date, 2)",
            "deposit_extension",
        ),
        (
            "UPDATE deposit_step SET balance = balance + 1 WHERE step = 'REPRICED'",
            "UPDATE deposit_step SET balance = balance - 1 WHERE step = 'REPRICED'",
            "deposit_step",
        ),
        (
            "UPDATE deposit_step SET amount = amount + 1 WHERE step = 'REPRICED'",
            "UPDATE deposit_step SET amount = amount - 1 WHERE step = 'REPRICED'",
            "deposit_step",
        ),
        (
            "UPDATE deposit_print SET target = 'printer' WHERE print_no = 2",
            "UPDATE deposit_print SET target = 'browser' WHERE print_no = 2",
            "deposit_print",
        ),
        // A first print needs no entry; a second one does.
        (
            "UPDATE deposit_print SET print_no = 3 WHERE print_no = 1",
            "UPDATE deposit_print SET print_no = 1 WHERE print_no = 3",
            "deposit_print",
        ),
        (
            "UPDATE invoice SET content = content || ' '",
            "UPDATE invoice SET content = substr(content, 1, length(content) - 1)",
            "invoice",
        ),
        (
            "UPDATE invoice SET invoice_no = 'X' || invoice_no",
            "UPDATE invoice SET invoice_no = substr(invoice_no, 2)",
            "invoice",
        ),
        (
            "UPDATE document_print SET target = 'printer' WHERE print_no = 2",
            "UPDATE document_print SET target = 'browser' WHERE print_no = 2",
            "document_print",
        ),
        // A first print needs no entry; a second one does.
        (
            "UPDATE document_print SET print_no = 3 WHERE print_no = 1",
            "UPDATE document_print SET print_no = 1 WHERE print_no = 3",
            "document_print",
        ),
        (
            "UPDATE setting_change SET after = after || ' ' WHERE setting = 'statement'",
            "UPDATE setting_change SET after = substr(after, 1, length(after) - 1) WHERE setting = 'statement'",
            "setting_change",
        ),
        (
            "UPDATE setting_change SET version = version + 1 WHERE setting = 'statement'",
            "UPDATE setting_change SET version = version - 1 WHERE setting = 'statement'",
            "setting_change",
        ),
    ];
    assert_found(&shop, &changes).await;
    shop.change("DELETE FROM setting_change WHERE setting = 'statement'")
        .await;
    let found = findings(&shop).await;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].found, "no row");
}

#[tokio::test]
async fn what_a_document_did_to_a_credit_is_found_when_it_is_changed() {
    let (shop, _, manager) = recycling::shop().await;
    withdraw_what_was_spent(&shop, &manager).await;
    lift_guards(&shop, &["recycling_credit_entry"]).await;
    let changes = [
        // A grant and its end grow by as much: the balance is still the sum of its ledger.
        (
            "UPDATE recycling_credit_entry SET amount = amount + CASE entry_type WHEN 'GRANT' THEN 1 ELSE -1 END \
             WHERE entry_type IN ('GRANT', 'REVERSE')",
            "UPDATE recycling_credit_entry SET amount = amount - CASE entry_type WHEN 'GRANT' THEN 1 ELSE -1 END \
             WHERE entry_type IN ('GRANT', 'REVERSE')",
            "recycling_credit_entry",
        ),
        (
            "UPDATE recycling_credit_entry SET staff_id = 'X' || staff_id WHERE entry_type = 'REPAY'",
            "UPDATE recycling_credit_entry SET staff_id = substr(staff_id, 2) WHERE entry_type = 'REPAY'",
            "recycling_credit_entry",
        ),
        (
            "UPDATE recycling_credit_entry SET reference = 'X' || reference WHERE entry_type = 'REPAY'",
            "UPDATE recycling_credit_entry SET reference = substr(reference, 2) WHERE entry_type = 'REPAY'",
            "recycling_credit_entry",
        ),
        (
            "UPDATE recycling_credit_entry SET entry_type = 'REDEEM' WHERE entry_type = 'REPAY'",
            "UPDATE recycling_credit_entry SET entry_type = 'REPAY' WHERE entry_type = 'REDEEM' AND amount > 0",
            "recycling_credit_entry",
        ),
    ];
    assert_found(&shop, &changes).await;
    shop.change("DELETE FROM recycling_credit_entry WHERE entry_type = 'REPAY'")
        .await;
    let found = findings(&shop).await;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].found, "no row");
}
