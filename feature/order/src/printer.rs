//! Sending a paper to the receipt printer of a store, once.

use std::collections::BTreeSet;
use std::future::Future;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use ::document::{Document, DocumentError};
use device::printer::PrintAnswer;
use kernel::Refusal;
use shell::db::Tx;
use shell::http::idempotency::{Intent, once};
use shell::http::{Answer, KEY_REUSED, Reply};
use shell::layout::{LAYOUT_TIME, lay_out};
use shell::{Failure, Outcome, Shell};
use uuid::Uuid;

use crate::print_receipt::PrintView;
use crate::{
    PDF_ERROR, PRINT_NOT_FOUND, PRINT_UNCERTAIN, PRINT_UNDER_WAY, PRINTER_UNREACHABLE, store,
};

/// The dots of a line on 80 mm paper.
const DOTS_PER_LINE: u32 = 576;

/// How long the printer may take in all; the till waits 15 seconds (specification §9).
const TIMEOUT: Duration = Duration::from_secs(8);

static UNDER_WAY: Mutex<BTreeSet<Uuid>> = Mutex::new(BTreeSet::new());

/// Keeps two repeats of one command from sending the same paper at the same time.
#[derive(Debug)]
pub struct Turn(Uuid);

impl Turn {
    /// Takes the turn of a print.
    ///
    /// # Errors
    /// [`PRINT_UNDER_WAY`] while somebody has it.
    pub fn take(print_id: Uuid) -> Outcome<Self> {
        match lock().insert(print_id) {
            true => Ok(Self(print_id)),
            false => Err((&PRINT_UNDER_WAY).into()),
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        lock().remove(&self.0);
    }
}

fn lock() -> std::sync::MutexGuard<'static, BTreeSet<Uuid>> {
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What was answered to the command of a print that has come to its end.
///
/// # Errors
/// [`KEY_REUSED`] when another operation used the key before, or the database's failure.
pub async fn earlier_print(tx: &mut Tx, print_id: Uuid) -> Outcome<Option<PrintView>> {
    let answer = store::find_delivery(tx, print_id).await?;
    let answer = answer.map(|answer| serde_json::from_str(&answer));
    Ok(answer.transpose().map_err(|_| Refusal::new(&KEY_REUSED))?)
}

/// The number of the print that a paper shows: the one that is wanted, or the last of so many.
///
/// # Errors
/// [`PRINT_NOT_FOUND`] when it was not printed so often.
pub fn shown_print(wanted: Option<i64>, prints: i64) -> Outcome<i64> {
    match wanted {
        Some(wanted) if !(1..=prints).contains(&wanted) => Err((&PRINT_NOT_FOUND).into()),
        wanted => Ok(wanted.unwrap_or(prints)),
    }
}

/// A paper as bytes for a receipt printer, with a cut behind it.
///
/// # Errors
/// When it cannot be laid out.
pub fn printer_bytes(paper: &impl Document) -> Result<Vec<u8>, DocumentError> {
    let dots = ::document::raster(paper, DOTS_PER_LINE)?;
    Ok(::document::escpos(&dots, true, false))
}

/// A paper on its way to the printer.
#[derive(Debug)]
pub struct Delivery {
    /// The printer of the store.
    pub address: String,
    /// Whether the paper says that it is a copy.
    pub is_copy: bool,
    /// What was answered when the same print came to its end before.
    pub earlier: Option<PrintView>,
}

impl Delivery {
    /// Sends the paper and keeps what became of it: a repeat of the command sends nothing again once the
    /// printer took it, or may have taken it. The caller holds the [`Turn`].
    ///
    /// # Errors
    /// [`PRINT_UNCERTAIN`], [`PRINTER_UNREACHABLE`] after which nothing is kept, or what `bytes` says.
    pub async fn carry_out(
        self,
        shell: &Shell,
        intent: Intent,
        bytes: impl Future<Output = Outcome<Vec<u8>>>,
    ) -> Reply {
        if let Some(earlier) = self.earlier {
            // The first answer is given again, or the key is refused when it asks something else.
            let answer = keep(shell, intent, false, false).await?;
            return match earlier.is_uncertain {
                true => Err((&PRINT_UNCERTAIN).into()),
                false => Ok(answer),
            };
        }
        match send(&self.address, &bytes.await?).await {
            Sent::Printed => keep(shell, intent, self.is_copy, false).await,
            Sent::Uncertain => {
                keep(shell, intent, self.is_copy, true).await?;
                Err((&PRINT_UNCERTAIN).into())
            }
            Sent::Nothing => Err((&PRINTER_UNREACHABLE).into()),
        }
    }
}

async fn keep(shell: &Shell, intent: Intent, copy: bool, is_uncertain: bool) -> Outcome<Answer> {
    let view = PrintView {
        copy,
        pdf_url: None,
        is_uncertain,
    };
    once(shell, intent, view, |_, view| {
        let view = view.clone();
        Box::pin(async move { Ok(view) })
    })
    .await
}

/// Prints a paper that is of no order on the receipt printer, once: `prepared` reads it and writes its print
/// down, `paper` makes it. A till that goes away in the middle does not stop the printer in the middle.
///
/// # Errors
/// What `prepared` says, [`PRINT_UNDER_WAY`], [`PDF_ERROR`], or as [`Delivery::carry_out`].
pub async fn print_paper<P: Send + 'static, D: Document + 'static>(
    shell: &Shell,
    intent: Intent,
    name: &'static str,
    prepared: impl Future<Output = Outcome<(P, Delivery)>> + Send + 'static,
    paper: fn(P) -> Result<D, DocumentError>,
) -> Reply {
    let shell = shell.clone();
    let work = async move {
        let _turn = Turn::take(intent.key())?;
        let (read, delivery) = prepared.await?;
        let bytes = async {
            let bytes = lay_out(name, LAYOUT_TIME, move || printer_bytes(&paper(read)?)).await;
            bytes.ok_or_else(|| Failure::from(&PDF_ERROR))
        };
        delivery.carry_out(&shell, intent, bytes).await
    };
    tokio::spawn(work).await.map_err(Failure::internal)?
}

/// What became of a receipt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sent {
    /// The printer took all of it.
    Printed,
    /// Certain: nothing was printed.
    Nothing,
    /// Nobody knows.
    Uncertain,
}

/// Sends bytes to the printer at `host:port`, or `host` at the usual port.
async fn send(address: &str, bytes: &[u8]) -> Sent {
    match device::printer::send_to(address, bytes, TIMEOUT).await {
        PrintAnswer::Printed => Sent::Printed,
        PrintAnswer::Unreachable { reason } => {
            tracing::warn!(address, reason, "the receipt printer does not answer");
            Sent::Nothing
        }
        PrintAnswer::Unknown { reason } => {
            tracing::warn!(address, %reason, "nobody knows what the receipt printer printed");
            Sent::Uncertain
        }
    }
}
