//! Plumbing without a business word: the database, the wire, the clock, live events and jobs.

pub mod aside;
pub mod clock;
pub mod db;
pub mod event;
pub mod http;
pub mod job;
pub mod layout;
pub mod mail;
pub mod picture;
pub mod private_file;

use std::sync::Arc;

pub use clock::Clock;
pub use db::{Db, Tx};

/// What every feature's operations stand on.
#[derive(Clone)]
pub struct Shell {
    /// The store of record.
    pub db: Db,
    /// The one clock.
    pub clock: Clock,
    /// Live events to the tills.
    pub events: Arc<event::Events>,
}

/// Why an operation did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A rule said no; nothing was changed.
    #[error("{}", .0.kind.key)]
    Refused(Box<kernel::Refusal>),
    /// The database did not answer as it should.
    #[error(transparent)]
    Db(#[from] db::DbError),
    /// Something that must not happen did; the text is for the log alone.
    #[error("{0}")]
    Internal(String),
}

impl Failure {
    /// A fault of ours, with words for the log.
    pub fn internal(context: impl std::fmt::Display) -> Self {
        Self::Internal(context.to_string())
    }
}

impl From<kernel::Refusal> for Failure {
    fn from(refusal: kernel::Refusal) -> Self {
        Self::Refused(Box::new(refusal))
    }
}

impl From<&'static kernel::ErrorKind> for Failure {
    fn from(kind: &'static kernel::ErrorKind) -> Self {
        kernel::Refusal::new(kind).into()
    }
}

impl From<kernel::money::MoneyError> for Failure {
    fn from(error: kernel::money::MoneyError) -> Self {
        Self::internal(error)
    }
}

/// The answer of a function that may be refused.
pub type Outcome<T> = Result<T, Failure>;
