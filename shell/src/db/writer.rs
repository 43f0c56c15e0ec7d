//! The writer of the SQLite file: group commit, checkpoints, and what is done when the disk fails.
//!
//! A commit that fails leaves the log in one of two states. When a write failed, its commit mark is
//! not in the log and the changes are gone. When the sync failed, the mark may be in the file, on
//! the disk, or neither: the kernel forgets what it could not write and the next sync succeeds. The
//! writer then trusts nothing that it has: with a fresh connection it copies what is committed into
//! the database, empties the log, and makes one durable commit into the new log, so that what was
//! refused cannot come back at the next start. Until that has succeeded nothing is written, and
//! what was asked is answered as uncertain.

use std::path::PathBuf;
use std::sync::Arc;

use futures::executor::block_on;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::command::{Command, GROUP_COMMANDS_MAX, Leave, group_failure};
use super::queue::Queue;
use super::reference::References;
use super::sqlite::{at_once, keep, prepare, read_settings_back};
use super::{DbError, Session, Tx, not_ready};

/// What the writer keeps of the file, in KiB: it alone changes the file, so what it has read stays true.
const WRITER_CACHE: i64 = 65_536;
/// How many pages wait in the log before they are copied into the database: a page that many sales
/// change is copied once for all of them.
const CHECKPOINT_PAGES: i64 = 4_000;
/// From how many pages in the log on each commit tries to end it: readers that never pause keep it
/// from starting anew.
const LOG_PAGES_MAX: i64 = 16_000;

/// Commands that ran together.
struct Group {
    commands: Vec<Box<dyn Command>>,
    /// Whether what they did waits for its commit.
    is_open: bool,
}

/// The one connection that changes the file.
pub(super) struct Writer {
    tx: Tx,
    path: PathBuf,
    references: Arc<References>,
    /// Whether the log may hold a commit that was not acknowledged.
    is_log_doubtful: bool,
    /// Whether the last checkpoint failed, so that a failing disk is told once and not each time.
    is_checkpoint_failing: bool,
}

impl Writer {
    pub(super) fn open(path: PathBuf, references: Arc<References>) -> Result<Self, DbError> {
        let connection = connect(&path)?;
        Ok(Self {
            tx: Tx::new(Session::Sqlite(connection), references.clone()),
            path,
            references,
            is_log_doubtful: false,
            is_checkpoint_failing: false,
        })
    }

    /// Takes what is queued, runs it, commits once, answers all; until nobody can ask any more.
    pub(super) fn run(mut self, queue: &Queue<dyn Command>) {
        let _leave = Leave(queue);
        while let Some(mut first) = block_on(queue.next()) {
            if let Err(error) = self.begin() {
                tracing::error!(%error, "no transaction could be begun");
                first.refuse(group_failure(&error));
                first.answer(Ok(()));
                continue;
            }
            let group = self.run_group(first, queue);
            let committed = match group.is_open {
                true => self.commit(),
                false => Ok(()),
            };
            for command in group.commands {
                command.answer(committed.as_ref().copied());
            }
            if committed.is_ok() {
                self.checkpoint_when_due();
            }
        }
    }

    /// Runs commands one after the other in the open transaction. A savepoint around each would
    /// copy every page that it changes, so there is none: most commands that fail have changed
    /// nothing, and when one has, the group is run again with savepoints.
    fn run_group(&mut self, first: Box<dyn Command>, queue: &Queue<dyn Command>) -> Group {
        let mut commands = vec![first];
        while let Some(command) = commands.last_mut() {
            let before = self.tx.changes();
            run_command(&mut self.tx, command.as_mut());
            // SQLite ends the transaction by itself when the disk fails in the middle of a command.
            if !is_in_transaction(&self.tx) {
                break;
            }
            if command.failure().is_some() && self.tx.changes() != before {
                return self.run_apart(commands);
            }
            if commands.len() >= GROUP_COMMANDS_MAX {
                break;
            }
            match queue.try_next() {
                Some(command) => commands.push(command),
                None => break,
            }
        }
        Group {
            commands,
            is_open: true,
        }
    }

    /// Undoes the open transaction, of which the last command failed with changes, and runs the
    /// group again so that each command can be undone alone. A command that was alone is done.
    fn run_apart(&mut self, mut commands: Vec<Box<dyn Command>>) -> Group {
        if let Err(error) = run(&self.tx, "ROLLBACK") {
            tracing::error!(%error, "a group of commands was not undone");
            self.is_log_doubtful = true;
            for command in &mut commands {
                command.refuse(group_failure(&error));
            }
            return Group {
                commands,
                is_open: false,
            };
        }
        if commands.len() == 1 {
            return Group {
                commands,
                is_open: false,
            };
        }
        let begun = self.begin();
        for command in &mut commands {
            match &begun {
                Err(error) => command.refuse(group_failure(error)),
                Ok(()) if !is_in_transaction(&self.tx) => command.refuse(DbError::Undone.into()),
                Ok(()) => in_savepoint(&mut self.tx, command.as_mut()),
            }
        }
        Group {
            commands,
            is_open: begun.is_ok(),
        }
    }

