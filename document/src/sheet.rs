//! Papers of the office: sections of figures on the paper of receipts, and tables on A4.

use std::sync::LazyLock;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::engine::{Document, Identity, Template};
use crate::error::DocumentError;
use crate::letter::Letter;

/// Label and value at the two ends of a line.
pub type SheetRow = (String, String);

/// A paper on 80 mm, as receipts.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Strip {
    /// What the file calls itself.
    pub document_title: String,
    /// What it is.
    pub title: String,
    /// Number, date, person.
    pub references: Vec<SheetRow>,
    /// What somebody must know to read it.
    pub note: Option<String>,
    /// The figures.
    pub sections: Vec<StripSection>,
    /// What stands under each line to sign on.
    pub signatures: Vec<String>,
    /// At the foot, small.
    pub fine_print: Vec<String>,
}

/// A part of a strip under a title.
#[derive(Clone, Debug, Serialize)]
pub struct StripSection {
    /// Its title.
    pub title: String,
    /// Its figures.
    pub rows: Vec<SheetRow>,
    /// What they come to.
    pub total: Option<SheetRow>,
    /// More figures than a row holds.
    pub table: Option<StripTable>,
}

impl StripSection {
    /// Labelled figures under a title.
    #[must_use]
    pub const fn new(title: String, rows: Vec<SheetRow>) -> Self {
        Self {
            title,
            rows,
            total: None,
            table: None,
        }
    }
}

/// A small table: its first column is words, the others are figures.
#[derive(Clone, Debug, Serialize)]
pub struct StripTable {
    /// Over the columns.
    pub head: Vec<String>,
    /// As many cells as the head has.
    pub rows: Vec<Vec<String>>,
}

/// A paper on A4.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Page {
    /// Whether its long side lies below.
    pub is_across: bool,
    /// What the file calls itself.
    pub document_title: String,
    /// What it is.
    pub title: String,
    /// Number, date, person.
    pub references: Vec<SheetRow>,
    /// What somebody must know to read it.
    pub note: Option<String>,
    /// Columns of sums beside each other.
    pub sums: Vec<Vec<SheetRow>>,
    /// Figures that a person would rather look at.
    pub charts: Vec<PageChart>,
    /// All figures.
    pub tables: Vec<PageTable>,
    /// Sentences with an amount each.
    pub remarks: Option<PageRemarks>,
    /// What stands under each line to sign on.
    pub signatures: Vec<String>,
    /// At the foot of each page, small.
    pub fine_print: Vec<String>,
}

/// Columns over a zero line. Parts are thousandths of the greatest figure on the axis.
#[derive(Clone, Debug, Serialize)]
pub struct PageChart {
    /// Its title.
    pub title: String,
    /// The lines of the grid: at which part, and what it stands for.
    pub lines: Vec<(i64, String)>,
    /// Label and part of each column, in the direction of time.
    pub bars: Vec<(String, i64)>,
}

/// Rows under a head, which each page repeats.
#[derive(Clone, Debug, Serialize)]
pub struct PageTable {
    /// Its title; blank for the only table of a list.
    pub title: String,
    /// How many of the first columns are words; the others are figures.
    pub words: usize,
    /// Over the columns.
    pub head: Vec<String>,
    /// As many cells as the head has.
    pub rows: Vec<Vec<String>>,
    /// What the rows come to: more than one row where currencies are not added up.
    pub totals: Vec<Vec<String>>,
}

/// Sentences under a title.
#[derive(Clone, Debug, Serialize)]
pub struct PageRemarks {
    /// The title.
    pub title: String,
    /// The sentences, each with its amount.
    pub rows: Vec<SheetRow>,
}

static STRIP: LazyLock<Result<Template, DocumentError>> =
    LazyLock::new(|| Template::new("strip.typ", include_str!("../template/strip.typ")));
static PAGE: LazyLock<Result<Template, DocumentError>> =
    LazyLock::new(|| Template::new("page.typ", include_str!("../template/page.typ")));

#[derive(Clone, Copy, Debug)]
enum Form {
    Strip,
    Page,
}

/// A paper of the office with everything in its place. Its texts went through
/// [`Typesetter`](crate::Typesetter) before.
#[derive(Debug)]
pub struct Sheet {
    form: Form,
    context: Value,
    identity: Identity,
}

impl Sheet {
    /// A paper on 80 mm under the head of its store.
    ///
    /// # Errors
    /// [`DocumentError::Context`] when it cannot be serialised.
    pub fn strip(head: &Letter, strip: &Strip, identity: Identity) -> Result<Self, DocumentError> {
        Self::put_together(Form::Strip, (head, strip), identity)
    }

    /// A paper on A4 under the head of its store.
    ///
    /// # Errors
    /// [`DocumentError::Context`] when it cannot be serialised.
    pub fn page(head: &Letter, page: &Page, identity: Identity) -> Result<Self, DocumentError> {
        Self::put_together(Form::Page, (head, page), identity)
    }

    fn put_together(
        form: Form,
        (head, body): (&Letter, &impl Serialize),
        identity: Identity,
    ) -> Result<Self, DocumentError> {
        let mut context: Map<String, Value> = Map::new();
        for part in [serde_json::to_value(head)?, serde_json::to_value(body)?] {
            if let Value::Object(part) = part {
                context.extend(part);
            }
        }
        Ok(Self {
            form,
            context: Value::Object(context),
            identity,
        })
    }
}

impl Document for Sheet {
    fn template(&self) -> Result<&'static Template, DocumentError> {
        let template = match self.form {
            Form::Strip => &STRIP,
            Form::Page => &PAGE,
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
