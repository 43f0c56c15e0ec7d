//! The cash drawer of a till outside of sales: the float that opens the day, cash that is put in or
//! taken out, what goes to the safe or to the bank, and openings without a sale (domain §12).
//!
//! Its ledger is only added to, and each entry stands in the journal of its till. Nothing here tells what
//! should lie in the drawer: it is counted blind. A statement reads [`totals`]. For payments that lie in it the drawer
//! opens by itself ([`Pulses`]).

mod admin;
mod approve;
mod bank;
mod book;
mod cash;
mod entered;
mod entries;
mod error;
mod export;
mod float;
mod kick;
mod open;
mod paper;
mod pulse;
pub mod rule;
mod standing;
mod store;
mod verification;
mod view;

use std::sync::Arc;

use jiff::Span;
use jiff::civil::Date;
use journal::Signer;
use kernel::id::StoreNo;
use session::Actor;
use setting::Desk;
use shell::Outcome;
use shell::Shell;
use shell::db::Tx;
use shell::http::api::ApiRouter;
use shell::routes;
use uuid::Uuid;

use crate::rule::entry::Wish;

pub use admin::{DrawerSetting, keep_setting};
pub use entered::EnteredDrawers;
pub use error::*;
pub use pulse::{CompletedPayment, Pulses};
pub use rule::total::DrawerTotals;
pub use verification::verify;

/// What the operations of this feature need.
#[derive(Clone)]
pub struct DrawerState {
    /// The plumbing.
    pub shell: Shell,
    /// Signs the journal.
    pub signer: Arc<Signer>,
}

impl DrawerState {
    fn desk(&self, actor: &Actor) -> Desk {
        Desk::new(self.signer.clone(), actor, self.shell.clock.now())
    }
}

/// For how long before the last statement entries are looked for that none holds.
const LATE_DAYS: i64 = 31;

/// What happened to the drawers of a store that no posted statement holds: per till and currency. `after` is
/// the date of the last statement, none before the first; `to` is that of the next one, and what moved cash
/// behind it is told apart.
///
/// # Errors
/// The database's failure.
pub async fn totals(
    tx: &mut Tx,
    store_no: &StoreNo,
    (after, to): (Option<Date>, Date),
) -> Outcome<Vec<DrawerTotals>> {
    let from = after.map(|date| date.saturating_sub(Span::new().days(LATE_DAYS)));
    let days = store::entry::day_sums(tx, store_no, from).await?;
    Ok(rule::total::total(&days, (after, to)))
}

/// Enters what happened at a desk at its time, for a past that is written: nobody stands at the drawer,
/// which stays closed, and nobody approves.
///
/// # Errors
/// What the rules refuse, a bag that is in the books already, or the database's failure.
pub async fn enter_past(tx: &mut Tx, desk: &Desk, entry_id: Uuid, wish: &Wish<'_>) -> Outcome<()> {
    book::book(tx, (desk, entry_id), wish, None)
        .await
        .map(|_| ())
}

/// The operations of this feature.
pub fn routes(state: DrawerState) -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(standing::get_drawer))
        .routes(routes!(entries::list_drawer_entries))
        .routes(routes!(export::export_drawer))
        .routes(routes!(float::enter_drawer_float))
        .routes(routes!(float::correct_drawer_float))
        .routes(routes!(cash::put_cash_in))
        .routes(routes!(cash::take_cash_out))
        .routes(routes!(approve::ask_cash_out_approval))
        .routes(routes!(bank::drop_to_safe))
        .routes(routes!(bank::fill_bank_bag))
        .routes(routes!(open::open_drawer))
        .routes(routes!(paper::print::print_drawer_slip))
        .routes(routes!(paper::show_drawer_slip))
        .routes(routes!(admin::list_drawer_settings))
        .routes(routes!(
            admin::get_drawer_setting,
            admin::save_drawer_setting
        ))
        .with_state(state)
}
