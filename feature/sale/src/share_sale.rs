//! Several people sell a basket together, or somebody else sells a line of it.

use axum::extract::State;
use kernel::Refusal;
use kernel::id::{LineId, StaffId};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;

use crate::change_line::open_basket_of;
use crate::rule::credit::{Share, ShareRefusal, check};
use crate::rule::kind::Operation;
use crate::view::BasketView;
use crate::{
    Done, SALESPERSON_REPEATED, SALESPERSON_UNKNOWN, SHARE_BELOW_ONE, SHARES_NOT_WHOLE, SaleState,
    Till, change, store,
};

/// Who sells together.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SharesRequest {
    /// Each with a part; together they are a hundred per cent. The receipt names the first.
    #[schema(min_items = 1, max_items = 100)]
    shares: Vec<ShareRequest>,
}

/// Somebody who sells, and which part of it.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ShareRequest {
    /// The id of the salesperson.
    #[schema(value_type = String, example = "seller")]
    staff_id: StaffId,
    /// The part, in whole per cent.
    #[schema(minimum = 1, maximum = 100, example = 100)]
    percent: i64,
}

/// Split the basket among several salespeople; their shares are a hundred per cent together.
///
/// Lines that have salespeople of their own keep them. One share of a hundred names one person.
#[utoipa::path(
    put, path = "/basket/salesperson/split", tag = "sale", request_body = SharesRequest,
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 404, description = "One of them cannot sell in this store"),
        (status = 409, description = "The basket is being paid, or its salesperson cannot be \
         changed"),
        (status = 422, description = "The shares are not a hundred together, somebody is named \
         twice, or has no part"),
    ),
)]
pub(crate) async fn split_basket(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<SharesRequest>,
) -> Reply {
    change(&state, &actor, key, "basket.split", request, split).await
}

fn split<'a>(tx: &'a mut Tx, (till, request): &'a (Till, SharesRequest)) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let shares = checked_shares(tx, till, request).await?;
        let basket = store::open_basket(tx, till).await?;
        basket.allow(Operation::ChangeSalesperson)?;
        let basket_id = basket.basket_id;
        if let [first, others @ ..] = shares.as_slice() {
            store::set_salesperson(tx, basket_id, &first.staff_id).await?;
            let together: &[Share] = if others.is_empty() { &[] } else { &shares };
            store::set_shares(tx, basket_id, None, together).await?;
            let first = Some(&first.staff_id);
            store::remember_salesperson(tx, &till.terminal_no, first, till.now).await?;
        }
        store::touch(tx, basket_id, till.now).await?;
        Ok(Done::default())
    })
}

/// Name who sells a line: somebody else than the rest, or several together.
#[utoipa::path(
    put, path = "/basket/line/{lineId}/salesperson", tag = "sale", request_body = SharesRequest,
    params(("lineId" = uuid::Uuid, Path, description = "The line")),
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 404, description = "Please select a line, or one of them cannot sell in this \
         store"),
        (status = 409, description = "The basket is being paid, or its salesperson cannot be \
         changed"),
        (status = 422, description = "The shares are not a hundred together, somebody is named \
         twice, or has no part"),
    ),
)]
pub(crate) async fn set_line_salesperson(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(line_id): Path<LineId>,
    Json(request): Json<SharesRequest>,
) -> Reply {
    let operation = "basket.set_line_salesperson";
    let request = (line_id, request);
    change(&state, &actor, key, operation, request, name_for_line).await
}

fn name_for_line<'a>(
    tx: &'a mut Tx,
    (till, (line_id, request)): &'a (Till, (LineId, SharesRequest)),
) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let shares = checked_shares(tx, till, request).await?;
        set_for_line(tx, till, *line_id, &shares).await
    })
}

/// Let a line be sold by whoever sells the basket.
#[utoipa::path(
    delete, path = "/basket/line/{lineId}/salesperson", tag = "sale",
    params(("lineId" = uuid::Uuid, Path, description = "The line")),
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 404, description = "Please select a line"),
        (status = 409, description = "The basket is being paid, or its salesperson cannot be \
         changed"),
    ),
)]
pub(crate) async fn take_line_salesperson(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(line_id): Path<LineId>,
) -> Reply {
    let operation = "basket.take_line_salesperson";
    change(&state, &actor, key, operation, line_id, take_off_line).await
}

fn take_off_line<'a>(tx: &'a mut Tx, (till, line_id): &'a (Till, LineId)) -> TxFuture<'a, Done> {
    Box::pin(set_for_line(tx, till, *line_id, &[]))
}

async fn set_for_line(
    tx: &mut Tx,
    till: &Till,
    line_id: LineId,
    shares: &[Share],
) -> Outcome<Done> {
    let basket = open_basket_of(tx, till).await?;
    basket.allow(Operation::ChangeSalesperson)?;
    store::get_line(tx, &basket, line_id).await?;
    store::set_shares(tx, basket.basket_id, Some(line_id), shares).await?;
    store::touch(tx, basket.basket_id, till.now).await?;
    Ok(Done::default())
}

/// Shares that count, of people who may sell here.
async fn checked_shares(tx: &mut Tx, till: &Till, request: &SharesRequest) -> Outcome<Vec<Share>> {
    let shares: Vec<Share> = request
        .shares
        .iter()
        .map(|share| Share {
            staff_id: share.staff_id.clone(),
            percent: share.percent,
        })
        .collect();
    check(&shares).map_err(|why| {
        match why {
            ShareRefusal::BelowOne => Refusal::new(&SHARE_BELOW_ONE),
            ShareRefusal::Repeated => Refusal::new(&SALESPERSON_REPEATED),
            ShareRefusal::NotWhole { sum } => Refusal::new(&SHARES_NOT_WHOLE).with("sum", sum),
        }
        .at("shares")
    })?;
    // A hundred per cent in whole per cents has a hundred people at the most.
    for share in &shares {
        if !store::may_sell_here(tx, &till.store_no, &share.staff_id, till.now).await? {
            return Err(Refusal::new(&SALESPERSON_UNKNOWN).at("shares").into());
        }
    }
    Ok(shares)
}
