//! A new price of the board.

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::entry::refused;
use setting::rule::within;
use setting::{Desk, write_down};
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Reply};
use utoipa::ToSchema;

use super::{BoardView, MetalPriceView, add, key_of};
use crate::admin::CatalogState;
use crate::admin::vat::PERCENT_MAX;
use crate::rule::weight::ROW_PRICE_MAX;
use crate::{CHANGED_MEANWHILE, NOT_CHANGED, PRICE_EXISTS, REFERENCE_UNKNOWN, START_PASSED, store};

/// A new price of the board.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct MetalPriceRequest {
    /// The metal.
    #[schema(example = "GOLD-999")]
    item_no: String,
    /// The price group.
    #[schema(example = "CNY-GOLD")]
    sales_code: String,
    /// From when it holds; null for now.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-22T01:00:00Z")]
    starts_at: Option<Timestamp>,
    /// What a gram costs, in hundredths of a minor unit.
    #[schema(example = 7_980_000)]
    gram_price_hundredths: i64,
    /// Whether VAT is contained in it.
    #[schema(example = true)]
    #[serde(rename = "priceIncludeVAT")]
    price_include_vat: bool,
    /// The contained VAT in hundredths of a per cent; null for the store's.
    #[schema(example = 1_300)]
    deductible_vat_percent: Option<i64>,
    /// The VAT of the sale in hundredths of a per cent; null for the store's.
    #[schema(example = 1_300)]
    vat_percent: Option<i64>,
    /// When the newest price that was seen had been set; null when there was none.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-21T07:55:00Z")]
    seen_set_at: Option<Timestamp>,
}

/// Set what a gram of a metal costs, from now or from a later moment.
///
/// Prices of the board are only added: what a piece was priced by stays known.
#[utoipa::path(
    post, path = "/setting/metal-price", tag = "catalog", request_body = MetalPriceRequest,
    responses(
        (status = 200, description = "The metal with all its prices", body = Envelope<BoardView>),
        (status = 409, description = "Somebody set a price meanwhile, or from the same moment"),
        (status = 422, description = "Something is missing or impossible"),
    ),
)]
pub(crate) async fn set_metal_price(
    State(state): State<CatalogState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Json(request): Json<MetalPriceRequest>,
) -> Reply {
    let desk = state.desk(&actor);
    let scope = desk.terminal_no.to_string();
    let intent = Intent::new(idempotency, "metalPrice.set", &scope, &request, desk.now)?;
    once(&state.shell, intent, (desk, request), set).await
}

fn set<'a>(
    tx: &'a mut Tx,
    (desk, request): &'a (Desk, MetalPriceRequest),
) -> TxFuture<'a, BoardView> {
    Box::pin(async move {
        let new = accept(desk, request)?;
        let metals = store::metal::metals(tx).await?;
        if !metals
            .iter()
            .any(|(item_no, _)| *item_no == request.item_no)
        {
            return Err(refused(&REFERENCE_UNKNOWN, "itemNo"));
        }
        let groups = store::price_group::read(tx, Some(&request.sales_code)).await?;
        if groups.is_empty() {
            return Err(refused(&REFERENCE_UNKNOWN, "salesCode"));
        }
        let parts = (request.item_no.as_str(), request.sales_code.as_str());
        let key = key_of(parts.0, parts.1);
        let known = store::metal::board_of(tx, parts, desk.now).await?;
        let history = known.map(|row| (row.current, row.history));
        let (current, history) = history.unwrap_or_default();
        let newest = history.iter().map(|price| price.set_at).max();
        if newest != request.seen_set_at {
            return Err((&CHANGED_MEANWHILE).into());
        }
        if history.iter().any(|price| price.starts_at == new.starts_at) {
            return Err(refused(&PRICE_EXISTS, "startsAt"));
        }
        if request.starts_at.is_none() && current.as_ref().is_some_and(|old| same(old, &new)) {
            return Err((&NOT_CHANGED).into());
        }
        let change = add(tx, &key, parts, (current.as_ref(), &new)).await?;
        write_down(tx, desk, &change).await?;
        let found = store::metal::board_of(tx, parts, desk.now).await?;
        found.ok_or_else(|| Failure::internal(format!("the board lost {key}")))
    })
}

fn accept(desk: &Desk, request: &MetalPriceRequest) -> Result<MetalPriceView, Failure> {
    let starts_at = request.starts_at.unwrap_or(desk.now);
    if starts_at < desk.now {
        return Err(refused(&START_PASSED, "startsAt"));
    }
    let price = request.gram_price_hundredths;
    within(price, &(1..=ROW_PRICE_MAX), "gramPriceHundredths")?;
    for (percent, field) in [
        (request.deductible_vat_percent, "deductibleVatPercent"),
        (request.vat_percent, "vatPercent"),
    ] {
        within(percent.unwrap_or(0), &(0..=PERCENT_MAX), field)?;
    }
    Ok(MetalPriceView {
        starts_at,
        gram_price_hundredths: price,
        price_include_vat: request.price_include_vat,
        deductible_vat_percent: request.deductible_vat_percent,
        vat_percent: request.vat_percent,
        set_by: desk.staff_id.to_string(),
        set_at: desk.now,
    })
}

fn same(old: &MetalPriceView, new: &MetalPriceView) -> bool {
    let what = |price: &MetalPriceView| {
        (
            price.gram_price_hundredths,
            price.price_include_vat,
            price.deductible_vat_percent,
            price.vat_percent,
        )
    };
    what(old) == what(new)
}
