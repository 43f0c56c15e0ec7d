use crate::support::{HOSTILE, INES, SALE, Sale, Shop, actor, camille};

async fn export(shop: &Shop, query: &str) -> String {
    let reply = shop
        .get(camille(), &format!("/order/export.csv?{query}"))
        .await;
    assert_eq!(reply.status, 200);
    String::from_utf8(reply.body).unwrap()
}

#[tokio::test]
async fn the_table_holds_the_list_and_no_formula() {
    let shop = Shop::open().await;
    shop.sell(&Sale {
        customer: Some(INES),
        ..SALE
    })
    .await;
    let hostile = Sale {
        no: 2,
        at: "2026-11-21T09:30:00Z",
        customer: Some(HOSTILE),
        total: 123_456,
        ..SALE
    };
    shop.sell(&hostile).await;
    let reply = shop.get(camille(), "/order/export.csv").await;
    assert_eq!(reply.header("content-type"), "text/csv; charset=utf-8");
    let file = "attachment; filename=\"orders-PAR01-2026-11-21-2026-11-21.csv\"";
    assert_eq!(reply.header("content-disposition"), file);
    let table = String::from_utf8(reply.body).unwrap();
    let expected = "\u{feff}\"Order no\",\"Receipt no\",\"Business date\",\"Date\",\"Time\",\
        \"Store\",\"Till\",\"Salesperson\",\"Credited\",\"Customer\",\"Pieces\",\"Tenders\",\"Currency\",\
        \"Total\",\"State\"\r\n\
        2,\"R-PAR01-000002\",\"2026-11-21\",\"2026-11-21\",\"10:30:00\",\"PAR01\",\"PAR01-T1\",\
        \"CAM\",\"\",\"'=1+1; cmd|'/c calc'!A1\",1,\"CASH\",\"EUR\",1234.56,\"COMPLETED\"\r\n\
        1,\"R-PAR01-000001\",\"2026-11-21\",\"2026-11-21\",\"10:00:00\",\"PAR01\",\"PAR01-T1\",\
        \"CAM\",\"\",\"Inès Moreau\",1,\"CASH\",\"EUR\",120.00,\"COMPLETED\"\r\n";
    assert_eq!(table, expected);
}

#[tokio::test]
async fn the_table_has_the_filters_of_the_list() {
    let shop = Shop::open().await;
    shop.sell(&SALE).await;
    shop.sell(&Sale {
        no: 2,
        staff: "LEO",
        ..SALE
    })
    .await;
    shop.sell(&Sale {
        no: 3,
        store: "LYO01",
        ..SALE
    })
    .await;
    let rows = |table: &str| table.lines().count() - 1;
    assert_eq!(rows(&export(&shop, "").await), 2);
    assert_eq!(rows(&export(&shop, "staffId=LEO").await), 1);
    assert_eq!(
        rows(&export(&shop, "search=R-PAR01-000001&limit=1").await),
        1
    );
    assert_eq!(rows(&export(&shop, "to=2026-11-20").await), 0);
    let reversed = "/order/export.csv?from=2026-11-21&to=2026-11-20";
    let reply = shop.get(camille(), reversed).await;
    assert_eq!(reply.refusal(), (422, "order.period_reversed".to_owned()));
}

#[tokio::test]
async fn a_long_table_comes_whole() {
    let shop = Shop::open().await;
    for no in 1..=401 {
        shop.sell(&Sale { no, ..SALE }).await;
    }
    let table = export(&shop, "").await;
    let numbers: Vec<i64> = table
        .lines()
        .skip(1)
        .map(|row| row.split(',').next().unwrap().parse().unwrap())
        .collect();
    assert_eq!(numbers, (1..=401).rev().collect::<Vec<i64>>());
}

#[tokio::test]
async fn times_are_those_of_the_order_s_shop() {
    let shop = Shop::open().await;
    shop.sell(&Sale {
        store: "HKG01",
        ..SALE
    })
    .await;
    let manager = actor("PAR01", &["order.view", "order.viewAll"]);
    let reply = shop.get(manager, "/order/export.csv").await;
    let table = String::from_utf8(reply.body).unwrap();
    assert!(table.contains("\"17:00:00\",\"HKG01\""), "{table}");
}
