//! A card that is scanned where pieces are.

use serde_json::{Value, json};
use testkit::Shop;

use super::{number, open_cards};

#[tokio::test]
async fn what_looks_like_a_card_is_told_apart_from_an_unknown_piece() {
    let shop = Shop::open().await;
    open_cards(&shop, 1, 10_000).await;
    let mei = shop.seller("mei").await.repeating();
    let typed = "6279 0000-1111 0001".to_owned();
    // A card, as scanned and as typed; and a number that no card has, which is answered alike.
    for code in [number(1), typed, number(77)] {
        let scanned = mei.post("/basket/scan", json!({ "code": code })).await.ok();
        assert_eq!(scanned["isGiftCard"], true, "{code}");
        assert_eq!(scanned["lineId"], Value::Null);
        assert_eq!(scanned["basket"]["lines"], json!([]));
    }
    // Of another length, of another printer, and no number at all.
    for code in ["62790000111100011", "4000000011110001", "6279", "???"] {
        let refused = mei.post("/basket/scan", json!({ "code": code })).await;
        assert_eq!(refused.refused(), (404, "catalog.code_not_found"), "{code}");
    }
    let piece = mei
        .post("/basket/scan", json!({ "code": "ER-1" }))
        .await
        .ok();
    assert_eq!(piece["isGiftCard"], false);
    // Where nothing is done with cards, it is unknown.
    shop.change("DELETE FROM gift_card_store").await;
    let refused = mei.post("/basket/scan", json!({ "code": number(1) })).await;
    assert_eq!(refused.refused(), (404, "catalog.code_not_found"));
}
