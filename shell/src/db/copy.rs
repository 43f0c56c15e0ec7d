//! Copies of a SQLite store, taken while it is in use, and whether a store is whole.

use std::path::Path;
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use super::{Db, DbError, Tx, TxFuture, params};
use crate::{Failure, Outcome};

/// How long to wait before a copy that was kept from its lock is tried again, and how often.
const LOCK_WAIT: Duration = Duration::from_millis(100);
const LOCK_TRIES: u32 = 100;
/// How many faults are told.
const FAULTS_MAX: i64 = 20;

impl Db {
    /// Copies the store, as it is at one moment, into a new file that is on the disk then. Commands go
    /// on meanwhile: what is committed while the copy is taken waits in the log.
    ///
    /// It is a copy page by page and not `VACUUM INTO`, which numbers rows anew: the index of the
    /// order history counts on their numbers.
    ///
    /// # Errors
    /// When the file cannot be written, or this is PostgreSQL, whose own tools copy it.
    pub async fn copy_to(&self, path: &Path) -> Outcome<()> {
        let Self::Sqlite(sqlite) = self else {
            return Err(DbError::Schema("PostgreSQL is copied by pg_dump".to_owned()).into());
        };
        let (from, to) = (sqlite.path().to_owned(), path.to_owned());
        tokio::task::spawn_blocking(move || copy(&from, &to))
            .await
            .map_err(Failure::internal)?
            .map_err(Failure::Db)
    }

    /// Takes from the disk what a command wrote over in a table: the log of SQLite, which still holds it, is
    /// copied into the file and emptied, and PostgreSQL writes the table anew. Nobody else may be at work.
    ///
    /// SQLite's own `VACUUM` would number rows anew, as above.
    ///
    /// # Errors
    /// When somebody is at work, or the database fails.
    pub async fn clear_traces(&self, table: &'static str) -> Outcome<()> {
        match self {
            Self::Sqlite(sqlite) => {
                let path = sqlite.path().to_owned();
                tokio::task::spawn_blocking(move || empty_log(&path))
                    .await
                    .map_err(Failure::internal)?
                    .map_err(Failure::Db)
            }
            Self::Postgres(postgres) => Ok(postgres.rewrite(table).await?),
        }
    }

    /// What SQLite finds wrong with its file: pages, indexes and references; nothing for one that is
    /// whole. PostgreSQL looks after that itself.
    ///
    /// # Errors
    /// When the file cannot be read at all.
    pub async fn faults(&self) -> Outcome<Vec<String>> {
        match self {
            Self::Sqlite(_) => self.read((), |tx, ()| list_faults(tx)).await,
            Self::Postgres(_) => Ok(Vec::new()),
        }
    }

    /// The number of the last migration of the schema, as it is.
    ///
    /// # Errors
    /// The database's failure.
    pub async fn schema_version(&self) -> Outcome<i64> {
        self.read((), |tx, ()| super::migrate::current_version(tx))
            .await
    }
}

fn copy(from: &Path, to: &Path) -> Result<(), DbError> {
    let source = Connection::open_with_flags(
        from,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    source.pragma_update(None, "query_only", true)?;
    let mut copy = Connection::open(to)?;
    let backup = Backup::new(&source, &mut copy)?;
    for _ in 0..LOCK_TRIES {
        // All pages in one step are read under one lock: in several, each commit would begin it anew.
        if backup.step(-1)? == StepResult::Done {
            return Ok(());
        }
        std::thread::sleep(LOCK_WAIT);
    }
    Err(DbError::Busy)
}

fn empty_log(path: &Path) -> Result<(), DbError> {
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    for _ in 0..LOCK_TRIES {
        let is_busy: bool =
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
        if !is_busy {
            return Ok(());
        }
        std::thread::sleep(LOCK_WAIT);
    }
    Err(DbError::Busy)
}

fn list_faults(tx: &mut Tx) -> TxFuture<'_, Vec<String>> {
    Box::pin(async move {
        let mut faults = Vec::new();
        let sql = format!("PRAGMA integrity_check({FAULTS_MAX})");
        for mut row in tx.query(&sql, params![]).await? {
            faults.push(row.read::<String>()?);
        }
        faults.retain(|said| said != "ok");
        for mut row in tx.query("PRAGMA foreign_key_check", params![]).await? {
            faults.push(format!("a row of {} names nothing", row.read::<String>()?));
        }
        Ok(faults)
    })
}
