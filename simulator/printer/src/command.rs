//! ESC/POS commands, read one by one from a connection.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt};

const ESC: u8 = 0x1B;
const GS: u8 = 0x1D;
/// The widest head that is sold has 832 dots; this leaves room.
const BYTES_PER_ROW_MAX: u16 = 256;

/// What a printer is told.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Back to the defaults.
    Initialise,
    /// Paper forward by so many lines of 30 dots.
    FeedLines(u8),
    /// Open the cash drawer.
    KickDrawer,
    /// Cut the paper, fed by so many dots first.
    Cut(u8),
    /// Rows of dots, a bit each, the first in the highest bit.
    Raster { bytes_per_row: u16, rows: Vec<u8> },
    /// Tell how the paper sensor stands.
    AskPaper,
    /// A character or a line feed of text mode.
    Text(u8),
}

/// Reads the next command; none when the sender has closed its side in between.
///
/// # Errors
/// When the connection breaks, or something arrives that this printer does not know.
pub(crate) async fn read(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<Option<Command>> {
    let mut first = [0];
    if stream.read(&mut first).await? == 0 {
        return Ok(None);
    }
    let command = match first {
        [ESC] => escape(stream).await?,
        [GS] => group(stream).await?,
        [byte @ (b'\n' | b'\r' | 0x20..=0x7E)] => Command::Text(byte),
        [byte] => return Err(unknown(&[byte])),
    };
    Ok(Some(command))
}

async fn escape(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<Command> {
    Ok(match stream.read_u8().await? {
        b'@' => Command::Initialise,
        b'd' => Command::FeedLines(stream.read_u8().await?),
        b'p' => {
            let mut pulse = [0; 3];
            stream.read_exact(&mut pulse).await?;
            Command::KickDrawer
        }
        other => return Err(unknown(&[ESC, other])),
    })
}

async fn group(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<Command> {
    Ok(match stream.read_u8().await? {
        b'V' => match stream.read_u8().await? {
            0 | 1 | b'0' | b'1' => Command::Cut(0),
            65 | 66 => Command::Cut(stream.read_u8().await?),
            other => return Err(unknown(&[GS, b'V', other])),
        },
        b'r' => match stream.read_u8().await? {
            1 | b'1' => Command::AskPaper,
            other => return Err(unknown(&[GS, b'r', other])),
        },
        b'v' => raster(stream).await?,
        other => return Err(unknown(&[GS, other])),
    })
}

async fn raster(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<Command> {
    let mut head = [0; 2];
    stream.read_exact(&mut head).await?;
    if head != *b"0\0" {
        return Err(unknown(&[GS, b'v', head[0], head[1]]));
    }
    let bytes_per_row = stream.read_u16_le().await?;
    let rows = stream.read_u16_le().await?;
    if bytes_per_row == 0 || bytes_per_row > BYTES_PER_ROW_MAX {
        return Err(unknown(&[GS, b'v']));
    }
    let mut dots = vec![0; usize::from(bytes_per_row) * usize::from(rows)];
    stream.read_exact(&mut dots).await?;
    Ok(Command::Raster {
        bytes_per_row,
        rows: dots,
    })
}

fn unknown(bytes: &[u8]) -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        format!("a command that is not known: {bytes:02X?}"),
    )
}
