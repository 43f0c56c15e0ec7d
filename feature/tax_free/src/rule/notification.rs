//! What an operator tells by itself, and what is believed.

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;

use super::state::Event;

/// How far the operator's clock may be from ours.
pub const CLOCK_DIFFERENCE_MAX: SignedDuration = SignedDuration::from_mins(5);

/// A message as it arrives.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Told {
    /// Names the message; the operator sends it again until it is taken.
    pub notification_id: String,
    /// What happened.
    #[serde(rename = "type")]
    pub kind: String,
    /// Our reference of the form.
    pub reference: uuid::Uuid,
    /// The number of the form.
    pub form_number: String,
    /// When customs or the operator did it.
    pub occurred_at: Timestamp,
    /// What was paid to the traveller, in minor units.
    #[serde(default)]
    pub refund_amount: Option<i64>,
    /// Of which currency.
    #[serde(default)]
    pub currency: Option<String>,
}

impl Told {
    /// What it means for the form; none for what we do not know.
    #[must_use]
    pub fn event(&self) -> Option<Event> {
        match self.kind.as_str() {
            "form.validated" => Some(Event::CustomsValidated),
            "form.refunded" => Some(Event::RefundPaid),
            _ => None,
        }
    }
}

/// Whether a message that was signed at a moment is fresh: an old one may be somebody's copy.
#[must_use]
pub fn is_fresh(signed_at: Timestamp, now: Timestamp) -> bool {
    now.duration_since(signed_at).abs() <= CLOCK_DIFFERENCE_MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_fresh_for_five_minutes_either_way() {
        let now: Timestamp = "2026-11-21T11:00:00Z".parse().unwrap();
        for (seconds, expected) in [
            (0, true),
            (300, true),
            (-300, true),
            (301, false),
            (-301, false),
        ] {
            let signed_at = now + SignedDuration::from_secs(seconds);
            assert_eq!(is_fresh(signed_at, now), expected, "{seconds}");
        }
    }

    #[test]
    fn two_kinds_are_known() {
        let told = |kind: &str| {
            serde_json::from_value::<Told>(serde_json::json!({
                "notificationId": "n-1", "type": kind, "formNumber": "1",
                "reference": uuid::Uuid::from_u128(1), "occurredAt": "2026-11-21T11:00:00Z",
                "somethingNew": true
            }))
            .unwrap()
            .event()
        };
        assert_eq!(told("form.validated"), Some(Event::CustomsValidated));
        assert_eq!(told("form.refunded"), Some(Event::RefundPaid));
        assert_eq!(told("form.lost"), None);
    }
}
