//! What the journal keeps of a new installation: its till, and whoever is given an account.

use jiff::Timestamp;
use journal::{Event, Scene, Signer, record_event};
use kernel::id::{StaffId, StoreNo, TerminalNo};
use shell::Outcome;
use shell::db::Tx;

use crate::store::NewStaff;

/// Notes that somebody was given an account in a store; `operator` gave it, or whoever works at the
/// machine's command line.
///
/// # Errors
/// The database's failure.
pub async fn note_staff(
    tx: &mut Tx,
    signer: &Signer,
    staff: &NewStaff<'_>,
    operator: Option<&StaffId>,
    at: Timestamp,
) -> Outcome<()> {
    let event = Event::StaffAdded {
        staff_id: staff.staff_id.into(),
        permission_group: staff.permission_group.to_owned(),
    };
    let scene = Scene {
        store_no: &staff.store_no.into(),
        terminal_no: None,
        operator,
        at,
    };
    record_event(tx, signer, &scene, &event).await
}

/// Notes that a till was added to a store.
pub(crate) async fn note_terminal(
    tx: &mut Tx,
    signer: &Signer,
    store_no: &StoreNo,
    terminal_no: TerminalNo,
    at: Timestamp,
) -> Outcome<()> {
    let scene = Scene {
        store_no,
        terminal_no: None,
        operator: None,
        at,
    };
    record_event(tx, signer, &scene, &Event::TerminalAdded { terminal_no }).await
}
