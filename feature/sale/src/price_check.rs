//! What a piece costs and why, without touching the basket: its price list or board, the tiers, the
//! packages that take it, and where it lies.

use std::collections::BTreeSet;

use axum::extract::State;
use catalog::rule::price::{PriceQuery, PriceRow, price};
use catalog::store::{Code, Item};
use inventory::piece::piece_view;
use inventory::view::PieceView;
use jiff::civil::Date;
use kernel::id::LineId;
use kernel::weight::Weight;
use kernel::{Money, Refusal};
use promotion::rule::package::{Package, PackageId};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Query, Reply};
use shell::{Failure, Outcome};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::load::Scene;
use crate::rule::line::{ByWeight, Entered, Line, LineItem};
use crate::rule::pipeline::Source;
use crate::rule::price::{PricedBasket, Weighing, price_basket};
use crate::store;
use crate::view::{PriceSource, WeightView};
use crate::{SaleState, Till};

/// Which piece.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PriceCheckQuery {
    /// What was scanned or typed: a barcode or an item number.
    #[param(example = "BR-1042")]
    code: String,
    /// The size; that of the barcode, or the first one, when it is not named.
    #[param(example = "52")]
    size_code: Option<String>,
}

/// What a piece costs here now, why, and where it lies.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PriceCheckView {
    /// The piece with its sizes, its stock here, on its way and elsewhere.
    piece: PieceView,
    /// The size that is priced; blank when the item has none.
    #[schema(example = "52")]
    size_code: String,
    /// What one piece costs before packages; none when it has no price, or its price is typed.
    unit_price: Option<Money>,
    /// Where the price comes from; none without a price.
    price_source: Option<PriceSource>,
    /// Whether its price is typed at the till.
    is_keyed: bool,
    /// The list that the price is from; none without a listed price.
    list: Option<PriceListView>,
    /// How the weight in the catalogue makes the price.
    weight: Option<WeightView>,
    /// What a piece costs from so many pieces on, where that is less.
    tiers: Vec<PriceTierView>,
    /// The packages that take the piece, here and now.
    packages: Vec<PiecePackageView>,
    /// What one piece costs alone, with the packages that one piece fills.
    net: Option<Money>,
    /// Whether prices and packages of the customer of the basket at work count.
    is_for_customer: bool,
}

/// The row of a price list that gives a price.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PriceListView {
    /// The price group.
    #[schema(example = "EUR-RETAIL")]
    sales_code: String,
    /// What it is called.
    #[schema(example = "Retail, euro")]
    name: String,
    /// Whether it is a group of the customer's, and not of the store.
    is_customer_group: bool,
    /// The first date of the price; none for always.
    #[schema(value_type = Option<String>, format = Date)]
    starting_date: Option<Date>,
    /// Its last date; none for ever.
    #[schema(value_type = Option<String>, format = Date)]
    ending_date: Option<Date>,
}

/// A better price for more pieces.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PriceTierView {
    /// From how many pieces on.
    #[schema(example = 3)]
    quantity: i64,
    /// What each of them costs.
    unit_price: Money,
}

/// A package that takes a piece.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PiecePackageView {
    /// The package.
    #[schema(example = "PAIR20")]
    discount_id: String,
    /// What it is called.
    #[schema(example = "Two bangles, 20 % off")]
    description: String,
    /// What it takes off one piece alone; none when it needs more than that.
    saving: Option<Money>,
    /// Its last date; none for ever.
    #[schema(value_type = Option<String>, format = Date)]
    ending_date: Option<Date>,
}

/// What a piece costs here now, why, and where it lies. The basket at work only says for whom.
#[utoipa::path(
    get, path = "/price-check", tag = "sale", params(PriceCheckQuery),
    responses(
        (status = 200, description = "Price, reasons and stock", body = Envelope<PriceCheckView>),
        (status = 404, description = "The code names nothing, or the item has no such size"),
    ),
)]
pub(crate) async fn price_check(
    State(state): State<SaleState>,
    actor: Actor,
    Query(query): Query<PriceCheckQuery>,
) -> Reply {
    let till = Till::of(&actor, &state);
    Answer::of(&state.shell.db.read((till, query), check).await?)
}

