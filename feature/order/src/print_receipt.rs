//! Print a paper of an order.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use journal::{Kind, Payload, ReceiptCopy, Signer};
use kernel::id::OrderId;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, KEY_REUSED, Path, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::compose::{Document, Press, Wish, compose};
use crate::get_receipt::asked_language;
use crate::printer::Delivery;
use crate::record::{Order, Shop, Viewer};
use crate::rule::action::{self, Action, Circumstances};
use crate::store::{self, Print};
use crate::{INVOICE_NOT_FOUND, OrderState, PAPER_TOO_WIDE, entry, paper, printer};

/// Where a receipt is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PrintTarget)]
pub enum Target {
    /// By the browser, from the PDF.
    Browser,
    /// By the receipt printer of the store.
    Printer,
}

impl Target {
    /// The target as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Browser => "browser",
            Self::Printer => "printer",
        }
    }

    const fn action(self) -> Action {
        match self {
            Self::Browser => Action::Print,
            Self::Printer => Action::PrintOnPrinter,
        }
    }
}

/// How to print.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"target": "printer", "language": "fr"}))]
pub(crate) struct PrintRequest {
    /// Which paper; the receipt when it is not said.
    #[serde(default)]
    document: Document,
    /// Where.
    target: Target,
    /// A language tag; the store may demand another.
    language: Option<String>,
}

/// What was printed.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"copy": true, "pdfUrl": null}))]
pub struct PrintView {
    /// Whether the paper says that it is a copy.
    pub copy: bool,
    /// Where the browser finds the PDF to print; none when the printer printed it.
    pub pdf_url: Option<String>,
    /// Whether nobody knows if the printer printed it. Such an answer is kept and never sent.
    #[serde(default, skip_serializing_if = "is_false")]
    #[schema(ignore)]
    pub is_uncertain: bool,
}

impl PrintView {
    /// For the browser: the PDF of a print at an address that has a query, in a language that was checked to
    /// be one of ours, so that nothing in it needs escaping.
    #[must_use]
    pub fn in_browser(mut pdf_url: String, language: Option<&str>, print_no: i64) -> Self {
        if let Some(language) = language.map(str::trim).filter(|tag| !tag.is_empty()) {
            pdf_url.push_str(&format!("&language={language}"));
        }
        Self {
            copy: print_no > 1,
            pdf_url: Some(pdf_url),
            is_uncertain: false,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// Print a paper of an order: its receipt, the gift receipt, or the invoice.
///
/// The first print is the original. Each further one of a receipt or an invoice is a copy: the paper
/// says so with its number, and the journal of the till gets an entry, both or neither. A gift
/// receipt proves no payment: each is like the first. For the browser the answer names the
/// PDF to print. The printer of the store prints at once; when it does not answer, nothing was
/// printed, and the same command with the same `Idempotency-Key` tries the same paper again.
#[utoipa::path(
    post, path = "/order/{orderId}/print", tag = "order", request_body = PrintRequest,
    params(
        ("orderId" = uuid::Uuid, Path, description = "The order"),
        ("Idempotency-Key" = uuid::Uuid, Header, description = "Names this print"),
    ),
    responses(
        (status = 200, description = "Printed, or ready for the browser", body = Envelope<PrintView>),
        (status = 403, description = "The group may not print again"),
        (status = 404, description = "Could not find any data in your search, or there is no invoice"),
        (status = 409, description = "The store has no receipt printer, an invoice is too wide for it, this print is under way, or nobody knows what was printed"),
        (status = 422, description = "There are no receipts in the language, or the key was used"),
        (status = 500, description = "PDF printing error"),
        (status = 503, description = "The printer does not answer; nothing was printed"),
    ),
)]
pub(crate) async fn print_receipt(
    State(state): State<OrderState>,
    actor: Actor,
    Path(order_id): Path<OrderId>,
    key: IdempotencyKey,
    Json(request): Json<PrintRequest>,
) -> Reply {
    let asked = asked_language(request.language.as_deref())?;
    let now = state.shell.clock.now();
    let sent = (order_id, &request);
    let intent = Intent::new(key, "order.print", &actor.terminal_no.0, &sent, now)?;
    let command = PrintCommand {
        viewer: Viewer::from(&actor),
        order_id,
        document: request.document,
        print_id: intent.key(),
        target: request.target,
        asked,
        signer: state.signer.clone(),
        now,
    };
    if request.target == Target::Browser {
        return once(&state.shell, intent, command, print_in_browser).await;
    }
    if request.document == Document::Invoice {
        return Err((&PAPER_TOO_WIDE).into());
    }
    // A till that goes away in the middle must not stop the printer in the middle: the work has a
    // task of its own.
    tokio::spawn(async move { print_on_printer(&state, intent, command).await })
        .await
        .map_err(Failure::internal)?
}

#[derive(Clone)]
struct PrintCommand {
    viewer: Viewer,
    order_id: OrderId,
    document: Document,
    print_id: Uuid,
    target: Target,
    asked: Option<::document::Language>,
    signer: Arc<Signer>,
    now: Timestamp,
}

fn print_in_browser<'a>(tx: &'a mut Tx, command: &'a PrintCommand) -> TxFuture<'a, PrintView> {
    Box::pin(async move {
        let recorded = record(tx, command).await?;
        let (order_id, print_no) = (command.order_id, recorded.print.print_no);
        let mut pdf_url = format!("/api/v1/order/{order_id}/receipt?print={print_no}");
        // The tag was checked to be one of ours: nothing in it needs escaping.
        if let Some(language) = command.asked {
            pdf_url.push_str(&format!("&language={language}"));
        }
        pdf_url.push_str(match command.document {
            Document::Receipt => "",
            Document::Gift => "&document=gift",
            Document::Invoice => "&document=invoice",
        });
        Ok(PrintView {
            copy: recorded.print.is_copy(),
            pdf_url: Some(pdf_url),
            is_uncertain: false,
        })
    })
}

/// A print in the books, with what it takes to bring it to paper.
struct Recorded {
    print: Print,
    /// The printer of the store that prints.
    printer: Option<String>,
}

/// Records a print once: the same id finds the print that it named before.
async fn record(tx: &mut Tx, command: &PrintCommand) -> Outcome<Recorded> {
    let viewer = &command.viewer;
    let order = store::get_order(tx, viewer, command.order_id).await?;
    let here = store::get_shop(tx, &viewer.store_no).await?;
    let print = match store::find_print(tx, command.print_id).await? {
        Some(print) => {
            let is_same = print.order_id == command.order_id
                && print.document == command.document
                && print.target == command.target.name();
            if !is_same {
                return Err((&KEY_REUSED).into());
            }
            print
        }
        None => record_new(tx, command, &order, &here).await?,
    };
    Ok(Recorded {
        print,
        printer: here.receipt_printer,
    })
}

async fn record_new(
    tx: &mut Tx,
    command: &PrintCommand,
    order: &Order,
    here: &Shop,
) -> Outcome<Print> {
    let viewer = &command.viewer;
    if command.document == Document::Invoice && order.invoice.is_none() {
        return Err((&INVOICE_NOT_FOUND).into());
    }
    let prints = store::count_prints(tx, command.order_id, command.document).await?;
    let circumstances = Circumstances {
        // The right to print again is about what proves a payment.
        prints: match command.document {
            Document::Gift => 0,
            Document::Receipt | Document::Invoice => prints,
        },
        may_reprint: viewer.may_reprint,
        has_printer: here.receipt_printer.is_some(),
        has_mailer: false,
        is_paid: !order.head.is_crm_gift(),
    };
    if let Some(refusal) = action::refusal(command.target.action(), circumstances) {
        return Err(refusal.into());
    }
    let print = Print {
        print_id: command.print_id,
        order_id: command.order_id,
        document: command.document,
        print_no: prints + 1,
        target: command.target.name().to_owned(),
    };
    store::insert_print(tx, &print, &viewer.staff_id, command.now).await?;
    if print.is_copy() {
        let (kind, payload) = copy_payload(command, &print, order)?;
        let entry = entry::of_till(viewer, here, kind, payload, command.now);
        journal::append(tx, &command.signer, entry).await?;
    }
    Ok(print)
}

/// What the journal keeps of another print of an invoice.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InvoiceCopy<'a> {
    print_id: Uuid,
    order_id: OrderId,
    invoice_no: &'a str,
    print_no: i64,
    target: &'a str,
    operator_id: &'a str,
}

