//! The wire: the envelope around everything, and a clear answer to every bad request.

use reqwest::Method;
use serde_json::json;
use testkit::Shop;
use uuid::Uuid;

#[tokio::test]
async fn success_and_error_come_in_the_same_envelope() {
    let shop = Shop::open().await;
    let mei = shop.log_in("mei").await;
    for answer in [mei.get("/session").await, mei.get("/item/NOTHING").await] {
        for field in [
            "code",
            "message",
            "success",
            "data",
            "versionInfo",
            "recallinfo",
            "allpack",
        ] {
            assert!(
                answer.envelope.get(field).is_some(),
                "{field}: {}",
                answer.envelope
            );
        }
        assert_eq!(answer.envelope["versionInfo"]["code"], 1);
        assert_eq!(answer.envelope["recallinfo"]["count"], 0);
    }
}

#[tokio::test]
async fn an_old_till_is_told_to_update() {
    let shop = Shop::open().await;
    let request = shop.visitor().request(Method::GET, "/session");
    let answer = shop
        .visitor()
        .send(request.header("x-app-version", "3.9.1"))
        .await;
    // The client sets its own version first; the older one counts because headers are a list.
    assert!(answer.envelope["versionInfo"]["latestVersion"].is_string());
    let http = testkit::http();
    let old = http
        .get(shop.url("/session"))
        .header("x-app-version", "3.9.1")
        .send()
        .await
        .unwrap();
    let envelope: serde_json::Value = old.json().await.unwrap();
    assert_eq!(envelope["versionInfo"]["code"], 0);
    assert_eq!(envelope["versionInfo"]["currentVersion"], "3.9.1");
    assert!(
        !envelope["versionInfo"]["updateNotes"]
            .as_array()
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn bad_requests_have_a_named_error_and_never_a_fault() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let key = || Uuid::now_v7().to_string();
    let post = |path: &str| {
        mei.request(Method::POST, path)
            .header("idempotency-key", key())
    };
    let json_type = ("content-type", "application/json");
    let cases = [
        (
            post("/basket/line")
                .header(json_type.0, json_type.1)
                .body("{"),
            400,
            "request.malformed",
        ),
        (
            post("/basket/line").json(&json!({ "itemNo": "RG-1" })),
            400,
            "request.malformed",
        ),
        (
            post("/basket/line")
                .json(&json!({ "itemNo": "RG-1", "sizeCode": "54", "quantity": 1, "price": 1 })),
            400,
            "request.malformed",
        ),
        (
            post("/basket/line").json(&json!({ "itemNo": 5, "sizeCode": "54", "quantity": 1 })),
            400,
            "request.malformed",
        ),
        (
            post("/basket/line").body("itemNo=RG-1"),
            415,
            "request.not_json",
        ),
        (
            mei.request(Method::PUT, "/basket/note")
                .header("idempotency-key", key())
                .header(json_type.0, json_type.1)
                .body(format!("{{\"note\": \"{}\"}}", "x".repeat(2 << 20))),
            413,
            "request.too_large",
        ),
        (post("/nowhere"), 404, "request.not_found"),
        (
            mei.request(Method::PATCH, "/basket"),
            405,
            "request.method_not_allowed",
        ),
        (
            mei.request(Method::POST, "/basket/line")
                .json(&json!({ "itemNo": "RG-1", "sizeCode": "54", "quantity": 1 })),
            400,
            "request.key_missing",
        ),
        (
            mei.request(Method::GET, "/item?limit=many"),
            400,
            "request.malformed",
        ),
        (
            mei.request(Method::GET, "/item?colour=red"),
            400,
            "request.malformed",
        ),
    ];
    for (at, (request, status, expected)) in cases.into_iter().enumerate() {
        let answer = mei.send(request).await;
        assert_eq!(answer.refused(), (status, expected), "case {at}");
    }
}

/// PostgreSQL has no text with the character U+0000: it was a fault there, and was kept on SQLite.
#[tokio::test]
async fn a_text_with_the_character_of_the_code_zero_is_refused_wherever_it_stands() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let note = |text: &str| mei.put("/basket/note", json!({ "note": text }));
    assert_eq!(
        note("a\0b").await.refused(),
        (400, "request.malformed"),
        "in a body"
    );
    let stranger = shop.visitor();
    let login = json!({ "username": "me\0i", "password": "wrong" });
    let answer = stranger.post("/login", login).await;
    assert_eq!(answer.refused(), (400, "request.malformed"), "of nobody");
    let answer = mei.get("/item?search=a%00b").await;
    assert_eq!(answer.refused(), (400, "request.malformed"), "in a query");
    let answer = mei.get("/item/RG%00").await;
    assert_eq!(answer.refused(), (404, "request.not_found"), "in a path");
    // The same letters, written out, are a text like others.
    let basket = note("\\u0000 %00").await.ok();
    assert_eq!(basket["note"], "\\u0000 %00");
    // A terminal is answered as one that nobody set up.
    let header = json!({ "POIID": "V\0" });
    let told = json!({ "SaleToPOIRequest": { "MessageHeader": header } });
    let address = shop.url("/device/notification");
    let answer = testkit::http().post(address).json(&told).send();
    assert_eq!(answer.await.unwrap().text().await.unwrap(), "[accepted]");
}

