//! Whether receipts can go on a form (domain §7.2 and §7.5): asked before anybody shows a passport.

use jiff::civil::Date;
use kernel::id::{CustomerId, LineId, OrderId, StoreNo};
use kernel::{Currency, Money, Rate, Refusal};

use super::amount::{Amounts, amounts};
use super::country::{CountryRule, days_after};
use crate::{
    BELOW_MINIMUM, DUTY_FREE, LIVE_FORM, NOT_IN_COUNTRY, NOT_SET_UP, NOTHING_ELIGIBLE,
    OTHER_CUSTOMER, TOO_FAR_APART, TOO_LATE,
};

/// The order types whose goods can leave with the traveller. A deposit is none: its form comes with
/// the settlement.
const ORDER_TYPES: [&str; 3] = ["SALE", "PICKUP", "DEPOSIT_SETTLEMENT"];

/// A store, as far as forms are concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shop {
    /// The store.
    pub store_no: StoreNo,
    /// The country whose rule holds.
    pub country_code: String,
    /// The currency of its receipts.
    pub currency: Currency,
    /// Whether it sells without VAT.
    pub is_duty_free: bool,
    /// Whether it has an operator.
    pub is_set_up: bool,
    /// The date on which it books what happens now.
    pub today: Date,
}

/// A completed order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purchase {
    /// The order.
    pub order_id: OrderId,
    /// The number on its receipt.
    pub receipt_no: String,
    /// The date on which it is booked.
    pub on: Date,
    /// What it is.
    pub order_type: String,
    /// Who bought, where the sale says it.
    pub customer_id: Option<CustomerId>,
    /// What was bought.
    pub lines: Vec<PurchaseLine>,
    /// The number of the live form that it is on.
    pub live_form: Option<String>,
}

/// A line of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PurchaseLine {
    /// The line.
    pub line_id: LineId,
    /// Its name.
    pub name: String,
    /// How many pieces.
    pub quantity: i64,
    /// What was paid for it, with VAT.
    pub net: Money,
    /// The VAT in it.
    pub vat_rate: Rate,
    /// Whether it is a service, a voucher or anything else that nobody carries over a border.
    pub is_no_stock: bool,
    /// Whether it is still to be made for the customer.
    pub is_customised: bool,
    /// Whether pieces of it came back as old metal.
    pub is_recycled: bool,
}

impl PurchaseLine {
    /// Whether it can go on a form: goods that were paid for, with VAT, and that the traveller has.
    #[must_use]
    pub const fn is_eligible(&self) -> bool {
        let stays = self.is_no_stock || self.is_customised || self.is_recycled;
        self.net.is_positive() && self.vat_rate.0 > 0 && !stays
    }
}

impl Purchase {
    /// The lines that can go on a form.
    pub fn eligible(&self) -> impl Iterator<Item = &PurchaseLine> {
        let is_sale = ORDER_TYPES.contains(&self.order_type.as_str());
        self.lines
            .iter()
            .filter(move |line| is_sale && line.is_eligible())
    }

    /// What the lines that can go on a form cost.
    ///
    /// # Errors
    /// When the sum does not fit.
    pub fn gross(&self, currency: Currency) -> Result<Money, kernel::money::MoneyError> {
        Money::sum(currency, self.eligible().map(|line| line.net))
    }
}

/// The rule, of a store that may issue forms at all.
///
/// # Errors
/// Why it may not.
pub fn rule_of<'a>(shop: &Shop, rule: Option<&'a CountryRule>) -> Result<&'a CountryRule, Refusal> {
    if shop.is_duty_free {
        return Err(Refusal::new(&DUTY_FREE));
    }
    let rule = rule
        .filter(|rule| rule.is_available && rule.currency == shop.currency)
        .ok_or_else(|| Refusal::new(&NOT_IN_COUNTRY).with("country", shop.country_code.as_str()))?;
    match shop.is_set_up {
        true => Ok(rule),
        false => Err(Refusal::new(&NOT_SET_UP)),
    }
}

