use serde_json::{Value as Json, json};
use shell::params;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::support::{SALE, Shop, actor, camille};

fn path() -> String {
    format!("/order/{}/print", SALE.id())
}

async fn sold() -> Shop {
    let shop = Shop::open().await;
    shop.sell(&SALE).await;
    shop
}

/// A printer that takes a number of papers, answers each with a status, and tells how many bytes
/// each had. Without a status it closes the connection, as old printers do.
async fn printer(
    papers: usize,
    status: Option<u8>,
) -> (String, tokio::task::JoinHandle<Vec<usize>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let printing = tokio::spawn(async move {
        let mut sizes = Vec::new();
        for _ in 0..papers {
            let (mut paper, _) = listener.accept().await.unwrap();
            let mut bytes = Vec::new();
            paper.read_to_end(&mut bytes).await.unwrap();
            assert!(
                bytes.starts_with(&[0x1B, b'@']),
                "the printer is set back first"
            );
            sizes.push(bytes.len());
            if let Some(status) = status {
                paper.write_all(&[status]).await.unwrap();
            }
        }
        sizes
    });
    (address, printing)
}

async fn set_printer(shop: &Shop, address: &str) {
    shop.sql(
        "UPDATE store SET receipt_printer = $1 WHERE store_no = 'PAR01'",
        params![address],
    )
    .await;
}

fn on_printer() -> Json {
    json!({"target": "printer"})
}

#[tokio::test]
async fn the_first_print_is_the_original_and_copies_are_numbered_and_journalled() {
    let shop = sold().await;
    let body = json!({"target": "browser", "language": "fr"});
    let mut papers = Vec::new();
    for print_no in 1..=3 {
        let print = shop.post(camille(), &path(), print_no, &body).await.data();
        let receipt = format!("/order/{}/receipt?print={print_no}&language=fr", SALE.id());
        let expected = json!({"copy": print_no > 1, "pdfUrl": format!("/api/v1{receipt}")});
        assert_eq!(print, expected);
        let copies = shop
            .number("SELECT COUNT(*) FROM journal_entry WHERE kind = 'copy'")
            .await;
        assert_eq!(u128::try_from(copies).unwrap(), print_no - 1);
        papers.push(shop.get(camille(), &receipt).await.body);
    }
    // Each paper carries its own mark, and the first is the same as before any print.
    assert!(papers[0] != papers[1] && papers[1] != papers[2]);
    let payload = shop
        .bytes("SELECT payload FROM journal_entry WHERE kind = 'copy' AND kind_seq = 2")
        .await;
    let payload: Json = serde_json::from_slice(&payload).unwrap();
    assert_eq!(payload["printNo"], json!(3));
    assert_eq!(payload["receiptNo"], json!("R-PAR01-000001"));
    assert_eq!(payload["operatorId"], json!("CAM"));
    let order = shop
        .get(camille(), &format!("/order/{}", SALE.id()))
        .await
        .data();
    assert_eq!(order["prints"], json!(3));
}

#[tokio::test]
async fn a_repeated_command_prints_no_second_time() {
    let shop = sold().await;
    let body = json!({"target": "browser"});
    let first = shop.post(camille(), &path(), 1, &body).await.data();
    assert_eq!(shop.post(camille(), &path(), 1, &body).await.data(), first);
    assert_eq!(shop.number("SELECT COUNT(*) FROM receipt_print").await, 1);
    let german = json!({"target": "browser", "language": "de"});
    let other = shop.post(camille(), &path(), 1, &german).await;
    assert_eq!(other.refusal(), (422, "request.key_reused".to_owned()));
}

#[tokio::test]
async fn two_tills_at_once_make_one_original() {
    let shop = sold().await;
    let (here, body) = (path(), json!({"target": "browser"}));
    let posts = (1..=8).map(|key| shop.post(camille(), &here, key, &body));
    let replies = futures::future::join_all(posts).await;
    let originals = replies
        .iter()
        .filter(|reply| reply.data()["copy"] == json!(false))
        .count();
    assert_eq!(originals, 1);
    assert_eq!(
        shop.number("SELECT MAX(print_no) FROM receipt_print").await,
        8
    );
    let copies = shop
        .number("SELECT COUNT(*) FROM journal_entry WHERE kind = 'copy'")
        .await;
    assert_eq!(copies, 7);
}

