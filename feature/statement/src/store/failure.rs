//! Why a statement could not be posted, as it is kept.

use std::collections::BTreeMap;

use kernel::Refusal;
use kernel::refusal::Param;
use shell::db::Row;
use shell::{Failure, Outcome};

/// Why a statement could not be posted: the key of a refusal, and what fills its sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptFailure {
    pub key: String,
    /// None of one that was refused before they were kept.
    pub params: BTreeMap<String, Param>,
}

impl From<&Refusal> for KeptFailure {
    fn from(refusal: &Refusal) -> Self {
        let view = refusal.view();
        Self {
            key: view.key,
            params: view.params,
        }
    }
}

impl KeptFailure {
    /// The parameters as they are stored.
    pub(crate) fn written(&self) -> Outcome<String> {
        serde_json::to_string(&self.params).map_err(Failure::internal)
    }
}

/// Reads a failure from its two columns.
pub(crate) fn read_failure(row: &mut Row) -> Outcome<Option<KeptFailure>> {
    let (key, params): (Option<String>, Option<String>) = (row.read()?, row.read()?);
    let Some(key) = key else {
        return Ok(None);
    };
    let params = match params {
        None => BTreeMap::new(),
        Some(params) => serde_json::from_str(&params).map_err(Failure::internal)?,
    };
    Ok(Some(KeptFailure { key, params }))
}
