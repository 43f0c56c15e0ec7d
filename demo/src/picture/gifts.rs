//! Gifts with purchase, and what a purchase is carried in.

use super::canvas::{Canvas, Paint};
use super::metalwork::oval;
use super::palette::metal_tones;
use super::shape::{Shape, Stone};

pub(super) fn draw(canvas: &mut Canvas, shape: Shape) {
    match shape {
        Shape::Pouch => pouch(canvas),
        Shape::Mirror => mirror(canvas),
        Shape::JewelCase => case(canvas),
        Shape::ToteSmall => canvas_bag(canvas, 0.84),
        Shape::ToteLarge => canvas_bag(canvas, 1.0),
        Shape::PaperBag => paper_bag(canvas),
        Shape::PlasticBag => plastic_bag(canvas),
        _ => eco_bag(canvas),
    }
}

/// Velvet: its light, its colour and its shade.
const fn velvet(stone: Stone) -> (&'static str, &'static str, &'static str) {
    match stone {
        Stone::Sapphire => ("#4a66a8", "#22386f", "#0d1735"),
        Stone::Garnet => ("#b3475c", "#7a1a2d", "#380711"),
        _ => ("#3f8576", "#175046", "#07231e"),
    }
}

/// The arch of the house, the display niche, as a small mark.
fn mark(canvas: &mut Canvas, x: f64, y: f64, colour: &str, scale: &str) {
    canvas.put(&format!(
        r#"<g transform="translate({x} {y})scale({scale})" fill="none" stroke="{colour}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"><path d="M-8 10V-1A8 8 0 0 1 8-1V10z"/><path d="M-3.6-1L0 6 3.6-1M0-4.6v.1"/></g>"#
    ));
}

