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
    /// A part is paid by card and taken off again, so that the terminal gives it back. A signature
    /// that is refused (F29) needs no such part: the payment is held until it was compared.
    pub(crate) removes: bool,
    /// The point is in the exchange that gives money back.
    pub(crate) in_reversal: bool,
    /// The cashier presses cancel as soon as they may.
    pub(crate) cancels: bool,
    /// The cashier keeps what was taken where that is offered.
    pub(crate) keeps: bool,
    /// What only the acquirer's report tells.
    pub(crate) told: Told,
}

/// What the terminal never tells of a payment that it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// It tells the truth, sooner or later.
    Everything,
    /// It has forgotten the payment: it counts as not paid, until the report says otherwise.
    Forgotten,
    /// It never says more than that it does not know: so does the till.
    Unknown,
}

/// How many faults there are.
pub(crate) const COUNT: usize = 30;
/// Further cells in which a fault shows in another way: F30 whose status repeats the failure, and
/// F10 in front of a payment that was not processed.
pub(crate) const VARIANTS: usize = 2;

/// Those whose answer comes so late that the system has ended the payment before; they are killed
/// at K4 in a shop of their own, since all tills of a shop die together.
pub(crate) const LATE: [usize; 2] = [2, 5];
/// The one whose answer comes only after the cashier's cancel.
pub(crate) const AFTER_CANCEL: usize = 21;

impl Row {
    /// The fault of a number, from 1, for a point.
    pub(crate) fn of(number: usize, point: Point) -> Self {
        let carried = matches!(number, 2..=10 | 17 | 19 | 32);
        let of_reversal = matches!(number, 25 | 26);
        let (name, mut fault) = fault(number);
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
            told: match number {
                27 => Told::Forgotten,
                31 => Told::Unknown,
                _ => Told::Everything,
            },
            name,
            point,
            shows,
            steps,
            removes: point == Point::K7 || of_reversal,
            in_reversal: point == Point::K7 || of_reversal,
            cancels: number == AFTER_CANCEL,
            keeps: number == 13 || (number == AFTER_CANCEL && point != Point::K7),
        }
    }
}

/// The name of a fault, and the step of a script that brings it about.
fn fault(number: usize) -> (String, Value) {
    let step = |name: &str| json!({ "fault": name });
    let mut fault = match number {
        31 => step("F30"),
        32 => step("F10"),
        _ => step(&format!("F{number}")),
    };
    let name = fault["fault"].as_str().unwrap().to_owned();
    match number {
        // It waits for the abort, however late.
        21 => fault["ms"] = json!(600_000),
        31 => fault["status_repeats_failure"] = json!(true),
        32 => fault["processed"] = json!(false),
        _ => return (name, fault),
    }
    match number {
        31 => (format!("{name} repeated"), fault),
        32 => (format!("{name} unprocessed"), fault),
        _ => (name, fault),
    }
}
