//! The interface for tests: scripts, automatic cards, power, time, ledger.

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use simulator_base::control::{self, Unusable};
use tokio::sync::watch;

use crate::script::{Auto, Fault, Step};
use crate::state::{LogLine, Phase, Simulator, State as Everything, is_poiid};

pub(crate) fn routes() -> Router<Simulator> {
    Router::new()
        .route("/sim/script", post(script))
        .route("/sim/auto", post(auto))
        .route("/sim/port", post(port))
        .route("/sim/power", post(power))
        .route("/sim/clock", control::clock())
        .route("/sim/reset", post(reset))
        .route("/sim/ledger", get(ledger))
        .route("/sim/terminal", get(terminals))
        .route("/sim/log", get(log))
}

const NO_TERMINAL: Unusable = Unusable("not a POIID, or too many terminals");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    poiid: String,
    steps: Vec<Step>,
}

/// Queues behaviours. F1 acts at once, since a closed port never sees a request.
async fn script(
    State(simulator): State<Simulator>,
    Json(script): Json<Script>,
) -> Result<StatusCode, Unusable> {
    let encrypted = simulator.keys().is_some();
    let (now, later): (Vec<Step>, Vec<Step>) =
        script.steps.into_iter().partition(|s| s.is(Fault::F1));
    simulator
        .terminal(&script.poiid, |terminal| {
            for step in now.iter().chain(&later) {
                step.check(encrypted, terminal.door.is_some())
                    .map_err(Unusable)?;
            }
            terminal.steps.extend(later);
            Ok(())
        })
        .unwrap_or(Err(NO_TERMINAL))?;
    for step in now {
        set_door(&simulator, &script.poiid, false).await;
        if let Some(ms) = step.ms {
            let (simulator, poiid) = (simulator.clone(), script.poiid.clone());
            tokio::spawn(async move {
                simulator.clock().wait(ms).await;
                set_door(&simulator, &poiid, true).await;
            });
        }
    }
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
struct AutoFor {
    poiid: String,
    card: Option<crate::card::Card>,
    #[serde(default)]
    entry: crate::card::Entry,
    #[serde(default)]
    after_ms: u64,
    #[serde(default)]
    decline: bool,
}

/// Lets a terminal, or `*` all of them, present a card by itself; without a card it stops.
async fn auto(
    State(simulator): State<Simulator>,
    Json(wish): Json<AutoFor>,
) -> Result<StatusCode, Unusable> {
    let AutoFor {
        poiid,
        card,
        entry,
        after_ms,
        decline,
    } = wish;
    let auto = card.map(|card| Auto {
        card,
        entry,
        after_ms,
        decline,
    });
    if poiid == "*" {
        simulator.change(|state| state.auto_all = auto);
    } else {
        simulator
            .terminal(&poiid, |terminal| terminal.auto = auto)
            .ok_or(NO_TERMINAL)?;
    }
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PortFor {
    poiid: String,
    open: bool,
}

async fn port(
    State(simulator): State<Simulator>,
    Json(wish): Json<PortFor>,
) -> Result<StatusCode, Unusable> {
    match set_door(&simulator, &wish.poiid, wish.open).await {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Unusable(
            "the terminal has no port of its own: start with --terminal POIID@PORT",
        )),
    }
}

/// Opens or closes the own port of a terminal and waits until it is so. False when it has none.
async fn set_door(simulator: &Simulator, poiid: &str, open: bool) -> bool {
    let door = simulator.look(|state| {
        let door = state.terminals.get(poiid)?.door.as_ref()?;
        Some((door.wanted.clone(), door.actual.clone()))
    });
    let Some((wanted, mut actual)): Option<(watch::Sender<bool>, watch::Receiver<bool>)> = door
    else {
        return false;
    };
    wanted.send_replace(open);
    actual.wait_for(|actual| *actual == open).await.is_ok()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PowerFor {
    poiid: String,
    on: bool,
    #[serde(default = "kept")]
    memory: bool,
}

fn kept() -> bool {
    true
}

async fn power(
    State(simulator): State<Simulator>,
    Json(wish): Json<PowerFor>,
) -> Result<StatusCode, Unusable> {
    switch(&simulator, &wish.poiid, wish.on, wish.memory)
        .await
        .ok_or(NO_TERMINAL)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Pulls the plug, or puts it back with or without what the terminal remembered.
pub(crate) async fn switch(
    simulator: &Simulator,
    poiid: &str,
    on: bool,
    memory: bool,
) -> Option<()> {
    simulator.terminal(poiid, |terminal| {
        if terminal.powered && !on {
            terminal.cut_power();
        }
        if !memory {
            terminal.forget();
        }
        terminal.powered = on;
    })?;
    set_door(simulator, poiid, on).await;
    Some(())
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Reset {
    /// Only this terminal; all when absent.
    poiid: Option<String>,
    /// Whether the ledger begins anew, too.
    ledger: bool,
}

/// Ends dialogues, empties scripts and memories, switches everything on; optionally the ledger too.
async fn reset(
    State(simulator): State<Simulator>,
    wish: Option<Json<Reset>>,
) -> Result<StatusCode, Unusable> {
    let wish = wish.map(|Json(wish)| wish).unwrap_or_default();
    let now = simulator.clock().now();
    let chosen: Vec<String> = simulator.change(|state| {
        let chosen = |poiid: &String| wish.poiid.as_ref().is_none_or(|only| only == poiid);
        for (_, terminal) in state
            .terminals
            .iter_mut()
            .filter(|(poiid, _)| chosen(poiid))
        {
            terminal.cut_power();
            terminal.forget();
            terminal.steps.clear();
            terminal.auto = None;
            terminal.powered = true;
        }
        if wish.poiid.is_none() {
            state.auto_all = None;
            state.log.clear();
        }
        state
            .terminals
            .keys()
            .filter(|poiid| chosen(poiid))
            .cloned()
            .collect()
    });
    for poiid in chosen {
        set_door(&simulator, &poiid, true).await;
    }
    if wish.poiid.is_none() {
        simulator.clock().reset();
    }
    if wish.ledger {
        let written = simulator.change(|state| state.ledger.reset(now));
        written.map_err(|_| Unusable("the ledger cannot be written"))?;
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn ledger(State(simulator): State<Simulator>) -> Json<crate::ledger::Report> {
    Json(simulator.look(|state| state.ledger.report()))
}

#[derive(Serialize)]
struct TerminalState {
    poiid: String,
    powered: bool,
    phase: Option<Phase>,
    sale_id: Option<String>,
    service_id: Option<String>,
    amount: Option<crate::money::Amount>,
    steps_left: usize,
    port: Option<u16>,
    port_open: Option<bool>,
    remembered: usize,
    logged_in: Vec<String>,
    auto: Option<Auto>,
}

async fn terminals(State(simulator): State<Simulator>) -> Json<Vec<TerminalState>> {
    let describe = |state: &Everything| {
        let all = state.terminals.iter();
        all.map(|(poiid, terminal)| {
            let dialogue = terminal.dialogue.as_ref();
            TerminalState {
                poiid: poiid.clone(),
                powered: terminal.powered,
                phase: dialogue.map(|dialogue| dialogue.phase),
                sale_id: dialogue.map(|dialogue| dialogue.key.sale_id.clone()),
                service_id: dialogue.map(|dialogue| dialogue.key.service_id.clone()),
                amount: dialogue.map(|dialogue| dialogue.amount.clone()),
                steps_left: terminal.steps.len(),
                port: terminal.door.as_ref().map(|door| door.port),
                port_open: terminal.door.as_ref().map(|door| *door.actual.borrow()),
                remembered: terminal.memory.len(),
                logged_in: terminal.logged_in.iter().cloned().collect(),
                auto: terminal.auto.clone().or_else(|| state.auto_all.clone()),
            }
        })
        .collect()
    };
    Json(simulator.look(describe))
}

#[derive(Deserialize)]
struct Which {
    poiid: Option<String>,
}

/// Every request as it arrived, oldest first.
async fn log(
    State(simulator): State<Simulator>,
    Query(which): Query<Which>,
) -> Result<Json<Vec<LogLine>>, Unusable> {
    if which.poiid.as_deref().is_some_and(|poiid| !is_poiid(poiid)) {
        return Err(NO_TERMINAL);
    }
    let wanted = |line: &&LogLine| {
        which
            .poiid
            .as_ref()
            .is_none_or(|poiid| poiid == &line.poiid)
    };
    Ok(Json(simulator.look(|state| {
        state.log.iter().filter(wanted).cloned().collect()
    })))
}
