//! Gold by weight (domain §1.5): the board's price per gram and labour make the price of the piece
//! on the scale, which is then locked against the board for a while.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use kernel::rounding::{Direction, Ratio};
use kernel::weight::Weight;
use kernel::{Money, Rate};
use serde::{Deserialize, Serialize};

use super::price::{
    PriceQuery, PriceRow, StorePricing, converted, offered, rounded, vat_contained, vat_of_sale,
};

/// The unit of a row that prices a gram.
pub const GRAM: &str = "G";
/// The unit of a row that prices a piece.
pub const PIECE: &str = "PCS";
/// The heaviest piece that is sold by weight: ten kilograms.
pub const WEIGHT_MAX: Weight = Weight(10_000_000);
/// The highest price of a row that counts, in the unit of the row. Sums stay exact below it.
pub const ROW_PRICE_MAX: i64 = 1_000_000_000;
/// Into how many parts the unit of a row is cut before rows are compared.
const MILLIONTHS: i64 = 1_000_000;
/// By how much a piece may differ from the weight in the catalogue without a manager.
pub const TOLERANCE: Rate = Rate::percent(5);
/// How long a locked price outlives a change of the board.
pub const LOCK: SignedDuration = SignedDuration::from_mins(15);

/// In what a board writes the price of a gram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GramUnit {
    /// Minor units.
    Minor,
    /// Hundredths of a minor unit (domain C2).
    HundredthOfMinor,
}

impl GramUnit {
    const fn per_minor(self) -> i128 {
        match self {
            Self::Minor => 1,
            Self::HundredthOfMinor => 100,
        }
    }
}

/// The board of a metal.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    /// Rows of the metal: per gram, and labour per piece.
    pub metal: &'a [PriceRow],
    /// Rows of the labour item: labour per gram.
    pub labour: &'a [PriceRow],
    /// In what the rows per gram are written.
    pub gram_unit: GramUnit,
    /// The fineness of the metal that the rows price, in thousandths.
    pub fineness: u16,
}

/// The piece on the scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it weighs.
    pub weight: Weight,
    /// Its fineness, in thousandths. Another one than the board's takes its part of the price.
    pub fineness: u16,
}

/// What a piece costs by its weight. Metal, labour and rounding make the gross.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeightPrice {
    /// What the customer pays, VAT included.
    pub gross: Money,
    /// The VAT of the sale.
    pub vat: Rate,
    /// The weight that was priced.
    pub weight: Weight,
    /// What a gram of the metal costs in the fineness of the piece, in hundredths of a minor unit.
    /// Prices that were fixed before it was kept have none: 0.
    #[serde(default)]
    pub gram_price: i64,
    /// The metal of the piece, to the minor unit.
    pub metal: Money,
    /// Its labour, per gram and per piece together, to the minor unit.
    pub labour: Money,
    /// What the price group's rounding added or took.
    pub rounding: Money,
    /// The row of the price per gram.
    pub row_id: i64,
    /// The price group of that row, whose rounding holds.
    pub sales_code: String,
}

/// Why a piece has no price by weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightRefusal {
    /// The weight is not above zero.
    NotPositive,
    /// The weight is above [`WEIGHT_MAX`].
    AboveMaximum,
    /// A fineness is not between 1 and 1000.
    FinenessOutOfBounds,
    /// The board has no price per gram here today.
    NoPrice,
    /// A row of the board is below zero, beyond reason or of an impossible VAT.
    RowOutOfBounds {
        /// The row.
        row_id: i64,
    },
}

/// The price of a piece by its weight: exact, and rounded once by the price group of the gram. The
/// unit of the query does not count.
///
/// # Errors
/// When weight or fineness cannot be, or the board has no price.
pub fn weight_price(
    board: &Board<'_>,
    store: &StorePricing,
    query: &PriceQuery<'_>,
    piece: Piece,
) -> Result<WeightPrice, WeightRefusal> {
    check(board, piece)?;
    let gram = chosen(board.metal, GRAM, store, query)?.ok_or(WeightRefusal::NoPrice)?;
    let vat = vat_of_sale(gram, store, query.vat_group);
    let exact = |row: &PriceRow| converted(row, vat_contained(row, store, query.vat_group), vat);
    let weighed = |row: &PriceRow| {
        exact(row).times(
            i128::from(piece.weight.0),
            1_000 * board.gram_unit.per_minor(),
        )
    };
    let fine = |ratio: Ratio| ratio.times(i128::from(piece.fineness), i128::from(board.fineness));
    let metal = fine(weighed(gram));
    let gram_price = fine(exact(gram).times(100, board.gram_unit.per_minor()));
    let per_gram = chosen(board.labour, GRAM, store, query)?.map(weighed);
    let per_piece = chosen(board.metal, PIECE, store, query)?.map(exact);
    let labour = [per_gram, per_piece]
        .into_iter()
        .flatten()
        .fold(Ratio::integer(0), Ratio::plus);
    let gross = rounded(metal.plus(labour), store, &gram.sales_code);
    let (metal, labour) = (
        metal.round(1, Direction::Nearest),
        labour.round(1, Direction::Nearest),
    );
    let money = |minor| Money::new(minor, store.currency);
    Ok(WeightPrice {
        gross: money(gross),
        vat,
        weight: piece.weight,
        gram_price: gram_price.round(1, Direction::Nearest),
        metal: money(metal),
        labour: money(labour),
        rounding: money(gross - metal - labour),
        row_id: gram.row_id,
        sales_code: gram.sales_code.clone(),
    })
}

