use crate::bitmap::Bitmap;

/// Back to the printer's defaults, so that an earlier job cannot change this one.
const INITIALISE: [u8; 2] = [0x1B, b'@'];
/// Pulse on pin 2 of the drawer connector: 50 ms on, 500 ms off.
const KICK_DRAWER: [u8; 5] = [0x1B, b'p', 0, 25, 250];
/// Head of a raster picture in normal density.
const RASTER: [u8; 4] = [0x1D, b'v', b'0', 0];
/// Feeds the last printed row past the cutter and cuts, leaving one point.
const FEED_AND_CUT: [u8; 4] = [0x1D, b'V', 66, 0];
/// Feeds four lines, so that the paper can be torn off.
const FEED_LINES: [u8; 3] = [0x1B, b'd', 4];
/// Rows per picture: printers with little memory print such a band while the next one arrives.
const BAND_ROWS: usize = 128;

/// The commands that print the picture on an ESC/POS printer, as bytes for its connection.
///
/// The drawer opens first, so that the salesperson can give change while the paper comes out.
/// Nothing is sent here; whoever owns the connection sends the bytes.
pub fn escpos(bitmap: &Bitmap, cut: bool, kick_drawer: bool) -> Vec<u8> {
    let mut commands = Vec::with_capacity(bitmap.rows().len() + 64);
    commands.extend(INITIALISE);
    if kick_drawer {
        commands.extend(KICK_DRAWER);
    }
    let bytes_per_row = bitmap.bytes_per_row();
    if bytes_per_row > 0 {
        for band in bitmap.rows().chunks(bytes_per_row * BAND_ROWS) {
            commands.extend(RASTER);
            commands.extend(little_endian(bytes_per_row));
            commands.extend(little_endian(band.len() / bytes_per_row));
            commands.extend(band);
        }
    }
    if cut {
        commands.extend(FEED_AND_CUT);
    } else {
        commands.extend(FEED_LINES);
    }
    commands
}

/// The commands that open the cash drawer and print nothing.
#[must_use]
pub fn open_drawer() -> Vec<u8> {
    [&INITIALISE[..], &KICK_DRAWER[..]].concat()
}

/// The low 16 bits; the widest head has 1,000 dots, far below the limit.
fn little_endian(number: usize) -> [u8; 2] {
    u16::try_from(number).unwrap_or(u16::MAX).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the commands the way a printer does and gives back the rows.
    fn printed(mut commands: &[u8]) -> (Vec<u8>, Vec<&'static str>) {
        let mut rows = Vec::new();
        let mut events = Vec::new();
        while let Some((&[group, command], rest)) = commands.split_first_chunk() {
            let length = match (group, command) {
                (0x1B, b'@') => 0,
                (0x1B, b'p') => {
                    events.push("drawer");
                    3
                }
                (0x1B, b'd') => {
                    events.push("feed");
                    1
                }
                (0x1D, b'V') => {
                    events.push("cut");
                    2
                }
                (0x1D, b'v') => {
                    let size =
                        |at: usize| usize::from(u16::from_le_bytes([rest[at], rest[at + 1]]));
                    let bytes = size(2) * size(4);
                    assert!(size(4) <= BAND_ROWS);
                    rows.extend(&rest[6..6 + bytes]);
                    6 + bytes
                }
                other => panic!("unknown command {other:x?}"),
            };
            commands = &rest[length..];
        }
        assert!(commands.is_empty());
        (rows, events)
    }

    #[test]
    fn bands_carry_all_rows_in_order() {
        let bitmap = Bitmap::from_rows(576, (0..=250).cycle().take(72 * 300).collect());
        assert_eq!(bitmap.height(), 300);
        let (rows, events) = printed(&escpos(&bitmap, true, true));
        assert_eq!(rows, bitmap.rows());
        assert_eq!(events, ["drawer", "cut"]);
    }

    #[test]
    fn without_cutter_the_paper_is_fed() {
        let bitmap = Bitmap::from_rows(9, vec![0xFF, 0x80]);
        let (rows, events) = printed(&escpos(&bitmap, false, false));
        assert_eq!(rows, [0xFF, 0x80]);
        assert_eq!(events, ["feed"]);
    }
}
