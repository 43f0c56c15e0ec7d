//! Past orders as the till writes them: with today's rules, and the prices of their day.

use std::collections::HashMap;

use catalog::rule::search::fold;
use jiff::Timestamp;
use journal::{Ticket, TicketCredit, TicketLine, TicketType, TicketVat};
use kernel::id::{BasketId, ItemNo, LineId, OrderId, SizeCode, StaffId};
use kernel::weight::Weight;
use kernel::{Money, Rate};
use sale::rule::credit::{Share, credit_order};
use sale::rule::line::{Entered, Line, LineItem};
use sale::rule::price::PricedBasket;
use shell::{Failure, Outcome};

use super::identity;
use super::plan::{Sale, customer_id, local_time, staff_id};
use super::pricing::{PriceList, currency};
use super::settle::settle;
use crate::catalogue::Item;
use crate::company::{
    Access, COMPANIES, Company, Customer, EmployeeType, StaffMember, Store, staff, store_of,
};
use crate::order::PastOrder;
use crate::random::Random;

/// The first of the generators that decide how each past order was paid.
const PAYMENT: u64 = 1_000_000;
/// Of how many orders one was sold by two people together.
const SHARED_EACH: u64 = 40;
/// What the first of them is credited with, in per cent.
const SHARE_OF_THE_FIRST: i64 = 60;

/// Turns what is known of past orders into sales.
pub(super) struct Clerk<'a> {
    prices: &'a PriceList,
    items: HashMap<&'a str, &'a Item>,
    customers: HashMap<&'a str, &'a Customer>,
    staff: HashMap<&'static str, &'static StaffMember>,
    /// How many orders each store has.
    orders: HashMap<&'static str, i64>,
}

impl<'a> Clerk<'a> {
    pub(super) fn new(items: &'a [Item], prices: &'a PriceList, customers: &'a [Customer]) -> Self {
        Self {
            prices,
            items: items
                .iter()
                .map(|item| (item.item_no.as_str(), item))
                .collect(),
            customers: customers
                .iter()
                .map(|customer| (customer.customer_no.as_str(), customer))
                .collect(),
            staff: staff().iter().map(|member| (member.id, member)).collect(),
            orders: HashMap::new(),
        }
    }

    /// The sale of an order; none when nothing in it had a price on its day.
    pub(super) fn sale(&mut self, index: u64, order: &PastOrder) -> Outcome<Option<Sale>> {
        let missing = |what: &str| Failure::internal(format!("order {index} has no {what}"));
        let store = store_of(order.store_no).ok_or_else(|| missing("store"))?;
        let company = COMPANIES
            .iter()
            .find(|company| company.code == store.company_code)
            .ok_or_else(|| missing("company"))?;
        let member = *self
            .staff
            .get(order.staff_id)
            .ok_or_else(|| missing("salesperson"))?;
        let completed_at = local_time(store, order.date, order.second_of_day)?;
        let lines = self.lines(index, order, completed_at)?;
        let (lines, priced) = self.prices.basket(store, lines, order.date)?;
        if !priced.total().is_positive() {
            return Ok(None);
        }
        let mut random = Random::new(PAYMENT + index);
        let paid = settle(
            store,
            priced.total(),
            &order.tenders,
            completed_at,
            &mut random,
        )?;
        let ticket = Ticket {
            order_id: OrderId(identity::at(completed_at, &format!("order {index}"))),
            terminal_no: order.terminal_no.as_str().into(),
            customer_id: order.customer_no.as_deref().map(customer_id),
            rounding: paid.rounding,
            tenders: paid.tenders,
            ..self.ticket(store, company, member, &lines, &priced)?
        };
        let colleague = index
            .is_multiple_of(SHARED_EACH)
            .then(|| colleague_of(member))
            .flatten();
        let ticket = Ticket {
            salespeople: colleague.map_or_else(Vec::new, |other| shared(&ticket, member, other)),
            ..ticket
        };
        Ok(Some(Sale {
            colleague_name: colleague.map(full_name),
            search_text: self.search_text(&ticket, order.customer_no.as_deref()),
            ticket,
            store,
            registration_no: company.registration_no,
            basket_id: BasketId(identity::at(completed_at, &format!("basket {index}"))),
            completed_at,
            business_date: order.date,
            salesperson_name: full_name(member),
        }))
    }

    /// A ticket but for what makes it this order's: its id, till, customer and tenders.
    fn ticket(
        &mut self,
        store: &'static Store,
        company: &Company,
        member: &StaffMember,
        lines: &[Line],
        priced: &PricedBasket,
    ) -> Outcome<Ticket> {
        let order_no = self.next_order_no(store);
        Ok(Ticket {
            edition: Ticket::EDITION,
            software_version: shell::http::VERSION.to_owned(),
            ticket_type: TicketType::Sale,
            store_no: store.store_no.into(),
            vat_no: company.vat_no.to_owned(),
            terminal_no: "".into(),
            operator_id: StaffId(staff_id(member.id)),
            salesperson_id: StaffId(staff_id(member.id)),
            salespeople: Vec::new(),
            order_id: OrderId(uuid::Uuid::nil()),
            order_no,
            receipt_no: format!("R-{}-{order_no:06}", store.store_no),
            customer_id: None,
            currency: currency(store)?,
            lines: self.ticket_lines(lines, priced)?,
            vat: vat(priced),
            subtotal: priced.calculated.gross,
            discount: None,
            rounding: kernel::Money::zero(priced.total().currency),
            total: priced.total(),
            tenders: Vec::new(),
            pieces: priced.pieces,
        })
    }

