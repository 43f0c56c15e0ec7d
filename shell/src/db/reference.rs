//! Reference data in memory: what every command reads and what changes once in a while.
//!
//! Stores, tenders, price groups and VAT rates are read many times for one sale. What was made of
//! their rows is kept under the version of the reference data, a number in the database that
//! triggers replace by a fresh one whenever such a row changes (`migration/0003_reference`). One
//! small look-up for each command tells whether what is kept still holds; in every process.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::{DbError, Tx, params};

/// How many values are kept before all are dropped: prices of days gone by pile up otherwise.
const KEPT_MAX: usize = 1024;

/// What was made of reference data, by type and key, with the version that it was made from.
#[derive(Default)]
pub(super) struct References {
    kept: Mutex<HashMap<(TypeId, String), Kept>>,
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
        let version = self.look_up_version().await?;
        self.reference_version = Some(version);
        Ok(version)
    }

    async fn look_up_version(&mut self) -> Result<i64, DbError> {
        let mut row = self
            .query_one("SELECT version FROM reference_version", params![])
            .await?;
        row.read()
    }
}

impl References {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<(TypeId, String), Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
