//! The papers of a deposit: of each step one, on the paper of receipts.

mod check;
pub(crate) mod email;
pub(crate) mod print;
mod settled;

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use document::{Barcode, DepositTerms, Line, PieceSource, Receipt, Tender};
use jiff::civil::Date;
use kernel::id::StoreNo;
use kernel::{Money, Refusal};
use order::letterhead::{amount, letterhead, show, tender};
use order::printer::shown_print;
use order::rule::verification::{Code, Held};
use order::sheet::journal_mark;
use serde::Deserialize;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Path, Query};
use shell::{Failure, Outcome};
use utoipa::IntoParams;
use uuid::Uuid;

pub use check::DepositPapers;
pub use email::MailedDepositPaper;
pub use settled::DepositPart;

use crate::rule::source::Source;
use crate::rule::step::Step;
use crate::store::{self, Deposit, StoredLine, StoredStep, StoredTender};
use crate::view::DepositKind;
use crate::{DepositState, NOT_FOUND};

/// In which language it is wanted, and for which print.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct DepositPaperQuery {
    /// A language tag; the client's language when it is not said.
    #[param(example = "fr")]
    language: Option<String>,
    /// Which print it is for, as the command to print said; the last one when it is not said.
    #[param(example = 1)]
    print: Option<i64>,
}

/// The paper of a step of a deposit as PDF, to look at.
///
/// Of a payment: what was paid with what, what is held and still to be paid after it, the pieces, the
/// last day, and what becomes of the money when the client withdraws. Of a moved day and of a new price: what it
/// was and what it is. Of pieces that were handed over: what of the deposit paid them, and what is left. Of a
/// cancellation: what went back to what, and what the shop keeps. It says what held then. Looking is no print:
/// nothing is counted, and the paper carries the mark of the last print, or of the one that `print` names.
#[utoipa::path(
    get, path = "/deposit/{depositId}/paper/{stepId}", tag = "deposit",
    params(
        ("depositId" = uuid::Uuid, Path, description = "The deposit"),
        ("stepId" = uuid::Uuid, Path, description = "The step"),
        DepositPaperQuery,
    ),
    responses(
        (status = 200, description = "The paper", body = String, content_type = "application/pdf"),
        (status = 404, description = "There is no such deposit, no such step of it, or it was not printed so often"),
        (status = 422, description = "There are no papers in the language"),
        (status = 500, description = "PDF printing error"),
    ),
)]
pub(crate) async fn get_deposit_paper(
    State(state): State<DepositState>,
    actor: Actor,
    Path((deposit_id, step_id)): Path<(Uuid, Uuid)>,
    Query(query): Query<DepositPaperQuery>,
) -> Result<Response, Failure> {
    let wish = Wish {
        store_no: actor.store_no,
        deposit_id,
        step_id,
        language: query.language,
        print_no: query.print,
        public_url: state.public_url,
    };
    show(state.shell.db.read(wish, compose).await?).await
}

/// A paper that is wanted.
pub(crate) struct Wish {
    pub store_no: StoreNo,
    pub deposit_id: Uuid,
    pub step_id: Uuid,
    /// The language that somebody asked for.
    pub language: Option<String>,
    /// Which print of it; the last one when it is not said.
    pub print_no: Option<i64>,
    /// Where clients reach this installation; without it papers carry no code that verifies them.
    pub public_url: Option<Arc<str>>,
}

/// Reads what a paper says.
pub(crate) fn compose<'a>(tx: &'a mut Tx, wish: &'a Wish) -> TxFuture<'a, Receipt> {
    Box::pin(async move {
        let (deposit, step) = found(tx, &wish.store_no, wish.deposit_id, wish.step_id).await?;
        let customer = crm::find_customer(tx, deposit.customer_id).await?;
        let reads = customer.map(|customer| customer.language_code);
        let asked = wish.language.as_deref();
        let head = letterhead(tx, &wish.store_no, asked, reads.as_deref()).await?;
        let told = Told::read(tx, deposit, step).await?;
        let url = told.verification_url(wish.public_url.as_deref());
        let print_no = shown_print(wish.print_no, told.step.prints)?;
        let blank = head.receipt(
            told.step.step.paper(),
            told.step.paper_no.clone(),
            told.step.made_at,
            told.total(),
        );
        Ok(Receipt {
            verification_url: url,
            copy: order::copy_of(print_no),
            ..told.fill(blank)
        })
    })
}

/// A deposit of a store and a step of it.
async fn found(
    tx: &mut Tx,
    store_no: &StoreNo,
    deposit_id: Uuid,
    step_id: Uuid,
) -> Outcome<(Deposit, StoredStep)> {
    let deposit = store::find(tx, store_no, deposit_id).await?;
    let deposit = deposit.ok_or_else(|| Refusal::new(&NOT_FOUND))?;
    let step = store::find_step(tx, deposit_id, step_id).await?;
    let step = step.ok_or_else(|| Refusal::new(&NOT_FOUND))?;
    Ok((deposit, step))
}

/// Everything that a paper tells of a step.
struct Told {
    deposit: Deposit,
    step: StoredStep,
    /// The pieces that it was about, at the prices of then.
    lines: Vec<StoredLine>,
    tenders: Vec<StoredTender>,
    gift_cards: Vec<document::GiftCard>,
    /// What the shop keeps.
    kept: i64,
    previous_due: Option<Date>,
    journal: Option<document::JournalMark>,
}

