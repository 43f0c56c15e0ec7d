//! A deposit with everything about it.

use axum::extract::State;
use jiff::Timestamp;
use kernel::Refusal;
use kernel::id::StoreNo;
use sale::kept::ready_lines;
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Path, Reply};
use uuid::Uuid;

use crate::view::{DepositView, Parts};
use crate::{DepositState, NOT_FOUND, store};

/// A deposit: its pieces, what was paid, what is left.
#[utoipa::path(
    get, path = "/deposit/{depositId}", tag = "deposit",
    params(("depositId" = uuid::Uuid, Path, description = "The deposit")),
    responses(
        (status = 200, description = "The deposit", body = Envelope<DepositView>),
        (status = 404, description = "There is no such deposit"),
    ),
)]
pub(crate) async fn get_deposit(
    State(state): State<DepositState>,
    actor: Actor,
    Path(deposit_id): Path<Uuid>,
) -> Reply {
    let input = (actor.store_no, deposit_id, state.shell.clock.now());
    let view = state.shell.db.read(input, read).await?;
    Answer::of(&view)
}

fn read<'a>(
    tx: &'a mut Tx,
    (store_no, deposit_id, now): &'a (StoreNo, Uuid, Timestamp),
) -> TxFuture<'a, DepositView> {
    Box::pin(view(tx, store_no, *deposit_id, *now))
}

/// A deposit as the till sees it.
pub(crate) async fn view(
    tx: &mut Tx,
    store_no: &StoreNo,
    deposit_id: Uuid,
    now: Timestamp,
) -> Outcome<DepositView> {
    let deposit = store::find(tx, store_no, deposit_id).await?;
    let deposit = deposit.ok_or_else(|| Refusal::new(&NOT_FOUND))?;
    let today = setting::get_store(tx, store_no).await?.business_date(now);
    let parts = Parts {
        lines: store::list_lines(tx, deposit_id).await?,
        here: ready_lines(tx, deposit.basket_id).await?,
        entries: store::list_entries(tx, deposit_id).await?,
        tenders: store::list_tenders(tx, deposit_id).await?,
        extensions: store::list_extensions(tx, deposit_id).await?,
        steps: store::list_steps(tx, deposit_id).await?,
        cancellation: store::find_cancellation(tx, deposit_id).await?,
        is_being_paid: store::is_being_paid(tx, deposit_id).await?,
        deposit,
    };
    Ok(DepositView::of(parts, today))
}
