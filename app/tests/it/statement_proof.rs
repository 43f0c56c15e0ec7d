//! What is changed in a posted statement or its Z behind the program's back is found, also the last Z of a
//! store: the journal signed what was posted.

use journal::Finding;
use serde_json::{Value, json};
use shell::db::FromRow;
use testkit::Shop;

use crate::statement::{calculate, open, post_all, sell_bag};

/// Two statements that are posted.
async fn posted() -> Shop {
    let (shop, _) = open().await;
    let manager = shop.seller("manager").await;
    for _ in 0..2 {
        sell_bag(&manager).await;
        let statement = calculate(&manager).await.ok();
        assert_eq!(post_all(&manager, &statement).await["state"], "POSTED");
    }
    for guard in match shop.sqlite_file() {
        Some(_) => [
            "DROP TRIGGER statement_z_refuses_update",
            "DROP TRIGGER statement_z_refuses_delete",
            "DROP TRIGGER statement_tender_refuses_update",
            "DROP TRIGGER statement_count_refuses_update",
            "DROP TRIGGER statement_posted_refuses_update",
        ]
        .as_slice(),
        None => &[
            "DROP TRIGGER statement_z_refuses_change ON statement_z",
            "DROP TRIGGER statement_tender_refuses_change ON statement_tender",
            "DROP TRIGGER statement_count_refuses_change ON statement_count",
            "DROP TRIGGER statement_posted_refuses_update ON statement",
        ],
    } {
        shop.change(guard).await;
    }
    shop
}

async fn findings(shop: &Shop) -> Vec<Finding> {
    statement::verify(shop.db()).await.unwrap()
}

#[tokio::test]
async fn each_figure_of_a_posted_statement_is_held_by_its_z_or_by_the_journal() {
    let shop = posted().await;
    assert_eq!(findings(&shop).await, []);
    for (change, undo, found) in [
        (
            "UPDATE statement_tender SET amount = amount + 1 WHERE statement_no LIKE '%-0002'",
            "UPDATE statement_tender SET amount = amount - 1 WHERE statement_no LIKE '%-0002'",
            ["tenders"].as_slice(),
        ),
        (
            "UPDATE statement_count SET counted_amount = counted_amount + 1 WHERE statement_no LIKE '%-0002'",
            "UPDATE statement_count SET counted_amount = counted_amount - 1 WHERE statement_no LIKE '%-0002'",
            &["tenders"],
        ),
        (
            "UPDATE statement SET difference = difference + 1 WHERE statement_no LIKE '%-0002'",
            "UPDATE statement SET difference = difference - 1 WHERE statement_no LIKE '%-0002'",
            &["difference"],
        ),
        (
            "UPDATE statement SET money_in = money_in + 1 WHERE statement_no LIKE '%-0002'",
            "UPDATE statement SET money_in = money_in - 1 WHERE statement_no LIKE '%-0002'",
            &["money in"],
        ),
        (
            "UPDATE statement_z SET perpetual_sales = perpetual_sales + 1 WHERE z_no = 2",
            "UPDATE statement_z SET perpetual_sales = perpetual_sales - 1 WHERE z_no = 2",
            &["perpetual sales"],
        ),
        (
            "UPDATE statement_z SET hash = 'x' || hash WHERE z_no = 2",
            "UPDATE statement_z SET hash = substr(hash, 2) WHERE z_no = 2",
            &["hash"],
        ),
        (
            "UPDATE statement_z SET journal_seq = journal_seq - 2 WHERE z_no = 2",
            "UPDATE statement_z SET journal_seq = journal_seq + 2 WHERE z_no = 2",
            &["statement_z of", "in the journal"],
        ),
    ] {
        shop.change(change).await;
        let findings = findings(&shop).await;
        let whats: Vec<&str> = findings.iter().map(|it| it.what.as_str()).collect();
        for wanted in found {
            assert!(
                whats.iter().any(|what| what.contains(wanted)),
                "{change}: {whats:?}"
            );
        }
        shop.change(undo).await;
    }
    assert_eq!(findings(&shop).await, []);
}

