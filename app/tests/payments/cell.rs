//! One till with one fault: what its cashier does, and what must be true in the end.

use std::collections::BTreeMap;
use std::sync::Arc;

use reqwest::Method;
use serde_json::{Value, json};
use testkit::TerminalSimulator;
use uuid::Uuid;

use crate::fault::{Row, Shows, Told};
use crate::point::{Exchange, Gate, Limit, Point, Reached, Watch};
use crate::shop::{Attempt, Books, Person, poiid};
use crate::tls::Front;

/// What a basket comes to.
pub(crate) const DUE: i64 = 5_000;
/// What of it goes on the card when it is taken off again.
const PART: i64 = 2_000;
/// How often the cashier tries with another card before they give up.
const TRIES_MAX: usize = 4;

/// What every cell of a shop works with.
pub(crate) struct Surroundings {
    pub(crate) simulator: TerminalSimulator,
    pub(crate) front: Front,
    pub(crate) watch: Arc<Watch>,
}

/// A till with a fault.
pub(crate) struct Cell {
    pub(crate) row: Row,
    pub(crate) till: String,
    pub(crate) cashier: Person,
    /// The intents to pay, oldest first. Each is one key, however often it is sent.
    payments: Vec<Uuid>,
    removal: Option<(Uuid, Uuid)>,
    /// Whether the fault was brought about that shows without a script.
    is_broken: bool,
    cancelled: bool,
    /// Whether the last intents must be repeated, since the server died over them.
    repeats: bool,
    pub(crate) is_done: bool,
    pub(crate) trouble: Vec<String>,
}

/// What the till shows at a moment.
pub(crate) struct Sight<'a> {
    pub(crate) books: &'a Books,
    /// The scripted steps that no request has met yet, by terminal.
    pub(crate) steps_left: &'a BTreeMap<String, u64>,
    /// Whether the server was killed and lives again.
    pub(crate) is_after: bool,
}

impl Cell {
    pub(crate) fn new(row: Row, till: String, cashier: Person) -> Self {
        Self {
            row,
            till,
            cashier,
            payments: Vec::new(),
            removal: None,
            is_broken: false,
            cancelled: false,
            repeats: false,
            is_done: false,
            trouble: Vec::new(),
        }
    }

    fn amount(&self) -> i64 {
        if self.row.removes { PART } else { DUE }
    }

    fn note(&mut self, result: Result<Value, String>) {
        if let Err(trouble) = result {
            self.trouble.push(trouble);
        }
    }

    /// Fills the basket, goes on to payment, and brings the fault about.
    pub(crate) async fn prepare(&mut self, around: &Surroundings) {
        let wishes = [
            (
                Method::PUT,
                "/basket/salesperson",
                json!({ "staffId": "mei" }),
            ),
            (
                Method::POST,
                "/basket/line",
                json!({ "itemNo": "BAG", "sizeCode": "", "quantity": 500 }),
            ),
            (Method::POST, "/payment/start", json!({})),
        ];
        for (method, path, body) in wishes {
            let wanted = self.cashier.want(method, path, body).await;
            self.note(wanted);
        }
        let poiid = poiid(&self.till);
        around
            .simulator
            .script(&poiid, self.row.steps.clone())
            .await;
        if !self.row.in_reversal {
            self.break_it(around).await;
        }
    }

    async fn break_it(&mut self, around: &Surroundings) {
        self.is_broken = true;
        match self.row.shows {
            Shows::Script => {}
            Shows::Door => {
                let poiid = poiid(&self.till);
                around
                    .simulator
                    .script(&poiid, json!([{ "fault": "F1" }]))
                    .await;
            }
            Shows::Certificate => around.front.is_genuine(false),
        }
    }

    /// What was out of order is in order again.
    pub(crate) async fn mend(&self, around: &Surroundings) {
        match self.row.shows {
            Shows::Script => {}
            Shows::Door => {
                let body = json!({ "poiid": poiid(&self.till), "open": true });
                around.simulator.post("port", body).await;
            }
            Shows::Certificate => around.front.is_genuine(true),
        }
    }

