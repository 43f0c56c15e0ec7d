//! The shop of these tests: a few tills and pieces that do not run out.

use jiff::civil::date;
use shell::db::{Tx, TxFuture, params};
use shell::event::Events;
use shell::{Clock, Db, Shell};

/// How many tills sell at the same time.
pub(crate) const TILLS: usize = 4;
/// Pieces that are sold, with their price in cents.
pub(crate) const PIECES: [(&str, i64); 3] = [("BR-1", 45_000), ("ER-1", 12_900), ("CARE", 500)];
/// How many of each there are more than anybody sells.
const PLENTY: i64 = 1_000_000;

/// The name and password-holder of a till.
pub(crate) fn staff_id(till: usize) -> String {
    format!("d{till}")
}

/// Writes the shop into an empty store.
pub(crate) async fn found(db: &Db) {
    db.migrate().await.unwrap();
    let shell = Shell {
        db: db.clone(),
        clock: Clock::system(),
        events: std::sync::Arc::new(Events::new(None)),
    };
    testkit::found(&shell, "127.0.0.1:9").await;
    db.write(shell.clock.now(), extend).await.unwrap();
}

fn extend<'a>(tx: &'a mut Tx, now: &'a jiff::Timestamp) -> TxFuture<'a, ()> {
    Box::pin(async move {
        for till in 0..TILLS {
            tx.execute_one(
                "INSERT INTO terminal (terminal_no, store_no, name, device_sn, merchant_no, \
                 device_address) VALUES ($1, 'PAR', $1, $1, 'M', '127.0.0.1:9')",
                params![format!("D-{till}")],
            )
            .await?;
            tx.execute_one(
                "INSERT INTO salesperson (staff_id, password_hash, first_name, last_name, \
                 name_on_receipt, blocked, permission_group_code, employee_type, company_no, \
                 store_no, default_terminal_no, email, second_factor) \
                 SELECT $1, password_hash, 'D', 'D', 'D', blocked, 'SALES', 'SALES', 'CO', 'PAR', \
                 $2, NULL, second_factor FROM salesperson WHERE staff_id = 'mei'",
                params![staff_id(till), format!("D-{till}")],
            )
            .await?;
        }
        for (item_no, _) in PIECES {
            let entry = inventory::store::LedgerEntry {
                store_no: "PAR",
                item_no,
                size_code: "",
                quantity: PLENTY,
                entry_type: "RECEIVE",
                document_no: "OPENING",
                document_id: None,
                staff_id: "admin",
                business_date: date(2026, 1, 1),
                now: *now,
            };
            inventory::lease::receive(tx, &entry).await?;
        }
        Ok(())
    })
}

/// A store in a folder, closed again: nothing of it is in a log.
pub(crate) async fn template() -> &'static std::path::Path {
    static TEMPLATE: tokio::sync::OnceCell<std::path::PathBuf> = tokio::sync::OnceCell::const_new();
    TEMPLATE
        .get_or_init(|| async {
            let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
                .join(format!("durability-{}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            let db = Db::open_sqlite(&folder.join("vitrine.db")).unwrap();
            found(&db).await;
            drop(db);
            empty_log(&folder.join("vitrine.db"));
            folder
        })
        .await
}

/// Brings the log of a store into its file. Two connections that go at the same moment leave it
/// behind, each taking the other for still there.
pub(crate) fn empty_log(store: &std::path::Path) {
    let connection = rusqlite::Connection::open(store).unwrap();
    connection
        .busy_timeout(std::time::Duration::from_secs(5))
        .unwrap();
    let busy: i64 = connection
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))
        .unwrap();
    assert_eq!(busy, 0, "the log was not brought into the file");
}
