//! Collects the elements of one picture and the paints they use.

use std::fmt::Write as _;

use super::palette::{metal_tones, stone_tones};
use super::shape::{Drawing, Metal, Shape, Stone};

/// Width and height of every picture in its own units.
pub(super) const SIDE: f64 = 120.0;

/// A gradient, written into the picture when it is first used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Paint {
    /// Polished metal, lit from the top left.
    Polish(Metal),
    /// The outside of a tube, light and dark across its width.
    Outside(Metal),
    /// The inside of a tube.
    Inside(Metal),
    /// A ball or a struck disc.
    Ball(Metal),
    /// A flat brushed face.
    Face(Metal),
    /// White that fades out along the diagonal: a reflection on a rounded edge.
    Gleam,
    /// White that is strongest in the middle of its width.
    Window,
    /// The shadow on the ground.
    Shadow,
    /// The body of a smooth stone.
    Smooth(Stone),
    /// A pearl.
    Pearl,
    /// A soft spot of one colour, for opals.
    Spot(&'static str),
    /// Two colours from top to bottom, for cloth and paper.
    Cloth(&'static str, &'static str),
    /// Three colours along the diagonal.
    Sheen(&'static str, &'static str, &'static str),
}

/// One picture in the making.
pub(super) struct Canvas {
    key: String,
    paints: Vec<Paint>,
    shared: Vec<String>,
    body: String,
    /// Metal of the piece.
    pub(super) metal: Metal,
    /// Stone of the piece.
    pub(super) stone: Stone,
}

/// A number as short as one decimal allows.
pub(super) fn n(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// A number with two decimals, where one is too coarse.
pub(super) fn n2(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

impl Canvas {
    pub(super) fn new(drawing: Drawing) -> Self {
        let place = |found: Option<usize>| found.unwrap_or(0);
        let shape = place(Shape::ALL.iter().position(|shape| *shape == drawing.shape));
        let metal = place(Metal::ALL.iter().position(|metal| *metal == drawing.metal));
        let stone = place(Stone::ALL.iter().position(|stone| *stone == drawing.stone));
        let serial = (shape * Metal::ALL.len() + metal) * Stone::ALL.len() + stone;
        Self {
            // Its own name space for each picture, so that many may stand on one page.
            key: format!("v{serial:x}"),
            paints: Vec::new(),
            shared: Vec::new(),
            body: String::new(),
            metal: drawing.metal,
            stone: drawing.stone,
        }
    }

    /// Adds markup.
    pub(super) fn put(&mut self, markup: &str) {
        self.body.push_str(markup);
    }

    /// The value of `fill` or `stroke` for a paint.
    pub(super) fn paint(&mut self, paint: Paint) -> String {
        let index = self
            .paints
            .iter()
            .position(|known| *known == paint)
            .unwrap_or_else(|| {
                self.paints.push(paint);
                self.paints.len() - 1
            });
        format!("url(#{}p{index})", self.key)
    }

    /// Keeps markup to be used many times and answers with its reference. The markup must be one
    /// element that starts with `<name `, its id is added.
    pub(super) fn share(&mut self, markup: &str) -> String {
        let index = self
            .shared
            .iter()
            .position(|known| known == markup)
            .unwrap_or_else(|| {
                self.shared.push(markup.to_owned());
                self.shared.len() - 1
            });
        format!("#{}s{index}", self.key)
    }

    /// Uses shared markup with more attributes.
    pub(super) fn reuse(&mut self, reference: &str, attributes: &str) {
        let _ = write!(self.body, r#"<use href="{reference}" {attributes}/>"#);
    }

    /// A path with attributes.
    pub(super) fn path(&mut self, d: &str, attributes: &str) {
        let _ = write!(self.body, r#"<path d="{d}" {attributes}/>"#);
    }

    /// A circle with attributes.
    pub(super) fn circle(&mut self, x: f64, y: f64, r: f64, attributes: &str) {
        let _ = write!(
            self.body,
            r#"<circle cx="{}" cy="{}" r="{}" {attributes}/>"#,
            n(x),
            n(y),
            n2(r)
        );
    }

    /// An ellipse with attributes.
    pub(super) fn ellipse(&mut self, at: (f64, f64), rx: f64, ry: f64, attributes: &str) {
        let _ = write!(
            self.body,
            r#"<ellipse cx="{}" cy="{}" rx="{}" ry="{}" {attributes}/>"#,
            n(at.0),
            n(at.1),
            n(rx),
            n(ry)
        );
    }

    /// A group of what `inside` draws.
    pub(super) fn group(&mut self, attributes: &str, inside: impl FnOnce(&mut Self)) {
        let _ = write!(self.body, "<g {attributes}>");
        inside(self);
        self.body.push_str("</g>");
    }

    /// The shadow on the ground below a piece.
    pub(super) fn shadow(&mut self, x: f64, y: f64, rx: f64, ry: f64) {
        let paint = self.paint(Paint::Shadow);
        self.ellipse((x, y), rx, ry, &format!(r#"fill="{paint}""#));
    }

    /// The finished picture.
    pub(super) fn finish(self) -> String {
        let mut svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}"><defs>"#
        );
        for (index, paint) in self.paints.iter().enumerate() {
            svg.push_str(&gradient(*paint, &format!("{}p{index}", self.key)));
        }
        for (index, markup) in self.shared.iter().enumerate() {
            let id = format!(r#" id="{}s{index}" "#, self.key);
            svg.push_str(&markup.replacen(' ', &id, 1));
        }
        svg.push_str("</defs>");
        svg.push_str(&self.body);
        svg.push_str("</svg>");
        svg
    }
}

type Stop<'a> = (u32, &'a str, f64);

fn stops(stops: &[Stop<'_>]) -> String {
    let mut markup = String::new();
    for (percent, colour, opacity) in stops {
        let _ = write!(markup, r#"<stop offset="{percent}%" stop-color="{colour}""#);
        if *opacity < 1.0 {
            let _ = write!(markup, r#" stop-opacity="{}""#, n2(*opacity));
        }
        markup.push_str("/>");
    }
    markup
}

fn linear(id: &str, to: (u32, u32), colours: &[Stop<'_>]) -> String {
    let (x2, y2) = to;
    let colours = stops(colours);
    format!(r#"<linearGradient id="{id}" x2="{x2}" y2="{y2}">{colours}</linearGradient>"#)
}

fn radial(id: &str, centre: (f64, f64), r: f64, colours: &[Stop<'_>]) -> String {
    let (cx, cy) = (n2(centre.0), n2(centre.1));
    let colours = stops(colours);
    format!(
        r#"<radialGradient id="{id}" cx="{cx}" cy="{cy}" r="{}">{colours}</radialGradient>"#,
        n2(r)
    )
}

fn gradient(paint: Paint, id: &str) -> String {
    match paint {
        Paint::Polish(metal)
        | Paint::Outside(metal)
        | Paint::Inside(metal)
        | Paint::Ball(metal)
        | Paint::Face(metal) => metal_gradient(paint, metal, id),
        Paint::Gleam => linear(
            id,
            (1, 1),
            &[(0, "#fff", 0.95), (38, "#fff", 0.5), (62, "#fff", 0.0)],
        ),
        Paint::Window => linear(
            id,
            (1, 0),
            &[
                (4, "#fff", 0.0),
                (28, "#fff", 0.9),
                (44, "#fff", 0.25),
                (70, "#fff", 0.0),
            ],
        ),
        Paint::Shadow => radial(
            id,
            (0.5, 0.5),
            0.5,
            &[
                (0, "#0c1a17", 0.34),
                (50, "#0c1a17", 0.13),
                (100, "#0c1a17", 0.0),
            ],
        ),
        Paint::Smooth(stone) => smooth_gradient(stone, id),
        Paint::Pearl => radial(
            id,
            (0.36, 0.3),
            0.74,
            &[
                (0, "#ffffff", 1.0),
                (24, "#fcf7f3", 1.0),
                (50, "#ece0d9", 1.0),
                (76, "#c3b0aa", 1.0),
                (90, "#a3908d", 1.0),
                (100, "#d8ccc7", 1.0),
            ],
        ),
        Paint::Spot(colour) => radial(
            id,
            (0.5, 0.5),
            0.5,
            &[(0, colour, 0.85), (55, colour, 0.35), (100, colour, 0.0)],
        ),
        Paint::Cloth(top, bottom) => linear(id, (0, 1), &[(0, top, 1.0), (100, bottom, 1.0)]),
        Paint::Sheen(first, second, third) => linear(
            id,
            (1, 1),
            &[(0, first, 1.0), (45, second, 1.0), (100, third, 1.0)],
        ),
    }
}

fn smooth_gradient(stone: Stone, id: &str) -> String {
    let [deep, dark, middle, body, light, _] = stone_tones(stone);
    let colours = if stone == Stone::Onyx {
        [
            (0, body, 1.0),
            (30, middle, 1.0),
            (65, dark, 1.0),
            (100, deep, 1.0),
        ]
    } else {
        [
            (0, light, 1.0),
            (30, body, 1.0),
            (68, middle, 1.0),
            (100, dark, 1.0),
        ]
    };
    radial(id, (0.36, 0.3), 0.8, &colours)
}

/// Where the tones of a metal stand along a gradient: percent, and the tone from 0 (shine) to 4
/// (deep).
const fn reflections(paint: Paint) -> &'static [(u32, usize)] {
    match paint {
        Paint::Outside(_) => &[
            (0, 3),
            (9, 2),
            (22, 1),
            (31, 0),
            (42, 1),
            (58, 2),
            (76, 3),
            (87, 4),
            (94, 3),
            (100, 1),
        ],
        Paint::Inside(_) => &[(0, 4), (20, 3), (48, 4), (70, 3), (88, 1), (100, 2)],
        Paint::Ball(_) => &[(0, 0), (22, 1), (52, 2), (82, 3), (93, 4), (100, 3)],
        Paint::Face(_) => &[(0, 1), (24, 0), (44, 1), (70, 2), (88, 1), (100, 2)],
        _ => &[
            (0, 0),
            (18, 1),
            (38, 2),
            (52, 3),
            (66, 1),
            (76, 0),
            (86, 2),
            (100, 3),
        ],
    }
}

fn metal_gradient(paint: Paint, metal: Metal, id: &str) -> String {
    let tones = metal_tones(metal);
    let tones = [
        tones.shine,
        tones.light,
        tones.middle,
        tones.dark,
        tones.deep,
    ];
    let stops: Vec<Stop<'_>> = reflections(paint)
        .iter()
        .map(|&(percent, tone)| (percent, tones[tone], 1.0))
        .collect();
    match paint {
        Paint::Ball(_) => radial(id, (0.36, 0.3), 0.78, &stops),
        Paint::Outside(_) | Paint::Inside(_) => linear(id, (1, 0), &stops),
        _ => linear(id, (1, 1), &stops),
    }
}
