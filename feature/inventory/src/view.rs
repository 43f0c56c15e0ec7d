//! What this feature says on the wire.

use jiff::civil::Date;
use kernel::Money;
use kernel::id::TerminalNo;
use serde::Serialize;
use utoipa::ToSchema;

/// A size on a tile.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TileSize {
    /// The size; blank when the item has none.
    #[schema(example = "52")]
    pub size_code: String,
    /// Pieces free to sell.
    #[schema(example = 2)]
    pub available: i64,
    /// Pieces in baskets.
    #[schema(example = 1)]
    pub reserved: i64,
    /// Its barcode, by which the till's own copy of the catalogue answers a scan.
    #[schema(example = "3760210101522")]
    pub barcode: Option<String>,
    /// The price of one piece of this size here today; none when it has no price.
    pub price: Option<Money>,
}

/// An item as the grid of the till shows it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemTile {
    /// The item number.
    #[schema(example = "BR-1042")]
    pub item_no: String,
    /// Its name.
    #[schema(example = "Solitaire, yellow gold, emerald")]
    pub name: String,
    /// The code of its collection.
    #[schema(example = "AURORA")]
    pub collection_code: Option<String>,
    /// The name of its collection.
    #[schema(example = "Aurora")]
    pub collection_name: Option<String>,
    /// The code of its class.
    #[schema(example = "RING")]
    pub item_class: String,
    /// The name of its class.
    #[schema(example = "Rings")]
    pub item_class_name: String,
    /// Where its picture is.
    #[schema(example = "/pictures/ring-solitaire-gold-emerald.svg")]
    pub image_url: String,
    /// The price of one piece of the first size here today; none when it has no price.
    pub price: Option<Money>,
    /// Pieces free to sell, over all sizes.
    #[schema(example = 2)]
    pub available: i64,
    /// How many other boutiques have a free piece.
    #[schema(example = 4)]
    pub other_stores: i64,
    /// Whether it is no longer made.
    pub stopped: bool,
    /// Whether it is sold without touching stock.
    pub is_no_stock: bool,
    /// Its sizes in their order.
    pub sizes: Vec<TileSize>,
}

/// A colleague's reservation.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReservedBy {
    /// Who.
    #[schema(example = "Louis Petit")]
    pub staff_name: String,
    /// At which till.
    #[schema(value_type = String, example = "PAR01-2")]
    pub terminal_no: TerminalNo,
    /// The till's name.
    #[schema(example = "Till 1")]
    pub terminal_name: String,
    /// How many pieces.
    #[schema(example = 1)]
    pub quantity: i64,
}

/// A size of a piece, with everything that is known of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PieceSize {
    /// The size; blank when the item has none.
    #[schema(example = "52")]
    pub size_code: String,
    /// Its barcode.
    #[schema(example = "3760210101522")]
    pub barcode: Option<String>,
    /// Pieces in the store.
    #[schema(example = 3)]
    pub on_hand: i64,
    /// Pieces in baskets.
    #[schema(example = 1)]
    pub reserved: i64,
    /// Pieces free to sell.
    #[schema(example = 2)]
    pub available: i64,
    /// The price of one piece of this size here today.
    pub price: Option<Money>,
    /// Who has reserved pieces.
    pub reserved_by: Vec<ReservedBy>,
    /// What is on its way here, the earliest first.
    pub in_transit: Vec<InTransit>,
}

/// Pieces on their way to the store.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InTransit {
    /// On which day of the store they are due.
    #[schema(value_type = String, format = Date)]
    pub due_on: Date,
    /// In how many days that is; 0 today, negative when they should be here.
    #[schema(example = 3)]
    pub days_until: i64,
    /// The store that they come from; none for head office.
    #[schema(example = "Lyon · Place des Jacobins")]
    pub from_store_name: Option<String>,
    /// How many pieces.
    #[schema(example = 2)]
    pub quantity: i64,
}

/// Free pieces in another boutique.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OtherStoreStock {
    /// The number of the store.
    #[schema(example = "PAR01")]
    pub store_no: String,
    /// Its name.
    #[schema(example = "Paris Vendôme")]
    pub store_name: String,
    /// Its city.
    #[schema(example = "Paris")]
    pub city: String,
    /// The size.
    #[schema(example = "52")]
    pub size_code: String,
    /// Pieces free to sell there.
    #[schema(example = 2)]
    pub available: i64,
    /// In how many days a piece comes from there; none when nobody said.
    #[schema(example = 2)]
    pub travel_days: Option<i64>,
}

/// A piece with its sizes, its stock here and elsewhere.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PieceView {
    /// The item number.
    #[schema(example = "RG-2101")]
    pub item_no: String,
    /// Its name.
    #[schema(example = "Solitaire, yellow gold, emerald")]
    pub name: String,
    /// The name of its collection.
    #[schema(example = "Aurora")]
    pub collection_name: Option<String>,
    /// The name of its class.
    #[schema(example = "Rings")]
    pub item_class_name: String,
    /// What kind of product.
    #[schema(example = "Piece")]
    pub product_type: String,
    /// Where its picture is.
    #[schema(example = "/pictures/ring-solitaire-gold-emerald.svg")]
    pub image_url: String,
    /// What there is to tell about it.
    #[schema(example = "A solitaire in yellow gold with a baguette-cut emerald.")]
    pub story: String,
    /// The weight of one piece, in milligrams.
    #[schema(example = 4200)]
    pub weight_mg: i64,
    /// Whether it is no longer made.
    pub stopped: bool,
    /// Its sizes in their order.
    pub sizes: Vec<PieceSize>,
    /// Where else it can be had, the nearest first.
    pub other_store_stock: Vec<OtherStoreStock>,
}
