//! What each line of a basket costs, and what the basket comes to.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use catalog::rule::keyed::{PriceRefusal, UnitPrice, override_price, unit_price};
use catalog::rule::price::{PriceQuery, PriceRow, StorePricing, price, vat_without_row};
use catalog::rule::vat::vat_of;
use catalog::rule::weight::{
    Board, BoardNow, GramUnit, LockStanding, Piece, PriceLock, WeightPrice, look_again,
    weight_price,
};
use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{ItemNo, LineId};
use kernel::money::MoneyError;
use kernel::{Currency, Money, Rate};
use promotion::rule::package::{Package, PackageId};
use promotion::rule::piece::PriceRounding;
use promotion::rule::reprice::Effort;
use serde::{Deserialize, Serialize};

use super::discount::{Asked, Manual};
use super::line::{ByWeight, Line};
use super::pipeline::{Calculated, Sale, SaleLine, Source, calculate};
use super::turn::Priced;

/// The unit of what is priced by the piece.
const PIECES: &str = "PCS";

/// What a metal costs at the moment, for the pieces that are priced by it.
#[derive(Clone, Debug, Default)]
pub struct MetalBoard {
    /// What a gram costs now, one row per price group.
    pub rows: Vec<PriceRow>,
    /// The fineness that they price, in thousandths.
    pub fineness: u16,
    /// When the board changed, of all changes that a lock in the basket may not know.
    pub changes: Vec<Timestamp>,
    /// What it said when a price was locked that it has changed since, by the moment of the lock.
    pub at_lock: Vec<(Timestamp, Vec<PriceRow>)>,
}

/// All that lines are priced by.
#[derive(Clone, Copy, Debug)]
pub struct Market<'a> {
    /// The price rows by item; those of metals and labour too.
    pub rows: &'a HashMap<String, Vec<PriceRow>>,
    /// The boards by metal.
    pub boards: &'a HashMap<String, MetalBoard>,
    /// What the store adds.
    pub store: &'a StorePricing,
    /// The customer's price groups.
    pub customer_groups: &'a [String],
    /// The packages that count here and now.
    pub packages: &'a [Arc<Package>],
    /// The discount that staff gave on the basket.
    pub manual: Option<&'a Manual>,
    /// The store's rounding after a percentage.
    pub rounding: PriceRounding,
    /// The business date.
    pub date: Date,
    /// The time.
    pub now: Timestamp,
}

/// By which price of the board a weighed piece counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weighing {
    /// By the one that holds, or that would hold once staff confirm it.
    Now,
    /// By the one that was locked.
    Locked,
}

/// A line with its price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PricedLine {
    /// The line.
    pub line_id: LineId,
    /// What one piece costs; none when it has no price.
    pub price: Option<UnitPrice>,
    /// Why it has none.
    #[serde(skip)]
    pub refusal: Option<PriceRefusal>,
    /// The VAT contained.
    pub vat: Rate,
    /// How its weight made the price.
    pub weighed: Option<WeightPrice>,
    /// The lock that holds from now on, when another one than is stored.
    #[serde(skip)]
    pub new_lock: Option<PriceLock>,
}

/// A basket with its prices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PricedBasket {
    /// The prices in the order of the lines.
    pub lines: Vec<PricedLine>,
    /// How many pieces, gifts too.
    pub pieces: i64,
    /// What it comes to.
    pub calculated: Calculated,
    /// The lines as they were calculated.
    #[serde(skip)]
    pub sale_lines: Vec<SaleLine>,
    /// Those that have no price.
    #[serde(skip)]
    pub without_price: Vec<LineId>,
    /// The business date of the prices.
    pub date: Date,
}

impl PricedBasket {
    /// A basket without lines.
    #[must_use]
    pub fn nothing(currency: Currency, date: Date) -> Self {
        Self {
            lines: Vec::new(),
            pieces: 0,
            calculated: Calculated {
                parts: Vec::new(),
                applications: Vec::new(),
                near_misses: Vec::new(),
                is_approximate: false,
                dropped: Vec::new(),
                gross: Money::zero(currency),
                net: Money::zero(currency),
                vat: Vec::new(),
            },
            sale_lines: Vec::new(),
            without_price: Vec::new(),
            date,
        }
    }

    /// What is to pay.
    #[must_use]
    pub const fn total(&self) -> Money {
        self.calculated.net
    }

