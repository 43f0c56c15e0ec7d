//! Puts the features together: who gets which of the shared things.

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use jiff::Timestamp;
use journal::Signer;
use kernel::ErrorKind;
use kernel::id::{BasketId, OrderId};
use payment::merchant::Providers;
use payment::terminal::Terminals;
use payment::{Help, PaymentEngine, PaymentState, Settlement, Timings, Wallets};
use sale::rule::purpose::Purpose;
use scheduled_job::ScheduledJobState;
use session::password::Passwords;
use session::view::InstallationView;
use session::{Addresses, Guard, SessionState, TokenKey};
use shell::Shell;
use shell::db::{Tx, TxFuture};
use shell::http::api::ApiRouter;
use shell::http::host::DevelopmentHosts;
use shell::job::Job;
use shell::mail::Mailer;
use tokio::sync::watch;

use crate::access::{BASE, ROUTES};
use crate::description::Description;

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
    /// Who is written to for help.
    pub support_address: String,
    /// The connections to providers of payments by code.
    pub providers: Providers,
    /// What the till is told of this installation.
    pub installation: InstallationView,
    /// Where the flow of customised jewellery is offered.
    pub customised: DevelopmentHosts,
    /// Where clients reach this installation; none when nobody said it.
    pub public_url: Option<String>,
    /// What of the shop is kept away from this machine.
    pub keeping: Keeping,
    /// Who is asked for what the market says.
    pub sources: Sources,
    /// How long tills wait while money is taken.
    pub timings: Timings,
    /// Turns true when the program ends.
    pub stop: watch::Receiver<bool>,
}

/// Where others publish what the market says; none where nobody said.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The reference rates of the day.
    pub rate_url: Option<String>,
    /// The prices of metals.
    pub metal_url: Option<String>,
}

/// What is kept away from this machine, and where.
#[derive(Clone, Debug, Default)]
pub struct Keeping {
    /// The data directory.
    pub data: PathBuf,
    /// The folder of backups.
    pub backup_folder: Option<PathBuf>,
    /// The file to which heads of the journal are added.
    pub anchor_file: Option<PathBuf>,
    /// The address to which they are posted.
    pub anchor_url: Option<String>,
}

/// The program, wired: its API, its jobs, and the payments that it drives.
pub struct Wired {
    /// The API below its base, and its description.
    pub api: Router,
    /// The API's description.
    pub description: Description,
    /// What runs again and again and nobody plans.
    pub jobs: Vec<Job>,
    /// Runs what head office plans.
    pub scheduled: ScheduledJobState,
    /// Drives payments at terminals.
    pub engine: Arc<PaymentEngine>,
}

/// The error catalogue of the whole program.
#[must_use]
pub fn errors() -> Vec<&'static ErrorKind> {
    [
        shell::http::ERRORS,
        setup::ERRORS,
        setting::ERRORS,
        session::ERRORS,
        catalog::ERRORS,
        customised::ERRORS,
        inventory::ERRORS,
        promotion::ERRORS,
        sale::ERRORS,
        payment::ERRORS,
        payment::refusal::ERRORS,
        deposit::ERRORS,
        drawer::ERRORS,
        gift_card::ERRORS,
        one_time_code::ERRORS,
        loyalty::ERRORS,
        crm::ERRORS,
        order::ERRORS,
        tax_free::ERRORS,
        recycling::ERRORS,
        scheduled_job::ERRORS,
        report::ERRORS,
        statement::ERRORS,
        cash_report::ERRORS,
        alert::ERRORS,
    ]
    .concat()
}

/// A sale, or a payment on a deposit, is complete when what was taken covers what is due.
struct CompleteSale {
    signer: Arc<Signer>,
    pulses: drawer::Pulses,
}

