//! The terminal simulator, as the separate program that it is.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::{Value, json};

/// Names the simulator's program; without it, it is built.
const VARIABLE: &str = "TERMINAL_SIMULATOR";

/// The terminals of a shop. They are switched off when this is dropped.
pub(crate) struct Terminals {
    child: Child,
    base: String,
    http: reqwest::Client,
}

impl Terminals {
    /// Starts as many terminals as are named, each on a port of its own.
    pub(crate) async fn start(names: &[String], notify_url: &str, key: Option<&str>) -> Self {
        let mut command = Command::new(program());
        command.args(["--port", "0", "--notify-url", notify_url]);
        for name in names {
            command.arg("--terminal").arg(format!("{name}@0"));
        }
        if let Some(passphrase) = key {
            let key = ["--key-identifier", "shop", "--key-version", "1"];
            command.arg("--passphrase").arg(passphrase).args(key);
        }
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the simulator starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output"))
            .read_line(&mut line)
            .expect("its first line");
        let base = line
            .split_whitespace()
            .find(|word| word.starts_with("http://"))
            .expect("its address")
            .to_owned();
        Self {
            child,
            base,
            http: reqwest::Client::new(),
        }
    }

    async fn post(&self, path: &str, body: Value) {
        let url = format!("{}{path}", self.base);
        let answer = self.http.post(url).json(&body).send().await.unwrap();
        let status = answer.status();
        let text = answer.text().await.unwrap();
        assert!(status.is_success(), "{path} {body}: {status} {text}");
    }

    async fn get(&self, path: &str) -> Value {
        let url = format!("{}{path}", self.base);
        self.http
            .get(url)
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap()
    }

    /// What a terminal does with the next requests.
    pub(crate) async fn script(&self, poiid: &str, steps: Value) {
        self.post("/sim/script", json!({ "poiid": poiid, "steps": steps }))
            .await;
    }

    /// Pulls the plug or puts it back.
    pub(crate) async fn power(&self, poiid: &str, on: bool) {
        self.post("/sim/power", json!({ "poiid": poiid, "on": on }))
            .await;
    }

    /// Lets time pass for all terminals.
    pub(crate) async fn pass(&self, ms: u64) {
        self.post("/sim/clock", json!({ "advance_ms": ms })).await;
    }

    /// Waits until a terminal shows a payment.
    pub(crate) async fn until_busy(&self, poiid: &str) {
        for _ in 0..500 {
            let all = self.get("/sim/terminal").await;
            let one = all.as_array().unwrap().iter().find(|t| t["poiid"] == poiid);
            if !one.unwrap()["phase"].is_null() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{poiid} shows no payment");
    }

    /// The port of a terminal.
    pub(crate) async fn port(&self, poiid: &str) -> u64 {
        let all = self.get("/sim/terminal").await;
        let one = all.as_array().unwrap().iter().find(|t| t["poiid"] == poiid);
        one.unwrap()["port"].as_u64().unwrap()
    }

    /// What a terminal took and has not given back, in minor units of all currencies.
    pub(crate) async fn kept(&self, poiid: &str) -> i64 {
        let ledger = self.get("/sim/ledger").await;
        let entries = ledger["entries"].as_array().unwrap();
        let of_terminal = entries.iter().filter(|entry| entry["poiid"] == poiid);
        of_terminal
            .map(|entry| {
                let minor = entry["amount_minor"].as_i64().unwrap();
                match entry["kind"].as_str().unwrap() {
                    "capture" => minor,
                    "reversal" => -minor,
                    other => panic!("an entry of kind {other}"),
                }
            })
            .sum()
    }

    /// How many requests of a category a terminal got.
    pub(crate) async fn requests(&self, poiid: &str, category: &str) -> usize {
        let log = self.get(&format!("/sim/log?poiid={poiid}")).await;
        let lines = log.as_array().unwrap().iter();
        lines.filter(|line| line["category"] == category).count()
    }
}

impl Drop for Terminals {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The simulator's program: what the variable names, or what cargo builds beside this test.
fn program() -> &'static PathBuf {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        if let Some(path) = std::env::var_os(VARIABLE) {
            return path.into();
        }
        let test = std::env::current_exe().expect("the path of this test");
        let profile = test
            .ancestors()
            .nth(2)
            .expect("the folder of the profile")
            .to_owned();
        let name = profile.file_name().expect("a profile").to_string_lossy();
        let name = if name == "debug" { "dev" } else { &name };
        let built = Command::new(env!("CARGO"))
            .args([
                "build",
                "--quiet",
                "-p",
                "terminal-simulator",
                "--profile",
                name,
            ])
            .status()
            .expect("cargo runs");
        assert!(built.success(), "the simulator is built");
        profile.join("terminal-simulator")
    })
}
