//! The seller withdraws (domain §8.6).

use axum::extract::State;
use kernel::{Money, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::json;
use session::Actor;
use setting::Desk;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::desk::{Asked, Of, change_document};
use crate::entry::{Place, enter};
use crate::flow::book;
use crate::record::Head;
use crate::rule::register::EntryType;
use crate::rule::state::{Event, State as Stands, next};
use crate::step::seen;
use crate::store::credit::EntryType as CreditEntry;
use crate::store::document::Step;
use crate::store::line::{Bucket, move_metal};
use crate::view::RecyclingView;
use crate::{CREDIT_SPENT, RecyclingState, store};

/// How credit that was spent is paid back. Cash is none of them: the drawer would not know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = RecyclingRepaymentMeans)]
pub(crate) enum Means {
    /// By card.
    Card,
    /// By transfer.
    Transfer,
    /// By cheque.
    Cheque,
}

impl Means {
    const fn name(self) -> &'static str {
        match self {
            Self::Card => "CARD",
            Self::Transfer => "TRANSFER",
            Self::Cheque => "CHEQUE",
        }
    }
}

/// What was paid back of credit that was spent.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RecyclingRepayment)]
pub(crate) struct Repayment {
    /// How.
    means: Means,
    /// The number of the slip, transfer or cheque.
    #[schema(example = "0042")]
    reference: String,
    /// How much, as the refusal without it said.
    amount: Money,
}

/// A withdrawal.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RecyclingWithdrawRequest)]
pub(crate) struct WithdrawRequest {
    /// The version that was seen.
    #[schema(example = 4)]
    version: i64,
    /// What was paid back of credit that was spent; null when none was.
    repayment: Option<Repayment>,
}

/// The seller withdraws within 48 hours and gets the pieces back.
///
/// Credit that is not spent is taken back. What is spent must be paid back: without `repayment` the
/// refusal says how much.
#[utoipa::path(
    post, path = "/recycling/{recyclingId}/withdraw", tag = "recycling", request_body = WithdrawRequest,
    params(("recyclingId" = Uuid, Path, description = "The document")),
    responses(
        (status = 200, description = "The document", body = Envelope<RecyclingView>),
        (status = 404, description = "This recycling cannot be found"),
        (status = 409, description = "Too late, or credit is spent and not paid back"),
        (status = 422, description = "Something of the repayment is missing"),
    ),
)]
pub(crate) async fn withdraw_recycling(
    State(state): State<RecyclingState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(recycling_id): Path<Uuid>,
    Json(request): Json<WithdrawRequest>,
) -> Reply {
    let named = (key, "recycling.withdraw");
    change_document(&state, &actor, named, (recycling_id, request), withdraw).await
}

fn withdraw<'a>(tx: &'a mut Tx, asked: &'a Asked<Of<WithdrawRequest>>) -> TxFuture<'a, Uuid> {
    Box::pin(async move {
        let desk = &asked.desk;
        let Of {
            recycling_id,
            request,
        } = &asked.request;
        let document = seen(tx, desk, *recycling_id, request.version).await?;
        let head = &document.head;
        let state = next(head.standing(), Event::Withdraw, desk.now)?;
        if head.state == Stands::Credited {
            take_back(tx, desk, head, request.repayment.as_ref()).await?;
            move_metal(tx, &document, (Some(Bucket::Quarantine), None), desk.now).await?;
        }
        let mark = (Step::End, &desk.staff_id, desk.now);
        store::document::step(tx, head, state, mark).await?;
        let content = json!({
            "recyclingNo": head.recycling_no, "date": desk.now, "reason": "WITHDRAWN",
            "destination": "SELLER", "staffId": desk.staff_id,
        });
        let place = Place::of(desk);
        enter(tx, &place, (EntryType::Exit, head), &content).await?;
        Ok(*recycling_id)
    })
}

/// Takes the credit of a document back; what is missing of it must have been paid back.
async fn take_back(
    tx: &mut Tx,
    desk: &Desk,
    head: &Head,
    repayment: Option<&Repayment>,
) -> Outcome<()> {
    let balance = store::credit::balance(tx, head.customer_id, head.currency).await?;
    let missing = Money::new((head.amount.minor - balance.minor).max(0), head.currency);
    if missing.is_positive() {
        let spent = || Failure::from(Refusal::new(&CREDIT_SPENT).with("missing", missing));
        let repayment = repayment
            .filter(|it| it.amount == missing)
            .ok_or_else(spent)?;
        let number = setting::rule::filled(&repayment.reference, 40, "reference")?;
        let reference = format!("{} {number}", repayment.means.name());
        book(tx, desk, head, (CreditEntry::Repay, missing), &reference).await?;
    }
    let reverse = Money::new(-head.amount.minor, head.currency);
    book(tx, desk, head, (CreditEntry::Reverse, reverse), "").await
}