impl Told {
    async fn read(tx: &mut Tx, deposit: Deposit, step: StoredStep) -> Outcome<Self> {
        let tenders = store::list_tenders(tx, deposit.deposit_id).await?;
        let tenders = tenders.into_iter().filter(|it| it.entry_id == step.step_id);
        let kept = match step.step {
            Step::Cancelled => {
                let cancellation = store::find_cancellation(tx, deposit.deposit_id).await?;
                cancellation.map_or(0, |it| it.becomes.kept)
            }
            _ => 0,
        };
        let previous_due = match step.step {
            Step::Extended => store::find_previous_day(tx, step.step_id).await?,
            _ => None,
        };
        let journal = match &step.journal {
            Some((chain, seq, _)) => journal_mark(tx, (chain.clone(), *seq)).await?,
            None => None,
        };
        let lines = store::list_lines(tx, deposit.deposit_id).await?;
        Ok(Self {
            lines: at_that_time(lines, step.lines.as_deref()),
            tenders: tenders.collect(),
            gift_cards: gift_card::of_deposit_payment(tx, step.step_id).await?,
            kept,
            previous_due,
            journal,
            deposit,
            step,
        })
    }

    /// What the pieces cost that it was about.
    fn price(&self) -> i64 {
        self.lines.iter().map(|line| line.net).sum()
    }

    /// The amount that stands largest on the paper.
    fn total(&self) -> Money {
        self.deposit.money(match self.step.step {
            Step::Opened | Step::Paid | Step::Cancelled => self.step.amount,
            Step::Extended => 0,
            Step::Repriced | Step::Settled => self.price(),
        })
    }

    fn verification_url(&self, public_url: Option<&str>) -> Option<String> {
        let (.., hash) = self.step.journal.as_ref()?;
        let code = Code::new(Held::Deposit, self.step.step_id, hash);
        Some(code.address(public_url?))
    }

    fn fill(self, blank: Receipt) -> Receipt {
        let deposit = &self.deposit;
        Receipt {
            terminal_no: self.step.terminal_no.clone(),
            salesperson: Some(deposit.salesperson_name.clone()),
            original_receipt_no: self.step.receipt_no.clone(),
            lines: self
                .lines
                .iter()
                .map(|line| Line {
                    source: self.source(line),
                    ..piece(line, deposit)
                })
                .collect(),
            deposit: Some(self.standing()),
            tenders: self
                .tenders
                .into_iter()
                .map(|tender| paid_with(tender, deposit))
                .collect(),
            gift_cards: self.gift_cards,
            journal: self.journal,
            barcode: Some(Barcode::Code128(deposit.document_no.clone())),
            ..blank
        }
    }

    /// Where a piece comes from that is kept; what is handed over is here.
    fn source(&self, line: &StoredLine) -> Option<PieceSource> {
        match line.source {
            _ if self.step.step == Step::Settled => None,
            Source::OwnStock => None,
            Source::OtherStore => Some(PieceSource::OtherStore),
            Source::ToBeProduced => Some(PieceSource::ToBeProduced),
        }
    }

    /// How the deposit stood after the step.
    fn standing(&self) -> document::Deposit {
        let (deposit, step) = (&self.deposit, &self.step);
        let text = |minor: i64| amount(deposit.money(minor));
        let is_open = step.step.is_open_after();
        document::Deposit {
            deposit_no: deposit.document_no.clone(),
            paid: Some(text(step.held)),
            remaining: Some(text(step.balance)),
            due_on: is_open.then_some(step.expires_on),
            previous_due: self.previous_due,
            previous_price: (step.step == Step::Repriced).then(|| text(self.price() - step.amount)),
            applied: (step.step == Step::Settled).then(|| text(-step.amount)),
            kept: (self.kept != 0).then(|| text(self.kept)),
            terms: (step.step != Step::Settled).then_some(match deposit.kind {
                DepositKind::Refundable => DepositTerms::Refundable,
                DepositKind::Arrhes => DepositTerms::Arrhes,
                DepositKind::Acompte => DepositTerms::Acompte,
            }),
        }
    }
}

/// The pieces that a step was about, at their prices of then; all of them of steps from before.
fn at_that_time(lines: Vec<StoredLine>, then: Option<&[store::StepLine]>) -> Vec<StoredLine> {
    let Some(then) = then else { return lines };
    lines
        .into_iter()
        .filter_map(|line| {
            let (_, net) = then.iter().find(|(line_id, _)| *line_id == line.line_id)?;
            Some(StoredLine { net: *net, ..line })
        })
        .collect()
}

fn piece(line: &StoredLine, deposit: &Deposit) -> Line {
    let net = deposit.money(line.net);
    let each = Money::new(line.net / line.quantity.max(1), deposit.currency);
    Line {
        name: line.name.clone(),
        item_no: line.item_no.clone(),
        size: Some(line.size_code.clone()).filter(|size| !size.is_empty()),
        certificate_no: None,
        details: Vec::new(),
        source: None,
        made_to_order: None,
        quantity: line.quantity,
        unit_price: amount(each),
        net: amount(net),
        vat_letter: None,
        discounts: Vec::new(),
        warranty_until: None,
    }
}

fn paid_with(stored: StoredTender, deposit: &Deposit) -> Tender {
    let (tendered, change) = (deposit.money(stored.tendered), deposit.money(stored.change));
    Tender {
        card_brand: stored.brand,
        card_last_four: stored.last_four,
        approval_code: stored.approval_code,
        detail: stored.reference,
        ..tender(stored.name, tendered, change)
    }
}
