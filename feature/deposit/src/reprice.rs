//! Give a client the lower prices of today.

use axum::extract::State;
use journal::{Event, Scene, append_event};
use kernel::Refusal;
use sale::Till;
use sale::kept;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Path, Reply};
use uuid::Uuid;

use crate::desk::free;
use crate::rule::state::{Deed, Worth};
use crate::rule::step::Step;
use crate::step::Taken;
use crate::store::{self, Change};
use crate::view::DepositView;
use crate::{DepositState, HELD_ABOVE_PRICE, NO_LOWER_PRICE, show};

/// Give the pieces that wait the prices of today, packages included, when they are lower (domain §5.5).
#[utoipa::path(
    post, path = "/deposit/{depositId}/pricing", tag = "deposit",
    params(("depositId" = uuid::Uuid, Path, description = "The deposit")),
    responses(
        (status = 200, description = "The deposit", body = Envelope<DepositView>),
        (status = 404, description = "There is no such deposit"),
        (status = 409, description = "It is over or being paid, today's prices are not lower, or more \
         is held than they come to"),
    ),
)]
pub(crate) async fn reprice_deposit(
    State(state): State<DepositState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(deposit_id): Path<Uuid>,
) -> Reply {
    let till = state.till(&actor);
    let scope = till.store_no.as_str();
    let intent = Intent::new(key, "deposit.reprice", scope, &deposit_id, till.now)?;
    once(&state.shell, intent, (till, deposit_id), reprice).await
}

fn reprice<'a>(tx: &'a mut Tx, (till, deposit_id): &'a (Till, Uuid)) -> TxFuture<'a, DepositView> {
    Box::pin(async move {
        let deposit = free(tx, till, *deposit_id).await?;
        // One that is over has no pieces that could be priced.
        deposit.state.after(Deed::Reprice, deposit.worth)?;
        let anew = kept::price_anew(tx, till, deposit.basket_id).await?;
        let (before, after) = (deposit.worth.remaining, anew.total.minor);
        if after >= before {
            return Err((&NO_LOWER_PRICE).into());
        }
        if after < deposit.worth.held {
            let held = deposit.money(deposit.worth.held);
            let refusal = Refusal::new(&HELD_ABOVE_PRICE).with("held", held);
            return Err(refusal.with("total", anew.total).into());
        }
        let worth = Worth {
            remaining: after,
            ..deposit.worth
        };
        let change = Change {
            state: deposit.state.after(Deed::Reprice, worth)?,
            worth,
            expires_on: deposit.expires_on,
            fixed: &anew.fixed,
        };
        store::save(tx, &deposit, &change).await?;
        store::set_total(tx, *deposit_id, deposit.total - (before - after)).await?;
        let lines = store::list_lines(tx, *deposit_id).await?;
        let waiting = lines.iter().filter(|line| line.order_id.is_none());
        let ids: Vec<_> = waiting.map(|line| line.line_id).collect();
        for (line_id, net) in ids.iter().zip(kept::nets(&anew.fixed, &ids)?) {
            store::set_net(tx, *line_id, net.minor).await?;
        }
        let scene = Scene {
            store_no: &till.store_no,
            terminal_no: Some(&till.terminal_no),
            operator: Some(&till.staff_id),
            at: till.now,
        };
        let step_id = Uuid::now_v7();
        let event = Event::DepositRepriced {
            step_id,
            deposit_no: deposit.document_no.clone(),
            from: before,
            to: after,
            currency_code: deposit.currency.code().to_owned(),
        };
        let stated = append_event(tx, &till.signer, &scene, &event).await?;
        let taken = Taken {
            step_id,
            step: Step::Repriced,
            amount: after - before,
            stated: Some((stated.chain_id, stated.seq)),
        };
        taken.write_down(tx, &deposit, &change, till).await?;
        show::view(tx, &till.store_no, *deposit_id, till.now).await
    })
}
