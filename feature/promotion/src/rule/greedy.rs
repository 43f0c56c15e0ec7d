//! A good choice of columns without a search: the largest gain first, then exchanges of pairs.

use super::program::Program;

/// Takes columns in an order, each as often as it fits.
pub(super) fn fill(
    program: &Program,
    order: &[usize],
    left: &mut [i64],
    picks: &mut Vec<usize>,
    steps: &mut u64,
) {
    for column in order {
        *steps = steps.saturating_sub(1);
        while program.columns[*column].gain > 0 && program.fits(*column, left) {
            program.take(*column, left);
            picks.push(*column);
        }
    }
}

/// The columns by gain, the largest first; ties as the program prefers them.
pub(super) fn by_gain(program: &Program) -> Vec<usize> {
    let mut order: Vec<usize> = (0..program.columns.len()).collect();
    order.sort_by_key(|column| {
        let entry = &program.columns[*column];
        (std::cmp::Reverse(entry.gain), entry.priority)
    });
    order
}

/// Plain greedy: the largest gain first.
pub(super) fn plain(program: &Program, steps: &mut u64) -> Vec<usize> {
    let mut picks = Vec::new();
    let mut left = program.capacity.clone();
    fill(program, &by_gain(program), &mut left, &mut picks, steps);
    picks
}

/// Improves a choice: takes one or two columns out, puts another in and fills up, for as long as
/// the choice becomes better and `steps` last.
pub(super) fn exchange(program: &Program, picks: &mut Vec<usize>, steps: &mut u64) {
    let order = by_gain(program);
    let mut value = program.value(picks);
    while *steps > 0 {
        let Some((better, worth)) = improved(program, &order, picks, value, steps) else {
            return;
        };
        *picks = better;
        value = worth;
    }
}

fn improved(
    program: &Program,
    order: &[usize],
    picks: &[usize],
    value: i64,
    steps: &mut u64,
) -> Option<(Vec<usize>, i64)> {
    for first in 0..picks.len() {
        // The same index twice takes one column out only.
        for second in first..picks.len() {
            let kept: Vec<usize> = (0..picks.len())
                .filter(|index| *index != first && *index != second)
                .map(|index| picks[index])
                .collect();
            let mut left = program.capacity.clone();
            for pick in &kept {
                program.take(*pick, &mut left);
            }
            *steps = steps.saturating_sub((order.len() + picks.len()) as u64);
            if *steps == 0 {
                return None;
            }
            let fitting: Vec<usize> = order
                .iter()
                .copied()
                .filter(|column| program.fits(*column, &left))
                .collect();
            for start in &fitting {
                if *steps == 0 {
                    return None;
                }
                if *start == picks[first] || *start == picks[second] {
                    continue;
                }
                let (mut left, mut next) = (left.clone(), kept.clone());
                program.take(*start, &mut left);
                next.push(*start);
                fill(program, &fitting, &mut left, &mut next, steps);
                let worth = program.value(&next);
                if worth > value {
                    return Some((next, worth));
                }
            }
        }
    }
    None
}
