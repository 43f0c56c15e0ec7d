//! Rings.

use super::canvas::{Canvas, Paint, n};
use super::gem::{Cut, seat};
use super::metalwork::{Band, Profile, oval};
use super::palette::metal_tones;
use super::shape::{Metal, Shape, Stone};

/// A ring that stands on the ground, turned so that one sees in.
const STANDING: Band = Band {
    x: 60.0,
    y: 54.0,
    rx: 38.0,
    ry: 25.0,
    height: 11.0,
    wall: 2.6,
    turn: -62.0,
};

pub(super) fn draw(canvas: &mut Canvas, shape: Shape) {
    match shape {
        Shape::RingBand => standing(
            canvas,
            Band {
                height: 9.0,
                ..STANDING
            },
            Profile::Round,
        ),
        Shape::RingFlat => standing(
            canvas,
            Band {
                height: 19.0,
                y: 50.0,
                ..STANDING
            },
            Profile::Flat,
        ),
        Shape::RingWave => wave(canvas),
        Shape::RingTwist => twist(canvas),
        Shape::RingChevron => chevron(canvas),
        Shape::RingDome => dome(canvas),
        Shape::RingTrio => trio(canvas),
        Shape::RingOpen => open(canvas),
        Shape::RingSignet => signet(canvas),
        Shape::RingCabochon => cabochon(canvas),
        Shape::RingSolitaire => solitaire(canvas),
        Shape::RingBaguette => claw_set(canvas, Cut::Step, 17.0),
        Shape::RingOval => claw_set(canvas, Cut::Oval, 18.0),
        Shape::RingPear => claw_set(canvas, Cut::Pear, 18.0),
        Shape::RingHalo => halo(canvas),
        Shape::RingTrilogy => trilogy(canvas),
        Shape::RingEternity => eternity(canvas),
        _ => pearl(canvas),
    }
}

fn standing(canvas: &mut Canvas, band: Band, profile: Profile) {
    canvas.shadow(62.0, 107.0, 38.0, 6.5);
    canvas.band(canvas.metal, band, profile, |_| {});
}

