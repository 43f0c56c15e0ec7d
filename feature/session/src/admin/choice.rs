//! What the forms of people and their groups may name.

use axum::extract::State;
use serde::Serialize;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Reply};
use utoipa::ToSchema;

use crate::rule::group::ways;
use crate::rule::permission::{CATALOGUE, Grant};
use crate::{SessionState, store};

/// What the forms of people and their groups may name.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StaffChoiceView {
    /// The companies, by name.
    pub(crate) companies: Vec<CompanyChoiceView>,
    /// The stores, by number.
    pub(crate) stores: Vec<StoreChoiceView>,
    /// The permission groups, by code.
    pub(crate) permission_groups: Vec<GroupChoiceView>,
    /// The permissions, in the order of the catalogue.
    pub(crate) permissions: Vec<PermissionChoiceView>,
}

/// A company.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CompanyChoiceView {
    /// Its number.
    #[schema(example = "FR")]
    pub(crate) company_no: String,
    /// Its name.
    #[schema(example = "Vitrine France SAS")]
    pub(crate) company_name: String,
}

/// A store with its tills.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoreChoiceView {
    /// Its number.
    #[schema(example = "PAR01")]
    pub(crate) store_no: String,
    /// Its name.
    #[schema(example = "Paris · Rue de Sèvres")]
    pub(crate) name: String,
    /// Its company.
    #[schema(example = "FR")]
    pub(crate) company_no: String,
    /// Its tills, by number.
    pub(crate) terminals: Vec<TerminalChoiceView>,
}

/// A till.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TerminalChoiceView {
    /// Its number.
    #[schema(example = "PAR01-1")]
    pub(crate) terminal_no: String,
    /// Its name.
    #[schema(example = "Till 1")]
    pub(crate) name: String,
}

/// A permission group.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GroupChoiceView {
    /// Its code.
    #[schema(example = "SENIOR")]
    pub(crate) permission_group_code: String,
    /// For whom it is.
    #[schema(example = "Key holder")]
    pub(crate) name: String,
}

/// A permission.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PermissionChoiceView {
    /// Its code.
    #[schema(example = "discount.line")]
    pub(crate) permission_code: String,
    /// Its name.
    #[schema(example = "Line discount")]
    pub(crate) name: String,
    /// The page that it opens.
    #[schema(example = "/sale")]
    pub(crate) redirect_url: String,
    /// In which ways it can be held, beside not at all.
    pub(crate) grants: Vec<Grant>,
}

/// The companies, stores, tills, permission groups and permissions that forms of staff may name.
#[utoipa::path(
    get, path = "/setting/staff-choice", tag = "session",
    responses((status = 200, description = "What may be chosen", body = Envelope<StaffChoiceView>)),
)]
pub(crate) async fn get_staff_choices(State(state): State<SessionState>) -> Reply {
    let choices = state.shell.db.read((), |tx, ()| choices(tx)).await?;
    Answer::of(&choices)
}

fn choices(tx: &mut Tx) -> TxFuture<'_, StaffChoiceView> {
    Box::pin(async move {
        let permissions = CATALOGUE.iter().map(|permission| PermissionChoiceView {
            permission_code: permission.code.to_owned(),
            name: permission.name.to_owned(),
            redirect_url: permission.redirect_url.to_owned(),
            grants: ways(permission),
        });
        Ok(StaffChoiceView {
            companies: store::staff::companies(tx).await?,
            stores: store::staff::stores(tx).await?,
            permission_groups: store::group::names(tx).await?,
            permissions: permissions.collect(),
        })
    })
}
