//! Rings that are worn for their stone.

use super::band::{Band, Profile};
use super::canvas::{Canvas, Paint, n};
use super::gem::{Cut, seat};
use super::metalwork::oval;
use super::palette::metal_tones;
use super::rings::STANDING;
use super::shape::{Shape, Stone};

pub(super) fn draw(canvas: &mut Canvas, shape: Shape) {
    match shape {
        Shape::RingOpen => open(canvas),
        Shape::RingCabochon => cabochon(canvas),
        Shape::RingSolitaire => solitaire(canvas),
        Shape::RingBaguette => claw_set(canvas, Cut::Step, 17.0),
        Shape::RingOval => claw_set(canvas, Cut::Oval, 18.0),
        Shape::RingPear => claw_set(canvas, Cut::Pear, 19.5),
        Shape::RingHalo => halo(canvas),
        Shape::RingTrilogy => trilogy(canvas),
        Shape::RingEternity => eternity(canvas),
        _ => pearl(canvas),
    }
}

fn open(canvas: &mut Canvas) {
    canvas.shadow(60.0, 107.0, 28.0, 5.0);
    let d = "M44 40C27 48 24 64 28 78 33 95 47 104 60 104 77 104 92 92 94 74 95 59 87 47 74 33";
    canvas.wire(canvas.metal, d, 5.4);
    for (x, y, r) in [(46.0, 38.0, 12.0), (73.0, 28.0, 12.0)] {
        canvas.ball(x, y + 1.0, r + 1.6);
        canvas.gem(Cut::Round, seat(x, y, r));
        canvas.claws(
            seat(x, y, r),
            (r * 0.98, r * 0.98),
            &[45.0, 135.0, 225.0, 315.0],
            1.7,
        );
    }
}

fn cabochon(canvas: &mut Canvas) {
    canvas.shadow(60.0, 107.0, 28.0, 5.0);
    canvas.shank(canvas.metal, 60.0, 72.0, 30.5, 5.2);
    let (x, y) = (60.0, 34.0);
    bezel(canvas, x, y, 23.0, 19.0);
    canvas.gem(Cut::Oval, seat(x, y, 20.6).turned(90.0));
}