fn copy_payload(command: &PrintCommand, print: &Print, order: &Order) -> Outcome<(Kind, Payload)> {
    let staff_id = &command.viewer.staff_id;
    if let (Document::Invoice, Some(invoice)) = (print.document, &order.invoice) {
        let payload = journal::payload(&InvoiceCopy {
            print_id: print.print_id,
            order_id: print.order_id,
            invoice_no: &invoice.invoice_no,
            print_no: print.print_no,
            target: &print.target,
            operator_id: staff_id.as_str(),
        })?;
        return Ok((Kind::Invoice, payload));
    }
    let payload = journal::payload(&ReceiptCopy {
        print_id: print.print_id,
        order_id: print.order_id,
        receipt_no: order.head.receipt_no.clone(),
        print_no: print.print_no,
        target: print.target.clone(),
        operator_id: staff_id.clone(),
    })?;
    Ok((Kind::Copy, payload))
}

/// Records the print, sends it to the printer, and keeps what became of it: a repeat of the command
/// sends nothing again once the printer took it, or may have taken it.
async fn print_on_printer(state: &OrderState, intent: Intent, command: PrintCommand) -> Reply {
    let shell = &state.shell;
    let _turn = printer::Turn::take(command.print_id)?;
    let mut wish = Wish {
        press: Press::from(state),
        viewer: Some(command.viewer.clone()),
        order_id: command.order_id,
        document: command.document,
        asked: command.asked,
        print_no: None,
    };
    let (recorded, earlier) = shell.db.write(command, record_for_printer).await?;
    let delivery = Delivery {
        address: recorded.printer.unwrap_or_default(),
        is_copy: recorded.print.is_copy(),
        earlier,
    };
    wish.print_no = Some(recorded.print.print_no);
    let bytes = async {
        let wanted = shell.db.read(wish, compose).await?;
        paper::printer_bytes(wanted, state.layout_time).await
    };
    delivery.carry_out(shell, intent, bytes).await
}

fn record_for_printer<'a>(
    tx: &'a mut Tx,
    command: &'a PrintCommand,
) -> TxFuture<'a, (Recorded, Option<PrintView>)> {
    Box::pin(async move {
        let recorded = record(tx, command).await?;
        let earlier = printer::earlier_print(tx, command.print_id).await?;
        Ok((recorded, earlier))
    })
}
