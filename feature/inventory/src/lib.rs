//! Stock: what each store has on hand, what is reserved and by whom, and the catalogue as a till
//! sees it, with its stock.

mod admin;
mod facets;
pub mod giveaway;
pub mod items;
pub mod lease;
pub mod piece;
pub mod store;
pub mod transit;
pub mod view;

use std::sync::Arc;

use journal::Signer;
use kernel::ErrorKind;
use session::Actor;
use setting::Desk;
use shell::Shell;
use shell::http::api::ApiRouter;
use shell::routes;

/// More pieces are wanted than are free.
pub static QUANTITY_ABOVE_AVAILABLE: ErrorKind = ErrorKind::new(
    "sale.quantity_above_available",
    409,
    "Quantity Cannot be more than the total quantity",
);
/// The last pieces are in a colleague's basket.
pub static RESERVED_BY_OTHER: ErrorKind = ErrorKind::new(
    "inventory.reserved_by_other",
    409,
    "This piece is reserved by {staffName} at {terminalName}",
);

/// A store is no distance from itself.
pub static DISTANCE_SAME_STORE: ErrorKind = ErrorKind::new(
    "inventory.distance_same_store",
    422,
    "Choose two different stores",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[
    &QUANTITY_ABOVE_AVAILABLE,
    &RESERVED_BY_OTHER,
    &DISTANCE_SAME_STORE,
];

/// What the operations of this feature need.
#[derive(Clone)]
pub struct InventoryState {
    /// The plumbing.
    pub shell: Shell,
    /// Signs the journal.
    pub signer: Arc<Signer>,
}

impl InventoryState {
    fn desk(&self, actor: &Actor) -> Desk {
        Desk::new(self.signer.clone(), actor, self.shell.clock.now())
    }
}

/// The operations of this feature.
pub fn routes(state: InventoryState) -> ApiRouter {
    let till = ApiRouter::new()
        .routes(routes!(items::list_items))
        .routes(routes!(facets::item_facets))
        .routes(routes!(piece::get_piece))
        .with_state(state.shell.clone());
    let office = ApiRouter::new()
        .routes(routes!(admin::distance::list::list_store_distances))
        .routes(routes!(admin::distance::get::get_store_distance))
        .routes(routes!(admin::distance::save::save_store_distance))
        .with_state(state);
    till.merge(office)
}
