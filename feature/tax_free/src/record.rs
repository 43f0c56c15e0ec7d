//! Forms as this feature holds them in memory.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{LineId, OrderId, StaffId, StoreNo, TerminalNo};
use kernel::{Currency, Money, Rate};
use uuid::Uuid;

use crate::book::Occurrence;
use crate::operator::Access;
use crate::rule::amount::Amounts;
use crate::rule::state::State;
use crate::rule::traveller::{RefundMethod, Traveller};

/// How a store is set up for tax-free shopping.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(crate) operator_name: String,
    pub(crate) access: Access,
    pub(crate) is_enabled: bool,
    pub(crate) asks_flight: bool,
    pub(crate) preferred_countries: Vec<String>,
}

impl Setup {
    /// Whether forms can be issued.
    pub(crate) fn is_complete(&self) -> bool {
        self.is_enabled
            && !self.access.address.is_empty()
            && !self.access.secret.expose().is_empty()
    }
}

/// A card that paid, to which a refund can go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The tender that it was booked as.
    pub tender_id: Uuid,
    /// Whose.
    pub order_id: OrderId,
    /// The brand.
    pub brand: String,
    /// The last four digits.
    pub last_four: String,
    /// The acquirer's name of the payment.
    pub token: String,
}

/// A form that is to be written down.
#[derive(Clone, Debug)]
pub struct NewForm {
    /// Its id, which is our reference at the operator.
    pub form_id: Uuid,
    /// The store.
    pub store_no: StoreNo,
    /// The till.
    pub terminal_no: TerminalNo,
    /// Who starts it.
    pub staff_id: StaffId,
    /// The name of the operator.
    pub operator_name: String,
    /// What the operator calls the store.
    pub shop_no: String,
    /// The country whose rule holds.
    pub country_code: String,
    /// What it comes to.
    pub amounts: Amounts,
    /// How the refund is paid.
    pub method: RefundMethod,
    /// The card that it goes to.
    pub card: Option<Card>,
    /// The wallet that it goes to; blank for none.
    pub wallet: String,
    /// The day of the first purchase.
    pub purchased_on: Date,
    /// The business date on which it is started.
    pub started_on: Date,
    /// The last day for customs.
    pub deadline_on: Date,
    /// When it is started.
    pub started_at: Timestamp,
    /// Who travels.
    pub traveller: Traveller,
    /// The receipts.
    pub receipts: Vec<Receipt>,
    /// The goods.
    pub lines: Vec<Line>,
}

/// A receipt on a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The order.
    pub order_id: OrderId,
    /// The number on its receipt.
    pub receipt_no: String,
    /// The date on which it is booked.
    pub purchased_on: Date,
    /// What its goods on the form cost.
    pub gross: Money,
}

/// A line on a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line of the order.
    pub line_id: LineId,
    /// The order.
    pub order_id: OrderId,
    /// Its name.
    pub name: String,
    /// How many pieces.
    pub quantity: i64,
    /// What was paid for it.
    pub gross: Money,
    /// The VAT in it.
    pub vat_rate: Rate,
}

/// A form.
#[derive(Clone, Debug)]
pub struct Form {
    /// Its id.
    pub form_id: Uuid,
    /// The store.
    pub store_no: StoreNo,
    /// The till at which it was started.
    pub terminal_no: TerminalNo,
    /// Our number, without gaps per store.
    pub serial_no: i64,
    /// The name of the operator.
    pub operator_name: String,
    /// What the operator calls the store.
    pub shop_no: String,
    /// The country whose rule held.
    pub country_code: String,
    /// What it comes to.
    pub amounts: Amounts,
    /// How the refund is paid.
    pub method: RefundMethod,
    /// The last day for customs.
    pub deadline_on: Date,
    /// The business date on which it was started.
    pub started_on: Date,
    /// Who started it.
    pub started_by: StaffId,
    /// When.
    pub started_at: Timestamp,
    /// Where it stands.
    pub state: State,
    /// The operator's number.
    pub form_no: Option<String>,
    /// What its barcode says.
    pub barcode: Option<String>,
    /// When the operator issued it.
    pub issued_at: Option<Timestamp>,
    /// What the operator paid to the traveller.
    pub refunded: Option<Money>,
    /// What the operator said last, when it was a no.
    pub message: String,
    /// The void that is under way, or was last.
    pub void_id: Option<Uuid>,
    /// Since when the operator may know what it is asked; none when it certainly does not.
    pub sent_at: Option<Timestamp>,
    /// How often the operator did not answer.
    pub tries: i64,
    /// The traveller's name, while it is kept.
    pub traveller_name: String,
    /// The receipts.
    pub receipts: Vec<Receipt>,
}

impl From<(&NewForm, i64)> for Form {
    /// A form that was just written down under a number.
    fn from((new, serial_no): (&NewForm, i64)) -> Self {
        Self {
            form_id: new.form_id,
            store_no: new.store_no.clone(),
            terminal_no: new.terminal_no.clone(),
            serial_no,
            operator_name: new.operator_name.clone(),
            shop_no: new.shop_no.clone(),
            country_code: new.country_code.clone(),
            amounts: new.amounts,
            method: new.method,
            deadline_on: new.deadline_on,
            started_on: new.started_on,
            started_by: new.staff_id.clone(),
            started_at: new.started_at,
            state: State::Issuing,
            form_no: None,
            barcode: None,
            issued_at: None,
            refunded: None,
            message: String::new(),
            void_id: None,
            sent_at: None,
            tries: 0,
            traveller_name: String::new(),
            receipts: new.receipts.clone(),
        }
    }
}

impl Form {
    /// Follows what was written of something that happened to it.
    pub fn go_on(&mut self, state: Option<State>, occurrence: &Occurrence) {
        let Some(state) = state else {
            return;
        };
        self.state = state;
        if let Some((form_no, barcode)) = occurrence.issued.clone() {
            (self.form_no, self.barcode) = (Some(form_no), Some(barcode));
            self.issued_at = Some(occurrence.at);
        }
    }

    /// The currency of its amounts.
    #[must_use]
    pub const fn currency(&self) -> Currency {
        self.amounts.gross.currency
    }

    /// Our number as it is printed: `TF-PAR01-000012`.
    #[must_use]
    pub fn serial(&self) -> String {
        format!("TF-{}-{:06}", self.store_no, self.serial_no)
    }

    /// The operator's number, or ours where there is none yet.
    #[must_use]
    pub fn number(&self) -> String {
        self.form_no.clone().unwrap_or_else(|| self.serial())
    }

    /// Whether the operator did not answer and is asked again.
    #[must_use]
    pub const fn is_queued(&self) -> bool {
        self.state.is_under_way() && self.tries > 0
    }

    /// Whether its tag can be voided.
    #[must_use]
    pub const fn is_voidable(&self) -> bool {
        self.state.is_voidable(self.sent_at.is_some())
    }
}

/// Something that happened to a form.
#[derive(Clone, Debug)]
pub(crate) struct Happened {
    pub(crate) event: String,
    pub(crate) at: Timestamp,
    pub(crate) staff_name: Option<String>,
    pub(crate) message: String,
}
