//! Confirm prices that changed since staff saw them: the business date turned, or the board of a
//! metal moved (domain §1.5, §1.8).

use axum::extract::State;
use jiff::civil::Date;
use kernel::{Money, Refusal};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Reply};
use utoipa::ToSchema;

use crate::change_line::basket_at_work;
use crate::load::load;
use crate::rule::turn::TurnRefusal;
use crate::view::BasketView;
use crate::{Done, NO_PRICE, PRICE_CHANGED, SaleState, Till, change, store};

/// What staff saw.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ConfirmRequest {
    /// The business date of the new prices.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// What the basket comes to by them, in minor units.
    #[schema(example = 29_800)]
    total: i64,
}

/// Confirm the new prices. Only what was seen counts: when they moved on meanwhile, they are shown
/// again.
#[utoipa::path(
    post, path = "/basket/price", tag = "sale", request_body = ConfirmRequest,
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 409, description = "The prices are others by now, an item has none any more, or \
         the basket is being paid"),
    ),
)]
pub(crate) async fn confirm_prices(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<ConfirmRequest>,
) -> Reply {
    change(
        &state,
        &actor,
        key,
        "basket.confirm_prices",
        request,
        confirm,
    )
    .await
}

fn confirm<'a>(tx: &'a mut Tx, (till, request): &'a (Till, ConfirmRequest)) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let basket = basket_at_work(tx, till).await?;
        let store = setting::get_store(tx, &till.store_no).await?;
        let loaded = load(tx, &store, basket, till.now).await?;
        let basket_id = loaded.basket.basket_id;
        if let Some(turn) = &loaded.change {
            let seen = Money::new(request.total, store.currency);
            turn.confirm(request.date, seen).map_err(|refusal| {
                Failure::from(match refusal {
                    TurnRefusal::LineWithoutPrice { line_id } => {
                        let stored = loaded.lines.iter().find(|it| it.line.line_id == line_id);
                        let item_no = stored.map_or("", |it| it.line.item_no.as_str());
                        Refusal::new(&NO_PRICE).with("itemNo", item_no)
                    }
                    TurnRefusal::DateMoved { .. } | TurnRefusal::TotalMoved { .. } => {
                        Refusal::new(&PRICE_CHANGED)
                    }
                })
            })?;
        }
        for line in &loaded.priced.lines {
            if let Some(lock) = line.new_lock {
                store::set_lock(tx, line.line_id, Some(lock.into())).await?;
            }
        }
        store::set_priced_on(tx, basket_id, loaded.priced.date).await?;
        store::touch(tx, basket_id, till.now).await?;
        Ok(Done::default())
    })
}
