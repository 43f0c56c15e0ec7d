//! Alerts and live events as the till meets them.

#![cfg(test)]

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use alert::AlertState;
use axum::body::{Body, BodyDataStream};
use axum::http::{Request, StatusCode};
use axum::response::Response;
use axum::{Extension, Router};
use futures::StreamExt as _;
use http_body_util::BodyExt as _;
use kernel::id::SessionId;
use serde_json::{Value as Json, json};
use session::Actor;
use shell::event::{Event, Events};
use shell::{Clock, Shell, params};
use test_database::Database;
use tokio::sync::watch;
use tower::ServiceExt as _;
use uuid::Uuid;

const SESSION: SessionId = SessionId(Uuid::from_u128(7));

struct Shop {
    shell: Shell,
    stop: watch::Sender<bool>,
    #[expect(dead_code, reason = "it is removed when the shop closes")]
    database: Database,
}

impl Shop {
    async fn open() -> Self {
        let (db, database) = Database::migrated().await;
        Self {
            shell: Shell {
                db,
                clock: Clock::manual("2026-11-21T10:00:00Z".parse().unwrap()),
                events: Arc::new(Events::new(None)),
            },
            stop: watch::channel(false).0,
            database,
        }
    }

    fn router(&self) -> Router {
        let actor = Actor {
            session_id: SESSION,
            staff_id: "CAM".into(),
            name: "Camille Aubry".to_owned(),
            store_no: "PAR01".into(),
            terminal_no: "PAR01-T1".into(),
            permissions: Arc::new(BTreeSet::new()),
            recalls: (0, 0),
            since: self.shell.clock.now(),
        };
        let state = AlertState {
            shell: self.shell.clone(),
            stop: self.stop.subscribe(),
        };
        let (router, _) = alert::routes(state).into_parts();
        router
            .layer(Extension(actor))
            .layer(axum::middleware::from_fn(shell::http::envelope::wrap))
    }

    async fn get(&self, path: &str) -> Response {
        let request = Request::get(path).body(Body::empty()).unwrap();
        self.router().oneshot(request).await.unwrap()
    }

    async fn data(&self, path: &str) -> Json {
        let body = self.get(path).await.into_body();
        let body = body.collect().await.unwrap().to_bytes();
        let mut envelope: Json = serde_json::from_slice(&body).unwrap();
        assert_eq!(
            (&envelope["code"], &envelope["success"]),
            (&json!(200), &json!(true))
        );
        envelope["data"].take()
    }

    async fn listen(&self) -> Listening {
        let response = self.get("/events").await;
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let mut listening = Listening(response.into_body().into_data_stream());
        assert_eq!(listening.hear().await.as_deref(), Some(": listening\n\n"));
        listening
    }

    fn tell(&self, store_no: &str, terminal_no: Option<&str>, name: &str, data: Json) {
        self.shell.events.tell(Event {
            store_no: store_no.to_owned(),
            terminal_no: terminal_no.map(str::to_owned),
            name: name.to_owned(),
            data,
        });
    }
}

struct Listening(BodyDataStream);

impl Listening {
    /// The next words of the stream; none when it has ended.
    async fn hear(&mut self) -> Option<String> {
        let next = tokio::time::timeout(Duration::from_secs(5), self.0.next());
        let bytes = next.await.expect("the stream says something")?.unwrap();
        Some(String::from_utf8(bytes.to_vec()).unwrap())
    }
}

#[tokio::test]
async fn the_numbers_count_what_waits_for_this_store() {
    let shop = Shop::open().await;
    for sql in [
        "INSERT INTO company VALUES ('FR', 'Vitrine', 'FR', '', '')",
        "INSERT INTO store (store_no, company_no, name, address, postal_code, city, country_code, telephone, currency_code, time_zone, language_code, force_language_receipt, end_of_business_day, vat_posting_group, deductible_vat_posting_group, duty_free, cash_rounding_step, price_rounding_step, do_not_allow_negative_inventory, is_show_qr_code, recall_minutes, redirect_url, status, receipt_printer) VALUES ('PAR01', 'FR', 'Paris', '', '', 'Paris', 'FR', '', 'EUR', \
         'Europe/Paris', 'fr', NULL, 240, 'FR', 'FR', FALSE, 1, 1, TRUE, TRUE, 5, '/sale', 'OPEN', NULL)",
        "INSERT INTO store (store_no, company_no, name, address, postal_code, city, country_code, telephone, currency_code, time_zone, language_code, force_language_receipt, end_of_business_day, vat_posting_group, deductible_vat_posting_group, duty_free, cash_rounding_step, price_rounding_step, do_not_allow_negative_inventory, is_show_qr_code, recall_minutes, redirect_url, status, receipt_printer) VALUES ('LYO01', 'FR', 'Lyon', '', '', 'Lyon', 'FR', '', 'EUR', \
         'Europe/Paris', 'fr', NULL, 240, 'FR', 'FR', FALSE, 1, 1, TRUE, TRUE, 5, '/sale', 'OPEN', NULL)",
    ] {
        execute(&shop, sql, params![]).await;
    }
    let nothing = json!({"code": 200, "RMA": 0, "deposit": 0, "recall": 0, "cashReport": null,
        "unpostedDate": null, "failedJobs": []});
    assert_eq!(shop.data("/alert/getAlertNum").await, nothing);
    let shipments = [
        ("PAR01", "RECALL", "PENDING"),
        ("PAR01", "RECALL", "PACKAGED"),
        ("PAR01", "PICKUP", "NEW"),
        ("PAR01", "EXPRESS", "PICKING"),
        ("PAR01", "EXPRESS", "PACKAGING"),
        ("PAR01", "EXPRESS", "SHIPPED"),
        ("PAR01", "RMA", "REQUESTED"),
        ("PAR01", "RMA", "AUTHORISED"),
        ("PAR01", "TARNISH", "PACKAGED"),
        ("PAR01", "WEB_RETURN", "PACKAGED"),
        ("LYO01", "RECALL", "PENDING"),
        ("LYO01", "RMA", "AUTHORISED"),
    ];
    for (id, (store, kind, state)) in (1..).zip(shipments) {
        execute(
            &shop,
            "INSERT INTO shipment VALUES ($1, $2, $3, $4, 0)",
            params![Uuid::from_u128(id), store, kind, state],
        )
        .await;
    }
    let numbers = json!({"code": 200, "RMA": 2, "deposit": 0, "recall": 4, "cashReport": null,
        "unpostedDate": null, "failedJobs": []});
    assert_eq!(shop.data("/alert/getAlertNum").await, numbers);
    let recalls = shop
        .data("/inventory/shipment/getunfinishrecallorder")
        .await;
    assert_eq!(recalls, json!({"code": 200, "data": 4}));
}

