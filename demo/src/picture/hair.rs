//! Hair jewellery.

use super::canvas::{Canvas, Paint, n};
use super::earrings;
use super::gem::{Cut, seat};
use super::palette::metal_tones;
use super::shape::{Shape, Stone};

pub(super) fn draw(canvas: &mut Canvas, shape: Shape) {
    match shape {
        Shape::HairPin => pin(canvas),
        Shape::HairPinPearl => pearl_pins(canvas),
        Shape::HairComb => comb(canvas),
        Shape::HairBarrette => barrette(canvas),
        _ => band(canvas),
    }
}

fn prongs(canvas: &mut Canvas) {
    canvas.wire(
        canvas.metal,
        "M44 112C40 90 50 70 46 48 45 36 49 26 60 26 71 26 75 36 74 48 70 70 80 90 76 112",
        4.0,
    );
}

fn pin(canvas: &mut Canvas) {
    canvas.group(r#"transform="rotate(32 60 62)translate(-3 0)""#, |canvas| {
        prongs(canvas);
        if canvas.stone == Stone::Plain {
            canvas.group(
                r#"transform="translate(60 26)scale(.62)translate(-60 -60)""#,
                bow_tie,
            );
        } else {
            earrings::star(canvas, 60.0, 26.0, 23.0);
            canvas.ball(60.0, 26.0, 7.4);
            canvas.gem(Cut::Round, seat(60.0, 26.0, 6.2));
        }
    });
}

