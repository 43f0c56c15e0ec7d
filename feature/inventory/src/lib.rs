//! Stock: what each store has on hand, what is reserved and by whom, and the catalogue as a till
//! sees it, with its stock.

mod facets;
pub mod items;
pub mod lease;
mod piece;
pub mod store;
pub mod view;

use kernel::ErrorKind;
use shell::Shell;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

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

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[&QUANTITY_ABOVE_AVAILABLE, &RESERVED_BY_OTHER];

/// The operations of this feature.
pub fn routes(shell: Shell) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(items::list_items))
        .routes(routes!(facets::item_facets))
        .routes(routes!(piece::get_piece))
        .with_state(shell)
}
