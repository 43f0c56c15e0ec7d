//! Time that a test can push forward: every wait, stamp and expiry of a simulator is measured on this
//! clock.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;

/// The machine's time plus what tests have advanced.
#[derive(Clone, Debug)]
pub struct Clock {
    advanced_ms: watch::Sender<u64>,
    /// How far the beginning was from the machine's time.
    shift: SignedDuration,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            advanced_ms: watch::Sender::new(0),
            shift: SignedDuration::ZERO,
        }
    }
}

impl Clock {
    /// A clock that shows `start` now, so that a test happens on the same day whenever it runs.
    #[must_use]
    pub fn starting_at(start: Timestamp) -> Self {
        Self {
            shift: start.duration_since(real_now()),
            ..Self::default()
        }
    }

    /// The simulated instant.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        // Nothing on the wire is finer than milliseconds.
        let now =
            Timestamp::from_millisecond(real_now().as_millisecond()).unwrap_or(Timestamp::MAX);
        let advanced = SignedDuration::from_millis(self.advanced_ms().cast_signed());
        now.checked_add(self.shift.saturating_add(advanced))
            .unwrap_or(Timestamp::MAX)
    }

    /// How many milliseconds this clock is ahead of the machine.
    #[must_use]
    pub fn advanced_ms(&self) -> u64 {
        *self.advanced_ms.borrow()
    }

    /// How many waits are under way: a test that advances the time first sees that its wait has begun.
    #[must_use]
    pub fn waits(&self) -> usize {
        self.advanced_ms.receiver_count()
    }

    /// Moves the time forward and wakes every wait that ends by then.
    pub fn advance(&self, ms: u64) {
        self.advanced_ms
            .send_modify(|total| *total = total.saturating_add(ms));
    }

    /// Goes back to the time with which it began, and what passed since.
    pub fn reset(&self) {
        self.advanced_ms.send_replace(0);
    }

    /// Returns when the simulated time is at least `ms` later than now.
    pub async fn wait(&self, ms: u64) {
        let mut advances = self.advanced_ms.subscribe();
        let until = self.now() + SignedDuration::from_millis(ms.cast_signed());
        loop {
            let left = until.duration_since(self.now());
            let Ok(left) = Duration::try_from(left) else {
                return;
            };
            if left.is_zero() {
                return;
            }
            tokio::select! {
                () = tokio::time::sleep(left) => {}
                changed = advances.changed() => if changed.is_err() { return },
            }
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the one place where a simulator reads the machine's time"
)]
fn real_now() -> Timestamp {
    Timestamp::now()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Clock;

    #[tokio::test]
    async fn advancing_ends_a_long_wait_at_once() {
        let clock = Clock::default();
        let start = Instant::now();
        let waiting = tokio::spawn({
            let clock = clock.clone();
            async move { clock.wait(200_000).await }
        });
        tokio::time::sleep(Duration::from_millis(20)).await;
        clock.advance(199_000);
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(!waiting.is_finished());
        clock.advance(1_000);
        waiting.await.expect("the wait ends");
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}