    /// Sets the traps of the cell's point: the first server's, or those of the one after it.
    pub(crate) fn arm(&self, watch: &Watch, life: usize) {
        let (pays, asks, method) = match self.row.in_reversal {
            true => (Exchange::Reverse, Exchange::AskReversal, "DELETE"),
            false => (Exchange::Pay, Exchange::AskPayment, "POST"),
        };
        let limit = |exchange, limit| watch.limit(&self.till, exchange, limit);
        match (self.row.point, life) {
            (Point::K1, _) => watch.gate(&self.till, method, Gate::Request),
            (Point::K5, _) => watch.gate(&self.till, method, Gate::Response),
            (Point::K2, _) => limit(pays, Limit::Before),
            (Point::K4, _) => {
                limit(pays, Limit::Answer);
                // What is asked meanwhile, since no answer comes, is not committed either.
                limit(asks, Limit::Answer);
            }
            (Point::K3 | Point::K7, _) => limit(pays, Limit::Answer),
            (Point::K6, 0) => limit(pays, Limit::Answer),
            (Point::K6, _) => limit(asks, Limit::Answer),
        }
    }

    /// Whether the server may be killed now, as far as this till is concerned.
    pub(crate) fn is_at_point(
        &self,
        around: &Surroundings,
        sight: &Sight<'_>,
        log: &Value,
        life: usize,
    ) -> bool {
        let (pays, asks, category) = match self.row.in_reversal {
            true => (Exchange::Reverse, Exchange::AskReversal, "Reversal"),
            false => (Exchange::Pay, Exchange::AskPayment, "Payment"),
        };
        let has = |reached| around.watch.has_reached(&self.till, reached);
        match (self.row.point, life) {
            (Point::K1, _) => has(Reached::Gate),
            (Point::K2, _) => has(Reached::Begun(pays)),
            (Point::K4, _) => has(Reached::Answered(pays)),
            (Point::K5, _) => {
                let kind = if self.row.in_reversal {
                    "REVERSAL"
                } else {
                    "PAYMENT"
                };
                let attempts = sight.books.attempts_of(&self.till);
                has(Reached::Gate)
                    && attempts.iter().any(|one| one.kind == kind)
                    && attempts.iter().all(|one| one.is_at_rest())
            }
            (Point::K6, 1) => has(Reached::Answered(asks)),
            (Point::K3 | Point::K6 | Point::K7, _) => {
                let is_sent = self.requests(log, category) > 0;
                has(Reached::Begun(pays)) && (is_sent || has(Reached::Answered(pays)))
            }
        }
    }

    fn requests(&self, log: &Value, category: &str) -> usize {
        let lines = log.as_array().into_iter().flatten();
        let poiid = poiid(&self.till);
        lines
            .filter(|line| line["poiid"] == poiid.as_str() && line["category"] == category)
            .count()
    }

    /// After the kill: whether the server died exactly there, as the database and the terminal say.
    pub(crate) fn check_point(&mut self, books: &Books, log: &Value, life: usize) {
        let attempts = books.attempts_of(&self.till);
        let (kind, category) = match self.row.in_reversal {
            true => ("REVERSAL", "Reversal"),
            false => ("PAYMENT", "Payment"),
        };
        let sent = self.requests(log, category);
        // Money that is held or late goes back by the attempt that took it.
        let is_back = |one: &Attempt| matches!(one.state.as_str(), "REVERSING" | "LATE_SUCCESS");
        let found = attempts
            .iter()
            .rev()
            .find(|one| one.kind == kind || is_back(one));
        let state = found.map_or("", |one| one.state.as_str());
        let is_reached = self.row.shows == Shows::Script;
        let under_way = if self.row.in_reversal {
            "REVERSING"
        } else {
            "WAITING"
        };
        let is_right = match (self.row.point, life) {
            (Point::K1, _) => found.is_none(),
            (Point::K2, _) => state == under_way && sent == 0,
            (Point::K3, _) | (Point::K6, 0) => state == under_way && (sent == 1 || !is_reached),
            // The system or the cashier may have ended what is answered late.
            (Point::K4, _) => {
                [under_way, "CANCELLING", "INQUIRY"].contains(&state) && (sent == 1 || !is_reached)
            }
            (Point::K5, _) => found.is_some_and(|one| one.is_at_rest()),
            (Point::K6, _) => {
                let asked = self.requests(log, "TransactionStatus");
                ["INQUIRY", "REVERSING"].contains(&state) && (asked >= 1 || !is_reached)
            }
            (Point::K7, _) => found.is_some_and(|one| is_back(one)) && (sent == 1 || !is_reached),
        };
        if !is_right {
            self.trouble.push(format!(
                "killed elsewhere: {state:?}, {sent} {category} requests, {attempts:?}"
            ));
        }
        self.repeats = true;
    }

