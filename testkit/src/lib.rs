//! A shop for tests: a fresh store on SQLite or PostgreSQL, the real server on a real port, people
//! who log in, and a clock that a test can move.

mod client;
mod company;
mod contract;
mod server;
mod simulator;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use app::description::Description;
pub use app::wiring::Sources;
use app::wiring::{Keeping, Parts};
use axum::Router;
use journal::Signer;
use mimalloc::MiMalloc;
use serde_json::Value;
use session::TokenKey;
use session::view::InstallationView;
use shell::event::Events;
use shell::http::host::DevelopmentHosts;
use shell::{Clock, Db, Shell};
use test_database::{Database, Template};
use tokio::net::TcpListener;
use tokio::sync::watch;

use self::server::{Process, serve};

/// The program's own allocator.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

pub use client::{Answer, Client, http};
pub use company::{PASSWORD, TOTP_SECRET, found};
pub use contract::{check_answer, validator_of};
pub use simulator::{
    MailSimulator, QrSimulator, RateSimulator, TaxFreeSimulator, TerminalSimulator,
};

/// The private key of the tests' journals and tokens.
pub const KEY: [u8; 32] = [7; 32];

/// A shop with its server.
pub struct Shop {
    /// The plumbing, for looking into the store.
    pub shell: Shell,
    /// Where the server listens.
    pub address: SocketAddr,
    database: Database,
    settings: Settings,
    process: Option<Process>,
    router: Router,
    description: Option<Description>,
    scheduled: Option<scheduled_job::ScheduledJobState>,
    engine: Option<Arc<payment::PaymentEngine>>,
}

/// What a test may set up differently.
#[derive(Clone, Default)]
pub struct Settings {
    /// The card terminal of every till, `host:port`.
    pub terminal_address: Option<String>,
    /// The mail server.
    pub smtp_url: Option<String>,
    /// A clock that stands still until the test moves it.
    pub clock: Option<Clock>,
    /// Whether customised jewellery is not offered on any host.
    pub is_without_customised: bool,
    /// What is kept away from the shop's machine; its data directory is that of the store.
    pub keeping: Keeping,
    /// Where rates and prices of metals are.
    pub sources: Sources,
}

impl Shop {
    /// A shop with the company of [`company`], open for business.
    pub async fn open() -> Self {
        Self::with(Settings::default()).await
    }

    /// As [`Shop::open`], with other settings.
    pub async fn with(settings: Settings) -> Self {
        let mut shop = Self::of(Database::migrated().await, settings);
        let address = shop.terminal_address();
        company::found(&shop.shell, &address).await;
        shop.start().await;
        shop
    }

    /// As [`Shop::open`], with card terminals that speak.
    pub async fn with_terminal() -> (Self, TerminalSimulator) {
        let terminal = TerminalSimulator::start();
        let settings = Settings {
            terminal_address: Some(terminal.address()),
            ..Settings::default()
        };
        (Self::with(settings).await, terminal)
    }

    /// Closes a shop, so that others begin as it is now.
    pub async fn keep(mut self) -> Template {
        self.stop().await;
        let name = std::mem::replace(&mut self.database, Database::fresh().await);
        Template::keep(&self.shell.db, name).await
    }

    /// A shop that begins as one that was kept; its card terminals are where its settings say.
    ///
    /// # Panics
    /// When the database cannot be had.
    pub async fn copy(template: &Template, settings: Settings) -> Self {
        let database = template.copy().await;
        let db = database.open().await;
        db.migrate().await.expect("the schema");
        let mut shop = Self::of((db, database), settings);
        let address = shop.terminal_address();
        company::connect(&shop.shell, &address).await;
        shop.start().await;
        shop
    }

    fn terminal_address(&self) -> String {
        let address = self.settings.terminal_address.clone();
        address.unwrap_or_else(|| "127.0.0.1:9".to_owned())
    }

    fn of((db, database): (Db, Database), settings: Settings) -> Self {
        let clock = settings.clock.clone().unwrap_or_else(Clock::system);
        let shell = Shell {
            db,
            clock,
            events: Arc::new(Events::new(None)),
        };
        Self {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            shell,
            database,
            settings,
            process: None,
            router: Router::new(),
            description: None,
            scheduled: None,
            engine: None,
        }
    }

    /// Stops the server as if its process had died.
    pub async fn stop(&mut self) {
        if let Some(process) = self.process.take() {
            process.end().await;
        }
    }

    /// The file of the store on SQLite.
    #[must_use]
    pub fn sqlite_file(&self) -> Option<PathBuf> {
        self.database.sqlite_file()
    }

    /// The address of the store on PostgreSQL.
    #[must_use]
    pub fn postgres_url(&self) -> Option<String> {
        self.database.postgres_url()
    }

    /// Stops the server as if its process had died, and starts another on the same store.
    pub async fn restart(&mut self) {
        self.stop().await;
        let db = self.database.open().await;
        let clock = self.shell.clock.clone();
        self.shell = Shell {
            db,
            clock,
            events: Arc::new(Events::new(None)),
        };
        self.start().await;
    }