/// What the receipts of one traveller come to on one form.
///
/// # Errors
/// Why they cannot go on one, or the arithmetic's.
pub fn judge(
    shop: &Shop,
    rule: Option<&CountryRule>,
    purchases: &[Purchase],
) -> Result<Amounts, Refusal> {
    let rule = rule_of(shop, rule)?;
    for purchase in purchases {
        if let Some(form_no) = &purchase.live_form {
            return Err(Refusal::new(&LIVE_FORM)
                .with("receiptNo", purchase.receipt_no.as_str())
                .with("formNo", form_no.as_str()));
        }
    }
    one_traveller(purchases)?;
    together(rule, purchases, shop.today)?;
    let goods: Vec<(Rate, Money)> = purchases
        .iter()
        .flat_map(Purchase::eligible)
        .map(|line| (line.vat_rate, line.net))
        .collect();
    if goods.is_empty() {
        return Err(Refusal::new(&NOTHING_ELIGIBLE));
    }
    let found = amounts(shop.currency, &goods, &rule.brackets)
        .map_err(|_| Refusal::new(&NOTHING_ELIGIBLE))?;
    let counted = match rule.minimum_before_tax {
        true => found.gross.minor - found.vat.minor,
        false => found.gross.minor,
    };
    if counted < rule.minimum {
        let money = |minor| Money::new(minor, shop.currency);
        return Err(Refusal::new(&BELOW_MINIMUM)
            .with("minimum", money(rule.minimum))
            .with("missing", money(rule.minimum - counted)));
    }
    Ok(found)
}

/// Receipts that name customers name the same.
fn one_traveller(purchases: &[Purchase]) -> Result<(), Refusal> {
    let mut customers: Vec<CustomerId> = purchases
        .iter()
        .filter_map(|purchase| purchase.customer_id)
        .collect();
    customers.sort_unstable();
    customers.dedup();
    match customers.len() {
        0 | 1 => Ok(()),
        _ => Err(Refusal::new(&OTHER_CUSTOMER).at("orderIds")),
    }
}

