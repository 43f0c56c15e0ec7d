//! The terminal adapter against real sockets that behave well and badly.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use device::Secret;
use device::card_terminal::{
    AbortAnswer, AbortCommand, Amount, CardTerminal, Currency, Decline, DiagnosisAnswer,
    DiagnosisCommand, DialogueReference, Fault, NotSentReason, OperatorId, PaymentAnswer,
    PaymentCommand, PoiId, PoiTransaction, ReversalAnswer, ReversalCommand, ReversalReason,
    ReversalScope, ReversalStatusCommand, SaleId, SaleReference, ServiceId, StatusAnswer,
    StatusCommand, TransactionId, UnknownReason, service_id,
};
use device::nexo::{
    Endpoint, KeyRing, NONCE_LEN, NexoTerminal, NonceSource, NonceUnavailable, Security, SharedKey,
    Trust,
};
use rcgen::{CertificateParams, KeyPair};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;

const POI: &str = "V400m-324688179";
const LONG: Duration = Duration::from_secs(20);
const SHORT: Duration = Duration::from_millis(400);

/// What the terminal at the other end does with a connection.
enum Behaviour {
    AcceptAndDrop,
    DropAfterRead,
    NeverRead,
    ReadAndWait,
    Send(Vec<u8>),
    SendAndCut(Vec<u8>),
}

/// What a terminal saw: each request whole, and how many connections.
struct Terminal {
    address: SocketAddr,
    connections: Arc<AtomicUsize>,
    served: JoinHandle<Vec<u8>>,
}

impl Terminal {
    async fn start(behaviour: Behaviour) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let connections = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&connections);
        let served = tokio::spawn(async move {
            let (stream, _) = listener.accept().await.expect("a connection");
            counter.fetch_add(1, Ordering::SeqCst);
            // Goes on listening, so that a second connection would be counted.
            let others = tokio::spawn(async move {
                while let Ok((stream, _)) = listener.accept().await {
                    counter.fetch_add(1, Ordering::SeqCst);
                    drop(stream);
                }
            });
            let seen = behave(stream, behaviour).await;
            tokio::time::sleep(Duration::from_millis(50)).await;
            others.abort();
            seen
        });
        Self {
            address,
            connections,
            served,
        }
    }

    async fn replying(body: &Value) -> Self {
        Self::start(Behaviour::Send(http(200, body.to_string().as_bytes()))).await
    }

    /// The request it saw, after checking that there was exactly one connection.
    async fn seen(self) -> Vec<u8> {
        let seen = self.served.await.expect("served");
        assert_eq!(self.connections.load(Ordering::SeqCst), 1, "connections");
        seen
    }

    async fn seen_json(self) -> Value {
        let seen = self.seen().await;
        let body = seen
            .windows(4)
            .position(|part| part == b"\r\n\r\n")
            .expect("a body")
            + 4;
        serde_json::from_slice(&seen[body..]).expect("JSON")
    }
}

async fn behave(mut stream: TcpStream, behaviour: Behaviour) -> Vec<u8> {
    match behaviour {
        Behaviour::AcceptAndDrop => Vec::new(),
        Behaviour::NeverRead => {
            tokio::time::sleep(LONG).await;
            drop(stream);
            Vec::new()
        }
        Behaviour::DropAfterRead => read_request(&mut stream).await,
        Behaviour::ReadAndWait => {
            let mut seen = read_request(&mut stream).await;
            // Ends when the till closes the connection.
            stream.read_to_end(&mut seen).await.expect("closed");
            seen
        }
        Behaviour::Send(reply) | Behaviour::SendAndCut(reply) => {
            let seen = read_request(&mut stream).await;
            stream.write_all(&reply).await.expect("written");
            stream.shutdown().await.expect("closed");
            seen
        }
    }
}

async fn read_request<S: AsyncRead + Unpin>(stream: &mut S) -> Vec<u8> {
    let mut seen = Vec::new();
    let mut part = [0; 4096];
    loop {
        let count = stream.read(&mut part).await.expect("readable");
        assert!(count > 0, "the request is whole");
        seen.extend_from_slice(&part[..count]);
        let text = String::from_utf8_lossy(&seen).to_ascii_lowercase();
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let length = head.split("content-length: ").nth(1).expect("a length");
        let length: usize = length
            .lines()
            .next()
            .expect("a line")
            .parse()
            .expect("a number");
        if body.len() >= length {
            return seen;
        }
    }
}

