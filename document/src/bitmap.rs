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
    /// A picture of that many dots per row from its packed rows.
    ///
    /// Bytes that fill no whole row are dropped.
    pub fn from_rows(width: u32, mut rows: Vec<u8>) -> Self {
        let bytes_per_row = width.div_ceil(8) as usize;
        let height = rows.len().checked_div(bytes_per_row).unwrap_or(0);
        rows.truncate(height * bytes_per_row);
        Bitmap {
            width,
            height: u32::try_from(height).unwrap_or(u32::MAX),
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
        let bitmap = Bitmap::from_rows(10, vec![0x80, 0x00, 0x80, 0x40, 0xFF]);
        assert_eq!((bitmap.width(), bitmap.height()), (10, 2));
        assert_eq!(bitmap.rows(), [0x80, 0x00, 0x80, 0x40]);
        assert!(bitmap.is_black(0, 0));
        assert!(!bitmap.is_black(9, 0));
        assert!(bitmap.is_black(9, 1));
        assert!(!bitmap.is_black(10, 1));
        assert!(!bitmap.is_black(0, 2));
    }

    #[test]
    fn a_picture_without_width_has_no_rows() {
        assert_eq!(Bitmap::from_rows(0, vec![1, 2]).height(), 0);
    }
}
