//! What a statement reads of the drawers: per till and currency (domain §12.3).

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use kernel::Currency;
use kernel::id::TerminalNo;

use super::entry::EntryType;

/// What the entries of one type of a till, a business date and a currency come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DaySum {
    /// The till.
    pub terminal_no: TerminalNo,
    /// The currency.
    pub currency: Currency,
    /// The business date.
    pub business_date: Date,
    /// The type.
    pub entry_type: EntryType,
    /// By how much what lies in the drawer changed, in minor units.
    pub amount: i64,
    /// How many entries.
    pub entries: i64,
}

impl DaySum {
    fn key(&self) -> (&str, &str) {
        (self.terminal_no.as_str(), self.currency.code())
    }
}

/// What happened to a drawer in one currency outside of sales.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawerTotals {
    /// The till.
    pub terminal_no: TerminalNo,
    /// The currency.
    pub currency: Currency,
    /// With how much it was opened, in minor units; none when nobody entered a float.
    pub opening_float: Option<i64>,
    /// Whether that float was declared for a later date than that of the statement before: what was moved and
    /// taken on that date lay in it already.
    pub is_new_date: bool,
    /// What was put in besides, in minor units.
    pub added: i64,
    /// What was taken out, spent, to the safe or to the bank, in minor units, above zero.
    pub removed: i64,
    /// By how much it had changed since the statement before when its float was declared, in minor units.
    pub moved_before: i64,
    /// What was put in on later dates, in minor units.
    pub added_later: i64,
    /// What was taken out on later dates, in minor units, above zero.
    pub removed_later: i64,
    /// How often it was opened without a sale. Told with the store's currency.
    pub openings: i64,
}

/// Adds up what days came to that no statement holds, by till and currency. Over several days the opening
/// float is that of the first day with one: on the next day the same notes are declared again, not put in
/// again. `after` is the date of the statement before: what left the drawer on it, behind the count, was
/// gone already when a float was declared for a later day. Of what happened behind `to`, the last date, only
/// what moved cash is told, apart: it lies in the drawer, and the next statement holds it.
#[must_use]
pub fn total(days: &[DaySum], (after, to): (Option<Date>, Date)) -> Vec<DrawerTotals> {
    let is_later = |day: &DaySum| day.business_date > to;
    let is_before = |day: &DaySum| after.is_some_and(|after| day.business_date <= after);
    let opened: BTreeSet<(&str, &str)> = days
        .iter()
        .filter(|day| day.entry_type == EntryType::Float && !is_before(day) && !is_later(day))
        .map(DaySum::key)
        .collect();
    let mut first: BTreeMap<(&str, &str), (Date, i64)> = BTreeMap::new();
    let mut totals: BTreeMap<(&str, &str), DrawerTotals> = BTreeMap::new();
    for day in days {
        let key = day.key();
        let is_gone = opened.contains(&key) && is_before(day);
        let sum = totals.entry(key).or_insert_with(|| DrawerTotals {
            terminal_no: day.terminal_no.clone(),
            currency: day.currency,
            opening_float: None,
            is_new_date: opened.contains(&key),
            added: 0,
            removed: 0,
            moved_before: 0,
            added_later: 0,
            removed_later: 0,
            openings: 0,
        });
        match day.entry_type {
            EntryType::CashIn if is_later(day) => sum.added_later += day.amount,
            EntryType::CashOut | EntryType::SafeDrop | EntryType::BankBag if is_later(day) => {
                sum.removed_later -= day.amount;
            }
            _ if is_later(day) => {}
            EntryType::NoSale => sum.openings += day.entries,
            EntryType::Float if is_gone => {}
            _ if is_gone => sum.moved_before += day.amount,
            EntryType::Float => {
                let seen = first.entry(key).or_insert((day.business_date, day.amount));
                if day.business_date < seen.0 {
                    *seen = (day.business_date, day.amount);
                }
                sum.opening_float = Some(seen.1);
            }
            EntryType::CashIn => sum.added += day.amount,
            EntryType::CashOut | EntryType::SafeDrop | EntryType::BankBag => {
                sum.removed -= day.amount;
            }
        }
    }
    totals.into_values().collect()
}

#[cfg(test)]
mod tests {
    use EntryType::{BankBag, CashIn, CashOut, Float, NoSale, SafeDrop};
    use jiff::civil::date;
    use kernel::Currency::{Chf, Eur};

    use super::*;

