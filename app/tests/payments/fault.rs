//! The thirty faults of the terminal (reliability b.8), and what is done at the till meanwhile.

use serde_json::{Value, json};

use crate::point::Point;

/// By what a fault shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shows {
    /// By what the terminal does with the next request of its kind.
    Script,
    /// The terminal's port is closed.
    Door,
    /// The terminal shows a certificate that nobody trusts.
    Certificate,
}

/// A fault as it is brought about, and what the shop does about it.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) point: Point,
    pub(crate) shows: Shows,
    pub(crate) steps: Value,
    /// A part is paid by card and taken off again, so that the terminal gives it back.
    pub(crate) removes: bool,
    /// The point is in the exchange that gives money back.
    pub(crate) in_reversal: bool,
    /// The cashier presses cancel as soon as they may.
    pub(crate) cancels: bool,
    /// The cashier keeps what was taken where that is offered.
    pub(crate) keeps: bool,
}

/// How many faults there are.
pub(crate) const COUNT: usize = 30;

/// Those whose answer comes so late that the system has ended the payment before; they are killed
/// at K4 in a shop of their own, since all tills of a shop die together.
pub(crate) const LATE: [usize; 2] = [2, 5];
/// The one whose answer comes only after the cashier's cancel.
pub(crate) const AFTER_CANCEL: usize = 21;

impl Row {
    /// The fault of a number, from 1, for a point.
    pub(crate) fn of(number: usize, point: Point) -> Self {
        let name = format!("F{number}");
        let carried = matches!(number, 2..=10 | 17 | 19);
        let of_reversal = matches!(number, 25 | 26);
        let mut fault = json!({ "fault": name });
        if number == 21 {
            // It waits for the abort, however late.
            fault["ms"] = json!(600_000);
        }
        let good = json!({ "card": "visa" });
        let shows = match number {
            1 => Shows::Door,
            18 => Shows::Certificate,
            _ => Shows::Script,
        };
        let steps = match number {
            1 | 18 => json!([good]),
            _ if of_reversal => json!([good, fault]),
            _ if point == Point::K7 && carried => {
                fault["on"] = json!("Reversal");
                json!([good, fault])
            }
            24 if point == Point::K7 => {
                fault["on"] = json!("TransactionStatus");
                json!([good, fault])
            }
            _ => json!([fault]),
        };
        Self {
            name,
            point,
            shows,
            steps,
            removes: point == Point::K7 || of_reversal || number == 29,
            in_reversal: point == Point::K7 || of_reversal,
            cancels: number == AFTER_CANCEL,
            keeps: number == 13 || (number == AFTER_CANCEL && point != Point::K7),
        }
    }

    /// Whether only the acquirer knows of the payment.
    pub(crate) fn is_forgotten(&self) -> bool {
        self.name == "F27"
    }
}
