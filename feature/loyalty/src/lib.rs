//! Loyalty credit: earned with completed sales, kept in lots that end, and paid with (domain §9.1).
//!
//! Credit is a tender and never a discount: prices, turnover and VAT are those of a sale that is paid
//! in any other way. Its ledger is only added to, in the transaction of whatever moves it: the
//! completed sale ([`earn`]), the tender ([`LoyaltyWallet`]), the return ([`reverse_earned`],
//! [`restore`]), the job that ends lots. A balance is the sum of the ledger, and of what is left of the
//! lots.

mod adjust;
mod admin;
mod book;
mod credit;
mod earn;
mod error;
mod get_account;
mod job;
mod list_accounts;
mod paper;
mod preview;
mod returned;
pub mod rule;
mod store;
mod verification;
mod view;
mod wallet;

use std::sync::Arc;

use journal::Signer;
use session::Actor;
use setting::Desk;
use shell::Shell;
use shell::http::api::ApiRouter;
use shell::mail::Mailer;
use shell::routes;

pub use admin::{LoyaltyStoreValue, keep_setting};
pub use earn::{EarnedAt, earn, earn_at};
pub use error::*;
pub use job::{expire_lots, expire_loyalty};
pub use paper::LoyaltyPart;
pub use returned::{Reversal, restore, reverse_earned};
pub use verification::verify;
pub use wallet::LoyaltyWallet;

/// The permission to see what all customers have.
pub const MAY_SEE_ALL: &str = "crm.viewFull";

/// What the operations of this feature need.
#[derive(Clone)]
pub struct LoyaltyState {
    /// The plumbing.
    pub shell: Shell,
    /// Signs the journal.
    pub signer: Arc<Signer>,
    /// Sends codes; none when no server is configured.
    pub mailer: Option<Mailer>,
}

impl LoyaltyState {
    fn desk(&self, actor: &Actor) -> Desk {
        Desk::new(self.signer.clone(), actor, self.shell.clock.now())
    }
}

/// The operations of this feature.
pub fn routes(state: LoyaltyState) -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(preview::preview_loyalty))
        .routes(routes!(credit::get_loyalty_credit))
        .routes(routes!(credit::request_loyalty_code))
        .routes(routes!(credit::enter_loyalty_code))
        .routes(routes!(list_accounts::list_loyalty_accounts))
        .routes(routes!(list_accounts::export_loyalty_accounts))
        .routes(routes!(get_account::get_loyalty_account))
        .routes(routes!(get_account::export_loyalty_ledger))
        .routes(routes!(adjust::adjust_loyalty))
        .routes(routes!(admin::list_loyalty_stores))
        .routes(routes!(admin::get_loyalty_store, admin::save_loyalty_store))
        .with_state(state)
}
