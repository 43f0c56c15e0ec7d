//! The tills of a store, for who asks for the X report of one.

use axum::extract::State;
use kernel::Refusal;
use kernel::id::StoreNo;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Query, Reply};
use utoipa::{IntoParams, ToSchema};

use crate::{STORE_NOT_FOUND, StatementOffice, store};

/// Of which store.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct StatementTillQuery {
    /// This store, or one linked to whoever asks; this one when it is not said.
    #[param(example = "PAR01")]
    pub store_no: Option<String>,
}

/// A till of a store.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatementTillView {
    /// Its number.
    #[schema(example = "PAR01-T1")]
    terminal_no: String,
    /// Its name.
    #[schema(example = "Till 1")]
    name: String,
}

/// The tills of a store.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatementTillsView {
    /// By number.
    tills: Vec<StatementTillView>,
}

/// The tills of a store, each of which has an X report of its own.
#[utoipa::path(
    get, path = "/statement/till", tag = "statement", params(StatementTillQuery),
    responses(
        (status = 200, description = "The tills", body = Envelope<StatementTillsView>),
        (status = 404, description = "There is no such store among theirs"),
    ),
)]
pub(crate) async fn list_tills(
    State(office): State<StatementOffice>,
    actor: Actor,
    Query(query): Query<StatementTillQuery>,
) -> Reply {
    let view = office.shell.db.read((actor, query), read).await?;
    Answer::of(&view)
}

fn read<'a>(
    tx: &'a mut Tx,
    (actor, query): &'a (Actor, StatementTillQuery),
) -> TxFuture<'a, StatementTillsView> {
    Box::pin(async move {
        let store_no = seen_store(tx, actor, query.store_no.as_deref()).await?;
        let tills = store::tills_of(tx, &store_no).await?.into_iter();
        let tills = tills.map(|(terminal_no, name)| StatementTillView {
            terminal_no: terminal_no.0,
            name,
        });
        Ok(StatementTillsView {
            tills: tills.collect(),
        })
    })
}

/// The store that somebody asks about: their own, or one that is linked to them.
pub(crate) async fn seen_store(
    tx: &mut Tx,
    actor: &Actor,
    wanted: Option<&str>,
) -> Outcome<StoreNo> {
    let own = &actor.store_no;
    let Some(wanted) = wanted.filter(|it| !it.is_empty() && *it != own.as_str()) else {
        return Ok(own.clone());
    };
    let wanted = StoreNo::from(wanted);
    match store::is_visible(tx, &actor.staff_id, &wanted).await? {
        true => Ok(wanted),
        false => Err(Refusal::new(&STORE_NOT_FOUND).at("storeNo").into()),
    }
}
