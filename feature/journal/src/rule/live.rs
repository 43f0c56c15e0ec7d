//! Whether the tables of today hold what the journal states of a sale.

use std::collections::BTreeMap;

use kernel::id::{OrderId, StaffId};
use kernel::{Money, Rate};

use crate::ticket::{Ticket, TicketCredit, TicketDiscount, TicketLine, TicketTender};

/// A figure or word of a sale by its name, such as `lines[0].net`.
pub type Facts = BTreeMap<String, String>;

/// A difference between the journal and a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Which fact.
    pub what: String,
    /// What the journal states.
    pub expected: String,
    /// What the tables hold.
    pub found: String,
}

/// What a card's tender and the try that took its money must agree on.
#[derive(Clone, Debug)]
pub struct CardTender {
    /// The tender's place on the order.
    pub position: usize,
    /// What the tender pays.
    pub amount: i64,
    /// The state, kind and approved amount of its try, when there is one for the order's basket in
    /// the order's currency. What a manager booked by the number of a slip was approved by them.
    pub attempt: Option<(String, String, Option<i64>)>,
}

/// A completed order as the tables hold it.
#[derive(Clone, Debug)]
pub struct LiveOrder {
    /// The order.
    pub order_id: OrderId,
    /// Where its ticket stands in the journal.
    pub chain: String,
    /// The ticket's place in the chain.
    pub seq: i64,
    /// What its tables hold, under the names of [`ticket_facts`].
    pub facts: Facts,
    /// What they hold besides that tickets state since their second edition.
    pub since_second: Facts,
    /// The tenders that a card terminal was asked for.
    pub cards: Vec<CardTender>,
}

impl LiveOrder {
    /// What its tables hold of all that a ticket of an edition states.
    #[must_use]
    pub fn facts_of(&self, edition: i64) -> Facts {
        let mut facts = self.facts.clone();
        if edition >= SECOND {
            facts.extend(self.since_second.clone());
        }
        facts
    }
}

/// The edition from which on a ticket states pieces, overridden prices and foreign cash.
const SECOND: i64 = 2;

/// The facts of a ticket that tables hold too. `business_date` and `at_utc` are the entry's.
#[must_use]
pub fn ticket_facts(ticket: &Ticket, business_date: &str, at_utc: &str) -> Facts {
    let mut facts = Facts::new();
    let mut put = |name: &str, value: String| facts.insert(name.to_owned(), value);
    put("orderId", ticket.order_id.to_string());
    put("orderNo", ticket.order_no.to_string());
    put("receiptNo", ticket.receipt_no.clone());
    put("storeNo", ticket.store_no.to_string());
    put("terminalNo", ticket.terminal_no.to_string());
    put("operatorId", ticket.operator_id.to_string());
    put("salespersonId", ticket.salesperson_id.to_string());
    put(
        "customerId",
        ticket
            .customer_id
            .map_or_else(String::new, |id| id.to_string()),
    );
    put("businessDate", business_date.to_owned());
    put("completedAt", at_utc.to_owned());
    put("currency", ticket.currency.to_string());
    put("pieces", ticket.pieces.to_string());
    let nothing = Money::zero(ticket.currency);
    for (name, amount) in [
        ("discount", ticket.discount.unwrap_or(nothing)),
        ("subtotal", ticket.subtotal),
        ("rounding", ticket.rounding),
        ("total", ticket.total),
    ] {
        put(name, amount_text(amount));
    }
    put_credits(&mut facts, "", &ticket.salespeople);
    let is_second = ticket.edition >= SECOND;
    for (position, line) in ticket.lines.iter().enumerate() {
        let place = format!("lines[{position}]");
        put_line(&mut facts, &place, line);
        if is_second {
            put_piece(&mut facts, &place, line);
        }
    }
    for (position, tender) in ticket.tenders.iter().enumerate() {
        let place = format!("tenders[{position}]");
        put_tender(&mut facts, &place, tender);
        if is_second {
            put_paid(&mut facts, &place, tender);
        }
    }
    for vat in &ticket.vat {
        let place = format!("vat[{}]", rate_text(vat.vat_rate));
        facts.insert(format!("{place}.gross"), amount_text(vat.gross));
        facts.insert(format!("{place}.vatAmount"), amount_text(vat.vat_amount));
    }
    facts
}

fn put_line(facts: &mut Facts, place: &str, line: &TicketLine) {
    let mut put = |name: &str, value: String| facts.insert(format!("{place}.{name}"), value);
    put("lineId", line.line_id.to_string());
    put("itemNo", line.item_no.to_string());
    put("sizeCode", line.size_code.to_string());
    put("name", line.name.clone());
    put("quantity", line.quantity.to_string());
    put("unitPrice", amount_text(line.unit_price));
    put("net", amount_text(line.net));
    put("vatRate", rate_text(line.vat_rate));
    put("vatAmount", amount_text(line.vat_amount));
    put("belowStock", line.below_stock.to_string());
    put_credits(facts, &format!("{place}."), &line.salespeople);
    for (position, given) in line.discounts.iter().enumerate() {
        put_discount(facts, &format!("{place}.discounts[{position}]"), given);
    }
}

