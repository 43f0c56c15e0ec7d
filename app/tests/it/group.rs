//! Commands that come at the same time are committed together, and each of them is whole or absent.

use futures::future::join_all;
use kernel::ErrorKind;
use shell::Failure;
use shell::db::{Engine, Tx, TxFuture, params};
use test_database::Database;

static REFUSED: ErrorKind = ErrorKind::new("test.refused", 422, "Not this one.");
const AT_ONCE: i64 = 60;

/// Takes the next number; who is to be refused is refused after it.
fn take<'a>(tx: &'a mut Tx, is_refused: &'a bool) -> TxFuture<'a, i64> {
    Box::pin(async move {
        let number = tx.next_number("test", "group").await?;
        match is_refused {
            true => Err(Failure::from(&REFUSED)),
            false => Ok(number),
        }
    })
}

/// In which transaction of PostgreSQL it changes something.
fn transaction<'a>(tx: &'a mut Tx, (): &'a ()) -> TxFuture<'a, String> {
    Box::pin(async move {
        tx.next_number("test", "group").await?;
        let sql = "SELECT CAST(pg_current_xact_id() AS TEXT)";
        Ok(tx.query_one(sql, params![]).await?.read()?)
    })
}

fn sorted(mut numbers: Vec<i64>) -> Vec<i64> {
    numbers.sort_unstable();
    numbers
}

#[tokio::test]
async fn who_is_refused_takes_nothing_from_those_who_come_at_the_same_time() {
    let (db, _database) = Database::migrated().await;
    let is_refused = |n: i64| n % 7 == 3;
    let outcomes = join_all((0..AT_ONCE).map(|n| db.write(is_refused(n), take))).await;
    assert!(
        outcomes
            .iter()
            .all(|outcome| matches!(outcome, Ok(_) | Err(Failure::Refused(_))))
    );
    let numbers = sorted(outcomes.into_iter().flatten().collect());
    let granted = (0..AT_ONCE).filter(|n| !is_refused(*n)).count();
    assert_eq!(numbers, (1..).take(granted).collect::<Vec<_>>());
}

#[tokio::test]
async fn two_processes_take_each_number_once() {
    let (one, database) = Database::migrated().await;
    let other = database.open().await;
    other.migrate().await.unwrap();
    let both = (0..AT_ONCE).map(|n| if n % 2 == 0 { &one } else { &other });
    let outcomes = join_all(both.map(|db| db.write(false, take))).await;
    let numbers = sorted(outcomes.into_iter().map(Result::unwrap).collect());
    assert_eq!(numbers, (1..=AT_ONCE).collect::<Vec<_>>());
}

#[tokio::test]
async fn on_postgresql_those_who_come_at_the_same_time_share_a_commit() {
    let (db, _database) = Database::migrated().await;
    if db.engine() == Engine::Sqlite {
        return;
    }
    let outcomes = join_all((0..AT_ONCE).map(|_| db.write((), transaction))).await;
    let mut transactions: Vec<String> = outcomes.into_iter().map(Result::unwrap).collect();
    transactions.dedup();
    assert!(
        transactions.len() < 10,
        "{AT_ONCE} commands in {} transactions",
        transactions.len()
    );
}
