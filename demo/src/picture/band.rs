//! Closed bands seen from the side: rings and bangles.

use std::fmt::Write as _;

use super::canvas::{Canvas, Paint, n};
use super::metalwork::oval;
use super::palette::metal_tones;
use super::shape::Metal;

/// A closed band seen from the side: the ellipse of its upper edge, its height, the thickness of
/// its wall, and how it is turned around its centre.
#[derive(Debug, Clone, Copy)]
pub(super) struct Band {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) rx: f64,
    pub(super) ry: f64,
    pub(super) height: f64,
    pub(super) wall: f64,
    pub(super) turn: f64,
}

/// How the outside of a band is finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Profile {
    /// Rounded across its height.
    Round,
    /// Flat with sharp edges.
    Flat,
}

impl Band {
    /// The lower arc at a depth below the upper edge. It stops short of the ends, where a stroke
    /// would stand out from the silhouette.
    pub(super) fn front(self, depth: f64) -> String {
        let (left, right) = (self.outside(173.0, depth), self.outside(7.0, depth));
        format!(
            "M{} {}A{} {} 0 0 0 {} {}",
            n(left.0),
            n(left.1),
            n(self.rx),
            n(self.ry),
            n(right.0),
            n(right.1)
        )
    }

    /// A point of the outside, at an angle from 0 (right) over 90 (front) to 180 (left).
    pub(super) fn outside(self, degrees: f64, depth: f64) -> (f64, f64) {
        let (sin, cos) = degrees.to_radians().sin_cos();
        (self.x + self.rx * cos, self.y + self.ry * sin + depth)
    }

    /// A part of the outside between two depths, given as parts of the height.
    fn strip(self, from: f64, to: f64) -> String {
        let (left, right) = (n(self.x - self.rx), n(self.x + self.rx));
        let (rx, ry) = (n(self.rx), n(self.ry));
        let (top, bottom) = (n(self.y + self.height * from), n(self.y + self.height * to));
        format!(
            "M{left} {top}A{rx} {ry} 0 0 0 {right} {top}V{bottom}A{rx} {ry} 0 0 1 {left} {bottom}z"
        )
    }

    fn rotation(self) -> String {
        let middle = self.y + self.height / 2.0;
        format!(
            r#"transform="rotate({} {} {})""#,
            n(self.turn),
            n(self.x),
            n(middle)
        )
    }
}

impl Canvas {
    /// A band in a metal; `more` draws on the finished band in its own coordinates.
    pub(super) fn band(
        &mut self,
        metal: Metal,
        band: Band,
        profile: Profile,
        more: impl FnOnce(&mut Self),
    ) {
        self.group(&band.rotation(), |canvas| {
            canvas.band_inside(metal, band);
            canvas.band_outside(metal, band, profile);
            canvas.band_edge(metal, band, profile);
            more(canvas);
        });
    }

    fn band_inside(&mut self, metal: Metal, band: Band) {
        let tones = metal_tones(metal);
        let fill = self.paint(Paint::Inside(metal));
        let (left, right) = (n(band.x - band.rx), n(band.x + band.rx));
        let (rx, ry) = (n(band.rx), n(band.ry));
        let (top, bottom) = (n(band.y), n(band.y + band.height));
        self.path(
            &format!(
                "M{left} {top}A{rx} {ry} 0 0 1 {right} {top}V{bottom}A{rx} {ry} 0 0 0 {left} {bottom}z"
            ),
            &format!(r#"fill="{fill}""#),
        );
        // Light that enters from above and is thrown back from the lower edge.
        let inset = band.wall + 1.0;
        self.path(
            &format!(
                "M{} {}A{} {} 0 0 1 {} {}",
                n(band.x - band.rx * 0.72),
                n(band.y + band.height - band.ry * 0.66),
                n(band.rx),
                n(band.ry),
                n(band.x + band.rx * 0.5),
                n(band.y + band.height - band.ry * 0.83)
            ),
            &format!(
                r#"fill="none" stroke="{}" stroke-opacity=".55" stroke-width="{}" stroke-linecap="round""#,
                tones.light,
                n((band.height * 0.14).min(inset))
            ),
        );
    }

    fn band_outside(&mut self, metal: Metal, band: Band, profile: Profile) {
        let tones = metal_tones(metal);
        let fill = self.paint(Paint::Outside(metal));
        let (left, right) = (n(band.x - band.rx), n(band.x + band.rx));
        let (rx, ry) = (n(band.rx), n(band.ry));
        let (top, bottom) = (n(band.y), n(band.y + band.height));
        self.path(
            &format!(
                "M{left} {top}A{rx} {ry} 0 0 0 {right} {top}V{bottom}A{rx} {ry} 0 0 1 {left} {bottom}z"
            ),
            &format!(r#"fill="{fill}""#),
        );
        if profile == Profile::Flat {
            return;
        }
        let window = self.paint(Paint::Window);
        let mut shades = String::new();
        for (from, to, colour, opacity) in [
            (0.0, 0.14, tones.dark, 0.22),
            (0.66, 1.0, tones.dark, 0.42),
            (0.88, 1.0, tones.deep, 0.34),
        ] {
            let strip = band.strip(from, to);
            let _ = write!(
                shades,
                r#"<path d="{strip}" fill="{colour}" fill-opacity="{opacity}"/>"#
            );
        }
        for (from, to, opacity) in [(0.16, 0.52, 0.5), (0.25, 0.42, 0.9)] {
            let strip = band.strip(from, to);
            let _ = write!(
                shades,
                r#"<path d="{strip}" fill="{window}" opacity="{opacity}"/>"#
            );
        }
        self.put(&shades);
    }

    fn band_edge(&mut self, metal: Metal, band: Band, profile: Profile) {
        let tones = metal_tones(metal);
        let fill = self.paint(Paint::Polish(metal));
        let ratio = band.ry / band.rx;
        let outer = oval(band.x, band.y, band.rx, band.ry);
        let inner = oval(
            band.x,
            band.y + band.wall * 0.12,
            band.rx - band.wall,
            band.ry - band.wall * ratio.max(0.55),
        );
        self.path(
            &format!("{outer}{inner}"),
            &format!(r#"fill="{fill}" fill-rule="evenodd""#),
        );
        self.path(
            &inner,
            &format!(
                r#"fill="none" stroke="{}" stroke-opacity=".45" stroke-width=".6""#,
                tones.deep
            ),
        );
        let shine = if profile == Profile::Flat {
            ".95"
        } else {
            ".6"
        };
        self.path(
            &band.front(0.2),
            &format!(
                r#"fill="none" stroke="{}" stroke-opacity="{shine}" stroke-width=".8""#,
                tones.shine
            ),
        );
        self.path(
            &band.front(band.height - 0.3),
            &format!(
                r#"fill="none" stroke="{}" stroke-opacity=".55" stroke-width=".7""#,
                tones.deep
            ),
        );
    }
}
