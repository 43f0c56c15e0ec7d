//! What creating and changing a customer have in common: who does it, what is refused, and how it is
//! written down.

use std::sync::Arc;

use jiff::Timestamp;
use journal::{Event, Scene, Signer, record_event};
use kernel::id::{CustomerId, StaffId, StoreNo, TerminalNo};
use kernel::{ErrorKind, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use crate::get_customer::show;
use crate::rule::change::Change;
use crate::rule::consent::{ConsentKind, TEXT_VERSION};
use crate::rule::profile::Accepted;
use crate::store::{self, NewChange, Stored};
use crate::view::CustomerProfileView;
use crate::{
    CHANGED_MEANWHILE, CONSENT_TEXT_CHANGED, CrmState, EMAIL_AND_PHONE_TAKEN, EMAIL_TAKEN,
    PHONE_TAKEN, SALESPERSON_UNKNOWN, VIEW_FULL,
};

/// Who acts, where and when.
#[derive(Clone)]
pub(crate) struct Desk {
    pub(crate) signer: Arc<Signer>,
    pub(crate) staff_id: StaffId,
    pub(crate) store_no: StoreNo,
    pub(crate) terminal_no: TerminalNo,
    pub(crate) is_full: bool,
    pub(crate) now: Timestamp,
}

impl Desk {
    pub(crate) fn new(state: &CrmState, actor: &Actor) -> Self {
        Self {
            signer: state.signer.clone(),
            staff_id: actor.staff_id.clone(),
            store_no: actor.store_no.clone(),
            terminal_no: actor.terminal_no.clone(),
            is_full: actor.may(VIEW_FULL),
            now: state.shell.clock.now(),
        }
    }

    pub(crate) fn change(&self, customer_id: CustomerId, version: i64) -> NewChange<'_> {
        NewChange {
            customer_id,
            version,
            staff_id: &self.staff_id,
            store_no: &self.store_no,
            terminal_no: &self.terminal_no,
            now: self.now,
        }
    }
}

/// What a customer says on what they may allow.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ConsentRequest {
    /// What they said, each thing once. What is not named stays as it is.
    pub(crate) answers: Vec<ConsentAnswer>,
    /// The version of the words that they were shown; needed when they said anything.
    #[schema(example = "2026-11")]
    pub(crate) text_version: Option<String>,
}

/// What a customer says on something that they may allow.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConsentAnswer {
    /// What.
    kind: ConsentKind,
    /// Whether they allow it.
    granted: bool,
}

/// Whom a command made or changed; all that is kept of its answer.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(crate) struct Kept {
    customer_id: CustomerId,
}

impl Kept {
    pub(crate) const fn new(customer_id: CustomerId) -> Self {
        Self { customer_id }
    }
}

/// The customer as they are after a command.
pub(crate) fn show_kept<'a, R: Sync>(
    tx: &'a mut Tx,
    (desk, _): &'a (Desk, R),
    kept: &'a Kept,
) -> TxFuture<'a, CustomerProfileView> {
    show(tx, kept.customer_id, desk.is_full)
}

/// Refuses a telephone number or an address that somebody else has. What did not change is not
/// looked at: two who share a number from of old can still be kept up to date.
pub(crate) async fn refuse_duplicates(
    tx: &mut Tx,
    accepted: &Accepted,
    known: Option<&Stored>,
) -> Outcome<()> {
    let except = known.map(|known| known.customer_id);
    let known = known.map(|known| &known.profile);
    let profile = &accepted.profile;
    let same_phone = known.is_some_and(|known| {
        (&known.phone_area_code, &known.phone_no) == (&profile.phone_area_code, &profile.phone_no)
    });
    let same_email = known.is_some_and(|known| known.email == profile.email);
    let phone = match &accepted.phone_key {
        Some(key) if !same_phone => store::find_same_contact(tx, "phone_key", key, except).await?,
        _ => None,
    };
    let email = match &accepted.email_key {
        Some(key) if !same_email => store::find_same_contact(tx, "email_key", key, except).await?,
        _ => None,
    };
    let taken = |kind: &'static ErrorKind, field: &'static str, by: CustomerId| {
        Refusal::new(kind)
            .with("customerId", by.to_string())
            .at(field)
    };
    Err(match (phone, email) {
        (None, None) => return Ok(()),
        (Some(phone), Some(email)) => taken(&EMAIL_AND_PHONE_TAKEN, "phoneNo", phone)
            .with("emailCustomerId", email.to_string()),
        (Some(phone), None) => taken(&PHONE_TAKEN, "phoneNo", phone),
        (None, Some(email)) => taken(&EMAIL_TAKEN, "email", email),
    }
    .into())
}

