//! On which terms each store grants and takes credit, as head office keeps it.

use axum::extract::State;
use kernel::Currency;
use kernel::page::Page;
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::entry::{self, Entry, EntryQuery, Few, SaveRequest};
use setting::rule::within;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Query, Reply};
use utoipa::ToSchema;

use crate::{LoyaltyState, store};

/// A hundred per cent, in hundredths of a per cent.
const WHOLE: i64 = 10_000;
/// The highest amount that is set up, in minor units.
const AMOUNT_MAX: i64 = 100_000_000;
/// The longest that credit is good: ten years.
const DAYS_MAX: i64 = 3_653;

/// The terms of a store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LoyaltyStoreValue {
    /// The store's name; it is not changed here.
    #[serde(default)]
    #[schema(example = "Paris · Rue de Sèvres")]
    pub name: String,
    /// The store's currency; it is not changed here.
    pub currency: Currency,
    /// Whether the store grants and takes credit.
    #[schema(example = true)]
    pub is_active: bool,
    /// Which part of what is paid for goods becomes credit, in hundredths of a per cent.
    #[schema(example = 500)]
    pub earn_percent: i64,
    /// For how many days it is good.
    #[schema(example = 365)]
    pub valid_days: i64,
    /// For how many days at least credit is good that comes back with a return.
    #[schema(example = 30)]
    pub restored_days: i64,
    /// Above which amount of a basket a code is needed to spend it, in minor units.
    #[schema(example = 5_000)]
    pub code_above: i64,
    /// What has to be spent for a point, in minor units.
    #[schema(example = 100)]
    pub amount_per_point: i64,
}

impl LoyaltyStoreValue {
    /// What is offered for a store of which nobody said anything yet (domain, appendix A): off, 5 %
    /// for a year, a code above 50 and a point for one of the currency.
    #[must_use]
    pub fn usual(name: String, currency: Currency) -> Self {
        let unit = 10_i64.pow(currency.exponent());
        Self {
            name,
            currency,
            is_active: false,
            earn_percent: 500,
            valid_days: 365,
            restored_days: 30,
            code_above: 50 * unit,
            amount_per_point: unit,
        }
    }
}

/// Keeps the terms of a store, without asking whether somebody changed them meanwhile.
///
/// # Errors
/// The database's failure.
pub async fn keep_setting(tx: &mut Tx, store_no: &str, value: &LoyaltyStoreValue) -> Outcome<()> {
    store::terms::keep(tx, store_no, value).await
}

impl Few for LoyaltyStoreValue {
    const SETTING: &'static str = "loyaltyStore";
    const OPERATION: &'static str = "loyaltyStore.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(store::terms::read(tx, key))
    }

    fn check<'a>(
        _: &'a mut Tx,
        _: &'a str,
        value: &'a Self,
        before: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move {
            let before = before.ok_or(&setting::ENTRY_NOT_FOUND)?;
            let (amounts, days) = (0..=AMOUNT_MAX, 0..=DAYS_MAX);
            within(value.valid_days, &(1..=DAYS_MAX), "validDays")?;
            within(value.amount_per_point, &(1..=AMOUNT_MAX), "amountPerPoint")?;
            within(value.earn_percent, &(0..=WHOLE), "earnPercent")?;
            within(value.restored_days, &days, "restoredDays")?;
            within(value.code_above, &amounts, "codeAbove")?;
            Ok(Self {
                name: before.name.clone(),
                currency: before.currency,
                ..value.clone()
            })
        })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        _: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(store::terms::keep(tx, key, value))
    }

    fn text(&self) -> String {
        self.name.clone()
    }
}

/// The terms of each store, page by page.
#[utoipa::path(
    get, path = "/setting/loyalty-store", tag = "loyalty", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<LoyaltyStoreValue>>>)),
)]
pub(crate) async fn list_loyalty_stores(
    State(state): State<LoyaltyState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<LoyaltyStoreValue>(&state.shell, query).await
}

/// The terms of a store.
#[utoipa::path(
    get, path = "/setting/loyalty-store/{storeNo}", tag = "loyalty",
    params(("storeNo" = String, Path, description = "The store", example = "PAR01")),
    responses(
        (status = 200, description = "Its terms", body = Envelope<Entry<LoyaltyStoreValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_loyalty_store(
    State(state): State<LoyaltyState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<LoyaltyStoreValue>(&state.shell, key).await
}

/// Say on which terms a store grants and takes credit.
///
/// A change says which version it saw; 0 is that of a store of which nobody said anything yet.
#[utoipa::path(
    put, path = "/setting/loyalty-store/{storeNo}", tag = "loyalty",
    request_body = SaveRequest<LoyaltyStoreValue>,
    params(("storeNo" = String, Path, description = "The store", example = "PAR01")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<LoyaltyStoreValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "Somebody changed it meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_loyalty_store(
    State(state): State<LoyaltyState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<LoyaltyStoreValue>>,
) -> Reply {
    let desk = state.desk(&actor);
    entry::save(&state.shell, (desk, idempotency), key, request).await
}
