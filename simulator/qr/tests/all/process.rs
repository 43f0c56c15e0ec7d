//! The program itself: its one line, its exit, its keys, a port that is taken.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_qr-simulator");

fn started(more: &[&str]) -> (Child, String) {
    let mut child = Command::new(PROGRAM)
        .args(["--port", "0"])
        .args(more)
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe"))
        .read_line(&mut line)
        .expect("a line");
    (child, line)
}

fn ended(mut child: Child) {
    child.kill().expect("ended");
    child.wait().expect("ended");
}

#[test]
fn it_says_where_it_listens_and_ends_cleanly() {
    for signal in ["-TERM", "-INT"] {
        let (mut child, line) = started(&[]);
        assert!(
            line.starts_with("qr-simulator listening on http://127.0.0.1:"),
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
fn its_keys_stay_when_they_have_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("keys.json");
    let path = path.to_str().expect("a path");
    let (first, _) = started(&["--keys", path]);
    ended(first);
    let made = std::fs::read_to_string(path).expect("a file");
    let (second, _) = started(&["--keys", path]);
    ended(second);
    assert_eq!(std::fs::read_to_string(path).expect("a file"), made);
    std::fs::write(path, "no keys").expect("written");
    let broken = Command::new(PROGRAM)
        .args(["--port", "0", "--keys", path])
        .output()
        .expect("it runs");
    assert_eq!(broken.status.code(), Some(1));
}

#[test]
fn a_port_that_is_taken_ends_it_with_one_message() {
    let (child, line) = started(&[]);
    let port = line.trim().rsplit(':').next().expect("a port").to_owned();
    let second = Command::new(PROGRAM)
        .args(["--port", &port])
        .output()
        .expect("it runs");
    ended(child);
    assert_eq!(second.status.code(), Some(1));
    let message = String::from_utf8(second.stderr).expect("UTF-8");
    let expected = format!("qr-simulator: cannot listen on 127.0.0.1:{port}: ");
    assert!(message.starts_with(&expected), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
}
