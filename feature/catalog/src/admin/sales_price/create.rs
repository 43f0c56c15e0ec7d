//! A new sales price.

use axum::extract::State;
use session::Actor;
use setting::entry::Entry;
use setting::{Change, Desk, write_down};
use shell::Outcome;
use shell::db::Tx;
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Reply};

use super::{SalesPriceValue, accept, check_references, key_of, refuse_same};
use crate::admin::CatalogState;
use crate::store;

/// Set a new sales price.
#[utoipa::path(
    post, path = "/setting/sales-price", tag = "catalog", request_body = SalesPriceValue,
    responses(
        (status = 200, description = "The price", body = Envelope<Entry<SalesPriceValue>>),
        (status = 409, description = "There is a price for this from the same day already"),
        (status = 422, description = "Something is missing or impossible"),
    ),
)]
pub(crate) async fn create_sales_price(
    State(state): State<CatalogState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Json(request): Json<SalesPriceValue>,
) -> Reply {
    let desk = state.desk(&actor);
    let scope = desk.terminal_no.to_string();
    let intent = Intent::new(idempotency, "salesPrice.create", &scope, &request, desk.now)?;
    once(
        &state.shell,
        intent,
        (desk, request),
        |tx, (desk, request)| Box::pin(add(tx, desk, request)),
    )
    .await
}

/// Checks, numbers, keeps and writes down a price.
pub(super) async fn add(
    tx: &mut Tx,
    desk: &Desk,
    request: &SalesPriceValue,
) -> Outcome<Entry<SalesPriceValue>> {
    let value = accept(request)?;
    check_references(tx, &value).await?;
    refuse_same(tx, &value, None).await?;
    let row_id = store::sales_price::next_row_id(tx, &value).await?;
    store::sales_price::keep(tx, row_id, &value, false).await?;
    let key = key_of(&value.item_no, &value.sales_code, row_id);
    let change = Change::new(
        "salesPrice",
        (&key, 1),
        None::<&SalesPriceValue>,
        Some(&value),
    )?;
    write_down(tx, desk, &change).await?;
    Ok(Entry {
        key,
        version: 1,
        value,
    })
}
