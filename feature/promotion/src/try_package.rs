//! What a basket would get: trying packages out before they are enabled.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use axum::extract::State;
use catalog::rule::price::{PriceQuery, StorePricing, price};
use catalog::store::Item;
use jiff::Timestamp;
use jiff::civil::DateTime;
use kernel::id::{ItemNo, LineId, StoreNo};
use kernel::rounding::Direction;
use kernel::{Money, Refusal};
use serde::Deserialize;
use session::Actor;
use setting::{Desk, Store};
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Json, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::fault::package_faults;
use crate::record::{named_item, package_facts};
use crate::rule::live::{Circumstances, is_live};
use crate::rule::package::{Package, PackageState};
use crate::rule::piece::{Basket, BasketLine, Exclusion, PriceRounding};
use crate::rule::reprice::{Effort, Repriced, reprice};
use crate::rule::validate::validate;
use crate::store;
use crate::view::{
    FaultView, PackageForm, TryApplicationView, TryHintView, TryLineView, TryPieceView, TryView,
};
use crate::{
    ITEM_UNKNOWN, ITEM_WITHOUT_PRICE, LIST_TOO_LONG, NUMBER_OUT_OF_BOUNDS, PromotionState,
    STORE_UNKNOWN,
};

const LINES_MAX: usize = 60;
const QUANTITY_MAX: u32 = 99;

/// A basket to try.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TryRequest {
    /// The store; null for the one in which somebody works.
    #[schema(value_type = Option<String>, example = "PAR01")]
    store_no: Option<StoreNo>,
    /// The date and time that the shop's clock shows; null for now.
    #[schema(value_type = Option<String>, example = "2026-11-21T18:30:00")]
    at: Option<DateTime>,
    /// Whether the customer is a member.
    #[serde(default)]
    is_member: bool,
    /// The coupons that are shown.
    #[serde(default)]
    #[schema(example = json!(["SPRING"]))]
    coupon_codes: Vec<String>,
    /// What is in the basket.
    lines: Vec<TryLine>,
    /// A package that counts as if it were enabled, in place of the one that is kept under its
    /// number; null to try what is enabled alone.
    package: Option<PackageForm>,
}

/// Pieces in a basket to try.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TryLine {
    /// The item.
    #[schema(example = "RG-0101")]
    item_no: String,
    /// The size; blank when the item has none.
    #[schema(example = "52")]
    #[serde(default)]
    size_code: String,
    /// How many pieces.
    #[schema(example = 2, minimum = 1, maximum = 99)]
    quantity: u32,
}

/// Try what a basket would get.
///
/// Nothing is kept, reserved or sold. A package that is sent along counts as if it were enabled; when
/// it has faults, they are answered and the basket is tried without it.
#[utoipa::path(
    post, path = "/setting/package/try", tag = "promotion", request_body = TryRequest,
    responses(
        (status = 200, description = "What it would get", body = Envelope<TryView>),
        (status = 422, description = "A store or an item is unknown, or has no price"),
    ),
)]
pub(crate) async fn try_package(
    State(state): State<PromotionState>,
    actor: Actor,
    Json(request): Json<TryRequest>,
) -> Reply {
    let now = state.shell.clock.now();
    let desk = Desk::new(state.signer.clone(), &actor, now);
    Answer::of(&state.shell.db.read((desk, request), try_basket).await?)
}

/// Where and when a basket is tried.
struct Place {
    store: Arc<Store>,
    at: DateTime,
    pricing: Arc<StorePricing>,
}

fn try_basket<'a>(
    tx: &'a mut Tx,
    (desk, request): &'a (Desk, TryRequest),
) -> TxFuture<'a, TryView> {
    Box::pin(async move {
        let place = place(tx, desk, request, desk.now).await?;
        let (items, lines) = priced_lines(tx, request, &place).await?;
        let (packages, (counts, faults)) = live_packages(tx, request, &place).await?;
        let rounding = PriceRounding {
            step: place.store.price_rounding_step,
            direction: Direction::Nearest,
        };
        let basket = Basket {
            lines: &lines,
            rounding,
        };
        let repriced = reprice(&packages, &basket, Effort::default())?;
        let mut view = show(&place, request, &items, &lines, &packages, &repriced)?;
        (view.counts, view.faults) = (counts, faults);
        Ok(view)
    })
}

