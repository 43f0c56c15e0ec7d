//! The search of the history: the same orders whether the index knows them or not, on every page of
//! every filter.

use jiff::{SignedDuration, Timestamp};
use serde_json::Value as Json;
use shell::db::{Engine, params};

use crate::support::{INES, SALE, Sale, Shop, camille};

const ITEMS: [&[&str]; 5] = [
    &["BN-0421", "RG-1"],
    &["BN-0422"],
    &["RG-1"],
    &["NK-3", "BN-0421"],
    &["L'OR-7"],
];
const STORES: [&str; 3] = ["PAR01", "PAR01", "LYO01"];
const STAFF: [&str; 2] = ["CAM", "LEO"];
const TENDERS: [&str; 3] = ["CASH", "VISA", "AMEX"];
/// Two batches of the job, and a few that wait.
const SALES: u128 = 150;

/// Sale by sale, a few in the same second and some in the same moment.
fn sales() -> Vec<Sale> {
    let start: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
    (1..=SALES)
        .map(|no| {
            let index = usize::try_from(no).unwrap();
            let millis = i64::try_from(no / 2 * 400).unwrap();
            let at = (start + SignedDuration::from_millis(millis)).to_string();
            Sale {
                no,
                store: STORES[index % 3],
                at: Box::leak(at.into_boxed_str()),
                date: "2026-11-20",
                staff: STAFF[index / 2 % 2],
                customer: index.is_multiple_of(7).then_some(INES),
                tender: TENDERS[index / 5 % 3],
                total: 100 + i64::try_from(no).unwrap(),
                items: ITEMS[index % 5],
            }
        })
        .collect()
}

async fn shop() -> (Shop, Vec<Sale>) {
    let shop = Shop::open().await;
    let sales = sales();
    for sale in &sales {
        shop.sell(sale).await;
    }
    (shop, sales)
}

/// A part of a query, and the sales that it leaves.
type Question = (&'static str, fn(&Sale) -> bool);

const QUESTIONS: [Question; 10] = [
    ("etoile", |_| true),
    ("ET", |_| true),
    ("b", |_| true),
    ("moreau", |sale| sale.customer.is_some()),
    ("in%C3%A8s%20bn-04", |sale| {
        sale.customer.is_some() && sale.items.iter().any(|item| item.starts_with("BN-04"))
    }),
    ("0421", |sale| sale.items.contains(&"BN-0421")),
    ("bn-0421%20nk", |sale| sale.items == ITEMS[3]),
    ("l%27or", |sale| sale.items == ITEMS[4]),
    ("toile", |_| false),
    ("r-lyo01-0000", |_| false),
];
const FILTERS: [Question; 4] = [
    ("", |_| true),
    ("&staffId=LEO", |sale| sale.staff == "LEO"),
    ("&tenderCode=VISA", |sale| sale.tender == "VISA"),
    ("&staffId=CAM&tenderCode=CASH", |sale| {
        sale.staff == "CAM" && sale.tender == "CASH"
    }),
];

async fn numbers(shop: &Shop, query: &str, limit: usize) -> Vec<u128> {
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let path = format!("/order?{query}&limit={limit}&cursor={cursor}");
        let page = shop.get(camille(), &path).await.data();
        let rows = page["items"].as_array().unwrap();
        assert!(rows.len() <= limit);
        seen.extend(
            rows.iter()
                .map(|row| u128::from(row["orderNo"].as_u64().unwrap())),
        );
        match page["nextCursor"].as_str() {
            Some(next) => next.clone_into(&mut cursor),
            None => return seen,
        }
    }
}

/// Asks everything, on short pages and on long ones, and compares with what was sold.
async fn assert_found(shop: &Shop, sales: &[Sale]) {
    for (search, holds) in QUESTIONS {
        for (rest, is_left) in FILTERS {
            let query = format!("from=2026-11-20&to=2026-11-20&search={search}{rest}");
            let mut expected: Vec<&Sale> = sales
                .iter()
                .filter(|sale| sale.store == "PAR01" && holds(sale) && is_left(sale))
                .collect();
            expected.sort_by_key(|sale| (sale.at.parse::<Timestamp>().unwrap(), sale.no));
            let paid: i64 = expected.iter().map(|sale| sale.total).sum();
            let expected: Vec<u128> = expected.iter().rev().map(|sale| sale.no).collect();
            for limit in [7, 200] {
                assert_eq!(
                    numbers(shop, &query, limit).await,
                    expected,
                    "{query} {limit}"
                );
            }
            let path = format!("/order/summary?{query}");
            let summary = shop.get(camille(), &path).await.data();
            assert_eq!(summary["total"], Json::from(expected.len()), "{query}");
            assert_eq!(summary["paid"]["minor"], Json::from(paid), "{query}");
        }
    }
}

#[tokio::test]
async fn what_was_just_sold_is_found_before_the_index_knows_it() {
    let (shop, sales) = shop().await;
    assert_found(&shop, &sales).await;
}

