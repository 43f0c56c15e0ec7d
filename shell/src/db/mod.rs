//! The store of record: SQLite in a file, or PostgreSQL, behind one SQL text.
//!
//! Every change goes through [`Db::write`]: a command is a function of the transaction and its
//! input alone, so that it can be run again after a serialisation failure. On SQLite one writer
//! thread runs queued commands in one transaction and commits once for all of them (group commit);
//! an answer leaves only after that commit. A command that fails after a change has its group run
//! again with savepoints. On PostgreSQL each process has one writer as well; at the level SERIALIZABLE
//! commands are repeated when they collide with those of another process.

mod command;
mod copy;
pub mod installation;
mod lane;
mod migrate;
mod postgres;
mod queue;
mod reference;
mod sqlite;
mod value;
mod writer;

use std::future::Future;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;

pub use migrate::{Migrated, Migration, migrations};
pub use postgres::Postgres;
pub use reference::{Making, Slow};
pub use sqlite::Sqlite;
pub use value::{FromRow, FromValue, IntoValue, Row, Value};

use self::reference::{NotedVersion, References};
use crate::{Failure, Outcome};

/// The parameters of a statement, in the order of `$1`, `$2`, …
#[macro_export]
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        &[$($crate::db::IntoValue::into_value($value)),*]
    };
}
pub use params;

/// What a command gives back: a future that awaits nothing but its transaction.
pub type TxFuture<'a, T> = Pin<Box<dyn Future<Output = Outcome<T>> + Send + 'a>>;

/// What can go wrong between us and the database.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// SQLite refused or failed.
    #[error("sqlite: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// PostgreSQL refused or failed.
    #[error("postgres: {0}{detail}", detail = detail(.0))]
    Postgres(#[from] tokio_postgres::Error),
    /// No connection could be had.
    #[error("no database connection: {0}")]
    Unavailable(String),
    /// The disk is so slow that the command's turn did not come in time; it was not begun.
    #[error("the writer did not come to this command in time")]
    Busy,
    /// The disk failed in the middle of a group of commands, and all of it was undone.
    #[error("the disk failed and the whole group of commands was undone")]
    Undone,
    /// The disk failed, or the connection was lost, while a change was saved, and nobody can be
    /// asked now whether it was. Doing the same again with the same key is safe.
    #[error("whether a change was saved is not certain")]
    Uncertain,
    /// A row does not hold what its column should.
    #[error("column {column} holds something else than {expected}")]
    Column {
        /// The position of the column in the row.
        column: usize,
        /// What it should hold.
        expected: &'static str,
    },
    /// A statement that must touch one row touched another number.
    #[error("a statement touched {touched} rows instead of one: {sql}")]
    RowCount {
        /// How many rows it touched.
        touched: u64,
        /// The statement.
        sql: String,
    },
    /// The schema is not one that this program can work with.
    #[error("{0}")]
    Schema(String),
}

fn detail(error: &tokio_postgres::Error) -> String {
    error
        .as_db_error()
        .map(|e| format!(": {} ({})", e.message(), e.code().code()))
        .unwrap_or_default()
}

impl DbError {
    /// Whether the same command may succeed when it is run again (PostgreSQL's serialisation
    /// failures, and two writers that insert the same key at the same time).
    fn is_collision(&self) -> bool {
        match self {
            Self::Postgres(error) => error
                .code()
                .is_some_and(|code| matches!(code.code(), "40001" | "40P01" | "55P03" | "23505")),
            _ => false,
        }
    }

    /// Whether the database cannot be reached or read now; the command did nothing.
    #[must_use]
    pub fn is_unavailable(&self) -> bool {
        match self {
            Self::Unavailable(_) => true,
            Self::Sqlite(error) => sqlite::is_unreadable(error),
            Self::Postgres(error) => postgres::is_connection_lost(error),
            _ => false,
        }
    }