fn check<'a>(
    tx: &'a mut Tx,
    (till, query): &'a (Till, PriceCheckQuery),
) -> TxFuture<'a, PriceCheckView> {
    Box::pin(async move {
        let (item_no, scanned) = match catalog::store::find_code(tx, query.code.trim()).await? {
            Code::Item(item_no) => (item_no, None),
            Code::Piece { item_no, size_code } => (item_no, Some(size_code)),
        };
        let piece = piece_view(tx, &till.store_no, &item_no, till.now).await?;
        let size_code = wanted_size(&piece, query.size_code.as_ref().or(scanned.as_ref()))?;
        let item = catalog::store::get_item(tx, &item_no).await?;
        let store = setting::get_store(tx, &till.store_no).await?;
        let date = store.business_date(till.now);
        let basket = store::find_basket(tx, &till.terminal_no).await?;
        let customer_id = basket.and_then(|basket| basket.customer_id);
        let line = checked_line(&item, &size_code);
        let lines = std::slice::from_ref(&line);
        let scene = Scene::load(tx, &store, customer_id, lines, date, till.now).await?;
        let priced = price_basket(lines, &scene.market(None), Weighing::Now)?;
        let checked = Checked {
            item: &item,
            line: &line,
            scene: &scene,
            priced: &priced,
            date,
        };
        let list = match checked.list_row() {
            Some(row) => Some(checked.list_view(tx, row).await?),
            None => None,
        };
        let line_price = priced.line(line.line_id);
        let unit_price = line_price.and_then(|line| line.price);
        Ok(PriceCheckView {
            piece,
            unit_price: unit_price.map(catalog::rule::keyed::UnitPrice::money),
            price_source: unit_price.map(PriceSource::from),
            is_keyed: item.keying_in_price,
            weight: line_price.and_then(WeightView::of),
            tiers: checked.tiers(),
            packages: checked.packages(),
            net: unit_price.map(|_| priced.total()),
            is_for_customer: customer_id.is_some(),
            list,
            size_code,
        })
    })
}

fn wanted_size(piece: &PieceView, wanted: Option<&String>) -> Outcome<String> {
    let mut sizes = piece.sizes.iter().map(|size| &size.size_code);
    match wanted {
        None => Ok(sizes.next().cloned().unwrap_or_default()),
        Some(wanted) => sizes
            .find(|size| *size == wanted)
            .cloned()
            .ok_or_else(|| Failure::from(Refusal::new(&catalog::SIZE_NOT_FOUND).at("sizeCode"))),
    }
}

/// One piece of an item, as a line of a basket that nobody keeps.
pub(crate) fn checked_line(item: &Item, size_code: &str) -> Line {
    let fineness = item.fineness.and_then(|it| u16::try_from(it).ok());
    Line {
        line_id: LineId(Uuid::nil()),
        position: 1,
        quantity: 1,
        below_stock: 0,
        reserved: 0,
        item_no: item.item_no.clone(),
        size_code: size_code.to_owned(),
        item: LineItem {
            no_stock_posting: item.no_stock_posting,
            unit: item.unit.clone(),
            vat_group: item.vat_group.clone(),
            item_class: item.item_class.clone(),
            discountable: item.discountable,
            keying_in_price: item.keying_in_price,
            keyed_min: item.keyed_min,
            keyed_max: item.keyed_max,
            unit_weight: Weight(item.unit_weight),
            by_weight: item.metal_item_no.clone().map(|metal_item_no| ByWeight {
                metal_item_no,
                labour_item_no: item.labour_item_no.clone(),
                fineness: fineness.unwrap_or(0),
            }),
            carries_certificate: item.carries_certificate,
            carries_stock_no: item.carries_stock_no,
        },
        entered: Entered::default(),
        is_gift: false,
        is_on_deposit: false,
        manual: None,
        customisation: None,
        gift_card: None,
    }
}