    /// The prices of some of the lines. What each piece costs stays; the VAT of the part is calculated
    /// anew per rate.
    ///
    /// # Errors
    /// When an amount does not fit, which no part of a basket reaches.
    pub fn only(&self, is_wanted: impl Fn(LineId) -> bool) -> Result<Self, MoneyError> {
        let currency = self.total().currency;
        let mut parts: Vec<_> = self.calculated.parts.clone();
        parts.retain(|part| is_wanted(part.line_id));
        let nets: Vec<(Money, Rate)> = parts.iter().map(|part| (part.net, part.rate)).collect();
        let (vat, shares) = vat_of(currency, &nets);
        for (part, share) in parts.iter_mut().zip(shares) {
            part.vat = share;
        }
        let mut applications = self.calculated.applications.clone();
        applications.retain(|it| it.pieces.iter().any(|piece| is_wanted(piece.line_id)));
        Ok(Self {
            lines: self
                .lines
                .iter()
                .filter(|line| is_wanted(line.line_id))
                .cloned()
                .collect(),
            pieces: parts.iter().map(|part| i64::from(part.quantity)).sum(),
            calculated: Calculated {
                gross: Money::sum(currency, parts.iter().map(|part| part.gross))?,
                net: Money::sum(currency, parts.iter().map(|part| part.net))?,
                vat: vat.into_iter().filter(|vat| vat.gross.minor != 0).collect(),
                parts,
                applications,
                near_misses: Vec::new(),
                is_approximate: false,
                dropped: Vec::new(),
            },
            sale_lines: Vec::new(),
            without_price: Vec::new(),
            date: self.date,
        })
    }

    /// What of the discount on the whole basket some of the lines bear, as a discount of their own: a
    /// percentage stays one, of an amount it is their share. None when they bear nothing.
    #[must_use]
    pub fn basket_discount_of(
        &self,
        manual: &Manual,
        is_wanted: impl Fn(LineId) -> bool,
    ) -> Option<Manual> {
        let (mut share, mut basis) = (0, 0);
        for part in &self.calculated.parts {
            if !is_wanted(part.line_id) || part.basket_barrier.is_some() {
                continue;
            }
            let given = part.discounts.iter();
            let own: i64 = given
                .filter(|given| matches!(given.source, Source::Basket(_)))
                .map(|given| given.amount.minor)
                .sum();
            share += own;
            basis += part.net.minor + own;
        }
        let asked = match manual.asked {
            Asked::Percent(rate) => Asked::Percent(rate),
            Asked::Amount(_) | Asked::Target(_) => Asked::Amount(share),
        };
        (share > 0).then(|| Manual {
            asked,
            basis,
            ..manual.clone()
        })
    }

    /// The packages that would save more if nothing of the basket were put on deposit: `whole` is what it
    /// would come to then.
    #[must_use]
    pub fn torn_packages(&self, whole: &Self) -> Vec<PackageId> {
        let saving = |of: &Self| {
            let mut by_package: BTreeMap<PackageId, i64> = BTreeMap::new();
            for application in &of.calculated.applications {
                *by_package.entry(application.package.clone()).or_default() += application.saving;
            }
            by_package
        };
        let now = saving(self);
        saving(whole)
            .into_iter()
            .filter(|(package, saving)| now.get(package).is_none_or(|now| now < saving))
            .map(|(package, _)| package)
            .collect()
    }

    /// The basket for a comparison with what it was on another date.
    #[must_use]
    pub fn on_its_date(&self) -> Priced<'_> {
        Priced {
            date: self.date,
            lines: &self.sale_lines,
            without_price: &self.without_price,
            calculated: &self.calculated,
        }
    }

    /// The price of a line.
    #[must_use]
    pub fn line(&self, line_id: LineId) -> Option<&PricedLine> {
        self.lines.iter().find(|line| line.line_id == line_id)
    }
}

/// Prices a basket. The tier of a line follows from all pieces of its item and size (domain §1.3); those
/// on deposit count apart, as they do for packages.
///
/// # Errors
/// When an amount does not fit, which no price list reaches.
pub fn price_basket(
    lines: &[Line],
    market: &Market<'_>,
    weighing: Weighing,
) -> Result<PricedBasket, MoneyError> {
    let mut tiers: HashMap<(&str, &str, bool), i64> = HashMap::new();
    for line in lines.iter().filter(|line| !line.is_gift) {
        let tier = (&*line.item_no, &*line.size_code, line.is_on_deposit);
        *tiers.entry(tier).or_default() += line.quantity;
    }
    let priced: Vec<PricedLine> = lines
        .iter()
        .map(|line| {
            let tier = tiers.get(&(&*line.item_no, &*line.size_code, line.is_on_deposit));
            price_line(
                line,
                market,
                weighing,
                tier.copied().unwrap_or(line.quantity),
            )
        })
        .collect();
    let sale_lines: Vec<SaleLine> = lines
        .iter()
        .zip(&priced)
        .map(|(line, priced)| sale_line(line, priced))
        .collect();
    let calculated = calculate(&sale(market, &sale_lines))?;
    Ok(PricedBasket {
        without_price: priced
            .iter()
            .filter(|line| line.price.is_none())
            .map(|line| line.line_id)
            .collect(),
        pieces: lines.iter().map(|line| line.quantity).sum(),
        lines: priced,
        sale_lines,
        calculated,
        date: market.date,
    })
}

