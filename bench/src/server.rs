//! The product as a process: started, watched, ended.

use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::client::{Client, Fault};

/// How long the product may take to be ready before the measurement gives up.
const READY_TIME_MAX: Duration = Duration::from_secs(60);
/// Clock ticks in a second, fixed on Linux for what /proc tells.
const TICKS: f64 = 100.0;

/// A running `vitrine serve`.
pub(crate) struct Server {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
    /// From the start of the process to the first success of `/readyz`.
    pub cold_start: Duration,
}

impl Server {
    /// Starts the program on a data directory and waits until it is ready.
    pub(crate) fn start(
        program: &Path,
        data: &Path,
        database_url: Option<&str>,
    ) -> Result<Self, Fault> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        let started = Instant::now();
        let mut command = Command::new(program);
        command
            .args(["serve", "--log", "warn", "--port", &port.to_string()])
            .arg("--data")
            .arg(data)
            .stdout(Stdio::null());
        if let Some(url) = database_url {
            command.args(["--database-url", url]);
        }
        let child = command.spawn()?;
        let mut server = Self {
            child,
            address,
            cold_start: Duration::ZERO,
        };
        loop {
            let ready = Client::connect(address)
                .and_then(|mut client| client.exchange("GET", "/readyz", None));
            if matches!(ready, Ok((200, _))) {
                server.cold_start = started.elapsed();
                return Ok(server);
            }
            if let Some(status) = server.child.try_wait()? {
                return Err(format!("the program ended at its start: {status}").into());
            }
            if started.elapsed() > READY_TIME_MAX {
                return Err("the program is not ready after a minute".into());
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// The processor time used so far, user and system.
    pub(crate) fn cpu(&self) -> Result<Duration, Fault> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The name of the program may hold spaces; the numbers come after its bracket.
        let numbers = stat.rsplit(')').next().unwrap_or_default();
        let fields: Vec<&str> = numbers.split_whitespace().collect();
        let ticks = |index: usize| -> Result<f64, Fault> {
            Ok(fields
                .get(index)
                .ok_or("no processor time")?
                .parse::<f64>()?)
        };
        Ok(Duration::from_secs_f64((ticks(11)? + ticks(12)?) / TICKS))
    }

    /// Resident memory in MB: now, and at its highest.
    pub(crate) fn memory(&self) -> Result<(f64, f64), Fault> {
        memory_of(self.child.id())
    }
}

/// Resident memory of a process in MB: now, and at its highest.
pub(crate) fn memory_of(process: u32) -> Result<(f64, f64), Fault> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let find = |name: &str| -> Result<f64, Fault> {
        let line = status.lines().find(|line| line.starts_with(name));
        let number = line.and_then(|line| line.split_whitespace().nth(1));
        Ok(number.ok_or("no memory figure")?.parse::<f64>()? / 1024.0)
    };
    Ok((find("VmRSS:")?, find("VmHWM:")?))
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
