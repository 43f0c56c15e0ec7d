//! Whether a store sells a card or takes it (domain §6.3).

use jiff::civil::Date;
use kernel::{Currency, Money, Refusal};

use crate::{
    AMOUNT_NOT_POSITIVE, AMOUNT_OUT_OF_BOUNDS, CANNOT_BE_BOUGHT, CANNOT_BE_TOPPED_UP,
    CANNOT_TAKE_REFUND, CARD_FULL, EXPIRED, FUNCTION_UNAVAILABLE, REST_TOO_LARGE, STORE_CANNOT_USE,
    TOP_UP_OUT_OF_BOUNDS, UNAVAILABLE, WRONG_CURRENCY,
};

use super::state::{CardState, Standing};

/// What a store does with gift cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Whether it sells them (specification: sellGiftCard).
    pub sells: bool,
    /// Whether it takes them (specification: redeemGiftCard).
    pub redeems: bool,
    /// The market whose cards it sells and takes.
    pub market_code: String,
    /// The least that a card is sold for, in minor units.
    pub minimum: i64,
    /// The most.
    pub maximum: i64,
    /// For how many months a card that is sold here holds; none for ever.
    pub valid_months: Option<i64>,
}

/// What the rules look at of a card.
#[derive(Clone, Copy, Debug)]
pub struct Offered<'a> {
    /// Its market.
    pub market_code: &'a str,
    /// Its currency.
    pub currency: Currency,
    /// Where it stands.
    pub standing: Standing,
    /// The last date on which it holds; none for ever.
    pub expires_on: Option<Date>,
}

impl Offered<'_> {
    /// Why its time is over on a business date: since its last day has passed, whether or not the job
    /// that ends cards has come to it (domain §6.4).
    fn expiry_refusal(self, today: Date) -> Option<Refusal> {
        let last_day = self.expires_on?;
        let is_over = self.standing.state == CardState::Expired
            || (self.standing.holds_value() && last_day < today);
        is_over.then(|| Refusal::new(&EXPIRED).with("date", last_day.to_string()))
    }
}

impl Terms {
    /// Why nothing can be done with gift cards in this store.
    #[must_use]
    pub fn function_refusal(&self) -> Option<Refusal> {
        (!self.sells && !self.redeems).then(|| Refusal::new(&FUNCTION_UNAVAILABLE))
    }

    /// Why a card cannot be bought here.
    #[must_use]
    pub fn sale_refusal(&self, card: Offered<'_>, currency: Currency) -> Option<Refusal> {
        self.function_refusal().or_else(|| {
            let is_ours = card.market_code == self.market_code && card.currency == currency;
            (!self.sells || !is_ours || card.standing.state != CardState::Stock)
                .then(|| Refusal::new(&CANNOT_BE_BOUGHT))
        })
    }

    /// Why money that goes back cannot be put on a card here. That is no sale: a store that takes gift
    /// cards gives what they paid back on a new one, whether or not it sells any.
    #[must_use]
    pub fn refund_refusal(&self, card: Offered<'_>, currency: Currency) -> Option<Refusal> {
        self.function_refusal().or_else(|| {
            let is_ours = card.market_code == self.market_code && card.currency == currency;
            if !self.redeems {
                Some(Refusal::new(&STORE_CANNOT_USE))
            } else if !is_ours || card.standing.state != CardState::Stock {
                Some(Refusal::new(&CANNOT_TAKE_REFUND))
            } else {
                None
            }
        })
    }

    /// Why a card cannot pay here on a business date of the store.
    #[must_use]
    pub fn use_refusal(
        &self,
        card: Offered<'_>,
        (currency, today): (Currency, Date),
    ) -> Option<Refusal> {
        self.function_refusal().or_else(|| {
            if !self.redeems || card.market_code != self.market_code {
                Some(Refusal::new(&STORE_CANNOT_USE))
            } else if card.currency != currency {
                Some(Refusal::new(&WRONG_CURRENCY).with("currency", card.currency.code()))
            } else {
                let is_unavailable = !card.standing.is_spendable();
                card.expiry_refusal(today)
                    .or_else(|| is_unavailable.then(|| Refusal::new(&UNAVAILABLE)))
            }
        })
    }

    /// Why no more can be put on a card here on a business date of the store.
    #[must_use]
    pub fn top_up_refusal(
        &self,
        card: Offered<'_>,
        (currency, today): (Currency, Date),
    ) -> Option<Refusal> {
        self.function_refusal().or_else(|| {
            let is_ours = card.market_code == self.market_code && card.currency == currency;
            if !self.sells || !is_ours {
                Some(Refusal::new(&CANNOT_BE_TOPPED_UP))
            } else if let Some(refusal) = card.expiry_refusal(today) {
                Some(refusal)
            } else if !card.standing.is_spendable() {
                Some(Refusal::new(&CANNOT_BE_TOPPED_UP))
            } else if self.room(card) < self.minimum {
                let maximum = Money::new(self.maximum, currency);
                Some(Refusal::new(&CARD_FULL).with("maximum", maximum))
            } else {
                None
            }
        })
    }

