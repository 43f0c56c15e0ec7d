//! Live events for a till, as a stream of server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures::stream::{self, Stream};
use kernel::id::{SessionId, StoreNo, TerminalNo};
use session::Actor;
use shell::{Failure, event};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, broadcast, watch};
use tokio::time::Instant;

use crate::{AlertState, TOO_MANY_LISTENERS};

/// How often a silent stream says that it is alive, so that no proxy takes it for dead.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// How long a stream lives at most. The till opens the next one at once, and the guard looks again
/// whether its session is alive: nobody whose session ran out or who was blocked listens on.
const LIFE_MAX: Duration = Duration::from_secs(15 * 60);
/// The most streams at a time.
const LISTENERS_MAX: usize = 1_000;
/// The event that ends the stream of the session it names.
const SESSION_ENDED: &str = "session-ended";

static LISTENERS: std::sync::LazyLock<Arc<Semaphore>> =
    std::sync::LazyLock::new(|| Arc::new(Semaphore::new(LISTENERS_MAX)));

/// Live events for this till: `payment`, `stock`, `alert` and `session-ended`.
///
/// Events are hints, and the truth is asked for: a till that was away asks afresh. The stream tells
/// what concerns the till's store, and of other tills nothing that is meant for them alone. It ends
/// after `session-ended`, when the server stops, when the till was too slow to hear everything, and
/// in any case after 15 minutes; the till then opens the next one.
#[utoipa::path(
    get, path = "/events", tag = "alert",
    responses(
        (status = 200, description = "The stream", body = String, content_type = "text/event-stream",
         example = "event: payment\ndata: {\"attemptId\":\"0199e2a4-…\",\"state\":\"WAITING\"}\n\n"),
        (status = 503, description = "Too many tills listen"),
    ),
)]
pub(crate) async fn live_events(
    State(state): State<AlertState>,
    actor: Actor,
) -> Result<Response, Failure> {
    let permit = LISTENERS
        .clone()
        .try_acquire_owned()
        .map_err(|_| Failure::from(&TOO_MANY_LISTENERS))?;
    let listener = Listener {
        session_id: actor.session_id,
        store_no: actor.store_no,
        terminal_no: actor.terminal_no,
        events: state.shell.events.listen(),
        stop: state.stop,
        until: Instant::now() + LIFE_MAX,
        is_over: false,
        _permit: permit,
    };
    let alive = KeepAlive::new().interval(HEARTBEAT).text("alive");
    let sse = Sse::new(listener.into_stream()).keep_alive(alive);
    // Proxies that collect answers before they pass them on would make events useless.
    Ok(([("x-accel-buffering", "no")], sse).into_response())
}

/// A till that listens.
struct Listener {
    session_id: SessionId,
    store_no: StoreNo,
    terminal_no: TerminalNo,
    events: broadcast::Receiver<event::Event>,
    stop: watch::Receiver<bool>,
    until: Instant,
    is_over: bool,
    _permit: OwnedSemaphorePermit,
}

/// What a till does with an event.
#[derive(Debug, PartialEq, Eq)]
enum Hearing {
    /// It is not for this till.
    Ignore,
    /// The till is told.
    Tell,
    /// The session of this stream is over.
    End,
}

impl Listener {
    fn into_stream(self) -> impl Stream<Item = Result<Event, Infallible>> {
        // The first words leave at once: the till knows that it listens.
        let greeting = stream::iter([Ok(Event::default().comment("listening"))]);
        let events = stream::unfold(self, |mut listener| async move {
            let event = listener.next().await?;
            Some((Ok(event), listener))
        });
        stream::StreamExt::chain(greeting, events)
    }

    async fn next(&mut self) -> Option<Event> {
        while !self.is_over && !*self.stop.borrow() {
            let event = tokio::select! {
                heard = self.events.recv() => heard.ok()?,
                _ = self.stop.changed() => return None,
                () = tokio::time::sleep_until(self.until) => return None,
            };
            match self.hearing(&event) {
                Hearing::Ignore => {}
                Hearing::Tell => return Some(told(&event.name, &event.data.to_string())),
                Hearing::End => {
                    self.is_over = true;
                    return Some(told(SESSION_ENDED, "{}"));
                }
            }
        }
        None
    }

    fn hearing(&self, event: &event::Event) -> Hearing {
        let is_for_us = event.store_no == self.store_no.0
            && event
                .terminal_no
                .as_ref()
                .is_none_or(|terminal_no| *terminal_no == self.terminal_no.0);
        if !is_for_us {
            return Hearing::Ignore;
        }
        if event.name != SESSION_ENDED {
            return Hearing::Tell;
        }
        let ended = event.data.get("sessionId").and_then(|id| id.as_str());
        match ended == Some(self.session_id.to_string().as_str()) {
            true => Hearing::End,
            false => Hearing::Ignore,
        }
    }
}

fn told(name: &str, data: &str) -> Event {
    // JSON text holds no line break, which alone could tear an event apart.
    Event::default().event(name).data(data)
}
