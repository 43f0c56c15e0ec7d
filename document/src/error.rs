/// Why a document could not be made.
///
/// All of these are faults of this crate or of its embedded files, not of the person at the till:
/// any text can be printed. The till says "PDF printing error" and offers to try again.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// The context could not be written as data for the template.
    #[error("the context of the document cannot be serialised")]
    Context(#[from] serde_json::Error),
    /// An embedded font is missing or damaged.
    #[error("the embedded font {name} cannot be read: {reason}")]
    Font {
        /// File name inside the crate.
        name: String,
        /// What the reader found.
        reason: String,
    },
    /// An embedded label table is damaged.
    #[error("the label table for {language} cannot be read: {reason}")]
    Label {
        /// The language of the table.
        language: &'static str,
        /// What the reader found.
        reason: String,
    },
    /// The template does not compile with this context.
    #[error("the template cannot be laid out: {0}")]
    Template(String),
    /// The laid-out pages could not be written as PDF.
    #[error("the PDF cannot be written: {0}")]
    Pdf(String),
    /// The laid-out pages could not be drawn as dots.
    #[error("the image cannot be drawn: {0}")]
    Raster(String),
    /// The date of the document is outside what PDF can say.
    #[error("the date of the document is out of range")]
    Date,
}
