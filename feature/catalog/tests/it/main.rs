//! Prices against the worked examples that the domain document comes with.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod vectors;
