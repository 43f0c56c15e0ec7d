//! The conversation of RFC 5321, as strict as a careful server: order of commands, sizes, line ends.

use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use crate::store::Store;

const HOST: &str = "mail-simulator";
const MAX_COMMAND: u64 = 2048;
const MAX_MESSAGE: usize = 26_214_400;
const MAX_RECIPIENTS: usize = 100;
const PATIENCE: Duration = Duration::from_secs(300);

/// Takes connections for ever.
pub(crate) async fn serve(listener: TcpListener, store: Store) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let store = store.clone();
                // A client that hangs up in the middle is its own affair.
                tokio::spawn(async move { converse(stream, store).await.ok() });
            }
            Err(error) => {
                eprintln!("A connection could not be accepted: {error}.");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// What the client has said so far.
#[derive(Default)]
struct Session {
    greeted: bool,
    from: Option<String>,
    to: Vec<String>,
}

/// What to do after an answer.
#[derive(Debug, PartialEq, Eq)]
enum Next {
    Command,
    Data,
    Close,
}

type Answer = (&'static str, Next);

async fn converse(stream: TcpStream, store: Store) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    let mut session = Session::default();
    stream
        .write_all(format!("220 {HOST} ESMTP\r\n").as_bytes())
        .await?;
    loop {
        let mut line = Vec::new();
        let mut limited = (&mut stream).take(MAX_COMMAND);
        match timeout(PATIENCE, limited.read_until(b'\n', &mut line)).await {
            Ok(Ok(0)) => return Ok(()),
            Ok(Ok(_)) => {}
            Ok(Err(error)) => return Err(error),
            Err(_) => return stream.write_all(b"421 4.4.2 Timed out\r\n").await,
        }
        if limited.limit() == 0 && !line.ends_with(b"\n") {
            return stream.write_all(b"500 5.5.6 Line too long\r\n").await;
        }
        let (answer, next) = session.command(&line);
        stream.write_all(answer.as_bytes()).await?;
        match next {
            Next::Command => {}
            Next::Close => return stream.shutdown().await,
            Next::Data => {
                let answer = match data(&mut stream).await? {
                    Some(raw) => {
                        let from = session.from.take().unwrap_or_default();
                        let id = store.keep(&from, std::mem::take(&mut session.to), &raw);
                        format!("250 2.0.0 Kept as {id}\r\n")
                    }
                    None => "552 5.3.4 Message too big\r\n".to_owned(),
                };
                session.forget();
                stream.write_all(answer.as_bytes()).await?;
            }
        }
    }
}

/// Reads up to the line with only a dot; `None` when it was too big (and read to its end all the same).
async fn data(stream: &mut BufReader<TcpStream>) -> std::io::Result<Option<Vec<u8>>> {
    let mut message = Vec::new();
    let mut too_big = false;
    let mut after_crlf = true;
    loop {
        let mut line = Vec::new();
        let read = timeout(PATIENCE, stream.take(65_536).read_until(b'\n', &mut line)).await;
        if read.map_err(|_| std::io::ErrorKind::TimedOut)?? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        // Only CRLF ends a line here: a bare line feed before a dot must not end the message.
        if after_crlf && line == b".\r\n" {
            return Ok((!too_big).then_some(message));
        }
        let unstuffed = if after_crlf && line.first() == Some(&b'.') {
            &line[1..]
        } else {
            &line[..]
        };
        too_big |= message.len() + unstuffed.len() > MAX_MESSAGE;
        if !too_big {
            message.extend_from_slice(unstuffed);
        }
        after_crlf = line.ends_with(b"\r\n");
    }
}

impl Session {
    fn command(&mut self, line: &[u8]) -> Answer {
        let Some(line) = line
            .strip_suffix(b"\r\n")
            .and_then(|line| std::str::from_utf8(line).ok())
        else {
            return (
                "500 5.5.2 A command is UTF-8 and ends with CR LF\r\n",
                Next::Command,
            );
        };
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb.to_ascii_uppercase().as_str() {
            "EHLO" if !rest.trim().is_empty() => {
                self.greet();
                let answer = "250-mail-simulator\r\n250-SIZE 26214400\r\n250-8BITMIME\r\n\
                              250-SMTPUTF8\r\n250 ENHANCEDSTATUSCODES\r\n";
                (answer, Next::Command)
            }
            "HELO" if !rest.trim().is_empty() => {
                self.greet();
                ("250 mail-simulator\r\n", Next::Command)
            }
            "EHLO" | "HELO" => ("501 5.5.4 Say who you are\r\n", Next::Command),
            "MAIL" => (self.mail(rest), Next::Command),
            "RCPT" => (self.recipient(rest), Next::Command),
            "DATA" if self.from.is_none() || self.to.is_empty() => {
                ("503 5.5.1 MAIL and RCPT come first\r\n", Next::Command)
            }
            "DATA" => ("354 End with a dot on a line of its own\r\n", Next::Data),
            "RSET" => {
                self.forget();
                ("250 2.0.0 Forgotten\r\n", Next::Command)
            }
            "NOOP" => ("250 2.0.0 Done\r\n", Next::Command),
            "VRFY" => (
                "252 2.5.2 Send some mail, it will be kept\r\n",
                Next::Command,
            ),
            "QUIT" => ("221 2.0.0 Goodbye\r\n", Next::Close),
            "AUTH" | "STARTTLS" | "EXPN" | "HELP" => ("502 5.5.1 Not offered\r\n", Next::Command),
            _ => ("500 5.5.2 Unknown command\r\n", Next::Command),
        }
    }

    fn greet(&mut self) {
        self.forget();
        self.greeted = true;
    }

    fn forget(&mut self) {
        self.from = None;
        self.to.clear();
    }

    fn mail(&mut self, rest: &str) -> &'static str {
        if !self.greeted {
            return "503 5.5.1 EHLO comes first\r\n";
        }
        if self.from.is_some() {
            return "503 5.5.1 One sender at a time\r\n";
        }
        let Some((address, parameters)) = path(rest, "FROM:") else {
            return "501 5.5.4 MAIL FROM:<address>\r\n";
        };
        for parameter in parameters.split_ascii_whitespace() {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            match name.to_ascii_uppercase().as_str() {
                "SIZE" => match value.parse::<usize>() {
                    Ok(size) if size <= MAX_MESSAGE => {}
                    Ok(_) => return "552 5.3.4 Message too big\r\n",
                    Err(_) => return "501 5.5.4 SIZE=number\r\n",
                },
                "BODY" | "SMTPUTF8" => {}
                _ => return "555 5.5.4 Unknown parameter\r\n",
            }
        }
        self.from = Some(address.to_owned());
        "250 2.1.0 Sender taken\r\n"
    }

    fn recipient(&mut self, rest: &str) -> &'static str {
        if self.from.is_none() {
            return "503 5.5.1 MAIL comes first\r\n";
        }
        match path(rest, "TO:") {
            Some((address, "")) if address.contains('@') => {
                if self.to.len() >= MAX_RECIPIENTS {
                    return "452 4.5.3 Too many recipients\r\n";
                }
                self.to.push(address.to_owned());
                "250 2.1.5 Recipient taken\r\n"
            }
            Some((_, "")) => "550 5.1.3 Not a mail address\r\n",
            Some(_) => "555 5.5.4 Unknown parameter\r\n",
            None => "501 5.5.4 RCPT TO:<address>\r\n",
        }
    }
}

/// The address between angle brackets after `FROM:` or `TO:`, and what follows it.
fn path<'a>(rest: &'a str, keyword: &str) -> Option<(&'a str, &'a str)> {
    let head = rest.get(..keyword.len())?;
    if !head.eq_ignore_ascii_case(keyword) {
        return None;
    }
    let (address, parameters) = rest[keyword.len()..]
        .trim_start()
        .strip_prefix('<')?
        .split_once('>')?;
    let clean =
        !address.contains(['<', ' ']) && (parameters.is_empty() || parameters.starts_with(' '));
    clean.then_some((address, parameters.trim()))
}
