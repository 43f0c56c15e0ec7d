//! The ports of the terminals: one for all, and one for each that can be closed and opened again.

use std::net::SocketAddr;

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use axum::routing::post;
use axum::{Extension, Router};
use simulator_base::connection::{self, Takeover, bind, serve_while};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::nexo::Reply;
use crate::state::{Door, Simulator};
use crate::{StartError, control, page};

const MAX_BODY: usize = 256 * 1024;

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
    tokio::spawn(connection::serve(listener, router(simulator, None)));
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

/// Serves a port while it is open; there is nothing to do while it is not.
async fn serve_all(listener: Option<&TcpListener>, router: &Router, open: &watch::Sender<bool>) {
    let Some(listener) = listener else {
        return std::future::pending().await;
    };
    serve_while(listener, router, &open.subscribe()).await;
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
        Reply::Drop => takeover.write(Vec::new()).await,
        Reply::Twice(text) => {
            let length = text.len();
            let once = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{text}"
            );
            takeover.write(once.repeat(2).into_bytes()).await
        }
    }
}

fn answer(status: u16, kind: &'static str, text: String) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = axum::http::StatusCode::from_u16(status).unwrap_or_default();
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}