    fn begin(&mut self) -> Result<(), DbError> {
        if self.is_log_doubtful {
            self.settle_log().map_err(|error| {
                tracing::error!(%error, "the disk still fails");
                DbError::Uncertain
            })?;
        }
        run(&self.tx, "BEGIN IMMEDIATE")
    }

    /// Commits, or makes sure that nothing of the group stays.
    fn commit(&mut self) -> Result<(), DbError> {
        if !is_in_transaction(&self.tx) {
            return Err(DbError::Undone);
        }
        let Err(error) = run(&self.tx, "COMMIT") else {
            return Ok(());
        };
        tracing::error!(%error, "a commit failed");
        metrics::counter!("vitrine_db_commits_failed_total").increment(1);
        // A full disk leaves the transaction open; everything in it is refused.
        let _ = run(&self.tx, "ROLLBACK");
        self.is_log_doubtful = error.may_leave_a_commit() || is_in_transaction(&self.tx);
        if self.is_log_doubtful
            && let Err(cause) = self.settle_log()
        {
            tracing::error!(error = %cause, "whether the commit is on the disk cannot be settled");
            return Err(DbError::Uncertain);
        }
        Err(error)
    }

    /// Starts the log anew from what is committed, on a fresh connection.
    ///
    /// The old connection stays open meanwhile: with another one there, SQLite takes what is
    /// committed from memory, and does not look for it in a log that holds more.
    fn settle_log(&mut self) -> Result<(), DbError> {
        let connection = connect(&self.path)?;
        let (busy, _, _) = checkpoint(&connection, "TRUNCATE")?;
        if busy {
            return Err(DbError::Unavailable("the log is in use".to_owned()));
        }
        // The emptied log may come back as it was after a power cut. This writes and syncs a new
        // head, by which the old pages no longer count; and proves that syncing works again.
        let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        connection.pragma_update(None, "user_version", version)?;
        self.tx = Tx::new(Session::Sqlite(connection), self.references.clone());
        self.is_log_doubtful = false;
        tracing::info!("the log was started anew after a failed sync");
        Ok(())
    }

    /// Copies the log into the database once it is long; the answers are out by then. When that
    /// fails the log keeps everything, and the next commit tries again.
    fn checkpoint_when_due(&mut self) {
        let Session::Sqlite(connection) = &self.tx.session else {
            return;
        };
        let outcome = checkpoint(connection, "NOOP").and_then(|(_, log, copied)| {
            let waiting = log - copied;
            if waiting >= CHECKPOINT_PAGES || (log >= LOG_PAGES_MAX && waiting > 0) {
                checkpoint(connection, "PASSIVE")?;
            }
            Ok(())
        });
        match outcome {
            Ok(()) => self.is_checkpoint_failing = false,
            Err(error) => {
                metrics::counter!("vitrine_db_checkpoints_failed_total").increment(1);
                if !self.is_checkpoint_failing {
                    tracing::error!(%error, "the log cannot be copied into the database");
                }
                self.is_checkpoint_failing = true;
            }
        }
    }
}

/// A connection that may write.
fn connect(path: &PathBuf) -> Result<Connection, DbError> {
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    prepare(&connection)?;
    keep(&connection, WRITER_CACHE)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // NORMAL would lose acknowledged sales at a power cut.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "secure_delete", true)?;
    // SQLite's own checkpoint hides its failures, and makes the answer wait for it.
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    read_settings_back(&connection)?;
    Ok(connection)
}

/// Runs a checkpoint: whether others kept it from ending, pages in the log, pages copied of them.
fn checkpoint(connection: &Connection, mode: &str) -> Result<(bool, i64, i64), DbError> {
    let sql = format!("PRAGMA wal_checkpoint({mode})");
    let mut statement = connection.prepare_cached(&sql)?;
    Ok(statement.query_row([], |row| {
        Ok((row.get::<_, i64>(0)? != 0, row.get(1)?, row.get(2)?))
    })?)
}

fn is_in_transaction(tx: &Tx) -> bool {
    match &tx.session {
        Session::Sqlite(connection) => !connection.is_autocommit(),
        Session::Postgres(_) => false,
    }
}

fn run(tx: &Tx, sql: &str) -> Result<(), DbError> {
    match &tx.session {
        Session::Sqlite(connection) => {
            Ok(connection.prepare_cached(sql)?.execute([]).map(|_| ())?)
        }
        Session::Postgres(_) => Err(DbError::Unavailable("not a SQLite session".to_owned())),
    }
}

fn run_command(tx: &mut Tx, command: &mut dyn Command) {
    if at_once(command.run(tx)).is_none() {
        command.refuse(not_ready());
    }
    // What it did went with the transaction that SQLite ended, unless it says why.
    if command.failure().is_none() && !is_in_transaction(tx) {
        command.refuse(DbError::Undone.into());
    }
}