    /// What fits on a card besides what is left on it, in minor units.
    #[must_use]
    pub const fn room(&self, card: Offered<'_>) -> i64 {
        self.maximum - card.standing.balance
    }

    /// Why an amount cannot be put on a card: what it is sold for is the least, and with what is left
    /// on it the most.
    #[must_use]
    pub fn top_up_amount_refusal(&self, card: Offered<'_>, amount: Money) -> Option<Refusal> {
        if !amount.is_positive() {
            return Some(Refusal::new(&AMOUNT_NOT_POSITIVE).at("amount"));
        }
        let money = |minor| Money::new(minor, amount.currency);
        (!(self.minimum..=self.room(card)).contains(&amount.minor)).then(|| {
            Refusal::new(&TOP_UP_OUT_OF_BOUNDS)
                .with("minimum", money(self.minimum))
                .with("maximum", money(self.room(card)))
                .at("amount")
        })
    }

    /// Why a card cannot be sold for an amount.
    #[must_use]
    pub fn amount_refusal(&self, amount: Money) -> Option<Refusal> {
        if !amount.is_positive() {
            return Some(Refusal::new(&AMOUNT_NOT_POSITIVE).at("amount"));
        }
        let money = |minor| Money::new(minor, amount.currency);
        (!(self.minimum..=self.maximum).contains(&amount.minor)).then(|| {
            Refusal::new(&AMOUNT_OUT_OF_BOUNDS)
                .with("minimum", money(self.minimum))
                .with("maximum", money(self.maximum))
                .at("amount")
        })
    }
}

/// Below what the rest on a card may be cleared: one whole unit of its currency (domain §6.3, rule 6;
/// decision 0023).
#[must_use]
pub fn clearable_below(currency: Currency) -> Money {
    Money::new(10_i64.pow(currency.exponent()), currency)
}

