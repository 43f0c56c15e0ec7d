//! What this feature says on the wire.

use crm::CustomerView;
use crm::rule::mask;
use customised::view::CustomisationView;
use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{LineId, OrderId};
use kernel::refusal::ErrorView;
use kernel::{Money, Rate};
use serde::Serialize;
use utoipa::ToSchema;

use crate::issue_invoice::InvoiceView;
use crate::record::{
    Order, OrderCredit, OrderDiscount, OrderHead, OrderLine, OrderTender, OrderVat,
};
use crate::rule::action::{self, Action, Circumstances};
use crate::rule::returning;
use crate::store::{OrderRow, Sending};
use shell::picture::picture_url;

/// In what state an order is. An order is written when its sale is completed, and void documents
/// are orders of their own: there is no other state yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum OrderStatus {
    /// Paid and handed over.
    Completed,
}

/// A tender in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TenderName {
    /// The code.
    #[schema(example = "CASH")]
    pub code: String,
    /// The name.
    #[schema(example = "Cash")]
    pub name: String,
}

/// What every view of an order shows.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderHeadView {
    /// The id.
    pub order_id: OrderId,
    /// The number that people say.
    #[schema(example = 123)]
    pub order_no: i64,
    /// The number on the receipt.
    #[schema(example = "R-PAR01-000123")]
    pub receipt_no: String,
    /// The store that sold.
    #[schema(example = "PAR01")]
    pub store_no: String,
    /// When the sale was completed.
    #[schema(value_type = String, format = DateTime)]
    pub completed_at: Timestamp,
    /// The date on which it is booked.
    #[schema(value_type = String, format = Date)]
    pub business_date: Date,
    /// The customer's name, when the sale named one.
    #[schema(example = "Ada Martin")]
    pub customer_name: Option<String>,
    /// What it is: `SALE`, `PICKUP` or `CRM_GIFT`.
    #[schema(example = "SALE")]
    pub order_type: String,
    /// Who sold; of several the first.
    #[schema(example = "Chloé Bernard")]
    pub salesperson_name: String,
    /// The number of pieces.
    #[schema(example = 1)]
    pub pieces: i64,
    /// What was to be paid.
    pub total: Money,
    /// In what state the order is.
    pub state: OrderStatus,
}

impl From<&OrderHead> for OrderHeadView {
    fn from(head: &OrderHead) -> Self {
        Self {
            order_id: head.order_id,
            order_no: head.order_no,
            receipt_no: head.receipt_no.clone(),
            store_no: head.store_no.0.clone(),
            completed_at: head.completed_at,
            business_date: head.business_date,
            customer_name: head.customer_name.clone(),
            order_type: head.order_type.clone(),
            salesperson_name: head.salesperson_name.clone(),
            pieces: head.pieces,
            total: head.total,
            state: OrderStatus::Completed,
        }
    }
}

/// An order in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderRowView {
    /// What every view of an order shows.
    #[serde(flatten)]
    pub head: OrderHeadView,
    /// Where the first pictures of its pieces are, at most three.
    #[schema(example = json!(["/pictures/ring-solitaire-gold-emerald.svg"]))]
    pub pictures: Vec<String>,
    /// What it was paid with.
    pub tenders: Vec<TenderName>,
}

impl From<OrderRow> for OrderRowView {
    fn from(row: OrderRow) -> Self {
        Self {
            head: OrderHeadView::from(&row.head),
            pictures: row.pictures.iter().map(|file| picture_url(file)).collect(),
            tenders: row
                .tenders
                .into_iter()
                .map(|(code, name)| TenderName { code, name })
                .collect(),
        }
    }
}

/// A page of orders.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderPageView {
    /// The orders, newest first.
    pub items: Vec<OrderRowView>,
    /// Where the next page starts; none on the last.
    #[schema(example = "eyJhdCI6MX0")]
    pub next_cursor: Option<String>,
}

/// Number and sum of a whole list of orders.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderSummaryView {
    /// How many orders the list has.
    #[schema(example = 1042)]
    pub total: i64,
    /// What was paid for them, in the currency of the asker's store.
    pub paid: Money,
    /// What was paid for orders of linked stores in other currencies.
    pub paid_elsewhere: Vec<Money>,
}