    /// Does what a cashier does now.
    pub(crate) async fn act(&mut self, around: &Surroundings, sight: &Sight<'_>, manager: &Person) {
        if self.repeats {
            self.repeats = false;
            self.repeat(around).await;
            return;
        }
        let attempts = sight.books.attempts_of(&self.till);
        let Some(last) = attempts.last().copied() else {
            if self.payments.is_empty() {
                self.pay(around).await;
            }
            return;
        };
        if let Some(live) = attempts.iter().find(|one| one.is_live) {
            self.follow(live, around, sight, manager).await;
            return;
        }
        if attempts.iter().any(|one| !one.is_over()) {
            return;
        }
        let tender = sight.books.tenders.iter().find(|one| one.till == self.till);
        let has_order = sight
            .books
            .orders
            .iter()
            .any(|(till, _)| *till == self.till);
        let has_shown = self.row.shows != Shows::Script
            || sight.steps_left.get(&self.till).copied().unwrap_or(0) == 0;
        // At K5 the browser knows nothing before the server dies.
        let waits = self.row.point == Point::K5 && !sight.is_after;
        match tender {
            Some(tender) if self.row.removes && self.removal.is_none() => {
                if !waits || self.row.in_reversal {
                    self.remove(around, tender.tender_id).await;
                }
            }
            Some(_) => self.is_done = true,
            None if has_order || waits => self.is_done = has_order,
            None if self.row.told == Told::Forgotten
                && self.row.in_reversal
                && last.state == "TIMED_OUT" =>
            {
                // What only the acquirer knows is learnt from its report.
                self.learn(around, manager).await;
            }
            None => {
                let wants_back = self.row.in_reversal
                    && self.removal.is_none()
                    && !attempts.iter().any(|one| one.state == "REVERSED");
                let again = !has_shown || wants_back;
                match again && self.payments.len() < TRIES_MAX {
                    true => self.pay(around).await,
                    false => self.is_done = true,
                }
            }
        }
    }

    /// What the cashier or the manager does about an attempt under way.
    async fn follow(
        &mut self,
        live: &Attempt,
        around: &Surroundings,
        sight: &Sight<'_>,
        manager: &Person,
    ) {
        let path = format!("/payment/attempt/{}", live.attempt_id);
        let waits = self.row.point == Point::K5 && !sight.is_after;
        match live.state.as_str() {
            "UNKNOWN" if self.row.told == Told::Unknown && !waits => match self.row.in_reversal {
                true => self.learn(around, manager).await,
                false => self.is_done = true,
            },
            "MISMATCH" if !waits => {
                let keeps = self.row.keeps;
                let decision = if keeps { "acceptPart" } else { "reverse" };
                let body = json!({ "decision": decision });
                let path = format!("{path}/decide");
                let decided = manager.want(Method::POST, &path, body).await;
                self.note(decided);
            }
            "WAITING" | "INQUIRY" if self.row.cancels && !self.cancelled => {
                let path = format!("{path}/cancel");
                // Refused while the countdown runs.
                let said = self
                    .cashier
                    .ask(Method::POST, &path, Uuid::now_v7(), json!({}))
                    .await;
                self.cancelled = said.is_some_and(|(status, _)| status == 200);
            }
            _ => {}
        }
    }

