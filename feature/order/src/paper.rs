//! Laying receipts out, off the threads that answer requests.

use ::document::{DocumentError, Receipt};
use shell::{Failure, Outcome};
use tokio::sync::Semaphore;

use crate::PDF_ERROR;

/// How many receipts are laid out at a time: it is work for the processor, and selling comes
/// first.
const AT_A_TIME: usize = 2;
/// The dots of a line on 80 mm paper.
const DOTS_PER_LINE: u32 = 576;

static DESKS: Semaphore = Semaphore::const_new(AT_A_TIME);

/// The receipt as PDF.
///
/// # Errors
/// [`PDF_ERROR`].
pub(crate) async fn pdf(receipt: Receipt) -> Outcome<Vec<u8>> {
    lay_out(receipt, ::document::pdf).await
}

/// The receipt as bytes for a printer, with a cut behind it.
///
/// # Errors
/// [`PDF_ERROR`].
pub(crate) async fn printer_bytes(receipt: Receipt) -> Outcome<Vec<u8>> {
    lay_out(receipt, |receipt| {
        let dots = ::document::raster(receipt, DOTS_PER_LINE)?;
        Ok(::document::escpos(&dots, true, false))
    })
    .await
}

async fn lay_out(
    receipt: Receipt,
    form: fn(&Receipt) -> Result<Vec<u8>, DocumentError>,
) -> Outcome<Vec<u8>> {
    let _desk = DESKS.acquire().await.map_err(Failure::internal)?;
    let receipt_no = receipt.receipt_no.clone();
    let laid_out = tokio::task::spawn_blocking(move || form(&receipt))
        .await
        .map_err(Failure::internal)?;
    laid_out.map_err(|error| {
        tracing::error!(%error, receipt_no, "a receipt could not be laid out");
        Failure::from(&PDF_ERROR)
    })
}

/// The name of a receipt's file, safe in a header.
pub(crate) fn file_name(receipt_no: &str) -> String {
    let name: String = receipt_no
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        .collect();
    format!("{name}.pdf")
}
