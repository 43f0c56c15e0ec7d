//! A shop with a till for each fault: its database, its terminals, and an eye that looks into both.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::{EncodingKey, Header, encode};
use kernel::id::AttemptId;
use reqwest::Method;
use serde_json::{Value, json};
use shell::db::params;
use shell::event::Events;
use shell::{Clock, Db, Shell};
use uuid::Uuid;

use crate::fault::{COUNT, VARIANTS};
use crate::server::{KEY, open};

/// The passphrase of the terminals.
pub(crate) const PASSPHRASE: &str = "till and terminal";

/// The till of a number, from 1.
pub(crate) fn till(number: usize) -> String {
    format!("PAR-F{number:02}")
}

/// The terminal of a till.
pub(crate) fn poiid(till: &str) -> String {
    format!("V400m-{till}")
}

/// The database's file with the company, made once and copied for each shop.
fn template() -> &'static [u8] {
    static TEMPLATE: OnceLock<Vec<u8>> = OnceLock::new();
    TEMPLATE.get_or_init(|| {
        let folder = place().join(format!("payments-{}", Uuid::now_v7().simple()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("vitrine.db");
        let made = file.clone();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(found(&made));
        })
        .join()
        .unwrap();
        // Two connections that go at the same moment leave the log behind, each taking the other
        // for still there.
        let connection = rusqlite::Connection::open(&file).unwrap();
        connection.busy_timeout(Duration::from_secs(5)).unwrap();
        let busy: i64 = connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))
            .unwrap();
        assert_eq!(busy, 0, "the log was not brought into the file");
        drop(connection);
        let bytes = std::fs::read(&file).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        bytes
    })
}

async fn found(file: &std::path::Path) {
    let db = open(file);
    db.migrate().await.unwrap();
    let shell = Shell {
        db,
        clock: Clock::system(),
        events: std::sync::Arc::new(Events::new(None)),
    };
    testkit::found(&shell, "127.0.0.1:9").await;
    shell
        .db
        .write((), |tx, ()| {
            Box::pin(async move {
                for number in 1..=COUNT + VARIANTS {
                    let till = till(number);
                    tx.execute_one(
                        "INSERT INTO terminal (terminal_no, store_no, name, device_sn, \
                         merchant_no, device_address) VALUES ($1, 'PAR', $1, $2, 'M-1', '')",
                        params![&till, poiid(&till)],
                    )
                    .await?;
                }
                Ok(())
            })
        })
        .await
        .unwrap();
}

/// Where databases lie: in memory where the system has such a place, since these servers are killed and the power
/// is not cut, so that nothing waits for a disk.
fn place() -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    match memory.is_dir() {
        true => memory,
        false => std::env::temp_dir(),
    }
}

/// A copy of the template in a folder that goes with it.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        let template = template();
        let folder = std::env::temp_dir().join(format!("payments-{}", Uuid::now_v7().simple()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("vitrine.db"), template).unwrap();
        Self(folder)
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.0.join("vitrine.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// An attempt, as it stands in the database.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    pub(crate) attempt_id: AttemptId,
    pub(crate) till: String,
    pub(crate) kind: String,
    pub(crate) state: String,
    pub(crate) is_live: bool,
    /// The steps that the till shows, in its order.
    pub(crate) steps: Vec<String>,
}

impl Attempt {
    /// Whether nothing happens to it until somebody wants something.
    pub(crate) fn is_at_rest(&self) -> bool {
        !matches!(
            self.state.as_str(),
            "CREATED" | "WAITING" | "CANCELLING" | "INQUIRY" | "REVERSING" | "LATE_SUCCESS"
        )
    }

    /// Whether it is over for good.
    pub(crate) fn is_over(&self) -> bool {
        !self.is_live && self.state != "LATE_SUCCESS"
    }
}

fn steps(text: &str) -> Vec<String> {
    let steps: Vec<Value> = serde_json::from_str(text).unwrap();
    let name = |step: &Value| step["step"].as_str().unwrap().to_owned();
    steps.iter().map(name).collect()
}

/// A tender that an attempt paid.
#[derive(Clone, Debug)]
pub(crate) struct Tender {
    pub(crate) till: String,
    pub(crate) tender_id: Uuid,
    pub(crate) minor: i64,
}

/// What the database holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Books {
    pub(crate) attempts: Vec<Attempt>,
    pub(crate) tenders: Vec<Tender>,
    /// Card money of completed orders, by till.
    pub(crate) sold: Vec<(String, i64)>,
    /// The orders, by till.
    pub(crate) orders: Vec<(String, i64)>,
}

