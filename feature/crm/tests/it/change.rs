//! Keeping customers and changing what is known of them.

use axum::http::Method;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::shop::{Desk, MANAGER, SELLER, Shop, id, ok, refused};

const TEXT_VERSION: &str = crm::rule::consent::TEXT_VERSION;

async fn try_create(shop: &Shop, profile: Json) -> Json {
    let body = json!({ "profile": profile });
    shop.send(SELLER, Method::POST, "/customer", &body).await
}

/// What a till sends back of what it was shown, with one field changed.
fn edited(seen: &Json, field: &str, value: Json) -> Json {
    let mut profile = seen["profile"].clone();
    profile[field] = value;
    json!({ "version": seen["version"], "profile": profile })
}

fn answers(kinds: &[(&str, bool)]) -> Json {
    let answers: Vec<Json> = kinds
        .iter()
        .map(|(kind, granted)| json!({ "kind": kind, "granted": granted }))
        .collect();
    json!({ "answers": answers, "textVersion": TEXT_VERSION })
}

#[tokio::test]
async fn a_telephone_number_is_enough() {
    let shop = Shop::open().await;
    let made = shop
        .create(SELLER, json!({ "phoneNo": "0612344108" }))
        .await;
    assert_eq!(made["customerNo"], 100_001);
    assert_eq!(made["name"], "№ 100001");
    assert_eq!(made["version"], 1);
    assert_eq!(made["changedBy"], "Camille Aubry");
    let whole = shop.get(MANAGER, &made["customerId"]).await;
    let profile = &whole["profile"];
    assert_eq!(profile["phoneAreaCode"], "+33");
    assert_eq!(profile["phoneNo"], "6 12 34 41 08");
    assert_eq!(
        (&profile["country"], &profile["residence"]),
        (&json!("FR"), &json!("LOCAL"))
    );
    // They are found at once, by the number as it was typed.
    let body = json!({ "term": "06 12 34 41 08" });
    let found = ok(&shop
        .send(SELLER, Method::POST, "/customer/search", &body)
        .await);
    assert_eq!(found["items"][0]["customerId"], made["customerId"]);
    let next = shop
        .create(SELLER, json!({ "email": "a@mail.example" }))
        .await;
    assert_eq!(next["customerNo"], 100_002);
}

#[tokio::test]
async fn every_field_of_the_specification_is_kept() {
    let shop = Shop::open().await;
    let sent = json!({
        "title": "MS", "familyName": "Moreau", "givenName": "Inès",
        "phoneAreaCode": "+852", "phoneNo": "9123 4567", "email": "Ines@mail.example",
        "generation": 1980, "birthdayMonth": 3, "language": "zh-Hant", "residence": "TOURIST",
        "country": "HK", "address": "1 Queen's Road", "postalCode": "999077",
        "city": "Hong Kong", "province": "Central", "knowsUsFrom": "WALKED_PAST",
        "travelRetail": true, "likes": ["Yellow gold", "Medals"], "dislikes": ["Logos"],
        "interests": ["Opera"], "buyFor": ["Mother"], "followedMedia": ["Xiaohongshu"],
        "followedSalesperson": "cam", "maritalStatus": "MARRIED", "kids": 2,
    });
    let made = shop.create(MANAGER, sent.clone()).await;
    assert_eq!(made["profile"], sent);
    assert_eq!(
        shop.get(MANAGER, &made["customerId"]).await["profile"],
        sent
    );
}

