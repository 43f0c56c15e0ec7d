//! Reference data in memory: what every command reads and what changes once in a while.
//!
//! Stores, tenders, price groups and VAT rates are read many times for one sale. What was made of
//! their rows is kept under the version of the reference data, a number in the database that
//! triggers replace by a fresh one whenever such a row changes (`migration/0003_reference`). One
//! small look-up for each command tells whether what is kept still holds; in every process.

use std::any::{Any, TypeId};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{DbError, Tx, params};

/// How many values are kept before all are dropped: prices of days gone by pile up otherwise.
const KEPT_MAX: usize = 1024;

/// What was made of reference data, by type and key, with the version that it was made from.
#[derive(Default)]
pub(super) struct References {
    kept: Mutex<HashMap<(TypeId, String), Kept>>,
    /// What is being made anew.
    in_the_making: Mutex<HashSet<TypeId>>,
}

/// What is kept of something that takes long to make.
pub enum Slow<T> {
    /// What holds; or what held a moment ago, while somebody else makes it anew.
    Ready(Arc<T>),
    /// Nothing that can be used: the caller makes it. While it keeps the task, if it is the first,
    /// the others use what held before.
    Missing(Option<Making>),
}

/// The task of making something anew; dropped when it is done or failed.
pub struct Making {
    what: TypeId,
    references: Arc<References>,
}

impl Drop for Making {
    fn drop(&mut self) {
        self.references.in_the_making().remove(&self.what);
    }
}

/// A version of the reference data, and what had been changed when it was read.
#[derive(Clone, Copy)]
pub(super) struct NotedVersion {
    version: i64,
    changes: (u64, u64),
}

#[derive(Clone)]
struct Kept {
    version: i64,
    value: Arc<dyn Any + Send + Sync>,
}

impl Tx {
    /// What [`Tx::keep_reference`] kept under this key, unless reference data changed since.
    ///
    /// # Errors
    /// The database's failure.
    pub async fn kept_reference<T>(&mut self, key: &str) -> Result<Option<Arc<T>>, DbError>
    where
        T: Send + Sync + 'static,
    {
        let version = self.reference_version().await?;
        let key = (TypeId::of::<T>(), key.to_owned());
        let kept = self.references.lock().get(&key).cloned();
        Ok(kept
            .filter(|kept| kept.version == version)
            .and_then(|kept| kept.value.downcast().ok()))
    }

    /// What is kept of something that takes so long to make that only one shall make it at a time:
    /// the others get what held before, and all of them where nothing did.
    ///
    /// # Errors
    /// The database's failure.
    pub async fn slow_reference<T>(&mut self, key: &str) -> Result<Slow<T>, DbError>
    where
        T: Send + Sync + 'static,
    {
        if let Some(value) = self.kept_reference(key).await? {
            return Ok(Slow::Ready(value));
        }
        let what = TypeId::of::<T>();
        let is_first = self.references.in_the_making().insert(what);
        let making = is_first.then(|| Making {
            what,
            references: self.references.clone(),
        });
        let before = self.references.lock().get(&(what, key.to_owned())).cloned();
        Ok(match (making, before.map(|kept| kept.value.downcast())) {
            (None, Some(Ok(before))) => Slow::Ready(before),
            (making, _) => Slow::Missing(making),
        })
    }

    /// Keeps what was made of reference data, until such data changes. What a command made of rows
    /// that it changed itself is not kept: they are nobody else's before the commit.
    ///
    /// # Errors
    /// The database's failure.
    pub async fn keep_reference<T>(&mut self, key: &str, value: T) -> Result<Arc<T>, DbError>
    where
        T: Send + Sync + 'static,
    {
        let version = self.reference_version().await?;
        let value = Arc::new(value);
        if self.look_up_version().await? != version {
            return Ok(value);
        }
        let mut kept = self.references.lock();
        if kept.len() >= KEPT_MAX {
            kept.clear();
        }
        kept.insert(
            (TypeId::of::<T>(), key.to_owned()),
            Kept {
                version,
                value: value.clone(),
            },
        );
        Ok(value)
    }

    /// The version of the reference data, looked up once for each command. A command that changes
    /// reference data reads it from the tables themselves.
    async fn reference_version(&mut self) -> Result<i64, DbError> {
        if let Some(version) = self.reference_version {
            return Ok(version);
        }
        let noted = self
            .noted_version
            .filter(|noted| noted.changes == self.changes());
        let version = match noted {
            Some(noted) => noted.version,
            None => self.look_up_version().await?,
        };
        self.reference_version = Some(version);
        Ok(version)
    }

