//! Post a statement: first it is said that it will be, then the books are written; what a kill left
//! between is gone on with by a job (domain §12.7).

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use journal::{Scene, Signer};
use kernel::{Money, Refusal};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Answer, Envelope, INTERNAL, IdempotencyKey, Json, Path, Reply};
use shell::{Failure, Outcome, Shell};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::approve::approver;
use crate::check::{balance, posting};
use crate::desk::{Asked, reason, write_down};
use crate::drawer::{Bag, Drawers, close};
use crate::event::Event;
use crate::rule::posting::{Posting, PostingError};
use crate::rule::state::{Happening, StatementState};
use crate::standing::Standing;
use crate::store::{self, Change, KeptFailure, NewZ, Watch};
use crate::terminals::ask_unasked;
use crate::view::StatementView;
use crate::z_content::Content;
use crate::{
    BAG_REQUIRED, CASH_BELOW_ZERO, DIFFERENCE_TOO_LARGE, NOT_FOUND, OPENING_DIFFERENCE,
    REASON_REQUIRED, STATE_FORBIDS, StatementOffice, report, show, z,
};

/// How it is posted.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PostStatementRequest {
    /// Why it is posted with a difference above the maximum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "The float is in the safe")]
    pub(crate) reason: Option<String>,
    /// The number of the bag that goes to the bank: up to 20 letters, digits, hyphens, points and
    /// underscores. A bag has its number once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "B-4711", max_length = 20)]
    pub(crate) bag_no: Option<String>,
    /// The approval of a colleague who may post any difference, above the maximum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) approval_id: Option<Uuid>,
}

type Of = (String, PostStatementRequest);

/// Post a statement that is counted. It is final, and has the next Z number of its store.
///
/// Up to the store's maximum difference whoever may post does it; above it takes a reason, and who holds
/// `statement.post` without a limit: whoever posts, or a colleague whose approval is named. So do drawers that
/// were opened with less than was left in them. Cash below zero takes such a person, without a reason. Cash above the floats goes into the bag that is named, and is entered as such. Where the
/// books are refused the statement is counted again and names the refusal.
#[utoipa::path(
    post, path = "/statement/{statementNo}/posting", tag = "statement",
    request_body = PostStatementRequest,
    params(("statementNo" = String, Path, description = "The statement", example = "S-PAR01-2026-0116")),
    responses(
        (status = 200, description = "The statement", body = Envelope<StatementView>),
        (status = 404, description = "There is no such statement"),
        (status = 409, description = "Something is still to be counted, it is posted, it does not \
         balance, its difference is above the maximum, drawers were opened with less than was left in them, \
         more cash went back than came in, or the bag left before"),
        (status = 422, description = "The difference is above the maximum, and there is no reason, or cash \
         goes to the bank without the number of its bag"),
    ),
)]
pub(crate) async fn post_statement(
    State(office): State<StatementOffice>,
    actor: Actor,
    key: IdempotencyKey,
    Path(statement_no): Path<String>,
    Json(request): Json<PostStatementRequest>,
) -> Reply {
    let asked = office.asked(actor, (statement_no, request));
    let scope = asked.actor.store_no.as_str();
    let intent = Intent::new(key, "statement.post", scope, &asked.request, asked.now)?;
    let work = Work {
        statement_no: asked.request.0.clone(),
        signer: asked.signer.clone(),
        drawers: asked.drawers.clone(),
        now: asked.now,
    };
    let of_terminals = office.asked(asked.actor.clone(), asked.request.0.clone());
    ask_unasked(&office, of_terminals).await?;
    let looked = office.asked(asked.actor.clone(), asked.request.0.clone());
    once(&office.shell, intent, asked, begin).await?;
    // It is kept that it is posted: where the database cannot take the books now, the job writes them, and a
    // refusal would say that nothing was changed.
    match finish(&office.shell, work).await {
        Err(Failure::Db(error)) => {
            tracing::error!(%error, "the books of a statement wait for the job");
        }
        written => written?,
    }
    let view = office.shell.db.read(looked, show::read).await?;
    Answer::of(&view)
}

