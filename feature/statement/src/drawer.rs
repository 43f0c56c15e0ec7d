//! What the drawers of a store had besides what they took: another feature knows it.

use std::sync::Arc;

use jiff::civil::Date;
use jiff::{Span, Timestamp};
use journal::Signer;
use kernel::id::{StaffId, StoreNo, TerminalNo};
use kernel::{Currency, Money};
use setting::Desk;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use uuid::Uuid;

use crate::rule::count::Drawer;
use crate::rule::left::Closing;
use crate::rule::report::{CountedDrawer, ReportDrawer};
use crate::standing::{Part, Standing};
use crate::store::{self, Floats, Statement};

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

/// With what a drawer began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenedWith {
    /// With what the statement before left: nobody said otherwise.
    Carried,
    /// With what somebody declared on the date of the statement before, behind it: with how much what comes after it
    /// begins.
    DeclaredAgain,
    /// With what somebody declared for a later date: what was taken until then lay in it already.
    Declared,
}

/// What the drawer of a till had besides what it took, in minor units of a currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawerTotals {
    /// The till.
    pub terminal_no: TerminalNo,
    /// The currency.
    pub currency: Currency,
    /// With how much it began.
    pub opening_float: i64,
    /// Who says so.
    pub opening: OpenedWith,
    /// What the statement before left in it, with what moved cash since when its float was declared.
    pub carried_float: i64,
    /// What was put into it.
    pub added: i64,
    /// What was taken out of it; above zero.
    pub removed: i64,
    /// What was put into it behind the last date of the period: the next statement holds it.
    pub added_later: i64,
    /// What was taken out of it then; above zero.
    pub removed_later: i64,
}

impl DrawerTotals {
    /// A drawer that began with nothing, and to which nothing happened.
    #[must_use]
    pub fn empty((terminal_no, currency): (TerminalNo, Currency)) -> Self {
        Self {
            terminal_no,
            currency,
            opening_float: 0,
            opening: OpenedWith::Carried,
            carried_float: 0,
            added: 0,
            removed: 0,
            added_later: 0,
            removed_later: 0,
        }
    }

    pub(crate) const fn drawer(&self) -> Drawer {
        Drawer {
            opening_float: self.opening_float,
            carried_float: self.carried_float,
            added: self.added,
            removed: self.removed,
            taken_before: 0,
            moved_since: self.added_later - self.removed_later,
        }
    }
}

/// Cash of a drawer that goes to the bank.
pub struct Bagged<'a> {
    /// Who takes it out, of the drawer of which till, and when.
    pub desk: &'a Desk,
    /// The number on the bag.
    pub bag_no: &'a str,
    /// How much.
    pub amount: Money,
}

/// Knows what the drawers of a store had besides what they took, and takes cash out of them.
pub trait Drawers: Send + Sync {
    /// One for each till and currency, of what no posted statement holds; a currency of a till that is not named began with nothing.
    fn totals<'a>(&'a self, tx: &'a mut Tx, period: &'a Period) -> TxFuture<'a, Vec<DrawerTotals>>;

    /// The number of a bag that has not left the store yet, as the books write it.
    fn unused_bag<'a>(
        &'a self,
        tx: &'a mut Tx,
        store_no: &'a StoreNo,
        bag_no: &'a str,
    ) -> TxFuture<'a, String>;

    /// Enters what goes from a drawer into a bag, and answers with the entry. One bag takes what several
    /// drawers have: that its number is not used is asked before.
    fn fill_bag<'a>(&'a self, tx: &'a mut Tx, bagged: &'a Bagged<'a>) -> TxFuture<'a, Uuid>;
}