    /// Whether the medium is full or failed, so that reads may go on while writes are refused.
    #[must_use]
    pub fn is_out_of_room(&self) -> bool {
        match self {
            Self::Sqlite(error) => matches!(
                error.sqlite_error_code(),
                Some(
                    rusqlite::ErrorCode::DiskFull
                        | rusqlite::ErrorCode::SystemIoFailure
                        | rusqlite::ErrorCode::ReadOnly
                )
            ),
            Self::Postgres(error) => error.code().is_some_and(|code| code.code() == "53100"),
            Self::Undone => true,
            _ => false,
        }
    }
}

/// A handle to the store; cheap to clone.
#[derive(Clone)]
pub enum Db {
    /// One file on this machine.
    Sqlite(Sqlite),
    /// A server.
    Postgres(Postgres),
}

/// Which of the two engines is in use, for the few places where they truly differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// SQLite.
    Sqlite,
    /// PostgreSQL.
    Postgres,
}

impl Db {
    /// Opens the SQLite file at `path`, making it when it is absent.
    ///
    /// # Errors
    /// When the file cannot be opened or SQLite is not a version that we trust.
    pub fn open_sqlite(path: &Path) -> Result<Self, DbError> {
        Ok(Self::Sqlite(Sqlite::open(path)?))
    }

    /// Connects to PostgreSQL.
    ///
    /// # Errors
    /// When the address is malformed or the server does not answer.
    pub async fn connect_postgres(url: &str) -> Result<Self, DbError> {
        Ok(Self::Postgres(Postgres::connect(url).await?))
    }

    /// The engine behind this handle.
    #[must_use]
    pub const fn engine(&self) -> Engine {
        match self {
            Self::Sqlite(_) => Engine::Sqlite,
            Self::Postgres(_) => Engine::Postgres,
        }
    }

    /// Brings the schema up to this program's version, and says what it was before.
    ///
    /// # Errors
    /// When the schema is newer than this program, or a migration fails.
    pub async fn migrate(&self) -> Outcome<Migrated> {
        migrate::run(self).await
    }

    /// The version of the schema, when it is this program's own. Changes nothing.
    ///
    /// # Errors
    /// When the schema is newer or older than this program, or cannot be read; the sentence says what to do.
    pub async fn check_schema(&self) -> Outcome<i64> {
        migrate::check(self).await
    }

    /// Changes the store: all that `command` does, or nothing.
    ///
    /// # Errors
    /// What the command answers, or the database's failure. Either way nothing was changed.
    pub async fn write<I, T>(
        &self,
        input: I,
        command: for<'a> fn(&'a mut Tx, &'a I) -> TxFuture<'a, T>,
    ) -> Outcome<T>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
    {
        match self {
            Self::Sqlite(sqlite) => sqlite.write(input, command).await,
            Self::Postgres(postgres) => postgres.write(input, command).await,
        }
    }

    /// Reads from one consistent state of the store. The engine refuses to change anything.
    ///
    /// # Errors
    /// What the query answers, or the database's failure.
    pub async fn read<I, T>(
        &self,
        input: I,
        query: for<'a> fn(&'a mut Tx, &'a I) -> TxFuture<'a, T>,
    ) -> Outcome<T>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
    {
        match self {
            Self::Sqlite(sqlite) => sqlite.read(input, query).await,
            Self::Postgres(postgres) => postgres.read(input, query).await,
        }
    }
}

/// A transaction: the only way to the tables.
pub struct Tx {
    session: Session,
    references: Arc<References>,
    /// The version of the reference data, once this command has looked.
    reference_version: Option<i64>,
    /// The same, read together with something else before this command looked.
    noted_version: Option<NotedVersion>,
    /// How many batches of statements were run.
    batches: u64,
    /// How many statements were run that change rows, where the engine does not count.
    statements: u64,
}

enum Session {
    Sqlite(rusqlite::Connection),
    Postgres(postgres::Connection),
}

