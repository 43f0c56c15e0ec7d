//! Connections. hyper reads and writes HTTP here, but the socket stays in our hands, so that a scripted
//! fault can drop it or write what no proper server would.

use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::response::Response;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};

/// How long nothing is accepted after that failed, in milliseconds.
const PAUSE_MS: u64 = 100;

/// A port that cannot be opened.
#[derive(Debug, thiserror::Error)]
#[error("cannot listen on {address}: {source}")]
pub struct ListenError {
    address: SocketAddr,
    source: io::Error,
}

/// Opens a port; the address says which when any was asked for.
///
/// # Errors
/// When it is taken or may not be used.
pub async fn bind(address: SocketAddr) -> Result<(TcpListener, SocketAddr), ListenError> {
    let failed = |source| ListenError { address, source };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let local = listener.local_addr().map_err(failed)?;
    Ok((listener, local))
}

/// What a handler finds as an extension of its request: the way to the socket below.
#[derive(Clone, Debug)]
pub struct Takeover(mpsc::Sender<Vec<u8>>);

impl Takeover {
    /// Writes bytes in place of an answer, or none, and closes the connection. It never comes back: the
    /// connection's task drops the request with hyper's side of it.
    pub async fn write(&self, bytes: Vec<u8>) -> Response {
        // When the task is gone the connection is closed already, which is what was wanted.
        let _ = self.0.send(bytes).await;
        std::future::pending().await
    }
}

/// Serves a port that stays open.
pub async fn serve(listener: TcpListener, router: Router) {
    // It never closes, so nobody keeps the other end of this.
    let (_, open) = watch::channel(true);
    serve_while(&listener, &router, &open).await;
}

/// Serves a port; its connections end when `open` turns false.
pub async fn serve_while(listener: &TcpListener, router: &Router, open: &watch::Receiver<bool>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(connection(stream, router.clone(), open.clone()));
            }
            Err(error) => {
                eprintln!("A connection could not be accepted: {error}.");
                tokio::time::sleep(Duration::from_millis(PAUSE_MS)).await;
            }
        }
    }
}

async fn connection(stream: TcpStream, router: Router, mut open: watch::Receiver<bool>) {
    let (takeover, mut taken) = mpsc::channel(1);
    let service = TowerToHyperService::new(router.layer(Extension(Takeover(takeover))));
    let mut http = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
    let bytes = tokio::select! {
        // An error here is a till that went away; there is nobody to tell.
        _ = poll_fn(|context| http.poll_without_shutdown(context)) => return,
        bytes = taken.recv() => bytes.unwrap_or_default(),
        () = closed(&mut open) => return,
    };
    let mut stream = http.into_parts().io.into_inner();
    if !bytes.is_empty() && stream.write_all(&bytes).await.is_ok() {
        let _ = stream.shutdown().await;
    }
}

async fn closed(open: &mut watch::Receiver<bool>) {
    if open.wait_for(|open| !open).await.is_err() {
        std::future::pending::<()>().await;
    }
}
