//! What scheduled jobs do: each run code is work of a feature.

use std::path::Path;
use std::sync::Arc;

use backup::Order;
use backup::rule::keep::{self, Keep};
use futures::FutureExt;
use journal::{Outlet, Signer, VerifyOptions};
use kernel::Currency;
use payment::Imported;
use scheduled_job::{Assignment, Ended, RunCode, ScheduledJobState};
use shell::db::Engine;
use shell::job::Work;
use shell::{Failure, Outcome, Shell};

use crate::anchors::outlets;
use crate::backups::{POSTGRES, back_up};
use crate::command::{note, read_anchors, verify_books, verify_recent};
use crate::wiring::{Keeping, Sources};

/// What is said where nobody said where backups go.
const NO_FOLDER: &str = "There is no backup: say with --backup-folder where they go, on another disk or \
     machine";
/// What is said where nobody said where heads go.
const NO_OUTLET: &str = "Nowhere to send to: --anchor-file and --anchor-url say where";

/// What is said where nobody said where rates come from.
const NO_RATES: &str = "Nowhere to ask: say with --rate-url where the rates of the day are";
/// What is said where nobody said where prices of metals come from.
const NO_METAL: &str = "Nowhere to ask: say with --metal-url where the prices of metals are";

/// What the work of the program itself needs.
struct Desk {
    signer: Arc<Signer>,
    keeping: Keeping,
    sources: Sources,
    outlets: Vec<Arc<dyn Outlet>>,
}

/// The scheduler with the work of all features.
///
/// # Errors
/// When the address for anchors is none.
pub(crate) fn scheduled(
    shell: &Shell,
    signer: &Arc<Signer>,
    (keeping, sources): (Keeping, Sources),
) -> Outcome<ScheduledJobState> {
    let desk = Arc::new(Desk {
        signer: signer.clone(),
        outlets: outlets(&keeping).map_err(|stop| Failure::internal(stop.sentence))?,
        keeping,
        sources,
    });
    let worker = shell.clone();
    Ok(ScheduledJobState {
        shell: shell.clone(),
        signer: signer.clone(),
        works: Arc::new(move |assigned| run(assigned, worker.clone(), desk.clone()).boxed()),
        wake: Arc::default(),
    })
}

async fn run(assigned: Assignment, shell: Shell, desk: Arc<Desk>) -> Outcome<Ended> {
    let signer = desk.signer.clone();
    let work: Work = match assigned.code {
        RunCode::ExpireLoyalty => loyalty::expire_loyalty(signer),
        RunCode::ExpireGiftCard => gift_card::expire_gift_cards(signer),
        RunCode::ExpireCrmGift => sale::job::expire_crm_gifts(),
        RunCode::DepositOverdue => deposit::mark_overdue(),
        RunCode::ReleaseReservations => sale::job::release_expired_baskets(),
        RunCode::RecycleRelease => recycling::release::release_due(),
        RunCode::CloseDays => return desk.close_days(shell).await,
        RunCode::VerifyJournal => return desk.verify(shell).await,
        RunCode::Backup => return desk.back_up(shell, &assigned.parameter).await,
        RunCode::SendAnchors => return desk.send_anchors(shell).await,
        RunCode::ImportRates => return desk.import_rates(shell, &assigned.parameter).await,
        RunCode::ImportMetal => return desk.import_metal(shell).await,
    };
    let changed = work(shell).await?;
    Ok(Ended {
        is_ok: true,
        changed: Some(changed),
        text: String::new(),
    })
}

/// An end that somebody has to look at.
fn failed(text: impl std::fmt::Display) -> Ended {
    Ended {
        is_ok: false,
        changed: None,
        text: text.to_string(),
    }
}

/// How it ends that others were asked.
fn came(imported: Imported) -> Ended {
    Ended {
        is_ok: imported.problems.is_empty(),
        changed: Some(imported.kept),
        text: [imported.problems, imported.notes].concat().join("\n"),
    }
}

impl Desk {
    /// Closes the days that are over, when there are any, after what came last was verified. What was
    /// found is told, and keeps no day open: the law wants the closing, and the closing what there is.
    async fn close_days(&self, shell: Shell) -> Outcome<Ended> {
        if !journal::has_due(&shell).await? {
            return Ok(Ended {
                is_ok: true,
                changed: Some(0),
                text: String::new(),
            });
        }
        let report = verify_recent(&shell, &self.signer).await?;
        let closed = journal::close_due(&shell, &self.signer).await?;
        Ok(Ended {
            is_ok: report.is_intact(),
            changed: Some(closed),
            text: match report.is_intact() {
                true => String::new(),
                false => report.to_string(),
            },
        })
    }

