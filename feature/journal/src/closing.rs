//! Closing days, months and years (reliability c.5): each chain of a till, then that of its store.
//!
//! A day is closed once. Whoever closes it later, closes nothing: a statement that is posted in the
//! evening and the job that looks after the end of each business day may both ask for it.

use std::sync::Arc;

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use kernel::date::business_date;
use kernel::id::{StoreNo, TerminalNo};
use shell::{Failure, Outcome, Shell, Tx, params};

use crate::event::{Keeper, Scene, entry_on, keeper};
use crate::rule::closing::{Closed, Closer, Closing, Link, Longer};
use crate::rule::kind::Kind;
use crate::signer::Signer;
use crate::store::closing::{
    find_closing, first_date, fold_until, last_closing, list_closings, list_tills,
};
use crate::store::{append, ensure_chain, payload};

/// A chain that was never closed has closings of the last week: the first of them covers what was
/// before, as that of a journal that is older than closings are.
const FIRST_DAYS: i64 = 7;

/// The closings of a business date.
#[derive(Clone, Debug)]
pub struct ClosedDay {
    /// That of the store.
    pub store: Closed,
    /// Those of its tills.
    pub tills: Vec<Closed>,
}

/// Closes a business date of a store, and the days before it that nobody closed; with the last day of
/// a month the month, with that of a year the year. A day that is closed stays as it is, and its
/// closings are answered.
///
/// # Errors
/// When the date has not begun, a closing cannot be read, or the database fails.
pub async fn close_day(
    tx: &mut Tx,
    signer: &Signer,
    store_no: &StoreNo,
    date: Date,
    now: Timestamp,
) -> Outcome<ClosedDay> {
    match close_open(tx, signer, store_no, date, now).await? {
        Some(closed) => Ok(closed),
        None => find_day(tx, store_no, date).await,
    }
}

/// As [`close_day`], and where the closing of the store stands. That a date is older than the journal is no
/// failure: it has none.
///
/// # Errors
/// As [`close_day`].
pub async fn close_until(
    tx: &mut Tx,
    signer: &Signer,
    store_no: &StoreNo,
    date: Date,
    now: Timestamp,
) -> Outcome<Option<Link>> {
    let closed = match close_open(tx, signer, store_no, date, now).await? {
        Some(closed) => Some(closed.store),
        None => find_closing(tx, &store_no.0, &date.to_string()).await?,
    };
    Ok(closed.map(|closed| closed.link))
}

/// The closings of a date, when it was open.
async fn close_open(
    tx: &mut Tx,
    signer: &Signer,
    store_no: &StoreNo,
    date: Date,
    now: Timestamp,
) -> Outcome<Option<ClosedDay>> {
    let keeper = keeper(tx, store_no).await?;
    let today = today(&keeper, now);
    if date > today {
        return Err(Failure::internal(format!(
            "{date} cannot be closed in {store_no}: it is {today} there"
        )));
    }
    let office = Desk {
        signer,
        store_no,
        terminal_no: None,
        now,
    };
    let opening = entry_on(tx, &office.scene(), date, (Kind::Event, no_payload()?)).await?;
    ensure_chain(tx, signer, &opening).await?;
    let mut next = next_to_close(tx, store_no, date).await?.unwrap_or(date);
    if next > date {
        return Ok(None);
    }
    loop {
        let closed = close_one(tx, &office, next).await?;
        if next == date {
            return Ok(Some(closed));
        }
        next = next.tomorrow().map_err(Failure::internal)?;
    }
}

/// The closings of a date that is closed.
async fn find_day(tx: &mut Tx, store_no: &StoreNo, date: Date) -> Outcome<ClosedDay> {
    let day = date.to_string();
    let store = find_closing(tx, &store_no.0, &day).await?.ok_or_else(|| {
        Failure::internal(format!("{date} is before the journal of {store_no} begins"))
    })?;
    let mut tills = Vec::new();
    for till in list_tills(tx, store_no).await? {
        tills.extend(find_closing(tx, &till.0, &day).await?);
    }
    Ok(ClosedDay { store, tills })
}

/// Closes all business dates of all stores that are over and that nobody closed, each in a transaction
/// of its own, and says how many.
///
/// # Errors
/// As [`close_day`]; what was closed before stays closed.
pub async fn close_due(shell: &Shell, signer: &Arc<Signer>) -> Outcome<i64> {
    let now = shell.clock.now();
    let due = shell
        .db
        .read(now, |tx, now| Box::pin(list_due(tx, *now)))
        .await?;
    let mut closed = 0;
    for (store_no, mut date, last) in due {
        while date <= last {
            let input = (signer.clone(), store_no.clone(), date, now);
            shell
                .db
                .write(input, |tx, (signer, store_no, date, now)| {
                    Box::pin(
                        async move { close_day(tx, signer, store_no, *date, *now).await.map(drop) },
                    )
                })
                .await?;
            closed += 1;
            date = date.tomorrow().map_err(Failure::internal)?;
        }
    }
    Ok(closed)
}

/// Whether a store has a day that is over and that nobody closed.
///
/// # Errors
/// The database's failure, or a store's time zone that is none.
pub async fn has_due(shell: &Shell) -> Outcome<bool> {
    let now = shell.clock.now();
    let due = shell
        .db
        .read(now, |tx, now| Box::pin(list_due(tx, *now)))
        .await?;
    Ok(!due.is_empty())
}

