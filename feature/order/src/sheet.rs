//! Papers of a store that are no receipts: how they write figures, and how they are shown.

use ::document::{DocumentError, JournalMark, Language, Letter, Sheet, Typesetter, letter};
use axum::response::Response;
use jiff::Zoned;
use jiff::civil::Date;
use kernel::date::{print_date, print_time};
use kernel::{Currency, Money};
use serde::Deserialize;
use shell::db::Tx;
use shell::http::file;
use shell::layout::{self, LAYOUT_TIME};
use shell::{Failure, Outcome};
use utoipa::IntoParams;

use crate::letterhead::{Letterhead, amount};
use crate::record::JournalPlace;
use crate::{PDF_ERROR, store};

/// Stands where a figure is not told, or where there is none.
pub const UNTOLD: &str = "—";

/// In which language a paper is wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct PaperQuery {
    /// A language tag; else the language of the store.
    #[param(example = "fr")]
    pub language: Option<String>,
}

/// Writes names and figures of a paper.
#[derive(Clone, Copy, Debug)]
pub struct Pen {
    /// Makes texts safe for a line.
    pub set: Typesetter,
    /// The currency that the paper's title names.
    pub currency: Currency,
}

impl Pen {
    /// For a paper in a language, with amounts in a currency.
    #[must_use]
    pub fn new(language: Language, currency: Currency) -> Self {
        Self {
            set: Typesetter::new(language.direction()),
            currency,
        }
    }

    /// An amount in the currency that the paper's title names, in minor units.
    #[must_use]
    pub fn money(&self, minor: i64) -> String {
        self.figures(Money::new(minor, self.currency))
    }

    /// An amount whose currency stands elsewhere.
    #[must_use]
    pub fn figures(&self, money: Money) -> String {
        self.set.code(&amount(money))
    }

    /// An amount with the code of its currency.
    #[must_use]
    pub fn named(&self, money: Money) -> String {
        let code = money.currency.code();
        self.set.code(&format!("{code} {}", amount(money)))
    }

    /// How many, with the true minus sign, as amounts have it.
    #[must_use]
    pub fn number(&self, number: i64) -> String {
        self.set.code(&number.to_string().replace('-', "\u{2212}"))
    }

    /// A label with its `{number}`.
    #[must_use]
    pub fn filled(&self, label: &str, number: &str) -> String {
        label.replace("{number}", &self.set.code(number))
    }

    /// A date.
    #[must_use]
    pub fn day(&self, date: Date) -> String {
        self.set.code(&print_date(date))
    }

    /// The first and the last date, or the one that both are.
    #[must_use]
    pub fn days(&self, from: Date, to: Date) -> String {
        match from == to {
            true => self.day(from),
            false => format!("{} – {}", self.day(from), self.day(to)),
        }
    }

    /// A date with its time.
    #[must_use]
    pub fn moment(&self, at: &Zoned) -> String {
        let local = at.datetime();
        let text = format!("{} {}", print_date(local.date()), print_time(local));
        self.set.code(&text)
    }

    /// Name and version of the program.
    #[must_use]
    pub fn software(&self) -> String {
        self.set.code(&format!("Vitrine {}", shell::http::VERSION))
    }
}

impl Letterhead {
    /// In the language that whoever asked reads. A store's language for customers' receipts is no rule for
    /// its own papers.
    #[must_use]
    pub fn in_asked_language(mut self, asked: Option<&str>) -> Self {
        let asked = asked.and_then(|tag| tag.trim().parse().ok());
        self.language = asked.unwrap_or(self.language);
        self
    }

    /// The head as a paper takes it: `copy` is the number of the copy, none on the original.
    ///
    /// # Errors
    /// When an embedded table is damaged.
    pub fn letter(&self, copy: Option<u32>) -> Result<Letter, DocumentError> {
        letter(self.language, &self.store, self.banner, copy)
    }
}

/// An entry of the journal as papers print it; none when it is not there any more.
///
/// # Errors
/// The database's failure.
pub async fn journal_mark(
    tx: &mut Tx,
    (chain, seq): (String, i64),
) -> Outcome<Option<JournalMark>> {
    let hash = store::find_journal_hash(tx, &chain, seq).await?;
    let sequence = u64::try_from(seq).map_err(Failure::internal)?;
    Ok(hash.map(|hash| {
        let place = JournalPlace { chain, seq, hash };
        JournalMark {
            sequence,
            hash: place.short_hash(),
            chain: place.chain,
        }
    }))
}

/// The answer that shows a paper as PDF.
///
/// # Errors
/// [`PDF_ERROR`]; nothing is changed by it.
pub async fn show(
    name: &str,
    paper: impl FnOnce() -> Result<Sheet, DocumentError> + Send + 'static,
) -> Result<Response, Failure> {
    let work = move || ::document::pdf(&paper()?);
    let bytes = layout::lay_out(name, LAYOUT_TIME, work).await;
    let bytes = bytes.ok_or_else(|| Failure::from(&PDF_ERROR))?;
    Ok(file::pdf(name, bytes))
}
