//! Gift receipts, invoices, what other features add, and papers that cannot be laid out.

use std::sync::Arc;
use std::time::Duration;

use document::{Fact, Language, Loyalty};
use kernel::id::OrderId;
use order::{OrderParts, PaperPart};
use serde_json::{Value as Json, json};
use shell::db::{Tx, TxFuture};
use shell::params;

use crate::support::{INES, SALE, Sale, Shop, camille};

fn path(sale: &Sale, operation: &str) -> String {
    format!("/order/{}/{operation}", sale.id())
}

fn buyer(name: &str) -> Json {
    json!({"buyer": {
        "name": name, "address": "8 quai de Saône", "postalCode": "69002", "city": "Lyon",
        "country": "FR", "vatNo": "FR71512940330",
    }})
}

async fn sold() -> Shop {
    let shop = Shop::open().await;
    shop.sell(&SALE).await;
    shop
}

async fn invoices(shop: &Shop) -> i64 {
    shop.number("SELECT COUNT(*) FROM invoice").await
}

#[tokio::test]
async fn invoices_of_a_store_have_numbers_without_gaps() {
    let shop = Shop::open().await;
    let sales: Vec<Sale> = (1..=3).map(|no| Sale { no, ..SALE }).collect();
    for sale in &sales {
        shop.sell(sale).await;
    }
    // A refusal takes no number.
    let nobody = json!({"buyer": null});
    let reply = shop
        .post(camille(), &path(&sales[0], "invoice"), 9, &nobody)
        .await;
    assert_eq!(reply.refusal(), (422, "order.buyer_missing".to_owned()));
    for (key, (sale, expected)) in (1_u128..).zip(sales.iter().zip(["000001", "000002", "000003"]))
    {
        let reply = shop
            .post(camille(), &path(sale, "invoice"), key, &buyer("Atelier"))
            .await;
        let invoice = reply.data();
        assert_eq!(invoice["invoiceNo"], json!(format!("F-PAR01-{expected}")));
        assert_eq!(invoice["buyerName"], json!("Atelier"));
        assert_eq!(invoice["issuedOn"], json!("2026-11-21"));
    }
    assert_eq!(
        shop.number("SELECT COUNT(*) FROM journal_entry WHERE kind = 'invoice'")
            .await,
        3
    );
    let payload = shop
        .bytes("SELECT payload FROM journal_entry WHERE kind = 'invoice' ORDER BY seq LIMIT 1")
        .await;
    let payload = String::from_utf8(payload).unwrap();
    assert!(payload.contains("F-PAR01-000001"), "{payload}");
    assert!(
        !payload.contains("Atelier"),
        "no person in the journal: {payload}"
    );
}

#[tokio::test]
async fn a_second_request_gets_the_same_invoice_and_another_buyer_is_refused() {
    let shop = sold().await;
    let invoice = path(&SALE, "invoice");
    let first = shop
        .post(camille(), &invoice, 1, &buyer("Atelier"))
        .await
        .data();
    for (key, body) in [
        (1, buyer("Atelier")),
        (2, buyer("Atelier")),
        (3, json!({"buyer": null, "language": "de"})),
    ] {
        assert_eq!(
            shop.post(camille(), &invoice, key, &body).await.data(),
            first
        );
    }
    let reply = shop
        .post(camille(), &invoice, 4, &buyer("Somebody else"))
        .await;
    assert_eq!(reply.refusal(), (409, "order.invoice_issued".to_owned()));
    assert_eq!(invoices(&shop).await, 1);
}

#[tokio::test]
async fn an_invoice_stays_what_it_was_and_its_second_print_is_a_copy() {
    let shop = sold().await;
    let print = json!({"document": "invoice", "target": "browser"});
    let early = shop.post(camille(), &path(&SALE, "print"), 1, &print).await;
    assert_eq!(early.refusal(), (404, "order.invoice_not_found".to_owned()));
    let seen = shop
        .get(camille(), &path(&SALE, "receipt?document=invoice"))
        .await;
    assert_eq!(seen.refusal(), (404, "order.invoice_not_found".to_owned()));
    shop.post(camille(), &path(&SALE, "invoice"), 2, &buyer("Atelier"))
        .await
        .data();
    let paper = async || {
        let reply = shop
            .get(camille(), &path(&SALE, "receipt?document=invoice"))
            .await;
        assert_eq!(
            reply.header("content-disposition"),
            "inline; filename=\"F-PAR01-000001.pdf\""
        );
        reply.body
    };
    let original = paper().await;
    let printed = shop
        .post(camille(), &path(&SALE, "print"), 3, &print)
        .await
        .data();
    assert_eq!(printed["copy"], json!(false));
    let url = printed["pdfUrl"].as_str().unwrap().to_owned();
    assert!(url.ends_with("/receipt?print=1&document=invoice"), "{url}");
    // Neither a new name of the store nor a new language changes what was made out.
    shop.sql(
        "UPDATE store SET name = 'Elsewhere', language_code = 'it' WHERE store_no = $1",
        params!["PAR01"],
    )
    .await;
    assert!(paper().await == original);
    let copy = shop
        .post(camille(), &path(&SALE, "print"), 4, &print)
        .await
        .data();
    assert_eq!(copy["copy"], json!(true));
    assert!(paper().await != original, "the copy says that it is one");
    assert_eq!(invoices(&shop).await, 1);
    // Made out, and copied: the original print needs no entry of its own.
    assert_eq!(
        shop.number("SELECT COUNT(*) FROM journal_entry WHERE kind = 'invoice'")
            .await,
        2
    );
    assert_eq!(shop.number("SELECT COUNT(*) FROM receipt_print").await, 0);
    let wide = json!({"document": "invoice", "target": "printer"});
    let reply = shop.post(camille(), &path(&SALE, "print"), 5, &wide).await;
    assert_eq!(reply.refusal(), (409, "order.paper_too_wide".to_owned()));
}

