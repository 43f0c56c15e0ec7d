//! Bracelets, bangles and cuffs, lying on the counter.

use super::band::{Band, Profile};
use super::canvas::{Canvas, Paint, n};
use super::charms;
use super::gem::{Cut, seat};
use super::metalwork::oval;
use super::necklaces::{link, side_link};
use super::palette::{metal_tones, stone_tones};
use super::shape::{Metal, Shape, Stone};

const LYING: Band = Band {
    x: 60.0,
    y: 50.0,
    rx: 49.0,
    ry: 31.0,
    height: 16.0,
    wall: 2.6,
    turn: 0.0,
};

pub(super) fn draw(canvas: &mut Canvas, shape: Shape) {
    match shape {
        Shape::BraceletChain => chain(canvas),
        Shape::BraceletCurb => curb(canvas),
        Shape::BraceletBeads => beads(canvas),
        Shape::BraceletTennis => tennis(canvas),
        Shape::BraceletCord => cord(canvas),
        Shape::BraceletCharms => with_charms(canvas),
        Shape::BangleFine => fine(canvas),
        Shape::BangleWide => bangle(
            canvas,
            Band {
                height: 24.0,
                y: 45.0,
                ..LYING
            },
            Profile::Round,
        ),
        Shape::BangleTwist => twist(canvas),
        Shape::BangleDuo => duo(canvas),
        Shape::BangleEngraved => engraved(canvas, true),
        Shape::BangleBlank => engraved(canvas, false),
        Shape::Cuff => {
            canvas.shadow(60.0, 101.0, 48.0, 9.0);
            cuff(canvas, 15.0);
        }
        _ => cuff_stones(canvas),
    }
}

/// Places around a lying loop, evenly by length, from the back over the right to the front; the
/// last number is the direction there.
fn around(at: (f64, f64), rx: f64, ry: f64, count: u32) -> Vec<(f64, f64, f64)> {
    let point = |degrees: f64| {
        let (sin, cos) = (degrees - 90.0).to_radians().sin_cos();
        (at.0 + rx * cos, at.1 + ry * sin)
    };
    let mut lengths = vec![0.0];
    for step in 0..360 {
        let (a, b) = (point(f64::from(step)), point(f64::from(step + 1)));
        lengths.push(lengths[lengths.len() - 1] + (b.0 - a.0).hypot(b.1 - a.1));
    }
    let total = lengths[lengths.len() - 1];
    (0..count)
        .map(|index| {
            let wanted = total * f64::from(index) / f64::from(count);
            let step = lengths.partition_point(|length| *length < wanted);
            let degrees = u32::try_from(step).map_or(0.0, f64::from);
            let (here, ahead) = (point(degrees), point(degrees + 1.0));
            (
                here.0,
                here.1,
                (ahead.1 - here.1).atan2(ahead.0 - here.0).to_degrees(),
            )
        })
        .collect()
}

fn ground(canvas: &mut Canvas) {
    canvas.shadow(60.0, 97.0, 50.0, 9.0);
}

fn chain(canvas: &mut Canvas) {
    ground(canvas);
    let places = around((60.0, 60.0), 47.0, 33.0, 36);
    let (open, side) = (link(canvas, 5.6, 4.0, 2.6), side_link(canvas, 3.6, 2.8));
    let even: Vec<_> = places.iter().copied().step_by(2).collect();
    let odd: Vec<_> = places.iter().copied().skip(1).step_by(2).collect();
    canvas.links(&open, &even);
    canvas.links(&side, &odd);
    clasp(canvas, 60.0, 27.0);
}

fn clasp(canvas: &mut Canvas, x: f64, y: f64) {
    let tones = metal_tones(canvas.metal);
    let polish = canvas.paint(Paint::Polish(canvas.metal));
    canvas.path(
        &format!(
            "M{} {}c-4-7 8-10 13-5 3 3 2 8-3 9-4 1-8-1-10-4z",
            n(x - 4.0),
            n(y + 1.0)
        ),
        &format!(
            r#"fill="{polish}" stroke="{}" stroke-width=".7""#,
            tones.deep
        ),
    );
}

