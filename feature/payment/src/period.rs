//! Card terminals close their periods with a statement: what they took is compared with the attempts that
//! ended on them and with what is booked.
//!
//! That a terminal is asked is committed before the question leaves; a question whose answer was lost is not
//! asked again, because the terminal may have begun a new period: what was in the old one shows as unmatched.
//! A terminal that certainly got nothing, or closed nothing, may be. Each question is ended as its answer comes, so
//! that a process that dies loses what it still waits for and nothing that was told.

use std::time::Duration;

use device::card_terminal::{
    BrandTotal, Currency, ReconciliationAnswer, ReconciliationCommand, SaleId, ServiceId,
};
use jiff::{SignedDuration, Timestamp};
use kernel::id::{StaffId, StoreNo, TerminalNo};
use shell::db::Tx;
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::PaymentEngine;
use crate::rule::period::{Movement, TenderPeriod, Told, tenders};
use crate::store::{self, Channel, NewPeriod, TerminalSetup};

/// How long a terminal may take.
const WAIT: Duration = Duration::from_secs(10);
/// How far back attempts are looked for that no period holds.
const LOOKED_BACK: SignedDuration = SignedDuration::from_hours(31 * 24);

/// A terminal that is asked.
#[derive(Clone, Debug)]
pub struct AskedTerminal {
    period_id: Uuid,
    store_no: StoreNo,
    setup: TerminalSetup,
    service_id: String,
    currency: kernel::Currency,
}

impl AskedTerminal {
    /// The till of the terminal.
    #[must_use]
    pub fn terminal_no(&self) -> &str {
        self.setup.terminal_no.as_str()
    }
}

/// What a terminal answered.
#[derive(Clone, Debug)]
pub enum PeriodAnswer {
    /// It closed its period.
    Closed {
        /// Its name of the period.
        period: Option<String>,
        /// What was in it.
        told: Vec<Told>,
    },
    /// Certain: it got nothing, or closed nothing.
    NotReached,
    /// Nobody knows.
    Unknown,
}

/// Keeps that the terminals of some tills of a store are asked for a statement: one till of each terminal.
///
/// # Errors
/// The database's failure.
pub async fn begin_periods(
    tx: &mut Tx,
    (store_no, statement_no): (&StoreNo, &str),
    (staff_id, now): (&StaffId, Timestamp),
    tills: &[TerminalNo],
) -> Outcome<Vec<AskedTerminal>> {
    let currency = setting::get_store(tx, store_no).await?.currency;
    let mut asked = Vec::new();
    for terminal_no in tills {
        let setup = store::get_terminal(tx, terminal_no).await?;
        let service_id = store::next_service_id(tx, terminal_no).await?;
        let period_id = Uuid::now_v7();
        let new = NewPeriod {
            period_id,
            store_no,
            terminal_no,
            device_sn: &setup.device_sn,
            statement_no,
            service_id: &service_id,
            asked_by: staff_id,
            asked_at: now,
        };
        store::insert_period(tx, &new).await?;
        asked.push(AskedTerminal {
            period_id,
            store_no: store_no.clone(),
            setup,
            service_id,
            currency,
        });
    }
    Ok(asked)
}

/// Asks one of them, for ten seconds at most. What it answers is to be written down at once: nothing else knows it.
pub async fn ask_terminal(engine: &PaymentEngine, asked: &AskedTerminal) -> PeriodAnswer {
    ask(engine, asked).await.unwrap_or_else(|reason| {
        let terminal_no = asked.terminal_no();
        tracing::warn!(terminal_no, %reason, "a terminal cannot close its period");
        PeriodAnswer::NotReached
    })
}

async fn ask(engine: &PaymentEngine, asked: &AskedTerminal) -> Result<PeriodAnswer, String> {
    let terminal = engine.terminals().connect(&asked.setup)?;
    let exponent = u8::try_from(asked.currency.exponent()).map_err(|error| error.to_string())?;
    let command = ReconciliationCommand {
        sale_id: SaleId::parse(asked.terminal_no()).map_err(|error| error.to_string())?,
        service_id: ServiceId::parse(asked.service_id.clone())
            .map_err(|error| error.to_string())?,
        currency: Currency::parse(asked.currency.code(), exponent)
            .map_err(|error| error.to_string())?,
        wait: WAIT,
    };
    match terminal.reconcile(&command).await {
        ReconciliationAnswer::Closed(totals) => Ok(PeriodAnswer::Closed {
            period: totals.period,
            told: totals.brands.iter().map(told).collect(),
        }),
        ReconciliationAnswer::Refused { condition, text } => Err(format!("{condition:?} {text}")),
        ReconciliationAnswer::NotSent { reason } => Err(reason.to_string()),
        ReconciliationAnswer::Unknown { reason } => {
            let terminal_no = asked.terminal_no();
            tracing::warn!(terminal_no, %reason, "nobody knows whether a period is closed");
            Ok(PeriodAnswer::Unknown)
        }
    }
}

fn told(total: &BrandTotal) -> Told {
    Told {
        brand: total.brand.clone(),
        currency: total.taken.currency.code().to_owned(),
        movement: Movement {
            amount: total.taken.minor - total.given_back.minor,
            quantity: total.payments + total.reversals,
        },
    }
}

/// Keeps what a terminal answered beside attempts and bookings, and answers with the tenders.
///
/// # Errors
/// The database's failure.
pub async fn end_period(
    tx: &mut Tx,
    asked: &AskedTerminal,
    answer: &PeriodAnswer,
    now: Timestamp,
) -> Outcome<Vec<TenderPeriod>> {
    let (state, period) = match answer {
        PeriodAnswer::Closed { period, .. } => ("CLOSED", period.as_deref()),
        PeriodAnswer::NotReached => ("NOT_REACHED", None),
        PeriodAnswer::Unknown => ("UNKNOWN", None),
    };
    let is_new = store::end_period(tx, asked.period_id, (state, period), now).await?;
    let (PeriodAnswer::Closed { told, .. }, true) = (answer, is_new) else {
        return Ok(Vec::new());
    };
    let since = now.checked_sub(LOOKED_BACK).map_err(Failure::internal)?;
    let device = (&asked.store_no, asked.setup.device_sn.as_str());
    let ended = store::list_ended(tx, device, since).await?;
    let (attempts, ended): (Vec<_>, Vec<_>) = ended.into_iter().unzip();
    let mappings = store::mappings(tx, &asked.store_no, Channel::Terminal).await?;
    let tenders = tenders(told, &ended, &mappings);
    store::keep_period(tx, asked.period_id, &tenders, &attempts).await?;
    Ok(tenders)
}