/// Refuses a salesperson to follow who does not work here. One who was followed before may have left.
pub(crate) async fn refuse_stranger(
    tx: &mut Tx,
    desk: &Desk,
    accepted: &Accepted,
    known: Option<&Stored>,
) -> Outcome<()> {
    let followed = &accepted.profile.followed_salesperson;
    let is_known = known.is_some_and(|known| known.profile.followed_salesperson == *followed);
    if let Some(staff_id) = followed.as_deref().filter(|_| !is_known)
        && !store::is_salesperson(tx, &desk.store_no, staff_id).await?
    {
        let refusal = Refusal::new(&SALESPERSON_UNKNOWN).at("followedSalesperson");
        return Err(refusal.into());
    }
    Ok(())
}

/// Refuses a change of what somebody else changed in the meantime.
pub(crate) fn refuse_old_version(stored: &Stored, seen: i64) -> Result<(), Refusal> {
    if stored.version == seen {
        return Ok(());
    }
    let by = stored.changed_by.clone().unwrap_or_default();
    Err(Refusal::new(&CHANGED_MEANWHILE).with("staffName", by))
}

/// The consents that a request changes: those that the customer did not give or refuse before.
pub(crate) async fn new_consents(
    tx: &mut Tx,
    request: &ConsentRequest,
    known: Option<CustomerId>,
) -> Outcome<Vec<(ConsentKind, Option<bool>, bool)>> {
    if request.answers.is_empty() {
        return Ok(Vec::new());
    }
    if request.text_version.as_deref() != Some(TEXT_VERSION) {
        let refusal = Refusal::new(&CONSENT_TEXT_CHANGED).at("consent");
        return Err(refusal.into());
    }
    let given = match known {
        Some(customer_id) => store::consents_of(tx, customer_id).await?,
        None => Vec::new(),
    };
    let before = |kind: ConsentKind| {
        let consent = given.iter().find(|consent| consent.kind == kind);
        consent.map(|consent| consent.granted)
    };
    let mut new: Vec<(ConsentKind, Option<bool>, bool)> = Vec::new();
    for kind in ConsentKind::ALL {
        // The last word on something counts. A no of somebody who was never asked is none.
        let answer = request.answers.iter().rfind(|answer| answer.kind == kind);
        let Some(granted) = answer.map(|answer| answer.granted) else {
            continue;
        };
        let before = before(kind);
        if before.unwrap_or(false) != granted {
            new.push((kind, before, granted));
        }
    }
    Ok(new)
}

/// Adds consents to what a change changes.
pub(crate) fn note_consents(change: &mut Change, new: &[(ConsentKind, Option<bool>, bool)]) {
    for (kind, before, granted) in new {
        let name = format!("consent.{}", kind.as_str());
        let before = before.map_or(Value::Null, Value::Bool);
        change.note(&name, &before, &Value::Bool(*granted));
    }
}

/// Writes down a change: what it found and left in our table, that it happened in the journal.
pub(crate) async fn write_down(
    tx: &mut Tx,
    desk: &Desk,
    by: &NewChange<'_>,
    change: &Change,
    consents: &[(ConsentKind, Option<bool>, bool)],
) -> Outcome<()> {
    let change_id = store::insert_change(tx, by, change).await?;
    let scene = Scene {
        store_no: &desk.store_no,
        terminal_no: Some(&desk.terminal_no),
        operator: Some(&desk.staff_id),
        at: desk.now,
    };
    let customer_id = by.customer_id;
    let event = if by.version == 1 {
        Event::CustomerAdded {
            customer_id,
            change_id,
        }
    } else {
        Event::CustomerChanged {
            customer_id,
            change_id,
            fields: change.fields(),
        }
    };
    record_event(tx, &desk.signer, &scene, &event).await?;
    for (kind, _, granted) in consents {
        store::insert_consent(tx, by, *kind, *granted, TEXT_VERSION).await?;
        let event = Event::CustomerConsent {
            customer_id,
            consent: kind.as_str(),
            granted: *granted,
            text_version: TEXT_VERSION,
        };
        record_event(tx, &desk.signer, &scene, &event).await?;
    }
    Ok(())
}
