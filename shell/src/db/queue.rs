//! What waits for the writer, and for how long it may.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::DbError;

/// How long a command may wait for its turn. A till gives up after 15 seconds (specification §9),
/// and is told before that that nothing was done.
const WAIT_MAX: Duration = Duration::from_secs(10);
/// How often it is looked who has waited too long.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Something that waits.
pub(super) trait Waiting: Send {
    /// Whether nobody waits for the answer any more.
    fn is_abandoned(&self) -> bool;
    /// Learns that its turn did not come; it was not begun.
    fn turn_away(self: Box<Self>, error: DbError);
}

/// First come, first served.
pub(super) struct Queue<W: Waiting + ?Sized> {
    state: Mutex<State<W>>,
    arrived: Notify,
}

struct State<W: ?Sized> {
    waiting: VecDeque<(Instant, Box<W>)>,
    is_closed: bool,
}

impl<W: Waiting + ?Sized + 'static> Queue<W> {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::new(State {
                waiting: VecDeque::new(),
                is_closed: false,
            }),
            arrived: Notify::new(),
        })
    }

    fn state(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lines up. Of a closed queue it comes back refused.
    pub(super) fn push(&self, command: Box<W>) {
        let mut state = self.state();
        if state.is_closed {
            drop(state);
            command.turn_away(DbError::Unavailable("the writer has stopped".to_owned()));
            return;
        }
        state.waiting.push_back((Instant::now(), command));
        drop(state);
        self.arrived.notify_one();
    }

    /// Takes the next, waiting for one; nothing once the queue is closed and empty.
    pub(super) async fn next(&self) -> Option<Box<W>> {
        loop {
            if let Some(command) = self.try_next() {
                return Some(command);
            }
            if self.state().is_closed {
                return None;
            }
            self.arrived.notified().await;
        }
    }

    /// Takes the next if there is one.
    pub(super) fn try_next(&self) -> Option<Box<W>> {
        self.state().take()
    }

    /// Lets nobody line up any more; who stands there is still served.
    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.arrived.notify_one();
    }

    /// Closes, and turns away who stands there: the writer is gone.
    pub(super) fn abandon(&self) {
        let mut state = self.state();
        state.is_closed = true;
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        for (_, command) in waiting {
            command.turn_away(DbError::Unavailable("the writer has stopped".to_owned()));
        }
    }

    /// Turns away who lined up before a moment.
    fn turn_away_before(&self, moment: Instant) {
        loop {
            let mut state = self.state();
            match state.waiting.front() {
                Some((since, _)) if *since <= moment => {}
                _ => return,
            }
            let Some((_, command)) = state.waiting.pop_front() else {
                return;
            };
            drop(state);
            metrics::counter!("vitrine_db_commands_turned_away_total").increment(1);
            command.turn_away(DbError::Busy);
        }
    }

    /// Starts the thread that turns away who has waited too long, for as long as the queue is
    /// there. It measures by the system's own monotonic time, because what it guards against is a
    /// disk that takes long.
    ///
    /// # Errors
    /// No thread could be had.
    pub(super) fn watch(queue: &Arc<Self>) -> Result<(), DbError> {
        let queue: Weak<Self> = Arc::downgrade(queue);
        std::thread::Builder::new()
            .name("writer-queue".to_owned())
            .spawn(move || {
                loop {
                    std::thread::sleep(LOOK_EVERY);
                    let Some(queue) = queue.upgrade() else {
                        return;
                    };
                    if let Some(moment) = Instant::now().checked_sub(WAIT_MAX) {
                        queue.turn_away_before(moment);
                    }
                }
            })
            .map(drop)
            .map_err(|error| DbError::Unavailable(error.to_string()))
    }
}

impl<W: Waiting + ?Sized> State<W> {
    /// The first that somebody still waits for.
    fn take(&mut self) -> Option<Box<W>> {
        loop {
            let (_, command) = self.waiting.pop_front()?;
            if !command.is_abandoned() {
                return Some(command);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures::executor::block_on;

    use super::*;

    /// Somebody with a number, who tells when turned away.
    struct Caller {
        number: u32,
        is_abandoned: bool,
        told: mpsc::Sender<(u32, bool)>,
    }

    impl Waiting for Caller {
        fn is_abandoned(&self) -> bool {
            self.is_abandoned
        }

        fn turn_away(self: Box<Self>, error: DbError) {
            let is_busy = matches!(error, DbError::Busy);
            self.told.send((self.number, is_busy)).unwrap();
        }
    }

    struct Line {
        queue: Arc<Queue<Caller>>,
        told: mpsc::Sender<(u32, bool)>,
        turned_away: mpsc::Receiver<(u32, bool)>,
    }

    impl Line {
        fn new() -> Self {
            let (told, turned_away) = mpsc::channel();
            Self {
                queue: Queue::new(),
                told,
                turned_away,
            }
        }

        fn push(&self, number: u32, is_abandoned: bool) {
            self.queue.push(Box::new(Caller {
                number,
                is_abandoned,
                told: self.told.clone(),
            }));
        }

        fn turned_away(&self) -> Vec<(u32, bool)> {
            self.turned_away.try_iter().collect()
        }
    }

    #[test]
    fn the_first_to_come_is_the_first_to_be_served() {
        let line = Line::new();
        for number in [1, 2, 3] {
            line.push(number, false);
        }
        line.queue.close();
        let served: Vec<u32> =
            std::iter::from_fn(|| block_on(line.queue.next()).map(|caller| caller.number))
                .collect();
        assert_eq!(served, [1, 2, 3]);
    }

    #[test]
    fn who_has_gone_away_is_not_begun() {
        let line = Line::new();
        line.push(1, true);
        line.push(2, false);
        line.push(3, true);
        assert_eq!(line.queue.try_next().map(|caller| caller.number), Some(2));
        assert!(line.queue.try_next().is_none());
    }

    #[test]
    fn who_has_waited_too_long_is_told_so_and_the_others_keep_their_place() {
        let line = Line::new();
        line.push(1, false);
        line.push(2, false);
        let moment = Instant::now();
        while Instant::now() <= moment {}
        line.push(3, false);
        line.queue.turn_away_before(moment);
        assert_eq!(line.turned_away(), [(1, true), (2, true)]);
        assert_eq!(line.queue.try_next().map(|caller| caller.number), Some(3));
    }

    #[test]
    fn a_closed_queue_takes_nobody() {
        let line = Line::new();
        line.push(1, false);
        line.queue.abandon();
        line.push(2, false);
        assert_eq!(line.turned_away(), [(1, false), (2, false)]);
        assert!(block_on(line.queue.next()).is_none());
    }
}
