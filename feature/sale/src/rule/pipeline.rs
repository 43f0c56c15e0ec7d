//! From prices to what is to pay, in the order of domain §1.6: packages, line discounts, basket
//! discount, VAT. Every discount stays visible on the pieces that got it.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

use catalog::rule::vat::{VatAmount, vat_of};
use kernel::id::{ItemNo, LineId};
use kernel::money::MoneyError;
use kernel::{Currency, Money, Rate};
use promotion::rule::hint::NearMiss;
use promotion::rule::package::{Header, Package, PackageId};
use promotion::rule::piece::{Basket, BasketLine, Exclusion, PriceRounding};
use promotion::rule::reprice::{Application, Effort, LinePart, Repriced, reprice};
use promotion::rule::share::spread_over;

use super::discount::{Barrier, Manual, Rest, barrier, stands, value};
use super::limit::is_granted;

/// A line of a basket with its price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaleLine {
    /// Its id.
    pub line_id: LineId,
    /// Its place in the basket.
    pub position: u32,
    /// The item.
    pub item_no: ItemNo,
    /// What one piece costs, VAT included, in minor units.
    pub unit_price: i64,
    /// How many pieces.
    pub quantity: u32,
    /// What the line costs whatever the rules say, in minor units: below zero what goes back for a
    /// piece that comes back, or what a deposit fixed. None for a line that is priced.
    pub fixed: Option<i64>,
    /// The VAT contained.
    pub vat: Rate,
    /// Whether it is made for the customer.
    pub is_customised: bool,
    /// Why packages leave it alone; all reasons but another price keep manual discounts away too.
    pub exclusion: Option<Exclusion>,
    /// Whether it is put on deposit. For packages that is a basket of its own.
    pub is_on_deposit: bool,
    /// The discount that staff gave on it.
    pub manual: Option<Manual>,
}

/// What is calculated.
#[derive(Clone, Copy, Debug)]
pub struct Sale<'a> {
    /// The currency of all amounts.
    pub currency: Currency,
    /// The lines, in any order.
    pub lines: &'a [SaleLine],
    /// The packages that are live now.
    pub packages: &'a [Arc<Package>],
    /// The discount that staff gave on the basket.
    pub manual: Option<&'a Manual>,
    /// The store's rounding after a percentage.
    pub rounding: PriceRounding,
    /// How much the search for packages may cost.
    pub effort: Effort,
}

/// Where a discount comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// A package.
    Package {
        /// The number of its application in the basket.
        number: u32,
        /// Its key.
        id: PackageId,
        /// What the receipt prints.
        description: String,
    },
    /// Staff, on the line.
    Line(Manual),
    /// Staff, on the basket: the part of these pieces.
    Basket(Manual),
}

impl Source {
    /// The kind as it is stored.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Package { .. } => "PACKAGE",
            Self::Line(_) => "LINE",
            Self::Basket(_) => "BASKET",
        }
    }

    /// Who gave it, who approved it and why; none for a package.
    #[must_use]
    pub const fn manual(&self) -> Option<&Manual> {
        match self {
            Self::Package { .. } => None,
            Self::Line(manual) | Self::Basket(manual) => Some(manual),
        }
    }
}

/// A discount on pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// Where it comes from.
    pub source: Source,
    /// What it takes from the pieces.
    pub amount: Money,
}

/// Pieces of a line that are treated alike: a line of the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The line.
    pub line_id: LineId,
    /// The item.
    pub item_no: ItemNo,
    /// How many pieces.
    pub quantity: u32,
    /// What they cost before discounts.
    pub gross: Money,
    /// Their discounts, in the order in which they were taken.
    pub discounts: Vec<Given>,
    /// What they cost.
    pub net: Money,
    /// The VAT rate.
    pub rate: Rate,
    /// The VAT contained in the net.
    pub vat: Money,
    /// What keeps a line discount away; none when one may be given.
    pub line_barrier: Option<Barrier>,
    /// What keeps the basket discount away.
    pub basket_barrier: Option<Barrier>,
}

impl Part {
    /// What all discounts take.
    #[must_use]
    pub fn discount(&self) -> Money {
        Money::new(
            self.discounts.iter().map(|it| it.amount.minor).sum(),
            self.gross.currency,
        )
    }

    /// Takes a discount from the pieces; nothing leaves no trace.
    fn take(&mut self, source: Source, minor: i64) {
        if minor != 0 {
            self.net.minor -= minor;
            let amount = Money::new(minor, self.gross.currency);
            self.discounts.push(Given { source, amount });
        }
    }
}

/// A discount that fell away because what it was given on changed. Staff are told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dropped {
    /// The line; none for the basket.
    pub line_id: Option<LineId>,
    /// The discount.
    pub manual: Manual,
}

