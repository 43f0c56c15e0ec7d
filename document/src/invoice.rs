//! The invoice: an A4 paper that is made out to a buyer.

use std::sync::LazyLock;

use jiff::Zoned;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::engine::{Document, Identity, Template};
use crate::error::DocumentError;
use crate::language::Language;
use crate::receipt::{Banner, JournalMark, Line, Store, Tender, VatRow};

mod paper;
mod sample;

pub use sample::{InvoiceSample, invoice_samples};

/// An invoice on A4 paper.
///
/// Amounts are texts that the caller has formatted, as on receipts. It is made to be kept: what was
/// stored of it lays out the same paper years later.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Invoice {
    /// The language of the paper's own words.
    pub language: Language,
    /// The seller.
    pub store: Store,
    /// The number in the store's gapless series, for example `F-PAR03-000417`.
    pub invoice_no: String,
    /// The receipt of the sale.
    pub receipt_no: String,
    /// The order of the sale.
    pub order_no: String,
    /// The day of the invoice.
    pub issued_on: Date,
    /// When it was made out, in the shop's time zone.
    pub issued_at: Zoned,
    /// The day of the sale.
    pub supplied_on: Date,
    /// To whom it is made out.
    pub buyer: Buyer,
    /// The pieces.
    pub lines: Vec<Line>,
    /// Sum before rounding, where it differs from the total.
    pub subtotal: Option<String>,
    /// Cash rounding, where there is any.
    pub rounding: Option<String>,
    /// Currency code of all amounts.
    pub currency: String,
    /// What was to pay.
    pub total: String,
    /// How it was paid.
    pub tenders: Vec<Tender>,
    /// VAT per rate.
    pub vat: Vec<VatRow>,
    /// Number of this copy; `None` on the original.
    pub copy: Option<u32>,
    /// Set when no real sale stands behind the paper.
    pub banner: Option<Banner>,
    /// The entry in the journal that proves the sale.
    pub journal: Option<JournalMark>,
    /// Name and version of the software that made it out.
    pub software: String,
}

/// To whom an invoice is made out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buyer {
    /// A company or a person.
    pub name: String,
    /// Street, postal code and city, country.
    pub address: Vec<String>,
    /// The buyer's VAT number.
    pub vat_no: Option<String>,
}

static TEMPLATE: LazyLock<Result<Template, DocumentError>> =
    LazyLock::new(|| Template::new("invoice.typ", include_str!("../template/invoice.typ")));

impl Document for Invoice {
    fn template(&self) -> Result<&'static Template, DocumentError> {
        TEMPLATE
            .as_ref()
            .map_err(|error| DocumentError::Template(error.to_string()))
    }

    fn context(&self) -> Result<serde_json::Value, DocumentError> {
        Ok(serde_json::to_value(paper::Paper::new(
            self,
            crate::label::labels(self.language)?,
        ))?)
    }

    fn identity(&self) -> Identity {
        let copy = self.copy.unwrap_or(0);
        Identity {
            key: format!("Invoice/{}/{}/{copy}", self.invoice_no, self.language),
            issued_at: self.issued_at.clone(),
        }
    }
}