/// Says that the statement is posted: from here on it is nobody's to change.
pub(crate) fn begin<'a>(tx: &'a mut Tx, asked: &'a Asked<Of>) -> TxFuture<'a, StatementState> {
    Box::pin(async move {
        let (statement_no, request) = &asked.request;
        let statement = asked.statement(tx, statement_no).await?;
        let reason = reason(request.reason.as_deref())?;
        let state = statement.state.after(Happening::Post)?;
        let named = request.bag_no.as_deref().map(str::trim);
        let bag_no = match named.filter(|bag_no| !bag_no.is_empty()) {
            None => None,
            Some(bag_no) => {
                let unused = asked
                    .drawers
                    .unused_bag(tx, &statement.store_no, bag_no)
                    .await?;
                Some(unused)
            }
        };
        let standing = Standing::read(tx, statement).await?;
        let given = (reason.is_some(), bag_no.is_some());
        let mut posting = posting(tx, asked, &standing, given).await?;
        let mut approved_by = None;
        if let Some(approval_id) = request.approval_id
            && posting.takes_approval()
        {
            let subject = (&standing.statement, &posting);
            approved_by = Some(approver(tx, asked, subject, approval_id).await?);
            posting.may_exceed = true;
        }
        refuse(tx, &standing, &posting).await?;
        let change = Change {
            state,
            difference: Some(posting.difference()),
            failure: None,
            posting_date: None,
        };
        store::save(tx, &standing.statement, &change).await?;
        let words = (reason.as_deref(), bag_no.as_deref());
        let who = (&asked.actor.staff_id, approved_by.as_ref(), asked.now);
        store::insert_posting(tx, statement_no, words, who).await?;
        Ok(state)
    })
}

/// The first of what stands against posting, in words.
async fn refuse(tx: &mut Tx, standing: &Standing, posting: &Posting) -> Outcome<()> {
    let statement = &standing.statement;
    let money = |minor: i64| Money::new(minor, statement.currency);
    let refusal = match posting.errors().first() {
        None => return Ok(()),
        Some(PostingError::NotCounted) => {
            Refusal::new(&STATE_FORBIDS).with("state", statement.state.name())
        }
        Some(PostingError::NotBalanced) => match balance(tx, standing).await? {
            Err(refusal) => refusal,
            Ok(()) => return Err(Failure::internal("a statement balances, and does not")),
        },
        Some(PostingError::DifferenceAboveMaximum) => Refusal::new(&DIFFERENCE_TOO_LARGE)
            .with("difference", money(posting.difference()))
            .with("maximum", money(posting.maximum)),
        Some(PostingError::ReasonRequired) => Refusal::new(&REASON_REQUIRED).at("reason"),
        Some(PostingError::CashBelowZero) => {
            Refusal::new(&CASH_BELOW_ZERO).with("amount", money(posting.cash.abs()))
        }
        Some(PostingError::OpeningDifferenceAboveMaximum) => {
            let opening = posting.lacking();
            let opening = opening.ok_or_else(|| Failure::internal("no drawer lacks anything"))?;
            Refusal::new(&OPENING_DIFFERENCE)
                .with("terminal", opening.terminal_no.as_str())
                .with("difference", opening.difference)
        }
        Some(PostingError::BagMissing) => Refusal::new(&BAG_REQUIRED).at("bagNo"),
    };
    Err(refusal.into())
}

/// A statement whose books are to be written.
#[derive(Clone)]
pub(crate) struct Work {
    pub statement_no: String,
    pub signer: Arc<Signer>,
    pub drawers: Arc<dyn Drawers>,
    pub now: Timestamp,
}

/// Writes the books of a statement that is being posted, or says why they cannot be written: what is
/// refused now would be refused as often as the job tries. What the database cannot take now waits for the
/// job.
///
/// # Errors
/// The database's failure.
pub(crate) async fn finish(shell: &Shell, work: Work) -> Outcome<()> {
    let statement_no = work.statement_no.clone();
    let failure = match shell.db.write(work, complete).await {
        Err(Failure::Refused(refusal)) => KeptFailure::from(&*refusal),
        Err(Failure::Internal(context)) => {
            tracing::error!(%statement_no, %context, "the books of a statement cannot be written");
            KeptFailure::from(&Refusal::new(&INTERNAL))
        }
        written => return written,
    };
    shell.db.write((statement_no, failure), fail).await
}

/// Says why the books of a statement were refused: it is counted, and may be posted again.
fn fail<'a>(
    tx: &'a mut Tx,
    (statement_no, failure): &'a (String, KeptFailure),
) -> TxFuture<'a, ()> {
    Box::pin(async move {
        let statement = store::find(tx, statement_no).await?;
        let statement = statement.ok_or_else(|| Failure::from(&NOT_FOUND))?;
        if statement.state != StatementState::Posting {
            // Somebody else's attempt ended meanwhile.
            return Ok(());
        }
        let change = Change {
            state: statement.state.after(Happening::Fail)?,
            difference: statement.difference,
            failure: Some(failure.clone()),
            posting_date: None,
        };
        store::save(tx, &statement, &change).await
    })
}

