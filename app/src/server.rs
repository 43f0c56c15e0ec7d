//! Starts the program: opens the store, wires the features, listens, and ends in order.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use backup::PICTURE_FOLDER;
use device::nexo::Environment;
use journal::Signer;
use payment::merchant::Providers;
use payment::terminal::{TerminalTrust, Terminals};
use session::view::InstallationView;
use shell::event::Events;
use shell::http::host::DevelopmentHosts;
use shell::mail::Mailer;
use shell::{Clock, Db, Shell};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tracing_subscriber::EnvFilter;

use crate::clock_watch::{LOOK, watch_clock};
use crate::command::verify_recent;
use crate::config::{Config, LogFormat, TerminalEnvironment};
use crate::identity::Process;
use crate::wiring::{Keeping, Parts, Sources, Wired, wire};
use crate::{Stop, figures, secrets};

/// How long requests in flight may take to finish when the program ends.
const GRACE: Duration = Duration::from_secs(10);

/// Turns logs on, as configured.
pub fn start_logs(config: &Config) {
    let filter = EnvFilter::try_new(&config.log).unwrap_or_else(|_| EnvFilter::new("info"));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    match config.log_format {
        LogFormat::Text => builder.init(),
        LogFormat::Json => builder.json().init(),
    }
}

/// Takes the port before anything else, so that a taken one is known at once.
///
/// # Errors
/// When the port is taken or may not be used.
pub async fn listen(config: &Config) -> Result<TcpListener, Stop> {
    let address = SocketAddr::new(config.address, config.port);
    TcpListener::bind(address).await.map_err(|error| {
        Stop::because(match error.kind() {
            std::io::ErrorKind::AddrInUse => format!(
                "Port {} on {} is taken by another program. Choose another with --port",
                config.port, config.address
            ),
            _ => format!(
                "Port {} on {} cannot be used: {error}",
                config.port, config.address
            ),
        })
    })
}

/// The plumbing over an opened store.
#[must_use]
pub fn shell_over(db: Db) -> Shell {
    let notifier = match &db {
        Db::Postgres(postgres) => Some(postgres.clone()),
        Db::Sqlite(_) => None,
    };
    let events = Arc::new(Events::new(notifier.clone()));
    if let Some(postgres) = notifier {
        let heard = events.clone();
        tokio::spawn(async move { postgres.listen(move |event| heard.deliver(event)).await });
    }
    Shell {
        db,
        clock: Clock::system(),
        events,
    }
}

/// The key that signs the journal, checked against what the journal holds.
///
/// # Errors
/// When the key file is damaged, or is not the one of this journal.
pub async fn journal_signer(config: &Config, db: &Db) -> Result<Arc<Signer>, Stop> {
    let signer =
        Signer::load_or_create(&config.data, &secrets::random_bytes()).map_err(Stop::because)?;
    let signer = Arc::new(signer);
    db.read(signer.clone(), |tx, signer| {
        Box::pin(journal::check_signer(tx, signer))
    })
    .await?;
    Ok(signer)
}

/// The connections to card terminals, with what they prove by who they are.
///
/// # Errors
/// When the file of certificates that is configured cannot be read.
pub fn terminals(config: &Config) -> Result<Terminals, Stop> {
    let Some(path) = &config.terminal_certificates else {
        return Ok(Terminals::default());
    };
    let root_certificates_pem = std::fs::read_to_string(path).map_err(|error| {
        Stop::because(format!(
            "The terminals' certificates {} cannot be read: {error}",
            path.display()
        ))
    })?;
    let environment = match config.terminal_environment {
        TerminalEnvironment::Live => Environment::Live,
        TerminalEnvironment::Test => Environment::Test,
    };
    Ok(Terminals::new(Some(TerminalTrust {
        root_certificates_pem,
        environment,
    })))
}

/// The connections to providers of payments by code.
///
/// # Errors
/// When the key of what is secret in the database cannot be read or made.
pub fn providers(config: &Config) -> Result<Providers, Stop> {
    let vault = secrets::vault(&config.data)?;
    let here = format!("http://127.0.0.1:{}", config.port);
    let address = config.public_url.as_deref().unwrap_or(&here);
    Ok(Providers::new(vault, address))
}

/// What is kept away from this machine, as configured.
fn keeping(config: &Config) -> Keeping {
    Keeping {
        data: config.data.clone(),
        backup_folder: config.backup_folder.clone(),
        anchor_file: config.anchor_file.clone(),
        anchor_url: config.anchor_url.clone(),
    }
}

