//! What is left of a basket of which a part was paid: either what was bought now or what was put on
//! deposit. Each part is paid by itself (decision 0024).

use jiff::Timestamp;
use kernel::id::{BasketId, LineId};
use shell::Outcome;
use shell::db::Tx;
use uuid::Uuid;

use crate::load::load;
use crate::rule::basket::BasketState;
use crate::rule::discount::{Asked, Manual};
use crate::store::{self, Basket};

/// Lets the till of a basket that was paid go on with the lines that were not: they move, with their
/// reservations and everything else that hangs on them, into an open basket of their own. Where all lines
/// were paid nothing happens. `paid` is the basket as it was while it was being paid.
pub(crate) async fn go_on_with_rest(
    tx: &mut Tx,
    paid: &Basket,
    rest: &[LineId],
    now: Timestamp,
) -> Outcome<()> {
    if rest.is_empty() {
        return Ok(());
    }
    let rest_id = BasketId(Uuid::now_v7());
    store::insert_rest_basket(tx, paid, rest_id, now).await?;
    if let Some(manual) = &paid.manual {
        share_discount(tx, paid, (rest_id, rest), (manual, now)).await?;
    }
    for line_id in rest {
        store::move_line(tx, paid.basket_id, rest_id, *line_id).await?;
    }
    Ok(())
}

/// Gives both parts of a basket their share of the discount on the whole, so that each costs what it cost
/// beside the other.
async fn share_discount(
    tx: &mut Tx,
    paid: &Basket,
    (rest_id, rest): (BasketId, &[LineId]),
    (manual, now): (&Manual, Timestamp),
) -> Outcome<()> {
    if matches!(manual.asked, Asked::Percent(_)) {
        return store::put_discount(tx, rest_id, None, manual).await;
    }
    let store = setting::get_store(tx, &paid.store_no).await?;
    let whole = Basket {
        state: BasketState::Open,
        ..paid.clone()
    };
    let whole = load(tx, &store, whole, now).await?;
    for (basket_id, is_rest) in [(paid.basket_id, false), (rest_id, true)] {
        let is_own = |line_id| rest.contains(&line_id) == is_rest;
        match whole.priced.basket_discount_of(manual, is_own) {
            Some(own) => store::put_discount(tx, basket_id, None, &own).await?,
            None => store::delete_discount(tx, basket_id, None).await?,
        }
    }
    Ok(())
}
