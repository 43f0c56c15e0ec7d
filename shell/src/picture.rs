//! Pictures that people send: what is sent is looked at by its content and drawn anew, so that
//! neither place, time and device nor anything else hidden in the file is kept.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits};

/// Why a picture is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFault {
    /// It is no picture that is read here.
    Unreadable,
    /// It has too many bytes, or unpacks into too much.
    TooLarge,
}

/// The most bytes that a picture may be sent in.
pub const BYTES_MAX: usize = 700 * 1024;
/// The longest side that is read, in pixels.
const SIDE_MAX: u32 = 6_000;
/// The most memory for reading one.
const MEMORY_MAX: u64 = 160 * 1024 * 1024;
/// The longest side that is kept, in pixels.
const SIDE_KEPT: u32 = 512;
/// Of a hundred; no difference is seen at this size.
const QUALITY: u8 = 85;

/// Where a picture is served; blank when there is none.
#[must_use]
pub fn picture_url(file: &str) -> String {
    match file {
        "" => String::new(),
        file => format!("/pictures/{file}"),
    }
}

/// Reads a JPEG, PNG or WebP picture, whatever its file was called, and draws it anew as a small
/// JPEG, turned upright.
///
/// # Errors
/// Why it is not kept.
pub fn redraw(bytes: &[u8]) -> Result<Vec<u8>, PictureFault> {
    if bytes.len() > BYTES_MAX {
        return Err(PictureFault::TooLarge);
    }
    let picture = read(bytes)?;
    let picture = if picture.width().max(picture.height()) > SIDE_KEPT {
        picture.resize(SIDE_KEPT, SIDE_KEPT, FilterType::Triangle)
    } else {
        picture
    };
    let mut drawn = Vec::new();
    // RGB alone: what was transparent becomes what stood behind it, and no profile comes along.
    JpegEncoder::new_with_quality(&mut drawn, QUALITY)
        .encode_image(&picture.to_rgb8())
        .map_err(|_| PictureFault::Unreadable)?;
    Ok(drawn)
}

fn read(bytes: &[u8]) -> Result<DynamicImage, PictureFault> {
    let mut reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|_| PictureFault::Unreadable)?;
    let known = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP];
    if !reader
        .format()
        .is_some_and(|format| known.contains(&format))
    {
        return Err(PictureFault::Unreadable);
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(SIDE_MAX);
    limits.max_image_height = Some(SIDE_MAX);
    limits.max_alloc = Some(MEMORY_MAX);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| refusal(&error))?;
    let orientation = decoder.orientation().map_err(|error| refusal(&error))?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| refusal(&error))?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

fn refusal(error: &image::ImageError) -> PictureFault {
    match error {
        image::ImageError::Limits(_) => PictureFault::TooLarge,
        _ => PictureFault::Unreadable,
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;

    #[test]
    fn what_has_no_picture_has_no_address_of_one() {
        assert_eq!(picture_url("ring.jpg"), "/pictures/ring.jpg");
        assert_eq!(picture_url(""), "");
    }

    /// A picture that is red on its left and blue on its right.
    fn halves(width: u32, height: u32) -> DynamicImage {
        DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, |x, _| {
            Rgb(if x < width / 2 {
                [250, 0, 0]
            } else {
                [0, 0, 250]
            })
        }))
    }

    fn written(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    /// Puts a segment of EXIF behind the first two bytes of a JPEG: the orientation, and a text.
    fn with_exif(jpeg: &[u8], orientation: u8, secret: &[u8]) -> Vec<u8> {
        let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
        exif.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
        exif.extend(secret);
        let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
        let mut bytes = jpeg[..2].to_vec();
        bytes.extend([0xff, 0xe1]);
        bytes.extend(length);
        bytes.extend(exif);
        bytes.extend(&jpeg[2..]);
        bytes
    }

    #[test]
    fn every_kind_becomes_a_small_jpeg() {
        for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
            let drawn = redraw(&written(&halves(1_200, 600), format)).unwrap();
            assert_eq!(image::guess_format(&drawn).unwrap(), ImageFormat::Jpeg);
            let seen = image::load_from_memory(&drawn).unwrap();
            assert_eq!((seen.width(), seen.height()), (512, 256), "{format:?}");
        }
        let small = redraw(&written(&halves(40, 30), ImageFormat::Png)).unwrap();
        let seen = image::load_from_memory(&small).unwrap();
        assert_eq!((seen.width(), seen.height()), (40, 30));
    }

    #[test]
    fn it_stands_upright_and_tells_nothing_of_where_it_was_taken() {
        let jpeg = written(&halves(80, 40), ImageFormat::Jpeg);
        let sent = with_exif(&jpeg, 6, b"48.8462 N 2.3219 E");
        assert!(sent.windows(7).any(|part| part == b"48.8462"));
        let drawn = redraw(&sent).unwrap();
        assert!(!drawn.windows(4).any(|part| part == b"Exif"));
        assert!(!drawn.windows(7).any(|part| part == b"48.8462"));
        // Turned by a quarter: what was left is above.
        let seen = image::load_from_memory(&drawn).unwrap().to_rgb8();
        assert_eq!((seen.width(), seen.height()), (40, 80));
        let (top, bottom) = (seen.get_pixel(20, 10), seen.get_pixel(20, 70));
        assert!(top.0[0] > 200 && bottom.0[2] > 200, "{top:?} {bottom:?}");
    }

    #[test]
    fn what_is_no_picture_is_refused_whatever_it_is_called() {
        let gif = b"GIF89a\x01\0\x01\0\0\0\0;";
        let cut = &written(&halves(80, 40), ImageFormat::Png)[..60];
        for bytes in [&b""[..], b"<svg/>", b"%PDF-1.7", gif, b"\xff\xd8\xff", cut] {
            assert_eq!(redraw(bytes), Err(PictureFault::Unreadable));
        }
    }

    #[test]
    fn a_picture_that_unpacks_into_too_much_is_refused() {
        let wide = written(&DynamicImage::new_luma8(SIDE_MAX + 1, 1), ImageFormat::Png);
        assert_eq!(redraw(&wide), Err(PictureFault::TooLarge));
        let heavy = vec![0; BYTES_MAX + 1];
        assert_eq!(redraw(&heavy), Err(PictureFault::TooLarge));
    }
}
