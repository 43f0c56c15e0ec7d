use serde_json::{Value as Json, json};
use session::Actor;

use crate::support::{INES, SALE, Sale, Shop, actor, camille};

fn numbers(page: &Json) -> Vec<i64> {
    page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["orderNo"].as_i64().unwrap())
        .collect()
}

/// Today: 1 (early, cash, Camille, Inès), 2 (late, card, Léo). Yesterday: 3. Lyon: 4. Hong Kong: 5.
async fn shop() -> Shop {
    let shop = Shop::open().await;
    let sales = [
        Sale {
            customer: Some(INES),
            items: &["RG-1", "ER-2", "ER-2", "NK-3", "BR-4"],
            ..SALE
        },
        Sale {
            no: 2,
            at: "2026-11-21T09:30:00Z",
            staff: "LEO",
            tender: "VISA",
            total: 5_000,
            ..SALE
        },
        Sale {
            no: 3,
            at: "2026-11-20T15:00:00Z",
            date: "2026-11-20",
            ..SALE
        },
        Sale {
            no: 4,
            store: "LYO01",
            ..SALE
        },
        Sale {
            no: 5,
            store: "HKG01",
            at: "2026-11-21T08:00:00Z",
            total: 99_000,
            ..SALE
        },
    ];
    for sale in sales {
        shop.sell(&sale).await;
    }
    shop
}

async fn found(shop: &Shop, query: &str) -> Vec<i64> {
    let page = shop.get(camille(), &format!("/order?{query}")).await.data();
    let rows = numbers(&page);
    let summary = summary(shop, camille(), query).await;
    assert_eq!(summary["total"], json!(rows.len()), "{query}");
    rows
}

async fn summary(shop: &Shop, who: Actor, query: &str) -> Json {
    shop.get(who, &format!("/order/summary?{query}"))
        .await
        .data()
}

#[tokio::test]
async fn the_history_shows_today_of_this_store_newest_first() {
    let shop = shop().await;
    let page = shop.get(camille(), "/order").await.data();
    assert_eq!(numbers(&page), [2, 1]);
    assert_eq!(page["nextCursor"], Json::Null);
    let expected = json!({
        "total": 2, "paid": {"minor": 17_000, "currency": "EUR"}, "paidElsewhere": [],
    });
    assert_eq!(summary(&shop, camille(), "").await, expected);
    let row = &page["items"][1];
    let expected = json!({
        "orderId": SALE.id(), "orderNo": 1, "receiptNo": "R-PAR01-000001", "storeNo": "PAR01",
        "completedAt": "2026-11-21T09:00:00Z", "businessDate": "2026-11-21",
        "orderType": "SALE", "customerName": "Inès Moreau", "salespersonName": "CAM", "pieces": 5,
        "total": {"minor": 12_000, "currency": "EUR"}, "state": "COMPLETED",
        "pictures": ["/pictures/rg-1.svg", "/pictures/er-2.svg", "/pictures/nk-3.svg"],
        "tenders": [{"code": "CASH", "name": "CASH"}],
    });
    assert_eq!(row, &expected);
}

#[tokio::test]
async fn the_night_is_still_yesterday_in_the_store() {
    let mut shop = shop().await;
    // 03:30 in Paris.
    shop.shell.clock = shell::Clock::manual("2026-11-21T02:30:00Z".parse().unwrap());
    assert_eq!(found(&shop, "").await, [3]);
}

#[tokio::test]
async fn filters_narrow_the_list_and_its_sum() {
    let shop = shop().await;
    let both_days = "from=2026-11-20&to=2026-11-21";
    assert_eq!(found(&shop, both_days).await, [2, 1, 3]);
    assert_eq!(found(&shop, "from=2026-11-20").await, [2, 1, 3]);
    assert_eq!(found(&shop, "to=2026-11-20").await, [3]);
    assert_eq!(found(&shop, "staffId=LEO").await, [2]);
    assert_eq!(
        found(&shop, &format!("{both_days}&tenderCode=CASH")).await,
        [1, 3]
    );
    assert_eq!(found(&shop, "tenderCode=AMEX").await, [0_i64; 0]);
    assert_eq!(
        found(&shop, "search=&staffId=&tenderCode=&limit=").await,
        [2, 1]
    );
    for (query, paid) in [
        ("staffId=LEO", 5_000),
        ("staffId=NOBODY", 0),
        ("tenderCode=VISA", 5_000),
        ("search=etoile", 17_000),
        ("search=etoile&staffId=LEO&tenderCode=VISA", 5_000),
    ] {
        let summary = summary(&shop, camille(), query).await;
        let expected = json!({"minor": paid, "currency": "EUR"});
        assert_eq!(summary["paid"], expected, "{query}");
    }
}