#[tokio::test]
async fn what_cannot_be_kept_is_refused_by_name() {
    let shop = Shop::open().await;
    let phone = "0612344108";
    #[rustfmt::skip]
    let table = [
        (json!({}), "crm.contact_missing", Some("phoneNo"), "At least one of phoneNo or email is required"),
        (json!({ "givenName": "Inès" }), "crm.contact_missing", Some("phoneNo"), "At least one of phoneNo or email is required"),
        (json!({ "phoneNo": "12345" }), "crm.phone_invalid", Some("phoneNo"), "Please enter the correct phone number"),
        (json!({ "phoneNo": "9123 4567", "phoneAreaCode": "+33" }), "crm.phone_invalid", Some("phoneNo"), "Please enter the correct phone number"),
        (json!({ "email": "ines@" }), "crm.email_invalid", Some("email"), "E-mail must be valid"),
        (json!({ "phoneNo": phone, "city": "x".repeat(81) }), "crm.text_too_long", Some("city"), "At most 80 characters can be kept here"),
        (json!({ "phoneNo": phone, "country": "France" }), "crm.country_unknown", Some("country"), "Please choose a country"),
        (json!({ "phoneNo": phone, "followedSalesperson": "nobody" }), "crm.salesperson_unknown", Some("followedSalesperson"), "This salesperson does not work in this store"),
    ];
    for (profile, key, field, message) in table {
        let answer = try_create(&shop, profile).await;
        assert_eq!(refused(&answer), (422, key, field));
        assert_eq!(answer["message"], message);
    }
    for wrong in [
        json!({ "phone": phone }),
        json!({ "phoneNo": phone, "title": "DR" }),
    ] {
        let answer = try_create(&shop, wrong).await;
        assert_eq!(refused(&answer).1, "request.malformed");
    }
    assert_eq!(shop.number("SELECT COUNT(*) FROM customer").await, 0);
    assert_eq!(shop.number("SELECT COUNT(*) FROM customer_change").await, 0);
}

#[tokio::test]
async fn a_number_and_an_address_belong_to_one_customer() {
    let shop = Shop::open().await;
    let ines = shop
        .create(
            SELLER,
            json!({ "phoneNo": "0612344108", "email": "ines@mail.example" }),
        )
        .await;
    let luc = shop
        .create(SELLER, json!({ "email": "luc@mail.example" }))
        .await;
    let (ines, luc) = (&ines["customerId"], &luc["customerId"]);
    #[rustfmt::skip]
    let table = [
        (json!({ "phoneNo": "+33 6 12 34 41 08" }), "crm.phone_taken", "phoneNo", "Phone number is already taken", ines, None),
        (json!({ "phoneNo": "0612344109", "email": "INES@Mail.example" }), "crm.email_taken", "email", "Email is already taken", ines, None),
        (json!({ "phoneNo": "0612344108", "email": "ines@mail.example" }), "crm.email_and_phone_taken", "phoneNo", "Email and phone number are already taken", ines, Some(ines)),
        (json!({ "phoneNo": "0612344108", "email": "luc@mail.example" }), "crm.email_and_phone_taken", "phoneNo", "Email and phone number are already taken", ines, Some(luc)),
    ];
    for (profile, key, field, message, by, email_by) in table {
        let answer = try_create(&shop, profile).await;
        assert_eq!(refused(&answer), (409, key, Some(field)));
        assert_eq!(answer["message"], message);
        let params = &answer["error"]["params"];
        assert_eq!(&params["customerId"], by);
        assert_eq!(params.get("emailCustomerId"), email_by);
    }
    // The same holds for changes; who keeps what is theirs is not their own duplicate.
    let seen = shop.get(MANAGER, luc).await;
    let answer = shop
        .update(MANAGER, luc, &edited(&seen, "phoneNo", json!("0612344108")))
        .await;
    assert_eq!(refused(&answer), (409, "crm.phone_taken", Some("phoneNo")));
    let answer = shop
        .update(
            MANAGER,
            luc,
            &edited(&seen, "email", json!("ines@mail.example")),
        )
        .await;
    assert_eq!(refused(&answer), (409, "crm.email_taken", Some("email")));
    let answer = shop
        .update(MANAGER, luc, &edited(&seen, "city", json!("Lyon")))
        .await;
    assert_eq!(ok(&answer)["profile"]["city"], "Lyon");
}

