//! What a stretch of a chain comes to: the figures of a closing.

use std::collections::BTreeMap;

use kernel::Money;
use serde::{Deserialize, Serialize};

use super::closing::Entry;
use super::kind::Kind;
use crate::ticket::{TicketType, TicketVat};

/// How many there were and what they came to, in minor units with its sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Part {
    /// How many.
    pub count: i64,
    /// What they came to.
    pub amount: i64,
}

impl Part {
    const fn add(&mut self, other: Self) {
        self.count += other.count;
        self.amount += other.amount;
    }
}

/// What was sold at a VAT rate, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RateSum {
    /// With VAT.
    pub gross: i64,
    /// Without VAT.
    pub net: i64,
    /// The VAT.
    pub vat_amount: i64,
}

impl RateSum {
    const fn add(&mut self, other: Self) {
        self.gross += other.gross;
        self.net += other.net;
        self.vat_amount += other.vat_amount;
    }
}

/// What a stretch of a chain comes to. Amounts are minor units of the store's currency; what was
/// given back counts below zero; training counts nowhere but in `training`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sums {
    /// How many entries of each kind.
    pub kinds: BTreeMap<String, i64>,
    /// Tickets, corrections included.
    pub tickets: i64,
    /// The pieces on them.
    pub pieces: i64,
    /// The sum of their totals: what was to be paid.
    pub total: i64,
    /// The same, each without its sign.
    pub absolute: i64,
    /// What discounts took.
    pub discount: i64,
    /// What rounding in cash added or took.
    pub rounding: i64,
    /// All VAT rates together.
    pub sold: RateSum,
    /// By VAT rate, in ten-thousandths of a percent.
    pub vat: BTreeMap<String, RateSum>,
    /// By code of the tender: of tickets, and of payments on deposits.
    pub tenders: BTreeMap<String, Part>,
    /// Tickets that gave money back.
    pub refunds: Part,
    /// Payments on deposits, and what went back of them.
    pub deposits: Part,
    /// Tickets of training.
    pub training: Part,
    /// Entries about money that could not be read and are in no sum above. Never but after harm.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub unread: i64,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands a field over by reference"
)]
const fn is_nothing(count: &i64) -> bool {
    *count == 0
}

impl Sums {
    /// Adds those of another stretch.
    pub fn add(&mut self, other: &Self) {
        for (kind, count) in &other.kinds {
            *self.kinds.entry(kind.clone()).or_default() += count;
        }
        for (rate, sum) in &other.vat {
            self.vat.entry(rate.clone()).or_default().add(*sum);
        }
        for (code, part) in &other.tenders {
            self.tenders.entry(code.clone()).or_default().add(*part);
        }
        self.tickets += other.tickets;
        self.pieces += other.pieces;
        self.total += other.total;
        self.absolute += other.absolute;
        self.discount += other.discount;
        self.rounding += other.rounding;
        self.sold.add(other.sold);
        self.refunds.add(other.refunds);
        self.deposits.add(other.deposits);
        self.training.add(other.training);
        self.unread += other.unread;
    }

    /// The sums without what tables do not hold: the kinds of entries.
    #[must_use]
    pub fn of_money(&self) -> Self {
        Self {
            kinds: BTreeMap::new(),
            ..self.clone()
        }
    }

    /// Adds what was sold at a VAT rate.
    pub fn add_vat(&mut self, rate: i64, gross: i64, vat_amount: i64) {
        let sum = RateSum {
            gross,
            net: gross - vat_amount,
            vat_amount,
        };
        self.vat.entry(rate.to_string()).or_default().add(sum);
        self.sold.add(sum);
    }

    /// Adds payments with a tender.
    pub fn add_tender(&mut self, code: &str, part: Part) {
        self.tenders.entry(code.to_owned()).or_default().add(part);
    }

    pub(super) fn add_entry(&mut self, entry: &Entry<'_>, currency: &mut Option<String>) {
        *self.kinds.entry(entry.kind.to_owned()).or_default() += 1;
        match Kind::parse(entry.kind) {
            Some(Kind::Ticket | Kind::Correction) => match read(entry.payload, currency) {
                Some(ticket) => self.add_ticket(&ticket),
                None => self.unread += 1,
            },
            Some(Kind::Training) => match read(entry.payload, currency) {
                Some(ticket) => self.training.add(one(ticket.total.minor)),
                None => self.unread += 1,
            },
            // Entries of deposits were events before they had a kind of their own.
            Some(Kind::Deposit | Kind::Event) => {
                if let Ok(deposit) = serde_json::from_slice::<DepositMoney>(entry.payload)
                    && deposit.moves_money()
                {
                    self.deposits.add(one(sum_of(&deposit.tenders)));
                    self.add_tenders(&deposit.tenders);
                }
            }
            _ => {}
        }
    }

    fn add_ticket(&mut self, ticket: &TicketMoney) {
        if ticket.ticket_type == TicketType::Training {
            self.training.add(one(ticket.total.minor));
            return;
        }
        let total = ticket.total.minor;
        self.tickets += 1;
        self.pieces += ticket.pieces;
        self.total += total;
        self.absolute += total.abs();
        self.discount += ticket.discount.map_or(0, |discount| discount.minor);
        self.rounding += ticket.rounding.minor;
        for rate in &ticket.vat {
            self.add_vat(rate.vat_rate.0, rate.gross.minor, rate.vat_amount.minor);
        }
        self.add_tenders(&ticket.tenders);
        if total < 0 {
            self.refunds.add(one(total));
        }
    }

    fn add_tenders(&mut self, tenders: &[TenderMoney]) {
        for tender in tenders {
            self.add_tender(&tender.tender_code, one(tender.amount.minor));
        }
    }
}

const fn one(amount: i64) -> Part {
    Part { count: 1, amount }
}

fn sum_of(tenders: &[TenderMoney]) -> i64 {
    tenders.iter().map(|tender| tender.amount.minor).sum()
}

/// What a closing needs of a ticket.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TicketMoney {
    ticket_type: TicketType,
    currency: String,
    vat: Vec<TicketVat>,
    #[serde(default)]
    discount: Option<Money>,
    rounding: Money,
    total: Money,
    tenders: Vec<TenderMoney>,
    pieces: i64,
}

/// What a closing needs of a tender.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TenderMoney {
    pub(crate) tender_id: uuid::Uuid,
    tender_code: String,
    amount: Money,
}

/// What a closing needs of an entry about a deposit.
#[derive(Deserialize)]
pub(crate) struct DepositMoney {
    event: String,
    #[serde(default)]
    pub(crate) tenders: Vec<TenderMoney>,
}

impl DepositMoney {
    /// Whether money came in for a deposit, or went back.
    pub(crate) fn moves_money(&self) -> bool {
        ["depositPaid", "depositCancelled"].contains(&self.event.as_str())
    }
}

/// A ticket in the one currency that its day is counted in.
fn read(payload: &[u8], currency: &mut Option<String>) -> Option<TicketMoney> {
    let ticket: TicketMoney = serde_json::from_slice(payload).ok()?;
    let counted_in = currency.get_or_insert_with(|| ticket.currency.clone());
    (*counted_in == ticket.currency).then_some(ticket)
}
