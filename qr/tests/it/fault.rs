//! Whatever goes wrong on the way is unknown, never failed; and nothing is sent twice.

use qr::provider::{
    CloseAnswer, CreateAnswer, Direction, NotSentReason, OrderAnswer, RefundAnswer, UnknownReason,
};
use serde_json::{Value, json};

use crate::shop::{DUE, Face, LONG, SHORT, Shop, at, paid_minor};

/// Why the answer to a request is not known; anything else fails the test.
async fn reason(shop: &Shop, on: &str) -> UnknownReason {
    match on {
        "create" => match shop.create().await {
            CreateAnswer::Unknown { reason } => reason,
            other => panic!("{on}: {other:?}"),
        },
        "charge" | "query" => {
            let answer = match on {
                "charge" => shop.charge().await,
                _ => shop.query().await,
            };
            match answer {
                OrderAnswer::Unknown { reason } => reason,
                other => panic!("{on}: {other:?}"),
            }
        }
        "close" => match shop.close(Direction::ClientScans).await {
            CloseAnswer::Unknown { reason } => reason,
            other => panic!("{on}: {other:?}"),
        },
        _ => {
            let answer = match on {
                "refund" => shop.refund(DUE).await,
                _ => shop.query_refund(DUE).await,
            };
            match answer {
                RefundAnswer::Unknown { reason } => reason,
                other => panic!("{on}: {other:?}"),
            }
        }
    }
}

/// An order in the state in which each request makes sense.
async fn prepared(face: Face, on: &str) -> Shop {
    let shop = Shop::open(face).await;
    match on {
        "create" | "charge" => {}
        "refund" | "refund_query" => {
            shop.shown().await;
            shop.client_pays().await;
        }
        _ => drop(shop.shown().await),
    }
    if on == "refund_query" {
        shop.refund(DUE).await;
    }
    shop
}

const REQUESTS: [&str; 6] = [
    "create",
    "charge",
    "query",
    "close",
    "refund",
    "refund_query",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Lost,
    TimedOut,
    Status(u16),
    Code,
    Malformed,
    NotAuthentic,
}

fn sign(reason: &UnknownReason) -> Option<Sign> {
    Some(match reason {
        UnknownReason::ConnectionLost { .. } => Sign::Lost,
        UnknownReason::TimedOut => Sign::TimedOut,
        UnknownReason::HttpStatus { status } => Sign::Status(*status),
        UnknownReason::Code { .. } => Sign::Code,
        UnknownReason::Malformed { .. } => Sign::Malformed,
        UnknownReason::NotAuthentic { .. } => Sign::NotAuthentic,
        UnknownReason::Stray { .. } | UnknownReason::NotAsked(_) | UnknownReason::ReplyTooLong => {
            return None;
        }
    })
}

#[tokio::test]
async fn every_fault_on_the_way_is_unknown_for_every_request() {
    let faults: [(&str, Value, Sign); 8] = [
        ("drop", json!({}), Sign::Lost),
        ("lost_reply", json!({}), Sign::Lost),
        ("late", json!({}), Sign::Lost),
        ("delay", json!({ "ms": 60_000 }), Sign::TimedOut),
        ("http", json!({ "status": 502 }), Sign::Status(502)),
        (
            "http",
            json!({ "status": 503, "processed": true }),
            Sign::Status(503),
        ),
        ("system_error", json!({ "processed": true }), Sign::Code),
        ("wrong_signature", json!({}), Sign::NotAuthentic),
    ];
    for face in Face::BOTH {
        for on in REQUESTS {
            let mut shop = prepared(face, on).await;
            for (fault, more, expected) in &faults {
                // Only of an answer that does not come is patience to end.
                shop.patience = if *fault == "delay" { SHORT } else { LONG };
                let before = count(&shop).await;
                shop.fault(on, fault, more.clone()).await;
                let reason = reason(&shop, on).await;
                let found = sign(&reason);
                assert_eq!(found, Some(*expected), "{face:?} {on} {fault}: {reason:?}");
                assert_eq!(
                    count(&shop).await,
                    before + 1,
                    "sent twice: {face:?} {on} {fault}"
                );
            }
        }
    }
}

/// How many requests the provider met.
async fn count(shop: &Shop) -> usize {
    let log = shop.told("log").await;
    let lines = log.as_array().expect("lines").iter();
    lines
        .filter(|line| line["action"] != "notification")
        .count()
}

