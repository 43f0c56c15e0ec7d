//! Orders and stores as this feature holds them in memory.

use std::collections::BTreeMap;

use customised::view::CustomisationView;
use document::Language;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use kernel::date::{EndOfBusinessDay, business_date};
use kernel::id::{CustomerId, LineId, OrderId, StaffId, StoreNo, TerminalNo};
use kernel::{Currency, Money, Rate};
use session::Actor;

use crate::rule::warranty;
use crate::store::{Sending, StoredInvoice};

/// Who looks at orders, and whose orders they may see.
#[derive(Clone, Debug)]
pub(crate) struct Viewer {
    pub store_no: StoreNo,
    pub terminal_no: TerminalNo,
    pub staff_id: StaffId,
    pub may_view_all: bool,
    pub may_reprint: bool,
}

impl From<&Actor> for Viewer {
    fn from(actor: &Actor) -> Self {
        Self {
            store_no: actor.store_no.clone(),
            terminal_no: actor.terminal_no.clone(),
            staff_id: actor.staff_id.clone(),
            may_view_all: actor.may(crate::VIEW_ALL),
            may_reprint: actor.may(crate::REPRINT),
        }
    }
}

/// A store with its company, as receipts state it.
#[derive(Clone, Debug)]
pub(crate) struct Shop {
    pub store_no: StoreNo,
    pub name: String,
    pub address: String,
    pub postal_code: String,
    pub city: String,
    pub country_code: String,
    pub telephone: String,
    pub currency: Currency,
    pub zone: TimeZone,
    pub language_code: String,
    pub forced_language: Option<String>,
    pub end_of_business_day: EndOfBusinessDay,
    pub receipt_printer: Option<String>,
    pub company_name: String,
    pub company_country_code: String,
    pub registration_no: String,
    pub vat_no: String,
    /// Whether no real shop stands behind the data: its papers say so.
    pub is_demonstration: bool,
    /// Its own words about returns, by language.
    pub return_texts: Vec<(Language, String)>,
}

impl Shop {
    /// The IANA name of the time zone.
    pub(crate) fn zone_name(&self) -> &str {
        self.zone.iana_name().unwrap_or("UTC")
    }

    /// The date on which the store books what happens now.
    pub(crate) fn business_date(&self, now: Timestamp) -> Date {
        business_date(now, &self.zone, self.end_of_business_day)
    }
}

/// An order without its lines and tenders.
#[derive(Clone, Debug)]
pub(crate) struct OrderHead {
    pub order_id: OrderId,
    pub store_no: StoreNo,
    pub order_no: i64,
    pub receipt_no: String,
    pub terminal_no: String,
    pub terminal_name: String,
    /// What it is: `SALE`, `PICKUP`, `CRM_GIFT`.
    pub order_type: String,
    /// Who sold; of several the first.
    pub salesperson_name: String,
    pub customer_id: Option<CustomerId>,
    pub customer_name: Option<String>,
    pub subtotal: Money,
    pub total: Money,
    pub rounding: Money,
    pub pieces: i64,
    pub note: String,
    pub business_date: Date,
    pub completed_at: Timestamp,
    /// For how many days its pieces come back; none for sales of which nobody wrote it down.
    pub return_days: Option<i64>,
}

impl OrderHead {
    /// Whether it is a gift from a customer's record, for which nobody paid.
    pub(crate) fn is_crm_gift(&self) -> bool {
        self.order_type == "CRM_GIFT"
    }
}

/// An order with all that it holds.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub head: OrderHead,
    pub lines: Vec<OrderLine>,
    pub tenders: Vec<OrderTender>,
    pub vat: Vec<OrderVat>,
    pub journal: Option<JournalPlace>,
    pub prints: i64,
    /// Its invoice, once it was made out.
    pub invoice: Option<StoredInvoice>,
    /// What left the shop, the newest first.
    pub sendings: Vec<Sending>,
    pub customer: Option<crm::Customer>,
    /// Who is credited with the lines that nobody sold apart; none when one person sold everything.
    pub credits: Vec<OrderCredit>,
    /// The statement that holds it; in none it waits for the next one.
    pub statement_no: Option<String>,
}

