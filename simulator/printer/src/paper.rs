//! A piece of paper, as its dots.

use std::io;

use serde::Serialize;

/// Dots between two lines of text, and fed for each.
const LINE_DOTS: usize = 30;

/// What came out of the printer in one piece.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Paper {
    /// Number, from 1.
    pub(crate) id: u64,
    /// Dots across.
    pub(crate) width: u32,
    /// Dots along.
    pub(crate) height: u32,
    /// Whether it was cut; else it was torn off.
    pub(crate) is_cut: bool,
    /// Where its picture is.
    pub(crate) image: String,
    #[serde(skip)]
    pub(crate) png: Vec<u8>,
}

/// The paper that hangs out of the printer.
#[derive(Debug, Default)]
pub(crate) struct Strip {
    bytes_per_row: usize,
    rows: Vec<u8>,
}

impl Strip {
    pub(crate) fn is_blank(&self) -> bool {
        self.rows.iter().all(|byte| *byte == 0)
    }

    /// Prints rows of dots. Paper is as wide as its widest picture.
    pub(crate) fn print(&mut self, bytes_per_row: u16, rows: &[u8]) {
        let bytes = usize::from(bytes_per_row);
        self.widen(bytes);
        for row in rows.chunks(bytes) {
            self.rows.extend(row);
            self.rows.extend(vec![0; self.bytes_per_row - row.len()]);
        }
    }

    pub(crate) fn feed(&mut self, dots: usize) {
        self.rows.extend(vec![0; dots * self.bytes_per_row]);
    }

    pub(crate) fn feed_lines(&mut self, lines: u8) {
        self.feed(usize::from(lines) * LINE_DOTS);
    }

    fn widen(&mut self, bytes: usize) {
        if bytes <= self.bytes_per_row {
            return;
        }
        let old = self.bytes_per_row.max(1);
        let mut rows = Vec::with_capacity(self.rows.len() / old * bytes);
        for row in self.rows.chunks(old) {
            rows.extend(row);
            rows.extend(vec![0; bytes - row.len()]);
        }
        self.rows = rows;
        self.bytes_per_row = bytes;
    }

    /// Takes the paper off, as a picture.
    ///
    /// # Errors
    /// When it is longer than any picture can be.
    pub(crate) fn take(&mut self, id: u64, is_cut: bool) -> io::Result<Paper> {
        let strip = std::mem::take(self);
        let height = strip.rows.len() / strip.bytes_per_row.max(1);
        let width = u32::try_from(strip.bytes_per_row * 8).map_err(io::Error::other)?;
        let height = u32::try_from(height).map_err(io::Error::other)?;
        // A set bit is a black dot; in the picture a set bit is white.
        let light: Vec<u8> = strip.rows.iter().map(|byte| !byte).collect();
        let mut png = Vec::new();
        let mut encoder = png::Encoder::new(&mut png, width, height);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_depth(png::BitDepth::One);
        let mut writer = encoder.write_header().map_err(io::Error::other)?;
        writer.write_image_data(&light).map_err(io::Error::other)?;
        writer.finish().map_err(io::Error::other)?;
        Ok(Paper {
            id,
            width,
            height,
            is_cut,
            image: format!("/paper/{id}.png"),
            png,
        })
    }
}
