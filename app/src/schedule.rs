//! What scheduled jobs do: each run code is work of a feature.

use std::sync::Arc;

use futures::FutureExt;
use journal::{Signer, VerifyOptions};
use scheduled_job::{Ended, RunCode, ScheduledJobState};
use shell::job::Work;
use shell::{Outcome, Shell};

use crate::command::verify_books;

/// The scheduler with the work of all features.
pub(crate) fn scheduled(shell: &Shell, signer: &Arc<Signer>) -> ScheduledJobState {
    let (worker, with) = (shell.clone(), signer.clone());
    ScheduledJobState {
        shell: shell.clone(),
        signer: signer.clone(),
        works: Arc::new(move |code| run(code, worker.clone(), with.clone()).boxed()),
        wake: Arc::default(),
    }
}

async fn run(code: RunCode, shell: Shell, signer: Arc<Signer>) -> Outcome<Ended> {
    let work: Work = match code {
        RunCode::ExpireLoyalty => loyalty::expire_loyalty(signer),
        RunCode::ExpireGiftCard => gift_card::expire_gift_cards(signer),
        RunCode::ExpireCrmGift => sale::job::expire_crm_gifts(),
        RunCode::DepositOverdue => deposit::mark_overdue(),
        RunCode::ReleaseReservations => sale::job::release_expired_baskets(),
        RunCode::RecycleRelease => recycling::release::release_due(),
        RunCode::CloseDays => journal::close_days(signer),
        RunCode::VerifyJournal => return verify(shell, signer).await,
    };
    let changed = work(shell).await?;
    Ok(Ended {
        is_ok: true,
        changed: Some(changed),
        text: String::new(),
    })
}

/// Verifies with the key of this installation, and notes it in the journal as `vitrine verify` does.
async fn verify(shell: Shell, signer: Arc<Signer>) -> Outcome<Ended> {
    let options = VerifyOptions {
        trusted_keys: vec![signer.public_key()],
        anchors: None,
    };
    let report = verify_books(&shell.db, &options).await;
    let ended = Ended {
        // That there are no anchors here is a limit and no fault.
        is_ok: report.findings.is_empty(),
        changed: None,
        text: report.to_string(),
    };
    let input = (signer, report, shell.clock.now());
    shell
        .db
        .write(input, |tx, (signer, report, now)| {
            Box::pin(journal::note_verification(tx, signer, report, *now))
        })
        .await?;
    Ok(ended)
}
