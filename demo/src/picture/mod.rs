//! Vector drawings of the pieces.
//!
//! Each picture is one SVG document of 120 by 120 units on transparent ground: the tile brings the
//! niche. There is no script, no style and no reference that leaves the document, so that it may
//! be served under a content policy that allows nothing.

mod band;
mod canvas;
mod charms;
mod earrings;
mod facet;
mod gem;
mod gifts;
mod hair;
mod metalwork;
mod necklaces;
mod palette;
mod rings;
mod services;
mod shape;
mod stone_rings;
mod wrist;

pub use shape::{Drawing, Family, Metal, Shape, Stone};

use canvas::Canvas;

/// The picture as SVG text.
#[must_use]
pub fn draw(drawing: &Drawing) -> String {
    let mut canvas = Canvas::new(*drawing);
    let family = match drawing.family() {
        Family::Ring => rings::draw,
        Family::Earring => earrings::draw,
        Family::Necklace => necklaces::draw,
        Family::Bracelet | Family::Bangle => wrist::draw,
        Family::Charm => charms::draw,
        Family::Hair => hair::draw,
        Family::Gift => gifts::draw,
        Family::Service => services::draw,
    };
    family(&mut canvas, drawing.shape);
    canvas.finish()
}