/// The drawers of a store as they begin when nobody declares a float: with what the statement before left
/// in them, and with the store's fixed float where none told (domain §12.5).
///
/// # Errors
/// The database's failure.
pub async fn carried_floats(tx: &mut Tx, period: &Period) -> Outcome<Vec<DrawerTotals>> {
    let currency = setting::get_store(tx, &period.store_no).await?.currency;
    let terms = store::terms(tx, &period.store_no).await?;
    let mut left = store::last_floats(tx, &period.store_no).await?;
    for terminal_no in store::tills_of(tx, &period.store_no).await?.into_keys() {
        left.entry((terminal_no, currency))
            .or_insert(terms.opening_float);
    }
    let totals = left.into_iter().map(|(drawer, float)| DrawerTotals {
        opening_float: float,
        carried_float: float,
        ..DrawerTotals::empty(drawer)
    });
    Ok(totals.collect())
}

/// The drawer of a till in a currency, as a statement finds it.
pub(crate) struct ClosingDrawer {
    pub terminal_no: TerminalNo,
    pub currency: Currency,
    pub closing: Closing,
}

/// A drawer of a statement that is not posted, at this moment.
pub(crate) struct StandingDrawer {
    pub terminal_no: TerminalNo,
    pub currency: Currency,
    pub drawer: Drawer,
    /// What of it went out behind the date of the statement; above zero.
    pub removed_later: i64,
}

/// The drawers of a statement that is not posted, at this moment: with what lies in them of the statements
/// before and after it. Cash that was taken behind the calculation belongs to the next statement; cash that
/// was taken late on the last date lay in the drawer already when a float was declared on a later one.
pub(crate) async fn standing_drawers(
    tx: &mut Tx,
    drawers: &dyn Drawers,
    statement: &Statement,
) -> Outcome<Vec<StandingDrawer>> {
    let period = Period::of(tx, statement).await?;
    let mut totals = drawers.totals(tx, &period).await?;
    let since = store::cash_since(tx, statement).await?;
    let is_declared = |it: &DrawerTotals| it.opening == OpenedWith::Declared;
    let last = period.after;
    let before = match last.filter(|_| totals.iter().any(is_declared)) {
        Some(after) => store::cash_until(tx, statement, (period.late_from(), after)).await?,
        None => Floats::new(),
    };
    for drawer in since.keys() {
        let is_there = |it: &DrawerTotals| (&it.terminal_no, it.currency) == (&drawer.0, drawer.1);
        if !totals.iter().any(is_there) {
            totals.push(DrawerTotals::empty(drawer.clone()));
        }
    }
    let standing = |it: DrawerTotals| {
        let mut drawer = it.drawer();
        let key = (it.terminal_no, it.currency);
        let of = |cash: &Floats| cash.get(&key).copied().unwrap_or_default();
        drawer.moved_since += of(&since);
        if it.opening == OpenedWith::Declared {
            drawer.taken_before = of(&before);
            drawer.carried_float += drawer.taken_before;
        }
        if it.opening == OpenedWith::Carried || period.after.is_none() {
            // Nobody says otherwise, or nobody knows what was left.
            drawer.carried_float = drawer.opening_float;
        }
        StandingDrawer {
            terminal_no: key.0,
            currency: key.1,
            drawer,
            removed_later: it.removed_later,
        }
    };
    Ok(totals.into_iter().map(standing).collect())
}

