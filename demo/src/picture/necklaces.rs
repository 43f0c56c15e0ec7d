//! Necklaces: a chain that comes down from both sides, and what hangs on it.

use super::canvas::{Canvas, Paint, n};
use super::charms;
use super::gem::{Cut, seat};
use super::metalwork::oval;
use super::palette::metal_tones;
use super::shape::{Shape, Stone};

/// The chain of a pendant that hangs deep.
const DEEP: &str = "M24 6C24 40 44 66 60 66 76 66 96 40 96 6";
/// The chain of a small pendant: it hangs lower and leaves room.
const LOW: &str = "M22 6C22 48 42 78 60 78 78 78 98 48 98 6";

pub(super) fn draw(canvas: &mut Canvas, shape: Shape) {
    match shape {
        Shape::NeckChain => chain(canvas),
        Shape::NeckPaperclip => paperclip(canvas),
        Shape::NeckPendant => pendant(canvas),
        Shape::NeckSolitaire => solitaire(canvas),
        Shape::NeckMedalSun => medal(canvas, charms::sun),
        Shape::NeckMedalStar => medal(canvas, charms::star),
        Shape::NeckPearls => pearls(canvas),
        Shape::NeckPearlDrop => pearl_drop(canvas),
        Shape::NeckDice => dice(canvas),
        Shape::NeckDiceBlank => dice_blank(canvas),
        Shape::NeckPlate => message(canvas, false),
        Shape::NeckMessage => message(canvas, true),
        Shape::NeckStations => stations(canvas),
        Shape::NeckHeart => heart(canvas),
        _ => moon(canvas),
    }
}

/// Points along a hanging curve, with the direction of the chain there.
fn along(count: u32, half: f64, depth: f64) -> Vec<(f64, f64, f64)> {
    let point = |part: f64| {
        // A superellipse hangs like a heavy chain: steep at the sides, round below.
        let angle = (180.0 - 180.0 * part).to_radians();
        let (sin, cos) = angle.sin_cos();
        (
            60.0 + half * cos.signum() * cos.abs().powf(0.8),
            6.0 + depth * sin.powf(0.9),
        )
    };
    (0..count)
        .map(|index| {
            let part = (f64::from(index) + 0.5) / f64::from(count);
            let (x, y) = point(part);
            let (ahead, behind) = (
                point((part + 0.004).min(1.0)),
                point((part - 0.004).max(0.0)),
            );
            (
                x,
                y,
                (ahead.1 - behind.1).atan2(ahead.0 - behind.0).to_degrees(),
            )
        })
        .collect()
}

/// Spaces places evenly: the curve is walked in small steps and sampled by length.
fn evenly(half: f64, depth: f64, count: u32) -> Vec<(f64, f64, f64)> {
    let fine = along(400, half, depth);
    let mut lengths = vec![0.0];
    for pair in fine.windows(2) {
        let step = (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1);
        lengths.push(lengths[lengths.len() - 1] + step);
    }
    let total = lengths[lengths.len() - 1];
    (0..count)
        .map(|index| {
            let wanted = total * (f64::from(index) + 0.5) / f64::from(count);
            fine[lengths
                .partition_point(|length| *length < wanted)
                .min(fine.len() - 1)]
        })
        .collect()
}

/// An open link seen from above, around the origin.
pub(super) fn link(canvas: &mut Canvas, rx: f64, ry: f64, width: f64) -> String {
    let tones = metal_tones(canvas.metal);
    let polish = canvas.paint(Paint::Polish(canvas.metal));
    let ring = format!(
        r#"<rect x="-{}" y="-{}" width="{}" height="{}" rx="{}""#,
        n(rx),
        n(ry),
        n(2.0 * rx),
        n(2.0 * ry),
        n(ry)
    );
    format!(
        r#"<g fill="none">{ring} stroke="{}" stroke-width="{}"/>{ring} stroke="{polish}" stroke-width="{}"/></g>"#,
        tones.deep,
        n(width),
        n(width * 0.66)
    )
}

