//! Charms and medals with their clip, and the figures that other pieces share.

use super::canvas::{Canvas, Paint, n};
use super::earrings;
use super::gem::{Cut, seat};
use super::metalwork::oval;
use super::palette::metal_tones;
use super::shape::Shape;

pub(super) fn draw(canvas: &mut Canvas, shape: Shape) {
    match shape {
        Shape::CharmSun => clip_medal(canvas, sun),
        Shape::CharmStar => clip_medal(canvas, star),
        Shape::CharmMoon => clip_medal(canvas, moon),
        Shape::CharmLetter => clip_medal(canvas, letter),
        Shape::CharmBlank => clip_medal(canvas, |_, _, _, _| {}),
        Shape::CharmHeart => clipped(canvas, |canvas| heart(canvas, 60.0, 74.0, 34.0)),
        Shape::CharmDice => clipped(canvas, |canvas| dice(canvas, 60.0, 74.0, 33.0)),
        Shape::CharmShell => clipped(canvas, shell),
        Shape::CharmStone => clipped(canvas, stone),
        Shape::CharmBead => bead(canvas),
        _ => clipped(canvas, bow),
    }
}

fn clip(canvas: &mut Canvas) {
    canvas.wire(canvas.metal, &oval(60.0, 20.0, 11.0, 12.0), 4.6);
    canvas.ball(49.5, 25.0, 3.0);
    canvas.wire(canvas.metal, &oval(60.0, 36.0, 3.6, 4.6), 2.4);
}

fn clipped(canvas: &mut Canvas, figure: impl FnOnce(&mut Canvas)) {
    canvas.shadow(60.0, 111.0, 26.0, 5.0);
    figure(canvas);
    clip(canvas);
}

fn clip_medal(canvas: &mut Canvas, figure: fn(&mut Canvas, f64, f64, f64)) {
    clipped(canvas, |canvas| {
        canvas.medal(60.0, 73.0, 34.0);
        figure(canvas, 60.0, 73.0, 34.0);
    });
}

/// A sun with sixteen rays.
pub(super) fn sun(canvas: &mut Canvas, x: f64, y: f64, r: f64) {
    let mut rays = String::new();
    for index in 0..16 {
        let angle = 22.5 * f64::from(index);
        let long = if index % 2 == 0 { 0.66 } else { 0.54 };
        let at = |degrees: f64, part: f64| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            format!("{} {}", n(x + r * part * cos), n(y + r * part * sin))
        };
        rays.push_str(&format!(
            "M{}L{} {}z",
            at(angle - 7.0, 0.36),
            at(angle, long),
            at(angle + 7.0, 0.36)
        ));
    }
    canvas.relief(&rays, r * 0.02);
    canvas.relief(&oval(x, y, r * 0.29, r * 0.29), r * 0.025);
    canvas.ball(x, y, r * 0.27);
}

