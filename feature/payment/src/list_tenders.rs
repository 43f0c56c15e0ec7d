//! The tenders that this store takes.

use axum::extract::State;
use kernel::Refusal;
use kernel::id::{StoreNo, TerminalNo};
use session::Actor;
use shell::Outcome;
use shell::db::Tx;
use shell::http::{Answer, Envelope, Reply};

use crate::rule::tender::TenderType;
use crate::view::TenderView;
use crate::{ATTEMPT_LIVE, PaymentState, UNREACHABLE, store};

/// The tenders that this store takes, in the order of its payment page.
#[utoipa::path(
    get, path = "/tender", tag = "payment",
    responses((status = 200, description = "Tenders", body = Envelope<Vec<TenderView>>)),
)]
pub(crate) async fn list_tenders(State(state): State<PaymentState>, actor: Actor) -> Reply {
    let place = (actor.store_no, actor.terminal_no);
    let tenders = state
        .shell
        .db
        .read(place, |tx, (store_no, terminal_no)| {
            Box::pin(list(tx, store_no, terminal_no))
        })
        .await?;
    Answer::of(&tenders)
}

async fn list(
    tx: &mut Tx,
    store_no: &StoreNo,
    terminal_no: &TerminalNo,
) -> Outcome<Vec<TenderView>> {
    let terminal = store::get_terminal(tx, terminal_no).await?;
    let is_set_up = !terminal.device_address.trim().is_empty() && !terminal.device_sn.is_empty();
    let is_live = store::is_terminal_live(tx, terminal_no).await?;
    let tenders = store::list_tenders(tx, store_no).await?;
    let view = |tender: store::TenderSetup| {
        let is_card = tender.terms.tender_type == TenderType::Card;
        let refusal = if is_live {
            Some(&ATTEMPT_LIVE)
        } else if is_card && !is_set_up {
            Some(&UNREACHABLE)
        } else {
            None
        };
        let refusal = refusal.map(|kind| Refusal::new(kind).view());
        TenderView::of(tender, is_set_up && !is_live, refusal)
    };
    Ok(tenders.iter().cloned().map(view).collect())
}