impl Settlement for CompleteSale {
    fn settle<'a>(
        &'a self,
        tx: &'a mut Tx,
        basket: BasketId,
        now: Timestamp,
    ) -> TxFuture<'a, Option<serde_json::Value>> {
        Box::pin(async move {
            let paid = sale::store::get_basket(tx, basket).await?;
            if !paid.purpose.sells() {
                let summary = deposit::complete_when_paid(tx, &self.signer, &paid, now).await?;
                if let Some(summary) = &summary {
                    self.open_drawer(tx, &paid, now).await?;
                    self.note_cash(tx, &paid, (None, &summary.receipt_no), now)
                        .await?;
                }
                return summary
                    .map(payment::view::DepositSummary::into_document)
                    .transpose()
                    .map_err(shell::Failure::internal);
            }
            let order = sale::complete_when_paid(tx, &self.signer, paid.clone(), now).await?;
            if let Some(order) = &order {
                if paid.purpose == Purpose::Settlement {
                    deposit::note_settled(tx, &paid, order.order_id, now).await?;
                }
                if paid.customer_id.is_some() {
                    loyalty::earn(tx, &self.signer, order.order_id, now).await?;
                }
                self.open_drawer(tx, &paid, now).await?;
                let sold = (Some(order.order_id), order.receipt_no.as_str());
                self.note_cash(tx, &paid, sold, now).await?;
            }
            order
                .map(serde_json::to_value)
                .transpose()
                .map_err(shell::Failure::internal)
        })
    }
}

impl CompleteSale {
    /// Opens the drawer once for what a payment was completed with.
    async fn open_drawer(
        &self,
        tx: &mut Tx,
        paid: &sale::store::Basket,
        now: Timestamp,
    ) -> shell::Outcome<()> {
        let payment = drawer::CompletedPayment {
            store_no: &paid.store_no,
            terminal_no: &paid.terminal_no,
            basket_id: paid.basket_id,
            now,
        };
        self.pulses.note_paid(tx, &payment).await
    }

