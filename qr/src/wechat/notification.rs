//! What WeChat sends by itself: signed as a whole, its content encrypted with the API v3 key.
//!
//! Source: "Payment notification", "Refund notification" and "Decrypt callbacks": AES-256-GCM with
//! the API v3 key, a nonce of 12 bytes, and additional data that may be empty.

use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::outcome::{self, Asked};
use super::reply::{self, Refund, Transaction};
use super::{Wechat, signature};
use crate::provider::{Incoming, Notice, NotificationRefused, OrderNo, RefundNo, UnknownReason};

const ALGORITHM: &str = "AEAD_AES_256_GCM";

#[derive(Deserialize)]
struct Notification {
    event_type: String,
    resource: Resource,
}

#[derive(Deserialize)]
struct Resource {
    algorithm: String,
    ciphertext: String,
    #[serde(default)]
    associated_data: String,
    nonce: String,
}

pub(super) fn read(
    wechat: &Wechat,
    incoming: &Incoming<'_>,
) -> Result<Notice, NotificationRefused> {
    signature::check(wechat, incoming.header, incoming.body, incoming.now)
        .map_err(|detail| NotificationRefused::NotAuthentic { detail })?;
    let notification: Notification = parse(incoming.body)?;
    let clear = decrypt(wechat, &notification.resource)?;
    match notification.event_type.as_str() {
        event if event.starts_with("TRANSACTION.") => order(wechat, &clear),
        event if event.starts_with("REFUND.") => refund(wechat, &clear),
        _ => Err(NotificationRefused::Stray {
            field: "event_type",
        }),
    }
}

fn order(wechat: &Wechat, clear: &[u8]) -> Result<Notice, NotificationRefused> {
    let transaction: Transaction = parse(clear)?;
    let order_no = order_no(&transaction.out_trade_no)?;
    let answer = outcome::order(&transaction, &wechat.asked(&order_no)).map_err(refused)?;
    Ok(Notice::Order { order_no, answer })
}

fn refund(wechat: &Wechat, clear: &[u8]) -> Result<Notice, NotificationRefused> {
    let refund: Refund = parse(clear)?;
    let order_no = order_no(&refund.out_trade_no)?;
    let refund_no =
        RefundNo::parse(refund.out_refund_no.clone()).map_err(|_| NotificationRefused::Stray {
            field: "out_refund_no",
        })?;
    let asked: Asked<'_> = wechat.asked(&order_no);
    let answer = outcome::refund_status(&refund, None, &asked).map_err(refused)?;
    Ok(Notice::Refund {
        order_no,
        refund_no,
        answer,
    })
}

fn order_no(text: &str) -> Result<OrderNo, NotificationRefused> {
    OrderNo::parse(text).map_err(|_| NotificationRefused::Stray {
        field: "out_trade_no",
    })
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, NotificationRefused> {
    reply::read(body).map_err(refused)
}

fn refused(reason: UnknownReason) -> NotificationRefused {
    match reason {
        UnknownReason::Stray { field } => NotificationRefused::Stray { field },
        other => NotificationRefused::Malformed {
            detail: other.to_string(),
        },
    }
}

fn decrypt(wechat: &Wechat, resource: &Resource) -> Result<Vec<u8>, NotificationRefused> {
    let wrong = |detail: &str| NotificationRefused::Malformed {
        detail: detail.to_owned(),
    };
    if resource.algorithm != ALGORITHM {
        return Err(wrong("another algorithm"));
    }
    let key = UnboundKey::new(&AES_256_GCM, wechat.api_key.expose().as_bytes())
        .map_err(|_| wrong("the API v3 key"))?;
    let nonce = Nonce::try_assume_unique_for_key(resource.nonce.as_bytes())
        .map_err(|_| wrong("the nonce"))?;
    let mut sealed = STANDARD
        .decode(&resource.ciphertext)
        .map_err(|_| wrong("the cipher text is no base64"))?;
    let aad = Aad::from(resource.associated_data.as_bytes());
    let clear = LessSafeKey::new(key)
        .open_in_place(nonce, aad, &mut sealed)
        .map_err(|_| NotificationRefused::NotAuthentic {
            detail: "encrypted with another key".to_owned(),
        })?;
    Ok(clear.to_vec())
}

#[cfg(test)]
mod tests;
