//! A fresh database for each test, dropped with it.

use std::path::PathBuf;

use shell::Db;
use tokio_postgres::NoTls;
use uuid::Uuid;

/// The variable that names a PostgreSQL server; without it tests run on SQLite.
const SERVER: &str = "TEST_DATABASE_URL";

pub(crate) enum Database {
    Sqlite(PathBuf),
    Postgres { server: String, name: String },
}

impl Database {
    pub(crate) async fn fresh() -> Self {
        let name = format!("vitrine_{}", Uuid::now_v7().simple());
        match std::env::var(SERVER) {
            Err(_) => {
                let folder = std::env::temp_dir().join(name);
                std::fs::create_dir_all(&folder).expect("a folder");
                Self::Sqlite(folder)
            }
            Ok(server) => {
                run(&server, &format!("CREATE DATABASE {name}")).await;
                Self::Postgres { server, name }
            }
        }
    }

    pub(crate) async fn open(&self) -> Db {
        match self {
            Self::Sqlite(folder) => Db::open_sqlite(&folder.join("vitrine.db")).expect("SQLite"),
            Self::Postgres { server, name } => Db::connect_postgres(&format!("{server}/{name}"))
                .await
                .expect("PostgreSQL"),
        }
    }
}

impl Database {
    /// A folder that goes with the database, for what the server keeps in files.
    pub(crate) fn folder(&self) -> PathBuf {
        match self {
            Self::Sqlite(folder) => folder.clone(),
            Self::Postgres { name, .. } => std::env::temp_dir().join(name),
        }
    }

    pub(crate) fn sqlite_file(&self) -> Option<PathBuf> {
        match self {
            Self::Sqlite(folder) => Some(folder.join("vitrine.db")),
            Self::Postgres { .. } => None,
        }
    }

    pub(crate) fn postgres_url(&self) -> Option<String> {
        match self {
            Self::Sqlite(_) => None,
            Self::Postgres { server, name } => Some(format!("{server}/{name}")),
        }
    }
}

async fn run(server: &str, sql: &str) {
    let (client, connection) = tokio_postgres::connect(&format!("{server}/postgres"), NoTls)
        .await
        .expect("the server");
    let pump = tokio::spawn(connection);
    client.batch_execute(sql).await.expect("a database");
    drop(client);
    let _ = pump.await;
}

impl Drop for Database {
    fn drop(&mut self) {
        // The PostgreSQL server itself is thrown away after the tests.
        let _ = std::fs::remove_dir_all(self.folder());
    }
}
