//! Take cash to the safe, or to the bank.

use axum::extract::State;
use kernel::Money;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::DrawerState;
use crate::book::{Asked, book, enter};
use crate::float::DrawerAmountRequest;
use crate::rule::entry::{EntryType, Wish};
use crate::view::DrawerEntryView;

/// What goes to the bank.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct BankBagRequest {
    /// How much.
    amount: Money,
    /// The number on the bag: up to 20 letters, digits, hyphens, points and underscores.
    #[schema(example = "BB-204417", max_length = 20)]
    bag_no: String,
}

/// Take cash from the drawer of this till to the safe.
#[utoipa::path(
    post, path = "/drawer/safe-drop", tag = "drawer", request_body = DrawerAmountRequest,
    responses(
        (status = 200, description = "The entry", body = Envelope<DrawerEntryView>),
        (status = 422, description = "The amount cannot be"),
    ),
)]
pub(crate) async fn drop_to_safe(
    State(state): State<DrawerState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<DrawerAmountRequest>,
) -> Reply {
    enter(&state, &actor, (key, "drawer.safe_drop"), request, drop_in).await
}

fn drop_in<'a>(tx: &'a mut Tx, asked: &'a Asked<DrawerAmountRequest>) -> TxFuture<'a, Uuid> {
    Box::pin(async move {
        let wish = Wish {
            entry_type: EntryType::SafeDrop,
            amount: asked.request.amount,
            reason: "",
            bag_no: "",
        };
        book(tx, (&asked.desk, asked.entry_id), &wish, None).await
    })
}

/// Put cash from the drawer of this till into a bag for the bank. A bag has its number once.
#[utoipa::path(
    post, path = "/drawer/bank-bag", tag = "drawer", request_body = BankBagRequest,
    responses(
        (status = 200, description = "The entry", body = Envelope<DrawerEntryView>),
        (status = 409, description = "A bag with this number is in the books already"),
        (status = 422, description = "The amount cannot be, or the bag has no number"),
    ),
)]
pub(crate) async fn fill_bank_bag(
    State(state): State<DrawerState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<BankBagRequest>,
) -> Reply {
    enter(&state, &actor, (key, "drawer.bank_bag"), request, fill).await
}

fn fill<'a>(tx: &'a mut Tx, asked: &'a Asked<BankBagRequest>) -> TxFuture<'a, Uuid> {
    Box::pin(async move {
        let wish = Wish {
            entry_type: EntryType::BankBag,
            amount: asked.request.amount,
            reason: "",
            bag_no: &asked.request.bag_no,
        };
        book(tx, (&asked.desk, asked.entry_id), &wish, None).await
    })
}
