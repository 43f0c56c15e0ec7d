//! What head office keeps of tenders: which there are and who takes them, on which terms, at which
//! terminals; what foreign cash is worth, what the law says of cash, and the vouchers.

pub(crate) mod cash_limit;
pub(crate) mod exchange_rate;
pub(crate) mod tender;
pub(crate) mod tender_store;
pub(crate) mod terminal;
pub(crate) mod voucher;

use session::Actor;
use setting::Desk;
use shell::http::api::ApiRouter;
use shell::routes;

use crate::PaymentState;

impl PaymentState {
    /// Where somebody sits, now.
    pub(crate) fn desk(&self, actor: &Actor) -> Desk {
        Desk::new(self.engine.signer(), actor, self.shell.clock.now())
    }
}

/// The operations of these settings.
pub(crate) fn routes() -> ApiRouter<PaymentState> {
    ApiRouter::new()
        .routes(routes!(tender::list::list_tender_settings))
        .routes(routes!(tender::export::export_tender_settings))
        .routes(routes!(
            tender::get::get_tender_setting,
            tender::save::save_tender_setting
        ))
        .routes(routes!(tender_store::list::list_tender_store_settings))
        .routes(routes!(tender_store::export::export_tender_store_settings))
        .routes(routes!(
            tender_store::get::get_tender_store_setting,
            tender_store::save::save_tender_store_setting
        ))
        .routes(routes!(terminal::list::list_terminal_settings))
        .routes(routes!(terminal::export::export_terminal_settings))
        .routes(routes!(
            terminal::get::get_terminal_setting,
            terminal::save::save_terminal_setting
        ))
        .routes(routes!(exchange_rate::list::list_exchange_rate_settings))
        .routes(routes!(
            exchange_rate::export::export_exchange_rate_settings
        ))
        .routes(routes!(
            exchange_rate::get::get_exchange_rate_setting,
            exchange_rate::save::save_exchange_rate_setting
        ))
        .routes(routes!(cash_limit::list::list_cash_limit_settings))
        .routes(routes!(cash_limit::export::export_cash_limit_settings))
        .routes(routes!(
            cash_limit::get::get_cash_limit_setting,
            cash_limit::save::save_cash_limit_setting
        ))
        .routes(routes!(voucher::list::list_voucher_settings))
        .routes(routes!(voucher::export::export_voucher_settings))
        .routes(routes!(
            voucher::get::get_voucher_setting,
            voucher::save::save_voucher_setting
        ))
        .routes(routes!(terminal::test::test_terminal_setting))
}
