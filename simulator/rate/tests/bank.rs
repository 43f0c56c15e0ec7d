//! The bank as a program: its line, its document, its page, its faults.

#![expect(
    clippy::unwrap_used,
    reason = "a test that finds nothing to unwrap has failed"
)]

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use reqwest::{Client, StatusCode, redirect};
use serde_json::{Value, json};

const DOCUMENT: &str = "/stats/eurofxref/eurofxref-daily.xml";
const METALS: &str = "/api/latest";

struct Bank {
    child: Child,
    address: String,
    http: Client,
}

impl Bank {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rate-simulator"))
            .args(["--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line
            .trim_end()
            .strip_prefix("rate-simulator listening on ")
            .unwrap()
            .to_owned();
        let http = Client::builder()
            .no_proxy()
            .redirect(redirect::Policy::none())
            .build();
        Self {
            child,
            address,
            http: http.unwrap(),
        }
    }

    async fn get(&self, path: &str) -> reqwest::Result<(StatusCode, String)> {
        let answer = self
            .http
            .get(format!("{}{path}", self.address))
            .send()
            .await?;
        Ok((answer.status(), answer.text().await?))
    }

    async fn post(&self, path: &str, body: Value) -> StatusCode {
        let asked = self
            .http
            .post(format!("{}{path}", self.address))
            .json(&body);
        asked.send().await.unwrap().status()
    }
}

impl Drop for Bank {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
async fn it_publishes_what_it_is_told() {
    let bank = Bank::start();
    let rates = json!({ "day": "2026-11-20", "rates": { "HKD": "8.4927", "USD": "x" } });
    assert_eq!(
        bank.post("/sim/publication", rates).await,
        StatusCode::NO_CONTENT
    );
    let (status, document) = bank.get(DOCUMENT).await.unwrap();
    assert_eq!(status, StatusCode::OK);
    for line in [
        "<Cube time='2026-11-20'>",
        "<Cube currency='HKD' rate='8.4927'/>",
        "<Cube currency='USD' rate='x'/>",
    ] {
        assert!(document.contains(line), "{document}");
    }
    assert!(!document.contains("CNY"), "{document}");
    let (_, page) = bank.get("/").await.unwrap();
    assert!(page.contains("Reference rates of 2026-11-20"), "{page}");
    let bad = json!({ "day": null, "rates": { "HKD": "'/><a b='" } });
    assert_eq!(
        bank.post("/sim/publication", bad).await,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    // A fresh start is of today.
    assert_eq!(
        bank.post("/sim/reset", json!({})).await,
        StatusCode::NO_CONTENT
    );
    let (_, clock) = bank.get("/sim/clock").await.unwrap();
    let clock: Value = serde_json::from_str(&clock).unwrap();
    let today = &clock["now"].as_str().unwrap()[..10];
    let (_, document) = bank.get(DOCUMENT).await.unwrap();
    assert!(document.contains(&format!("time='{today}'")), "{document}");
    assert!(
        document.contains("currency='CNY' rate='7.7980'"),
        "{document}"
    );
    let (_, log) = bank.get("/sim/log").await.unwrap();
    assert_eq!(log, format!("[\"{DOCUMENT}\"]"));
}

#[tokio::test]
async fn it_publishes_prices_of_metals() {
    let bank = Bank::start();
    let document = async || {
        let (status, text) = bank.get(&format!("{METALS}?symbols=XAU")).await.unwrap();
        assert_eq!(status, StatusCode::OK);
        text
    };
    let first: Value = serde_json::from_str(&document().await).unwrap();
    assert_eq!(
        (&first["base"], &first["success"]),
        (&json!("USD"), &json!(true))
    );
    assert_eq!(first["rates"].as_object().unwrap().len(), 3);
    let rates = json!({ "XAU": "0.00028", "XAG": "x" });
    let wish = json!({ "base": "EUR", "at": "2026-11-20T10:00:00Z", "rates": rates });
    assert_eq!(bank.post("/sim/metal", wish).await, StatusCode::NO_CONTENT);
    let expected = "{\"success\":true,\"timestamp\":1795168800,\"date\":\"2026-11-20\",\
                    \"base\":\"EUR\",\"rates\":{\"XAG\":x,\"XAU\":0.00028},\
                    \"unit\":\"per troy ounce\"}";
    assert_eq!(document().await, expected);
    let (_, page) = bank.get("/").await.unwrap();
    assert!(page.contains("<td>XAU<td class=\"n\">0.00028"), "{page}");
    for bad in [
        json!({ "base": "euro", "at": null, "rates": {} }),
        json!({ "base": "EUR", "at": null, "rates": { "XAU": "\"1\"" } }),
    ] {
        assert_eq!(
            bank.post("/sim/metal", bad).await,
            StatusCode::UNPROCESSABLE_ENTITY
        );
    }
    let (_, log) = bank.get("/sim/log").await.unwrap();
    assert_eq!(log, format!("[\"{METALS}\",\"{METALS}\"]"));
}

#[tokio::test]
async fn its_faults_are_what_they_are_called() {
    go_wrong(DOCUMENT, "</gesmes:Envelope>").await;
    go_wrong(METALS, "\"per troy ounce\"}").await;
}

async fn go_wrong(path: &str, end: &str) {
    let bank = Bank::start();
    let fault = async |name: &str| {
        let wish = json!({ "fault": name });
        assert_eq!(bank.post("/sim/fault", wish).await, StatusCode::NO_CONTENT);
        bank.get(path).await
    };
    let (_, whole) = fault("none").await.unwrap();
    assert!(whole.ends_with(end));
    assert!(fault("silent").await.is_err());
    assert_eq!(
        fault("error").await.unwrap().0,
        StatusCode::SERVICE_UNAVAILABLE
    );
    assert!(fault("page").await.unwrap().1.starts_with("<html>"));
    assert_eq!(fault("redirect").await.unwrap().0, StatusCode::SEE_OTHER);
    let (_, cut) = fault("cut").await.unwrap();
    assert!(whole.starts_with(&cut) && cut.len() < whole.len());
    assert!(fault("endless").await.unwrap().1.len() > 1024 * 1024);
}
