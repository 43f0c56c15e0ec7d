//! What survives: the real program on a disk that loses power, fills up and fails (docs/durability.md).

#![expect(
    clippy::unwrap_used,
    reason = "a test that finds nothing to unwrap has failed"
)]

mod backup;
mod books;
mod disk;
mod failing;
mod first_start;
mod postgres;
mod posting;
mod power;
mod server;
mod shop;
mod slow;
mod till;

/// A number that a variable of the environment may set.
fn parameter(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is a number"))
    })
}
