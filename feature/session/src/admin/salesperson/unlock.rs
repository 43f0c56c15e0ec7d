//! Unlocking an account before its time is over.

use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use setting::{Change, Desk, ENTRY_NOT_FOUND, write_down};
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Path, Reply};

use super::{SETTING, SalespersonSettingView};
use crate::admin::desk;
use crate::rule::lockout::Tries;
use crate::store::{self, TriesOf};
use crate::{Actor, NOT_LOCKED, SessionState};

/// What is written down of an account that is unlocked.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Lock {
    locked_until: Option<Timestamp>,
}

/// Unlock an account that too many wrong passwords locked, for logging in and for signing.
#[utoipa::path(
    post, path = "/setting/salesperson/{staffId}/unlock", tag = "session",
    params(("staffId" = String, Path, description = "The id", example = "seller")),
    responses(
        (status = 200, description = "As they are now", body = Envelope<SalespersonSettingView>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "This account is not locked"),
    ),
)]
pub(crate) async fn unlock_salesperson(
    State(state): State<SessionState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(staff_id): Path<String>,
) -> Reply {
    let desk = desk(&state, &actor);
    let scope = format!("{} {staff_id}", desk.terminal_no);
    let intent = Intent::new(idempotency, "salesperson.unlock", &scope, &(), desk.now)?;
    once(&state.shell, intent, (desk, staff_id), unlock).await
}

fn unlock<'a>(
    tx: &'a mut Tx,
    (desk, staff_id): &'a (Desk, String),
) -> TxFuture<'a, SalespersonSettingView> {
    Box::pin(async move {
        let found = store::staff::read(tx, Some(staff_id), desk.now)
            .await?
            .pop();
        let before = found.ok_or(&ENTRY_NOT_FOUND)?;
        if before.locked_until.is_none() {
            return Err((&NOT_LOCKED).into());
        }
        for of in [TriesOf::LogIn, TriesOf::Approval] {
            store::save_tries(tx, of, staff_id, Tries::default()).await?;
        }
        let locked = Lock {
            locked_until: before.locked_until,
        };
        let open = Lock { locked_until: None };
        let key = (staff_id.as_str(), before.version);
        let change = Change::new(SETTING, key, Some(&locked), Some(&open))?;
        write_down(tx, desk, &change).await?;
        let found = store::staff::read(tx, Some(staff_id), desk.now)
            .await?
            .pop();
        Ok(found.ok_or(&ENTRY_NOT_FOUND)?)
    })
}