fn curb(canvas: &mut Canvas) {
    ground(canvas);
    let tones = metal_tones(canvas.metal);
    let polish = canvas.paint(Paint::Polish(canvas.metal));
    let flat = format!(
        r#"<g fill="none" transform="rotate(24)"><ellipse rx="6.6" ry="3.6" stroke="{}" stroke-width="4.4"/><ellipse rx="6.6" ry="3.6" stroke="{polish}" stroke-width="3.2"/></g>"#,
        tones.deep
    );
    let places = around((60.0, 60.0), 46.0, 33.0, 32);
    canvas.links(&flat, &places);
}

fn beads(canvas: &mut Canvas) {
    ground(canvas);
    for (index, (x, y, _)) in (0_u32..).zip(around((60.0, 59.0), 45.0, 32.0, 26)) {
        let r = 4.9 + (y - 27.0) / 64.0 * 1.1;
        match index % 13 {
            0 => canvas.ball(x, y, r * 0.9),
            _ if canvas.stone == Stone::Pearl => canvas.pearl(x, y, r),
            _ => bead(canvas, x, y, r),
        }
    }
}

/// A polished ball of the stone: even faceted stones are turned round for beads.
fn bead(canvas: &mut Canvas, x: f64, y: f64, r: f64) {
    let body = canvas.paint(Paint::Smooth(canvas.stone));
    let tones = stone_tones(canvas.stone);
    // Onyx needs a light rim to stand on a dark niche, the others a dark one on a light niche.
    let rim = if canvas.stone == Stone::Onyx {
        tones[4]
    } else {
        tones[0]
    };
    let markup = format!(
        r##"<g stroke="none"><circle r="98" fill="{body}" stroke="{rim}" stroke-opacity=".55" stroke-width="9"/><ellipse cx="-32" cy="-40" rx="26" ry="16" fill="#fff" fill-opacity=".85" transform="rotate(-38 -32 -40)"/><path d="M-20 78A82 82 0 0 0 76 34" fill="none" stroke="#fff" stroke-opacity=".3" stroke-width="12" stroke-linecap="round"/></g>"##
    );
    let reference = canvas.share(&markup);
    canvas.reuse(
        &reference,
        &format!(
            r#"transform="translate({} {})scale({:.3})""#,
            n(x),
            n(y),
            r / 100.0
        ),
    );
}

fn tennis(canvas: &mut Canvas) {
    ground(canvas);
    let tones = metal_tones(canvas.metal);
    let polish = canvas.paint(Paint::Polish(canvas.metal));
    let box_setting = format!(
        r#"<rect x="-5" y="-5" width="10" height="10" rx="2.6" fill="{polish}" stroke="{}" stroke-width=".7"/>"#,
        tones.deep
    );
    let places = around((60.0, 60.0), 46.0, 33.0, 26);
    canvas.links(&box_setting, &places);
    for (x, y, degrees) in places {
        canvas.small_gem(seat(x, y, 4.2).turned(degrees.round()));
    }
}

