//! A database of its own for each test, with a journal to write to.

use journal::{Appended, ChainOpening, Kind, NewEntry, Signer, append, payload};
use serde_json::Value;
use shell::db::FromValue;
use shell::{Db, Outcome, params};

pub(crate) const CHAIN: &str = "PAR01-T1";

pub(crate) struct Shop {
    pub(crate) db: Db,
    pub(crate) signer: Signer,
    directory: tempfile::TempDir,
}

/// An entry of 15:42:08 in Paris.
pub(crate) fn new_entry(chain: &str, kind: Kind, members: &Value) -> NewEntry {
    NewEntry {
        chain_id: chain.to_owned(),
        kind,
        at: "2026-11-14T14:42:08Z".parse().unwrap(),
        time_zone: "Europe/Paris".to_owned(),
        business_date: "2026-11-14".parse().unwrap(),
        payload: payload(members).unwrap(),
        opening: ChainOpening {
            registration_no: "123 456 789 00012".to_owned(),
            vat_no: "FR00123456789".to_owned(),
            store_no: "PAR01".into(),
            terminal_no: Some("PAR01-T1".into()),
            software_version: "3.10.51".to_owned(),
        },
    }
}

impl Shop {
    pub(crate) async fn open() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let db = Db::open_sqlite(&directory.path().join("vitrine.db")).unwrap();
        db.migrate().await.unwrap();
        Self {
            db,
            signer: Signer::new(&[7; 32]),
            directory,
        }
    }

    /// A shop of its own with all that another one holds.
    pub(crate) fn copy_of(other: &Self) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("vitrine.db");
        let copy = format!("VACUUM INTO '{}'", path.display());
        let connection = rusqlite::Connection::open(other.path()).unwrap();
        connection.execute_batch(&copy).unwrap();
        Self {
            db: Db::open_sqlite(&path).unwrap(),
            signer: other.signer.clone(),
            directory,
        }
    }

    pub(crate) fn path(&self) -> std::path::PathBuf {
        self.directory.path().join("vitrine.db")
    }

    pub(crate) async fn write(&self, entry: NewEntry) -> Outcome<Appended> {
        self.db
            .write((self.signer.clone(), entry), |tx, (signer, entry)| {
                Box::pin(append(tx, signer, entry.clone()))
            })
            .await
    }

    pub(crate) async fn try_append(&self, kind: Kind, members: Value) -> Outcome<Appended> {
        self.write(new_entry(CHAIN, kind, &members)).await
    }

    pub(crate) async fn append(&self, kind: Kind, members: Value) -> Appended {
        self.try_append(kind, members).await.unwrap()
    }

    pub(crate) async fn append_to(&self, chain: &str, kind: Kind, members: Value) -> Appended {
        self.write(new_entry(chain, kind, &members)).await.unwrap()
    }

    pub(crate) async fn payload(&self, seq: i64) -> Vec<u8> {
        self.column(seq, "payload").await
    }

    pub(crate) async fn hash(&self, seq: i64) -> Vec<u8> {
        self.column(seq, "hash").await
    }

    pub(crate) async fn signature(&self, seq: i64) -> Vec<u8> {
        self.column(seq, "signature").await
    }

    async fn column<T: FromValue + Send + 'static>(&self, seq: i64, name: &str) -> T {
        let sql = format!("SELECT {name} FROM journal_entry WHERE chain_id = $1 AND seq = $2");
        self.db
            .read((sql, seq), |tx, (sql, seq)| {
                Box::pin(async move { Ok(tx.query_one(sql, params![CHAIN, *seq]).await?.read()?) })
            })
            .await
            .unwrap()
    }
}
