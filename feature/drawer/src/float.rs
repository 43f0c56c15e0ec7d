//! Say with how much the day begins, or take that back.

use axum::extract::State;
use kernel::{Currency, Money, Refusal};
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::Desk;
use setting::rule::filled;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::book::{Asked, Behind, book, enter, write_down};
use crate::rule::entry::{Checked, EntryType, REASON_MAX, Wish};
use crate::rule::float::{Float, may_open, to_correct};
use crate::view::DrawerEntryView;
use crate::{COUNTED, DrawerState, store};

/// How much is moved.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawerAmountRequest {
    /// How much.
    pub(crate) amount: Money,
}

/// Which float is taken back, and why.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawerCorrectionRequest {
    /// In which currency.
    currency: Currency,
    /// Why; it must be said.
    #[schema(example = "A roll of coins was counted twice", max_length = 100)]
    reason: String,
}

/// Say with how much cash the drawer of this till begins the day: once a business date and currency.
#[utoipa::path(
    post, path = "/drawer/float", tag = "drawer", request_body = DrawerAmountRequest,
    responses(
        (status = 200, description = "The entry", body = Envelope<DrawerEntryView>),
        (status = 409, description = "It was entered already, or the drawer is counted"),
        (status = 422, description = "The amount cannot be"),
    ),
)]
pub(crate) async fn enter_drawer_float(
    State(state): State<DrawerState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<DrawerAmountRequest>,
) -> Reply {
    enter(&state, &actor, (key, "drawer.float"), request, open).await
}

fn open<'a>(tx: &'a mut Tx, asked: &'a Asked<DrawerAmountRequest>) -> TxFuture<'a, Uuid> {
    Box::pin(async move {
        let amount = asked.request.amount;
        assert_uncounted(tx, &asked.desk, amount.currency).await?;
        may_open(&floats(tx, &asked.desk, amount.currency).await?)?;
        let wish = Wish {
            entry_type: EntryType::Float,
            amount,
            reason: "",
            bag_no: "",
        };
        book(tx, (&asked.desk, asked.entry_id), &wish, None).await
    })
}

/// Take the opening float of today back, which was entered wrongly. It stays in the books with an entry
/// that says why; the right one is entered after it.
#[utoipa::path(
    post, path = "/drawer/float/correction", tag = "drawer",
    request_body = DrawerCorrectionRequest,
    responses(
        (status = 200, description = "The entry that takes it back", body = Envelope<DrawerEntryView>),
        (status = 409, description = "There is none to take back, or the drawer is counted"),
        (status = 422, description = "The reason is missing"),
    ),
)]
pub(crate) async fn correct_drawer_float(
    State(state): State<DrawerState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<DrawerCorrectionRequest>,
) -> Reply {
    let named = (key, "drawer.correct_float");
    enter(&state, &actor, named, request, correct).await
}

fn correct<'a>(tx: &'a mut Tx, asked: &'a Asked<DrawerCorrectionRequest>) -> TxFuture<'a, Uuid> {
    Box::pin(async move {
        let (desk, request) = (&asked.desk, &asked.request);
        let reason = filled(&request.reason, REASON_MAX, "reason")?;
        assert_uncounted(tx, desk, request.currency).await?;
        let float = to_correct(&floats(tx, desk, request.currency).await?)?;
        let checked = Checked {
            entry_type: EntryType::Float,
            amount: Money::new(-float.amount, request.currency),
            reason,
            bag_no: None,
        };
        let behind = Behind {
            approved_by: None,
            corrects: Some(float.entry_id),
        };
        write_down(tx, (desk, asked.entry_id), &checked, behind).await
    })
}

/// Refuses to change with what a drawer of today began that is counted: who counts knows what is missing, and
/// could declare as much less.
async fn assert_uncounted(tx: &mut Tx, desk: &Desk, currency: Currency) -> Outcome<()> {
    let store = setting::get_store(tx, &desk.store_no).await?;
    let drawer = (&desk.terminal_no, currency);
    let today = store.business_date(desk.now);
    match statement::is_drawer_counted(tx, &desk.store_no, drawer, today).await? {
        true => Err(Refusal::new(&COUNTED).into()),
        false => Ok(()),
    }
}

/// The floats of today at a till in one currency.
async fn floats(tx: &mut Tx, desk: &Desk, currency: Currency) -> Outcome<Vec<Float>> {
    let store = setting::get_store(tx, &desk.store_no).await?;
    let day = (&desk.terminal_no, store.business_date(desk.now));
    let floats = store::entry::floats(tx, day).await?;
    let of_currency = floats.into_iter().filter(|(of, _)| *of == currency);
    Ok(of_currency.map(|(_, float)| float).collect())
}