/// Writes the books of a statement that is being posted. One that is posted stays as it is, so that it
/// may be done again after a kill.
///
/// # Errors
/// Why they cannot be written, or the database's failure; nothing is written then.
pub(crate) fn complete<'a>(tx: &'a mut Tx, work: &'a Work) -> TxFuture<'a, ()> {
    Box::pin(async move {
        let statement = store::find(tx, &work.statement_no).await?;
        let statement = statement.ok_or_else(|| Failure::from(&NOT_FOUND))?;
        if statement.state != StatementState::Posting {
            return Ok(());
        }
        let standing = Standing::read(tx, statement).await?;
        balance(tx, &standing).await??;
        work.write_books(tx, &standing).await
    })
}

impl Work {
    async fn write_books(&self, tx: &mut Tx, standing: &Standing) -> Outcome<()> {
        let statement = &standing.statement;
        let store_no = &statement.store_no;
        let (staff_id, approved_by, bag_no) = store::last_posting(tx, &self.statement_no)
            .await?
            .ok_or_else(|| Failure::internal("a statement is posted by nobody"))?;
        // Somebody may have entered it since it was named.
        let bag_no = match bag_no {
            Some(named) => Some(self.drawers.unused_bag(tx, store_no, &named).await?),
            None => None,
        };
        let bag = bag_no.as_deref().map(|bag_no| Bag {
            bag_no,
            signer: &self.signer,
            staff_id: &staff_id,
            now: self.now,
        });
        let (drawers, is_filled) = close(tx, &*self.drawers, standing, bag.as_ref()).await?;
        let store = setting::get_store(tx, store_no).await?;
        let posting_date = store.business_date(self.now);
        let previous = store::last_z(tx, store_no).await?.unwrap_or_default();
        let z_no = tx.next_number(&store_no.0, "z").await?;
        let watch = Watch {
            store_no,
            terminal_no: "",
            after: store::last_posted(tx, store_no).await?,
            until: self.now,
        };
        let report = report::of_statement(tx, standing, drawers, &watch).await?;
        let perpetual = (
            previous.perpetual_sales + statement.amounts.totals.sales_amount,
            previous.perpetual_absolute + statement.amounts.absolute,
        );
        // The date is closed first, so that the Z can say with which hash.
        let date = statement.transaction_date;
        let closing = journal::close_until(tx, &self.signer, store_no, date, self.now).await?;
        let mut content = Content::of(standing, (z_no, perpetual), (&previous, &report));
        content.closing = closing.as_ref();
        content.posting_date = posting_date.to_string();
        content.bag_no = bag_no.as_deref().filter(|_| is_filled);
        (content.store_name, content.vat_no) = (&store.name, &store.vat_no);
        content.staff_id = staff_id.as_str();
        content.posted_at = self.now.to_string();
        let content = serde_json::to_string(&content).map_err(Failure::internal)?;
        let hash = z::hash(&content);
        let event = Event::Posted {
            statement_no: &self.statement_no,
            business_date: statement.transaction_date.to_string(),
            z_no,
            z_hash: &hash,
            sales_amount: statement.amounts.totals.sales_amount,
            payment_amount: statement.amounts.totals.payment_amount,
            difference: statement.difference.unwrap_or_default(),
            perpetual_sales: perpetual.0,
            currency_code: statement.currency.code(),
            approved_by: approved_by.as_ref().map(|staff_id| staff_id.as_str()),
        };
        let scene = Scene {
            store_no,
            terminal_no: None,
            operator: Some(&staff_id),
            at: self.now,
        };
        let (chain, seq) = write_down(tx, &self.signer, &scene, &event).await?;
        let z = NewZ {
            statement_no: &self.statement_no,
            store_no,
            z_no,
            perpetual_sales: perpetual.0,
            perpetual_absolute: perpetual.1,
            content: &content,
            hash: &hash,
            previous_hash: &previous.hash,
            posted_by: &staff_id,
            posted_at: self.now,
            journal: (&chain, seq),
        };
        store::insert_z(tx, &z).await?;
        let change = Change {
            state: statement.state.after(Happening::Succeed)?,
            difference: statement.difference,
            failure: None,
            posting_date: Some(posting_date),
        };
        store::save(tx, statement, &change).await
    }
}
