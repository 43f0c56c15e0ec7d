//! What head office keeps of statements: one entry for each store.

use axum::extract::State;
use kernel::page::Page;
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::entry::{self, Entry, EntryQuery, Few, SaveRequest, refused};
use setting::rule::within;
use setting::{Desk, REFERENCE_UNKNOWN};
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Query, Reply};
use utoipa::ToSchema;

use crate::store::terms;
use crate::{AMOUNT_MAX, StatementOffice};

/// On which terms a store closes its days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StatementSetting {
    /// Whether nobody sells while an earlier business date has sales that are not posted (specification:
    /// checkStatementPosting).
    pub check_statement_posting: bool,
    /// What lies in each drawer in the morning, in minor units of the store's currency.
    #[schema(example = 20_000)]
    pub opening_float: i64,
    /// The most that a statement may differ by when it is posted without somebody who stands for more, in
    /// minor units.
    #[schema(example = 500)]
    pub maximum_posting_difference: i64,
}

impl Few for StatementSetting {
    const SETTING: &'static str = "statement";
    const OPERATION: &'static str = "statement_setting.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(terms::read(tx, key))
    }

    fn check<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        _: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move {
            if !terms::is_store(tx, key).await? {
                return Err(refused(&REFERENCE_UNKNOWN, "key"));
            }
            let bounds = 0..=AMOUNT_MAX;
            within(value.opening_float, &bounds, "openingFloat")?;
            within(
                value.maximum_posting_difference,
                &bounds,
                "maximumPostingDifference",
            )?;
            Ok(value.clone())
        })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(terms::keep(tx, key, value, before.is_some()))
    }

    fn text(&self) -> String {
        String::new()
    }
}

/// On which terms stores close their days, page by page.
#[utoipa::path(
    get, path = "/setting/statement", tag = "statement", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<StatementSetting>>>)),
)]
pub(crate) async fn list_statement_settings(
    State(office): State<StatementOffice>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<StatementSetting>(&office.shell, query).await
}

/// On which terms a store closes its days.
#[utoipa::path(
    get, path = "/setting/statement/{storeNo}", tag = "statement",
    params(("storeNo" = String, Path, description = "The store", example = "PAR01")),
    responses(
        (status = 200, description = "Its terms", body = Envelope<Entry<StatementSetting>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_statement_setting(
    State(office): State<StatementOffice>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<StatementSetting>(&office.shell, key).await
}

/// Keep on which terms a store closes its days, new or changed.
///
/// A change says which version it saw; what is new says none.
#[utoipa::path(
    put, path = "/setting/statement/{storeNo}", tag = "statement",
    request_body = SaveRequest<StatementSetting>,
    params(("storeNo" = String, Path, description = "The store", example = "PAR01")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<StatementSetting>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "There are terms already, or somebody changed them meanwhile"),
        (status = 422, description = "Something is impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_statement_setting(
    State(office): State<StatementOffice>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<StatementSetting>>,
) -> Reply {
    let desk = Desk::new(office.signer.clone(), &actor, office.shell.clock.now());
    entry::save(&office.shell, (desk, idempotency), key, request).await
}
