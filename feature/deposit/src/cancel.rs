//! Cancel a deposit: its money goes back or is kept, its pieces are free again (domain §5.3.6).

use axum::extract::State;
use jiff::Timestamp;
use journal::{Appended, Event, Scene, Signer, append_event};
use kernel::Money;
use kernel::id::StoreNo;
use payment::refund::{NewOrigin, cash_origin, put_sources};
use payment::store::BookedTender;
use payment::view::{DepositSummary, PaymentView};
use sale::kept;
use sale::rule::action::Action;
use sale::rule::approval::Subject;
use sale::rule::purpose::Purpose;
use sale::store::Basket;
use sale::{APPROVAL_NOT_NEEDED, ApprovalView, Deed, Till, ask_approval_of, stand_for};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::complete::{cashier, missing, ticket_tender};
use crate::desk::{Asked, Of, begin, free};
use crate::extend::reason;

use crate::rule::cancel::{Outcome as Becomes, Party, is_binding, outcome};
use crate::rule::state::{self, Worth};
use crate::rule::step::Step;
use crate::step::waiting;
use crate::store::{self, Cancellation, Change, Deposit, EntryType, NewEntry, NewStep};
use crate::{DepositState, MAY_DEPART, WRONG_CURRENCY};

/// Who withdraws, and why.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CancelDepositRequest {
    /// Who withdraws.
    withdrawn_by: Party,
    /// Why, 255 characters at the most.
    #[schema(example = "The client found another ring")]
    reason: String,
    /// What the shop keeps of an acompte from which the client withdraws; nothing when it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kept: Option<Money>,
    /// The approval of what the shop adds of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    approval_id: Option<Uuid>,
}

/// Cancel a deposit.
///
/// What goes back is a payment below zero at this till, whose basket must be empty: it ends when all of
/// it went back, and only then are the pieces free. `POST /payment/back` gives it up as long as nothing
/// went back. Where nothing goes back the deposit is cancelled at once and the answer says so. An
/// acompte binds both: it takes `deposit.belowMinimum` besides. Where the shop withdraws from arrhes it gives
/// back twice as much, which takes `deposit.belowMinimum` or an approval.
#[utoipa::path(
    post, path = "/deposit/{depositId}/cancellation", tag = "deposit",
    request_body = CancelDepositRequest,
    params(("depositId" = uuid::Uuid, Path, description = "The deposit")),
    responses(
        (status = 200, description = "The payment", body = Envelope<PaymentView>),
        (status = 403, description = "An acompte, and nobody who may depart from it"),
        (status = 404, description = "There is no such deposit"),
        (status = 409, description = "It is over, a payment is under way, the basket of this till \
         is not empty, or it takes an approval"),
        (status = 422, description = "There is no reason, or what is kept cannot be"),
    ),
)]
pub(crate) async fn cancel_deposit(
    State(state): State<DepositState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(deposit_id): Path<Uuid>,
    Json(request): Json<CancelDepositRequest>,
) -> Reply {
    let request = (deposit_id, request);
    begin(state, actor, (key, "deposit.cancel"), request, cancel).await
}

fn cancel<'a>(
    tx: &'a mut Tx,
    asked: &'a Asked<Of<CancelDepositRequest>>,
) -> TxFuture<'a, PaymentView> {
    Box::pin(async move {
        let (till, (deposit_id, request)) = (&asked.till, &asked.request);
        let deposit = free(tx, till, *deposit_id).await?;
        let cancellation = agreed(&asked.actor, request, &deposit)?;
        let becomes = cancellation.becomes;
        if becomes.is_doubled() {
            stand_for(tx, till, &doubled(&deposit, becomes), request.approval_id).await?;
        }
        let due = deposit.money(-becomes.given_back);
        let new = deposit.new_payment(Purpose::Cancellation, due, None);
        let basket_id = new.basket_id;
        kept::begin_payment(tx, till, &new).await?;
        store::insert_cancellation(tx, (basket_id, deposit.deposit_id), &cancellation).await?;
        let sources = sources(tx, &till.store_no, &deposit, becomes.added).await?;
        put_sources(tx, basket_id, &sources).await?;
        let mut payment = asked.payment(tx).await?;
        if becomes.given_back == 0 {
            let settlement = &asked.state.settlement;
            payment.complete(settlement.settle(tx, basket_id, till.now).await?);
        }
        Ok(payment)
    })
}

/// What the shop adds of its own to a deposit as it is.
const fn doubled(deposit: &Deposit, becomes: Becomes) -> Deed {
    Deed {
        subject: Subject::Deposit(deposit.deposit_id),
        version: deposit.version,
        action: Action::DepositDoubled {
            amount: deposit.money(becomes.added),
        },
    }
}

