//! The tables of this feature.

mod campaign;
mod crm_gift;
mod name;
mod package;

pub use campaign::{StoredCampaign, insert_campaign, received_gifts, running_campaigns};
pub(crate) use campaign::{find_campaign, read_campaigns, update_campaign};
pub use crm_gift::{
    GrantedBy, Issue, StoredCrmGift, crm_gifts, end_crm_gift, grant_crm_gift, issue_crm_gift,
    overdue_crm_gifts,
};
pub(crate) use name::{find_items, list_classes, list_price_groups, list_stores, staff_name};
pub use package::{StoredPackage, enabled_packages, insert_package};
pub(crate) use package::{delete_package, find_package, read_heads, set_state, update_package};

use jiff::Timestamp;
use kernel::id::StaffId;
use shell::Outcome;
use shell::db::Row;

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

fn read_changed(row: &mut Row) -> Outcome<Changed> {
    Ok(Changed {
        version: row.read()?,
        by: row.read()?,
        at: row.read()?,
    })
}

#[cfg(test)]
mod tests;