/// A closed setting: a collar below and a rim around.
fn bezel(canvas: &mut Canvas, x: f64, y: f64, rx: f64, ry: f64) {
    let tones = metal_tones(canvas.metal);
    let outside = canvas.paint(Paint::Outside(canvas.metal));
    let polish = canvas.paint(Paint::Polish(canvas.metal));
    let (left, right) = (n(x - rx), n(x + rx));
    canvas.path(
        &format!(
            "M{left} {y0}C{left} {y1} {a} {y2} {x0} {y2} {b} {y2} {right} {y1} {right} {y0}z",
            y0 = n(y),
            y1 = n(y + ry * 1.1),
            y2 = n(y + ry * 1.32),
            a = n(x - rx * 0.55),
            b = n(x + rx * 0.55),
            x0 = n(x)
        ),
        &format!(r#"fill="{outside}""#),
    );
    canvas.ellipse(
        (x, y),
        rx,
        ry,
        &format!(
            r#"fill="{polish}" stroke="{}" stroke-width=".6""#,
            tones.deep
        ),
    );
    canvas.ellipse(
        (x, y),
        rx - 1.8,
        ry - 1.8,
        &format!(r#"fill="{}""#, tones.deep),
    );
}

/// The basket below a stone: two struts that carry it on the shank.
fn basket(canvas: &mut Canvas, x: f64, y: f64, half: f64, low: f64) {
    let tones = metal_tones(canvas.metal);
    let outside = canvas.paint(Paint::Outside(canvas.metal));
    canvas.path(
        &format!(
            "M{} {}L{} {}Q{} {} {} {}L{} {}z",
            n(x - half),
            n(y),
            n(x - half * 0.34),
            n(low),
            n(x),
            n(low + 3.0),
            n(x + half * 0.34),
            n(low),
            n(x + half),
            n(y)
        ),
        &format!(
            r#"fill="{outside}" stroke="{}" stroke-width=".6""#,
            tones.deep
        ),
    );
    canvas.path(
        &format!(
            "M{} {}L{} {}L{} {}z",
            n(x - half * 0.52),
            n(y),
            n(x),
            n(low - 1.5),
            n(x + half * 0.52),
            n(y)
        ),
        &format!(r#"fill="{}" fill-opacity=".75""#, tones.deep),
    );
}

fn solitaire(canvas: &mut Canvas) {
    canvas.shadow(60.0, 108.0, 26.0, 5.0);
    canvas.shank(canvas.metal, 60.0, 74.0, 30.0, 4.8);
    let (x, y, r) = (60.0, 29.0, 18.0);
    basket(canvas, x, y + 6.0, r * 0.9, 47.0);
    let place = seat(x, y, r).squashed(0.9);
    canvas.gem(Cut::Round, place);
    canvas.claws(
        place,
        (r * 0.98, r * 0.88),
        &[20.0, 90.0, 160.0, 214.0, 326.0],
        2.0,
    );
    sparkle(canvas, x - r * 0.42, y - r * 0.42, 5.6);
}

/// Only colourless stones glint; on colour it would look like a sticker.
fn sparkle(canvas: &mut Canvas, x: f64, y: f64, r: f64) {
    if canvas.stone == Stone::Diamond {
        canvas.glint(x, y, r);
    }
}

fn claw_set(canvas: &mut Canvas, cut: Cut, r: f64) {
    canvas.shadow(60.0, 108.0, 26.0, 5.0);
    canvas.shank(canvas.metal, 60.0, 75.0, 29.0, 4.6);
    let (x, y) = (60.0, 29.0);
    basket(canvas, x, y + 8.0, r * 0.72, 49.0);
    let place = seat(x, y, r);
    canvas.gem(cut, place);
    match cut {
        Cut::Pear => {
            canvas.ball(x, y - r * 1.05, 2.0);
            canvas.claws(place, (r * 0.74, r * 0.98), &[38.0, 142.0], 2.0);
            canvas.claws(place, (r * 0.56, r * 1.05), &[205.0, 335.0], 1.8);
        }
        Cut::Step => {
            for (dx, dy) in [(-0.6, -0.88), (0.6, -0.88), (-0.6, 0.88), (0.6, 0.88)] {
                canvas.ball(x + r * dx, y + r * dy, 2.2);
            }
        }
        _ => canvas.claws(
            place,
            (r * 0.76, r * 0.98),
            &[48.0, 132.0, 228.0, 312.0],
            2.0,
        ),
    }
    sparkle(canvas, x - r * 0.3, y - r * 0.4, 5.0);
}

fn halo(canvas: &mut Canvas) {
    canvas.shadow(60.0, 108.0, 26.0, 5.0);
    canvas.shank(canvas.metal, 60.0, 75.0, 29.0, 4.4);
    let (x, y) = (60.0, 31.0);
    basket(canvas, x, y + 8.0, 16.0, 49.0);
    let polish = canvas.paint(Paint::Polish(canvas.metal));
    let tones = metal_tones(canvas.metal);
    canvas.circle(
        x,
        y,
        21.6,
        &format!(
            r#"fill="{polish}" stroke="{}" stroke-width=".6""#,
            tones.deep
        ),
    );
    let stone = canvas.stone;
    canvas.stone = Stone::Diamond;
    for index in 0..16 {
        let (sin, cos) = (22.5 * f64::from(index)).to_radians().sin_cos();
        canvas.small_gem(seat(x + 17.7 * cos, y + 17.7 * sin, 3.5));
    }
    canvas.stone = stone;
    canvas.circle(x, y, 13.8, &format!(r#"fill="{}""#, tones.deep));
    canvas.gem(Cut::Round, seat(x, y, 13.2));
    canvas.claws(
        seat(x, y, 13.2),
        (12.8, 12.8),
        &[45.0, 135.0, 225.0, 315.0],
        1.6,
    );
    sparkle(canvas, x - 5.0, y - 6.0, 5.0);
}

fn trilogy(canvas: &mut Canvas) {
    canvas.shadow(60.0, 108.0, 26.0, 5.0);
    canvas.shank(canvas.metal, 60.0, 74.0, 30.0, 4.6);
    for (x, y, r) in [(37.0, 39.0, 10.5), (83.0, 39.0, 10.5), (60.0, 31.0, 15.0)] {
        basket(canvas, x, y + 4.0, r * 0.86, y + r + 6.0);
        canvas.gem(Cut::Round, seat(x, y, r));
        canvas.claws(seat(x, y, r), (r, r), &[45.0, 135.0, 225.0, 315.0], 1.6);
    }
    sparkle(canvas, 54.0, 25.0, 5.4);
}

fn eternity(canvas: &mut Canvas) {
    canvas.shadow(62.0, 104.0, 34.0, 6.0);
    let band = Band {
        height: 11.0,
        turn: -58.0,
        ..STANDING
    };
    canvas.band(canvas.metal, band, Profile::Flat, |canvas| {
        for index in 0..13 {
            let degrees = 12.0 + 13.0 * f64::from(index);
            let (x, y) = band.outside(degrees, band.height / 2.0);
            let squash = degrees.to_radians().sin().max(0.34);
            // Squashed along the band where it turns away.
            let place = seat(x, y, 5.3).squashed(squash).turned(90.0);
            canvas.small_gem(place);
        }
    });
}

fn pearl(canvas: &mut Canvas) {
    canvas.shadow(60.0, 108.0, 26.0, 5.0);
    canvas.shank(canvas.metal, 60.0, 75.0, 29.5, 4.6);
    basket(canvas, 60.0, 40.0, 9.0, 49.0);
    if canvas.stone == Stone::Pearl || canvas.stone == Stone::Plain {
        canvas.pearl(60.0, 29.0, 18.5);
    } else {
        canvas.gem(Cut::Round, seat(60.0, 29.0, 18.0));
    }
    canvas.wire(canvas.metal, &oval(60.0, 44.0, 6.0, 2.2), 1.4);
}