#[tokio::test]
async fn two_of_old_who_share_a_number_can_be_kept_up_to_date() {
    let shop = Shop::open().await;
    shop.add_of_old((7, "Marchetti", "Inès", Some("+33 6 12 34 41 08"), None))
        .await;
    shop.add_of_old((8, "Marchetti", "I.", Some("+33 6 12 34 41 08"), None))
        .await;
    // One whom today's rules would not let in.
    shop.add_of_old((9, "Chan", "Mei", Some("+852 1000 2345"), None))
        .await;
    for no in [8, 9] {
        let customer_id = json!(id(no));
        let seen = shop.get(SELLER, &customer_id).await;
        let answer = shop
            .update(SELLER, &customer_id, &edited(&seen, "city", json!("Lyon")))
            .await;
        assert_eq!(ok(&answer)["version"], 2, "{no}");
    }
    let phones = "SELECT phone || phone_key FROM customer ORDER BY customer_no";
    let both = "+33 6 12 34 41 08+33612344108";
    assert_eq!(
        shop.texts(phones).await,
        [both, both, "+852 1000 2345+85210002345"]
    );
}

#[tokio::test]
async fn nothing_is_saved_when_nothing_changed() {
    let shop = Shop::open().await;
    let profile = json!({ "phoneNo": "0612344108", "email": "ines@mail.example", "city": "Paris" });
    let made = shop.create(MANAGER, profile).await;
    let customer_id = &made["customerId"];
    for desk in [MANAGER, SELLER] {
        let seen = shop.get(desk, customer_id).await;
        // Spaces around a city, a number dialled in another way and masked contacts are no change.
        for same in [
            edited(&seen, "city", json!(" Paris ")),
            edited(&seen, "phoneNo", json!("06.12.34.41.08")),
            edited(&seen, "kids", Json::Null),
        ] {
            let answer = shop.update(desk, customer_id, &same).await;
            assert_eq!(refused(&answer), (422, "crm.not_changed", None), "{same}");
            assert_eq!(
                answer["message"],
                "Customer information has not changed and cannot be saved"
            );
        }
    }
    let photo = json!({ "version": 1, "photo": null });
    let path = format!("/customer/{}/photo", customer_id.as_str().unwrap());
    let answer = shop.send(SELLER, Method::PUT, &path, &photo).await;
    assert_eq!(refused(&answer).1, "crm.not_changed");
    assert_eq!(shop.get(MANAGER, customer_id).await["version"], 1);
    assert_eq!(shop.number("SELECT COUNT(*) FROM customer_change").await, 1);
}

#[tokio::test]
async fn who_may_not_see_a_number_changes_the_rest_and_can_replace_it() {
    let shop = Shop::open().await;
    let profile = json!({ "phoneNo": "0612344108", "email": "ines@mail.example" });
    let made = shop.create(MANAGER, profile).await;
    let customer_id = &made["customerId"];
    let seen = shop.get(SELLER, customer_id).await;
    let answer = shop
        .update(SELLER, customer_id, &edited(&seen, "city", json!("Lyon")))
        .await;
    assert_eq!(
        ok(&answer)["profile"]["phoneNo"],
        "6 •• •• 41 08",
        "masked in the answer, too"
    );
    let whole = shop.get(MANAGER, customer_id).await["profile"].clone();
    assert_eq!(
        (&whole["phoneNo"], &whole["email"]),
        (&json!("6 12 34 41 08"), &json!("ines@mail.example"))
    );
    let seen = ok(&answer);
    let answer = shop
        .update(
            SELLER,
            customer_id,
            &edited(&seen, "phoneNo", json!("0612344109")),
        )
        .await;
    ok(&answer);
    let whole = shop.get(MANAGER, customer_id).await["profile"].clone();
    assert_eq!(whole["phoneNo"], "6 12 34 41 09");
}

