//! Repeated work: forms that wait for their operator, forms that customs did not see in time, and
//! travellers of long ago.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp, ToSpan};
use journal::Signer;
use shell::db::{Tx, TxFuture};
use shell::job::Job;
use shell::{Failure, Outcome, Shell};

use crate::book::{Occurrence, happen};
use crate::engine::Engine;
use crate::rule::state::Event;
use crate::store;

/// How often waiting forms are looked for.
const SEND_EVERY: Duration = Duration::from_secs(5);
/// How many waiting forms one run takes up.
const SEND_AT_A_TIME: i64 = 20;
/// How often forms are looked for whose last day is over.
const EXPIRE_EVERY: Duration = Duration::from_secs(900);
/// How many forms expire in one transaction.
const EXPIRE_AT_A_TIME: i64 = 100;
/// How long somebody stays who was taken down before a payment and never got a form.
const PREPARED_FOR: SignedDuration = SignedDuration::from_hours(24);
/// How long the law has travellers' data kept (reliability c.10).
const KEPT_YEARS: i64 = 10;

/// Sends what waits for an operator.
pub(crate) fn send(engine: Arc<Engine>) -> Job {
    Job {
        name: "tax_free.send",
        every: SEND_EVERY,
        run: Arc::new(move |shell| {
            let engine = engine.clone();
            Box::pin(async move {
                let due = shell
                    .db
                    .read(shell.clock.now(), |tx, now| {
                        Box::pin(store::list_due(tx, *now, SEND_AT_A_TIME))
                    })
                    .await?;
                for form_id in due {
                    engine.drive(form_id).await?;
                }
                Ok(())
            })
        }),
    }
}

/// Lets forms expire whose last day for customs is over, and forgets travellers of long ago, and those
/// who were taken down yesterday and bought nothing.
pub(crate) fn expire(signer: Arc<Signer>) -> Job {
    Job {
        name: "tax_free.expire",
        every: EXPIRE_EVERY,
        run: Arc::new(move |shell| {
            let signer = signer.clone();
            Box::pin(async move { expire_forms(&shell, signer).await })
        }),
    }
}

/// One run of the job [`expire`].
///
/// # Errors
/// The database's failure, or the journal's.
pub async fn expire_forms(shell: &Shell, signer: Arc<Signer>) -> Outcome<()> {
    loop {
        let input = (signer.clone(), shell.clock.now());
        let expired = shell.db.write(input, expire_some).await?;
        if expired < usize::try_from(EXPIRE_AT_A_TIME).unwrap_or(usize::MAX) {
            break;
        }
    }
    let now = shell.clock.now().to_zoned(jiff::tz::TimeZone::UTC);
    let before = now
        .checked_sub(KEPT_YEARS.years())
        .map_err(Failure::internal)?
        .timestamp();
    shell
        .db
        .write(before, |tx, before| {
            Box::pin(store::purge_travellers(tx, *before))
        })
        .await?;
    let before = shell.clock.now() - PREPARED_FOR;
    shell
        .db
        .write(before, |tx, before| {
            Box::pin(store::prepared::purge(tx, *before))
        })
        .await?;
    Ok(())
}

/// A day is over when it is over in the store whose day began last.
fn expire_some<'a>(
    tx: &'a mut Tx,
    (signer, now): &'a (Arc<Signer>, Timestamp),
) -> TxFuture<'a, usize> {
    Box::pin(async move {
        let Some(today) = setting::store::earliest_business_date(tx, *now).await? else {
            return Ok(0);
        };
        let forms = store::list_past_deadline(tx, today, EXPIRE_AT_A_TIME).await?;
        for form in &forms {
            let occurrence = Occurrence::new(Event::DeadlinePassed, *now);
            happen(tx, signer, form, &occurrence).await?;
        }
        Ok(forms.len())
    })
}
