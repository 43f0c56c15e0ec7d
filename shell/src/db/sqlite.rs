//! SQLite: one writer thread with group commit, and a few read-only connections.

use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags};
use tokio::sync::Semaphore;

use super::command::Door;
use super::reference::References;
use super::writer::Writer;
use super::{DbError, Row, Session, Tx, TxFuture, Value, not_ready};
use crate::{Failure, Outcome};

/// How many readers may work at a time.
const READERS: usize = 4;
/// How many prepared statements a connection keeps.
const STATEMENTS_KEPT: usize = 256;
/// What a reader keeps of the file, in KiB. SQLite forgets all of it at the next commit of the writer,
/// so more would only be memory that a shop at rest holds for nothing.
const READER_CACHE: i64 = 2_048;
/// How long a connection waits for a lock of another process, such as a backup.
const BUSY_WAIT: Duration = Duration::from_secs(5);

/// A store in one SQLite file.
#[derive(Clone)]
pub struct Sqlite {
    door: Arc<Door>,
    readers: Arc<Readers>,
    references: Arc<References>,
}

struct Readers {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
    permits: Arc<Semaphore>,
}

impl Sqlite {
    pub(super) fn open(path: &Path) -> Result<Self, DbError> {
        assert_version()?;
        let references = Arc::new(References::default());
        let writing = Writer::open(path.to_owned(), references.clone())?;
        let (door, queue) = Door::open()?;
        std::thread::Builder::new()
            .name("sqlite-writer".to_owned())
            .spawn(move || writing.run(&queue))
            .map_err(|error| DbError::Unavailable(error.to_string()))?;
        let readers = Readers {
            path: path.to_owned(),
            idle: Mutex::new(Vec::new()),
            permits: Arc::new(Semaphore::new(READERS)),
        };
        Ok(Self {
            door: Arc::new(door),
            readers: Arc::new(readers),
            references,
        })
    }

    /// Where the file is.
    pub(super) fn path(&self) -> &Path {
        &self.readers.path
    }

    pub(super) async fn write<I, T>(
        &self,
        input: I,
        command: for<'a> fn(&'a mut Tx, &'a I) -> TxFuture<'a, T>,
    ) -> Outcome<T>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
    {
        self.door.ask(input, command).await
    }

    pub(super) async fn read<I, T>(
        &self,
        input: I,
        query: for<'a> fn(&'a mut Tx, &'a I) -> TxFuture<'a, T>,
    ) -> Outcome<T>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
    {
        let readers = self.readers.clone();
        let references = self.references.clone();
        let permit = readers
            .permits
            .clone()
            .acquire_owned()
            .await
            .map_err(|_| DbError::Unavailable("the store is closed".to_owned()))?;
        tokio::task::spawn_blocking(move || {
            // Whoever asked may go away; the query reads to its end, and counts as one until then.
            let _permit = permit;
            let connection = readers.take()?;
            connection.execute_batch("BEGIN").map_err(DbError::Sqlite)?;
            let mut tx = Tx::new(Session::Sqlite(connection), references);
            let outcome = at_once(query(&mut tx, &input)).unwrap_or_else(|| Err(not_ready()));
            if let Session::Sqlite(connection) = tx.session
                && connection.execute_batch("COMMIT").is_ok()
            {
                readers.give_back(connection);
            }
            outcome
        })
        .await
        .map_err(|error| Failure::internal(format!("a query panicked: {error}")))?
    }
}

impl Readers {
    fn take(&self) -> Result<Connection, DbError> {
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        if let Some(connection) = idle {
            return Ok(connection);
        }
        // Not opened read-only: a reader of a WAL file must be able to make its index. The pragma
        // refuses every change instead.
        let connection = Connection::open_with_flags(
            &self.path,
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )?;
        prepare(&connection)?;
        keep(&connection, READER_CACHE)?;
        connection.pragma_update(None, "query_only", true)?;
        Ok(connection)
    }

    /// Keeps a connection for the next reader; more than may read at a time are of no use.
    fn give_back(&self, connection: Connection) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < READERS {
            idle.push(connection);
        }
    }
}

/// The versions up to 3.51.2 can corrupt a WAL file when two connections write and checkpoint, and
/// 3.52.0 was withdrawn (<https://sqlite.org/wal.html#walresetbug>).
fn assert_version() -> Result<(), DbError> {
    let version = rusqlite::version_number();
    if version < 3_051_003 || version == 3_052_000 {
        return Err(DbError::Schema(format!(
            "SQLite {} is not safe for this program; it needs 3.51.3 or newer, and not 3.52.0",
            rusqlite::version()
        )));
    }
    Ok(())
}

/// Whether the disk does not give back what is in the file. SQLite calls the file malformed when
/// the system reports a read error.
pub(super) fn is_unreadable(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
    use rusqlite::ffi::{SQLITE_IOERR_READ, SQLITE_IOERR_SHORT_READ};
    let code = error.sqlite_error();
    code.is_some_and(|code| {
        matches!(code.code, DatabaseCorrupt | NotADatabase)
            || matches!(
                code.extended_code,
                SQLITE_IOERR_READ | SQLITE_IOERR_SHORT_READ
            )
    })
}

/// Settings of every connection.
pub(super) fn prepare(connection: &Connection) -> Result<(), DbError> {
    connection.busy_timeout(BUSY_WAIT)?;
    // Without this guarantee a statement is parsed anew whenever a value that the planner looked
    // at changes, such as the state of a basket under its partial index.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS_KEPT);
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "mmap_size", 0)?;
    Ok(())
}

