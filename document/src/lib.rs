//! The document engine: papers that leave the shop, as PDF and as dots for a thermal printer.
//!
//! A document is a typed context (for example [`Receipt`]) and a Typst template of this crate.
//! Texts that depend on the sale arrive formatted; words that belong to the paper itself come
//! from this crate's label tables, complete in all [`Language`]s. The context reaches the template
//! as data, never as source text, so no name can change the layout. Templates see their own
//! folder and nothing else: no files, no network, no clock. The same context gives the same bytes.
//!
//! To add a document: a typed context with samples, a template beside it, and an implementation of
//! [`Document`] that passes every text through [`Typesetter`]. A test renders all samples in all
//! languages against golden text, as `tests/receipt.rs` does.
//!
//! Laying out is work for the processor (some milliseconds): call it from a blocking thread.

mod barcode;
mod bitmap;
mod engine;
mod error;
mod escpos;
mod font;
mod invoice;
mod label;
mod label_tables;
mod language;
mod letter;
mod receipt;
mod sheet;
mod tax_free;
mod text;
mod writer;

pub use barcode::Barcode;
pub use bitmap::Bitmap;
pub use engine::{Document, Identity, Layout, Template, layout, pdf, png, raster, warm_up};
pub use error::DocumentError;
pub use escpos::{escpos, open_drawer};
pub use invoice::{Buyer, Invoice, InvoiceSample, invoice_samples};
pub use label_tables::LabelTables;
pub use language::{Direction, Language, UnknownLanguage};
pub use letter::{Letter, journal_line, letter};
pub use receipt::{
    Banner, CompanyNumber, Deposit, DepositTerms, Discount, Fact, GiftCard, JournalMark, Line,
    Loyalty, MadeToOrder, MedalSymbol, PieceSource, Receipt, ReceiptKind, Returns, Sample, Store,
    TaxFree, TaxFreeState, Tender, VatRow, samples,
};
pub use sheet::{
    Page, PageChart, PageRemarks, PageTable, Sheet, SheetRow, Strip, StripSection, StripTable,
};
pub use tax_free::{TaxFreeForm, TaxFreeGoods, TaxFreePerson, TaxFreeReceipt};
pub use text::Typesetter;