/// The lines as the pipeline wants them, with what they are calculated by.
#[must_use]
pub fn sale<'a>(market: &Market<'a>, lines: &'a [SaleLine]) -> Sale<'a> {
    Sale {
        currency: market.store.currency,
        lines,
        packages: market.packages,
        manual: market.manual,
        rounding: market.rounding,
        effort: Effort::default(),
    }
}

fn sale_line(line: &Line, priced: &PricedLine) -> SaleLine {
    SaleLine {
        line_id: line.line_id,
        position: line.position,
        item_no: ItemNo(line.item_no.clone()),
        unit_price: priced.price.map_or(0, |price| price.money().minor),
        quantity: u32::try_from(line.quantity).unwrap_or(u32::MAX),
        // What has no price takes part in nothing.
        fixed: priced.price.is_none().then_some(0),
        vat: priced.vat,
        is_customised: line.customisation.is_some(),
        exclusion: line.exclusion(),
        is_on_deposit: line.is_on_deposit,
        manual: line.manual.clone(),
    }
}

fn price_line(line: &Line, market: &Market<'_>, weighing: Weighing, tier: i64) -> PricedLine {
    let query = PriceQuery {
        size_code: &line.size_code,
        unit: &line.item.unit,
        vat_group: &line.item.vat_group,
        date: market.date,
        quantity: tier,
        customer_groups: market.customer_groups,
    };
    let mut priced = PricedLine {
        line_id: line.line_id,
        price: None,
        refusal: None,
        vat: vat_without_row(market.store, &line.item.vat_group),
        weighed: None,
        new_lock: None,
    };
    if line.is_gift {
        priced.price = Some(UnitPrice::Gift(Money::zero(market.store.currency)));
        priced.vat = Rate::ZERO;
        return priced;
    }
    let listed = match &line.item.by_weight {
        Some(by_weight) => by_the_board(line, by_weight, market, weighing, &query, &mut priced),
        None => {
            let rows = market
                .rows
                .get(&line.item_no)
                .map_or(&[][..], Vec::as_slice);
            price(rows, market.store, &query).map(|price| {
                priced.vat = price.vat;
                price.gross
            })
        }
    };
    let listed = listed.and_then(|own| with_added(line, own, market, &query));
    match typed_or_listed(line, listed, market) {
        Ok(price) if line.item.by_weight.is_some() => {
            priced.price = Some(match price {
                UnitPrice::Listed(money) => UnitPrice::Weighed(money),
                other => other,
            });
        }
        Ok(price) => priced.price = Some(price),
        Err(refusal) => priced.refusal = Some(refusal),
    }
    priced
}

/// What a piece costs together with its engraving and the medals on it: one piece, with the VAT of what
/// carries them. None when one of them has no price.
fn with_added(
    line: &Line,
    own: Money,
    market: &Market<'_>,
    query: &PriceQuery<'_>,
) -> Option<Money> {
    let query = PriceQuery {
        size_code: "",
        unit: PIECES,
        quantity: 1,
        ..*query
    };
    line.added_items().try_fold(own, |sum, item_no| {
        let rows = market.rows.get(item_no)?;
        let added = price(rows, market.store, &query)?;
        sum.plus(added.gross).ok()
    })
}

fn typed_or_listed(
    line: &Line,
    listed: Option<Money>,
    market: &Market<'_>,
) -> Result<UnitPrice, PriceRefusal> {
    let currency = market.store.currency;
    let money = |minor| Money::new(minor, currency);
    let item = line.item.priced(&line.item_no);
    match &line.entered.price_override {
        // The list may have come to the typed price meanwhile: then it is no other price.
        Some(typed) if listed != Some(money(typed.price)) => {
            override_price(&item, listed, money(typed.price), currency)
        }
        _ => unit_price(&item, listed, line.entered.keyed_price.map(money), currency),
    }
}