#[tokio::test]
async fn who_may_not_reprint_prints_the_original_alone() {
    let shop = sold().await;
    let learner = || actor("PAR01", &["order.view"]);
    let body = json!({"target": "browser"});
    assert_eq!(
        shop.post(learner(), &path(), 1, &body).await.data()["copy"],
        json!(false)
    );
    let again = shop.post(learner(), &path(), 2, &body).await;
    assert_eq!(again.refusal(), (403, "session.forbidden".to_owned()));
    assert_eq!(shop.number("SELECT COUNT(*) FROM receipt_print").await, 1);
}

#[tokio::test]
async fn the_printer_prints_once_for_each_command() {
    let shop = sold().await;
    let (address, printing) = printer(2, Some(0x00)).await;
    set_printer(&shop, &address).await;
    let first = shop.post(camille(), &path(), 1, &on_printer()).await.data();
    assert_eq!(first, json!({"copy": false, "pdfUrl": null}));
    // The answer was lost: the till asks again, and no paper comes.
    assert_eq!(
        shop.post(camille(), &path(), 1, &on_printer()).await.data(),
        first
    );
    let second = shop.post(camille(), &path(), 2, &on_printer()).await.data();
    assert_eq!(second["copy"], json!(true));
    let sizes = printing.await.unwrap();
    assert!(
        sizes.len() == 2 && sizes.iter().all(|size| *size > 10_000),
        "{sizes:?}"
    );
    assert_eq!(shop.number("SELECT COUNT(*) FROM receipt_print").await, 2);
}

#[tokio::test]
async fn an_old_printer_that_only_closes_is_believed() {
    let shop = sold().await;
    let (address, printing) = printer(1, None).await;
    set_printer(&shop, &address).await;
    shop.post(camille(), &path(), 1, &on_printer()).await.data();
    assert_eq!(printing.await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_printer_that_does_not_answer_gets_the_same_paper_when_it_is_back() {
    let shop = sold().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let gone = listener.local_addr().unwrap().to_string();
    drop(listener);
    set_printer(&shop, &gone).await;
    let reply = shop.post(camille(), &path(), 1, &on_printer()).await;
    assert_eq!(
        reply.refusal(),
        (503, "order.printer_unreachable".to_owned())
    );
    let (address, printing) = printer(1, Some(0x00)).await;
    set_printer(&shop, &address).await;
    let again = shop.post(camille(), &path(), 1, &on_printer()).await.data();
    // Nothing had come out before: this is still the original.
    assert_eq!(again["copy"], json!(false));
    assert_eq!(printing.await.unwrap().len(), 1);
    assert_eq!(shop.number("SELECT COUNT(*) FROM receipt_print").await, 1);
    assert_eq!(
        shop.number("SELECT COUNT(*) FROM journal_entry WHERE kind = 'copy'")
            .await,
        0
    );
}

#[tokio::test]
async fn a_doubtful_print_is_not_repeated_by_itself() {
    let shop = sold().await;
    // Out of paper in the middle.
    let (address, printing) = printer(1, Some(0b0000_1100)).await;
    set_printer(&shop, &address).await;
    for _ in 0..2 {
        let reply = shop.post(camille(), &path(), 1, &on_printer()).await;
        assert_eq!(reply.refusal(), (409, "order.print_uncertain".to_owned()));
    }
    assert_eq!(printing.await.unwrap().len(), 1);
    // Somebody looked and wants another paper: it is a copy.
    let (address, printing) = printer(1, Some(0x00)).await;
    set_printer(&shop, &address).await;
    let second = shop.post(camille(), &path(), 2, &on_printer()).await.data();
    assert_eq!(second["copy"], json!(true));
    assert_eq!(printing.await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_store_without_printer_says_so() {
    let shop = sold().await;
    let reply = shop.post(camille(), &path(), 1, &on_printer()).await;
    assert_eq!(reply.refusal(), (409, "order.no_printer".to_owned()));
    set_printer(&shop, "printer.invalid").await;
    let reply = shop.post(camille(), &path(), 1, &on_printer()).await;
    assert_eq!(
        reply.refusal(),
        (503, "order.printer_unreachable".to_owned())
    );
    let body = json!({"target": "fax"});
    assert_eq!(
        shop.post(camille(), &path(), 2, &body).await.refusal().0,
        400
    );
}
