use serde_json::{Value as Json, json};

use crate::support::{INES, SALE, Sale, Shop, actor, camille};

fn path(sale: &Sale) -> String {
    format!("/order/{}", sale.id())
}

#[tokio::test]
async fn an_order_shows_all_that_it_holds() {
    let shop = Shop::open().await;
    let sale = Sale {
        customer: Some(INES),
        items: &["RG-1", "PAPERBAG"],
        ..SALE
    };
    shop.sell(&sale).await;
    let order = shop.get(camille(), &path(&sale)).await.data();
    assert_eq!(order["receiptNo"], json!("R-PAR01-000001"));
    assert_eq!(
        (&order["terminalNo"], &order["terminalName"]),
        (&json!("PAR01-T1"), &json!("Till 1"))
    );
    assert_eq!(order["note"], json!("Gift wrap"));
    assert_eq!(order["customer"]["name"], json!("Inès Moreau"));
    assert_eq!(order["customer"]["email"], json!("i••••••@orange.fr"));
    assert_eq!(order["customer"]["phone"], json!("+336••••4108"));
    let line = &order["lines"][0];
    assert_eq!(line["vatRate"], json!(2_000));
    assert_eq!(line["imageUrl"], json!("/pictures/rg-1.svg"));
    assert_eq!(line["warrantyUntil"], json!("2028-11-21"));
    assert_eq!(order["lines"][1]["warrantyUntil"], Json::Null);
    let euro = |minor: i64| json!({"minor": minor, "currency": "EUR"});
    assert_eq!(
        order["vat"],
        json!([{"rate": 2_000, "base": euro(10_000), "amount": euro(2_000)}])
    );
    assert_eq!(order["tenders"][0]["change"], euro(0));
    assert_eq!(
        (&order["prints"], &order["journal"]),
        (&json!(0), &Json::Null)
    );
    let actions = json!([
        {"name": "receipt", "refusal": null},
        {"name": "print", "refusal": null},
        {"name": "printOnPrinter", "refusal": {"key": "order.no_printer", "params": {}, "field": null}},
        {"name": "email", "refusal": {"key": "order.email_not_set_up", "params": {}, "field": null}},
        {"name": "invoice", "refusal": null},
    ]);
    assert_eq!(order["actions"], actions);
    let full = actor("PAR01", &["order.view", "crm.viewFull"]);
    let order = shop.get(full, &path(&sale)).await.data();
    assert_eq!(order["customer"]["email"], json!("ines.moreau@orange.fr"));
}

#[tokio::test]
async fn an_order_of_another_store_is_absent_everywhere() {
    let shop = Shop::open().await;
    let lyon = Sale {
        store: "LYO01",
        ..SALE
    };
    shop.sell(&lyon).await;
    let manager = || actor("PAR01", &["order.view", "order.viewAll", "order.reprint"]);
    let absent = path(&Sale { no: 99, ..SALE });
    for path in [path(&lyon), absent] {
        for suffix in ["", "/receipt"] {
            let reply = shop.get(manager(), &format!("{path}{suffix}")).await;
            assert_eq!(
                reply.refusal(),
                (404, "order.not_found".to_owned()),
                "{path}{suffix}"
            );
        }
        let print = json!({"target": "browser"});
        let reply = shop
            .post(manager(), &format!("{path}/print"), 1, &print)
            .await;
        assert_eq!(
            reply.refusal(),
            (404, "order.not_found".to_owned()),
            "{path}/print"
        );
    }
    assert_eq!(shop.number("SELECT COUNT(*) FROM receipt_print").await, 0);
    let reply = shop.get(camille(), "/order/nonsense").await;
    assert_eq!(reply.refusal().0, 404);
}

#[tokio::test]
async fn an_order_of_a_linked_store_is_there_for_those_who_may() {
    let shop = Shop::open().await;
    let hong_kong = Sale {
        store: "HKG01",
        ..SALE
    };
    shop.sell(&hong_kong).await;
    let manager = actor("PAR01", &["order.view", "order.viewAll"]);
    let order = shop.get(manager, &path(&hong_kong)).await.data();
    assert_eq!(order["total"]["currency"], json!("HKD"));
    let reply = shop.get(camille(), &path(&hong_kong)).await;
    assert_eq!(reply.refusal(), (404, "order.not_found".to_owned()));
}

#[tokio::test]
async fn looking_at_a_receipt_is_no_print() {
    let shop = Shop::open().await;
    shop.sell(&SALE).await;
    let receipt = format!("{}/receipt", path(&SALE));
    let reply = shop.get(camille(), &receipt).await;
    assert!(reply.body.starts_with(b"%PDF-"));
    assert_eq!(reply.header("content-type"), "application/pdf");
    assert_eq!(reply.header("cache-control"), "private, no-store");
    assert_eq!(
        reply.header("content-disposition"),
        "inline; filename=\"R-PAR01-000001.pdf\""
    );
    let english = shop.get(camille(), &format!("{receipt}?language=en")).await;
    assert_ne!(english.body, reply.body);
    assert_eq!(shop.number("SELECT COUNT(*) FROM receipt_print").await, 0);
    let unknown = shop
        .get(camille(), &format!("{receipt}?language=tlh"))
        .await;
    assert_eq!(
        unknown.refusal(),
        (422, "order.language_unknown".to_owned())
    );
    let unprinted = shop.get(camille(), &format!("{receipt}?print=1")).await;
    assert_eq!(
        unprinted.refusal(),
        (404, "order.print_not_found".to_owned())
    );
}

#[tokio::test]
async fn a_store_that_demands_a_language_gets_it() {
    let shop = Shop::open().await;
    let sale = Sale {
        store: "HKG01",
        ..SALE
    };
    shop.sell(&sale).await;
    let hong_kong = || actor("HKG01", &["order.view"]);
    let receipt = format!("{}/receipt", path(&sale));
    let own = shop.get(hong_kong(), &receipt).await;
    let asked = shop
        .get(hong_kong(), &format!("{receipt}?language=fr"))
        .await;
    assert_eq!(own.body, asked.body);
}