async fn place(tx: &mut Tx, desk: &Desk, request: &TryRequest, now: Timestamp) -> Outcome<Place> {
    let store_no = request.store_no.as_ref().unwrap_or(&desk.store_no);
    let stores = store::list_stores(tx).await?;
    if !stores.iter().any(|store| store.store_no == *store_no) {
        return Err(Refusal::new(&STORE_UNKNOWN).at("storeNo").into());
    }
    let store = setting::get_store(tx, store_no).await?;
    let here = now.to_zoned(store.time_zone.clone()).datetime();
    let at = request.at.unwrap_or(here);
    let pricing = catalog::store::store_pricing(tx, store_no, store.currency, at.date()).await?;
    Ok(Place { store, at, pricing })
}

/// The lines as the rules see them, with their items.
async fn priced_lines(
    tx: &mut Tx,
    request: &TryRequest,
    place: &Place,
) -> Outcome<(HashMap<String, Item>, Vec<BasketLine>)> {
    if request.lines.len() > LINES_MAX {
        let maximum = i64::try_from(LINES_MAX).unwrap_or(i64::MAX);
        let refusal = Refusal::new(&LIST_TOO_LONG).with("maximum", maximum);
        return Err(refusal.at("lines").into());
    }
    let item_nos: Vec<String> = request.lines.iter().map(|it| it.item_no.clone()).collect();
    let items = catalog::store::find_items(tx, &item_nos).await?;
    let rows = catalog::store::price_rows(tx, &item_nos, &place.pricing, &[]).await?;
    let mut lines = Vec::with_capacity(request.lines.len());
    for (position, line) in (0_u32..).zip(&request.lines) {
        let at_item = |kind| {
            Refusal::new(kind)
                .with("itemNo", line.item_no.as_str())
                .at("lines")
        };
        let item = items
            .get(&line.item_no)
            .ok_or_else(|| at_item(&ITEM_UNKNOWN))?;
        if !(1..=QUANTITY_MAX).contains(&line.quantity) {
            return Err(Refusal::new(&NUMBER_OUT_OF_BOUNDS)
                .with("minimum", 1_i64)
                .with("maximum", i64::from(QUANTITY_MAX))
                .at("lines")
                .into());
        }
        let query = PriceQuery {
            size_code: &line.size_code,
            unit: &item.unit,
            vat_group: &item.vat_group,
            date: place.at.date(),
            quantity: same_pieces(request, line),
            customer_groups: &[],
        };
        let rows = rows.get(&line.item_no).map_or(&[][..], Vec::as_slice);
        let price = price(rows, &place.pricing, &query);
        let exclusion = match (item.no_stock_posting, item.discountable) {
            (true, _) => Some(Exclusion::NoStock),
            (false, false) => Some(Exclusion::NotDiscountable),
            (false, true) => None,
        };
        lines.push(BasketLine {
            line_id: LineId(Uuid::from_u128(u128::from(position) + 1)),
            position,
            item_no: ItemNo(line.item_no.clone()),
            unit_price: price
                .ok_or_else(|| at_item(&ITEM_WITHOUT_PRICE))?
                .gross
                .minor,
            quantity: line.quantity,
            is_customised: false,
            exclusion,
        });
    }
    Ok((items, lines))
}

/// How many pieces of the item and size of a line the basket has: prices may depend on it.
fn same_pieces(request: &TryRequest, line: &TryLine) -> i64 {
    let same = request
        .lines
        .iter()
        .filter(|other| (&other.item_no, &other.size_code) == (&line.item_no, &line.size_code));
    same.map(|other| i64::from(other.quantity)).sum()
}

type Judged = (Option<bool>, Vec<FaultView>);

