//! What the journal holds of statements (reliability c.4): no free text, amounts in minor units.

use serde::Serialize;

/// Something that happened to a statement.
#[derive(Clone, Debug, Serialize)]
#[serde(
    tag = "event",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub(crate) enum Event<'a> {
    /// Orders and deposit payments went into it.
    #[serde(rename = "statementCalculated")]
    Calculated {
        statement_no: &'a str,
        documents: i64,
        payment_amount: i64,
        currency_code: &'a str,
    },
    /// They left it again.
    #[serde(rename = "statementCleared")]
    Cleared {
        statement_no: &'a str,
        documents: i64,
    },
    /// Something was counted again.
    #[serde(rename = "statementRecounted")]
    Recounted {
        statement_no: &'a str,
        tender_code: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        terminal_no: Option<&'a str>,
        before: i64,
        after: i64,
        currency_code: &'a str,
    },
    /// It was posted.
    #[serde(rename = "statementPosted")]
    Posted {
        statement_no: &'a str,
        business_date: String,
        z_no: i64,
        z_hash: &'a str,
        sales_amount: i64,
        payment_amount: i64,
        difference: i64,
        perpetual_sales: i64,
        currency_code: &'a str,
        /// Who stood for a difference above the maximum.
        #[serde(skip_serializing_if = "Option::is_none")]
        approved_by: Option<&'a str>,
    },
    /// Its Z was printed again.
    #[serde(rename = "zCopied")]
    ZCopied {
        statement_no: &'a str,
        z_no: i64,
        print_no: i64,
        target: &'a str,
    },
    /// A card terminal, our attempts and what is booked do not agree.
    #[serde(rename = "statementTerminalUnmatched")]
    TerminalUnmatched {
        statement_no: &'a str,
        terminal_no: &'a str,
        tender_code: &'a str,
        told_amount: i64,
        attempt_amount: i64,
        booked_amount: i64,
        currency_code: &'a str,
    },
    /// A card terminal was asked for its totals and told none.
    #[serde(rename = "statementTerminalNotRead")]
    TerminalNotRead {
        statement_no: &'a str,
        terminal_no: &'a str,
        /// `notReached` when it certainly closed no period, `unknown` when its answer was lost, `cutOff` when
        /// the process died before it was written down.
        answer: &'static str,
    },
}

impl Event<'_> {
    /// Its number, from 1090.
    pub(crate) const fn code(&self) -> i64 {
        match self {
            Self::Calculated { .. } => 1090,
            Self::Cleared { .. } => 1091,
            Self::Recounted { .. } => 1092,
            Self::Posted { .. } => 1093,
            Self::ZCopied { .. } => 1098,
            Self::TerminalUnmatched { .. } => 1094,
            Self::TerminalNotRead { .. } => 1095,
        }
    }
}
