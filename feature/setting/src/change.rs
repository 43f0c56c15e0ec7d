//! Changes of what is set up, written down with before and after (reliability c.4).

use std::sync::Arc;

use jiff::Timestamp;
use journal::{Event, Scene, Signer, record_event};
use kernel::id::{StaffId, StoreNo, TerminalNo};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use shell::db::{Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

/// Who works where.
#[derive(Clone, Debug)]
pub struct Seat {
    /// Who.
    pub staff_id: StaffId,
    /// The store in which they work.
    pub store_no: StoreNo,
    /// The till at which they work.
    pub terminal_no: TerminalNo,
}

/// Who changes what is set up, where and when.
#[derive(Clone)]
pub struct Desk {
    /// Signs the journal.
    pub signer: Arc<Signer>,
    /// Who.
    pub staff_id: StaffId,
    /// The store in which they work.
    pub store_no: StoreNo,
    /// The till at which they work.
    pub terminal_no: TerminalNo,
    /// When.
    pub now: Timestamp,
}

impl Desk {
    /// Where somebody sits, now.
    #[must_use]
    pub fn new(signer: Arc<Signer>, seat: impl Into<Seat>, now: Timestamp) -> Self {
        let Seat {
            staff_id,
            store_no,
            terminal_no,
        } = seat.into();
        Self {
            signer,
            staff_id,
            store_no,
            terminal_no,
            now,
        }
    }

    /// Where the journal writes what happens here.
    #[must_use]
    pub const fn scene(&self) -> Scene<'_> {
        Scene {
            store_no: &self.store_no,
            terminal_no: Some(&self.terminal_no),
            operator: Some(&self.staff_id),
            at: self.now,
        }
    }
}

/// What a change of something that is set up found and left.
#[derive(Clone, Debug)]
pub struct Change<'a> {
    /// What kind of thing it is: `package`, `campaign`.
    pub setting: &'static str,
    /// Its key.
    pub key: &'a str,
    /// The version that the change makes.
    pub version: i64,
    before: Option<Value>,
    after: Option<Value>,
}

impl<'a> Change<'a> {
    /// A change of `key`. Nothing before means that it is new, nothing after that it is taken away.
    ///
    /// # Errors
    /// When one of the two cannot be written as JSON, which is a fault of ours.
    pub fn new(
        setting: &'static str,
        (key, version): (&'a str, i64),
        before: Option<&impl Serialize>,
        after: Option<&impl Serialize>,
    ) -> Outcome<Self> {
        let before = before.map(serde_json::to_value).transpose();
        let after = after.map(serde_json::to_value).transpose();
        Ok(Self {
            setting,
            key,
            version,
            before: before.map_err(Failure::internal)?,
            after: after.map_err(Failure::internal)?,
        })
    }

    /// Whether nothing differs.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.before == self.after
    }

    /// The names of the members that differ, in their order.
    #[must_use]
    pub fn fields(&self) -> Vec<String> {
        let member = |value: &Option<Value>, name: &str| {
            let value = value.as_ref().and_then(|value| value.get(name));
            value.cloned().unwrap_or(Value::Null)
        };
        let members = [&self.before, &self.after].into_iter().flatten();
        let mut names: Vec<String> = members
            .filter_map(Value::as_object)
            .flat_map(|object| object.keys().cloned())
            .filter(|name| member(&self.before, name) != member(&self.after, name))
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// A scheduled job that changes what is set up.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// What it does.
    pub run_code: &'a str,
    /// The store in whose chain the journal tells of it.
    pub store_no: &'a StoreNo,
    /// When.
    pub now: Timestamp,
}

/// Writes down a change that somebody made: what it found and left in our table, that it happened in
/// the journal.
///
/// # Errors
/// The database's failure, or the journal's.
pub async fn write_down(tx: &mut Tx, desk: &Desk, change: &Change<'_>) -> Outcome<()> {
    let by = (desk.staff_id.as_str(), desk.terminal_no.0.as_str());
    note(tx, (&desk.signer, &desk.scene()), by, change).await
}

/// Writes down a change that a job made: in place of somebody its run code stands, and no till. The
/// journal tells of it without an operator.
///
/// # Errors
/// The database's failure, or the journal's.
pub async fn write_down_of_job(
    tx: &mut Tx,
    signer: &Signer,
    job: Job<'_>,
    change: &Change<'_>,
) -> Outcome<()> {
    let scene = Scene {
        store_no: job.store_no,
        terminal_no: None,
        operator: None,
        at: job.now,
    };
    note(tx, (signer, &scene), (job.run_code, ""), change).await
}

async fn note(
    tx: &mut Tx,
    (signer, scene): (&Signer, &Scene<'_>),
    (by, till): (&str, &str),
    change: &Change<'_>,
) -> Outcome<()> {
    let change_id = Uuid::now_v7();
    let before = change.before.as_ref().map(Value::to_string);
    let after = change.after.as_ref().map(Value::to_string);
    tx.execute_one(
        "INSERT INTO setting_change (change_id, setting, setting_key, version, before, after, \
         staff_id, store_no, terminal_no, changed_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        params![
            change_id,
            change.setting,
            change.key,
            change.version,
            before.as_ref(),
            after.as_ref(),
            by,
            scene.store_no,
            till,
            scene.at
        ],
    )
    .await?;
    let hash = |text: Option<String>| text.map(|text| hex::encode(Sha256::digest(text)));
    let event = Event::SettingChanged {
        setting: change.setting,
        key: change.key.to_owned(),
        version: change.version,
        change_id,
        fields: change.fields(),
        before_hash: hash(before),
        after_hash: hash(after),
    };
    record_event(tx, signer, scene, &event).await
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn change(before: Option<&Value>, after: Option<&Value>) -> Change<'static> {
        Change::new("package", ("PAIR20", 2), before, after).unwrap()
    }

    #[test]
    fn only_what_differs_is_named() {
        let old = json!({ "name": "Pair", "value": 10, "items": [1, 2] });
        let new = json!({ "name": "Pair", "value": 20, "items": [1] });
        assert_eq!(change(Some(&old), Some(&new)).fields(), ["items", "value"]);
        assert!(change(Some(&old), Some(&old)).is_nothing());
        assert_eq!(
            change(None, Some(&old)).fields(),
            ["items", "name", "value"]
        );
        assert_eq!(
            change(Some(&old), None).fields(),
            ["items", "name", "value"]
        );
    }
}
