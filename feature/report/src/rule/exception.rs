//! What somebody should look at when the day is over.

use serde::Deserialize;

/// Which events of the journal are exceptions, by the name that the journal gives them.
pub const EVENTS: [&str; 12] = [
    "lineVoid",
    "basketAbandoned",
    "paymentHeld",
    "heldPaymentDecided",
    "manualPayment",
    "paymentUnmatched",
    "drawerOpened",
    "logInLocked",
    "statementTerminalUnmatched",
    "statementTerminalNotRead",
    "statementRecounted",
    "statementCleared",
];
/// A receipt or invoice that was printed again is an entry of its own kind, and a Z, a slip or a paper of a
/// deposit an event of its own; here they are one.
pub const REPRINT: &str = "reprint";
/// Cash that was put into a drawer, or taken out of it, above the amount above which a colleague signs.
pub const CASH_MOVED: [(&str, &str); 2] = [("CASH_IN", "cashIn"), ("CASH_OUT", "cashOut")];
const COPIES: [&str; 3] = ["zCopied", "drawerSlipCopied", "depositCopied"];

/// What an entry of the journal tells of an exception.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exception {
    /// What happened: one of [`EVENTS`], [`REPRINT`], or of [`CASH_MOVED`].
    pub what: String,
    /// Who did it; blank for the program itself.
    pub staff_id: String,
    /// What it was about: a basket, an item, a receipt, a statement.
    pub about: String,
    /// How much, in minor units; of what was counted again, or differs from a terminal, by how much.
    pub amount: Option<i64>,
    /// Of which currency.
    pub currency_code: Option<String>,
    /// What was decided, or how a payment and the acquirer's report differ.
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
    paper_no: Option<String>,
    invoice_no: Option<String>,
    print_no: Option<i64>,
    statement_no: Option<String>,
    entry_no: Option<i64>,
    /// Of a drawer: what moved its cash.
    entry: Option<String>,
    reference: Option<String>,
    amount: Option<i64>,
    currency_code: Option<String>,
    decision: Option<String>,
    difference: Option<String>,
    before: Option<i64>,
    after: Option<i64>,
    told_amount: Option<i64>,
    booked_amount: Option<i64>,
}

impl Told {
    /// By how much something differs from what it was, or should be.
    fn change(&self) -> Option<i64> {
        let counted = self.after.zip(self.before);
        let (is, was) = counted.or(self.told_amount.zip(self.booked_amount))?;
        is.checked_sub(was)
    }
}

/// What moved the cash of a drawer, as it is told here.
fn cash_moved(told: &Told) -> Option<&'static str> {
    let entry = told.entry.as_deref()?;
    let mut moved = CASH_MOVED.iter();
    let (_, what) = moved.find(|(name, _)| *name == entry)?;
    (told.event.as_deref() == Some("drawerMoved")).then_some(*what)
}

/// What an entry of the kind `event`, `copy` or `invoice` tells, or of the kind `payment` one of a drawer that is to
/// be looked at; none of what is no exception.
#[must_use]
pub fn read(kind: &str, payload: &[u8]) -> Option<Exception> {
    let told: Told = serde_json::from_slice(payload).ok()?;
    let what = match (kind, &told.event) {
        ("copy", _) => REPRINT.to_owned(),
        // One that was issued tells of no print.
        ("invoice", _) if told.print_no.is_some() => REPRINT.to_owned(),
        ("payment", _) => cash_moved(&told)?.to_owned(),
        (_, Some(event)) if COPIES.contains(&event.as_str()) => REPRINT.to_owned(),
        (_, Some(event)) if EVENTS.contains(&event.as_str()) => event.clone(),
        _ => return None,
    };
    let change = told.change();
    let basket = told.basket_no.map(|number| number.to_string());
    let slip = told.entry_no.map(|number| number.to_string());
    let document = told.invoice_no.or(told.receipt_no).or(told.paper_no);
    let paper = document.or(told.statement_no).or(slip);
    let about = [paper, told.item_no, told.reference, basket];
    Some(Exception {
        what,
        staff_id: told.operator_id.unwrap_or_default(),
        about: about.into_iter().flatten().next().unwrap_or_default(),
        amount: told.amount.or(change),
        currency_code: told.currency_code,
        decision: told.decision.or(told.difference),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_again_or_differs_from_a_terminal_tells_by_how_much() {
        for (payload, amount) in [
            (
                r#"{"event":"statementRecounted","statementNo":"S-1","before":900,"after":1000}"#,
                Some(100),
            ),
            (
                r#"{"event":"statementTerminalUnmatched","statementNo":"S-1","toldAmount":700,
                "attemptAmount":1000,"bookedAmount":1000}"#,
                Some(-300),
            ),
            (
                r#"{"event":"statementCleared","statementNo":"S-1","documents":7}"#,
                None,
            ),
        ] {
            let read = read("event", payload.as_bytes()).unwrap();
            assert_eq!((read.amount, read.about.as_str()), (amount, "S-1"));
        }
    }

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
            (
                "event",
                r#"{"event":"depositCopied","paperNo":"DP-PAR-000001","printNo":2}"#,
                Some("reprint"),
                "DP-PAR-000001",
            ),
            ("event", r#"{"event":"logIn","operatorId":"mei"}"#, None, ""),
            ("event", "no json", None, ""),
            (
                "payment",
                r#"{"event":"drawerMoved","entry":"CASH_OUT","amount":-60000,"operatorId":"mei"}"#,
                Some("cashOut"),
                "",
            ),
            (
                "payment",
                r#"{"event":"drawerMoved","entry":"SAFE_DROP","amount":-60000}"#,
                None,
                "",
            ),
            ("payment", r#"{"event":"manualPayment"}"#, None, ""),
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