/// A piece with all that it was priced by.
struct Checked<'a> {
    item: &'a Item,
    line: &'a Line,
    scene: &'a Scene<'a>,
    priced: &'a PricedBasket,
    date: Date,
}

impl Checked<'_> {
    fn rows(&self) -> &[PriceRow] {
        let rows = self.scene.rows.get(&self.item.item_no);
        rows.map_or(&[][..], Vec::as_slice)
    }

    fn price_of(&self, quantity: i64) -> Option<catalog::rule::price::Price> {
        let query = PriceQuery {
            size_code: &self.line.size_code,
            unit: &self.item.unit,
            vat_group: &self.item.vat_group,
            date: self.date,
            quantity,
            customer_groups: &self.scene.buyer.price_groups,
        };
        price(self.rows(), &self.scene.pricing, &query)
    }

    /// The row that gives the price of one piece; none when the board or a person gives it.
    fn list_row(&self) -> Option<&PriceRow> {
        if self.line.item.by_weight.is_some() || self.item.keying_in_price {
            return None;
        }
        let chosen = self.price_of(1)?;
        self.rows()
            .iter()
            .find(|row| row.row_id == chosen.row_id && row.sales_code == chosen.sales_code)
    }

    async fn list_view(&self, tx: &mut Tx, row: &PriceRow) -> Outcome<PriceListView> {
        let own = &self.scene.pricing.price_groups;
        Ok(PriceListView {
            name: catalog::store::price_group_name(tx, &row.sales_code).await?,
            sales_code: row.sales_code.clone(),
            is_customer_group: !own.contains(&row.sales_code),
            starting_date: row.starting_date,
            ending_date: row.ending_date,
        })
    }

    /// The quantities from which a piece costs less than with fewer of them.
    fn tiers(&self) -> Vec<PriceTierView> {
        if self.line.item.is_single(&self.item.item_no) {
            return Vec::new();
        }
        let Some(mut last) = self.price_of(1).map(|price| price.gross) else {
            return Vec::new();
        };
        let more = self.rows().iter().map(|row| row.minimum_quantity);
        let quantities: BTreeSet<i64> = more.filter(|quantity| *quantity > 1).collect();
        let mut tiers = Vec::new();
        for quantity in quantities {
            let price = self.price_of(quantity).map(|price| price.gross);
            if let Some(unit_price) = price.filter(|price| price.minor < last.minor) {
                tiers.push(PriceTierView {
                    quantity,
                    unit_price,
                });
                last = unit_price;
            }
        }
        tiers
    }

    /// The packages that take the piece; those that one piece fills come first.
    fn packages(&self) -> Vec<PiecePackageView> {
        if self.line.exclusion().is_some() {
            return Vec::new();
        }
        let takes = |package: &Package| {
            let mut items = package.items().into_iter();
            items.any(|item_no| item_no.0 == self.item.item_no)
        };
        let live = self.scene.live.iter().filter(|package| takes(package));
        let mut packages: Vec<PiecePackageView> = live
            .map(|package| {
                let header = package.header();
                PiecePackageView {
                    saving: self.saving(&header.id),
                    discount_id: header.id.0.clone(),
                    description: header.description.clone(),
                    ending_date: header.ending_date,
                }
            })
            .collect();
        packages.sort_by_key(|package| package.saving.is_none());
        packages
    }

    fn saving(&self, package: &PackageId) -> Option<Money> {
        let parts = self.priced.calculated.of_line(self.line.line_id);
        let given = parts
            .flat_map(|part| &part.discounts)
            .find(|given| matches!(&given.source, Source::Package { id, .. } if id == package));
        given.map(|given| given.amount)
    }
}
