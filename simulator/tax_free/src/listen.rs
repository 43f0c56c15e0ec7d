//! What the operator answers to, and how.

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::Response;
use axum::routing::any;
use axum::{Extension, Router};
use simulator_base::connection::Takeover;

use crate::api::{Asked, Reply, answer};
use crate::state::Simulator;
use crate::{control, page};

const MAX_BODY: usize = 256 * 1024;

pub(crate) fn router(simulator: Simulator) -> Router {
    Router::new()
        .route("/v1/{*rest}", any(resource))
        .merge(control::routes())
        .merge(page::routes())
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(simulator)
}

async fn resource(
    State(simulator): State<Simulator>,
    Extension(takeover): Extension<Takeover>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let asked = Asked {
        method: method.to_string(),
        path: uri.path().to_owned(),
        headers,
        body: body.to_vec(),
    };
    match answer(&simulator, asked).await {
        Reply::Send {
            status,
            signature,
            body,
        } => {
            let mut response = Response::new(Body::from(body));
            *response.status_mut() = StatusCode::from_u16(status).unwrap_or_default();
            let headers = response.headers_mut();
            headers.insert("content-type", HeaderValue::from_static("application/json"));
            if let Ok(signature) = HeaderValue::from_str(&signature) {
                headers.insert("tf-signature", signature);
            }
            response
        }
        Reply::Drop => takeover.write(Vec::new()).await,
    }
}
