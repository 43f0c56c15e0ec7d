//! The proof of changes: the journal tells of each with the hashes of what was before and after.

use std::sync::Arc;

use journal::{Kind, Members, PAGE, Place, Recorded};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use shell::db::{Tx, TxFuture, params};
use uuid::Uuid;

/// What the journal states of a change.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stated {
    event: String,
    setting: String,
    key: String,
    version: i64,
    change_id: Uuid,
    before_hash: Option<String>,
    after_hash: Option<String>,
}

struct Changes;

/// The tables of this feature of which the journal tells.
#[must_use]
pub fn recorded() -> Vec<Arc<dyn Recorded>> {
    vec![Arc::new(Changes)]
}

impl Recorded for Changes {
    fn name(&self) -> &'static str {
        "setting_change"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind::Event]
    }

    fn mark(&self) -> &'static str {
        "settingChanged"
    }

    fn stated(&self, payload: &[u8]) -> Option<(String, Members)> {
        let stated: Stated = serde_json::from_slice(payload).ok()?;
        let none = String::new;
        (stated.event == "settingChanged").then(|| {
            let members = vec![
                ("setting", stated.setting),
                ("key", stated.key),
                ("version", stated.version.to_string()),
                ("before", stated.before_hash.unwrap_or_else(none)),
                ("after", stated.after_hash.unwrap_or_else(none)),
            ];
            (stated.change_id.to_string(), members)
        })
    }

    fn held<'a>(&'a self, tx: &'a mut Tx, key: &'a str) -> TxFuture<'a, Option<Members>> {
        Box::pin(async move {
            let change_id: Uuid = key.parse().unwrap_or_default();
            let row = tx
                .query_opt(
                    "SELECT setting, setting_key, version, before, after FROM setting_change \
                     WHERE change_id = $1",
                    params![change_id],
                )
                .await?;
            let Some(mut row) = row else { return Ok(None) };
            let (setting, key, version): (_, _, i64) = (row.read()?, row.read()?, row.read()?);
            Ok(Some(vec![
                ("setting", setting),
                ("key", key),
                ("version", version.to_string()),
                ("before", hash(row.read()?)),
                ("after", hash(row.read()?)),
            ]))
        })
    }

    fn list<'a>(&'a self, tx: &'a mut Tx, after: &'a str) -> TxFuture<'a, Vec<Place>> {
        Box::pin(async move {
            let after: Uuid = after.parse().unwrap_or_default();
            let rows = tx
                .query(
                    "SELECT change_id FROM setting_change WHERE change_id > $1 \
                     ORDER BY change_id LIMIT $2",
                    params![after, PAGE],
                )
                .await?;
            let place = |change_id: Uuid| (change_id.to_string(), change_id.to_string());
            rows.into_iter()
                .map(|mut row| Ok(place(row.read()?)))
                .collect()
        })
    }
}

fn hash(text: Option<String>) -> String {
    text.map_or_else(String::new, |text| hex::encode(Sha256::digest(text)))
}
