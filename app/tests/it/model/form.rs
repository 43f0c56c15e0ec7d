//! Tax-free forms of the stories: issued, voided, issued again, seen by customs; and that what the operator holds
//! is what the shop knows, and keeps pieces from coming back.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::tz::TimeZone;
use kernel::id::OrderId;
use serde_json::{Value, json};
use shell::db::{Tx, TxFuture, params};
use testkit::{Answer, Client, Shop};
use uuid::Uuid;

use super::outside::Outside;

/// How often is looked whether the shop has heard of customs, and for how long each time.
const LOOKS: u32 = 5_000;
const BETWEEN_LOOKS: Duration = Duration::from_millis(4);

/// What the operator does when it is asked.
#[derive(Clone, Copy, Debug)]
pub(super) enum AtOperator {
    /// What it is asked.
    Does,
    /// The same, and the answer is lost.
    AnswerLost,
    /// The request is lost.
    RequestLost,
    /// The same, and the answer is signed by somebody else.
    WronglySigned,
    /// It says no.
    Refuses,
    /// It cannot be reached for a while.
    Offline,
}

impl AtOperator {
    /// What may happen; the usual several times.
    pub(super) const ALL: [Self; 12] = [
        Self::Does,
        Self::Does,
        Self::Does,
        Self::Does,
        Self::Does,
        Self::Does,
        Self::Does,
        Self::AnswerLost,
        Self::RequestLost,
        Self::WronglySigned,
        Self::Refuses,
        Self::Offline,
    ];

    const fn fault(self) -> Option<&'static str> {
        match self {
            Self::Does | Self::Offline => None,
            Self::AnswerLost => Some("lost_reply"),
            Self::RequestLost => Some("drop"),
            Self::WronglySigned => Some("wrong_signature"),
            Self::Refuses => Some("refuse"),
        }
    }

    async fn begins(self, outside: &Outside, on: &str) {
        if let Some(fault) = self.fault() {
            outside.operator.script(on, fault).await;
        }
        if matches!(self, Self::Offline) {
            let body = json!({ "offline": true });
            outside.operator.post("offline", body).await;
        }
    }

    async fn ends(self, outside: &Outside) {
        if matches!(self, Self::Offline) {
            let body = json!({ "offline": false });
            outside.operator.post("offline", body).await;
        }
    }
}

/// The store has an operator.
pub(super) async fn set_up(shop: &Shop, outside: &Outside) {
    crate::tax_free::set_up(shop, &outside.operator).await;
}

/// The shop and this operator know each other.
pub(super) async fn connect(shop: &Shop, outside: &Outside) {
    let written = shop.db().write(outside.operator.address(), |tx, address| {
        Box::pin(async move {
            let sql = "UPDATE tax_free_store SET address = $1";
            tx.execute_one(sql, params![address.as_str()]).await?;
            Ok(())
        })
    });
    written.await.unwrap();
    tell_address(shop, outside).await;
}

/// The operator is told where the shop is.
pub(super) async fn tell_address(shop: &Shop, outside: &Outside) {
    let url = json!({ "url": shop.url("/tax-free/notification") });
    outside.operator.post("notify-url", url).await;
}

/// A traveller wants a form for an order.
pub(super) async fn issue(
    outside: &Outside,
    client: &Client,
    order_id: &str,
    what: AtOperator,
) -> Answer {
    what.begins(outside, "issue").await;
    let today = outside.clock.now().to_zoned(TimeZone::UTC).date();
    let body = crate::tax_free::request_on(today, order_id);
    let answer = client.post("/tax-free/form", body).await;
    what.ends(outside).await;
    answer
}

/// The tag of a form is voided, because pieces come back.
pub(super) async fn void(
    outside: &Outside,
    client: &Client,
    form_id: &str,
    what: AtOperator,
) -> Answer {
    what.begins(outside, "void").await;
    let path = format!("/tax-free/form/{form_id}/void");
    let body = json!({ "reason": "The ring comes back" });
    let answer = client.post(&path, body).await;
    what.ends(outside).await;
    answer
}

/// A form that waits for the operator is sent.
pub(super) async fn send(client: &Client, form_id: &str) -> Answer {
    let path = format!("/tax-free/form/{form_id}/send");
    client.post(&path, json!({})).await
}