impl Tx {
    fn new(session: Session, references: Arc<References>) -> Self {
        Self {
            session,
            references,
            reference_version: None,
            noted_version: None,
            batches: 0,
            statements: 0,
        }
    }

    /// The engine that runs this transaction.
    #[must_use]
    pub const fn engine(&self) -> Engine {
        match self.session {
            Session::Sqlite(_) => Engine::Sqlite,
            Session::Postgres(_) => Engine::Postgres,
        }
    }

    /// Runs a statement and says how many rows it touched.
    ///
    /// # Errors
    /// The database's failure.
    pub async fn execute(&mut self, sql: &str, params: &[Value]) -> Result<u64, DbError> {
        match &mut self.session {
            Session::Sqlite(connection) => sqlite::execute(connection, sql, params),
            Session::Postgres(connection) => {
                self.statements += 1;
                connection.execute(sql, params).await
            }
        }
    }

    /// Runs a statement that must touch exactly one row.
    ///
    /// # Errors
    /// [`DbError::RowCount`] when it touched another number of rows.
    pub async fn execute_one(&mut self, sql: &str, params: &[Value]) -> Result<(), DbError> {
        match self.execute(sql, params).await? {
            1 => Ok(()),
            touched => Err(DbError::RowCount {
                touched,
                sql: sql.to_owned(),
            }),
        }
    }

    /// Reads all rows of a query. Queries bound their rows themselves.
    ///
    /// # Errors
    /// The database's failure.
    pub async fn query(&mut self, sql: &str, params: &[Value]) -> Result<Vec<Row>, DbError> {
        match &mut self.session {
            Session::Sqlite(connection) => sqlite::query(connection, sql, params),
            Session::Postgres(connection) => {
                self.statements += u64::from(!sql.starts_with("SELECT"));
                connection.query(sql, params).await
            }
        }
    }

    /// Reads the first row of a query, when there is one.
    ///
    /// # Errors
    /// The database's failure.
    pub async fn query_opt(&mut self, sql: &str, params: &[Value]) -> Result<Option<Row>, DbError> {
        Ok(self.query(sql, params).await?.into_iter().next())
    }

    /// Reads the row that must be there.
    ///
    /// # Errors
    /// [`DbError::RowCount`] when there is none.
    pub async fn query_one(&mut self, sql: &str, params: &[Value]) -> Result<Row, DbError> {
        self.query_opt(sql, params)
            .await?
            .ok_or_else(|| DbError::RowCount {
                touched: 0,
                sql: sql.to_owned(),
            })
    }

    /// Runs several statements without parameters: migrations alone need this.
    async fn batch(&mut self, sql: &str) -> Result<(), DbError> {
        self.batches += 1;
        match &mut self.session {
            Session::Sqlite(connection) => Ok(connection.execute_batch(sql)?),
            Session::Postgres(connection) => connection.batch(sql).await,
        }
    }

    /// What counts up with each change: rows or statements that change some since the connection was
    /// opened, and changes of the schema, which SQLite does not count among them.
    fn changes(&self) -> (u64, u64) {
        match &self.session {
            Session::Sqlite(connection) => (connection.total_changes(), self.batches),
            Session::Postgres(_) => (self.statements, self.batches),
        }
    }

    /// Takes the next number of a counter that people see. It is without gaps, because it is
    /// taken and rolled back with everything else.
    ///
    /// # Errors
    /// The database's failure.
    pub async fn next_number(&mut self, scope: &str, name: &str) -> Result<i64, DbError> {
        let mut row = self
            .query_one(
                "INSERT INTO counter (scope, name, value) VALUES ($1, $2, 1) \
                 ON CONFLICT (scope, name) DO UPDATE SET value = counter.value + 1 \
                 RETURNING value",
                params![scope, name],
            )
            .await?;
        row.read()
    }
}

/// The error of a future that awaited something else than its transaction.
fn not_ready() -> Failure {
    Failure::internal("a command awaited something else than the database")
}
