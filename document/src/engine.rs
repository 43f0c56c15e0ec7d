//! Laying out any document: context and template in, pages out.

use std::sync::LazyLock;

use jiff::Zoned;
use typst::diag::{FileError, FileResult, SourceDiagnostic};
use typst::foundations::{Bytes, Datetime, Duration, Smart};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, Timestamp};

use crate::bitmap::Bitmap;
use crate::error::DocumentError;
use crate::font;

mod draw;
mod lines;

/// A paper: a typed context that knows its template.
pub trait Document {
    /// The layout.
    ///
    /// # Errors
    /// When the embedded template is damaged.
    fn template(&self) -> Result<&'static Template, DocumentError>;

    /// Everything that the template prints, cleaned and ordered; it reads it as `data.json`.
    ///
    /// # Errors
    /// When a label table is damaged or the context cannot be serialised.
    fn context(&self) -> Result<serde_json::Value, DocumentError>;

    /// What the file says about itself.
    fn identity(&self) -> Identity;
}

/// What a document's file says about itself.
#[derive(Clone, Debug)]
pub struct Identity {
    /// Unique and stable name of this paper, for example kind and number.
    pub key: String,
    /// When the paper was issued, with the shop's offset. Becomes the creation date.
    pub issued_at: Zoned,
}

/// The layout of one kind of document, in Typst.
///
/// It reads its context with `json("data.json")` and shares faces and rows with the other papers
/// through `#import "paper.typ": *`; it can reach nothing else.
#[derive(Debug)]
pub struct Template {
    id: FileId,
    source: Source,
}

impl Template {
    /// A template from its source text, which belongs in the binary (`include_str!`).
    ///
    /// # Errors
    /// [`DocumentError::Template`], when the name is not a file name.
    pub fn new(name: &str, text: &str) -> Result<Self, DocumentError> {
        let id = file_id(name)?;
        Ok(Template {
            id,
            source: Source::new(id, text.to_owned()),
        })
    }
}

fn file_id(name: &str) -> Result<FileId, DocumentError> {
    let path = VirtualPath::new(name)
        .map_err(|_| DocumentError::Template(format!("{name} is not a path")))?;
    Ok(RootedPath::new(VirtualRoot::Project, path).intern())
}

/// Name of the context as templates read it.
const DATA: &str = "data.json";
/// Layouts after which the engine forgets a cached piece; more costs memory, fewer costs time.
const CACHE_AGE_MAX: usize = 3;

static PAPER: LazyLock<Result<Template, DocumentError>> =
    LazyLock::new(|| Template::new("paper.typ", include_str!("../template/paper.typ")));

static LIBRARY: LazyLock<LazyHash<Library>> = LazyLock::new(|| LazyHash::new(Library::default()));

/// All that a template can see: itself, its data, the embedded fonts.
struct Desk<'a> {
    template: &'a Template,
    paper: &'static Template,
    book: &'static LazyHash<FontBook>,
    data_id: FileId,
    data: Bytes,
}

impl World for Desk<'_> {
    fn library(&self) -> &LazyHash<Library> {
        &LIBRARY
    }

    fn book(&self) -> &LazyHash<FontBook> {
        self.book
    }

    fn main(&self) -> FileId {
        self.template.id
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        [self.template, self.paper]
            .into_iter()
            .find(|template| template.id == id)
            .map(|template| template.source.clone())
            .ok_or(FileError::AccessDenied)
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        if id == self.data_id {
            Ok(self.data.clone())
        } else {
            Err(FileError::AccessDenied)
        }
    }

    fn font(&self, index: usize) -> Option<Font> {
        font::font(index)
    }

    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}

/// A document that has been laid out and can be written in several forms.
pub struct Layout {
    pages: PagedDocument,
    identity: Identity,
}

/// Lays a document out.
///
/// # Errors
/// [`DocumentError`], when an embedded file or the template is at fault.
pub fn layout(document: &impl Document) -> Result<Layout, DocumentError> {
    let context = document.context()?;
    let desk = Desk {
        template: document.template()?,
        paper: PAPER
            .as_ref()
            .map_err(|error| DocumentError::Template(error.to_string()))?,
        book: font::book()?,
        data_id: file_id(DATA)?,
        data: Bytes::new(serde_json::to_vec(&context)?),
    };
    let pages = typst::compile::<PagedDocument>(&desk).output;
    typst::comemo::evict(CACHE_AGE_MAX);
    let pages = pages.map_err(|found| DocumentError::Template(messages(&found)))?;
    Ok(Layout {
        pages,
        identity: document.identity(),
    })
}

