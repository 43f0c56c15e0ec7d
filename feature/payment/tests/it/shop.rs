//! A shop with tills, terminals and a database of its own.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use jiff::{SignedDuration, Timestamp};
use kernel::id::{BasketId, SessionId};
use payment::terminal::Terminals as Connections;
use payment::{PaymentEngine, PaymentState, Settlement, Timing, Timings, routes};
use serde_json::{Value, json};
use session::Actor;
use shell::db::{Engine, Tx, TxFuture, params};
use shell::event::Events;
use shell::{Clock, Failure, Shell};
use test_database::Database;
use uuid::Uuid;

use crate::terminal::Terminals;

/// What every basket comes to.
pub(crate) const DUE: i64 = 22_910;
/// How long a test waits for something to happen.
const PATIENCE: Duration = Duration::from_secs(20);
/// The passphrase of terminals that encrypt.
const PASSPHRASE: &str = "till and terminal";

/// Connections to providers of codes, of which these tests ask none.
pub(crate) fn providers() -> payment::merchant::Providers {
    let vault = payment::merchant::Vault::new(&[7; 32]);
    payment::merchant::Providers::new(vault, "http://127.0.0.1:9")
}

/// The times of the shop, short enough to wait for.
pub(crate) fn timings() -> Timings {
    let ms = SignedDuration::from_millis;
    let terminal = Timing {
        cancellable_after: ms(400),
        automatic_end_after: ms(800),
        abort_wait: ms(600),
        processing_window: ms(1500),
        inquiry_every: ms(100),
        inquiries_min: 6,
        alarm_every: ms(200),
        question_wait: ms(400),
        reversal_wait: ms(1000),
        look_again_after: ms(200),
        look_again_at_most: ms(500),
        look_again_for: SignedDuration::from_secs(60),
        lease: ms(1500),
        lease_renewal: ms(100),
    };
    Timings {
        terminal: Arc::new(terminal),
        qr: Arc::default(),
    }
}

/// Nobody stands for exceptions here.
struct Nobody;

impl payment::refund::Authority for Nobody {
    fn stand_for<'a>(
        &'a self,
        _tx: &'a mut Tx,
        _exception: &'a payment::refund::Exception,
    ) -> TxFuture<'a, Option<kernel::id::StaffId>> {
        Box::pin(async { Err((&payment::TENDER_TYPE).into()) })
    }
}

/// Completes a sale by closing its basket, as the sale feature does with a great deal more.
struct CloseBasket;

impl Settlement for CloseBasket {
    fn settle<'a>(
        &'a self,
        tx: &'a mut Tx,
        basket: BasketId,
        _now: Timestamp,
    ) -> TxFuture<'a, Option<Value>> {
        Box::pin(async move {
            let mut row = tx
                .query_one(
                    "SELECT b.due, (SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM basket_tender t \
                     WHERE t.basket_id = b.basket_id), b.note, \
                     EXISTS (SELECT 1 FROM payment_attempt a \
                             WHERE a.basket_id = b.basket_id AND a.is_live) \
                     FROM basket b WHERE b.basket_id = $1",
                    params![basket],
                )
                .await?;
            let (due, booked): (i64, i64) = (row.read()?, row.read()?);
            if row.read::<String>()? == "cannot be completed" {
                return Err(Failure::internal("the sale cannot be completed"));
            }
            if booked < due || row.read::<bool>()? {
                return Ok(None);
            }
            tx.execute_one(
                "UPDATE basket SET state = 'COMPLETED' WHERE basket_id = $1 AND state = 'PAYING'",
                params![basket],
            )
            .await?;
            Ok(Some(json!({ "orderNo": 1 })))
        })
    }
}

/// The shop.
pub(crate) struct Shop {
    pub(crate) shell: Shell,
    pub(crate) terminals: Option<Terminals>,
    pub(crate) engine: Arc<PaymentEngine>,
    base: String,
    http: reqwest::Client,
    database: Arc<Database>,
    server: tokio::task::JoinHandle<()>,
}

/// The name of a till's terminal.
pub(crate) fn poiid(till: usize) -> String {
    format!("V400m-{till:09}")
}

fn till_no(till: usize) -> String {
    format!("PAR01-T{till}")
}