/// A line of an order.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderLineView {
    /// The line.
    pub line_id: LineId,
    /// The item.
    #[schema(example = "BR-1042")]
    pub item_no: String,
    /// Its name when it was sold.
    #[schema(example = "Solitaire, yellow gold, emerald")]
    pub name: String,
    /// The size; blank when the item has none.
    #[schema(example = "52")]
    pub size_code: String,
    /// Where its picture is.
    #[schema(example = "/pictures/ring-solitaire-gold-emerald.svg")]
    pub image_url: String,
    /// The number of pieces.
    #[schema(example = 1)]
    pub quantity: i64,
    /// The price of one piece.
    pub unit_price: Money,
    /// The amount of the line after discounts.
    pub net: Money,
    /// The VAT rate in basis points.
    #[schema(example = 2000)]
    pub vat_rate: i64,
    /// Its discounts, in the order in which they were taken.
    pub discounts: Vec<OrderDiscountView>,
    /// The weight in milligrams, of what was priced by it.
    #[schema(example = 12_350)]
    pub weight: Option<i64>,
    /// What a repair or service was for.
    #[schema(example = "Chain, new clasp")]
    pub reference: String,
    /// The number of the piece.
    #[schema(example = "S-004711")]
    pub stock_no: String,
    /// The numbers of its certificates.
    #[schema(example = json!(["GIA-2141438171"]))]
    pub certificate_nos: Vec<String>,
    /// What it is made like, of a piece that is made for one customer.
    pub customisation: Option<CustomisationView>,
    /// How many of the pieces stock did not have when they were sold.
    #[schema(example = 0)]
    pub below_stock: i64,
    /// Who is credited with it, when somebody else than with the rest; else empty.
    pub credits: Vec<OrderCreditView>,
    /// The last day of the warranty; none for what is no piece.
    #[schema(value_type = Option<String>, format = Date)]
    pub warranty_until: Option<Date>,
    /// The last day on which it comes back; none for what does not, or of which nobody wrote it down.
    #[schema(value_type = Option<String>, format = Date)]
    pub returnable_until: Option<Date>,
    /// What its pieces brought when they came back as old metal; none of which none has.
    pub recycling_amount: Option<Money>,
}

/// Something that left the shop: a print or a mail.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendingView {
    /// `RECEIPT`, `GIFT` or `INVOICE`.
    #[schema(example = "RECEIPT")]
    pub document: String,
    /// `browser` or `printer` of a print, `email` of a mail.
    #[schema(example = "printer")]
    pub way: String,
    /// When somebody asked for it.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// Who asked; none where nobody wrote it down.
    #[schema(example = "Chloé Bernard")]
    pub staff_name: Option<String>,
    /// Which print of the paper it is; none of mails.
    #[schema(example = 1)]
    pub print_no: Option<i64>,
    /// Where the mail goes, its name hidden from those who may not see it; none of prints.
    #[schema(example = "i••••••@orange.fr")]
    pub recipient: Option<String>,
    /// `WAITING`, `SENT` or `FAILED` of mails; none of prints.
    #[schema(example = "SENT")]
    pub state: Option<String>,
}

impl SendingView {
    fn new(sending: &Sending, is_full: bool) -> Self {
        let recipient = sending.recipient.as_deref();
        Self {
            document: sending.document.clone(),
            way: sending.way.clone(),
            at: sending.at,
            staff_name: sending.staff_name.clone(),
            print_no: sending.print_no,
            recipient: recipient.map(|address| match is_full {
                true => address.to_owned(),
                false => mask::email(address),
            }),
            state: sending.state.clone(),
        }
    }
}

/// What somebody who sold is credited with.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderCreditView {
    /// Who.
    #[schema(example = "seller")]
    pub staff_id: String,
    /// First and last name when it was sold.
    #[schema(example = "Chloé Bernard")]
    pub name: String,
    /// Which part, in whole per cent.
    #[schema(example = 60)]
    pub percent: i64,
    /// How much that is; all credits of an order are what its lines cost.
    pub amount: Money,
}

impl OrderCreditView {
    fn new(credit: &OrderCredit) -> Self {
        Self {
            staff_id: credit.staff_id.clone(),
            name: credit.name.clone(),
            percent: credit.share.0 / Rate::percent(1).0,
            amount: credit.amount,
        }
    }
}

