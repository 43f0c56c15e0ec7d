//! The server of a shop, and the process that it is at work in.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use app::description::Description;
use app::wiring::{Parts, Wired, wire};
use axum::Router;
use shell::Shell;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::watch;

/// The threads of a server.
const THREADS: usize = 2;
/// How long a thread that computes may take to see that its process has ended.
const DEATH_MAX: Duration = Duration::from_secs(10);

/// What a process is to a server: its threads. Whatever it does on them ends with it, drivers of
/// payments and requests under way among them, so that nothing lives on beside the next server.
pub(crate) struct Process {
    pub(crate) runtime: Runtime,
    pub(crate) stopper: watch::Sender<bool>,
}

impl Process {
    pub(crate) fn start() -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(THREADS)
            .enable_all()
            .build()
            .expect("threads");
        let (stopper, _) = watch::channel(false);
        Self { runtime, stopper }
    }

    /// Ends it; nothing of it is at work any more then.
    pub(crate) async fn end(self) {
        let _ = self.stopper.send(true);
        let ended = tokio::task::spawn_blocking(|| self.runtime.shutdown_timeout(DEATH_MAX));
        ended.await.expect("an end");
    }
}

/// What a server that listens is known by.
pub(crate) struct Served {
    pub(crate) router: Router,
    pub(crate) description: Description,
    pub(crate) scheduled: scheduled_job::ScheduledJobState,
    pub(crate) engine: Arc<payment::PaymentEngine>,
}

/// Starts everything that the program does, on the threads of whoever calls.
pub(crate) async fn serve(
    parts: Parts,
    shell: Shell,
    stop: watch::Receiver<bool>,
    listener: TcpListener,
) -> Served {
    let Wired {
        api,
        jobs,
        scheduled,
        engine,
        description,
    } = wire(parts).expect("wiring");
    engine.resume_all().await.expect("payments taken up again");
    // A test moves the clock and says itself when what is planned runs.
    shell::job::start(&shell, jobs, &stop);
    let metrics = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
    let router = app::router::router(
        api,
        shell,
        PathBuf::from("/nonexistent"),
        metrics.handle(),
        &[],
    );
    let service = router
        .clone()
        .into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move {
        axum::serve(listener, service).await.expect("the server");
    });
    Served {
        router,
        description,
        scheduled,
        engine,
    }
}