/// A front edge that rises and falls, drawn as a ribbon over the shank.
fn ribbon(canvas: &mut Canvas, upper: &str, lower: &str) {
    let tones = metal_tones(canvas.metal);
    let outside = canvas.paint(Paint::Outside(canvas.metal));
    let window = canvas.paint(Paint::Window);
    canvas.path(&format!("{upper}{lower}z"), &format!(r#"fill="{outside}""#));
    canvas.path(
        upper,
        &format!(
            r#"fill="none" stroke="{}" stroke-width="1" stroke-opacity=".9""#,
            tones.shine
        ),
    );
    let edge = lower.replacen('L', "M", 1);
    canvas.path(
        &edge,
        &format!(
            r#"fill="none" stroke="{}" stroke-width="1.4" stroke-opacity=".5""#,
            tones.deep
        ),
    );
    canvas.path(
        upper,
        &format!(r#"fill="none" stroke="{window}" stroke-width="2.6" transform="translate(0 3)""#),
    );
}

fn back_half(canvas: &mut Canvas, x: f64, y: f64, rx: f64, ry: f64, height: f64) {
    let tones = metal_tones(canvas.metal);
    let inside = canvas.paint(Paint::Inside(canvas.metal));
    let (left, right) = (n(x - rx), n(x + rx));
    let (top, low) = (n(y), n(y + height));
    let arc = format!("A{} {} 0 0 1 {right} {top}", n(rx), n(ry));
    canvas.path(
        &format!(
            "M{left} {top}{arc}V{low}A{} {} 0 0 0 {left} {low}z",
            n(rx),
            n(ry)
        ),
        &format!(r#"fill="{inside}""#),
    );
    canvas.path(
        &format!("M{left} {top}{arc}"),
        &format!(r#"fill="none" stroke="{}" stroke-width="1.2""#, tones.light),
    );
    canvas.path(
        &format!("M{} {}A{} {} 0 0 1 {} {}", n(x - rx * 0.7), n(y + height - ry * 0.66), n(rx), n(ry), n(x + rx * 0.6), n(y + height - ry * 0.76)),
        &format!(r#"fill="none" stroke="{}" stroke-opacity=".6" stroke-width="1.2" stroke-linecap="round""#, tones.light),
    );
}

fn wave(canvas: &mut Canvas) {
    canvas.shadow(60.0, 95.0, 40.0, 7.0);
    canvas.group(r#"transform="rotate(-14 60 60)""#, |canvas| {
        back_half(canvas, 60.0, 50.0, 40.0, 26.0, 8.0);
        let upper = "M20 50C21 66 32 80 46 76 58 72 62 58 76 63 88 67 99 62 100 50";
        let lower = "L100 58C99 71 88 79 76 76 63 73 58 84 45 88 31 91 21 76 20 58";
        ribbon(canvas, upper, lower);
    });
}

fn chevron(canvas: &mut Canvas) {
    canvas.shadow(60.0, 97.0, 36.0, 6.0);
    canvas.group(r#"transform="rotate(-8 60 60)""#, |canvas| {
        back_half(canvas, 60.0, 46.0, 38.0, 25.0, 6.0);
        let upper = "M22 46C23 60 36 68 60 86 84 68 97 60 98 46";
        let lower = "L98 52C97 68 85 76 60 95 35 76 23 68 22 52";
        ribbon(canvas, upper, lower);
    });
}

fn twist(canvas: &mut Canvas) {
    canvas.shadow(60.0, 103.0, 30.0, 6.0);
    canvas.rope((60.0, 60.0), 37.0, 1.08, 9.0, 34);
}

/// Lying, seen from above: full in front, slim at the back.
fn dome(canvas: &mut Canvas) {
    canvas.shadow(60.0, 99.0, 44.0, 8.0);
    let tones = metal_tones(canvas.metal);
    let ball = canvas.paint(Paint::Ball(canvas.metal));
    let inside = canvas.paint(Paint::Inside(canvas.metal));
    let gleam = canvas.paint(Paint::Gleam);
    canvas.group(r#"transform="rotate(-12 60 60)""#, |canvas| {
        canvas.path(
            "M16 54C16 34 36 24 60 24 84 24 104 34 104 54 104 76 86 98 60 98 34 98 16 76 16 54z",
            &format!(r#"fill="{ball}" stroke="{}" stroke-width=".8""#, tones.deep),
        );
        canvas.ellipse((60.0, 47.0), 34.0, 17.5, &format!(r#"fill="{inside}""#));
        canvas.path(
            "M29 53C35 42 47 36 60 36 73 36 85 42 91 53 83 61 73 64.5 60 64.5 47 64.5 37 61 29 53z",
            r##"fill="#0b1412" fill-opacity=".3""##,
        );
        canvas.ellipse(
            (60.0, 47.0),
            34.0,
            17.5,
            &format!(r#"fill="none" stroke="{}" stroke-width="1.3""#, tones.shine),
        );
        canvas.path(
            "M21 60C24 74 36 88 54 92 44 84 36 76 33 66 30 60 20 54 21 60z",
            &format!(r#"fill="{gleam}""#),
        );
        canvas.path(
            "M74 92C86 87 95 78 99 66",
            &format!(r#"fill="none" stroke="{}" stroke-width="2" stroke-opacity=".7" stroke-linecap="round""#, tones.light),
        );
    });
}

fn trio(canvas: &mut Canvas) {
    canvas.shadow(60.0, 104.0, 34.0, 6.0);
    let own = canvas.metal;
    let others = match own {
        Metal::White => [Metal::White, Metal::White],
        Metal::Yellow => [Metal::White, Metal::Rose],
        Metal::Rose => [Metal::White, Metal::Yellow],
        Metal::Fine => [Metal::Fine, Metal::Fine],
    };
    for (metal, y, turn) in [
        (others[0], 70.0, 8.0),
        (others[1], 56.0, -3.0),
        (own, 42.0, -12.0),
    ] {
        let band = Band {
            x: 60.0,
            y,
            rx: 35.0,
            ry: 23.0,
            height: 6.4,
            wall: 1.8,
            turn,
        };
        canvas.band(metal, band, Profile::Round, |_| {});
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

fn signet(canvas: &mut Canvas) {
    canvas.shadow(60.0, 107.0, 30.0, 6.0);
    canvas.shank(canvas.metal, 60.0, 73.0, 30.0, 6.4);
    let tones = metal_tones(canvas.metal);
    let polish = canvas.paint(Paint::Outside(canvas.metal));
    let face = canvas.paint(Paint::Face(canvas.metal));
    canvas.path(
        "M28 66C24 48 27 34 36 27 48 19 72 19 84 27 93 34 96 48 92 66 86 71 82 58 60 58 38 58 34 71 28 66z",
        &format!(r#"fill="{polish}" stroke="{}" stroke-width=".7""#, tones.deep),
    );
    canvas.ellipse(
        (60.0, 38.5),
        28.0,
        20.0,
        &format!(r#"fill="{}" fill-opacity=".6""#, tones.deep),
    );
    canvas.ellipse(
        (60.0, 37.0),
        28.0,
        19.6,
        &format!(
            r#"fill="{face}" stroke="{}" stroke-width=".7""#,
            tones.shine
        ),
    );
    if canvas.stone == Stone::Plain {
        canvas.ellipse(
            (60.0, 37.0),
            22.5,
            15.0,
            &format!(
                r#"fill="none" stroke="{}" stroke-opacity=".45" stroke-width=".8""#,
                tones.dark
            ),
        );
        canvas.ellipse(
            (60.4, 37.5),
            22.5,
            15.0,
            &format!(
                r#"fill="none" stroke="{}" stroke-opacity=".9" stroke-width=".6""#,
                tones.shine
            ),
        );
    } else {
        canvas.ellipse(
            (60.0, 37.4),
            23.4,
            16.0,
            &format!(r#"fill="{}""#, tones.deep),
        );
        canvas.gem(Cut::Cushion, seat(60.0, 37.0, 24.0).squashed(0.68));
    }
    canvas.path(
        "M31 58C29 46 31 37 37 31",
        r##"fill="none" stroke="#fff" stroke-opacity=".85" stroke-width="1.6" stroke-linecap="round""##,
    );
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
            canvas.claws(
                place,
                (r * 0.78, r * 0.92),
                &[34.0, 146.0, 200.0, 340.0],
                1.8,
            );
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
