//! What head office keeps of drawers: one entry for each store.

use axum::extract::State;
use kernel::page::Page;
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::entry::{self, Entry, EntryQuery, Few, SaveRequest};
use setting::rule::within;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Query, Reply};
use utoipa::ToSchema;

use crate::rule::entry::AMOUNT_MAX;
use crate::{DrawerState, store};

/// On which terms cash leaves the drawers of a store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DrawerSetting {
    /// Above which amount a colleague approves cash that is taken out, in minor units of the store's
    /// currency; null: nobody does.
    #[schema(example = 10_000)]
    pub cash_out_approval_above: Option<i64>,
}

/// Keeps the terms of a store that has none, without asking.
///
/// # Errors
/// The database's failure.
pub async fn keep_setting(tx: &mut Tx, store_no: &str, value: &DrawerSetting) -> Outcome<()> {
    store::terms::keep(tx, store_no, value, false).await
}

impl Few for DrawerSetting {
    const SETTING: &'static str = "drawer";
    const OPERATION: &'static str = "drawer_setting.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(store::terms::read(tx, key))
    }

    fn check<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        _: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move {
            entry::known_store(tx, key, "key").await?;
            let above = value.cash_out_approval_above.unwrap_or(0);
            within(above, &(0..=AMOUNT_MAX), "cashOutApprovalAbove")?;
            Ok(value.clone())
        })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(store::terms::keep(tx, key, value, before.is_some()))
    }

    fn text(&self) -> String {
        String::new()
    }
}

/// On which terms cash leaves the drawers of stores, page by page.
#[utoipa::path(
    get, path = "/setting/drawer", tag = "drawer", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<DrawerSetting>>>)),
)]
pub(crate) async fn list_drawer_settings(
    State(state): State<DrawerState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<DrawerSetting>(&state.shell, query).await
}

/// On which terms cash leaves the drawers of a store.
#[utoipa::path(
    get, path = "/setting/drawer/{storeNo}", tag = "drawer",
    params(("storeNo" = String, Path, description = "The store", example = "PAR01")),
    responses(
        (status = 200, description = "Its terms", body = Envelope<Entry<DrawerSetting>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_drawer_setting(
    State(state): State<DrawerState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<DrawerSetting>(&state.shell, key).await
}

/// Keep on which terms cash leaves the drawers of a store, new or changed.
///
/// A change says which version it saw; what is new says none.
#[utoipa::path(
    put, path = "/setting/drawer/{storeNo}", tag = "drawer",
    request_body = SaveRequest<DrawerSetting>,
    params(("storeNo" = String, Path, description = "The store", example = "PAR01")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<DrawerSetting>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "There are terms already, or somebody changed them meanwhile"),
        (status = 422, description = "Something is impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_drawer_setting(
    State(state): State<DrawerState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<DrawerSetting>>,
) -> Reply {
    let desk = state.desk(&actor);
    entry::save(&state.shell, (desk, idempotency), key, request).await
}
