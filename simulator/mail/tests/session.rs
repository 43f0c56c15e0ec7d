//! Conversations with the mail simulator over real connections.

use std::net::{Ipv4Addr, SocketAddr};

use mail_simulator::{Options, Running, start};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

async fn running() -> Running {
    let options = Options {
        address: Ipv4Addr::LOCALHOST.into(),
        smtp_port: 0,
        port: 0,
    };
    start(&options).await.expect("free ports")
}

/// An SMTP client that says exactly what it is told.
struct Client(BufReader<TcpStream>);

impl Client {
    async fn connect(address: SocketAddr) -> Self {
        let mut client = Self(BufReader::new(
            TcpStream::connect(address).await.expect("a server"),
        ));
        assert!(client.answer().await.starts_with("220 "));
        client
    }

    async fn answer(&mut self) -> String {
        let mut answer = String::new();
        loop {
            let start = answer.len();
            let read = self.0.read_line(&mut answer).await.expect("text");
            if read == 0 || answer.as_bytes().get(start + 3) != Some(&b'-') {
                return answer;
            }
        }
    }

    async fn send(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).await.expect("sent");
    }

    /// Sends a line and gives the code of the answer.
    async fn say(&mut self, line: &str) -> u16 {
        self.send(format!("{line}\r\n").as_bytes()).await;
        self.answer().await[..3].parse().expect("a code")
    }

    async fn deliver(&mut self, message: &str) -> u16 {
        assert_eq!(self.say("MAIL FROM:<till@vitrine.example>").await, 250);
        assert_eq!(self.say("RCPT TO:<ines@customer.example>").await, 250);
        assert_eq!(self.say("DATA").await, 354);
        self.send(message.as_bytes()).await;
        self.say("\r\n.").await
    }
}

