//! The fiscal journal: what happened at each till, in one signed, gapless, append-only chain, and
//! the verification that proves it (`vitrine verify`).
//!
//! Features write with [`append`] inside the transaction of what they record, so that a sale without
//! its entry, or an entry without its sale, cannot be committed. Payloads hold opaque ids of people,
//! never names, and no free text.

pub mod anchor;
pub mod archive;
pub mod backup;
pub mod closing;
pub mod event;
mod listing;
mod process;
pub mod purge;
pub mod record;
pub mod recorded;
pub mod report;
pub mod rotation;
pub mod rule;
pub mod signer;
pub mod store;
pub mod ticket;
pub mod verify;

pub use anchor::{AnchorSent, Outlet, Sent, send_heads};
pub use archive::{ArchiveError, verify_archive, write_archive};
pub use backup::{BackupMade, list_heads, note_backup, note_restored};
pub use closing::{ClosedDay, close_day, close_due, close_until, has_due};
pub use event::{Scene, append_event, record, record_event};
pub use listing::{ClosingProof, ClosingWish, ListedClosing, closing_years, page_of_closings};
pub use process::{
    list_running, note_clock_change, note_schema, note_start, note_stop, note_verification,
    rename_process,
};
pub use purge::{PurgeError, Purged, compare_stated, is_purged, purge_archive};
pub use record::{ArchiveMade, ChainOpening, ReceiptCopy};
pub use recorded::{Members, PAGE, Place, Recorded, compare_recorded};
pub use report::Report;
pub use rotation::rotate_key;
pub use rule::anchor::{Anchor, Lost};
pub use rule::closing::Link;
pub use rule::event::Event;
pub use rule::finding::Finding;
pub use rule::key::PublicKey;
pub use rule::kind::Kind;
pub use signer::{KEY_FILE, Signer, SignerError};
pub use store::{Appended, NewEntry, Payload, append, change_key, check_signer, payload};
pub use ticket::{
    Ticket, TicketCredit, TicketDiscount, TicketForeign, TicketLine, TicketOverride, TicketTender,
    TicketType, TicketVat,
};
pub use verify::{RECENT_ENTRIES, VerifyOptions, verify, verify_recent};
