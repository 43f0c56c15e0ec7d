//! PostgreSQL: pooled connections, a writer for each process, and readers beside it.

mod connection;
mod silence;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use deadpool_postgres::{
    Hook, HookError, Manager, ManagerConfig, Object, Pool, PoolConfig, QueueMode, RecyclingMethod,
    Runtime,
};
use tokio_postgres::{Config, NoTls};

pub(super) use self::connection::{Connection, end};
use super::command::Door;
use super::lane;
use super::reference::References;
use super::{DbError, Session, Tx, TxFuture};
use crate::event::Event;
use crate::{Failure, Outcome};

/// How many connections this process may hold.
const CONNECTIONS_MAX: usize = 24;
/// How long a request waits for one of them.
const CONNECTION_WAIT: Duration = Duration::from_secs(5);
/// Begins while the schema is made.
const BEGIN: &str = "BEGIN ISOLATION LEVEL SERIALIZABLE";
/// Begins beside others. A lock on a table is taken before the transaction's first look at the data,
/// so that whoever waited for it sees what was committed meanwhile. A lock that somebody else holds for longer than
/// a few seconds is a collision: whoever waits to be alone lets the others go first, and looks again.
const BEGIN_BESIDE_OTHERS: &str = "BEGIN ISOLATION LEVEL SERIALIZABLE; \
     SET LOCAL lock_timeout = '5s'; LOCK TABLE schema_version IN ROW EXCLUSIVE MODE";
/// Begins when all commands of all processes that write have ended, and lets none begin.
const BEGIN_ALONE: &str = "BEGIN ISOLATION LEVEL SERIALIZABLE; \
     SET LOCAL lock_timeout = '5s'; LOCK TABLE schema_version IN SHARE ROW EXCLUSIVE MODE";
/// What each connection begins with. A question of many parts looks costly to a planner that has no statistics
/// yet; it would be compiled for a quarter of a second, to be answered in milliseconds.
const NO_COMPILING: &str = "SET jit = off";
/// The channel of live events.
const CHANNEL: &str = "vitrine_event";

/// A store on a PostgreSQL server.
#[derive(Clone)]
pub struct Postgres {
    server: Arc<Server>,
    door: Arc<Door>,
}

/// The way to the server.
pub(super) struct Server {
    pool: Pool,
    way: Config,
    references: Arc<References>,
    /// Whether the schema is there, and with it the table that [`BEGIN_ALONE`] locks.
    is_migrated: AtomicBool,
}

impl Server {
    async fn connect(url: &str) -> Result<Self, DbError> {
        let way = silence::way_to(url)?;
        let manager = ManagerConfig {
            recycling_method: RecyclingMethod::Fast,
        };
        let manager = Manager::from_config(way.clone(), NoTls, manager);
        let mut config = PoolConfig::new(CONNECTIONS_MAX);
        config.timeouts.wait = Some(CONNECTION_WAIT);
        config.timeouts.create = Some(CONNECTION_WAIT);
        // The connection that was used last has most statements prepared.
        config.queue_mode = QueueMode::Lifo;
        let pool = Pool::builder(manager)
            .config(config)
            .runtime(Runtime::Tokio1)
            .post_create(Hook::async_fn(|client, _| {
                Box::pin(async move {
                    let settings = format!("{NO_COMPILING}; {}", silence::ON_THE_SERVER);
                    client
                        .batch_execute(&settings)
                        .await
                        .map_err(HookError::Backend)
                })
            }))
            .build()
            .map_err(|error| DbError::Unavailable(error.to_string()))?;
        let server = Self {
            pool,
            way,
            references: Arc::default(),
            is_migrated: AtomicBool::default(),
        };
        server.assert_settings().await?;
        Ok(server)
    }

    /// Settings under which an acknowledged commit would not survive are refused.
    async fn assert_settings(&self) -> Result<(), DbError> {
        let client = self.client().await?;
        for name in ["fsync", "full_page_writes", "synchronous_commit"] {
            let value: String = client.query_one(&format!("SHOW {name}"), &[]).await?.get(0);
            if value == "off" {
                return Err(DbError::Schema(format!(
                    "PostgreSQL runs with {name} = off; a sale could be lost at a power cut. \
                     Turn it on"
                )));
            }
        }
        Ok(())
    }

    async fn client(&self) -> Result<Object, DbError> {
        self.pool
            .get()
            .await
            .map_err(|error| DbError::Unavailable(error.to_string()))
    }

    /// Begins a transaction on a connection of the pool.
    async fn open(&self, begin: &str) -> Result<Tx, DbError> {
        let session = Session::Postgres(Connection::new(self.client().await?));
        let mut tx = Tx::new(session, self.references.clone());
        tx.batch(begin).await?;
        Ok(tx)
    }