#[tokio::test]
async fn of_two_tills_the_second_is_told_and_nothing_is_lost() {
    let shop = Shop::open().await;
    let made = shop
        .create(MANAGER, json!({ "phoneNo": "0612344108" }))
        .await;
    let customer_id = &made["customerId"];
    let (first, second) = (
        shop.get(MANAGER, customer_id).await,
        shop.get(SELLER, customer_id).await,
    );
    let answer = shop
        .update(MANAGER, customer_id, &edited(&first, "city", json!("Lyon")))
        .await;
    assert_eq!(ok(&answer)["version"], 2);
    let late = edited(&second, "givenName", json!("Inès"));
    let answer = shop.update(SELLER, customer_id, &late).await;
    assert_eq!(refused(&answer), (409, "crm.changed_meanwhile", None));
    assert_eq!(answer["error"]["params"]["staffName"], "Hugo Martin");
    assert_eq!(
        answer["message"],
        "Hugo Martin changed this customer in the meantime; nothing was overwritten"
    );
    let now = shop.get(SELLER, customer_id).await;
    assert_eq!(
        (&now["profile"]["city"], &now["profile"]["givenName"]),
        (&json!("Lyon"), &json!(""))
    );
    let answer = shop
        .update(
            SELLER,
            customer_id,
            &edited(&now, "givenName", json!("Inès")),
        )
        .await;
    let both = ok(&answer);
    assert_eq!(
        (&both["profile"]["city"], &both["profile"]["givenName"]),
        (&json!("Lyon"), &json!("Inès"))
    );
}

/// Sixteen tills save at once what each has seen: one wins, all others are told.
#[tokio::test(flavor = "multi_thread")]
async fn of_many_tills_at_once_one_saves() {
    let shop = std::sync::Arc::new(Shop::open().await);
    let made = shop
        .create(MANAGER, json!({ "phoneNo": "0612344108" }))
        .await;
    let tries = (0..16).map(|n| {
        let (shop, made) = (shop.clone(), made.clone());
        tokio::spawn(async move {
            let change = edited(&made, "city", json!(format!("City {n}")));
            let answer = shop.update(MANAGER, &made["customerId"], &change).await;
            match answer["success"].as_bool() {
                Some(true) => 1,
                _ => {
                    assert_eq!(refused(&answer).1, "crm.changed_meanwhile");
                    0
                }
            }
        })
    });
    let mut saved = 0;
    for one in tries.collect::<Vec<_>>() {
        saved += one.await.unwrap();
    }
    assert_eq!(saved, 1);
    assert_eq!(shop.get(MANAGER, &made["customerId"]).await["version"], 2);
}

/// The same for a number that sixteen tills give to somebody new at once.
#[tokio::test(flavor = "multi_thread")]
async fn of_many_new_customers_with_one_number_one_is_kept() {
    let shop = std::sync::Arc::new(Shop::open().await);
    let tries: Vec<_> = (0..16)
        .map(|_| {
            let shop = shop.clone();
            tokio::spawn(async move { try_create(&shop, json!({ "phoneNo": "0612344108" })).await })
        })
        .collect();
    let mut kept = 0;
    for one in tries {
        let answer = one.await.unwrap();
        match answer["success"].as_bool() {
            Some(true) => kept += 1,
            _ => assert_eq!(refused(&answer).1, "crm.phone_taken"),
        }
    }
    assert_eq!(kept, 1);
    assert_eq!(shop.number("SELECT COUNT(*) FROM customer").await, 1);
}