/// Runs a command so that it can be undone without the others of its group.
fn in_savepoint(tx: &mut Tx, command: &mut dyn Command) {
    if let Err(error) = run(tx, "SAVEPOINT command") {
        command.refuse(error.into());
        return;
    }
    run_command(tx, command);
    if !is_in_transaction(tx) {
        return;
    }
    let undone = match command.failure().is_some() {
        true => run(tx, "ROLLBACK TO command"),
        false => Ok(()),
    };
    if let Err(error) = undone.and_then(|()| run(tx, "RELEASE command")) {
        command.refuse(error.into());
    }
}

impl DbError {
    /// Whether the log may hold the commit that failed like this. A full disk took no commit mark,
    /// and a constraint or a lock is found before anything is written.
    fn may_leave_a_commit(&self) -> bool {
        use ErrorCode::{ConstraintViolation, DatabaseBusy, DiskFull};
        match self {
            Self::Sqlite(error) => !matches!(
                error.sqlite_error_code(),
                Some(ConstraintViolation | DatabaseBusy | DiskFull)
            ),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, mpsc};

    use super::*;
    use crate::Db;
    use crate::Failure;
    use crate::db::{TxFuture, params};

    /// Adds a row of so many bytes.
    fn add<'a>(tx: &'a mut Tx, bytes: &'a i64) -> TxFuture<'a, ()> {
        Box::pin(async move {
            tx.execute("INSERT INTO thing VALUES (zeroblob($1))", params![*bytes])
                .await?;
            Ok(())
        })
    }

    /// Holds the writer until the test lets go, so that what is asked meanwhile makes one group.
    fn wait<'a>(_: &'a mut Tx, go: &'a Mutex<mpsc::Receiver<()>>) -> TxFuture<'a, ()> {
        Box::pin(async move { go.lock().unwrap().recv().map_err(Failure::internal) })
    }

    /// Adds a row of so many bytes and fails then.
    fn add_and_fail<'a>(tx: &'a mut Tx, bytes: &'a i64) -> TxFuture<'a, ()> {
        Box::pin(async move {
            add(tx, bytes).await?;
            Err(Failure::internal("this command never succeeds"))
        })
    }

    /// A database with a table, and where it is.
    async fn database(setting: &'static str) -> (Db, std::path::PathBuf) {
        let name = format!("vitrine-writer-{}.db", uuid::Uuid::now_v7());
        let path = std::env::temp_dir().join(name);
        let db = Db::open_sqlite(&path).unwrap();
        for sql in ["CREATE TABLE thing (content BLOB)", setting] {
            db.write(sql, |tx, sql| {
                Box::pin(async move { Ok(tx.execute(sql, params![]).await.map(|_| ())?) })
            })
            .await
            .unwrap();
        }
        (db, path)
    }

    /// How many bytes all rows have.
    async fn bytes(db: &Db) -> i64 {
        db.read((), |tx, ()| {
            Box::pin(async move {
                let sql = "SELECT COALESCE(SUM(length(content)), 0) FROM thing";
                Ok(tx.query_one(sql, params![]).await?.read::<i64>()?)
            })
        })
        .await
        .unwrap()
    }

    #[tokio::test]
    async fn a_command_that_fails_takes_what_it_did_and_nothing_of_its_group() {
        let (db, path) = database("PRAGMA user_version = 1").await;
        assert!(db.write(1, add_and_fail).await.is_err(), "alone");
        assert_eq!(bytes(&db).await, 0);
        let (go, waiting) = mpsc::channel();
        let held = db.write(Mutex::new(waiting), wait);
        let (held, first, failed, last, _) = futures::future::join5(
            held,
            db.write(10, add),
            db.write(100, add_and_fail),
            db.write(1_000, add),
            async move {
                go.send(()).unwrap();
                // Run again, it finds nobody to wait for.
                drop(go);
            },
        )
        .await;
        assert!(failed.is_err());
        assert!(held.is_err());
        assert!(first.is_ok() && last.is_ok(), "{first:?} {last:?}");
        assert_eq!(bytes(&db).await, 1_010);
        drop(db);
        std::fs::remove_file(path).unwrap();
    }

    #[tokio::test]
    async fn a_transaction_that_sqlite_ends_takes_its_whole_group_and_nothing_else() {
        let (db, path) = database("PRAGMA max_page_count = 20").await;
        let (go, waiting) = mpsc::channel();
        let held = db.write(Mutex::new(waiting), wait);
        // Polled in this order, so they are queued in this order.
        let group = futures::future::join5(
            held,
            db.write(10, add),
            db.write(1_000_000, add),
            db.write(20, add),
            async { go.send(()).unwrap() },
        );
        let (held, before, too_much, after, ()) = group.await;
        assert!(held.is_err() && before.is_err(), "undone with the group");
        assert!(matches!(too_much, Err(Failure::Db(error)) if error.is_out_of_room()));
        assert!(after.is_ok(), "begins a group of its own: {after:?}");
        assert_eq!(bytes(&db).await, 20);
        drop(db);
        std::fs::remove_file(path).unwrap();
    }
}
