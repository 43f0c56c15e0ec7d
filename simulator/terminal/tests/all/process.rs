//! The program itself: its one line, its exit, a port that is taken.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_terminal-simulator");

fn started() -> (Child, String) {
    let mut child = Command::new(PROGRAM)
        .args([
            "--port",
            "0",
            "--terminal",
            "V400m-1",
            "--terminal",
            "V400m-2@0",
        ])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe"))
        .read_line(&mut line)
        .expect("a line");
    (child, line)
}

#[test]
fn it_says_where_it_listens_and_ends_cleanly() {
    for signal in ["-TERM", "-INT"] {
        let (mut child, line) = started();
        assert!(
            line.starts_with("terminal-simulator listening on http://127.0.0.1:"),
            "{line}"
        );
        let sent = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(sent.expect("kill runs").success());
        assert_eq!(child.wait().expect("it ends").code(), Some(0));
    }
}

#[test]
fn a_port_that_is_taken_ends_it_with_one_message() {
    let (mut child, line) = started();
    let port = line.trim().rsplit(':').next().expect("a port").to_owned();
    let second = Command::new(PROGRAM)
        .args(["--port", &port])
        .output()
        .expect("it runs");
    child.kill().expect("ended");
    child.wait().expect("ended");
    assert_eq!(second.status.code(), Some(1));
    let message = String::from_utf8(second.stderr).expect("UTF-8");
    assert!(
        message.starts_with(&format!(
            "terminal-simulator: cannot listen on 127.0.0.1:{port}: "
        )),
        "{message}"
    );
    assert_eq!(message.lines().count(), 1, "{message}");
}

#[test]
fn wrong_arguments_are_named() {
    for (arguments, word) in [
        (vec!["--port", "0", "--terminal", "no spaces"], "POIID"),
        (
            vec!["--port", "0", "--terminal", "V400m-1@door"],
            "port number",
        ),
        (vec!["--port", "0", "--passphrase", "x"], "--key-identifier"),
        (
            vec!["--port", "0", "--notify-url", "https://127.0.0.1/"],
            "http://",
        ),
    ] {
        let output = Command::new(PROGRAM)
            .args(&arguments)
            .output()
            .expect("it runs");
        assert!(!output.status.success());
        let message = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(message.contains(word), "{arguments:?}: {message}");
    }
}
