//! What the basket at work means for its customer's credit (basket point).

use axum::extract::State;
use kernel::Money;
use sale::Till;
use sale::kept::goods_bought_now;
use sale::rule::basket::BasketState;
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Reply};

use crate::LoyaltyState;
use crate::book::Owner;
use crate::rule::earn::Earned;
use crate::rule::lot::ends_first;
use crate::store::{self, lot};
use crate::view::{BasketLoyaltyView, LoyaltyEndView};

/// What the customer of the basket has, and what the basket will earn.
#[utoipa::path(
    get, path = "/basket/loyalty", tag = "loyalty",
    responses((status = 200, description = "Balance and what is earned", body = Envelope<BasketLoyaltyView>)),
)]
pub(crate) async fn preview_loyalty(State(state): State<LoyaltyState>, actor: Actor) -> Reply {
    let till = Till {
        signer: state.signer.clone(),
        store_no: actor.store_no,
        terminal_no: actor.terminal_no,
        staff_id: actor.staff_id,
        since: actor.since,
        now: state.shell.clock.now(),
    };
    Answer::of(&state.shell.db.read(till, preview).await?)
}

fn preview<'a>(tx: &'a mut Tx, till: &'a Till) -> TxFuture<'a, BasketLoyaltyView> {
    Box::pin(async move {
        let basket = sale::store::find_basket(tx, &till.terminal_no).await?;
        let Some((basket, customer_id)) =
            basket.and_then(|basket| basket.customer_id.map(|customer| (basket, customer)))
        else {
            return Ok(BasketLoyaltyView::default());
        };
        let shop = setting::get_store(tx, &till.store_no).await?;
        let owner = Owner {
            customer_id,
            currency: shop.currency,
        };
        let account = store::entry::find_account(tx, owner).await?;
        let lots = lot::list_open(tx, owner).await?;
        let today = shop.business_date(till.now);
        // The prices of a basket that is being paid are fixed, and so is what it earns: the receipt
        // says it.
        let earned = if basket.state == BasketState::Paying {
            None
        } else {
            earned(tx, till, owner).await?
        };
        let money = |minor| Money::new(minor, shop.currency);
        Ok(BasketLoyaltyView {
            balance: account.map(|account| money(account.balance)),
            ends_first: LoyaltyEndView::of(ends_first(&lots, today), shop.currency),
            earns: earned.map(|earned| money(earned.credit)),
            points: earned.map(|earned| earned.points),
        })
    })
}

/// What a basket earns when it is paid; none where its customer is no member or the store grants nothing.
async fn earned(tx: &mut Tx, till: &Till, owner: Owner) -> Outcome<Option<Earned>> {
    let Some(terms) = store::terms::find(tx, &till.store_no).await? else {
        return Ok(None);
    };
    let buyer = crm::find_buyer(tx, owner.customer_id, owner.currency).await?;
    if !buyer.is_member {
        return Ok(None);
    }
    let mut goods = 0;
    for (item_no, net) in goods_bought_now(tx, till).await? {
        if !store::order::is_service(tx, &item_no).await? {
            goods += net.minor;
        }
    }
    Ok(Some(terms.earned(goods, 0)))
}
