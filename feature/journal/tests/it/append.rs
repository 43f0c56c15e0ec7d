//! Entries as they land in the database.

use crate::support::{CHAIN, Shop, new_entry};
use journal::{Kind, Signer, append, change_key, check_signer, payload};
use serde_json::{Value, json};
use shell::params;

#[tokio::test]
async fn the_first_entry_of_a_chain_opens_it() {
    let shop = Shop::open().await;
    let first = shop.append(Kind::Payment, json!({"slipNo": "12"})).await;
    assert_eq!((first.seq, first.kind_seq), (2, 1));
    let second = shop.append(Kind::Event, json!({"code": 40})).await;
    assert_eq!(
        (second.seq, second.kind_seq),
        (3, 2),
        "the opening is event 1"
    );
    assert_eq!(second.short_hash(), hex::encode(second.hash)[..10]);

    let opening: Value = serde_json::from_slice(&shop.payload(1).await).unwrap();
    assert_eq!(
        opening,
        json!({
            "atLocal": "2026-11-14T15:42:08.000000+01:00", "code": 260,
            "keyId": shop.signer.key_id(), "publicKey": shop.signer.public_key().text(),
            "registrationNo": "123 456 789 00012", "softwareVersion": "3.10.51",
            "storeNo": "PAR01", "terminalNo": "PAR01-T1", "timeZone": "Europe/Paris",
            "vatNo": "FR00123456789"
        })
    );
}

/// The bytes and hashes of two entries, fixed for ever: whoever changes the canonical form or the
/// fields of the hash breaks every journal that exists. A new form needs a new `FORMAT`. The figures
/// come from another implementation, in Python, and not from this one.
#[tokio::test]
async fn golden_hashes_do_not_change() {
    let shop = Shop::open().await;
    let golden = json!({
        "name": "Cafe\u{301} \"Étoile\"", "amount": {"minor": -14900, "currency": "EUR"},
        "paid": true, "list": [1, "b"], "absent": null
    });
    let entry = shop.append(Kind::Ticket, golden).await;
    assert_eq!(
        String::from_utf8(shop.payload(2).await).unwrap(),
        "{\"amount\":{\"currency\":\"EUR\",\"minor\":-14900},\
         \"atLocal\":\"2026-11-14T15:42:08.000000+01:00\",\"list\":[1,\"b\"],\
         \"name\":\"Café \\\"Étoile\\\"\",\"paid\":true,\"timeZone\":\"Europe/Paris\"}"
    );
    assert_eq!(shop.signer.key_id(), "fe812c12f3ab4ce6");
    assert_eq!(
        hex::encode(shop.hash(1).await),
        "63b623f0dc82c5169c159c9a8b03a0400fb99854d310f4012020bf6734522903"
    );
    assert_eq!(
        hex::encode(entry.hash),
        "7a7b9e4765a51840e5fd14e1dda17b5d2dc1c8359cca43c18c66e9447ac68346"
    );
    assert_eq!(
        hex::encode(shop.signature(2).await),
        "342a70026de901e71a7ce5cf1646d01edc4ec40b4fee1de74c9117b456bc96475bbb99ea0fda1d1ffef0d99575e2d4577cea918937fb2f8859ab16b5a10f5207"
    );
}

#[tokio::test]
async fn a_refused_payload_takes_no_number() {
    let shop = Shop::open().await;
    assert!(payload(&json!({"amount": 1.5})).is_err());
    assert!(payload(&json!(["no", "object"])).is_err());
    for taken in ["atLocal", "timeZone"] {
        let outcome = shop.try_append(Kind::Event, json!({ taken: "x" })).await;
        assert!(outcome.is_err(), "{taken} is the journal's own word");
    }
    let entry = shop.append(Kind::Event, json!({"code": 40})).await;
    assert_eq!((entry.seq, entry.kind_seq), (2, 2));
}

#[tokio::test]
async fn chains_count_for_themselves() {
    let shop = Shop::open().await;
    let other = shop.append_to("PAR01", Kind::Ticket, json!({})).await;
    let entry = shop.append(Kind::Ticket, json!({})).await;
    assert_eq!((other.seq, other.kind_seq), (2, 1));
    assert_eq!((entry.seq, entry.kind_seq), (2, 1));
    assert_ne!(other.hash, entry.hash);
}

#[tokio::test]
async fn many_tills_at_once_leave_no_gap() {
    let shop = Shop::open().await;
    let mut tasks = tokio::task::JoinSet::new();
    for till in 0..4 {
        for number in 0..25 {
            let (db, signer) = (shop.db.clone(), shop.signer.clone());
            let chain = format!("PAR01-T{}", till % 2);
            tasks.spawn(async move {
                let entry = new_entry(&chain, Kind::Ticket, &json!({ "number": number }));
                db.write((signer, entry), |tx, (signer, entry)| {
                    Box::pin(append(tx, signer, entry.clone()))
                })
                .await
                .unwrap()
                .seq
            });
        }
    }
    let mut places = tasks.join_all().await;
    places.sort_unstable();
    let expected: Vec<i64> = (2..=51).flat_map(|seq| [seq, seq]).collect();
    assert_eq!(places, expected);
}

#[tokio::test]
async fn a_key_that_is_not_the_journals_is_found_at_start() {
    let shop = Shop::open().await;
    shop.append(Kind::Event, json!({"code": 40})).await;
    let check = async |signer: &Signer| {
        shop.db
            .read(signer.clone(), |tx, signer| {
                Box::pin(check_signer(tx, signer))
            })
            .await
    };
    let next = Signer::new(&[8; 32]);
    check(&shop.signer).await.unwrap();
    let error = check(&next).await.unwrap_err().to_string();
    assert!(
        error.contains(CHAIN) && error.contains(next.key_id()),
        "{error}"
    );

    let entry = new_entry(CHAIN, Kind::Key, &json!({}));
    let keys = (shop.signer.clone(), next.clone(), entry);
    shop.db
        .write(keys, |tx, (old, new, entry)| {
            Box::pin(change_key(tx, old, new, entry.clone()))
        })
        .await
        .unwrap();
    check(&next).await.unwrap();
    assert!(
        check(&shop.signer).await.is_err(),
        "the old key has handed over"
    );
}

#[tokio::test]
async fn the_database_refuses_to_change_an_entry() {
    let shop = Shop::open().await;
    shop.append(Kind::Event, json!({"code": 40})).await;
    let outcome = shop
        .db
        .write((), |tx, ()| {
            Box::pin(async move {
                tx.execute("UPDATE journal_entry SET kind = 'ticket'", params![])
                    .await?;
                Ok(())
            })
        })
        .await;
    assert!(outcome.unwrap_err().to_string().contains("append-only"));
}
