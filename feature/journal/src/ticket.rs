//! The payload of a ticket: all that the receipt of a completed sale states (reliability c.3).
//!
//! Date, time and zone are not here: [`crate::append`] adds `atLocal` and `timeZone` to every
//! payload. There is no free text in a ticket, because free text may hold a person.

use kernel::id::{
    AttemptId, CustomerId, ItemNo, LineId, OrderId, SizeCode, StaffId, StoreNo, TenderCode,
    TenderId, TerminalNo,
};
use kernel::{Currency, Money, Rate};
use serde::{Deserialize, Serialize};

/// What a ticket is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum TicketType {
    /// Goods sold.
    Sale,
    /// Money given back.
    Refund,
    /// Goods for goods.
    Exchange,
    /// Money taken for goods that follow.
    Deposit,
    /// A gift from a customer's record, without money.
    #[serde(rename = "CRM_GIFT")]
    CrmGift,
    /// Nothing: somebody is learning.
    Training,
}

/// A ticket. Lines and tenders are in the order of their position on the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ticket {
    /// What it states where there is something to state: from the second on, which piece was sold, what
    /// another price was typed in place of, and what foreign cash was. A ticket of the first does not say
    /// that it is one, and nothing follows from what it leaves out.
    #[serde(default = "first_edition", skip_serializing_if = "is_first_edition")]
    pub edition: i64,
    /// The version of the program that took the sale.
    pub software_version: String,
    /// What the ticket is for.
    pub ticket_type: TicketType,
    /// The store.
    pub store_no: StoreNo,
    /// The company's VAT number.
    pub vat_no: String,
    /// The till.
    pub terminal_no: TerminalNo,
    /// Who worked the till.
    pub operator_id: StaffId,
    /// Who sold; of several the first.
    pub salesperson_id: StaffId,
    /// Who is credited with the lines that nobody sold apart; absent when one person sold everything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub salespeople: Vec<TicketCredit>,
    /// The order, which is the sale's id.
    pub order_id: OrderId,
    /// The order's number in its store.
    pub order_no: i64,
    /// The number on the receipt.
    pub receipt_no: String,
    /// The customer as an opaque id; the name lives outside of the journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_id: Option<CustomerId>,
    /// The currency of every amount.
    pub currency: Currency,
    /// What was sold.
    pub lines: Vec<TicketLine>,
    /// The totals by VAT rate, in ascending order of the rate.
    pub vat: Vec<TicketVat>,
    /// What the lines cost before discounts.
    pub subtotal: Money,
    /// What discounts took; absent when nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discount: Option<Money>,
    /// What rounding in cash added or took.
    pub rounding: Money,
    /// What was to be paid.
    pub total: Money,
    /// What was paid with.
    pub tenders: Vec<TicketTender>,
    /// The number of pieces.
    pub pieces: i64,
}

impl Ticket {
    /// The edition of the tickets that are written now.
    pub const EDITION: i64 = 2;
}

const fn first_edition() -> i64 {
    1
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands a field over by reference"
)]
const fn is_first_edition(edition: &i64) -> bool {
    *edition == first_edition()
}

/// A line of a ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TicketLine {
    /// The line.
    pub line_id: LineId,
    /// The item.
    pub item_no: ItemNo,
    /// Its size; blank without sizes.
    pub size_code: SizeCode,
    /// Its name as printed.
    pub name: String,
    /// The number of the piece itself, where pieces of its class have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stock_no: Option<String>,
    /// The numbers of the certificates that went with its pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub certificate_nos: Vec<String>,
    /// The number of pieces.
    pub quantity: i64,
    /// The price of a piece.
    pub unit_price: Money,
    /// What the price was typed in place of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_override: Option<TicketOverride>,
    /// The discounts, in the order in which they were taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discounts: Vec<TicketDiscount>,
    /// The amount of the line after discounts, as the order stores it.
    pub net: Money,
    /// The VAT rate in ten-thousandths of a percent.
    pub vat_rate: Rate,
    /// The VAT contained.
    pub vat_amount: Money,
    /// How many of the pieces stock did not have, in a store that sells them all the same.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub below_stock: i64,
    /// Who is credited with this line; absent when those of the ticket are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub salespeople: Vec<TicketCredit>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands a field over by reference"
)]
const fn is_nothing(count: &i64) -> bool {
    *count == 0
}

/// A price that staff typed in place of the listed one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TicketOverride {
    /// What the price list says a piece costs.
    pub listed_price: Money,
    /// Why another price was typed.
    pub reason_code: String,
    /// Who typed it.
    pub given_by: StaffId,
    /// Who approved it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<StaffId>,
}

/// What somebody who sold is credited with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TicketCredit {
    /// Who.
    pub staff_id: StaffId,
    /// Which part, in ten-thousandths of a percent.
    pub share: Rate,
    /// How much that is.
    pub amount: Money,
}

/// A discount on a line of a ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TicketDiscount {
    /// `PACKAGE`, `LINE` or `BASKET`.
    pub source: String,
    /// What it took from the line.
    pub amount: Money,
    /// The package.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discount_id: Option<String>,
    /// The number of the package's application in the order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub application_no: Option<u32>,
    /// Why staff gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_code: Option<String>,
    /// Who gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given_by: Option<StaffId>,
    /// Who approved it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<StaffId>,
}

/// The total of a VAT rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TicketVat {
    /// The rate in ten-thousandths of a percent.
    pub vat_rate: Rate,
    /// The amount with VAT.
    pub gross: Money,
    /// The VAT contained.
    pub vat_amount: Money,
}

/// A tender of a ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TicketTender {
    /// The tender as it was booked.
    pub tender_id: TenderId,
    /// Its code.
    pub tender_code: TenderCode,
    /// What it pays of the total.
    pub amount: Money,
    /// What was handed over.
    pub tendered: Money,
    /// What was given back.
    pub change: Money,
    /// Of foreign cash, what it was in its own currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foreign: Option<TicketForeign>,
    /// The brand of the card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brand: Option<String>,
    /// The last four digits of the card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_four: Option<String>,
    /// The bank's approval code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval_code: Option<String>,
    /// The terminal's id of the transaction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub poi_transaction_id: Option<String>,
    /// What it says of itself besides, such as the number of a slip.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// The try that took the money.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt_id: Option<AttemptId>,
}

/// Foreign cash of a tender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TicketForeign {
    /// What was handed over, in its own currency.
    pub amount: Money,
    /// What one unit of that currency was worth in the ticket's, in hundred-millionths of a unit.
    pub rate: i64,
}
