//! The front door: API, till, pictures, health, and what every answer has in common.

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use http::{HeaderName, HeaderValue, StatusCode, header};
use http_body_util::BodyExt;
use metrics_exporter_prometheus::PrometheusHandle;
use shell::db::params;
use shell::http::origin;
use shell::{Failure, Outcome, Shell};
use tokio::sync::OnceCell;
use tokio::task::spawn_blocking;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;

use crate::description::Description;
use crate::figures::method_name;

/// How long a request may take (specification §9).
const REQUEST_TIME_MAX: Duration = Duration::from_secs(15);
/// The largest body that any operation takes.
const BODY_BYTES_MAX: usize = 1024 * 1024;
/// The largest body that is read to its end although it is refused: whoever is cut off while they
/// still send hears of a broken line, and not of the reason.
const HEARD_BYTES_MAX: usize = 8 * BODY_BYTES_MAX;
/// How long a till may keep a picture before it asks again: a retailer may replace the file.
const PICTURE_CACHE: HeaderValue = HeaderValue::from_static("public, max-age=300");
/// Names a request in logs and answers.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Everything that the program serves.
pub fn router(
    api: Router,
    shell: Shell,
    pictures: PathBuf,
    metrics: PrometheusHandle,
    proxies: &[IpAddr],
) -> Router {
    let pictures = Router::new()
        .nest_service("/pictures", ServeDir::new(pictures))
        .layer(SetResponseHeaderLayer::overriding(
            header::CACHE_CONTROL,
            PICTURE_CACHE,
        ));
    let health = Router::new()
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(ready).with_state(shell))
        .route("/metrics", get(move || async move { metrics.render() }));
    // One stack for all layers, the outermost first: each call of `layer` by itself would put what is below into
    // a box, which every request copies.
    let around_api = ServiceBuilder::new()
        .layer(CatchPanicLayer::new())
        .layer(from_fn(refuse_large))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            REQUEST_TIME_MAX,
        ))
        .layer(from_fn_with_state(Arc::from(proxies), origin::note))
        .layer(RequestBodyLimitLayer::new(BODY_BYTES_MAX));
    let around_all = ServiceBuilder::new()
        .layer(SetRequestIdLayer::new(REQUEST_ID, MakeRequestUuid))
        .layer(PropagateRequestIdLayer::new(REQUEST_ID))
        .layer(
            TraceLayer::new_for_http().make_span_with(|request: &Request| {
                let id = request
                    .headers()
                    .get(REQUEST_ID)
                    .and_then(|value| value.to_str().ok());
                tracing::info_span!(
                    "request",
                    id = id.unwrap_or_default(),
                    method = %request.method(),
                    path = request.uri().path(),
                )
            }),
        )
        .layer(from_fn(shell::http::security::headers))
        .layer(from_fn(measure))
        .layer(from_fn(shell::http::envelope::wrap));
    Router::new()
        .merge(api.layer(around_api))
        .merge(crate::till::router())
        .merge(pictures)
        .merge(health)
        .fallback(|| async { StatusCode::NOT_FOUND })
        .layer(around_all)
}

/// Ready means that the store answers.
async fn ready(State(shell): State<Shell>) -> Response {
    let answer = shell
        .db
        .read((), |tx, ()| {
            Box::pin(async move {
                let mut row = tx
                    .query_one("SELECT COUNT(*) FROM schema_version", params![])
                    .await?;
                Ok(row.read::<i64>()?)
            })
        })
        .await;
    match answer {
        Ok(_) => "ready".into_response(),
        Err(error) => {
            tracing::error!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer").into_response()
        }
    }
}

/// Refuses a body that says itself that it is too large, once it is there.
async fn refuse_large(request: Request, next: Next) -> Response {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length: Option<usize> = length.and_then(|value| value.to_str().ok()?.parse().ok());
    let Some(length) = length.filter(|length| *length > BODY_BYTES_MAX) else {
        return next.run(request).await;
    };
    if length <= HEARD_BYTES_MAX {
        let mut body = request.into_body();
        let hearing = async { while let Some(Ok(_)) = body.frame().await {} };
        let _ = tokio::time::timeout(REQUEST_TIME_MAX, hearing).await;
    }
    StatusCode::PAYLOAD_TOO_LARGE.into_response()
}

/// Counts requests and their time by route and status.
async fn measure(request: Request, next: Next) -> Response {
    let start = tokio::time::Instant::now();
    let method = method_name(request.method()).to_owned();
    let path = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "other".to_owned(), |path| path.as_str().to_owned());
    let response = next.run(request).await;
    let labels = [
        ("method", method),
        ("path", path),
        ("status", response.status().as_u16().to_string()),
    ];
    metrics::counter!("vitrine_http_requests_total", &labels).increment(1);
    metrics::histogram!("vitrine_http_request_seconds", &labels)
        .record(start.elapsed().as_secs_f64());
    response
}

/// Serves the API's description; whoever asks first waits until it is written.
pub(crate) fn description(api: Description) -> MethodRouter {
    let written: Arc<OnceCell<Bytes>> = Arc::default();
    get(move || {
        let (api, written) = (api.clone(), written.clone());
        async move {
            let write = || async {
                let text = spawn_blocking(move || Bytes::from(api.write().to_string()));
                text.await.map_err(Failure::internal)
            };
            let text = written.get_or_try_init(write).await?.clone();
            Outcome::Ok(([(header::CONTENT_TYPE, "application/json")], text))
        }
    })
}
