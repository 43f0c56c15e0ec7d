//! The drawer opens for a payment: cash that is taken or given back, and paper that lies in the drawer.
//!
//! The pulse is noted in the transaction that completes the payment, and sent once behind its commit, by a task of
//! its own: a printer that is silent holds no sale up. Which tenders open a drawer is head office's
//! (`opens_drawer`), for all stores or for one.

use std::time::Duration;

use jiff::Timestamp;
use kernel::id::{BasketId, StoreNo, TerminalNo};
use shell::db::Tx;
use shell::{Outcome, Shell};
use tokio::runtime::Handle;
use uuid::Uuid;

use crate::kick::kick;
use crate::store::pulse;

/// After which times it is looked whether the payment is committed; it is gone when it is not by then.
const LOOKS: [Duration; 10] = [
    Duration::from_millis(2),
    Duration::from_millis(5),
    Duration::from_millis(10),
    Duration::from_millis(20),
    Duration::from_millis(50),
    Duration::from_millis(100),
    Duration::from_millis(300),
    Duration::from_secs(1),
    Duration::from_secs(4),
    Duration::from_secs(10),
];

/// Opens drawers for payments.
#[derive(Clone)]
pub struct Pulses {
    shell: Shell,
    /// Where pulses are sent from; none in a program that serves nobody.
    runtime: Option<Handle>,
}

/// A payment that is completed.
#[derive(Clone, Copy, Debug)]
pub struct CompletedPayment<'a> {
    /// Where.
    pub store_no: &'a StoreNo,
    /// The till, whose drawer it is.
    pub terminal_no: &'a TerminalNo,
    /// What was paid.
    pub basket_id: BasketId,
    /// When.
    pub now: Timestamp,
}

impl Pulses {
    /// What opens drawers, from the runtime in which it is made.
    #[must_use]
    pub fn new(shell: Shell) -> Self {
        Self {
            shell,
            runtime: Handle::try_current().ok(),
        }
    }

    /// Notes that a completed payment opens the drawer of its till, where one of its tenders does, and sees to it
    /// that it does once this is committed.
    ///
    /// # Errors
    /// The database's failure.
    pub async fn note_paid(&self, tx: &mut Tx, payment: &CompletedPayment<'_>) -> Outcome<()> {
        let printer = pulse::printer_for(tx, payment.store_no, payment.basket_id).await?;
        let Some(printer) = printer else {
            return Ok(());
        };
        let pulse_id = Uuid::now_v7();
        let till = (payment.store_no, payment.terminal_no);
        pulse::insert(tx, pulse_id, payment.basket_id, till, payment.now).await?;
        if let Some(runtime) = &self.runtime {
            runtime.spawn(send(self.shell.clone(), pulse_id, printer));
        }
        Ok(())
    }
}

async fn send(shell: Shell, pulse_id: Uuid, printer: String) {
    if let Err(error) = send_when_kept(&shell, pulse_id, &printer).await {
        tracing::error!(%error, "a drawer was not opened for a payment");
    }
}

/// A transaction that is run again, or that fails, leaves no pulse, and nothing is sent for it.
async fn send_when_kept(shell: &Shell, pulse_id: Uuid, printer: &str) -> Outcome<()> {
    for look in LOOKS {
        tokio::time::sleep(look).await;
        let is_waiting = shell.db.read(pulse_id, |tx, pulse_id| {
            Box::pin(pulse::is_waiting(tx, *pulse_id))
        });
        match is_waiting.await? {
            None => {}
            Some(false) => return Ok(()),
            Some(true) => return send_once(shell, pulse_id, printer).await,
        }
    }
    Ok(())
}

async fn send_once(shell: &Shell, pulse_id: Uuid, printer: &str) -> Outcome<()> {
    let claim = (pulse_id, shell.clock.now());
    let is_ours = shell.db.write(claim, |tx, (pulse_id, now)| {
        Box::pin(pulse::claim(tx, *pulse_id, *now))
    });
    if !is_ours.await? {
        return Ok(());
    }
    let kept = (pulse_id, kick(printer).await);
    shell
        .db
        .write(kept, |tx, (pulse_id, kick)| {
            Box::pin(pulse::end(tx, *pulse_id, *kick))
        })
        .await
}
