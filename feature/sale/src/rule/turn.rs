//! The basket at payment when the business date turned since it was priced (domain §1.8,
//! "Midnight"): what changed, line by line, for staff to confirm.

use std::collections::BTreeMap;

use jiff::civil::Date;
use kernel::Money;
use kernel::id::LineId;
use promotion::rule::reprice::{Lost, lost};

use super::pipeline::{Calculated, Dropped, SaleLine};

/// A basket as it was priced on a date.
#[derive(Clone, Copy, Debug)]
pub struct Priced<'a> {
    /// The business date.
    pub date: Date,
    /// Its lines.
    pub lines: &'a [SaleLine],
    /// Those of them whose item has no price on the date.
    pub without_price: &'a [LineId],
    /// What it comes to.
    pub calculated: &'a Calculated,
}

/// A line whose price or cost is another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineChange {
    /// The line.
    pub line_id: LineId,
    /// What one piece cost, and what it costs now; none where it has no price.
    pub unit_price: (Option<Money>, Option<Money>),
    /// What the line cost after all discounts, and what it costs now.
    pub net: (Option<Money>, Option<Money>),
}

/// What a turn of the date changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The date of the old prices.
    pub from: Date,
    /// The date of the new ones.
    pub to: Date,
    /// The lines that changed, in the order of the basket.
    pub lines: Vec<LineChange>,
    /// Packages that apply less often.
    pub lost: Vec<Lost>,
    /// Packages that apply more often.
    pub gained: Vec<Lost>,
    /// Discounts of staff that fell away.
    pub dropped: Vec<Dropped>,
    /// What the basket cost, and what it costs now.
    pub total: (Money, Money),
}

/// Why a confirmation does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnRefusal {
    /// The date is another one by now.
    DateMoved {
        /// The date.
        now: Date,
    },
    /// The basket costs something else by now.
    TotalMoved {
        /// What it costs.
        now: Money,
    },
    /// An item has no price any more: the line must go.
    LineWithoutPrice {
        /// The line.
        line_id: LineId,
    },
}

/// The lines whose price or cost is another one, in the order of the basket. Also tells staff that a
/// change of quantity led to another tier (domain §1.8).
#[must_use]
pub fn changes(before: &Priced<'_>, after: &Priced<'_>) -> Vec<LineChange> {
    let (old, new) = (view(before), view(after));
    in_order(before, after)
        .into_iter()
        .filter_map(|line_id| {
            let (was, is) = (old.get(&line_id), new.get(&line_id));
            (was != is).then(|| LineChange {
                line_id,
                unit_price: (was.map(|it| it.0), is.map(|it| it.0)),
                net: (was.map(|it| it.1), is.map(|it| it.1)),
            })
        })
        .collect()
}

/// What is different in a basket that is priced anew; none when the date is the same or nothing
/// changed, so that there is nothing to ask.
#[must_use]
pub fn turn(before: &Priced<'_>, after: &Priced<'_>) -> Option<Turn> {
    (before.date != after.date)
        .then(|| price_change(before, after))
        .flatten()
}

/// What is different in a basket that is priced anew, whether the date turned or the board of a metal
/// moved; none when nothing changed.
#[must_use]
pub fn price_change(before: &Priced<'_>, after: &Priced<'_>) -> Option<Turn> {
    let applications = (
        &before.calculated.applications,
        &after.calculated.applications,
    );
    let turn = Turn {
        from: before.date,
        to: after.date,
        lines: changes(before, after),
        lost: lost(applications.0, applications.1),
        gained: lost(applications.1, applications.0)
            .into_iter()
            .map(|it| Lost {
                before: it.after,
                after: it.before,
                ..it
            })
            .collect(),
        dropped: after.calculated.dropped.clone(),
        total: (before.calculated.net, after.calculated.net),
    };
    let is_same = turn.lines.is_empty()
        && turn.lost.is_empty()
        && turn.gained.is_empty()
        && turn.dropped.is_empty();
    (!is_same).then_some(turn)
}

/// All lines once, in the order of the new basket, those that only the old one has behind them.
fn in_order(before: &Priced<'_>, after: &Priced<'_>) -> Vec<LineId> {
    let mut ids = Vec::new();
    for priced in [after, before] {
        let mut lines: Vec<&SaleLine> = priced.lines.iter().collect();
        lines.sort_by_key(|line| (line.position, line.line_id));
        for line in lines {
            if !ids.contains(&line.line_id) {
                ids.push(line.line_id);
            }
        }
    }
    ids
}

/// Price of a piece and cost of the line.
fn view(priced: &Priced<'_>) -> BTreeMap<LineId, (Money, Money)> {
    let currency = priced.calculated.net.currency;
    priced
        .lines
        .iter()
        .filter(|line| !priced.without_price.contains(&line.line_id))
        .map(|line| {
            let parts = priced.calculated.of_line(line.line_id);
            let net = parts.map(|part| part.net.minor).sum();
            let money = |minor| Money::new(minor, currency);
            (line.line_id, (money(line.unit_price), money(net)))
        })
        .collect()
}

