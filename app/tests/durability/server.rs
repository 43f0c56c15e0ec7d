//! `vitrine serve` as a process that can be killed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::disk::Disk;

/// A running server.
pub(crate) struct Server {
    child: Child,
    /// Where it listens.
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts on the data directory of a disk.
    pub(crate) fn start(disk: &Disk) -> Self {
        Self::try_start(disk).expect("the server ended at its start")
    }

    /// Starts on a disk that may kill it at its start.
    pub(crate) fn try_start(disk: &Disk) -> Option<Self> {
        let mut command = vitrine("serve", &disk.data());
        disk.mount(&mut command);
        Self::spawn(command)
    }

    /// Starts on PostgreSQL.
    pub(crate) fn start_on(data: &Path, database_url: &str) -> Self {
        let mut command = vitrine("serve", data);
        command.args(["--database-url", database_url]);
        Self::spawn(command).expect("the server ended at its start")
    }

    fn spawn(mut command: Command) -> Option<Self> {
        let port = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = port.local_addr().unwrap();
        drop(port);
        command
            .args([
                "--log",
                &std::env::var("DURABILITY_LOG").unwrap_or("off".to_owned()),
            ])
            .args(["--port", &address.port().to_string()])
            .stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let listens = lines
            .map_while(Result::ok)
            .any(|line| line.contains("listens on"));
        let server = Self { child, address };
        (listens && server.is_ready()).then_some(server)
    }

    /// Waits for the answer to a first request.
    fn is_ready(&self) -> bool {
        let mut answer = String::new();
        TcpStream::connect(self.address)
            .and_then(|mut stream| {
                stream.write_all(b"GET /readyz HTTP/1.0\r\n\r\n")?;
                stream.read_to_string(&mut answer)
            })
            .is_ok_and(|_| answer.contains(" 200 "))
    }

    /// Whether it still runs.
    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Kills it, as often as it takes to be gone.
    pub(crate) fn kill(mut self) {
        self.end();
    }

    /// Kills it, and leaves its place for the one that is started instead.
    pub(crate) fn kill_now(&mut self) {
        self.end();
    }

    /// Tells it to end and waits until it has.
    pub(crate) fn finish(mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").arg(&id).status().unwrap().success());
        assert!(self.child.wait().unwrap().success());
    }

    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// The program, not disturbed by the environment of the tests.
pub(crate) fn vitrine(command: &str, data: &Path) -> Command {
    let mut vitrine = Command::new(env!("CARGO_BIN_EXE_vitrine"));
    vitrine.arg(command).arg("--data").arg(data);
    for name in ["VITRINE_PORT", "VITRINE_DATA", "DATABASE_URL"] {
        vitrine.env_remove(name);
    }
    vitrine
}

/// Runs `vitrine verify`, which must find nothing: the journal holds what it held before, which
/// `heads` tell, and says what the books say.
pub(crate) fn verify(data: &Path, heads: &str, database_url: Option<&str>) {
    let anchors = std::env::temp_dir().join(format!("vitrine-heads-{}", uuid::Uuid::now_v7()));
    std::fs::write(&anchors, heads).unwrap();
    let mut command = vitrine("verify", data);
    command.arg("--anchors").arg(&anchors);
    if let Some(url) = database_url {
        command.args(["--database-url", url]);
    }
    let output = command.output().unwrap();
    std::fs::remove_file(&anchors).unwrap();
    assert!(
        output.status.success(),
        "verify: {}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