    /// Begins a transaction that changes something, beside those of other processes or alone.
    pub(super) async fn begin(&self, is_beside_others: bool) -> Result<Tx, DbError> {
        self.open(match self.is_migrated.load(Ordering::Relaxed) {
            false => BEGIN,
            true if is_beside_others => BEGIN_BESIDE_OTHERS,
            true => BEGIN_ALONE,
        })
        .await
    }

    /// Commits it.
    pub(super) async fn commit(&self, tx: Tx) -> Result<(), DbError> {
        match end(tx, "COMMIT").await {
            // The server may have committed before its answer was lost.
            Err(error) if error.is_unavailable() => {
                tracing::error!(%error, "the answer to a commit was lost");
                Err(DbError::Uncertain)
            }
            committed => committed,
        }
    }

    async fn read<I, T>(
        &self,
        input: &I,
        query: for<'a> fn(&'a mut Tx, &'a I) -> TxFuture<'a, T>,
    ) -> Outcome<T> {
        let session = Session::Postgres(Connection::reading(self.client().await?));
        let mut tx = Tx::new(session, self.references.clone());
        let outcome = query(&mut tx, input).await;
        connection::end_reading(tx);
        outcome
    }
}

impl Postgres {
    pub(super) async fn connect(url: &str) -> Result<Self, DbError> {
        let server = Arc::new(Server::connect(url).await?);
        let (door, queue) = Door::open()?;
        tokio::spawn(lane::serve(server.clone(), queue));
        Ok(Self {
            server,
            door: Arc::new(door),
        })
    }

    /// Says that the schema is there.
    pub(super) fn note_migrated(&self) {
        self.server.is_migrated.store(true, Ordering::Relaxed);
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

    /// Reads to the end even when whoever asked goes away, as a browser does that closes its connection: a
    /// transaction that is left in the middle would become part of the next one on its connection.
    pub(super) async fn read<I, T>(
        &self,
        input: I,
        query: for<'a> fn(&'a mut Tx, &'a I) -> TxFuture<'a, T>,
    ) -> Outcome<T>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
    {
        let server = self.server.clone();
        tokio::spawn(async move { server.read(&input, query).await })
            .await
            .map_err(|error| Failure::internal(format!("a query panicked: {error}")))?
    }

    /// Writes a table anew without what was written over in it.
    pub(super) async fn rewrite(&self, table: &'static str) -> Result<(), DbError> {
        let client = self.server.client().await?;
        client
            .batch_execute(&format!("VACUUM (FULL) {table}"))
            .await?;
        Ok(())
    }

    pub(crate) async fn notify(&self, text: &str) -> Result<(), DbError> {
        let client = self.server.client().await?;
        client
            .execute("SELECT pg_notify($1, $2)", &[&CHANNEL, &text])
            .await?;
        Ok(())
    }

    /// Hands the events of all processes to `deliver`, for ever, over a connection of its own.
    pub async fn listen(&self, deliver: impl Fn(Event) + Send + Sync + 'static) {
        loop {
            if let Err(error) = self.listen_once(&deliver).await {
                tracing::warn!(%error, "events of other processes are not heard; trying again");
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    async fn listen_once(&self, deliver: &(impl Fn(Event) + Send + Sync)) -> Result<(), DbError> {
        let (client, mut connection) = self.server.way.connect(NoTls).await?;
        let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
        let pump = tokio::spawn(async move {
            let mut messages = futures::stream::poll_fn(move |cx| connection.poll_message(cx));
            while let Some(Ok(message)) = futures::StreamExt::next(&mut messages).await {
                if let tokio_postgres::AsyncMessage::Notification(note) = message
                    && sender.send(note.payload().to_owned()).is_err()
                {
                    return;
                }
            }
        });
        client.batch_execute(&format!("LISTEN {CHANNEL}")).await?;
        while let Some(text) = receiver.recv().await {
            if let Ok(event) = serde_json::from_str(&text) {
                deliver(event);
            }
        }
        pump.abort();
        Ok(())
    }
}

/// Whether the connection is gone, the server is on its way down or up, or it has ended a session that said nothing in
/// the middle of a transaction.
pub(super) fn is_connection_lost(error: &tokio_postgres::Error) -> bool {
    let is_ending = error.code().is_some_and(|code| {
        let code = code.code();
        code.starts_with("57P") || code.starts_with("08") || code == "25P03"
    });
    let is_broken = std::error::Error::source(error).is_some_and(|cause| cause.is::<io::Error>());
    error.is_closed() || is_ending || is_broken
}