#[tokio::test]
async fn an_answer_that_is_cut_or_not_signed_is_not_believed() {
    for face in Face::BOTH {
        for on in REQUESTS {
            // WeChat's answer to a close has no body that could be cut.
            if (face, on) != (Face::Wechat, "close") {
                let shop = prepared(face, on).await;
                shop.fault(on, "cut", json!({})).await;
                assert_eq!(
                    sign(&reason(&shop, on).await),
                    Some(Sign::Lost),
                    "{face:?} {on}"
                );
            }
            let shop = prepared(face, on).await;
            shop.fault(on, "no_signature", json!({})).await;
            let found = sign(&reason(&shop, on).await);
            assert_eq!(found, Some(Sign::NotAuthentic), "{face:?} {on}");
        }
    }
}

#[tokio::test]
async fn an_old_signature_and_one_by_a_stranger_are_not_believed() {
    for fault in ["old_timestamp", "unknown_serial"] {
        for on in REQUESTS {
            let shop = prepared(Face::Wechat, on).await;
            shop.fault(on, fault, json!({})).await;
            let found = sign(&reason(&shop, on).await);
            assert_eq!(found, Some(Sign::NotAuthentic), "{on} {fault}");
        }
    }
}

#[tokio::test]
async fn a_signed_answer_about_another_order_is_not_ours() {
    for face in Face::BOTH {
        for on in REQUESTS {
            // WeChat's answers to these name no order.
            if face == Face::Wechat && matches!(on, "create" | "close") {
                continue;
            }
            let shop = prepared(face, on).await;
            if on == "query" {
                shop.client_pays().await;
            }
            shop.fault(on, "other_order", json!({})).await;
            let reason = reason(&shop, on).await;
            let expected = UnknownReason::Stray {
                field: "out_trade_no",
            };
            assert_eq!(reason, expected, "{face:?} {on}");
        }
    }
}

/// The amount is told as it came: whoever keeps the order compares it with what was due.
#[tokio::test]
async fn another_amount_is_told_as_it_is() {
    for face in Face::BOTH {
        let shop = Shop::open(face).await;
        shop.shown().await;
        shop.client_pays().await;
        shop.fault("query", "other_amount", json!({ "amount_minor": 1 }))
            .await;
        assert_eq!(paid_minor(&shop.query().await), 1);
        let other = Shop::open(face).await;
        other
            .fault("charge", "other_amount", json!({ "amount_minor": 7 }))
            .await;
        assert_eq!(paid_minor(&other.charge().await), 7);
    }
}

#[tokio::test]
async fn a_lost_reply_is_found_by_asking() {
    for face in Face::BOTH {
        let shop = Shop::open(face).await;
        shop.fault("charge", "lost_reply", json!({})).await;
        let lost = shop.charge().await;
        assert!(matches!(lost, OrderAnswer::Unknown { .. }), "{lost:?}");
        assert_eq!(paid_minor(&shop.query().await), DUE);

        shop.fault("refund", "lost_reply", json!({})).await;
        let lost = shop.refund(DUE).await;
        assert!(matches!(lost, RefundAnswer::Unknown { .. }), "{lost:?}");
        let told = shop.query_refund(DUE).await;
        assert!(
            matches!(told, RefundAnswer::Refunded | RefundAnswer::Pending),
            "{told:?}"
        );
        assert_eq!(shop.ledger().await, (DUE, DUE));
    }
}