/// The price of a weighed piece, and what becomes of its lock.
fn by_the_board(
    line: &Line,
    by_weight: &ByWeight,
    market: &Market<'_>,
    weighing: Weighing,
    query: &PriceQuery<'_>,
    priced: &mut PricedLine,
) -> Option<Money> {
    let board = market.boards.get(&by_weight.metal_item_no)?;
    let by_board = weighed_by(&board.rows, line, by_weight, market, query)?;
    priced.vat = by_board.vat;
    let gross = by_board.gross;
    priced.weighed = Some(by_board);
    let Some(lock) = line.entered.lock else {
        return Some(gross);
    };
    let at_lock = board.at_lock.iter().find(|(at, _)| *at == lock.locked_at);
    let before = at_lock.and_then(|(_, rows)| weighed_by(rows, line, by_weight, market, query));
    let before = before.filter(|before| before.gross.minor == lock.price);
    let lock = PriceLock {
        business_date: lock.business_date,
        locked_at: lock.locked_at,
        gross: Money::new(lock.price, market.store.currency),
    };
    if weighing == Weighing::Locked {
        priced.weighed = before.or(priced.weighed.take());
        return Some(lock.gross);
    }
    let standing = look_again(
        &lock,
        &BoardNow {
            business_date: market.date,
            now: market.now,
            first_change: board
                .changes
                .iter()
                .copied()
                .find(|at| *at > lock.locked_at),
            gross,
        },
    );
    match standing {
        LockStanding::Holds => {
            priced.weighed = before.or(priced.weighed.take());
            Some(lock.gross)
        }
        LockStanding::Renewed(after) | LockStanding::Confirm { after, .. } => {
            priced.new_lock = Some(after);
            Some(after.gross)
        }
    }
}

