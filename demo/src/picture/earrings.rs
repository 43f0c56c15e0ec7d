//! Earrings, drawn as pairs: the left one a little nearer.

use super::canvas::{Canvas, Paint, n};
use super::gem::{Cut, seat};
use super::metalwork::oval;
use super::palette::metal_tones;
use super::shape::{Shape, Stone};

/// The two hooks of a hanging pair.
const PAIR: [(f64, f64); 2] = [(40.0, 18.0), (80.0, 11.0)];

pub(super) fn draw(canvas: &mut Canvas, shape: Shape) {
    match shape {
        Shape::EarStud => studs(canvas),
        Shape::EarPearlStud => pearl_studs(canvas),
        Shape::EarStar => stars(canvas),
        Shape::EarHuggie => huggies(canvas),
        Shape::EarHoop => hoops(canvas, 5.4),
        Shape::EarHoopWide => wide_hoops(canvas),
        Shape::EarHoopTwist => twisted_hoops(canvas),
        Shape::EarDrop => pair(canvas, 105.0, drop),
        Shape::EarPearlDrop => pair(canvas, 106.0, pearl_drop),
        Shape::EarBar => pair(canvas, 108.0, bar),
        Shape::EarLeaf => pair(canvas, 108.0, leaf),
        _ => pair(canvas, 87.0, disc),
    }
}

fn pair(canvas: &mut Canvas, ground: f64, one: fn(&mut Canvas, f64, f64)) {
    for (x, y) in PAIR {
        canvas.shadow(x, ground + (y - 18.0), 14.0, 3.6);
    }
    for (x, y) in PAIR {
        one(canvas, x, y);
    }
}

/// A hook that goes through the ear, with a bead in front.
fn hook(canvas: &mut Canvas, x: f64, y: f64) {
    let d = format!("M{} {}c1-9 11-9 11 1 0 4-2 8-4 10", n(x), n(y));
    canvas.wire(canvas.metal, &d, 1.8);
    canvas.ball(x, y + 2.0, 3.4);
}

