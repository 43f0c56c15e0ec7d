//! What old jewellery is worth (domain §8.2, §8.4): exact, and rounded once for each line.

use jiff::Timestamp;
use kernel::rounding::{Direction, Ratio};
use kernel::weight::Weight;
use kernel::{Money, Rate, Refusal};
use uuid::Uuid;

use super::metal::{Metal, TestMethod, finenesses};
use crate::{
    ALLOY_MIXED, BOARD_MISSING, FINENESS_UNKNOWN, PIECES_MISSING, QUANTITY_NEGATIVE,
    QUANTITY_OUT_OF_BOUNDS, STONES_TOO_HEAVY, TEST_MISSING, WEIGHT_OUT_OF_BOUNDS, WEIGHT_ZERO,
};

/// The heaviest line: ten kilograms.
pub const WEIGHT_MAX: Weight = Weight(10_000_000);
/// The most pieces of a line.
pub const QUANTITY_MAX: i64 = 999;
/// The most lines of a document.
pub const LINES_MAX: usize = 50;
/// What of jewellery above [`TAX_FREE`] goes to the state where the store collects it: 6 % and
/// 0.5 %.
pub const TAX: Rate = Rate(65_000);
/// Up to here, in whole units of the currency, nothing goes to the state.
pub const TAX_FREE: i64 = 5_000;

/// What a gram of metal is worth today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// What a gram costs, in hundredths of a minor unit, without VAT.
    pub gram_price: i64,
    /// The fineness that it prices, in thousandths.
    pub fineness: i64,
    /// Since when.
    pub starts_at: Timestamp,
}

impl Spot {
    /// What a gram of another fineness brings at a payout rate, in hundredths of a minor unit.
    #[must_use]
    pub fn gram_pays(&self, fineness: i64, payout: Rate) -> i64 {
        Ratio::integer(i128::from(self.gram_price))
            .times(i128::from(fineness), i128::from(self.fineness.max(1)))
            .times(i128::from(payout.0), i128::from(Rate::HUNDRED.0))
            .round(1, Direction::Nearest)
    }
}

/// A metal as a store pays for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MetalTerms {
    /// The metal.
    pub metal: Metal,
    /// Its price; none when the board has none for today.
    pub spot: Option<Spot>,
    /// Which part of it the customer gets.
    pub payout: Rate,
}

/// On which terms a store values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Where it is (ISO 3166).
    pub country: String,
    /// The metals that it pays for.
    pub metals: Vec<MetalTerms>,
    /// Which part of the paid price a piece of ours brings at least.
    pub campaign_share: Rate,
    /// But not more than this for each.
    pub campaign_maximum: Money,
    /// What a piece of alloy brings.
    pub alloy_amount: Money,
    /// Whether the store collects the tax on precious objects.
    pub collects_tax: bool,
}

/// A line of an order of ours that a piece comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The line.
    pub order_line_id: Uuid,
    /// What was paid for all of it.
    pub paid: Money,
    /// How many pieces that were.
    pub sold: i64,
}

/// A piece, or several alike, on the scale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it is made of.
    pub metal: Metal,
    /// Thousandths; 0 for alloys.
    pub fineness: i64,
    /// How that was found; none for alloys.
    pub test_method: Option<TestMethod>,
    /// How many.
    pub quantity: i64,
    /// What the scale says.
    pub gross: Weight,
    /// What stones and other parts weigh.
    pub stones: Weight,
    /// Where it was bought from us.
    pub origin: Option<Origin>,
}

/// What a piece is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Without stones.
    pub net: Weight,
    /// The metal alone.
    pub fine: Weight,
    /// The price that it was valued by; none for alloys.
    pub spot: Option<Spot>,
    /// The part that was paid.
    pub payout: Rate,
    /// By its metal.
    pub metal_amount: Money,
    /// By the campaign.
    pub campaign_amount: Money,
    /// The higher one.
    pub amount: Money,
}

impl Value {
    /// Whether another valuation of the same piece pays as much for it, by the same price of the metal.
    /// Since when that price holds does not matter.
    #[must_use]
    pub fn is_priced_as(&self, other: &Self) -> bool {
        let price = |value: &Self| value.spot.map(|spot| (spot.gram_price, spot.fineness));
        price(self) == price(other) && self.payout == other.payout && self.amount == other.amount
    }
}

/// What all pieces of a document come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valuation {
    /// Piece by piece.
    pub values: Vec<Value>,
    /// Their sum.
    pub gross: Money,
    /// What of it goes to the state.
    pub tax: Money,
    /// What the customer gets.
    pub amount: Money,
}

/// Values the pieces of a document.
///
/// # Errors
/// Why one cannot be valued, with its place `line` (the first is 1), or why they do not go together.
pub fn value_all(pieces: &[Piece], terms: &Terms) -> Result<Valuation, Refusal> {
    if pieces.len() > LINES_MAX {
        let maximum = i64::try_from(LINES_MAX).unwrap_or(i64::MAX);
        return Err(Refusal::new(&QUANTITY_OUT_OF_BOUNDS)
            .with("maximum", maximum)
            .at("pieces"));
    }
    let precious = pieces.iter().filter(|it| it.metal.is_precious()).count();
    if precious != 0 && precious != pieces.len() {
        return Err(Refusal::new(&ALLOY_MIXED).at("pieces"));
    }
    let values = (1_i64..)
        .zip(pieces)
        .map(|(line, piece)| value(piece, terms).map_err(|refusal| refusal.with("line", line)))
        .collect::<Result<Vec<_>, _>>()?;
    let currency = terms.alloy_amount.currency;
    let gross = values.iter().map(|value| value.amount.minor).sum();
    let gross = Money::new(gross, currency);
    let tax = match terms.collects_tax {
        true => tax(gross),
        false => Money::zero(currency),
    };
    Ok(Valuation {
        values,
        gross,
        tax,
        amount: Money::new(gross.minor - tax.minor, currency),
    })
}