/// The packages that count there and then, with the one that was sent along: whether that one does,
/// and what is wrong with it.
async fn live_packages(
    tx: &mut Tx,
    request: &TryRequest,
    place: &Place,
) -> Outcome<(Vec<Arc<Package>>, Judged)> {
    let circumstances = Circumstances {
        now: place.at,
        price_groups: &place.pricing.price_groups,
        currency: place.store.currency,
        is_member: request.is_member,
        coupons: &request.coupon_codes,
    };
    let mut packages = store::enabled_packages(tx).await?.to_vec();
    let mut judged = (None, Vec::new());
    if let Some(form) = &request.package {
        let draft = form.draft(PackageState::Enabled)?;
        packages.retain(|package| package.header().id != draft.header.id);
        let (facts, _) = package_facts(tx, &draft, place.at.date()).await?;
        judged.1 = package_faults(&draft, &facts);
        if let (Ok(package), true) = (validate(&draft), judged.1.is_empty()) {
            judged.0 = Some(is_live(&package, &circumstances));
            packages.push(Arc::new(package));
        }
    }
    packages.retain(|package| is_live(package, &circumstances));
    Ok((packages, judged))
}

fn show(
    place: &Place,
    request: &TryRequest,
    items: &HashMap<String, Item>,
    lines: &[BasketLine],
    packages: &[Arc<Package>],
    repriced: &Repriced,
) -> Outcome<TryView> {
    let currency = place.store.currency;
    let money = |minor| Money::new(minor, currency);
    let shown = show_lines(place, request, items, lines, repriced)?;
    let net = Money::sum(currency, shown.iter().map(|line| line.net))?;
    let discount = money(repriced.saving());
    let described: BTreeMap<&str, &str> = packages
        .iter()
        .map(|it| (it.header().id.as_str(), it.header().description.as_str()))
        .collect();
    let description = |id: &str| described.get(id).copied().unwrap_or_default().to_owned();
    let line_of = |line_id| lines.iter().position(|line| line.line_id == line_id);
    let applications = repriced.applications.iter().map(|application| {
        let pieces = application.pieces.iter().map(|piece| TryPieceView {
            line: line_of(piece.line_id).map_or(0, |at| i64::try_from(at).unwrap_or_default()),
            item_no: piece.item_no.0.clone(),
            unit_price: money(piece.unit_price),
            share: money(piece.share),
        });
        TryApplicationView {
            number: i64::from(application.number),
            discount_id: application.package.0.clone(),
            description: description(application.package.as_str()),
            saving: money(application.saving),
            pieces: pieces.collect(),
        }
    });
    let hints = repriced.near_misses.iter().map(|near| TryHintView {
        discount_id: near.package.0.clone(),
        description: description(near.package.as_str()),
        group_code: near.group_code.clone(),
        item_nos: near.items.iter().map(|item_no| item_no.0.clone()).collect(),
    });
    Ok(TryView {
        applications: applications.collect(),
        hints: hints.collect(),
        gross: net.plus(discount)?,
        discount,
        net,
        discount_approximate: repriced.is_approximate,
        counts: None,
        faults: Vec::new(),
        lines: shown,
    })
}

/// The lines with their prices.
fn show_lines(
    place: &Place,
    request: &TryRequest,
    items: &HashMap<String, Item>,
    lines: &[BasketLine],
    repriced: &Repriced,
) -> Outcome<Vec<TryLineView>> {
    let currency = place.store.currency;
    let money = |minor| Money::new(minor, currency);
    let mut shown = Vec::with_capacity(lines.len());
    for (line, asked) in lines.iter().zip(&request.lines) {
        let Some(item) = items.get(&asked.item_no) else {
            continue;
        };
        let unit_price = money(line.unit_price);
        let discount = money(repriced.discount_of(line.line_id));
        shown.push(TryLineView {
            item: named_item(item.clone()),
            size_code: asked.size_code.clone(),
            quantity: i64::from(line.quantity),
            unit_price,
            discount,
            net: unit_price
                .times(i64::from(line.quantity))?
                .minus(discount)?,
        });
    }
    Ok(shown)
}
