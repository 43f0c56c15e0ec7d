//! What a statement leaves in a drawer: the next one begins with it (domain §12.5: the float stays, the
//! rest goes to the safe or into a bank bag with a number). Amounts are minor units.

use super::count::Drawer;

/// A drawer at the moment of posting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closing {
    /// What it had besides what it took, up to now.
    pub drawer: Drawer,
    /// What was counted in it, with what it had had besides up to the count; none when nobody counted it.
    pub counted: Option<(i64, Drawer)>,
    /// What it took.
    pub taken: i64,
    /// The fixed float of the store in this currency.
    pub fixed: i64,
    /// What went out behind the date of the statement; above zero. The next one holds it.
    pub removed_later: i64,
}

impl Closing {
    /// What lies in the drawer, without what the next statement holds. What was entered behind the count
    /// moves it.
    #[must_use]
    pub const fn content(&self) -> i64 {
        let moved = self.drawer.added - self.drawer.removed;
        match self.counted {
            Some((content, then)) => {
                content - then.moved_since + moved - (then.added - then.removed)
            }
            None => self.drawer.opening_float - self.drawer.taken_before + moved + self.taken,
        }
    }

    /// What of it goes to the bank: of a drawer that was counted, what lies above the float. What was taken
    /// out already, also behind the count or on a later date, does not go twice.
    #[must_use]
    pub fn surplus(&self) -> i64 {
        match self.counted {
            Some(_) => (self.content() - self.removed_later - self.fixed).max(0),
            None => 0,
        }
    }

    /// What stays in the drawer when the surplus goes into a bag, or when it does not.
    #[must_use]
    pub fn left(&self, has_bag: bool) -> i64 {
        let gone = if has_bag { self.surplus() } else { 0 };
        (self.content() - gone).max(0)
    }

    /// Whether anything happened to it: a drawer that nobody touched begins with the fixed float again,
    /// also when that is another one by then.
    #[must_use]
    pub fn is_touched(&self) -> bool {
        let drawer = &self.drawer;
        let is_moved = drawer.added != 0 || drawer.removed != 0;
        self.counted.is_some() || self.taken != 0 || is_moved || drawer.opening_float != self.fixed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn drawer(added: i64, removed: i64) -> Drawer {
        Drawer {
            opening_float: 20_000,
            carried_float: 20_000,
            added,
            removed,
            taken_before: 0,
            moved_since: 0,
        }
    }

    #[test]
    fn the_float_stays_and_the_rest_goes_where_it_is_said_to_go() {
        let evening = Closing {
            drawer: drawer(0, 0),
            counted: Some((55_880, drawer(0, 0))),
            taken: 35_890,
            fixed: 20_000,
            removed_later: 0,
        };
        // what it had up to now, counted, what goes to the bank, what stays without a bag
        let table = [
            // Nobody said that anything leaves: it stays.
            (drawer(0, 0), evening.counted, 35_880, 55_880),
            // The bag was entered behind the count.
            (drawer(0, 35_880), evening.counted, 0, 20_000),
            (drawer(0, 30_000), evening.counted, 5_880, 25_880),
            // What was taken out before the count is not taken out twice.
            (
                drawer(0, 30_000),
                Some((25_880, drawer(0, 30_000))),
                5_880,
                25_880,
            ),
            (
                drawer(5_000, 30_000),
                Some((25_880, drawer(0, 30_000))),
                10_880,
                30_880,
            ),
            // There is less than the float.
            (drawer(0, 0), Some((15_000, drawer(0, 0))), 0, 15_000),
            (drawer(0, 20_000), Some((15_000, drawer(0, 0))), 0, 0),
            // Nobody counted: it holds what it should, and nobody knows what could go.
            (drawer(1_000, 0), None, 0, 56_890),
        ];
        for (drawer, counted, surplus, left) in table {
            let closing = Closing {
                drawer,
                counted,
                ..evening
            };
            assert_eq!(closing.surplus(), surplus, "{closing:?}");
            assert_eq!(closing.left(false), left, "{closing:?}");
            assert_eq!(closing.left(true), left - surplus, "{closing:?}");
        }
    }

    #[test]
    fn what_the_next_statement_holds_stays_for_it() {
        let since = |moved_since| Drawer {
            moved_since,
            ..drawer(0, 0)
        };
        let morning = Closing {
            drawer: since(0),
            counted: Some((55_880, since(0))),
            taken: 35_880,
            fixed: 20_000,
            removed_later: 0,
        };
        // counted, since then, since now, gone on a later date, surplus, left without a bag
        let table = [
            (55_880, 0, 0, 0, 35_880, 55_880),
            // A sale behind the calculation was counted with it, or came behind the count.
            (65_880, 10_000, 10_000, 0, 35_880, 55_880),
            (55_880, 0, 10_000, 0, 35_880, 55_880),
            // It went to the bank on the next day, before the count or behind it.
            (20_000, -35_880, -35_880, 35_880, 0, 55_880),
            (55_880, 0, -35_880, 35_880, 0, 55_880),
            (55_880, 0, -30_000, 30_000, 5_880, 55_880),
        ];
        for (counted, then, now, removed_later, surplus, left) in table {
            let closing = Closing {
                drawer: since(now),
                counted: Some((counted, since(then))),
                removed_later,
                ..morning
            };
            assert_eq!(closing.surplus(), surplus, "{closing:?}");
            assert_eq!(closing.left(false), left, "{closing:?}");
            assert_eq!(since(then).counted_amount(counted), 35_880, "{closing:?}");
        }
        // Nobody counted: what of the declared float was taken before is in what was taken.
        let uncounted = Closing {
            drawer: Drawer {
                taken_before: 5_000,
                opening_float: 25_000,
                ..drawer(0, 0)
            },
            counted: None,
            taken: 5_000,
            ..morning
        };
        assert_eq!(uncounted.left(false), 25_000);
    }

    #[test]
    fn a_drawer_that_nobody_touched_leaves_nothing_to_tell() {
        let untouched = Closing {
            drawer: drawer(0, 0),
            counted: None,
            taken: 0,
            fixed: 20_000,
            removed_later: 0,
        };
        assert!(!untouched.is_touched());
        for touched in [
            Closing {
                counted: Some((20_000, drawer(0, 0))),
                ..untouched
            },
            Closing {
                taken: 1,
                ..untouched
            },
            Closing {
                drawer: drawer(1, 1),
                ..untouched
            },
            Closing {
                fixed: 30_000,
                ..untouched
            },
        ] {
            assert!(touched.is_touched(), "{touched:?}");
        }
    }
}
