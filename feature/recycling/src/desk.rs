//! Who asks, where, and what every change has in common.

use kernel::id::CustomerId;
use serde::Serialize;
use serde::de::DeserializeOwned;
use session::Actor;
use setting::Desk;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, IdempotencyKey, Reply};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::view::{RecyclingView, show};
use crate::{CRM_UNAVAILABLE, CUSTOMER_MISSING, MAY_NO_ORDER, MAY_READ_REGISTER, RecyclingState};

/// What a command gets: who asks, and what.
pub(crate) struct Asked<R> {
    pub desk: Desk,
    /// Whether they may read who sold.
    pub may_read: bool,
    /// Whether they may take pieces that come from no order of ours.
    pub may_no_order: bool,
    pub request: R,
}

/// What is asked of a document.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Of<R> {
    pub recycling_id: Uuid,
    pub request: R,
}

impl<R> Asked<R> {
    pub(crate) fn new(state: &RecyclingState, actor: &Actor, request: R) -> Self {
        Self {
            desk: Desk::new(state.signer.clone(), actor, state.shell.clock.now()),
            may_read: actor.may(MAY_READ_REGISTER),
            may_no_order: actor.may(MAY_NO_ORDER),
            request,
        }
    }
}

/// Carries out a command of a document once, and shows the document as it is then.
pub(crate) async fn change<R>(
    state: &RecyclingState,
    key: IdempotencyKey,
    operation: &'static str,
    asked: Asked<R>,
    command: for<'a> fn(&'a mut Tx, &'a Asked<R>) -> TxFuture<'a, Uuid>,
) -> Reply
where
    R: Serialize + Send + Sync + 'static,
{
    change_viewed(state, key, operation, asked, command, shown).await
}

/// As [`change`], for a document that is there.
pub(crate) async fn change_document<R>(
    state: &RecyclingState,
    actor: &Actor,
    (key, operation): (IdempotencyKey, &'static str),
    (recycling_id, request): (Uuid, R),
    command: for<'a> fn(&'a mut Tx, &'a Asked<Of<R>>) -> TxFuture<'a, Uuid>,
) -> Reply
where
    R: Serialize + Send + Sync + 'static,
{
    let of = Of {
        recycling_id,
        request,
    };
    let asked = Asked::new(state, actor, of);
    change(state, key, operation, asked, command).await
}

/// Carries out a command once, and shows with `view` what there is then.
pub(crate) async fn change_viewed<R, D, T>(
    state: &RecyclingState,
    key: IdempotencyKey,
    operation: &'static str,
    asked: Asked<R>,
    command: for<'a> fn(&'a mut Tx, &'a Asked<R>) -> TxFuture<'a, D>,
    view: for<'a> fn(&'a mut Tx, &'a Asked<R>, &'a D) -> TxFuture<'a, T>,
) -> Reply
where
    R: Serialize + Send + Sync + 'static,
    D: Serialize + DeserializeOwned + Send + Sync + 'static,
    T: Serialize + Send + 'static,
{
    let scope = asked.desk.terminal_no.0.clone();
    let intent = Intent::new(key, operation, &scope, &asked.request, asked.desk.now)?;
    let (_, view) = once_viewed(&state.shell, intent, asked, command, view).await?;
    Answer::of(&view)
}

/// The document that was changed.
pub(crate) fn shown<'a, R: Sync>(
    tx: &'a mut Tx,
    asked: &'a Asked<R>,
    recycling_id: &'a Uuid,
) -> TxFuture<'a, RecyclingView> {
    let (store_no, may_read) = (&asked.desk.store_no, asked.may_read);
    Box::pin(show(tx, store_no, *recycling_id, may_read))
}

/// The customer of an id.
///
/// # Errors
/// [`CUSTOMER_MISSING`], or [`CRM_UNAVAILABLE`] when customers cannot be read.
pub(crate) async fn customer(tx: &mut Tx, customer_id: CustomerId) -> Outcome<crm::Customer> {
    let found = crm::find_customer(tx, customer_id)
        .await
        .map_err(unavailable)?;
    found.ok_or_else(|| {
        kernel::Refusal::new(&CUSTOMER_MISSING)
            .at("customerId")
            .into()
    })
}

/// A store of customers that does not answer is told in the words of the till; all else as it is.
fn unavailable(failure: Failure) -> Failure {
    match failure {
        Failure::Db(error) if error.is_unavailable() => (&CRM_UNAVAILABLE).into(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use shell::db::DbError;

    use super::*;

    #[test]
    fn customers_that_cannot_be_read_block_recycling_in_so_many_words() {
        let lost = Failure::Db(DbError::Unavailable("no route".to_owned()));
        let Failure::Refused(refusal) = unavailable(lost) else {
            panic!("not a refusal")
        };
        assert_eq!(
            refusal.message(),
            "The CRM connection failed, recycling is unavailable"
        );
        assert!(matches!(
            unavailable(Failure::internal("x")),
            Failure::Internal(_)
        ));
        assert!(matches!(
            unavailable(Failure::Db(DbError::Busy)),
            Failure::Db(DbError::Busy)
        ));
    }
}
