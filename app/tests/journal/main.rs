//! The journal that the product wrote, and everything that somebody could do to it behind the
//! product's back. On SQLite, or on the PostgreSQL of `TEST_DATABASE_URL`.

#![expect(
    clippy::unwrap_used,
    reason = "a test that finds nothing to unwrap has failed"
)]

mod content;
mod forge;
mod memory;
mod order;
mod program;
mod purge;
mod specimen;