impl Books {
    /// Looks.
    pub(crate) async fn look(db: &Db) -> Self {
        db.read((), |tx, ()| {
            Box::pin(async move {
                let attempts = tx
                    .query(
                        "SELECT attempt_id, terminal_no, kind, state, is_live, steps \
                         FROM payment_attempt ORDER BY attempt_id",
                        params![],
                    )
                    .await?;
                let attempts = attempts
                    .into_iter()
                    .map(|mut row| {
                        Ok(Attempt {
                            attempt_id: row.read()?,
                            till: row.read()?,
                            kind: row.read()?,
                            state: row.read()?,
                            is_live: row.read()?,
                            steps: steps(&row.read::<String>()?),
                        })
                    })
                    .collect::<shell::Outcome<_>>()?;
                let tenders = tx
                    .query(
                        "SELECT b.terminal_no, t.tender_id, t.amount FROM basket_tender t \
                         JOIN basket b ON b.basket_id = t.basket_id \
                         WHERE t.attempt_id IS NOT NULL ORDER BY t.booked_at",
                        params![],
                    )
                    .await?;
                let tenders = tenders
                    .into_iter()
                    .map(|mut row| {
                        Ok(Tender {
                            till: row.read()?,
                            tender_id: row.read()?,
                            minor: row.read()?,
                        })
                    })
                    .collect::<shell::Outcome<_>>()?;
                let sums = [
                    "SELECT o.terminal_no, CAST(SUM(t.amount) AS BIGINT) FROM sales_order o \
                     JOIN sales_order_tender t ON t.order_id = o.order_id \
                     WHERE t.attempt_id IS NOT NULL GROUP BY o.terminal_no",
                    "SELECT terminal_no, COUNT(*) FROM sales_order GROUP BY terminal_no",
                ];
                let mut read = Vec::new();
                for sql in sums {
                    let rows = tx.query(sql, params![]).await?;
                    let pairs = rows.into_iter().map(shell::db::FromRow::from_row);
                    read.push(pairs.collect::<shell::Outcome<Vec<(String, i64)>>>()?);
                }
                let orders = read.pop().unwrap_or_default();
                Ok(Self {
                    attempts,
                    tenders,
                    sold: read.pop().unwrap_or_default(),
                    orders,
                })
            })
        })
        .await
        .unwrap()
    }

    /// The attempts of a till, oldest first.
    pub(crate) fn attempts_of(&self, till: &str) -> Vec<&Attempt> {
        self.attempts
            .iter()
            .filter(|one| one.till == till)
            .collect()
    }

    /// What card tenders a till has booked.
    pub(crate) fn booked(&self, till: &str) -> i64 {
        let own = self.tenders.iter().filter(|one| one.till == till);
        own.map(|one| one.minor).sum()
    }
}

/// Writes where each till's terminal is.
pub(crate) async fn connect(db: &Db, addresses: Vec<(String, String)>) {
    db.write(addresses, |tx, addresses| {
        Box::pin(async move {
            for (till, address) in addresses {
                tx.execute_one(
                    "UPDATE terminal SET device_address = $2, device_key_identifier = 'shop', \
                     device_key_version = 1, device_passphrase = $3 WHERE terminal_no = $1",
                    params![till.as_str(), address.as_str(), PASSPHRASE],
                )
                .await?;
            }
            Ok(())
        })
    })
    .await
    .unwrap();
}

/// Somebody at a till: a session without the password that it takes to open one.
#[derive(Clone)]
pub(crate) struct Person {
    http: reqwest::Client,
    base: String,
    till: String,
    token: String,
}

/// An answer: the status and the envelope; nothing when the server went away.
pub(crate) type Said = Option<(u16, Value)>;

impl Person {
    /// Begins a session of `staff_id` at a till.
    pub(crate) async fn at(
        db: &Db,
        base: String,
        staff_id: &str,
        till: &str,
        now: Timestamp,
    ) -> Self {
        let session_id = Uuid::now_v7();
        let until = now + SignedDuration::from_hours(12);
        let input = (session_id, staff_id.to_owned(), till.to_owned(), now, until);
        db.write(input, |tx, (session_id, staff_id, till, now, until)| {
            Box::pin(async move {
                tx.execute_one(
                    "INSERT INTO session (session_id, staff_id, store_no, terminal_no, device_id, \
                     created_at, expires_at) VALUES ($1, $2, 'PAR', $3, $3, $4, $5)",
                    params![*session_id, staff_id, till, *now, *until],
                )
                .await?;
                Ok(())
            })
        })
        .await
        .unwrap();
        let claims = json!({
            "sid": session_id, "sub": staff_id, "iat": now.as_second(), "exp": until.as_second()
        });
        let token = encode(&Header::default(), &claims, &EncodingKey::from_secret(&KEY)).unwrap();
        // A connection that is kept would outlive the server at its other end.
        let http = reqwest::Client::builder()
            .tls_certs_only([])
            .pool_max_idle_per_host(0)
            .build()
            .unwrap();
        Self {
            http,
            base,
            till: till.to_owned(),
            token,
        }
    }

    /// Asks something under a key.
    pub(crate) async fn ask(&self, method: Method, path: &str, key: Uuid, body: Value) -> Said {
        let mut request = self
            .http
            .request(method, format!("{}{path}", self.base))
            .bearer_auth(&self.token)
            .header("x-app-version", shell::http::VERSION)
            .header("x-device-id", &self.till)
            .header("idempotency-key", key.to_string());
        if !body.is_null() {
            request = request.json(&body);
        }
        let answer = request.send().await.ok()?;
        let status = answer.status().as_u16();
        Some((status, answer.json().await.ok()?))
    }

    /// Wants something that must be granted.
    pub(crate) async fn want(
        &self,
        method: Method,
        path: &str,
        body: Value,
    ) -> Result<Value, String> {
        match self.ask(method.clone(), path, Uuid::now_v7(), body).await {
            Some((200..=299, mut envelope)) => Ok(envelope["data"].take()),
            Some((status, envelope)) => Err(format!("{method} {path}: {status} {envelope}")),
            None => Err(format!("{method} {path}: no answer")),
        }
    }
}
