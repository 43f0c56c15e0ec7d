//! The best choice of columns, proven where the work allows.
//!
//! Prices of the rows (see [`super::bound`]) give an upper bound. Every decision loses something
//! against it: a column that costs more than it gains, a piece that is left over. The search walks
//! depth first, gives up where more is lost than the best choice known so far allows, and where the
//! same pieces were left before with less lost.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::bound::{cost, prices};
use super::greedy;
use super::program::{Entry, Program};
use super::tie::{TieKey, compare};
use super::work::Work;

/// From so many columns on a closer bound is worth its work.
const NODE: usize = 20;
/// The most pieces that are searched for; beyond only greedy and exchange choose.
const PIECES_MAX: i64 = 400;

/// A choice of columns.
pub(super) struct Choice {
    /// The columns, ascending, as often as they are taken.
    pub picks: Vec<usize>,
    /// Whether nothing is worth more.
    pub is_best: bool,
}

/// Finds the best choice. Of equally good ones that with the lower sum of priorities, then the
/// earlier columns, as far as the work for ties reaches.
///
/// `seed` is a choice that is known already.
pub(super) fn solve(program: &Program, seed: Vec<usize>, work: &mut Work) -> Choice {
    let mut picks = greedy::plain(program, &mut work.exchange);
    if program.columns.is_empty() {
        return Choice {
            picks,
            is_best: true,
        };
    }
    let mut value = program.value(&picks);
    let mut better = |picks: &mut Vec<usize>, other: Vec<usize>| {
        let worth = program.value(&other);
        if worth > value {
            *picks = other;
            value = worth;
        }
    };
    better(&mut picks, seed);
    better(&mut picks, Vec::new());
    let columns: Vec<&Entry> = program.columns.iter().collect();
    let (prices, shares) = prices(&program.capacity, &columns, &mut work.bound);
    for order in guided(program, &prices, &shares) {
        let mut other = Vec::new();
        let mut left = program.capacity.clone();
        greedy::fill(program, &order, &mut left, &mut other, &mut work.exchange);
        better(&mut picks, other);
    }
    let mut search = Search::new(program, prices, picks);
    if !search.is_proven() {
        let mut picks = search.best.clone();
        greedy::exchange(program, &mut picks, &mut work.exchange);
        search.improve(picks);
    }
    let is_small = program.capacity[..program.kinds].iter().sum::<i64>() <= PIECES_MAX;
    let is_best = search.is_proven()
        || (is_small && search.run(&mut work.search, work.states, Purpose::Value));
    if is_best && is_small {
        search.run(&mut work.ties, work.states, Purpose::Ties);
    }
    let mut picks = search.best;
    picks.sort_unstable();
    Choice { picks, is_best }
}

/// Orders in which linear programming would take the columns: as often as it did, and by what they
/// lose.
fn guided(program: &Program, prices: &[i64], shares: &[f64]) -> [Vec<usize>; 2] {
    let mut by_share: Vec<usize> = (0..program.columns.len()).collect();
    let mut by_loss = by_share.clone();
    let loss: Vec<i128> = program
        .columns
        .iter()
        .map(|column| cost(column, prices) - i128::from(column.gain))
        .collect();
    by_loss.sort_by_key(|column| {
        (
            loss[*column],
            std::cmp::Reverse(program.columns[*column].gain),
        )
    });
    by_share.sort_by(|a, b| {
        shares[*b]
            .total_cmp(&shares[*a])
            .then(loss[*a].cmp(&loss[*b]))
    });
    [by_share, by_loss]
}

/// What a run looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// A better value.
    Value,
    /// Among equal values the one that ties prefer.
    Ties,
}

struct Search<'p> {
    program: &'p Program,
    prices: Vec<i64>,
    /// What each column loses when it is taken.
    losses: Vec<i128>,
    /// The columns, those that lose least first.
    order: Vec<usize>,
    bound: i128,
    best: Vec<usize>,
    value: i64,
    purpose: Purpose,
    best_key: TieKey,
    /// What may be lost at most.
    limit: i128,
    chosen: Vec<usize>,
    /// What was lost at least when these pieces were left.
    memo: HashMap<Box<[u16]>, (i128, TieKey)>,
    packed: Vec<u16>,
    states: usize,
    steps: u64,
    is_aborted: bool,
}

