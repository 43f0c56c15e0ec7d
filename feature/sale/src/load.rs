//! A basket with its prices, as everything that shows or settles it needs it.

use std::collections::HashMap;
use std::sync::Arc;

use catalog::rule::price::{PriceRow, StorePricing};
use crm::Buyer;
use customised::rule::lead_time::promised_on;
use jiff::Timestamp;
use jiff::civil::Date;
use kernel::Refusal;
use kernel::id::{CustomerId, LineId};
use promotion::rule::live::{Circumstances, is_live};
use promotion::rule::package::{Package, PackageId};
use promotion::rule::piece::PriceRounding;
use setting::Store;
use shell::db::Tx;
use shell::{Failure, Outcome};

use crate::ALL_ON_DEPOSIT;
use crate::rule::basket::{BasketState, Readiness, payment_refusal};
use crate::rule::discount::{Manual, Rest};
use crate::rule::line::Line;
use crate::rule::pipeline::{Calculated, basket_rest, line_rest};
use crate::rule::price::{Market, MetalBoard, PricedBasket, Weighing, price_basket, sale};
use crate::rule::turn::{Turn, price_change};
use crate::store::{self, Basket, Sellers, StoredLine};

/// A basket with everything that its view and its payment need.
pub(crate) struct LoadedBasket {
    pub(crate) basket: Basket,
    pub(crate) lines: Vec<StoredLine>,
    pub(crate) priced: PricedBasket,
    /// What is different since staff saw the prices, which they have to confirm.
    pub(crate) change: Option<Turn>,
    /// What the packages that lack one piece are called.
    pub(crate) descriptions: HashMap<PackageId, String>,
    /// Whether the store asks for a flight.
    pub(crate) needs_flight: bool,
    /// Whether the store sells below stock.
    pub(crate) allows_below_stock: bool,
    /// Who sells beside the salesperson of the basket.
    pub(crate) sellers: Sellers,
    /// The packages that do not count, or save less, because of what is put on deposit, in words.
    pub(crate) torn_packages: Vec<String>,
    /// The lines that are not paid now, while the others are.
    pub(crate) rest: Vec<LineId>,
}

impl LoadedBasket {
    /// Whether some of its lines are put on deposit.
    pub(crate) fn has_deposit(&self) -> bool {
        self.lines.iter().any(|stored| stored.line.is_on_deposit)
    }

    /// What is bought now of it, or what is put on deposit, at the prices of the whole. Where no line is
    /// put on deposit, all of it is meant.
    pub(crate) fn only(mut self, is_on_deposit: bool) -> Outcome<Self> {
        if !self.has_deposit() {
            return Ok(self);
        }
        let mut lines = self.lines;
        lines.retain(|stored| stored.line.is_on_deposit == is_on_deposit);
        let is_wanted = |line_id| lines.iter().any(|it| it.line.line_id == line_id);
        self.priced = self.priced.only(is_wanted).map_err(Failure::internal)?;
        self.lines = lines;
        Ok(self)
    }

    /// Why what is bought now cannot be paid for yet. What is put on deposit is looked at when that is
    /// taken.
    pub(crate) fn block(&self) -> Option<Refusal> {
        if self.basket.state == BasketState::Paying || !self.has_deposit() {
            return self.payment_refusal();
        }
        let mut lines = rule_lines(&self.lines);
        lines.retain(|line| !line.is_on_deposit);
        if lines.is_empty() {
            return Some(Refusal::new(&ALL_ON_DEPOSIT));
        }
        let is_wanted = |line_id| lines.iter().any(|line| line.line_id == line_id);
        let priced = self.priced.only(is_wanted).ok()?;
        payment_refusal(&self.readiness(), &lines, &priced)
    }

    /// Why payment cannot start now.
    pub(crate) fn payment_refusal(&self) -> Option<Refusal> {
        payment_refusal(&self.readiness(), &rule_lines(&self.lines), &self.priced)
    }

