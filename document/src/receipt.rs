//! The till receipt.

use std::sync::LazyLock;

use jiff::Zoned;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::barcode::Barcode;
use crate::engine::{Document, Identity, Template};
use crate::error::DocumentError;
use crate::language::Language;

mod paper;
pub(crate) mod sample;

pub use sample::{Sample, samples};

/// A till receipt on 80 mm paper.
///
/// Amounts are texts that the caller has formatted, with the sign and without the currency unless
/// the tender has another one. Nothing is computed here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Receipt {
    /// The language of the paper's own words.
    pub language: Language,
    /// What happened; decides the title and whether amounts are printed.
    pub kind: ReceiptKind,
    /// The shop.
    pub store: Store,
    /// The gapless number, for example `R-PAR03-118390`.
    pub receipt_no: String,
    /// The order that the receipt belongs to.
    pub order_no: Option<String>,
    /// The receipt that a refund or exchange goes back to.
    pub original_receipt_no: Option<String>,
    /// When the sale was completed, in the shop's time zone.
    pub issued_at: Zoned,
    /// The till.
    pub terminal_no: String,
    /// The salesperson's name on receipts.
    pub salesperson: Option<String>,
    /// The pieces.
    pub lines: Vec<Line>,
    /// Sum before rounding, where it differs from the total.
    pub subtotal: Option<String>,
    /// Cash rounding, where there is any.
    pub rounding: Option<String>,
    /// Currency code of all amounts, for example `EUR`.
    pub currency: String,
    /// What was to pay, or to pay back.
    pub total: String,
    /// How it was paid.
    pub tenders: Vec<Tender>,
    /// VAT per rate.
    pub vat: Vec<VatRow>,
    /// The card terminal's own receipt for the customer, line by line.
    pub card_slip: Vec<String>,
    /// What the sale did to the client's loyalty credit.
    #[serde(default)]
    pub loyalty: Option<Loyalty>,
    /// The gift cards that it sold, topped up or was paid with.
    #[serde(default)]
    pub gift_cards: Vec<GiftCard>,
    /// The deposit that the receipt is for, or that it settles.
    #[serde(default)]
    pub deposit: Option<Deposit>,
    /// The tax-free form of the pieces.
    #[serde(default)]
    pub tax_free: Option<TaxFree>,
    /// Until when pieces may come back.
    #[serde(default)]
    pub returns: Option<Returns>,
    /// Further facts with labels in the paper's language.
    pub facts: Vec<Fact>,
    /// A note of the salesperson.
    pub note: Option<String>,
    /// Number of this copy; `None` on the original.
    pub copy: Option<u32>,
    /// Set when no real sale stands behind the paper.
    pub banner: Option<Banner>,
    /// The entry in the journal that proves the sale.
    pub journal: Option<JournalMark>,
    /// What the scanner reads to find the order again.
    pub barcode: Option<Barcode>,
    /// Where anybody may check that the receipt is genuine; printed as a QR code.
    #[serde(default)]
    pub verification_url: Option<String>,
    /// Texts of the shop: thanks, opening hours.
    pub footers: Vec<String>,
    /// Name and version of the software, for example `Vitrine 3.10.51`.
    pub software: String,
}

/// What a receipt is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReceiptKind {
    /// A sale.
    Sale,
    /// Money back.
    Refund,
    /// Pieces against pieces.
    Exchange,
    /// The first payment on a deposit.
    Deposit,
    /// A further payment on one.
    DepositPayment,
    /// Its last day was moved. No money moves: the paper has no total.
    DepositExtension,
    /// Its pieces have another price; the total is that price.
    DepositPrice,
    /// Pieces of it were handed over; the total is what they cost.
    DepositSettlement,
    /// Somebody withdrew from it; the total is what went back.
    DepositCancellation,
    /// For the person who is given the piece. No amount reaches the paper, whatever the context
    /// holds.
    Gift,
}

/// The head of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Store {
    /// The company, in the display face.
    pub company: String,
    /// The shop.
    pub name: String,
    /// Street, postal code and city, country.
    pub address: Vec<String>,
    /// Telephone.
    pub phone: Option<String>,
    /// VAT number.
    pub vat_no: Option<String>,
    /// Number in the country's register of companies.
    pub company_no: Option<CompanyNumber>,
}

/// A number in a register; its name belongs to the country, not to the language of the paper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompanyNumber {
    /// For example `SIRET`.
    pub scheme: String,
    /// The number.
    pub number: String,
}

/// One piece, or several of the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Name in the paper's language where there is one.
    pub name: String,
    /// Item number.
    pub item_no: String,
    /// Size code.
    pub size: Option<String>,
    /// Number of the certificate.
    pub certificate_no: Option<String>,
    /// What else tells which piece it is: its weight, its number, what a repair is for.
    pub details: Vec<String>,
    /// Where a piece that is not in the shop yet comes from.
    #[serde(default)]
    pub source: Option<PieceSource>,
    /// What it is made like, of a piece that is made for one customer.
    pub made_to_order: Option<MadeToOrder>,
    /// Pieces; negative when they come back.
    pub quantity: i64,
    /// Price of one piece before discounts.
    pub unit_price: String,
    /// Amount of the line after discounts.
    pub net: String,
    /// Letter of the VAT rate in the table below.
    pub vat_letter: Option<String>,
    /// Reductions that `net` already contains.
    pub discounts: Vec<Discount>,
    /// Last day of the warranty; none for what has none.
    #[serde(default)]
    pub warranty_until: Option<Date>,
}

/// Where a piece that is kept for a client comes from, when it is not in the shop yet (domain §5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PieceSource {
    /// From another store.
    OtherStore,
    /// It is made.
    ToBeProduced,
}