/// Ask a colleague to stand for what the shop adds of its own when it withdraws from a deposit.
///
/// The colleague signs as for a discount (`/basket/approval/{approvalId}/sign`). It counts once, for two
/// minutes, and for the deposit as it is.
#[utoipa::path(
    post, path = "/deposit/{depositId}/cancellation/approval", tag = "deposit",
    params(("depositId" = uuid::Uuid, Path, description = "The deposit")),
    responses(
        (status = 200, description = "It waits for a colleague", body = Envelope<ApprovalView>),
        (status = 404, description = "There is no such deposit"),
        (status = 409, description = "No approval is needed, or nobody here could give it"),
    ),
)]
pub(crate) async fn ask_cancellation_approval(
    State(state): State<DepositState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(deposit_id): Path<Uuid>,
) -> Reply {
    let till = state.till(&actor);
    let scope = till.terminal_no.0.clone();
    let intent = Intent::new(key, "deposit.ask_approval", &scope, &deposit_id, till.now)?;
    once(&state.shell, intent, (till, deposit_id), ask).await
}

fn ask<'a>(tx: &'a mut Tx, (till, deposit_id): &'a (Till, Uuid)) -> TxFuture<'a, ApprovalView> {
    Box::pin(async move {
        let deposit = free(tx, till, *deposit_id).await?;
        deposit.state.after(state::Deed::Cancel, deposit.worth)?;
        let becomes = outcome(deposit.kind, Party::Shop, deposit.worth.held, None)?;
        if !becomes.is_doubled() {
            return Err((&APPROVAL_NOT_NEEDED).into());
        }
        ask_approval_of(tx, till, &doubled(&deposit, becomes)).await
    })
}

/// What becomes of the deposit, once it may.
fn agreed(
    actor: &Actor,
    request: &CancelDepositRequest,
    deposit: &Deposit,
) -> Outcome<Cancellation> {
    let reason = reason(&request.reason)?;
    deposit.state.after(state::Deed::Cancel, deposit.worth)?;
    if is_binding(deposit.kind) {
        actor.require(MAY_DEPART)?;
    }
    if request
        .kept
        .is_some_and(|kept| kept.currency != deposit.currency)
    {
        return Err(kernel::Refusal::new(&WRONG_CURRENCY).at("kept").into());
    }
    let chosen = request.kept.map(|kept| kept.minor);
    let (party, held) = (request.withdrawn_by, deposit.worth.held);
    Ok(Cancellation {
        party,
        reason,
        becomes: outcome(deposit.kind, party, held, chosen)?,
    })
}

/// What may go back: what was paid, and what the shop adds, which comes out of the drawer.
async fn sources(
    tx: &mut Tx,
    store_no: &StoreNo,
    deposit: &Deposit,
    added: i64,
) -> Outcome<Vec<NewOrigin>> {
    let paid = store::list_tenders(tx, deposit.deposit_id).await?;
    let mut sources: Vec<NewOrigin> = paid
        .into_iter()
        .filter(|tender| tender.amount > 0)
        .map(|tender| NewOrigin {
            tender_id: tender.tender_id,
            tender_code: tender.tender_code.as_str().into(),
            name: tender.name,
            attempt_id: tender.attempt_id,
            brand: tender.brand,
            last_four: tender.last_four,
            taken: tender.amount,
        })
        .collect();
    if added > 0 {
        sources.push(cash_origin(tx, store_no, added).await?);
    }
    Ok(sources)
}

/// Carries a cancellation out whose money went back.
///
/// # Errors
/// A fault when it is no cancellation, or something else went back than was agreed.
pub(crate) async fn complete(
    tx: &mut Tx,
    signer: &Signer,
    basket: &Basket,
    tenders: Vec<BookedTender>,
    now: Timestamp,
) -> Outcome<DepositSummary> {
    let deposit_id = basket.deposit_id.ok_or_else(|| missing("deposit"))?;
    let deposit = store::find(tx, &basket.store_no, deposit_id).await?;
    let deposit = deposit.ok_or_else(|| missing("deposit"))?;
    let cancellation = store::get_cancellation(tx, basket.basket_id).await?;
    let given_back: i64 = tenders.iter().map(|tender| -tender.amount.minor).sum();
    if given_back != cancellation.becomes.given_back {
        return Err(Failure::internal(
            "something else went back than was agreed",
        ));
    }
    let cancelled = Cancelled {
        deposit,
        cancellation,
        tenders,
        now,
    };
    let summary = cancelled.book(tx, basket).await?;
    let stated = cancelled.write_down(tx, signer, basket, &summary).await?;
    cancelled.note_step(tx, basket, &summary, stated).await?;
    kept::release_lines(tx, cancelled.deposit.basket_id).await?;
    kept::put_by(tx, basket, now).await?;
    Ok(summary)
}

/// A deposit that ends without its pieces.
struct Cancelled {
    deposit: Deposit,
    cancellation: Cancellation,
    tenders: Vec<BookedTender>,
    now: Timestamp,
}

