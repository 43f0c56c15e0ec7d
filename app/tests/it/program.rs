//! The program as it is started for a story: its folder, its command line, and a server that listens.

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shell::Db;
use shell::db::params;

/// A folder of its own that goes with its test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        let path = std::env::temp_dir().join(format!("vitrine-process-{}", uuid::Uuid::now_v7()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Runs one statement on the store in it.
    pub(crate) async fn execute(&self, sql: &'static str) {
        let db = Db::open_sqlite(&self.0.join("vitrine.db")).unwrap();
        db.migrate().await.unwrap();
        db.write(sql, |tx, sql| {
            Box::pin(async move {
                tx.execute(sql, params![]).await?;
                Ok(())
            })
        })
        .await
        .unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn vitrine(command: &str, data: &Path) -> Command {
    let mut vitrine = Command::new(env!("CARGO_BIN_EXE_vitrine"));
    vitrine.arg(command).arg("--data").arg(data);
    for name in ["VITRINE_PORT", "VITRINE_DATA", "DATABASE_URL"] {
        vitrine.env_remove(name);
    }
    vitrine
}

/// Runs a command that must refuse: one sentence, and an exit code that says so.
pub(crate) fn refusal(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success(), "{text}");
    let sentences: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("vitrine: "))
        .collect();
    assert_eq!(sentences.len(), 1, "one sentence: {text}");
    sentences[0].to_owned()
}

/// A running `vitrine serve`.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
    /// What it said until it listened.
    pub(crate) said: Vec<String>,
}

impl Server {
    pub(crate) fn start(data: &Path, arguments: &[&str]) -> Self {
        let port = free_port();
        let mut child = vitrine("serve", data)
            .args(["--port", &port.to_string()])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = Vec::new();
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            let listens = line.contains("listens on");
            said.push(line);
            if listens {
                break;
            }
        }
        let server = Self {
            child,
            address: SocketAddr::from(([127, 0, 0, 1], port)),
            said,
        };
        let start = Instant::now();
        while TcpStream::connect(server.address).is_err() {
            assert!(
                start.elapsed() < Duration::from_secs(20),
                "it never listens"
            );
            std::thread::sleep(Duration::from_millis(10));
        }
        server
    }

    /// The set-up code that it printed.
    pub(crate) fn code(&self) -> String {
        let words = self.said.iter().flat_map(|line| line.split_whitespace());
        let mut codes = words.filter(|word| word.len() == 19 && word.matches('-').count() == 3);
        codes.next().expect("a code").to_owned()
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        self.keyed(uuid::Uuid::now_v7(), path, body).await
    }

    /// Posts under a key that the story chose.
    pub(crate) async fn keyed(&self, key: uuid::Uuid, path: &str, body: Value) -> (u16, Value) {
        let answer = testkit::http()
            .post(format!("http://{}/api/v1{path}", self.address))
            .header("x-app-version", shell::http::VERSION)
            .header("x-device-id", "test-device")
            .header("idempotency-key", key.to_string())
            .json(&body)
            .send()
            .await
            .unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    }

    pub(crate) async fn get(&self, path: &str, token: &str) -> Value {
        let answer = testkit::http()
            .get(format!("http://{}/api/v1{path}", self.address))
            .header("x-app-version", shell::http::VERSION)
            .header("x-device-id", "test-device")
            .bearer_auth(token)
            .send()
            .await
            .unwrap();
        answer.json().await.unwrap()
    }

    /// What it measures of itself.
    pub(crate) async fn figures(&self) -> String {
        let address = format!("http://{}/metrics", self.address);
        let answer = testkit::http().get(address).send().await.unwrap();
        answer.text().await.unwrap()
    }

    /// One of its counters; what was never counted is 0.
    pub(crate) async fn counted(&self, name: &str) -> u64 {
        let figures = self.figures().await;
        let line = figures.lines().find(|line| line.starts_with(name));
        line.map_or(0, |line| {
            line.split(' ').next_back().unwrap().parse().unwrap()
        })
    }

    pub(crate) fn terminate(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").arg(&id).status().unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

pub(crate) fn first_day(code: &str) -> Value {
    json!({
        "code": code,
        "company": { "name": "Maison Orée SAS", "registrationNo": "812 345 678", "vatNo": "" },
        "store": {
            "storeNo": "PAR01", "name": "Paris", "address": "16 rue de Sèvres",
            "postalCode": "75006", "city": "Paris", "countryCode": "FR", "telephone": "",
            "currencyCode": "EUR", "timeZone": "Europe/Paris", "languageCode": "fr",
            "vatRate": 2000
        },
        "terminal": { "terminalNo": "PAR01-1", "name": "Caisse 1" },
        "administrator": {
            "username": "Camille", "firstName": "Camille", "lastName": "Aubert", "email": "",
            "password": "four plain words here"
        }
    })
}
