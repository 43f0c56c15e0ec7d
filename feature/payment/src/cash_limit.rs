//! Whether the law lets the shop take cash.

use jiff::{Timestamp, ToSpan};
use kernel::{Money, Refusal};
use setting::Store;
use shell::db::Tx;
use shell::{Failure, Outcome};

use crate::rule::cash_limit::{Verdict, rule_on};
use crate::store::{self, PayingBasket};
use crate::{CASH_IDENTITY, CASH_LIMIT};

/// Cash that is about to be taken.
#[derive(Clone, Debug)]
pub(crate) struct CashInHand<'a> {
    /// Where.
    pub store: &'a Store,
    /// For what.
    pub basket: &'a PayingBasket,
    /// What the shop would keep of it.
    pub kept: Money,
    /// Whether somebody looked at a document of its owner.
    pub is_identified: bool,
    /// When.
    pub now: Timestamp,
}

/// Refuses cash above what the law of the store's country allows from one customer on one day.
///
/// # Errors
/// [`CASH_LIMIT`], or [`CASH_IDENTITY`] where its owner has to be identified.
pub(crate) async fn check_cash(tx: &mut Tx, cash: &CashInHand<'_>) -> Outcome<()> {
    let country = &cash.store.country_code;
    let day = cash.store.business_date(cash.now);
    let rules = store::cash::rules_of(tx, country).await?;
    let Some(rule) = rule_on(&rules, day) else {
        return Ok(());
    };
    let home = match cash.basket.customer_id {
        Some(customer_id) => store::cash::home_of(tx, customer_id).await?,
        None => None,
    };
    let is_visitor = home.is_some_and(|home| home != *country);
    let yesterday = day.checked_sub(1.day()).map_err(Failure::internal)?;
    let of = store::cash::CashDay {
        basket_id: cash.basket.basket_id,
        customer_id: cash.basket.customer_id,
        country,
        currency: cash.store.currency,
        day: (cash.store.end_of(yesterday)?, cash.store.end_of(day)?),
    };
    let before = store::cash::cash_taken(tx, &of).await?;
    match rule.verdict(is_visitor, before, cash.kept) {
        Verdict::Fine => Ok(()),
        Verdict::Identify(_) if cash.is_identified => Ok(()),
        Verdict::Identify(maximum) => Err(Refusal::new(&CASH_IDENTITY)
            .with("limit", maximum)
            .at("identity")
            .into()),
        Verdict::Refused(maximum) => {
            let left = Money::new((maximum.minor - before.minor).max(0), maximum.currency);
            Err(Refusal::new(&CASH_LIMIT)
                .with("limit", maximum)
                .with("left", left)
                .at("amount")
                .into())
        }
    }
}