fn http(status: u16, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "HTTP/1.1 {status} Status\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

struct FixedNonce;

impl NonceSource for FixedNonce {
    fn nonce(&self) -> Result<[u8; NONCE_LEN], NonceUnavailable> {
        Ok([7; NONCE_LEN])
    }
}

struct NoNonce;

impl NonceSource for NoNonce {
    fn nonce(&self) -> Result<[u8; NONCE_LEN], NonceUnavailable> {
        Err(NonceUnavailable)
    }
}

fn poi_id() -> PoiId {
    PoiId::parse(POI).expect("an identifier")
}

fn endpoint(address: SocketAddr, security: Security) -> Endpoint {
    Endpoint {
        host: address.ip().to_string(),
        port: address.port(),
        security,
    }
}

fn adapter(address: SocketAddr) -> NexoTerminal {
    let endpoint = endpoint(address, Security::None);
    NexoTerminal::new(poi_id(), &endpoint, None, Arc::new(FixedNonce)).expect("settings")
}

fn secured(address: SocketAddr, keys: KeyRing) -> NexoTerminal {
    let endpoint = endpoint(address, Security::None);
    NexoTerminal::new(poi_id(), &endpoint, Some(keys), Arc::new(FixedNonce)).expect("settings")
}

fn sale_id() -> SaleId {
    SaleId::parse("STORE12-T05").expect("an identifier")
}

fn number(counter: u64) -> ServiceId {
    service_id(counter).expect("fits")
}

fn transaction(id: &str) -> TransactionId {
    TransactionId::parse(id).expect("an identifier")
}

fn euro() -> Currency {
    Currency::parse("EUR", 2).expect("a currency")
}

fn payment(wait: Duration) -> PaymentCommand {
    PaymentCommand {
        sale_id: sale_id(),
        service_id: number(42),
        transaction_id: transaction("T-1"),
        sale_reference: SaleReference::parse("order-7").expect("an identifier"),
        operator_id: OperatorId::parse("sp-17").expect("an identifier"),
        amount: Amount::new(125_000, euro()),
        allowed_brands: Vec::new(),
        timestamp: "2026-11-20T14:03:11Z".parse().expect("a time"),
        wait,
    }
}

fn header(category: &str, service_id: &str) -> Value {
    json!({"ProtocolVersion": "3.0", "MessageClass": "Service", "MessageCategory": category,
        "MessageType": "Response", "ServiceID": service_id, "SaleID": "STORE12-T05", "POIID": POI})
}

fn payment_body() -> Value {
    json!({
        "Response": {"Result": "Success", "AdditionalResponse": "posAuthAmountValue=125000"},
        "SaleData": {"SaleTransactionID": {"TransactionID": "T-1", "TimeStamp": "2026-11-20"}},
        "POIData": {"POITransactionID": {"TransactionID": "A.B", "TimeStamp": "2026-11-20"}},
        "PaymentResult": {"AmountsResp": {"AuthorizedAmount": 1250, "Currency": "EUR"}},
    })
}

fn approval() -> Value {
    let header = header("Payment", "0000000016");
    json!({"SaleToPOIResponse": {"MessageHeader": header, "PaymentResponse": payment_body()}})
}

async fn pay(behaviour: Behaviour, wait: Duration) -> PaymentAnswer {
    let terminal = Terminal::start(behaviour).await;
    let answer = adapter(terminal.address).start(&payment(wait)).await;
    match &answer {
        PaymentAnswer::Unknown {
            reason: UnknownReason::TimedOut,
        } => terminal.served.abort(),
        _ended => drop(terminal.seen().await),
    }
    answer
}

async fn doubt(behaviour: Behaviour) -> UnknownReason {
    match pay(behaviour, LONG).await {
        PaymentAnswer::Unknown { reason } => reason,
        other => panic!("not in doubt: {other:?}"),
    }
}

#[tokio::test]
async fn an_approval_is_read_and_the_request_is_exact() {
    let terminal = Terminal::replying(&approval()).await;
    let answer = adapter(terminal.address).start(&payment(LONG)).await;
    let PaymentAnswer::Approved(approval) = answer else {
        panic!("approved: {answer:?}")
    };
    assert_eq!(approval.authorised, Amount::new(125_000, euro()));

    let seen = terminal.seen().await;
    let text = String::from_utf8(seen).expect("text");
    assert!(text.starts_with("POST /nexo HTTP/1.1\r\n"), "{text}");
    assert!(
        text.to_ascii_lowercase().contains("connection: close\r\n"),
        "{text}"
    );
    let body = text.split_once("\r\n\r\n").expect("a body").1;
    let expected = concat!(
        r#"{"SaleToPOIRequest":{"MessageHeader":{"ProtocolVersion":"3.0","MessageClass":"Service","#,
        r#""MessageCategory":"Payment","MessageType":"Request","ServiceID":"0000000016","#,
        r#""SaleID":"STORE12-T05","POIID":"V400m-324688179"},"PaymentRequest":{"SaleData":{"#,
        r#""SaleTransactionID":{"TransactionID":"T-1","TimeStamp":"2026-11-20T14:03:11+00:00"},"#,
        r#""SaleReferenceID":"order-7","OperatorID":"sp-17"},"PaymentTransaction":{"AmountsReq":{"#,
        r#""Currency":"EUR","RequestedAmount":1250.00}},"PaymentData":{"PaymentType":"Normal"}}}}"#,
    );
    assert_eq!(body, expected);
}

#[tokio::test]
async fn nothing_was_sent_if_the_connection_was_refused() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    drop(listener);
    let answer = adapter(address).start(&payment(LONG)).await;
    let no_connection = matches!(
        &answer,
        PaymentAnswer::NotSent {
            reason: NotSentReason::NoConnection { .. }
        }
    );
    assert!(no_connection, "{answer:?}");
}