fn check(board: &Board<'_>, piece: Piece) -> Result<(), WeightRefusal> {
    let possible = 1..=1000;
    if piece.weight.0 <= 0 {
        Err(WeightRefusal::NotPositive)
    } else if piece.weight > WEIGHT_MAX {
        Err(WeightRefusal::AboveMaximum)
    } else if !possible.contains(&piece.fineness) || !possible.contains(&board.fineness) {
        Err(WeightRefusal::FinenessOutOfBounds)
    } else {
        Ok(())
    }
}

/// The row of a unit that costs the customer least.
fn chosen<'a>(
    rows: &'a [PriceRow],
    unit: &str,
    store: &StorePricing,
    query: &PriceQuery<'_>,
) -> Result<Option<&'a PriceRow>, WeightRefusal> {
    let query = PriceQuery { unit, ..*query };
    let worth = |row: &PriceRow| worth(row, store, query.vat_group);
    // One that is out of bounds is compared by what it says, and refused when it is the lowest.
    let cost =
        |row: &PriceRow| worth(row).unwrap_or_else(|_| row.unit_price.saturating_mul(MILLIONTHS));
    let mut best: Option<(i64, &PriceRow)> = None;
    let offered = offered(rows, store, &query, |row| row.unit == unit, cost);
    for row in offered.into_iter().flatten() {
        let worth = worth(row)?;
        if best.is_none_or(|(least, _)| worth < least) {
            best = Some((worth, row));
        }
    }
    Ok(best.map(|(_, row)| row))
}

/// What a row costs the customer, in millionths of its unit.
fn worth(row: &PriceRow, store: &StorePricing, vat_group: &str) -> Result<i64, WeightRefusal> {
    let vat = vat_of_sale(row, store, vat_group);
    let contained = vat_contained(row, store, vat_group);
    let possible = Rate::ZERO..=Rate::HUNDRED;
    if !(0..=ROW_PRICE_MAX).contains(&row.unit_price)
        || !possible.contains(&vat)
        || !possible.contains(&contained)
    {
        return Err(WeightRefusal::RowOutOfBounds { row_id: row.row_id });
    }
    Ok(converted(row, contained, vat)
        .times(i128::from(MILLIONTHS), 1)
        .round(1, Direction::Nearest))
}

/// What the weight on the scale means for the sale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightCheck {
    /// Within the tolerance.
    Within,
    /// Outside of it, or the catalogue knows no weight: a manager confirms (permission
    /// `gold.weight`).
    NeedsApproval,
}

/// Compares the weight on the scale with the one in the catalogue; exactly the tolerance is within.
#[must_use]
pub fn check_weight(weighed: Weight, unit_weight: Weight) -> WeightCheck {
    let difference = (i128::from(weighed.0) - i128::from(unit_weight.0)).abs();
    let allowed = i128::from(unit_weight.0) * i128::from(TOLERANCE.0);
    if unit_weight.0 > 0 && difference * i128::from(Rate::HUNDRED.0) <= allowed {
        WeightCheck::Within
    } else {
        WeightCheck::NeedsApproval
    }
}

/// A price that holds against the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceLock {
    /// The business date on which it was locked.
    pub business_date: Date,
    /// When.
    pub locked_at: Timestamp,
    /// What the piece costs.
    pub gross: Money,
}

/// How the board stands when a locked line is looked at again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardNow {
    /// The business date.
    pub business_date: Date,
    /// The time.
    pub now: Timestamp,
    /// When the board changed first after the price was locked; none when it did not.
    pub first_change: Option<Timestamp>,
    /// What the piece costs by the board.
    pub gross: Money,
}