    async fn pay(&mut self, around: &Surroundings) {
        let key = Uuid::now_v7();
        self.payments.push(key);
        self.send_payment(around, key).await;
    }

    async fn send_payment(&mut self, around: &Surroundings, key: Uuid) {
        let amount = json!({ "minor": self.amount(), "currency": "EUR" });
        let body = json!({ "tenderCode": "CARD", "amount": amount });
        self.send(
            around,
            Method::POST,
            "/payment/attempt".to_owned(),
            key,
            body,
        )
        .await;
    }

    async fn remove(&mut self, around: &Surroundings, tender_id: Uuid) {
        if self.row.in_reversal && !self.is_broken {
            self.break_it(around).await;
        }
        let key = Uuid::now_v7();
        self.removal = Some((key, tender_id));
        let path = format!("/payment/tender/{tender_id}");
        self.send(around, Method::DELETE, path, key, Value::Null)
            .await;
    }

    /// Sends a request whose answer may never come, since the server dies over it.
    async fn send(
        &mut self,
        around: &Surroundings,
        method: Method,
        path: String,
        key: Uuid,
        body: Value,
    ) {
        let cashier = self.cashier.clone();
        let sent = tokio::spawn({
            let (method, path) = (method.clone(), path.clone());
            async move { cashier.ask(method, &path, key, body).await }
        });
        let watch = around.watch.clone();
        let till = self.till.clone();
        let is_stopped = async move {
            while !watch.has_reached(&till, Reached::Gate) {
                tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            }
        };
        tokio::select! {
            said = sent => {
                let status = said.unwrap().map(|(status, envelope)| (status, envelope.to_string()));
                if !matches!(status, Some((200..=299, _))) {
                    self.trouble.push(format!("{method} {path}: {status:?}"));
                }
            }
            () = is_stopped => {}
        }
    }

    /// The browser is there again and repeats what it has no answer to, under the same key.
    async fn repeat(&mut self, around: &Surroundings) {
        match (self.removal, self.payments.last().copied()) {
            (Some((key, tender_id)), _) => {
                let path = format!("/payment/tender/{tender_id}");
                self.send(around, Method::DELETE, path, key, Value::Null)
                    .await;
            }
            (None, Some(key)) => self.send_payment(around, key).await,
            (None, None) => {}
        }
    }

    /// The manager imports the acquirer's report.
    async fn learn(&mut self, around: &Surroundings, manager: &Person) {
        let ledger = around.simulator.get("ledger").await;
        let poiid = poiid(&self.till);
        let report = report(&ledger, |entry| entry["poiid"] == poiid.as_str(), None);
        match manager
            .want(Method::POST, "/payment/reconciliation", report)
            .await
        {
            Ok(found) => {
                let is_forgotten = self.row.told == Told::Forgotten;
                let expected = if is_forgotten { "NOT_BOOKED" } else { "" };
                self.check_list("by", &found["differences"], expected);
                let informed = found["informed"].as_array().map_or(0, Vec::len);
                if informed != 1 {
                    self.trouble
                        .push(format!("the report told nothing: {found}"));
                }
            }
            Err(trouble) => self.trouble.push(trouble),
        }
    }

