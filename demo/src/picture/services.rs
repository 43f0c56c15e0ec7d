//! Work, paper and money: drawn as things on the counter, not as icons.

use super::canvas::{Canvas, Paint};
use super::gem::{Cut, seat};
use super::metalwork::oval;
use super::palette::metal_tones;
use super::shape::{Shape, Stone};

pub(super) fn draw(canvas: &mut Canvas, shape: Shape) {
    match shape {
        Shape::GiftCard => gift_card(canvas),
        Shape::Voucher => voucher(canvas),
        Shape::Repair => repair(canvas),
        Shape::Polish => polish(canvas),
        Shape::Clean => clean(canvas),
        Shape::Resize => resize(canvas),
        Shape::StoneSetting => setting(canvas),
        Shape::Shipping => shipping(canvas),
        Shape::Licence => licence(canvas),
        _ => silver_price(canvas),
    }
}

fn gift_card(canvas: &mut Canvas) {
    canvas.shadow(60.0, 96.0, 48.0, 7.0);
    let face = canvas.paint(Paint::Sheen("#2a7264", "#12453d", "#0a2924"));
    let ribbon = canvas.paint(Paint::Polish(canvas.metal));
    let gleam = canvas.paint(Paint::Gleam);
    let deep = metal_tones(canvas.metal).deep;
    canvas.group(r#"transform="rotate(-9 60 60)""#, |canvas| {
        canvas.put(&format!(
            r#"<rect x="10" y="29" width="100" height="62" rx="7" fill="{face}"/>"#
        ));
        canvas.path(
            "M10 36Q10 29 17 29H78C50 40 24 60 10 82z",
            &format!(r#"fill="{gleam}" opacity=".22""#),
        );
        canvas.path(
            "M34 29H42V91H34zM10 54H110V62H10z",
            &format!(r#"fill="{ribbon}""#),
        );
        let edge = format!(r#"stroke="{deep}" stroke-width=".8" stroke-linejoin="round""#);
        canvas.path(
            "M38 57C28 44 16 44 16 52 16 59 28 61 38 58 48 61 60 59 60 52 60 44 48 44 38 57z",
            &format!(r#"fill="{ribbon}" {edge}"#),
        );
        canvas.path(
            "M37 59L27 76 33 75 36 80 39 61 45 79 48 74 54 75z",
            &format!(r#"fill="{ribbon}" {edge}"#),
        );
        canvas.ball(38.0, 57.5, 4.6);
        canvas.path(
            "M66 74H98M66 81H86",
            r##"stroke="#f7dd9b" stroke-opacity=".85" stroke-width="2.4" stroke-linecap="round""##,
        );
    });
}

fn sheet(canvas: &mut Canvas, d: &str) {
    let paper = canvas.paint(Paint::Sheen("#ffffff", "#f6f1e6", "#d9cfba"));
    canvas.path(
        d,
        &format!(r##"fill="{paper}" stroke="#a89a7d" stroke-width=".8" stroke-linejoin="round""##),
    );
}

fn voucher(canvas: &mut Canvas) {
    canvas.shadow(60.0, 96.0, 48.0, 7.0);
    canvas.group(r#"transform="rotate(7 60 60)""#, |canvas| {
        sheet(canvas, "M12 30H82A5 5 0 0 0 92 30H108V52A8 8 0 0 0 108 68V90H92A5 5 0 0 0 82 90H12V68A8 8 0 0 0 12 52z");
        canvas.path("M87 36V84", r##"stroke="#a89a7d" stroke-width="1.4" stroke-dasharray="3 3""##);
        canvas.path("M32 66C32 52 40 46 50 46H66M60 39L67 46 60 53", r##"fill="none" stroke="#12453d" stroke-width="4" stroke-linecap="round" stroke-linejoin="round""##);
        canvas.path("M70 56C70 70 62 75 52 75H36M42 68L35 75 42 82", r##"fill="none" stroke="#b3862f" stroke-width="4" stroke-linecap="round" stroke-linejoin="round""##);
        canvas.path("M94 46H101M94 53H101M94 60H101M94 67H101", r##"stroke="#8d7f63" stroke-width="2" stroke-linecap="round""##);
    });
}

fn handle(canvas: &mut Canvas, d: &str) {
    let wood = canvas.paint(Paint::Sheen("#c98a55", "#8f5128", "#4c260f"));
    canvas.path(
        d,
        &format!(r##"fill="{wood}" stroke="#3a1c0a" stroke-width=".7""##),
    );
}

fn small_ring(canvas: &mut Canvas, x: f64, y: f64, r: f64) {
    canvas.wire(canvas.metal, &oval(x, y, r, r), 4.4);
}

fn repair(canvas: &mut Canvas) {
    canvas.shadow(60.0, 104.0, 46.0, 7.0);
    small_ring(canvas, 42.0, 72.0, 27.0);
    let steel = canvas.paint(Paint::Sheen("#f4f7f8", "#9aa8ae", "#4c585f"));
    canvas.group(r#"transform="rotate(38 74 52)""#, |canvas| {
        handle(canvas, "M70 50H78L80 104Q74 110 68 104z");
        canvas.path(
            "M54 34H96Q100 34 100 38V46Q100 50 96 50H54Q46 50 42 42 46 34 54 34z",
            &format!(r##"fill="{steel}" stroke="#39444a" stroke-width=".8""##),
        );
        canvas.path(
            "M56 37H94",
            r##"stroke="#fff" stroke-opacity=".9" stroke-width="1.6" stroke-linecap="round""##,
        );
    });
}

fn polish(canvas: &mut Canvas) {
    canvas.shadow(60.0, 105.0, 48.0, 7.0);
    let cloth = canvas.paint(Paint::Sheen("#fdf1c9", "#eccf7d", "#b98b30"));
    canvas.path(
        "M10 70C24 58 40 74 56 64 74 54 92 62 110 54 112 74 108 92 112 102 92 110 74 100 56 106 40 110 24 102 8 108 12 94 8 82 10 70z",
        &format!(r##"fill="{cloth}" stroke="#8d6a22" stroke-width=".8""##),
    );
    canvas.path("M20 78C34 74 44 84 58 76M62 92C78 84 92 92 104 84M22 98C34 92 44 98 54 94", r##"fill="none" stroke="#8d6a22" stroke-opacity=".45" stroke-width="2" stroke-linecap="round""##);
    small_ring(canvas, 58.0, 52.0, 28.0);
    canvas.glint(38.0, 30.0, 13.0);
    canvas.glint(90.0, 26.0, 8.0);
    let shine = metal_tones(canvas.metal).middle;
    canvas.path(
        "M38 17V24M38 36V43M25 30H32M44 30H51",
        &format!(r#"stroke="{shine}" stroke-width="1.6" stroke-linecap="round""#),
    );
    canvas.path(
        "M90 16V21M90 31V36M80 26H85M95 26H100",
        &format!(r#"stroke="{shine}" stroke-width="1.4" stroke-linecap="round""#),
    );
}

fn clean(canvas: &mut Canvas) {
    canvas.shadow(60.0, 108.0, 42.0, 6.0);
    let water = canvas.paint(Paint::Cloth("#d3eef4", "#6fb4c8"));
    canvas.path(
        "M18 52A42 13 0 0 1 102 52L94 98Q92 108 60 108 28 108 26 98z",
        r##"fill="#eef6f8" fill-opacity=".75" stroke="#6f96a3" stroke-width="1.2""##,
    );
    canvas.path(
        "M21 62A39 11 0 0 0 99 62L93 97Q90 105 60 105 30 105 27 97z",
        &format!(r#"fill="{water}" fill-opacity=".85""#),
    );
    small_ring(canvas, 58.0, 78.0, 19.0);
    canvas.gem_of(Stone::Diamond, Cut::Round, seat(60.0, 54.0, 10.0));
    canvas.ellipse(
        (60.0, 61.0),
        39.0,
        10.0,
        r##"fill="#bfe4ee" fill-opacity=".45" stroke="#fff" stroke-width="1""##,
    );
    for (x, y, r) in [
        (34.0, 40.0, 6.0),
        (82.0, 36.0, 8.0),
        (46.0, 26.0, 4.4),
        (70.0, 18.0, 5.4),
        (92.0, 20.0, 3.6),
        (36.0, 84.0, 4.0),
        (84.0, 86.0, 4.6),
    ] {
        canvas.circle(
            x,
            y,
            r,
            r##"fill="#fff" fill-opacity=".55" stroke="#7fb3c4" stroke-width="1""##,
        );
        canvas.circle(x - r * 0.35, y - r * 0.35, r * 0.24, r##"fill="#fff""##);
    }
    canvas.path(
        "M24 66L31 96",
        r##"stroke="#fff" stroke-opacity=".9" stroke-width="2.4" stroke-linecap="round""##,
    );
}

fn resize(canvas: &mut Canvas) {
    canvas.shadow(60.0, 108.0, 34.0, 6.0);
    let steel = canvas.paint(Paint::Outside(super::shape::Metal::White));
    handle(canvas, "M50 88H70L67 106Q60 110 53 106z");
    canvas.path(
        "M57 10Q60 6 63 10L70 88H50z",
        &format!(r##"fill="{steel}" stroke="#39444a" stroke-width=".7""##),
    );
    for (y, half) in [(28.0, 5.0), (38.0, 6.0), (48.0, 6.8), (78.0, 9.2)] {
        canvas.path(
            &format!("M{} {y}H{}", 60.0 - half + 2.0, 60.0 + half - 2.0),
            r##"stroke="#39444a" stroke-width="1""##,
        );
    }
    canvas.wire(canvas.metal, &oval(60.0, 62.0, 30.0, 12.0), 6.0);
    canvas.path(
        "M53.4 49L50.6 74Q60 77.5 69.4 74L66.6 49z",
        &format!(r#"fill="{steel}""#),
    );
    canvas.path(
        "M30.5 63C32 69.5 45 74 60 74S88 69.5 89.5 63",
        r##"fill="none" stroke="#6b4410" stroke-width="6.4""##,
    );
    canvas.wire(canvas.metal, "M30 62C31 69 44 74 60 74S89 69 90 62", 6.0);
    canvas.path("M14 48L6 62 14 76M106 48L114 62 106 76", r##"fill="none" stroke="#7f8d88" stroke-width="3" stroke-linecap="round" stroke-linejoin="round""##);
}

fn setting(canvas: &mut Canvas) {
    canvas.shadow(54.0, 110.0, 30.0, 5.0);
    canvas.shank(canvas.metal, 54.0, 84.0, 23.0, 4.6);
    let polish = canvas.paint(Paint::Polish(canvas.metal));
    canvas.path(
        "M38 50L46 62H62L70 50 62 54 54 57 46 54z",
        &format!(r#"fill="{polish}""#),
    );
    canvas.gem_of(Stone::Emerald, Cut::Round, seat(54.0, 34.0, 17.0));
    let steel = canvas.paint(Paint::Sheen("#f4f7f8", "#a4b1b7", "#4c585f"));
    for d in [
        "M114 4L110 2C94 8 78 20 69 31L72 33C84 24 100 14 114 4z",
        "M116 10C104 24 88 34 73 38L73 34.5C88 28 102 18 114 6z",
    ] {
        canvas.path(
            d,
            &format!(
                r##"fill="{steel}" stroke="#39444a" stroke-width=".7" stroke-linejoin="round""##
            ),
        );
    }
}

fn shipping(canvas: &mut Canvas) {
    canvas.shadow(60.0, 108.0, 48.0, 7.0);
    let left = canvas.paint(Paint::Cloth("#ded0b1", "#b59f73"));
    let right = canvas.paint(Paint::Cloth("#b9a376", "#806a3f"));
    let top = canvas.paint(Paint::Sheen("#fbf4e2", "#eadfc4", "#d3c198"));
    canvas.path(
        "M12 38L60 58V110L16 92Q12 90 12 86z",
        &format!(r#"fill="{left}""#),
    );
    canvas.path(
        "M108 38L60 58V110L104 92Q108 90 108 86z",
        &format!(r#"fill="{right}""#),
    );
    canvas.path(
        "M12 38L56 17Q60 15 64 17L108 38 60 58z",
        &format!(r#"fill="{top}""#),
    );
    let ribbon = canvas.paint(Paint::Polish(canvas.metal));
    canvas.path(
        "M30 29L78 50.5V102.5L90 97.5V45.5L41 24z",
        &format!(r#"fill="{ribbon}""#),
    );
    canvas.path(
        "M60 58V110M12 38L60 58 108 38",
        r##"fill="none" stroke="#fff8e6" stroke-opacity=".6" stroke-width="1""##,
    );
    canvas.path(
        "M20 66L40 74M20 74L34 80",
        r##"stroke="#6b5528" stroke-opacity=".7" stroke-width="2.4" stroke-linecap="round""##,
    );
}

fn licence(canvas: &mut Canvas) {
    canvas.shadow(60.0, 110.0, 38.0, 5.0);
    sheet(
        canvas,
        "M26 10H78L96 28V104Q96 108 92 108H30Q26 108 26 104z",
    );
    canvas.path(
        "M78 10V24Q78 28 82 28H96z",
        r##"fill="#cdbf9f" stroke="#a89a7d" stroke-width=".8""##,
    );
    canvas.path(
        "M38 36H70M38 46H84M38 56H84M38 66H76",
        r##"stroke="#7d8b92" stroke-width="3" stroke-linecap="round""##,
    );
    canvas.path("M68 90L62 114 71 108 79 114 76 90z", r##"fill="#8e1b33""##);
    canvas.medal(72.0, 86.0, 15.0);
    canvas.path("M66 86L71 91 79 81", r##"fill="none" stroke="#6b4410" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round""##);
}

fn silver_price(canvas: &mut Canvas) {
    canvas.shadow(60.0, 102.0, 50.0, 7.0);
    let metal = super::shape::Metal::White;
    let tones = metal_tones(metal);
    let top = canvas.paint(Paint::Face(metal));
    let front = canvas.paint(Paint::Outside(metal));
    let side = canvas.paint(Paint::Inside(metal));
    for (x, y) in [(4.0, 66.0), (56.0, 66.0), (30.0, 36.0)] {
        let place = format!(r#"transform="translate({x} {y})""#);
        canvas.group(&place, |canvas| {
            let edge = format!(
                r#"stroke="{}" stroke-width=".6" stroke-linejoin="round""#,
                tones.deep
            );
            canvas.path("M0 34L8 10H46L54 34z", &format!(r#"fill="{front}" {edge}"#));
            canvas.path(
                "M46 10L54 2 62 24 54 34z",
                &format!(r#"fill="{side}" {edge}"#),
            );
            canvas.path("M8 10L18 2H54L46 10z", &format!(r#"fill="{top}" {edge}"#));
            canvas.path(
                "M18 27H36M20 20H34",
                &format!(
                    r#"stroke="{}" stroke-opacity=".6" stroke-width="2" stroke-linecap="round""#,
                    tones.deep
                ),
            );
        });
    }
}
