//! The truth: orders, and the ledger of what was paid and given back, only ever appended.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

pub(crate) use crate::order::{Direction, Order, Refund, Status};
use crate::script::Face;

/// An order is known by its provider and the shop's number.
pub(crate) type Key = (Face, String);

/// How long WeChat takes for a refund.
pub(crate) const REFUND_MS: i64 = 1_000;

/// How old WeChat wants an order to be before it is closed (pay.weixin.qq.com, API v3, "Close Order").
const CLOSES_AFTER: SignedDuration = SignedDuration::from_mins(5);

/// What moves money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    Payment,
    Refund,
}

/// One movement of money.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Entry {
    /// Position in the ledger, from 1.
    pub(crate) seq: usize,
    pub(crate) at: Timestamp,
    pub(crate) kind: Kind,
    pub(crate) face: Face,
    pub(crate) order_no: String,
    pub(crate) amount_minor: i64,
    pub(crate) currency: String,
}

/// What a shop asks for.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    pub(crate) face: Face,
    pub(crate) order_no: String,
    pub(crate) direction: Direction,
    pub(crate) amount_minor: i64,
    pub(crate) currency: String,
    pub(crate) subject: String,
    pub(crate) till: String,
    pub(crate) notify_url: Option<String>,
    pub(crate) expires_at: Option<Timestamp>,
}

/// Why an order cannot be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotOpened {
    Paid,
    Closed,
    /// The number is known with other contents.
    Different,
}

/// Why money is not given back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotRefunded {
    NoOrder,
    NotPaid,
    TooMuch,
    /// The number is known with another amount.
    Different,
}

/// How an order ended when it was to be ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// It was not there.
    Nothing,
    /// Nobody had scanned it.
    Void,
    /// It waited for the client.
    Closed,
    /// It was paid and given back.
    Refunded,
    /// It was over before.
    Before,
}

#[derive(Default)]
pub(crate) struct Book {
    orders: BTreeMap<Key, Order>,
    ledger: Vec<Entry>,
    /// Payment codes that were charged; each is good for one payment.
    used_codes: BTreeSet<String>,
    count: u64,
}

impl Book {
    pub(crate) fn orders(&self) -> impl DoubleEndedIterator<Item = &Order> {
        self.orders.values()
    }

    pub(crate) fn find(&self, key: &Key) -> Option<&Order> {
        self.orders.get(key)
    }

    pub(crate) fn by_token(&self, token: &str) -> Option<&Order> {
        self.orders.values().find(|order| order.token == token)
    }

    pub(crate) fn ledger(&self) -> &[Entry] {
        &self.ledger
    }

    /// Opens an order, or finds the very same one.
    pub(crate) fn open(
        &mut self,
        wish: &Wish,
        token: String,
        now: Timestamp,
    ) -> Result<&Order, NotOpened> {
        let key = (wish.face, wish.order_no.clone());
        if let Some(order) = self.orders.get(&key) {
            match order.status(now) {
                Status::Paid => return Err(NotOpened::Paid),
                Status::Closed | Status::Revoked => return Err(NotOpened::Closed),
                Status::Unscanned | Status::Waiting => {}
            }
            let is_same = order.direction == wish.direction
                && (order.amount_minor, &order.currency) == (wish.amount_minor, &wish.currency)
                && order.subject == wish.subject;
            if !is_same {
                return Err(NotOpened::Different);
            }
        }
        let order = self.orders.entry(key).or_insert_with(|| Order {
            face: wish.face,
            order_no: wish.order_no.clone(),
            token,
            direction: wish.direction,
            amount_minor: wish.amount_minor,
            currency: wish.currency.clone(),
            subject: wish.subject.clone(),
            till: wish.till.clone(),
            notify_url: wish.notify_url.clone(),
            created_at: now,
            expires_at: wish.expires_at,
            made: Status::Unscanned,
            provider_no: String::new(),
            paid_at: None,
            refunds: Vec::new(),
            was_closed_early: false,
        });
        Ok(order)
    }

    /// Takes a payment code out of use; false when it was used before.
    pub(crate) fn use_code(&mut self, code: &str) -> bool {
        self.used_codes.insert(code.to_owned())
    }

    fn number(&mut self, face: Face, now: Timestamp) -> String {
        self.count += 1;
        let head = match face {
            Face::Alipay => "2026",
            Face::Wechat => "4200",
        };
        format!("{head}{}{:08}", now.as_second(), self.count)
    }

    /// The client scans the code: now there is a trade.
    pub(crate) fn scan(&mut self, key: &Key, now: Timestamp) {
        let number = self.number(key.0, now);
        if let Some(order) = self.orders.get_mut(key)
            && order.status(now) == Status::Unscanned
        {
            order.made = Status::Waiting;
            order.provider_no = number;
        }
    }

