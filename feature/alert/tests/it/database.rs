//! A fresh database for each test: SQLite, or the PostgreSQL server of `TEST_DATABASE_URL`.

use shell::Db;
use tokio_postgres::NoTls;
use uuid::Uuid;

/// A fresh database with the schema, and the folder that goes with it.
pub(crate) async fn fresh() -> (Db, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let db = match std::env::var("TEST_DATABASE_URL") {
        Err(_) => Db::open_sqlite(&folder.path().join("vitrine.db")).unwrap(),
        Ok(server) => {
            let name = format!("vitrine_{}", Uuid::now_v7().simple());
            create(&server, &name).await;
            Db::connect_postgres(&format!("{server}/{name}"))
                .await
                .unwrap()
        }
    };
    db.migrate().await.unwrap();
    (db, folder)
}

async fn create(server: &str, name: &str) {
    let url = format!("{server}/postgres");
    let (client, connection) = tokio_postgres::connect(&url, NoTls).await.unwrap();
    let pump = tokio::spawn(connection);
    let sql = format!("CREATE DATABASE {name}");
    client.batch_execute(&sql).await.unwrap();
    drop(client);
    pump.await.unwrap().unwrap();
}
