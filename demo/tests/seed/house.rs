//! A database of its own for each test.

use std::sync::Arc;

use demo::seed::{OrderVolume, SeedOptions, seed};
use journal::Signer;
use shell::db::FromValue;
use shell::event::Events;
use shell::{Clock, Db, Shell, params};

/// Noon in Paris on a Saturday.
pub(crate) const NOW: &str = "2026-11-21T11:00:00Z";

/// A database of its own on a PostgreSQL server, which is thrown away after the tests.
async fn fresh_postgres(server: &str) -> Db {
    let name = format!("seed_{}", uuid::Uuid::now_v7().simple());
    let (client, connection) =
        tokio_postgres::connect(&format!("{server}/postgres"), tokio_postgres::NoTls)
            .await
            .unwrap();
    let pump = tokio::spawn(connection);
    client
        .batch_execute(&format!("CREATE DATABASE {name}"))
        .await
        .unwrap();
    drop(client);
    pump.await.unwrap().unwrap();
    Db::connect_postgres(&format!("{server}/{name}"))
        .await
        .unwrap()
}

pub(crate) struct House {
    pub(crate) shell: Shell,
    pub(crate) options: SeedOptions,
    pub(crate) directory: tempfile::TempDir,
}

impl House {
    pub(crate) async fn empty(orders: OrderVolume) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let db = match std::env::var("TEST_DATABASE_URL") {
            Ok(server) => fresh_postgres(&server).await,
            Err(_) => Db::open_sqlite(&directory.path().join("vitrine.db")).unwrap(),
        };
        db.migrate().await.unwrap();
        Self {
            shell: Shell {
                db,
                clock: Clock::manual(NOW.parse().unwrap()),
                events: Arc::new(Events::new(None)),
            },
            options: SeedOptions {
                signer: Arc::new(Signer::new(&[7; 32])),
                terminal_address: "127.0.0.1:8443".to_owned(),
                pictures: directory.path().join("pictures"),
                orders,
            },
            directory,
        }
    }

    pub(crate) async fn seeded(orders: OrderVolume) -> Self {
        let house = Self::empty(orders).await;
        seed(&house.shell, &house.options).await.unwrap();
        house
    }

    /// The first column of the first row.
    pub(crate) async fn one<T: FromValue + Send + 'static>(&self, sql: &str) -> T {
        self.shell
            .db
            .read(sql.to_owned(), |tx, sql| {
                Box::pin(async move { Ok(tx.query_one(sql, params![]).await?.read()?) })
            })
            .await
            .unwrap()
    }

    pub(crate) async fn count(&self, sql: &str) -> i64 {
        self.one(&format!("SELECT COUNT(*) FROM {sql}")).await
    }

    pub(crate) async fn write(&self, sql: &str) {
        self.shell
            .db
            .write(sql.to_owned(), |tx, sql| {
                Box::pin(async move { Ok(tx.execute(sql, params![]).await?) })
            })
            .await
            .unwrap();
    }
}
