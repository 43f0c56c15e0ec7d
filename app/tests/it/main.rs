//! The API against the real server, on SQLite or on the PostgreSQL of `TEST_DATABASE_URL`.

#![expect(
    clippy::unwrap_used,
    reason = "a test that finds nothing to unwrap has failed"
)]

mod access;
mod basket;
mod customer;
mod customised;
mod description;
mod discount;
mod gift;
mod guard;
mod history;
mod intent;
mod journal_events;
mod package;
mod payment;
mod prices;
mod process;
mod race;
mod reconciliation;
mod refusal;
mod session;
mod setting;
mod two_processes;
mod waiting;
mod wire;
