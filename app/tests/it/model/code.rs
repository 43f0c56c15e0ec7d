//! Payments by code of the stories: who scans whom, what clients do, and what gets lost on the way.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use shell::db::params;
use testkit::{Answer, Client, Shop};

use super::outside::Outside;
use super::world::of_remaining;

/// The providers: tender, name at the simulator, first digits of clients' codes.
const PROVIDERS: [(&str, &str, &str); 2] = [("ALIPAY", "alipay", "28"), ("WECHAT", "wechat", "13")];
/// What a wallet pays without its password, in cents.
const WITHOUT_PASSWORD: i64 = 100_000;
/// How often a client tries to type it while the order is on its way, and how long after each other.
const TRIES: u32 = 10;
const BETWEEN_TRIES: Duration = Duration::from_millis(4);

/// What happens when a code is to pay.
#[derive(Clone, Copy, Debug)]
pub(super) enum WithCode {
    /// The client scans the till's code and pays.
    Scans,
    /// The shop scans the client's code, who types the password where that is wanted.
    IsScanned,
    /// The client's wallet is empty.
    NoMoney,
    /// Nobody scans anything.
    Nobody,
    /// The client pays while the cashier is being asked whether to go on.
    Late,
    /// The client pays just before the order is closed.
    AtTheEnd,
    /// The provider's notification is lost.
    Untold,
    /// It comes twice.
    ToldTwice,
    /// The answer to a scanned code is lost.
    AnswerLost,
    /// The answer with the till's code is cut off.
    CutOff,
    /// The provider does not know, the first time it is asked.
    Broken,
    /// The client pays, and the answer to the next refund is lost.
    RefundLost,
}

impl WithCode {
    /// What may happen; the usual several times.
    pub(super) const ALL: [Self; 19] = [
        Self::Scans,
        Self::Scans,
        Self::Scans,
        Self::Scans,
        Self::Scans,
        Self::IsScanned,
        Self::IsScanned,
        Self::IsScanned,
        Self::IsScanned,
        Self::NoMoney,
        Self::Nobody,
        Self::Late,
        Self::AtTheEnd,
        Self::Untold,
        Self::ToldTwice,
        Self::AnswerLost,
        Self::CutOff,
        Self::Broken,
        Self::RefundLost,
    ];

    /// The step of the simulator's script: where, and what goes wrong there.
    const fn fault(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Scans | Self::IsScanned | Self::NoMoney | Self::Nobody | Self::Late => None,
            Self::AtTheEnd => Some(("close", "paid_during")),
            Self::Untold => Some(("notification", "drop")),
            Self::ToldTwice => Some(("notification", "duplicate")),
            Self::AnswerLost => Some(("charge", "lost_reply")),
            Self::CutOff => Some(("create", "cut")),
            Self::Broken => Some(("query", "system_error")),
            Self::RefundLost => Some(("refund", "lost_reply")),
        }
    }

    const fn is_client_scanned(self) -> bool {
        matches!(self, Self::IsScanned | Self::NoMoney | Self::AnswerLost)
    }
}

/// The shop takes both, and knows its accounts.
pub(super) async fn set_up(shop: &Shop, outside: &Outside) {
    crate::qr::take_codes(shop, &outside.providers).await;
}

/// The accounts of a shop lead to these providers.
pub(super) async fn connect(shop: &Shop, outside: &Outside) {
    let written = shop.db().write(outside.providers.address(), |tx, address| {
        Box::pin(async move {
            for (provider, path) in [("ALIPAY", "/gateway.do"), ("WECHATPAY", "")] {
                let gateway = format!("{address}{path}");
                let sql = "UPDATE qr_merchant SET gateway = $2 WHERE provider = $1";
                tx.execute_one(sql, params![provider, gateway.as_str()])
                    .await?;
            }
            Ok(())
        })
    });
    written.await.unwrap();
}

/// A code is to pay a part of what is left.
pub(super) async fn pay(
    (outside, shop): (&Outside, &Shop),
    client: &Client,
    provider: usize,
    (percent, what): (i64, WithCode),
) -> Option<Answer> {
    let (tender, face, digits) = PROVIDERS[provider];
    let amount = of_remaining(client, percent).await?;
    if let Some((on, fault)) = what.fault() {
        let step = json!({ "face": face, "on": on, "fault": fault });
        outside.providers.script(json!([step])).await;
    }
    let is_dear = amount["minor"].as_i64()? > WITHOUT_PASSWORD;
    let mut body = json!({ "tenderCode": tender, "amount": amount, "direction": "clientScans" });
    if what.is_client_scanned() {
        body["direction"] = json!("shopScans");
        body["paymentCode"] = json!(code_of_a_client(digits, what));
    }
    let started = client.post("/payment/attempt", body).await;
    let Some(attempt_id) = started.envelope["data"]["attemptId"].as_str() else {
        return Some(started);
    };
    let attempt = (client, attempt_id);
    let has_code = |attempt: &Value| attempt["qr"]["code"].is_string();
    let is_asked = |attempt: &Value| attempt["qr"]["isAsked"] == true;
    let seen = match what {
        WithCode::Nobody | WithCode::AtTheEnd => None,
        WithCode::IsScanned | WithCode::NoMoney | WithCode::AnswerLost => {
            is_dear.then_some(started.clone())
        }
        WithCode::Late => Some(outside.until(shop, attempt, is_asked).await),
        _ => Some(outside.until(shop, attempt, has_code).await),
    };
    if let Some(seen) = seen {
        let order_no = &seen.envelope["data"]["qr"]["orderNo"];
        let which = json!({ "face": face, "order_no": order_no });
        // An order that did not come yet, is over, or was paid meanwhile cannot be paid.
        for _ in 0..TRIES {
            let (status, _) = outside.providers.try_post("pay", which.clone()).await;
            if status == 204 || !what.is_client_scanned() {
                break;
            }
            tokio::time::sleep(BETWEEN_TRIES).await;
        }
    }
    Some(outside.follow(shop, client, started).await)
}

/// What a telephone shows: good once, and by its last digits without money.
fn code_of_a_client(digits: &str, what: WithCode) -> String {
    static CODES: AtomicU64 = AtomicU64::new(1);
    let number = CODES.fetch_add(1, Ordering::Relaxed);
    let end = match what {
        WithCode::NoMoney => "0001",
        _ => "0007",
    };
    format!("{digits}{number:012}{end}")
}
