//! What a job does. Each code stands for work that exists; the program is wired with all of them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a job does (domain §17.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub enum RunCode {
    /// Loyalty credit whose last day is over is forfeit.
    #[serde(rename = "EXPIRE_LOYALTY")]
    ExpireLoyalty,
    /// What is left on gift cards whose last day is over is forfeit.
    #[serde(rename = "EXPIRE_GIFTCARD")]
    ExpireGiftCard,
    /// Gifts that customers did not fetch in time end.
    #[serde(rename = "EXPIRE_CRM_GIFT")]
    ExpireCrmGift,
    /// Deposits whose last day is over become overdue.
    #[serde(rename = "DEPOSIT_OVERDUE")]
    DepositOverdue,
    /// Pieces in baskets that were left alone are free for everybody.
    #[serde(rename = "RELEASE_RESERVATIONS")]
    ReleaseReservations,
    /// Old jewellery whose quarantine is over may leave.
    #[serde(rename = "RECYCLE_RELEASE")]
    RecycleRelease,
    /// Days, months and years that are over and that nobody closed are closed in the journal.
    #[serde(rename = "CLOSE_DAYS")]
    CloseDays,
    /// The journal and the books are compared.
    #[serde(rename = "VERIFY_JOURNAL")]
    VerifyJournal,
    /// A backup is made, restored elsewhere and verified; older ones are removed. Its parameter says
    /// which are kept.
    #[serde(rename = "BACKUP")]
    Backup,
    /// Heads of the journal leave this machine after the days that were closed.
    #[serde(rename = "SEND_ANCHORS")]
    SendAnchors,
    /// The reference rates of the day come into the table of exchange rates. Its parameter names the
    /// currencies; blank for all that the company has.
    #[serde(rename = "IMPORT_RATES")]
    ImportRates,
    /// The prices of metals come to the board, for those that old jewellery is valued by.
    #[serde(rename = "IMPORT_METAL")]
    ImportMetal,
}

/// All of them, in the order in which they are offered.
pub const RUN_CODES: [RunCode; 12] = [
    RunCode::ExpireLoyalty,
    RunCode::ExpireGiftCard,
    RunCode::ExpireCrmGift,
    RunCode::DepositOverdue,
    RunCode::ReleaseReservations,
    RunCode::RecycleRelease,
    RunCode::CloseDays,
    RunCode::VerifyJournal,
    RunCode::Backup,
    RunCode::SendAnchors,
    RunCode::ImportRates,
    RunCode::ImportMetal,
];

impl RunCode {
    /// Its name in the specification, as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ExpireLoyalty => "EXPIRE_LOYALTY",
            Self::ExpireGiftCard => "EXPIRE_GIFTCARD",
            Self::ExpireCrmGift => "EXPIRE_CRM_GIFT",
            Self::DepositOverdue => "DEPOSIT_OVERDUE",
            Self::ReleaseReservations => "RELEASE_RESERVATIONS",
            Self::RecycleRelease => "RECYCLE_RELEASE",
            Self::CloseDays => "CLOSE_DAYS",
            Self::VerifyJournal => "VERIFY_JOURNAL",
            Self::Backup => "BACKUP",
            Self::SendAnchors => "SEND_ANCHORS",
            Self::ImportRates => "IMPORT_RATES",
            Self::ImportMetal => "IMPORT_METAL",
        }
    }

    /// The code of a name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        RUN_CODES.into_iter().find(|code| code.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_written_as_it_is_stored() {
        for code in RUN_CODES {
            assert_eq!(serde_json::json!(code), code.name());
            assert_eq!(RunCode::of(code.name()), Some(code));
        }
        assert_eq!(RunCode::of("SYNC_ORDERS"), None, "nothing of that name");
    }
}