impl Shop {
    /// A shop with one till.
    pub(crate) async fn open() -> Self {
        Self::with(1, None).await
    }

    /// A shop whose messages are encrypted.
    pub(crate) async fn encrypted() -> Self {
        Self::with(1, Some(PASSPHRASE)).await
    }

    /// A shop with several tills.
    pub(crate) async fn with(tills: usize, passphrase: Option<&str>) -> Self {
        let mut shop = Self::on(Arc::new(Database::fresh().await)).await;
        let names: Vec<String> = (1..=tills).map(poiid).collect();
        let notify_url = format!("{}/device/notification", shop.base);
        let terminals = Terminals::start(&names, &notify_url, passphrase).await;
        seed(&shop.shell, &terminals, tills, passphrase).await;
        shop.terminals = Some(terminals);
        shop
    }

    /// A server on a database that may hold something already.
    async fn on(database: Arc<Database>) -> Self {
        let db = database.open().await;
        db.migrate().await.unwrap();
        let shell = Shell {
            db,
            clock: Clock::system(),
            events: Arc::new(Events::new(None)),
        };
        let settlement: Arc<dyn Settlement> = Arc::new(CloseBasket);
        let engine = PaymentEngine::new(
            shell.clone(),
            Arc::new(journal::Signer::new(&[7; 32])),
            settlement.clone(),
            (Connections::default(), providers()),
            timings(),
        );
        let state = PaymentState {
            shell: shell.clone(),
            engine: engine.clone(),
            settlement,
            wallets: payment::Wallets::default(),
            authority: Arc::new(Nobody),
            help: payment::Help {
                mailer: None,
                address: String::new(),
            },
        };
        let (router, _) = routes(state).into_parts();
        let router = router
            .layer(from_fn(introduce))
            .layer(from_fn(shell::http::envelope::wrap));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let server = tokio::spawn(async move {
            axum::serve(listener, router).await.unwrap();
        });
        Self {
            shell,
            terminals: None,
            engine,
            base,
            http: reqwest::Client::new(),
            database,
            server,
        }
    }

    /// The terminals.
    pub(crate) fn terminals(&self) -> &Terminals {
        self.terminals.as_ref().unwrap()
    }

    /// Where the database is, for a second server on it.
    pub(crate) fn database(&self) -> Arc<Database> {
        self.database.clone()
    }

    /// Opens again on a database of a server that died, with the terminals as they are.
    pub(crate) async fn reopen(database: Arc<Database>, terminals: Terminals) -> Self {
        let mut shop = Self::on(database).await;
        shop.terminals = Some(terminals);
        shop
    }

    /// A basket of [`DUE`] that is being paid at a till.
    pub(crate) async fn basket(&self, till: usize) -> BasketId {
        self.basket_of(till, DUE, "").await
    }

    /// A basket that is being paid at a till.
    pub(crate) async fn basket_of(&self, till: usize, due: i64, note: &str) -> BasketId {
        let id = BasketId(Uuid::now_v7());
        let input = (
            id,
            till_no(till),
            due,
            note.to_owned(),
            self.shell.clock.now(),
        );
        self.shell
            .db
            .write(input, |tx, (id, till, due, note, now)| {
                Box::pin(async move {
                    tx.execute_one(
                        "INSERT INTO basket (basket_id, store_no, terminal_no, basket_no, state, \
                         version, note, opened_by, opened_at, lease_until, due, cashier_id) \
                         VALUES ($1, 'PAR01', $2, 7, 'PAYING', 1, $4, 'amelie', $5, $5, $3, 'amelie')",
                        params![*id, till, *due, note, *now],
                    )
                    .await?;
                    Ok(())
                })
            })
            .await
            .unwrap();
        id
    }

    /// Asks something as somebody: `cashier`, `manager` or `stranger` (of another store).
    pub(crate) async fn ask(
        &self,
        who: &str,
        method: &str,
        path: &str,
        body: Option<Value>,
        key: Option<Uuid>,
    ) -> Answer {
        let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
        let mut request = self
            .http
            .request(method, format!("{}{path}", self.base))
            .header("x-actor", who);
        if let Some(key) = key {
            request = request.header("idempotency-key", key.to_string());
        }
        if let Some(body) = &body {
            request = request.json(body);
        }
        let response = request.send().await.unwrap();
        let status = response.status().as_u16();
        let body: Value = response.json().await.unwrap();
        Answer { status, body }
    }

