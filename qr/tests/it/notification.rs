//! What the providers send by themselves.

use qr::provider::{Notice, NotificationRefused, OrderAnswer, RefundAnswer};
use serde_json::json;

use crate::shop::{DUE, Face, ORDER, Read, Shop, order_no, paid_minor, refund_no};

fn is_paid(read: &Read) -> bool {
    match read {
        Ok(Notice::Order {
            order_no: number,
            answer,
        }) => *number == order_no() && paid_minor(answer) == DUE,
        Ok(Notice::Refund { .. }) | Err(_) => false,
    }
}

#[tokio::test]
async fn a_payment_is_notified_and_taken_once() {
    for face in Face::BOTH {
        let mut shop = Shop::open(face).await;
        shop.shown().await;
        shop.client_pays().await;
        let read = shop.notices(1).await;
        assert!(is_paid(&read[0]), "{read:?}");
        // Taken: it does not come again.
        shop.wait(60_000).await;
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        assert_eq!(shop.notices(1).await.len(), 1);
    }
}

#[tokio::test]
async fn duplicates_say_the_same() {
    for face in Face::BOTH {
        let shop = Shop::open(face).await;
        shop.fault("notification", "duplicate", json!({ "count": 3 }))
            .await;
        shop.shown().await;
        shop.client_pays().await;
        let read = shop.notices(3).await;
        assert!(read.iter().all(is_paid), "{read:?}");
        // And once more, long after.
        shop.sim("notify", json!({ "face": face.name(), "order_no": ORDER }))
            .await;
        assert!(is_paid(&shop.notices(4).await[3]));
    }
}

#[tokio::test]
async fn a_false_notification_is_refused_and_the_true_one_comes_again() {
    let faults = [
        (Face::Alipay, "wrong_signature"),
        (Face::Alipay, "no_signature"),
        (Face::Wechat, "wrong_signature"),
        (Face::Wechat, "no_signature"),
        (Face::Wechat, "old_timestamp"),
        (Face::Wechat, "unknown_serial"),
    ];
    for (face, fault) in faults {
        let mut shop = Shop::open(face).await;
        shop.fault("notification", fault, json!({})).await;
        shop.shown().await;
        shop.client_pays().await;
        let read = shop.notices(1).await;
        assert!(
            matches!(read[0], Err(NotificationRefused::NotAuthentic { .. })),
            "{face:?} {fault}: {read:?}"
        );
        // It waits for its pause before time goes by.
        shop.waits().await;
        shop.wait(15_000).await;
        assert!(is_paid(&shop.notices(2).await[1]));
    }
}

#[tokio::test]
async fn a_notification_that_never_comes_is_replaced_by_asking() {
    for face in Face::BOTH {
        let shop = Shop::open(face).await;
        shop.fault("notification", "drop", json!({})).await;
        shop.shown().await;
        shop.client_pays().await;
        assert_eq!(paid_minor(&shop.query().await), DUE);
        assert!(shop.notices(0).await.is_empty());
    }
}

#[tokio::test]
async fn wechat_tells_when_a_refund_is_over() {
    for (fault, is_refunded) in [(None, true), (Some("refund_abnormal"), false)] {
        let mut shop = Shop::open(Face::Wechat).await;
        shop.shown().await;
        shop.client_pays().await;
        shop.notices(1).await;
        if let Some(fault) = fault {
            shop.fault("refund", fault, json!({})).await;
        }
        shop.refund(DUE).await;
        shop.waits().await;
        shop.wait(2_000).await;
        let read = shop.notices(2).await.remove(1).expect("believed");
        let Notice::Refund {
            order_no: number,
            refund_no: refund,
            answer,
        } = read
        else {
            panic!("{read:?}");
        };
        assert_eq!((number, refund), (order_no(), refund_no()));
        match is_refunded {
            true => assert_eq!(answer, RefundAnswer::Refunded),
            false => assert!(
                matches!(answer, RefundAnswer::Declined { .. }),
                "{answer:?}"
            ),
        }
    }
}

/// A notification about a payment that was given back meanwhile says so.
#[tokio::test]
async fn a_late_notification_tells_how_it_is_now() {
    let shop = Shop::open(Face::Wechat).await;
    shop.shown().await;
    shop.client_pays().await;
    shop.notices(1).await;
    shop.refund(DUE).await;
    shop.sim("notify", json!({ "face": "wechat", "order_no": ORDER }))
        .await;
    let read = shop.notices(2).await;
    assert!(
        matches!(
            read[1],
            Ok(Notice::Order {
                answer: OrderAnswer::GivenBack(_),
                ..
            })
        ),
        "{read:?}"
    );
}