fn bow_tie(canvas: &mut Canvas) {
    let tones = metal_tones(canvas.metal);
    let polish = canvas.paint(Paint::Polish(canvas.metal));
    let face = canvas.paint(Paint::Face(canvas.metal));
    let edge = format!(
        r#"stroke="{}" stroke-width="1.2" stroke-linejoin="round""#,
        tones.deep
    );
    for mirror in ["", r#" transform="translate(120 0)scale(-1 1)""#] {
        canvas.path(
            "M58 56C42 36 22 32 10 38 4 52 4 68 10 82 22 88 42 84 58 64z",
            &format!(r#"fill="{polish}" {edge}{mirror}"#),
        );
        canvas.path(
            "M56 59C44 50 30 46 18 48M56 61C44 70 30 74 18 72",
            &format!(
                r#"fill="none" stroke="{}" stroke-opacity=".45" stroke-width="1.6"{mirror}"#,
                tones.deep
            ),
        );
    }
    canvas.path(
        "M51 48Q60 44 69 48 72 60 69 72 60 76 51 72 48 60 51 48z",
        &format!(r#"fill="{face}" {edge}"#),
    );
}

fn pearl_pins(canvas: &mut Canvas) {
    for (x, y) in [(60.0, 9.0), (90.0, 19.0)] {
        let at = format!(
            r#"transform="translate({} {})rotate(24)scale(1.12)""#,
            n(x),
            n(y)
        );
        canvas.group(&at, |canvas| {
            canvas.wire(
                canvas.metal,
                "M-5 92C-8 70 1 50-5 34-6 20-5 8 0 8 5 8 6 20 5 34-1 50 8 70 5 92",
                2.6,
            );
            for (index, r) in [7.6, 6.8, 6.0, 5.2].into_iter().enumerate() {
                let down = [8.0, 22.2, 34.8, 46.0][index];
                canvas.pearl(0.0, down, r);
            }
        });
    }
}

fn comb(canvas: &mut Canvas) {
    canvas.shadow(60.0, 106.0, 44.0, 5.0);
    let tones = metal_tones(canvas.metal);
    let outside = canvas.paint(Paint::Outside(canvas.metal));
    let polish = canvas.paint(Paint::Polish(canvas.metal));
    let tooth = canvas.share(&format!(
        r#"<path d="M-2.6 0H2.6L1.6 52Q0 56-1.6 52z" fill="{outside}" stroke="{}" stroke-width=".5"/>"#,
        tones.deep
    ));
    for index in 0..11 {
        let x = 20.0 + 8.0 * f64::from(index);
        let lift = ((x - 60.0) / 40.0).powi(2) * 8.0;
        canvas.reuse(&tooth, &format!(r#"x="{}" y="{}""#, n(x), n(44.0 + lift)));
    }
    canvas.path(
        "M12 54C22 36 40 29 60 29 80 29 98 36 108 54 106 59 100 60 96 57 86 48 74 46 60 46 46 46 34 48 24 57 20 60 14 59 12 54z",
        &format!(r#"fill="{polish}" stroke="{}" stroke-width=".8""#, tones.deep),
    );
    for index in 0..7 {
        let angle = f64::from(index - 3);
        let (x, y) = (60.0 + angle * 13.0, 35.0 + angle * angle * 1.6);
        let r = 7.6 - angle.abs() * 0.5;
        canvas.ball(x, y, r + 1.4);
        if canvas.stone == Stone::Pearl {
            canvas.pearl(x, y - 1.0, r + 0.6);
        } else {
            canvas.gem(Cut::Round, seat(x, y, r));
        }
    }
}

fn barrette(canvas: &mut Canvas) {
    canvas.shadow(60.0, 88.0, 48.0, 7.0);
    let tones = metal_tones(canvas.metal);
    let outside = canvas.paint(Paint::Outside(canvas.metal));
    let gleam = canvas.paint(Paint::Gleam);
    canvas.group(r#"transform="rotate(-14 60 60)""#, |canvas| {
        canvas.path(
            "M10 70C40 84 80 84 110 70L108 76C80 90 40 90 12 76z",
            &format!(r#"fill="{}""#, tones.dark),
        );
        canvas.path(
            "M8 52C38 36 82 36 112 52 116 58 116 66 112 72 82 84 38 84 8 72 4 66 4 58 8 52z",
            &format!(
                r#"fill="{outside}" stroke="{}" stroke-width=".8""#,
                tones.deep
            ),
        );
        canvas.path(
            "M12 54C38 40 82 40 108 54 98 52 82 48 60 48 38 48 22 52 12 54z",
            &format!(r#"fill="{gleam}""#),
        );
        if canvas.stone == Stone::Plain {
            canvas.path(
                "M10 71C38 82 82 82 110 71",
                &format!(
                    r#"fill="none" stroke="{}" stroke-opacity=".7" stroke-width="1.2""#,
                    tones.shine
                ),
            );
            return;
        }
        for index in 0..9 {
            let step = f64::from(index - 4);
            canvas.gem(
                Cut::Round,
                seat(60.0 + 11.4 * step, 62.0 - step * step * 0.1, 5.6),
            );
        }
    });
}

fn band(canvas: &mut Canvas) {
    canvas.shadow(60.0, 108.0, 42.0, 6.0);
    let (top, low, light) = match canvas.stone {
        Stone::Pearl => ("#f2e6d8", "#b9a48f", "#fffaf2"),
        _ => ("#2a6a5d", "#0a2b25", "#6fae9f"),
    };
    let cloth = canvas.paint(Paint::Cloth(top, low));
    canvas.path(
        "M14 104C4 50 26 14 60 14 94 14 116 50 106 104Q102 110 97 104C100 62 86 40 60 40 34 40 20 62 23 104Q18 110 14 104z",
        &format!(r#"fill="{cloth}" stroke="{low}" stroke-width=".8""#),
    );
    canvas.path(
        "M17 84C14 48 32 20 60 20",
        &format!(r#"fill="none" stroke="{light}" stroke-opacity=".7" stroke-width="3" stroke-linecap="round""#),
    );
    canvas.path(
        "M26 100C22 62 36 43 60 43 84 43 98 62 94 100",
        r##"fill="none" stroke="#06110f" stroke-opacity=".35" stroke-width="2""##,
    );
    for index in 0..13 {
        let degrees = 14.0 * f64::from(index) + 6.0;
        let (sin, cos) = (180.0 + degrees).to_radians().sin_cos();
        let (x, y) = (60.0 + 44.0 * cos, 70.0 + 43.0 * sin);
        if canvas.stone == Stone::Pearl {
            canvas.pearl(x, y, 5.2);
        } else {
            canvas.ball(x, y, 2.6);
        }
    }
}