/// A basket that is calculated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calculated {
    /// The lines in the order of their positions, split where pieces are treated differently.
    pub parts: Vec<Part>,
    /// The packages that are applied.
    pub applications: Vec<Application>,
    /// Packages that lack one piece.
    pub near_misses: Vec<NearMiss>,
    /// Whether another choice of packages might save more.
    pub is_approximate: bool,
    /// Discounts that fell away.
    pub dropped: Vec<Dropped>,
    /// What the basket costs before discounts.
    pub gross: Money,
    /// What it costs.
    pub net: Money,
    /// The VAT contained, per rate.
    pub vat: Vec<VatAmount>,
}

impl Calculated {
    /// The parts of a line.
    pub fn of_line(&self, line_id: LineId) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(move |it| it.line_id == line_id)
    }

    /// What all discounts take.
    #[must_use]
    pub fn discount(&self) -> Money {
        Money::new(self.gross.minor - self.net.minor, self.gross.currency)
    }
}

/// Calculates a basket. The order of lines and packages does not matter.
///
/// # Errors
/// When the basket is worth more, or holds more pieces, than any basket does.
pub fn calculate(sale: &Sale<'_>) -> Result<Calculated, MoneyError> {
    let (repriced, mut parts) = packages(sale)?;
    let mut dropped = line_discounts(sale, &mut parts);
    dropped.extend(basket_discount(sale, &mut parts));
    let nets: Vec<(Money, Rate)> = parts.iter().map(|part| (part.net, part.rate)).collect();
    let (vat, shares) = vat_of(sale.currency, &nets);
    for (part, share) in parts.iter_mut().zip(shares) {
        part.vat = share;
    }
    Ok(Calculated {
        gross: Money::sum(sale.currency, parts.iter().map(|part| part.gross))?,
        net: Money::sum(sale.currency, parts.iter().map(|part| part.net))?,
        vat: vat.into_iter().filter(|vat| vat.gross.minor != 0).collect(),
        parts,
        applications: repriced.applications,
        near_misses: repriced.near_misses,
        is_approximate: repriced.is_approximate,
        dropped,
    })
}

/// What a discount on a line would be taken from.
///
/// # Errors
/// When the basket is beyond reason.
pub fn line_rest(sale: &Sale<'_>, line_id: LineId) -> Result<Rest, MoneyError> {
    let (_, parts) = packages(sale)?;
    let own = parts.iter().filter(|part| part.line_id == line_id);
    Ok(rest(own, |part| part.line_barrier.is_none()))
}

/// What a discount on the basket would be taken from.
///
/// # Errors
/// When the basket is beyond reason.
pub fn basket_rest(sale: &Sale<'_>) -> Result<Rest, MoneyError> {
    let (_, mut parts) = packages(sale)?;
    line_discounts(sale, &mut parts);
    Ok(rest(parts.iter(), |part| part.basket_barrier.is_none()))
}

/// The lines split by packages, with what these take. What is bought now and what is put on deposit are
/// two baskets for them: a client who withdraws from the deposit has had nothing of a package that both
/// made up (decision 0024).
fn packages(sale: &Sale<'_>) -> Result<(Repriced, Vec<Part>), MoneyError> {
    let (mut repriced, mut parts) = packages_of(sale, |line| !line.is_on_deposit)?;
    if sale.lines.iter().all(|line| !line.is_on_deposit) {
        return Ok((repriced, parts));
    }
    let (kept, kept_parts) = packages_of(sale, |line| line.is_on_deposit)?;
    let before = repriced.applications.iter().map(|it| it.number).max();
    let before = before.unwrap_or(0);
    let behind = |mut application: Application| {
        application.number += before;
        application
    };
    let kept_applications = kept.applications.into_iter().map(behind);
    repriced.applications.extend(kept_applications);
    repriced.is_approximate |= kept.is_approximate;
    parts.extend(kept_parts.into_iter().map(|mut part| {
        for given in &mut part.discounts {
            if let Source::Package { number, .. } = &mut given.source {
                *number += before;
            }
        }
        part
    }));
    let position: BTreeMap<LineId, u32> = sale
        .lines
        .iter()
        .map(|line| (line.line_id, line.position))
        .collect();
    parts.sort_by_key(|part| position.get(&part.line_id).copied());
    Ok((repriced, parts))
}

/// Some of the lines split by packages.
fn packages_of(
    sale: &Sale<'_>,
    is_wanted: impl Fn(&SaleLine) -> bool,
) -> Result<(Repriced, Vec<Part>), MoneyError> {
    let wanted: Vec<&SaleLine> = sale.lines.iter().filter(|line| is_wanted(line)).collect();
    let lines: Vec<BasketLine> = wanted
        .iter()
        .map(|line| BasketLine {
            line_id: line.line_id,
            position: line.position,
            item_no: line.item_no.clone(),
            unit_price: line.unit_price,
            quantity: line.quantity,
            is_customised: line.is_customised,
            exclusion: match line.fixed {
                Some(_) => line.exclusion.or(Some(Exclusion::DepositSettlement)),
                None => line.exclusion,
            },
        })
        .collect();
    let basket = Basket {
        lines: &lines,
        rounding: sale.rounding,
    };
    let repriced = reprice(sale.packages, &basket, sale.effort)?;
    let by_id: BTreeMap<LineId, (&SaleLine, &BasketLine)> = wanted
        .iter()
        .zip(&lines)
        .map(|(line, priced)| (line.line_id, (*line, priced)))
        .collect();
    let headers: BTreeMap<&PackageId, &Header> = sale
        .packages
        .iter()
        .rev()
        .map(|package| (&package.header().id, package.header()))
        .collect();
    let parts = repriced
        .parts
        .iter()
        .filter_map(|split| {
            let (line, priced) = by_id.get(&split.line_id)?;
            Some(part(sale.currency, line, priced.exclusion, split, &headers))
        })
        .collect::<Result<_, _>>()?;
    Ok((repriced, parts))
}