impl Turn {
    /// Staff confirmed what they saw: the date and the total of the new prices.
    ///
    /// # Errors
    /// When it is not what holds now, or a line has no price.
    pub fn confirm(&self, seen_date: Date, seen_total: Money) -> Result<(), TurnRefusal> {
        if seen_date != self.to {
            return Err(TurnRefusal::DateMoved { now: self.to });
        }
        let gone = self.lines.iter().find(|line| line.unit_price.1.is_none());
        if let Some(line) = gone {
            return Err(TurnRefusal::LineWithoutPrice {
                line_id: line.line_id,
            });
        }
        if seen_total != self.total.1 {
            return Err(TurnRefusal::TotalMoved { now: self.total.1 });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kernel::Currency;
    use promotion::rule::package::{Benefit, Package};

    use super::super::discount::Asked;
    use super::super::pipeline::calculate;
    use super::super::testing::{id, line, manual, package, sale};
    use super::*;

    const PAIR: Benefit = Benefit::DealPrice(13_000);

    fn euro(minor: i64) -> Money {
        Money::new(minor, Currency::Eur)
    }

    fn turned(
        before: (&[SaleLine], &[Arc<Package>]),
        after: (&[SaleLine], &[Arc<Package>]),
        gone: &[LineId],
    ) -> Option<Turn> {
        let old = calculate(&sale(before.0, before.1, None)).unwrap();
        let new = calculate(&sale(after.0, after.1, None)).unwrap();
        let of = |date: &str| date.parse::<Date>().unwrap();
        turn(
            &Priced {
                date: of("2026-11-21"),
                lines: before.0,
                without_price: &[],
                calculated: &old,
            },
            &Priced {
                date: of("2026-11-22"),
                lines: after.0,
                without_price: gone,
                calculated: &new,
            },
        )
    }

    #[test]
    fn what_the_new_day_changed_is_said_line_by_line() {
        let old = [line(1, 8_900, 1), line(2, 7_900, 1), line(3, 5_000, 2)];
        let new = [line(1, 8_900, 1), line(2, 8_500, 1), line(3, 5_000, 2)];
        assert_eq!(turned((&old, &[]), (&old, &[]), &[]), None);

        let found = turned((&old, &[]), (&new, &[]), &[]).unwrap();
        let change = LineChange {
            line_id: id(2),
            unit_price: (Some(euro(7_900)), Some(euro(8_500))),
            net: (Some(euro(7_900)), Some(euro(8_500))),
        };
        assert_eq!(found.lines, [change]);
        assert_eq!(found.total, (euro(26_800), euro(27_400)));
    }

    #[test]
    fn a_package_that_ended_or_began_is_named() {
        let lines = [line(1, 8_900, 1), line(2, 7_900, 1)];
        let pair = [package("PAIR", PAIR, 2, &["IT-1", "IT-2"], |_| ())];
        let ended = turned((&lines, &pair), (&lines, &[]), &[]).unwrap();
        assert_eq!((ended.lost[0].before, ended.lost[0].after), (1, 0));
        assert_eq!(ended.lines.len(), 2);
        assert_eq!(ended.total, (euro(13_000), euro(16_800)));
        let began = turned((&lines, &[]), (&lines, &pair), &[]).unwrap();
        assert_eq!((began.gained[0].before, began.gained[0].after), (0, 1));
        assert_eq!(began.lost, []);
    }

    #[test]
    fn a_target_does_not_outlive_the_old_price() {
        let discounted = |price| SaleLine {
            manual: Some(manual(Asked::Target(8_000), 8_900)),
            ..line(1, price, 1)
        };
        let found = turned(
            (&[discounted(8_900)], &[]),
            (&[discounted(9_900)], &[]),
            &[],
        );
        let found = found.unwrap();
        assert_eq!(found.dropped.len(), 1);
        assert_eq!(found.total, (euro(8_000), euro(9_900)));
    }

    #[test]
    fn only_what_was_seen_is_confirmed() {
        let (old, new) = ([line(1, 8_900, 1)], [line(1, 9_900, 1)]);
        let found = turned((&old, &[]), (&new, &[]), &[]).unwrap();
        let (today, yesterday) = (found.to, found.from);
        assert_eq!(found.confirm(today, euro(9_900)), Ok(()));
        assert_eq!(
            found.confirm(today, euro(8_900)),
            Err(TurnRefusal::TotalMoved { now: euro(9_900) })
        );
        assert_eq!(
            found.confirm(yesterday, euro(9_900)),
            Err(TurnRefusal::DateMoved { now: today })
        );
        let gone = turned((&old, &[]), (&[line(1, 0, 1)], &[]), &[id(1)]).unwrap();
        assert_eq!(gone.lines[0].unit_price, (Some(euro(8_900)), None));
        assert_eq!(
            gone.confirm(today, euro(0)),
            Err(TurnRefusal::LineWithoutPrice { line_id: id(1) })
        );
    }

    #[test]
    fn the_same_day_asks_nothing_but_tells_of_another_tier() {
        let (old, new) = ([line(1, 8_900, 1)], [line(1, 9_900, 1)]);
        let calculated = |lines| calculate(&sale(lines, &[], None)).unwrap();
        let date = "2026-11-21".parse().unwrap();
        let priced = |lines, calculated| Priced {
            date,
            lines,
            without_price: &[],
            calculated,
        };
        let (was, is) = (calculated(&old), calculated(&new));
        let (before, after) = (priced(&old, &was), priced(&new, &is));
        assert_eq!(turn(&before, &after), None);
        let found = changes(&before, &after);
        assert_eq!(found[0].unit_price, (Some(euro(8_900)), Some(euro(9_900))));
        assert_eq!(changes(&before, &before), []);
    }
}