/// A discount on a line of an order.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderDiscountView {
    /// `PACKAGE`, `LINE` or `BASKET`.
    #[schema(example = "PACKAGE")]
    pub source: String,
    /// What it took from the line.
    pub amount: Money,
    /// What the package is called; none for a discount of staff.
    #[schema(example = "Two bangles, 20 % off")]
    pub description: Option<String>,
    /// Why staff gave it.
    #[schema(example = "DAMAGED")]
    pub reason_code: Option<String>,
    /// Who gave it.
    #[schema(example = "seller")]
    pub given_by: Option<String>,
    /// Who approved it.
    #[schema(example = "manager")]
    pub approved_by: Option<String>,
}

impl OrderDiscountView {
    fn new(given: &OrderDiscount) -> Self {
        Self {
            source: given.source.clone(),
            amount: given.amount,
            description: Some(given.description.clone()).filter(|text| !text.is_empty()),
            reason_code: given.reason_code.clone(),
            given_by: given.given_by.clone(),
            approved_by: given.approved_by.clone(),
        }
    }
}

impl OrderLineView {
    fn new(line: &OrderLine, sold_on: Date, return_days: i64) -> Self {
        Self {
            line_id: line.line_id,
            item_no: line.item_no.clone(),
            name: line.name.clone(),
            size_code: line.size_code.clone(),
            image_url: picture_url(&line.picture),
            quantity: line.quantity,
            unit_price: line.unit_price,
            net: line.net,
            vat_rate: line.vat_rate.basis_points(),
            discounts: line.discounts.iter().map(OrderDiscountView::new).collect(),
            weight: line.weight,
            reference: line.reference.clone(),
            stock_no: line.stock_no.clone(),
            certificate_nos: line.certificate_nos.clone(),
            customisation: line.customisation.clone(),
            below_stock: line.below_stock,
            credits: line.credits.iter().map(OrderCreditView::new).collect(),
            warranty_until: line.warranty_until(sold_on),
            // What is made for one customer does not come back, nor what is no piece.
            returnable_until: returning::until(sold_on, return_days)
                .filter(|_| line.customisation.is_none() && !line.is_no_stock),
            recycling_amount: line.recycling_amount,
        }
    }
}

/// A tender of an order.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderTenderView {
    /// The code.
    #[schema(example = "CASH")]
    pub code: String,
    /// The name.
    #[schema(example = "Cash")]
    pub name: String,
    /// What it covers of the total.
    pub amount: Money,
    /// What was handed over.
    pub tendered: Money,
    /// What was given back.
    pub change: Money,
    /// The brand of the card.
    #[schema(example = "visa")]
    pub brand: Option<String>,
    /// The last four digits of the card.
    #[schema(example = "0119")]
    pub last4: Option<String>,
    /// The bank's approval code.
    #[schema(example = "123456")]
    pub approval_code: Option<String>,
    /// What it says of itself besides: the number of a slip or a voucher, foreign cash with its rate.
    #[schema(example = "EV-PAR01-000012")]
    pub reference: Option<String>,
    /// The names by language; the name stands for those that are missing.
    pub names: std::collections::BTreeMap<String, String>,
}

impl From<&OrderTender> for OrderTenderView {
    fn from(tender: &OrderTender) -> Self {
        Self {
            code: tender.code.clone(),
            name: tender.name.clone(),
            amount: tender.amount,
            tendered: tender.tendered,
            change: tender.change,
            brand: tender.brand.clone(),
            last4: tender.last_four.clone(),
            approval_code: tender.approval_code.clone(),
            reference: tender.reference.clone(),
            names: tender.names.clone(),
        }
    }
}

/// The total of a VAT rate.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct OrderVatView {
    /// The rate in basis points.
    #[schema(example = 2000)]
    pub rate: i64,
    /// The amount without VAT.
    pub base: Money,
    /// The VAT.
    pub amount: Money,
}

impl OrderVatView {
    fn new(vat: OrderVat) -> Result<Self, kernel::money::MoneyError> {
        Ok(Self {
            rate: vat.rate.basis_points(),
            base: vat.gross.minus(vat.amount)?,
            amount: vat.amount,
        })
    }
}

