//! Put cash into the drawer, or take it out.

use axum::extract::State;
use kernel::Money;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::DrawerState;
use crate::approve::approver;
use crate::book::{Asked, book, checked, enter};
use crate::rule::entry::{EntryType, Wish};
use crate::view::DrawerEntryView;

/// What is put in.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CashInRequest {
    /// How much.
    amount: Money,
    /// Why; it must be said.
    #[schema(example = "Coins from the bank", max_length = 100)]
    reason: String,
}

/// What is taken out.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CashOutRequest {
    /// How much.
    amount: Money,
    /// Why; it must be said.
    #[schema(example = "Stamps", max_length = 100)]
    reason: String,
    /// The approval of a colleague, above the amount of the store's terms.
    approval_id: Option<Uuid>,
}

/// Put cash into the drawer of this till.
#[utoipa::path(
    post, path = "/drawer/cash-in", tag = "drawer", request_body = CashInRequest,
    responses(
        (status = 200, description = "The entry", body = Envelope<DrawerEntryView>),
        (status = 422, description = "The amount cannot be, or the reason is missing"),
    ),
)]
pub(crate) async fn put_cash_in(
    State(state): State<DrawerState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<CashInRequest>,
) -> Reply {
    enter(&state, &actor, (key, "drawer.cash_in"), request, put_in).await
}

fn put_in<'a>(tx: &'a mut Tx, asked: &'a Asked<CashInRequest>) -> TxFuture<'a, Uuid> {
    Box::pin(async move {
        let wish = Wish {
            entry_type: EntryType::CashIn,
            amount: asked.request.amount,
            reason: &asked.request.reason,
            bag_no: "",
        };
        book(tx, (&asked.desk, asked.entry_id), &wish, None).await
    })
}

/// Take cash out of the drawer of this till. Above the amount of the store's terms a colleague approves
/// it.
#[utoipa::path(
    post, path = "/drawer/cash-out", tag = "drawer", request_body = CashOutRequest,
    responses(
        (status = 200, description = "The entry", body = Envelope<DrawerEntryView>),
        (status = 404, description = "There is no such approval at this till"),
        (status = 409, description = "It takes an approval, or this one does not count"),
        (status = 422, description = "The amount cannot be, or the reason is missing"),
    ),
)]
pub(crate) async fn take_cash_out(
    State(state): State<DrawerState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<CashOutRequest>,
) -> Reply {
    enter(&state, &actor, (key, "drawer.cash_out"), request, take_out).await
}

fn take_out<'a>(tx: &'a mut Tx, asked: &'a Asked<CashOutRequest>) -> TxFuture<'a, Uuid> {
    Box::pin(async move {
        let (desk, request) = (&asked.desk, &asked.request);
        let wish = Wish {
            entry_type: EntryType::CashOut,
            amount: request.amount,
            reason: &request.reason,
            bag_no: "",
        };
        // What cannot be entered uses no approval up.
        checked(tx, desk, &wish).await?;
        let approved_by = approver(tx, desk, request.amount, request.approval_id).await?;
        book(tx, (desk, asked.entry_id), &wish, approved_by).await
    })
}
