//! Move the last day of a deposit.

use axum::extract::State;
use jiff::civil::Date;
use journal::{Event, Scene, append_event};
use kernel::Refusal;
use sale::Till;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::desk::free;
use crate::rule::state::Deed;
use crate::rule::step::Step;
use crate::step::Taken;
use crate::store::{self, Change, Extension};
use crate::view::DepositView;
use crate::{DepositState, REASON_CHARACTERS_MAX, REASON_REQUIRED, REASON_TOO_LONG, show};

/// A new last day.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ExtendDepositRequest {
    /// The last day from now on.
    #[schema(value_type = String, format = Date)]
    expires_on: Date,
    /// Why, 255 characters at the most.
    #[schema(example = "The client is abroad until Christmas")]
    reason: String,
}

type Input = (Till, Uuid, ExtendDepositRequest);

/// Move the last day of a deposit to a later one. One that is overdue is open again.
#[utoipa::path(
    post, path = "/deposit/{depositId}/extension", tag = "deposit",
    request_body = ExtendDepositRequest,
    params(("depositId" = uuid::Uuid, Path, description = "The deposit")),
    responses(
        (status = 200, description = "The deposit", body = Envelope<DepositView>),
        (status = 404, description = "There is no such deposit"),
        (status = 409, description = "It is settled, or a payment is under way"),
        (status = 422, description = "The day is no later one, or there is no reason"),
    ),
)]
pub(crate) async fn extend_deposit(
    State(state): State<DepositState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(deposit_id): Path<Uuid>,
    Json(request): Json<ExtendDepositRequest>,
) -> Reply {
    let till = state.till(&actor);
    let scope = till.store_no.as_str();
    let asked = (deposit_id, &request);
    let intent = Intent::new(key, "deposit.extend", scope, &asked, till.now)?;
    once(&state.shell, intent, (till, deposit_id, request), extend).await
}

fn extend<'a>(tx: &'a mut Tx, (till, deposit_id, request): &'a Input) -> TxFuture<'a, DepositView> {
    Box::pin(async move {
        let reason = reason(&request.reason)?;
        // While pieces are being settled, less is held than the client paid: the paper would say so.
        let deposit = free(tx, till, *deposit_id).await?;
        let today = setting::get_store(tx, &till.store_no)
            .await?
            .business_date(till.now);
        let latest =
            today.saturating_add(jiff::Span::new().days(crate::rule::terms::TERM_DAYS_MAX));
        let to = request.expires_on;
        let is_later = to > deposit.expires_on && to >= today && to <= latest;
        let state = deposit
            .state
            .after(Deed::Extend { is_later }, deposit.worth)?;
        let change = Change {
            state,
            worth: deposit.worth,
            expires_on: to,
            fixed: &deposit.fixed,
        };
        store::save(tx, &deposit, &change).await?;
        let extension = Extension {
            extension_id: Uuid::now_v7(),
            from_date: deposit.expires_on,
            to_date: to,
            reason,
            extended_by: till.staff_id.0.clone(),
            extended_at: till.now,
        };
        store::insert_extension(tx, *deposit_id, &extension).await?;
        let scene = Scene {
            store_no: &till.store_no,
            terminal_no: Some(&till.terminal_no),
            operator: Some(&till.staff_id),
            at: till.now,
        };
        let event = Event::DepositExtended {
            deposit_no: deposit.document_no.clone(),
            from_date: deposit.expires_on.to_string(),
            to_date: to.to_string(),
        };
        let stated = append_event(tx, &till.signer, &scene, &event).await?;
        let taken = Taken {
            step_id: extension.extension_id,
            step: Step::Extended,
            amount: 0,
            stated: Some((stated.chain_id, stated.seq)),
        };
        taken.write_down(tx, &deposit, &change, till).await?;
        show::view(tx, &till.store_no, *deposit_id, till.now).await
    })
}

pub(crate) fn reason(typed: &str) -> Result<String, Refusal> {
    let reason = typed.trim();
    if reason.is_empty() {
        return Err(Refusal::new(&REASON_REQUIRED).at("reason"));
    }
    if reason.chars().count() > REASON_CHARACTERS_MAX {
        let maximum = i64::try_from(REASON_CHARACTERS_MAX).unwrap_or(i64::MAX);
        let refusal = Refusal::new(&REASON_TOO_LONG).with("maximum", maximum);
        return Err(refusal.at("reason"));
    }
    Ok(reason.to_owned())
}
