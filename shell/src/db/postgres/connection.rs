//! A connection of the pool in one transaction.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use deadpool_postgres::Object;
use tokio_postgres::types::{ToSql, Type};

use super::super::{DbError, Row, Session, Tx, Value};

/// Begins a look at the data as it is at one moment.
const BEGIN_READING: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// A connection of the pool in a transaction. When it is let go before the transaction has ended, because its
/// command panicked or its thread went away, it is closed: whoever got it next would be in that transaction.
pub(in crate::db) struct Connection {
    client: Option<Object>,
    stage: Stage,
}

/// How far its transaction is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// A look at the data that begins together with its first statement.
    ToBegin,
    Begun,
    Over,
}

/// Ends a transaction with `COMMIT` or `ROLLBACK`. Whatever the server answers, it is over then; without an
/// answer its connection is not used again.
pub(in crate::db) async fn end(mut tx: Tx, sql: &str) -> Result<(), DbError> {
    let ended = tx.batch(sql).await;
    if let Session::Postgres(connection) = &mut tx.session {
        connection.stage = Stage::Over;
    }
    ended
}

/// Ends a look at the data. Nothing depends on what the server answers, so that nobody waits for it; whoever has the
/// connection next is served after it.
pub(super) fn end_reading(mut tx: Tx) {
    if let Session::Postgres(connection) = &mut tx.session
        && connection.stage == Stage::Begun
        && let Some(client) = &connection.client
    {
        let ended = pin!(client.batch_execute("COMMIT"));
        // The first poll sends it.
        let ended = ended.poll(&mut Context::from_waker(Waker::noop()));
        if !matches!(ended, Poll::Ready(Err(_))) {
            connection.stage = Stage::Over;
        }
    }
}

impl Connection {
    /// For a transaction that the next statement begins.
    pub(super) const fn new(client: Object) -> Self {
        Self {
            client: Some(client),
            stage: Stage::Begun,
        }
    }

    /// For a look at the data. Its beginning goes out with its first question and nobody waits for its end, so
    /// that a single question is one journey to the server and not three. Only a `SELECT` goes with it: were the
    /// beginning refused, what follows would be outside of any transaction.
    pub(super) const fn reading(client: Object) -> Self {
        Self {
            client: Some(client),
            stage: Stage::ToBegin,
        }
    }

    fn client(&self) -> Result<&Object, DbError> {
        self.client
            .as_ref()
            .ok_or_else(|| DbError::Unavailable("the connection is closed".to_owned()))
    }

    /// Runs several statements without parameters.
    pub(in crate::db) async fn batch(&self, sql: &str) -> Result<(), DbError> {
        Ok(self.client()?.batch_execute(sql).await?)
    }

    pub(in crate::db) async fn execute(
        &mut self,
        sql: &str,
        params: &[Value],
    ) -> Result<u64, DbError> {
        self.begin().await?;
        let client = self.client()?;
        let statement = client.prepare_cached(sql).await?;
        Ok(client.execute(&statement, &borrowed(params)).await?)
    }

    pub(in crate::db) async fn query(
        &mut self,
        sql: &str,
        params: &[Value],
    ) -> Result<Vec<Row>, DbError> {
        let is_question = sql.trim_start().starts_with("SELECT");
        let rows = if is_question && self.stage == Stage::ToBegin {
            self.begin_asking(sql, params).await?
        } else {
            self.begin().await?;
            let client = self.client()?;
            let statement = client.prepare_cached(sql).await?;
            client.query(&statement, &borrowed(params)).await?
        };
        rows.iter().map(read_row).collect()
    }

    /// Begins a look that has not begun.
    async fn begin(&mut self) -> Result<(), DbError> {
        if self.stage == Stage::ToBegin {
            self.stage = Stage::Begun;
            self.batch(BEGIN_READING).await?;
        }
        Ok(())
    }

    /// Begins a look with its first question: both are sent, in this order, before either is answered.
    async fn begin_asking(
        &mut self,
        sql: &str,
        params: &[Value],
    ) -> Result<Vec<tokio_postgres::Row>, DbError> {
        let statement = self.client()?.prepare_cached(sql).await?;
        self.stage = Stage::Begun;
        let client = self.client()?;
        let params = borrowed(params);
        let (begun, rows) = tokio::join!(
            biased;
            client.batch_execute(BEGIN_READING),
            client.query(&statement, &params),
        );
        begun?;
        Ok(rows?)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if self.stage == Stage::Begun
            && let Some(client) = self.client.take()
        {
            drop(Object::take(client));
        }
    }
}

fn borrowed(params: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    params
        .iter()
        .map(|value| value as &(dyn ToSql + Sync))
        .collect()
}

fn read_row(row: &tokio_postgres::Row) -> Result<Row, DbError> {
    let mut values = Vec::with_capacity(row.len());
    for (column, definition) in row.columns().iter().enumerate() {
        values.push(read_column(row, column, definition.type_())?);
    }
    Ok(Row::new(values))
}

fn read_column(row: &tokio_postgres::Row, column: usize, ty: &Type) -> Result<Value, DbError> {
    let value = match *ty {
        Type::INT8 => row.try_get::<_, Option<i64>>(column)?.map(Value::Integer),
        Type::INT4 => row
            .try_get::<_, Option<i32>>(column)?
            .map(|n| Value::Integer(n.into())),
        Type::BOOL => row.try_get::<_, Option<bool>>(column)?.map(Value::Boolean),
        Type::TEXT | Type::VARCHAR => row.try_get::<_, Option<String>>(column)?.map(Value::Text),
        Type::UUID => row
            .try_get::<_, Option<uuid::Uuid>>(column)?
            .map(Value::Uuid),
        Type::BYTEA => row.try_get::<_, Option<Vec<u8>>>(column)?.map(Value::Bytes),
        _ => {
            return Err(DbError::Column {
                column,
                expected: "a type that both engines know",
            });
        }
    };
    Ok(value.unwrap_or(Value::Null))
}
