//! Drives attempts: one task per attempt that is under way, one driver per attempt.
//!
//! A driver asks the terminal, or the provider of a payment by code, and commits every step. It holds a lease on its attempt, so that
//! among several processes one drives; when its process dies the lease runs out and another takes
//! the attempt up. What was sent is committed before it is sent: whoever takes an attempt up
//! therefore knows what may have happened, asks, and sends no payment again. What differs between
//! the two is a [`drive::Channel`].

mod apply;
mod call;
mod drive;
mod note;
mod qr;
mod settle;
mod terminal;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ::qr::provider::PaymentCode;
use jiff::Timestamp;
use journal::Signer;
use kernel::id::{AttemptId, TenderId};
use serde_json::json;
use shell::db::Engine;
use shell::event::Event as LiveEvent;
use shell::job::Job;
use shell::{Outcome, Shell};
use tokio::sync::Notify;
use uuid::Uuid;

use crate::Settlement;
use crate::merchant::Providers;
use crate::rule::attempt::Timing;
use crate::store::{self, Channel, Record};
use crate::terminal::Terminals;
use crate::timings::Timings;
use crate::view::current_step;

pub(crate) use apply::{Apply, apply};
pub(crate) use qr::apply_qr;

use drive::Opening;

/// How often attempts are looked for that nobody drives.
const ADOPT_EVERY: Duration = Duration::from_secs(5);

/// Drives the payment attempts of this process.
pub struct PaymentEngine {
    shell: Shell,
    signer: Arc<Signer>,
    settlement: Arc<dyn Settlement>,
    terminals: Terminals,
    providers: Providers,
    timing: Arc<Timing>,
    qr_timing: Arc<::qr::order::Timing>,
    /// This process, as leases name it.
    driver: Uuid,
    driving: Mutex<HashMap<AttemptId, Arc<Poke>>>,
    /// Codes from clients' telephones, each until it was sent once. They are kept nowhere else: an
    /// order whose process dies before that is closed.
    payment_codes: Mutex<HashMap<AttemptId, PaymentCode>>,
}

/// Wakes a driver. `is_poked` outlives the moment in which it decides that it is done.
#[derive(Default)]
struct Poke {
    is_poked: AtomicBool,
    notify: Notify,
}

impl PaymentEngine {
    /// An engine that drives nothing yet; call [`PaymentEngine::resume_all`] before serving.
    #[must_use]
    pub fn new(
        shell: Shell,
        signer: Arc<Signer>,
        settlement: Arc<dyn Settlement>,
        (terminals, providers): (Terminals, Providers),
        timings: Timings,
    ) -> Arc<Self> {
        Arc::new(Self {
            shell,
            signer,
            settlement,
            terminals,
            providers,
            timing: timings.terminal,
            qr_timing: timings.qr,
            driver: Uuid::now_v7(),
            driving: Mutex::default(),
            payment_codes: Mutex::default(),
        })
    }

    /// How long is waited for what.
    #[must_use]
    pub fn timing(&self) -> &Arc<Timing> {
        &self.timing
    }

    /// How long is waited for what of a payment by code.
    #[must_use]
    pub(crate) const fn qr_timing(&self) -> &Arc<::qr::order::Timing> {
        &self.qr_timing
    }

    /// Takes up every attempt that was left behind, and answers how many there were. An attempt
    /// whose request may have left is asked about and never sent again; one that was written down
    /// but never sent is failed. Until its end is certain an attempt keeps its terminal and its
    /// basket to itself, so neither is offered before the terminal has answered.
    ///
    /// # Errors
    /// The database's failure.
    pub async fn resume_all(self: &Arc<Self>) -> Outcome<usize> {
        // A SQLite file has one process: whoever held a lease is gone.
        if self.shell.db.engine() == Engine::Sqlite {
            self.shell
                .db
                .write((), |tx, ()| Box::pin(store::forget_drivers(tx)))
                .await?;
        }
        let count = self.adopt().await?;
        self.settle_covered().await?;
        Ok(count)
    }

    /// The work of looking for attempts that nobody drives (those of a process that died, and
    /// those that are to be looked at again) and for paid baskets that are not completed.
    #[must_use]
    pub fn adoption_job(self: &Arc<Self>) -> Job {
        let engine = self.clone();
        Job {
            name: "payment.adopt",
            every: ADOPT_EVERY,
            run: Arc::new(move |_| {
                let engine = engine.clone();
                Box::pin(async move {
                    engine.adopt().await?;
                    engine.settle_covered().await
                })
            }),
        }
    }

