//! When a job runs next (domain §17.5): the first time that is not before now, on a chosen weekday, at
//! its begin plus so many times the time between, and not after its end date.
//!
//! Times are those of a clock on a wall. A time that a clock put forward leaves out runs at the first
//! that it shows again; one that a clock put back shows twice runs the first time only.

use std::iter::successors;

use jiff::civil::{Date, Time};
use jiff::tz::{AmbiguousOffset, TimeZone};
use jiff::{SignedDuration, Timestamp, ToSpan};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::weekday::Weekdays;

/// How many minutes a day of a clock on a wall has.
const MINUTES_OF_DAY: i64 = 24 * 60;
/// Yesterday, whose last time may fall on today where midnight is left out; today, whose time may be
/// over; and all days of a week.
const DAYS_LOOKED_AT: usize = 9;

/// How often a job runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum RunType {
    /// Once, at the next time that suits.
    Once,
    /// From the begin on, again and again until the day is over.
    Interval,
    /// Once a day.
    Daily,
}

/// When a job is to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How often.
    pub run_type: RunType,
    /// The time of day of the first run, in minutes since midnight.
    pub begin_minute: i64,
    /// Its last day; none for no end.
    pub end_date: Option<Date>,
    /// The minutes between two runs of an interval; at least one.
    pub minutes_between: i64,
    /// On which days.
    pub weekdays: Weekdays,
}

impl Plan {
    /// The times of day at which it runs, in minutes since midnight.
    fn minutes(&self) -> impl Iterator<Item = i64> + use<> {
        let step = match self.run_type {
            RunType::Once | RunType::Daily => MINUTES_OF_DAY,
            RunType::Interval => self.minutes_between.max(1),
        };
        successors(Some(self.begin_minute), move |minute| Some(minute + step))
            .take_while(|minute| *minute < MINUTES_OF_DAY)
    }

    fn is_on(&self, day: Date) -> bool {
        self.weekdays.has(day.weekday())
    }

    fn is_over_before(&self, day: Date) -> bool {
        self.end_date.is_some_and(|end| day > end)
    }
}

/// The first moment from `from` on at which a job runs; none when it does not run any more.
#[must_use]
pub fn next_run(plan: &Plan, zone: &TimeZone, from: Timestamp) -> Option<Timestamp> {
    let today = zone.to_datetime(from).date();
    let first = today.yesterday().unwrap_or(today);
    successors(Some(first), |day| day.tomorrow().ok())
        .take(DAYS_LOOKED_AT)
        .take_while(|day| !plan.is_over_before(*day))
        .filter(|day| plan.is_on(*day))
        .flat_map(|day| plan.minutes().filter_map(move |at| moment(zone, day, at)))
        .find(|at| *at >= from)
}

/// The next run of a job after one that begins `now`: all times that were missed before are this one.
#[must_use]
pub fn following(plan: &Plan, zone: &TimeZone, now: Timestamp) -> Option<Timestamp> {
    match plan.run_type {
        RunType::Once => None,
        RunType::Interval | RunType::Daily => {
            next_run(plan, zone, now + SignedDuration::from_micros(1))
        }
    }
}

/// The moment at which a clock on a wall shows a time, or comes to show a later one.
fn moment(zone: &TimeZone, day: Date, minute: i64) -> Option<Timestamp> {
    let local = day
        .to_datetime(Time::midnight())
        .checked_add(minute.minutes())
        .ok()?;
    match zone.to_ambiguous_timestamp(local).offset() {
        AmbiguousOffset::Unambiguous { offset } => offset.to_timestamp(local).ok(),
        // The offset before the clock is put back belongs to the first of the two.
        AmbiguousOffset::Fold { before, .. } => before.to_timestamp(local).ok(),
        AmbiguousOffset::Gap { after, .. } => {
            let earlier = after.to_timestamp(local).ok()?;
            Some(zone.following(earlier).next()?.timestamp())
        }
    }
}

#[cfg(test)]
mod tests;