    /// The next command looks for itself.
    pub(super) const fn forget_reference_version(&mut self) {
        self.reference_version = None;
        self.noted_version = None;
    }

    /// The version as this command has just read it together with something else. It spares a look-up as
    /// long as the command has changed nothing.
    pub(crate) fn note_reference_version(&mut self, version: i64) {
        self.noted_version = Some(NotedVersion {
            version,
            changes: self.changes(),
        });
    }

    async fn look_up_version(&mut self) -> Result<i64, DbError> {
        let mut row = self
            .query_one("SELECT version FROM reference_version", params![])
            .await?;
        row.read()
    }
}

impl References {
    fn lock(&self) -> MutexGuard<'_, HashMap<(TypeId, String), Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn in_the_making(&self) -> MutexGuard<'_, HashSet<TypeId>> {
        self.in_the_making
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Db;
    use crate::db::TxFuture;

    const TABLE: &str = "CREATE TABLE reference_version AS SELECT 1 AS version";
    const CHANGE: &str = "UPDATE reference_version SET version = version + 1";

    fn run<'a>(tx: &'a mut Tx, sql: &'a &'static str) -> TxFuture<'a, ()> {
        Box::pin(async move { Ok(tx.execute(sql, params![]).await.map(|_| ())?) })
    }

    fn keep<'a>(tx: &'a mut Tx, word: &'a &'static str) -> TxFuture<'a, ()> {
        Box::pin(async move { Ok(tx.keep_reference("word", *word).await.map(|_| ())?) })
    }

    /// A database whose reference data are of version 1, and where it is.
    async fn database() -> (Db, std::path::PathBuf) {
        let name = format!("vitrine-reference-{}.db", uuid::Uuid::now_v7());
        let path = std::env::temp_dir().join(name);
        let db = Db::open_sqlite(&path).unwrap();
        db.write(TABLE, run).await.unwrap();
        (db, path)
    }

    fn look(tx: &mut Tx) -> TxFuture<'_, Slow<&'static str>> {
        Box::pin(async move { Ok(tx.slow_reference("word").await?) })
    }

    /// The task of whoever must make the word now.
    async fn task(db: &Db) -> Option<Making> {
        match db.read((), |tx, ()| look(tx)).await.unwrap() {
            Slow::Ready(_) => panic!("there is something"),
            Slow::Missing(task) => task,
        }
    }

    async fn word(db: &Db) -> &'static str {
        match db.read((), |tx, ()| look(tx)).await.unwrap() {
            Slow::Ready(word) => *word,
            Slow::Missing(_) => panic!("there is nothing"),
        }
    }

    #[tokio::test]
    async fn one_makes_it_anew_and_the_others_have_what_was_before() {
        let (db, path) = database().await;
        let first = task(&db).await;
        assert!(first.is_some(), "nobody makes it yet");
        assert!(
            task(&db).await.is_none(),
            "there is nothing to use meanwhile"
        );
        db.read("old", keep).await.unwrap();
        drop(first);
        assert_eq!(word(&db).await, "old");
        db.write(CHANGE, run).await.unwrap();
        let second = task(&db).await;
        assert!(second.is_some());
        assert_eq!(word(&db).await, "old");
        db.read("new", keep).await.unwrap();
        assert_eq!(word(&db).await, "new");
        drop(second);
        db.write(CHANGE, run).await.unwrap();
        assert!(task(&db).await.is_some(), "one that failed leaves the task");
        drop(db);
        std::fs::remove_file(path).unwrap();
    }

    #[tokio::test]
    async fn a_version_that_was_noted_holds_until_the_command_changes_something() {
        let (db, path) = database().await;
        db.read("word", keep).await.unwrap();
        let noted = db.write((), |tx, ()| {
            Box::pin(async move {
                tx.note_reference_version(7);
                Ok(tx.kept_reference::<&'static str>("word").await?)
            })
        });
        assert_eq!(noted.await.unwrap(), None, "nothing is kept of version 7");
        let changed = db.write((), |tx, ()| {
            Box::pin(async move {
                tx.note_reference_version(1);
                tx.execute(CHANGE, params![]).await?;
                Ok(tx.kept_reference::<&'static str>("word").await?)
            })
        });
        assert_eq!(changed.await.unwrap(), None, "it is of before the change");
        drop(db);
        std::fs::remove_file(path).unwrap();
    }
}
