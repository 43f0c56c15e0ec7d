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
    /// Whether the rest goes to the bank in a bag.
    pub has_bag: bool,
}

impl Closing {
    /// What stays in the drawer. What was entered behind the count moves it; a bag that is named with the
    /// posting takes what lies above the float, unless it was entered already.
    #[must_use]
    pub fn left(&self) -> i64 {
        let moved = |drawer: Drawer| drawer.added - drawer.removed;
        let lies = match self.counted {
            Some((content, then)) => content + moved(self.drawer) - moved(then),
            None => self.drawer.opening_float + moved(self.drawer) + self.taken,
        };
        let stays = match (self.counted, self.has_bag) {
            (Some(_), true) => lies.min(self.fixed),
            _ => lies,
        };
        stays.max(0)
    }

    /// Whether anything happened to it: a drawer that nobody touched begins with the fixed float again,
    /// also when that is another one by then.
    #[must_use]
    pub fn is_touched(&self) -> bool {
        let untouched = Drawer {
            opening_float: self.fixed,
            ..Drawer::default()
        };
        self.counted.is_some() || self.taken != 0 || self.drawer != untouched
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn drawer(added: i64, removed: i64) -> Drawer {
        Drawer {
            opening_float: 20_000,
            added,
            removed,
        }
    }

    #[test]
    fn the_float_stays_and_the_rest_goes_where_it_is_said_to_go() {
        let evening = Closing {
            drawer: drawer(0, 0),
            counted: Some((55_880, drawer(0, 0))),
            taken: 35_890,
            fixed: 20_000,
            has_bag: false,
        };
        // what it had up to now, counted, named bag, what stays
        let table = [
            // Nobody said that anything leaves: it stays.
            (drawer(0, 0), evening.counted, false, 55_880),
            (drawer(0, 0), evening.counted, true, 20_000),
            // The bag was entered behind the count, and then named, or not.
            (drawer(0, 35_880), evening.counted, false, 20_000),
            (drawer(0, 35_880), evening.counted, true, 20_000),
            // What was taken out before the count is not taken out twice.
            (
                drawer(0, 30_000),
                Some((25_880, drawer(0, 30_000))),
                false,
                25_880,
            ),
            (
                drawer(5_000, 30_000),
                Some((25_880, drawer(0, 30_000))),
                false,
                30_880,
            ),
            // There is less than the float.
            (drawer(0, 0), Some((15_000, drawer(0, 0))), true, 15_000),
            (drawer(0, 20_000), Some((15_000, drawer(0, 0))), false, 0),
            // Nobody counted: it holds what it should.
            (drawer(1_000, 0), None, false, 56_890),
            (drawer(1_000, 0), None, true, 56_890),
        ];
        for (drawer, counted, has_bag, left) in table {
            let closing = Closing {
                drawer,
                counted,
                has_bag,
                ..evening
            };
            assert_eq!(closing.left(), left, "{closing:?}");
        }
    }

    #[test]
    fn a_drawer_that_nobody_touched_leaves_nothing_to_tell() {
        let untouched = Closing {
            drawer: drawer(0, 0),
            counted: None,
            taken: 0,
            fixed: 20_000,
            has_bag: true,
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
