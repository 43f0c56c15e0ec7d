//! What the program measures of itself, for whoever watches it under `/metrics`.

use std::time::Duration;

use http::Method;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tokio::sync::watch;

use crate::Stop;

/// How often what was measured is added up: until then each measurement is kept by itself, and where nobody asks for
/// the figures nothing else would add them up.
const ADDED_UP_EVERY: Duration = Duration::from_secs(5);

/// Measures from now on, until `stop` turns true.
///
/// # Errors
/// When this process measures already.
pub(crate) fn start(stop: &watch::Receiver<bool>) -> Result<PrometheusHandle, Stop> {
    let figures = PrometheusBuilder::new()
        .install_recorder()
        .map_err(Stop::because)?;
    let measured = figures.clone();
    let add_up = move || measured.run_upkeep();
    tokio::spawn(repeat(ADDED_UP_EVERY, stop.clone(), add_up));
    Ok(figures)
}

/// Does something again and again.
async fn repeat(every: Duration, mut stop: watch::Receiver<bool>, work: impl Fn()) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(every) => work(),
            _ = stop.changed() => return,
        }
    }
}

/// How the figures call a method. A client may send any word as one, and each that is counted is kept for ever.
pub(crate) fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::*;

    #[test]
    fn methods_that_operations_have_are_told_apart_and_words_of_clients_are_not() {
        for (word, expected) in [
            ("GET", "GET"),
            ("DELETE", "DELETE"),
            ("TRACE", "other"),
            ("get", "other"),
            ("BREW-1", "other"),
            ("A-WORD-THAT-IS-LONGER-THAN-ANY-METHOD", "other"),
        ] {
            let method = Method::from_bytes(word.as_bytes()).unwrap();
            assert_eq!(method_name(&method), expected, "{word}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn measurements_are_added_up_every_five_seconds_until_the_program_ends() {
        let (stopper, stop) = watch::channel(false);
        let (added_up, mut heard) = tokio::sync::mpsc::unbounded_channel();
        let began = Instant::now();
        let add_up = move || added_up.send(began.elapsed().as_secs()).unwrap();
        let adding = tokio::spawn(repeat(ADDED_UP_EVERY, stop, add_up));
        assert_eq!(heard.recv().await, Some(5));
        assert_eq!(heard.recv().await, Some(10));
        stopper.send(true).unwrap();
        adding.await.unwrap();
        assert_eq!(heard.recv().await, None);
    }
}
