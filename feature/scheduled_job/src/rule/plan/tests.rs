use jiff::civil::{DateTime, date};
use proptest::prelude::*;

use super::*;

fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap()
}

fn plan(run_type: RunType, begin_minute: i64, minutes_between: i64) -> Plan {
    Plan {
        run_type,
        begin_minute,
        end_date: None,
        minutes_between,
        weekdays: Weekdays(127),
    }
}

/// The next runs of a plan after a moment, as a clock in the zone shows them with its offset.
fn runs(plan: &Plan, zone: &TimeZone, from: &str, count: usize) -> Vec<String> {
    let from: Timestamp = from.parse().unwrap();
    successors(next_run(plan, zone, from), |at| following(plan, zone, *at))
        .take(count)
        .map(|at| {
            at.to_zoned(zone.clone())
                .strftime("%a %d %H:%M %z")
                .to_string()
        })
        .collect()
}

#[test]
fn a_daily_job_runs_at_its_time_on_its_days() {
    let paris = zone("Europe/Paris");
    let mut daily = plan(RunType::Daily, 2 * 60, 1);
    let of = |daily: &Plan, from: &str| runs(daily, &paris, from, 2);
    // A Sunday.
    assert_eq!(
        of(&daily, "2026-11-22T00:59:59Z"),
        ["Sun 22 02:00 +0100", "Mon 23 02:00 +0100"]
    );
    assert_eq!(of(&daily, "2026-11-22T01:00:00Z")[0], "Sun 22 02:00 +0100");
    assert_eq!(
        of(&daily, "2026-11-22T01:00:00.000001Z")[0],
        "Mon 23 02:00 +0100"
    );
    daily.weekdays = Weekdays(0b001_0001);
    assert_eq!(
        of(&daily, "2026-11-23T01:00:01Z"),
        ["Fri 27 02:00 +0100", "Mon 30 02:00 +0100"]
    );
    daily.weekdays = Weekdays(0b000_0001);
    assert_eq!(of(&daily, "2026-11-23T01:00:01Z")[0], "Mon 30 02:00 +0100");
    daily.weekdays = Weekdays(0);
    assert!(of(&daily, "2026-11-23T01:00:01Z").is_empty());
}

#[test]
fn nothing_runs_after_the_end_date_and_what_runs_once_does_not_run_again() {
    let paris = zone("Europe/Paris");
    let mut daily = plan(RunType::Daily, 2 * 60, 1);
    daily.end_date = Some(date(2026, 11, 23));
    let found = runs(&daily, &paris, "2026-11-21T12:00:00Z", 9);
    assert_eq!(found, ["Sun 22 02:00 +0100", "Mon 23 02:00 +0100"]);
    let once = plan(RunType::Once, 2 * 60, 1);
    let found = runs(&once, &paris, "2026-11-21T12:00:00Z", 9);
    assert_eq!(found, ["Sun 22 02:00 +0100"]);
}

#[test]
fn an_interval_begins_anew_each_day() {
    let hong_kong = zone("Asia/Hong_Kong");
    let interval = plan(RunType::Interval, 9 * 60, 7 * 60);
    assert_eq!(
        runs(&interval, &hong_kong, "2026-11-21T22:00:00Z", 4),
        [
            "Sun 22 09:00 +0800",
            "Sun 22 16:00 +0800",
            "Sun 22 23:00 +0800",
            "Mon 23 09:00 +0800"
        ]
    );
}

#[test]
fn a_time_that_is_left_out_runs_at_the_first_that_is_there_again() {
    let paris = zone("Europe/Paris");
    // On 29 March 2026 the clock goes from 02:00 to 03:00.
    let daily = plan(RunType::Daily, 2 * 60 + 30, 1);
    assert_eq!(
        runs(&daily, &paris, "2026-03-28T02:00:00Z", 2),
        ["Sun 29 03:00 +0200", "Mon 30 02:30 +0200"]
    );
    // 02:00, 02:30 and 03:00 are one moment.
    let interval = plan(RunType::Interval, 60, 30);
    assert_eq!(
        runs(&interval, &paris, "2026-03-29T00:30:00Z", 3),
        [
            "Sun 29 01:30 +0100",
            "Sun 29 03:00 +0200",
            "Sun 29 03:30 +0200"
        ]
    );
    // In Beirut midnight itself is left out, on that day.
    let midnight = plan(RunType::Daily, 0, 1);
    assert_eq!(
        runs(&midnight, &zone("Asia/Beirut"), "2026-03-28T12:00:00Z", 2),
        ["Sun 29 01:00 +0300", "Mon 30 00:00 +0300"]
    );
}

