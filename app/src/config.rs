//! Configuration: a flag beats the environment, the environment beats the file, the file beats the
//! default.

use std::net::IpAddr;
use std::path::{Path, PathBuf};

use clap::Args;
use payment::Timings;
use serde::Deserialize;
use shell::http::host::DevelopmentHosts;

use crate::{Stop, waiting};

/// The name of the configuration file in the data directory.
const FILE_NAME: &str = "vitrine.toml";

/// Options of every command that opens the store.
///
/// Each can be given as a flag, as an environment variable, or as a key of the configuration file
/// (the flag's name with `_` for `-`); the first of these that is there counts.
#[derive(Clone, Debug, Default, Args, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Where the database, the keys and the pictures are [default: data]
    #[arg(long, env = "VITRINE_DATA", value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// The port to listen on [default: 8080]
    #[arg(long, env = "VITRINE_PORT", value_name = "N")]
    pub port: Option<u16>,
    /// The address to listen on [default: 127.0.0.1]
    #[arg(long, env = "VITRINE_ADDRESS", value_name = "IP")]
    pub address: Option<IpAddr>,
    /// A reverse proxy that is believed for whom it asks (X-Forwarded-For), besides one on this
    /// machine; several are separated by commas
    #[arg(long, env = "VITRINE_PROXY", value_name = "IP", value_delimiter = ',')]
    pub proxy: Option<Vec<IpAddr>>,
    /// PostgreSQL to use instead of the SQLite file in the data directory
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// What this machine is called among those whose processes serve one PostgreSQL, the same at each
    /// start: needed where the name of the host changes, as that of a container does [default: the name
    /// of the host]
    #[arg(long, env = "VITRINE_MACHINE", value_name = "NAME")]
    pub machine: Option<String>,
    /// The mail server, for example smtp://localhost:25 or smtps://user:password@mail.example
    #[arg(
        long,
        env = "VITRINE_SMTP_URL",
        value_name = "URL",
        hide_env_values = true
    )]
    pub smtp_url: Option<String>,
    /// The sender of mails [default: Vitrine <vitrine@localhost>]
    #[arg(long, env = "VITRINE_MAIL_SENDER", value_name = "ADDRESS")]
    pub mail_sender: Option<String>,
    /// The certificates of the authority that signs card terminals, a PEM file; needed for
    /// terminals with an https address
    #[arg(long, env = "VITRINE_TERMINAL_CERTIFICATES", value_name = "FILE")]
    pub terminal_certificates: Option<PathBuf>,
    /// Which card terminals the shop has: live or test [default: live]
    #[arg(long, env = "VITRINE_TERMINAL_ENVIRONMENT", value_name = "KIND")]
    pub terminal_environment: Option<TerminalEnvironment>,
    /// Who is written to for help [default: the sender of mails]
    #[arg(long, env = "VITRINE_SUPPORT_ADDRESS", value_name = "ADDRESS")]
    pub support_address: Option<String>,
    /// Show the staging banner: this is a test host [default: false]
    #[arg(long, env = "VITRINE_STAGING", value_name = "BOOL", num_args = 0..=1,
          default_missing_value = "true")]
    pub staging: Option<bool>,
    /// Offer customised jewellery on development hosts [default: true in a demonstration]
    #[arg(long, env = "VITRINE_CUSTOMISED", value_name = "BOOL", num_args = 0..=1,
          default_missing_value = "true")]
    pub customised: Option<bool>,
    /// A development host besides localhost, as it stands in the till's address; several are separated
    /// by commas
    #[arg(
        long,
        env = "VITRINE_DEVELOPMENT_HOST",
        value_name = "HOST",
        value_delimiter = ','
    )]
    pub development_host: Option<Vec<String>>,
    /// Where the world reaches this installation: the code on receipts that verifies them, and what
    /// providers of QR payments send by themselves, for example https://pos.maison.example; without it
    /// receipts carry no code and providers are asked only [default: in a demonstration, where
    /// it listens]
    #[arg(long, env = "VITRINE_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,
    /// The folder of the backups that the job BACKUP makes, on another disk or machine
    #[arg(long, env = "VITRINE_BACKUP_FOLDER", value_name = "DIR")]
    pub backup_folder: Option<PathBuf>,
    /// A file on another disk or machine to which the heads of the journal are added when a day is
    /// closed; `vitrine verify --anchors` reads it
    #[arg(long, env = "VITRINE_ANCHOR_FILE", value_name = "FILE")]
    pub anchor_file: Option<PathBuf>,
    /// An address to which they are posted besides, for example https://keeper.maison.example/heads
    #[arg(
        long,
        env = "VITRINE_ANCHOR_URL",
        value_name = "URL",
        hide_env_values = true
    )]
    pub anchor_url: Option<String>,
    /// Where the job IMPORT_RATES finds the reference rates of the day, as the European Central Bank
    /// publishes them: https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml
    #[arg(long, env = "VITRINE_RATE_URL", value_name = "URL")]
    pub rate_url: Option<String>,
    /// Where the job IMPORT_METAL finds the prices of metals, as metals-api.com and others publish them:
    /// https://metals-api.com/api/latest?access_key=KEY&base=EUR&symbols=XAU,XAG,XPT
    #[arg(
        long,
        env = "VITRINE_METAL_URL",
        value_name = "URL",
        hide_env_values = true
    )]
    pub metal_url: Option<String>,
    /// After how many seconds a card payment can be cancelled [default: 30]
    #[arg(long, env = "VITRINE_CARD_CANCEL_AFTER", value_name = "SECONDS")]
    pub card_cancel_after: Option<i64>,
    /// After how many further seconds it is ended [default: 90]
    #[arg(long, env = "VITRINE_CARD_END_AFTER", value_name = "SECONDS")]
    pub card_end_after: Option<i64>,
    /// For how many seconds a code that the client scans is shown before staff are asked whether to go on
    /// [default: 120]
    #[arg(long, env = "VITRINE_CODE_SHOWN_FOR", value_name = "SECONDS")]
    pub code_shown_for: Option<i64>,
    /// For how many seconds the client's scanned code is waited for before they are asked [default: 60]
    #[arg(long, env = "VITRINE_CODE_SCANNED_FOR", value_name = "SECONDS")]
    pub code_scanned_for: Option<i64>,
    /// How logs are written: text or json [default: text]
    #[arg(long, env = "VITRINE_LOG_FORMAT", value_name = "FORMAT")]
    pub log_format: Option<LogFormat>,
    /// What is logged, as a filter of tracing [default: info]
    #[arg(long, env = "VITRINE_LOG", value_name = "FILTER")]
    pub log: Option<String>,
    /// The configuration file [default: vitrine.toml in the data directory, when it is there]
    #[arg(long, env = "VITRINE_CONFIG", value_name = "FILE")]
    #[serde(skip)]
    pub config: Option<PathBuf>,
}

