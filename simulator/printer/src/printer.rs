//! The printer: its roll, the paper that came out of it, and who is printing.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};

use crate::command::{Command, read};
use crate::paper::{Paper, Strip};

const PAPERS_MAX: usize = 200;
/// How long a sender may be silent.
const PATIENCE: Duration = Duration::from_secs(60);
/// The answer to `GS r 1` while there is paper, and when the roll has ended.
const PAPER_PRESENT: u8 = 0;
const PAPER_ENDED: u8 = 0b0000_1100;

/// The printer; clones share it.
#[derive(Clone, Default)]
pub(crate) struct Printer {
    inner: Arc<Mutex<Inner>>,
}

#[derive(Default)]
struct Inner {
    papers: VecDeque<Arc<Paper>>,
    last_id: u64,
    is_roll_out: bool,
    drawer_kicks: u64,
}

impl Printer {
    /// All papers, oldest first.
    pub(crate) fn papers(&self) -> Vec<Arc<Paper>> {
        self.lock().papers.iter().cloned().collect()
    }

    /// One paper.
    pub(crate) fn find(&self, id: u64) -> Option<Arc<Paper>> {
        let inner = self.lock();
        inner.papers.iter().find(|paper| paper.id == id).cloned()
    }

    /// Throws all papers away; numbers go on.
    pub(crate) fn clear(&self) {
        self.lock().papers.clear();
    }

    /// Whether the roll is out.
    pub(crate) fn is_roll_out(&self) -> bool {
        self.lock().is_roll_out
    }

    /// How often the drawer was opened.
    pub(crate) fn drawer_kicks(&self) -> u64 {
        self.lock().drawer_kicks
    }

    /// Takes the roll out, or puts a new one in.
    pub(crate) fn turn_roll(&self) {
        let mut inner = self.lock();
        inner.is_roll_out = !inner.is_roll_out;
    }

    fn kick_drawer(&self) {
        self.lock().drawer_kicks += 1;
    }

    fn keep(&self, strip: &mut Strip, is_cut: bool) -> io::Result<()> {
        if strip.is_blank() {
            *strip = Strip::default();
            return Ok(());
        }
        let mut inner = self.lock();
        let id = inner.last_id + 1;
        let paper = strip.take(id, is_cut)?;
        inner.last_id = id;
        inner.papers.push_back(Arc::new(paper));
        if inner.papers.len() > PAPERS_MAX {
            inner.papers.pop_front();
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Nothing can be half done in here, so a panic elsewhere leaves good papers.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes connections for ever, one after the other: a printer has one mechanism.
pub(crate) async fn serve(listener: TcpListener, printer: Printer) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                if let Err(error) = print(stream, &printer).await {
                    eprintln!("A job ended early: {error}.");
                }
            }
            Err(error) => {
                eprintln!("A connection could not be accepted: {error}.");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

async fn print(mut stream: TcpStream, printer: &Printer) -> io::Result<()> {
    let mut strip = Strip::default();
    let end = obey(&mut stream, printer, &mut strip).await;
    printer.keep(&mut strip, false)?;
    end
}

async fn obey(stream: &mut TcpStream, printer: &Printer, strip: &mut Strip) -> io::Result<()> {
    loop {
        let command = tokio::time::timeout(PATIENCE, read(stream)).await??;
        let Some(command) = command else {
            return stream.shutdown().await;
        };
        match command {
            Command::AskPaper => {
                let status = if printer.is_roll_out() {
                    PAPER_ENDED
                } else {
                    PAPER_PRESENT
                };
                stream.write_u8(status).await?;
            }
            Command::KickDrawer => printer.kick_drawer(),
            Command::Initialise | Command::Text(_) => {}
            // Without paper the head burns nothing.
            _ if printer.is_roll_out() => {}
            Command::FeedLines(lines) => strip.feed_lines(lines),
            Command::Raster {
                bytes_per_row,
                rows,
            } => strip.print(bytes_per_row, &rows),
            Command::Cut(dots) => {
                strip.feed(usize::from(dots));
                printer.keep(strip, true)?;
            }
        }
    }
}