    /// The client pays. False when that is not possible any more.
    pub(crate) fn pay(&mut self, key: &Key, now: Timestamp) -> bool {
        self.scan(key, now);
        let Some(order) = self.orders.get_mut(key) else {
            return false;
        };
        if order.status(now) != Status::Waiting {
            return false;
        }
        order.made = Status::Paid;
        order.paid_at = Some(now);
        let amount_minor = order.amount_minor;
        self.enter(key, Kind::Payment, amount_minor, now);
        true
    }

    fn enter(&mut self, key: &Key, kind: Kind, amount_minor: i64, now: Timestamp) {
        let Some(order) = self.orders.get(key) else {
            return;
        };
        self.ledger.push(Entry {
            seq: self.ledger.len() + 1,
            at: now,
            kind,
            face: key.0,
            order_no: key.1.clone(),
            amount_minor,
            currency: order.currency.clone(),
        });
    }

    /// The client or the bank refuses: the order ends.
    pub(crate) fn refuse(&mut self, key: &Key) {
        if let Some(order) = self.orders.get_mut(key)
            && matches!(order.made, Status::Unscanned | Status::Waiting)
        {
            order.made = Status::Closed;
        }
    }

    /// Ends an order; one that is paid gives its money back.
    pub(crate) fn cancel(&mut self, key: &Key, now: Timestamp) -> Ended {
        let Some(order) = self.orders.get_mut(key) else {
            return Ended::Nothing;
        };
        match order.status(now) {
            Status::Unscanned => {
                order.made = Status::Revoked;
                Ended::Void
            }
            Status::Waiting => {
                order.made = Status::Revoked;
                Ended::Closed
            }
            Status::Closed | Status::Revoked => Ended::Before,
            Status::Paid => {
                let left = order.amount_minor - order.refunded();
                order.made = Status::Revoked;
                if left > 0 {
                    let refund_no = format!("cancel {}", key.1);
                    self.give_back(key, &refund_no, left, now);
                }
                Ended::Refunded
            }
        }
    }

    /// Whether an order that is not paid is too young to be closed ("the minimum call interval is 5 minutes"); who
    /// asks all the same is noted.
    pub(crate) fn refuses_close(&mut self, key: &Key, now: Timestamp) -> bool {
        let Some(order) = self.orders.get_mut(key) else {
            return false;
        };
        let is_open = matches!(order.status(now), Status::Unscanned | Status::Waiting);
        let is_young = now < order.created_at + CLOSES_AFTER;
        order.was_closed_early |= is_open && is_young;
        is_open && is_young
    }

    /// Closes an order that is not paid; what it was before.
    pub(crate) fn close(&mut self, key: &Key, now: Timestamp) -> Option<Status> {
        let order = self.orders.get_mut(key)?;
        let before = order.status(now);
        if matches!(before, Status::Unscanned | Status::Waiting) {
            order.made = Status::Closed;
        }
        Some(before)
    }

    /// Gives money back; the same number with the same amount is the same refund. True when it is a
    /// new one.
    pub(crate) fn refund(
        &mut self,
        key: &Key,
        refund_no: &str,
        amount_minor: i64,
        now: Timestamp,
    ) -> Result<bool, NotRefunded> {
        let order = self.orders.get(key).ok_or(NotRefunded::NoOrder)?;
        let known = order.refunds.iter().find(|one| one.refund_no == refund_no);
        if let Some(known) = known {
            return match known.amount_minor == amount_minor {
                true => Ok(false),
                false => Err(NotRefunded::Different),
            };
        }
        if order.paid_at.is_none() {
            return Err(NotRefunded::NotPaid);
        }
        if amount_minor <= 0 || amount_minor > order.amount_minor - order.refunded() {
            return Err(NotRefunded::TooMuch);
        }
        self.give_back(key, refund_no, amount_minor, now);
        Ok(true)
    }

    fn give_back(&mut self, key: &Key, refund_no: &str, amount_minor: i64, now: Timestamp) {
        self.note_refund(key, refund_no, amount_minor, false, now);
        self.enter(key, Kind::Refund, amount_minor, now);
    }

    fn note_refund(
        &mut self,
        key: &Key,
        refund_no: &str,
        amount_minor: i64,
        is_abnormal: bool,
        now: Timestamp,
    ) {
        let provider_no = self.number(key.0, now);
        if let Some(order) = self.orders.get_mut(key) {
            order.refunds.push(Refund {
                refund_no: refund_no.to_owned(),
                provider_no,
                amount_minor,
                at: now,
                is_abnormal,
            });
        }
    }

    /// Takes a refund that the client's account will refuse: no money moves.
    pub(crate) fn refund_abnormally(
        &mut self,
        key: &Key,
        refund_no: &str,
        amount_minor: i64,
        now: Timestamp,
    ) {
        self.note_refund(key, refund_no, amount_minor, true, now);
    }

    /// The refund of an order by its number.
    pub(crate) fn find_refund(&self, face: Face, refund_no: &str) -> Option<(&Order, &Refund)> {
        let mut orders = self.orders.values().filter(|order| order.face == face);
        orders.find_map(|order| {
            let refund = order
                .refunds
                .iter()
                .find(|one| one.refund_no == refund_no)?;
            Some((order, refund))
        })
    }
}