/// How logs are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For machines, a JSON object a line.
    Json,
}

/// Which card terminals a shop has; their certificates differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum TerminalEnvironment {
    /// They take money.
    #[default]
    Live,
    /// They are for tests.
    Test,
}

/// The settings in force.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the database, the keys and the pictures are.
    pub data: PathBuf,
    /// The port to listen on.
    pub port: u16,
    /// The address to listen on.
    pub address: IpAddr,
    /// Reverse proxies that are believed for whom they ask.
    pub proxies: Vec<IpAddr>,
    /// PostgreSQL to use instead of the SQLite file.
    pub database_url: Option<String>,
    /// What this machine is called, where somebody said so.
    pub machine: Option<String>,
    /// The mail server.
    pub smtp_url: Option<String>,
    /// The sender of mails.
    pub mail_sender: String,
    /// The certificates of the authority that signs card terminals, a PEM file.
    pub terminal_certificates: Option<PathBuf>,
    /// Which card terminals the shop has.
    pub terminal_environment: TerminalEnvironment,
    /// Who is written to for help.
    pub support_address: String,
    /// Whether the staging banner shows.
    pub staging: bool,
    /// Whether customised jewellery is offered on development hosts, where somebody said so.
    pub customised: Option<bool>,
    /// Development hosts besides localhost.
    pub development_hosts: Vec<String>,
    /// Where clients reach this installation.
    pub public_url: Option<String>,
    /// The folder of the backups that the job makes.
    pub backup_folder: Option<PathBuf>,
    /// The file to which heads of the journal are added.
    pub anchor_file: Option<PathBuf>,
    /// The address to which they are posted.
    pub anchor_url: Option<String>,
    /// Where the reference rates of the day are.
    pub rate_url: Option<String>,
    /// Where the prices of metals are.
    pub metal_url: Option<String>,
    /// How long tills wait while money is taken.
    pub timings: Timings,
    /// How logs are written.
    pub log_format: LogFormat,
    /// What is logged.
    pub log: String,
}

