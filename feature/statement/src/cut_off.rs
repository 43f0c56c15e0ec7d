//! Card terminals whose question was cut off: the process died between asking and writing down.

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use jiff::{SignedDuration, Timestamp};
use journal::{Scene, Signer};
use shell::db::{Tx, TxFuture};
use shell::job::Job;
use shell::{Failure, Outcome, Shell};

use crate::desk::write_down;
use crate::event::Event;
use crate::store;

/// How often such questions are looked for.
const EVERY: Duration = Duration::from_secs(15);
/// After this long nobody waits for the answer any more: a terminal has ten seconds, and each try to write its
/// answer down as many.
const ANSWERED_WITHIN: SignedDuration = SignedDuration::from_secs(60);

/// Says of card terminals that nobody waits for their answer any more: power, a crash, a kill. Whoever counts may
/// ask them again.
#[must_use]
pub fn end_cut_off_questions(signer: Arc<Signer>) -> Job {
    Job {
        name: "STATEMENT_TERMINALS",
        every: EVERY,
        run: Arc::new(move |shell| run(shell, signer.clone()).boxed()),
    }
}

async fn run(shell: Shell, signer: Arc<Signer>) -> Outcome<()> {
    let now = shell.clock.now();
    shell.db.write((signer, now), end).await
}

fn end<'a>(tx: &'a mut Tx, (signer, now): &'a (Arc<Signer>, Timestamp)) -> TxFuture<'a, ()> {
    Box::pin(async move {
        let until = now
            .checked_sub(ANSWERED_WITHIN)
            .map_err(Failure::internal)?;
        for question in store::list_overdue(tx, until).await? {
            store::cut_off(tx, question.period_id, *now).await?;
            let event = Event::TerminalNotRead {
                statement_no: &question.statement_no,
                terminal_no: question.terminal_no.as_str(),
                answer: "cutOff",
            };
            let scene = Scene {
                store_no: &question.store_no,
                terminal_no: None,
                operator: Some(&question.asked_by),
                at: *now,
            };
            write_down(tx, signer, &scene, &event).await?;
        }
        Ok(())
    })
}
