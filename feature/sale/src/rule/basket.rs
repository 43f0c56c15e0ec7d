//! What a basket costs, what may be done with its lines, and why payment cannot start yet.

use std::collections::HashMap;

use catalog::rule::price::{PriceQuery, PriceRow, StorePricing, price};
use catalog::rule::vat::{VatAmount, vat_of};
use jiff::civil::Date;
use kernel::id::LineId;
use kernel::money::MoneyError;
use kernel::{Money, Rate, Refusal};

use crate::{LINE_NOT_RESERVED, LOCKED_BY_PAYMENT, NO_PRICE, NOTHING_TO_PAY, SALESPERSON_REQUIRED};

/// Where a basket stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BasketState {
    /// Lines come and go.
    Open,
    /// What is due is fixed; money is being taken.
    Paying,
    /// Left behind by a logout or by a till that died; waits for the next login there.
    Temporary,
    /// Sold.
    Completed,
    /// Given up.
    Emptied,
}

impl BasketState {
    /// The state as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "OPEN",
            Self::Paying => "PAYING",
            Self::Temporary => "TEMPORARY",
            Self::Completed => "COMPLETED",
            Self::Emptied => "EMPTIED",
        }
    }

    /// Finds a state by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [
            Self::Open,
            Self::Paying,
            Self::Temporary,
            Self::Completed,
            Self::Emptied,
        ]
        .into_iter()
        .find(|state| state.name() == name)
    }

    /// Whether a basket may go from this state to another (domain §10.2, S1 to S9).
    #[must_use]
    pub const fn may_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::Open, Self::Paying | Self::Temporary | Self::Emptied)
                | (Self::Paying, Self::Open | Self::Completed)
                | (Self::Temporary, Self::Open | Self::Emptied)
        )
    }
}

/// A line as it is stored, with what the rules need of its item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its id.
    pub line_id: LineId,
    /// The item.
    pub item_no: String,
    /// Its size.
    pub size_code: String,
    /// How many pieces.
    pub quantity: i64,
    /// How many of them are reserved.
    pub reserved: i64,
    /// Whether the item is sold without touching stock.
    pub no_stock_posting: bool,
    /// The unit in which the item is sold.
    pub unit: String,
    /// The item's VAT group.
    pub vat_group: String,
}

/// A line with its price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PricedLine {
    /// The price of one piece, VAT included.
    pub unit_price: Money,
    /// What the line costs.
    pub net: Money,
    /// The VAT contained.
    pub vat: Rate,
}

/// A basket with its prices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PricedBasket {
    /// The prices in the order of the lines; none where an item has no price here today.
    pub lines: Vec<Option<PricedLine>>,
    /// How many pieces.
    pub pieces: i64,
    /// What is to pay.
    pub total: Money,
    /// The VAT contained, per rate.
    pub vat: Vec<VatAmount>,
    /// The VAT contained in each line, in the order of the lines.
    pub vat_shares: Vec<Money>,
}

/// Prices a basket. The tier of a line follows from all pieces of its item and size (domain §1.3).
///
/// # Errors
/// When an amount does not fit, which no price list reaches.
pub fn price_basket(
    lines: &[Line],
    rows: &HashMap<String, Vec<PriceRow>>,
    store: &StorePricing,
    date: Date,
) -> Result<PricedBasket, MoneyError> {
    let mut quantities: HashMap<(&str, &str), i64> = HashMap::new();
    for line in lines {
        *quantities
            .entry((&line.item_no, &line.size_code))
            .or_default() += line.quantity;
    }
    let priced = |line: &Line| {
        let query = PriceQuery {
            size_code: &line.size_code,
            unit: &line.unit,
            vat_group: &line.vat_group,
            date,
            quantity: quantities[&(line.item_no.as_str(), line.size_code.as_str())],
            customer_groups: &[],
        };
        price(
            rows.get(&line.item_no).map_or(&[][..], Vec::as_slice),
            store,
            &query,
        )
        .map(|price| {
            let net = price.gross.times(line.quantity)?;
            Ok(PricedLine {
                unit_price: price.gross,
                net,
                vat: price.vat,
            })
        })
        .transpose()
    };
    let priced: Vec<Option<PricedLine>> = lines.iter().map(priced).collect::<Result<_, _>>()?;
    sum_up(lines, priced, store.currency)
}

/// The totals of lines whose prices are known.
///
/// # Errors
/// When an amount does not fit.
pub fn sum_up(
    lines: &[Line],
    priced: Vec<Option<PricedLine>>,
    currency: kernel::Currency,
) -> Result<PricedBasket, MoneyError> {
    let nets: Vec<(Money, Rate)> = priced
        .iter()
        .map(|line| {
            line.map_or((Money::zero(currency), Rate::ZERO), |line| {
                (line.net, line.vat)
            })
        })
        .collect();
    let (vat, vat_shares) = vat_of(currency, &nets);
    Ok(PricedBasket {
        pieces: lines.iter().map(|line| line.quantity).sum(),
        total: Money::sum(currency, nets.iter().map(|(net, _)| *net))?,
        lines: priced,
        vat: vat.into_iter().filter(|vat| vat.gross.minor != 0).collect(),
        vat_shares,
    })
}

