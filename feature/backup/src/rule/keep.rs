//! Which backups are kept: the newest of each of the last days and weeks that have one.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

/// What stands before and behind the moment in the name of a backup.
const BEFORE: &str = "vitrine-";
const BEHIND: &str = ".backup";
/// The moment in a name: UTC, so that names are in the order of time.
const MOMENT: &str = "%Y%m%dT%H%M%SZ";
/// The most days or weeks.
const MOST: usize = 1_000;

/// For how many days and weeks the newest backup is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// Days that have a backup.
    pub days: usize,
    /// Weeks that have one.
    pub weeks: usize,
}

impl Default for Keep {
    fn default() -> Self {
        Self { days: 7, weeks: 4 }
    }
}

impl Keep {
    /// Reads `DAILY=7 WEEKLY=4`, in any order; what is not named is as usual. None for anything else,
    /// and when the newest would not be kept.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut keep = Self::default();
        for word in text.split_whitespace() {
            let (name, number) = word.split_once('=')?;
            let number = number.parse().ok().filter(|number| *number <= MOST)?;
            match name {
                "DAILY" => keep.days = number,
                "WEEKLY" => keep.weeks = number,
                _ => return None,
            }
        }
        (keep.days > 0).then_some(keep)
    }

    /// Which of the files of a folder are backups that are not kept any more. Files that are called
    /// otherwise are nobody's business. Days and weeks are those of UTC.
    #[must_use]
    pub fn outdated<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
        let mut backups: Vec<(DateTime, &str)> = names
            .into_iter()
            .filter_map(|name| Some((moment(name)?, name)))
            .collect();
        backups.sort_unstable();
        let (mut days, mut weeks) = (BTreeSet::new(), BTreeSet::new());
        let mut outdated = Vec::new();
        for (moment, name) in backups.into_iter().rev() {
            let date = moment.date();
            let week = date.iso_week_date();
            let is_of_day = days.len() < self.days && days.insert(date);
            let is_of_week = weeks.len() < self.weeks && weeks.insert((week.year(), week.week()));
            if !is_of_day && !is_of_week {
                outdated.push(name);
            }
        }
        outdated
    }
}

/// The name of a backup that is made at a moment.
#[must_use]
pub fn name(now: Timestamp) -> String {
    let moment = now.to_zoned(TimeZone::UTC).strftime(MOMENT);
    format!("{BEFORE}{moment}{BEHIND}")
}

fn moment(name: &str) -> Option<DateTime> {
    let moment = name.strip_prefix(BEFORE)?.strip_suffix(BEHIND)?;
    DateTime::strptime(MOMENT, moment).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_read_and_anything_else_is_none() {
        let keep = |days, weeks| Some(Keep { days, weeks });
        let table = [
            ("", keep(7, 4)),
            ("DAILY=3", keep(3, 4)),
            (" WEEKLY=0  DAILY=1 ", keep(1, 0)),
            ("WEEKLY=52 DAILY=14", keep(14, 52)),
            ("DAILY=0", None),
            ("DAILY", None),
            ("DAILY=-1", None),
            ("DAILY=1001", None),
            ("daily=3", None),
            ("MONTHLY=3", None),
            ("all", None),
        ];
        for (text, expected) in table {
            assert_eq!(Keep::parse(text), expected, "{text}");
        }
    }

    /// A backup each night at two from the first of November 2026, a Sunday, to the thirtieth.
    fn november() -> Vec<String> {
        (1..=30)
            .map(|day| format!("vitrine-202611{day:02}T020000Z.backup"))
            .collect()
    }

    fn kept(keep: Keep, names: &[String]) -> Vec<&str> {
        let outdated = keep.outdated(names.iter().map(String::as_str));
        let mut kept: Vec<&str> = names.iter().map(String::as_str).collect();
        kept.retain(|name| !outdated.contains(name));
        kept.iter().map(|name| &name[14..16]).collect()
    }

    #[test]
    fn the_last_days_and_the_newest_of_the_last_weeks_are_kept() {
        let names = november();
        let keep = |days, weeks| kept(Keep { days, weeks }, &names);
        assert_eq!(keep(1, 0), ["30"]);
        assert_eq!(keep(3, 0), ["28", "29", "30"]);
        // The thirtieth is a Monday, and the newest of its week.
        assert_eq!(keep(3, 3), ["22", "28", "29", "30"]);
        assert_eq!(
            keep(7, 4),
            ["15", "22", "24", "25", "26", "27", "28", "29", "30"]
        );
        assert_eq!(keep(100, 0).len(), 30);
    }

    #[test]
    fn days_without_a_backup_are_no_days_and_a_second_one_of_a_day_replaces_the_first() {
        let names = [
            "vitrine-20260101T020000Z.backup",
            "vitrine-20260704T020000Z.backup",
            "vitrine-20260704T130000Z.backup",
        ];
        let keep = Keep { days: 2, weeks: 0 };
        assert_eq!(keep.outdated(names), [names[1]]);
    }

    #[test]
    fn files_of_other_names_are_nobodys_business() {
        let names = [
            "vitrine.db",
            "vitrine-20260704.backup",
            "vitrine-20260732T020000Z.backup",
            "vitrine-20260704T020000Z.backup.old",
            "my-vitrine-20260704T020000Z.backup",
        ];
        let keep = Keep { days: 1, weeks: 0 };
        assert!(keep.outdated(names).is_empty());
        let now: Timestamp = "2026-07-04T02:00:00.7Z".parse().unwrap();
        assert_eq!(name(now), "vitrine-20260704T020000Z.backup");
        assert!(moment(&name(now)).is_some());
    }
}
