//! The other side of devices and services: separate programs, started for a test.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::http;

/// A program of the workspace, next to the test's own target folder.
fn program(name: &str) -> PathBuf {
    let mut path = std::env::current_exe().expect("the test's own path");
    path.pop();
    if path.ends_with("deps") {
        path.pop();
    }
    let path = path.join(name);
    assert!(
        path.is_file(),
        "{} is not built: cargo build -p {name} first",
        path.display()
    );
    path
}

/// A simulator's program, with the interface by which a test looks into it and changes it.
struct Process {
    child: Child,
    ready: String,
    http: reqwest::Client,
}

impl Process {
    fn start(name: &str, arguments: &[&str]) -> Self {
        let mut child = Command::new(program(name))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a simulator");
        let output = child.stdout.take().expect("its output");
        let mut ready = String::new();
        BufReader::new(output)
            .read_line(&mut ready)
            .expect("its first line");
        Self {
            child,
            ready,
            http: http(),
        }
    }

    fn address(&self, scheme: &str) -> String {
        self.ready
            .split_whitespace()
            .find(|word| word.starts_with(scheme))
            .expect("an address")
            .trim_end_matches('/')
            .to_owned()
    }

    fn url(&self, path: &str) -> String {
        format!("{}/{path}", self.address("http"))
    }

    async fn get(&self, path: &str) -> Value {
        let answer = self.http.get(self.url(path)).send().await;
        let answer = answer.expect("the simulator");
        answer.json().await.expect("JSON")
    }

    async fn list(&self, path: &str) -> Vec<Value> {
        serde_json::from_value(self.get(path).await).expect("a list")
    }

    /// Changes something under `/sim`; the status and what was said.
    async fn try_post(&self, path: &str, body: Value) -> (u16, String) {
        let url = self.url(&format!("sim/{path}"));
        let response = self.http.post(url).json(&body).send().await;
        let response = response.expect("the simulator");
        let status = response.status().as_u16();
        (status, response.text().await.unwrap_or_default())
    }