/// More than fits into the sockets: whoever is still sending must not be cut off before they hear.
#[tokio::test]
async fn whoever_sends_too_much_hears_that_and_not_of_a_broken_line() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let body = format!("{{\"note\": \"{}\"}}", "x".repeat(7 << 20));
    for _ in 0..3 {
        let request = mei
            .request(Method::PUT, "/basket/note")
            .header("idempotency-key", Uuid::now_v7().to_string())
            .header("content-type", "application/json")
            .body(body.clone());
        let answer = mei.send(request).await;
        assert_eq!(answer.refused(), (413, "request.too_large"));
    }
}

#[tokio::test]
async fn a_bad_token_says_invalid_signature_with_the_code_501() {
    let shop = Shop::open().await;
    let mut stranger = shop.visitor();
    stranger.use_token("eyJhbGciOiJIUzI1NiJ9.e30.nonsense");
    let answer = stranger.get("/session").await;
    assert_eq!((answer.status.as_u16(), answer.code()), (401, 501));
    assert_eq!(answer.envelope["message"], "invalid signature");
}

#[tokio::test]
async fn a_page_of_another_site_cannot_change_anything() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let body = json!({ "note": "from afar" });
    for (name, value) in [
        ("origin", "https://evil.example"),
        ("sec-fetch-site", "cross-site"),
    ] {
        let request = mei
            .request(Method::PUT, "/basket/note")
            .header("idempotency-key", Uuid::now_v7().to_string())
            .header(name, value)
            .json(&body);
        assert_eq!(
            mei.send(request).await.refused(),
            (403, "request.foreign_origin")
        );
    }
}

#[tokio::test]
async fn every_answer_carries_the_headers_that_browsers_obey() {
    let shop = Shop::open().await;
    let http = testkit::http();
    let root = format!("http://{}", shop.address);
    for path in [
        "/api/v1/session",
        "/api/v1/nowhere",
        "/healthz",
        "/nowhere",
        "/api/v1/openapi.json",
        "/pos/sale",
    ] {
        let response = http.get(format!("{root}{path}")).send().await.unwrap();
        let header = |name: &str| {
            response
                .headers()
                .get(name)
                .map(|value| value.to_str().unwrap())
                .unwrap_or_default()
        };
        let policy = header("content-security-policy");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}");
        // The till alone compiles WebAssembly; nobody makes a script of text.
        let is_till = path.starts_with("/pos/");
        assert_eq!(policy.contains("'wasm-unsafe-eval'"), is_till, "{path}");
        let rest = policy.replace("'wasm-unsafe-eval'", "");
        assert!(!rest.contains("unsafe"), "{path}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert!(
            header("strict-transport-security").contains("31536000"),
            "{path}"
        );
        assert!(!header("x-request-id").is_empty(), "{path}");
    }
}

/// The first page is the sale, in the language that the address asks for.
#[tokio::test]
async fn whoever_is_sent_on_to_the_sale_keeps_what_the_address_asks_for() {
    let shop = Shop::open().await;
    let http = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .unwrap();
    for (asked, answered) in [
        ("/", "/pos/"),
        ("/?lang=ar", "/pos/?lang=ar"),
        ("/pos/", "/pos/sale"),
        ("/pos/?lang=ar&x=%2F", "/pos/sale?lang=ar&x=%2F"),
    ] {
        let address = format!("http://{}{asked}", shop.address);
        let response = http.get(address).send().await.unwrap();
        assert_eq!(response.headers()["location"], answered);
    }
}

#[tokio::test]
async fn the_same_key_answers_the_same_and_refuses_another_request() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let key = Uuid::now_v7();
    let body = json!({ "itemNo": "BR-1", "sizeCode": "", "quantity": 2 });
    let first = mei
        .keyed(Method::POST, "/basket/line", key, body.clone())
        .await;
    let again = mei.keyed(Method::POST, "/basket/line", key, body).await;
    assert_eq!(first.ok(), again.ok());
    assert_eq!(
        shop.number("SELECT reserved FROM stock WHERE store_no = 'PAR' AND item_no = 'BR-1'")
            .await,
        2
    );
    let other = json!({ "itemNo": "BR-1", "sizeCode": "", "quantity": 3 });
    let answer = mei.keyed(Method::POST, "/basket/line", key, other).await;
    assert_eq!(answer.refused(), (422, "request.key_reused"));
}

#[tokio::test]
async fn health_readiness_and_figures_are_served() {
    let shop = Shop::open().await;
    let http = testkit::http();
    for (path, expected) in [("/healthz", "ok"), ("/readyz", "ready")] {
        let url = format!("http://{}{path}", shop.address);
        let response = http.get(url).send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.text().await.unwrap(), expected);
    }
    let url = format!("http://{}/metrics", shop.address);
    assert_eq!(http.get(url).send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn a_method_that_an_address_does_not_take_is_refused_before_anybody_is_asked_who_they_are() {
    let shop = Shop::open().await;
    for (method, path, allowed) in [
        (Method::TRACE, "/login", "POST"),
        (Method::OPTIONS, "/setup", "GET, HEAD, POST"),
        (Method::PATCH, "/basket", "DELETE, GET, HEAD"),
        (Method::POST, "/item/RG-1", "GET, HEAD"),
    ] {
        let visitor = shop.visitor();
        let response = visitor.request(method.clone(), path).send().await.unwrap();
        assert_eq!(response.status(), 405, "{method} {path}");
        assert_eq!(response.headers()["allow"], allowed, "{method} {path}");
        let envelope: serde_json::Value = response.json().await.unwrap();
        assert_eq!(envelope["error"]["key"], "request.method_not_allowed");
    }
}
