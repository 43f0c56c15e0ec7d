//! The guard before every route: who sends this, is the session alive, may they do it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::HeaderValue;
use http::header::{ALLOW, AUTHORIZATION};
use jiff::{SignedDuration, Timestamp};
use kernel::id::{SessionId, StaffId};
use shell::db::{Tx, TxFuture};
use shell::http::METHOD_NOT_ALLOWED;
use shell::http::envelope::Recalls;
use shell::{Failure, Outcome};

use crate::{Actor, FORBIDDEN, SESSION_OVER, SessionState, TOKEN_INVALID, store};

/// How long a session that was looked up counts as alive. Blocking somebody, changing a role or a
/// logout elsewhere takes effect within this time; it must stay under a second.
const TRUST: SignedDuration = SignedDuration::from_millis(700);
/// How many sessions are remembered before the old ones are dropped.
const REMEMBERED_MAX: usize = 4096;

/// Who may use a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Anybody.
    Public,
    /// Whoever is logged in.
    LoggedIn,
    /// Whose group holds this permission.
    Permission(&'static str),
}

/// A row of the table of routes.
#[derive(Clone, Copy, Debug)]
pub struct RouteAccess {
    /// The HTTP method.
    pub method: &'static str,
    /// The path with its variable parts in braces, below the API's base.
    pub path: &'static str,
    /// Who may use it.
    pub access: Access,
}

/// The table of routes, and the sessions seen lately.
pub struct Guard {
    routes: HashMap<(&'static str, String), Access>,
    seen: Mutex<HashMap<SessionId, (Actor, Timestamp)>>,
}

impl Guard {
    /// A guard for the routes of a table, below `base`.
    #[must_use]
    pub fn new(base: &str, table: &[RouteAccess]) -> Self {
        let routes = table
            .iter()
            .map(|row| ((row.method, format!("{base}{}", row.path)), row.access))
            .collect();
        Self {
            routes,
            seen: Mutex::new(HashMap::new()),
        }
    }

    /// Forgets a session, so that the next request looks it up.
    pub(crate) fn forget(&self, session_id: SessionId) {
        self.lock().remove(&session_id);
    }

    /// Forgets the sessions of somebody.
    pub(crate) fn forget_staff(&self, staff_id: &StaffId) {
        self.lock()
            .retain(|_, (actor, _)| actor.staff_id != *staff_id);
    }

    /// Forgets all sessions, so that the next request of each looks up what it may do.
    pub(crate) fn forget_all(&self) {
        self.lock().clear();
    }

    fn access(&self, method: &str, path: &str) -> Option<Access> {
        let method = match method {
            "GET" | "HEAD" => "GET",
            "POST" => "POST",
            "PUT" => "PUT",
            "DELETE" => "DELETE",
            _ => return None,
        };
        self.routes.get(&(method, path.to_owned())).copied()
    }

    /// The methods that a path takes, as the header `Allow` lists them.
    fn methods(&self, path: &str) -> String {
        let rows = self.routes.keys().filter(|(_, row)| row == path);
        let mut methods: Vec<&str> = rows.map(|(method, _)| *method).collect();
        if methods.contains(&"GET") {
            methods.push("HEAD");
        }
        methods.sort_unstable();
        methods.join(", ")
    }

    fn recall(&self, session_id: SessionId, now: Timestamp) -> Option<Actor> {
        let seen = self.lock();
        let (actor, at) = seen.get(&session_id)?;
        (now - TRUST < *at).then(|| actor.clone())
    }

    fn remember(&self, actor: Actor, now: Timestamp) {
        let mut seen = self.lock();
        if seen.len() >= REMEMBERED_MAX {
            seen.retain(|_, (_, at)| now - TRUST < *at);
        }
        seen.insert(actor.session_id, (actor, now));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<SessionId, (Actor, Timestamp)>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets a request pass when the table of routes allows it. A route without a row lets nobody pass.
pub async fn guard(
    State(state): State<Arc<SessionState>>,
    mut request: Request,
    next: Next,
) -> Response {
    let path = request
        .extensions()
        .get::<MatchedPath>()
        .map(|path| path.as_str().to_owned());
    let Some(path) = path else {
        return next.run(request).await;
    };
    let access = match state.guard.access(request.method().as_str(), &path) {
        Some(Access::Public) => return next.run(request).await,
        Some(access) => access,
        None => return not_allowed(&state.guard.methods(&path)),
    };
    let token = bearer_token(&request);
    let actor = match authenticate(&state, token).await {
        Ok(actor) => actor,
        Err(failure) => return failure.into_response(),
    };
    let recalls = Recalls {
        count: actor.recalls.0,
        all_packed: actor.recalls.1 == 0,
    };
    let mut response = match access {
        Access::Permission(permission) if !actor.may(permission) => {
            Failure::from(&FORBIDDEN).into_response()
        }
        _ => {
            request.extensions_mut().insert(actor);
            next.run(request).await
        }
    };
    response.extensions_mut().insert(recalls);
    response
}

/// The answer where the table has no row: nothing is at this address for this method, whoever asks.
fn not_allowed(methods: &str) -> Response {
    let mut response = Failure::from(&METHOD_NOT_ALLOWED).into_response();
    if let Ok(methods) = HeaderValue::from_str(methods) {
        response.headers_mut().insert(ALLOW, methods);
    }
    response
}

fn bearer_token(request: &Request) -> Option<String> {
    let value = request.headers().get(AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ").map(str::to_owned)
}

async fn authenticate(state: &SessionState, token: Option<String>) -> Outcome<Actor> {
    let token = token.ok_or_else(|| Failure::from(&TOKEN_INVALID))?;
    let now = state.shell.clock.now();
    let session_id = state.tokens.check(&token, now)?;
    if let Some(actor) = state.guard.recall(session_id, now) {
        return Ok(actor);
    }
    let actor = state.shell.db.read((session_id, now), load_actor).await?;
    let actor = actor.ok_or_else(|| Failure::from(&SESSION_OVER))?;
    state.guard.remember(actor.clone(), now);
    Ok(actor)
}

fn load_actor<'a>(
    tx: &'a mut Tx,
    (session_id, now): &'a (SessionId, Timestamp),
) -> TxFuture<'a, Option<Actor>> {
    Box::pin(async move {
        let Some(live) = store::find_live_session(tx, *session_id, *now).await? else {
            return Ok(None);
        };
        let permissions = store::permissions_of(tx, &live.group).await?;
        Ok(Some(Actor {
            session_id: *session_id,
            staff_id: StaffId(live.staff_id),
            name: live.name,
            store_no: live.store_no,
            terminal_no: live.terminal_no,
            permissions: Arc::new(permissions),
            recalls: live.recalls,
            since: live.since,
        }))
    })
}
