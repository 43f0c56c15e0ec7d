//! The HTML of the pages.

use std::fmt::Write;

use jiff::Timestamp;

use crate::card::Card;
use crate::ledger::Kind;
use crate::script::Auto;
use crate::state::{Dialogue, Phase, State, Terminal, Tone};

const RECENT: usize = 6;

/// Makes text safe inside HTML and attributes.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

fn document(title: &str, head: &str, main: &str) -> String {
    format!(
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="/static/terminal.css">
{head}
</head>
<body>
<main>
{main}
</main>
</body>
</html>
"#
    )
}

pub(crate) fn not_found() -> String {
    document(
        "Not found",
        "",
        r#"<h1>No such terminal</h1><p><a href="/">All terminals</a></p>"#,
    )
}

pub(crate) fn list(state: &State) -> String {
    overview(state, "", "")
}

/// The list after a name that is no POIID was entered.
pub(crate) fn list_refusing(state: &State, poiid: &str) -> String {
    let hint = "Use letters, digits, dots and hyphens, for example V400m-324688179.";
    overview(
        state,
        poiid,
        &format!(r#"<p class="refusal" id="poiid-refusal">{hint}</p>"#),
    )
}

fn overview(state: &State, poiid: &str, refusal: &str) -> String {
    let mut cards = String::new();
    for (poiid, terminal) in &state.terminals {
        let (tone, words) = in_words(terminal);
        let _ = write!(
            cards,
            r#"<li><a class="tile" href="/terminal/{poiid}"><strong>{poiid}</strong><span class="{tone}">{words}</span></a></li>"#
        );
    }
    let cards = if cards.is_empty() {
        r#"<p class="quiet">A terminal appears here with the first request of its till, or when you add it.</p>"#.to_owned()
    } else {
        format!(r#"<ul class="tiles">{cards}</ul>"#)
    };
    let poiid = escape(poiid);
    document(
        "Terminals",
        r#"<noscript><meta http-equiv="refresh" content="5"></noscript>"#,
        &format!(
            r#"<header class="page"><h1>Terminals</h1><p class="quiet">Simulated, no real cards and no real money</p></header>
{cards}
<form class="add" method="post" action="/terminal">
<label for="poiid">Terminal (POIID)</label>
<div><input id="poiid" name="poiid" value="{poiid}" required maxlength="64" autocomplete="off" spellcheck="false" placeholder="V400m-324688179">
<button class="outline">Add terminal</button></div>{refusal}
</form>"#
        ),
    )
}

fn in_words(terminal: &Terminal) -> (&'static str, String) {
    match (&terminal.dialogue, terminal.powered) {
        (_, false) => ("garnet", "Unplugged".to_owned()),
        (Some(dialogue), true) => {
            let amount = dialogue.amount.display();
            (
                "sapphire",
                format!("{} · {amount}", phase_in_words(dialogue.phase)),
            )
        }
        (None, true) => ("quiet", "Ready".to_owned()),
    }
}

fn phase_in_words(phase: Phase) -> &'static str {
    match phase {
        Phase::PresentCard => "Waiting for the card",
        Phase::EnterPin { .. } => "Waiting for the PIN",
        Phase::AskingBank => "Asking the bank",
        Phase::Approved => "Approved",
    }
}

pub(crate) fn terminal(state: &State, poiid: &str, now: Timestamp, version: u64) -> String {
    let head = r#"<script src="/static/terminal.js" defer></script>
<noscript><meta http-equiv="refresh" content="4"></noscript>"#;
    let panel = panel(state, poiid, now);
    document(
        poiid,
        head,
        &format!(
            r#"<header class="page"><p><a href="/">All terminals</a></p><h1>{poiid}</h1></header>
<div id="panel" data-version="{version}">{panel}</div>"#
        ),
    )
}

/// The part of the page that changes.
pub(crate) fn panel(state: &State, poiid: &str, now: Timestamp) -> String {
    let Some(terminal) = state.terminals.get(poiid) else {
        return String::new();
    };
    let screen = screen(terminal, now);
    let keys = keys(terminal);
    let customer = customer(terminal, state.auto_all.as_ref());
    let plug = plug(terminal);
    let recent = recent(state, poiid);
    let dialogue = terminal.dialogue.as_ref();
    // On a phone the digits show only when they are needed, so that screen and card fit together.
    let pin = dialogue.is_some_and(|dialogue| matches!(dialogue.phase, Phase::EnterPin { .. }));
    let entering = if pin { " entering" } else { "" };
    let till = dialogue.map_or_else(
        || "No till is using this terminal.".to_owned(),
        |dialogue| {
            format!(
                "Till {} · request {}",
                escape(&dialogue.key.sale_id),
                escape(&dialogue.key.service_id)
            )
        },
    );
    format!(
        r#"<div class="stage">
<section class="device" aria-label="Terminal">
<div class="reader" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="M7 9.5a5 5 0 0 1 0 5M10.5 7a9 9 0 0 1 0 10M14 4.500a13 13 0 0 1 0 15"/></svg></div>
{screen}
<form method="post" action="/terminal/{poiid}/act" class="keys{entering}" aria-label="Keys">{keys}</form>
<div class="slot" aria-hidden="true"></div>
</section>
<div class="side">
<p class="quiet">{till}</p>
<form method="post" action="/terminal/{poiid}/act" class="customer">{customer}</form>
<form method="post" action="/terminal/{poiid}/act" class="plug">{plug}</form>
{recent}
</div>
</div>"#
    )
}

fn screen(terminal: &Terminal, now: Timestamp) -> String {
    let shown = terminal.shown.as_ref().filter(|shown| shown.until > now);
    let (class, content) = match (&terminal.dialogue, shown, terminal.powered) {
        (_, _, false) => ("off", r#"<p class="sr">The terminal is off</p>"#.to_owned()),
        (Some(dialogue), _, true) => ("on", running(dialogue)),
        (None, Some(shown), true) => {
            let (tone, sign) = match shown.tone {
                Tone::Good => ("good", r#"<path d="M5 12.500l4.500 4.500L19 7.500"/>"#),
                Tone::Bad => ("bad", r#"<path d="M12 6v7M12 17.200v.3"/>"#),
                Tone::Neutral => ("neutral", r#"<path d="M7 12h10"/>"#),
            };
            let (title, detail) = (escape(&shown.title), escape(&shown.detail));
            ("on", format!(
                r#"<div class="sign {tone}"><svg viewBox="0 0 24 24" aria-hidden="true">{sign}</svg></div><p class="headline">{title}</p><p class="hint">{detail}</p>"#
            ))
        }
        (None, None, true) => {
            ("on", r#"<div class="arch" aria-hidden="true"></div><p class="headline">Welcome</p><p class="hint">Ready</p>"#.to_owned())
        }
    };
    format!(r#"<div class="screen {class}" role="status">{content}</div>"#)
}

fn running(dialogue: &Dialogue) -> String {
    let amount = dialogue.amount.display();
    let (headline, hint) = match dialogue.phase {
        Phase::PresentCard => ("Present your card", "Tap, insert or swipe".to_owned()),
        Phase::EnterPin { digits } => {
            let dots: String = (0..6)
                .map(|i| {
                    if i < digits {
                        "<i class=\"full\"></i>"
                    } else {
                        "<i></i>"
                    }
                })
                .collect();
            (
                "Enter your PIN",
                format!(
                    r#"<span class="pin" aria-hidden="true">{dots}</span><span class="sr">{digits} digits entered</span>"#
                ),
            )
        }
        Phase::AskingBank => ("One moment", "Asking your bank".to_owned()),
        Phase::Approved => ("Approved", "Telling the till".to_owned()),
    };
    format!(
        r#"<p class="label">Amount</p><p class="amount">{amount}</p><p class="headline">{headline}</p><p class="hint">{hint}</p>"#
    )
}

fn keys(terminal: &Terminal) -> String {
    let phase = terminal.dialogue.as_ref().map(|dialogue| dialogue.phase);
    let pin = if matches!(phase, Some(Phase::EnterPin { .. })) {
        ""
    } else {
        " disabled"
    };
    let cancel = match phase {
        Some(Phase::PresentCard | Phase::EnterPin { .. }) => "",
        _ => " disabled",
    };
    let mut keys = String::new();
    for digit in ["1", "2", "3", "4", "5", "6", "7", "8", "9"] {
        let _ = write!(
            keys,
            r#"<button class="digit" name="act" value="{digit}" id="key-{digit}"{pin}>{digit}</button>"#
        );
    }
    let _ = write!(
        keys,
        r#"<span class="digit"></span><button class="digit" name="act" value="0" id="key-0"{pin}>0</button><span class="digit"></span>
<button class="red" name="act" value="cancel" id="key-cancel"{cancel}>Cancel</button>
<button class="yellow" name="act" value="correct" id="key-correct"{pin}>Clear</button>
<button class="green" name="act" value="confirm" id="key-confirm"{pin}>Confirm</button>"#
    );
    keys
}

fn customer(terminal: &Terminal, everywhere: Option<&Auto>) -> String {
    let waits = terminal
        .dialogue
        .as_ref()
        .is_some_and(|dialogue| dialogue.phase == Phase::PresentCard);
    let disabled = if waits { "" } else { " disabled" };
    let mut cards = String::new();
    for (index, card) in Card::ALL.into_iter().enumerate() {
        let (id, name, last4) = (card.id(), card.name(), card.last4());
        let checked = if index == 0 { " checked" } else { "" };
        let _ = write!(
            cards,
            r#"<label class="card"><input type="radio" name="card" value="{id}" id="card-{id}"{checked}><span><strong>{name}</strong><small>•••• {last4}</small></span></label>"#
        );
    }
    let automatic = match (&terminal.auto, everywhere) {
        (Some(auto), _) => format!(
            r#"<p class="quiet">{} pays by itself.</p><button class="text" name="act" value="by-hand" id="auto">Pay by hand</button>"#,
            auto.card.name()
        ),
        (None, Some(auto)) => {
            format!(r#"<p class="quiet">{} pays by itself at every terminal.</p>"#, auto.card.name())
        }
        (None, None) => {
            r#"<button class="text" name="act" value="auto" id="auto">Let this card pay by itself</button>"#.to_owned()
        }
    };
    format!(
        r#"<fieldset><legend>Card of the customer</legend><div class="cards">{cards}</div></fieldset>
<label class="check"><input type="checkbox" name="refused" value="yes" id="refused"><span>The bank refuses this card</span></label>
<button class="filled" name="act" value="contactless" id="contactless"{disabled}>Tap card</button>
<div class="pair"><button class="outline" name="act" value="chip" id="chip"{disabled}>Insert card</button>
<button class="outline" name="act" value="swipe" id="swipe"{disabled}>Swipe card</button></div>
<p class="quiet">An inserted card asks for a PIN: any four digits, 0000 is wrong.</p>
{automatic}"#
    )
}

fn plug(terminal: &Terminal) -> &'static str {
    if terminal.powered {
        r#"<button class="outline danger" name="act" value="unplug" id="unplug">Pull the plug</button>"#
    } else {
        r#"<div class="pair"><button class="outline" name="act" value="plug" id="plug">Plug in, memory kept</button>
<button class="outline" name="act" value="plug-empty" id="plug-empty">Plug in, memory lost</button></div>"#
    }
}

fn recent(state: &State, poiid: &str) -> String {
    let mut rows = String::new();
    for entry in state
        .ledger
        .current()
        .iter()
        .rev()
        .filter(|entry| entry.poiid == poiid)
        .take(RECENT)
    {
        let (words, sign) = match entry.kind {
            Kind::Capture => ("Paid", ""),
            Kind::Reversal | Kind::Close | Kind::Reset => ("Given back", "−"),
        };
        let (amount, brand, last4) = (
            entry.amount.display(),
            escape(&entry.brand),
            escape(&entry.last4),
        );
        let reference = escape(&entry.sale_transaction_id);
        let time = entry.at.strftime("%H:%M:%S UTC");
        let _ = write!(
            rows,
            r#"<tr><td>{words}<small>{time}</small></td><td>{brand} {last4}<small>{reference}</small></td><td class="n">{sign}{amount}</td></tr>"#
        );
    }
    if rows.is_empty() {
        return String::new();
    }
    format!(
        r#"<table><caption>Ledger of this terminal</caption><thead class="sr"><tr><th>What</th><th>Card</th><th>Amount</th></tr></thead><tbody>{rows}</tbody></table>"#
    )
}
