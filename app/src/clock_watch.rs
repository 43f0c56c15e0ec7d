//! Notices while the program runs that the machine's clock was set (reliability c.4). At the start the
//! journal itself tells a clock that is behind its last entry.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use journal::Signer;
use shell::{Outcome, Shell};
use tokio::sync::watch;

/// How often the clock is looked at.
pub const LOOK: Duration = Duration::from_secs(30);
/// What a clock may be moved by without a word: what servers of time correct.
const STEP_MAX_SECONDS: i64 = 120;

/// A look at the clock, and at how long the machine is up, which nobody can set.
#[derive(Clone, Copy, Debug)]
struct Look {
    now: Timestamp,
    up: Duration,
}

/// Looks at the clock until `stop` turns true, and notes in the journal when it was set. On a machine that
/// does not tell how long it is up, nothing is noticed.
pub async fn watch_clock(
    shell: Shell,
    signer: Arc<Signer>,
    every: Duration,
    mut stop: watch::Receiver<bool>,
) {
    let mut before = look(&shell);
    loop {
        tokio::select! {
            () = tokio::time::sleep(every) => {}
            _ = stop.changed() => return,
        }
        let now = look(&shell);
        let step = before.zip(now).and_then(|(before, now)| step(before, now));
        if let Some(seconds) = step {
            tracing::error!(seconds, "the clock of this machine was set");
            if let Err(error) = note(&shell, &signer, seconds).await {
                tracing::error!(%error, "it is not noted that the clock was set, and will be tried again");
                continue;
            }
        }
        before = now;
    }
}

async fn note(shell: &Shell, signer: &Arc<Signer>, seconds: i64) -> Outcome<()> {
    let input = (signer.clone(), seconds, shell.clock.now());
    shell
        .db
        .write(input, |tx, (signer, seconds, now)| {
            Box::pin(journal::note_clock_change(tx, signer, *seconds, *now))
        })
        .await
}

fn look(shell: &Shell) -> Option<Look> {
    let text = std::fs::read_to_string("/proc/uptime").ok()?;
    Some(Look {
        now: shell.clock.now(),
        up: parse_uptime(&text)?,
    })
}

/// The first of the two numbers, seconds and hundredths, which count while the machine sleeps too.
fn parse_uptime(text: &str) -> Option<Duration> {
    let (seconds, hundredths) = text.split_whitespace().next()?.split_once('.')?;
    let hundredths: u64 = hundredths.parse().ok()?;
    Some(Duration::from_secs(seconds.parse().ok()?) + Duration::from_millis(hundredths * 10))
}

/// By how many seconds the clock was set between two looks, negative when it was put back.
fn step(before: Look, now: Look) -> Option<i64> {
    let passed = now.up.checked_sub(before.up)?;
    let passed = i64::try_from(passed.as_secs()).ok()?;
    let seconds = now.now.as_second() - before.now.as_second() - passed;
    (seconds.abs() > STEP_MAX_SECONDS).then_some(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64, up: u64) -> Look {
        Look {
            now: Timestamp::from_second(1_800_000_000 + second).unwrap(),
            up: Duration::from_secs(up),
        }
    }

    #[test]
    fn a_clock_that_is_set_by_more_than_two_minutes_is_noticed() {
        for (now, up, noticed) in [
            (30, 30, None),
            (150, 30, None),
            (-90, 30, None),
            (151, 30, Some(121)),
            (-91, 30, Some(-121)),
            (86_430, 30, Some(86_400)),
            // The machine slept for a night.
            (30_000, 30_000, None),
        ] {
            assert_eq!(step(at(0, 1_000), at(now, 1_000 + up)), noticed, "{now}");
        }
    }

    #[test]
    fn how_long_the_machine_is_up_is_read_as_the_system_writes_it() {
        let read = parse_uptime("4687.35 9102.11\n");
        assert_eq!(read, Some(Duration::from_millis(4_687_350)));
        assert_eq!(parse_uptime(""), None);
    }
}
