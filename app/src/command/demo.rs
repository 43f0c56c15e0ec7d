//! `vitrine demo`: a demonstration company, with the simulators beside it as processes of their own.

use std::process::Stdio;
use std::time::Duration;

use demo::seed::{DEMO_TOTP_SECRET, OrderVolume, PASSWORD, SeedOptions, seed, sign_ins};
use session::view::InstallationView;
use shell::db::params;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::config::{Config, Options};
use crate::{Stop, server};

/// How long a simulator may take to start.
const START_TIME_MAX: Duration = Duration::from_secs(10);

/// Options of `vitrine demo`.
#[derive(Clone, Debug, clap::Args)]
pub struct DemoOptions {
    /// Options of every command that opens the store.
    #[command(flatten)]
    pub options: Options,
    /// Make up only the orders of the last so many days, instead of eighteen months
    #[arg(long, env = "VITRINE_DEMO_DAYS", value_name = "DAYS")]
    pub days: Option<u16>,
}

/// A simulator that runs beside the product.
struct Simulator {
    child: Child,
    /// The words of the line with which it said that it is ready.
    addresses: Vec<String>,
}

impl Simulator {
    /// Starts a simulator and waits until it listens.
    async fn start(name: &str, arguments: &[String]) -> Result<Self, Stop> {
        let failed = |error: &dyn std::fmt::Display| {
            Stop::because(format!(
                "The program {name} beside vitrine did not start: {error}"
            ))
        };
        let path = std::env::current_exe()
            .map_err(|error| failed(&error))?
            .with_file_name(name);
        let mut child = Command::new(path)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| failed(&error))?;
        let output = child
            .stdout
            .take()
            .ok_or_else(|| failed(&"it has no output"))?;
        let mut lines = BufReader::new(output).lines();
        let ready = tokio::time::timeout(START_TIME_MAX, lines.next_line())
            .await
            .map_err(|_| failed(&"it said nothing"))?
            .map_err(|error| failed(&error))?
            .ok_or_else(|| failed(&"it ended at once"))?;
        // What it says later is of no interest, but its pipe must not fill up.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        let addresses = ready
            .split_whitespace()
            .filter(|word| word.contains("://"))
            .map(str::to_owned)
            .collect();
        Ok(Self { child, addresses })
    }

    fn address(&self, scheme: &str) -> String {
        let address = self
            .addresses
            .iter()
            .find(|address| address.starts_with(scheme));
        address
            .map(|address| address.trim_end_matches(['/', ',', '.']).to_owned())
            .unwrap_or_default()
    }

    async fn end(mut self) {
        let _ = self.child.kill().await;
    }
}

/// The simulators of the demonstration.
struct Simulators {
    terminal: Simulator,
    mail: Simulator,
    printer: Simulator,
}

impl Simulators {
    /// Starts them on the ports after the product's, or on any free ones where those are taken.
    async fn start(config: &Config) -> Result<Self, Stop> {
        let port = |step: u16| {
            let wish = config.port.checked_add(step).unwrap_or(0);
            let free = std::net::TcpListener::bind((config.address, wish)).is_ok();
            if free {
                wish.to_string()
            } else {
                "0".to_owned()
            }
        };
        let text = |word: &str| word.to_owned();
        let notify = format!(
            "http://127.0.0.1:{}/api/v1/device/notification",
            config.port
        );
        let folder = config.data.join("terminal-simulator");
        std::fs::create_dir_all(&folder).map_err(Stop::because)?;
        let terminal = Simulator::start(
            "terminal-simulator",
            &[
                text("--port"),
                port(1),
                text("--data"),
                folder.display().to_string(),
                text("--notify-url"),
                notify,
            ],
        )
        .await?;
        let mail = Simulator::start(
            "mail-simulator",
            &[text("--port"), port(2), text("--smtp-port"), port(3)],
        )
        .await?;
        let printer = Simulator::start(
            "printer-simulator",
            &[text("--port"), port(4), text("--printer-port"), port(5)],
        )
        .await?;
        Ok(Self {
            terminal,
            mail,
            printer,
        })
    }

    async fn end(self) {
        self.terminal.end().await;
        self.mail.end().await;
        self.printer.end().await;
    }
}

/// Serves a demonstration company.
///
/// # Errors
/// When something is wrong with the configuration or the store, or it holds a real company.
pub async fn demo(options: DemoOptions) -> Result<(), Stop> {
    let quiet = options.options.log.is_none();
    let mut config = options.options.into_config()?;
    if quiet {
        "warn".clone_into(&mut config.log);
    }
    server::start_logs(&config);
    let listener = server::listen(&config).await?;
    let db = server::open_store(&config).await?;
    let _claim = server::claim(&config)?;
    let shell = server::shell_over(db);
    let signer = server::journal_signer(&config, &shell.db).await?;
    let simulators = Simulators::start(&config).await?;
    let terminal_page = simulators.terminal.address("http");
    let terminal_address = terminal_page.trim_start_matches("http://").to_owned();
    seed(
        &shell,
        &SeedOptions {
            signer: signer.clone(),
            terminal_address: terminal_address.clone(),
            pictures: config.data.join(server::PICTURE_FOLDER),
            orders: options.days.map_or(OrderVolume::All, OrderVolume::Days),
        },
    )
    .await?;
    // The simulators may listen elsewhere than at the last start.
    let printer_address = simulators.printer.address("escpos");
    let printer_address = printer_address.trim_start_matches("escpos://").to_owned();
    let addresses = (terminal_address, printer_address);
    shell
        .db
        .write(addresses, |tx, (terminal, printer)| {
            Box::pin(async move {
                tx.execute("UPDATE terminal SET device_address = $1", params![terminal])
                    .await?;
                tx.execute("UPDATE store SET receipt_printer = $1", params![printer])
                    .await?;
                Ok(())
            })
        })
        .await?;
    config.smtp_url = config
        .smtp_url
        .or_else(|| Some(simulators.mail.address("smtp")));
    print_welcome(
        &config,
        &[
            ("Card terminals", &terminal_page),
            ("Receipt printer", &simulators.printer.address("http")),
            ("Mailbox", &simulators.mail.address("http")),
        ],
    );
    let installation = InstallationView {
        staging: true,
        customized: false,
    };
    let customised = config.customised_hosts(true);
    let served = server::run(&config, listener, shell, signer, installation, customised).await;
    simulators.end().await;
    served
}

fn print_welcome(config: &Config, pages: &[(&str, &str)]) {
    println!();
    println!(
        "  Vitrine          http://{}:{}/pos/",
        config.address, config.port
    );
    for (name, page) in pages {
        println!("  {name:<16} {page}/");
    }
    println!();
    println!("  Sign in with the password {PASSWORD} as");
    for (user, role, store) in sign_ins() {
        println!("    {user:<8}  {role}, {store}");
    }
    println!();
    println!("  The code of `otp` comes to the mailbox, or from an authenticator with the secret");
    println!("    {DEMO_TOTP_SECRET}");
    println!();
    println!(
        "  Data in {}. Ctrl+C ends everything.",
        config.data.display()
    );
    println!();
}
