//! Stones: facets, cabochons and pearls.

use std::f64::consts::{FRAC_PI_4, FRAC_PI_8};
use std::fmt::Write as _;

use super::canvas::{Canvas, Paint, n, n2};
use super::palette::{is_faceted, metal_tones, stone_tones};
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

/// Where a stone sits: its centre, half its height, how much it is seen from the side (1 is from
/// straight above) and by how many degrees it is turned.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seat {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) r: f64,
    pub(super) squash: f64,
    pub(super) turn: f64,
}

/// A stone at a place, seen from above.
pub(super) const fn seat(x: f64, y: f64, r: f64) -> Seat {
    Seat {
        x,
        y,
        r,
        squash: 1.0,
        turn: 0.0,
    }
}

impl Seat {
    pub(super) const fn squashed(self, squash: f64) -> Self {
        Self { squash, ..self }
    }

    pub(super) const fn turned(self, turn: f64) -> Self {
        Self { turn, ..self }
    }

    fn transform(self) -> String {
        let mut transform = format!("translate({} {})", n(self.x), n(self.y));
        if self.turn != 0.0 {
            let _ = write!(transform, " rotate({})", n(self.turn));
        }
        let scale = self.r / 100.0;
        if self.squash < 1.0 {
            let _ = write!(transform, " scale({:.3} {:.3})", scale, scale * self.squash);
        } else {
            let _ = write!(transform, " scale({scale:.3})");
        }
        transform
    }
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

fn brilliant(cut: Cut, stone: Stone) -> String {
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

fn step_cut(stone: Stone) -> String {
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
fn outline(cut: Cut) -> String {
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

/// The size of a cut for an ellipse around it, in hundredths.
const fn extent(cut: Cut) -> (u32, u32) {
    match cut {
        Cut::Round => (100, 100),
        Cut::Oval => (76, 100),
        Cut::Pear => (78, 108),
        Cut::Cushion => (92, 92),
        Cut::Step => (70, 100),
    }
}

impl Canvas {
    /// The piece's stone: facets, a cabochon, a pearl, or polished metal where it has none.
    pub(super) fn gem(&mut self, cut: Cut, seat: Seat) {
        self.gem_of(self.stone, cut, seat);
    }

    /// A stone of the given kind.
    pub(super) fn gem_of(&mut self, stone: Stone, cut: Cut, seat: Seat) {
        match stone {
            Stone::Pearl => self.pearl(seat.x, seat.y, seat.r * 0.96),
            _ if is_faceted(stone) => self.faceted(stone, cut, seat),
            _ => self.smooth(stone, cut, seat),
        }
    }

    fn faceted(&mut self, stone: Stone, cut: Cut, seat: Seat) {
        let tones = stone_tones(stone);
        let facets = if cut == Cut::Step {
            step_cut(stone)
        } else {
            brilliant(cut, stone)
        };
        let rim = outline(cut);
        // The body below the facets closes the hairlines between them.
        let markup = format!(
            r##"<g stroke-linejoin="round"><path d="{rim}" fill="{}" stroke="{}" stroke-width="5"/>{facets}<path d="{rim}" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="3"/></g>"##,
            tones[2], tones[0]
        );
        let reference = self.share(&markup);
        self.reuse(&reference, &format!(r#"transform="{}""#, seat.transform()));
    }

    fn smooth(&mut self, stone: Stone, cut: Cut, seat: Seat) {
        let (wide, high) = extent(cut);
        let rim = outline(cut);
        let deep = if stone == Stone::Plain {
            metal_tones(self.metal).deep
        } else {
            stone_tones(stone)[0]
        };
        let body = if stone == Stone::Plain {
            Paint::Ball(self.metal)
        } else {
            Paint::Smooth(stone)
        };
        let body = self.paint(body);
        let gleam = self.paint(Paint::Gleam);
        let round = matches!(cut, Cut::Round | Cut::Oval);
        let mut inside = if round {
            format!(
                r#"<ellipse rx="{wide}" ry="{high}" fill="{body}" stroke="{deep}" stroke-width="4"/>"#
            )
        } else {
            format!(
                r#"<path d="{rim}" fill="{body}" stroke="{deep}" stroke-width="4" stroke-linejoin="round"/>"#
            )
        };
        if stone == Stone::Opal {
            inside.push_str(&self.opal_fire());
        }
        let (rx, ry) = (f64::from(wide) * 0.5, f64::from(high) * 0.26);
        let _ = write!(
            inside,
            r##"<ellipse cx="-{}" cy="-{}" rx="{}" ry="{}" transform="rotate(-28)" fill="{gleam}"/><ellipse cx="{}" cy="{}" rx="{}" ry="{}" transform="rotate(-32)" fill="#fff" opacity=".22"/>"##,
            n(f64::from(wide) * 0.06),
            n(f64::from(high) * 0.52),
            n(rx),
            n(ry),
            n(f64::from(wide) * 0.06),
            n(f64::from(high) * 0.66),
            n(rx * 0.8),
            n(ry * 0.34),
        );
        let reference = self.share(&format!("<g stroke-linejoin=\"round\">{inside}</g>"));
        self.reuse(&reference, &format!(r#"transform="{}""#, seat.transform()));
    }

    fn opal_fire(&mut self) -> String {
        let mut fire = String::new();
        for (colour, x, y, rx, ry, turn) in [
            ("#22c3ae", -26, 30, 66, 40, 30),
            ("#ff7fa8", 34, -18, 60, 36, -40),
            ("#ffab4a", 28, 46, 48, 28, 10),
            ("#4d9bff", -40, -30, 54, 36, -20),
            ("#5fd676", 4, 4, 34, 52, 50),
        ] {
            let spot = self.paint(Paint::Spot(colour));
            let _ = write!(
                fire,
                r#"<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{spot}" transform="rotate({turn})"/>"#
            );
        }
        fire
    }

    /// A pearl with its soft light and the reflection of what lies below it.
    pub(super) fn pearl(&mut self, x: f64, y: f64, r: f64) {
        let body = self.paint(Paint::Pearl);
        let blush = self.paint(Paint::Spot("#f3c9c4"));
        let markup = format!(
            r##"<g stroke="none"><circle r="100" fill="{body}"/><ellipse cx="26" cy="40" rx="56" ry="44" fill="{blush}" opacity=".42"/><ellipse cx="-32" cy="-38" rx="26" ry="19" fill="#fff" transform="rotate(-38 -32 -38)"/></g>"##
        );
        let reference = self.share(&markup);
        let scale = r / 100.0;
        self.reuse(
            &reference,
            &format!(
                r#"transform="translate({} {}) scale({scale:.3})""#,
                n(x),
                n(y)
            ),
        );
    }

    /// A small stone for rows of stones: few facets, many copies.
    pub(super) fn small_gem(&mut self, seat: Seat) {
        let stone = self.stone;
        if !is_faceted(stone) {
            self.gem_of(stone, Cut::Round, seat);
            return;
        }
        let tones = stone_tones(stone);
        let markup = format!(
            r##"<g stroke="{}"><circle r="92" fill="{}" stroke-width="16"/><path d="M-88 0-62-62 0-88 0-40-40-40-40 0z" fill="{}" stroke="none"/><path d="M88 0 62 62 0 88 0 40 40 40 40 0z" fill="{}" stroke="none"/><path d="M-40-40H40L-40 40z" fill="{}" stroke="none"/><path d="M40-40V40H-40z" fill="{}" stroke="none"/></g>"##,
            tones[0], tones[2], tones[4], tones[1], tones[5], tones[3]
        );
        let reference = self.share(&markup);
        self.reuse(&reference, &format!(r#"transform="{}""#, seat.transform()));
    }

    /// A ball of the piece's metal.
    pub(super) fn ball(&mut self, x: f64, y: f64, r: f64) {
        let fill = self.paint(Paint::Ball(self.metal));
        self.circle(x, y, r, &format!(r#"fill="{fill}""#));
    }

    /// Claws over the rim of a stone, at angles in degrees.
    pub(super) fn claws(&mut self, seat: Seat, reach: (f64, f64), angles: &[f64], r: f64) {
        for angle in angles {
            let (sin, cos) = (angle + seat.turn).to_radians().sin_cos();
            let x = seat.x + cos * reach.0;
            let y = seat.y + sin * reach.1;
            self.ball(x, y, r);
        }
    }

    /// A four-pointed glint, for the one place that catches the lamp.
    pub(super) fn glint(&mut self, x: f64, y: f64, r: f64) {
        let spike = format!(
            "M{x} {top}Q{x} {y} {right} {y} {x} {y} {x} {bottom} {x} {y} {left} {y} {x} {y} {x} {top}z",
            x = n2(x),
            y = n2(y),
            top = n2(y - r),
            bottom = n2(y + r),
            left = n2(x - r),
            right = n2(x + r),
        );
        self.path(&spike, r##"fill="#fff""##);
    }
}