fn cord(canvas: &mut Canvas) {
    ground(canvas);
    let (dark, light) = match canvas.stone {
        Stone::Emerald => ("#145246", "#4b9887"),
        Stone::Garnet => ("#7d172a", "#cf5c6f"),
        _ => ("#2a3132", "#7d8a8b"),
    };
    let loop_path =
        "M60 30C90 30 108 44 108 60 108 78 88 92 60 92 32 92 12 78 12 60 12 44 30 30 60 30";
    let line = canvas.share(&format!(r#"<path d="{loop_path}"/>"#));
    canvas.put(r#"<g fill="none" stroke-linecap="round">"#);
    canvas.reuse(&line, &format!(r#"stroke="{dark}" stroke-width="3.8""#));
    canvas.reuse(&line, &format!(r#"stroke="{light}" stroke-width="1.6" stroke-dasharray="2.2 2.4" transform="translate(-.3 -.6)""#));
    canvas.put("</g>");
    canvas.path(
        "M50 30C40 22 34 16 24 14M70 30C80 22 86 16 96 14",
        &format!(r#"fill="none" stroke="{dark}" stroke-width="2.6" stroke-linecap="round""#),
    );
    canvas.put(&format!(
        r#"<rect x="49" y="25" width="22" height="10" rx="5" fill="{dark}"/><path d="M53 26v8M57.5 25.5v9M62 25.5v9M66.5 26v8" stroke="{light}" stroke-width="1.1"/>"#
    ));
    canvas.ball(24.0, 14.0, 3.0);
    canvas.ball(96.0, 14.0, 3.0);
    canvas.wire(canvas.metal, &oval(60.0, 90.0, 3.4, 4.2), 2.0);
    canvas.medal(60.0, 89.0, 15.0);
    charms::star(canvas, 60.0, 89.0, 15.0);
}

fn with_charms(canvas: &mut Canvas) {
    canvas.shadow(60.0, 107.0, 44.0, 6.0);
    let places = around((60.0, 48.0), 47.0, 30.0, 36);
    let (open, side) = (link(canvas, 5.4, 3.8, 2.4), side_link(canvas, 3.4, 2.6));
    let even: Vec<_> = places.iter().copied().step_by(2).collect();
    let odd: Vec<_> = places.iter().copied().skip(1).step_by(2).collect();
    canvas.links(&open, &even);
    canvas.links(&side, &odd);
    for (x, y) in [(33.0, 77.0), (60.0, 82.0), (87.0, 77.0)] {
        canvas.wire(canvas.metal, &oval(x, y, 2.4, 4.0), 1.6);
    }
    charms::heart(canvas, 33.0, 91.0, 11.5);
    if canvas.stone == Stone::Pearl {
        canvas.pearl(60.0, 97.0, 11.5);
        canvas.pearl(87.0, 91.0, 9.5);
    } else {
        canvas.medal(60.0, 98.0, 13.0);
        charms::star(canvas, 60.0, 98.0, 13.0);
        charms::crescent(canvas, 87.0, 91.0, 10.5);
    }
}

fn bangle(canvas: &mut Canvas, band: Band, profile: Profile) {
    canvas.shadow(60.0, band.y + band.height + band.ry, 50.0, 9.0);
    canvas.band(canvas.metal, band, profile, |_| {});
}

fn fine(canvas: &mut Canvas) {
    canvas.shadow(60.0, 97.0, 46.0, 8.0);
    canvas.wire(canvas.metal, &oval(60.0, 60.0, 48.0, 36.0), 5.6);
    canvas.path(
        "M14 54C16 40 28 29 44 25.5",
        r##"fill="none" stroke="#fff" stroke-opacity=".9" stroke-width="1.5" stroke-linecap="round""##,
    );
    canvas.path(
        "M72 95C88 92 100 84 105 73",
        r##"fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="1.2" stroke-linecap="round""##,
    );
}

fn twist(canvas: &mut Canvas) {
    canvas.shadow(60.0, 97.0, 48.0, 9.0);
    canvas.rope((60.0, 59.0), 46.0, 0.76, 9.0, 42);
}

fn duo(canvas: &mut Canvas) {
    canvas.shadow(60.0, 101.0, 50.0, 8.0);
    let second = match canvas.metal {
        Metal::Yellow => Metal::Rose,
        Metal::Rose => Metal::White,
        same => same,
    };
    let thin = Band {
        height: 7.5,
        wall: 2.2,
        rx: 48.0,
        ry: 30.0,
        ..LYING
    };
    canvas.band(
        second,
        Band {
            y: 62.0,
            turn: 4.0,
            ..thin
        },
        Profile::Round,
        |_| {},
    );
    canvas.band(
        canvas.metal,
        Band {
            y: 42.0,
            turn: -9.0,
            ..thin
        },
        Profile::Round,
        |_| {},
    );
}

/// A flat band, with a word on it or left to the words of the customer.
fn engraved(canvas: &mut Canvas, has_word: bool) {
    let band = Band {
        height: 18.0,
        y: 48.0,
        ..LYING
    };
    canvas.shadow(60.0, 98.0, 50.0, 9.0);
    let tones = metal_tones(canvas.metal);
    let (deep, shine) = (tones.deep, tones.shine);
    canvas.band(canvas.metal, band, Profile::Flat, |canvas| {
        if !has_word {
            return;
        }
        // "amour", written with a graver: a dark cut with a bright lower lip.
        let word = "M36.5 86.8c-4-1-5.5 4.5-2.5 5.2 2.5.4 3.5-3 3.2-5-.5 2.5 0 5.3 2 5.6 1 0 1.6-1 2-2.2l.9-3c.3 2 .2 4 0 6 .5-2.5 1.6-5 3.3-4.8 1.5.3.7 3.6.5 5.3.6-2.6 1.7-5 3.4-4.8 1.6.4.4 3.6.7 5 .5 1 2 .4 2.6-.8.3-2.7 2.2-4 3.8-3.6 2 .6 1.6 4.8-1 5-2 0-2.8-1.7-2.3-3.5M57.5 90.3c1.5.6 2.8 0 3.6-1.2-.5 2-.5 5.2 1.2 5.2 1.5 0 2.5-2.6 2.9-4.8-.4 2.2-.4 4.6.9 4.6 1.6-.2 2.4-2.6 3-5 .2 1 1.6 1.2 2.6.8-1 1.6-1.4 3.5-.4 4 .8.3 1.6-.4 2-1.3";
        for (colour, shift) in [(shine, 0.7), (deep, 0.0)] {
            canvas.path(
                word,
                &format!(r#"fill="none" stroke="{colour}" stroke-width="1.1" stroke-linecap="round" stroke-linejoin="round" transform="translate({shift} {})""#, n(shift - 3.0)),
            );
        }
    });
}

const CUFF: &str =
    "M44 31C24 34 11 45 11 59 11 78 32 92 60 92 88 92 109 78 109 59 109 45 96 34 76 31";

fn cuff(canvas: &mut Canvas, width: f64) {
    canvas.wire(canvas.metal, CUFF, width);
    canvas.path(
        "M15 52C19 42 29 35 43 32",
        r##"fill="none" stroke="#fff" stroke-opacity=".85" stroke-width="2.2" stroke-linecap="round""##,
    );
    canvas.path(
        "M30 86C38 90 48 93 60 93",
        &format!(r#"fill="none" stroke="{}" stroke-opacity=".8" stroke-width="1.6" stroke-linecap="round""#, metal_tones(canvas.metal).shine),
    );
}

fn cuff_stones(canvas: &mut Canvas) {
    let tones = metal_tones(canvas.metal);
    canvas.shadow(62.0, 101.0, 46.0, 8.0);
    canvas.group(r#"transform="rotate(-20 60 62)""#, |canvas| {
        cuff(canvas, 11.0);
        for x in [43.0, 78.0] {
            let polish = canvas.paint(Paint::Polish(canvas.metal));
            canvas.circle(
                x,
                31.0,
                15.0,
                &format!(
                    r#"fill="{polish}" stroke="{}" stroke-width=".7""#,
                    tones.deep
                ),
            );
            canvas.circle(x, 31.0, 12.6, &format!(r#"fill="{}""#, tones.deep));
            canvas.gem(Cut::Round, seat(x, 31.0, 12.0).turned(20.0));
        }
    });
}
