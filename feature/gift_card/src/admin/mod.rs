//! What each store does with gift cards, as head office keeps it.

use axum::extract::State;
use kernel::Currency;
use kernel::page::Page;
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::entry::{self, Entry, EntryQuery, Few, SaveRequest};
use setting::rule::{code, within};
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Query, Reply};
use utoipa::ToSchema;

use crate::{GiftCardState, store};

/// What a store does with gift cards.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct GiftCardStoreValue {
    /// The store's name; it is not changed here.
    #[serde(default)]
    #[schema(example = "Paris · Rue de Sèvres")]
    pub(crate) name: String,
    /// The store's currency; it is not changed here.
    pub(crate) currency: Currency,
    /// Whether it sells gift cards.
    #[schema(example = true)]
    pub(crate) sell_gift_card: bool,
    /// Whether it takes them.
    #[schema(example = true)]
    pub(crate) redeem_gift_card: bool,
    /// The market whose cards it sells and takes.
    #[schema(example = "EU")]
    pub(crate) market_code: String,
    /// The least that a card is sold for, in minor units.
    #[schema(example = 1_000)]
    pub(crate) minimum_amount: i64,
    /// The most.
    #[schema(example = 300_000)]
    pub(crate) maximum_amount: i64,
    /// For how many months a card that is sold here holds; null where it never ends.
    #[schema(example = 24)]
    pub(crate) valid_months: Option<i64>,
}

impl GiftCardStoreValue {
    /// For how many months a card holds when nobody said otherwise (domain, appendix A).
    pub(crate) const USUAL_MONTHS: i64 = 24;
    /// The most that may be allowed, in minor units.
    const AMOUNT_MAX: i64 = 100_000_000;

    /// The least and the most that a card is sold for when nobody said otherwise: 10 to 3,000 of the
    /// currency, as if it were euros.
    pub(crate) const fn usual_bounds(currency: Currency) -> (i64, i64) {
        let unit = 10_i64.pow(currency.exponent());
        (10 * unit, 3_000 * unit)
    }
}

impl Few for GiftCardStoreValue {
    const SETTING: &'static str = "giftCardStore";
    const OPERATION: &'static str = "giftCardStore.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(store::list_terms(tx, key))
    }

    fn check<'a>(
        _: &'a mut Tx,
        _: &'a str,
        value: &'a Self,
        before: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move {
            let before = before.ok_or(&setting::ENTRY_NOT_FOUND)?;
            let amounts = 1..=Self::AMOUNT_MAX;
            let minimum_amount = within(value.minimum_amount, &amounts, "minimumAmount")?;
            let amounts = minimum_amount..=Self::AMOUNT_MAX;
            let months = value.valid_months;
            let months = months.map(|months| within(months, &(1..=240), "validMonths"));
            Ok(Self {
                name: before.name.clone(),
                currency: before.currency,
                sell_gift_card: value.sell_gift_card,
                redeem_gift_card: value.redeem_gift_card,
                market_code: code(&value.market_code, "marketCode")?,
                minimum_amount,
                maximum_amount: within(value.maximum_amount, &amounts, "maximumAmount")?,
                valid_months: months.transpose()?,
            })
        })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        _: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(store::keep_terms(tx, key, value))
    }

    fn text(&self) -> String {
        format!("{} {}", self.name, self.market_code)
    }
}

/// What each store does with gift cards, page by page.
#[utoipa::path(
    get, path = "/setting/gift-card-store", tag = "gift_card", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<GiftCardStoreValue>>>)),
)]
pub(crate) async fn list_gift_card_stores(
    State(state): State<GiftCardState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<GiftCardStoreValue>(&state.shell, query).await
}

/// What a store does with gift cards.
#[utoipa::path(
    get, path = "/setting/gift-card-store/{storeNo}", tag = "gift_card",
    params(("storeNo" = String, Path, description = "The store", example = "PAR01")),
    responses(
        (status = 200, description = "What it does", body = Envelope<Entry<GiftCardStoreValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_gift_card_store(
    State(state): State<GiftCardState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<GiftCardStoreValue>(&state.shell, key).await
}

/// Say what a store does with gift cards.
///
/// A change says which version it saw; 0 is that of a store of which nobody said anything yet.
#[utoipa::path(
    put, path = "/setting/gift-card-store/{storeNo}", tag = "gift_card",
    request_body = SaveRequest<GiftCardStoreValue>,
    params(("storeNo" = String, Path, description = "The store", example = "PAR01")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<GiftCardStoreValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "Somebody changed it meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_gift_card_store(
    State(state): State<GiftCardState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<GiftCardStoreValue>>,
) -> Reply {
    let desk = state.desk(&actor);
    entry::save(&state.shell, (desk, idempotency), key, request).await
}
