//! What a basket costs, what may be done with its lines, and why payment cannot start yet.

use std::cmp::Ordering;

use catalog::rule::keyed::{PriceRefusal, TYPED_PRICE_MAX};
use catalog::rule::no_stock::{Entry, NoStock};
use kernel::{Currency, Money, Refusal};

use super::line::Line;
use super::price::PricedBasket;
use crate::{
    CERTIFICATE_REQUIRED, CERTIFICATE_TOO_MANY, FLIGHT_REQUIRED, LINE_NOT_RESERVED,
    LOCKED_BY_PAYMENT, NO_PRICE, NOTHING_TO_PAY, PRICE_ASKED, PRICE_CHANGED, PRICE_OUT_OF_BOUNDS,
    PRICE_ZERO, REFERENCE_REQUIRED, SALESPERSON_REQUIRED, STOCK_NO_REQUIRED,
};

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
                | (Self::Paying, Self::Open | Self::Completed | Self::Emptied)
                | (Self::Temporary, Self::Open | Self::Emptied)
        )
    }
}

/// What payment looks at besides lines and prices.
#[derive(Clone, Copy, Debug)]
pub struct Readiness {
    /// Where the basket stands.
    pub state: BasketState,
    /// Whether somebody sells.
    pub has_salesperson: bool,
    /// Whether the store asks for a flight, and none is entered.
    pub lacks_flight: bool,
    /// Whether prices changed and nobody confirmed them.
    pub is_price_changed: bool,
    /// Whether the store sells below stock.
    pub allows_below_stock: bool,
}

/// Why payment cannot start now; nothing when it can.
#[must_use]
pub fn payment_refusal(
    readiness: &Readiness,
    lines: &[Line],
    priced: &PricedBasket,
) -> Option<Refusal> {
    if readiness.state == BasketState::Paying {
        return Some(Refusal::new(&LOCKED_BY_PAYMENT));
    }
    if !readiness.has_salesperson {
        return Some(Refusal::new(&SALESPERSON_REQUIRED));
    }
    if lines.is_empty() {
        return Some(Refusal::new(&NOTHING_TO_PAY));
    }
    let of_lines = lines.iter().zip(&priced.lines).find_map(|(line, price)| {
        let currency = priced.total().currency;
        let of_price = price
            .refusal
            .map(|refusal| price_refusal(line, refusal, currency));
        of_price.or_else(|| entry_refusal(line, readiness.allows_below_stock))
    });
    of_lines
        .or_else(|| {
            readiness
                .is_price_changed
                .then(|| Refusal::new(&PRICE_CHANGED))
        })
        .or_else(|| {
            readiness
                .lacks_flight
                .then(|| Refusal::new(&FLIGHT_REQUIRED))
        })
}

/// Why a line has no price, in words.
#[must_use]
pub fn price_refusal(line: &Line, refusal: PriceRefusal, currency: Currency) -> Refusal {
    let bounds = |minimum: Option<i64>, maximum: Option<i64>| {
        let money = |minor| Money::new(minor, currency);
        Refusal::new(&PRICE_OUT_OF_BOUNDS)
            .with("itemNo", line.item_no.as_str())
            .with("minimum", money(minimum.unwrap_or(0)))
            .with("maximum", money(maximum.unwrap_or(TYPED_PRICE_MAX)))
            .at("price")
    };
    let kind = match refusal {
        PriceRefusal::PriceAsked { .. } => &PRICE_ASKED,
        PriceRefusal::Zero => &PRICE_ZERO,
        PriceRefusal::BelowMinimum { minimum } => {
            return bounds(Some(minimum), line.item.keyed_max);
        }
        PriceRefusal::AboveMaximum { maximum } => {
            return bounds(line.item.keyed_min, Some(maximum));
        }
        PriceRefusal::BelowZero => return bounds(line.item.keyed_min, line.item.keyed_max),
        PriceRefusal::NotKeyed
        | PriceRefusal::KeyedNotOverridden
        | PriceRefusal::NotOverridable => &crate::PRICE_NOT_OVERRIDABLE,
        PriceRefusal::Unchanged => &crate::PRICE_UNCHANGED,
        PriceRefusal::NoPrice | PriceRefusal::CurrencyDiffers { .. } => &NO_PRICE,
    };
    Refusal::new(kind).with("itemNo", line.item_no.as_str())
}

