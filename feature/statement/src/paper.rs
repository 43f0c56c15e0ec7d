//! The papers of a statement: the statement itself on A4, X and Z on the paper of receipts.

pub(crate) mod print;
pub(crate) mod report;
pub(crate) mod section;
pub(crate) mod show;

use std::sync::LazyLock;

use axum::response::Response;
use document::{
    Document, DocumentError, Identity, LabelTables, Language, Template, Typesetter, letter,
};
use jiff::Zoned;
use jiff::civil::Date;
use kernel::date::{print_date, print_time};
use kernel::{Currency, Money};
use order::PDF_ERROR;
use order::letterhead::{Letterhead, amount};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use shell::Failure;
use shell::http::file;
use shell::layout::{self, LAYOUT_TIME};

/// Stands where a figure is not told.
pub(crate) const UNTOLD: &str = "—";

macro_rules! words {
    ($($name:ident),* $(,)?) => {
        /// The words of the papers.
        #[derive(Debug, Deserialize, Serialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct Words { $(pub $name: String),* }
    };
}

words! {
    x_title, z_title, statement, number, business_date, posting_date, made_at, till, all_tills, staff,
    posted_by, state, state_open, state_calculated, state_counted, state_posting, state_posted,
    bank_bag, sales, sales_gross, sales_net, vat, vat_rate, net, gross, discounts, refunds, rounding,
    categories, no_category, liabilities, gift_cards, deposits_received, deposits_paid_back, payments,
    payments_total, money_in, cash, drawer, opening_float, added, removed, happened, customers,
    transactions, items, parked, voided, drawer_openings, logins, grand_totals, perpetual_sales,
    perpetual_absolute, hash, previous_hash, blind, tenders, tender, quantity, amount, counted,
    difference, difference_quantity, counts, content, slips, counted_by, causes, cause_swapped,
    cause_unresolved, cause_unmatched, cause_drop, signature,
}

static WORDS: LabelTables<Words> = document::label_tables!("../label");

static REPORT: LazyLock<Result<Template, DocumentError>> = LazyLock::new(|| {
    Template::new(
        "statement-report.typ",
        include_str!("../template/report.typ"),
    )
});
static STATEMENT: LazyLock<Result<Template, DocumentError>> =
    LazyLock::new(|| Template::new("statement.typ", include_str!("../template/statement.typ")));

/// What a paper is laid out on.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    /// 80 mm, as receipts.
    Strip,
    /// A4.
    Page,
}

/// A paper with everything in its place.
pub(crate) struct Sheet {
    form: Form,
    context: Value,
    identity: Identity,
}

impl Document for Sheet {
    fn template(&self) -> Result<&'static Template, DocumentError> {
        let template = match self.form {
            Form::Strip => &REPORT,
            Form::Page => &STATEMENT,
        };
        template
            .as_ref()
            .map_err(|error| DocumentError::Template(error.to_string()))
    }

    fn context(&self) -> Result<Value, DocumentError> {
        Ok(self.context.clone())
    }

    fn identity(&self) -> Identity {
        self.identity.clone()
    }
}

/// Label and value at the two ends of a line.
pub(crate) type Row = (String, String);

/// Writes the words and figures of a paper.
pub(crate) struct Ink {
    pub words: &'static Words,
    pub set: Typesetter,
    pub currency: Currency,
}

impl Ink {
    pub(crate) fn new(language: Language, currency: Currency) -> Result<Self, DocumentError> {
        Ok(Self {
            words: WORDS.of(language)?,
            set: Typesetter::new(language.direction()),
            currency,
        })
    }

    /// An amount in the currency of the store, which the paper's title names.
    pub(crate) fn money(&self, minor: i64) -> String {
        self.set.code(&amount(Money::new(minor, self.currency)))
    }

    /// An amount with the code of its currency.
    pub(crate) fn named(&self, minor: i64, currency: Currency) -> String {
        let figures = amount(Money::new(minor, currency));
        self.set.code(&format!("{} {figures}", currency.code()))
    }

    /// How many.
    pub(crate) fn number(&self, number: i64) -> String {
        // With the true minus sign, as amounts have it.
        self.set.code(&number.to_string().replace('-', "\u{2212}"))
    }

    pub(crate) fn filled(&self, label: &str, number: &str) -> String {
        label.replace("{number}", &self.set.code(number))
    }

    pub(crate) fn day(&self, date: Date) -> String {
        self.set.code(&print_date(date))
    }

    pub(crate) fn moment(&self, at: &Zoned) -> String {
        let local = at.datetime();
        let text = format!("{} {}", print_date(local.date()), print_time(local));
        self.set.code(&text)
    }

    /// Name and version of the program.
    pub(crate) fn software(&self) -> String {
        self.set.code(&format!("Vitrine {}", shell::http::VERSION))
    }
}

/// Puts a paper together: the head of the store, then what the paper itself says.
pub(crate) fn sheet(
    form: Form,
    letterhead: &Letterhead,
    copy: Option<u32>,
    (body, identity): (Value, Identity),
) -> Result<Sheet, DocumentError> {
    let (store, banner) = (&letterhead.store, letterhead.banner);
    let head = letter(letterhead.language, store, banner, copy)?;
    let mut context: Map<String, Value> = Map::new();
    for part in [serde_json::to_value(head)?, body] {
        if let Value::Object(part) = part {
            context.extend(part);
        }
    }
    Ok(Sheet {
        form,
        context: Value::Object(context),
        identity,
    })
}

/// The language in which whoever asked reads. A store's language for customers' receipts is no rule for
/// its own papers.
pub(crate) fn in_asked_language(mut letterhead: Letterhead, asked: Option<&str>) -> Letterhead {
    let asked = asked.and_then(|tag| tag.trim().parse().ok());
    letterhead.language = asked.unwrap_or(letterhead.language);
    letterhead
}

/// The answer that shows a paper as PDF.
///
/// # Errors
/// [`PDF_ERROR`]; nothing is changed by it.
pub(crate) async fn answer(
    name: &str,
    paper: impl FnOnce() -> Result<Sheet, DocumentError> + Send + 'static,
) -> Result<Response, Failure> {
    let work = move || document::pdf(&paper()?);
    let bytes = layout::lay_out(name, LAYOUT_TIME, work).await;
    let bytes = bytes.ok_or_else(|| Failure::from(&PDF_ERROR))?;
    Ok(file::pdf(name, bytes))
}

#[cfg(test)]
pub(crate) mod tests;