    fn readiness(&self) -> Readiness {
        Readiness {
            state: self.basket.state,
            has_salesperson: self.basket.salesperson_id.is_some(),
            lacks_flight: self.needs_flight && self.basket.flight_no.is_empty(),
            is_price_changed: self.change.is_some(),
            allows_below_stock: self.allows_below_stock,
        }
    }
}

/// What the rules look at of the lines.
fn rule_lines(lines: &[StoredLine]) -> Vec<Line> {
    lines.iter().map(|stored| stored.line.clone()).collect()
}

/// Loads a basket with its prices: today's while it is open, the fixed ones while it is paid.
pub(crate) async fn load(
    tx: &mut Tx,
    store: &Store,
    basket: Basket,
    now: Timestamp,
) -> Outcome<LoadedBasket> {
    let mut stored = store::list_lines(tx, basket.basket_id).await?;
    promise(tx, store, &mut stored, now).await?;
    let sellers = if basket.is_shared {
        store::list_sellers(tx, basket.basket_id).await?
    } else {
        Sellers::default()
    };
    if let (Some(fixed), BasketState::Paying) = (&basket.fixed, basket.state) {
        let priced: PricedBasket = serde_json::from_str(fixed).map_err(Failure::internal)?;
        let is_paid = |stored: &StoredLine| priced.line(stored.line.line_id).is_some();
        let (stored, rest): (Vec<_>, Vec<_>) = stored.into_iter().partition(is_paid);
        return Ok(LoadedBasket {
            priced,
            torn_packages: Vec::new(),
            rest: rest.iter().map(|stored| stored.line.line_id).collect(),
            change: None,
            descriptions: HashMap::new(),
            needs_flight: store.duty_free,
            allows_below_stock: store.allows_negative_inventory,
            sellers,
            lines: stored,
            basket,
        });
    }
    let date = store.business_date(now);
    let lines = rule_lines(&stored);
    let scene = Scene::load(tx, store, basket.customer_id, &lines, date, now).await?;
    let manual = basket.manual.as_ref();
    let priced = price_basket(&lines, &scene.market(manual), Weighing::Now)?;
    let seen_on = basket.priced_on.unwrap_or(date);
    let is_weighed_anew = priced.lines.iter().any(|line| line.new_lock.is_some());
    let change = if seen_on != date || is_weighed_anew {
        let before = scene.on(tx, seen_on).await?;
        let before = price_basket(&lines, &before.market(manual), Weighing::Locked)?;
        price_change(&before.on_its_date(), &priced.on_its_date())
    } else {
        None
    };
    Ok(LoadedBasket {
        rest: Vec::new(),
        torn_packages: scene.torn_packages(&lines, &priced, manual)?,
        descriptions: scene.descriptions(&priced),
        change,
        needs_flight: store.duty_free,
        allows_below_stock: store.allows_negative_inventory,
        sellers,
        priced,
        lines: stored,
        basket,
    })
}

/// Says for which day each customised piece is promised when it is ordered now.
async fn promise(
    tx: &mut Tx,
    store: &Store,
    lines: &mut [StoredLine],
    now: Timestamp,
) -> Outcome<()> {
    if lines
        .iter()
        .all(|stored| stored.line.customisation.is_none())
    {
        return Ok(());
    }
    let today = store.business_date(now);
    let closed = customised::store::closed_days(tx, &store.store_no, today).await?;
    for stored in lines {
        let made = stored.line.customisation.as_ref();
        stored.promised_on = made.map(|made| promised_on(made.family, today, &closed));
    }
    Ok(())
}