/// Why a rest cannot be cleared.
#[must_use]
pub fn clearing_refusal(rest: Money) -> Option<Refusal> {
    let limit = clearable_below(rest.currency);
    (rest.minor >= limit.minor).then(|| Refusal::new(&REST_TOO_LARGE).with("limit", limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(sells: bool, redeems: bool) -> Terms {
        Terms {
            sells,
            redeems,
            market_code: "EU".to_owned(),
            minimum: 1_000,
            maximum: 300_000,
            valid_months: Some(24),
        }
    }

    fn card(market_code: &str, state: CardState, balance: i64) -> Offered<'_> {
        Offered {
            market_code,
            currency: Currency::Eur,
            standing: Standing {
                state,
                initial: 10_000,
                balance,
            },
            expires_on: None,
        }
    }

    const TODAY: Date = Date::constant(2026, 11, 21);
    const HERE: (Currency, Date) = (Currency::Eur, TODAY);

    fn key(refusal: Option<Refusal>) -> &'static str {
        refusal.map_or("", |refusal| refusal.kind.key)
    }

    #[test]
    fn each_of_the_three_messages_has_its_reason() {
        let unavailable = "gift_card.function_unavailable";
        let bought = "gift_card.cannot_be_bought";
        let store = "gift_card.store_cannot_use";
        let refund = "gift_card.cannot_take_refund";
        // sells, takes, market of the card: why not to sell, why not to take, why not to refund to
        let table = [
            (true, true, "EU", "", "", ""),
            (true, true, "ASIA", bought, store, refund),
            (false, true, "EU", bought, "", ""),
            (true, false, "EU", "", store, store),
            (false, false, "EU", unavailable, unavailable, unavailable),
        ];
        for (sells, redeems, market, to_sell, to_use, to_refund) in table {
            let terms = terms(sells, redeems);
            let stock = card(market, CardState::Stock, 0);
            let active = card(market, CardState::Active, 10_000);
            let found = key(terms.sale_refusal(stock, Currency::Eur));
            assert_eq!(found, to_sell, "{sells} {redeems} {market}");
            let found = key(terms.refund_refusal(stock, Currency::Eur));
            assert_eq!(found, to_refund, "{sells} {redeems} {market}");
            let found = key(terms.use_refusal(active, HERE));
            assert_eq!(found, to_use, "{sells} {redeems} {market}");
        }
    }

    #[test]
    fn only_a_card_in_stock_is_sold_and_only_one_with_a_balance_pays() {
        let terms = terms(true, true);
        for state in CardState::ALL {
            let sold = terms.sale_refusal(card("EU", state, 0), Currency::Eur);
            assert_eq!(sold.is_none(), state == CardState::Stock, "{state:?}");
            let charged = terms.refund_refusal(card("EU", state, 0), Currency::Eur);
            assert_eq!(charged.is_none(), state == CardState::Stock, "{state:?}");
            let used = terms.use_refusal(card("EU", state, 1), HERE);
            let pays = matches!(state, CardState::Active | CardState::Partial);
            assert_eq!(key(used), if pays { "" } else { "gift_card.unavailable" });
        }
        let empty = terms.use_refusal(card("EU", CardState::Partial, 0), HERE);
        assert_eq!(key(empty), "gift_card.unavailable");
        let active = card("EU", CardState::Active, 1);
        let elsewhere = terms.use_refusal(active, (Currency::Hkd, TODAY));
        assert_eq!(key(elsewhere), "gift_card.wrong_currency");
    }

    #[test]
    fn a_card_whose_last_day_has_passed_is_over_whether_or_not_the_job_has_come_to_it() {
        use CardState::{Active, Blocked, Empty, Expired, Partial, Voided};
        let terms = terms(true, true);
        let (expired, unavailable) = ("gift_card.expired", "gift_card.unavailable");
        let no_top_up = "gift_card.cannot_be_topped_up";
        // state, balance, last day in November: why not to take, why not to top up
        let table = [
            (Active, 100, 21, "", ""),
            (Active, 100, 20, expired, expired),
            (Partial, 40, 20, expired, expired),
            (Blocked, 40, 20, expired, expired),
            (Blocked, 40, 21, unavailable, no_top_up),
            (Expired, 0, 20, expired, expired),
            // The job ended it where the day is over already.
            (Expired, 0, 21, expired, expired),
            // Nothing was left of these.
            (Empty, 0, 20, unavailable, no_top_up),
            (Voided, 0, 20, unavailable, no_top_up),
        ];
        for (state, balance, day, to_use, to_top_up) in table {
            let card = Offered {
                expires_on: Some(Date::constant(2026, 11, day)),
                ..card("EU", state, balance)
            };
            let found = key(terms.use_refusal(card, HERE));
            assert_eq!(found, to_use, "{state:?} {day}");
            let found = key(terms.top_up_refusal(card, HERE));
            assert_eq!(found, to_top_up, "{state:?} {day}");
        }
    }

    #[test]
    fn a_card_is_sold_for_ten_to_three_thousand() {
        let table = [
            (-1, "gift_card.amount_not_positive"),
            (0, "gift_card.amount_not_positive"),
            (999, "gift_card.amount_out_of_bounds"),
            (1_000, ""),
            (300_000, ""),
            (300_001, "gift_card.amount_out_of_bounds"),
        ];
        for (minor, expected) in table {
            let amount = Money::new(minor, Currency::Eur);
            let found = key(terms(true, true).amount_refusal(amount));
            assert_eq!(found, expected, "{minor}");
        }
    }

    #[test]
    fn a_card_with_a_balance_is_topped_up_where_it_could_be_sold() {
        let no = "gift_card.cannot_be_topped_up";
        // sells, takes, market of the card: why not
        let table = [
            (true, true, "EU", ""),
            (true, false, "EU", ""),
            (true, true, "ASIA", no),
            (false, true, "EU", no),
            (false, false, "EU", "gift_card.function_unavailable"),
        ];
        for (sells, redeems, market, expected) in table {
            let terms = terms(sells, redeems);
            let active = card(market, CardState::Active, 10_000);
            let found = key(terms.top_up_refusal(active, HERE));
            assert_eq!(found, expected, "{sells} {redeems} {market}");
        }
        let terms = terms(true, true);
        for state in CardState::ALL {
            let found = key(terms.top_up_refusal(card("EU", state, 1), HERE));
            let takes = matches!(state, CardState::Active | CardState::Partial);
            assert_eq!(found, if takes { "" } else { no }, "{state:?}");
        }
        let active = card("EU", CardState::Active, 1);
        assert_eq!(
            key(terms.top_up_refusal(active, (Currency::Hkd, TODAY))),
            no
        );
    }

    #[test]
    fn with_what_is_left_no_more_is_on_a_card_than_it_is_sold_for() {
        let terms = terms(true, true);
        let outside = "gift_card.top_up_out_of_bounds";
        // balance, top-up: why not
        let table = [
            (4_000, 0, "gift_card.amount_not_positive"),
            (4_000, 999, outside),
            (4_000, 1_000, ""),
            (4_000, 296_000, ""),
            (4_000, 296_001, outside),
            (1, i64::MAX, outside),
        ];
        for (balance, minor, expected) in table {
            let card = card("EU", CardState::Partial, balance);
            let amount = Money::new(minor, Currency::Eur);
            let found = key(terms.top_up_amount_refusal(card, amount));
            assert_eq!(found, expected, "{balance} {minor}");
        }
        // The least does not fit any more.
        for (balance, expected) in [(299_000, ""), (299_001, "gift_card.card_full")] {
            let card = card("EU", CardState::Active, balance);
            assert_eq!(key(terms.top_up_refusal(card, HERE)), expected);
        }
    }

    #[test]
    fn a_rest_below_one_unit_may_be_cleared() {
        let large = "gift_card.rest_too_large";
        let table = [
            (Currency::Eur, 99, ""),
            (Currency::Eur, 100, large),
            (Currency::Kwd, 999, ""),
            (Currency::Kwd, 1_000, large),
            // There is no rest below one.
            (Currency::Jpy, 1, large),
        ];
        for (currency, minor, expected) in table {
            let found = key(clearing_refusal(Money::new(minor, currency)));
            assert_eq!(found, expected, "{currency:?} {minor}");
        }
    }
}