fn pouch(canvas: &mut Canvas) {
    canvas.shadow(60.0, 108.0, 36.0, 6.0);
    let (light, colour, shade) = velvet(canvas.stone);
    let tones = metal_tones(canvas.metal);
    let body = canvas.paint(Paint::Sheen(light, colour, shade));
    let neck = canvas.paint(Paint::Cloth(light, shade));
    canvas.path(
        "M41 46C26 62 20 88 28 101 32 108 46 109 60 109 74 109 88 108 92 101 100 88 94 62 79 46z",
        &format!(r#"fill="{body}""#),
    );
    canvas.path(
        "M36 62C29 78 28 92 33 100M47 60C43 76 43 92 46 103M84 62C91 78 92 92 88 99M72 60C76 76 77 90 74 103M60 64V100",
        &format!(r#"fill="none" stroke="{shade}" stroke-opacity=".5" stroke-width="2.4" stroke-linecap="round""#),
    );
    canvas.path(
        "M33 68C29 78 28 88 30 95M52 62C49 76 49 88 51 98",
        &format!(r#"fill="none" stroke="{light}" stroke-opacity=".75" stroke-width="2.2" stroke-linecap="round""#),
    );
    canvas.path(
        "M41 47C37 36 30 27 27 16 33 12 38 20 44 14 49 10 54 18 60 13 66 18 71 10 76 14 82 20 87 12 93 16 90 27 83 36 79 47 68 51 52 51 41 47z",
        &format!(r#"fill="{neck}""#),
    );
    canvas.path(
        "M48 44C46 34 43 26 41 20M60 46V20M72 44C74 34 77 26 79 20",
        &format!(r#"fill="none" stroke="{shade}" stroke-opacity=".6" stroke-width="2" stroke-linecap="round""#),
    );
    canvas.fine_chain(canvas.metal, "M40 46.5C52 51 68 51 80 46.5", 3.6);
    canvas.fine_chain(
        canvas.metal,
        "M62 50C70 58 66 68 73 78M58 50C50 60 55 68 48 80",
        2.6,
    );
    canvas.ball(73.0, 80.0, 3.4);
    canvas.ball(48.0, 82.0, 3.4);
    mark(canvas, 60.0, 87.0, tones.light, ".8");
}

fn mirror(canvas: &mut Canvas) {
    canvas.shadow(60.0, 106.0, 40.0, 6.0);
    let tones = metal_tones(canvas.metal);
    let polish = canvas.paint(Paint::Polish(canvas.metal));
    let glass = canvas.paint(Paint::Sheen("#f6fafb", "#b9cbd2", "#e6eff2"));
    // The lid behind, opened.
    canvas.ellipse(
        (66.0, 42.0),
        36.0,
        33.0,
        &format!(
            r#"fill="{polish}" stroke="{}" stroke-width=".8""#,
            tones.deep
        ),
    );
    canvas.ellipse(
        (66.0, 42.0),
        31.5,
        28.5,
        &format!(r#"fill="{glass}" stroke="{}" stroke-width="1""#, tones.dark),
    );
    canvas.path(
        "M44 46L70 18M52 58L86 24",
        r##"stroke="#fff" stroke-opacity=".85" stroke-width="4" stroke-linecap="round""##,
    );
    // The base in front, lying.
    canvas.path(
        "M22 84A38 17 0 0 1 98 84V90A38 17 0 0 1 22 90z",
        &format!(r#"fill="{}""#, tones.deep),
    );
    let outside = canvas.paint(Paint::Outside(canvas.metal));
    canvas.path(
        "M22 84A38 17 0 0 0 98 84V90A38 17 0 0 1 22 90z",
        &format!(r#"fill="{outside}""#),
    );
    canvas.ellipse(
        (60.0, 84.0),
        38.0,
        17.0,
        &format!(
            r#"fill="{polish}" stroke="{}" stroke-width=".7""#,
            tones.shine
        ),
    );
    canvas.ellipse(
        (60.0, 84.0),
        33.0,
        13.8,
        &format!(
            r#"fill="{glass}" stroke="{}" stroke-width=".8""#,
            tones.dark
        ),
    );
    canvas.path(
        "M44 88L64 76M56 92L80 79",
        r##"stroke="#fff" stroke-opacity=".8" stroke-width="2.6" stroke-linecap="round""##,
    );
}

fn case(canvas: &mut Canvas) {
    canvas.shadow(60.0, 105.0, 46.0, 7.0);
    let (light, colour, shade) = velvet(canvas.stone);
    let lid = canvas.paint(Paint::Sheen(light, colour, shade));
    let front = canvas.paint(Paint::Cloth(colour, shade));
    let lining = canvas.paint(Paint::Cloth("#f7efe2", "#d8c6ab"));
    canvas.path(
        "M22 56L30 14Q31 10 35 10H85Q89 10 90 14L98 56z",
        &format!(r#"fill="{lid}""#),
    );
    canvas.path(
        "M30 50L36 18Q37 16 39 16H81Q83 16 84 18L90 50z",
        &format!(r#"fill="{lining}""#),
    );
    canvas.path(
        "M14 62L22 52H98L106 62z",
        &format!(r#"fill="{lining}" stroke="{shade}" stroke-width="1""#),
    );
    canvas.wire(canvas.metal, &oval(61.0, 44.0, 11.0, 13.0), 3.4);
    // The ring roll: three soft ridges with a ring between two of them.
    for x in [34.0, 52.0, 70.0, 88.0] {
        canvas.put(&format!(
            r##"<rect x="{}" y="51" width="16" height="11" rx="5" fill="#efe3d0" stroke="#c9b493" stroke-width=".8"/>"##,
            x - 9.0
        ));
    }
    canvas.path(
        "M12 62H108V98Q108 104 102 104H18Q12 104 12 98z",
        &format!(r#"fill="{front}""#),
    );
    canvas.path(
        "M12 62H108",
        &format!(r#"stroke="{light}" stroke-width="1.6" stroke-opacity=".8""#),
    );
    canvas.path(
        "M17 68V96",
        &format!(
            r#"stroke="{light}" stroke-width="2.4" stroke-opacity=".45" stroke-linecap="round""#
        ),
    );
    let tones = metal_tones(canvas.metal);
    canvas.ball(60.0, 63.0, 4.0);
    mark(canvas, 60.0, 84.0, tones.light, "1.1");
}

fn canvas_bag(canvas: &mut Canvas, size: f64) {
    let shift = 60.0 * (1.0 - size);
    let place = format!(
        r#"transform="translate({shift:.1} {:.1})scale({size})""#,
        shift * 1.8
    );
    canvas.shadow(60.0, 111.0, 42.0 * size, 5.0);
    let cloth = canvas.paint(Paint::Sheen("#fdf9f0", "#efe6d4", "#cdbd9f"));
    let green = canvas.paint(Paint::Cloth("#1d5a4e", "#0c352f"));
    canvas.group(&place, |canvas| {
        canvas.path("M40 46C40 18 48 9 60 9 72 9 80 18 80 46", r##"fill="none" stroke="#0c352f" stroke-width="5""##);
        canvas.path("M22 40H98L104 104Q104 110 98 110H22Q16 110 16 104z", &format!(r#"fill="{cloth}""#));
        canvas.path("M17.5 88H102.5L104 104Q104 110 98 110H22Q16 110 16 104z", &format!(r#"fill="{green}""#));
        canvas.path("M38 54C38 22 47 13 60 13 73 13 82 22 82 54", r##"fill="none" stroke="#1d5a4e" stroke-width="5" stroke-linecap="round""##);
        canvas.path("M22.5 44H97.5M30 40L27 84M92 40L94 84", r##"fill="none" stroke="#a8957a" stroke-opacity=".7" stroke-width="1" stroke-dasharray="3 2""##);
        mark(canvas, 60.0, 66.0, "#12453d", "1.7");
    });
}

fn paper_bag(canvas: &mut Canvas) {
    canvas.shadow(62.0, 110.0, 38.0, 5.0);
    let front = canvas.paint(Paint::Sheen("#20665a", "#12453d", "#0b2f2a"));
    let side = canvas.paint(Paint::Cloth("#0e3a33", "#061d19"));
    canvas.path(
        "M44 36C44 16 50 10 57 10 64 10 70 16 70 36",
        r##"fill="none" stroke="#b08a3e" stroke-width="2.2""##,
    );
    canvas.path("M84 34L98 30V98L84 109z", &format!(r#"fill="{side}""#));
    canvas.path(
        "M84 34L91 66 84 109M98 30L91 66",
        r##"fill="none" stroke="#2f7567" stroke-opacity=".6" stroke-width=".8""##,
    );
    canvas.path("M26 34H84V109H26z", &format!(r#"fill="{front}""#));
    canvas.path("M26 34H84V41H26z", r##"fill="#fff" fill-opacity=".09""##);
    canvas.path(
        "M38 40C38 18 45 14 54 14 63 14 72 18 72 40",
        r##"fill="none" stroke="#dcae52" stroke-width="2.4" stroke-linecap="round""##,
    );
    canvas.path(
        "M38 39v2M72 39v2",
        r##"stroke="#f7dd9b" stroke-width="4" stroke-linecap="round""##,
    );
    mark(canvas, 55.0, 72.0, "#f0d79a", "1.6");
}

fn plastic_bag(canvas: &mut Canvas) {
    canvas.shadow(60.0, 110.0, 36.0, 5.0);
    let film = canvas.paint(Paint::Sheen("#eef5f4", "#c8d6d3", "#a9bbb7"));
    canvas.path(
        "M30 12C32 10 42 10 44 12 44 26 50 34 60 34 70 34 76 26 76 12 78 10 88 10 90 12L94 104Q94 110 88 110H32Q26 110 26 104z",
        &format!(r##"fill="{film}" fill-opacity=".92" stroke="#7c918c" stroke-width=".9""##),
    );
    canvas.path("M38 20C36 50 34 80 36 104M84 24C84 50 88 80 84 104M50 40C46 64 48 86 46 106M72 44C76 64 72 90 74 106", r##"fill="none" stroke="#fff" stroke-opacity=".8" stroke-width="1.6" stroke-linecap="round""##);
    canvas.path("M34 60C36 74 34 90 32 104M88 50C86 70 90 90 88 104", r##"fill="none" stroke="#6f8580" stroke-opacity=".5" stroke-width="1.4" stroke-linecap="round""##);
    mark(canvas, 60.0, 72.0, "#12453d", "1.6");
}

fn eco_bag(canvas: &mut Canvas) {
    canvas.shadow(60.0, 110.0, 38.0, 5.0);
    let cloth = canvas.paint(Paint::Sheen("#e9dfc6", "#cdbd97", "#a08c62"));
    canvas.path(
        "M38 44C36 18 46 8 60 8 74 8 84 18 82 44",
        r##"fill="none" stroke="#8b784f" stroke-width="4.4""##,
    );
    canvas.path("M24 38Q60 44 96 38L100 100C100 108 92 111 84 110 68 108 52 108 36 110 28 111 20 108 20 100z", &format!(r#"fill="{cloth}""#));
    canvas.path(
        "M34 50C34 22 46 13 60 13 74 13 86 22 86 50",
        r##"fill="none" stroke="#bfae85" stroke-width="4.4" stroke-linecap="round""##,
    );
    canvas.path("M30 56C28 76 28 92 31 104M90 56C92 76 92 92 89 104", r##"fill="none" stroke="#7d6a43" stroke-opacity=".4" stroke-width="2" stroke-linecap="round""##);
    // A leaf for the recycled cotton.
    canvas.path(
        "M60 94C42 88 42 66 62 58 78 68 78 86 60 94z",
        r##"fill="#2f7d5d""##,
    );
    canvas.path(
        "M59 98C60 84 62 74 66 66M60.5 84L52 78M61.5 78L69 75",
        r##"fill="none" stroke="#dff3e6" stroke-width="1.6" stroke-linecap="round""##,
    );
}