#[tokio::test]
async fn the_index_finds_what_was_sold_and_nothing_else() {
    let (shop, mut sales) = shop().await;
    shop.run_jobs().await;
    if shop.shell.db.engine() == Engine::Sqlite {
        let indexed = shop
            .number("SELECT indexed_to FROM order_search_position")
            .await;
        assert_eq!(indexed, 128);
        assert_eq!(shop.text("PRAGMA integrity_check").await, "ok");
    }
    assert_found(&shop, &sales).await;
    // Orders that come late lie between those in the index, some in the same second.
    for (no, like) in (SALES + 1..).zip(0..70) {
        let sale = Sale {
            no,
            ..sales[like].clone()
        };
        shop.sell(&sale).await;
        sales.push(sale);
    }
    assert_found(&shop, &sales).await;
    shop.run_jobs().await;
    assert_found(&shop, &sales).await;
}

#[tokio::test]
async fn an_order_is_found_while_its_number_is_typed() {
    let (shop, _) = shop().await;
    for is_indexed in [false, true] {
        if is_indexed {
            shop.run_jobs().await;
        }
        let receipt = "r-par01-000007";
        for end in 1..receipt.len() {
            let query = format!("from=2026-11-20&to=2026-11-20&search={}", &receipt[..end]);
            let seen = numbers(&shop, &query, 200).await;
            assert!(seen.contains(&7), "{query}");
        }
        // Whole, it is found on any day; only itself.
        let query = format!("search={receipt}");
        assert_eq!(numbers(&shop, &query, 200).await, [7]);
        // A number with zeros before it is that of an order, whatever words say.
        let query = "from=2026-11-20&to=2026-11-20&search=0007";
        assert_eq!(numbers(&shop, query, 200).await, [7]);
        let path = format!("/order/summary?{query}");
        let summary = shop.get(camille(), &path).await.data();
        assert_eq!(summary["total"], Json::from(1));
    }
}

/// Does what a migration does once more.
async fn migrate_again(shop: &Shop, version: i64) {
    let mut steps = shell::db::migrations().iter();
    let step = steps.find(|step| step.version == version).unwrap();
    let own = match shop.shell.db.engine() {
        Engine::Sqlite => step.sqlite,
        Engine::Postgres => step.postgres,
    };
    for text in [step.common, own] {
        for sql in text.split(";\n").filter(|sql| !sql.trim().is_empty()) {
            shop.sql(sql, params![]).await;
        }
    }
}

#[tokio::test]
async fn orders_from_before_letters_came_apart_are_found_by_what_is_typed() {
    let shop = Shop::open().await;
    let old = Sale {
        no: SALES + 1,
        at: "2026-11-20T08:00:00Z",
        date: "2026-11-20",
        ..SALE
    };
    let text = "r-par01-000151 151 søren weiß cœur";
    shop.sell_found_by(&old, text).await;
    let sales = sales();
    for sale in &sales {
        shop.sell(sale).await;
    }
    shop.run_jobs().await;
    let query = |search: &str| format!("from=2026-11-20&to=2026-11-20&search={search}");
    assert_eq!(numbers(&shop, &query("soren"), 200).await, [] as [u128; 0]);
    migrate_again(&shop, 65).await;
    for is_indexed in [false, true] {
        if is_indexed {
            shop.run_jobs().await;
        }
        for search in ["soren%20weiss", "S%C3%98REN", "wei%C3%9F", "coeur"] {
            let found = numbers(&shop, &query(search), 200).await;
            assert_eq!(found, [old.no], "{search}");
        }
        assert_found(&shop, &sales).await;
    }
    if shop.shell.db.engine() == Engine::Sqlite {
        let indexed = shop
            .number("SELECT indexed_to FROM order_search_position")
            .await;
        assert_eq!(indexed, 128, "written anew from the order that changed");
    }
}

#[tokio::test]
async fn nothing_that_is_typed_breaks_the_search() {
    let (shop, _) = shop().await;
    shop.run_jobs().await;
    let long = "x".repeat(100);
    for search in [
        "%22",
        "%27",
        "*",
        "%5C",
        "%5C%27",
        "a%22%20OR%20%22b",
        "%28",
        "%26%7C%21",
        "%3A*",
        "%E2%80%8D",
        "%F0%9F%A7%BF",
        "%CC%81",
        "-",
        "^etoile",
        "NEAR%28a%29",
        "%E7%8E%8B",
        &long,
    ] {
        let query = format!("from=2026-11-20&to=2026-11-20&search={search}");
        for path in [format!("/order?{query}"), format!("/order/summary?{query}")] {
            assert_eq!(shop.get(camille(), &path).await.status, 200, "{path}");
        }
    }
    // One accent without a letter is no word: nothing is narrowed.
    let query = "from=2026-11-20&to=2026-11-20&search=%CC%81";
    assert_eq!(numbers(&shop, query, 200).await.len(), 100);
}