fn studs(canvas: &mut Canvas) {
    for (x, y, r) in [(34.0, 74.0, 22.0), (84.0, 40.0, 22.0)] {
        canvas.shadow(x, y + r + 7.0, r * 0.95, 5.0);
        let rim = canvas.paint(Paint::Polish(canvas.metal));
        let tones = metal_tones(canvas.metal);
        canvas.rod(canvas.metal, (x + 6.0, y + 6.0), (x + 24.0, y + 17.0), 2.0);
        canvas.circle(
            x,
            y,
            r,
            &format!(r#"fill="{rim}" stroke="{}" stroke-width=".7""#, tones.deep),
        );
        canvas.circle(x, y, r - 2.6, &format!(r#"fill="{}""#, tones.deep));
        canvas.gem(Cut::Round, seat(x, y, r - 3.4));
        canvas.claws(
            seat(x, y, r),
            (r - 2.2, r - 2.2),
            &[45.0, 135.0, 225.0, 315.0],
            2.5,
        );
        if canvas.stone == Stone::Diamond {
            canvas.glint(x - 6.0, y - 7.0, 5.4);
        }
    }
}

fn pearl_studs(canvas: &mut Canvas) {
    for (x, y) in [(35.0, 74.0), (84.0, 41.0)] {
        canvas.shadow(x, y + 28.0, 20.0, 5.0);
        canvas.rod(canvas.metal, (x + 6.0, y + 6.0), (x + 24.0, y + 16.0), 2.0);
        canvas.ball(x + 4.0, y + 1.0, 18.6);
        canvas.gem(Cut::Round, seat(x, y, 21.0));
    }
}

/// A five-pointed star with a ridge to each point, around a centre.
pub(super) fn star(canvas: &mut Canvas, x: f64, y: f64, r: f64) {
    let tones = metal_tones(canvas.metal);
    let point = |index: u32, radius: f64| {
        let (sin, cos) = (36.0 * f64::from(index) - 90.0).to_radians().sin_cos();
        (x + radius * cos, y + radius * sin)
    };
    let mut rim = String::new();
    for index in 0..10 {
        let (px, py) = point(index, if index % 2 == 0 { r } else { r * 0.46 });
        rim.push_str(&format!(
            "{}{} {}",
            if index == 0 { 'M' } else { ' ' },
            n(px),
            n(py)
        ));
    }
    let edge = n((r * 0.06).max(0.9));
    canvas.path(
        &format!("{rim}z"),
        &format!(
            r#"fill="{0}" stroke="{0}" stroke-width="{edge}" stroke-linejoin="round""#,
            tones.deep
        ),
    );
    for index in 0..10 {
        let radius = |index: u32| if index.is_multiple_of(2) { r } else { r * 0.46 };
        let (a, b) = (
            point(index, radius(index)),
            point(index + 1, radius(index + 1)),
        );
        // Each half of a point is a plane of its own; those facing the lamp are bright.
        let colour = match index {
            0 | 9 => tones.light,
            8 | 6 => tones.shine,
            7 | 4 => tones.middle,
            1 | 5 => tones.dark,
            2 => tones.light,
            _ => tones.deep,
        };
        canvas.path(
            &format!(
                "M{} {}L{} {} {} {}z",
                n(x),
                n(y),
                n(a.0),
                n(a.1),
                n(b.0),
                n(b.1)
            ),
            &format!(
                r#"fill="{colour}" stroke="{colour}" stroke-width=".5" stroke-linejoin="round""#
            ),
        );
    }
}

fn stars(canvas: &mut Canvas) {
    for (x, y) in [(36.0, 76.0), (83.0, 40.0)] {
        canvas.shadow(x, y + 29.0, 22.0, 5.0);
        canvas.rod(canvas.metal, (x, y), (x + 22.0, y + 12.0), 2.0);
        star(canvas, x, y, 26.0);
        if canvas.stone != Stone::Plain {
            canvas.ball(x, y, 7.4);
            canvas.gem(Cut::Round, seat(x, y, 6.2));
        }
    }
}

fn huggies(canvas: &mut Canvas) {
    for (x, y) in [(38.0, 68.0), (82.0, 56.0)] {
        canvas.shadow(x, y + 29.0, 20.0, 4.6);
        canvas.rod(canvas.metal, (x + 10.0, y - 17.0), (x + 15.0, y - 4.0), 1.6);
        let d = format!("M{} {}a17 21 0 1 0 11.5 2.6", n(x - 1.0), n(y - 21.0));
        canvas.wire(canvas.metal, &d, 9.0);
        if canvas.stone != Stone::Plain {
            for index in 0..6 {
                let (sin, cos) = (258.0 - 29.0 * f64::from(index)).to_radians().sin_cos();
                canvas.small_gem(seat(x + 17.0 * cos, y + 21.0 * sin, 3.6));
            }
        }
    }
}

fn hoops(canvas: &mut Canvas, width: f64) {
    for (x, y) in [(43.0, 64.0), (78.0, 54.0)] {
        canvas.shadow(x, y + 41.0, 20.0, 4.4);
        canvas.wire(canvas.metal, &oval(x, y, 25.0, 32.0), width);
        canvas.rod(canvas.metal, (x + 1.0, y - 31.0), (x + 9.0, y - 43.0), 1.5);
        canvas.ball(x, y - 32.0, 3.0);
    }
}

fn wide_hoops(canvas: &mut Canvas) {
    for (x, y) in [(38.0, 66.0), (82.0, 53.0)] {
        canvas.shadow(x, y + 38.0, 24.0, 5.0);
        canvas.rod(canvas.metal, (x + 2.0, y - 28.0), (x + 9.0, y - 38.0), 1.6);
        let tones = metal_tones(canvas.metal);
        let body = canvas.paint(Paint::Outside(canvas.metal));
        let inside = canvas.paint(Paint::Inside(canvas.metal));
        let gleam = canvas.paint(Paint::Gleam);
        canvas.ellipse(
            (x + 5.0, y - 2.0),
            20.0,
            28.0,
            &format!(r#"fill="none" stroke="{inside}" stroke-width="6""#),
        );
        // The hole sits high: the hoop is widest below.
        let outer = oval(x, y, 25.0, 32.0);
        let hole = oval(x + 3.0, y - 7.0, 16.5, 22.5);
        canvas.path(
            &format!("{outer}{hole}"),
            &format!(
                r#"fill="{body}" fill-rule="evenodd" stroke="{}" stroke-width=".7""#,
                tones.deep
            ),
        );
        canvas.path(
            &hole,
            &format!(
                r#"fill="none" stroke="{}" stroke-width="1" stroke-opacity=".9""#,
                tones.light
            ),
        );
        canvas.path(
            &format!(
                "M{} {}c-4 14-1 32 12 42-7-10-12-26-8-40 0-4-3-5-4-2z",
                n(x - 18.0),
                n(y - 16.0)
            ),
            &format!(r#"fill="{gleam}""#),
        );
    }
}

fn twisted_hoops(canvas: &mut Canvas) {
    for (x, y) in [(42.0, 65.0), (80.0, 55.0)] {
        canvas.shadow(x, y + 38.0, 20.0, 4.4);
        canvas.rod(canvas.metal, (x + 2.0, y - 28.0), (x + 9.0, y - 40.0), 1.5);
        canvas.rope((x, y), 25.0, 1.2, 6.4, 30);
    }
}

fn drop(canvas: &mut Canvas, x: f64, y: f64) {
    hook(canvas, x, y);
    canvas.ball(x, y + 14.0, 6.4);
    canvas.small_gem(seat(x, y + 14.0, 5.0));
    canvas.wire(canvas.metal, &oval(x, y + 24.0, 2.0, 3.6), 1.4);
    let (top, r) = (y + 52.0, 21.0);
    let tones = metal_tones(canvas.metal);
    let polish = canvas.paint(Paint::Polish(canvas.metal));
    canvas.path(
        &format!(
            "M{} {}c5 12 18 20 18 33 0 11-8 19-18 19s-18-8-18-19c0-13 13-21 18-33z",
            n(x),
            n(top - 26.0)
        ),
        &format!(
            r#"fill="{polish}" stroke="{}" stroke-width=".7""#,
            tones.deep
        ),
    );
    canvas.gem(Cut::Pear, seat(x, top, r * 0.96));
    if canvas.stone == Stone::Diamond {
        canvas.glint(x - 4.0, top - 4.0, 5.0);
    }
}

fn pearl_drop(canvas: &mut Canvas, x: f64, y: f64) {
    hook(canvas, x, y);
    let d = format!("M{} {}v36", n(x), n(y + 5.0));
    canvas.fine_chain(canvas.metal, &d, 2.2);
    let outside = canvas.paint(Paint::Outside(canvas.metal));
    canvas.pearl(x, y + 61.0, 17.5);
    canvas.path(
        &format!("M{} {}q6-10 12 0-6 3-12 0z", n(x - 6.0), n(y + 46.0)),
        &format!(r#"fill="{outside}""#),
    );
}

fn bar(canvas: &mut Canvas, x: f64, y: f64) {
    hook(canvas, x, y);
    let tones = metal_tones(canvas.metal);
    let outside = canvas.paint(Paint::Outside(canvas.metal));
    let deep = tones.deep;
    canvas.wire(canvas.metal, &oval(x, y + 8.0, 2.0, 3.0), 1.2);
    canvas.put(&format!(
        r#"<rect x="{}" y="{}" width="9" height="68" rx="4.5" fill="{outside}" stroke="{deep}" stroke-width=".6"/>"#,
        n(x - 4.5),
        n(y + 11.0)
    ));
    if canvas.stone != Stone::Plain {
        for index in 0..8 {
            canvas.small_gem(seat(x, y + 17.0 + 8.0 * f64::from(index), 3.7));
        }
    }
}

fn leaf(canvas: &mut Canvas, x: f64, y: f64) {
    hook(canvas, x, y);
    let tones = metal_tones(canvas.metal);
    let face = canvas.paint(Paint::Face(canvas.metal));
    let polish = canvas.paint(Paint::Polish(canvas.metal));
    let at = format!(r#"transform="translate({} {})""#, n(x), n(y + 6.0));
    canvas.group(&at, |canvas| {
        canvas.path("M0 0C-20 18-22 44-2 76-1 50-3 22 0 0z", &format!(r#"fill="{face}" stroke="{}" stroke-width=".6""#, tones.deep));
        canvas.path("M0 0C20 14 24 44-2 76 0 50-2 22 0 0z", &format!(r#"fill="{polish}" stroke="{}" stroke-width=".6""#, tones.deep));
        canvas.path(
            "M-1 18L-11 26M-2 30L-14 39M-2 43L-14 51M-2 55L-10 61M0 18L11 25M-1 30L14 38M-1 43L14 50M-2 55L10 60",
            &format!(r#"stroke="{}" stroke-width="1" stroke-opacity=".5" stroke-linecap="round""#, tones.deep),
        );
        canvas.path(
            "M0 1C-3 24-1 50-2 74",
            &format!(r#"fill="none" stroke="{}" stroke-width="1.3""#, tones.shine),
        );
    });
}

fn disc(canvas: &mut Canvas, x: f64, y: f64) {
    hook(canvas, x, y);
    canvas.wire(canvas.metal, &oval(x, y + 12.0, 2.4, 4.0), 1.4);
    let (cy, r) = (y + 38.0, 22.0);
    if canvas.stone != Stone::Plain {
        canvas.medal(x, cy, r);
        canvas.ball(x, cy, 8.4);
        canvas.gem(Cut::Round, seat(x, cy, 7.2));
        return;
    }
    hammered(canvas, x, cy, r);
}

/// A disc whose face keeps the marks of the hammer.
fn hammered(canvas: &mut Canvas, x: f64, y: f64, r: f64) {
    let tones = metal_tones(canvas.metal);
    let polish = canvas.paint(Paint::Polish(canvas.metal));
    let ball = canvas.paint(Paint::Ball(canvas.metal));
    let deep = tones.deep;
    canvas.circle(
        x,
        y,
        r,
        &format!(r#"fill="{polish}" stroke="{deep}" stroke-width=".7""#),
    );
    let dent = canvas.share(&format!(
        r#"<circle r="6.4" fill="{ball}" opacity=".34" transform="rotate(180)"/>"#
    ));
    for (dx, dy) in [
        (0.0, 0.0),
        (-8.0, -4.0),
        (7.5, -5.0),
        (-4.0, 8.0),
        (6.0, 7.5),
        (-1.0, -10.0),
        (-13.0, 4.0),
        (13.5, 2.0),
        (1.0, 14.5),
        (-10.5, -12.0),
        (10.0, -13.0),
        (-10.0, 12.5),
        (11.0, 12.0),
    ] {
        canvas.reuse(&dent, &format!(r#"x="{}" y="{}""#, n(x + dx), n(y + dy)));
    }
    canvas.circle(
        x,
        y,
        r - 1.0,
        &format!(r#"fill="none" stroke="{}" stroke-width="1.4""#, tones.shine),
    );
}
