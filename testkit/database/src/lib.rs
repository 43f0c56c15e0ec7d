//! A fresh database for each test, dropped with it.

mod template;

use std::path::PathBuf;

use shell::Db;
use tokio_postgres::NoTls;
use uuid::Uuid;

pub use template::Template;

/// The variable that names a PostgreSQL server; without it tests run on SQLite.
pub const SERVER: &str = "TEST_DATABASE_URL";

/// A database of a test's own.
#[derive(Debug)]
pub enum Database {
    /// A file in a folder of its own.
    Sqlite(PathBuf),
    /// One of the server's databases. The server is thrown away after the tests.
    Postgres {
        /// The server's address.
        server: String,
        /// The database's name.
        name: String,
    },
}

impl Database {
    /// An empty one.
    ///
    /// # Panics
    /// Without a folder for it, or without the server that is named.
    pub async fn fresh() -> Self {
        Self::copy_of("template1").await
    }

    /// One that is as a database of the PostgreSQL server; on SQLite an empty one.
    async fn copy_of(template: &str) -> Self {
        let name = format!("vitrine_{}", Uuid::now_v7().simple());
        match std::env::var(SERVER) {
            Err(_) => {
                let folder = std::env::temp_dir().join(name);
                std::fs::create_dir_all(&folder).expect("a folder");
                Self::Sqlite(folder)
            }
            Ok(server) => {
                let sql = format!("CREATE DATABASE {name} TEMPLATE {template}");
                order(&server, &sql).await;
                Self::Postgres { server, name }
            }
        }
    }

    /// One with the present schema, open: a copy of one that the first test made.
    ///
    /// # Panics
    /// As [`Self::fresh`], and when the schema cannot be made.
    pub async fn migrated() -> (Db, Self) {
        let database = template::copy().await;
        let db = database.open().await;
        // Nothing is left to do; a store learns here that its schema is there.
        db.migrate().await.expect("the schema");
        (db, database)
    }

    /// Opens it.
    ///
    /// # Panics
    /// When it is not there any more.
    pub async fn open(&self) -> Db {
        match self {
            Self::Sqlite(folder) => Db::open_sqlite(&folder.join("vitrine.db")).expect("SQLite"),
            Self::Postgres { server, name } => Db::connect_postgres(&format!("{server}/{name}"))
                .await
                .expect("PostgreSQL"),
        }
    }

    /// A folder that goes with the database, for what a server keeps in files.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        match self {
            Self::Sqlite(folder) => folder.clone(),
            Self::Postgres { name, .. } => std::env::temp_dir().join(name),
        }
    }

    /// Where SQLite keeps it.
    #[must_use]
    pub fn sqlite_file(&self) -> Option<PathBuf> {
        match self {
            Self::Sqlite(folder) => Some(folder.join("vitrine.db")),
            Self::Postgres { .. } => None,
        }
    }

    /// Its address on the PostgreSQL server.
    #[must_use]
    pub fn postgres_url(&self) -> Option<String> {
        match self {
            Self::Sqlite(_) => None,
            Self::Postgres { server, name } => Some(format!("{server}/{name}")),
        }
    }
}

/// Makes a database of a name on a PostgreSQL server.
///
/// # Panics
/// When the server is not there, or has one of that name.
pub async fn create(server: &str, name: &str) {
    order(server, &format!("CREATE DATABASE {name}")).await;
}

/// Has a PostgreSQL server do something that concerns a whole database.
async fn order(server: &str, sql: &str) {
    let (client, connection) = tokio_postgres::connect(&format!("{server}/postgres"), NoTls)
        .await
        .expect("the server");
    let pump = tokio::spawn(connection);
    client.batch_execute(sql).await.expect("what was ordered");
    drop(client);
    let _ = pump.await;
}

impl Drop for Database {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.folder());
    }
}
