//! What a test can make a terminal do: behaviours for its next requests, and faults F1 to F30.

use serde::{Deserialize, Serialize};

use crate::card::{Card, Entry};

/// A fault of the catalogue. Each is described where it acts; the README has the whole table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Fault {
    F1,
    F2,
    F3,
    F4,
    F5,
    F6,
    F7,
    F8,
    F9,
    F10,
    F11,
    F12,
    F13,
    F14,
    F15,
    F16,
    F17,
    F18,
    F19,
    F20,
    F21,
    F22,
    F23,
    F24,
    F25,
    F26,
    F27,
    F28,
    F29,
    F30,
}

/// One scripted behaviour: consumed by the next request of its category.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Step {
    /// The fault to show; without one the request is handled as it should be.
    pub(crate) fault: Option<Fault>,
    /// The category of request that consumes the step; each fault has a natural one.
    pub(crate) on: Option<String>,
    /// How many requests the step serves, 1 when absent.
    pub(crate) count: Option<u32>,
    /// The card that is presented; Visa when absent.
    pub(crate) card: Option<Card>,
    /// How it is presented.
    pub(crate) entry: Entry,
    /// Time until it is presented, in milliseconds.
    pub(crate) after_ms: u64,
    /// Time at the bank, in milliseconds.
    pub(crate) bank_ms: Option<u64>,
    /// True: no card is presented by itself, a person does it on the page.
    pub(crate) manual: bool,
    /// True: the bank refuses.
    pub(crate) decline: bool,
    /// `ErrorCondition` of the refusal; `Refusal` when absent.
    pub(crate) condition: Option<String>,
    /// Length of the fault (F1, F5, F21, F22, F23), in milliseconds of simulated time.
    pub(crate) ms: Option<u64>,
    /// The amount that is captured instead (F13, F14), in minor units.
    pub(crate) amount_minor: Option<u64>,
    /// The currency that is captured instead (F15).
    pub(crate) currency: Option<String>,
    /// The tip that is added (F16), in minor units.
    pub(crate) tip_minor: Option<u64>,
    /// The other request that is named (F7, F12, F24).
    pub(crate) service_id: Option<String>,
    /// The other till that is named (F12).
    pub(crate) sale_id: Option<String>,
    /// F10: whether the payment was processed behind the broken gateway; true when absent.
    pub(crate) processed: Option<bool>,
    /// F8: how many bytes of the answer arrive; half when absent.
    pub(crate) bytes: Option<usize>,
    /// F30: true makes a status query repeat the failure instead of telling the truth.
    pub(crate) status_repeats_failure: bool,
}

/// A terminal that presents a card by itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Auto {
    /// The card.
    pub(crate) card: Card,
    /// How.
    #[serde(default)]
    pub(crate) entry: Entry,
    /// Time until it is presented, in milliseconds.
    #[serde(default)]
    pub(crate) after_ms: u64,
    /// True: the bank refuses.
    #[serde(default)]
    pub(crate) decline: bool,
}

impl Step {
    /// The category of request that consumes this step.
    pub(crate) fn category(&self) -> &str {
        match (&self.on, self.fault) {
            (Some(on), _) => on,
            (None, Some(Fault::F25 | Fault::F26)) => "Reversal",
            (None, _) => "Payment",
        }
    }

    /// True when the step shows this fault.
    pub(crate) fn is(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    /// Why the step cannot be queued on a terminal with these abilities.
    ///
    /// # Errors
    /// One sentence for the author of the test.
    pub(crate) fn check(&self, encrypted: bool, own_port: bool) -> Result<(), &'static str> {
        match self.fault {
            Some(Fault::F1) if !own_port => {
                Err("F1 closes the terminal's own port: start it with --terminal POIID@PORT")
            }
            Some(Fault::F17 | Fault::F19) if !encrypted => {
                Err("F17 and F19 spoil an encrypted answer: start with --passphrase")
            }
            Some(Fault::F18) => Err("F18 needs TLS, and this simulator speaks plain HTTP only"),
            Some(Fault::F25 | Fault::F26) if self.category() != "Reversal" => {
                Err("F25 and F26 answer a Reversal")
            }
            Some(fault) if fault.shapes_payment() && self.category() != "Payment" => {
                Err("this fault answers a Payment")
            }
            _ => Ok(()),
        }
    }
}

impl Fault {
    /// True for faults that are about the payment itself and not about carrying an answer.
    fn shapes_payment(self) -> bool {
        use Fault as F;
        matches!(
            self,
            F::F11
                | F::F13
                | F::F14
                | F::F15
                | F::F16
                | F::F20
                | F::F21
                | F::F22
                | F::F23
                | F::F27
                | F::F28
                | F::F29
                | F::F30
        )
    }
}
