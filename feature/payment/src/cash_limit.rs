//! Whether the law lets the shop take cash, and which cash it wants reported.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use kernel::id::{BasketId, CustomerId};
use kernel::{Money, Refusal};
use setting::Store;
use shell::db::Tx;
use shell::{Failure, Outcome};

use crate::rule::cash_limit::{AboveLimit, Verdict, reportable, rule_on};
use crate::store::cash::CashDay;
use crate::store::{self, PayingBasket};
use crate::{CASH_IDENTITY, CASH_LIMIT};

/// How long before UTC a date begins where it begins first.
const BEGINS_FIRST: SignedDuration = SignedDuration::from_hours(14);

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
    let customer_id = cash.basket.customer_id;
    let is_visitor = is_visitor(tx, customer_id, country).await?;
    let of = cash_day(cash.store, (cash.basket.basket_id, customer_id), day)?;
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

/// Takes away by which documents people were identified who paid before a date, wherever they did.
///
/// # Errors
/// The database's failure.
pub async fn erase_identities(tx: &mut Tx, before: Date) -> Outcome<()> {
    let before = before.at(0, 0, 0, 0).to_zoned(TimeZone::UTC);
    let before = before.map_err(Failure::internal)?.timestamp() - BEGINS_FIRST;
    store::cash::erase_identities(tx, before).await
}

/// Cash of one customer on one business date, or of one payment without a customer, that the law wants
/// reported.
#[derive(Clone, Debug)]
pub struct ReportableCash {
    /// The country whose law it is.
    pub country: String,
    /// The date.
    pub business_date: Date,
    /// What completed payments kept of it.
    pub sum: Money,
    /// The document by which its owner was identified last; none when nobody looked at one, because
    /// the law was entered after the cash had been taken.
    pub identity: Option<String>,
}

/// The cash to which a completed payment added and that the law wants reported, by business date.
///
/// Payments that are still under way do not count: their cash may yet be given back, and they are asked
/// for when they are completed.
///
/// # Errors
/// The database's failure.
pub async fn reportable_cash(
    tx: &mut Tx,
    store: &Store,
    (basket_id, customer_id): (BasketId, Option<CustomerId>),
) -> Outcome<Vec<ReportableCash>> {
    let country = &store.country_code;
    let rules = store::cash::rules_of(tx, country).await?;
    if !rules
        .iter()
        .any(|rule| rule.above == AboveLimit::Identified)
    {
        return Ok(Vec::new());
    }
    let moments = store::cash::moments_of(tx, basket_id).await?;
    let mut days: Vec<Date> = moments.iter().map(|at| store.business_date(*at)).collect();
    days.dedup();
    if customer_id.is_none() {
        // The payment counts as a whole, on the day on which the last of its cash came.
        days.drain(..days.len().saturating_sub(1));
    }
    let is_visitor = is_visitor(tx, customer_id, country).await?;
    let mut reported = Vec::new();
    for day in days {
        let of = CashDay {
            is_completed: true,
            ..cash_day(store, (basket_id, customer_id), day)?
        };
        let taken = store::cash::cash_taken(tx, &of).await?;
        if let Some(sum) = reportable(&rules, day, is_visitor, taken) {
            reported.push(ReportableCash {
                country: country.clone(),
                business_date: day,
                sum,
                identity: store::cash::identity_of(tx, &of).await?,
            });
        }
    }
    Ok(reported)
}

/// The countries where cash above a limit is reported, or was before a day.
///
/// # Errors
/// The database's failure.
pub async fn reporting_countries(tx: &mut Tx, day: Date) -> Outcome<Vec<String>> {
    store::cash::identifying_countries(tx, day).await
}

/// Whether a customer lives in another country. Whose home nobody knows lives here.
async fn is_visitor(tx: &mut Tx, customer_id: Option<CustomerId>, country: &str) -> Outcome<bool> {
    let home = match customer_id {
        Some(customer_id) => store::cash::home_of(tx, customer_id).await?,
        None => None,
    };
    Ok(home.is_some_and(|home| home != country))
}

/// What counts together with a payment on a business date, under way or completed.
fn cash_day(
    store: &Store,
    (basket_id, customer_id): (BasketId, Option<CustomerId>),
    day: Date,
) -> Outcome<CashDay<'_>> {
    let yesterday = day.checked_sub(1.day()).map_err(Failure::internal)?;
    Ok(CashDay {
        basket_id,
        customer_id,
        country: &store.country_code,
        currency: store.currency,
        day: (store.end_of(yesterday)?, store.end_of(day)?),
        is_completed: false,
    })
}
