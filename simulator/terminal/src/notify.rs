//! Display notifications: what the terminal shows, told to a webhook. For the screen only; they may be lost.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper::Request;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::sync::mpsc;

const QUEUE: usize = 256;
const TIMEOUT: Duration = Duration::from_secs(10);

/// Sends messages to the webhook, in order per terminal, never waiting for it.
#[derive(Clone, Default)]
pub(crate) struct Notifier {
    target: Option<Arc<Target>>,
    queues: Arc<Mutex<HashMap<String, mpsc::Sender<String>>>>,
}

#[derive(Debug)]
struct Target {
    authority: String,
    path: String,
}

impl Notifier {
    /// Reads the address of the webhook, `http://host:port/path`; without one nothing is sent.
    ///
    /// # Errors
    /// A sentence when the address is not of that form.
    pub(crate) fn new(url: Option<&str>) -> Result<Self, String> {
        let target = match url {
            None => None,
            Some(url) => {
                let parsed: hyper::Uri = url.parse().map_err(|error| format!("{url}: {error}"))?;
                let authority = parsed
                    .authority()
                    .filter(|_| parsed.scheme_str() == Some("http"));
                let authority =
                    authority.ok_or_else(|| format!("{url}: must begin with http://"))?;
                let path = parsed.path_and_query().map_or("/", |path| path.as_str());
                Some(Arc::new(Target {
                    authority: authority.to_string(),
                    path: path.to_owned(),
                }))
            }
        };
        Ok(Self {
            target,
            queues: Arc::default(),
        })
    }

    /// Queues a message of a terminal; one that does not fit is lost, as in the field.
    pub(crate) fn send(&self, poiid: &str, message: String) {
        let Some(target) = &self.target else { return };
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        let queue = queues.entry(poiid.to_owned()).or_insert_with(|| {
            let (sender, receiver) = mpsc::channel(QUEUE);
            tokio::spawn(deliver(Arc::clone(target), receiver));
            sender
        });
        if queue.try_send(message).is_err() {
            eprintln!("A notification of {poiid} was lost: the webhook is too slow.");
        }
    }
}

async fn deliver(target: Arc<Target>, mut queue: mpsc::Receiver<String>) {
    while let Some(message) = queue.recv().await {
        let sent = tokio::time::timeout(TIMEOUT, post(&target, message)).await;
        let problem = match sent {
            Ok(Ok(())) => continue,
            Ok(Err(error)) => error,
            Err(_) => "no answer in 10 seconds".to_owned(),
        };
        eprintln!(
            "A notification did not reach http://{}{}: {problem}.",
            target.authority, target.path
        );
    }
}

async fn post(target: &Target, message: String) -> Result<(), String> {
    let authority = &target.authority;
    let address = if authority.contains(':') {
        authority.clone()
    } else {
        format!("{authority}:80")
    };
    let stream = TcpStream::connect(address)
        .await
        .map_err(|error| error.to_string())?;
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
        .await
        .map_err(|e| e.to_string())?;
    tokio::spawn(connection);
    let request = Request::post(&target.path)
        .header("host", authority)
        .header("content-type", "application/json")
        .body(Full::new(Bytes::from(message)))
        .map_err(|error| error.to_string())?;
    let response = sender
        .send_request(request)
        .await
        .map_err(|error| error.to_string())?;
    if response.status().is_success() {
        Ok(())
    } else {
        Err(response.status().to_string())
    }
}