fn part(
    currency: Currency,
    line: &SaleLine,
    exclusion: Option<Exclusion>,
    split: &LinePart,
    headers: &BTreeMap<&PackageId, &Header>,
) -> Result<Part, MoneyError> {
    let gross = match line.fixed {
        Some(fixed) => Money::new(fixed, currency),
        None => Money::new(line.unit_price, currency).times(i64::from(split.quantity))?,
    };
    let package = split
        .application
        .as_ref()
        .and_then(|(number, id)| headers.get(id).map(|header| (*number, *header)));
    let blocked = |blocks: fn(&Header) -> bool| {
        barrier(exclusion).or_else(|| {
            package
                .filter(|(_, header)| blocks(header))
                .map(|(_, header)| Barrier::Package(header.id.clone()))
        })
    };
    let mut part = Part {
        line_id: line.line_id,
        item_no: line.item_no.clone(),
        quantity: split.quantity,
        gross,
        discounts: Vec::new(),
        net: gross,
        rate: line.vat,
        vat: Money::zero(currency),
        line_barrier: blocked(|header| header.block_manual_discount),
        basket_barrier: blocked(|header| header.block_basket_discount),
    };
    if let Some((number, header)) = package {
        let source = Source::Package {
            number,
            id: header.id.clone(),
            description: header.description.clone(),
        };
        part.take(source, split.discount);
    }
    Ok(part)
}

fn rest<'a>(parts: impl Iterator<Item = &'a Part>, is_open: impl Fn(&Part) -> bool) -> Rest {
    let mut rest = Rest { total: 0, open: 0 };
    for part in parts {
        rest.total += part.net.minor;
        if is_open(part) {
            rest.open += part.net.minor;
        }
    }
    rest
}

fn line_discounts(sale: &Sale<'_>, parts: &mut [Part]) -> Vec<Dropped> {
    let mut dropped = Vec::new();
    let manuals: BTreeMap<LineId, &Manual> = sale
        .lines
        .iter()
        .filter_map(|line| line.manual.as_ref().map(|manual| (line.line_id, manual)))
        .collect();
    // The parts of a line follow each other.
    for own in parts.chunk_by_mut(|a, b| a.line_id == b.line_id) {
        let line_id = own.first().map(|part| part.line_id);
        let Some(manual) = line_id.and_then(|line_id| manuals.get(&line_id)) else {
            continue;
        };
        let is_open = |part: &Part| part.line_barrier.is_none();
        if !apply(sale.rounding, own, is_open, manual, Source::Line) {
            dropped.push(Dropped {
                line_id,
                manual: (*manual).clone(),
            });
        }
    }
    dropped
}

fn basket_discount(sale: &Sale<'_>, parts: &mut [Part]) -> Option<Dropped> {
    let manual = sale.manual?;
    let is_open = |part: &Part| part.basket_barrier.is_none();
    let applied = apply(sale.rounding, parts, is_open, manual, Source::Basket);
    (!applied).then(|| Dropped {
        line_id: None,
        manual: manual.clone(),
    })
}

/// Takes a discount from the open parts; no when it no longer stands, or when a line would lose more with it than was
/// granted.
fn apply(
    rounding: PriceRounding,
    parts: &mut [Part],
    is_open: impl Fn(&Part) -> bool,
    manual: &Manual,
    source: fn(Manual) -> Source,
) -> bool {
    let rest = rest(parts.iter(), &is_open);
    if rest.open <= 0 || !stands(manual, rest) {
        return false;
    }
    let open: Vec<usize> = (0..parts.len()).filter(|at| is_open(&parts[*at])).collect();
    let nets: Vec<i64> = open.iter().map(|at| parts[*at].net.minor).collect();
    let shares = spread_over(value(manual.asked, rest, rounding), &nets, rounding.step);
    let mut taken = parts.to_vec();
    for (at, share) in open.into_iter().zip(shares) {
        taken[at].take(source(manual.clone()), share);
    }
    let is_granted = is_granted(&taken, rounding.step);
    if is_granted {
        parts.clone_from_slice(&taken);
    }
    is_granted
}

#[cfg(test)]
mod tests;
