//! The tenders that this store takes.

use axum::extract::State;
use jiff::Timestamp;
use kernel::Refusal;
use kernel::id::{StoreNo, TerminalNo};
use session::Actor;
use shell::db::Tx;
use shell::http::{Answer, Envelope, Reply};
use shell::{Failure, Outcome};

use crate::given::rate_of;
use crate::rule::qr::QrProvider;
use crate::rule::tender::TenderType;
use crate::start_attempt::not_set_up;
use crate::view::TenderView;
use crate::{ATTEMPT_LIVE, PaymentState, TENDER_TYPE, UNREACHABLE, store};

/// The tenders that this store takes, in the order of its payment page.
#[utoipa::path(
    get, path = "/tender", tag = "payment",
    responses((status = 200, description = "Tenders", body = Envelope<Vec<TenderView>>)),
)]
pub(crate) async fn list_tenders(State(state): State<PaymentState>, actor: Actor) -> Reply {
    let place = (actor.store_no, actor.terminal_no, state.shell.clock.now());
    let tenders = state
        .shell
        .db
        .read(place, |tx, (store_no, terminal_no, now)| {
            Box::pin(list(tx, (store_no, terminal_no), *now))
        })
        .await?;
    Answer::of(&tenders)
}

async fn list(
    tx: &mut Tx,
    (store_no, terminal_no): (&StoreNo, &TerminalNo),
    now: Timestamp,
) -> Outcome<Vec<TenderView>> {
    let terminal = store::get_terminal(tx, terminal_no).await?;
    let is_set_up = !terminal.device_address.trim().is_empty() && !terminal.device_sn.is_empty();
    let is_live = store::is_terminal_live(tx, terminal_no).await?;
    let tenders = store::list_tenders(tx, store_no).await?;
    let providers = store::list_active_merchants(tx, store_no).await?;
    let day = setting::get_store(tx, store_no).await?.business_date(now);
    let mut views = Vec::with_capacity(tenders.len());
    for tender in tenders
        .iter()
        .filter(|tender| tender.is_taken_at(terminal_no))
    {
        let is_foreign = tender.terms.tender_type == TenderType::FxCash;
        let rate = match is_foreign {
            true => Some(rate_of(tx, tender, day).await),
            false => None,
        };
        let (rate, no_rate) = match rate {
            Some(Ok(rate)) => (Some(rate), None),
            Some(Err(Failure::Refused(refusal))) => (None, Some(*refusal)),
            Some(Err(other)) => return Err(other),
            None => (None, None),
        };
        let refusal = match is_live {
            true => Some(Refusal::new(&ATTEMPT_LIVE)),
            false => no_rate.or_else(|| why_not(tender, is_set_up, &providers)),
        };
        let refusal = refusal.map(|refusal| refusal.view());
        let view = TenderView::of(tender.clone(), is_set_up && !is_live, refusal);
        views.push(view.with_rate(rate));
    }
    Ok(views)
}

/// Why a tender cannot be used at a till whatever is due.
fn why_not(
    tender: &store::TenderSetup,
    is_set_up: bool,
    providers: &[QrProvider],
) -> Option<Refusal> {
    match tender.terms.tender_type {
        TenderType::Card if !is_set_up => Some(Refusal::new(&UNREACHABLE)),
        TenderType::Qr => match QrProvider::of_mapping(&tender.online_pos_mapping) {
            None => Some(Refusal::new(&TENDER_TYPE)),
            Some(provider) if !providers.contains(&provider) => Some(not_set_up(provider)),
            Some(_) => None,
        },
        _ => None,
    }
}