/// Where the journal states the sale.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct JournalView {
    /// The chain, one per till.
    #[schema(example = "PAR01-T1")]
    pub chain: String,
    /// The place in the chain.
    #[schema(example = 123)]
    pub seq: i64,
    /// The first ten characters of the entry's hash, as the receipt prints them.
    #[schema(example = "9f3a61c07b")]
    pub hash: String,
}

/// What can be done with an order, and why not.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OrderActionView {
    /// What.
    pub name: Action,
    /// Why it is refused; none when it is allowed.
    pub refusal: Option<ErrorView>,
}

/// The actions of an order under the circumstances.
#[must_use]
pub fn actions(now: Circumstances) -> Vec<OrderActionView> {
    Action::ALL
        .into_iter()
        .map(|action| OrderActionView {
            name: action,
            refusal: action::refusal(action, now).map(|refusal| refusal.view()),
        })
        .collect()
}

/// An order with all that it holds.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderView {
    /// What every view of an order shows.
    #[serde(flatten)]
    pub head: OrderHeadView,
    /// The number of the till.
    #[schema(example = "PAR01-1")]
    pub terminal_no: String,
    /// The name of the till.
    #[schema(example = "Till 1")]
    pub terminal_name: String,
    /// The customer.
    pub customer: Option<CustomerView>,
    /// Who is credited with the lines that nobody sold apart; empty when one person sold everything.
    pub credits: Vec<OrderCreditView>,
    /// The salesperson's note.
    #[schema(example = "Gift wrapping")]
    pub note: String,
    /// What was sold.
    pub lines: Vec<OrderLineView>,
    /// What it was paid with.
    pub tenders: Vec<OrderTenderView>,
    /// The sum of the lines.
    pub subtotal: Money,
    /// What cash rounding added or took.
    pub rounding: Money,
    /// The totals by VAT rate, the highest first.
    pub vat: Vec<OrderVatView>,
    /// Where the journal states the sale.
    pub journal: Option<JournalView>,
    /// How often the receipt was printed.
    #[schema(example = 1)]
    pub prints: i64,
    /// Its invoice, once it was made out.
    pub(crate) invoice: Option<InvoiceView>,
    /// What its pieces brought when they came back as old metal; none when none has.
    pub recycling_amount: Option<Money>,
    /// The statement that holds it: it is frozen until that is cleared.
    #[schema(example = "S-PAR01-2026-0116")]
    pub statement_no: Option<String>,
    /// What was printed and mailed, the newest first.
    pub sendings: Vec<SendingView>,
    /// What can be done now, and why not.
    pub actions: Vec<OrderActionView>,
}

impl OrderView {
    /// The whole order. `is_full`: to somebody who may see the customer's whole address.
    pub(crate) fn new(
        order: &Order,
        is_full: bool,
        now: Circumstances,
    ) -> Result<Self, kernel::money::MoneyError> {
        let head = &order.head;
        let is_gift = head.is_crm_gift();
        let return_days = head.return_days.filter(|_| !is_gift).unwrap_or(0);
        let vat: Result<Vec<_>, _> = order
            .vat
            .iter()
            .map(|vat| OrderVatView::new(*vat))
            .collect();
        Ok(Self {
            head: OrderHeadView::from(head),
            terminal_no: head.terminal_no.clone(),
            terminal_name: head.terminal_name.clone(),
            customer: order
                .customer
                .as_ref()
                .map(|customer| CustomerView::new(customer, is_full)),
            credits: order.credits.iter().map(OrderCreditView::new).collect(),
            note: head.note.clone(),
            lines: order
                .lines
                .iter()
                .map(|line| OrderLineView::new(line, head.business_date, return_days))
                .collect(),
            tenders: order.tenders.iter().map(OrderTenderView::from).collect(),
            subtotal: head.subtotal,
            rounding: head.rounding,
            vat: vat?,
            journal: order.journal.as_ref().map(|place| JournalView {
                chain: place.chain.clone(),
                seq: place.seq,
                hash: place.short_hash(),
            }),
            prints: order.prints,
            invoice: order.invoice.as_ref().map(InvoiceView::from),
            recycling_amount: order.recycling_amount(),
            statement_no: order.statement_no.clone(),
            sendings: order
                .sendings
                .iter()
                .map(|it| SendingView::new(it, is_full))
                .collect(),
            actions: actions(now),
        })
    }
}