    async fn start(&mut self) {
        let process = Process::start();
        let listener = TcpListener::bind(("127.0.0.1", 0))
            .await
            .expect("a free port");
        self.address = listener.local_addr().expect("an address");
        let parts = self.parts(process.stopper.subscribe());
        let (shell, stop) = (self.shell.clone(), process.stopper.subscribe());
        let served = process.runtime.spawn(serve(parts, shell, stop, listener));
        let served = served.await.expect("a server");
        contract::Contract::keep(&served.description);
        self.router = served.router;
        self.description = Some(served.description);
        self.scheduled = Some(served.scheduled);
        self.engine = Some(served.engine);
        self.process = Some(process);
    }

    fn parts(&self, stop: watch::Receiver<bool>) -> Parts {
        let mailer = self.settings.smtp_url.as_deref().map(|url| {
            shell::mail::Mailer::new(url, "Vitrine <till@vitrine.example>").expect("a mailer")
        });
        Parts {
            shell: self.shell.clone(),
            signer: Arc::new(Signer::new(&KEY)),
            tokens: TokenKey::new(&KEY),
            mailer,
            pictures: self.database.folder().join("pictures"),
            terminals: payment::terminal::Terminals::default(),
            support_address: "support@vitrine.example".to_owned(),
            providers: payment::merchant::Providers::new(
                payment::merchant::Vault::new(&KEY),
                &format!("http://{}", self.address),
            ),
            installation: InstallationView {
                staging: false,
                customized: false,
            },
            customised: if self.settings.is_without_customised {
                DevelopmentHosts::none()
            } else {
                DevelopmentHosts::local_and(&["till.dev.example".to_owned()])
            },
            public_url: Some("https://boutique.example/".to_owned()),
            keeping: Keeping {
                data: self.database.folder(),
                ..self.settings.keeping.clone()
            },
            sources: self.settings.sources.clone(),
            timings: payment::Timings::default(),
            stop,
        }
    }

    /// The address of a path of the API.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("http://{}/api/v1{path}", self.address)
    }

    /// The server without its socket: a request goes in, an answer comes out.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// Runs the scheduled jobs that are due, and waits for their end.
    pub async fn run_due_jobs(&self) {
        let state = self.scheduled.as_ref().expect("a started shop");
        for run in scheduled_job::run_due(state).await.expect("due jobs") {
            run.await.expect("a run");
        }
    }

    /// Takes up payments that nobody drives, as a job does every few seconds.
    ///
    /// # Panics
    /// When there is no server, or the store does not answer.
    pub async fn take_up_payments(&self) {
        let process = self.process.as_ref().expect("a server");
        let job = self.engine.as_ref().expect("a server").adoption_job();
        // Whoever drives a payment lives and dies with the server.
        let taken_up = process.runtime.spawn((job.run)(self.shell.clone()));
        taken_up.await.expect("a job").expect("payments taken up");
    }

    /// The API's description.
    ///
    /// # Panics
    /// When there is no server.
    #[must_use]
    pub fn description(&self) -> Value {
        self.description.as_ref().expect("a server").write()
    }

    /// Somebody who has not logged in.
    #[must_use]
    pub fn visitor(&self) -> Client {
        Client::at(self.address)
    }

    /// Somebody of the company, logged in, with no socket on the way to this server.
    ///
    /// # Panics
    /// When there is no server.
    pub async fn log_in_inside(&self, staff_id: &str) -> Client {
        let mut client = self.inside(self.visitor());
        client.log_in(staff_id, PASSWORD).await;
        client
    }

    /// The same somebody, with no socket on the way to this server.
    ///
    /// # Panics
    /// When there is no server.
    #[must_use]
    pub fn inside(&self, client: Client) -> Client {
        let process = self.process.as_ref().expect("a server");
        client.inside(self.router(), process.runtime.handle().clone())
    }

    /// Somebody of the company, logged in.
    pub async fn log_in(&self, staff_id: &str) -> Client {
        let mut client = self.visitor();
        client.log_in(staff_id, PASSWORD).await;
        client
    }

    /// A sales clerk, logged in, with whom the basket is already named.
    pub async fn seller(&self, staff_id: &str) -> Client {
        let client = self.log_in(staff_id).await;
        let body = serde_json::json!({ "staffId": staff_id });
        client.put("/basket/salesperson", body).await.ok();
        client
    }

    /// One number from the store.
    pub async fn number(&self, sql: &'static str) -> i64 {
        self.shell
            .db
            .read(sql, |tx, sql| {
                Box::pin(async move { Ok(tx.query_one(sql, &[]).await?.read::<i64>()?) })
            })
            .await
            .expect("a number")
    }

    /// Changes the store behind the server's back.
    pub async fn change(&self, sql: &'static str) {
        self.shell
            .db
            .write(sql, |tx, sql| {
                Box::pin(async move {
                    tx.execute(sql, &[]).await?;
                    Ok(())
                })
            })
            .await
            .expect("a change");
    }

    /// The store.
    #[must_use]
    pub const fn db(&self) -> &Db {
        &self.shell.db
    }

    /// The store for somebody who asks the same again and again: on PostgreSQL by a connection of their own, on which
    /// it is planned once and not on each of the program's.
    pub async fn looked_on(&self) -> Db {
        match self.database.postgres_url() {
            None => self.shell.db.clone(),
            Some(_) => self.database.open().await,
        }
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            let _ = process.stopper.send(true);
            process.runtime.shutdown_background();
        }
    }
}
