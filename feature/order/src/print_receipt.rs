//! Print the receipt of an order.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use journal::{ChainOpening, Kind, NewEntry, ReceiptCopy, Signer};
use kernel::Refusal;
use kernel::id::OrderId;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, KEY_REUSED, Path, Reply};
use shell::{Failure, Outcome, Shell};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::get_receipt::asked_language;
use crate::record::{Order, Shop, Viewer};
use crate::rule::action::{self, Action, Circumstances};
use crate::store::{self, Print};
use crate::{OrderState, PRINT_UNCERTAIN, PRINTER_UNREACHABLE, document, paper, printer};

/// Where a receipt is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PrintTarget)]
pub(crate) enum Target {
    /// By the browser, from the PDF.
    Browser,
    /// By the receipt printer of the store.
    Printer,
}

impl Target {
    const fn name(self) -> &'static str {
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
    /// Where.
    target: Target,
    /// A language tag; the store may demand another.
    language: Option<String>,
}

/// What was printed.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"copy": true, "pdfUrl": null}))]
pub(crate) struct PrintView {
    /// Whether the paper says that it is a copy.
    copy: bool,
    /// Where the browser finds the PDF to print; none when the printer printed it.
    pdf_url: Option<String>,
    /// Whether nobody knows if the printer printed it. Such an answer is kept and never sent.
    #[serde(default, skip_serializing_if = "is_false")]
    #[schema(ignore)]
    is_uncertain: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// Print the receipt of an order.
///
/// The first print is the original. Each further one is a copy: the paper says so with its number,
/// and the journal of the till gets an entry, both or neither. For the browser the answer names the
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
        (status = 404, description = "Could not find any data in your search"),
        (status = 409, description = "The store has no receipt printer, this print is under way, or nobody knows what was printed"),
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
        print_id: intent.key(),
        target: request.target,
        language: request.language,
        signer: state.signer,
        now,
    };
    if request.target == Target::Browser {
        return once(&state.shell, intent, command, print_in_browser).await;
    }
    // A till that goes away in the middle must not stop the printer in the middle: the work has a
    // task of its own.
    let shell = state.shell;
    tokio::spawn(async move { print_on_printer(&shell, intent, command, asked).await })
        .await
        .map_err(Failure::internal)?
}

#[derive(Clone)]
struct PrintCommand {
    viewer: Viewer,
    order_id: OrderId,
    print_id: Uuid,
    target: Target,
    language: Option<String>,
    signer: Arc<Signer>,
    now: Timestamp,
}

fn print_in_browser<'a>(tx: &'a mut Tx, command: &'a PrintCommand) -> TxFuture<'a, PrintView> {
    Box::pin(async move {
        let recorded = record(tx, command).await?;
        let (order_id, print_no) = (command.order_id, recorded.print.print_no);
        let mut pdf_url = format!("/api/v1/order/{order_id}/receipt?print={print_no}");
        // The tag was checked to be one of ours: nothing in it needs escaping.
        if let Some(language) = asked_language(command.language.as_deref())? {
            pdf_url.push_str(&format!("&language={language}"));
        }
        Ok(PrintView {
            copy: document::copy_of(print_no).is_some(),
            pdf_url: Some(pdf_url),
            is_uncertain: false,
        })
    })
}

/// A print in the books, with what it takes to bring it to paper.
struct Recorded {
    print: Print,
    order: Order,
    /// The store that sold.
    shop: Shop,
    /// The printer of the store that prints.
    printer: Option<String>,
}

