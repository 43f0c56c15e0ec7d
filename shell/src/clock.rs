//! The one clock. Rules receive its value as an argument; nothing else asks the system for time.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;

/// Tells the time: the system's, or one that a test sets and moves.
#[derive(Clone, Debug, Default)]
pub struct Clock(Option<Arc<AtomicI64>>);

impl Clock {
    /// The system's clock.
    #[must_use]
    pub const fn system() -> Self {
        Self(None)
    }

    /// A clock that stands still until [`Clock::advance`] moves it.
    #[must_use]
    pub fn manual(start: Timestamp) -> Self {
        Self(Some(Arc::new(AtomicI64::new(start.as_microsecond()))))
    }

    /// The present instant.
    #[must_use]
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the one place that asks the system"
    )]
    pub fn now(&self) -> Timestamp {
        self.0.as_ref().map_or_else(Timestamp::now, |micros| {
            Timestamp::from_microsecond(micros.load(Ordering::SeqCst)).unwrap_or(Timestamp::MAX)
        })
    }

    /// Moves a manual clock; the system's clock is not ours to move.
    pub fn advance(&self, by: std::time::Duration) {
        if let Some(micros) = &self.0 {
            let step = i64::try_from(by.as_micros()).unwrap_or(i64::MAX);
            micros.fetch_add(step, Ordering::SeqCst);
        }
    }
}
