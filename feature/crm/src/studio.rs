//! Photographs that people send: drawn anew, a few at a time.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kernel::{ErrorKind, Refusal};
use shell::Outcome;
use shell::aside::Places;
use shell::picture::{PictureFault, redraw};

use crate::{PHOTO_TOO_LARGE, PHOTO_UNREADABLE};

/// How many photographs are read at the same time: each takes a processor and much memory.
const AT_A_TIME: usize = 2;

/// Where photographs are drawn anew.
#[derive(Clone, Debug)]
pub struct Studio(Places);

impl Default for Studio {
    fn default() -> Self {
        Self(Places::new(AT_A_TIME))
    }
}

impl Studio {
    /// Draws a photograph that came in base64 anew as a small JPEG, aside from what waits for answers.
    ///
    /// # Errors
    /// [`PHOTO_UNREADABLE`] or [`PHOTO_TOO_LARGE`], both at `photo`.
    pub async fn draw(&self, photo: String) -> Outcome<Vec<u8>> {
        let draw = move || -> Result<Vec<u8>, &'static ErrorKind> {
            let bytes = STANDARD.decode(photo).map_err(|_| &PHOTO_UNREADABLE)?;
            redraw(&bytes).map_err(|fault| match fault {
                PictureFault::Unreadable => &PHOTO_UNREADABLE,
                PictureFault::TooLarge => &PHOTO_TOO_LARGE,
            })
        };
        let drawn = self.0.work(draw).await?;
        drawn.map_err(|kind| Refusal::new(kind).at("photo").into())
    }
}
