//! Facets: the planes of a cut stone and how they meet the lamp.

use std::f64::consts::{FRAC_PI_4, FRAC_PI_8};
use std::fmt::Write as _;

use super::palette::stone_tones;
use super::shape::Stone;

/// The outline of a stone seen from above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    Round,
    Oval,
    Pear,
    Cushion,
    Step,
}

type Point = (f64, f64);

/// The point of an outline in a direction, in hundredths of the stone's half height.
fn rim(cut: Cut, angle: f64, part: f64) -> Point {
    let (sin, cos) = angle.sin_cos();
    let r = 100.0 * part;
    match cut {
        Cut::Round => (r * cos, r * sin),
        Cut::Oval => (r * 0.76 * cos, r * sin),
        Cut::Pear => {
            let below = f64::midpoint(1.0, sin);
            (r * 0.8 * cos * below.powf(0.42), r * (sin * 1.08 + 0.0))
        }
        Cut::Cushion => {
            let power = |value: f64| value.signum() * value.abs().powf(0.62);
            (r * 0.92 * power(cos), r * 0.92 * power(sin))
        }
        Cut::Step => (r * cos, r * sin),
    }
}

/// A deterministic wobble between -1 and 1: no two facets reflect the same thing.
fn wobble(index: usize) -> f64 {
    const TABLE: [i8; 16] = [3, -7, 8, -2, 6, -9, 1, -4, 9, -6, 2, -8, 5, -1, 7, -3];
    f64::from(TABLE[index % TABLE.len()]) / 10.0
}

/// How a facet at this place, tilted outwards, meets a lamp at the top left.
fn towards_lamp(facet: &[Point]) -> f64 {
    let x: f64 = facet.iter().map(|point| point.0).sum();
    let y: f64 = facet.iter().map(|point| point.1).sum();
    let length = x.hypot(y).max(1.0);
    -(x * 0.6 + y * 0.8) / length
}

struct Facets {
    tones: [String; 6],
}

impl Facets {
    fn new() -> Self {
        Self {
            tones: Default::default(),
        }
    }

    /// Adds a facet with a brightness from 0 to 1.
    fn add(&mut self, brightness: f64, points: &[Point]) {
        let steps = [0.18, 0.36, 0.54, 0.72, 0.9];
        let tone = steps.iter().filter(|step| brightness > **step).count();
        let path = &mut self.tones[tone];
        for (index, point) in points.iter().enumerate() {
            let lead = if index == 0 { 'M' } else { ' ' };
            let _ = write!(path, "{lead}{:.0} {:.0}", point.0, point.1);
        }
        path.push('z');
    }

    fn markup(&self, stone: Stone) -> String {
        let mut markup = String::new();
        for (path, colour) in self.tones.iter().zip(stone_tones(stone)) {
            if !path.is_empty() {
                let _ = write!(markup, r#"<path fill="{colour}" d="{path}"/>"#);
            }
        }
        markup
    }
}

pub(super) fn brilliant(cut: Cut, stone: Stone) -> String {
    let mut facets = Facets::new();
    let girdle = |j: usize| rim(cut, FRAC_PI_8 * to_f64(j) - FRAC_PI_4 * 1.5, 1.0);
    let middle = |i: usize| rim(cut, FRAC_PI_4 * (to_f64(i) + 0.5) - FRAC_PI_4 * 1.5, 0.8);
    let table = |i: usize| rim(cut, FRAC_PI_4 * to_f64(i) - FRAC_PI_4 * 1.5, 0.56);
    let inner = |i: usize| rim(cut, FRAC_PI_4 * (to_f64(i) + 0.5) - FRAC_PI_4 * 1.5, 0.27);
    for i in 0..8 {
        let (before, after) = ((i + 7) % 8, i + 1);
        let mut crown = |points: &[Point], strength: f64, base: f64, salt: usize| {
            facets.add(
                base + strength * towards_lamp(points) + 0.16 * wobble(i * 5 + salt),
                points,
            );
        };
        crown(
            &[middle(before), table(i), middle(i), girdle(2 * i)],
            0.36,
            0.5,
            0,
        );
        crown(&[middle(i), girdle(2 * i), girdle(2 * i + 1)], 0.3, 0.34, 1);
        crown(
            &[middle(i), girdle(2 * i + 1), girdle(2 * i + 2)],
            0.34,
            0.46,
            2,
        );
        crown(&[table(i), table(after), middle(i)], 0.3, 0.66, 3);
        // Under the table one looks into the pavilion, which mirrors the other side.
        let flip = if i % 2 == 0 { 0.2 } else { -0.18 };
        let left = [table(i), inner(before), inner(i)];
        facets.add(0.44 - 0.3 * towards_lamp(&left) - flip, &left);
        let outer = [table(i), table(after), inner(i)];
        facets.add(
            0.5 - 0.34 * towards_lamp(&outer) + flip + 0.1 * wobble(i),
            &outer,
        );
        let core = [(0.0, 0.0), inner(before), inner(i)];
        facets.add(0.6 + 0.2 * towards_lamp(&core) + 0.8 * flip, &core);
    }
    facets.markup(stone)
}

fn to_f64(index: usize) -> f64 {
    u32::try_from(index).map_or(0.0, f64::from)
}

const fn step_corners(scale: f64) -> [Point; 8] {
    let (w, h, c) = (70.0 * scale, 100.0 * scale, 24.0 * scale);
    [
        (-w + c, -h),
        (w - c, -h),
        (w, -h + c),
        (w, h - c),
        (w - c, h),
        (-w + c, h),
        (-w, h - c),
        (-w, -h + c),
    ]
}

pub(super) fn step_cut(stone: Stone) -> String {
    let mut facets = Facets::new();
    let scales = [1.0, 0.82, 0.64, 0.46];
    for (level, pair) in scales.windows(2).enumerate() {
        let (outer, inner) = (step_corners(pair[0]), step_corners(pair[1]));
        let (strength, base) = [(0.42, 0.4), (0.36, 0.56), (-0.3, 0.5)][level];
        for i in 0..8 {
            let j = (i + 1) % 8;
            let facet = [outer[i], outer[j], inner[j], inner[i]];
            facets.add(
                base + strength * towards_lamp(&facet) + 0.1 * wobble(i + level * 3),
                &facet,
            );
        }
    }
    let table = step_corners(0.46);
    facets.add(0.6, &[table[0], table[1], table[2], table[6], table[7]]);
    facets.add(0.34, &[table[2], table[3], table[4], table[5], table[6]]);
    facets.add(0.8, &[table[7], table[0], (6.0, -46.0), (-32.0, 14.0)]);
    facets.markup(stone)
}

/// The closed outline of a cut as path data.
pub(super) fn outline(cut: Cut) -> String {
    if cut == Cut::Step {
        let corners: Vec<String> = step_corners(1.0)
            .iter()
            .map(|(x, y)| format!("{x:.0} {y:.0}"))
            .collect();
        return format!("M{}z", corners.join(" "));
    }
    let mut path = String::from("M");
    for step in 0..24 {
        let angle = FRAC_PI_8 * 2.0 / 3.0 * f64::from(step);
        let (x, y) = rim(cut, angle, 1.0);
        let _ = write!(path, "{}{x:.0} {y:.0}", if step == 0 { "" } else { " " });
    }
    path.push('z');
    path
}
