//! Receipts and invoices as PDF, and as bytes for a receipt printer.

use std::time::Duration;

use ::document::{Document, DocumentError};
use axum::response::Response;
use shell::http::file;
use shell::{Failure, Outcome};

use crate::compose::Paper;
use crate::{PAPER_TOO_WIDE, PDF_ERROR, printer};

/// The paper as PDF.
///
/// # Errors
/// [`PDF_ERROR`].
pub(crate) async fn pdf(paper: Paper, time: Duration) -> Outcome<Vec<u8>> {
    let number = paper.number().to_owned();
    match paper {
        Paper::Receipt(receipt) => lay_out(*receipt, number, time, ::document::pdf).await,
        Paper::Invoice(invoice) => lay_out(*invoice, number, time, ::document::pdf).await,
    }
}

/// The paper as bytes for a receipt printer, with a cut behind it.
///
/// # Errors
/// [`PDF_ERROR`], or [`PAPER_TOO_WIDE`] for what is A4.
pub(crate) async fn printer_bytes(paper: Paper, time: Duration) -> Outcome<Vec<u8>> {
    let number = paper.number().to_owned();
    let Paper::Receipt(receipt) = paper else {
        return Err((&PAPER_TOO_WIDE).into());
    };
    lay_out(*receipt, number, time, printer::printer_bytes).await
}

/// Lays a paper out. Whatever goes wrong is said in the specification's words; nothing was written, and
/// the order stays as it is.
async fn lay_out<D: Document + Send + 'static>(
    paper: D,
    number: String,
    time: Duration,
    form: fn(&D) -> Result<Vec<u8>, DocumentError>,
) -> Outcome<Vec<u8>> {
    let bytes = shell::layout::lay_out(&number, time, move || form(&paper)).await;
    bytes.ok_or_else(|| Failure::from(&PDF_ERROR))
}

/// The answer that shows a paper as PDF.
///
/// # Errors
/// [`PDF_ERROR`].
pub(crate) async fn answer(paper: Paper, time: Duration) -> Result<Response, Failure> {
    let number = paper.number().to_owned();
    let bytes = pdf(paper, time).await?;
    Ok(file::pdf(&number, bytes))
}