#[tokio::test]
async fn the_search_finds_words_today_and_numbers_on_any_day() {
    let shop = shop().await;
    assert_eq!(found(&shop, "search=MOREAU%20In%C3%A8s").await, [1]);
    assert_eq!(found(&shop, "search=etoile").await, [2, 1]);
    assert_eq!(found(&shop, "search=nk-3").await, [1]);
    assert_eq!(found(&shop, "search=%01nk-3%07").await, [1]);
    assert_eq!(found(&shop, "search=r-par01-000003").await, [3]);
    assert_eq!(found(&shop, "search=3").await, [3]);
    // Somebody chose the dates: they count.
    let dated = "search=R-PAR01-000003&from=2026-11-21&to=2026-11-21";
    assert_eq!(found(&shop, dated).await, [0_i64; 0]);
    assert_eq!(found(&shop, "search=R-LYO01-000004").await, [0_i64; 0]);
    assert_eq!(found(&shop, "search=%25").await, [0_i64; 0]);
    assert_eq!(found(&shop, "search=_").await, [0_i64; 0]);
}

#[tokio::test]
async fn pages_follow_each_other_without_gap_or_repeat() {
    let shop = Shop::open().await;
    // Seven orders, of which three were completed in the same microsecond.
    for no in 1..=7 {
        let at = match no {
            3..=5 => "2026-11-21T09:30:00Z",
            _ => ["2026-11-21T09:00:00Z", "2026-11-21T09:45:00Z"][usize::from(no > 5)],
        };
        shop.sell(&Sale { no, at, ..SALE }).await;
    }
    let (mut seen, mut cursor, mut pages) = (Vec::new(), String::new(), 0);
    loop {
        let path = format!("/order?limit=2&cursor={cursor}");
        let page = shop.get(camille(), &path).await.data();
        seen.extend(numbers(&page));
        pages += 1;
        match page["nextCursor"].as_str() {
            Some(next) => next.clone_into(&mut cursor),
            None => break,
        }
    }
    assert_eq!(seen, [7, 6, 5, 4, 3, 2, 1]);
    assert_eq!(pages, 4);
    let summary = summary(&shop, camille(), "").await;
    assert_eq!(summary["total"], json!(7));
    assert_eq!(summary["paid"]["minor"], json!(84_000));
}

#[tokio::test]
async fn linked_stores_are_seen_by_those_who_may() {
    let shop = shop().await;
    let manager = actor("PAR01", &["order.view", "order.viewAll"]);
    let page = shop.get(manager.clone(), "/order").await.data();
    // Lyon is not linked.
    assert_eq!(numbers(&page), [2, 1, 5]);
    let expected = json!({
        "total": 3, "paid": {"minor": 17_000, "currency": "EUR"},
        "paidElsewhere": [{"minor": 99_000, "currency": "HKD"}],
    });
    assert_eq!(summary(&shop, manager.clone(), "").await, expected);
    // Their orders are merged page by page.
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let path = format!("/order?limit=1&search=etoile&cursor={cursor}");
        let page = shop.get(manager.clone(), &path).await.data();
        seen.extend(numbers(&page));
        match page["nextCursor"].as_str() {
            Some(next) => next.clone_into(&mut cursor),
            None => break,
        }
    }
    assert_eq!(seen, [2, 1, 5]);
}

#[tokio::test]
async fn what_cannot_be_read_is_refused() {
    let shop = Shop::open().await;
    let reversed = shop
        .get(camille(), "/order?from=2026-11-21&to=2026-11-20")
        .await;
    assert_eq!(
        reversed.refusal(),
        (422, "order.period_reversed".to_owned())
    );
    for query in [
        "from=yesterday",
        "limit=many",
        "cursor=x",
        "cursor=1.2",
        "to=2026-02-30",
        "staffId=%00",
        "tenderCode=%01",
    ] {
        let reply = shop.get(camille(), &format!("/order?{query}")).await;
        assert_eq!(
            reply.refusal(),
            (400, "request.malformed".to_owned()),
            "{query}"
        );
    }
}