/// How much of the file a connection may keep in memory, in KiB. The system keeps the rest.
pub(super) fn keep(connection: &Connection, cache: i64) -> Result<(), DbError> {
    connection.pragma_update(None, "cache_size", -cache)?;
    Ok(())
}

/// A setting that did not take is found here and not at the first power cut.
pub(super) fn read_settings_back(connection: &Connection) -> Result<(), DbError> {
    for (name, expected) in [
        ("journal_mode", "wal"),
        ("synchronous", "2"),
        ("wal_autocheckpoint", "0"),
        ("foreign_keys", "1"),
    ] {
        let value = connection.pragma_query_value(None, name, |row| {
            Ok(match row.get_ref(0)? {
                ValueRef::Integer(number) => number.to_string(),
                ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
                _ => String::new(),
            })
        })?;
        if value != expected {
            return Err(DbError::Schema(format!(
                "SQLite did not accept {name}={expected}: it says {value}"
            )));
        }
    }
    Ok(())
}

/// Everything that a command awaits is ready at once, because the connection is its own.
pub(super) fn at_once<T>(mut work: Pin<Box<dyn Future<Output = T> + Send + '_>>) -> Option<T> {
    match work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => Some(done),
        Poll::Pending => None,
    }
}

pub(super) fn execute(
    connection: &Connection,
    sql: &str,
    params: &[Value],
) -> Result<u64, DbError> {
    let mut statement = connection.prepare_cached(sql)?;
    bind(&mut statement, params)?;
    // A statement with RETURNING may be run for its effect alone.
    if statement.column_count() > 0 {
        let mut rows = statement.raw_query();
        let mut touched = 0;
        while rows.next()?.is_some() {
            touched += 1;
        }
        return Ok(touched);
    }
    Ok(statement.raw_execute()? as u64)
}

pub(super) fn query(
    connection: &Connection,
    sql: &str,
    params: &[Value],
) -> Result<Vec<Row>, DbError> {
    let mut statement = connection.prepare_cached(sql)?;
    let columns = statement.column_count();
    bind(&mut statement, params)?;
    let mut rows = statement.raw_query();
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let mut values = Vec::with_capacity(columns);
        for column in 0..columns {
            values.push(match row.get_ref(column)? {
                ValueRef::Null => Value::Null,
                ValueRef::Integer(number) => Value::Integer(number),
                ValueRef::Text(text) => Value::Text(text_of(text)),
                ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
                ValueRef::Real(_) => {
                    return Err(DbError::Column {
                        column,
                        expected: "no floating point number",
                    });
                }
            });
        }
        found.push(Row::new(values));
    }
    Ok(found)
}

/// A text as SQLite has it. It does not check what others wrote into the file.
fn text_of(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// SQLite takes `$3` for a name and numbers names as they appear, so each of the statement's own
/// parameters says by its name which value it takes.
fn bind(statement: &mut rusqlite::Statement<'_>, params: &[Value]) -> Result<(), DbError> {
    for index in 1..=statement.parameter_count() {
        let place: Option<usize> = statement
            .parameter_name(index)
            .and_then(|name| name.strip_prefix('$')?.parse().ok());
        let value = place.and_then(|place| params.get(place.checked_sub(1)?));
        if let Some(value) = value {
            statement.raw_bind_parameter(index, value)?;
        }
    }
    Ok(())
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(number) => ValueRef::Integer(*number),
            Self::Boolean(truth) => ValueRef::Integer(i64::from(*truth)),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Uuid(id) => ValueRef::Blob(id.as_bytes()),
            Self::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Condvar;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::Db;

    /// Where readers stand still until the test lets go.
    #[derive(Default)]
    struct Gate {
        came_in: AtomicUsize,
        is_open: Mutex<bool>,
        opened: Condvar,
    }

    fn stand<'a>(_: &'a mut Tx, gate: &'a Arc<Gate>) -> TxFuture<'a, ()> {
        Box::pin(async move {
            gate.came_in.fetch_add(1, Ordering::SeqCst);
            let is_open = gate.is_open.lock().unwrap();
            drop(
                gate.opened
                    .wait_while(is_open, |is_open| !*is_open)
                    .unwrap(),
            );
            Ok(())
        })
    }

    #[tokio::test]
    async fn a_reader_whose_asker_hung_up_counts_as_one_until_it_has_read() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open_sqlite(&folder.path().join("vitrine.db")).unwrap();
        let gate = Arc::new(Gate::default());
        let ask = || {
            let (db, gate) = (db.clone(), gate.clone());
            tokio::spawn(async move { db.read(gate, stand).await })
        };
        let gone: Vec<_> = (0..READERS).map(|_| ask()).collect();
        while gate.came_in.load(Ordering::SeqCst) < READERS {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        for asker in gone {
            asker.abort();
            assert!(asker.await.is_err(), "gone");
        }
        let next: Vec<_> = (0..READERS).map(|_| ask()).collect();
        // Whoever does not wait has come in by then.
        tokio::time::sleep(Duration::from_millis(200)).await;
        let came_in = gate.came_in.load(Ordering::SeqCst);
        *gate.is_open.lock().unwrap() = true;
        gate.opened.notify_all();
        for asker in next {
            asker.await.unwrap().unwrap();
        }
        assert_eq!(came_in, READERS);
        assert_eq!(gate.came_in.load(Ordering::SeqCst), 2 * READERS);
    }
}