/// Customs sees the goods of a form, or its refund is paid; the shop hears of it.
pub(super) async fn pass_customs(
    outside: &Outside,
    client: &Client,
    form_id: &str,
) -> Option<Answer> {
    let path = format!("/tax-free/form/{form_id}");
    let form = client.get(&path).await;
    let before = form.envelope["data"]["state"].clone();
    let way = match before.as_str()? {
        "ISSUED" => "validate",
        "VALIDATED" => "refund",
        _ => return None,
    };
    let which = json!({ "formNumber": form.envelope["data"]["formNo"], "amount": null });
    if !outside.operator.try_post(way, which).await {
        // Somebody voids it at the same moment.
        return None;
    }
    for _ in 0..LOOKS {
        let seen = client.get(&path).await;
        if seen.envelope["data"]["state"] != before {
            return Some(seen);
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
    panic!("customs is not heard of: {}", form.envelope);
}

/// A form as the shop knows it: its state, and whether one of its orders may come back.
type Known = BTreeMap<Uuid, (String, bool)>;

/// What the operator holds otherwise than the shop says, and orders that may come back although a form lives.
pub(super) async fn faults(outside: &Outside, shop: &Shop) -> Vec<(String, i64)> {
    let held = outside.operator.get("form").await;
    let known = shop.db().read((), read_known).await.unwrap();
    let held: BTreeMap<Uuid, &str> = held.iter().filter_map(held_as).collect();
    let off = known
        .iter()
        .filter(|(form_id, (state, _))| !agree(state, held.get(*form_id).copied()));
    let unknown = held.keys().filter(|form_id| !known.contains_key(*form_id));
    let may_come_back = known.iter().filter(|(form_id, (state, is_refused))| {
        let is_over = matches!(state.as_str(), "EXPIRED" | "FAILED");
        let is_held = held.get(*form_id).is_some_and(|status| *status != "VOIDED");
        is_held && !is_over && !is_refused
    });
    [
        ("the operator holds what the shop says", off.count()),
        ("the shop knows each form of the operator", unknown.count()),
        (
            "pieces on a live form do not come back",
            may_come_back.count(),
        ),
    ]
    .map(|(name, off)| (name.to_owned(), i64::try_from(off).unwrap()))
    .into_iter()
    .filter(|(_, off)| *off != 0)
    .collect()
}

fn held_as(form: &Value) -> Option<(Uuid, &str)> {
    let form_id = form["reference"].as_str()?.parse().ok()?;
    Some((form_id, form["status"].as_str()?))
}

/// Whether a form that stands so here may stand so at the operator.
fn agree(state: &str, status: Option<&str>) -> bool {
    match state {
        // It may have arrived.
        "ISSUING" => matches!(status, None | Some("ISSUED")),
        "FAILED" => status.is_none(),
        "ISSUED" | "EXPIRED" => status == Some("ISSUED"),
        "VOIDING" => matches!(status, Some("ISSUED" | "VOIDED")),
        "VOIDED" => status == Some("VOIDED"),
        "VALIDATED" => status == Some("VALIDATED"),
        "REFUNDED" => status == Some("REFUNDED"),
        _ => false,
    }
}

fn read_known<'a>(tx: &'a mut Tx, (): &'a ()) -> TxFuture<'a, Known> {
    Box::pin(async move {
        let sql = "SELECT f.form_id, f.state, o.order_id FROM tax_free_form f \
                   JOIN tax_free_form_order o ON o.form_id = f.form_id";
        let mut known = Known::new();
        for mut row in tx.query(sql, &[]).await? {
            let (form_id, state): (Uuid, String) = (row.read()?, row.read()?);
            let order_id = OrderId(row.read()?);
            let refusal = tax_free::return_refusal(tx, order_id).await?;
            known.insert(form_id, (state, refusal.is_some()));
        }
        Ok(known)
    })
}

/// What must hold of them; rows as those of the world.
pub(super) const INVARIANTS: &str = "
UNION ALL SELECT 'a form is the sum of its lines and of its receipts', COUNT(*) FROM tax_free_form f WHERE
  f.gross <> (SELECT COALESCE(SUM(l.gross), 0) FROM tax_free_form_line l WHERE l.form_id = f.form_id)
  OR f.gross <> (SELECT COALESCE(SUM(o.gross), 0) FROM tax_free_form_order o WHERE o.form_id = f.form_id)
UNION ALL SELECT 'VAT of a form is refund and fee', COUNT(*) FROM tax_free_form f
  WHERE f.vat <> f.refund + f.fee OR f.fee < 0 OR f.refund < 0
UNION ALL SELECT 'what is on a form was sold with VAT', COUNT(*) FROM tax_free_form_line f
  JOIN sales_order_line l ON l.line_id = f.line_id
  WHERE l.is_liability OR l.vat_rate = 0 OR f.gross <> l.net OR f.order_id <> l.order_id
UNION ALL SELECT 'an order is on a live form as long as that lives', COUNT(*) FROM tax_free_form_order o
  JOIN tax_free_form f ON f.form_id = o.form_id
  WHERE o.is_live = (f.state IN ('FAILED', 'VOIDED', 'EXPIRED'))
UNION ALL SELECT 'an order is on one live form at most', COUNT(*) FROM (SELECT o.order_id
  FROM tax_free_form_order o WHERE o.is_live GROUP BY o.order_id HAVING COUNT(*) > 1) several
";
