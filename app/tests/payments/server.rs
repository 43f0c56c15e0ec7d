//! The server of a shop in a runtime of its own, whose time stands still until the test moves it.
//! To kill it is to drop that runtime with all its tasks and connections; the database's file and
//! the terminals stay.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use app::wiring::{Parts, Wired, wire};
use axum::middleware::from_fn_with_state;
use journal::Signer;
use payment::merchant::{Between, Providers, Vault};
use payment::terminal::{TerminalTrust, Terminals};
use session::TokenKey;
use session::view::InstallationView;
use shell::event::Events;
use shell::{Clock, Db, Shell};
use tokio::sync::{mpsc, oneshot, watch};

use crate::naive::{Memory, Mistake, Naive};
use crate::point::{Watch, Watched, gate};

/// The key of the tests' journals and tokens.
pub(crate) const KEY: [u8; 32] = [7; 32];

/// What a server is started with; the same for each that follows another.
#[derive(Clone)]
pub(crate) struct Setup {
    pub(crate) database: PathBuf,
    pub(crate) address: SocketAddr,
    pub(crate) clock: Clock,
    pub(crate) trust: TerminalTrust,
    pub(crate) watch: Arc<Watch>,
    pub(crate) mistake: Option<Mistake>,
    pub(crate) memory: Arc<Memory>,
    /// What stands between the till and the providers of codes.
    pub(crate) between: Option<Arc<Between>>,
}

impl Setup {
    /// The connections to the terminals, with the watch and perhaps a mistake in between.
    fn terminals(&self) -> Terminals {
        let (watch, memory) = (self.watch.clone(), self.memory.clone());
        let mistake = self.mistake;
        Terminals::new(Some(self.trust.clone())).through(Arc::new(move |inner| {
            let inner = match mistake {
                None => inner,
                Some(mistake) => Arc::new(Naive {
                    inner,
                    mistake,
                    memory: memory.clone(),
                }),
            };
            Arc::new(Watched {
                inner,
                watch: watch.clone(),
            })
        }))
    }
}

impl Setup {
    /// The connections to the providers of codes.
    fn providers(&self) -> Providers {
        let providers = Providers::new(Vault::new(&KEY), &format!("http://{}", self.address));
        match &self.between {
            Some(between) => providers.through(between.clone()),
            None => providers,
        }
    }
}

enum Command {
    Advance(Duration, oneshot::Sender<()>),
    Settle(oneshot::Sender<()>),
    Die,
}

/// A running server.
pub(crate) struct Server {
    commands: mpsc::UnboundedSender<Command>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Server {
    /// Starts a server; it serves when this returns.
    pub(crate) async fn start(setup: Setup) -> Self {
        let (commands, received) = mpsc::unbounded_channel();
        let (ready, is_ready) = oneshot::channel();
        let thread = std::thread::spawn(move || live(setup, ready, received));
        is_ready.await.expect("the server starts");
        Self {
            commands,
            thread: Some(thread),
        }
    }

    /// Lets time pass in the server.
    pub(crate) async fn advance(&self, time: Duration) {
        let (done, is_done) = oneshot::channel();
        self.commands.send(Command::Advance(time, done)).unwrap();
        is_done.await.expect("the server lives");
    }

    /// Waits until the database has done what was asked of it, and what followed from that.
    pub(crate) async fn settle(&self) {
        let (done, is_done) = oneshot::channel();
        self.commands.send(Command::Settle(done)).unwrap();
        is_done.await.expect("the server lives");
    }

    /// Kills it.
    pub(crate) async fn kill(mut self) {
        let _ = self.commands.send(Command::Die);
        let thread = self.thread.take().unwrap();
        tokio::task::spawn_blocking(move || thread.join().expect("the server did not panic"))
            .await
            .unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.commands.send(Command::Die);
    }
}

fn live(setup: Setup, ready: oneshot::Sender<()>, commands: mpsc::UnboundedReceiver<Command>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .start_paused(true)
        .build()
        .unwrap();
    // Time that stands still goes on by itself when nothing but a socket is waited for, except
    // while blocking work is under way.
    let (release, held) = std::sync::mpsc::channel::<()>();
    runtime.block_on(async move {
        tokio::task::spawn_blocking(move || held.recv());
        serve(setup, ready, commands).await;
    });
    drop(release);
    runtime.shutdown_timeout(Duration::ZERO);
}

async fn serve(
    setup: Setup,
    ready: oneshot::Sender<()>,
    mut commands: mpsc::UnboundedReceiver<Command>,
) {
    let clock = setup.clock.clone();
    let shell = Shell {
        db: open(&setup.database),
        clock: clock.clone(),
        events: Arc::new(Events::new(None)),
    };
    let (_stopper, stop) = watch::channel(false);
    let Wired {
        api, jobs, engine, ..
    } = wire(Parts {
        shell: shell.clone(),
        signer: Arc::new(Signer::new(&KEY)),
        tokens: TokenKey::new(&KEY),
        mailer: None,
        pictures: PathBuf::new(),
        terminals: setup.terminals(),
        support_address: String::new(),
        providers: setup.providers(),
        installation: InstallationView {
            staging: false,
            customized: false,
        },
        customised: shell::http::host::DevelopmentHosts::none(),
        public_url: None,
        keeping: app::wiring::Keeping::default(),
        sources: app::wiring::Sources::default(),
        timings: payment::Timings::default(),
        stop: stop.clone(),
    })
    .unwrap();
    engine.resume_all().await.unwrap();
    shell::job::start(&shell, jobs, &stop);
    let metrics = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
    let pictures = PathBuf::from("/nonexistent");
    let router = app::router::router(api, shell.clone(), pictures, metrics.handle(), &[])
        .layer(from_fn_with_state(setup.watch.clone(), gate));
    let listener = tokio::net::TcpListener::bind(setup.address).await.unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    ready.send(()).unwrap();
    while let Some(command) = commands.recv().await {
        match command {
            Command::Advance(time, done) => {
                clock.advance(time);
                tokio::time::advance(time).await;
                let _ = done.send(());
            }
            Command::Settle(done) => {
                settle(&shell.db).await;
                let _ = done.send(());
            }
            Command::Die => return,
        }
    }
}

/// The writer takes one after the other: what comes back last was asked last.
async fn settle(db: &Db) {
    for _ in 0..4 {
        db.write((), |_, ()| Box::pin(async { Ok(()) }))
            .await
            .unwrap();
        db.read((), |_, ()| Box::pin(async { Ok(()) }))
            .await
            .unwrap();
        tokio::task::yield_now().await;
    }
}

/// A handle to a database's file.
pub(crate) fn open(database: &Path) -> Db {
    Db::open_sqlite(database).expect("SQLite")
}

/// An address that is free, and stays so while nobody listens there: it is not among those that the
/// system gives to outgoing connections.
pub(crate) fn free_address() -> SocketAddr {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = u16::try_from(std::process::id() % 8_000).unwrap();
    loop {
        let number = first + NEXT.fetch_add(1, Ordering::SeqCst);
        let address = SocketAddr::from(([127, 0, 0, 1], 18_000 + number % 12_000));
        if TcpListener::bind(address).is_ok() {
            return address;
        }
    }
}
