//! What a provider, or the way to it, does wrong, and what happens at the till so that it does.

use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Face {
    Alipay,
    Wechat,
}

/// What happens at the till.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scene {
    /// The client scans and pays at once.
    Scans,
    /// The client scans and pays when the cashier is being asked.
    ScansLate,
    /// The shop scans; the provider charges at once, unless the client must type a password.
    Shown,
    /// The cashier stops it after a while; the client tries to pay all the same.
    Stopped,
    /// Nobody does anything.
    Nobody,
    /// A part is paid and taken off again.
    Removed,
}

/// A scripted fault.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    pub(crate) face: Face,
    pub(crate) on: &'static str,
    pub(crate) fault: &'static str,
    /// What the script says besides.
    pub(crate) more: Value,
}

impl Fault {
    pub(crate) fn step(&self) -> Value {
        let mut step = json!({ "face": self.face.name(), "on": self.on, "fault": self.fault });
        for (name, value) in self.more.as_object().into_iter().flatten() {
            step[name] = value.clone();
        }
        step
    }

    /// What must happen so that the provider meets the request that goes wrong.
    pub(crate) fn scene(&self) -> Scene {
        match self.on {
            "charge" => Scene::Shown,
            "query" if self.fault == "paid_during" => Scene::Nobody,
            "query" => Scene::ScansLate,
            "close" => Scene::Stopped,
            "refund" | "refund_query" => Scene::Removed,
            _ => Scene::Scans,
        }
    }
}

/// The faults of an action: its name and what the script says besides.
fn of(on: &str) -> Vec<(&'static str, Value)> {
    let none = || json!({});
    let carried = || {
        vec![
            ("drop", none()),
            ("lost_reply", none()),
            ("late", json!({ "ms": 20_000 })),
            ("delay", json!({ "ms": 20_000 })),
            ("wrong_signature", none()),
            ("no_signature", none()),
            ("http", none()),
            ("http", json!({ "processed": true })),
            ("system_error", none()),
            ("system_error", json!({ "processed": true })),
            ("cut", none()),
        ]
    };
    let with = |own: Vec<(&'static str, Value)>| [carried(), own].concat();
    match on {
        "create" => with(vec![]),
        "charge" => with(vec![
            ("user_paying", none()),
            ("declined", none()),
            ("other_amount", none()),
        ]),
        "query" => with(vec![
            ("paid_during", none()),
            ("other_order", none()),
            ("other_amount", none()),
        ]),
        "close" => with(vec![("paid_during", none()), ("again", none())]),
        "refund" => with(vec![("refund_not_enough", none())]),
        "refund_query" => vec![
            ("drop", none()),
            ("wrong_signature", none()),
            ("cut", none()),
        ],
        _ => vec![
            ("drop", none()),
            ("delay", json!({ "ms": 200_000 })),
            ("wrong_signature", none()),
            ("duplicate", json!({ "count": 3 })),
        ],
    }
}

/// Every fault with every provider that can have it.
pub(crate) fn faults() -> Vec<Fault> {
    let actions = [
        "create",
        "charge",
        "query",
        "close",
        "refund",
        "refund_query",
        "notification",
    ];
    let mut all = Vec::new();
    for face in [Face::Alipay, Face::Wechat] {
        for on in actions {
            // Alipay's refunds are over when they are answered, and nothing is asked about them
            // unless the answer is lost.
            if on == "refund_query" && face == Face::Alipay {
                continue;
            }
            for (fault, more) in of(on) {
                all.push(Fault {
                    face,
                    on,
                    fault,
                    more,
                });
            }
        }
    }
    for (on, fault) in [
        ("query", "old_timestamp"),
        ("query", "unknown_serial"),
        ("close", "old_timestamp"),
        ("notification", "unknown_serial"),
    ] {
        all.push(Fault {
            face: Face::Wechat,
            on,
            fault,
            more: json!({}),
        });
    }
    all
}