impl<'p> Search<'p> {
    fn new(program: &'p Program, prices: Vec<i64>, best: Vec<usize>) -> Self {
        let losses: Vec<i128> = program
            .columns
            .iter()
            .map(|column| cost(column, &prices) - i128::from(column.gain))
            .collect();
        let mut order: Vec<usize> = (0..program.columns.len()).collect();
        order.sort_by_key(|column| (losses[*column], *column));
        let bound = program
            .capacity
            .iter()
            .zip(&prices)
            .map(|(capacity, price)| i128::from(*capacity) * i128::from(*price))
            .sum::<i128>()
            + i128::from(program.base);
        let value = program.value(&best);
        let mut search = Self {
            program,
            prices,
            losses,
            order,
            bound,
            best,
            value,
            purpose: Purpose::Value,
            best_key: TieKey::default(),
            limit: 0,
            chosen: Vec::new(),
            memo: HashMap::new(),
            packed: Vec::new(),
            states: 0,
            steps: 0,
            is_aborted: false,
        };
        search.set_limit();
        search
    }

    /// Whether the bound leaves no room for anything better.
    fn is_proven(&self) -> bool {
        self.limit < 0
    }

    fn improve(&mut self, picks: Vec<usize>) {
        let value = self.program.value(&picks);
        if value > self.value {
            self.best = picks;
            self.value = value;
            self.set_limit();
        }
    }

    fn set_limit(&mut self) {
        let room = self.bound + i128::from(self.program.rounding_max()) - i128::from(self.value);
        self.limit = match self.purpose {
            Purpose::Value => room - i128::from(self.program.grain()),
            Purpose::Ties => room,
        };
    }

    /// Searches; whether all was seen within the work.
    fn run(&mut self, steps: &mut u64, states: usize, purpose: Purpose) -> bool {
        self.purpose = purpose;
        self.set_limit();
        self.memo.clear();
        self.states = states;
        self.steps = *steps;
        self.is_aborted = false;
        self.best_key = self.key(&self.best);
        let left = self.program.capacity.clone();
        self.visit(left, 0);
        *steps = self.steps;
        !self.is_aborted
    }

    /// Decides about the row that has the fewest columns, given what is left of the rows.
    fn visit(&mut self, mut left: Vec<i64>, mut loss: i128) {
        let kinds = self.program.kinds;
        let mut ways = vec![0_usize; kinds];
        let mut fitting = Vec::new();
        for &column in &self.order {
            self.steps = self.steps.saturating_sub(1);
            if loss + self.losses[column] > self.limit {
                break;
            }
            if self.program.fits(column, &left) {
                fitting.push(column);
                for (row, _) in &self.program.columns[column].uses {
                    if *row < kinds {
                        ways[*row] += 1;
                    }
                }
            }
        }
        for row in 0..kinds {
            if ways[row] == 0 {
                loss += i128::from(left[row]) * i128::from(self.prices[row]);
                left[row] = 0;
            }
        }
        if self.steps == 0 {
            self.is_aborted = true;
        }
        if self.is_aborted || loss > self.limit || self.was_here(&left, loss) {
            return;
        }
        let row = (0..kinds).filter(|row| ways[*row] > 0).min_by_key(|row| {
            let worth = i128::from(left[*row]) * i128::from(self.prices[*row]);
            (ways[*row], std::cmp::Reverse(worth))
        });
        let Some(row) = row else {
            self.finish(&left, loss);
            return;
        };
        if fitting.len() >= NODE && self.is_hopeless(&left, loss, &fitting) {
            return;
        }
        fitting.retain(|column| {
            let uses = &self.program.columns[*column].uses;
            uses.iter().any(|(used, _)| *used == row)
        });
        self.decide(row, &fitting, &mut left, loss);
    }

