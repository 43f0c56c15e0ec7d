//! Recycling of old jewellery: what a boutique buys back from private persons by weight, the register
//! that the law wants, the credit that it grants, and what goes to the refiner (domain §8).

mod admin;
mod agree;
mod approve;
mod certificate;
mod create;
mod credit;
mod desk;
mod entry;
mod error;
mod flow;
mod import_metal;
mod list;
mod lot;
mod origin;
mod photo;
mod print;
mod quote;
mod record;
mod recorded;
mod register;
pub mod release;
pub mod rule;
mod setup;
mod shipment_paper;
mod step;
pub mod store;
pub mod verification;
mod view;
mod wallet;
mod withdraw;

use std::sync::Arc;

use crm::Studio;
use journal::Signer;
use shell::Shell;
use shell::http::api::ApiRouter;
use shell::mail::Mailer;
use shell::routes;

pub use admin::RecyclingSetting;
pub use error::*;
pub use flow::{agree_document, create_document, grant_document};
pub use import_metal::import_metal;
pub use lot::ship_documents;
pub use record::{Kind as RecyclingKind, NewDocument, PieceInput, SellerInput};
pub use recorded::recorded;
pub use store::setting::keep as keep_setting;
pub use verification::{Differences, verify};
pub use wallet::CreditWallet;

/// The permission to take back what was bought from us.
pub const MAY_CREATE: &str = "recycle.create";
/// The permission to take back anything else.
pub const MAY_NO_ORDER: &str = "recycle.noOrder";
/// The permission to read who sold.
pub const MAY_READ_REGISTER: &str = "recycle.register";

/// What the operations of this feature need.
#[derive(Clone)]
pub struct RecyclingState {
    /// The plumbing.
    pub shell: Shell,
    /// Signs the journal.
    pub signer: Arc<Signer>,
    /// Sends codes; none when no server is configured.
    pub mailer: Option<Mailer>,
    /// Draws photographs anew.
    pub studio: Studio,
}

/// The operations of this feature.
pub fn routes(state: RecyclingState) -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(setup::get_recycling_setup))
        .routes(routes!(quote::quote_recycling))
        .routes(routes!(origin::find_recycling_order))
        .routes(routes!(list::list_recyclings))
        .routes(routes!(create::create_recycling))
        .routes(routes!(create::get_recycling))
        .routes(routes!(create::weigh_recycling))
        .routes(routes!(approve::ask_recycling_approval))
        .routes(routes!(agree::agree_recycling))
        .routes(routes!(step::grant_recycling))
        .routes(routes!(photo::add_recycling_photo))
        .routes(routes!(
            photo::get_recycling_photo,
            photo::remove_recycling_photo
        ))
        .routes(routes!(withdraw::withdraw_recycling))
        .routes(routes!(step::cancel_recycling))
        .routes(routes!(print::link_recycling_print))
        .routes(routes!(print::show_recycling_print))
        .routes(routes!(print::print_recycling))
        .routes(routes!(register::export_recycling_register))
        .routes(routes!(verification::verify_recycling_register))
        .routes(routes!(lot::list_recycling_lots))
        .routes(routes!(lot::list_recycling_shipments))
        .routes(routes!(lot::ship_recycling))
        .routes(routes!(lot::settle_recycling))
        .routes(routes!(shipment_paper::print_recycling_shipment))
        .routes(routes!(shipment_paper::export_recycling_shipment))
        .routes(routes!(credit::get_recycling_credit))
        .routes(routes!(credit::request_recycling_code))
        .routes(routes!(credit::enter_recycling_code))
        .routes(routes!(admin::list_recycling_settings))
        .routes(routes!(admin::get_recycling_setting))
        .routes(routes!(admin::save_recycling_setting))
        .with_state(state)
}
