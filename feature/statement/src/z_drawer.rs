//! What a Z says of the drawers that were counted: the same as their counts, and as what was left in them.

use journal::Finding;
use kernel::Currency;
use kernel::id::TerminalNo;

use crate::rule::report::ReportDrawer;
use crate::standing::Standing;
use crate::store::{Count, Floats, KeptZ};
use crate::z_proof::{Row, differing, finding};

/// From which format on a Z says what was counted in its drawers.
const SINCE_FORMAT: i64 = 5;

/// A drawer with the count that holds.
pub(crate) type CountedIn = (String, Currency, Count);

/// The drawers of a statement that were counted.
pub(crate) fn counted(standing: &Standing) -> Vec<CountedIn> {
    let drawers = standing.drawers();
    let counted = drawers.filter_map(|(currency, part)| {
        Some((part.sum.terminal_no.clone(), currency, part.count.clone()?))
    });
    counted.collect()
}

/// Where the drawers of a Z differ from what was counted in them, and from what was left in them.
pub(crate) fn compare(
    z: &KeptZ,
    (format, drawers): (i64, &[ReportDrawer]),
    (counted, left): (&[CountedIn], &Floats),
) -> Vec<Finding> {
    if format < SINCE_FORMAT {
        return Vec::new();
    }
    let mut findings = Vec::new();
    let is_of = |drawer: &ReportDrawer, (terminal_no, currency, _): &CountedIn| {
        drawer.terminal_no == *terminal_no && drawer.currency_code == currency.code()
    };
    for drawer in drawers {
        if !counted.iter().any(|it| is_of(drawer, it)) {
            let what = format!("drawer of {}", drawer.terminal_no);
            findings.push(finding(z, &what, "none that was counted", "one"));
        }
    }
    for it in counted {
        let said = drawers.iter().find(|drawer| is_of(drawer, it));
        let Some((drawer, said)) = said.and_then(|drawer| Some((drawer, drawer.counted?))) else {
            let what = format!("drawer of {}", it.0);
            findings.push(finding(z, &what, "one that was counted", "none"));
            continue;
        };
        let (terminal_no, currency, count) = it;
        let kept = left.get(&(TerminalNo(terminal_no.clone()), *currency));
        let expected = [
            count.content,
            count.drawer.opening_float,
            count.drawer.carried_float,
            count.drawer.taken_before,
            count.drawer.moved_since,
            kept.copied().unwrap_or_default(),
        ];
        let found: [Row; 6] = [
            ("content of a drawer", said.content.to_string()),
            ("float of a drawer", drawer.opening_float.to_string()),
            ("float carried to a drawer", said.carried_float.to_string()),
            ("float taken before", said.taken_before.to_string()),
            ("cash of the next statement", said.moved_since.to_string()),
            ("left in a drawer", said.left.to_string()),
        ];
        findings.extend(differing(z, expected.map(|it| it.to_string()), found));
    }
    findings
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::rule::count::Drawer;
    use crate::rule::report::CountedDrawer;

    fn z() -> KeptZ {
        KeptZ {
            statement_no: "S-PAR-2026-0001".to_owned(),
            store_no: "PAR".to_owned(),
            z_no: 1,
            perpetual_sales: 0,
            perpetual_absolute: 0,
            content: String::new(),
            hash: String::new(),
            previous_hash: String::new(),
            sales_amount: 0,
            absolute_amount: 0,
        }
    }

    fn drawer() -> ReportDrawer {
        ReportDrawer {
            terminal_no: "PAR-1".to_owned(),
            currency_code: "EUR".to_owned(),
            opening_float: 19_000,
            added: 0,
            removed: 0,
            counted: Some(CountedDrawer {
                content: 30_000,
                carried_float: 20_000,
                taken_before: 100,
                moved_since: 500,
                left: 29_500,
            }),
        }
    }

    fn count() -> Vec<CountedIn> {
        let count = Count {
            tender_code: "CASH".to_owned(),
            terminal_no: Some("PAR-1".to_owned()),
            content: 30_000,
            slips: None,
            denominations: Vec::new(),
            drawer: Drawer {
                opening_float: 19_000,
                carried_float: 20_000,
                taken_before: 100,
                moved_since: 500,
                ..Drawer::default()
            },
            counted_amount: 10_400,
            reason: None,
            counted_by: "Nadia Roche".to_owned(),
            counted_at: Timestamp::UNIX_EPOCH,
        };
        vec![("PAR-1".to_owned(), Currency::Eur, count)]
    }

    #[test]
    fn a_z_that_says_something_else_of_a_drawer_than_was_counted_is_found() {
        let left = Floats::from([((TerminalNo::from("PAR-1"), Currency::Eur), 29_500)]);
        let found = |drawers: &[ReportDrawer], counted: &[CountedIn], left: &Floats| {
            compare(&z(), (5, drawers), (counted, left)).len()
        };
        assert_eq!(found(&[drawer()], &count(), &left), 0);
        type Change = fn(&mut ReportDrawer);
        let table: [(Change, usize); 8] = [
            (|it| it.opening_float += 1, 1),
            (|it| it.counted.as_mut().unwrap().content += 1, 1),
            (|it| it.counted.as_mut().unwrap().carried_float += 1, 1),
            (|it| it.counted.as_mut().unwrap().taken_before += 1, 1),
            (|it| it.counted.as_mut().unwrap().moved_since += 1, 1),
            (|it| it.counted.as_mut().unwrap().left += 1, 1),
            (|it| it.counted = None, 1),
            (|it| it.terminal_no = "PAR-2".to_owned(), 2),
        ];
        for (at, (change, expected)) in table.into_iter().enumerate() {
            let mut changed = drawer();
            change(&mut changed);
            assert_eq!(found(&[changed], &count(), &left), expected, "change {at}");
        }
        assert_eq!(found(&[drawer()], &count(), &Floats::new()), 1);
        assert_eq!(found(&[], &count(), &left), 1);
        assert_eq!(found(&[drawer()], &[], &left), 1);
        let before = compare(&z(), (4, &[]), (&count(), &left));
        assert_eq!(before, [], "a Z from before says nothing of it");
    }
}
