//! What the drawers of a store had besides what they took: another feature knows it.

use jiff::civil::Date;
use kernel::Currency;
use kernel::id::{StoreNo, TerminalNo};
use shell::db::{Tx, TxFuture};

use crate::rule::count::Drawer;
use crate::store;

/// The business dates of a statement.
#[derive(Clone, Debug)]
pub struct Period {
    /// The store.
    pub store_no: StoreNo,
    /// The date of the statement before; none for the first one.
    pub after: Option<Date>,
    /// The date of the statement.
    pub to: Date,
}

/// What the drawer of a till had besides what it took, in minor units of a currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawerTotals {
    /// The till.
    pub terminal_no: TerminalNo,
    /// The currency.
    pub currency: Currency,
    /// What lay in it in the morning.
    pub opening_float: i64,
    /// What was put into it.
    pub added: i64,
    /// What was taken out of it; above zero.
    pub removed: i64,
}

impl DrawerTotals {
    pub(crate) const fn drawer(&self) -> Drawer {
        Drawer {
            opening_float: self.opening_float,
            added: self.added,
            removed: self.removed,
        }
    }
}

/// Knows what the drawers of a store had besides what they took.
pub trait Drawers: Send + Sync {
    /// One for each till and currency; a currency of a till that is not named began with nothing.
    fn totals<'a>(&'a self, tx: &'a mut Tx, period: &'a Period) -> TxFuture<'a, Vec<DrawerTotals>>;
}

/// The drawers of a store begin each day with its fixed float (domain §12.5), and nothing is put in or
/// taken out.
pub struct FixedFloat;

impl Drawers for FixedFloat {
    fn totals<'a>(&'a self, tx: &'a mut Tx, period: &'a Period) -> TxFuture<'a, Vec<DrawerTotals>> {
        Box::pin(async move {
            let currency = setting::get_store(tx, &period.store_no).await?.currency;
            let terms = store::terms(tx, &period.store_no).await?;
            let tills = store::tills_of(tx, &period.store_no).await?;
            Ok(tills
                .into_keys()
                .map(|terminal_no| DrawerTotals {
                    terminal_no,
                    currency,
                    opening_float: terms.opening_float,
                    added: 0,
                    removed: 0,
                })
                .collect())
        })
    }
}
