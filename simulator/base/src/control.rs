//! What the interfaces for tests have in common.

use axum::Json;
use axum::extract::{FromRef, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::clock::Clock;

const AHEAD_MAX_MS: u64 = 10 * 366 * 24 * 3_600_000;

/// Why a wish cannot be granted: a sentence for the author of the test.
#[derive(Clone, Copy, Debug)]
pub struct Unusable(pub &'static str);

impl IntoResponse for Unusable {
    fn into_response(self) -> Response {
        let body = Json(json!({ "error": self.0 }));
        (StatusCode::UNPROCESSABLE_ENTITY, body).into_response()
    }
}

/// `GET` tells the simulator's time, `POST` moves it forward.
pub fn clock<S>() -> MethodRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Clock: FromRef<S>,
{
    get(time).post(advance)
}

#[derive(Serialize)]
struct Time {
    now: String,
    advanced_ms: u64,
    /// Waits under way.
    waits: usize,
}

async fn time(State(clock): State<Clock>) -> Json<Time> {
    Json(Time {
        now: clock.now().to_string(),
        advanced_ms: clock.advanced_ms(),
        waits: clock.waits(),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Advance {
    advance_ms: u64,
}

async fn advance(
    State(clock): State<Clock>,
    Json(wish): Json<Advance>,
) -> Result<Json<Time>, Unusable> {
    if wish.advance_ms.saturating_add(clock.advanced_ms()) > AHEAD_MAX_MS {
        return Err(Unusable("the clock can be at most ten years ahead"));
    }
    clock.advance(wish.advance_ms);
    Ok(time(State(clock)).await)
}
