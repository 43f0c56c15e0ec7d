//! What a statement reads of the drawers, entries of the cash drawers over what the statement before left,
//! and what it takes out of them.

use kernel::id::StoreNo;
use shell::db::{Tx, TxFuture};
use statement::{Bagged, DrawerTotals, Drawers, OpenedWith, Period, carried_floats};
use uuid::Uuid;

use crate::book::{Behind, assert_unused, write_down};
use crate::rule::entry::{self, bag_no};

/// Drawers as their entries tell. A drawer for which nobody entered a float began with what the statement
/// before left in it.
pub struct EnteredDrawers;

impl Drawers for EnteredDrawers {
    fn totals<'a>(&'a self, tx: &'a mut Tx, period: &'a Period) -> TxFuture<'a, Vec<DrawerTotals>> {
        Box::pin(async move {
            let mut totals = carried_floats(tx, period).await?;
            let dates = (period.after, period.to);
            for entered in crate::totals(tx, &period.store_no, dates).await? {
                let is_same = |total: &&mut DrawerTotals| {
                    total.terminal_no == entered.terminal_no && total.currency == entered.currency
                };
                let drawer = (entered.terminal_no.clone(), entered.currency);
                match totals.iter_mut().find(is_same) {
                    Some(total) => enter(total, &entered),
                    None => {
                        let mut total = DrawerTotals::empty(drawer);
                        enter(&mut total, &entered);
                        totals.push(total);
                    }
                }
            }
            Ok(totals)
        })
    }

    fn unused_bag<'a>(
        &'a self,
        tx: &'a mut Tx,
        store_no: &'a StoreNo,
        named: &'a str,
    ) -> TxFuture<'a, String> {
        Box::pin(async move {
            let bag_no = bag_no(named)?;
            assert_unused(tx, store_no, &bag_no).await?;
            Ok(bag_no)
        })
    }

    // Nobody stands at the drawer, which stays closed: it was counted, and what goes lies beside it.
    fn fill_bag<'a>(&'a self, tx: &'a mut Tx, bagged: &'a Bagged<'a>) -> TxFuture<'a, Uuid> {
        Box::pin(async move {
            let checked = entry::bagged(bagged.amount, bagged.bag_no)?;
            let place = (bagged.desk, Uuid::now_v7());
            write_down(tx, place, &checked, Behind::default()).await
        })
    }
}

/// What the entries of a drawer make of how it began.
fn enter(total: &mut DrawerTotals, entered: &crate::DrawerTotals) {
    total.carried_float += entered.moved_before;
    total.opening = match (entered.opening_float.is_some(), entered.is_new_date) {
        (false, _) => OpenedWith::Carried,
        (true, false) => OpenedWith::DeclaredAgain,
        (true, true) => OpenedWith::Declared,
    };
    total.opening_float = entered.opening_float.unwrap_or(total.opening_float);
    total.added = entered.added;
    total.removed = entered.removed;
    total.added_later = entered.added_later;
    total.removed_later = entered.removed_later;
}
