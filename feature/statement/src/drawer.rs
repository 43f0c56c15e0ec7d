//! What the drawers of a store had besides what they took: another feature knows it.

use jiff::Span;
use jiff::civil::Date;
use kernel::Currency;
use kernel::id::{StoreNo, TerminalNo};
use shell::Outcome;
use shell::db::{Tx, TxFuture};

use crate::rule::count::Drawer;
use crate::rule::left::Closing;
use crate::standing::{Part, Standing};
use crate::store::{self, Statement};

/// For how long before the last posted date documents are looked for that came late.
const LATE_DAYS: i64 = 31;

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

impl Period {
    /// From which date on documents are looked for that came late; none for the first statement.
    pub(crate) fn late_from(&self) -> Option<Date> {
        let span = Span::new().days(LATE_DAYS);
        self.after.map(|date| date.saturating_sub(span))
    }

    /// That of a statement which is not posted.
    pub(crate) async fn of(tx: &mut Tx, statement: &Statement) -> Outcome<Self> {
        Ok(Self {
            store_no: statement.store_no.clone(),
            after: store::last_date(tx, &statement.store_no).await?,
            to: statement.transaction_date,
        })
    }
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
    /// One for each till and currency, of what no posted statement holds; a currency of a till that is not named began with nothing.
    fn totals<'a>(&'a self, tx: &'a mut Tx, period: &'a Period) -> TxFuture<'a, Vec<DrawerTotals>>;
}

/// The drawers of a store begin with what the statement before left in them, and with the store's fixed
/// float where none told (domain §12.5); nothing is put in or taken out.
pub struct CarriedFloat;

impl Drawers for CarriedFloat {
    fn totals<'a>(&'a self, tx: &'a mut Tx, period: &'a Period) -> TxFuture<'a, Vec<DrawerTotals>> {
        Box::pin(async move {
            let currency = setting::get_store(tx, &period.store_no).await?.currency;
            let terms = store::terms(tx, &period.store_no).await?;
            let mut left = store::last_floats(tx, &period.store_no).await?;
            for terminal_no in store::tills_of(tx, &period.store_no).await?.into_keys() {
                left.entry((terminal_no, currency))
                    .or_insert(terms.opening_float);
            }
            let totals = left
                .into_iter()
                .map(|(drawer, opening_float)| DrawerTotals {
                    terminal_no: drawer.0,
                    currency: drawer.1,
                    opening_float,
                    added: 0,
                    removed: 0,
                });
            Ok(totals.collect())
        })
    }
}

/// Says what a statement that is being posted leaves in each drawer, and that the entries of the drawers up
/// to now are in it.
pub(crate) async fn close(
    tx: &mut Tx,
    drawers: &dyn Drawers,
    standing: &Standing,
    has_bag: bool,
) -> Outcome<()> {
    let statement = &standing.statement;
    let period = Period::of(tx, statement).await?;
    let fixed = store::terms(tx, &statement.store_no).await?.opening_float;
    let mut totals = drawers.totals(tx, &period).await?;
    let parts: Vec<(Currency, &Part)> = standing.drawers().collect();
    for (currency, part) in &parts {
        let is_there = |it: &DrawerTotals| is_of(it, *currency, part);
        if !totals.iter().any(is_there) {
            totals.push(DrawerTotals {
                terminal_no: TerminalNo(part.sum.terminal_no.clone()),
                currency: *currency,
                opening_float: 0,
                added: 0,
                removed: 0,
            });
        }
    }
    for total in &totals {
        let mut parts = parts.iter();
        let part = parts.find(|(currency, part)| is_of(total, *currency, part));
        let part = part.map(|(_, part)| *part);
        let closing = Closing {
            drawer: total.drawer(),
            counted: part.and_then(Part::content),
            taken: part.map_or(0, |part| match part.sum.foreign_currency {
                Some(_) => part.sum.foreign_amount,
                None => part.sum.amount,
            }),
            fixed: if total.currency == statement.currency {
                fixed
            } else {
                0
            },
            has_bag,
        };
        if closing.is_touched() {
            let drawer = (&total.terminal_no, total.currency);
            store::insert_float(tx, &statement.statement_no, drawer, closing.left()).await?;
        }
    }
    store::assign_drawers(tx, statement, period.late_from()).await
}

fn is_of(total: &DrawerTotals, currency: Currency, part: &Part) -> bool {
    total.currency == currency && total.terminal_no.0 == part.sum.terminal_no
}
