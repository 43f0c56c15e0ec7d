//! What may be engraved, on what, and when it is ready.

pub mod engraving;
pub mod family;
pub mod lead_time;
pub mod message;
pub mod order;