/// The drawers of a statement that is not posted, at this moment, with what was counted in them.
pub(crate) async fn closings(
    tx: &mut Tx,
    drawers: &dyn Drawers,
    standing: &Standing,
) -> Outcome<Vec<ClosingDrawer>> {
    let statement = &standing.statement;
    let float = store::terms(tx, &statement.store_no).await?.opening_float;
    let mut found = standing_drawers(tx, drawers, statement).await?;
    let parts: Vec<(Currency, &Part)> = standing.drawers().collect();
    for (currency, part) in &parts {
        if !found.iter().any(|it| is_of(it, *currency, part)) {
            found.push(StandingDrawer {
                terminal_no: TerminalNo(part.sum.terminal_no.clone()),
                currency: *currency,
                drawer: Drawer::default(),
                removed_later: 0,
            });
        }
    }
    let closing = |it: StandingDrawer| {
        let mut parts = parts.iter();
        let part = parts.find(|(currency, part)| is_of(&it, *currency, part));
        let part = part.map(|(_, part)| *part);
        ClosingDrawer {
            closing: Closing {
                drawer: it.drawer,
                counted: part.and_then(Part::content),
                taken: part.map_or(0, |part| match part.sum.foreign_currency {
                    Some(_) => part.sum.foreign_amount,
                    None => part.sum.amount,
                }),
                // The store keeps no foreign cash.
                fixed: match it.currency == statement.currency {
                    true => float,
                    false => 0,
                },
                removed_later: it.removed_later,
            },
            terminal_no: it.terminal_no,
            currency: it.currency,
        }
    };
    Ok(found.into_iter().map(closing).collect())
}

/// The bag that takes what lies above the floats.
pub(crate) struct Bag<'a> {
    pub bag_no: &'a str,
    pub signer: &'a Arc<Signer>,
    pub staff_id: &'a StaffId,
    pub now: Timestamp,
}

/// Takes what lies above the floats out of the drawers of a statement that is being posted, says what it
/// leaves in each, and that the entries up to now are in it. Answers with the drawers that were counted as
/// they are then, and whether anything went into the bag.
pub(crate) async fn close(
    tx: &mut Tx,
    drawers: &dyn Drawers,
    standing: &Standing,
    bag: Option<&Bag<'_>>,
) -> Outcome<(Vec<ReportDrawer>, bool)> {
    let statement = &standing.statement;
    let closings = closings(tx, drawers, standing).await?;
    let mut entries = Vec::new();
    for it in &closings {
        let surplus = it.closing.surplus();
        if let Some(bag) = bag.filter(|_| surplus > 0) {
            let desk = Desk {
                signer: bag.signer.clone(),
                staff_id: bag.staff_id.clone(),
                store_no: statement.store_no.clone(),
                terminal_no: it.terminal_no.clone(),
                now: bag.now,
            };
            let bagged = Bagged {
                desk: &desk,
                bag_no: bag.bag_no,
                amount: Money::new(surplus, it.currency),
            };
            entries.push(drawers.fill_bag(tx, &bagged).await?);
        }
        if it.closing.is_touched() {
            let drawer = (&it.terminal_no, it.currency);
            let left = it.closing.left(bag.is_some());
            store::insert_float(tx, &statement.statement_no, drawer, left).await?;
        }
    }
    // By name: a day may be posted behind midnight, and the bag is filled now.
    for entry_id in &entries {
        store::assign_drawer_entry(tx, statement, *entry_id).await?;
    }
    let period = Period::of(tx, statement).await?;
    store::assign_drawers(tx, statement, period.late_from()).await?;
    let counted = closings.iter().filter(|it| it.closing.counted.is_some());
    let counted = counted.map(|it| it.report(bag.is_some()));
    Ok((counted.collect(), !entries.is_empty()))
}

impl ClosingDrawer {
    fn report(&self, has_bag: bool) -> ReportDrawer {
        let Closing { drawer, .. } = self.closing;
        let bagged = if has_bag { self.closing.surplus() } else { 0 };
        ReportDrawer {
            terminal_no: self.terminal_no.0.clone(),
            currency_code: self.currency.code().to_owned(),
            opening_float: drawer.opening_float,
            added: drawer.added,
            removed: drawer.removed + bagged,
            counted: self.closing.counted.map(|(content, then)| CountedDrawer {
                content,
                carried_float: then.carried_float,
                taken_before: then.taken_before,
                moved_since: then.moved_since,
                left: self.closing.left(has_bag),
            }),
        }
    }
}

fn is_of(drawer: &StandingDrawer, currency: Currency, part: &Part) -> bool {
    drawer.currency == currency && drawer.terminal_no.0 == part.sum.terminal_no
}
