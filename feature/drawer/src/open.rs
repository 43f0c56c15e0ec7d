//! Open the drawer without a sale.

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
use crate::rule::entry::{EntryType, Wish};
use crate::view::DrawerEntryView;

/// Why the drawer is opened.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawerOpeningRequest {
    /// Why; it must be said.
    #[schema(example = "Change for a customer", max_length = 100)]
    reason: String,
}

/// Open the drawer of this till without a sale, and without moving cash.
///
/// The opening is in the books and in the journal before the printer is asked to open the drawer; the
/// answer tells what became of that.
#[utoipa::path(
    post, path = "/drawer/opening", tag = "drawer", request_body = DrawerOpeningRequest,
    responses(
        (status = 200, description = "The entry", body = Envelope<DrawerEntryView>),
        (status = 422, description = "The reason is missing"),
    ),
)]
pub(crate) async fn open_drawer(
    State(state): State<DrawerState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<DrawerOpeningRequest>,
) -> Reply {
    enter(&state, &actor, (key, "drawer.open"), request, open).await
}

fn open<'a>(tx: &'a mut Tx, asked: &'a Asked<DrawerOpeningRequest>) -> TxFuture<'a, Uuid> {
    Box::pin(async move {
        let desk = &asked.desk;
        let currency = setting::get_store(tx, &desk.store_no).await?.currency;
        let wish = Wish {
            entry_type: EntryType::NoSale,
            amount: Money::zero(currency),
            reason: &asked.request.reason,
            bag_no: "",
        };
        book(tx, (desk, asked.entry_id), &wish, None).await
    })
}