/// The document as PDF.
///
/// # Errors
/// [`DocumentError`], when an embedded file or the template is at fault.
pub fn pdf(document: &impl Document) -> Result<Vec<u8>, DocumentError> {
    layout(document)?.pdf()
}

/// The document's first page as dots for a thermal printer with that many dots per line.
///
/// # Errors
/// [`DocumentError`], when an embedded file or the template is at fault, or for 0 dots.
pub fn raster(document: &impl Document, dots_per_line: u32) -> Result<Bitmap, DocumentError> {
    layout(document)?.raster(dots_per_line)
}

/// The document's first page as PNG for the screen, that many pixels wide.
///
/// # Errors
/// [`DocumentError`], when an embedded file or the template is at fault, or for 0 pixels.
pub fn png(document: &impl Document, width_px: u32) -> Result<Vec<u8>, DocumentError> {
    layout(document)?.png(width_px)
}

/// Opens the fonts and the library, so that the first receipt of the day is as quick as the next.
///
/// # Errors
/// [`DocumentError::Font`], when an embedded font is damaged.
pub fn warm_up() -> Result<(), DocumentError> {
    LazyLock::force(&LIBRARY);
    font::book()?;
    font::open_all()
}

impl Layout {
    /// The pages as tagged PDF 1.7.
    ///
    /// # Errors
    /// [`DocumentError::Pdf`] or [`DocumentError::Date`].
    pub fn pdf(&self) -> Result<Vec<u8>, DocumentError> {
        let options = PdfOptions {
            ident: Smart::Custom(self.identity.key.clone()),
            creator: Smart::Custom(Some("Vitrine".to_owned())),
            timestamp: Some(timestamp(&self.identity.issued_at).ok_or(DocumentError::Date)?),
            ..PdfOptions::default()
        };
        typst_pdf::pdf(&self.pages, &options).map_err(|found| DocumentError::Pdf(messages(&found)))
    }

    /// Pages; a receipt has one.
    pub fn page_count(&self) -> usize {
        self.pages.pages().len()
    }
}

fn timestamp(at: &Zoned) -> Option<Timestamp> {
    let date = Datetime::from_ymd_hms(
        at.year().into(),
        at.month().try_into().ok()?,
        at.day().try_into().ok()?,
        at.hour().try_into().ok()?,
        at.minute().try_into().ok()?,
        at.second().try_into().ok()?,
    )?;
    Timestamp::new_local(date, at.offset().seconds() / 60)
}

fn messages(found: &[SourceDiagnostic]) -> String {
    found
        .iter()
        .map(|one| one.message.as_str())
        .collect::<Vec<_>>()
        .join("; ")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    struct Probe(&'static Template, Value);

    impl Document for Probe {
        fn template(&self) -> Result<&'static Template, DocumentError> {
            Ok(self.0)
        }

        fn context(&self) -> Result<Value, DocumentError> {
            Ok(self.1.clone())
        }

        fn identity(&self) -> Identity {
            Identity {
                key: "probe".to_owned(),
                issued_at: Zoned::default(),
            }
        }
    }

    fn probe(text: &str, context: Value) -> Result<Layout, DocumentError> {
        let template = Box::leak(Box::new(Template::new("probe.typ", text).unwrap()));
        layout(&Probe(template, context))
    }

    #[test]
    fn a_template_prints_its_context() {
        let layout = probe("#json(\"data.json\").name", json!({ "name": "#[*Larme*]" })).unwrap();
        assert_eq!(layout.lines(), ["#[*Larme*]"]);
        assert!(layout.pdf().unwrap().starts_with(b"%PDF"));
    }

    #[test]
    fn a_template_reaches_no_file_no_package_and_no_clock() {
        for attempt in [
            "#read(\"/etc/passwd\")",
            "#read(\"receipt.typ\")",
            "#include \"receipt.typ\"",
            "#image(\"/logo.png\")",
            "#plugin(\"/tool.wasm\")",
            "#import \"@preview/tablex:0.0.9\": *",
            "#datetime.today().display()",
            "#json(\"data.json\").absent",
        ] {
            let refused = probe(attempt, json!({}));
            assert!(
                matches!(refused, Err(DocumentError::Template(_))),
                "{attempt}"
            );
        }
    }
}
