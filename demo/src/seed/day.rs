//! Days of the past, as the shops lived them: change and flowers in the morning, sales, the safe and the
//! statement in the evening.

use std::sync::Arc;

use drawer::EnteredDrawers;
use drawer::rule::entry::{EntryType, Wish};
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use journal::Signer;
use kernel::id::SessionId;
use kernel::{Currency, Money};
use session::Actor;
use setting::Desk;
use shell::db::{Tx, TxFuture};
use shell::{Failure, Outcome, Shell};
use statement::past::{PastDay, close_past};

use super::plan::{Sale, local_time, staff_id};
use super::pricing::currency;
use super::settle::tender_of;
use super::{books, deposit, identity};
use crate::company::{EmployeeType, STORES, StaffMember, Store, TenderKind, staff};
use crate::random::Random;

/// The first of the generators that decide how each day of a store went.
const DAY: u64 = 2_000_000;
/// Minutes before the shop opens at which the first thing is done, and after it closes at which the
/// drawers are counted.
const AROUND: u32 = 20;
/// In how many of a hundred days something was paid from the drawer, or one was opened without a sale.
const MOVED: u32 = 12;
/// In how many of a hundred days with cash the drawer differed.
const DIFFERS: u32 = 15;
/// The number of the first bank bag.
const FIRST_BAG: i32 = 204_000;

/// A day of all stores.
struct Day {
    signer: Arc<Signer>,
    date: Date,
    /// How many days after the first.
    number: i32,
    /// What was sold before the deposit was taken that is overdue by now, and after it.
    sales: [Vec<Sale>; 2],
    /// Whether it was closed; the last days may wait.
    is_posted: bool,
    /// When that deposit was taken, when it was on this day.
    deposit_at: Option<Timestamp>,
}

/// Writes the days from the first one on up to yesterday; each has its statements up to the date until
/// which days are posted.
pub(super) async fn write(
    shell: &Shell,
    signer: &Arc<Signer>,
    (first, today, posted_until): (Date, Date, Date),
    mut sales: Vec<Sale>,
    now: Timestamp,
) -> Outcome<()> {
    let deposit_at = now - deposit::OVERDUE_AGE;
    // One that is older than the first day is taken on it, before everything else.
    let deposit_on = super::plan::today(deposit_at)?.max(first);
    for (number, date) in (0..).zip(first.series(1.day()).take_while(|date| *date < today)) {
        let later = sales.split_off(sales.partition_point(|sale| sale.business_date <= date));
        let (before, after) = std::mem::replace(&mut sales, later)
            .into_iter()
            .partition(|sale| sale.completed_at < deposit_at);
        let day = Day {
            signer: signer.clone(),
            date,
            number,
            sales: [before, after],
            is_posted: date <= posted_until,
            deposit_at: (deposit_on == date).then_some(deposit_at),
        };
        shell.db.write(day, Day::write).await?;
    }
    Ok(())
}

impl Day {
    fn write<'a>(tx: &'a mut Tx, day: &'a Self) -> TxFuture<'a, ()> {
        Box::pin(async move {
            // A store without sales has not opened yet.
            let open = (0..).zip(&STORES).filter(|(_, it)| it.share_of_sales > 0);
            let stores = open.map(|(index, store)| StoreDay::new(day, index, store));
            let stores: Vec<StoreDay<'_>> = stores.collect::<Outcome<_>>()?;
            for store in &stores {
                store.morning(tx).await?;
            }
            let [before, after] = &day.sales;
            let evening = stores[0].time(Part::Counted)?;
            let is_late = day.deposit_at.is_some_and(|at| at >= evening);
            books::write(tx, &day.signer, before).await?;
            if !is_late {
                day.take_deposit(tx).await?;
            }
            books::write(tx, &day.signer, after).await?;
            for store in &stores {
                store.evening(tx).await?;
            }
            if is_late {
                day.take_deposit(tx).await?;
            }
            Ok(())
        })
    }

    async fn take_deposit(&self, tx: &mut Tx) -> Outcome<()> {
        let Some(at) = self.deposit_at else {
            return Ok(());
        };
        deposit::write_overdue(tx, &(self.signer.clone(), at)).await
    }
}

/// When something of the day is done.
#[derive(Clone, Copy)]
enum Part {
    /// Before the shop opens.
    Morning,
    /// After it closed.
    Evening,
    /// When the statement is posted.
    Counted,
}

/// A day of a store, with what happened besides sales.
struct StoreDay<'a> {
    day: &'a Day,
    store: &'static Store,
    manager: &'static StaffMember,
    currency: Currency,
    /// What both tills took in cash, in minor units.
    cash: [i64; 2],
    /// Whether something was paid from the drawer, and whether one was opened for change.
    happens: [bool; 2],
    /// By how much the first drawer differs.
    off: i64,
}

impl<'a> StoreDay<'a> {
    fn new(day: &'a Day, index: u64, store: &'static Store) -> Outcome<Self> {
        let number = u64::try_from(day.number).map_err(Failure::internal)?;
        let mut random = Random::new(DAY + number * 100 + index);
        let leads = |it: &&StaffMember| {
            it.store_no == store.store_no && it.employee_type == EmployeeType::Manager
        };
        let manager = staff().iter().find(leads);
        let currency = currency(store)?;
        let cash = [1, 2].map(|till| cash_of(day, &format!("{}-{till}", store.store_no)));
        let has_cash = cash.iter().any(|cash| *cash > 0);
        let happens = [(); 2].map(|()| random.percent(MOVED));
        let off = *random.pick(&[-50, -20, -10, -5, 5, 10]) * smallest_off(currency);
        Ok(Self {
            day,
            store,
            manager: manager.ok_or_else(|| Failure::internal("a store has no manager"))?,
            currency,
            cash,
            happens,
            off: if has_cash && random.percent(DIFFERS) {
                off
            } else {
                0
            },
        })
    }