#[tokio::test]
async fn nothing_was_sent_if_the_name_is_not_known() {
    let endpoint = Endpoint {
        host: "terminal.invalid".to_owned(),
        port: 8443,
        security: Security::None,
    };
    let adapter = NexoTerminal::new(poi_id(), &endpoint, None, Arc::new(FixedNonce));
    let answer = adapter.expect("settings").start(&payment(LONG)).await;
    let no_connection = matches!(
        &answer,
        PaymentAnswer::NotSent {
            reason: NotSentReason::NoConnection { .. }
        }
    );
    assert!(no_connection, "{answer:?}");
}

#[tokio::test]
async fn nothing_was_sent_without_a_random_number() {
    let terminal = Terminal::start(Behaviour::AcceptAndDrop).await;
    let keys = KeyRing::new(key(1, "passphrase"), vec![]);
    let endpoint = endpoint(terminal.address, Security::None);
    let adapter = NexoTerminal::new(poi_id(), &endpoint, Some(keys), Arc::new(NoNonce));
    let answer = adapter.expect("settings").start(&payment(LONG)).await;
    let not_made = matches!(
        &answer,
        PaymentAnswer::NotSent {
            reason: NotSentReason::NotMade { .. }
        }
    );
    assert!(not_made, "{answer:?}");
    assert_eq!(terminal.connections.load(Ordering::SeqCst), 0);
    terminal.served.abort();
}

#[tokio::test]
async fn a_connection_that_breaks_leaves_a_doubt() {
    for behaviour in [Behaviour::AcceptAndDrop, Behaviour::DropAfterRead] {
        let reason = doubt(behaviour).await;
        assert!(
            matches!(reason, UnknownReason::ConnectionLost { .. }),
            "{reason:?}"
        );
    }
}

#[tokio::test]
async fn a_reply_cut_by_the_connection_leaves_a_doubt() {
    let whole = http(200, approval().to_string().as_bytes());
    let reason = doubt(Behaviour::SendAndCut(whole[..whole.len() - 1].to_vec())).await;
    assert!(
        matches!(reason, UnknownReason::ConnectionLost { .. }),
        "{reason:?}"
    );
}

#[tokio::test]
async fn cut_json_leaves_a_doubt() {
    let whole = approval().to_string();
    let reason = doubt(Behaviour::Send(http(
        200,
        &whole.as_bytes()[..whole.len() / 2],
    )))
    .await;
    assert!(
        matches!(reason, UnknownReason::Malformed { .. }),
        "{reason:?}"
    );
}

#[tokio::test]
async fn other_http_answers_leave_a_doubt() {
    assert_eq!(
        doubt(Behaviour::Send(http(200, b""))).await,
        UnknownReason::ReplyEmpty
    );
    let gateway = http(502, b"<html>502 Bad Gateway</html>");
    let status = UnknownReason::HttpStatus { status: 502 };
    assert_eq!(doubt(Behaviour::Send(gateway)).await, status);
    let html = doubt(Behaviour::Send(http(200, b"<html>Hello</html>"))).await;
    assert!(matches!(html, UnknownReason::Malformed { .. }), "{html:?}");
    let rubbish = doubt(Behaviour::Send(b"SSH-2.0-OpenSSH\r\n".to_vec())).await;
    assert!(
        matches!(rubbish, UnknownReason::ConnectionLost { .. }),
        "{rubbish:?}"
    );
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let elsewhere = Terminal::replying(&approval()).await;
    let redirect = format!(
        "HTTP/1.1 307 Elsewhere\r\nLocation: http://{}/nexo\r\nContent-Length: 0\r\n\r\n",
        elsewhere.address
    );
    let reason = doubt(Behaviour::Send(redirect.into_bytes())).await;
    assert_eq!(reason, UnknownReason::HttpStatus { status: 307 });
    assert_eq!(elsewhere.connections.load(Ordering::SeqCst), 0);
    elsewhere.served.abort();
}

