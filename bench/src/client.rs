//! A till's side of HTTP, as thin as it can be: what the client costs is not to be measured.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};
use uuid::Uuid;

/// What went wrong, as a sentence.
pub(crate) type Fault = Box<dyn std::error::Error + Send + Sync>;

/// One connection that is kept, with the token of whoever logged in.
pub(crate) struct Client {
    reader: BufReader<TcpStream>,
    token: String,
}

impl Client {
    /// Connects.
    pub(crate) fn connect(address: SocketAddr) -> Result<Self, Fault> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        Ok(Self {
            reader: BufReader::new(stream),
            token: String::new(),
        })
    }

    /// Connects and logs in.
    pub(crate) fn log_in(address: SocketAddr, user: &str) -> Result<Self, Fault> {
        let mut client = Self::connect(address)?;
        let body = json!({ "username": user, "password": demo::seed::PASSWORD });
        let answer = client.call("POST", "/login", Some(&body))?;
        client.token = answer["token"]
            .as_str()
            .ok_or("the login gave no token")?
            .to_owned();
        Ok(client)
    }

    /// Sends a request of the API and gives the data of its answer.
    pub(crate) fn call(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Value, Fault> {
        let text = self.send(method, path, body)?;
        let mut envelope: Value = serde_json::from_slice(&text)?;
        if envelope["success"] != true {
            return Err(format!("{method} {path}: {envelope}").into());
        }
        Ok(envelope["data"].take())
    }

    /// Sends a request of the API and gives the bytes of its answer, which must be a success.
    pub(crate) fn send(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Vec<u8>, Fault> {
        let (status, text) = self.exchange(method, &format!("/api/v1{path}"), body)?;
        if status == 200 {
            return Ok(text);
        }
        let text = String::from_utf8_lossy(&text);
        Err(format!("{method} {path}: {status} {text}").into())
    }

    /// Sends a request and gives status and body.
    pub(crate) fn exchange(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Result<(u16, Vec<u8>), Fault> {
        let body = body.map(serde_json::to_vec).transpose()?;
        let length = body.as_ref().map_or(0, Vec::len);
        let mut request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nx-app-version: {}\r\n\
             x-device-id: bench\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
             idempotency-key: {}\r\n",
            env!("CARGO_PKG_VERSION"),
            Uuid::now_v7(),
        );
        if !self.token.is_empty() {
            request.push_str("authorization: Bearer ");
            request.push_str(&self.token);
            request.push_str("\r\n");
        }
        request.push_str("\r\n");
        let mut bytes = request.into_bytes();
        bytes.extend_from_slice(body.as_deref().unwrap_or_default());
        self.reader.get_mut().write_all(&bytes)?;
        self.read_answer()
    }

    fn read_answer(&mut self) -> Result<(u16, Vec<u8>), Fault> {
        let mut line = String::new();
        self.reader.read_line(&mut line)?;
        let status = line
            .split(' ')
            .nth(1)
            .and_then(|code| code.parse().ok())
            .ok_or_else(|| format!("no HTTP answer: {line:?}"))?;
        let mut length = 0;
        loop {
            line.clear();
            self.reader.read_line(&mut line)?;
            let Some((name, value)) = line.split_once(':') else {
                break;
            };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse()?;
            }
        }
        let mut body = vec![0; length];
        self.reader.read_exact(&mut body)?;
        Ok((status, body))
    }
}