/// Records a print once: the same id finds the print that it named before.
async fn record(tx: &mut Tx, command: &PrintCommand) -> Outcome<Recorded> {
    let viewer = &command.viewer;
    let order = store::get_order(tx, viewer, command.order_id).await?;
    let here = store::get_shop(tx, &viewer.store_no).await?;
    let shop = store::get_shop(tx, &order.head.store_no).await?;
    let print = match store::find_print(tx, command.print_id).await? {
        Some(print) => {
            let is_same =
                print.order_id == command.order_id && print.target == command.target.name();
            if !is_same {
                return Err((&KEY_REUSED).into());
            }
            print
        }
        None => record_new(tx, command, &order, &here).await?,
    };
    Ok(Recorded {
        print,
        order,
        shop,
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
    let circumstances = Circumstances {
        prints: order.prints,
        may_reprint: viewer.may_reprint,
        has_printer: here.receipt_printer.is_some(),
        has_mailer: false,
    };
    if let Some(refusal) = action::refusal(command.target.action(), circumstances) {
        return Err(refusal.into());
    }
    let print = Print {
        print_id: command.print_id,
        order_id: command.order_id,
        print_no: order.prints + 1,
        target: command.target.name().to_owned(),
    };
    store::insert_print(tx, &print, &viewer.staff_id, command.now).await?;
    if document::copy_of(print.print_no).is_some() {
        let entry = copy_entry(command, &print, &order.head.receipt_no, here)?;
        journal::append(tx, &command.signer, entry).await?;
    }
    Ok(print)
}

/// The journal's entry for a copy: in the chain of the till that prints it.
fn copy_entry(
    command: &PrintCommand,
    print: &Print,
    receipt_no: &str,
    here: &Shop,
) -> Outcome<NewEntry> {
    let viewer = &command.viewer;
    Ok(NewEntry {
        chain_id: viewer.terminal_no.0.clone(),
        kind: Kind::Copy,
        at: command.now,
        time_zone: here.zone_name().to_owned(),
        business_date: here.business_date(command.now),
        payload: journal::payload(&ReceiptCopy {
            print_id: print.print_id,
            order_id: print.order_id,
            receipt_no: receipt_no.to_owned(),
            print_no: print.print_no,
            target: print.target.clone(),
            operator_id: viewer.staff_id.clone(),
        })?,
        opening: ChainOpening {
            registration_no: here.registration_no.clone(),
            vat_no: here.vat_no.clone(),
            store_no: here.store_no.clone(),
            terminal_no: Some(viewer.terminal_no.clone()),
            software_version: shell::http::VERSION.to_owned(),
        },
    })
}

/// Records the print, sends it to the printer, and keeps what became of it: a repeat of the command
/// sends nothing again once the printer took it, or may have taken it.
async fn print_on_printer(
    shell: &Shell,
    intent: Intent,
    command: PrintCommand,
    asked: Option<::document::Language>,
) -> Reply {
    let _turn = printer::Turn::take(command.print_id)?;
    let (recorded, earlier) = shell.db.write(command, record_for_printer).await?;
    if let Some(earlier) = earlier {
        // The first answer is given again, or the key is refused when it asks something else.
        let answer = keep(shell, intent, false, false).await?;
        return match earlier.is_uncertain {
            true => Err((&PRINT_UNCERTAIN).into()),
            false => Ok(answer),
        };
    }
    let copy = document::copy_of(recorded.print.print_no);
    let language = document::language_of(&recorded.order, &recorded.shop, asked);
    let receipt = document::receipt(&recorded.order, &recorded.shop, language, copy)?;
    let bytes = paper::printer_bytes(receipt).await?;
    let address = recorded.printer.unwrap_or_default();
    match printer::send(&address, &bytes).await {
        printer::Sent::Printed => keep(shell, intent, copy.is_some(), false).await,
        printer::Sent::Uncertain => {
            keep(shell, intent, copy.is_some(), true).await?;
            Err((&PRINT_UNCERTAIN).into())
        }
        printer::Sent::Nothing => Err((&PRINTER_UNREACHABLE).into()),
    }
}

fn record_for_printer<'a>(
    tx: &'a mut Tx,
    command: &'a PrintCommand,
) -> TxFuture<'a, (Recorded, Option<PrintView>)> {
    Box::pin(async move {
        let recorded = record(tx, command).await?;
        let earlier = store::find_delivery(tx, command.print_id).await?;
        let earlier = earlier
            .map(|answer| serde_json::from_str(&answer))
            .transpose()
            // Another operation used the key before.
            .map_err(|_| Refusal::new(&KEY_REUSED))?;
        Ok((recorded, earlier))
    })
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
