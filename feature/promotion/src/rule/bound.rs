//! Prices of the rows of a program, from which an upper bound follows.
//!
//! Linear programming finds the best prices. It works with floating point, but only proposes:
//! [`prices`] turns what it found into whole numbers and raises them until no column costs less than
//! it gains. From there on every bound is exact, so that an inexact proposal costs time, never a
//! cent.

#![expect(
    clippy::float_arithmetic,
    reason = "a proposal that is checked in whole numbers, not money"
)]

use super::program::{Entry, SCALE};

const EPSILON: f64 = 1e-7;

/// Whole prices of the rows such that no column costs less than it gains, and how often linear
/// programming would take each column. `steps` limits the work.
pub(super) fn prices(
    capacity: &[i64],
    columns: &[&Entry],
    steps: &mut u64,
) -> (Vec<i64>, Vec<f64>) {
    let mut simplex = Simplex::new(capacity, columns);
    simplex.run(steps);
    let mut prices: Vec<i64> = simplex.prices.iter().map(|price| whole(*price)).collect();
    for column in columns {
        let missing = i128::from(column.gain) - cost(column, &prices);
        let cheapest = column
            .uses
            .iter()
            .min_by_key(|(row, amount)| capacity[*row] / amount);
        if let (true, Some((row, amount))) = (missing > 0, cheapest) {
            // Never above the gain of one column, so that it fits.
            let raise = (missing + i128::from(*amount) - 1) / i128::from(*amount);
            prices[*row] += i64::try_from(raise).unwrap_or(i64::MAX >> 1);
        }
    }
    (prices, simplex.shares())
}

/// What a column costs at some prices.
pub(super) fn cost(column: &Entry, prices: &[i64]) -> i128 {
    column
        .uses
        .iter()
        .map(|(row, amount)| i128::from(prices[*row]) * i128::from(*amount))
        .sum()
}

/// A price in whole units of gains; nothing for what is no number or below nothing.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a conversion from float keeps to the bounds of the type"
)]
fn whole(price: f64) -> i64 {
    // A price never needs to be above the largest gain, which is far below the bound.
    ((price * scale()).round() as i64).clamp(0, i64::MAX >> 2)
}

fn scale() -> f64 {
    float(SCALE)
}

#[expect(clippy::cast_precision_loss, reason = "a proposal may be inexact")]
fn float(value: i64) -> f64 {
    value as f64
}

/// The revised simplex method, from the empty choice. The inverse of the basis is kept dense: there
/// are as many rows as there are kinds of pieces.
struct Simplex<'p> {
    columns: &'p [&'p Entry],
    rows: usize,
    /// Which column is basic in each row; a number beyond the columns is the row's slack.
    basis: Vec<usize>,
    /// The inverse of the basis, row by row.
    inverse: Vec<f64>,
    /// How much of each basic column is taken.
    level: Vec<f64>,
    /// The prices of the rows.
    prices: Vec<f64>,
    gains: Vec<f64>,
}

impl<'p> Simplex<'p> {
    fn new(capacity: &[i64], columns: &'p [&'p Entry]) -> Self {
        let rows = capacity.len();
        let mut inverse = vec![0.0; rows * rows];
        for row in 0..rows {
            inverse[row * rows + row] = 1.0;
        }
        // Capacities that differ a little keep the method from standing still.
        let level = (0_i32..)
            .zip(capacity)
            .map(|(row, capacity)| float(*capacity) + f64::from(row + 1) * 1e-6)
            .collect();
        Self {
            columns,
            rows,
            basis: (columns.len()..columns.len() + rows).collect(),
            inverse,
            level,
            prices: vec![0.0; rows],
            gains: columns
                .iter()
                .map(|column| float(column.gain) / scale())
                .collect(),
        }
    }

    fn run(&mut self, steps: &mut u64) {
        let uses: usize = self.columns.iter().map(|column| column.uses.len()).sum();
        // A product of two numbers takes a fraction of the time of a step of the search.
        let cost = (uses + self.rows * self.rows * 2) as u64 / 5;
        // So many exchanges are more than a basket needs.
        for _ in 0..2_000 {
            if *steps < cost {
                return;
            }
            *steps -= cost;
            let Some((entering, gain)) = self.entering() else {
                return;
            };
            if !self.exchange(entering, gain) {
                return;
            }
        }
    }

    /// The column that gains most above its cost.
    fn entering(&self) -> Option<(usize, f64)> {
        let mut best = (usize::MAX, EPSILON);
        for (index, column) in self.columns.iter().enumerate() {
            let mut reduced = self.gains[index];
            for (row, amount) in &column.uses {
                reduced -= self.prices[*row] * float(*amount);
            }
            if reduced > best.1 {
                best = (index, reduced);
            }
        }
        let columns = self.columns.len();
        for (row, price) in self.prices.iter().enumerate() {
            if -price > best.1 {
                best = (columns + row, -price);
            }
        }
        (best.0 != usize::MAX).then_some(best)
    }

    /// Brings a column into the basis in exchange for the first that runs out.
    fn exchange(&mut self, entering: usize, gain: f64) -> bool {
        let n = self.rows;
        let mut direction = vec![0.0; n];
        let mut add = |row: usize, amount: f64| {
            for (at, value) in direction.iter_mut().enumerate() {
                *value += self.inverse[at * n + row] * amount;
            }
        };
        match self.columns.get(entering) {
            Some(column) => {
                for (row, amount) in &column.uses {
                    add(*row, float(*amount));
                }
            }
            None => add(entering - self.columns.len(), 1.0),
        }
        let mut leaving = None;
        let mut least = f64::INFINITY;
        for (row, value) in direction.iter().enumerate() {
            if *value > EPSILON && self.level[row] / value < least {
                least = self.level[row] / value;
                leaving = Some(row);
            }
        }
        let Some(leaving) = leaving else {
            return false;
        };
        let pivot = direction[leaving];
        let pivot_row: Vec<f64> = self.inverse[leaving * n..(leaving + 1) * n]
            .iter()
            .map(|value| value / pivot)
            .collect();
        for (row, factor) in direction.iter().enumerate() {
            if row != leaving && *factor != 0.0 {
                let own = &mut self.inverse[row * n..(row + 1) * n];
                for (value, by) in own.iter_mut().zip(&pivot_row) {
                    *value -= factor * by;
                }
                self.level[row] -= factor * least;
            }
        }
        for (price, by) in self.prices.iter_mut().zip(&pivot_row) {
            *price += gain * by;
        }
        self.inverse[leaving * n..(leaving + 1) * n].copy_from_slice(&pivot_row);
        self.level[leaving] = least;
        self.basis[leaving] = entering;
        true
    }

    /// How much is taken of each column.
    fn shares(&self) -> Vec<f64> {
        let columns = self.columns.len();
        let mut shares = vec![0.0; columns];
        for (row, column) in self.basis.iter().enumerate() {
            if *column < columns {
                shares[*column] = self.level[row];
            }
        }
        shares
    }
}