/// Which piece it is, and what its price was typed in place of.
fn put_piece(facts: &mut Facts, place: &str, line: &TicketLine) {
    let mut put = |name: &str, value: String| facts.insert(format!("{place}.{name}"), value);
    put("stockNo", line.stock_no.clone().unwrap_or_default());
    for (position, certificate_no) in line.certificate_nos.iter().enumerate() {
        put(
            &format!("certificateNos[{position}]"),
            certificate_no.clone(),
        );
    }
    let Some(typed) = &line.price_override else {
        return;
    };
    let approved_by = typed.approved_by.as_ref().map(StaffId::as_str);
    put("listedPrice", amount_text(typed.listed_price));
    put("overrideReason", typed.reason_code.clone());
    put("overrideBy", typed.given_by.to_string());
    put(
        "overrideApprovedBy",
        approved_by.unwrap_or_default().to_owned(),
    );
}

/// What a tender was besides its amount: foreign cash, or the number of a slip.
fn put_paid(facts: &mut Facts, place: &str, tender: &TicketTender) {
    let mut put = |name: &str, value: String| facts.insert(format!("{place}.{name}"), value);
    put("reference", tender.reference.clone().unwrap_or_default());
    if let Some(foreign) = &tender.foreign {
        put("foreignAmount", amount_text(foreign.amount));
        put("exchangeRate", foreign.rate.to_string());
    }
}

fn put_credits(facts: &mut Facts, place: &str, credits: &[TicketCredit]) {
    for (position, credit) in credits.iter().enumerate() {
        let place = format!("{place}salespeople[{position}]");
        facts.insert(format!("{place}.staffId"), credit.staff_id.to_string());
        facts.insert(format!("{place}.share"), rate_text(credit.share));
        facts.insert(format!("{place}.amount"), amount_text(credit.amount));
    }
}

fn put_discount(facts: &mut Facts, place: &str, given: &TicketDiscount) {
    let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
    let staff = |staff: &Option<StaffId>| text(staff.as_ref().map(StaffId::as_str));
    let mut put = |name: &str, value: String| facts.insert(format!("{place}.{name}"), value);
    put("source", given.source.clone());
    put("amount", amount_text(given.amount));
    put("discountId", text(given.discount_id.as_deref()));
    put("reasonCode", text(given.reason_code.as_deref()));
    put("givenBy", staff(&given.given_by));
    put("approvedBy", staff(&given.approved_by));
}

fn put_tender(facts: &mut Facts, place: &str, tender: &TicketTender) {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let attempt = tender.attempt_id.map(|id| id.to_string());
    let mut put = |name: &str, value: String| facts.insert(format!("{place}.{name}"), value);
    put("tenderId", tender.tender_id.to_string());
    put("tenderCode", tender.tender_code.to_string());
    put("amount", amount_text(tender.amount));
    put("tendered", amount_text(tender.tendered));
    put("change", amount_text(tender.change));
    put("brand", text(&tender.brand));
    put("lastFour", text(&tender.last_four));
    put("approvalCode", text(&tender.approval_code));
    put("attemptId", attempt.unwrap_or_default());
}

/// An amount as facts are compared by: `14900 EUR`.
#[must_use]
pub fn amount_text(amount: Money) -> String {
    format!("{} {}", amount.minor, amount.currency)
}

/// A rate as facts are compared by: `20 %`.
#[must_use]
pub fn rate_text(rate: Rate) -> String {
    format!("{} %", rate.text())
}

/// All facts in which the tables differ from the journal.
#[must_use]
pub fn differences(journal: &Facts, tables: &Facts) -> Vec<Difference> {
    let names: std::collections::BTreeSet<&String> = journal.keys().chain(tables.keys()).collect();
    let text = |facts: &Facts, name: &String| {
        facts
            .get(name)
            .map_or_else(|| "nothing".to_owned(), |value| format!("`{value}`"))
    };
    names
        .into_iter()
        .filter(|name| journal.get(*name) != tables.get(*name))
        .map(|name| Difference {
            what: name.clone(),
            expected: text(journal, name),
            found: text(tables, name),
        })
        .collect()
}

/// Card tenders whose money no approved try took.
#[must_use]
pub fn card_differences(order: &LiveOrder) -> Vec<Difference> {
    order
        .cards
        .iter()
        .filter_map(|card| {
            let is_paid = card
                .attempt
                .as_ref()
                .is_some_and(|(state, kind, approved)| {
                    // What is below zero was given back.
                    let wanted = match card.amount < 0 {
                        true => ("REVERSED", "REVERSAL"),
                        false => ("APPROVED", "PAYMENT"),
                    };
                    (state.as_str(), kind.as_str()) == wanted
                        && approved.map(i64::abs) == Some(card.amount.abs())
                });
            if is_paid {
                return None;
            }
            let found = match &card.attempt {
                None => "none for this basket and currency".to_owned(),
                Some((state, kind, approved)) => {
                    let approved = approved.map_or_else(|| "nothing".to_owned(), |a| a.to_string());
                    format!("{kind} {state} of {approved}")
                }
            };
            Some(Difference {
                what: format!("tenders[{}].attempt", card.position),
                expected: format!("an approved payment of {}", card.amount),
                found,
            })
        })
        .collect()
}
