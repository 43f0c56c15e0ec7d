//! Give a discount on a line or on the basket, or take it back (domain §1.6).

use axum::extract::State;
use journal::{Event, record_event};
use kernel::id::LineId;
use kernel::{Rate, Refusal};
use promotion::rule::piece::PriceRounding;
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::Store;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::approval::asked;
use crate::authorise::{authorise, granted_total};
use crate::change_line::{basket_at_work, open_basket_of};
use crate::load::Trial;
use crate::rule::action::Action;
use crate::rule::discount::{Asked, DiscountRefusal, Manual, ReasonCode, ask};
use crate::rule::kind::Operation;
use crate::rule::limit::{Demand, basket_demand, line_demand};
use crate::store::{self, Basket};
use crate::view::{BasketView, ManualKind};
use crate::{
    DISCOUNT_NOT_ALLOWED, DISCOUNT_OUT_OF_BOUNDS, DISCOUNT_REASON_UNKNOWN, Done, SaleState, Till,
    change,
};

/// A discount.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct DiscountRequest {
    /// How it is entered.
    kind: ManualKind,
    /// The percentage in ten-thousandths, or the amount or target in minor units.
    #[schema(example = 50_000)]
    value: i64,
    /// Why.
    #[schema(example = "LOYAL")]
    reason_code: String,
    /// The approval of a colleague, where one is needed.
    approval_id: Option<Uuid>,
}

/// Give a discount on a line, in place of an earlier one.
#[utoipa::path(
    put, path = "/basket/line/{lineId}/discount", tag = "sale", request_body = DiscountRequest,
    params(("lineId" = uuid::Uuid, Path, description = "The line")),
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 404, description = "Please select a line"),
        (status = 409, description = "It takes a colleague's approval, the line takes no discount, \
         or the basket is being paid"),
        (status = 422, description = "The reason is missing, or the value out of bounds"),
    ),
)]
pub(crate) async fn give_line_discount(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(line_id): Path<LineId>,
    Json(request): Json<DiscountRequest>,
) -> Reply {
    let operation = "basket.give_line_discount";
    change(
        &state,
        &actor,
        key,
        operation,
        (Some(line_id), request),
        give,
    )
    .await
}

/// Give a discount on the whole basket, in place of an earlier one.
#[utoipa::path(
    put, path = "/basket/discount", tag = "sale", request_body = DiscountRequest,
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 409, description = "It takes a colleague's approval, nothing in the basket takes \
         a discount, or the basket is being paid"),
        (status = 422, description = "The reason is missing, or the value out of bounds"),
    ),
)]
pub(crate) async fn give_basket_discount(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<DiscountRequest>,
) -> Reply {
    let operation = "basket.give_basket_discount";
    change(&state, &actor, key, operation, (None, request), give).await
}

/// Take the discount off a line.
#[utoipa::path(
    delete, path = "/basket/line/{lineId}/discount", tag = "sale",
    params(("lineId" = uuid::Uuid, Path, description = "The line")),
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 404, description = "Please select a line"),
        (status = 409, description = "The basket is being paid"),
    ),
)]
pub(crate) async fn take_line_discount(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(line_id): Path<LineId>,
) -> Reply {
    let operation = "basket.take_line_discount";
    change(&state, &actor, key, operation, Some(line_id), take).await
}

/// Take the discount off the basket.
#[utoipa::path(
    delete, path = "/basket/discount", tag = "sale",
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 409, description = "The basket is being paid"),
    ),
)]
pub(crate) async fn take_basket_discount(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
) -> Reply {
    let operation = "basket.take_basket_discount";
    change(&state, &actor, key, operation, None, take).await
}

type Giving = (Option<LineId>, DiscountRequest);

fn give<'a>(tx: &'a mut Tx, (till, (line_id, request)): &'a (Till, Giving)) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let basket = basket_for(tx, till, *line_id).await?;
        basket.allow(Operation::ChangePieces)?;
        if let Some(line_id) = line_id {
            store::get_line(tx, &basket, *line_id).await?;
        }
        let store = setting::get_store(tx, &till.store_no).await?;
        let reason = known_reason(tx, &request.reason_code, line_id.is_some()).await?;
        let asked = asked(request.kind, request.value);
        let action = match line_id {
            Some(line_id) => Action::LineDiscount {
                line_id: *line_id,
                asked,
            },
            None => Action::BasketDiscount { asked },
        };
        let trial = Trial::load(tx, &store, &basket, till.now).await?;
        let mut manual = checked(&trial, till, &store, (*line_id, asked, reason))?;
        let demand = demand(&trial, &store, *line_id, &manual)?;
        let approval_id = request.approval_id;
        manual.approved_by = authorise(tx, till, &basket, &action, &demand, approval_id).await?;
        let approved_by = manual.approved_by.as_ref();
        manual.granted = granted_total(tx, till, (&action, &demand), approved_by).await?;
        store::put_discount(tx, basket.basket_id, *line_id, &manual).await?;
        let event = Event::DiscountGiven {
            basket_no: basket.basket_no,
            line_id: *line_id,
            kind: store::asked_columns(asked).0,
            value: request.value,
            reason_code: manual.reason.0.clone(),
            approved_by: manual.approved_by.clone(),
        };
        record_event(tx, &till.signer, &till.scene(), &event).await?;
        store::touch(tx, basket.basket_id, till.now).await?;
        Ok(Done::default())
    })
}

fn take<'a>(tx: &'a mut Tx, (till, line_id): &'a (Till, Option<LineId>)) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let basket = basket_for(tx, till, *line_id).await?;
        if let Some(line_id) = line_id {
            store::get_line(tx, &basket, *line_id).await?;
        }
        store::delete_discount(tx, basket.basket_id, *line_id).await?;
        store::touch(tx, basket.basket_id, till.now).await?;
        Ok(Done::default())
    })
}

