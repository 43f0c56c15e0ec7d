//! `vitrine demo`: a demonstration company, with the simulators beside it as processes of their own.

use std::process::Stdio;
use std::time::Duration;

use demo::seed::{
    DEMO_TOTP_SECRET, OrderVolume, PASSWORD, SeedOptions, TAX_FREE_SECRET, seed, sign_ins,
    tax_free_operator,
};
use payment::merchant::{QrMerchantValue, keep_for_demonstration};
use payment::rule::qr::QrProvider;
use serde::Deserialize;
use session::view::InstallationView;
use shell::Shell;
use shell::db::params;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::config::{Config, Options};
use crate::{Stop, secrets, server, store};

/// The keys of the simulated providers and of the shop's accounts with them.
const QR_KEYS_FILE: &str = "qr-simulator.json";
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
    /// Leave so many of the last days to be posted by whoever tries it, besides today
    #[arg(
        long,
        env = "VITRINE_DEMO_OPEN_DAYS",
        value_name = "DAYS",
        default_value_t = 0
    )]
    pub open_days: u16,
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
    tax_free: Simulator,
    qr: Simulator,
    rate: Simulator,
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
        let notify = format!(
            "http://127.0.0.1:{}/api/v1/tax-free/notification",
            config.port
        );
        let tax_free = Simulator::start(
            "tax-free-simulator",
            &[
                text("--port"),
                port(6),
                text("--secret"),
                text(TAX_FREE_SECRET),
                text("--notify-url"),
                notify,
            ],
        )
        .await?;
        let keys = config.data.join(QR_KEYS_FILE);
        let qr = Simulator::start(
            "qr-simulator",
            &[
                text("--port"),
                port(7),
                text("--keys"),
                keys.display().to_string(),
            ],
        )
        .await?;
        let rate = Simulator::start("rate-simulator", &[text("--port"), port(8)]).await?;
        Ok(Self {
            terminal,
            mail,
            printer,
            tax_free,
            qr,
            rate,
        })
    }

    async fn end(self) {
        self.terminal.end().await;
        self.mail.end().await;
        self.printer.end().await;
        self.tax_free.end().await;
        self.qr.end().await;
        self.rate.end().await;
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
    // Somebody who tries it out holds the receipt in front of the machine that printed it.
    let here = || format!("http://{}:{}", config.address, config.port);
    let public_url = config.public_url.clone().unwrap_or_else(here);
    config.public_url = Some(public_url);
    server::start_logs(&config);
    let listener = server::listen(&config).await?;
    let (_claim, db) = store::claim_and_open(&config).await?;
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
            pictures: config.data.join(backup::PICTURE_FOLDER),
            orders: options.days.map_or(OrderVolume::All, OrderVolume::Days),
            open_days: options.open_days,
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
    introduce_forms(&shell, &simulators.tax_free.address("http")).await?;
    connect_providers(&config, &shell, &simulators.qr.address("http")).await?;
    let rates = simulators.rate.address("http");
    plan_imports(&shell).await?;
    config.rate_url = config
        .rate_url
        .or_else(|| Some(format!("{rates}/stats/eurofxref/eurofxref-daily.xml")));
    config.metal_url = config
        .metal_url
        .or_else(|| Some(format!("{rates}/api/latest")));
    config.smtp_url = config
        .smtp_url
        .or_else(|| Some(simulators.mail.address("smtp")));
    print_welcome(
        &config,
        &[
            ("Card terminals", &terminal_page),
            ("Receipt printer", &simulators.printer.address("http")),
            ("QR payments", &simulators.qr.address("http")),
            ("Mailbox", &simulators.mail.address("http")),
            ("Tax-free", &simulators.tax_free.address("http")),
            ("Rates and metals", &rates),
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

/// Plans that the rates of the day are brought on working days, those of the currencies that the bank
/// publishes, and prices of metals every quarter of an hour, as domain §17.5 has it.
async fn plan_imports(shell: &Shell) -> Result<(), Stop> {
    let planned = shell.db.write((), |tx, ()| {
        Box::pin(async move {
            tx.execute(
                "INSERT INTO scheduled_job (job_id, name, job_group, run_code, run_parameter, \
                 run_type, begin_minute, minutes_between, weekdays) VALUES ('IMPORT_RATES', \
                 'Bring the rates of the day', 'Books', 'IMPORT_RATES', 'HKD CNY JPY USD', \
                 'DAILY', 990, 1440, 31), ('IMPORT_METAL', 'Bring the prices of metals', 'Books', \
                 'IMPORT_METAL', '', 'INTERVAL', 540, 15, 127) ON CONFLICT (job_id) DO NOTHING",
                params![],
            )
            .await?;
            Ok(())
        })
    });
    planned.await.map_err(Stop::because)
}

/// The operator forgets its forms when it ends: it is told of those that were issued before.
async fn introduce_forms(shell: &shell::Shell, address: &str) -> Result<(), Stop> {
    let forms = tax_free_operator(shell, address.to_owned()).await?;
    let told = reqwest::Client::new()
        .post(format!("{address}/sim/form"))
        .json(&forms)
        .send()
        .await
        .and_then(reqwest::Response::error_for_status);
    told.map(|_| ()).map_err(|error| {
        Stop::because(format!(
            "The tax-free operator beside vitrine does not answer: {error}"
        ))
    })
}

/// What the providers' simulator would have a shop configure.
#[derive(Deserialize)]
struct QrKeys {
    alipay: AlipayKeys,
    wechat: WechatKeys,
}

#[derive(Deserialize)]
struct AlipayKeys {
    app_id: String,
    private_key: String,
    alipay_public_key: String,
}

#[derive(Deserialize)]
struct WechatKeys {
    app_id: String,
    merchant_id: String,
    private_key: String,
    serial_no: String,
    platform_key_id: String,
    platform_public_key: String,
    api_key: String,
}

/// Gives every store that takes payments by code its accounts with the simulated providers.
async fn connect_providers(config: &Config, shell: &Shell, address: &str) -> Result<(), Stop> {
    let path = config.data.join(QR_KEYS_FILE);
    let text = std::fs::read_to_string(&path).map_err(Stop::because)?;
    let keys: QrKeys = serde_json::from_str(&text).map_err(Stop::because)?;
    let vault = secrets::vault(&config.data)?;
    let mut accounts = Vec::new();
    for (store_no, tender_code) in demo::seed::stores_with_codes() {
        let account = match tender_code {
            "ALIPAY" => alipay_account(&keys.alipay, store_no, address),
            _ => wechat_account(&keys.wechat, store_no, address),
        };
        accounts.push(account.sealed(&vault).map_err(Stop::because)?);
    }
    shell
        .db
        .write(accounts, |tx, accounts| {
            Box::pin(async move {
                for account in accounts {
                    keep_for_demonstration(tx, account).await?;
                }
                Ok(())
            })
        })
        .await?;
    Ok(())
}

fn alipay_account(keys: &AlipayKeys, store_no: &str, address: &str) -> QrMerchantValue {
    QrMerchantValue {
        store_no: store_no.into(),
        provider: QrProvider::Alipay,
        is_active: true,
        gateway: format!("{address}/gateway.do"),
        app_id: keys.app_id.clone(),
        merchant_id: String::new(),
        serial_no: String::new(),
        platform_key_id: String::new(),
        platform_key: keys.alipay_public_key.clone(),
        private_key: Some(keys.private_key.clone()),
        private_key_mark: String::new(),
        api_key: None,
        api_key_mark: String::new(),
    }
}

fn wechat_account(keys: &WechatKeys, store_no: &str, address: &str) -> QrMerchantValue {
    QrMerchantValue {
        store_no: store_no.into(),
        provider: QrProvider::WechatPay,
        is_active: true,
        gateway: address.to_owned(),
        app_id: keys.app_id.clone(),
        merchant_id: keys.merchant_id.clone(),
        serial_no: keys.serial_no.clone(),
        platform_key_id: keys.platform_key_id.clone(),
        platform_key: keys.platform_public_key.clone(),
        private_key: Some(keys.private_key.clone()),
        private_key_mark: String::new(),
        api_key: Some(keys.api_key.clone()),
        api_key_mark: String::new(),
    }
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
