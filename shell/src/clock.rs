//! The one clock. Rules receive its value as an argument; nothing else asks the system for time.

use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::watch;

/// Tells the time: the system's, or one that a test sets and moves.
#[derive(Clone, Debug, Default)]
pub struct Clock(Option<watch::Sender<i64>>);

impl Clock {
    /// The system's clock.
    #[must_use]
    pub const fn system() -> Self {
        Self(None)
    }

    /// A clock that stands still until [`Clock::advance`] moves it.
    #[must_use]
    pub fn manual(start: Timestamp) -> Self {
        Self(Some(watch::Sender::new(start.as_microsecond())))
    }

    /// The present instant.
    #[must_use]
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the one place that asks the system"
    )]
    pub fn now(&self) -> Timestamp {
        self.0.as_ref().map_or_else(Timestamp::now, |micros| {
            Timestamp::from_microsecond(*micros.borrow()).unwrap_or(Timestamp::MAX)
        })
    }

    /// Moves a manual clock; the system's clock is not ours to move.
    pub fn advance(&self, by: Duration) {
        if let Some(micros) = &self.0 {
            let step = i64::try_from(by.as_micros()).unwrap_or(i64::MAX);
            micros.send_modify(|now| *now = now.saturating_add(step));
        }
    }

    /// Returns once as long a time has passed as is left until an instant, and before that when a manual
    /// clock is moved so far.
    pub async fn wait_until(&self, instant: Timestamp) {
        let left = instant.duration_since(self.now());
        let passed = tokio::time::sleep(Duration::try_from(left).unwrap_or_default());
        let Some(micros) = &self.0 else {
            return passed.await;
        };
        let mut moved = micros.subscribe();
        tokio::select! {
            () = passed => {}
            _ = moved.wait_for(|now| *now >= instant.as_microsecond()) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[tokio::test]
    async fn whoever_waits_is_woken_when_a_manual_clock_is_moved_so_far() {
        let clock = Clock::manual(Timestamp::UNIX_EPOCH);
        let begun = Instant::now();
        let waiting = tokio::spawn({
            let clock = clock.clone();
            async move {
                let instant = Timestamp::UNIX_EPOCH + Duration::from_hours(1);
                clock.wait_until(instant).await;
            }
        });
        clock.advance(Duration::from_mins(59));
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(!waiting.is_finished());
        clock.advance(Duration::from_mins(1));
        waiting.await.expect("the wait ends");
        assert!(begun.elapsed() < Duration::from_mins(1));
        // What has come already is not waited for.
        clock.wait_until(Timestamp::UNIX_EPOCH).await;
    }

    #[tokio::test]
    async fn time_that_passes_ends_a_wait_also_where_the_clock_stands() {
        for clock in [Clock::system(), Clock::manual(Timestamp::UNIX_EPOCH)] {
            let now = clock.now();
            clock.wait_until(now + Duration::from_millis(20)).await;
        }
    }
}
