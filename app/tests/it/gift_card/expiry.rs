//! Cards end with their last day.

use std::sync::Arc;

use gift_card::rule::state::CardState;
use journal::Signer;

use super::{assert_ledgers_hold, at_ten, hours, open_cards, standing};

#[tokio::test]
async fn cards_end_with_their_last_day_and_never_where_nobody_wants_it() {
    let (shop, clock) = at_ten().await;
    open_cards(&shop, 2, 10_000).await;
    shop.change("UPDATE gift_card SET expires_on = NULL WHERE last_four = '0002'")
        .await;
    let job = gift_card::expire_gift_cards(Arc::new(Signer::new(&testkit::KEY)));
    // Two years, one of them a leap year: the evening of the last day.
    clock.advance(hours(731 * 24 + 12));
    job(shop.shell.clone()).await.unwrap();
    assert_eq!(standing(&shop, 1).await.state, CardState::Active);
    clock.advance(hours(24));
    for _ in 0..2 {
        job(shop.shell.clone()).await.unwrap();
    }
    let over = standing(&shop, 1).await;
    assert_eq!((over.state, over.balance), (CardState::Expired, 0));
    assert_eq!(standing(&shop, 2).await.state, CardState::Active);
    let entries = "SELECT COUNT(*) FROM gift_card_ledger WHERE entry_type = 'EXPIRE'";
    assert_eq!(shop.number(entries).await, 1);
    assert_ledgers_hold(&shop).await;
}
