//! Connections. hyper reads and writes HTTP here, but the socket stays in our hands, so that a scripted
//! fault can drop it or write what no proper server would.

use std::future::poll_fn;
use std::net::SocketAddr;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use axum::routing::post;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};

use crate::nexo::Reply;
use crate::state::{Door, Simulator};
use crate::{StartError, control, page};

const MAX_BODY: usize = 256 * 1024;

/// Bytes to write instead of an answer before the connection is closed.
type Takeover = mpsc::Sender<Vec<u8>>;

/// The terminal whose own port a request came through.
#[derive(Clone)]
struct Through(Option<String>);

fn router(simulator: &Simulator, through: Option<&str>) -> Router {
    let nexo = Router::new().route("/nexo", post(nexo));
    let router = if through.is_some() {
        nexo
    } else {
        nexo.merge(control::routes()).merge(page::routes())
    };
    router
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(Extension(Through(through.map(str::to_owned))))
        .with_state(simulator.clone())
}

/// Opens the common port.
pub(crate) async fn open(
    simulator: &Simulator,
    address: SocketAddr,
) -> Result<SocketAddr, StartError> {
    let (listener, address) = bind(address).await?;
    let router = router(simulator, None);
    // The common port never closes, so nobody keeps the other end of this.
    let (_, open) = watch::channel(true);
    tokio::spawn(async move {
        loop {
            accept(&listener, &router, &open).await;
        }
    });
    Ok(address)
}

/// Opens a port of one terminal, which can be closed and opened again.
pub(crate) async fn open_door(
    simulator: &Simulator,
    poiid: &str,
    address: SocketAddr,
) -> Result<(), StartError> {
    let (listener, address) = bind(address).await?;
    let router = router(simulator, Some(poiid));
    let wanted = watch::Sender::new(true);
    let actual = watch::Sender::new(true);
    let door = Door {
        port: address.port(),
        wanted: wanted.clone(),
        actual: actual.subscribe(),
    };
    simulator.terminal(poiid, |terminal| terminal.door = Some(door));
    tokio::spawn(async move {
        let mut wish = wanted.subscribe();
        let mut listener = Some(listener);
        loop {
            let open = *wish.borrow_and_update();
            if !open {
                listener = None;
            } else if listener.is_none() {
                listener = bind(address).await.ok().map(|(listener, _)| listener);
                if listener.is_none() {
                    eprintln!(
                        "Port {} of a terminal cannot be opened again.",
                        address.port()
                    );
                }
            }
            actual.send_replace(listener.is_some());
            tokio::select! {
                changed = wish.changed() => if changed.is_err() { return },
                () = serve_all(listener.as_ref(), &router, &wanted) => {}
            }
        }
    });
    Ok(())
}

async fn bind(address: SocketAddr) -> Result<(TcpListener, SocketAddr), StartError> {
    let failed = |source| StartError::Listen { address, source };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let local = listener.local_addr().map_err(failed)?;
    Ok((listener, local))
}

async fn serve_all(listener: Option<&TcpListener>, router: &Router, open: &watch::Sender<bool>) {
    let Some(listener) = listener else {
        return std::future::pending().await;
    };
    loop {
        accept(listener, router, &open.subscribe()).await;
    }
}

async fn accept(listener: &TcpListener, router: &Router, open: &watch::Receiver<bool>) {
    match listener.accept().await {
        Ok((stream, _)) => {
            tokio::spawn(connection(stream, router.clone(), open.clone()));
        }
        Err(error) => {
            eprintln!("A connection could not be accepted: {error}.");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

async fn connection(stream: TcpStream, router: Router, mut open: watch::Receiver<bool>) {
    let (takeover, mut taken): (Takeover, _) = mpsc::channel(1);
    let service = TowerToHyperService::new(router.layer(Extension(takeover)));
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

async fn nexo(
    State(simulator): State<Simulator>,
    Extension(Through(through)): Extension<Through>,
    Extension(takeover): Extension<Takeover>,
    body: Bytes,
) -> Response {
    let text = String::from_utf8_lossy(&body);
    match simulator.serve(&text, through.as_deref()).await {
        Reply::Json(text) => answer(200, "application/json", text),
        Reply::Empty => answer(200, "application/json", String::new()),
        Reply::Page(status, kind, text) => answer(status, kind, text.to_owned()),
        Reply::Drop => take_over(&takeover, Vec::new()).await,
        Reply::Twice(text) => {
            let length = text.len();
            let once = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{text}"
            );
            take_over(&takeover, once.repeat(2).into_bytes()).await
        }
    }
}

/// Gives the connection away and never answers: its task drops this request with hyper's side of it.
async fn take_over(takeover: &Takeover, bytes: Vec<u8>) -> Response {
    // When the task is gone the connection is closed already, which is what was wanted.
    let _ = takeover.send(bytes).await;
    std::future::pending().await
}

fn answer(status: u16, kind: &'static str, text: String) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = axum::http::StatusCode::from_u16(status).unwrap_or_default();
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}
