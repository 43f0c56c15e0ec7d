//! Payments below zero: money goes back to what it came from (domain 4.3.5, 4.6).
//!
//! Whoever begins such a payment says with [`put_sources`] which bookings it may give back. Cash, gift
//! cards and credits are booked at once. A card and a payment by code go back by an attempt, which is
//! written down before the first byte leaves, is sent once and asked about, as every attempt. What is
//! about to go back is set aside at once, so that nothing is given back twice, at whatever till.

mod authority;
mod give_back;
mod pay_out;
mod view;

use kernel::id::{BasketId, StoreNo, TenderId};
use shell::Outcome;
use shell::db::Tx;
use uuid::Uuid;

pub use crate::rule::refund::{Way, is_covered};
pub use crate::store::NewOrigin;
pub use authority::{Authority, Exception};
pub use view::{RefundStepView, RefundView};

pub(crate) use pay_out::{__path_pay_out, pay_out};

use crate::rule::refund::{Origin, Step, plan};
use crate::rule::refund_terms::RefundTerms;
use crate::rule::tender::TenderType;
use crate::store::{self, BookedTender, PayingBasket, Source, TenderSetup};
use crate::view::remaining;
use crate::{TENDER_TYPE, TENDER_UNKNOWN};

/// Says what the payment of a basket may give back, on the terms of its store as they are now. A booking
/// keeps what was given back of it before.
///
/// # Errors
/// The database's failure.
pub async fn put_sources(tx: &mut Tx, basket_id: BasketId, origins: &[NewOrigin]) -> Outcome<()> {
    let mut sources = Vec::with_capacity(origins.len());
    for origin in origins {
        let ground = store::ground(tx, basket_id, origin).await?;
        let usual = RefundTerms::usual(ground.tender_type);
        let terms = RefundTerms {
            cash: ground.cash.unwrap_or(usual.cash),
            after_days: ground.after_days.unwrap_or(usual.after_days),
        };
        let shop = setting::get_store(tx, &ground.store_no).await?;
        let today = shop.business_date(ground.begun_at);
        let clears_on = ground.booked_at.and_then(|booked_at| {
            let taken_on = shop.business_date(booked_at);
            terms.clears_on(taken_on, today)
        });
        sources.push(Source {
            origin,
            cash: terms.cash,
            clears_on,
        });
    }
    store::put_sources(tx, basket_id, &sources).await
}

/// What the payment of a basket may give back; nothing of one that takes money.
pub(crate) async fn origins(tx: &mut Tx, basket: &PayingBasket) -> Outcome<Vec<Origin>> {
    if basket.due.minor >= 0 {
        return Ok(Vec::new());
    }
    store::list_origins(tx, basket.basket_id).await
}

/// What is still to be given back, step by step.
pub(crate) fn steps(
    basket: &PayingBasket,
    booked: &[BookedTender],
    origins: &[Origin],
) -> Vec<Step> {
    plan(remaining(basket, booked).minor.saturating_neg(), origins)
}

/// Undoes a booking below zero: cash that the customer did not take. What went to a card, a card of
/// ours or a credit is theirs.
pub(crate) async fn undo(tx: &mut Tx, tender: &BookedTender) -> Outcome<()> {
    if TenderType::parse(&tender.tender_type) != Some(TenderType::Cash) {
        return Err((&TENDER_TYPE).into());
    }
    store::undo(tx, tender.tender_id).await
}

/// Money that was never taken and goes back all the same, in cash: what the shop adds of its own.
///
/// # Errors
/// [`TENDER_UNKNOWN`] in a store that gives no cash.
pub async fn cash_origin(tx: &mut Tx, store_no: &StoreNo, minor: i64) -> Outcome<NewOrigin> {
    let cash = cash_of(tx, store_no).await?;
    Ok(NewOrigin {
        tender_id: TenderId(Uuid::now_v7()),
        tender_code: cash.tender_code,
        name: cash.name,
        attempt_id: None,
        brand: None,
        last_four: None,
        taken: minor,
    })
}

/// The tender with which a store gives cash.
async fn cash_of(tx: &mut Tx, store_no: &StoreNo) -> Outcome<TenderSetup> {
    let tenders = store::list_tenders(tx, store_no).await?;
    let cash = tenders
        .iter()
        .find(|tender| tender.terms.tender_type == TenderType::Cash);
    Ok(cash.cloned().ok_or(&TENDER_UNKNOWN)?)
}
