//! Type another price for a line, or take the listed one again (domain §1.6).

use axum::extract::State;
use catalog::rule::keyed::{PriceRefusal, override_price};
use journal::{Event, record_event};
use kernel::Money;
use kernel::id::LineId;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::authorise::authorise;
use crate::change_line::open_basket_of;
use crate::give_discount::known_reason;
use crate::load::load;
use crate::rule::action::Action;
use crate::rule::basket::price_refusal;
use crate::rule::kind::Operation;
use crate::rule::limit::Demand;
use crate::rule::line::PriceOverride;
use crate::view::BasketView;
use crate::{Done, SaleState, Till, change, store};

/// Another price.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct OverrideRequest {
    /// What one piece shall cost, VAT included, in minor units.
    #[schema(example = 12_900)]
    price: i64,
    /// Why.
    #[schema(example = "DAMAGED")]
    reason_code: String,
    /// The approval of a colleague, where one is needed.
    approval_id: Option<Uuid>,
}

/// Type another price for a line. The line leaves the packages.
#[utoipa::path(
    put, path = "/basket/line/{lineId}/price", tag = "sale", request_body = OverrideRequest,
    params(("lineId" = uuid::Uuid, Path, description = "The line")),
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 404, description = "Please select a line"),
        (status = 409, description = "It takes a colleague's approval, the price cannot be \
         replaced, or the basket is being paid"),
        (status = 422, description = "The price is out of bounds or the one that it has"),
    ),
)]
pub(crate) async fn override_line_price(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(line_id): Path<LineId>,
    Json(request): Json<OverrideRequest>,
) -> Reply {
    let operation = "basket.override_price";
    change(
        &state,
        &actor,
        key,
        operation,
        (line_id, request),
        type_price,
    )
    .await
}

/// Take the listed price of a line again.
#[utoipa::path(
    delete, path = "/basket/line/{lineId}/price", tag = "sale",
    params(("lineId" = uuid::Uuid, Path, description = "The line")),
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 404, description = "Please select a line"),
        (status = 409, description = "The basket is being paid"),
    ),
)]
pub(crate) async fn take_listed_price(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(line_id): Path<LineId>,
) -> Reply {
    let operation = "basket.take_listed_price";
    change(&state, &actor, key, operation, line_id, take_listed).await
}

type Typing = (LineId, OverrideRequest);

fn type_price<'a>(
    tx: &'a mut Tx,
    (till, (line_id, request)): &'a (Till, Typing),
) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let basket = open_basket_of(tx, till).await?;
        basket.allow(Operation::ChangePieces)?;
        let (basket_id, basket_no) = (basket.basket_id, basket.basket_no);
        let store = setting::get_store(tx, &till.store_no).await?;
        let reason = known_reason(tx, &request.reason_code, true).await?;
        let typed = Money::new(request.price, store.currency);
        let stored = store::get_line(tx, &basket, *line_id).await?;
        store::set_price_override(tx, *line_id, None).await?;
        let loaded = load(tx, &store, basket, till.now).await?;
        let listed = loaded.priced.line(*line_id).and_then(|line| line.price);
        let listed = listed.map(catalog::rule::keyed::UnitPrice::money);
        let item = stored.line.item.priced(&stored.line.item_no);
        if let Err(refusal) = override_price(&item, listed, typed, store.currency) {
            return Err(price_refusal(&stored.line, refusal, store.currency).into());
        }
        let Some(listed) = listed else {
            let refusal = PriceRefusal::NoPrice;
            return Err(price_refusal(&stored.line, refusal, store.currency).into());
        };
        let action = Action::PriceOverride {
            line_id: *line_id,
            typed,
        };
        let basket = loaded.basket;
        let approval_id = request.approval_id;
        let approved_by = authorise(tx, till, &basket, &action, &Demand::NONE, approval_id).await?;
        let price_override = PriceOverride {
            price: typed.minor,
            reason,
            given_by: till.staff_id.clone(),
            approved_by,
        };
        store::set_price_override(tx, *line_id, Some(&price_override)).await?;
        let event = Event::PriceOverridden {
            basket_no,
            item_no: stored.line.item_no.clone(),
            listed: listed.minor,
            typed: typed.minor,
            currency_code: store.currency.code().to_owned(),
            reason_code: price_override.reason.0,
            approved_by: price_override.approved_by,
        };
        record_event(tx, &till.signer, &till.scene(), &event).await?;
        store::touch(tx, basket_id, till.now).await?;
        Ok(Done::default())
    })
}

fn take_listed<'a>(tx: &'a mut Tx, (till, line_id): &'a (Till, LineId)) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let basket = open_basket_of(tx, till).await?;
        store::get_line(tx, &basket, *line_id).await?;
        store::set_price_override(tx, *line_id, None).await?;
        store::touch(tx, basket.basket_id, till.now).await?;
        Ok(Done::default())
    })
}
