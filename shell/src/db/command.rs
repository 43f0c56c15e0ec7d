//! A command that lines up for the one writer of this process.

use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;

use futures::FutureExt;
use tokio::sync::oneshot;

use super::queue::{Queue, Waiting};
use super::{DbError, Tx, TxFuture};
use crate::{Failure, Outcome};

/// How many queued commands one commit may carry.
pub(super) const GROUP_COMMANDS_MAX: usize = 64;

/// A command on its way to the writer. It may be run again: its group is, when another of it must
/// be undone.
pub(super) trait Command: Waiting {
    /// Runs on the writer's transaction and keeps what came out.
    fn run<'a>(&'a mut self, tx: &'a mut Tx) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>>;
    /// Learns why it cannot run.
    fn refuse(&mut self, failure: Failure);
    /// What the last run ended with, if it ended with an error.
    fn failure(&self) -> Option<&Failure>;
    /// Sends the answer, told whether the commit succeeded.
    fn answer(self: Box<Self>, committed: Result<(), &DbError>);
}

/// Where commands line up; the writer ends when the last who could ask has gone.
pub(super) struct Door(Arc<Queue<dyn Command>>);

impl Drop for Door {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Door {
    /// A door, and the queue behind it for its writer.
    ///
    /// # Errors
    /// There is no thread to watch how long commands wait.
    pub(super) fn open() -> Result<(Self, Arc<Queue<dyn Command>>), DbError> {
        let queue = Queue::new();
        Queue::watch(&queue)?;
        Ok((Self(queue.clone()), queue))
    }

    /// Has a command run, and waits for what came out.
    pub(super) async fn ask<I, T>(
        &self,
        input: I,
        command: for<'a> fn(&'a mut Tx, &'a I) -> TxFuture<'a, T>,
    ) -> Outcome<T>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
    {
        let (answer, waiting) = oneshot::channel();
        self.0.push(Box::new(Asked {
            input,
            command,
            outcome: None,
            answer,
        }));
        waiting
            .await
            .map_err(|_| DbError::Unavailable("the writer has stopped".to_owned()))?
    }
}

/// Leaves nobody waiting for a writer that is gone.
pub(super) struct Leave<'a>(pub(super) &'a Queue<dyn Command>);

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        self.0.abandon();
    }
}

/// A command with what it needs, what came out, and who waits for it.
struct Asked<I, T> {
    input: I,
    command: for<'a> fn(&'a mut Tx, &'a I) -> TxFuture<'a, T>,
    outcome: Option<Outcome<T>>,
    answer: oneshot::Sender<Outcome<T>>,
}

impl<I: Send + Sync, T: Send> Command for Asked<I, T> {
    fn run<'a>(&'a mut self, tx: &'a mut Tx) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        Box::pin(async move {
            tx.forget_reference_version();
            let outcome = AssertUnwindSafe((self.command)(tx, &self.input))
                .catch_unwind()
                .await;
            self.outcome =
                Some(outcome.unwrap_or_else(|_| Err(Failure::internal("a command panicked"))));
        })
    }

    fn refuse(&mut self, failure: Failure) {
        self.outcome = Some(Err(failure));
    }

    fn failure(&self) -> Option<&Failure> {
        self.outcome.as_ref()?.as_ref().err()
    }

    fn answer(self: Box<Self>, committed: Result<(), &DbError>) {
        let outcome = match (committed, self.outcome) {
            (Ok(()), Some(outcome)) => outcome,
            (Ok(()), None) => Err(DbError::Undone.into()),
            (Err(error), _) => Err(group_failure(error)),
        };
        // The asker may have gone away meanwhile; the work is done all the same.
        let _ = self.answer.send(outcome);
    }
}

impl<I: Send + Sync, T: Send> Waiting for Asked<I, T> {
    fn is_abandoned(&self) -> bool {
        self.answer.is_closed()
    }

    fn turn_away(self: Box<Self>, error: DbError) {
        let _ = self.answer.send(Err(error.into()));
    }
}

/// An error of the group's transaction belongs to each member, so each gets its own copy.
pub(super) fn group_failure(error: &DbError) -> Failure {
    match error {
        DbError::Sqlite(rusqlite::Error::SqliteFailure(code, text)) => {
            DbError::Sqlite(rusqlite::Error::SqliteFailure(*code, text.clone())).into()
        }
        error if error.is_out_of_room() => DbError::Undone.into(),
        DbError::Uncertain => DbError::Uncertain.into(),
        other => DbError::Unavailable(other.to_string()).into(),
    }
}