/// Refuses a document without pieces.
///
/// # Errors
/// [`PIECES_MISSING`].
pub fn must_have_pieces(pieces: i64) -> Result<(), Refusal> {
    match pieces {
        0 => Err(Refusal::new(&PIECES_MISSING).at("pieces")),
        _ => Ok(()),
    }
}

/// The tax on precious objects of a purchase: nothing up to [`TAX_FREE`], of more the whole.
#[must_use]
pub fn tax(gross: Money) -> Money {
    let unit = 10_i64.pow(gross.currency.exponent());
    if gross.minor <= TAX_FREE * unit {
        return Money::zero(gross.currency);
    }
    let tax = gross
        .ratio()
        .times(i128::from(TAX.0), i128::from(Rate::HUNDRED.0));
    Money::new(tax.round(1, Direction::Nearest), gross.currency)
}

/// Values a piece.
///
/// # Errors
/// Why it cannot be valued, with the field.
pub fn value(piece: &Piece, terms: &Terms) -> Result<Value, Refusal> {
    check(piece, terms)?;
    let net = Weight(piece.gross.0 - piece.stones.0);
    let campaign = campaign(piece, terms);
    if !piece.metal.is_precious() {
        let fixed = terms.alloy_amount.minor * piece.quantity;
        let amount = Money::new(fixed.max(campaign.minor), campaign.currency);
        return Ok(Value {
            net,
            fine: Weight(0),
            spot: None,
            payout: Rate::ZERO,
            metal_amount: Money::zero(campaign.currency),
            campaign_amount: amount,
            amount,
        });
    }
    let known = terms.metals.iter().find(|it| it.metal == piece.metal);
    let (spot, payout) = known
        .and_then(|it| it.spot.map(|spot| (spot, it.payout)))
        .ok_or_else(|| {
            Refusal::new(&BOARD_MISSING)
                .with("metal", piece.metal.name())
                .at("metal")
        })?;
    let fine = Ratio::integer(i128::from(net.0)).times(i128::from(piece.fineness), 1_000);
    let worth = fine
        .times(i128::from(spot.gram_price), 100 * 1_000)
        .times(1_000, i128::from(spot.fineness.max(1)))
        .times(i128::from(payout.0), i128::from(Rate::HUNDRED.0));
    let metal_amount = Money::new(worth.round(1, Direction::Nearest), campaign.currency);
    Ok(Value {
        net,
        fine: Weight(fine.round(1, Direction::Nearest)),
        spot: Some(spot),
        payout,
        metal_amount,
        campaign_amount: campaign,
        amount: Money::new(metal_amount.minor.max(campaign.minor), campaign.currency),
    })
}

/// What the campaign gives for pieces of ours: a share of what was paid for each, capped for each.
fn campaign(piece: &Piece, terms: &Terms) -> Money {
    let currency = terms.campaign_maximum.currency;
    let Some(origin) = piece.origin else {
        return Money::zero(currency);
    };
    let each = origin
        .paid
        .ratio()
        .times(1, i128::from(origin.sold.max(1)))
        .times(
            i128::from(terms.campaign_share.0),
            i128::from(Rate::HUNDRED.0),
        )
        .round(1, Direction::Nearest)
        .clamp(0, terms.campaign_maximum.minor);
    Money::new(each * piece.quantity, currency)
}

fn check(piece: &Piece, terms: &Terms) -> Result<(), Refusal> {
    if piece.quantity < 0 {
        return Err(Refusal::new(&QUANTITY_NEGATIVE).at("quantity"));
    }
    if !(1..=QUANTITY_MAX).contains(&piece.quantity) {
        return Err(Refusal::new(&QUANTITY_OUT_OF_BOUNDS)
            .with("maximum", QUANTITY_MAX)
            .at("quantity"));
    }
    if piece.gross.0 < 0 || piece.stones.0 < 0 || piece.gross > WEIGHT_MAX {
        return Err(Refusal::new(&WEIGHT_OUT_OF_BOUNDS)
            .with("maximum", WEIGHT_MAX.grams())
            .at("grossWeight"));
    }
    if piece.stones > piece.gross {
        return Err(Refusal::new(&STONES_TOO_HEAVY).at("stoneWeight"));
    }
    if piece.gross.0 == piece.stones.0 {
        return Err(Refusal::new(&WEIGHT_ZERO).at("grossWeight"));
    }
    let known = finenesses(&terms.country, piece.metal);
    let is_known = match piece.metal.is_precious() {
        true => known.contains(&piece.fineness),
        false => piece.fineness == 0,
    };
    if !is_known {
        return Err(Refusal::new(&FINENESS_UNKNOWN)
            .with("fineness", piece.fineness)
            .at("fineness"));
    }
    if piece.metal.is_precious() && piece.test_method.is_none() {
        return Err(Refusal::new(&TEST_MISSING).at("testMethod"));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
