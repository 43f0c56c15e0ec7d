//! Papers of a store that are of no order: what they have in common with receipts.

use ::document::{Banner, Language, Receipt, ReceiptKind, Store, Tender};
use axum::response::Response;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use kernel::Money;
use kernel::id::StoreNo;
use shell::db::Tx;
use shell::layout::LAYOUT_TIME;
use shell::{Failure, Outcome};

use crate::compose::Paper;
use crate::rule::language::{self, Wishes};
use crate::{document as layout, get_receipt, paper, store};

/// What every paper of a store says.
#[derive(Clone, Debug)]
pub struct Letterhead {
    /// The language of the paper.
    pub language: Language,
    /// The shop.
    pub store: Store,
    /// Its clock.
    pub zone: TimeZone,
    /// Whether the paper proves nothing.
    pub banner: Option<Banner>,
    /// Its receipt printer.
    pub printer: Option<String>,
}

/// The head of a store's papers. `asked` is the language that somebody at the till asked for, a blank
/// asks for none; `customer` is the one that the customer reads.
///
/// # Errors
/// When there are no papers in the language, or the database's failure.
pub async fn letterhead(
    tx: &mut Tx,
    store_no: &StoreNo,
    asked: Option<&str>,
    customer: Option<&str>,
) -> Outcome<Letterhead> {
    let asked = get_receipt::asked_language(asked)?;
    let shop = store::get_shop(tx, store_no).await?;
    Ok(Letterhead {
        language: language::choose(Wishes {
            forced: shop.forced_language.as_deref(),
            asked,
            customer,
            store: &shop.language_code,
        }),
        store: layout::store(&shop),
        banner: shop.is_demonstration.then_some(Banner::Demonstration),
        printer: shop.receipt_printer,
        zone: shop.zone,
    })
}

/// A store's name, and the lines that close a letter of it.
///
/// # Errors
/// The database's failure.
pub async fn signature(tx: &mut Tx, store_no: &StoreNo) -> Outcome<(String, Vec<String>)> {
    let shop = store::get_shop(tx, store_no).await?;
    let signature = layout::signature(&shop);
    Ok((shop.name, signature))
}

impl Letterhead {
    /// A receipt without contents.
    #[must_use]
    pub fn receipt(
        self,
        kind: ReceiptKind,
        number: String,
        at: Timestamp,
        total: Money,
    ) -> Receipt {
        Receipt {
            language: self.language,
            kind,
            store: self.store,
            receipt_no: number,
            order_no: None,
            original_receipt_no: None,
            issued_at: at.to_zoned(self.zone),
            terminal_no: String::new(),
            salesperson: None,
            lines: Vec::new(),
            subtotal: None,
            rounding: None,
            currency: total.currency.code().to_owned(),
            total: amount(total),
            tenders: Vec::new(),
            vat: Vec::new(),
            card_slip: Vec::new(),
            loyalty: None,
            gift_cards: Vec::new(),
            deposit: None,
            tax_free: None,
            returns: None,
            facts: Vec::new(),
            note: None,
            copy: None,
            banner: self.banner,
            journal: None,
            barcode: None,
            verification_url: None,
            footers: Vec::new(),
            software: format!("Vitrine {}", shell::http::VERSION),
        }
    }
}

/// An amount as papers write it.
#[must_use]
pub fn amount(money: Money) -> String {
    layout::amount(money)
}

/// A tender as papers write it: what was handed over and given back only where there was change.
#[must_use]
pub fn tender(name: String, tendered: Money, change: Money) -> Tender {
    let has_change = change.minor != 0;
    let taken = Money::new(tendered.minor - change.minor, tendered.currency);
    Tender {
        name,
        amount: amount(taken),
        card_brand: None,
        card_last_four: None,
        approval_code: None,
        tendered: has_change.then(|| amount(tendered)),
        change: has_change.then(|| amount(change)),
        detail: None,
    }
}

/// A receipt as PDF.
///
/// # Errors
/// [`crate::PDF_ERROR`].
pub async fn pdf(receipt: Receipt) -> Outcome<Vec<u8>> {
    paper::pdf(Paper::Receipt(Box::new(receipt)), LAYOUT_TIME).await
}

/// The answer that shows a receipt as PDF.
///
/// # Errors
/// [`crate::PDF_ERROR`]; nothing is changed by it.
pub async fn show(receipt: Receipt) -> Result<Response, Failure> {
    paper::answer(Paper::Receipt(Box::new(receipt)), LAYOUT_TIME).await
}