/// Receipts of so many consecutive days, of which the first is not too long ago.
fn together(rule: &CountryRule, purchases: &[Purchase], today: Date) -> Result<(), Refusal> {
    let days = || purchases.iter().map(|purchase| purchase.on);
    let (Some(first), Some(last)) = (days().min(), days().max()) else {
        return Err(Refusal::new(&NOTHING_ELIGIBLE));
    };
    if days_after(first, last) >= rule.grouping_days {
        return Err(Refusal::new(&TOO_FAR_APART)
            .with("days", rule.grouping_days)
            .at("orderIds"));
    }
    if days_after(first, today) >= rule.issue_days {
        return Err(Refusal::new(&TOO_LATE).with("days", rule.issue_days));
    }
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::super::country::tests::france;
    use super::*;

    fn eur(minor: i64) -> Money {
        Money::new(minor, Currency::Eur)
    }

    pub(crate) fn paris() -> Shop {
        Shop {
            store_no: "PAR".into(),
            country_code: "FR".to_owned(),
            currency: Currency::Eur,
            is_duty_free: false,
            is_set_up: true,
            today: date(2026, 11, 21),
        }
    }

    fn line(net: i64) -> PurchaseLine {
        PurchaseLine {
            line_id: LineId(Uuid::from_u128(1)),
            name: "Ring".to_owned(),
            quantity: 1,
            net: eur(net),
            vat_rate: Rate::percent(20),
            is_no_stock: false,
            is_customised: false,
            is_recycled: false,
        }
    }

    fn bought(day: i8, net: i64) -> Purchase {
        Purchase {
            order_id: OrderId(Uuid::from_u128(7)),
            receipt_no: "R-1".to_owned(),
            on: date(2026, 11, day),
            order_type: "SALE".to_owned(),
            customer_id: None,
            lines: vec![line(net)],
            live_form: None,
        }
    }

    fn why(shop: &Shop, rule: Option<&CountryRule>, purchases: &[Purchase]) -> &'static str {
        judge(shop, rule, purchases).map_or_else(|refusal| refusal.kind.key, |_| "eligible")
    }

    #[test]
    fn a_store_must_be_in_a_country_with_vat_and_have_an_operator() {
        let goods = [bought(21, 20_000)];
        let rule = france();
        assert_eq!(why(&paris(), Some(&rule), &goods), "eligible");
        let airport = Shop {
            is_duty_free: true,
            ..paris()
        };
        assert_eq!(why(&airport, Some(&rule), &goods), "tax_free.duty_free");
        assert_eq!(why(&paris(), None, &goods), "tax_free.not_in_country");
        let hong_kong = CountryRule {
            is_available: false,
            ..rule.clone()
        };
        assert_eq!(
            why(&paris(), Some(&hong_kong), &goods),
            "tax_free.not_in_country"
        );
        let bare = Shop {
            is_set_up: false,
            ..paris()
        };
        assert_eq!(why(&bare, Some(&rule), &goods), "tax_free.not_set_up");
    }

    #[test]
    fn the_minimum_is_met_to_the_cent_also_before_tax() {
        let rule = france();
        assert_eq!(
            why(&paris(), Some(&rule), &[bought(21, 10_001)]),
            "eligible"
        );
        let refusal = judge(&paris(), Some(&rule), &[bought(21, 10_000)]).unwrap_err();
        assert_eq!(refusal.kind, &BELOW_MINIMUM);
        assert_eq!(refusal.params["missing"], eur(1).into());
        let before_tax = CountryRule {
            minimum_before_tax: true,
            minimum: 10_000,
            ..rule
        };
        for (net, expected) in [(11_999, "tax_free.below_minimum"), (12_000, "eligible")] {
            assert_eq!(
                why(&paris(), Some(&before_tax), &[bought(21, net)]),
                expected
            );
        }
    }

    #[test]
    fn receipts_of_three_days_go_on_one_form_and_not_of_four() {
        let rule = france();
        let pair = |first, second| [bought(first, 6_000), bought(second, 6_000)];
        for (goods, expected) in [
            (pair(21, 21), "eligible"),
            (pair(19, 21), "eligible"),
            (pair(18, 21), "tax_free.too_far_apart"),
            (pair(18, 18), "tax_free.too_late"),
            (pair(18, 20), "tax_free.too_late"),
        ] {
            assert_eq!(why(&paris(), Some(&rule), &goods), expected);
        }
        assert_eq!(why(&paris(), Some(&rule), &[]), "tax_free.nothing_eligible");
    }

    #[test]
    fn only_goods_that_were_paid_for_with_vat_count() {
        let rule = france();
        let with = |change: fn(&mut PurchaseLine)| {
            let mut purchase = bought(21, 20_000);
            change(&mut purchase.lines[0]);
            purchase
        };
        for goods in [
            with(|line| line.is_no_stock = true),
            with(|line| line.is_customised = true),
            with(|line| line.is_recycled = true),
            with(|line| line.vat_rate = Rate::ZERO),
            with(|line| line.net = eur(0)),
            Purchase {
                order_type: "CRM_GIFT".to_owned(),
                ..bought(21, 20_000)
            },
        ] {
            assert_eq!(
                why(&paris(), Some(&rule), &[goods]),
                "tax_free.nothing_eligible"
            );
        }
    }

    #[test]
    fn one_traveller_and_one_live_form() {
        let rule = france();
        let of = |customer: u128| Purchase {
            customer_id: Some(CustomerId(Uuid::from_u128(customer))),
            ..bought(21, 20_000)
        };
        assert_eq!(
            why(&paris(), Some(&rule), &[of(1), of(1), bought(21, 1)]),
            "eligible"
        );
        assert_eq!(
            why(&paris(), Some(&rule), &[of(1), of(2)]),
            "tax_free.other_customer"
        );
        let taken = Purchase {
            live_form: Some("TF-1".to_owned()),
            ..of(1)
        };
        assert_eq!(
            why(&paris(), Some(&rule), &[of(1), taken]),
            "tax_free.live_form"
        );
    }

    proptest! {
        #[test]
        fn what_is_missing_is_exactly_enough(net in 1_i64..10_001) {
            let rule = france();
            let refusal = judge(&paris(), Some(&rule), &[bought(21, net)]).unwrap_err();
            let missing = rule.minimum - net;
            prop_assert_eq!(&refusal.params["missing"], &eur(missing).into());
            let enough = [bought(21, net), bought(20, missing)];
            prop_assert!(judge(&paris(), Some(&rule), &enough).is_ok());
        }
    }
}
