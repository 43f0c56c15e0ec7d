//! What head office keeps: items, collections, classes, price groups, prices, VAT and the board.

pub(crate) mod collection;
pub(crate) mod item;
pub(crate) mod item_class;
pub(crate) mod metal_price;
pub(crate) mod price_group;
pub(crate) mod sales_price;
pub(crate) mod store_price_group;
pub(crate) mod vat;
pub(crate) mod warning_list;

use std::path::PathBuf;
use std::sync::Arc;

use journal::Signer;
use session::Actor;
use setting::Desk;
use shell::Shell;
use shell::http::api::ApiRouter;
use shell::routes;
use tokio::sync::Semaphore;

/// How many pictures are read at the same time: each takes a processor and much memory.
const PICTURES_AT_A_TIME: usize = 2;

/// What the operations of this feature need.
#[derive(Clone)]
pub struct CatalogState {
    /// The plumbing.
    pub shell: Shell,
    /// Signs the journal.
    pub signer: Arc<Signer>,
    /// The folder that is served as `/pictures/`.
    pictures: Arc<PathBuf>,
    turns: Arc<Semaphore>,
}

impl CatalogState {
    /// What the operations of this feature need. `pictures` is the folder that is served as
    /// `/pictures/`.
    #[must_use]
    pub fn new(shell: Shell, signer: Arc<Signer>, pictures: PathBuf) -> Self {
        Self {
            shell,
            signer,
            pictures: Arc::new(pictures),
            turns: Arc::new(Semaphore::new(PICTURES_AT_A_TIME)),
        }
    }

    fn desk(&self, actor: &Actor) -> Desk {
        Desk::new(self.signer.clone(), actor, self.shell.clock.now())
    }
}

/// The operations of this feature.
pub fn routes(state: CatalogState) -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(item::list::list_item_settings))
        .routes(routes!(item::export::export_items))
        .routes(routes!(item::get::get_item_setting))
        .routes(routes!(item::save::save_item))
        .routes(routes!(item::picture::set_item_picture))
        .routes(routes!(collection::list::list_collections))
        .routes(routes!(collection::get::get_collection))
        .routes(routes!(collection::save::save_collection))
        .routes(routes!(item_class::list::list_item_classes))
        .routes(routes!(item_class::get::get_item_class))
        .routes(routes!(item_class::save::save_item_class))
        .routes(routes!(price_group::list::list_price_groups))
        .routes(routes!(price_group::get::get_price_group))
        .routes(routes!(price_group::save::save_price_group))
        .routes(routes!(store_price_group::list::list_store_price_groups))
        .routes(routes!(store_price_group::get::get_store_price_group))
        .routes(routes!(store_price_group::save::save_store_price_group))
        .routes(routes!(vat::list::list_vat))
        .routes(routes!(vat::get::get_vat))
        .routes(routes!(vat::save::save_vat))
        .routes(routes!(warning_list::list::list_warning_lists))
        .routes(routes!(warning_list::get::get_warning_list))
        .routes(routes!(warning_list::save::save_warning_list))
        .routes(routes!(sales_price::list::list_sales_prices))
        .routes(routes!(sales_price::export::export_sales_prices))
        .routes(routes!(sales_price::import::import_sales_prices))
        .routes(routes!(sales_price::create::create_sales_price))
        .routes(routes!(sales_price::get::get_sales_price))
        .routes(routes!(sales_price::change::change_sales_price))
        .routes(routes!(metal_price::list::list_metal_prices))
        .routes(routes!(metal_price::get::get_metal_price))
        .routes(routes!(metal_price::set::set_metal_price))
        .with_state(state)
}