#[tokio::test]
async fn what_was_made_out_or_printed_cannot_be_altered() {
    let shop = sold().await;
    shop.post(camille(), &path(&SALE, "invoice"), 1, &buyer("Atelier"))
        .await
        .data();
    let print = json!({"document": "gift", "target": "browser"});
    shop.post(camille(), &path(&SALE, "print"), 2, &print)
        .await
        .data();
    for sql in [
        "UPDATE invoice SET buyer_name = 'Nobody'",
        "DELETE FROM invoice",
        "UPDATE document_print SET print_no = 7",
        "DELETE FROM document_print",
    ] {
        let refused = shop
            .shell
            .db
            .write(sql, |tx, sql| {
                Box::pin(async move { Ok(tx.execute(sql, params![]).await?) })
            })
            .await;
        assert!(refused.is_err(), "{sql}");
    }
    assert_eq!(shop.text("SELECT buyer_name FROM invoice").await, "Atelier");
}

#[tokio::test]
async fn the_customer_of_the_order_is_the_buyer_when_the_address_is_whole() {
    let shop = Shop::open().await;
    let sale = Sale {
        customer: Some(INES),
        ..SALE
    };
    shop.sell(&sale).await;
    let own = json!({"buyer": null});
    let reply = shop.post(camille(), &path(&sale, "invoice"), 1, &own).await;
    assert_eq!(reply.refusal(), (422, "order.buyer_missing".to_owned()));
    shop.sql(
        "UPDATE customer SET address = '3 rue Madame', postal_code = '75006' \
         WHERE customer_id = $1",
        params![INES],
    )
    .await;
    let invoice = shop
        .post(camille(), &path(&sale, "invoice"), 1, &own)
        .await
        .data();
    assert_eq!(invoice["buyerName"], json!("Inès Moreau"));
    // In the customer's language.
    assert_eq!(invoice["language"], json!("de"));
    let content = shop.text("SELECT content FROM invoice").await;
    assert!(content.contains("3 rue Madame"), "{content}");
}

#[tokio::test]
async fn a_gift_receipt_may_be_printed_as_often_as_pieces_are_given() {
    let shop = sold().await;
    let print = json!({"document": "gift", "target": "browser"});
    for key in 1..=3 {
        let printed = shop
            .post(camille(), &path(&SALE, "print"), key, &print)
            .await
            .data();
        assert_eq!(printed["copy"], json!(false));
    }
    let receipt = shop.get(camille(), &path(&SALE, "receipt")).await;
    let gift = shop
        .get(camille(), &path(&SALE, "receipt?document=gift"))
        .await;
    assert!(gift.body.starts_with(b"%PDF-") && gift.body != receipt.body);
    let order = shop
        .get(camille(), &format!("/order/{}", SALE.id()))
        .await
        .data();
    assert_eq!(
        order["prints"],
        json!(0),
        "the receipt itself was not printed"
    );
    let sendings = order["sendings"].as_array().unwrap();
    assert_eq!(sendings.len(), 3);
    assert_eq!(sendings[0]["document"], json!("GIFT"));
    assert_eq!(sendings[0]["way"], json!("browser"));
    assert_eq!(sendings[0]["staffName"], json!("Camille Aubry"));
}

#[tokio::test]
async fn one_key_prints_one_paper() {
    let shop = sold().await;
    let receipt = json!({"target": "browser"});
    shop.post(camille(), &path(&SALE, "print"), 1, &receipt)
        .await
        .data();
    let gift = json!({"document": "gift", "target": "browser"});
    let reply = shop.post(camille(), &path(&SALE, "print"), 1, &gift).await;
    assert_eq!(reply.refusal(), (422, "request.key_reused".to_owned()));
    assert_eq!(shop.number("SELECT COUNT(*) FROM document_print").await, 0);
}

