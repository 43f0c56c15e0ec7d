//! How long tills wait while money is taken, as whoever runs the shop says it (domain, appendix A).

use std::ops::RangeInclusive;
use std::sync::Arc;

use jiff::SignedDuration;
use payment::Timings;

use crate::Stop;
use crate::config::Options;

/// After how long a terminal's own processing is over, whatever happens (domain 4.5).
const TERMINAL_ENDS: SignedDuration = SignedDuration::from_secs(120);
/// When a card payment can be cancelled.
const CANCEL_AFTER: RangeInclusive<i64> = 5..=90;
/// When it is ended, from then on.
const END_AFTER: RangeInclusive<i64> = 15..=115;
/// For how long a code is shown; with what "yes" adds, an order ends in its eighth minute.
const CODE_SHOWN: RangeInclusive<i64> = 30..=300;
/// For how long a code that was scanned is waited for.
const CODE_SCANNED: RangeInclusive<i64> = 15..=120;

/// What is waited for how long: the usual, and what the options say instead.
///
/// # Errors
/// When one of them is out of its range, or both of a card payment are longer than a terminal works.
pub(crate) fn timings(options: &Options, file: &Options) -> Result<Timings, Stop> {
    let usual = Timings::default();
    let (mut terminal, mut qr) = (usual.terminal.as_ref().clone(), usual.qr.as_ref().clone());
    let set = |place: &mut SignedDuration, name, values: [Option<i64>; 2], range| {
        let [flag, file] = values;
        let Some(seconds) = flag.or(file) else {
            return Ok(());
        };
        *place = within(name, seconds, &range)?;
        Ok::<(), Stop>(())
    };
    set(
        &mut terminal.cancellable_after,
        "card_cancel_after",
        [options.card_cancel_after, file.card_cancel_after],
        CANCEL_AFTER,
    )?;
    set(
        &mut terminal.automatic_end_after,
        "card_end_after",
        [options.card_end_after, file.card_end_after],
        END_AFTER,
    )?;
    set(
        &mut qr.shown_for,
        "code_shown_for",
        [options.code_shown_for, file.code_shown_for],
        CODE_SHOWN,
    )?;
    set(
        &mut qr.scanned_for,
        "code_scanned_for",
        [options.code_scanned_for, file.code_scanned_for],
        CODE_SCANNED,
    )?;
    if terminal.cancellable_after + terminal.automatic_end_after > TERMINAL_ENDS {
        return Err(Stop::because(format!(
            "card_cancel_after and card_end_after are more than {} seconds together: a terminal has \
             given up by then",
            TERMINAL_ENDS.as_secs()
        )));
    }
    Ok(Timings {
        terminal: Arc::new(terminal),
        qr: Arc::new(qr),
    })
}

fn within(name: &str, seconds: i64, range: &RangeInclusive<i64>) -> Result<SignedDuration, Stop> {
    if range.contains(&seconds) {
        return Ok(SignedDuration::from_secs(seconds));
    }
    let (least, most) = (range.start(), range.end());
    Err(Stop::because(format!(
        "{name} is {seconds} seconds; it is between {least} and {most}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits(options: &Options, file: &Options) -> Option<[i64; 4]> {
        let timings = timings(options, file).ok()?;
        let (terminal, qr) = (timings.terminal, timings.qr);
        let waits = [
            terminal.cancellable_after,
            terminal.automatic_end_after,
            qr.shown_for,
            qr.scanned_for,
        ];
        Some(waits.map(|wait| wait.as_secs()))
    }

    #[test]
    fn a_shop_waits_as_long_as_is_said_and_no_longer_than_makes_sense() {
        let usual = Options::default();
        assert_eq!(waits(&usual, &usual), Some([30, 90, 120, 60]));
        let options = Options {
            card_cancel_after: Some(20),
            code_shown_for: Some(90),
            ..Options::default()
        };
        let file = Options {
            card_cancel_after: Some(25),
            card_end_after: Some(60),
            code_scanned_for: Some(45),
            ..Options::default()
        };
        assert_eq!(waits(&options, &file), Some([20, 60, 90, 45]));
        let wrong: [fn(&mut Options); 5] = [
            |options| options.card_cancel_after = Some(4),
            // 121 together.
            |options| options.card_cancel_after = Some(31),
            |options| options.card_end_after = Some(-1),
            |options| options.code_shown_for = Some(301),
            |options| options.code_scanned_for = Some(i64::MAX),
        ];
        for (at, change) in wrong.into_iter().enumerate() {
            let mut options = Options::default();
            change(&mut options);
            assert_eq!(waits(&options, &usual), None, "{at}");
        }
    }
}