#[tokio::test]
async fn a_reply_without_end_is_cut_off() {
    let endless = [b"HTTP/1.1 200 OK\r\n\r\n".as_slice(), &vec![b' '; 2 << 20]].concat();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let served = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        read_request(&mut stream).await;
        // Fails once the till has had enough.
        while stream.write_all(&endless).await.is_ok() {}
    });
    let answer = adapter(address).start(&payment(LONG)).await;
    assert_eq!(
        answer,
        PaymentAnswer::Unknown {
            reason: UnknownReason::ReplyTooLong
        }
    );
    served.await.expect("the till closed the connection");
}

#[tokio::test]
async fn a_slow_terminal_leaves_a_doubt_and_the_connection_is_closed() {
    let never = pay(Behaviour::NeverRead, SHORT).await;
    assert_eq!(
        never,
        PaymentAnswer::Unknown {
            reason: UnknownReason::TimedOut
        }
    );

    let terminal = Terminal::start(Behaviour::ReadAndWait).await;
    let answer = adapter(terminal.address).start(&payment(SHORT)).await;
    assert_eq!(
        answer,
        PaymentAnswer::Unknown {
            reason: UnknownReason::TimedOut
        }
    );
    let closed = tokio::time::timeout(LONG, terminal.seen()).await;
    assert!(
        closed.is_ok(),
        "the till closes the connection when its wait is over"
    );
}

#[tokio::test]
async fn a_doubled_reply_counts_once() {
    let whole = http(200, approval().to_string().as_bytes());
    let answer = pay(Behaviour::Send([whole.clone(), whole].concat()), LONG).await;
    assert!(matches!(answer, PaymentAnswer::Approved(_)), "{answer:?}");

    let body = approval().to_string().repeat(2);
    let reason = doubt(Behaviour::Send(http(200, body.as_bytes()))).await;
    assert!(
        matches!(reason, UnknownReason::Malformed { .. }),
        "{reason:?}"
    );
}

#[tokio::test]
async fn a_reply_to_something_else_is_a_stray() {
    let cases = [
        ("ServiceID", "0000000017"),
        ("SaleID", "STORE12-T06"),
        ("POIID", "V400m-1"),
        ("MessageCategory", "Reversal"),
        ("MessageType", "Request"),
        ("MessageClass", "Device"),
    ];
    for (field, value) in cases {
        let mut reply = approval();
        reply["SaleToPOIResponse"]["MessageHeader"][field] = json!(value);
        let reason = doubt(Behaviour::Send(http(200, reply.to_string().as_bytes()))).await;
        assert_eq!(reason, UnknownReason::Stray { field });
    }
    let header = header("Payment", "0000000016");
    let empty = json!({"SaleToPOIResponse": {"MessageHeader": header}});
    let reason = doubt(Behaviour::Send(http(200, empty.to_string().as_bytes()))).await;
    assert!(
        matches!(reason, UnknownReason::Malformed { .. }),
        "{reason:?}"
    );
}

#[tokio::test]
async fn a_terminal_that_cannot_read_us_says_bad_json() {
    let bad_json = || Behaviour::Send(http(400, b"Bad JSON on line 1: expected value"));
    let answer = pay(bad_json(), LONG).await;
    let expected = PaymentAnswer::Refused {
        condition: Fault::MessageFormat,
        text: "Bad JSON".to_owned(),
    };
    assert_eq!(answer, expected);

    // Not authenticated: where messages are encrypted it must not be believed.
    let terminal = Terminal::start(bad_json()).await;
    let keys = KeyRing::new(key(1, "passphrase"), vec![]);
    let answer = secured(terminal.address, keys).start(&payment(LONG)).await;
    let reason = UnknownReason::HttpStatus { status: 400 };
    assert_eq!(answer, PaymentAnswer::Unknown { reason });
}

fn status(wait: Duration) -> StatusCommand {
    StatusCommand {
        sale_id: sale_id(),
        service_id: number(43),
        payment_service_id: number(42),
        transaction_id: transaction("T-1"),
        currency: euro(),
        wait,
    }
}