impl Order {
    /// What all its pieces brought that came back as old metal; none when none has.
    pub(crate) fn recycling_amount(&self) -> Option<Money> {
        let amounts = self.lines.iter().filter_map(|it| it.recycling_amount);
        amounts.reduce(|sum, amount| Money::new(sum.minor + amount.minor, sum.currency))
    }
}

/// What somebody who sold is credited with.
#[derive(Clone, Debug)]
pub(crate) struct OrderCredit {
    pub staff_id: String,
    pub name: String,
    pub share: Rate,
    pub amount: Money,
}

/// A line of an order.
#[derive(Clone, Debug)]
pub(crate) struct OrderLine {
    pub line_id: LineId,
    pub item_no: String,
    pub size_code: String,
    pub name: String,
    pub picture: String,
    pub quantity: i64,
    pub unit_price: Money,
    pub net: Money,
    pub vat_rate: Rate,
    pub is_no_stock: bool,
    pub discounts: Vec<OrderDiscount>,
    /// In milligrams, of what was priced by its weight.
    pub weight: Option<i64>,
    pub reference: String,
    pub stock_no: String,
    pub certificate_nos: Vec<String>,
    /// What it is made like, of a piece that is made for one customer.
    pub customisation: Option<CustomisationView>,
    /// How many of the pieces stock did not have.
    pub below_stock: i64,
    /// Who is credited with it, when somebody else than with the rest; else none.
    pub credits: Vec<OrderCredit>,
    /// The months of its warranty when it was sold.
    pub warranty_months: i64,
    /// What its pieces brought when they came back as old metal; none of which none has.
    pub recycling_amount: Option<Money>,
}

impl OrderLine {
    /// The last day of its warranty, when it was sold on a day.
    pub(crate) fn warranty_until(&self, sold_on: Date) -> Option<Date> {
        warranty::until(sold_on, self.warranty_months, self.is_no_stock)
    }
}

/// A discount on a line of an order.
#[derive(Clone, Debug)]
pub(crate) struct OrderDiscount {
    /// `PACKAGE`, `LINE` or `BASKET`.
    pub source: String,
    pub amount: Money,
    /// What the package is called; blank for a discount of staff.
    pub description: String,
    pub reason_code: Option<String>,
    pub given_by: Option<String>,
    pub approved_by: Option<String>,
}

/// A tender of an order.
#[derive(Clone, Debug)]
pub(crate) struct OrderTender {
    pub code: String,
    pub name: String,
    /// The names by language; the name stands for those that are missing.
    pub names: BTreeMap<String, String>,
    pub amount: Money,
    pub tendered: Money,
    pub change: Money,
    pub brand: Option<String>,
    pub last_four: Option<String>,
    pub approval_code: Option<String>,
    pub card_receipt: Option<String>,
    /// What it says of itself besides: the number of a slip or a voucher, foreign cash with its rate.
    pub reference: Option<String>,
}

/// The total of a VAT rate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderVat {
    pub rate: Rate,
    pub gross: Money,
    pub amount: Money,
}

/// Where the journal states the sale.
#[derive(Clone, Debug)]
pub(crate) struct JournalPlace {
    pub chain: String,
    pub seq: i64,
    /// The hash of the entry.
    pub hash: Vec<u8>,
}

/// How many bytes of a hash people see.
const SHORT_HASH_BYTES: usize = 5;

impl JournalPlace {
    /// The first characters of the entry's hash, in hexadecimal.
    pub(crate) fn short_hash(&self) -> String {
        let shown = self.hash.iter().take(SHORT_HASH_BYTES);
        shown.map(|byte| format!("{byte:02x}")).collect()
    }
}