/// Serves until the program is told to end; then finishes what is in flight.
///
/// # Errors
/// When something is wrong with the configuration or the store.
pub async fn run(
    config: &Config,
    listener: TcpListener,
    shell: Shell,
    signer: Arc<Signer>,
    installation: InstallationView,
    customised: DevelopmentHosts,
) -> Result<(), Stop> {
    let (stopper, stop) = watch::channel(false);
    let mailer = config
        .smtp_url
        .as_deref()
        .map(|url| Mailer::new(url, &config.mail_sender))
        .transpose()
        .map_err(Stop::because)?;
    let metrics = figures::start(&stop)?;
    let pictures = config.data.join(PICTURE_FOLDER);
    let Wired {
        api,
        jobs,
        scheduled,
        engine,
        description: _,
    } = wire(Parts {
        shell: shell.clone(),
        signer: signer.clone(),
        tokens: secrets::token_key(&config.data)?,
        mailer,
        pictures: pictures.clone(),
        terminals: terminals(config)?,
        support_address: config.support_address.clone(),
        providers: providers(config)?,
        installation,
        customised,
        public_url: config.public_url.clone(),
        keeping: keeping(config),
        sources: Sources {
            rate_url: config.rate_url.clone(),
            metal_url: config.metal_url.clone(),
        },
        timings: config.timings.clone(),
        stop: stop.clone(),
    })?;
    // What was under way when the program last ended is found out before a terminal is used again.
    engine.resume_all().await?;
    shell::job::start(&shell, jobs, &stop);
    scheduled_job::start(&scheduled, &stop);
    tokio::spawn(warm_up(shell.db.clone()));
    let process = Process::of(config)?;
    note(&shell, &signer, &process, Moment::Start).await?;
    tokio::spawn(look_back(shell.clone(), signer.clone()));
    tokio::spawn(watch_clock(
        shell.clone(),
        signer.clone(),
        LOOK,
        stop.clone(),
    ));
    let router = crate::router::router(api, shell.clone(), pictures, metrics, &config.proxies)
        .into_make_service_with_connect_info::<SocketAddr>();
    let serving = axum::serve(listener, router).with_graceful_shutdown(async move {
        told_to_end().await;
        tracing::info!("ending: requests in flight are finished");
        let _ = stopper.send(true);
    });
    let mut ending = stop;
    let served = tokio::select! {
        served = serving => served.map_err(Stop::because),
        () = async {
            let _ = ending.wait_for(|ended| *ended).await;
            tokio::time::sleep(GRACE).await;
        } => Ok(()),
    };
    note(&shell, &signer, &process, Moment::Stop).await?;
    served
}

/// Makes the index of all items before somebody types the first letter of a search.
async fn warm_up(db: Db) {
    let made = db
        .read((), |tx, ()| {
            Box::pin(async move { catalog::store::item_index(tx).await.map(drop) })
        })
        .await;
    if let Err(error) = made {
        tracing::warn!(%error, "the first search will make the index of items");
    }
}

/// Verifies what came last, while the first requests are answered.
async fn look_back(shell: Shell, signer: Arc<Signer>) {
    if let Err(error) = verify_recent(&shell, &signer).await {
        tracing::error!(%error, "it is not noted that what came last was verified");
    }
}

/// What of its own life a process tells the journal.
#[derive(Clone, Copy)]
enum Moment {
    Start,
    Stop,
}

async fn note(
    shell: &Shell,
    signer: &Arc<Signer>,
    process: &Process,
    moment: Moment,
) -> Result<(), Stop> {
    let input = (signer.clone(), process.clone(), moment, shell.clock.now());
    shell
        .db
        .write(input, |tx, (signer, process, moment, now)| {
            Box::pin(async move {
                let Process { name, address } = process;
                match moment {
                    Moment::Start => {
                        journal::rename_process(tx, address, name).await?;
                        journal::note_start(tx, signer, name, *now).await
                    }
                    Moment::Stop => journal::note_stop(tx, signer, name, *now).await,
                }
            })
        })
        .await?;
    Ok(())
}

/// Waits for an interrupt from the keyboard or a request to terminate.
pub async fn told_to_end() {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = match signal(SignalKind::terminate()) {
        Ok(terminate) => terminate,
        Err(error) => {
            tracing::error!(%error, "signals cannot be heard");
            return std::future::pending().await;
        }
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}