    /// A cashier at till 1 reads something.
    pub(crate) async fn get(&self, path: &str) -> Value {
        let answer = self.ask("cashier", "GET", path, None, None).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.data()
    }

    /// A cashier at till 1 wants something.
    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        self.ask("cashier", "POST", path, Some(body), Some(Uuid::new_v4()))
            .await
    }

    /// A cashier at till 1 removes something.
    pub(crate) async fn delete(&self, path: &str) -> Answer {
        self.ask("cashier", "DELETE", path, None, Some(Uuid::new_v4()))
            .await
    }

    /// Starts a card payment at a till and answers with its id.
    pub(crate) async fn pay(&self, till: usize, minor: i64) -> String {
        let body = json!({ "tenderCode": "CARD", "amount": eur(minor) });
        let who = format!("cashier@{till}");
        let answer = self
            .ask(
                &who,
                "POST",
                "/payment/attempt",
                Some(body),
                Some(Uuid::new_v4()),
            )
            .await;
        assert_eq!(answer.status, 202, "{}", answer.body);
        assert_eq!(answer.data()["state"], "CREATED");
        answer.data()["attemptId"].as_str().unwrap().to_owned()
    }

    /// How an attempt stands.
    pub(crate) async fn attempt(&self, id: &str) -> Value {
        self.get(&format!("/payment/attempt/{id}")).await
    }

    /// Waits until an attempt is in one of these states.
    pub(crate) async fn until(&self, id: &str, states: &[&str]) -> Value {
        let start = Instant::now();
        loop {
            let attempt = self.attempt(id).await;
            let state = attempt["state"].as_str().unwrap();
            if states.contains(&state) {
                return attempt;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "still {state} instead of {states:?}: {attempt}"
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// What is booked on a basket, and whether its sale is completed.
    pub(crate) async fn booked(&self, basket: BasketId) -> (i64, bool) {
        self.shell
            .db
            .read(basket, |tx, basket| {
                Box::pin(async move {
                    let mut row = tx
                        .query_one(
                            "SELECT (SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM basket_tender t \
                             WHERE t.basket_id = b.basket_id), b.state = 'COMPLETED' \
                             FROM basket b WHERE b.basket_id = $1",
                            params![*basket],
                        )
                        .await?;
                    Ok((row.read()?, row.read()?))
                })
            })
            .await
            .unwrap()
    }

    /// Takes up what a server that died left behind: at once on SQLite, which has one process,
    /// else when its lease has run out.
    pub(crate) async fn take_up(&self) -> usize {
        if self.shell.db.engine() == Engine::Postgres {
            tokio::time::sleep(Duration::from_millis(1600)).await;
        }
        self.engine.resume_all().await.unwrap()
    }

    /// Changes the store in a way that the product does not.
    pub(crate) async fn execute(&self, sql: &'static str, values: Vec<shell::db::Value>) {
        self.shell
            .db
            .write((sql, values), |tx, (sql, values)| {
                Box::pin(async move {
                    tx.execute(sql, values).await?;
                    Ok(())
                })
            })
            .await
            .unwrap();
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// An answer of the server.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
}

impl Answer {
    pub(crate) fn data(&self) -> Value {
        self.body["data"].clone()
    }

    /// The key of the refusal.
    pub(crate) fn key(&self) -> &str {
        self.body["error"]["key"].as_str().unwrap_or("none")
    }
}

/// An amount in euro as the wire carries it.
pub(crate) fn eur(minor: i64) -> Value {
    json!({ "minor": minor, "currency": "EUR" })
}

/// Stands in for the guard: who it is, at which till, is in a header.
async fn introduce(mut request: Request, next: Next) -> Response {
    let who = request
        .headers()
        .get("x-actor")
        .map(|who| who.to_str().unwrap().to_owned());
    if let Some(who) = who {
        let (role, till) = who.split_once('@').unwrap_or((&who, "1"));
        let (store, till) = match role {
            "stranger" => ("LYO01", "LYO01-T1".to_owned()),
            _ => ("PAR01", format!("PAR01-T{till}")),
        };
        let mut permissions = BTreeSet::from(["payment.take".to_owned()]);
        if role == "manager" {
            permissions.insert("payment.resolveUnknown".to_owned());
        }
        request.extensions_mut().insert(Actor {
            session_id: SessionId(Uuid::nil()),
            staff_id: "amelie".into(),
            name: "Amélie".to_owned(),
            store_no: store.into(),
            terminal_no: till.as_str().into(),
            permissions: Arc::new(permissions),
            recalls: (0, 0),
            since: Timestamp::UNIX_EPOCH,
        });
    }
    next.run(request).await
}

async fn seed(shell: &Shell, terminals: &Terminals, tills: usize, passphrase: Option<&str>) {
    let mut statements = vec![
        "INSERT INTO company VALUES ('C1', 'Company', 'FR', '1', '1')".to_owned(),
        store("PAR01"),
        store("LYO01"),
        "INSERT INTO terminal (terminal_no, store_no, name, device_sn, merchant_no, device_address, \
         device_key_identifier, device_key_version, device_passphrase) VALUES ('LYO01-T1', 'LYO01', 'Till', 'V400m-9', '', '', NULL, NULL, \
         NULL)"
            .to_owned(),
    ];
    let key = passphrase.map_or("NULL, NULL, NULL".to_owned(), |passphrase| {
        format!("'shop', 1, '{passphrase}'")
    });
    for till in 1..=tills {
        let (no, poiid) = (till_no(till), poiid(till));
        let port = terminals.port(&poiid).await;
        statements.push(format!(
            "INSERT INTO terminal (terminal_no, store_no, name, device_sn, merchant_no, \
             device_address, device_key_identifier, device_key_version, device_passphrase) VALUES ('{no}', 'PAR01', 'Till {till}', '{poiid}', 'M1', \
             '127.0.0.1:{port}', {key})"
        ));
    }
    statements.push(
        "INSERT INTO salesperson (staff_id, password_hash, first_name, last_name, \
         name_on_receipt, blocked, permission_group_code, employee_type, company_no, store_no, \
         default_terminal_no, email, second_factor, totp_secret, last_totp_step) VALUES ('amelie', '', 'Amélie', 'M', 'Amélie', FALSE, 'SALES', \
         'SALES', 'C1', 'PAR01', 'PAR01-T1', NULL, FALSE, NULL, NULL)"
            .to_owned(),
    );
    let tenders = [
        ("CASH", "CASH", "TRUE", "50000", ""),
        ("VISA", "CARD", "FALSE", "NULL", "visa"),
        ("AMEX", "CARD", "FALSE", "NULL", "amex"),
        ("CARD", "CARD", "FALSE", "NULL", "*"),
    ];
    for (position, (code, kind, over, maximum, mapping)) in tenders.into_iter().enumerate() {
        statements.push(format!(
            "INSERT INTO tender (tender_code, name, tender_type, over_tender_allowed, \
             maximum_over_tender, under_tender_allowed, opens_drawer, counting_required) VALUES ('{code}', '{code}', '{kind}', {over}, {maximum}, TRUE, \
             FALSE, TRUE)"
        ));
        statements.push(format!(
            "INSERT INTO tender_store (store_no, tender_code, position, online_pos_mapping) VALUES ('PAR01', '{code}', {position}, '{mapping}')"
        ));
    }
    shell
        .db
        .write(statements, |tx, statements| {
            Box::pin(async move {
                for statement in statements {
                    tx.execute_one(statement, params![]).await?;
                }
                Ok(())
            })
        })
        .await
        .unwrap();
}

fn store(no: &str) -> String {
    format!(
        "INSERT INTO store (store_no, company_no, name, address, postal_code, city, country_code, telephone, currency_code, time_zone, language_code, force_language_receipt, end_of_business_day, vat_posting_group, deductible_vat_posting_group, duty_free, cash_rounding_step, price_rounding_step, do_not_allow_negative_inventory, is_show_qr_code, recall_minutes, redirect_url, status, receipt_printer) VALUES ('{no}', 'C1', 'Paris', '', '', 'Paris', 'FR', '', 'EUR', \
         'Europe/Paris', 'en', NULL, 240, 'FR', 'FR', FALSE, 5, 1, TRUE, FALSE, 5, '/sale', \
         'OPEN', NULL)"
    )
}