/// A faceted star.
pub(super) fn star(canvas: &mut Canvas, x: f64, y: f64, r: f64) {
    let tones = metal_tones(canvas.metal);
    canvas.group(
        &format!(
            r#"transform="translate({0} {0})" fill="{1}" opacity=".5""#,
            n(r * 0.035),
            tones.deep
        ),
        |canvas| {
            let mut d = String::new();
            for index in 0..10 {
                let radius = if index % 2 == 0 { r * 0.66 } else { r * 0.3 };
                let (sin, cos) = (36.0 * f64::from(index) - 90.0).to_radians().sin_cos();
                let lead = if index == 0 { 'M' } else { ' ' };
                d.push_str(&format!(
                    "{lead}{} {}",
                    n(x + radius * cos),
                    n(y + radius * sin)
                ));
            }
            canvas.path(&format!("{d}z"), r#"stroke-linejoin="round""#);
        },
    );
    earrings::star(canvas, x, y, r * 0.66);
}

/// A crescent with two small stars.
fn moon(canvas: &mut Canvas, x: f64, y: f64, r: f64) {
    let d = crescent_path(x - r * 0.06, y, r * 0.56);
    canvas.relief(&d, r * 0.025);
    for (dx, dy, size) in [(0.34, -0.28, 0.13), (0.42, 0.2, 0.09)] {
        let (cx, cy, s) = (x + r * dx, y + r * dy, r * size);
        let spark = format!(
            "M{x} {a}Q{x} {y} {d} {y} {x} {y} {x} {b} {x} {y} {c} {y} {x} {y} {x} {a}z",
            x = n(cx),
            y = n(cy),
            a = n(cy - s * 1.5),
            b = n(cy + s * 1.5),
            c = n(cx - s * 1.5),
            d = n(cx + s * 1.5)
        );
        canvas.relief(&spark, r * 0.015);
    }
}

fn letter(canvas: &mut Canvas, x: f64, y: f64, r: f64) {
    // A capital A with serifs, drawn rather than set: fonts differ from machine to machine.
    let s = r / 34.0;
    let p = |dx: f64, dy: f64| format!("{} {}", n(x + dx * s), n(y + dy * s));
    let d = format!(
        "M{}L{} {} {}H{}V{}H{}V{}L{}L{} {}L{} {}H{}V{}H{}V{}L{}z",
        p(-2.4, -18.0),
        p(2.6, -18.0),
        p(14.4, 14.0),
        p(17.6, 14.4),
        n(x + 17.6 * s),
        n(y + 17.0 * s),
        n(x + 5.0 * s),
        n(y + 14.4 * s),
        p(8.4, 14.0),
        p(5.4, 5.4),
        p(-6.0, 5.4),
        p(-8.8, 14.0),
        p(-5.0, 14.4),
        n(x - 5.0 * s),
        n(y + 17.0 * s),
        n(x - 17.0 * s),
        n(y + 14.4 * s),
        p(-13.0, 14.0)
    );
    let hole = format!("M{}L{} {}z", p(-0.2, -10.6), p(-5.0, 2.4), p(4.4, 2.4));
    let tones = metal_tones(canvas.metal);
    let outline = format!("{d}{hole}");
    canvas.path(
        &outline,
        &format!(
            r#"fill="{}" fill-rule="evenodd" transform="translate({1} {1})""#,
            tones.shine,
            n(s * 0.9)
        ),
    );
    canvas.path(
        &outline,
        &format!(r#"fill="{}" fill-rule="evenodd""#, tones.deep),
    );
}

/// A crescent that opens to the upper right.
fn crescent_path(x: f64, y: f64, r: f64) -> String {
    let tip = |degrees: f64| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        format!("{} {}", n(x + r * cos), n(y + r * sin))
    };
    let (upper, lower) = (tip(-84.0), tip(40.0));
    let (outer, inner) = (n(r), n(r * 0.89));
    format!("M{upper}A{outer} {outer} 0 1 0 {lower}A{inner} {inner} 0 0 1 {upper}z")
}

/// A full crescent on its own.
pub(super) fn crescent(canvas: &mut Canvas, x: f64, y: f64, r: f64) {
    let tones = metal_tones(canvas.metal);
    let ball = canvas.paint(Paint::Ball(canvas.metal));
    let gleam = canvas.paint(Paint::Gleam);
    canvas.path(
        &crescent_path(x, y, r),
        &format!(
            r#"fill="{ball}" stroke="{}" stroke-width=".8" stroke-linejoin="round""#,
            tones.deep
        ),
    );
    let shine = n(r * 0.84);
    canvas.path(
        &format!(
            "M{} {}A{shine} {shine} 0 0 0 {} {}",
            n(x - r * 0.34),
            n(y - r * 0.74),
            n(x - r * 0.5),
            n(y + r * 0.66)
        ),
        &format!(
            r#"fill="none" stroke="{gleam}" stroke-width="{}" stroke-linecap="round""#,
            n(r * 0.13)
        ),
    );
}

/// A full heart, rounded on both sides.
pub(super) fn heart(canvas: &mut Canvas, x: f64, y: f64, r: f64) {
    let tones = metal_tones(canvas.metal);
    let ball = canvas.paint(Paint::Ball(canvas.metal));
    let gleam = canvas.paint(Paint::Gleam);
    let place = format!(
        r#"transform="translate({} {})scale({:.3})""#,
        n(x),
        n(y),
        r / 34.0
    );
    canvas.group(&place, |canvas| {
        canvas.path(
            "M0 33C-16 21-33 6-33-12-33-24-25-32-15-32-8-32-2-28 0-22 2-28 8-32 15-32 25-32 33-24 33-12 33 6 16 21 0 33z",
            &format!(r#"fill="{ball}" stroke="{}" stroke-width="1.2""#, tones.deep),
        );
        canvas.path(
            "M-28-10C-28-20-22-27-14-27-10-27-7-25-5-22-14-22-21-14-22-5-22 0-28-3-28-10z",
            &format!(r#"fill="{gleam}""#),
        );
        canvas.path(
            "M8 21C18 13 27 3 29-8",
            &format!(r#"fill="none" stroke="{}" stroke-width="2" stroke-opacity=".75" stroke-linecap="round""#, tones.light),
        );
    });
}

/// A die with rounded corners: three faces, five, three and six.
pub(super) fn dice(canvas: &mut Canvas, x: f64, y: f64, r: f64) {
    let tones = metal_tones(canvas.metal);
    let face = canvas.paint(Paint::Face(canvas.metal));
    let left = canvas.paint(Paint::Polish(canvas.metal));
    let right = canvas.paint(Paint::Inside(canvas.metal));
    let deep = tones.deep;
    let place = format!(
        r#"transform="translate({} {})scale({:.3})""#,
        n(x),
        n(y),
        r / 34.0
    );
    canvas.group(&place, |canvas| {
        canvas.path(
            "M-27-15C-29-14-30-12-30-10L-28 17C-28 19-27 21-25 22L-3 34C-1 35 1 35 3 34L25 22C27 21 28 19 28 17L30-10C30-12 29-14 27-15L4-30C2-31-2-31-4-30z",
            &format!(r#"fill="{}" stroke="{deep}" stroke-width="1""#, tones.middle),
        );
        canvas.path("M0 2L29-13 27 19Q26 21 24 22L0 35z", &format!(r#"fill="{right}""#));
        canvas.path("M0 2L-29-13-27 19Q-26 21-24 22L0 35z", &format!(r#"fill="{left}""#));
        canvas.path("M0 2L-29-13-3-30Q0-31 3-30L29-13z", &format!(r#"fill="{face}""#));
        canvas.path(
            "M0 3V34M0 2.5L-28-12.5M0 2.5L28-12.5",
            &format!(r#"fill="none" stroke="{}" stroke-width="1.8" stroke-linecap="round""#, tones.shine),
        );
        let dots = canvas.share(&format!(r#"<ellipse rx="4.2" ry="2.6" fill="{deep}"/>"#));
        for (dx, dy) in [(0.0, -14.0), (0.0, -24.0), (0.0, -4.5), (-15.0, -14.0), (15.0, -14.0)] {
            canvas.reuse(&dots, &format!(r#"x="{dx}" y="{dy}""#));
        }
        for (dx, dy) in [(-20.0, -1.0), (-14.0, 10.0), (-7.0, 21.0)] {
            canvas.reuse(&dots, &format!(r#"transform="translate({dx} {dy})skewY(28)rotate(70)""#));
        }
        for (dx, dy) in [(8.0, 8.0), (8.0, 16.5), (8.0, 25.0), (21.0, 0.0), (20.5, 9.0), (20.0, 17.5)] {
            canvas.reuse(&dots, &format!(r#"transform="translate({dx} {dy})skewY(-28)rotate(110)scale(.85)""#));
        }
    });
}

fn shell(canvas: &mut Canvas) {
    let tones = metal_tones(canvas.metal);
    let polish = canvas.paint(Paint::Polish(canvas.metal));
    let ball = canvas.paint(Paint::Ball(canvas.metal));
    let deep = tones.deep;
    canvas.path(
        "M60 40C76 40 97 58 95 80Q92 90 84 90 80 100 71 99 66 108 60 106 54 108 49 99 40 100 36 90 28 90 25 80C23 58 44 40 60 40z",
        &format!(r#"fill="{ball}" stroke="{deep}" stroke-width="1""#),
    );
    for d in [
        "M57 44C44 60 34 74 31 86",
        "M58 44C52 64 46 82 43 95",
        "M60 44V103",
        "M62 44C68 64 74 82 77 95",
        "M63 44C76 60 86 74 89 86",
    ] {
        canvas.path(d, &format!(r#"fill="none" stroke="{deep}" stroke-width="1.6" stroke-opacity=".6" stroke-linecap="round""#));
        canvas.path(d, &format!(r#"fill="none" stroke="{}" stroke-width="1.2" stroke-opacity=".9" stroke-linecap="round" transform="translate(-1.8 0)""#, tones.shine));
    }
    canvas.path(
        "M48 42Q60 34 72 42L69 49Q60 45 51 49z",
        &format!(r#"fill="{polish}" stroke="{deep}" stroke-width=".8""#),
    );
}

fn stone(canvas: &mut Canvas) {
    let tones = metal_tones(canvas.metal);
    let polish = canvas.paint(Paint::Polish(canvas.metal));
    let (x, y, r) = (60.0, 73.0, 31.0);
    canvas.circle(
        x,
        y,
        r + 2.6,
        &format!(
            r#"fill="{polish}" stroke="{}" stroke-width=".8""#,
            tones.deep
        ),
    );
    canvas.circle(x, y, r - 0.6, &format!(r#"fill="{}""#, tones.deep));
    canvas.gem(Cut::Round, seat(x, y, r - 1.6));
    canvas.claws(seat(x, y, r), (r, r), &[45.0, 135.0, 225.0, 315.0], 3.4);
}

/// A ball with a row of grains around its middle, threaded on a red cord.
fn bead(canvas: &mut Canvas) {
    canvas.shadow(60.0, 104.0, 34.0, 6.0);
    let tones = metal_tones(canvas.metal);
    let gleam = canvas.paint(Paint::Gleam);
    for (colour, width, dash, lift) in [
        ("#6d1420", "5", "none", 0.0),
        ("#c8505f", "1.8", "2.6 2.2", -0.8),
    ] {
        let cord = format!(
            "M4 {}C20 {} 30 {} 60 {}S100 {} 116 {}",
            n(44.0 + lift),
            n(34.0 + lift),
            n(50.0 + lift),
            n(58.0 + lift),
            n(82.0 + lift),
            n(64.0 + lift)
        );
        canvas.path(
            &cord,
            &format!(
                r#"fill="none" stroke="{colour}" stroke-width="{width}" stroke-dasharray="{dash}" stroke-linecap="round""#
            ),
        );
    }
    canvas.ball(60.0, 62.0, 38.0);
    canvas.group(r#"transform="rotate(-14 60 62)""#, |canvas| {
        for (from, to) in [(-9.5, -9.5), (9.5, 9.5)] {
            canvas.path(
                &format!(
                    "M23 {}Q60 {} 97 {}",
                    n(62.0 + from),
                    n(82.0 + to),
                    n(62.0 + from)
                ),
                &format!(
                    r#"fill="none" stroke="{}" stroke-width="1.6" stroke-opacity=".7""#,
                    tones.deep
                ),
            );
        }
        for index in 0..11 {
            let degrees = 12.0 + 15.6 * f64::from(index);
            let (sin, cos) = degrees.to_radians().sin_cos();
            canvas.ball(60.0 + 36.0 * cos, 62.0 + 10.0 * sin, 2.4 + 2.2 * sin);
        }
    });
    canvas.ellipse(
        (47.0, 42.0),
        13.0,
        7.5,
        &format!(r#"fill="{gleam}" transform="rotate(-38 47 42)""#),
    );
}

fn bow(canvas: &mut Canvas) {
    let tones = metal_tones(canvas.metal);
    let polish = canvas.paint(Paint::Polish(canvas.metal));
    let face = canvas.paint(Paint::Face(canvas.metal));
    let inside = canvas.paint(Paint::Inside(canvas.metal));
    let deep = tones.deep;
    let edge = format!(r#"stroke="{deep}" stroke-width=".9" stroke-linejoin="round""#);
    canvas.path(
        "M57 62C48 76 38 92 32 106L43 103 49 109C53 92 58 76 62 64z",
        &format!(r#"fill="{polish}" {edge}"#),
    );
    canvas.path(
        "M63 62C72 76 82 92 88 106L77 103 71 109C67 92 62 76 58 64z",
        &format!(r#"fill="{face}" {edge}"#),
    );
    for mirror in ["", r#" transform="translate(120 0)scale(-1 1)""#] {
        canvas.path(
            "M58 58C46 44 28 36 18 42 12 54 14 68 22 76 36 76 50 68 58 62z",
            &format!(r#"fill="{polish}" {edge}{mirror}"#),
        );
        canvas.path(
            "M50 58C42 52 32 49 25 52 22 58 22 64 26 68 36 68 44 64 50 60z",
            &format!(r#"fill="{inside}" fill-opacity=".85"{mirror}"#),
        );
        canvas.path(
            "M20 45C30 40 44 48 54 57",
            &format!(
                r#"fill="none" stroke="{}" stroke-width="1.6" stroke-linecap="round"{mirror}"#,
                tones.shine
            ),
        );
    }
    canvas.path(
        "M53 53Q60 49 67 53 69 60 67 67 60 71 53 67 51 60 53 53z",
        &format!(r#"fill="{face}" {edge}"#),
    );
    canvas.path(
        "M57 54C55 58 55 62 57 66M63 54C65 58 65 62 63 66",
        &format!(r#"fill="none" stroke="{deep}" stroke-opacity=".5" stroke-width="1""#),
    );
}