impl Options {
    /// The settings in force.
    ///
    /// # Errors
    /// When a configuration file is named that cannot be read, or holds something else.
    pub fn into_config(self) -> Result<Config, Stop> {
        let data = self.data.clone().unwrap_or_else(|| PathBuf::from("data"));
        let file = read_file(self.config.as_deref(), &data)?;
        let timings = waiting::timings(&self, &file)?;
        let port = self.port.or(file.port).unwrap_or(8080);
        let mail_sender = self
            .mail_sender
            .or(file.mail_sender)
            .unwrap_or_else(|| "Vitrine <vitrine@localhost>".to_owned());
        Ok(Config {
            port,
            address: self
                .address
                .or(file.address)
                .unwrap_or(IpAddr::V4(std::net::Ipv4Addr::LOCALHOST)),
            proxies: self.proxy.or(file.proxy).unwrap_or_default(),
            database_url: self.database_url.or(file.database_url),
            machine: self.machine.or(file.machine),
            smtp_url: self.smtp_url.or(file.smtp_url),
            support_address: self
                .support_address
                .or(file.support_address)
                .unwrap_or_else(|| mail_sender.clone()),
            mail_sender,
            terminal_certificates: self.terminal_certificates.or(file.terminal_certificates),
            terminal_environment: self
                .terminal_environment
                .or(file.terminal_environment)
                .unwrap_or_default(),
            staging: self.staging.or(file.staging).unwrap_or(false),
            customised: self.customised.or(file.customised),
            development_hosts: self
                .development_host
                .or(file.development_host)
                .unwrap_or_default(),
            public_url: self
                .public_url
                .or(file.public_url)
                .map(|url| web_address(&url))
                .transpose()?,
            backup_folder: self.backup_folder.or(file.backup_folder),
            anchor_file: self.anchor_file.or(file.anchor_file),
            anchor_url: self.anchor_url.or(file.anchor_url),
            rate_url: self.rate_url.or(file.rate_url),
            metal_url: self.metal_url.or(file.metal_url),
            timings,
            log_format: self.log_format.or(file.log_format).unwrap_or_default(),
            log: self.log.or(file.log).unwrap_or_else(|| "info".to_owned()),
            data: self.data.or(file.data).unwrap_or(data),
        })
    }
}

impl Config {
    /// Where customised jewellery is offered, when nobody said whether it is.
    #[must_use]
    pub fn customised_hosts(&self, usual: bool) -> DevelopmentHosts {
        if self.customised.unwrap_or(usual) {
            DevelopmentHosts::local_and(&self.development_hosts)
        } else {
            DevelopmentHosts::none()
        }
    }
}

/// An address of the web without a slash at its end: it goes on paper, where nobody corrects it.
fn web_address(text: &str) -> Result<String, Stop> {
    let address = text.trim().trim_end_matches('/');
    let host = address
        .strip_prefix("https://")
        .or_else(|| address.strip_prefix("http://"));
    let is_host = |host: &str| {
        !host.is_empty()
            && host
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte))
    };
    match host {
        Some(host) if is_host(host) => Ok(address.to_owned()),
        _ => Err(Stop::because(format!(
            "The public address {text} is none: it is like https://pos.maison.example"
        ))),
    }
}

fn read_file(named: Option<&Path>, data: &Path) -> Result<Options, Stop> {
    let path = named.map_or_else(|| data.join(FILE_NAME), Path::to_owned);
    if named.is_none() && !path.exists() {
        return Ok(Options::default());
    }
    let text = std::fs::read_to_string(&path).map_err(|error| {
        Stop::because(format!(
            "The configuration file {} cannot be read: {error}",
            path.display()
        ))
    })?;
    toml::from_str(&text).map_err(|error| {
        Stop::because(format!(
            "The configuration file {} is wrong: {}",
            path.display(),
            error.message()
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_beats_the_file_and_the_file_beats_the_default() {
        let folder = std::env::temp_dir().join(format!("vitrine-config-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(
            folder.join(FILE_NAME),
            "port = 9000\nmail_sender = \"a@b.example\"\n",
        )
        .unwrap();
        let options = || Options {
            data: Some(folder.clone()),
            ..Options::default()
        };
        let config = options().into_config().unwrap();
        assert_eq!(
            (config.port, config.mail_sender.as_str()),
            (9000, "a@b.example")
        );
        assert!(!config.staging);
        assert_eq!(config.customised_hosts(false), DevelopmentHosts::none());
        assert_eq!(
            config.customised_hosts(true),
            DevelopmentHosts::local_and(&[])
        );
        let config = Options {
            port: Some(9001),
            ..options()
        }
        .into_config()
        .unwrap();
        assert_eq!(config.port, 9001);
        let public = |url: &str| {
            let options = Options {
                public_url: Some(url.to_owned()),
                ..options()
            };
            options.into_config().map(|config| config.public_url)
        };
        assert_eq!(config.public_url, None);
        let address = "https://pos.maison.example";
        assert_eq!(
            public("https://pos.maison.example/").ok().flatten(),
            Some(address.to_owned())
        );
        for wrong in [
            "pos.maison.example",
            "https://",
            "javascript:alert(1)",
            "https://a b",
        ] {
            assert!(public(wrong).is_err(), "{wrong}");
        }
        std::fs::write(folder.join(FILE_NAME), "prot = 9000\n").unwrap();
        assert!(options().into_config().is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