    fn sum(till: &str, day: i8, entry_type: EntryType, amount: i64, entries: i64) -> DaySum {
        DaySum {
            terminal_no: TerminalNo::from(till),
            currency: Eur,
            business_date: date(2026, 11, day),
            entry_type,
            amount,
            entries,
        }
    }

    #[test]
    fn each_till_and_currency_has_its_own_totals() {
        let francs = DaySum {
            currency: Chf,
            ..sum("T1", 21, Float, 10_000, 1)
        };
        let days = [
            sum("T2", 21, NoSale, 0, 3),
            sum("T1", 22, Float, 30_000, 1),
            sum("T1", 21, Float, 20_000, 3),
            sum("T1", 21, CashIn, 5_000, 2),
            sum("T1", 21, CashOut, -1_200, 1),
            sum("T1", 21, SafeDrop, -40_000, 1),
            sum("T1", 22, BankBag, -60_000, 1),
            sum("T1", 22, NoSale, 0, 1),
            francs,
        ];
        let totals = |till, currency, opening_float, added, removed, openings| DrawerTotals {
            terminal_no: TerminalNo::from(till),
            currency,
            opening_float,
            is_new_date: opening_float.is_some(),
            added,
            removed,
            moved_before: 0,
            added_later: 0,
            removed_later: 0,
            openings,
        };
        let expected = [
            totals("T1", Chf, Some(10_000), 0, 0, 0),
            totals("T1", Eur, Some(20_000), 5_000, 101_200, 1),
            totals("T2", Eur, None, 0, 0, 3),
        ];
        let to = date(2026, 11, 22);
        assert_eq!(total(&days, (None, to)), expected);
        assert_eq!(total(&[], (None, to)), []);
    }

    #[test]
    fn what_left_the_drawer_after_the_count_was_gone_when_the_next_day_began() {
        let evening = sum("T1", 20, BankBag, -35_890, 1);
        let open = sum("T1", 20, NoSale, 0, 1);
        let morning = sum("T1", 21, Float, 20_000, 1);
        let drop = sum("T1", 21, SafeDrop, -10_000, 1);
        let again = sum("T1", 20, Float, 25_000, 1);
        let after = Some(date(2026, 11, 20));
        // days, then opening float, removed, moved before, openings
        type Row<'a> = (&'a [DaySum], Option<i64>, i64, i64, i64);
        let table: [Row; 5] = [
            (&[evening.clone(), open.clone()], None, 35_890, 0, 1),
            (
                &[evening.clone(), open, morning.clone(), drop.clone()],
                Some(20_000),
                10_000,
                -35_890,
                1,
            ),
            // A float that is declared again on the same date opens what comes after the statement.
            (
                &[again.clone(), evening.clone()],
                Some(25_000),
                35_890,
                0,
                0,
            ),
            (
                &[again, evening.clone(), morning.clone()],
                Some(20_000),
                0,
                -35_890,
                0,
            ),
            (&[morning, drop], Some(20_000), 10_000, 0, 0),
        ];
        for (days, opening_float, removed, moved_before, openings) in table {
            let totals = total(days, (after, date(2026, 11, 21)));
            assert_eq!(totals.len(), 1);
            let found = (
                totals[0].opening_float,
                totals[0].removed,
                totals[0].moved_before,
                totals[0].openings,
            );
            let expected = (opening_float, removed, moved_before, openings);
            assert_eq!(found, expected, "{days:?}");
        }
    }

    #[test]
    fn what_moved_on_a_later_date_lies_in_the_drawer_and_belongs_to_the_next_statement() {
        let days = [
            sum("T1", 21, Float, 20_000, 1),
            sum("T1", 21, CashIn, 1_000, 1),
            sum("T1", 22, Float, 25_000, 1),
            sum("T1", 22, CashIn, 500, 1),
            sum("T1", 23, CashOut, -300, 1),
            sum("T1", 22, BankBag, -4_000, 1),
            sum("T1", 22, NoSale, 0, 2),
        ];
        let after = Some(date(2026, 11, 20));
        let expected = DrawerTotals {
            terminal_no: TerminalNo::from("T1"),
            currency: Eur,
            opening_float: Some(20_000),
            is_new_date: true,
            added: 1_000,
            removed: 0,
            moved_before: 0,
            added_later: 500,
            removed_later: 4_300,
            openings: 0,
        };
        assert_eq!(total(&days, (after, date(2026, 11, 21))), [expected]);
    }
}