async fn execute(shop: &Shop, sql: &str, values: &[shell::db::Value]) {
    let input = (sql.to_owned(), values.to_vec());
    shop.shell
        .db
        .write(input, |tx, (sql, values)| {
            Box::pin(async move { Ok(tx.execute(sql, values).await?) })
        })
        .await
        .unwrap();
}

#[tokio::test]
async fn a_till_hears_what_concerns_it_and_nothing_else() {
    let shop = Shop::open().await;
    let mut listening = shop.listen().await;
    shop.tell("LYO01", None, "stock", json!({"itemNos": ["elsewhere"]}));
    shop.tell(
        "PAR01",
        Some("PAR01-T2"),
        "payment",
        json!({"attemptId": "another till's"}),
    );
    let other = SessionId(Uuid::from_u128(8));
    shop.tell(
        "PAR01",
        Some("PAR01-T1"),
        "session-ended",
        json!({"sessionId": other}),
    );
    shop.tell("PAR01", None, "stock", json!({"itemNos": ["RG-1"]}));
    shop.tell(
        "PAR01",
        Some("PAR01-T1"),
        "payment",
        json!({"state": "WAITING\nfor you"}),
    );
    let stock = "event: stock\ndata: {\"itemNos\":[\"RG-1\"]}\n\n";
    assert_eq!(listening.hear().await.as_deref(), Some(stock));
    let payment = "event: payment\ndata: {\"state\":\"WAITING\\nfor you\"}\n\n";
    assert_eq!(listening.hear().await.as_deref(), Some(payment));
}

#[tokio::test]
async fn the_stream_ends_with_its_session() {
    let shop = Shop::open().await;
    let mut listening = shop.listen().await;
    shop.tell(
        "PAR01",
        Some("PAR01-T1"),
        "session-ended",
        json!({"sessionId": SESSION}),
    );
    shop.tell("PAR01", None, "stock", json!({"itemNos": ["RG-1"]}));
    let ended = "event: session-ended\ndata: {}\n\n";
    assert_eq!(listening.hear().await.as_deref(), Some(ended));
    assert_eq!(listening.hear().await, None);
}

#[tokio::test]
async fn the_stream_ends_when_the_server_stops() {
    let shop = Shop::open().await;
    let mut listening = shop.listen().await;
    shop.stop.send(true).unwrap();
    assert_eq!(listening.hear().await, None);
    // Who comes now is not kept waiting either.
    let response = shop.get("/events").await;
    let rest = response.into_body().collect();
    let rest = tokio::time::timeout(Duration::from_secs(5), rest)
        .await
        .unwrap();
    assert_eq!(rest.unwrap().to_bytes(), ": listening\n\n");
}

#[tokio::test]
async fn a_till_that_was_too_slow_must_ask_afresh() {
    let shop = Shop::open().await;
    let mut listening = shop.listen().await;
    for number in 0..2_000 {
        shop.tell("PAR01", None, "stock", json!({"itemNos": [number]}));
    }
    assert_eq!(listening.hear().await, None);
}

#[tokio::test]
async fn a_silent_stream_says_that_it_is_alive_and_ends_in_the_end() {
    let shop = Shop::open().await;
    // From here on nothing waits for anything but the time, which then flies.
    tokio::time::pause();
    let response = shop.get("/events").await;
    let mut words = response.into_body().into_data_stream();
    let start = tokio::time::Instant::now();
    let (mut beats, mut heard) = (0, String::new());
    while let Some(next) = words.next().await {
        heard = String::from_utf8(next.unwrap().to_vec()).unwrap();
        beats += usize::from(heard == ": alive\n\n");
    }
    assert_eq!(heard, ": alive\n\n");
    assert!((55..=60).contains(&beats), "{beats} beats");
    assert_eq!(start.elapsed().as_secs(), 900);
}