/// A link seen from its edge.
pub(super) fn side_link(canvas: &mut Canvas, length: f64, width: f64) -> String {
    let tones = metal_tones(canvas.metal);
    format!(
        r#"<g stroke-linecap="round"><path d="M-{l} 0H{l}" stroke="{}" stroke-width="{}"/><path d="M-{l}-.3H{l}" stroke="{}" stroke-width="{}"/></g>"#,
        tones.deep,
        n(width),
        tones.light,
        n(width * 0.45),
        l = n(length)
    )
}

fn chain(canvas: &mut Canvas) {
    canvas.shadow(60.0, 110.0, 30.0, 4.5);
    let places = evenly(40.0, 94.0, 38);
    let (open, side) = (link(canvas, 4.4, 3.4, 2.2), side_link(canvas, 3.0, 2.4));
    let odd: Vec<_> = places.iter().copied().skip(1).step_by(2).collect();
    let even: Vec<_> = places.iter().copied().step_by(2).collect();
    canvas.links(&open, &even);
    canvas.links(&side, &odd);
}

fn paperclip(canvas: &mut Canvas) {
    canvas.shadow(60.0, 111.0, 30.0, 4.5);
    let places = evenly(41.0, 96.0, 19);
    let long = link(canvas, 6.6, 3.0, 2.2);
    canvas.links(&long, &places);
}