    /// Verifies with the key of this installation and the heads that left it, and notes it in the
    /// journal as `vitrine verify` does.
    async fn verify(&self, shell: Shell) -> Outcome<Ended> {
        // Before the first closing there is no file.
        let file = self.keeping.anchor_file.as_deref();
        let read = file.filter(|path| path.exists()).map(read_anchors);
        let (anchors, unread) = match read.transpose() {
            Ok(anchors) => (anchors, None),
            Err(stop) => (None, Some(stop.sentence)),
        };
        let options = VerifyOptions {
            trusted_keys: vec![self.signer.public_key()],
            anchors,
        };
        let report = verify_books(&shell.db, &options).await;
        let ended = Ended {
            // That there are no anchors here is a limit and no fault.
            is_ok: report.findings.is_empty() && unread.is_none(),
            changed: None,
            text: unread
                .into_iter()
                .chain([report.to_string()])
                .collect::<Vec<_>>()
                .join("\n"),
        };
        note(&shell.db, &self.signer, report, shell.clock.now()).await?;
        Ok(ended)
    }

    /// Makes a backup that is proven, and removes what is not kept any more, when nothing was found.
    async fn back_up(&self, shell: Shell, parameter: &str) -> Outcome<Ended> {
        if shell.db.engine() == Engine::Postgres {
            return Ok(failed(POSTGRES));
        }
        let Some(folder) = &self.keeping.backup_folder else {
            return Ok(failed(NO_FOLDER));
        };
        let Some(keep) = Keep::parse(parameter) else {
            return Ok(failed(format!("{parameter} does not say what is kept")));
        };
        if let Err(error) = std::fs::create_dir_all(folder) {
            return Ok(failed(format!("{}: {error}", folder.display())));
        }
        let now = shell.clock.now();
        let order = Order {
            data: self.keeping.data.clone(),
            to: folder.join(keep::name(now)),
            with_keys: false,
            now,
        };
        let backed = match back_up(&shell.db, Some(&self.signer), order).await {
            Ok(backed) => backed,
            Err(error) => return Ok(failed(error)),
        };
        let (path, bytes, report) = (backed.path.display(), backed.bytes, &backed.report);
        if !backed.is_whole {
            return Ok(failed(format!(
                "There is no backup: it was not whole\n{report}"
            )));
        }
        if !report.is_intact() {
            return Ok(failed(format!("{path}, {bytes} bytes\n{report}")));
        }
        let removed = remove_outdated(folder, keep).map_err(Failure::internal)?;
        Ok(Ended {
            is_ok: true,
            changed: None,
            text: format!("{path}, {bytes} bytes; {removed} older ones removed\n{report}"),
        })
    }

    /// Asks for the rates of the day and keeps them.
    async fn import_rates(&self, shell: Shell, parameter: &str) -> Outcome<Ended> {
        let Some(address) = &self.sources.rate_url else {
            return Ok(failed(NO_RATES));
        };
        let Some(currencies) = Currency::parse_list(parameter) else {
            return Ok(failed(format!("{parameter} does not name currencies")));
        };
        payment::import_rates(&shell, &self.signer, address, currencies)
            .await
            .map(came)
    }

    /// Asks for the prices of metals and adds them to the board.
    async fn import_metal(&self, shell: Shell) -> Outcome<Ended> {
        let Some(address) = &self.sources.metal_url else {
            return Ok(failed(NO_METAL));
        };
        recycling::import_metal(&shell, &self.signer, address)
            .await
            .map(came)
    }

    /// Gives the heads of the journal away.
    async fn send_anchors(&self, shell: Shell) -> Outcome<Ended> {
        if self.outlets.is_empty() {
            return Ok(Ended {
                is_ok: true,
                changed: None,
                text: NO_OUTLET.to_owned(),
            });
        }
        let sent = journal::send_heads(&shell, &self.signer, &self.outlets).await?;
        Ok(Ended {
            is_ok: sent.failures.is_empty(),
            changed: Some(sent.given),
            text: sent.failures.join("\n"),
        })
    }
}

/// Removes the backups of a folder that are not kept any more, and says how many.
fn remove_outdated(folder: &Path, keep: Keep) -> std::io::Result<usize> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        names.extend(entry?.file_name().into_string());
    }
    let outdated = keep.outdated(names.iter().map(String::as_str));
    for name in &outdated {
        std::fs::remove_file(folder.join(name))?;
    }
    Ok(outdated.len())
}
