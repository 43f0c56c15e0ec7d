//! Bringing the reference rates of the European Central Bank into the table of exchange rates
//! (domain §13.3, run code `IMPORT_RATES`).

use std::sync::Arc;

use device::document;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use journal::Signer;
use kernel::Currency;
use kernel::id::StoreNo;
use setting::entry::{Dated, Few};
use setting::{Change, Job, write_down_of_job};
use shell::db::{Tx, TxFuture};
use shell::{Failure, Outcome, Shell};

use crate::admin::exchange_rate::ExchangeRateValue;
use crate::rule::exchange::Rate;
use crate::rule::reference_rate::{Publication, Verdict};
use crate::store;

/// Where the bank is whose days these are.
const FRANKFURT: &str = "Europe/Berlin";
/// What the job is called where the settings say who changed them.
const RUN_CODE: &str = "IMPORT_RATES";

/// What came of asking for rates, or for other values of the day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// How many were kept.
    pub kept: i64,
    /// Why others were not, or none at all; somebody has to look at it.
    pub problems: Vec<String>,
    /// What is to be known besides.
    pub notes: Vec<String>,
}

impl Imported {
    /// Nothing was kept, for one reason.
    #[must_use]
    pub fn failed(problem: String) -> Self {
        Self {
            problems: vec![problem],
            ..Self::default()
        }
    }
}

/// Asks an address for the rates of the day and keeps those of the currencies that are named, or of all
/// that stores and foreign cash have when none is. A rate that is there stays.
///
/// # Errors
/// The database's failure, or the journal's. That there are no rates is none.
pub async fn import_rates(
    shell: &Shell,
    signer: &Arc<Signer>,
    address: &str,
    currencies: Vec<Currency>,
) -> Outcome<Imported> {
    let document = match document::fetch(address, "rates").await {
        Ok(document) => document,
        Err(problem) => return Ok(Imported::failed(problem)),
    };
    let publication = match Publication::parse(&document) {
        Ok(publication) => publication,
        Err(problem) => {
            return Ok(Imported::failed(format!(
                "What came holds no rates: {problem}"
            )));
        }
    };
    let now = shell.clock.now();
    let zone = TimeZone::get(FRANKFURT).map_err(Failure::internal)?;
    let today = now.to_zoned(zone).date();
    if !publication.holds_on(today) {
        let day = publication.day;
        let problem = format!("What came is of {day} and does not hold on {today}");
        return Ok(Imported::failed(problem));
    }
    let order = Order {
        signer: signer.clone(),
        publication,
        currencies,
        today,
        now,
    };
    shell.db.write(order, keep_all).await
}

/// What is to be kept.
struct Order {
    signer: Arc<Signer>,
    publication: Publication,
    /// The currencies that are wanted; none for all that the company has.
    currencies: Vec<Currency>,
    today: Date,
    now: Timestamp,
}

fn keep_all<'a>(tx: &'a mut Tx, order: &'a Order) -> TxFuture<'a, Imported> {
    Box::pin(async move {
        let mut imported = Imported::default();
        // Before the first store there is nobody to keep a rate for.
        let Some(store_no) = store::exchange::first_store(tx).await? else {
            return Ok(imported);
        };
        for pair in pairs(tx, &order.currencies).await? {
            let last = store::exchange::find(tx, pair, order.today).await?;
            match order.publication.judge(pair, last) {
                Verdict::Keep(rate) => {
                    keep(tx, order, &store_no, rate).await?;
                    imported.kept += 1;
                }
                Verdict::Known => {}
                Verdict::Stays(rate) => imported.notes.push(format!("{} stays", told(&rate))),
                Verdict::Missing(currency) => {
                    let problem = format!("{currency} is not published: enter its rate by hand");
                    if !imported.problems.contains(&problem) {
                        imported.problems.push(problem);
                    }
                }
                Verdict::Older(rate) => imported.problems.push(format!(
                    "What came is of {}, and {} is there",
                    order.publication.day,
                    told(&rate)
                )),
                Verdict::Jumps { published, last } => imported.problems.push(format!(
                    "{} is too far from {}: it was kept out. Enter it by hand when it is right",
                    told(&published),
                    told(&last)
                )),
            }
        }
        Ok(imported)
    })
}

/// The pairs of a store's currency and a foreign one that are kept: each store's currency with the
/// euro, in which turnover is counted, and with the foreign cash that is taken. Currencies that are
/// named stand in the place of that cash, and leave out stores with others.
async fn pairs(tx: &mut Tx, named: &[Currency]) -> Outcome<Vec<(Currency, Currency)>> {
    let mut own = store::exchange::store_currencies(tx).await?;
    let mut foreign = named.to_vec();
    if named.is_empty() {
        foreign = store::exchange::cash_currencies(tx).await?;
    } else {
        own.retain(|currency| *currency == Currency::Eur || named.contains(currency));
    }
    if !foreign.contains(&Currency::Eur) {
        foreign.insert(0, Currency::Eur);
    }
    let crossed = own
        .iter()
        .flat_map(|own| foreign.iter().map(|foreign| (*own, *foreign)));
    Ok(crossed.filter(|(own, foreign)| own != foreign).collect())
}

async fn keep(tx: &mut Tx, order: &Order, store_no: &StoreNo, rate: Rate) -> Outcome<()> {
    let value = ExchangeRateValue::of(rate);
    let key = value.key();
    let nothing: Option<&ExchangeRateValue> = None;
    let change = Change::new(ExchangeRateValue::SETTING, (&key, 1), nothing, Some(&value))?;
    store::exchange::keep(tx, &value).await?;
    let job = Job {
        run_code: RUN_CODE,
        store_no,
        now: order.now,
    };
    write_down_of_job(tx, &order.signer, job, &change).await
}

/// A rate in words: `1 EUR = 8.4927 HKD of 2026-11-20`.
fn told(rate: &Rate) -> String {
    format!(
        "1 {} = {} {} of {}",
        rate.foreign,
        rate.text(),
        rate.currency,
        rate.valid_from
    )
}