/// What a sale did to the client's loyalty credit. Amounts come formatted, as all do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loyalty {
    /// What this sale earned.
    pub earned: Option<String>,
    /// What the client has now.
    pub balance: Option<String>,
    /// What of it ends first, and its last day.
    pub expires: Option<(String, Date)>,
}

/// What a receipt says of a gift card. Amounts come formatted, as all do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GiftCard {
    /// The last four letters of its number.
    pub last_four: String,
    /// What it paid.
    pub paid: Option<String>,
    /// What was put on it: it was sold or topped up.
    pub loaded: Option<String>,
    /// The rest that the client gave up.
    pub cleared: Option<String>,
    /// What was left on it then.
    pub balance: String,
    /// The last day of what was put on it; none for ever.
    pub expires_on: Option<Date>,
}

/// What a receipt says of a deposit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deposit {
    /// The number of the deposit.
    pub deposit_no: String,
    /// What was paid on it so far.
    pub paid: Option<String>,
    /// What is still to be paid.
    pub remaining: Option<String>,
    /// The last day to pay and collect.
    pub due_on: Option<Date>,
    /// The last day before it was moved.
    #[serde(default)]
    pub previous_due: Option<Date>,
    /// What the pieces cost before they got another price.
    #[serde(default)]
    pub previous_price: Option<String>,
    /// What of it paid the pieces that were handed over.
    #[serde(default)]
    pub applied: Option<String>,
    /// What the shop keeps of one that was cancelled.
    #[serde(default)]
    pub kept: Option<String>,
    /// What becomes of the money when somebody withdraws.
    pub terms: Option<DepositTerms>,
}

/// What becomes of a deposit when somebody withdraws (domain §5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DepositTerms {
    /// It is given back in full.
    Refundable,
    /// The client loses it, the shop gives back twice as much.
    Arrhes,
    /// Both are bound.
    Acompte,
}

/// What a receipt says of its tax-free form. With one that counts comes the warning of domain §7.6
/// that duties may be due when pieces come back after export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxFree {
    /// The number of the form.
    pub form_no: String,
    /// Where it stood when the receipt was printed.
    pub state: TaxFreeState,
    /// What the client gets back.
    pub refund: Option<String>,
    /// The last day for customs.
    pub validate_by: Option<Date>,
}

/// Where a tax-free form stands, as far as whoever holds the receipt needs to know (domain §7.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaxFreeState {
    /// Customs have not seen the goods leave yet.
    Issued,
    /// Customs saw them.
    Validated,
    /// The tax was refunded.
    Refunded,
    /// Customs did not see them in time.
    Expired,
    /// It counts no more.
    Void,
}

impl TaxFreeState {
    /// Whether the form gives, or gave, tax back.
    #[must_use]
    pub const fn counts(self) -> bool {
        matches!(self, Self::Issued | Self::Validated | Self::Refunded)
    }
}

/// Until when pieces may come back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Returns {
    /// Until the end of a day; the paper says it in its own words.
    Until(Date),
    /// They may not; the paper says it in its own words.
    Never,
    /// In the shop's words.
    Own(String),
}

/// What a piece is made like that nobody else will have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeToOrder {
    /// The text as it is engraved; an exclamation mark engraves a heart.
    pub engraving: Option<String>,
    /// The lines of the message.
    pub message: Vec<String>,
    /// What a medal shows.
    pub symbol: Option<MedalSymbol>,
    /// The names of the medals that are clipped on.
    pub medals: Vec<String>,
    /// The day on which it is promised.
    pub promised_on: Date,
}

/// What a medal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MedalSymbol {
    /// The sun.
    Sun,
    /// A star.
    Star,
    /// The moon.
    Moon,
    /// A heart.
    Heart,
}

/// A reduction of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discount {
    /// Why, in the paper's language; none for a discount that needs no more words than that.
    pub text: Option<String>,
    /// How much, with its sign.
    pub amount: Option<String>,
}

/// A payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tender {
    /// Name of the tender in the paper's language.
    pub name: String,
    /// What it covers of the total.
    pub amount: String,
    /// Brand of the card.
    pub card_brand: Option<String>,
    /// Last four digits of the card.
    pub card_last_four: Option<String>,
    /// The acquirer's approval code.
    pub approval_code: Option<String>,
    /// What the customer handed over.
    pub tendered: Option<String>,
    /// What the customer got back.
    pub change: Option<String>,
    /// Anything else, for example amount and rate in a foreign currency.
    pub detail: Option<String>,
}

/// VAT of one rate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VatRow {
    /// Letter that stands beside the lines.
    pub letter: Option<String>,
    /// The rate, for example `20.00 %`.
    pub rate: String,
    /// Amount without VAT.
    pub net: String,
    /// The VAT.
    pub vat: String,
    /// Amount with VAT.
    pub gross: String,
}

/// A labelled value whose label the caller has translated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// The label.
    pub label: String,
    /// The value.
    pub value: String,
}

/// Why a paper proves no sale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Banner {
    /// The till was in training mode.
    Training,
    /// The shop is a demonstration.
    Demonstration,
}

/// Where in the journal the sale stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalMark {
    /// The chain, one per till.
    pub chain: String,
    /// Number of the entry in its chain.
    pub sequence: u64,
    /// Hash of the entry; the first 10 characters are printed.
    pub hash: String,
}

static TEMPLATE: LazyLock<Result<Template, DocumentError>> =
    LazyLock::new(|| Template::new("receipt.typ", include_str!("../template/receipt.typ")));

impl Document for Receipt {
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
            key: format!(
                "{:?}/{}/{}/{copy}",
                self.kind, self.receipt_no, self.language
            ),
            issued_at: self.issued_at.clone(),
        }
    }
}