/// One HTTP request; gives the head and the body.
async fn http(address: SocketAddr, method: &str, path: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(address).await.expect("a server");
    let request = format!("{method} {path} HTTP/1.1\r\nhost: sim\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("an answer");
    let end = answer
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .expect("a head")
        + 4;
    (
        String::from_utf8_lossy(&answer[..end]).into_owned(),
        answer[end..].to_vec(),
    )
}

async fn mails(address: SocketAddr) -> Value {
    serde_json::from_slice(&http(address, "GET", "/mail").await.1).expect("JSON")
}

const RECEIPT: &str = "From: =?UTF-8?Q?Vitrine_=E2=80=94_Paris?= <boutique@vitrine.example>\r\n\
    To: Ines <ines@customer.example>\r\n\
    Subject: =?UTF-8?B?VsO2dHJlIHJlw6d1?=\r\n\
    Date: Fri, 20 Nov 2026 14:03:11 +0100\r\n\
    MIME-Version: 1.0\r\n\
    Content-Type: multipart/mixed; boundary=edge\r\n\r\n\
    --edge\r\n\
    Content-Type: text/plain; charset=utf-8\r\n\
    Content-Transfer-Encoding: quoted-printable\r\n\r\n\
    Total: =E2=82=AC1,250.00 for a very long line that is =\r\nbroken.\r\n\
    ..hidden dot\r\n\
    --edge\r\n\
    Content-Type: application/pdf; name=receipt.pdf\r\n\
    Content-Disposition: attachment; filename=receipt.pdf\r\n\
    Content-Transfer-Encoding: base64\r\n\r\n\
    JVBERi0xLjc=\r\n\
    --edge--\r\n";

#[tokio::test]
async fn a_mail_is_decoded_and_its_attachment_can_be_loaded() {
    let server = running().await;
    let mut client = Client::connect(server.smtp).await;
    assert_eq!(client.say("EHLO till").await, 250);
    assert_eq!(client.deliver(RECEIPT).await, 250);
    assert_eq!(client.say("QUIT").await, 221);

    let mails = mails(server.http).await;
    let mail = &mails[0];
    assert_eq!(mail["from"], "boutique@vitrine.example");
    assert_eq!(mail["fromName"], "Vitrine — Paris");
    assert_eq!(mail["to"], serde_json::json!(["ines@customer.example"]));
    assert_eq!(mail["subject"], "Vötre reçu");
    assert_eq!(mail["date"], "2026-11-20T14:03:11+01:00");
    let text = mail["text"].as_str().expect("text");
    assert_eq!(
        text.trim_end(),
        "Total: €1,250.00 for a very long line that is broken.\n.hidden dot"
    );
    let expected =
        serde_json::json!([{"name": "receipt.pdf", "contentType": "application/pdf", "size": 8}]);
    assert_eq!(mail["attachments"], expected);

    let (head, file) = http(server.http, "GET", "/mail/1/attachment/0").await;
    assert!(head.contains("content-type: application/pdf"), "{head}");
    assert!(
        head.contains("attachment; filename*=UTF-8''receipt.pdf"),
        "{head}"
    );
    assert_eq!(file, b"%PDF-1.7");
    assert!(
        http(server.http, "GET", "/mail/1/attachment/1")
            .await
            .0
            .starts_with("HTTP/1.1 404")
    );
}

#[tokio::test]
async fn the_page_shows_text_and_never_runs_it() {
    let server = running().await;
    let mut client = Client::connect(server.smtp).await;
    client.say("EHLO till").await;
    client
        .deliver("Subject: <script>alert(1)</script>\r\n\r\n<b>bold</b>")
        .await;
    let page = String::from_utf8(http(server.http, "GET", "/").await.1).expect("UTF-8");
    assert!(page.contains("&lt;script&gt;alert(1)"), "{page}");
    assert!(page.contains("&lt;b&gt;bold"), "{page}");

    assert!(
        http(server.http, "DELETE", "/mail")
            .await
            .0
            .starts_with("HTTP/1.1 204")
    );
    assert_eq!(mails(server.http).await, serde_json::json!([]));
    client.deliver("Subject: again\r\n\r\n").await;
    assert_eq!(
        mails(server.http).await[0]["id"],
        2,
        "numbers are not used twice"
    );
}

#[tokio::test]
async fn commands_out_of_order_are_refused() {
    let server = running().await;
    let mut client = Client::connect(server.smtp).await;
    for (line, code) in [
        ("MAIL FROM:<a@b.example>", 503),
        ("EHLO", 501),
        ("HELO till", 250),
        ("DATA", 503),
        ("RCPT TO:<a@b.example>", 503),
        ("MAIL a@b.example", 501),
        ("MAIL FROM:<a@b.example> SIZE=99999999999", 552),
        ("MAIL FROM:<a@b.example> COLOUR=red", 555),
        ("mail from:<a@b.example> size=100", 250),
        ("MAIL FROM:<a@b.example>", 503),
        ("DATA", 503),
        ("RCPT TO:<nobody>", 550),
        ("RCPT TO:a@b.example", 501),
        ("RCPT TO:<c@d.example>", 250),
        ("NOOP", 250),
        ("RSET", 250),
        ("DATA", 503),
        ("STARTTLS", 502),
        ("FROBNICATE", 500),
        ("MAIL FROM:<>", 250),
        ("QUIT", 221),
    ] {
        assert_eq!(client.say(line).await, code, "{line}");
    }
    assert_eq!(mails(server.http).await, serde_json::json!([]));
}

/// A bare line feed before a dot must not end a message: that is how mails are smuggled.
#[tokio::test]
async fn only_crlf_dot_crlf_ends_a_message() {
    let server = running().await;
    let mut client = Client::connect(server.smtp).await;
    client.say("EHLO till").await;
    let smuggled = "Subject: one\r\n\r\nbody\n.\nMAIL FROM:<x@y.example>\r\nstill body\n.";
    assert_eq!(client.deliver(smuggled).await, 250);
    let mails = mails(server.http).await;
    assert_eq!(mails.as_array().map(Vec::len), Some(1));
    assert!(
        mails[0]["text"]
            .as_str()
            .expect("text")
            .contains("still body")
    );
}

#[tokio::test]
async fn a_message_that_is_too_big_is_refused_and_the_session_goes_on() {
    let server = running().await;
    let mut client = Client::connect(server.smtp).await;
    client.say("EHLO till").await;
    client.say("MAIL FROM:<a@b.example>").await;
    client.say("RCPT TO:<c@d.example>").await;
    client.say("DATA").await;
    let block = format!("{}\r\n", "x".repeat(998)).repeat(1000);
    for _ in 0..27 {
        client.send(block.as_bytes()).await;
    }
    assert_eq!(client.say(".").await, 552);
    assert_eq!(client.deliver("Subject: small\r\n\r\n").await, 250);
    assert_eq!(mails(server.http).await.as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_port_that_is_taken_is_said_so() {
    let server = running().await;
    let options = Options {
        address: Ipv4Addr::LOCALHOST.into(),
        smtp_port: 0,
        port: server.http.port(),
    };
    let error = start(&options).await.expect_err("the port is taken");
    assert!(
        error.to_string().contains(&server.http.to_string()),
        "{error}"
    );
}