    fn item(&self, item_no: &str) -> Outcome<&'a Item> {
        self.items
            .get(item_no)
            .copied()
            .ok_or_else(|| Failure::internal(format!("no item {item_no}")))
    }

    fn lines(&self, index: u64, order: &PastOrder, at: Timestamp) -> Outcome<Vec<Line>> {
        (1_u32..)
            .zip(&order.lines)
            .map(|(position, line)| {
                let item = self.item(&line.item_no)?;
                let quantity = i64::from(line.quantity);
                Ok(Line {
                    line_id: LineId(identity::at(at, &format!("line {index}.{position}"))),
                    position,
                    item_no: line.item_no.clone(),
                    size_code: line.size_code.clone(),
                    quantity,
                    reserved: quantity,
                    below_stock: 0,
                    item: sold_item(item),
                    entered: Entered::default(),
                    is_gift: false,
                    is_on_deposit: false,
                    manual: None,
                    customisation: None,
                    gift_card: None,
                })
            })
            .collect()
    }

    fn ticket_lines(&self, lines: &[Line], priced: &PricedBasket) -> Outcome<Vec<TicketLine>> {
        lines
            .iter()
            .zip(&priced.calculated.parts)
            .map(|(line, part)| {
                let price = priced.line(line.line_id).and_then(|line| line.price);
                let price = price.ok_or_else(|| Failure::internal("a sold line has no price"))?;
                Ok(TicketLine {
                    line_id: line.line_id,
                    item_no: ItemNo(line.item_no.clone()),
                    size_code: SizeCode(line.size_code.clone()),
                    name: self.item(&line.item_no)?.name.clone(),
                    stock_no: None,
                    certificate_nos: Vec::new(),
                    quantity: line.quantity,
                    unit_price: price.money(),
                    price_override: None,
                    discounts: Vec::new(),
                    net: part.net,
                    vat_rate: part.rate,
                    vat_amount: part.vat,
                    below_stock: 0,
                    salespeople: Vec::new(),
                })
            })
            .collect()
    }

    fn next_order_no(&mut self, store: &'static Store) -> i64 {
        let number = self.orders.entry(store.store_no).or_default();
        *number += 1;
        *number
    }

    /// What the order history finds an order by, as the till puts it together.
    fn search_text(&self, ticket: &Ticket, customer_no: Option<&str>) -> String {
        let mut words = vec![ticket.receipt_no.clone(), ticket.order_no.to_string()];
        let customer = customer_no.and_then(|number| self.customers.get(number));
        words.extend(
            customer.map(|customer| format!("{} {}", customer.given_name, customer.family_name)),
        );
        for line in &ticket.lines {
            words.push(line.item_no.0.clone());
            words.push(line.name.clone());
        }
        fold(&words.join(" "))
    }
}

/// What the rules of the sale need of an item that was sold at its listed price.
fn sold_item(item: &Item) -> LineItem {
    LineItem {
        no_stock_posting: item.no_stock_posting,
        unit: item.unit.to_owned(),
        vat_group: item.vat_group.to_owned(),
        item_class: item.item_class.to_owned(),
        discountable: true,
        keying_in_price: false,
        keyed_min: None,
        keyed_max: None,
        unit_weight: Weight(0),
        by_weight: None,
        carries_certificate: false,
        carries_stock_no: false,
    }
}

fn vat(priced: &PricedBasket) -> Vec<TicketVat> {
    priced
        .calculated
        .vat
        .iter()
        .map(|vat| TicketVat {
            vat_rate: vat.rate,
            gross: vat.gross,
            vat_amount: vat.amount,
        })
        .collect()
}

fn full_name(member: &StaffMember) -> String {
    format!("{} {}", member.first_name, member.last_name)
}

/// Somebody else who sells in the same store.
fn colleague_of(member: &StaffMember) -> Option<&'static StaffMember> {
    staff().iter().find(|other| {
        other.store_no == member.store_no
            && other.id != member.id
            && other.employee_type == EmployeeType::Sales
            && other.access == Access::Active
    })
}

/// Who is credited with what of an order that two people sold.
fn shared(ticket: &Ticket, first: &StaffMember, second: &StaffMember) -> Vec<TicketCredit> {
    let share = |member: &StaffMember, percent| Share {
        staff_id: StaffId(staff_id(member.id)),
        percent,
    };
    let shares = [
        share(first, SHARE_OF_THE_FIRST),
        share(second, 100 - SHARE_OF_THE_FIRST),
    ];
    let lines: Vec<(Money, Option<&[Share]>)> =
        ticket.lines.iter().map(|line| (line.net, None)).collect();
    let credits = credit_order(&shares, &lines, Money::zero(ticket.currency)).of_order;
    credits
        .into_iter()
        .map(|credit| TicketCredit {
            staff_id: credit.share.staff_id,
            share: Rate::percent(credit.share.percent),
            amount: credit.amount,
        })
        .collect()
}
