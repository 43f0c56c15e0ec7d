//! Pages as dots.

use tiny_skia::PremultipliedColorU8;
use typst::layout::Abs;
use typst::utils::Scalar;
use typst_layout::Page;
use typst_render::RenderOptions;

use super::Layout;
use crate::bitmap::Bitmap;
use crate::error::DocumentError;

/// What a print head reaches of 80 mm paper, in millimetres.
const PRINTABLE_MM: f64 = 72.0;
/// A dot is black when at most this much light is left of 255. Above the middle, because thin
/// strokes that fall between two dots would break, and heads burn a little less than a dot.
const BLACK_BELOW: u8 = 150;

impl Layout {
    /// The first page as dots. Of the 80 mm of paper the middle 72 mm are drawn, which is what a
    /// print head of 576 dots at 203 dpi covers; with other numbers of dots the page is scaled.
    ///
    /// # Errors
    /// [`DocumentError::Raster`] for 0 dots or without a page.
    pub fn raster(&self, dots_per_line: u32) -> Result<Bitmap, DocumentError> {
        let page = self.first_page()?;
        let picture = render(page, f64::from(dots_per_line), Abs::mm(PRINTABLE_MM))?;
        let across = picture.width();
        let width = dots_per_line.min(across);
        let left = ((across - width) / 2) as usize;
        let rows = picture
            .pixels()
            .chunks_exact(across as usize)
            .flat_map(|row| row[left..left + width as usize].chunks(8))
            .map(packed)
            .collect();
        Ok(Bitmap::from_rows(width, rows))
    }

    /// The first page as PNG, in grey and at its full width.
    ///
    /// # Errors
    /// [`DocumentError::Raster`] for 0 pixels or without a page.
    pub fn png(&self, width_px: u32) -> Result<Vec<u8>, DocumentError> {
        let page = self.first_page()?;
        render(page, f64::from(width_px), page.frame.width())?
            .encode_png()
            .map_err(|error| DocumentError::Raster(error.to_string()))
    }

    fn first_page(&self) -> Result<&Page, DocumentError> {
        let page = self.pages.pages().first();
        page.ok_or_else(|| DocumentError::Raster("there is no page".to_owned()))
    }
}

/// Up to eight pixels as bits, the leftmost highest. The page is filled with white, so that every
/// pixel is opaque, and grey, so that one channel says all.
fn packed(pixels: &[PremultipliedColorU8]) -> u8 {
    let mut byte = 0;
    for (place, pixel) in pixels.iter().enumerate() {
        if pixel.red() < BLACK_BELOW {
            byte |= 0x80 >> place;
        }
    }
    byte
}

#[expect(clippy::float_arithmetic, reason = "lengths on paper, no money")]
fn render(page: &Page, pixels: f64, across: Abs) -> Result<tiny_skia::Pixmap, DocumentError> {
    if pixels < 1.0 || across.to_pt() <= 0.0 {
        return Err(DocumentError::Raster("a picture without width".to_owned()));
    }
    let pixel_per_pt = Scalar::new(pixels / across.to_pt());
    Ok(typst_render::render(
        page,
        &RenderOptions {
            pixel_per_pt,
            render_bleed: false,
        },
    ))
}