/// Why payment cannot start now; nothing when it can.
#[must_use]
pub fn payment_refusal(
    state: BasketState,
    has_salesperson: bool,
    lines: &[Line],
    priced: &PricedBasket,
) -> Option<Refusal> {
    if state == BasketState::Paying {
        return Some(Refusal::new(&LOCKED_BY_PAYMENT));
    }
    if !has_salesperson {
        return Some(Refusal::new(&SALESPERSON_REQUIRED));
    }
    if lines.is_empty() {
        return Some(Refusal::new(&NOTHING_TO_PAY));
    }
    for (line, price) in lines.iter().zip(&priced.lines) {
        if price.is_none() {
            return Some(Refusal::new(&NO_PRICE).with("itemNo", line.item_no.as_str()));
        }
        if !line.no_stock_posting && line.reserved < line.quantity {
            return Some(
                Refusal::new(&LINE_NOT_RESERVED)
                    .with("itemNo", line.item_no.as_str())
                    .with("reserved", line.reserved)
                    .with("quantity", line.quantity),
            );
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use kernel::Currency;
    use proptest::prelude::*;

    use super::*;

    fn line(item_no: &str, quantity: i64, reserved: i64) -> Line {
        Line {
            line_id: LineId(uuid::Uuid::nil()),
            item_no: item_no.to_owned(),
            size_code: String::new(),
            quantity,
            reserved,
            no_stock_posting: item_no == "PAPERBAG",
            unit: "PCS".to_owned(),
            vat_group: "GOODS".to_owned(),
        }
    }

    fn row(minimum_quantity: i64, unit_price: i64) -> PriceRow {
        PriceRow {
            row_id: minimum_quantity,
            sales_code: "EUR-RETAIL".to_owned(),
            size_code: String::new(),
            starting_date: None,
            ending_date: None,
            minimum_quantity,
            unit: "PCS".to_owned(),
            unit_price,
            price_includes_vat: true,
            deductible_vat: None,
            vat: None,
        }
    }

    fn store() -> StorePricing {
        let vat = BTreeMap::from([("GOODS".to_owned(), Rate::percent(20))]);
        StorePricing {
            currency: Currency::Eur,
            price_groups: vec!["EUR-RETAIL".to_owned()],
            duty_free: false,
            deductible_vat: vat.clone(),
            vat,
            rounding: BTreeMap::new(),
        }
    }

    fn priced(lines: &[Line], rows: &[(&str, Vec<PriceRow>)]) -> PricedBasket {
        let rows = rows
            .iter()
            .map(|(item, rows)| ((*item).to_owned(), rows.clone()))
            .collect();
        price_basket(lines, &rows, &store(), "2026-11-21".parse().unwrap()).unwrap()
    }

    #[test]
    fn the_third_piece_brings_every_piece_to_the_better_tier() {
        let rows = [("RG-1", vec![row(1, 14900), row(3, 13900)])];
        assert_eq!(priced(&[line("RG-1", 2, 2)], &rows).total.minor, 29800);
        assert_eq!(priced(&[line("RG-1", 3, 3)], &rows).total.minor, 41700);
        // Two lines of one item and size count together.
        let two = [line("RG-1", 2, 2), line("RG-1", 1, 1)];
        assert_eq!(priced(&two, &rows).total.minor, 41700);
    }

    #[test]
    fn payment_starts_only_when_everything_is_in_place() {
        let rows = [("RG-1", vec![row(1, 14900)]), ("PAPERBAG", vec![row(1, 0)])];
        let key = |salesperson, lines: &[Line]| {
            let basket = priced(lines, &rows);
            payment_refusal(BasketState::Open, salesperson, lines, &basket)
                .map(|refusal| refusal.kind.key)
        };
        assert_eq!(
            key(false, &[line("RG-1", 1, 1)]),
            Some("sale.salesperson_required")
        );
        assert_eq!(key(true, &[]), Some("sale.nothing_to_pay"));
        assert_eq!(
            key(true, &[line("RG-1", 2, 1)]),
            Some("sale.line_not_reserved")
        );
        assert_eq!(key(true, &[line("RG-9", 1, 1)]), Some("sale.no_price"));
        assert_eq!(
            key(true, &[line("RG-1", 1, 1), line("PAPERBAG", 1, 0)]),
            None
        );
    }

    #[test]
    fn a_sold_or_given_up_basket_never_comes_back() {
        use BasketState::{Completed, Emptied, Open, Paying, Temporary};
        let all = [Open, Paying, Temporary, Completed, Emptied];
        for state in [Completed, Emptied] {
            assert!(all.iter().all(|next| !state.may_become(*next)));
        }
        assert!(
            !Open.may_become(Completed),
            "nothing is sold without payment"
        );
        assert!(
            all.iter()
                .all(|state| BasketState::parse(state.name()) == Some(*state))
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn lines_sum_to_the_total_and_vat_to_its_rates(
            pieces in proptest::collection::vec((1_i64..5, 0_i64..500_000), 1..10)
        ) {
            let lines: Vec<Line> = pieces
                .iter()
                .enumerate()
                .map(|(at, (quantity, _))| line(&format!("RG-{at}"), *quantity, *quantity))
                .collect();
            let names: Vec<String> = lines.iter().map(|line| line.item_no.clone()).collect();
            let rows: Vec<(&str, Vec<PriceRow>)> = names
                .iter()
                .zip(&pieces)
                .map(|(name, (_, price))| (name.as_str(), vec![row(1, *price)]))
                .collect();
            let basket = priced(&lines, &rows);
            let nets: i64 = basket.lines.iter().flatten().map(|line| line.net.minor).sum();
            prop_assert_eq!(nets, basket.total.minor);
            let shares: i64 = basket.vat_shares.iter().map(|share| share.minor).sum();
            prop_assert_eq!(shares, basket.vat.iter().map(|vat| vat.amount.minor).sum::<i64>());
        }
    }
}