    fn time(&self, part: Part) -> Outcome<Timestamp> {
        let (opens, closes) = self.store.hours;
        let second = match part {
            Part::Morning => opens * 3_600 - AROUND * 60,
            Part::Evening => closes * 3_600 + AROUND * 30,
            Part::Counted => closes * 3_600 + AROUND * 60,
        };
        local_time(self.store, self.day.date, second)
    }

    /// Pays flowers from the first drawer.
    async fn morning(&self, tx: &mut Tx) -> Outcome<()> {
        let price = 18 * unit(self.currency);
        if self.happens[0] && self.cash[0] >= price {
            let reason = words(self.store)[0];
            let entry = (EntryType::CashOut, price, reason);
            self.enter(tx, Part::Morning, 1, entry).await?;
        }
        Ok(())
    }

    /// Takes a round sum to the safe, gives change, and posts the day.
    async fn evening(&self, tx: &mut Tx) -> Outcome<()> {
        let drop = 100 * unit(self.currency);
        if self.cash[0] >= 2 * drop {
            let entry = (EntryType::SafeDrop, drop, "");
            self.enter(tx, Part::Evening, 1, entry).await?;
        }
        if self.happens[1] {
            let entry = (EntryType::NoSale, 0, words(self.store)[1]);
            self.enter(tx, Part::Evening, 2, entry).await?;
        }
        if !self.day.is_posted {
            return Ok(());
        }
        let now = self.time(Part::Counted)?;
        let past = PastDay {
            actor: self.actor(now),
            signer: self.day.signer.clone(),
            drawers: Arc::new(EnteredDrawers),
            now,
            off: self.off,
            reason: (self.off != 0).then(|| words(self.store)[2].to_owned()),
            bag_no: format!("BB-{}", FIRST_BAG + self.day.number),
        };
        close_past(tx, &past).await
    }

    async fn enter(
        &self,
        tx: &mut Tx,
        part: Part,
        till: u32,
        (entry_type, minor, reason): (EntryType, i64, &str),
    ) -> Outcome<()> {
        let desk = Desk {
            signer: self.day.signer.clone(),
            staff_id: staff_id(self.manager.id).as_str().into(),
            store_no: self.store.store_no.into(),
            terminal_no: format!("{}-{till}", self.store.store_no).as_str().into(),
            now: self.time(part)?,
        };
        let wish = Wish {
            entry_type,
            amount: Money::new(minor, self.currency),
            reason,
            bag_no: "",
        };
        let name = format!("drawer {} {}", desk.terminal_no, entry_type.name());
        drawer::enter_past(tx, &desk, identity::at(desk.now, &name), &wish).await
    }

    /// The manager, who closes the day at the first till.
    fn actor(&self, now: Timestamp) -> Actor {
        let store_no = self.store.store_no;
        Actor {
            session_id: SessionId(identity::at(now, &format!("statement {store_no}"))),
            staff_id: staff_id(self.manager.id).as_str().into(),
            name: format!("{} {}", self.manager.first_name, self.manager.last_name),
            store_no: store_no.into(),
            terminal_no: format!("{store_no}-1").as_str().into(),
            permissions: Arc::default(),
            recalls: (0, 0),
            since: now,
        }
    }
}

/// What a till took in cash on a day.
fn cash_of(day: &Day, terminal_no: &str) -> i64 {
    let sales = day.sales.iter().flatten();
    let tenders = sales
        .filter(|sale| sale.ticket.terminal_no.as_str() == terminal_no)
        .flat_map(|sale| &sale.ticket.tenders);
    let is_cash = |code: &str| tender_of(code).is_ok_and(|tender| tender.kind == TenderKind::Cash);
    tenders
        .filter(|tender| is_cash(&tender.tender_code.0))
        .map(|tender| tender.tendered.minor - tender.change.minor)
        .sum()
}

/// About what one carries in coins, in minor units.
const fn unit(currency: Currency) -> i64 {
    match currency {
        Currency::Kwd => 1_000,
        _ => 100,
    }
}

/// By what drawers differ at least: a coin of each currency.
const fn smallest_off(currency: Currency) -> i64 {
    match currency {
        Currency::Kwd => 50,
        _ => 10,
    }
}

/// What is written beside an expense, an opening without a sale, and a difference, as the shop speaks.
fn words(store: &Store) -> [&'static str; 3] {
    match store.language {
        "fr" => [
            "Fleurs pour la vitrine",
            "Monnaie pour une cliente",
            "Erreur de rendu de monnaie",
        ],
        "it" => [
            "Fiori per la vetrina",
            "Cambio per una cliente",
            "Errore nel dare il resto",
        ],
        "zh-Hans" => ["橱窗鲜花", "为顾客换零钱", "找零有误"],
        "zh-Hant" => ["櫥窗鮮花", "為顧客換零錢", "找續有誤"],
        _ => [
            "Flowers for the window",
            "Change for a customer",
            "Change was given wrongly",
        ],
    }
}