    async fn adopt(self: &Arc<Self>) -> Outcome<usize> {
        let now = self.shell.clock.now();
        let left_behind = self
            .shell
            .db
            .read(now, |tx, now| Box::pin(store::list_to_drive(tx, *now)))
            .await?;
        let count = left_behind.len();
        for (attempt_id, channel) in left_behind {
            self.drive(attempt_id, channel, Opening::Found);
        }
        Ok(count)
    }

    /// Sees to it that an attempt that was just written down is driven.
    pub(crate) fn start(self: &Arc<Self>, attempt_id: AttemptId, channel: Channel) {
        self.drive(attempt_id, channel, Opening::Tick);
    }

    /// Keeps a scanned code for the one request that sends it.
    pub(crate) fn keep_code(&self, attempt_id: AttemptId, code: PaymentCode) {
        self.codes().insert(attempt_id, code);
    }

    fn codes(&self) -> std::sync::MutexGuard<'_, HashMap<AttemptId, PaymentCode>> {
        self.payment_codes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells that a person changed an attempt, and sees to it that it is driven on.
    pub(crate) async fn go_on(self: &Arc<Self>, attempt_id: AttemptId) -> Outcome<()> {
        let record = self
            .shell
            .db
            .read(attempt_id, |tx, id| Box::pin(store::find_attempt(tx, *id)))
            .await?;
        if let Some(record) = record {
            self.tell(&record);
            self.drive(attempt_id, record.channel(), Opening::Tick);
        }
        Ok(())
    }

    fn drive(self: &Arc<Self>, attempt_id: AttemptId, channel: Channel, opening: Opening) {
        let poke = {
            let mut driving = self.lock();
            if let Some(poke) = driving.get(&attempt_id) {
                poke.is_poked.store(true, Ordering::SeqCst);
                poke.notify.notify_one();
                return;
            }
            let poke = Arc::new(Poke::default());
            driving.insert(attempt_id, poke.clone());
            poke
        };
        let driver = (self.clone(), attempt_id, poke);
        match channel {
            Channel::Terminal => {
                let terminal = terminal::TerminalChannel::new(self.clone(), attempt_id);
                tokio::spawn(drive::drive(driver, terminal, opening));
            }
            Channel::Qr => {
                let provider = qr::QrChannel::new(self.clone(), attempt_id);
                tokio::spawn(drive::drive(driver, provider, opening));
            }
        }
    }

    /// What an event needs to be applied to an attempt.
    pub(crate) fn application<E>(&self, attempt_id: AttemptId, event: E) -> Apply<E> {
        Apply {
            attempt_id,
            event,
            now: self.shell.clock.now(),
            timing: self.timing.clone(),
            qr_timing: self.qr_timing.clone(),
            lease: None,
            settlement: Some(self.settlement.clone()),
            signer: self.signer.clone(),
            tender_id: TenderId(Uuid::now_v7()),
            decided_by: None,
            removes: None,
        }
    }

    /// Signs what the journal is told.
    pub(crate) fn signer(&self) -> Arc<Signer> {
        self.signer.clone()
    }

    /// The connections to the providers of payments by code.
    pub(crate) const fn providers(&self) -> &Providers {
        &self.providers
    }

    /// The connections to the shop's terminals.
    pub(crate) const fn terminals(&self) -> &Terminals {
        &self.terminals
    }

    /// Who drives an attempt that is written down now, and until when they are believed to.
    pub(crate) fn lease(&self, now: Timestamp) -> (Uuid, Timestamp) {
        (self.driver, now + self.timing.lease)
    }

    /// Tells the till how an attempt stands.
    pub(crate) fn tell(&self, record: &Record) {
        self.shell.events.tell(LiveEvent {
            store_no: record.store_no.0.clone(),
            terminal_no: Some(record.terminal_no.0.clone()),
            name: "payment".to_owned(),
            data: json!({
                "attemptId": record.attempt_id,
                "state": record.attempt.state,
                "step": current_step(&record.steps),
            }),
        });
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<AttemptId, Arc<Poke>>> {
        self.driving.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
