use barcoders::sym::code128::Code128;
use qrcode::{EcLevel, QrCode};
use serde::{Deserialize, Serialize};

/// A code at the foot of a document, read by the scanner at the till.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Barcode {
    /// Code 128. A content that it cannot carry, or that would be wider than the paper, is drawn
    /// as a QR code instead.
    Code128(String),
    /// A QR code with medium error correction.
    Qr(String),
}

/// Widest Code 128 that fits, in modules of two dots on the narrow 72 mm line.
const CODE_128_MODULES_MAX: usize = 272;
/// barcoders writes changes of the character set as these characters.
const SET_B: char = '\u{0181}';
const SET_C: char = '\u{0106}';

/// Black rectangles, in modules from the upper left corner.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Drawing {
    /// Whether the height means nothing, as in Code 128.
    pub(crate) is_linear: bool,
    /// Width in modules, without quiet zone.
    pub(crate) width: usize,
    /// Height in modules, 1 where `is_linear`.
    pub(crate) height: usize,
    /// Left, top and width; each is one module high.
    pub(crate) bars: Vec<(usize, usize, usize)>,
}

impl Barcode {
    /// The content as the scanner will report it.
    pub fn content(&self) -> &str {
        match self {
            Barcode::Code128(content) | Barcode::Qr(content) => content,
        }
    }

    /// The rectangles, or `None` when the content is empty or too long even for a QR code.
    pub(crate) fn draw(&self) -> Option<Drawing> {
        if self.content().is_empty() {
            return None;
        }
        match self {
            Barcode::Code128(content) => code_128(content).or_else(|| qr(content)),
            Barcode::Qr(content) => qr(content),
        }
    }
}

fn code_128(content: &str) -> Option<Drawing> {
    if !content.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return None;
    }
    let modules = Code128::new(with_character_sets(content)).ok()?.encode();
    (modules.len() <= CODE_128_MODULES_MAX).then(|| Drawing {
        is_linear: true,
        width: modules.len(),
        height: 1,
        bars: bars(&modules, 0),
    })
}

/// Chooses set C, which packs two digits into one symbol, for every run of six digits or more.
///
/// At four or five digits the two changes cost what the run saves.
fn with_character_sets(content: &str) -> String {
    const RUN_MIN: usize = 6;
    let mut out = String::new();
    let mut set = None;
    let mut rest = content;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (next_set, length) = if digits >= RUN_MIN {
            (SET_C, digits - digits % 2)
        } else {
            let others = rest
                .bytes()
                .skip(digits)
                .take_while(|byte| !byte.is_ascii_digit());
            (SET_B, digits + others.count())
        };
        if set.replace(next_set) != Some(next_set) {
            out.push(next_set);
        }
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    out
}

fn qr(content: &str) -> Option<Drawing> {
    let code = QrCode::with_error_correction_level(content, EcLevel::M).ok()?;
    let width = code.width();
    let modules: Vec<u8> = code
        .into_colors()
        .into_iter()
        .map(|color| u8::from(color == qrcode::Color::Dark))
        .collect();
    let bars = modules
        .chunks(width)
        .enumerate()
        .flat_map(|(y, row)| bars(row, y))
        .collect();
    Some(Drawing {
        is_linear: false,
        width,
        height: width,
        bars,
    })
}

/// The runs of ones in a row.
fn bars(row: &[u8], y: usize) -> Vec<(usize, usize, usize)> {
    let mut found: Vec<(usize, usize, usize)> = Vec::new();
    for (x, _) in row.iter().enumerate().filter(|&(_, &module)| module == 1) {
        match found.last_mut() {
            Some((start, _, width)) if *start + *width == x => *width += 1,
            _ => found.push((x, y, 1)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_runs_of_digits_use_the_dense_set() {
        assert_eq!(
            with_character_sets("R-PAR03-118390"),
            "\u{181}R-PAR03-\u{106}118390"
        );
        assert_eq!(with_character_sets("1234567"), "\u{106}123456\u{181}7");
        assert_eq!(with_character_sets("A1234B"), "\u{181}A1234B");
    }

    #[test]
    fn what_code_128_cannot_carry_becomes_a_qr_code() {
        assert!(
            Barcode::Code128("R-PAR03-118390".into())
                .draw()
                .unwrap()
                .is_linear
        );
        assert!(!Barcode::Code128("reçu".into()).draw().unwrap().is_linear);
        assert!(!Barcode::Code128("X".repeat(80)).draw().unwrap().is_linear);
        assert!(Barcode::Qr("X".repeat(8000)).draw().is_none());
        assert!(Barcode::Code128(String::new()).draw().is_none());
    }

    #[test]
    fn bars_are_the_runs_of_a_row() {
        assert_eq!(bars(&[1, 1, 0, 1, 0], 3), [(0, 3, 2), (3, 3, 1)]);
    }
}
