//! Handing the journal to another key.

use journal::{Signer, VerifyOptions, check_signer, rotate_key, verify};
use shell::Outcome;

use crate::closing::{Boutique, TILLS, at, date, found};

async fn rotate(boutique: &Boutique, old: &Signer, new: &Signer) -> Outcome<usize> {
    let input = (old.clone(), new.clone(), at(date("2026-11-14"), 20));
    boutique
        .shop
        .db
        .write(input, |tx, (old, new, now)| {
            Box::pin(rotate_key(tx, old, new, *now))
        })
        .await
}

async fn is_signer(boutique: &Boutique, signer: &Signer) -> bool {
    let checked = boutique.shop.db.read(signer.clone(), |tx, signer| {
        Box::pin(check_signer(tx, signer))
    });
    checked.await.is_ok()
}

#[tokio::test]
async fn every_chain_goes_over_to_the_new_key_and_stays_whole() {
    let mut boutique = Boutique::open().await;
    let (old, new) = (boutique.shop.signer.clone(), Signer::new(&[8; 32]));
    let day = date("2026-11-14");
    for till in TILLS {
        boutique.sell(till, at(day, 15)).await;
    }
    boutique.close(day, at(day, 19)).await;
    let stranger = Signer::new(&[9; 32]);
    assert!(rotate(&boutique, &stranger, &new).await.is_err());
    assert_eq!(rotate(&boutique, &old, &new).await.unwrap(), 3);
    assert!(is_signer(&boutique, &new).await);
    assert!(!is_signer(&boutique, &old).await);
    // A run that was cut short before the file was replaced is ended by the next one.
    assert_eq!(rotate(&boutique, &old, &new).await.unwrap(), 0);

    boutique.shop.signer = new.clone();
    boutique.sell(TILLS[0], at(day, 21)).await;
    boutique.close(date("2026-11-15"), at(day, 30)).await;
    let report = boutique.verify().await;
    assert_eq!(found(&report), [] as [&str; 0]);
    assert_eq!(report.exit_code(), 0);
    for chain in &report.chains {
        assert_eq!(chain.keys, [old.key_id(), new.key_id()]);
        assert_eq!(chain.kinds["key"], 1);
    }
    // Whoever has the old key can write nothing any more that is believed.
    boutique.shop.signer = old;
    boutique.sell(TILLS[0], at(day, 31)).await;
    let options = VerifyOptions {
        trusted_keys: vec![new.public_key()],
        anchors: None,
    };
    assert_eq!(verify(&boutique.shop.db, &options).await.exit_code(), 13);
}
