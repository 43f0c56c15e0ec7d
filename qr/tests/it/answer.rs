//! What each request leads to when nothing goes wrong on the way.

use qr::alipay::{self, Alipay};
use qr::provider::{
    CloseAnswer, CreateAnswer, Decline, Direction, NotSentReason, OrderAnswer, Provider,
    RefundAnswer, RefundDecline, UnknownReason,
};
use qr::wechat::Wechat;
use qr::{Amount, Currency, Secret};
use serde_json::json;

use crate::shop::{DUE, Face, LONG, Shop, paid_minor, wechat_settings};

#[tokio::test]
async fn a_code_is_shown_scanned_and_paid() {
    for face in Face::BOTH {
        let shop = Shop::open(face).await;
        let code = shop.shown().await;
        assert!(code.contains("/pay/"), "{code}");
        // Until somebody scans, Alipay knows no trade.
        let expected = match face {
            Face::Alipay => OrderAnswer::NotFound,
            Face::Wechat => OrderAnswer::Waiting,
        };
        assert_eq!(shop.query().await, expected);
        let page = reqwest::get(&code).await.expect("the page of the code");
        assert!(page.status().is_success());
        assert_eq!(shop.query().await, OrderAnswer::Waiting);
        shop.client_pays().await;
        let OrderAnswer::Paid(payment) = shop.query().await else {
            panic!("not paid");
        };
        assert_eq!(payment.amount.minor, DUE);
        assert!(!payment.provider_no.is_empty());
        let payer = payment.payer.expect("a payer");
        assert!(payer.contains("****"), "{payer}");
        assert_eq!(shop.ledger().await, (DUE, 0));
    }
}

#[tokio::test]
async fn the_same_order_gives_the_same_code_and_another_one_is_known() {
    for face in Face::BOTH {
        let shop = Shop::open(face).await;
        let code = shop.shown().await;
        assert_eq!(shop.shown().await, code);
        let mut other = shop.create_command(LONG);
        other.amount.minor += 1;
        assert_eq!(shop.provider.create(&other).await, CreateAnswer::Known);
        shop.client_pays().await;
        assert_eq!(shop.create().await, CreateAnswer::Known);
    }
}

#[tokio::test]
async fn a_scanned_code_is_charged_once() {
    for face in Face::BOTH {
        let shop = Shop::open(face).await;
        assert_eq!(paid_minor(&shop.charge().await), DUE);
        assert_eq!(paid_minor(&shop.query().await), DUE);
        // The number is known: no money moves, and the answer says to ask.
        let again = shop.charge().await;
        assert!(matches!(again, OrderAnswer::Unknown { .. }), "{again:?}");
        assert_eq!(shop.ledger().await, (DUE, 0));
    }
}

#[tokio::test]
async fn a_large_amount_waits_for_the_password() {
    for face in Face::BOTH {
        let shop = Shop::open(face).await;
        let mut command = shop.charge_command(face.code("12"), LONG);
        command.amount.minor = 100_001;
        assert_eq!(shop.provider.charge(&command).await, OrderAnswer::Waiting);
        assert_eq!(shop.query().await, OrderAnswer::Waiting);
        shop.client_pays().await;
        assert_eq!(paid_minor(&shop.query().await), 100_001);
    }
}

#[tokio::test]
async fn a_refused_charge_says_why() {
    for face in Face::BOTH {
        for (end, expected) in [("0000", Decline::PaymentCode), ("0001", Decline::Funds)] {
            let shop = Shop::open(face).await;
            let command = shop.charge_command(face.code(end), LONG);
            let answer = shop.provider.charge(&command).await;
            let OrderAnswer::NotPaid { decline, .. } = answer else {
                panic!("{face:?} {end}: {answer:?}");
            };
            assert_eq!(decline, expected);
            assert_eq!(shop.query().await, OrderAnswer::Closed);
            assert_eq!(shop.ledger().await, (0, 0));
        }
        // The code of the other provider.
        let shop = Shop::open(face).await;
        let other = match face {
            Face::Alipay => Face::Wechat,
            Face::Wechat => Face::Alipay,
        };
        let command = shop.charge_command(other.code("12"), LONG);
        let answer = shop.provider.charge(&command).await;
        assert!(
            matches!(
                answer,
                OrderAnswer::NotPaid {
                    decline: Decline::PaymentCode,
                    ..
                }
            ),
            "{answer:?}"
        );
    }
}