/// What a line still lacks besides its price.
fn entry_refusal(line: &Line, allows_below_stock: bool) -> Option<Refusal> {
    let of = |kind| Some(Refusal::new(kind).with("itemNo", line.item_no.as_str()));
    if line.item.no_stock_posting {
        let entries = NoStock::of(&line.item_no).entries();
        if entries.contains(&Entry::CardNumber) {
            return match &line.gift_card {
                None => Some(Refusal::new(&gift_card::NUMBER_REQUIRED)),
                Some(card) if card.is_reserved => None,
                // It was blocked or spent meanwhile, or somebody else tops it up.
                Some(card) if card.is_top_up => Some(Refusal::new(&gift_card::CANNOT_BE_TOPPED_UP)),
                // Somebody else bought it while the basket was away.
                Some(_) => Some(Refusal::new(&gift_card::CANNOT_BE_BOUGHT)),
            };
        }
        let lacks_reference =
            entries.contains(&Entry::Reference) && line.entered.reference.is_empty();
        return lacks_reference.then(|| of(&REFERENCE_REQUIRED)).flatten();
    }
    let lacks = line.missing() > 0 || (line.below_stock > 0 && !allows_below_stock);
    if line.takes_stock() && lacks {
        return Some(
            Refusal::new(&LINE_NOT_RESERVED)
                .with("itemNo", line.item_no.as_str())
                .with("reserved", line.reserved)
                .with("quantity", line.quantity),
        );
    }
    if line.is_gift {
        return None;
    }
    if line.item.carries_stock_no && line.entered.stock_no.is_empty() {
        return of(&STOCK_NO_REQUIRED);
    }
    if !line.item.carries_certificate {
        return None;
    }
    let certificates = i64::try_from(line.entered.certificate_nos.len()).unwrap_or(i64::MAX);
    match certificates.cmp(&line.quantity) {
        Ordering::Less => of(&CERTIFICATE_REQUIRED),
        Ordering::Equal => None,
        // Order and journal would state the certificate of a piece that nobody bought.
        Ordering::Greater => of(&CERTIFICATE_TOO_MANY),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::testing::{basket_line, priced, row};

    fn key(has_salesperson: bool, lines: &[Line]) -> Option<&'static str> {
        let rows = [
            ("RG-1", vec![row(1, 14900)]),
            ("PAPERBAG", vec![row(1, 0)]),
            ("REPAIR", vec![]),
        ];
        let readiness = Readiness {
            state: BasketState::Open,
            has_salesperson,
            lacks_flight: false,
            is_price_changed: false,
            allows_below_stock: false,
        };
        payment_refusal(&readiness, lines, &priced(lines, &rows)).map(|refusal| refusal.kind.key)
    }

    #[test]
    fn payment_starts_only_when_everything_is_in_place() {
        let ring = |quantity, reserved| basket_line("RG-1", quantity, reserved);
        assert_eq!(key(false, &[ring(1, 1)]), Some("sale.salesperson_required"));
        assert_eq!(key(true, &[]), Some("sale.nothing_to_pay"));
        assert_eq!(key(true, &[ring(2, 1)]), Some("sale.line_not_reserved"));
        let unknown = basket_line("RG-9", 1, 1);
        assert_eq!(key(true, &[unknown]), Some("sale.no_price"));
        let bag = basket_line("PAPERBAG", 1, 0);
        assert_eq!(key(true, &[ring(1, 1), bag]), None);
    }

    #[test]
    fn what_staff_agreed_to_sell_below_stock_is_paid_only_where_the_store_allows_it() {
        let mut ring = basket_line("RG-1", 3, 1);
        ring.below_stock = 2;
        let basket = priced(&[ring.clone()], &[("RG-1", vec![row(1, 14900)])]);
        let mut readiness = Readiness {
            state: BasketState::Open,
            has_salesperson: true,
            lacks_flight: false,
            is_price_changed: false,
            allows_below_stock: true,
        };
        let mut key = |line: &Line, allows_below_stock| {
            readiness.allows_below_stock = allows_below_stock;
            let refusal = payment_refusal(&readiness, std::slice::from_ref(line), &basket);
            refusal.map(|refusal| refusal.kind.key)
        };
        assert_eq!(key(&ring, true), None);
        assert_eq!(key(&ring, false), Some("sale.line_not_reserved"));
        ring.below_stock = 1;
        assert_eq!(key(&ring, true), Some("sale.line_not_reserved"));
    }

    #[test]
    fn a_repair_asks_for_its_price_and_what_it_is() {
        let mut repair = basket_line("REPAIR", 1, 0);
        repair.item.keying_in_price = true;
        assert_eq!(key(true, &[repair.clone()]), Some("sale.price_asked"));
        repair.entered.keyed_price = Some(4_500);
        assert_eq!(
            key(true, &[repair.clone()]),
            Some("sale.reference_required")
        );
        repair.entered.reference = "Chain, Mme Martin".to_owned();
        assert_eq!(key(true, &[repair]), None);
    }

    #[test]
    fn a_piece_with_certificates_needs_as_many_numbers_as_pieces() {
        let mut ring = basket_line("RG-1", 2, 2);
        ring.item.carries_certificate = true;
        ring.entered.certificate_nos = vec!["GIA-1".to_owned()];
        let refusal = key(true, &[ring.clone()]);
        assert_eq!(refusal, Some("sale.certificate_required"));
        ring.entered.certificate_nos.push("GIA-2".to_owned());
        assert_eq!(key(true, &[ring.clone()]), None);
        ring.entered.certificate_nos.push("GIA-3".to_owned());
        let refusal = key(true, &[ring]);
        assert_eq!(refusal, Some("sale.certificate_too_many"));
    }

    #[test]
    fn prices_that_changed_and_a_missing_flight_wait_for_staff() {
        let lines = [basket_line("RG-1", 1, 1)];
        let basket = priced(&lines, &[("RG-1", vec![row(1, 14900)])]);
        let mut readiness = Readiness {
            state: BasketState::Open,
            has_salesperson: true,
            lacks_flight: true,
            is_price_changed: true,
            allows_below_stock: false,
        };
        let mut key = || {
            let refusal = payment_refusal(&readiness, &lines, &basket)?;
            readiness.is_price_changed = false;
            Some(refusal.kind.key)
        };
        assert_eq!(key(), Some("sale.price_changed"));
        assert_eq!(key(), Some("sale.flight_required"));
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
}
