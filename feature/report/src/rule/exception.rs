//! What somebody should look at when the day is over.

use serde::Deserialize;

/// Which events of the journal are exceptions, by the name that the journal gives them.
pub const EVENTS: [&str; 8] = [
    "lineVoid",
    "basketAbandoned",
    "paymentHeld",
    "heldPaymentDecided",
    "manualPayment",
    "paymentUnmatched",
    "drawerOpened",
    "logInLocked",
];
/// A receipt or invoice that was printed again is an entry of its own kind, and a Z or a slip an event of its
/// own; here they are one.
pub const REPRINT: &str = "reprint";
const COPIES: [&str; 2] = ["zCopied", "drawerSlipCopied"];

/// What an entry of the journal tells of an exception.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exception {
    /// What happened: one of [`EVENTS`], or [`REPRINT`].
    pub what: String,
    /// Who did it; blank for the program itself.
    pub staff_id: String,
    /// What it was about: a basket, an item, a receipt, a statement.
    pub about: String,
    /// How much, in minor units.
    pub amount: Option<i64>,
    /// Of which currency.
    pub currency_code: Option<String>,
    /// What was decided.
    pub decision: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Told {
    event: Option<String>,
    operator_id: Option<String>,
    basket_no: Option<i64>,
    item_no: Option<String>,
    receipt_no: Option<String>,
    invoice_no: Option<String>,
    print_no: Option<i64>,
    statement_no: Option<String>,
    entry_no: Option<i64>,
    reference: Option<String>,
    amount: Option<i64>,
    currency_code: Option<String>,
    decision: Option<String>,
    difference: Option<String>,
}

/// What an entry of the kind `event`, `copy` or `invoice` tells; none of what is no exception.
#[must_use]
pub fn read(kind: &str, payload: &[u8]) -> Option<Exception> {
    let told: Told = serde_json::from_slice(payload).ok()?;
    let what = match (kind, &told.event) {
        ("copy", _) => REPRINT.to_owned(),
        // One that was issued tells of no print.
        ("invoice", _) if told.print_no.is_some() => REPRINT.to_owned(),
        (_, Some(event)) if COPIES.contains(&event.as_str()) => REPRINT.to_owned(),
        (_, Some(event)) if EVENTS.contains(&event.as_str()) => event.clone(),
        _ => return None,
    };
    let basket = told.basket_no.map(|number| number.to_string());
    let slip = told.entry_no.map(|number| number.to_string());
    let document = told.invoice_no.or(told.receipt_no);
    let paper = document.or(told.statement_no).or(slip);
    let about = [paper, told.item_no, told.reference, basket];
    Some(Exception {
        what,
        staff_id: told.operator_id.unwrap_or_default(),
        about: about.into_iter().flatten().next().unwrap_or_default(),
        amount: told.amount,
        currency_code: told.currency_code,
        decision: told.decision.or(told.difference),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn voids_copies_and_decisions_are_exceptions_and_the_rest_is_not() {
        for (kind, payload, what, about) in [
            (
                "event",
                r#"{"event":"lineVoid","operatorId":"mei","basketNo":7,"itemNo":"RG-1"}"#,
                Some("lineVoid"),
                "RG-1",
            ),
            (
                "event",
                r#"{"event":"manualPayment","basketNo":7,"decision":"paid","amount":100}"#,
                Some("manualPayment"),
                "7",
            ),
            (
                "copy",
                r#"{"receiptNo":"R-PAR-000001","printNo":2,"operatorId":"mei"}"#,
                Some("reprint"),
                "R-PAR-000001",
            ),
            (
                "invoice",
                r#"{"invoiceNo":"F-PAR-000001","printNo":2,"operatorId":"mei"}"#,
                Some("reprint"),
                "F-PAR-000001",
            ),
            (
                "invoice",
                r#"{"invoiceNo":"F-PAR-000001","receiptNo":"R-PAR-000001","operatorId":"mei"}"#,
                None,
                "",
            ),
            (
                "event",
                r#"{"event":"zCopied","statementNo":"S-PAR-2026-0001","printNo":2}"#,
                Some("reprint"),
                "S-PAR-2026-0001",
            ),
            (
                "event",
                r#"{"event":"drawerSlipCopied","entryNo":7,"printNo":2}"#,
                Some("reprint"),
                "7",
            ),
            ("event", r#"{"event":"logIn","operatorId":"mei"}"#, None, ""),
            ("event", "no json", None, ""),
            // Archived and purged.
            ("event", "", None, ""),
            ("copy", "", None, ""),
        ] {
            let read = read(kind, payload.as_bytes());
            assert_eq!(read.as_ref().map(|it| it.what.as_str()), what, "{payload}");
            assert_eq!(read.unwrap_or_default().about, about);
        }
    }
}