#[tokio::test]
async fn a_repeated_request_does_nothing_twice() {
    let shop = Shop::open().await;
    let key = Uuid::now_v7();
    let body = json!({ "profile": { "phoneNo": "0612344108" } });
    let first = shop
        .keyed(SELLER, Method::POST, "/customer", key, &body)
        .await;
    let again = shop
        .keyed(SELLER, Method::POST, "/customer", key, &body)
        .await;
    assert_eq!(ok(&first), ok(&again));
    let other = json!({ "profile": { "phoneNo": "0612344109" } });
    let answer = shop
        .keyed(SELLER, Method::POST, "/customer", key, &other)
        .await;
    assert_eq!(refused(&answer).1, "request.key_reused");
    let made = ok(&first);
    let path = format!("/customer/{}", made["customerId"].as_str().unwrap());
    let change = edited(&made, "city", json!("Lyon"));
    let key = Uuid::now_v7();
    for _ in 0..2 {
        let answer = shop.keyed(SELLER, Method::PUT, &path, key, &change).await;
        assert_eq!(ok(&answer)["version"], 2);
    }
    assert_eq!(shop.number("SELECT COUNT(*) FROM customer").await, 1);
    assert_eq!(shop.number("SELECT COUNT(*) FROM customer_change").await, 2);
    // What is kept of an answer for ever names nobody.
    let kept = shop.texts("SELECT answer FROM idempotency").await;
    assert!(
        kept.iter().all(|answer| !answer.contains("Lyon")),
        "{kept:?}"
    );
}

#[tokio::test]
async fn somebody_who_is_not_there_is_not_changed() {
    let shop = Shop::open().await;
    let nobody = json!(id(1));
    let body = json!({ "version": 1, "profile": { "phoneNo": "0612344108" } });
    let answer = shop.update(SELLER, &nobody, &body).await;
    assert_eq!(refused(&answer), (404, "crm.profile_missing", None));
    assert_eq!(
        answer["message"],
        "Please create or search customer profile before updating"
    );
    let photo = json!({ "version": 1, "photo": null });
    let path = format!("/customer/{}/photo", id(1));
    let answer = shop.send(SELLER, Method::PUT, &path, &photo).await;
    assert_eq!(refused(&answer), (404, "crm.customer_missing", None));
    assert_eq!(
        answer["message"],
        "Please search or create a customer first"
    );
}

#[tokio::test]
async fn consents_are_kept_with_date_staff_and_words() {
    let shop = Shop::open().await;
    let body = json!({
        "profile": { "phoneNo": "0612344108" },
        "consent": answers(&[("PRIVACY_POLICY", true), ("EMAIL", true), ("PHONE", false)]),
    });
    let made = ok(&shop.send(SELLER, Method::POST, "/customer", &body).await);
    // A no of somebody who was never asked is no news.
    assert_eq!(
        made["consents"],
        json!([
            { "kind": "PRIVACY_POLICY", "granted": true, "textVersion": TEXT_VERSION,
              "givenAt": "2026-11-21T10:00:00Z", "staffName": "Camille Aubry" },
            { "kind": "EMAIL", "granted": true, "textVersion": TEXT_VERSION,
              "givenAt": "2026-11-21T10:00:00Z", "staffName": "Camille Aubry" },
        ])
    );
    shop.minute_passes();
    let mut change = edited(&made, "city", made["profile"]["city"].clone());
    change["consent"] = answers(&[("EMAIL", false)]);
    let changed = ok(&shop.update(MANAGER, &made["customerId"], &change).await);
    assert_eq!(changed["version"], 2);
    assert_eq!(changed["consents"][1]["granted"], false);
    assert_eq!(changed["consents"][1]["staffName"], "Hugo Martin");
    assert_eq!(changed["consents"][1]["givenAt"], "2026-11-21T10:01:00Z");
    // The same again is no change, and other words than today's cannot have been shown.
    let mut same = edited(&changed, "city", changed["profile"]["city"].clone());
    same["consent"] = answers(&[("EMAIL", false)]);
    let answer = shop.update(MANAGER, &made["customerId"], &same).await;
    assert_eq!(refused(&answer).1, "crm.not_changed");
    for wrong in [json!("1999-01"), Json::Null] {
        same["consent"] = answers(&[("EMAIL", true)]);
        same["consent"]["textVersion"] = wrong;
        let answer = shop.update(MANAGER, &made["customerId"], &same).await;
        assert_eq!(
            refused(&answer),
            (409, "crm.consent_text_changed", Some("consent"))
        );
    }
    assert_eq!(
        shop.number("SELECT COUNT(*) FROM customer_consent").await,
        3
    );
}

