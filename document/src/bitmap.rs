/// A picture of black and white dots, as a thermal printer wants it.
///
/// Rows run from top to bottom; each row is [`Bitmap::bytes_per_row`] bytes, the leftmost dot in
/// the highest bit, 1 is black. Bits past the width are 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bitmap {
    width: u32,
    height: u32,
    rows: Vec<u8>,
}

impl Bitmap {
    /// A picture whose dots are given by a function of column and row; `true` is black.
    pub fn from_fn(width: u32, height: u32, is_black: impl Fn(u32, u32) -> bool) -> Self {
        let bytes_per_row = width.div_ceil(8) as usize;
        let mut rows = vec![0; bytes_per_row * height as usize];
        for (y, row) in rows.chunks_exact_mut(bytes_per_row.max(1)).enumerate() {
            let y = u32::try_from(y).unwrap_or(u32::MAX);
            for x in (0..width).filter(|&x| is_black(x, y)) {
                row[(x / 8) as usize] |= 0x80 >> (x % 8);
            }
        }
        Bitmap {
            width,
            height,
            rows,
        }
    }

    /// Dots per row.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Bytes that hold one row.
    pub fn bytes_per_row(&self) -> usize {
        self.width.div_ceil(8) as usize
    }

    /// All rows, one after the other.
    pub fn rows(&self) -> &[u8] {
        &self.rows
    }

    /// Whether the dot is black; dots outside of the picture are white.
    pub fn is_black(&self, x: u32, y: u32) -> bool {
        x < self.width
            && y < self.height
            && self.rows[y as usize * self.bytes_per_row() + (x / 8) as usize] & (0x80 >> (x % 8))
                != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_packed_from_the_highest_bit() {
        let bitmap = Bitmap::from_fn(10, 2, |x, y| x == 0 || (x == 9 && y == 1));
        assert_eq!(bitmap.bytes_per_row(), 2);
        assert_eq!(bitmap.rows(), [0x80, 0x00, 0x80, 0x40]);
        assert!(bitmap.is_black(9, 1));
        assert!(!bitmap.is_black(10, 1));
        assert!(!bitmap.is_black(0, 2));
    }

    #[test]
    fn an_empty_picture_has_no_bytes() {
        assert!(Bitmap::from_fn(0, 5, |_, _| true).rows().is_empty());
        assert!(Bitmap::from_fn(5, 0, |_, _| true).rows().is_empty());
    }
}
