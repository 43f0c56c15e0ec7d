//! The tables of this feature.

mod campaign;
mod package;

pub use campaign::{StoredCampaign, insert_campaign, received_gifts, running_campaigns};
pub use package::{StoredPackage, enabled_packages, insert_package};

use jiff::Timestamp;
use kernel::id::StaffId;

/// Who changes something, and when.
#[derive(Clone, Copy, Debug)]
pub struct By<'a> {
    /// Who.
    pub staff_id: &'a StaffId,
    /// When.
    pub at: Timestamp,
}

/// What is kept of each change of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Counts the changes, from 1.
    pub version: i64,
    /// Who made the last one.
    pub by: StaffId,
    /// When.
    pub at: Timestamp,
}

#[cfg(test)]
mod tests;
