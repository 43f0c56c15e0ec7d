//! What happens to a deposit that the client gets a paper of (domain §5.4, §5.5).

use document::ReceiptKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A step of a deposit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = DepositStep)]
pub enum Step {
    /// The first payment made it.
    Opened,
    /// More was paid.
    Paid,
    /// Its last day was moved.
    Extended,
    /// Its pieces got the lower prices of a day.
    Repriced,
    /// Pieces were handed over.
    Settled,
    /// Somebody withdrew, and the money went back or was kept.
    Cancelled,
}

impl Step {
    /// All steps, in the order of their lives.
    pub const ALL: [Self; 6] = [
        Self::Opened,
        Self::Paid,
        Self::Extended,
        Self::Repriced,
        Self::Settled,
        Self::Cancelled,
    ];

    /// The step as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opened => "OPENED",
            Self::Paid => "PAID",
            Self::Extended => "EXTENDED",
            Self::Repriced => "REPRICED",
            Self::Settled => "SETTLED",
            Self::Cancelled => "CANCELLED",
        }
    }

    /// Finds a step by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|step| step.name() == name)
    }

    /// Which paper the client gets of it.
    #[must_use]
    pub const fn paper(self) -> ReceiptKind {
        match self {
            Self::Opened => ReceiptKind::Deposit,
            Self::Paid => ReceiptKind::DepositPayment,
            Self::Extended => ReceiptKind::DepositExtension,
            Self::Repriced => ReceiptKind::DepositPrice,
            Self::Settled => ReceiptKind::DepositSettlement,
            Self::Cancelled => ReceiptKind::DepositCancellation,
        }
    }

    /// Whether the deposit goes on after it as far as the step tells: its paper names the last day to pay and
    /// collect, and what becomes of the money when somebody withdraws.
    #[must_use]
    pub const fn is_open_after(self) -> bool {
        matches!(
            self,
            Self::Opened | Self::Paid | Self::Extended | Self::Repriced
        )
    }
}

/// The number of a paper that has none from a payment: the deposit's, and which step it is of it.
#[must_use]
pub fn paper_no(document_no: &str, steps_before: i64) -> String {
    format!("{document_no}-{}", steps_before + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_has_a_name_and_a_paper_of_its_own() {
        let mut papers = Vec::new();
        for step in Step::ALL {
            assert_eq!(Step::parse(step.name()), Some(step));
            papers.push(format!("{:?}", step.paper()));
        }
        papers.dedup();
        assert_eq!(papers.len(), Step::ALL.len());
        assert_eq!(Step::parse("GIVEN_UP"), None);
    }

    #[test]
    fn papers_without_a_payment_are_numbered_within_their_deposit() {
        assert_eq!(paper_no("D-PAR-000012", 0), "D-PAR-000012-1");
        assert_eq!(paper_no("D-PAR-000012", 4), "D-PAR-000012-5");
    }
}
