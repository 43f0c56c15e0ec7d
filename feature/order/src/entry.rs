//! Entries of the journal in the chain of the till at which somebody works.

use jiff::Timestamp;
use journal::{ChainOpening, Kind, NewEntry, Payload};

use crate::record::{Shop, Viewer};

/// An entry in the chain of the viewer's till; `here` is its store.
pub(crate) fn of_till(
    viewer: &Viewer,
    here: &Shop,
    kind: Kind,
    payload: Payload,
    now: Timestamp,
) -> NewEntry {
    NewEntry {
        chain_id: viewer.terminal_no.0.clone(),
        kind,
        at: now,
        time_zone: here.zone_name().to_owned(),
        business_date: here.business_date(now),
        payload,
        opening: ChainOpening {
            registration_no: here.registration_no.clone(),
            vat_no: here.vat_no.clone(),
            store_no: here.store_no.clone(),
            terminal_no: Some(viewer.terminal_no.clone()),
            software_version: shell::http::VERSION.to_owned(),
        },
    }
}