/// The boards of the metals that lines are priced by. Only what the board says in `price_groups`
/// moves a price of this basket.
async fn metal_boards(
    tx: &mut Tx,
    lines: &[Line],
    price_groups: &[String],
    now: Timestamp,
) -> Outcome<HashMap<String, MetalBoard>> {
    let mut boards = HashMap::new();
    for line in lines {
        let Some(by_weight) = &line.item.by_weight else {
            continue;
        };
        let metal = by_weight.metal_item_no.as_str();
        if !boards.contains_key(metal) {
            let board = MetalBoard {
                rows: catalog::store::metal_rows(tx, metal, now).await?,
                fineness: catalog::store::metal_fineness(tx, metal).await?,
                ..MetalBoard::default()
            };
            boards.insert(metal.to_owned(), board);
        }
        let lock = line.entered.lock;
        if let (Some(lock), Some(board)) = (lock, boards.get_mut(metal)) {
            let since = lock.locked_at;
            let change =
                catalog::store::first_board_change(tx, metal, price_groups, (since, now)).await?;
            if change.is_some() {
                let rows = catalog::store::metal_rows(tx, metal, since).await?;
                board.at_lock.push((since, rows));
            }
            board.changes.extend(change);
            board.changes.sort_unstable();
        }
    }
    Ok(boards)
}

/// A basket with all that it is priced by, to see what a discount would make of it.
pub(crate) struct Trial<'a> {
    basket: &'a Basket,
    lines: Vec<Line>,
    scene: Scene<'a>,
}

impl<'a> Trial<'a> {
    pub(crate) async fn load(
        tx: &mut Tx,
        store: &'a Store,
        basket: &'a Basket,
        now: Timestamp,
    ) -> Outcome<Self> {
        let lines = rule_lines(&store::list_lines(tx, basket.basket_id).await?);
        let date = store.business_date(now);
        Ok(Self {
            scene: Scene::load(tx, store, basket.customer_id, &lines, date, now).await?,
            lines,
            basket,
        })
    }

    /// What a discount on a line, or on the basket when none is named, would be taken from.
    pub(crate) fn rest(&self, line_id: Option<LineId>) -> Outcome<Rest> {
        let market = self.scene.market(None);
        let priced = price_basket(&self.lines, &market, Weighing::Now)?;
        let sale = sale(&market, &priced.sale_lines);
        Ok(match line_id {
            Some(line_id) => line_rest(&sale, line_id)?,
            None => basket_rest(&sale)?,
        })
    }

    /// What the basket would come to with another discount on a line, or on itself when none is
    /// named.
    pub(crate) fn with(&self, line_id: Option<LineId>, manual: &Manual) -> Outcome<Calculated> {
        let mut lines = self.lines.clone();
        let own = lines.iter_mut().find(|line| Some(line.line_id) == line_id);
        if let Some(line) = own {
            line.manual = Some(manual.clone());
        }
        let of_basket = match line_id {
            Some(_) => self.basket.manual.as_ref(),
            None => Some(manual),
        };
        let market = self.scene.market(of_basket);
        Ok(price_basket(&lines, &market, Weighing::Now)?.calculated)
    }
}

/// All that the lines of a basket are priced by, as it is in memory.
pub(crate) struct Scene<'a> {
    store: &'a Store,
    pub(crate) pricing: Arc<StorePricing>,
    pub(crate) rows: HashMap<String, Vec<PriceRow>>,
    boards: HashMap<String, MetalBoard>,
    pub(crate) buyer: Buyer,
    packages: Arc<Vec<Arc<Package>>>,
    /// The packages that count here and now, for this customer.
    pub(crate) live: Vec<Arc<Package>>,
    date: Date,
    now: Timestamp,
}

