//! Rings of metal alone.

use super::band::{Band, Profile};
use super::canvas::{Canvas, Paint, n};
use super::gem::{Cut, seat};
use super::metalwork::oval;
use super::palette::metal_tones;
use super::shape::{Metal, Shape, Stone};
use super::stone_rings;

/// A ring that stands on the ground, turned so that one sees in.
pub(super) const STANDING: Band = Band {
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
        Shape::RingSignet => signet(canvas),
        _ => stone_rings::draw(canvas, shape),
    }
}

fn standing(canvas: &mut Canvas, band: Band, profile: Profile) {
    canvas.shadow(60.0, 103.5, 38.0, 6.5);
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

/// Seen from the front: slim at the palm, full and high over the finger.
fn dome(canvas: &mut Canvas) {
    canvas.shadow(60.0, 107.0, 28.0, 5.5);
    let tones = metal_tones(canvas.metal);
    let ball = canvas.paint(Paint::Ball(canvas.metal));
    let inside = canvas.paint(Paint::Inside(canvas.metal));
    let gleam = canvas.paint(Paint::Gleam);
    let (shine, light, deep) = (tones.shine, tones.light, tones.deep);
    let hole = oval(58.0, 73.0, 26.0, 27.0);
    canvas.path(
        &format!(
            "{}{}",
            oval(62.0, 73.0, 28.0, 30.0),
            oval(62.5, 73.5, 24.0, 26.0)
        ),
        &format!(r#"fill="{inside}" fill-rule="evenodd""#),
    );
    canvas.path(
        &format!("M16 54C16 28 34 12 60 12 86 12 104 28 104 54 104 84 84 106 59 106 36 106 16 84 16 54z{hole}"),
        &format!(r#"fill="{ball}" fill-rule="evenodd" stroke="{deep}" stroke-width=".8""#),
    );
    canvas.path(
        &hole,
        &format!(r#"fill="none" stroke="{shine}" stroke-width="1.3""#),
    );
    canvas.path(
        "M24 56C22 36 36 20 58 18 48 24 38 34 35 48 33 60 34 72 38 82 30 76 25 66 24 56z",
        &format!(r#"fill="{gleam}""#),
    );
    canvas.path(
        "M80 94C92 85 99 72 100 56",
        &format!(r#"fill="none" stroke="{light}" stroke-width="2.2" stroke-opacity=".75" stroke-linecap="round""#),
    );
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