/// Why a locked price is read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RereadReason {
    /// The business date is another one.
    DateTurned,
    /// The board changed more than [`LOCK`] ago.
    BoardChanged,
}

/// How a locked price stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockStanding {
    /// It holds.
    Holds,
    /// It was read again and is the same: locked anew, nothing to ask.
    Renewed(PriceLock),
    /// It was read again and is another: staff confirm it.
    Confirm {
        /// Why it was read again.
        reason: RereadReason,
        /// What was locked.
        before: Money,
        /// The lock that holds once it is confirmed.
        after: PriceLock,
    },
}

/// Whether a locked price still holds.
#[must_use]
pub fn look_again(lock: &PriceLock, board: &BoardNow) -> LockStanding {
    let changed = board
        .first_change
        .is_some_and(|at| at > lock.locked_at && board.now.duration_since(at) > LOCK);
    let reason = if board.business_date != lock.business_date {
        RereadReason::DateTurned
    } else if changed {
        RereadReason::BoardChanged
    } else {
        return LockStanding::Holds;
    };
    let after = PriceLock {
        business_date: board.business_date,
        locked_at: board.now,
        gross: board.gross,
    };
    if after.gross == lock.gross {
        LockStanding::Renewed(after)
    } else {
        LockStanding::Confirm {
            reason,
            before: lock.gross,
            after,
        }
    }
}

/// Why a confirmation of a new price does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfirmRefusal {
    /// Nothing asks for a confirmation.
    NothingToConfirm,
    /// The board moved on: another price must be confirmed.
    PriceMoved {
        /// The price by the board.
        now: Money,
    },
}

