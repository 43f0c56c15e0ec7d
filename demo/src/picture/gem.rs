//! Stones: facets, cabochons and pearls.

use std::fmt::Write as _;

use super::canvas::{Canvas, Paint, n, n2};
pub(super) use super::facet::Cut;
use super::facet::{brilliant, outline, step_cut};
use super::palette::{is_faceted, metal_tones, stone_tones};
use super::shape::Stone;

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