fn repeated(category: &str, service_id: &str, body: &Value) -> Value {
    json!({"SaleToPOIResponse": {
        "MessageHeader": header("TransactionStatus", "0000000017"),
        "TransactionStatusResponse": {
            "Response": {"Result": "Success"},
            "RepeatedMessageResponse": {
                "MessageHeader": header(category, service_id),
                "RepeatedResponseMessageBody": body,
            },
        },
    }})
}

#[tokio::test]
async fn a_status_query_names_the_payment_and_reads_its_own_result() {
    let body = json!({"PaymentResponse": payment_body()});
    let terminal = Terminal::replying(&repeated("Payment", "0000000016", &body)).await;
    let answer = adapter(terminal.address).query(&status(LONG)).await;
    let approved = matches!(&answer, StatusAnswer::Processed(PaymentAnswer::Approved(_)));
    assert!(approved, "{answer:?}");
    let expected = json!({"ReceiptReprintFlag": true,
        "DocumentQualifier": ["CashierReceipt", "CustomerReceipt"],
        "MessageReference": {"MessageCategory": "Payment", "SaleID": "STORE12-T05",
            "ServiceID": "0000000016"}});
    let seen = terminal.seen_json().await;
    assert_eq!(
        seen["SaleToPOIRequest"]["TransactionStatusRequest"],
        expected
    );

    let terminal = Terminal::replying(&repeated("Payment", "0000000015", &body)).await;
    let answer = adapter(terminal.address).query(&status(LONG)).await;
    let reason = UnknownReason::Stray { field: "ServiceID" };
    assert_eq!(answer, StatusAnswer::Unknown { reason });
}

#[tokio::test]
async fn a_status_query_that_is_not_answered_is_unknown() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    drop(listener);
    let answer = adapter(address).query(&status(LONG)).await;
    let not_asked = matches!(
        &answer,
        StatusAnswer::Unknown {
            reason: UnknownReason::NotAsked(_)
        }
    );
    assert!(not_asked, "{answer:?}");

    let terminal = Terminal::start(Behaviour::DropAfterRead).await;
    let answer = adapter(terminal.address).query(&status(LONG)).await;
    let lost = matches!(
        &answer,
        StatusAnswer::Unknown {
            reason: UnknownReason::ConnectionLost { .. }
        }
    );
    assert!(lost, "{answer:?}");
}

#[tokio::test]
async fn a_reversal_is_sent_exactly_and_asked_for_later() {
    let reply = json!({"SaleToPOIResponse": {"MessageHeader": header("Reversal", "0000000016"),
        "ReversalResponse": {"Response": {"Result": "Success"}, "ReversedAmount": 12.5}}});
    let mut command = ReversalCommand {
        sale_id: sale_id(),
        service_id: number(42),
        transaction_id: transaction("R-1"),
        original: PoiTransaction {
            id: "A.B".to_owned(),
            time_stamp: "2026-11-20T14".to_owned(),
        },
        scope: ReversalScope::Part(Amount::new(1250, euro())),
        reason: ReversalReason::UnableToComplete,
        timestamp: "2026-11-20T14:03:11Z".parse().expect("a time"),
        wait: LONG,
    };
    let terminal = Terminal::replying(&reply).await;
    let answer = adapter(terminal.address).reverse(&command).await;
    let ReversalAnswer::Accepted(accepted) = answer else {
        panic!("accepted: {answer:?}")
    };
    assert_eq!(accepted.reversed, Some(Amount::new(1250, euro())));
    let body = terminal.seen_json().await["SaleToPOIRequest"]["ReversalRequest"].clone();
    let expected = json!({
        "SaleData": {
            "SaleTransactionID": {"TransactionID": "R-1", "TimeStamp": "2026-11-20T14:03:11+00:00"},
            "SaleToAcquirerData": "currency=EUR",
        },
        "OriginalPOITransaction": {
            "POITransactionID": {"TransactionID": "A.B", "TimeStamp": "2026-11-20T14"},
        },
        "ReversedAmount": 12.50, "ReversalReason": "Unable2Compl",
    });
    assert_eq!(body, expected);

    command.scope = ReversalScope::Whole(euro());
    let terminal = Terminal::replying(&reply).await;
    adapter(terminal.address).reverse(&command).await;
    let body = terminal.seen_json().await["SaleToPOIRequest"]["ReversalRequest"].clone();
    assert_eq!(body.get("ReversedAmount"), None);

    let inner = json!({"ReversalResponse": {"Response": {"Result": "Success"}}});
    let terminal = Terminal::replying(&repeated("Reversal", "0000000016", &inner)).await;
    let query = ReversalStatusCommand {
        sale_id: sale_id(),
        service_id: number(43),
        reversal_service_id: number(42),
        transaction_id: transaction("R-1"),
        currency: euro(),
        wait: LONG,
    };
    let answer = adapter(terminal.address).query_reversal(&query).await;
    let accepted = matches!(
        &answer,
        StatusAnswer::Processed(ReversalAnswer::Accepted(_))
    );
    assert!(accepted, "{answer:?}");
}