fn pendant(canvas: &mut Canvas) {
    canvas.shadow(60.0, 113.0, 16.0, 3.4);
    canvas.fine_chain(
        canvas.metal,
        "M24 6C24 34 46 58 60 58 74 58 96 34 96 6",
        2.3,
    );
    let tones = metal_tones(canvas.metal);
    let polish = canvas.paint(Paint::Polish(canvas.metal));
    canvas.wire(canvas.metal, &oval(60.0, 60.0, 2.6, 4.6), 1.7);
    canvas.path(
        "M60 61C66 75 81 82 81 96 81 106 72 112 60 112 48 112 39 106 39 96 39 82 54 75 60 61z",
        &format!(r#"fill="{polish}" stroke="{}" stroke-width=".7" transform="translate(60 0)scale(.86 1)translate(-60 0)""#, tones.deep),
    );
    canvas.gem(Cut::Pear, seat(60.0, 88.0, 21.0));
    if canvas.stone == Stone::Diamond {
        canvas.glint(55.0, 84.0, 5.0);
    }
}

fn solitaire(canvas: &mut Canvas) {
    canvas.shadow(60.0, 111.0, 16.0, 3.4);
    canvas.fine_chain(canvas.metal, LOW, 2.3);
    let tones = metal_tones(canvas.metal);
    let polish = canvas.paint(Paint::Polish(canvas.metal));
    let (x, y) = (60.0, 90.0);
    canvas.circle(
        x,
        y,
        16.6,
        &format!(
            r#"fill="{polish}" stroke="{}" stroke-width=".7""#,
            tones.deep
        ),
    );
    canvas.circle(x, y, 14.0, &format!(r#"fill="{}""#, tones.deep));
    canvas.gem(Cut::Round, seat(x, y, 13.2));
    if canvas.stone == Stone::Diamond {
        canvas.glint(56.0, 85.0, 5.0);
    }
}

fn medal(canvas: &mut Canvas, figure: fn(&mut Canvas, f64, f64, f64)) {
    canvas.shadow(60.0, 113.0, 20.0, 3.4);
    canvas.fine_chain(
        canvas.metal,
        "M24 6C24 34 46 56 60 56 74 56 96 34 96 6",
        2.3,
    );
    canvas.wire(canvas.metal, &oval(60.0, 60.0, 3.0, 4.4), 1.9);
    canvas.medal(60.0, 86.0, 23.0);
    figure(canvas, 60.0, 86.0, 23.0);
}

fn pearls(canvas: &mut Canvas) {
    canvas.shadow(60.0, 113.0, 28.0, 4.0);
    let places = evenly(42.0, 96.0, 33);
    let clasp = metal_tones(canvas.metal).middle;
    canvas.path(
        "M18 6V2M102 6V2",
        &format!(r#"stroke="{clasp}" stroke-width="1.6""#),
    );
    for (index, (x, y, _)) in (0_u32..).zip(places) {
        let from_middle = (f64::from(index) - 16.0).abs() / 16.0;
        canvas.pearl(x, y, 5.3 - 1.7 * from_middle);
    }
}

fn pearl_drop(canvas: &mut Canvas) {
    canvas.shadow(60.0, 112.0, 16.0, 3.4);
    canvas.fine_chain(canvas.metal, DEEP, 2.3);
    canvas.wire(canvas.metal, &oval(60.0, 69.0, 2.4, 3.8), 1.5);
    canvas.pearl(60.0, 90.0, 17.0);
    let outside = canvas.paint(Paint::Outside(canvas.metal));
    canvas.path(
        "M53 76.5Q60 66 67 76.5 60 80 53 76.5z",
        &format!(r#"fill="{outside}""#),
    );
}

fn dice(canvas: &mut Canvas) {
    canvas.shadow(60.0, 113.0, 22.0, 3.6);
    canvas.fine_chain(
        canvas.metal,
        "M24 6C24 32 46 54 60 54 74 54 96 32 96 6",
        2.3,
    );
    canvas.wire(canvas.metal, &oval(60.0, 58.0, 2.6, 4.6), 1.7);
    charms::dice(canvas, 60.0, 85.0, 25.0);
}

/// A die whose front is left to the engraver: seen straight on, with pips on its top and its side only.
fn dice_blank(canvas: &mut Canvas) {
    canvas.shadow(62.0, 114.0, 28.0, 3.6);
    canvas.fine_chain(
        canvas.metal,
        "M24 6C24 32 46 54 64 54 78 54 100 32 100 6",
        2.3,
    );
    canvas.wire(canvas.metal, &oval(64.0, 58.5, 2.6, 4.6), 1.7);
    let tones = metal_tones(canvas.metal);
    let (deep, shine) = (tones.deep, tones.shine);
    let top = canvas.paint(Paint::Face(canvas.metal));
    let side = canvas.paint(Paint::Inside(canvas.metal));
    let front = canvas.paint(Paint::Polish(canvas.metal));
    let outline = format!(r#"stroke="{deep}" stroke-width=".8" stroke-linejoin="round""#);
    canvas.path(
        "M39 73 49 63Q51 61 54 61H90Q94 61 92 64L81 74z",
        &format!(r#"fill="{top}" {outline}"#),
    );
    canvas.path(
        "M80 74 92 63Q94 62 94 65V96Q94 99 92 101L80 111z",
        &format!(r#"fill="{side}" {outline}"#),
    );
    canvas.put(&format!(
        r#"<rect x="37" y="71" width="44" height="41" rx="5" fill="{front}" {outline}/>"#
    ));
    canvas.put(&format!(
        r#"<rect x="38.6" y="72.6" width="40.8" height="37.8" rx="4" fill="none" stroke="{shine}" stroke-width="1.2" stroke-opacity=".8"/>"#
    ));
    let dots = canvas.share(&format!(r#"<ellipse rx="2.2" ry="1.3" fill="{deep}"/>"#));
    for (x, y) in [(54.0, 68.0), (77.0, 65.5)] {
        canvas.reuse(&dots, &format!(r#"x="{x}" y="{y}""#));
    }
    for (x, y) in [(90.0, 71.0), (87.2, 84.5), (84.4, 98.0)] {
        canvas.reuse(
            &dots,
            &format!(r#"transform="translate({x} {y})scale(.62 1.7)""#),
        );
    }
}

fn message(canvas: &mut Canvas, has_words: bool) {
    canvas.shadow(60.0, 106.0, 40.0, 4.6);
    canvas.fine_chain(
        canvas.metal,
        "M18 6C18 30 19 54 25 71M102 6C102 30 101 54 95 71",
        2.3,
    );
    let tones = metal_tones(canvas.metal);
    let face = canvas.paint(Paint::Face(canvas.metal));
    let deep = tones.deep;
    let plate = |canvas: &mut Canvas, inset: f64, attributes: &str| {
        canvas.put(&format!(
            r#"<rect x="{}" y="{}" width="{}" height="{}" rx="7" {attributes}/>"#,
            n(19.0 + inset),
            n(66.0 + inset),
            n(82.0 - 2.0 * inset),
            n(34.0 - 2.0 * inset)
        ));
    };
    plate(
        canvas,
        0.0,
        &format!(
            r#"fill="{}" stroke="{deep}" stroke-width=".9""#,
            tones.shine
        ),
    );
    plate(canvas, 1.4, &format!(r#"fill="{face}""#));
    if has_words {
        // Three lines of handwriting, too small to be read: the words are the customer's.
        canvas.path(
        "M41 75q2-3.4 4 0t4 0 4 0M57 75q2-3.4 4 0t4 0M69 75q2-3.4 4 0t4 0 3-1M30 84q2-3.4 4 0t4 0M42 84q2-3.4 4 0t4 0 4 0 4 0M62 84q2-3.4 4 0t4 0M74 84q2-3.4 4 0t4 0 4 0 3-1M44 93q2-3.4 4 0t4 0M56 93q2-3.4 4 0t4 0 4 0 4 0 3-1",
        &format!(r#"fill="none" stroke="{deep}" stroke-width="1.1" stroke-opacity=".8" stroke-linecap="round""#),
    );
    }
    canvas.wire(canvas.metal, &oval(25.0, 72.0, 2.0, 2.0), 1.4);
    canvas.wire(canvas.metal, &oval(95.0, 72.0, 2.0, 2.0), 1.4);
}

fn stations(canvas: &mut Canvas) {
    canvas.shadow(60.0, 110.0, 26.0, 4.0);
    canvas.fine_chain(
        canvas.metal,
        "M20 4C20 60 36 98 60 98 84 98 100 60 100 4",
        2.3,
    );
    let tones = metal_tones(canvas.metal);
    let polish = canvas.paint(Paint::Polish(canvas.metal));
    for (x, y, r) in [
        (21.5, 34.0, 5.2),
        (29.5, 66.0, 6.2),
        (43.5, 89.0, 7.2),
        (60.0, 97.0, 9.0),
        (76.5, 89.0, 7.2),
        (90.5, 66.0, 6.2),
        (98.5, 34.0, 5.2),
    ] {
        canvas.circle(
            x,
            y,
            r,
            &format!(
                r#"fill="{polish}" stroke="{}" stroke-width=".6""#,
                tones.deep
            ),
        );
        canvas.gem(Cut::Round, seat(x, y, r - 1.3));
    }
}

fn heart(canvas: &mut Canvas) {
    canvas.shadow(60.0, 113.0, 18.0, 3.4);
    canvas.fine_chain(canvas.metal, DEEP, 2.3);
    canvas.wire(canvas.metal, &oval(60.0, 69.0, 2.6, 4.2), 1.7);
    charms::heart(canvas, 60.0, 90.0, 19.0);
}

fn moon(canvas: &mut Canvas) {
    canvas.shadow(60.0, 113.0, 18.0, 3.4);
    canvas.fine_chain(canvas.metal, DEEP, 2.3);
    canvas.wire(canvas.metal, &oval(60.0, 69.0, 2.4, 4.0), 1.6);
    charms::crescent(canvas, 60.0, 90.0, 19.0);
}