    /// Whether a bound for what is left, closer than that of all pieces, leaves no room.
    fn is_hopeless(&mut self, left: &[i64], loss: i128, fitting: &[usize]) -> bool {
        let columns: Vec<&Entry> = fitting
            .iter()
            .map(|column| &self.program.columns[*column])
            .collect();
        let (closer, _) = prices(left, &columns, &mut self.steps);
        let worth = |prices: &[i64]| -> i128 {
            let rows = left.iter().zip(prices);
            rows.map(|(left, price)| i128::from(*left) * i128::from(*price))
                .sum()
        };
        let gap = worth(&self.prices) - worth(&closer);
        loss + gap > self.limit
    }

    /// Takes columns of a row, in their order so that no choice is seen twice, then leaves what is
    /// left of the row.
    fn decide(&mut self, row: usize, columns: &[usize], left: &mut Vec<i64>, loss: i128) {
        for (index, &column) in columns.iter().enumerate() {
            let lost = loss + self.losses[column];
            if self.is_aborted || lost > self.limit {
                break;
            }
            self.steps = self.steps.saturating_sub(1);
            if !self.program.fits(column, left) {
                continue;
            }
            self.program.take(column, left);
            self.chosen.push(column);
            if left[row] > 0 {
                self.decide(row, &columns[index..], left, lost);
            } else {
                self.visit(left.clone(), lost);
            }
            self.chosen.pop();
            self.program.give(column, left);
        }
        let lost = loss + i128::from(left[row]) * i128::from(self.prices[row]);
        if !self.is_aborted && lost <= self.limit {
            let kept = std::mem::take(&mut left[row]);
            self.visit(left.clone(), lost);
            left[row] = kept;
        }
    }

    /// Whether the same pieces were left before with no more lost; notes them if not.
    fn was_here(&mut self, left: &[i64], loss: i128) -> bool {
        let key = match self.purpose {
            Purpose::Value => TieKey::default(),
            Purpose::Ties => self.key(&self.chosen),
        };
        self.pack(left);
        if let Some((before, before_key)) = self.memo.get_mut(self.packed.as_slice()) {
            if (*before).cmp(&loss).then_with(|| compare(before_key, &key)) != Ordering::Greater {
                return true;
            }
            (*before, *before_key) = (loss, key);
            return false;
        }
        if self.memo.len() >= self.states {
            self.is_aborted = true;
            return true;
        }
        self.memo.insert(self.packed.as_slice().into(), (loss, key));
        false
    }

    /// What is left of the rows, in little room: pieces are few, amounts may be large.
    fn pack(&mut self, left: &[i64]) {
        let (kinds, conditions) = left.split_at(self.program.kinds);
        self.packed.clear();
        let pieces = kinds
            .iter()
            .map(|left| u16::try_from(*left).unwrap_or(u16::MAX));
        self.packed.extend(pieces);
        for left in conditions {
            let bytes = left.to_ne_bytes();
            let (pairs, _) = bytes.as_chunks::<2>();
            self.packed
                .extend(pairs.iter().map(|pair| u16::from_ne_bytes(*pair)));
        }
    }

    /// Compares a finished choice with the best one.
    fn finish(&mut self, left: &[i64], loss: i128) {
        let conditions: i128 = (self.program.kinds..left.len())
            .map(|row| i128::from(left[row]) * i128::from(self.prices[row]))
            .sum();
        let value = self.bound - loss - conditions + i128::from(self.program.rounding_gain(left));
        let better = match value.cmp(&i128::from(self.value)) {
            Ordering::Greater => true,
            Ordering::Equal if self.purpose == Purpose::Ties => {
                compare(&self.key(&self.chosen), &self.best_key) == Ordering::Less
            }
            _ => false,
        };
        if better {
            self.best.clone_from(&self.chosen);
            self.value = self.program.value(&self.best);
            self.best_key = self.key(&self.best);
            self.set_limit();
        }
    }

    fn key(&self, picks: &[usize]) -> TieKey {
        let columns = &self.program.columns;
        let mut picks = picks.to_vec();
        picks.sort_unstable();
        let mut plans: Vec<usize> = picks.iter().map(|pick| columns[*pick].plan).collect();
        plans.sort_unstable();
        let priority = picks.iter().map(|pick| columns[*pick].priority).sum();
        (priority, plans, picks)
    }
}