#[tokio::test]
async fn an_abort_is_delivered_or_not() {
    let command = AbortCommand {
        sale_id: sale_id(),
        service_id: number(43),
        payment: DialogueReference {
            sale_id: sale_id(),
            service_id: number(42),
        },
        wait: LONG,
    };
    let abort = async |reply: Vec<u8>| {
        let terminal = Terminal::start(Behaviour::Send(reply)).await;
        let answer = adapter(terminal.address).abort(&command).await;
        (answer, terminal.seen_json().await)
    };
    let (answer, seen) = abort(http(200, b"")).await;
    assert_eq!(answer, AbortAnswer::Delivered);
    assert_eq!(
        seen["SaleToPOIRequest"]["MessageHeader"]["MessageCategory"],
        "Abort"
    );
    assert_eq!(
        seen["SaleToPOIRequest"]["MessageHeader"]["ServiceID"],
        "0000000017"
    );
    let expected = json!({"AbortReason": "MerchantAbort", "MessageReference": {
        "MessageCategory": "Payment", "SaleID": "STORE12-T05", "ServiceID": "0000000016",
        "POIID": POI}});
    assert_eq!(seen["SaleToPOIRequest"]["AbortRequest"], expected);

    assert_eq!(abort(http(200, b"ok")).await.0, AbortAnswer::Delivered);
    let status = UnknownReason::HttpStatus { status: 500 };
    assert_eq!(
        abort(http(500, b"")).await.0,
        AbortAnswer::Unknown { reason: status }
    );

    let event = |name: &str| {
        let event = json!({"SaleToPOIRequest": {
            "MessageHeader": {"MessageClass": "Event", "MessageCategory": "Event",
                "MessageType": "Notification", "POIID": POI},
            "EventNotification": {"EventToNotify": name,
                "EventDetails": "message=Service+Not+Aborted+-+Reason:+Completed"}}});
        http(200, event.to_string().as_bytes())
    };
    let text = "Service Not Aborted - Reason: Completed".to_owned();
    assert_eq!(
        abort(event("Reject")).await.0,
        AbortAnswer::NotAborted { text }
    );
    let stray = UnknownReason::Stray {
        field: "MessageCategory",
    };
    assert_eq!(
        abort(event("KeyPressed")).await.0,
        AbortAnswer::Unknown { reason: stray }
    );
}

#[tokio::test]
async fn a_diagnosis_asks_for_the_hosts_too() {
    let reply = json!({"SaleToPOIResponse": {"MessageHeader": header("Diagnosis", "0000000017"),
        "DiagnosisResponse": {"Response": {"Result": "Success"},
            "POIStatus": {"GlobalStatus": "OK", "CommunicationOKFlag": true}}}});
    let terminal = Terminal::replying(&reply).await;
    let command = DiagnosisCommand {
        sale_id: sale_id(),
        service_id: number(43),
        wait: LONG,
    };
    let answer = adapter(terminal.address).diagnose(&command).await;
    assert_eq!(answer, DiagnosisAnswer::Ready { hosts: vec![] });
    let body = terminal.seen_json().await["SaleToPOIRequest"]["DiagnosisRequest"].clone();
    assert_eq!(body, json!({"HostDiagnosisFlag": true}));
}

fn key(version: u32, passphrase: &str) -> SharedKey {
    SharedKey::derive("till", version, &Secret::new(passphrase))
}

/// The other side's encryption, written again so that the adapter is not checked with itself.
mod sealing {
    use aws_lc_rs::cipher::{
        AES_256, EncryptionContext, PaddedBlockEncryptingKey, UnboundCipherKey,
    };
    use aws_lc_rs::{hmac, iv::FixedLength, pbkdf2};
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use serde_json::{Value, json};

    const NONCE: [u8; 16] = [9; 16];

