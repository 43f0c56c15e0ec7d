//! The built till, embedded in the program and served under `/pos/`.

use axum::Router;
use axum::response::Redirect;
use axum::routing::get;
use http::StatusCode;
use memory_serve::CacheControl;

/// The till's files. Every path below the base that is no file is a page of the till, which finds
/// its way by itself.
pub(crate) fn router() -> Router {
    let files = memory_serve::load!()
        .index_file(Some("/index.html"))
        .fallback(Some("/index.html"))
        .fallback_status(StatusCode::OK)
        .html_cache_control(CacheControl::NoCache)
        .into_router();
    Router::new()
        .nest("/pos", files)
        .route("/", get(|| async { Redirect::temporary("/pos/") }))
        .route("/pos/", get(|| async { Redirect::temporary("/pos/sale") }))
}
