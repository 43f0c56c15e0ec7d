//! What is searched: rows with a capacity, columns that use some of it and gain something.

use kernel::Rate;
use kernel::rounding::Direction;

use super::piece::PriceRounding;
use super::value;

/// Gains are in millionths of a minor unit, so that a percentage of a price is whole.
pub(super) const SCALE: i64 = Rate::HUNDRED.0;

/// A column of a program.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// The rows that it uses, ascending, and how much of each.
    pub uses: Vec<(usize, i64)>,
    /// What it gains.
    pub gain: i64,
    /// The plan that it applies.
    pub plan: usize,
    /// The priority of its package; the lower wins ties.
    pub priority: i64,
}

/// A package that takes all pieces which nothing else uses: what it gives depends on their sum, so
/// that its rounding is known only at the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closing {
    /// The row whose capacity is what may be used of its pieces before it applies no more.
    pub row: usize,
    /// What its pieces are worth when that row is used up, in minor units.
    pub floor: i64,
    /// What it gives.
    pub rate: Rate,
    /// The store's rounding.
    pub rounding: PriceRounding,
}

impl Closing {
    /// What rounding adds to the unrounded percentage when so much of the row is left.
    fn rounding_gain(&self, left: i64) -> i64 {
        let sum = self.floor + left;
        let saving = value::percent(sum, sum, self.rate, self.rounding).clamp(0, sum);
        saving * SCALE - sum * self.rate.0
    }

    /// The most that rounding adds.
    fn rounding_max(&self) -> i64 {
        // The saving itself rounds by up to a half, then what is left of the sum goes to a step.
        let left = match self.rounding.direction {
            _ if self.rounding.step <= 1 => 0,
            Direction::Up => 0,
            Direction::Nearest => self.rounding.step * SCALE / 2,
            Direction::Down => self.rounding.step * SCALE,
        };
        left + SCALE / 2
    }
}

/// Rows and columns: choose how often to take each column, so that the gains are largest and no
/// row is used beyond its capacity.
#[derive(Clone, Debug)]
pub(super) struct Program {
    /// The capacity of each row.
    pub capacity: Vec<i64>,
    /// The rows before this one are kinds of pieces, those behind are conditions.
    pub kinds: usize,
    /// The columns, in the order in which ties prefer them.
    pub columns: Vec<Entry>,
    /// What is gained without any column.
    pub base: i64,
    /// The package that takes what is left.
    pub closing: Option<Closing>,
}

impl Program {
    /// Whether a column fits into what is left of the rows.
    pub(super) fn fits(&self, column: usize, left: &[i64]) -> bool {
        self.columns[column]
            .uses
            .iter()
            .all(|(row, amount)| *amount <= left[*row])
    }

    /// Whether all rows together have room for a column.
    pub(super) fn has_room(&self, entry: &Entry) -> bool {
        let mut uses = entry.uses.iter();
        uses.all(|(row, amount)| *amount <= self.capacity[*row])
    }

    /// Uses a column up.
    pub(super) fn take(&self, column: usize, left: &mut [i64]) {
        for (row, amount) in &self.columns[column].uses {
            left[*row] -= amount;
        }
    }

    /// Gives a column back.
    pub(super) fn give(&self, column: usize, left: &mut [i64]) {
        for (row, amount) in &self.columns[column].uses {
            left[*row] += amount;
        }
    }

    /// What a choice of columns is worth, rounding included.
    pub(super) fn value(&self, picks: &[usize]) -> i64 {
        let mut left = self.capacity.clone();
        let mut value = self.base;
        for pick in picks {
            self.take(*pick, &mut left);
            value += self.columns[*pick].gain;
        }
        value + self.rounding_gain(&left)
    }

    /// What rounding at the end adds.
    pub(super) fn rounding_gain(&self, left: &[i64]) -> i64 {
        self.closing
            .map_or(0, |closing| closing.rounding_gain(left[closing.row]))
    }

    /// The most that rounding at the end adds.
    pub(super) fn rounding_max(&self) -> i64 {
        self.closing.map_or(0, |closing| closing.rounding_max())
    }

    /// A column that gains no more than this is never worth taking: rounding at the end differs by
    /// less.
    pub(super) fn worst_gain(&self) -> i64 {
        self.closing
            .map_or(0, |closing| -(closing.rounding.step.max(1) + 1) * SCALE)
    }

    /// Two values differ by a multiple of this.
    pub(super) fn grain(&self) -> i64 {
        if self.closing.is_some() {
            return SCALE;
        }
        let common = self
            .columns
            .iter()
            .fold(0, |common, column| gcd(common, column.gain));
        common.max(1)
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
