//! The built till, embedded in the program and served under `/pos/`.

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use http::{HeaderValue, StatusCode, Uri, header};
use memory_serve::CacheControl;
use shell::Failure;
use tokio::sync::OnceCell;
use tower::ServiceExt;

/// Where the till's hashed files are.
const ASSETS: &str = "/pos/assets/";

/// The till's files, once they were asked for. They lie in the program compressed, and the library unpacks all of them
/// for who reads no Brotli, which no start shall wait for.
static FILES: OnceCell<Router> = OnceCell::const_new();

/// The till. Every path below its base that is no file is a page of it, which finds its way by itself.
pub(crate) fn router() -> Router {
    Router::new()
        .route("/pos", get(file))
        .route("/pos/{*path}", get(file))
        .route("/", get(|uri: Uri| async move { on_to("/pos/", &uri) }))
        .route(
            "/pos/",
            get(|uri: Uri| async move { on_to("/pos/sale", &uri) }),
        )
        .layer(from_fn(refuse_missing_assets))
}

async fn file(request: Request) -> Response {
    let unpacked = FILES.get_or_try_init(|| tokio::task::spawn_blocking(files));
    match unpacked.await {
        Ok(files) => files.clone().oneshot(request).await.into_response(),
        Err(error) => Failure::internal(error).into_response(),
    }
}

fn files() -> Router {
    let files = memory_serve::load!()
        .index_file(Some("/index.html"))
        .fallback(Some("/index.html"))
        .fallback_status(StatusCode::OK)
        .html_cache_control(CacheControl::NoCache)
        // Compressed with Brotli when the program was built, which browsers read behind TLS and on the same
        // machine. Once more with gzip, for others in the shop's network, would take far longer than to unpack them.
        .enable_gzip(false)
        .into_router();
    Router::new().nest("/pos", files)
}

/// Sends on to a page of the till, with what the address asked for, such as a language.
fn on_to(page: &str, asked: &Uri) -> Redirect {
    match asked.query() {
        Some(query) => Redirect::temporary(&format!("{page}?{query}")),
        None => Redirect::temporary(page),
    }
}

/// A file of another version of the till is missing, not a page: a till that was open during an
/// update must learn it and load anew.
async fn refuse_missing_assets(request: Request, next: Next) -> Response {
    let is_asset = request.uri().path().starts_with(ASSETS);
    let response = next.run(request).await;
    let page = HeaderValue::from_static("text/html");
    let is_page = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(page.as_bytes()));
    if is_asset && is_page {
        StatusCode::NOT_FOUND.into_response()
    } else {
        response
    }
}
