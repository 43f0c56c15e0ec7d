//! The API against the real server, on SQLite or on the PostgreSQL of `TEST_DATABASE_URL`.

mod access;
mod basket;
mod payment;
mod race;
mod session;
mod wire;
