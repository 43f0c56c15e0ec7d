use std::sync::{Arc, Mutex};

use serde_json::json;
use shell::mail::Mailer;
use shell::params;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpListener;

use crate::support::{INES, SALE, Sale, Shop, camille};

fn path() -> String {
    format!("/order/{}/email", SALE.id())
}

async fn sold() -> Shop {
    let mut shop = Shop::open().await;
    shop.sell(&Sale {
        customer: Some(INES),
        ..SALE
    })
    .await;
    shop.mailer = Some(mailer("127.0.0.1:1"));
    shop
}

fn mailer(address: &str) -> Mailer {
    Mailer::new(
        &format!("smtp://{address}"),
        "Vitrine <shop@vitrine.example>",
    )
    .unwrap()
}

/// A mail server that keeps what it takes.
async fn mail_server() -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let taken = Arc::new(Mutex::new(Vec::new()));
    let kept = taken.clone();
    tokio::spawn(async move {
        while let Ok((connection, _)) = listener.accept().await {
            let mail = serve(connection).await;
            kept.lock().unwrap().push(mail);
        }
    });
    (address, taken)
}

async fn serve(connection: tokio::net::TcpStream) -> String {
    let (reader, mut writer) = connection.into_split();
    let mut lines = BufReader::new(reader).lines();
    let (mut said, mut in_data) = (String::new(), false);
    writer.write_all(b"220 here\r\n").await.unwrap();
    while let Ok(Some(line)) = lines.next_line().await {
        said.push_str(&line);
        said.push('\n');
        let answer: &[u8] = match line.as_str() {
            "." if in_data => {
                in_data = false;
                b"250 taken\r\n"
            }
            _ if in_data => continue,
            "DATA" => {
                in_data = true;
                b"354 go on\r\n"
            }
            "QUIT" => {
                writer.write_all(b"221 bye\r\n").await.unwrap();
                break;
            }
            _ => b"250 ok\r\n",
        };
        writer.write_all(answer).await.unwrap();
    }
    said
}

#[tokio::test]
async fn a_receipt_waits_and_goes_out_with_its_pdf() {
    let mut shop = sold().await;
    let (address, taken) = mail_server().await;
    shop.mailer = Some(mailer(&address));
    let body = json!({"email": " anna@example.com ", "language": "en"});
    let reply = shop.post(camille(), &path(), 1, &body).await;
    assert_eq!(reply.data(), json!({"queued": true}));
    assert_eq!(shop.text("SELECT state FROM mail").await, "WAITING");
    shop.run_jobs().await;
    assert_eq!(shop.text("SELECT state FROM mail").await, "SENT");
    // A second run sends nothing again.
    shop.run_jobs().await;
    let taken = taken.lock().unwrap().clone();
    let [mail] = &taken[..] else {
        panic!("one mail, not {}", taken.len())
    };
    assert!(mail.contains("RCPT TO:<anna@example.com>"), "{mail}");
    assert!(mail.contains("Your receipt R-PAR01-000001"), "{mail}");
    assert!(
        mail.contains("R-PAR01-000001.pdf") && mail.contains("application/pdf"),
        "{mail}"
    );
    assert_eq!(shop.number("SELECT COUNT(*) FROM receipt_print").await, 0);
}

#[tokio::test]
async fn without_an_address_the_customer_s_own_is_taken() {
    let shop = sold().await;
    shop.post(camille(), &path(), 1, &json!({})).await.data();
    assert_eq!(
        shop.text("SELECT recipient FROM mail").await,
        "ines.moreau@orange.fr"
    );
    // In the customer's language, which the store does not forbid.
    assert_eq!(shop.text("SELECT language_code FROM mail").await, "de");
    let anonymous = Sale { no: 2, ..SALE };
    shop.sell(&anonymous).await;
    let path = format!("/order/{}/email", anonymous.id());
    let reply = shop.post(camille(), &path, 2, &json!({"email": " "})).await;
    assert_eq!(reply.refusal(), (422, "order.email_missing".to_owned()));
}

#[tokio::test]
async fn what_is_no_address_is_refused() {
    let mut shop = sold().await;
    for email in [
        "anna",
        "anna@",
        "a b@example.com",
        "a@example.com\r\nBcc: b@example.com",
    ] {
        let reply = shop
            .post(camille(), &path(), 1, &json!({"email": email}))
            .await;
        assert_eq!(
            reply.refusal(),
            (422, "order.email_invalid".to_owned()),
            "{email}"
        );
        assert_eq!(reply.json()["error"]["field"], json!("email"));
    }
    shop.mailer = None;
    let reply = shop
        .post(camille(), &path(), 1, &json!({"email": "a@example.com"}))
        .await;
    assert_eq!(reply.refusal(), (409, "order.email_not_set_up".to_owned()));
    assert_eq!(shop.number("SELECT COUNT(*) FROM mail").await, 0);
}

#[tokio::test]
async fn a_repeated_command_queues_one_mail_and_a_receipt_goes_out_ten_times_at_most() {
    let shop = sold().await;
    let body = json!({"email": "anna@example.com"});
    for _ in 0..2 {
        shop.post(camille(), &path(), 1, &body).await.data();
    }
    assert_eq!(shop.number("SELECT COUNT(*) FROM mail").await, 1);
    for key in 2..=10 {
        shop.post(camille(), &path(), key, &body).await.data();
    }
    let reply = shop.post(camille(), &path(), 11, &body).await;
    assert_eq!(reply.refusal(), (429, "order.email_too_often".to_owned()));
}

#[tokio::test]
async fn a_mail_that_is_not_taken_is_tried_later_and_given_up_in_the_end() {
    let shop = sold().await;
    let body = json!({"email": "anna@example.com"});
    shop.post(camille(), &path(), 1, &body).await.data();
    shop.run_jobs().await;
    assert_eq!(shop.number("SELECT tries FROM mail").await, 1);
    // Too early for the second try.
    shop.shell.clock.advance(std::time::Duration::from_secs(29));
    shop.run_jobs().await;
    assert_eq!(shop.number("SELECT tries FROM mail").await, 1);
    assert!(
        shop.text("SELECT last_error FROM mail")
            .await
            .contains("mail server")
    );
    for _ in 0..10 {
        shop.shell
            .clock
            .advance(std::time::Duration::from_secs(3_600));
        shop.run_jobs().await;
    }
    assert_eq!(shop.number("SELECT tries FROM mail").await, 8);
    assert_eq!(shop.text("SELECT state FROM mail").await, "FAILED");
    assert!(
        shop.text("SELECT last_error FROM mail")
            .await
            .contains("mail server")
    );
}

#[tokio::test]
async fn a_mail_whose_sender_died_in_the_try_is_tried_again() {
    let mut shop = sold().await;
    let (address, taken) = mail_server().await;
    shop.post(camille(), &path(), 1, &json!({"email": "anna@example.com"}))
        .await
        .data();
    let later = shop.shell.clock.now() + jiff::SignedDuration::from_secs(30);
    shop.sql(
        "UPDATE mail SET tries = 1, next_try_at = $1",
        params![later],
    )
    .await;
    shop.mailer = Some(mailer(&address));
    shop.run_jobs().await;
    assert!(taken.lock().unwrap().is_empty(), "its time has not come");
    shop.shell.clock.advance(std::time::Duration::from_secs(30));
    shop.run_jobs().await;
    assert_eq!(shop.text("SELECT state FROM mail").await, "SENT");
}
