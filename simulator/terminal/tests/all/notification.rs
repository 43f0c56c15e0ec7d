//! What the webhook is told.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use serde_json::{Value, json};

use crate::till::{TERMINAL, Till, options};

type Heard = Arc<Mutex<Vec<Value>>>;

async fn webhook() -> (String, Heard) {
    async fn hear(State(heard): State<Heard>, body: String) -> &'static str {
        heard
            .lock()
            .expect("no panic")
            .push(serde_json::from_str(&body).expect("JSON"));
        "[accepted]"
    }
    let heard = Heard::default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a free port");
    let url = format!("http://{}/hook", listener.local_addr().expect("an address"));
    let router = Router::new()
        .route("/hook", post(hear))
        .with_state(Arc::clone(&heard));
    tokio::spawn(async move { axum::serve(listener, router).await });
    (url, heard)
}

async fn events(heard: &Heard, count: usize) -> Vec<String> {
    for _ in 0..500 {
        if heard.lock().expect("no panic").len() >= count {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let heard = heard.lock().expect("no panic");
    let output = |message: &Value| {
        let request = &message["SaleToPOIRequest"];
        assert_eq!(request["MessageHeader"]["MessageClass"], "Device");
        assert_eq!(request["MessageHeader"]["POIID"], TERMINAL);
        let content = &request["DisplayRequest"]["DisplayOutput"][0]["OutputContent"];
        let reference = content["PredefinedContent"]["ReferenceID"]
            .as_str()
            .expect("a reference")
            .to_owned();
        reference
            .split_once("&event=")
            .expect("an event")
            .1
            .to_owned()
    };
    heard.iter().map(output).collect()
}

const EVENTS: [&str; 8] = [
    "TENDER_CREATED",
    "CARD_INSERTED",
    "WAIT_FOR_PIN",
    "PIN_ENTERED",
    "PRINT_RECEIPT",
    "RECEIPT_PRINTED",
    "CARD_REMOVED",
    "TENDER_FINAL",
];

#[tokio::test]
async fn the_webhook_hears_every_step_in_order() {
    let (url, heard) = webhook().await;
    let till = Till::with(terminal_simulator::Options {
        notify_url: Some(url),
        ..options()
    })
    .await;
    till.script(json!([{"card": "visa", "entry": "chip"}]))
        .await;
    till.pay("H1", "10").await;
    assert_eq!(events(&heard, EVENTS.len()).await, EVENTS);
}

#[tokio::test]
async fn f28_doubles_and_disorders_them() {
    let (url, heard) = webhook().await;
    let till = Till::with(terminal_simulator::Options {
        notify_url: Some(url),
        ..options()
    })
    .await;
    till.script(json!([{"fault": "F28", "entry": "chip"}]))
        .await;
    assert_eq!(till.pay("H2", "10").await.verdict(), "Success");
    let expected: Vec<_> = EVENTS
        .iter()
        .rev()
        .flat_map(|event| [*event, *event])
        .collect();
    assert_eq!(events(&heard, expected.len()).await, expected);
}

#[tokio::test]
async fn an_abort_that_comes_too_late_is_announced() {
    let (url, heard) = webhook().await;
    let till = Till::with(terminal_simulator::Options {
        notify_url: Some(url),
        ..options()
    })
    .await;
    till.abort("H3").await;
    while heard.lock().expect("no panic").is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let event = heard.lock().expect("no panic")[0]["SaleToPOIRequest"]["EventNotification"].clone();
    assert_eq!(
        event["EventDetails"],
        "message=Service%20Not%20Aborted%20-%20Reason%3A%20Completed"
    );
}

#[tokio::test]
async fn a_webhook_that_is_away_does_no_harm() {
    let options = terminal_simulator::Options {
        notify_url: Some("http://127.0.0.1:9/".to_owned()),
        ..options()
    };
    let till = Till::with(options).await;
    till.script(json!([{"card": "visa"}])).await;
    assert_eq!(till.pay("H4", "10").await.verdict(), "Success");
}
