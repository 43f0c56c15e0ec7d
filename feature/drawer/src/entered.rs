//! What a statement reads of the drawers: entries of the cash drawers over what the statement before left.

use shell::db::{Tx, TxFuture};
use statement::{CarriedFloat, DrawerTotals, Drawers, Period};

/// Drawers as their entries tell. A drawer for which nobody entered a float began with what the statement
/// before left in it.
pub struct EnteredDrawers;

impl Drawers for EnteredDrawers {
    fn totals<'a>(&'a self, tx: &'a mut Tx, period: &'a Period) -> TxFuture<'a, Vec<DrawerTotals>> {
        Box::pin(async move {
            let mut totals = CarriedFloat.totals(tx, period).await?;
            let dates = (period.after, period.to);
            for entered in crate::totals(tx, &period.store_no, dates).await? {
                let is_same = |total: &&mut DrawerTotals| {
                    total.terminal_no == entered.terminal_no && total.currency == entered.currency
                };
                match totals.iter_mut().find(is_same) {
                    Some(total) => {
                        total.opening_float = entered.opening_float.unwrap_or(total.opening_float);
                        total.added = entered.added;
                        total.removed = entered.removed;
                    }
                    None => totals.push(DrawerTotals {
                        terminal_no: entered.terminal_no,
                        currency: entered.currency,
                        opening_float: entered.opening_float.unwrap_or_default(),
                        added: entered.added,
                        removed: entered.removed,
                    }),
                }
            }
            Ok(totals)
        })
    }
}