    pub(super) fn seal(message: &Value, version: u32, passphrase: &str) -> Value {
        let rounds = 4000.try_into().expect("not zero");
        let mut keys = [0; 80];
        let secret = passphrase.as_bytes();
        pbkdf2::derive(
            pbkdf2::PBKDF2_HMAC_SHA1,
            rounds,
            b"AdyenNexoV1Salt",
            secret,
            &mut keys,
        );
        let clear = message.to_string().into_bytes();
        let mut iv: [u8; 16] = keys[64..].try_into().expect("16 bytes");
        iv.iter_mut()
            .zip(NONCE)
            .for_each(|(byte, random)| *byte ^= random);
        let mut blob = clear.clone();
        UnboundCipherKey::new(&AES_256, &keys[32..64])
            .and_then(PaddedBlockEncryptingKey::cbc_pkcs7)
            .and_then(|key| {
                key.less_safe_encrypt(&mut blob, EncryptionContext::Iv128(FixedLength::from(iv)))
            })
            .expect("encrypted");
        let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, &keys[..32]), &clear);
        json!({"SaleToPOIResponse": {
            "MessageHeader": message["SaleToPOIResponse"]["MessageHeader"],
            "NexoBlob": STANDARD.encode(blob),
            "SecurityTrailer": {"AdyenCryptoVersion": 1, "KeyIdentifier": "till",
                "KeyVersion": version, "Nonce": STANDARD.encode(NONCE),
                "Hmac": STANDARD.encode(tag)},
        }})
    }
}

#[tokio::test]
async fn encrypted_messages_are_exchanged_also_with_the_old_key() {
    for version in [1, 2] {
        let passphrase = if version == 1 { "old" } else { "new" };
        let terminal = Terminal::replying(&sealing::seal(&approval(), version, passphrase)).await;
        let keys = KeyRing::new(key(2, "new"), vec![key(1, "old")]);
        let answer = secured(terminal.address, keys).start(&payment(LONG)).await;
        assert!(
            matches!(answer, PaymentAnswer::Approved(_)),
            "version {version}: {answer:?}"
        );
        let seen = terminal.seen_json().await;
        let request = &seen["SaleToPOIRequest"];
        assert_eq!(request["SecurityTrailer"]["KeyVersion"], 2);
        assert_eq!(request["MessageHeader"]["ServiceID"], "0000000016");
        assert!(
            request.get("PaymentRequest").is_none(),
            "nothing in clear: {seen}"
        );
    }
}

#[tokio::test]
async fn a_reply_that_is_not_authentic_leaves_a_doubt() {
    let mut wrong_hmac = sealing::seal(&approval(), 1, "passphrase");
    wrong_hmac["SaleToPOIResponse"]["SecurityTrailer"]["Hmac"] =
        json!("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
    let mut other_header = sealing::seal(&approval(), 1, "passphrase");
    other_header["SaleToPOIResponse"]["MessageHeader"]["ServiceID"] = json!("0000000099");
    let cases = [
        ("clear", approval()),
        ("wrong HMAC", wrong_hmac),
        ("other header", other_header),
        ("retired key", sealing::seal(&approval(), 0, "passphrase")),
        ("other passphrase", sealing::seal(&approval(), 1, "guess")),
    ];
    for (what, reply) in cases {
        let terminal = Terminal::replying(&reply).await;
        let keys = KeyRing::new(key(1, "passphrase"), vec![]);
        let answer = secured(terminal.address, keys).start(&payment(LONG)).await;
        let reason = UnknownReason::NotAuthentic;
        assert_eq!(answer, PaymentAnswer::Unknown { reason }, "{what}");
    }
}

#[tokio::test]
async fn an_encrypted_failure_is_believed() {
    let mut declined = approval();
    declined["SaleToPOIResponse"]["PaymentResponse"] = json!({"Response": {"Result": "Failure",
        "ErrorCondition": "WrongPIN", "AdditionalResponse": "refusalReason=Invalid+PIN"}});
    let terminal = Terminal::replying(&sealing::seal(&declined, 1, "passphrase")).await;
    let keys = KeyRing::new(key(1, "passphrase"), vec![]);
    let answer = secured(terminal.address, keys).start(&payment(LONG)).await;
    let text = "Invalid PIN".to_owned();
    assert_eq!(
        answer,
        PaymentAnswer::Declined {
            condition: Decline::WrongPin,
            text
        }
    );
}

/// A terminal behind TLS whose certificate bears `name`; hands back the certificate to trust.
async fn tls_terminal(name: &str) -> (SocketAddr, String, JoinHandle<Option<Vec<u8>>>) {
    let key = KeyPair::generate().expect("a key");
    let parameters = CertificateParams::new(vec![name.to_owned()]).expect("parameters");
    let certificate = parameters.self_signed(&key).expect("a certificate");
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let private_key = rustls::pki_types::PrivateKeyDer::try_from(key.serialize_der());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], private_key.expect("a key"))
        .expect("a configuration");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let served = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.expect("a connection");
        let mut stream = TlsAcceptor::from(Arc::new(config))
            .accept(stream)
            .await
            .ok()?;
        Some(serve_tls(&mut stream).await)
    });
    (address, certificate.pem(), served)
}

