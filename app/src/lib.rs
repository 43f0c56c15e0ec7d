//! The program: it wires the features together, serves the API and the till, and runs the jobs.

pub mod access;
mod anchors;
mod backups;
pub mod clock_watch;
pub mod command;
pub mod config;
pub mod description;
mod figures;
mod identity;
pub mod memory;
pub mod router;
mod schedule;
pub mod secrets;
pub mod server;
mod store;
mod till;
mod waiting;
pub mod wiring;

/// Why the program ends: one clear sentence, and the exit code.
#[derive(Debug)]
pub struct Stop {
    /// What is wrong and what to do.
    pub sentence: String,
    /// The exit code.
    pub code: u8,
}

impl Stop {
    /// Ends with the exit code 1.
    pub fn because(sentence: impl std::fmt::Display) -> Self {
        Self {
            sentence: sentence.to_string(),
            code: 1,
        }
    }
}

impl From<shell::Failure> for Stop {
    fn from(failure: shell::Failure) -> Self {
        Self::because(failure)
    }
}

impl From<shell::db::DbError> for Stop {
    fn from(error: shell::db::DbError) -> Self {
        Self::because(error)
    }
}