/// The lock after staff confirmed a price. Only the price that they saw counts.
///
/// # Errors
/// When nothing asks for a confirmation, or the price is another by now.
pub fn confirm(standing: &LockStanding, seen: Money) -> Result<PriceLock, ConfirmRefusal> {
    match standing {
        LockStanding::Holds | LockStanding::Renewed(_) => Err(ConfirmRefusal::NothingToConfirm),
        LockStanding::Confirm { after, .. } if after.gross == seen => Ok(*after),
        LockStanding::Confirm { after, .. } => Err(ConfirmRefusal::PriceMoved { now: after.gross }),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use kernel::Currency;
    use proptest::prelude::*;

    use super::super::price::GroupRounding;
    use super::*;

    const NO_GROUPS: &[String] = &[];

    fn row(row_id: i64, unit: &str, unit_price: i64) -> PriceRow {
        PriceRow {
            row_id,
            sales_code: "GOLD".to_owned(),
            size_code: String::new(),
            starting_date: None,
            ending_date: None,
            minimum_quantity: 1,
            unit: unit.to_owned(),
            unit_price,
            price_includes_vat: true,
            deductible_vat: None,
            vat: None,
        }
    }

    fn store(currency: Currency, precision: i64, direction: Direction) -> StorePricing {
        let vat = BTreeMap::from([("GOODS".to_owned(), Rate::percent(13))]);
        StorePricing {
            currency,
            price_groups: vec!["GOLD".to_owned(), "RETAIL".to_owned()],
            duty_free: false,
            deductible_vat: vat.clone(),
            vat,
            rounding: BTreeMap::from([(
                "GOLD".to_owned(),
                GroupRounding {
                    precision,
                    direction,
                },
            )]),
        }
    }

    fn query() -> PriceQuery<'static> {
        PriceQuery {
            size_code: "",
            unit: PIECE,
            vat_group: "GOODS",
            date: "2026-11-21".parse().unwrap(),
            quantity: 1,
            customer_groups: NO_GROUPS,
        }
    }

    fn board<'a>(metal: &'a [PriceRow], labour: &'a [PriceRow], fineness: u16) -> Board<'a> {
        Board {
            metal,
            labour,
            gram_unit: GramUnit::HundredthOfMinor,
            fineness,
        }
    }

    #[test]
    fn the_worked_examples_of_two_markets() {
        let shanghai = store(Currency::Cny, 100, Direction::Down);
        let (metal, labour) = ([row(1, GRAM, 7_980_000)], [row(2, GRAM, 600_000)]);
        let piece = Piece {
            weight: Weight(12_350),
            fineness: 999,
        };
        let found = weight_price(&board(&metal, &labour, 999), &shanghai, &query(), piece).unwrap();
        let minor = |money: Money| money.minor;
        assert_eq!(
            [found.metal, found.labour, found.rounding, found.gross].map(minor),
            [985_530, 74_100, -30, 1_059_600]
        );

        let paris = store(Currency::Eur, 1, Direction::Nearest);
        let chain = Piece {
            weight: Weight(5_123),
            fineness: 750,
        };
        let metal = [row(1, GRAM, 924_000), row(2, PIECE, 12_000)];
        let found = weight_price(&board(&metal, &[], 750), &paris, &query(), chain).unwrap();
        assert_eq!((found.gross.minor, found.labour.minor), (59_337, 12_000));
        // The same board in minor units, as 24 carat for a piece of 18.
        let fine = [row(1, GRAM, 12_320), row(2, PIECE, 12_000)];
        let fine = Board {
            gram_unit: GramUnit::Minor,
            ..board(&fine, &[], 1000)
        };
        let found = weight_price(&fine, &paris, &query(), chain).unwrap();
        assert_eq!(found.gross.minor, 59_337);
    }

    #[test]
    fn vat_of_metal_and_labour_is_converted_before_the_one_rounding() {
        let mut airport = store(Currency::Cny, 100, Direction::Down);
        airport.duty_free = true;
        let metal = [row(1, GRAM, 7_980_000), row(2, PIECE, 11_300)];
        let piece = Piece {
            weight: Weight(12_350),
            fineness: 999,
        };
        let found = weight_price(&board(&metal, &[], 999), &airport, &query(), piece).unwrap();
        // (9,855.30 + 113.00) / 1.13 = 8,821.50...
        assert_eq!((found.vat, found.gross.minor), (Rate::ZERO, 882_100));
        assert_eq!(found.labour.minor, 10_000);
    }

    #[test]
    fn of_a_board_with_and_without_vat_the_lower_one_is_the_one_that_is_paid() {
        let shop = store(Currency::Cny, 1, Direction::Nearest);
        let metal = [
            row(1, GRAM, 8_000_000),
            // A gram for 750.00 without VAT costs 847.50.
            PriceRow {
                price_includes_vat: false,
                minimum_quantity: 0,
                ..row(2, GRAM, 7_500_000)
            },
        ];
        let piece = Piece {
            weight: Weight(1_000),
            fineness: 999,
        };
        let found = weight_price(&board(&metal, &[], 999), &shop, &query(), piece).unwrap();
        assert_eq!((found.row_id, found.gross.minor), (1, 80_000));
    }

    #[test]
    fn the_stores_own_board_beats_a_general_one_and_the_customers_lower_one_wins() {
        let shop = store(Currency::Cny, 1, Direction::Nearest);
        let of = |code: &str, row: PriceRow| PriceRow {
            sales_code: code.to_owned(),
            ..row
        };
        let metal = [
            of("RETAIL", row(1, GRAM, 7_000_000)),
            of("GOLD", row(2, GRAM, 8_000_000)),
            of("VIP", row(3, GRAM, 7_900_000)),
            of("GOLD", row(4, "", 1)),
        ];
        let piece = Piece {
            weight: Weight(1_000),
            fineness: 999,
        };
        let vip = ["VIP".to_owned()];
        let found = |customer_groups| {
            let query = PriceQuery {
                customer_groups,
                ..query()
            };
            let price = weight_price(&board(&metal, &[], 999), &shop, &query, piece).unwrap();
            (price.row_id, price.gross.minor)
        };
        assert_eq!(found(NO_GROUPS), (2, 80_000));
        assert_eq!(found(&vip), (3, 79_000));
    }

    #[test]
    fn what_cannot_be_weighed_has_no_price() {
        let shop = store(Currency::Cny, 1, Direction::Nearest);
        let metal = [row(1, GRAM, 7_980_000)];
        let dear = [row(7, GRAM, ROW_PRICE_MAX + 1)];
        let refusal = |metal: &[PriceRow], weight, fineness| {
            let piece = Piece {
                weight: Weight(weight),
                fineness,
            };
            weight_price(&board(metal, &[], 999), &shop, &query(), piece).unwrap_err()
        };
        assert_eq!(refusal(&metal, 0, 999), WeightRefusal::NotPositive);
        assert_eq!(
            refusal(&metal, WEIGHT_MAX.0 + 1, 999),
            WeightRefusal::AboveMaximum
        );
        assert_eq!(
            refusal(&metal, 1_000, 1001),
            WeightRefusal::FinenessOutOfBounds
        );
        assert_eq!(
            refusal(&[row(1, PIECE, 100)], 1_000, 999),
            WeightRefusal::NoPrice
        );
        assert_eq!(
            refusal(&dear, 1_000, 999),
            WeightRefusal::RowOutOfBounds { row_id: 7 }
        );
    }

    #[test]
    fn five_percent_of_the_catalogues_weight_are_within_tolerance() {
        let table = [
            (10_500, 10_000, WeightCheck::Within),
            (9_500, 10_000, WeightCheck::Within),
            (10_501, 10_000, WeightCheck::NeedsApproval),
            (9_499, 10_000, WeightCheck::NeedsApproval),
            (12_350, 12_350, WeightCheck::Within),
            (1, 0, WeightCheck::NeedsApproval),
        ];
        for (weighed, unit_weight, expected) in table {
            assert_eq!(
                check_weight(Weight(weighed), Weight(unit_weight)),
                expected,
                "{weighed} for {unit_weight}"
            );
        }
    }

    #[test]
    fn a_locked_price_outlives_a_change_of_the_board_by_a_quarter_of_an_hour() {
        let yuan = |minor| Money::new(minor, Currency::Cny);
        let lock = PriceLock {
            business_date: "2026-11-21".parse().unwrap(),
            locked_at: "2026-11-21T10:00:00Z".parse().unwrap(),
            gross: yuan(1_059_600),
        };
        let look = |date: &str, now: &str, first_change: Option<&str>, gross| {
            let board = BoardNow {
                business_date: date.parse().unwrap(),
                now: now.parse().unwrap(),
                first_change: first_change.map(|at| at.parse().unwrap()),
                gross: yuan(gross),
            };
            look_again(&lock, &board)
        };
        let at_ten = Some("2026-11-21T10:05:00Z");
        let (today, later) = ("2026-11-21", "2026-11-22");
        let holds = [
            look(today, "2026-11-21T18:00:00Z", None, 1),
            look(today, "2026-11-21T10:20:00Z", at_ten, 1),
            // What changed before the lock is in it already.
            look(
                today,
                "2026-11-21T10:30:00Z",
                Some("2026-11-21T10:00:00Z"),
                1,
            ),
        ];
        assert_eq!(holds, [LockStanding::Holds; 3]);
        let reason = |standing| match standing {
            LockStanding::Confirm { reason, .. } => Some(reason),
            _ => None,
        };
        let changed = look(today, "2026-11-21T10:20:01Z", at_ten, 1_060_000);
        assert_eq!(reason(changed), Some(RereadReason::BoardChanged));
        let turned = look(later, "2026-11-22T09:00:00Z", None, 1_060_000);
        assert_eq!(reason(turned), Some(RereadReason::DateTurned));
        let same = look(later, "2026-11-22T09:00:00Z", None, 1_059_600);
        assert!(matches!(same, LockStanding::Renewed(_)));

        let confirmed = confirm(&changed, yuan(1_060_000)).unwrap();
        assert_eq!(confirmed.gross, yuan(1_060_000));
        assert_eq!(
            confirm(&changed, yuan(1_059_600)),
            Err(ConfirmRefusal::PriceMoved {
                now: yuan(1_060_000)
            })
        );
        assert_eq!(
            confirm(&same, yuan(1_059_600)),
            Err(ConfirmRefusal::NothingToConfirm)
        );
    }

    proptest! {
        #[test]
        fn metal_labour_and_rounding_make_the_price_and_more_weight_never_costs_less(
            gram in 0_i64..ROW_PRICE_MAX, labour in 0_i64..ROW_PRICE_MAX,
            piece_labour in 0_i64..ROW_PRICE_MAX,
            weight in 1_i64..WEIGHT_MAX.0, more in 0_i64..1_000,
            fineness in 1_u16..=1000, duty_free in any::<bool>(),
            precision in prop_oneof![Just(1_i64), Just(50), Just(100)],
            direction in prop_oneof![
                Just(Direction::Nearest), Just(Direction::Up), Just(Direction::Down)
            ],
        ) {
            let mut shop = store(Currency::Cny, precision, direction);
            shop.duty_free = duty_free;
            let metal = [row(1, GRAM, gram), row(2, PIECE, piece_labour)];
            let labour = [row(3, GRAM, labour)];
            let at = |weight: i64| {
                let piece = Piece { weight: Weight(weight.min(WEIGHT_MAX.0)), fineness };
                weight_price(&board(&metal, &labour, 999), &shop, &query(), piece).unwrap()
            };
            let price = at(weight);
            prop_assert_eq!(
                price.metal.minor + price.labour.minor + price.rounding.minor,
                price.gross.minor
            );
            prop_assert!(price.gross.minor >= 0);
            prop_assert!(price.rounding.minor.abs() <= precision);
            prop_assert_eq!(price.gross.minor % precision, 0);
            prop_assert!(at(weight + more).gross.minor >= price.gross.minor);
        }
    }
}
