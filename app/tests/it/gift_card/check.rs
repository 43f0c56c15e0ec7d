//! Number and code: wrong ones are counted, right ones give a proof, and codes come by mail.

use serde_json::{Value, json};
use testkit::{MailSimulator, Settings, Shop};
use uuid::Uuid;

use crate::mailed_code::{first_digits, wrong};

use super::{CODE, at_ten, check, minutes, number, open_cards, pay_with, paying, sell};

#[tokio::test]
async fn five_wrong_codes_lock_a_number_whether_a_card_has_it_or_not() {
    let (shop, clock) = at_ten().await;
    open_cards(&shop, 1, 10_000).await;
    let mei = shop.seller("mei").await.repeating();
    let unknown = "6279999999999999".to_owned();
    for card_no in [number(1), unknown] {
        let mut answers = Vec::new();
        for _ in 0..4 {
            let refused = check(&mei, &card_no, "WRONGCODE").await;
            assert_eq!(refused.refused(), (422, "gift_card.code_mismatch"));
            answers.push(refused.envelope["error"]["params"]["triesLeft"].clone());
        }
        assert_eq!(answers, [4, 3, 2, 1].map(Value::from));
        // The refused tries were counted: the fifth locks, and then the right code is refused too.
        for code in ["WRONGCODE", CODE] {
            let refused = check(&mei, &card_no, code).await;
            assert_eq!(refused.refused(), (423, "gift_card.locked"));
            assert_eq!(refused.envelope["error"]["params"]["minutes"], 30);
        }
    }
    clock.advance(minutes(30));
    // Long enough for the session to have ended as well.
    let mei = shop.log_in("mei").await.repeating();
    check(&mei, &number(1), CODE).await.ok();
    // A right code forgets the wrong ones.
    assert_eq!(
        shop.number("SELECT COUNT(*) FROM gift_card_try WHERE subject LIKE 'card 62790000%'")
            .await,
        0
    );
}

#[tokio::test]
async fn twenty_wrong_codes_lock_a_till_that_goes_through_numbers() {
    let shop = Shop::open().await;
    open_cards(&shop, 1, 10_000).await;
    let mei = shop.seller("mei").await.repeating();
    for at in 0..20 {
        let refused = check(&mei, &number(100 + at), "WRONGCODE").await;
        assert_eq!(refused.refused(), (422, "gift_card.code_mismatch"), "{at}");
    }
    let refused = check(&mei, &number(1), CODE).await;
    assert_eq!(refused.refused(), (423, "gift_card.locked"));
    let leo = shop.seller("leo").await.repeating();
    check(&leo, &number(1), CODE).await.ok();
}

#[tokio::test]
async fn a_proof_is_over_after_five_minutes() {
    let (shop, clock) = at_ten().await;
    open_cards(&shop, 1, 10_000).await;
    let mei = paying(&shop).await;
    let checked = check(&mei, &number(1), CODE).await.ok();
    clock.advance(minutes(5));
    let refused = pay_with(&mei, &checked["reference"], 1_000).await;
    assert_eq!(refused.refused(), (409, "gift_card.check_first"));
}

#[tokio::test]
async fn a_code_comes_by_mail_after_it_was_asked_for() {
    let mailbox = MailSimulator::start();
    let shop = Shop::with(Settings {
        smtp_url: Some(mailbox.smtp_url()),
        ..Settings::default()
    })
    .await;
    open_cards(&shop, 2, 0).await;
    let mei = shop.seller("mei").await.repeating();
    let inès = Uuid::from_u128(1);
    mei.put("/basket/customer", json!({ "customerId": inès }))
        .await
        .ok();
    sell(&mei, 1, 10_000).await.ok();
    mei.start_payment().await;
    mei.pay_cash(10_000).await.ok();
    let by_mail = |code: String| {
        let body = json!({ "cardNo": number(1), "code": code, "channel": "EMAIL" });
        let mei = mei.clone();
        async move { mei.post("/gift-card/check", body).await }
    };
    let early = by_mail("123456".to_owned()).await;
    assert_eq!(early.refused(), (409, "gift_card.get_code_first"));
    let body = json!({ "cardNo": number(1) });
    let sent = mei.post("/gift-card/code", body.clone()).await.ok();
    assert_eq!(sent["sentTo"], "i***@mail.example");
    let soon = mei.post("/gift-card/code", body).await;
    assert_eq!(soon.refused(), (429, "session.code_too_soon"));
    // A card without a customer and a number without a card are answered alike.
    for card_no in [number(2), "6279999999999999".to_owned()] {
        let refused = mei
            .post("/gift-card/code", json!({ "cardNo": card_no }))
            .await;
        assert_eq!(refused.refused(), (409, "gift_card.no_address"));
    }
    let mails = mailbox.mails().await;
    assert_eq!(mails.len(), 1);
    let subject = mails[0]["subject"].as_str().unwrap();
    assert!(subject.contains("votre code"), "in her language: {subject}");
    let code = first_digits(&mailbox).await;
    let refused = by_mail(wrong(&code).to_owned()).await;
    assert_eq!(refused.refused(), (422, "gift_card.code_mismatch"));
    let checked = by_mail(code.clone()).await.ok();
    assert_eq!(checked["balance"]["minor"], 10_000);
    assert!(checked["reference"].is_string());
    // It is good once.
    assert_eq!(
        by_mail(code).await.refused(),
        (410, "gift_card.code_expired")
    );
}