    /// As [`Process::try_post`], of what must be done.
    async fn post(&self, path: &str, body: Value) {
        let (status, text) = self.try_post(path, body).await;
        assert!((200..300).contains(&status), "{path}: {status} {text}");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Card terminals.
pub struct TerminalSimulator {
    process: Process,
}

impl TerminalSimulator {
    /// Starts the program on a free port.
    #[must_use]
    pub fn start() -> Self {
        Self::with(&[])
    }

    /// As [`TerminalSimulator::start`], with further arguments.
    #[must_use]
    pub fn with(arguments: &[&str]) -> Self {
        let arguments = [&["--port", "0"], arguments].concat();
        let process = Process::start("terminal-simulator", &arguments);
        Self { process }
    }

    /// Where tills reach their terminals, `host:port`.
    #[must_use]
    pub fn address(&self) -> String {
        self.process
            .address("http")
            .trim_start_matches("http://")
            .to_owned()
    }

    /// Sets up what a terminal does with the next requests.
    ///
    /// # Panics
    /// When the simulator refuses the script.
    pub async fn script(&self, poiid: &str, steps: Value) {
        self.post("script", json!({ "poiid": poiid, "steps": steps }))
            .await;
    }

    /// Lets a terminal take a card by itself.
    pub async fn auto(&self, poiid: &str, card: &str) {
        self.post(
            "auto",
            json!({ "poiid": poiid, "card": card, "after_ms": 0 }),
        )
        .await;
    }

    /// The money that was truly captured less what was given back, in minor units of the euro.
    ///
    /// # Panics
    /// When the simulator does not answer.
    pub async fn captured(&self) -> i64 {
        let ledger = self.get("ledger").await;
        let euro = &ledger["total"]["EUR"];
        let of = |name: &str| euro[name].as_i64().unwrap_or(0);
        of("captured_minor") - of("reversed_minor")
    }

    /// Waits until a terminal has been asked for a payment.
    ///
    /// # Panics
    /// When none has been within this time.
    pub async fn until_asked(&self, at_most: Duration) {
        let begun = Instant::now();
        while !self.get("log").await.to_string().contains("Payment") {
            assert!(begun.elapsed() < at_most, "the terminal is never asked");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Looks at something: `ledger`, `terminal`, `log`, `clock`.
    ///
    /// # Panics
    /// When the simulator does not answer.
    pub async fn get(&self, path: &str) -> Value {
        self.process.get(&format!("sim/{path}")).await
    }

    /// Changes something: `script`, `auto`, `clock`, `power`, `port`, `reset`.
    ///
    /// # Panics
    /// When the simulator refuses.
    pub async fn post(&self, path: &str, body: Value) {
        self.process.post(path, body).await;
    }
}

/// Alipay and WeChat Pay.
pub struct QrSimulator {
    process: Process,
}

impl QrSimulator {
    /// Starts the program on a free port, with the keys of this file, made when it is not there.
    #[must_use]
    pub fn start(keys: &std::path::Path) -> Self {
        Self::with(keys, &[])
    }

    /// As [`QrSimulator::start`], with further arguments.
    #[must_use]
    pub fn with(keys: &std::path::Path, arguments: &[&str]) -> Self {
        let keys = keys.display().to_string();
        let arguments = [&["--port", "0", "--keys", keys.as_str()], arguments].concat();
        Self {
            process: Process::start("qr-simulator", &arguments),
        }
    }

    /// Where both interfaces and the client's pages are.
    #[must_use]
    pub fn address(&self) -> String {
        self.process.address("http")
    }

    /// Sets up what a provider does with the next requests.
    pub async fn script(&self, steps: Value) {
        self.post("script", json!({ "steps": steps })).await;
    }

    /// What was paid and not given back, in minor units, and how many payments there were.
    pub async fn kept(&self) -> (i64, usize) {
        let ledger = self.get("ledger").await;
        let entries = ledger["entries"].as_array().cloned().unwrap_or_default();
        let of = |kind: &str| {
            let own = entries.iter().filter(|entry| entry["kind"] == kind);
            own.filter_map(|entry| entry["amount_minor"].as_i64())
                .sum::<i64>()
        };
        let payments = entries.iter().filter(|entry| entry["kind"] == "payment");
        (of("payment") - of("refund"), payments.count())
    }

    /// Looks at something: `keys`, `order`, `ledger`, `log`, `clock`.
    ///
    /// # Panics
    /// When the simulator does not answer.
    pub async fn get(&self, path: &str) -> Value {
        self.process.get(&format!("sim/{path}")).await
    }

    /// Changes something: `script`, `pay`, `refuse`, `notify`, `clock`, `reset`.
    ///
    /// # Panics
    /// When the simulator refuses.
    pub async fn post(&self, path: &str, body: Value) {
        self.process.post(path, body).await;
    }

    /// As [`QrSimulator::post`], also for what may be refused, such as a payment that comes too late.
    ///
    /// # Panics
    /// When the simulator does not answer.
    pub async fn try_post(&self, path: &str, body: Value) -> (u16, String) {
        self.process.try_post(path, body).await
    }
}

/// A mail server with a mailbox to look into.
pub struct MailSimulator {
    process: Process,
}

impl MailSimulator {
    /// Starts the program on free ports.
    #[must_use]
    pub fn start() -> Self {
        let process = Process::start("mail-simulator", &["--port", "0", "--smtp-port", "0"]);
        Self { process }
    }

    /// Where mail is taken, `smtp://host:port`.
    #[must_use]
    pub fn smtp_url(&self) -> String {
        self.process.address("smtp")
    }

    /// The mails that came.
    ///
    /// # Panics
    /// When the simulator does not answer.
    pub async fn mails(&self) -> Vec<Value> {
        self.process.list("mail").await
    }
}

/// A tax-free operator.
pub struct TaxFreeSimulator {
    process: Process,
}

impl TaxFreeSimulator {
    /// The key of its shops.
    pub const SECRET: &'static str = "a tax-free key of the tests";

    /// Starts the program on a free port.
    #[must_use]
    pub fn start() -> Self {
        Self::with(&[])
    }

    /// As [`TaxFreeSimulator::start`], with further arguments.
    #[must_use]
    pub fn with(arguments: &[&str]) -> Self {
        let arguments = [&["--port", "0", "--secret", Self::SECRET], arguments].concat();
        Self {
            process: Process::start("tax-free-simulator", &arguments),
        }
    }

    /// Where shops reach it.
    #[must_use]
    pub fn address(&self) -> String {
        self.process.address("http")
    }

    /// Changes something: `script`, `offline`, `validate`, `refund`, `notify-url`.
    ///
    /// # Panics
    /// When the simulator refuses.
    pub async fn post(&self, path: &str, body: Value) {
        self.process.post(path, body).await;
    }

    /// As [`TaxFreeSimulator::post`], also for what may be refused, such as customs for a form that is void;
    /// whether it was done.
    ///
    /// # Panics
    /// When the simulator does not answer.
    pub async fn try_post(&self, path: &str, body: Value) -> bool {
        let (status, _) = self.process.try_post(path, body).await;
        (200..300).contains(&status)
    }

    /// Lets the next requests of a kind go wrong.
    pub async fn script(&self, on: &str, fault: &str) {
        self.post("script", json!({ "steps": [{ "on": on, "fault": fault }] }))
            .await;
    }

    /// Looks at something: `form`, `log`.
    ///
    /// # Panics
    /// When the simulator does not answer.
    pub async fn get(&self, path: &str) -> Vec<Value> {
        self.process.list(&format!("sim/{path}")).await
    }
}

/// A bank that publishes rates, and prices of metals.
pub struct RateSimulator {
    process: Process,
}

impl RateSimulator {
    /// Starts the program on a free port.
    #[must_use]
    pub fn start() -> Self {
        Self {
            process: Process::start("rate-simulator", &["--port", "0"]),
        }
    }

    /// Where the rates of the day are.
    #[must_use]
    pub fn address(&self) -> String {
        format!(
            "{}/stats/eurofxref/eurofxref-daily.xml",
            self.process.address("http")
        )
    }

    /// Where the prices of metals are, with a key as publishers want one.
    #[must_use]
    pub fn metal_address(&self) -> String {
        format!(
            "{}/api/latest?access_key=secret&symbols=XAU,XAG,XPT",
            self.process.address("http")
        )
    }

    /// What was asked: `log`.
    ///
    /// # Panics
    /// When the simulator does not answer.
    pub async fn get(&self, path: &str) -> Value {
        self.process.get(&format!("sim/{path}")).await
    }

    /// Changes something: `publication`, `metal`, `fault`.
    ///
    /// # Panics
    /// When the simulator refuses.
    pub async fn post(&self, path: &str, body: Value) {
        self.process.post(path, body).await;
    }
}
