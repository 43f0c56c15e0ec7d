//! The writer of this process on PostgreSQL: whatever waits runs in one transaction and is committed once.
//!
//! Side by side at the level SERIALIZABLE the commands of one process collide nearly always: what they read of
//! small tables and of the last page of an index is what the others write. So they take turns here, as on
//! SQLite, and collide with those of other processes alone.

use std::sync::Arc;
use std::time::Duration;

use rand::RngExt;

use super::command::{Command, GROUP_COMMANDS_MAX, Leave};
use super::postgres::{self, Server};
use super::queue::Queue;
use super::{DbError, Tx};
use crate::Failure;

/// How often a command is repeated after a collision before it is given up.
const COLLISIONS_MAX: u32 = 40;
/// After so many collisions a command runs alone: under load one could meet another each time.
const COLLISIONS_BESIDE_OTHERS: u32 = 5;

/// Takes what is queued, runs it, commits once, answers all; until nobody can ask any more.
pub(super) async fn serve(server: Arc<Server>, queue: Arc<Queue<dyn Command>>) {
    let _leave = Leave(&queue);
    while let Some(first) = queue.next().await {
        for command in run_together(&server, first, &queue).await {
            run_apart(&server, command).await;
        }
    }
}

/// Runs commands one after the other in one transaction, and answers them. When one of them must be undone
/// nothing is kept, and they come back, each for a transaction of its own.
async fn run_together(
    server: &Server,
    first: Box<dyn Command>,
    queue: &Queue<dyn Command>,
) -> Vec<Box<dyn Command>> {
    let mut commands = vec![first];
    let Ok(mut tx) = server.begin(true).await else {
        return commands;
    };
    while let Some(command) = commands.last_mut() {
        let before = tx.changes();
        command.run(&mut tx).await;
        let must_be_undone = match command.failure() {
            None => false,
            Some(Failure::Refused(_)) => tx.changes() != before,
            Some(Failure::Db(_) | Failure::Internal(_)) => true,
        };
        if must_be_undone {
            undo(tx).await;
            return commands;
        }
        if commands.len() >= GROUP_COMMANDS_MAX {
            break;
        }
        match queue.try_next() {
            Some(command) => commands.push(command),
            None => break,
        }
    }
    match server.commit(tx).await {
        Ok(()) => answer(commands, Ok(())),
        Err(DbError::Uncertain) => answer(commands, Err(&DbError::Uncertain)),
        Err(error) => {
            note_collision(&error);
            return commands;
        }
    }
    Vec::new()
}

fn answer(commands: Vec<Box<dyn Command>>, committed: Result<(), &DbError>) {
    for command in commands {
        command.answer(committed);
    }
}

/// Runs a command in a transaction of its own, again when it collides, and answers it.
async fn run_apart(server: &Server, mut command: Box<dyn Command>) {
    let mut collisions = 0;
    loop {
        let committed = run_once(server, command.as_mut(), collisions).await;
        let has_collided = match (&committed, command.failure()) {
            (Err(error), _) | (Ok(()), Some(Failure::Db(error))) => note_collision(error),
            _ => false,
        };
        if !has_collided || collisions >= COLLISIONS_MAX {
            command.answer(committed.as_ref().copied());
            return;
        }
        collisions += 1;
        let wait = rand::rng().random_range(1..=4 * u64::from(collisions.min(16)));
        tokio::time::sleep(Duration::from_millis(wait)).await;
    }
}

async fn run_once(
    server: &Server,
    command: &mut dyn Command,
    collisions: u32,
) -> Result<(), DbError> {
    let mut tx = server.begin(collisions < COLLISIONS_BESIDE_OTHERS).await?;
    command.run(&mut tx).await;
    if command.failure().is_none() {
        return server.commit(tx).await;
    }
    undo(tx).await;
    Ok(())
}

/// Undoes a transaction. A connection that cannot is broken and will not be used again.
async fn undo(tx: Tx) {
    let _ = postgres::end(tx, "ROLLBACK").await;
}

/// Whether an error is a collision, which is counted.
fn note_collision(error: &DbError) -> bool {
    if error.is_collision() {
        metrics::counter!("vitrine_db_collisions_total").increment(1);
    }
    error.is_collision()
}
