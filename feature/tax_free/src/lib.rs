//! Tax-free shopping (domain §7): who may have the VAT back, forms at the store's operator from their
//! start to the refund, and what a form says about pieces that come back.

mod admin;
pub mod book;
mod document;
mod email_form;
mod engine;
mod error;
mod export_forms;
mod find_receipt;
mod get_document;
mod get_form;
mod get_offer;
mod guard;
mod job;
mod list_forms;
mod notification;
mod operator;
mod paper;
mod prepare;
mod quote;
pub mod record;
mod recorded;
pub mod rule;
mod send_form;
mod start_form;
mod store;
pub mod view;
mod void_form;

use std::sync::Arc;

use journal::Signer;
use session::Actor;
use setting::Desk;
use shell::Shell;
use shell::http::api::ApiRouter;
use shell::routes;

pub use email_form::MailedForm;
pub use engine::Engine;
pub use error::*;
pub use guard::{live_form_refusal, refunded_vat, return_refusal};
pub use job::expire_forms;
pub use paper::TaxFreePart;
pub use recorded::recorded;

/// What the operations of this feature need.
#[derive(Clone)]
pub struct TaxFreeState {
    /// The plumbing.
    pub shell: Shell,
    /// Signs the journal.
    pub signer: Arc<Signer>,
    /// Whether this installation can send mail.
    has_mailer: bool,
    /// Asks the operators.
    engine: Arc<Engine>,
}

impl TaxFreeState {
    /// What the operations of this feature need. `has_mailer`: whether the outbox sends what it gets.
    #[must_use]
    pub fn new(shell: Shell, signer: Arc<Signer>, has_mailer: bool) -> Self {
        Self {
            engine: Engine::new(shell.clone(), signer.clone()),
            shell,
            signer,
            has_mailer,
        }
    }

    fn desk(&self, actor: &Actor) -> Desk {
        Desk::new(self.signer.clone(), actor, self.shell.clock.now())
    }
}

/// The operations of this feature.
pub fn routes(state: TaxFreeState) -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(get_offer::get_tax_free_offer))
        .routes(routes!(
            prepare::get_basket_tax_free,
            prepare::prepare_basket_tax_free,
            prepare::forget_basket_tax_free
        ))
        .routes(routes!(find_receipt::find_tax_free_receipt))
        .routes(routes!(quote::quote_tax_free))
        .routes(routes!(list_forms::list_tax_free_forms))
        .routes(routes!(start_form::start_tax_free_form))
        .routes(routes!(export_forms::export_tax_free_forms))
        .routes(routes!(get_form::get_tax_free_form))
        .routes(routes!(get_document::get_tax_free_document))
        .routes(routes!(send_form::send_tax_free_form))
        .routes(routes!(email_form::email_tax_free_form))
        .routes(routes!(void_form::void_tax_free_form))
        .routes(routes!(notification::tax_free_notification))
        .routes(routes!(admin::country_rule::list::list_tax_free_rules))
        .routes(routes!(admin::country_rule::get::get_tax_free_rule))
        .routes(routes!(admin::country_rule::save::save_tax_free_rule))
        .routes(routes!(admin::shop::list::list_tax_free_stores))
        .routes(routes!(admin::shop::get::get_tax_free_store))
        .routes(routes!(admin::shop::save::save_tax_free_store))
        .routes(routes!(admin::shop::test::test_tax_free_store))
        .with_state(state)
}

/// The repeated work of this feature.
#[must_use]
pub fn jobs(state: &TaxFreeState) -> Vec<shell::job::Job> {
    vec![
        job::send(state.engine.clone()),
        job::expire(state.signer.clone()),
    ]
}
