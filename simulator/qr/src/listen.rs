//! What both providers answer to, and how.

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::Response;
use axum::routing::{any, post};
use axum::{Extension, Router};
use simulator_base::connection::Takeover;

use crate::serve::Reply;
use crate::state::Simulator;
use crate::{alipay, control, page, wechat};

const MAX_BODY: usize = 256 * 1024;

pub(crate) fn router(simulator: Simulator) -> Router {
    Router::new()
        .route("/gateway.do", post(gateway))
        .route("/v3/{*rest}", any(resource))
        .merge(control::routes())
        .merge(page::routes())
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(simulator)
}

async fn gateway(
    State(simulator): State<Simulator>,
    Extension(takeover): Extension<Takeover>,
    body: Bytes,
) -> Response {
    finish(alipay::gateway(&simulator, &body).await, &takeover).await
}

async fn resource(
    State(simulator): State<Simulator>,
    Extension(takeover): Extension<Takeover>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let reply = wechat::resource(&simulator, &method, &uri, &headers, &body).await;
    finish(reply, &takeover).await
}

async fn finish(reply: Reply, takeover: &Takeover) -> Response {
    match reply {
        Reply::Send {
            status,
            headers,
            body,
        } => {
            let mut response = Response::new(Body::from(body));
            *response.status_mut() = StatusCode::from_u16(status).unwrap_or_default();
            for (name, value) in headers {
                if let Ok(value) = HeaderValue::from_str(&value) {
                    response.headers_mut().insert(name, value);
                }
            }
            response
        }
        Reply::Drop => takeover.write(Vec::new()).await,
        Reply::Cut { head, part } => {
            let bytes = [head.into_bytes(), part.into_bytes()].concat();
            takeover.write(bytes).await
        }
    }
}