/// What a piece costs by what a board says, with the labour of today.
fn weighed_by(
    board_rows: &[PriceRow],
    line: &Line,
    by_weight: &ByWeight,
    market: &Market<'_>,
    query: &PriceQuery<'_>,
) -> Option<WeightPrice> {
    let board = market.boards.get(&by_weight.metal_item_no)?;
    let rows_of = |item_no: &str| market.rows.get(item_no).cloned().unwrap_or_default();
    let mut metal = board_rows.to_vec();
    metal.extend(rows_of(&by_weight.metal_item_no));
    let labour = by_weight.labour_item_no.as_deref().map(rows_of);
    let board = Board {
        metal: &metal,
        labour: labour.as_deref().unwrap_or_default(),
        gram_unit: GramUnit::HundredthOfMinor,
        fineness: board.fineness,
    };
    let piece = Piece {
        weight: line.weight(),
        fineness: by_weight.fineness,
    };
    weight_price(&board, market.store, query, piece).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rule::testing::{basket_line, manual, priced, priced_with, row};

    #[test]
    fn the_third_piece_brings_every_piece_to_the_better_tier() {
        let rows = [("RG-1", vec![row(1, 14900), row(3, 13900)])];
        let total = |lines: &[Line]| priced(lines, &rows).total().minor;
        assert_eq!(total(&[basket_line("RG-1", 2, 2)]), 29800);
        assert_eq!(total(&[basket_line("RG-1", 3, 3)]), 41700);
        // Two lines of one item and size count together.
        let two = [basket_line("RG-1", 2, 2), basket_line("RG-1", 1, 1)];
        assert_eq!(total(&two), 41700);
    }

    #[test]
    fn a_piece_on_deposit_makes_no_tier_with_those_that_are_bought_now() {
        let rows = [("RG-1", vec![row(1, 14900), row(2, 13900)])];
        let mut kept = basket_line("RG-1", 1, 1);
        kept.is_on_deposit = true;
        let one = basket_line("RG-1", 1, 1);
        let apart = priced(&[one.clone(), kept.clone()], &rows);
        assert_eq!(apart.total().minor, 29800);
        let together = priced(&[kept.clone(), kept], &rows);
        assert_eq!(together.total().minor, 27800);
    }

    #[test]
    fn the_discount_on_a_basket_goes_with_each_part_of_it() {
        let lines = [basket_line("RG-1", 1, 1), basket_line("RG-2", 1, 1)];
        let own = |at: usize| {
            let line_id = lines[at].line_id;
            move |id| id == line_id
        };
        // what is given on 300.00, what it is on the 100.00 and on the 200.00
        let table = [
            (
                Asked::Amount(3_000),
                [Asked::Amount(1_000), Asked::Amount(2_000)],
            ),
            (
                Asked::Target(29_000),
                [Asked::Amount(333), Asked::Amount(667)],
            ),
            (
                Asked::Percent(Rate::percent(10)),
                [Asked::Percent(Rate::percent(10)); 2],
            ),
        ];
        for (asked, expected) in table {
            let given = manual(asked, 30_000);
            let rows = [
                ("RG-1", vec![row(1, 10_000)]),
                ("RG-2", vec![row(1, 20_000)]),
            ];
            let basket = priced_with(&lines, &rows, Some(&given));
            let found = [0, 1].map(|at| basket.basket_discount_of(&given, own(at)).unwrap());
            assert_eq!(found.clone().map(|it| it.asked), expected);
            assert_eq!(found.map(|it| it.basis), [10_000, 20_000]);
            // Each part alone costs what it cost beside the other.
            for at in [0, 1] {
                let manual = basket.basket_discount_of(&given, own(at)).unwrap();
                let alone = priced_with(&lines[at..=at], &rows, Some(&manual));
                assert_eq!(alone.total(), basket.only(own(at)).unwrap().total());
            }
            assert_eq!(basket.basket_discount_of(&given, |_| false), None);
        }
    }

    #[test]
    fn a_gift_costs_nothing_and_makes_no_tier() {
        let rows = [("RG-1", vec![row(1, 14900), row(2, 13900)])];
        let mut gift = basket_line("RG-1", 1, 1);
        gift.is_gift = true;
        let basket = priced(&[basket_line("RG-1", 1, 1), gift], &rows);
        assert_eq!(basket.total().minor, 14900);
    }

    #[test]
    fn engraving_and_medals_are_added_to_the_price_of_the_piece_that_carries_them() {
        let mut line = basket_line("CU-1", 1, 0);
        line.customisation = Some(made());
        let rows = |medal: &'static str| {
            [
                ("CU-1", vec![row(1, 24900)]),
                ("ENGRAVE", vec![row(1, 1500)]),
                (medal, vec![row(1, 6900)]),
            ]
        };
        let basket = priced(std::slice::from_ref(&line), &rows("MD-1"));
        assert_eq!(basket.total().minor, 24900 + 1500 + 2 * 6900);
        assert!(basket.sale_lines[0].is_customised);
        // A medal without a price leaves the piece without one.
        let basket = priced(std::slice::from_ref(&line), &rows("MD-2"));
        assert_eq!(basket.lines[0].price, None);
    }

    /// An engraved piece with two medals of one kind.
    fn made() -> customised::rule::order::Customisation {
        let medal = customised::rule::order::Medal {
            item_no: "MD-1".to_owned(),
            name: "Sun".to_owned(),
        };
        customised::rule::order::Customisation {
            family: customised::rule::family::Family::Bangle,
            typed: "léa".to_owned(),
            engraved: "LÉA".to_owned(),
            side: None,
            symbol: None,
            message_typed: Vec::new(),
            message: Vec::new(),
            medals: vec![medal.clone(), medal],
            engraving_item_no: Some("ENGRAVE".to_owned()),
        }
    }

    #[test]
    fn a_typed_price_stands_until_the_list_says_the_same() {
        let mut line = basket_line("RG-1", 1, 1);
        line.entered.price_override = Some(crate::rule::line::PriceOverride {
            price: 12900,
            reason: "DAMAGED".into(),
            given_by: "mei".into(),
            approved_by: None,
        });
        let price = |listed| {
            let rows = [("RG-1", vec![row(1, listed)])];
            priced(std::slice::from_ref(&line), &rows).lines[0].price
        };
        let money = |minor| Money::new(minor, kernel::Currency::Eur);
        let overridden = UnitPrice::Overridden {
            listed: money(14900),
            typed: money(12900),
        };
        assert_eq!(price(14900), Some(overridden));
        assert_eq!(price(12900), Some(UnitPrice::Listed(money(12900))));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn lines_sum_to_the_total_and_vat_to_its_rates(
            pieces in proptest::collection::vec((1_i64..5, 1_i64..500_000), 1..10)
        ) {
            let lines: Vec<Line> = pieces
                .iter()
                .enumerate()
                .map(|(at, (quantity, _))| basket_line(&format!("RG-{at}"), *quantity, *quantity))
                .collect();
            let rows: Vec<(&str, Vec<PriceRow>)> = lines
                .iter()
                .zip(&pieces)
                .map(|(line, (_, price))| (line.item_no.as_str(), vec![row(1, *price)]))
                .collect();
            let basket = priced(&lines, &rows);
            let nets: i64 = basket.calculated.parts.iter().map(|part| part.net.minor).sum();
            prop_assert_eq!(nets, basket.total().minor);
            let shares: i64 = basket.calculated.parts.iter().map(|part| part.vat.minor).sum();
            let vat: i64 = basket.calculated.vat.iter().map(|vat| vat.amount.minor).sum();
            prop_assert_eq!(shares, vat);
        }
    }
}
