//! A database of its own for each test.

use std::sync::Arc;

use demo::seed::{OrderVolume, SeedOptions, seed};
use journal::Signer;
use shell::db::FromValue;
use shell::event::Events;
use shell::{Clock, Shell, params};
use test_database::Database;

/// Noon in Paris on a Saturday.
pub(crate) const NOW: &str = "2026-11-21T11:00:00Z";

pub(crate) struct House {
    pub(crate) shell: Shell,
    pub(crate) options: SeedOptions,
    pub(crate) database: Database,
}

impl House {
    pub(crate) async fn empty(orders: OrderVolume) -> Self {
        let (db, database) = Database::migrated().await;
        Self {
            shell: Shell {
                db,
                clock: Clock::manual(NOW.parse().unwrap()),
                events: Arc::new(Events::new(None)),
            },
            options: SeedOptions {
                signer: Arc::new(Signer::new(&[7; 32])),
                terminal_address: "127.0.0.1:8443".to_owned(),
                pictures: database.folder().join("pictures"),
                orders,
                open_days: 0,
            },
            database,
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