/// The stores that have something to close: from which date to which.
async fn list_due(tx: &mut Tx, now: Timestamp) -> Outcome<Vec<(StoreNo, Date, Date)>> {
    let rows = tx
        .query("SELECT store_no FROM store ORDER BY store_no", params![])
        .await?;
    let mut due = Vec::new();
    for mut row in rows {
        let store_no: StoreNo = row.read()?;
        let keeper = keeper(tx, &store_no).await?;
        let over = today(&keeper, now).yesterday().map_err(Failure::internal)?;
        let week = over.saturating_sub((FIRST_DAYS - 1).days());
        if let Some(first) = next_to_close(tx, &store_no, week).await?
            && first <= over
        {
            due.push((store_no, first, over));
        }
    }
    Ok(due)
}

/// The business date that a store closes next; none before its first entry. One that was never closed
/// is closed from the date `from` on. Its tills keep step with it: each closing of the store has one of
/// every till whose chain has begun.
async fn next_to_close(tx: &mut Tx, store_no: &StoreNo, from: Date) -> Outcome<Option<Date>> {
    if let Some(last) = last_closing(tx, &store_no.0, Kind::ClosingDay).await? {
        let date: Date = last.closing.to_date.parse().map_err(Failure::internal)?;
        return Ok(Some(date.tomorrow().map_err(Failure::internal)?));
    }
    let mut first = first_date(tx, &store_no.0).await?;
    for till in list_tills(tx, store_no).await? {
        let begun = first_date(tx, &till.0).await?;
        first = first.into_iter().chain(begun).min();
    }
    let Some(first) = first else {
        return Ok(None);
    };
    let first: Date = first.parse().map_err(Failure::internal)?;
    Ok(Some(first.max(from)))
}

fn today(keeper: &Keeper, now: Timestamp) -> Date {
    business_date(now, &keeper.time_zone, keeper.end_of_business_day)
}

fn no_payload() -> Outcome<crate::store::Payload> {
    payload(&serde_json::Map::new())
}

/// Where a closing is written.
#[derive(Clone, Copy)]
struct Desk<'a> {
    signer: &'a Signer,
    store_no: &'a StoreNo,
    terminal_no: Option<&'a TerminalNo>,
    now: Timestamp,
}

impl Desk<'_> {
    fn chain(&self) -> &str {
        self.terminal_no
            .map_or(&self.store_no.0, |terminal_no| &terminal_no.0)
    }

    const fn scene(&self) -> Scene<'_> {
        Scene {
            store_no: self.store_no,
            terminal_no: self.terminal_no,
            operator: None,
            at: self.now,
        }
    }

    async fn closer(&self, tx: &mut Tx) -> Outcome<Closer> {
        Ok(Closer {
            software_version: shell::http::VERSION.to_owned(),
            store_no: self.store_no.clone(),
            terminal_no: self.terminal_no.cloned(),
            currency_code: keeper(tx, self.store_no).await?.currency_code.clone(),
        })
    }

    /// Writes a closing that is booked on its last date.
    async fn write(&self, tx: &mut Tx, kind: Kind, closing: Closing) -> Outcome<Closed> {
        let date: Date = closing.to_date.parse().map_err(Failure::internal)?;
        let entry = entry_on(tx, &self.scene(), date, (kind, payload(&closing)?)).await?;
        let appended = append(tx, self.signer, entry).await?;
        let link = Link {
            chain: appended.chain_id,
            seq: appended.seq,
            hash: hex::encode(appended.hash),
        };
        Ok(Closed { link, closing })
    }
}

/// Closes one date, of which the day before is closed wherever there is one.
async fn close_one(tx: &mut Tx, office: &Desk<'_>, date: Date) -> Outcome<ClosedDay> {
    let mut tills = Vec::new();
    for till in list_tills(tx, office.store_no).await? {
        let begun = first_date(tx, &till.0).await?;
        if begun.is_none_or(|begun| begun > date.to_string()) {
            continue;
        }
        let desk = Desk {
            terminal_no: Some(&till),
            ..*office
        };
        tills.push(close_chain(tx, &desk, date, None).await?);
    }
    let store = close_chain(tx, office, date, Some(&tills)).await?;
    Ok(ClosedDay { store, tills })
}

/// Closes a date in one chain.
async fn close_chain(
    tx: &mut Tx,
    desk: &Desk<'_>,
    date: Date,
    tills: Option<&[Closed]>,
) -> Outcome<Closed> {
    let day = date.to_string();
    let previous = last_closing(tx, desk.chain(), Kind::ClosingDay).await?;
    let after = previous.as_ref().map_or(0, |it| it.closing.last_seq);
    let stretch = fold_until(tx, desk.chain(), after, &day).await?;
    let closer = desk.closer(tx).await?;
    let mut closing = Closing::of_day(closer, &day, stretch, previous.as_ref());
    if let Some(tills) = tills {
        closing.take_tills(tills, previous.as_ref());
    }
    let closed = desk.write(tx, Kind::ClosingDay, closing).await?;
    if date == date.last_of_month() {
        close_longer(tx, desk, Kind::ClosingDay, Kind::ClosingMonth).await?;
        if date.month() == 12 {
            close_longer(tx, desk, Kind::ClosingMonth, Kind::ClosingYear).await?;
        }
    }
    Ok(closed)
}

/// Closes a month of the days since the last one, or a year of the months.
async fn close_longer(tx: &mut Tx, desk: &Desk<'_>, parts: Kind, kind: Kind) -> Outcome<()> {
    let previous = last_closing(tx, desk.chain(), kind).await?;
    let after = previous.as_ref().map_or(0, |it| it.link.seq);
    let mut longer = Longer::default();
    for part in list_closings(tx, desk.chain(), parts, after).await? {
        longer.add(&part.closing);
    }
    if let Some(closing) = longer.take(shell::http::VERSION, previous.as_ref()) {
        desk.write(tx, kind, closing).await?;
    }
    Ok(())
}