#[tokio::test]
async fn a_z_names_the_closing_of_its_date_and_its_hash() {
    let shop = posted().await;
    let read = shop.db().read((), |tx, ()| {
        Box::pin(async move {
            let sql = "SELECT z.content, e.hash, e.seq, z.journal_seq FROM statement_z z \
                       JOIN journal_entry e ON e.chain_id = z.store_no AND e.kind = 'closing.day' \
                       JOIN statement s ON s.statement_no = z.statement_no \
                       AND s.transaction_date = e.business_date ORDER BY z.z_no";
            let rows = tx.query(sql, &[]).await?;
            rows.into_iter().map(FromRow::from_row).collect()
        })
    });
    let found: Vec<(String, Vec<u8>, i64, i64)> = read.await.unwrap();
    assert_eq!(found.len(), 2, "both are of one date, which is closed once");
    for (content, hash, seq, posted_seq) in &found {
        let content: Value = serde_json::from_str(content).unwrap();
        assert_eq!(content["format"], 5);
        let closing = json!({ "chain": "PAR", "seq": seq, "hash": hex::encode(hash) });
        assert_eq!(content["closing"], closing);
        assert!(seq < posted_seq, "the date is closed first");
    }
    assert_eq!(findings(&shop).await, []);

    for guard in match shop.sqlite_file() {
        Some(_) => [
            "DROP TRIGGER journal_entry_refuses_update",
            "DROP TRIGGER journal_entry_refuses_delete",
        ]
        .as_slice(),
        None => &[
            "DROP TRIGGER journal_entry_refuses_change ON journal_entry",
            "DROP TRIGGER journal_entry_refuses_update ON journal_entry",
        ],
    } {
        shop.change(guard).await;
    }
    let whats = async || {
        let found = findings(&shop).await;
        found.into_iter().map(|it| it.what).collect::<Vec<_>>()
    };
    let of_both = |what: &str| [1, 2].map(|z| format!("Z {z} of PAR {what}"));
    for (change, undo, what) in [
        (
            "UPDATE journal_entry SET hash = prev_hash, prev_hash = hash \
             WHERE chain_id = 'PAR' AND kind = 'closing.day'",
            "UPDATE journal_entry SET hash = prev_hash, prev_hash = hash \
             WHERE chain_id = 'PAR' AND kind = 'closing.day'",
            "hash of the closing",
        ),
        (
            "UPDATE journal_entry SET chain_id = 'GONE' WHERE chain_id = 'PAR' AND kind = 'closing.day'",
            "UPDATE journal_entry SET chain_id = 'PAR' WHERE chain_id = 'GONE'",
            "closing",
        ),
    ] {
        shop.change(change).await;
        assert_eq!(whats().await, of_both(what), "{change}");
        shop.change(undo).await;
    }
    assert_eq!(whats().await, [""; 0]);
}

#[tokio::test]
async fn the_last_z_of_a_store_is_missed_when_it_is_gone() {
    let shop = posted().await;
    shop.change("DELETE FROM statement_z WHERE z_no = 2").await;
    let whats: Vec<String> = findings(&shop)
        .await
        .into_iter()
        .map(|it| it.what)
        .collect();
    assert_eq!(whats.len(), 2, "{whats:?}");
    assert!(whats[0].starts_with("statement_z of"), "{whats:?}");
    assert_eq!(whats[1], "Z of S-PAR-2026-0002");
    // With its statement it is gone from our tables, and the journal still tells.
    for table in [
        "UPDATE statement SET state = 'COUNTED' WHERE statement_no LIKE '%-0002'",
        "DELETE FROM statement_order WHERE statement_no LIKE '%-0002'",
    ] {
        shop.change(table).await;
    }
    assert_eq!(findings(&shop).await.len(), 1);
}