struct Points;

impl PaperPart for Points {
    fn add<'a>(
        &'a self,
        _: &'a mut Tx,
        _: OrderId,
        language: Language,
        parts: &'a mut OrderParts,
    ) -> TxFuture<'a, ()> {
        Box::pin(async move {
            parts.loyalty = Some(Loyalty {
                earned: Some("6.00".to_owned()),
                ..Loyalty::default()
            });
            parts.facts.push(Fact {
                label: language.tag().to_owned(),
                value: "1".to_owned(),
            });
            Ok(())
        })
    }
}

#[tokio::test]
async fn what_another_feature_adds_is_on_the_receipt_and_absent_without_it() {
    let mut shop = sold().await;
    let bare = shop.get(camille(), &path(&SALE, "receipt")).await.body;
    shop.parts = vec![Arc::new(Points)];
    let with = shop.get(camille(), &path(&SALE, "receipt")).await.body;
    assert!(with.starts_with(b"%PDF-"));
    assert_ne!(bare, with);
    // It is an amount: the gift receipt is what it was.
    let gift = path(&SALE, "receipt?document=gift");
    let with = shop.get(camille(), &gift).await.body;
    shop.parts = Vec::new();
    assert!(shop.get(camille(), &gift).await.body == with);
}

/// What a sale left, and what was printed of it.
async fn state_of(shop: &Shop) -> (String, i64, i64) {
    (
        shop.get(camille(), &format!("/order/{}", SALE.id()))
            .await
            .data()
            .to_string(),
        shop.number("SELECT COUNT(*) FROM receipt_print").await,
        shop.number("SELECT COUNT(*) FROM journal_entry").await,
    )
}

#[tokio::test]
async fn a_paper_that_is_not_laid_out_in_time_is_a_printing_error_and_the_sale_stays() {
    let mut shop = sold().await;
    let before = state_of(&shop).await;
    shop.layout_time = Some(Duration::from_micros(1));
    for query in ["receipt", "receipt?document=gift"] {
        let reply = shop.get(camille(), &path(&SALE, query)).await;
        assert_eq!(reply.refusal(), (500, "order.pdf_error".to_owned()));
        let envelope = reply.json();
        assert_eq!(envelope["message"], json!("PDF printing error"));
    }
    assert_eq!(state_of(&shop).await, before);
    shop.layout_time = None;
    let reply = shop.get(camille(), &path(&SALE, "receipt")).await;
    assert!(reply.body.starts_with(b"%PDF-"));
}

/// The original stays the original when its paper comes out at the second try.
#[tokio::test]
async fn a_print_that_failed_to_be_laid_out_is_the_same_print_at_the_next_try() {
    let mut shop = sold().await;
    shop.sql(
        "UPDATE store SET receipt_printer = '127.0.0.1:9' WHERE store_no = $1",
        params!["PAR01"],
    )
    .await;
    shop.layout_time = Some(Duration::from_micros(1));
    let print = json!({"target": "printer"});
    for _ in 0..2 {
        let reply = shop.post(camille(), &path(&SALE, "print"), 1, &print).await;
        assert_eq!(reply.refusal(), (500, "order.pdf_error".to_owned()));
    }
    assert_eq!(shop.number("SELECT COUNT(*) FROM receipt_print").await, 1);
    assert_eq!(
        shop.number("SELECT COUNT(*) FROM journal_entry WHERE kind = 'copy'")
            .await,
        0
    );
}

#[tokio::test]
async fn an_invoice_whose_paper_is_damaged_is_a_printing_error() {
    let shop = sold().await;
    let before = state_of(&shop).await;
    shop.sql(
        "INSERT INTO invoice (invoice_id, order_id, store_no, number, invoice_no, buyer_name, \
         language_code, content, issued_on, issued_at, issued_by) \
         VALUES ($1, $2, 'PAR01', 1, 'F-PAR01-000001', 'Atelier', 'fr', '{\"language\":', \
         '2026-11-21', 0, 'CAM')",
        params![uuid::Uuid::from_u128(9), SALE.id()],
    )
    .await;
    let reply = shop
        .get(camille(), &path(&SALE, "receipt?document=invoice"))
        .await;
    assert_eq!(reply.refusal(), (500, "order.pdf_error".to_owned()));
    assert_eq!(state_of(&shop).await.1, before.1);
    let receipt = shop.get(camille(), &path(&SALE, "receipt")).await;
    assert!(receipt.body.starts_with(b"%PDF-"));
}