    /// What must be true once everything is over; `kept` is what the terminal took and has not
    /// given back, by currency.
    pub(crate) fn check_end(&mut self, books: &Books, kept: &BTreeMap<String, i64>) {
        let attempts = books.attempts_of(&self.till);
        let booked = books.booked(&self.till);
        let euro = kept.get("EUR").copied().unwrap_or(0);
        let others: i64 = kept
            .iter()
            .filter(|(code, _)| *code != "EUR")
            .map(|(_, sum)| sum)
            .sum();
        if (euro, others) != (booked, 0) {
            let states: Vec<_> = attempts.iter().map(|one| one.state.clone()).collect();
            self.trouble.push(format!(
                "captured less reversed is {kept:?}, booked {booked}; attempts {states:?}"
            ));
        }
        let sold = books.sold.iter().find(|(till, _)| *till == self.till);
        let sold = sold.map_or(0, |(_, minor)| *minor);
        let orders = books.orders.iter().find(|(till, _)| *till == self.till);
        if orders.map(|(_, count)| *count) != Some(1) || sold != booked {
            self.trouble
                .push(format!("orders {orders:?}, card money in them {sold}"));
        }
        let open: Vec<_> = attempts.iter().filter(|one| !one.is_over()).collect();
        if !open.is_empty() {
            self.trouble.push(format!("left open: {open:?}"));
        }
        let shown: Vec<_> = attempts.iter().map(|one| one.steps.clone()).collect();
        // Doubled and backwards, the terminal tells of these steps, unless the server is dead then.
        let steps = ["SENT", "PRESENT_CARD", "BANK_CONFIRMS", "RECEIPT"];
        let has_heard = !matches!(self.row.point, Point::K3 | Point::K4 | Point::K6);
        if self.row.name == "F28" && has_heard && !shown.iter().any(|shown| shown == &steps) {
            self.trouble.push(format!("steps {shown:?}"));
        }
        let payments = attempts.iter().filter(|one| one.kind == "PAYMENT").count();
        if payments != self.payments.len() {
            let intents = self.payments.len();
            self.trouble
                .push(format!("{payments} payments of {intents} intents"));
        }
    }

    /// Whether a list of differences has this one of the till, or with an empty name none.
    pub(crate) fn check_list(&mut self, when: &str, lists: &Value, expected: &str) {
        let all = lists.as_array().into_iter().flatten();
        let own: Vec<_> = all
            .filter(|one| one["terminalNo"] == self.till.as_str())
            .collect();
        let names: Vec<_> = own
            .iter()
            .filter_map(|one| one["difference"].as_str())
            .collect();
        let wanted: &[&str] = if expected.is_empty() {
            &[]
        } else {
            &[expected]
        };
        if names != wanted {
            self.trouble.push(format!(
                "{when} the report: {own:?} instead of {expected:?}"
            ));
        }
    }

    /// Pays what is left in cash: nothing keeps the till.
    pub(crate) async fn close(&mut self) {
        let payment = match self
            .cashier
            .want(Method::GET, "/payment", Value::Null)
            .await
        {
            Ok(payment) => payment,
            Err(trouble) => return self.trouble.push(trouble),
        };
        let left = payment["cashRemaining"]["minor"].as_i64().unwrap_or(0);
        if left > 0 {
            let amount = json!({ "minor": left, "currency": "EUR" });
            let body = json!({ "tenderCode": "CASH", "amount": amount });
            let paid = self
                .cashier
                .want(Method::POST, "/payment/tender", body)
                .await;
            self.note(paid);
        }
    }
}

/// The acquirer's report, made of the simulator's ledger.
pub(crate) fn report(
    ledger: &Value,
    is_wanted: impl Fn(&Value) -> bool,
    until: Option<jiff::Timestamp>,
) -> Value {
    let entries = ledger["entries"].as_array().unwrap();
    let line = |entry: &Value| {
        let kind = entry["kind"].as_str().unwrap().to_uppercase();
        json!({
            "kind": kind,
            "reference": entry["poi_transaction_id"],
            "original": entry["original"],
            "transactionId": entry["sale_transaction_id"],
            "minor": entry["amount_minor"],
            "currency": entry["currency"],
            "at": entry["at"],
        })
    };
    let wanted: Vec<Value> = entries
        .iter()
        .filter(|entry| is_wanted(entry))
        .map(line)
        .collect();
    let (from, until) = match until {
        Some(until) => (until - jiff::SignedDuration::from_hours(24), until),
        // Only lines, of a moment long ago: it claims to be complete for nothing else.
        None => (
            jiff::Timestamp::UNIX_EPOCH,
            "1970-01-02T00:00:00Z".parse().unwrap(),
        ),
    };
    json!({ "from": from, "until": until, "entries": wanted })
}