impl<'a> Scene<'a> {
    pub(crate) async fn load(
        tx: &mut Tx,
        store: &'a Store,
        customer_id: Option<CustomerId>,
        lines: &[Line],
        date: Date,
        now: Timestamp,
    ) -> Outcome<Self> {
        let currency = store.currency;
        let buyer = match customer_id {
            Some(customer_id) => crm::find_buyer(tx, customer_id, currency).await?,
            None => Buyer::default(),
        };
        let pricing = catalog::store::store_pricing(tx, &store.store_no, currency, date).await?;
        let mut item_nos: Vec<String> = Vec::with_capacity(lines.len());
        for line in lines {
            item_nos.push(line.item_no.clone());
            item_nos.extend(line.added_items().map(str::to_owned));
            if let Some(by_weight) = &line.item.by_weight {
                item_nos.push(by_weight.metal_item_no.clone());
                item_nos.extend(by_weight.labour_item_no.clone());
            }
        }
        item_nos.sort_unstable();
        item_nos.dedup();
        let groups = &buyer.price_groups;
        let rows = catalog::store::price_rows(tx, &item_nos, &pricing, groups).await?;
        let mut scene = Self {
            store,
            pricing,
            rows,
            boards: HashMap::new(),
            packages: promotion::store::enabled_packages(tx).await?,
            buyer,
            live: Vec::new(),
            date,
            now,
        };
        scene.live = scene.live_packages();
        scene.boards = metal_boards(tx, lines, &scene.price_groups(), now).await?;
        Ok(scene)
    }

    /// The price groups of the store and of the customer.
    fn price_groups(&self) -> Vec<String> {
        let own = self.pricing.price_groups.iter();
        own.chain(&self.buyer.price_groups).cloned().collect()
    }

    /// The packages that count for this basket. Few are enabled, and fewer count.
    fn live_packages(&self) -> Vec<Arc<Package>> {
        let price_groups = self.price_groups();
        let local = self.now.to_zoned(self.store.time_zone.clone()).datetime();
        let at = Circumstances {
            now: local,
            price_groups: &price_groups,
            currency: self.store.currency,
            is_member: self.buyer.is_member,
            coupons: &[],
        };
        let live = self.packages.iter().filter(|package| is_live(package, &at));
        live.cloned().collect()
    }

    pub(crate) fn market<'b>(&'b self, manual: Option<&'b Manual>) -> Market<'b> {
        Market {
            rows: &self.rows,
            boards: &self.boards,
            store: &self.pricing,
            customer_groups: &self.buyer.price_groups,
            packages: &self.live,
            manual,
            rounding: PriceRounding {
                step: self.store.price_rounding_step,
                ..PriceRounding::MINOR_UNIT
            },
            date: self.date,
            now: self.now,
        }
    }

    /// The same on another business date. Packages are those of now: what staff confirm are prices.
    async fn on(&self, tx: &mut Tx, date: Date) -> Outcome<Self> {
        let (store_no, currency) = (&self.store.store_no, self.store.currency);
        Ok(Self {
            store: self.store,
            pricing: catalog::store::store_pricing(tx, store_no, currency, date).await?,
            rows: self.rows.clone(),
            boards: self.boards.clone(),
            buyer: self.buyer.clone(),
            packages: self.packages.clone(),
            live: self.live.clone(),
            date,
            now: self.now,
        })
    }

    fn description(&self, package_id: &PackageId) -> Option<String> {
        let mut live = self.live.iter().map(|package| package.header());
        let header = live.find(|header| header.id == *package_id)?;
        Some(header.description.clone())
    }

    fn descriptions(&self, priced: &PricedBasket) -> HashMap<PackageId, String> {
        let hints = priced.calculated.near_misses.iter();
        hints
            .filter_map(|hint| Some((hint.package.clone(), self.description(&hint.package)?)))
            .collect()
    }

    /// What the packages are called that a deposit on a part of the basket tears apart.
    fn torn_packages(
        &self,
        lines: &[Line],
        priced: &PricedBasket,
        manual: Option<&Manual>,
    ) -> Outcome<Vec<String>> {
        let kept = lines.iter().filter(|line| line.is_on_deposit).count();
        if kept == 0 || kept == lines.len() {
            return Ok(Vec::new());
        }
        let mut whole = lines.to_vec();
        for line in &mut whole {
            line.is_on_deposit = false;
        }
        let whole = price_basket(&whole, &self.market(manual), Weighing::Now)?;
        let torn = priced.torn_packages(&whole);
        Ok(torn.iter().filter_map(|id| self.description(id)).collect())
    }
}
