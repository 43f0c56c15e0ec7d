//! Put a piece on the scale (domain §1.5).

use axum::extract::State;
use catalog::rule::weight::{WEIGHT_MAX, WeightCheck, check_weight};
use journal::{Event, record_event};
use kernel::Refusal;
use kernel::id::{BasketId, LineId};
use kernel::weight::Weight;
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::Store;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::authorise::authorise;
use crate::change_line::open_basket_of;
use crate::load::load;
use crate::rule::action::Action;
use crate::rule::kind::Operation;
use crate::rule::limit::Demand;
use crate::rule::line::Lock;
use crate::view::BasketView;
use crate::{Done, NO_PRICE, NOT_WEIGHED, SaleState, Till, WEIGHT_OUT_OF_BOUNDS, change, store};

/// A weight.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct WeighRequest {
    /// What the scale says, in milligrams.
    #[schema(example = 12_350)]
    weight: i64,
    /// The approval of a colleague, where one is needed.
    approval_id: Option<Uuid>,
}

/// Enter what the scale says of a piece that is priced by its weight; the price by the board of now
/// is locked for it. More than 5 % off the weight in the catalogue takes a manager.
#[utoipa::path(
    put, path = "/basket/line/{lineId}/weight", tag = "sale", request_body = WeighRequest,
    params(("lineId" = uuid::Uuid, Path, description = "The line")),
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 404, description = "Please select a line"),
        (status = 409, description = "It takes a colleague's approval, the piece is not sold by \
         its weight, or the basket is being paid"),
        (status = 422, description = "The weight cannot be"),
    ),
)]
pub(crate) async fn weigh(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(line_id): Path<LineId>,
    Json(request): Json<WeighRequest>,
) -> Reply {
    let operation = "basket.weigh";
    change(&state, &actor, key, operation, (line_id, request), enter).await
}

type Weighing = (LineId, WeighRequest);

fn enter<'a>(
    tx: &'a mut Tx,
    (till, (line_id, request)): &'a (Till, Weighing),
) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let basket = open_basket_of(tx, till).await?;
        basket.allow(Operation::ChangePieces)?;
        let stored = store::get_line(tx, &basket, *line_id).await?;
        if stored.line.item.by_weight.is_none() {
            return Err((&NOT_WEIGHED).into());
        }
        let weight = Weight(request.weight);
        if weight.0 <= 0 || weight > WEIGHT_MAX {
            return Err(Refusal::new(&WEIGHT_OUT_OF_BOUNDS).at("weight").into());
        }
        let in_catalogue = stored.line.item.unit_weight;
        let approved_by = match check_weight(weight, in_catalogue) {
            WeightCheck::Within => None,
            WeightCheck::NeedsApproval => {
                let action = Action::GoldWeight {
                    line_id: *line_id,
                    weight,
                };
                let approval_id = request.approval_id;
                authorise(tx, till, &basket, &action, &Demand::NONE, approval_id).await?
            }
        };
        store::set_weight(tx, *line_id, weight, approved_by.as_ref()).await?;
        let store = setting::get_store(tx, &till.store_no).await?;
        lock_price(tx, till, &store, basket.basket_id, *line_id).await?;
        let event = Event::PieceWeighed {
            basket_no: basket.basket_no,
            item_no: stored.line.item_no.clone(),
            weight: weight.0,
            in_catalogue: in_catalogue.0,
            approved_by,
        };
        record_event(tx, &till.signer, &till.scene(), &event).await?;
        store::touch(tx, basket.basket_id, till.now).await?;
        Ok(Done::default())
    })
}

/// Locks the price that the board of now gives a weighed piece.
///
/// # Errors
/// [`NO_PRICE`] when the board has none.
pub(crate) async fn lock_price(
    tx: &mut Tx,
    till: &Till,
    store: &Store,
    basket_id: BasketId,
    line_id: LineId,
) -> Outcome<()> {
    store::set_lock(tx, line_id, None).await?;
    let basket = store::get_basket(tx, basket_id).await?;
    let loaded = load(tx, store, basket, till.now).await?;
    let priced = loaded.priced.line(line_id);
    let weighed = priced.and_then(|line| line.weighed.as_ref());
    let Some(weighed) = weighed else {
        let stored = loaded.lines.iter().find(|it| it.line.line_id == line_id);
        let item_no = stored.map_or("", |it| it.line.item_no.as_str());
        return Err(Refusal::new(&NO_PRICE).with("itemNo", item_no).into());
    };
    let lock = Lock {
        price: weighed.gross.minor,
        business_date: store.business_date(till.now),
        locked_at: till.now,
    };
    store::set_lock(tx, line_id, Some(lock)).await
}