#[test]
fn a_time_that_comes_twice_runs_once() {
    let paris = zone("Europe/Paris");
    // On 25 October 2026 the clock goes from 03:00 back to 02:00.
    let daily = plan(RunType::Daily, 2 * 60 + 30, 1);
    assert_eq!(
        runs(&daily, &paris, "2026-10-24T12:00:00Z", 2),
        ["Sun 25 02:30 +0200", "Mon 26 02:30 +0100"]
    );
    let interval = plan(RunType::Interval, 2 * 60, 30);
    assert_eq!(
        runs(&interval, &paris, "2026-10-25T00:00:00Z", 3),
        [
            "Sun 25 02:00 +0200",
            "Sun 25 02:30 +0200",
            "Sun 25 03:00 +0100"
        ]
    );
}

/// Zones whose clocks change in the night, at midnight, by half an hour, twice in Ramadan, and never.
const ZONES: [&str; 6] = [
    "Europe/Paris",
    "Asia/Beirut",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "America/New_York",
    "Asia/Hong_Kong",
];

fn any_plan() -> impl Strategy<Value = Plan> {
    let run_type = prop::sample::select(vec![RunType::Interval, RunType::Daily]);
    let end = prop::option::weighted(0.3, 0_i32..800);
    (run_type, 0_i64..1440, end, 7_i64..=1440, 0_i64..128).prop_map(
        |(run_type, begin_minute, end, minutes_between, days)| Plan {
            run_type,
            begin_minute,
            end_date: end.map(|day| date(2026, 1, 1) + i64::from(day).days()),
            minutes_between,
            weekdays: Weekdays(days),
        },
    )
}

/// What is true of a run by itself: the day and time that a clock shows are planned, or the clock was
/// put forward over a planned one right before.
fn is_planned(plan: &Plan, zone: &TimeZone, at: Timestamp) -> bool {
    let shows = |local: DateTime| {
        let minute = i64::from(local.hour()) * 60 + i64::from(local.minute());
        let step = if plan.run_type == RunType::Daily {
            1440
        } else {
            plan.minutes_between
        };
        plan.is_on(local.date())
            && !plan.is_over_before(local.date())
            && local.second() == 0
            && minute >= plan.begin_minute
            && (minute - plan.begin_minute) % step == 0
    };
    let local = zone.to_datetime(at);
    let before = zone.to_datetime(at - SignedDuration::from_micros(1));
    let left_out = successors(Some(before.round(jiff::Unit::Minute).unwrap()), |time| {
        Some(time.saturating_add(1.minute()))
    });
    shows(local) || left_out.take_while(|time| *time < local).any(shows)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn runs_are_planned_times_in_order_and_none_is_left_out(
        plan in any_plan(), zone_at in 0_usize..6, start in 0_i64..730 * 24 * 60,
    ) {
        let zone = zone(ZONES[zone_at]);
        let from = Timestamp::from_second(1_767_225_600 + start * 60).unwrap();
        let Some(next) = next_run(&plan, &zone, from) else {
            // Then no minute of the next eight days is one, but for those that a clock shows again.
            let minutes = (0..8 * 1440).map(|minute| from + SignedDuration::from_mins(minute));
            for at in minutes {
                let is_second = matches!(
                    zone.to_ambiguous_timestamp(zone.to_datetime(at)).offset(),
                    AmbiguousOffset::Fold { after, .. } if after == zone.to_offset(at)
                );
                prop_assert!(is_second || !is_planned(&plan, &zone, at), "{at}");
            }
            return Ok(());
        };
        prop_assert!(next >= from);
        prop_assert!(is_planned(&plan, &zone, next), "{next}");
        prop_assert_eq!(next_run(&plan, &zone, next), Some(next), "asked then it is the same");
        prop_assert_eq!(next_run(&plan, &zone, from + (next - from)), Some(next));
        if let Some(later) = following(&plan, &zone, next) {
            prop_assert!(later > next);
            // Of two runs no clock shows the same: what comes twice runs once.
            prop_assert_ne!(zone.to_datetime(next), zone.to_datetime(later));
        }
        // The minutes before it are none, but for those that a clock shows again.
        let minutes = (0..8 * 1440).map(|minute| from + SignedDuration::from_mins(minute));
        for at in minutes.take_while(|at| *at < next) {
            let is_second = matches!(
                zone.to_ambiguous_timestamp(zone.to_datetime(at)).offset(),
                AmbiguousOffset::Fold { after, .. } if after == zone.to_offset(at)
            );
            prop_assert!(is_second || !is_planned(&plan, &zone, at), "{at}");
        }
    }
}