#[tokio::test]
async fn an_open_order_is_closed_and_cannot_be_paid_any_more() {
    for face in Face::BOTH {
        for is_scanned in [false, true] {
            let mut shop = Shop::open(face).await;
            let code = shop.shown().await;
            if is_scanned {
                reqwest::get(&code).await.expect("scanned");
            }
            if face == Face::Wechat {
                // It wants an order to be five minutes old.
                shop.wait(290_000).await;
                let early = shop.close(Direction::ClientScans).await;
                assert_eq!(early, CloseAnswer::Again);
                shop.wait(10_000).await;
            }
            assert_eq!(
                shop.close(Direction::ClientScans).await,
                CloseAnswer::Closed
            );
            // Asked again, the same.
            assert_eq!(
                shop.close(Direction::ClientScans).await,
                CloseAnswer::Closed
            );
            let sent = reqwest::Client::new()
                .post(&code)
                .header("content-type", "application/x-www-form-urlencoded")
                .body("act=pay")
                .send()
                .await
                .expect("sent");
            assert!(sent.status().is_success());
            assert_eq!(shop.ledger().await, (0, 0));
            let told = shop.query().await;
            let expected = match (face, is_scanned) {
                (Face::Alipay, false) => OrderAnswer::NotFound,
                _ => OrderAnswer::Closed,
            };
            assert_eq!(told, expected);
        }
    }
}

#[tokio::test]
async fn ending_a_paid_order_tells_that_it_is_paid_or_gives_it_back() {
    // Shown codes: Alipay's cancel gives back, WeChat's close leaves the money where it is.
    let shop = Shop::open(Face::Alipay).await;
    shop.shown().await;
    shop.client_pays().await;
    assert_eq!(
        shop.close(Direction::ClientScans).await,
        CloseAnswer::GivenBack
    );
    assert_eq!(
        shop.close(Direction::ClientScans).await,
        CloseAnswer::GivenBack
    );
    assert_eq!(shop.ledger().await, (DUE, DUE));
    assert!(matches!(shop.query().await, OrderAnswer::GivenBack(_)));

    let shop = Shop::open(Face::Wechat).await;
    shop.shown().await;
    shop.client_pays().await;
    assert_eq!(shop.close(Direction::ClientScans).await, CloseAnswer::Paid);
    assert_eq!(paid_minor(&shop.query().await), DUE);
    assert_eq!(shop.ledger().await, (DUE, 0));

    // Scanned codes: both give back.
    for face in Face::BOTH {
        let shop = Shop::open(face).await;
        assert_eq!(paid_minor(&shop.charge().await), DUE);
        let ended = shop.close(Direction::ShopScans).await;
        let expected = match face {
            Face::Alipay => CloseAnswer::GivenBack,
            // The reversal does not say what it did.
            Face::Wechat => CloseAnswer::Closed,
        };
        assert_eq!(ended, expected);
        assert_eq!(shop.ledger().await, (DUE, DUE));
    }
}

#[tokio::test]
async fn what_the_provider_never_saw_is_not_found() {
    for face in Face::BOTH {
        let shop = Shop::open(face).await;
        assert_eq!(shop.query().await, OrderAnswer::NotFound);
        assert_eq!(
            shop.close(Direction::ShopScans).await,
            CloseAnswer::NotFound
        );
        assert_eq!(shop.query_refund(DUE).await, RefundAnswer::NotFound);
        let refund = shop.refund(DUE).await;
        let RefundAnswer::Declined { decline, .. } = refund else {
            panic!("{refund:?}");
        };
        assert_eq!(decline, RefundDecline::Order);
    }
}

#[tokio::test]
async fn an_order_ends_by_itself_at_its_time() {
    for face in Face::BOTH {
        let mut shop = Shop::open(face).await;
        let code = shop.shown().await;
        reqwest::get(&code).await.expect("scanned");
        shop.wait(9 * 60_000).await;
        assert_eq!(shop.query().await, OrderAnswer::Closed);
        assert_eq!(shop.create().await, CreateAnswer::Known);
    }
}