#[tokio::test]
async fn every_change_is_written_down_with_before_and_after() {
    let shop = Shop::open().await;
    let body = json!({
        "profile": { "phoneNo": "0612344108", "city": "Paris" },
        "consent": answers(&[("PRIVACY_POLICY", true)]),
    });
    let made = ok(&shop.send(SELLER, Method::POST, "/customer", &body).await);
    let customer_id = &made["customerId"];
    ok(&shop
        .update(SELLER, customer_id, &edited(&made, "city", json!("Lyon")))
        .await);
    let befores = shop
        .texts("SELECT before FROM customer_change ORDER BY version")
        .await;
    let afters = shop
        .texts("SELECT after FROM customer_change ORDER BY version")
        .await;
    let read = |text: &String| serde_json::from_str::<Json>(text).unwrap();
    assert_eq!(read(&befores[1]), json!({ "city": "Paris" }));
    assert_eq!(read(&afters[1]), json!({ "city": "Lyon" }));
    let first = read(&afters[0]);
    assert_eq!(first["phoneNo"], "6 12 34 41 08");
    assert_eq!(first["consent.PRIVACY_POLICY"], true);
    let who = "SELECT staff_id || ' ' || terminal_no FROM customer_change";
    assert_eq!(shop.texts(who).await, ["cam PAR01-T2", "cam PAR01-T2"]);

    let added = shop.events("customerAdded").await;
    let changed = shop.events("customerChanged").await;
    let consent = shop.events("customerConsent").await;
    assert_eq!((added.len(), changed.len(), consent.len()), (1, 1, 1));
    assert_eq!(&added[0]["customerId"], customer_id);
    assert_eq!(changed[0]["fields"], json!(["city"]));
    assert_eq!(changed[0]["operatorId"], "cam");
    assert_eq!(consent[0]["consent"], "PRIVACY_POLICY");
    assert_eq!(consent[0]["textVersion"], TEXT_VERSION);
    // The signed journal, which is kept for ever, holds no word of a person.
    for event in added.iter().chain(&changed).chain(&consent) {
        let text = event.to_string();
        assert!(!text.contains("Lyon") && !text.contains("41 08"), "{text}");
    }
}

#[tokio::test]
async fn what_was_written_down_is_not_altered() {
    let shop = Shop::open().await;
    let body = json!({
        "profile": { "phoneNo": "0612344108" },
        "consent": answers(&[("PRIVACY_POLICY", true)]),
    });
    ok(&shop.send(SELLER, Method::POST, "/customer", &body).await);
    for sql in [
        "UPDATE customer_consent SET granted = FALSE",
        "DELETE FROM customer_consent",
        "UPDATE customer_change SET after = '{}'",
    ] {
        let outcome = shop
            .shell
            .db
            .write(sql, |tx, sql| {
                Box::pin(async move { Ok(tx.execute(sql, shell::params![]).await?) })
            })
            .await;
        assert!(outcome.is_err(), "{sql}");
    }
}

/// Two tills of one store do not share keys: what one did is no answer for the other.
#[tokio::test]
async fn a_key_does_not_reach_across_tills() {
    let shop = Shop::open().await;
    let key = Uuid::now_v7();
    let body = json!({ "profile": { "phoneNo": "0612344108" } });
    ok(&shop
        .keyed(SELLER, Method::POST, "/customer", key, &body)
        .await);
    let other = Desk {
        terminal_no: "PAR01-T1",
        ..SELLER
    };
    let answer = shop
        .keyed(other, Method::POST, "/customer", key, &body)
        .await;
    assert_eq!(refused(&answer).1, "request.key_reused");
}