#[tokio::test]
async fn what_arrives_late_happens_late() {
    for face in Face::BOTH {
        let mut shop = Shop::open(face).await;
        shop.fault("charge", "late", json!({ "ms": 20_000 })).await;
        let lost = shop.charge().await;
        assert!(matches!(lost, OrderAnswer::Unknown { .. }), "{lost:?}");
        assert_eq!(shop.query().await, OrderAnswer::NotFound);
        assert_eq!(
            shop.close(Direction::ShopScans).await,
            CloseAnswer::NotFound
        );
        shop.wait(20_000).await;
        for _ in 0..4_000 {
            if shop.ledger().await == (DUE, 0) {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        assert_eq!(paid_minor(&shop.query().await), DUE);
    }
}

#[tokio::test]
async fn a_payment_while_the_order_is_ended_is_never_lost() {
    // Alipay gives it back, and says so.
    let shop = prepared(Face::Alipay, "close").await;
    shop.fault("close", "paid_during", json!({})).await;
    assert_eq!(
        shop.close(Direction::ClientScans).await,
        CloseAnswer::GivenBack
    );
    assert_eq!(shop.ledger().await, (DUE, DUE));
    // WeChat refuses to close what is paid.
    let shop = prepared(Face::Wechat, "close").await;
    shop.fault("close", "paid_during", json!({})).await;
    assert_eq!(shop.close(Direction::ClientScans).await, CloseAnswer::Paid);
    assert_eq!(paid_minor(&shop.query().await), DUE);
    // And with the reply lost, asking tells.
    for face in Face::BOTH {
        let shop = prepared(face, "close").await;
        shop.client_pays().await;
        shop.fault("close", "lost_reply", json!({})).await;
        let lost = shop.close(Direction::ClientScans).await;
        assert!(matches!(lost, CloseAnswer::Unknown { .. }), "{lost:?}");
        let told = shop.query().await;
        match face {
            Face::Alipay => assert!(matches!(told, OrderAnswer::GivenBack(_)), "{told:?}"),
            Face::Wechat => assert_eq!(paid_minor(&told), DUE),
        }
    }
}

#[tokio::test]
async fn an_order_that_cannot_be_ended_yet_is_ended_later() {
    for face in Face::BOTH {
        for direction in [Direction::ClientScans, Direction::ShopScans] {
            let mut shop = Shop::open(face).await;
            match direction {
                Direction::ClientScans => {
                    drop(shop.shown().await);
                    // WeChat wants an order to be five minutes old.
                    shop.wait(300_000).await;
                }
                Direction::ShopScans => {
                    shop.fault("charge", "user_paying", json!({})).await;
                    assert_eq!(shop.charge().await, OrderAnswer::Waiting);
                }
            }
            shop.fault("close", "again", json!({})).await;
            assert_eq!(shop.close(direction).await, CloseAnswer::Again);
            assert_eq!(shop.close(direction).await, CloseAnswer::Closed);
        }
    }
}

#[tokio::test]
async fn without_a_connection_nothing_was_sent() {
    for face in Face::BOTH {
        let mut shop = Shop::open(face).await;
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a port");
        let address = listener.local_addr().expect("an address");
        drop(listener);
        shop.provider = at(&shop, &format!("http://{address}")).await;
        let CreateAnswer::NotSent { reason } = shop.create().await else {
            panic!("sent");
        };
        assert!(
            matches!(reason, NotSentReason::NoConnection { .. }),
            "{reason:?}"
        );
        assert!(matches!(shop.charge().await, OrderAnswer::NotSent { .. }));
        assert!(matches!(
            shop.close(Direction::ClientScans).await,
            CloseAnswer::NotSent { .. }
        ));
        assert!(matches!(
            shop.refund(DUE).await,
            RefundAnswer::NotSent { .. }
        ));
        // A question that was not sent says nothing about what it asks for.
        assert!(matches!(
            shop.query().await,
            OrderAnswer::Unknown {
                reason: UnknownReason::NotAsked(_)
            }
        ));
    }
}

/// Whoever stands between the shop and the provider learns nothing: a certificate that nobody
/// vouches for ends the connection before the first byte of the request.
#[tokio::test]
async fn a_provider_that_does_not_prove_who_it_is_gets_nothing() {
    let certified = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]);
    let certified = certified.expect("a certificate");
    let key = tokio_rustls::rustls::pki_types::PrivateKeyDer::Pkcs8(
        certified.signing_key.serialize_der().into(),
    );
    let config = tokio_rustls::rustls::ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(vec![certified.cert.der().clone()], key)
        .expect("a configuration");
    let acceptor = tokio_rustls::TlsAcceptor::from(std::sync::Arc::new(config));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let accepted = acceptor.accept(stream).await;
            assert!(accepted.is_err(), "the till trusts anybody");
        }
    });
    for face in Face::BOTH {
        let mut shop = Shop::open(face).await;
        shop.provider = at(&shop, &format!("https://{address}")).await;
        let CreateAnswer::NotSent { reason } = shop.create().await else {
            panic!("sent");
        };
        assert!(matches!(reason, NotSentReason::Tls { .. }), "{reason:?}");
    }
}