async fn serve_tls<S: AsyncRead + AsyncWrite + Unpin>(stream: &mut S) -> Vec<u8> {
    let mut first = [0; 1];
    if stream.read(&mut first).await.is_ok_and(|count| count == 1) {
        let rest = read_request(stream).await;
        stream
            .write_all(&http(200, approval().to_string().as_bytes()))
            .await
            .expect("written");
        stream.shutdown().await.expect("closed");
        return rest;
    }
    Vec::new()
}

async fn pay_with_trust(address: SocketAddr, trust: Trust) -> PaymentAnswer {
    let endpoint = endpoint(address, Security::Tls(trust));
    let adapter = NexoTerminal::new(poi_id(), &endpoint, None, Arc::new(FixedNonce));
    adapter.expect("settings").start(&payment(LONG)).await
}

#[tokio::test]
async fn a_terminal_is_known_by_its_name_not_by_its_address() {
    use device::nexo::Environment::Test;

    for name in [
        "V400m-324688179.test.terminal.adyen.com",
        "legacy-terminal-certificate.test.terminal.adyen.com",
    ] {
        let (address, pem, _served) = tls_terminal(name).await;
        let answer = pay_with_trust(address, Trust::adyen(pem, &poi_id(), Test)).await;
        assert!(
            matches!(answer, PaymentAnswer::Approved(_)),
            "{name}: {answer:?}"
        );
    }
}

#[tokio::test]
async fn nothing_is_sent_to_a_terminal_with_a_wrong_certificate() {
    use device::nexo::Environment::{Live, Test};

    let name = "V400m-324688179.test.terminal.adyen.com";
    let (_, other_pem, other) = tls_terminal(name).await;
    other.abort();
    let cases = [
        (
            "another terminal",
            "V400m-1.test.terminal.adyen.com",
            None,
            Test,
        ),
        ("its address", "127.0.0.1", None, Test),
        ("a test terminal in a live shop", name, None, Live),
        ("another authority", name, Some(other_pem), Test),
    ];
    for (what, name, trusted, environment) in cases {
        let (address, pem, served) = tls_terminal(name).await;
        let trust = Trust::adyen(trusted.unwrap_or(pem), &poi_id(), environment);
        let answer = pay_with_trust(address, trust).await;
        let refused = matches!(
            &answer,
            PaymentAnswer::NotSent {
                reason: NotSentReason::Tls { .. }
            }
        );
        assert!(refused, "{what}: {answer:?}");
        let seen = served.await.expect("served").unwrap_or_default();
        assert_eq!(seen, b"", "{what}: the terminal saw bytes of the request");
    }
}

#[tokio::test]
async fn nothing_is_sent_to_something_that_does_not_speak_tls() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let served = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        stream
            .write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            .await
            .expect("written");
        let mut seen = Vec::new();
        let _ = stream.read_to_end(&mut seen).await;
        String::from_utf8_lossy(&seen).contains("nexo")
    });
    let (_, pem, other) = tls_terminal("terminal").await;
    other.abort();
    let trust = Trust {
        root_certificates_pem: pem,
        server_names: vec!["terminal".to_owned()],
    };
    let answer = pay_with_trust(address, trust).await;
    assert!(
        matches!(answer, PaymentAnswer::NotSent { .. }),
        "{answer:?}"
    );
    assert!(!served.await.expect("served"), "no request in clear");
}

#[test]
fn an_address_is_an_address() {
    for host in ["", "host/path", "user@host", "host?x", "ho st", "host#"] {
        let endpoint = Endpoint {
            host: host.to_owned(),
            port: 1,
            security: Security::None,
        };
        let refused = NexoTerminal::new(poi_id(), &endpoint, None, Arc::new(FixedNonce)).err();
        assert_eq!(
            refused,
            Some(device::nexo::SettingsRefused::Address),
            "{host}"
        );
    }
    let trust = Trust {
        root_certificates_pem: String::new(),
        server_names: vec![],
    };
    let security = Security::Tls(trust);
    let endpoint = Endpoint {
        host: "[::1]".to_owned(),
        port: 1,
        security,
    };
    let refused = NexoTerminal::new(poi_id(), &endpoint, None, Arc::new(FixedNonce)).err();
    assert!(
        matches!(refused, Some(device::nexo::SettingsRefused::Trust { .. })),
        "{refused:?}"
    );
}