impl Cancelled {
    async fn book(&self, tx: &mut Tx, basket: &Basket) -> Outcome<DepositSummary> {
        let deposit = &self.deposit;
        let becomes = self.cancellation.becomes;
        let store = setting::get_store(tx, &basket.store_no).await?;
        let number = tx.next_number(&store.store_no.0, "deposit_receipt").await?;
        let receipt_no = format!("DP-{}-{number:06}", store.store_no);
        // What goes back comes last, so that its receipt says that nothing is held any more.
        let mut entries = vec![
            (EntryType::Add, becomes.added),
            (EntryType::Keep, -becomes.kept),
            (EntryType::GiveBack, -becomes.given_back),
        ];
        entries.retain(|(entry_type, amount)| {
            *amount != 0 || (*entry_type == EntryType::GiveBack && becomes.kept == 0)
        });
        let business_date = store.business_date(self.now);
        let (mut held, mut entry_id) = (deposit.worth.held, Uuid::nil());
        for (entry_type, amount) in entries {
            held += amount;
            entry_id = Uuid::now_v7();
            let entry = NewEntry {
                entry_id,
                deposit_id: deposit.deposit_id,
                entry_type,
                amount,
                receipt_no: &receipt_no,
                // Nobody owes anything any more.
                worth: Worth {
                    remaining: held,
                    held,
                },
                basket_id: basket.basket_id,
                store_no: &store.store_no,
                terminal_no: &basket.terminal_no,
                staff_id: cashier(basket)?,
                business_date,
                booked_at: self.now,
            };
            store::insert_entry(tx, &entry).await?;
        }
        for (position, tender) in (1_i64..).zip(&self.tenders) {
            let place = (&store.store_no, business_date);
            store::insert_tender(tx, (entry_id, position), place, tender).await?;
        }
        self.close(tx).await?;
        Ok(self.summary(entry_id, receipt_no))
    }

    async fn close(&self, tx: &mut Tx) -> Outcome<()> {
        let deposit = &self.deposit;
        let nothing = Worth {
            remaining: 0,
            held: 0,
        };
        let change = Change {
            state: deposit.state.after(state::Deed::Cancel, nothing)?,
            worth: nothing,
            expires_on: deposit.expires_on,
            fixed: &deposit.fixed,
        };
        store::save(tx, deposit, &change).await
    }

    fn summary(&self, entry_id: Uuid, receipt_no: String) -> DepositSummary {
        let (deposit, becomes) = (&self.deposit, self.cancellation.becomes);
        let rounding = self
            .tenders
            .iter()
            .map(|tender| tender.rounding.minor)
            .sum();
        DepositSummary {
            deposit_id: deposit.deposit_id,
            document_no: deposit.document_no.clone(),
            entry_id,
            receipt_no,
            paid: deposit.money(-becomes.given_back),
            held: deposit.money(0),
            balance: deposit.money(0),
            expires_on: deposit.expires_on,
            rounding: deposit.money(rounding),
            change: deposit.money(0),
            other_change: Vec::new(),
            is_cancelled: true,
            kept: deposit.money(becomes.kept),
        }
    }

    async fn write_down(
        &self,
        tx: &mut Tx,
        signer: &Signer,
        basket: &Basket,
        summary: &DepositSummary,
    ) -> Outcome<Appended> {
        let becomes = self.cancellation.becomes;
        let scene = Scene {
            store_no: &basket.store_no,
            terminal_no: Some(&basket.terminal_no),
            operator: basket.cashier_id.as_ref(),
            at: self.now,
        };
        let event = Event::DepositCancelled {
            deposit_no: summary.document_no.clone(),
            receipt_no: summary.receipt_no.clone(),
            customer_id: self.deposit.customer_id,
            withdrawn_by: self.cancellation.party.name(),
            held: self.deposit.worth.held,
            given_back: becomes.given_back,
            kept: becomes.kept,
            added: becomes.added,
            currency_code: self.deposit.currency.code().to_owned(),
            tenders: self.tenders.iter().map(ticket_tender).collect(),
        };
        append_event(tx, signer, &scene, &event).await
    }

    async fn note_step(
        &self,
        tx: &mut Tx,
        basket: &Basket,
        summary: &DepositSummary,
        stated: Appended,
    ) -> Outcome<()> {
        let deposit = &self.deposit;
        let lines = waiting(tx, deposit.deposit_id).await?;
        let new = NewStep {
            step_id: summary.entry_id,
            deposit_id: deposit.deposit_id,
            step: Step::Cancelled,
            paper_no: &summary.receipt_no,
            amount: summary.paid.minor,
            worth: Worth {
                remaining: 0,
                held: 0,
            },
            expires_on: deposit.expires_on,
            order_id: None,
            lines: &lines,
            terminal_no: &basket.terminal_no,
            staff_id: cashier(basket)?,
            made_at: self.now,
            journal: Some((stated.chain_id, stated.seq)),
        };
        store::insert_step(tx, &new).await
    }
}