/// The basket whose line, or which itself, gets or loses a discount.
async fn basket_for(tx: &mut Tx, till: &Till, line_id: Option<LineId>) -> Outcome<Basket> {
    match line_id {
        Some(_) => open_basket_of(tx, till).await,
        None => basket_at_work(tx, till).await,
    }
}

/// A reason of head office's list for a line, or for the whole basket.
///
/// # Errors
/// [`DISCOUNT_REASON_UNKNOWN`].
pub(crate) async fn known_reason(tx: &mut Tx, code: &str, is_of_line: bool) -> Outcome<ReasonCode> {
    let reasons = store::list_reasons(tx).await?;
    reasons
        .into_iter()
        .find(|reason| {
            let fits = if is_of_line {
                reason.for_line
            } else {
                reason.for_basket
            };
            fits && reason.code == code
        })
        .map(|reason| ReasonCode(reason.code))
        .ok_or_else(|| Failure::from(Refusal::new(&DISCOUNT_REASON_UNKNOWN).at("reasonCode")))
}

/// A discount that can be given, on what is left to discount now.
fn checked(
    trial: &Trial<'_>,
    till: &Till,
    store: &Store,
    (line_id, asked, reason): (Option<LineId>, Asked, ReasonCode),
) -> Outcome<Manual> {
    let rest = trial.rest(line_id)?;
    let rounding = PriceRounding {
        step: store.price_rounding_step,
        ..PriceRounding::MINOR_UNIT
    };
    ask(asked, &reason, rest, rounding).map_err(|refusal| refuse(&refusal))?;
    Ok(Manual {
        asked,
        basis: rest.open,
        reason,
        given_by: till.staff_id.clone(),
        approved_by: None,
        // All of it counts while somebody is looked for who stands for it.
        granted: Rate::HUNDRED,
    })
}

fn refuse(refusal: &DiscountRefusal) -> Refusal {
    match refusal {
        DiscountRefusal::ReasonMissing => Refusal::new(&DISCOUNT_REASON_UNKNOWN).at("reasonCode"),
        DiscountRefusal::Barred(_) | DiscountRefusal::NothingToDiscount => {
            Refusal::new(&DISCOUNT_NOT_ALLOWED)
        }
        DiscountRefusal::PercentOutOfBounds
        | DiscountRefusal::AmountNotPositive
        | DiscountRefusal::AmountAboveRest { .. }
        | DiscountRefusal::TargetBelowZero
        | DiscountRefusal::TargetNotBelowTotal { .. }
        | DiscountRefusal::TargetTooLow { .. }
        | DiscountRefusal::RoundsToNothing => Refusal::new(&DISCOUNT_OUT_OF_BOUNDS).at("value"),
    }
}

fn demand(
    trial: &Trial<'_>,
    store: &Store,
    line_id: Option<LineId>,
    manual: &Manual,
) -> Outcome<Demand> {
    let with = trial.with(line_id, manual)?;
    Ok(match line_id {
        Some(line_id) => line_demand(&with, line_id, store.price_rounding_step),
        None => basket_demand(&with, store.price_rounding_step),
    })
}

/// What an action demands of the limits of whoever stands for it.
///
/// # Errors
/// When it is a discount that cannot be given.
pub(crate) async fn demand_of(
    tx: &mut Tx,
    till: &Till,
    store: &Store,
    basket: &Basket,
    action: &Action,
) -> Outcome<Demand> {
    let (line_id, asked) = match *action {
        Action::LineDiscount { line_id, asked } => (Some(line_id), asked),
        Action::BasketDiscount { asked } => (None, asked),
        Action::PriceOverride { .. }
        | Action::GoldWeight { .. }
        | Action::DepositBelowMinimum { .. }
        | Action::RefundTender { .. }
        | Action::DepositDoubled { .. }
        | Action::RecyclingPurchase { .. }
        | Action::DrawerCashOut { .. }
        | Action::StatementPosting { .. } => return Ok(Demand::NONE),
    };
    // Why is not what limits look at, and is asked when the discount is given.
    let reason = ReasonCode::from("-");
    let trial = Trial::load(tx, store, basket, till.now).await?;
    let manual = checked(&trial, till, store, (line_id, asked, reason))?;
    demand(&trial, store, line_id, &manual)
}

/// A reason for a discount.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DiscountReasonView {
    /// Its code.
    #[schema(example = "LOYAL")]
    reason_code: String,
    /// Its name.
    #[schema(example = "Loyal customer")]
    name: String,
    /// Whether it may be given for a line.
    for_line: bool,
    /// Whether it may be given for a whole basket.
    for_basket: bool,
}

/// The reasons that may be chosen for a discount or another price.
#[utoipa::path(
    get, path = "/discount-reason", tag = "sale",
    responses((status = 200, description = "The reasons in their order",
        body = Envelope<Vec<DiscountReasonView>>)),
)]
pub(crate) async fn list_discount_reasons(State(state): State<SaleState>) -> Reply {
    let reasons = state.shell.db.read((), reasons).await?;
    shell::http::Answer::of(&reasons)
}

fn reasons<'a>(tx: &'a mut Tx, (): &'a ()) -> TxFuture<'a, Vec<DiscountReasonView>> {
    Box::pin(async move {
        let reasons = store::list_reasons(tx).await?;
        let views = reasons.into_iter().map(|reason| DiscountReasonView {
            reason_code: reason.code,
            name: reason.name,
            for_line: reason.for_line,
            for_basket: reason.for_basket,
        });
        Ok(views.collect())
    })
}
