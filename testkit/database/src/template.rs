//! What many tests begin with is made once in a process of tests; each test has a copy. On PostgreSQL making
//! the schema alone takes longer than most tests.

use shell::Db;
use tokio::sync::OnceCell;

use crate::{Database, order};

/// A database that others are copies of.
#[derive(Debug)]
pub struct Template(Kind);

#[derive(Debug)]
enum Kind {
    /// The bytes of the file.
    Sqlite(Vec<u8>),
    /// A database of the server that nobody connects to.
    Postgres { name: String },
}

static TEMPLATE: OnceCell<Template> = OnceCell::const_new();

/// A database with the schema.
pub(crate) async fn copy() -> Database {
    TEMPLATE.get_or_init(make).await.copy().await
}

impl Template {
    /// Keeps a database as it is, which nobody may use any more.
    ///
    /// # Panics
    /// When it cannot be read.
    pub async fn keep(db: &Db, database: Database) -> Self {
        keep(db, database).await
    }

    /// A database as the one that was kept.
    ///
    /// # Panics
    /// Without a folder for it, or without the server that is named.
    pub async fn copy(&self) -> Database {
        match &self.0 {
            Kind::Sqlite(bytes) => {
                let database = Database::fresh().await;
                let file = database.sqlite_file().expect("the engine of the template");
                std::fs::write(file, bytes).expect("a copy");
                database
            }
            Kind::Postgres { name } => Database::copy_of(name).await,
        }
    }
}

async fn make() -> Template {
    let database = Database::fresh().await;
    // A pool belongs to the runtime that it was opened in, and goes with it: the test that is the
    // first gives way to a thread of its own.
    let database = std::thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        runtime.block_on(async {
            let db = database.open().await;
            db.migrate().await.expect("the schema");
            keep(&db, database).await
        })
    });
    database.join().expect("the schema")
}

async fn keep(db: &Db, database: Database) -> Template {
    match &database {
        Database::Sqlite(folder) => {
            let copy = folder.join("template.db");
            db.copy_to(&copy).await.expect("a copy");
            Template(Kind::Sqlite(std::fs::read(copy).expect("the copy")))
        }
        Database::Postgres { server, name } => {
            let name = name.clone();
            order(
                server,
                &format!("ALTER DATABASE {name} ALLOW_CONNECTIONS false"),
            )
            .await;
            let alone = format!(
                "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '{name}'"
            );
            order(server, &alone).await;
            Template(Kind::Postgres { name })
        }
    }
}
