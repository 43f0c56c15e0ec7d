//! Puts the features together: who gets which of the shared things.

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use jiff::Timestamp;
use journal::Signer;
use kernel::ErrorKind;
use kernel::id::BasketId;
use payment::terminal::Terminals;
use payment::{PaymentEngine, PaymentState, Settlement, Timing};
use session::password::Passwords;
use session::view::InstallationView;
use session::{Addresses, Guard, SessionState, TokenKey};
use shell::Shell;
use shell::db::{Tx, TxFuture};
use shell::http::host::DevelopmentHosts;
use shell::job::Job;
use shell::mail::Mailer;
use tokio::sync::watch;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::access::{BASE, ROUTES};
use crate::description::{Head, complete};

/// Everything that the program is made of.
pub struct Parts {
    /// The plumbing.
    pub shell: Shell,
    /// Signs the journal.
    pub signer: Arc<Signer>,
    /// Signs session tokens.
    pub tokens: TokenKey,
    /// Sends mail; none when no server is configured.
    pub mailer: Option<Mailer>,
    /// Where the pictures are.
    pub pictures: PathBuf,
    /// The connections to card terminals.
    pub terminals: Terminals,
    /// What the till is told of this installation.
    pub installation: InstallationView,
    /// Where the flow of customised jewellery is offered.
    pub customised: DevelopmentHosts,
    /// Turns true when the program ends.
    pub stop: watch::Receiver<bool>,
}

/// The program, wired: its API, its jobs, and the payments that it drives.
pub struct Wired {
    /// The API below its base, and its description.
    pub api: Router,
    /// The API's description.
    pub description: serde_json::Value,
    /// What runs again and again.
    pub jobs: Vec<Job>,
    /// Drives payments at terminals.
    pub engine: Arc<PaymentEngine>,
}

/// The error catalogue of the whole program.
#[must_use]
pub fn errors() -> Vec<&'static ErrorKind> {
    [
        shell::http::ERRORS,
        setup::ERRORS,
        session::ERRORS,
        catalog::ERRORS,
        customised::ERRORS,
        inventory::ERRORS,
        promotion::ERRORS,
        sale::ERRORS,
        payment::ERRORS,
        crm::ERRORS,
        order::ERRORS,
        alert::ERRORS,
    ]
    .concat()
}

/// A sale is complete when what was taken covers what is due.
struct CompleteSale {
    signer: Arc<Signer>,
}

impl Settlement for CompleteSale {
    fn settle<'a>(
        &'a self,
        tx: &'a mut Tx,
        basket: BasketId,
        now: Timestamp,
    ) -> TxFuture<'a, Option<serde_json::Value>> {
        Box::pin(async move {
            let order = sale::complete_when_paid(tx, &self.signer, basket, now).await?;
            order
                .map(serde_json::to_value)
                .transpose()
                .map_err(shell::Failure::internal)
        })
    }
}

/// Wires the features together.
///
/// # Errors
/// When the machine gives no randomness.
pub fn wire(parts: Parts) -> shell::Outcome<Wired> {
    let session = SessionState {
        shell: parts.shell.clone(),
        signer: parts.signer.clone(),
        tokens: Arc::new(parts.tokens),
        addresses: Addresses::default(),
        passwords: Passwords::new()?,
        mailer: parts.mailer.clone(),
        on_session_end: sale::put_basket_away,
        guard: Arc::new(Guard::new(BASE, ROUTES)),
        installation: parts.installation,
        customised: parts.customised.clone(),
    };
    let settlement: Arc<dyn Settlement> = Arc::new(CompleteSale {
        signer: parts.signer.clone(),
    });
    let engine = PaymentEngine::new(
        parts.shell.clone(),
        parts.signer.clone(),
        settlement.clone(),
        parts.terminals,
        Timing::default(),
    );
    let payment = PaymentState {
        shell: parts.shell.clone(),
        engine: engine.clone(),
        settlement,
    };
    let order = order::OrderState {
        shell: parts.shell.clone(),
        signer: parts.signer.clone(),
        mailer: parts.mailer,
    };
    let sale = sale::SaleState {
        shell: parts.shell.clone(),
        signer: parts.signer.clone(),
        timing: engine.timing().clone(),
        passwords: session.passwords.clone(),
        customised: parts.customised,
    };
    let mut jobs = order::jobs(order.clone());
    jobs.push(sale::job::release_expired_baskets());
    jobs.push(engine.adoption_job());
    let api = OpenApiRouter::with_openapi(Head::openapi())
        .merge(setup::routes(setup::SetupState {
            shell: parts.shell.clone(),
            signer: parts.signer.clone(),
        }))
        .merge(session::routes(session.clone()))
        .merge(catalog::routes(catalog::CatalogState::new(
            parts.shell.clone(),
            parts.signer.clone(),
            parts.pictures,
        )))
        .merge(inventory::routes(parts.shell.clone()))
        .merge(promotion::routes(promotion::PromotionState {
            shell: parts.shell.clone(),
            signer: parts.signer.clone(),
        }))
        .merge(sale::routes(sale))
        .merge(payment::routes(payment))
        .merge(crm::routes(crm::CrmState::new(
            parts.shell.clone(),
            parts.signer,
        )))
        .merge(order::routes(order))
        .merge(alert::routes(alert::AlertState {
            shell: parts.shell,
            stop: parts.stop,
        }));
    let (api, features) = api.split_for_parts();
    let description = complete(&features, ROUTES);
    let api = Router::new()
        .nest(BASE, api)
        .layer(from_fn_with_state(session, session::guard))
        .route(
            &format!("{BASE}/openapi.json"),
            crate::router::description(&description),
        )
        .layer(from_fn(shell::http::security::refuse_foreign_origin));
    Ok(Wired {
        api,
        description,
        jobs,
        engine,
    })
}
