//! Mix-and-match as a shop sees it: the worked examples, and any basket against brute force.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod best_total;
mod brute;
mod build;
mod outcome;
mod vectors;
