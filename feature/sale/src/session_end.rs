//! What happens to the basket when a session ends or a till falls silent.

use jiff::Timestamp;
use kernel::id::{BasketId, TerminalNo};
use session::EndedSession;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::event::Event;

use crate::free_line::free_line;
use crate::park::note_total;
use crate::rule::basket::BasketState;
use crate::{stock_event, store};

/// Puts the open basket of a till away when its session ends: reserved pieces are free again
/// except those of deposit lines, and the lines wait for the next login at the till (specification
/// §4, Logout). A basket that is being paid stays as it is, because money is on its way.
pub fn put_basket_away<'a>(tx: &'a mut Tx, ended: &'a EndedSession) -> TxFuture<'a, Vec<Event>> {
    Box::pin(async move {
        let terminal_no = TerminalNo(ended.terminal_no.clone());
        match store::find_basket(tx, &terminal_no).await? {
            Some(basket) if basket.state == BasketState::Open => {
                let freed = leave_behind(tx, basket.basket_id, ended.at).await?;
                Ok(stock_event(&ended.store_no, &freed).into_iter().collect())
            }
            _ => Ok(Vec::new()),
        }
    })
}

/// Frees the pieces of an open basket and keeps its lines for later; an empty one is given up.
/// Answers with the items whose pieces became free.
pub(crate) async fn leave_behind(
    tx: &mut Tx,
    basket_id: BasketId,
    now: Timestamp,
) -> Outcome<Vec<String>> {
    let basket = store::get_basket(tx, basket_id).await?;
    let lines = store::list_lines(tx, basket_id).await?;
    if lines.is_empty() {
        store::set_state(tx, basket_id, basket.state, BasketState::Emptied).await?;
        return Ok(Vec::new());
    }
    note_total(tx, basket.clone(), now).await?;
    let mut freed = Vec::new();
    for stored in lines
        .into_iter()
        .filter(|stored| !stored.line.is_on_deposit)
    {
        free_line(tx, &stored.line).await?;
        freed.push(stored.line.item_no);
    }
    // Of two baskets left behind at a till the newer one counts.
    if let Some(older) = store::find_left_behind(tx, &basket.terminal_no).await? {
        for stored in store::list_lines(tx, older.basket_id).await? {
            free_line(tx, &stored.line).await?;
            freed.push(stored.line.item_no);
        }
        store::set_state(tx, older.basket_id, older.state, BasketState::Emptied).await?;
    }
    store::set_state(tx, basket_id, basket.state, BasketState::Temporary).await?;
    Ok(freed)
}