#[tokio::test]
async fn money_goes_back_once_per_number() {
    for face in Face::BOTH {
        let mut shop = Shop::open(face).await;
        shop.shown().await;
        shop.client_pays().await;
        assert_eq!(shop.query_refund(10_000).await, RefundAnswer::NotFound);
        let first = shop.refund(10_000).await;
        let expected = match face {
            Face::Alipay => RefundAnswer::Refunded,
            Face::Wechat => RefundAnswer::Pending,
        };
        assert_eq!(first, expected);
        shop.wait(2_000).await;
        assert_eq!(shop.query_refund(10_000).await, RefundAnswer::Refunded);
        // The same number again moves nothing, and a question still tells.
        shop.refund(10_000).await;
        assert_eq!(shop.query_refund(10_000).await, RefundAnswer::Refunded);
        assert_eq!(shop.ledger().await, (DUE, 10_000));
        // The same number with another amount is refused.
        let other = shop.refund(9_000).await;
        assert!(
            !matches!(other, RefundAnswer::Refunded | RefundAnswer::Pending),
            "{other:?}"
        );
        let told = shop.query_refund(9_000).await;
        assert!(
            matches!(
                told,
                RefundAnswer::Unknown {
                    reason: UnknownReason::Stray { .. }
                }
            ),
            "{told:?}"
        );
        assert_eq!(shop.ledger().await, (DUE, 10_000));
    }
}

#[tokio::test]
async fn a_refund_that_is_refused_says_why() {
    for face in Face::BOTH {
        let shop = Shop::open(face).await;
        shop.shown().await;
        shop.client_pays().await;
        shop.fault("refund", "refund_not_enough", json!({})).await;
        let refund = shop.refund(DUE).await;
        assert!(
            matches!(
                refund,
                RefundAnswer::Declined {
                    decline: RefundDecline::Funds,
                    ..
                }
            ),
            "{refund:?}"
        );
        assert_eq!(shop.ledger().await, (DUE, 0));
    }
    let mut shop = Shop::open(Face::Wechat).await;
    shop.shown().await;
    shop.client_pays().await;
    shop.fault("refund", "refund_abnormal", json!({})).await;
    assert_eq!(shop.refund(DUE).await, RefundAnswer::Pending);
    shop.wait(2_000).await;
    let told = shop.query_refund(DUE).await;
    assert!(
        matches!(
            told,
            RefundAnswer::Declined {
                decline: RefundDecline::Account,
                ..
            }
        ),
        "{told:?}"
    );
}

#[tokio::test]
async fn a_currency_that_the_account_lacks_is_not_sent() {
    for face in Face::BOTH {
        let shop = Shop::open(face).await;
        let mut command = shop.create_command(LONG);
        command.amount = Amount::new(100, Currency::from_iso("EUR").expect("a currency"));
        let answer = shop.provider.create(&command).await;
        assert!(
            matches!(
                answer,
                CreateAnswer::NotSent {
                    reason: NotSentReason::NotMade { .. }
                }
            ),
            "{answer:?}"
        );
        assert_eq!(shop.told("log").await, json!([]));
    }
}

/// A gateway that refuses our signature does not sign its refusal: it proves nothing, and the code
/// is told for whoever sets the account up.
#[tokio::test]
async fn a_wrong_key_of_ours_is_told_but_proves_nothing() {
    let foreign = include_str!("../../src/key/fixture/pkcs8.pem");
    let shop = Shop::open(Face::Wechat).await;
    let keys = shop.told("keys").await;
    let notify = "http://127.0.0.1:9/notify".to_owned();
    let mut settings =
        wechat_settings(&format!("http://{}", shop.address), &keys["wechat"], notify);
    settings.private_key = Secret::new(foreign);
    let wechat = Wechat::new(settings).expect("settings");
    let alipay = Alipay::new(alipay::Settings {
        gateway: format!("http://{}/gateway.do", shop.address),
        app_id: keys["alipay"]["app_id"]
            .as_str()
            .expect("a text")
            .to_owned(),
        private_key: Secret::new(foreign),
        alipay_public_key: keys["alipay"]["alipay_public_key"]
            .as_str()
            .expect("a text")
            .to_owned(),
        notify_url: None,
        currency: Currency::from_iso("CNY").expect("a currency"),
        store_id: "SHA01".to_owned(),
    })
    .expect("settings");
    for (provider, word) in [
        (&wechat as &dyn Provider, "SIGN_ERROR"),
        (&alipay, "isv.invalid-signature"),
    ] {
        let answer = provider.create(&shop.create_command(LONG)).await;
        let CreateAnswer::Unknown {
            reason: UnknownReason::NotAuthentic { detail },
        } = answer
        else {
            panic!("{answer:?}");
        };
        assert!(detail.contains(word), "{detail}");
    }
}
