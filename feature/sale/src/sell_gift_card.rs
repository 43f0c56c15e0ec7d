//! Put a gift card into the basket, or another one in its place, or more on one that is sold.

use axum::extract::State;
use gift_card::line::{NewLineCard, put_on_line, put_top_up_on_line};
use gift_card::{CANNOT_BE_BOUGHT, ITEM_NO};
use kernel::Money;
use kernel::id::LineId;
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::Store;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::change_line::open_basket_of;
use crate::rule::kind::Operation;
use crate::store::{self, Basket};
use crate::view::BasketView;
use crate::{Done, LINE_NOT_FOUND, SALESPERSON_REQUIRED, SaleState, Till, change};

/// A gift card that was checked, and what it is sold for.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SellGiftCardRequest {
    /// What `POST /gift-card/available` gave.
    #[schema(max_length = 100, example = "Xx2Zq0dR7mE")]
    reference: String,
    /// What it is sold for.
    amount: Money,
}

/// A gift card that was checked, and how much more is put on it.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TopUpGiftCardRequest {
    /// What `POST /gift-card/check` gave.
    #[schema(max_length = 100, example = "Xx2Zq0dR7mE")]
    reference: String,
    /// What is put on it besides what is left.
    amount: Money,
}

/// Put a gift card into the basket. It is reserved, and active once the basket is paid.
#[utoipa::path(
    post, path = "/basket/gift-card", tag = "sale", request_body = SellGiftCardRequest,
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 409, description = "It was not checked, cannot be bought, repeats, or the basket \
         is being paid"),
        (status = 422, description = "The amount is not above 0, or out of bounds"),
    ),
)]
pub(crate) async fn sell_gift_card(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<SellGiftCardRequest>,
) -> Reply {
    let operation = "basket.sell_gift_card";
    change(&state, &actor, key, operation, request, add).await
}

fn add<'a>(tx: &'a mut Tx, (till, request): &'a (Till, SellGiftCardRequest)) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let (basket, line_id) = new_line(tx, till).await?;
        put(tx, till, (&basket, line_id), request).await?;
        added(tx, till, (&basket, line_id)).await
    })
}

/// Put more on a gift card that is sold already. It is on the card once the basket is paid; until then
/// the card pays as before.
#[utoipa::path(
    post, path = "/basket/gift-card/top-up", tag = "sale", request_body = TopUpGiftCardRequest,
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 409, description = "It was not checked, cannot be topped up, is full, repeats, is \
         being topped up in another basket, or the basket is being paid"),
        (status = 422, description = "The amount is not above 0, or out of bounds"),
    ),
)]
pub(crate) async fn top_up_gift_card(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<TopUpGiftCardRequest>,
) -> Reply {
    let operation = "basket.top_up_gift_card";
    change(&state, &actor, key, operation, request, top_up).await
}

fn top_up<'a>(
    tx: &'a mut Tx,
    (till, request): &'a (Till, TopUpGiftCardRequest),
) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let (basket, line_id) = new_line(tx, till).await?;
        let store = setting::get_store(tx, &till.store_no).await?;
        refuse_other_currency(&store, request.amount)?;
        let new = NewLineCard {
            basket_id: basket.basket_id,
            line_id,
            reference: &request.reference,
            amount: request.amount,
            terminal_no: &till.terminal_no,
        };
        put_top_up_on_line(tx, &new, (&store, till.now)).await?;
        store::set_keyed_price(tx, line_id, request.amount.minor).await?;
        added(tx, till, (&basket, line_id)).await
    })
}

/// A line of the basket at work that sells what gift cards are sold as.
async fn new_line(tx: &mut Tx, till: &Till) -> Outcome<(Basket, LineId)> {
    let basket = store::open_basket(tx, till).await?;
    basket.allow(Operation::ChangePieces)?;
    if basket.salesperson_id.is_none() {
        return Err((&SALESPERSON_REQUIRED).into());
    }
    let piece = store::find_piece(tx, basket.basket_id, ITEM_NO, "").await?;
    // The catalogue of this company has no gift cards.
    let piece = piece.ok_or_else(|| Failure::from(&CANNOT_BE_BOUGHT))?;
    if !piece.item.keying_in_price {
        return Err((&CANNOT_BE_BOUGHT).into());
    }
    let line_id = LineId(Uuid::now_v7());
    store::insert_line(tx, basket.basket_id, line_id, ITEM_NO, "", 1).await?;
    Ok((basket, line_id))
}

async fn added(tx: &mut Tx, till: &Till, (basket, line_id): (&Basket, LineId)) -> Outcome<Done> {
    let store = setting::get_store(tx, &till.store_no).await?;
    let today = store.business_date(till.now);
    store::touch_priced(tx, basket.basket_id, till, today).await?;
    Ok(Done {
        line_id: Some(line_id),
        ..Done::default()
    })
}

/// Give a line of the basket its gift card, or another one.
#[utoipa::path(
    put, path = "/basket/gift-card/{lineId}", tag = "sale", request_body = SellGiftCardRequest,
    params(("lineId" = uuid::Uuid, Path, description = "The line")),
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 404, description = "Please select a line"),
        (status = 409, description = "It was not checked, cannot be bought, repeats, or the basket \
         is being paid"),
        (status = 422, description = "The amount is not above 0, or out of bounds"),
    ),
)]
pub(crate) async fn change_gift_card(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(line_id): Path<LineId>,
    Json(request): Json<SellGiftCardRequest>,
) -> Reply {
    let operation = "basket.change_gift_card";
    let request = (line_id, request);
    change(&state, &actor, key, operation, request, set).await
}

type Change = (LineId, SellGiftCardRequest);

fn set<'a>(tx: &'a mut Tx, (till, (line_id, request)): &'a (Till, Change)) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let basket = open_basket_of(tx, till).await?;
        basket.allow(Operation::ChangePieces)?;
        let stored = store::get_line(tx, &basket, *line_id).await?;
        if !stored.line.sells_gift_card() {
            return Err((&LINE_NOT_FOUND).into());
        }
        put(tx, till, (&basket, *line_id), request).await?;
        store::touch(tx, basket.basket_id, till.now).await?;
        Ok(Done::default())
    })
}

async fn put(
    tx: &mut Tx,
    till: &Till,
    (basket, line_id): (&Basket, LineId),
    request: &SellGiftCardRequest,
) -> Outcome<()> {
    let store = setting::get_store(tx, &till.store_no).await?;
    refuse_other_currency(&store, request.amount)?;
    let new = NewLineCard {
        basket_id: basket.basket_id,
        line_id,
        reference: &request.reference,
        amount: request.amount,
        terminal_no: &till.terminal_no,
    };
    put_on_line(tx, &new, (&store, till.now)).await?;
    store::set_keyed_price(tx, line_id, request.amount.minor).await
}

fn refuse_other_currency(store: &Store, amount: Money) -> Outcome<()> {
    if amount.currency == store.currency {
        return Ok(());
    }
    Err(kernel::Refusal::new(&payment::WRONG_CURRENCY)
        .at("amount")
        .into())
}
