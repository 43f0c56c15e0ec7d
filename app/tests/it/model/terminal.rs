//! Card terminals of the stories: what clients and lines do there.

use serde_json::{Value, json};
use testkit::{Answer, Client, Shop};

use super::outside::Outside;
use super::world::of_remaining;

/// The terminal of each till.
const TERMINALS: [&str; 3] = ["V400m-PAR-1", "V400m-PAR-2", "V400m-PAR-3"];
/// What happens at a terminal when it is asked for money.
#[derive(Clone, Copy, Debug)]
pub(super) enum AtTerminal {
    /// A card pays.
    Pays(&'static str),
    /// The bank declines.
    Declined,
    /// The client presses cancel.
    Left,
    /// Nobody comes.
    Nobody,
    /// A card pays, and the answer is lost.
    AnswerLost,
    /// The request is lost.
    RequestLost,
    /// The answer comes twice.
    Twice,
    /// The answer is cut off.
    CutOff,
    /// Less is taken, and the cashier keeps that or gives it back.
    Part { is_kept: bool },
    /// More is taken, which can only go back.
    More,
    /// The line goes, and the card pays two minutes later.
    Late,
    /// The line goes, the terminal knows nothing, and the card pays afterwards.
    Afterwards,
    /// The network answers in place of the terminal.
    Gateway,
}

impl AtTerminal {
    /// What may happen; the usual several times.
    pub(super) const ALL: [Self; 24] = [
        Self::Pays("visa"),
        Self::Pays("visa"),
        Self::Pays("visa"),
        Self::Pays("visa"),
        Self::Pays("visa"),
        Self::Pays("amex"),
        Self::Pays("amex"),
        Self::Pays("amex"),
        Self::Pays("mastercard"),
        Self::Pays("mastercard"),
        Self::Declined,
        Self::Left,
        Self::Nobody,
        Self::AnswerLost,
        Self::AnswerLost,
        Self::RequestLost,
        Self::Twice,
        Self::CutOff,
        Self::Part { is_kept: true },
        Self::Part { is_kept: false },
        Self::More,
        Self::Late,
        Self::Afterwards,
        Self::Gateway,
    ];

    /// The step of the simulator's script; none when nobody comes.
    fn script(self) -> Option<Value> {
        Some(match self {
            Self::Pays(card) => json!({ "card": card }),
            Self::Declined => json!({ "decline": true }),
            Self::Left => json!({ "fault": "F20" }),
            Self::Nobody => json!({ "manual": true }),
            Self::AnswerLost => json!({ "fault": "F4" }),
            Self::RequestLost => json!({ "fault": "F3" }),
            Self::Twice => json!({ "fault": "F6" }),
            Self::CutOff => json!({ "fault": "F8" }),
            Self::Part { .. } => json!({ "fault": "F13" }),
            Self::More => json!({ "fault": "F14" }),
            Self::Late => json!({ "fault": "F22" }),
            Self::Afterwards => json!({ "fault": "F23" }),
            Self::Gateway => json!({ "fault": "F10" }),
        })
    }
}

/// A card is to pay a part of what is left.
pub(super) async fn pay(
    (outside, shop): (&Outside, &Shop),
    client: &Client,
    till: usize,
    (percent, what): (i64, AtTerminal),
) -> Option<Answer> {
    let amount = of_remaining(client, percent).await?;
    if let Some(step) = what.script() {
        let steps = json!([step]);
        outside.terminals.script(TERMINALS[till], steps).await;
    }
    let body = json!({ "tenderCode": "CARD", "amount": amount });
    let started = client.post("/payment/attempt", body).await;
    let answer = outside.follow(shop, client, started).await;
    if answer.envelope["data"]["state"] != "MISMATCH" {
        return Some(answer);
    }
    // What a refused request left in the script may have come instead.
    let choices = answer.envelope["data"]["choices"].as_array()?;
    let is_kept = matches!(what, AtTerminal::Part { is_kept: true })
        && choices.contains(&json!("acceptPart"));
    let decision = if is_kept { "acceptPart" } else { "reverse" };
    let attempt_id = answer.envelope["data"]["attemptId"].as_str()?;
    let path = format!("/payment/attempt/{attempt_id}/decide");
    let decided = client.post(&path, json!({ "decision": decision })).await;
    Some(outside.follow(shop, client, decided).await)
}

/// What must hold of them; rows as those of the world.
pub(super) const INVARIANTS: &str = "
UNION ALL SELECT 'an attempt books once at most', COUNT(*) FROM (SELECT t.attempt_id
  FROM basket_tender t WHERE t.attempt_id IS NOT NULL GROUP BY t.attempt_id HAVING COUNT(*) > 1) twice
UNION ALL SELECT 'what an attempt booked is what the terminal took', COUNT(*) FROM basket_tender t
  JOIN payment_attempt a ON a.attempt_id = t.attempt_id
  WHERE a.approved_amount <> ABS(t.amount) OR a.approved_currency <> 'EUR'
UNION ALL SELECT 'what is not taken is not booked', COUNT(*) FROM basket_tender t
  JOIN payment_attempt a ON a.attempt_id = t.attempt_id WHERE a.kind = 'PAYMENT'
  AND a.state NOT IN ('APPROVED', 'MISMATCH')
UNION ALL SELECT 'a till has one live attempt at most', COUNT(*) FROM (SELECT a.terminal_no
  FROM payment_attempt a WHERE a.is_live GROUP BY a.terminal_no HAVING COUNT(*) > 1) several
";
