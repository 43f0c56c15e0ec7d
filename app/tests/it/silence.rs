//! A process whose machine dies says nothing more: the others of its PostgreSQL go on without it. Nothing here is for
//! SQLite, whose file has one process.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use shell::db::{Engine, Tx, TxFuture, installation, params};
use shell::{Db, Outcome};
use test_database::Database;

/// Who is silent keeps others waiting for 15 seconds; this is what a crowded machine makes of it.
const PATIENCE: Duration = Duration::from_secs(60);
/// What a count of tries is set to by whoever falls silent.
const SILENT: u32 = 1_000;

/// Changes the row that both want.
fn change<'a>(tx: &'a mut Tx, tries: &'a Arc<AtomicU32>) -> TxFuture<'a, ()> {
    Box::pin(async move {
        tries.fetch_add(1, Ordering::SeqCst);
        installation::write(tx, "wanted", "by both").await
    })
}

/// Changes it, too, and is never heard of again, as when the power goes between two statements.
fn change_and_fall_silent<'a>(tx: &'a mut Tx, tries: &'a Arc<AtomicU32>) -> TxFuture<'a, ()> {
    Box::pin(async move {
        change(tx, tries).await?;
        tries.store(SILENT, Ordering::SeqCst);
        std::future::pending::<Outcome<()>>().await
    })
}

fn lock_timeout<'a>(tx: &'a mut Tx, (): &'a ()) -> TxFuture<'a, String> {
    Box::pin(async move {
        let sql = "SELECT current_setting('lock_timeout')";
        Ok(tx.query_one(sql, params![]).await?.read()?)
    })
}

/// Two processes of one database; none on SQLite.
async fn two() -> Option<(Db, Db, Database)> {
    let (one, database) = Database::migrated().await;
    if one.engine() == Engine::Sqlite {
        return None;
    }
    let other = database.open().await;
    other.migrate().await.unwrap();
    Some((one, other, database))
}

#[tokio::test]
async fn what_a_silent_process_holds_is_free_again_and_whoever_waits_for_it_asks_again() {
    let Some((one, other, _database)) = two().await else {
        return;
    };
    // The row is there before both want it.
    let tries = Arc::new(AtomicU32::new(0));
    other.write(tries.clone(), change).await.unwrap();
    let gone = Arc::new(AtomicU32::new(0));
    let holding = tokio::spawn({
        let gone = gone.clone();
        async move { one.write(gone, change_and_fall_silent).await }
    });
    while gone.load(Ordering::SeqCst) < SILENT {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    tries.store(0, Ordering::SeqCst);
    let changed = other.write(tries.clone(), change);
    let changed = tokio::time::timeout(PATIENCE, changed).await;
    changed.expect("the server ends who is silent").unwrap();
    let tries = tries.load(Ordering::SeqCst);
    assert!(
        tries > 1,
        "it stood at the lock once, for as long as it took"
    );
    holding.abort();
}

#[tokio::test]
async fn a_writer_waits_for_a_lock_for_seconds_and_a_migration_for_as_long_as_it_takes() {
    let Some((one, _other, database)) = two().await else {
        return;
    };
    assert_eq!(one.write((), lock_timeout).await.unwrap(), "5s");
    assert_eq!(one.read((), lock_timeout).await.unwrap(), "0");
    let before_its_schema = database.open().await;
    let unlimited = before_its_schema.write((), lock_timeout).await.unwrap();
    assert_eq!(unlimited, "0");
}