    /// Notes the cash of a completed payment that has to be reported.
    async fn note_cash(
        &self,
        tx: &mut Tx,
        paid: &sale::store::Basket,
        (order_id, receipt_no): (Option<OrderId>, &str),
        now: Timestamp,
    ) -> shell::Outcome<()> {
        let payment = cash_report::CompletedPayment {
            store_no: &paid.store_no,
            terminal_no: &paid.terminal_no,
            basket_id: paid.basket_id,
            customer_id: paid.customer_id,
            cashier_id: paid.cashier_id.as_ref(),
            order_id,
            receipt_no,
            now,
        };
        cash_report::note_cash(tx, &self.signer, &payment).await
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
        passwords: Passwords::default(),
        mailer: parts.mailer.clone(),
        on_session_end: sale::put_basket_away,
        guard: Arc::new(Guard::new(BASE, ROUTES)),
        installation: parts.installation,
        customised: parts.customised.clone(),
    };
    let settlement: Arc<dyn Settlement> = Arc::new(CompleteSale {
        signer: parts.signer.clone(),
        pulses: drawer::Pulses::new(parts.shell.clone()),
    });
    let engine = PaymentEngine::new(
        parts.shell.clone(),
        parts.signer.clone(),
        settlement.clone(),
        (parts.terminals, parts.providers),
        parts.timings,
    );
    let payment = PaymentState {
        shell: parts.shell.clone(),
        engine: engine.clone(),
        settlement: settlement.clone(),
        wallets: Wallets::new(vec![
            Arc::new(gift_card::GiftCardWallet::new(parts.signer.clone())),
            Arc::new(recycling::CreditWallet),
            Arc::new(loyalty::LoyaltyWallet::new(parts.signer.clone())),
        ]),
        help: Help {
            mailer: parts.mailer.clone(),
            address: parts.support_address,
        },
        authority: Arc::new(sale::RefundAuthority::new(parts.signer.clone())),
    };
    let recycling = recycling::RecyclingState {
        shell: parts.shell.clone(),
        signer: parts.signer.clone(),
        mailer: parts.mailer.clone(),
        studio: crm::Studio::default(),
    };
    let gift_card = gift_card::GiftCardState {
        shell: parts.shell.clone(),
        signer: parts.signer.clone(),
        mailer: parts.mailer.clone(),
    };
    let loyalty = loyalty::LoyaltyState {
        shell: parts.shell.clone(),
        signer: parts.signer.clone(),
        mailer: parts.mailer.clone(),
    };
    let drawers: Arc<dyn statement::Drawers> = Arc::new(drawer::EnteredDrawers);
    let statement = statement::StatementOffice {
        shell: parts.shell.clone(),
        signer: parts.signer.clone(),
        drawers: drawers.clone(),
        engine: engine.clone(),
    };
    let report = report::ReportOffice {
        shell: parts.shell.clone(),
        signer: parts.signer.clone(),
    };
    let cash_report = cash_report::CashReportOffice {
        shell: parts.shell.clone(),
        signer: parts.signer.clone(),
    };
    let has_mailer = parts.mailer.is_some();
    let mut order = order::OrderState::new(
        parts.shell.clone(),
        parts.signer.clone(),
        parts.mailer,
        parts.public_url.as_deref(),
        // What other features add to receipts, in the order of the paper.
        vec![
            Arc::new(deposit::DepositPart),
            Arc::new(loyalty::LoyaltyPart),
            Arc::new(tax_free::TaxFreePart),
            Arc::new(gift_card::GiftCardPart),
        ],
    );
    let public_url = order.public_url.clone();
    order.mailed = Arc::new([
        Arc::new(tax_free::MailedForm),
        Arc::new(deposit::MailedDepositPaper {
            public_url: public_url.clone(),
        }),
    ]);
    order.checked = Arc::new([Arc::new(deposit::DepositPapers)]);
    let sale = sale::SaleState::from(sale::SaleParts {
        shell: parts.shell.clone(),
        signer: parts.signer.clone(),
        timing: engine.timing().clone(),
        passwords: session.passwords.clone(),
        customised: parts.customised,
        give_up: deposit::give_up,
        may_sell: statement::may_sell,
    });
    let tax_free =
        tax_free::TaxFreeState::new(parts.shell.clone(), parts.signer.clone(), has_mailer);
    let mut jobs = order::jobs(order.clone());
    jobs.extend(tax_free::jobs(&tax_free));
    jobs.push(one_time_code::forget_old_codes());
    jobs.push(session::forget_old_tries());
    jobs.push(engine.adoption_job());
    jobs.push(recycling::release::erase_sellers(parts.signer.clone()));
    jobs.push(cash_report::erase_identities());
    let outside = (parts.keeping, parts.sources);
    let scheduled = crate::schedule::scheduled(&parts.shell, &parts.signer, outside)?;
    jobs.push(statement::post_statements(parts.signer.clone(), drawers));
    jobs.push(statement::end_cut_off_questions(parts.signer.clone()));
    let api = ApiRouter::new()
        .merge(setup::routes(setup::SetupState {
            shell: parts.shell.clone(),
            signer: parts.signer.clone(),
            passwords: session.passwords.clone(),
        }))
        .merge(session::routes(session.clone()))
        .merge(catalog::routes(catalog::CatalogState::new(
            parts.shell.clone(),
            parts.signer.clone(),
            parts.pictures,
        )))
        .merge(inventory::routes(inventory::InventoryState {
            shell: parts.shell.clone(),
            signer: parts.signer.clone(),
        }))
        .merge(promotion::routes(promotion::PromotionState {
            shell: parts.shell.clone(),
            signer: parts.signer.clone(),
        }))
        .merge(sale::routes(sale))
        .merge(payment::routes(payment))
        .merge(setting::history::routes(setting::history::SettingState {
            shell: parts.shell.clone(),
        }))
        .merge(deposit::routes(deposit::DepositState {
            shell: parts.shell.clone(),
            signer: parts.signer.clone(),
            timing: engine.timing().clone(),
            settlement,
            may_sell: statement::may_sell,
            has_mailer,
            public_url,
        }))
        .merge(drawer::routes(drawer::DrawerState {
            shell: parts.shell.clone(),
            signer: parts.signer.clone(),
        }))
        .merge(gift_card::routes(gift_card))
        .merge(loyalty::routes(loyalty))
        .merge(crm::routes(crm::CrmState::new(
            parts.shell.clone(),
            parts.signer,
        )))
        .merge(order::routes(order))
        .merge(tax_free::routes(tax_free))
        .merge(recycling::routes(recycling))
        .merge(scheduled_job::routes(scheduled.clone()))
        .merge(report::routes(report))
        .merge(statement::routes(statement))
        .merge(cash_report::routes(cash_report))
        .merge(alert::routes(alert::AlertState {
            shell: parts.shell,
            stop: parts.stop,
        }));
    let (api, operations) = api.into_parts();
    let description = Description::of(operations);
    let api = Router::new()
        .nest(BASE, api)
        .layer(from_fn_with_state(Arc::new(session), session::guard))
        .route(
            &format!("{BASE}/openapi.json"),
            crate::router::description(description.clone()),
        )
        .layer(from_fn(shell::http::security::refuse_foreign_origin));
    Ok(Wired {
        api,
        description,
        jobs,
        scheduled,
        engine,
    })
}
