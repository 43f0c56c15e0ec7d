//! What goldsmiths make again and again: wires, chains, ropes and struck discs.

use std::f64::consts::PI;

use super::canvas::{Canvas, Paint, n};
use super::palette::metal_tones;
use super::shape::Metal;

/// Path data of a circle-like ellipse that starts at its left end.
pub(super) fn oval(x: f64, y: f64, rx: f64, ry: f64) -> String {
    let (rx_text, ry_text) = (n(rx), n(ry));
    format!(
        "M{} {}a{rx_text} {ry_text} 0 1 1 {} 0a{rx_text} {ry_text} 0 1 1-{} 0z",
        n(x - rx),
        n(y),
        n(2.0 * rx),
        n(2.0 * rx)
    )
}

impl Canvas {
    /// A round wire along a path.
    pub(super) fn wire(&mut self, metal: Metal, d: &str, width: f64) {
        let tones = metal_tones(metal);
        let line = self.share(&format!(r#"<path d="{d}"/>"#));
        let polish = self.paint(Paint::Polish(metal));
        let gleam = self.paint(Paint::Gleam);
        let (shift, lift) = (n(-width * 0.13), n(-width * 0.15));
        let (down, right) = (n(width * 0.2), n(width * 0.18));
        self.put(r#"<g fill="none" stroke-linecap="round" stroke-linejoin="round">"#);
        self.reuse(
            &line,
            &format!(r#"stroke="{}" stroke-width="{}""#, tones.deep, n(width)),
        );
        self.reuse(
            &line,
            &format!(
                r#"stroke="{polish}" stroke-width="{}""#,
                n((width - 0.9).max(width * 0.7))
            ),
        );
        self.reuse(
            &line,
            &format!(
                r#"stroke="{}" stroke-opacity=".35" stroke-width="{}" transform="translate({right} {down})""#,
                tones.deep,
                n(width * 0.26)
            ),
        );
        self.reuse(
            &line,
            &format!(
                r#"stroke="{}" stroke-opacity=".75" stroke-width="{}" transform="translate({shift} {lift})""#,
                tones.light,
                n(width * 0.3)
            ),
        );
        self.reuse(
            &line,
            &format!(
                r#"stroke="{gleam}" stroke-width="{}" transform="translate({shift} {lift})""#,
                n(width * 0.2)
            ),
        );
        self.put("</g>");
    }

    /// A straight wire; gradients need a path with an area, so this one is drawn in plain tones.
    pub(super) fn rod(&mut self, metal: Metal, from: (f64, f64), to: (f64, f64), width: f64) {
        let tones = metal_tones(metal);
        let d = format!("M{} {}L{} {}", n(from.0), n(from.1), n(to.0), n(to.1));
        let line = self.share(&format!(r#"<path d="{d}"/>"#));
        self.put(r#"<g stroke-linecap="round">"#);
        for (colour, part, shift) in [
            (tones.deep, 1.0, 0.0),
            (tones.middle, 0.78, -0.06),
            (tones.light, 0.4, -0.14),
            (tones.shine, 0.16, -0.2),
        ] {
            let shift = n(width * shift);
            self.reuse(
                &line,
                &format!(
                    r#"stroke="{colour}" stroke-width="{}" transform="translate({shift} {shift})""#,
                    n(width * part)
                ),
            );
        }
        self.put("</g>");
    }

    /// The round shank of a ring seen from the front, a little from the left.
    pub(super) fn shank(&mut self, metal: Metal, x: f64, y: f64, r: f64, width: f64) {
        let tones = metal_tones(metal);
        let inside = self.paint(Paint::Inside(metal));
        let back = n(width * 1.1);
        self.ellipse(
            (x + width * 0.42, y + 0.4),
            r - width * 0.2,
            r - width * 0.1,
            &format!(r#"fill="none" stroke="{inside}" stroke-width="{back}""#),
        );
        self.ellipse(
            (x + width * 0.42, y + 0.4),
            r - width * 0.62,
            r - width * 0.5,
            &format!(
                r#"fill="none" stroke="{}" stroke-opacity=".5" stroke-width=".6""#,
                tones.light
            ),
        );
        self.wire(metal, &oval(x, y, r, r * 1.03), width);
        let gleam = n(width * 0.3);
        self.path(
            &format!(
                "M{} {}A{} {} 0 0 1 {} {}",
                n(x - r * 0.985),
                n(y + r * 0.05),
                n(r),
                n(r),
                n(x - r * 0.6),
                n(y - r * 0.8)
            ),
            &format!(
                r##"fill="none" stroke="#fff" stroke-opacity=".85" stroke-width="{gleam}" stroke-linecap="round""##
            ),
        );
    }

    /// A fine chain: beads of light on a dark line.
    pub(super) fn fine_chain(&mut self, metal: Metal, d: &str, size: f64) {
        let tones = metal_tones(metal);
        let line = self.share(&format!(r#"<path d="{d}"/>"#));
        let step = n(size * 1.45);
        self.put(r#"<g fill="none" stroke-linecap="round">"#);
        self.reuse(
            &line,
            &format!(
                r#"stroke="{}" stroke-width="{}""#,
                tones.dark,
                n(size * 0.62)
            ),
        );
        for (colour, part, shift) in [
            (tones.dark, 1.15, 0.1),
            (tones.middle, 0.95, 0.0),
            (tones.shine, 0.42, -0.2),
        ] {
            self.reuse(
                &line,
                &format!(
                    r#"stroke="{colour}" stroke-width="{}" stroke-dasharray=".01 {step}" transform="translate({} {})""#,
                    n(size * part),
                    n(size * shift),
                    n(size * shift)
                ),
            );
        }
        self.put("</g>");
    }

    /// Copies of a link along points; the link is drawn around the origin, pointing right.
    pub(super) fn links(&mut self, link: &str, places: &[(f64, f64, f64)]) {
        let reference = self.share(link);
        for (x, y, degrees) in places {
            self.reuse(
                &reference,
                &format!(
                    r#"transform="translate({} {})rotate({})""#,
                    n(*x),
                    n(*y),
                    n(degrees.round())
                ),
            );
        }
    }

    /// A rope of two wires around an ellipse, lying or standing.
    pub(super) fn rope(&mut self, at: (f64, f64), r: f64, flat: f64, width: f64, strands: u32) {
        let tones = metal_tones(self.metal);
        let polish = self.paint(Paint::Ball(self.metal));
        let length = 2.0 * PI * r / f64::from(strands);
        let strand = format!(
            r#"<ellipse rx="{}" ry="{}" fill="{polish}" stroke="{}" stroke-width=".5"/>"#,
            n(length * 0.46),
            n(width * 0.6),
            tones.deep
        );
        let strand = self.share(&strand);
        let (x, y) = at;
        let stretch = format!(
            r#"transform="translate({} {})scale(1 {})""#,
            n(x),
            n(y),
            n(flat)
        );
        self.group(&stretch, |canvas| {
            for index in 0..strands {
                let degrees = 360.0 / f64::from(strands) * f64::from(index) - 90.0;
                canvas.reuse(
                    &strand,
                    &format!(
                        r#"transform="rotate({})translate({})rotate(52)""#,
                        n(degrees),
                        n(r)
                    ),
                );
            }
        });
    }

    /// A struck disc with a rim of beads.
    pub(super) fn medal(&mut self, x: f64, y: f64, r: f64) {
        let tones = metal_tones(self.metal);
        let ball = self.paint(Paint::Ball(self.metal));
        let face = self.paint(Paint::Polish(self.metal));
        self.circle(x, y + r * 0.05, r, &format!(r#"fill="{}""#, tones.deep));
        self.circle(x, y, r, &format!(r#"fill="{face}""#));
        self.circle(x, y, r * 0.9, &format!(r#"fill="{ball}""#));
        self.circle(
            x,
            y,
            r * 0.9,
            &format!(
                r#"fill="none" stroke="{}" stroke-width="{}" stroke-opacity=".6""#,
                tones.deep,
                n(r * 0.04)
            ),
        );
        for (colour, width, shift) in [(tones.deep, 0.09, 0.02), (tones.shine, 0.065, -0.012)] {
            self.circle(
                x + r * shift,
                y + r * shift,
                r * 0.8,
                &format!(
                    r#"fill="none" stroke="{colour}" stroke-opacity=".75" stroke-width="{}" stroke-linecap="round" stroke-dasharray=".01 {:.2}""#,
                    n(r * width),
                    2.0 * PI * r * 0.8 / 40.0
                ),
            );
        }
        self.path(
            &format!(
                "M{} {}A{r} {r} 0 0 1 {} {}",
                n(x - r * 0.93),
                n(y - r * 0.12),
                n(x - r * 0.1),
                n(y - r * 0.94),
                r = n(r * 0.94)
            ),
            &format!(
                r##"fill="none" stroke="#fff" stroke-opacity=".9" stroke-width="{}" stroke-linecap="round""##,
                n(r * 0.06)
            ),
        );
    }

    /// A figure in relief: its dark lower edge, its body, its bright upper edge.
    pub(super) fn relief(&mut self, d: &str, height: f64) {
        let tones = metal_tones(self.metal);
        let polish = self.paint(Paint::Polish(self.metal));
        let line = self.share(&format!(r#"<path d="{d}"/>"#));
        let (down, up) = (n(height), n(-height * 0.6));
        self.put(r#"<g stroke-linejoin="round">"#);
        self.reuse(
            &line,
            &format!(
                r#"fill="{}" fill-opacity=".8" transform="translate({down} {down})""#,
                tones.deep
            ),
        );
        self.reuse(
            &line,
            &format!(r#"fill="{}" transform="translate({up} {up})""#, tones.shine),
        );
        self.reuse(&line, &format!(r#"fill="{polish}""#));
        self.put("</g>");
    }
}
