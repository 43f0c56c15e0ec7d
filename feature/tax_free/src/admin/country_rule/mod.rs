//! What a country asks for, from a day on (domain §7.2).

pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod save;

use jiff::civil::Date;
use kernel::{Currency, Refusal};
use serde::{Deserialize, Serialize};
use setting::entry::{Dated, Entry, Few, refused};
use setting::rule::{within, within_length};
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use crate::rule::amount::{Bracket, wrong_bracket};
use crate::rule::country::{CountryRule, DeadlineKind, EU_AREA};
use crate::{BRACKETS_WRONG, COUNTRY_UNKNOWN, store};

/// The largest amount that a field takes, in minor units.
const AMOUNT_MAX: i64 = 100_000_000_000;
/// The most brackets.
const BRACKETS_MAX: usize = 40;

/// What is kept of a country's rule.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = TaxFreeRuleValue)]
pub(crate) struct RuleValue {
    /// The country (ISO 3166).
    #[schema(example = "FR")]
    pub(crate) country: String,
    /// The first day.
    #[schema(value_type = String, format = Date, example = "2021-01-01")]
    pub(crate) valid_from: Date,
    /// Whether there is tax-free shopping at all.
    pub(crate) is_available: bool,
    /// The currency of its amounts.
    pub(crate) currency: Currency,
    /// The smallest amount that is enough, in minor units.
    #[schema(example = 10_001)]
    pub(crate) minimum: i64,
    /// Whether that amount is counted before tax.
    pub(crate) minimum_before_tax: bool,
    /// From which age on.
    #[schema(example = 16)]
    pub(crate) minimum_age: i64,
    /// Whose residents cannot: countries with commas between, or `EU`.
    #[schema(example = "EU")]
    pub(crate) resident_area: String,
    /// Over how many consecutive days receipts may go on one form.
    #[schema(example = 3)]
    pub(crate) grouping_days: i64,
    /// Within how many days of the first purchase a form is issued, that day included.
    #[schema(example = 3)]
    pub(crate) issue_days: i64,
    /// The longest stay in days; null for any.
    #[schema(example = 183)]
    pub(crate) stay_days_max: Option<i64>,
    /// How the last day for customs is counted.
    pub(crate) deadline_kind: DeadlineKind,
    /// How many months or days.
    #[schema(example = 3)]
    pub(crate) deadline: i64,
    /// The most that is refunded in cash, in minor units; null for any amount.
    #[schema(example = 2_000_000)]
    pub(crate) cash_max: Option<i64>,
    /// What is refunded, by amount.
    pub(crate) brackets: Vec<Bracket>,
}

impl Dated for RuleValue {
    fn key(&self) -> String {
        format!("{}~{}", self.country, self.valid_from)
    }
}

impl RuleValue {
    /// The value as it may be kept.
    fn checked(&self, key: &str) -> Outcome<Self> {
        if let Some(index) = wrong_bracket(&self.brackets)
            .or_else(|| (self.brackets.len() > BRACKETS_MAX).then_some(BRACKETS_MAX))
        {
            let number = i64::try_from(index + 1).unwrap_or(i64::MAX);
            return Err(Refusal::new(&BRACKETS_WRONG)
                .with("number", number)
                .at("brackets")
                .into());
        }
        let new = Self {
            country: country(&self.country, "country")?,
            minimum: within(self.minimum, &(0..=AMOUNT_MAX), "minimum")?,
            minimum_age: within(self.minimum_age, &(0..=99), "minimumAge")?,
            resident_area: area(&self.resident_area)?,
            grouping_days: within(self.grouping_days, &(1..=31), "groupingDays")?,
            issue_days: within(self.issue_days, &(1..=366), "issueDays")?,
            deadline: within(self.deadline, &(1..=366), "deadline")?,
            stay_days_max: some_within(self.stay_days_max, 3_660, "stayDaysMax")?,
            cash_max: some_within(self.cash_max, AMOUNT_MAX, "cashMax")?,
            ..self.clone()
        };
        new.still_of(key)
    }
}

fn some_within(number: Option<i64>, max: i64, field: &'static str) -> Outcome<Option<i64>> {
    let number = number.map(|number| within(number, &(1..=max), field));
    Ok(number.transpose()?)
}

fn country(text: &str, field: &'static str) -> Outcome<String> {
    let code = text.trim();
    match code.len() == 2 && code.bytes().all(|b| b.is_ascii_uppercase()) {
        true => Ok(code.to_owned()),
        false => Err(refused(&COUNTRY_UNKNOWN, field)),
    }
}

/// Countries, each once, with commas between.
fn area(text: &str) -> Outcome<String> {
    let text = within_length(text, 200, "residentArea")?;
    let mut codes = Vec::new();
    for code in text
        .split(',')
        .map(str::trim)
        .filter(|code| !code.is_empty())
    {
        let code = match code {
            EU_AREA => code.to_owned(),
            other => country(other, "residentArea")?,
        };
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    Ok(codes.join(","))
}

impl From<CountryRule> for RuleValue {
    fn from(rule: CountryRule) -> Self {
        Self {
            country: rule.country_code,
            valid_from: rule.valid_from,
            is_available: rule.is_available,
            currency: rule.currency,
            minimum: rule.minimum,
            minimum_before_tax: rule.minimum_before_tax,
            minimum_age: rule.minimum_age,
            resident_area: rule.resident_area,
            grouping_days: rule.grouping_days,
            issue_days: rule.issue_days,
            stay_days_max: rule.stay_days_max,
            deadline_kind: rule.deadline_kind,
            deadline: rule.deadline,
            cash_max: rule.cash_max,
            brackets: rule.brackets,
        }
    }
}

impl Few for RuleValue {
    const SETTING: &'static str = "taxFreeRule";
    const OPERATION: &'static str = "tax_free_rule.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(async move {
            let mut rules = store::rule::read(tx).await?;
            rules.retain(|rule| key.is_none_or(|key| rule.key == key));
            Ok(rules)
        })
    }

    fn check<'a>(
        _: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        _: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move { value.checked(key) })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        _: &'a str,
        value: &'a Self,
        before: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(store::rule::keep(tx, value, before.is_some()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_is_a_list_of_countries_or_the_eu() {
        assert_eq!(area(" CH, LI ,CH").unwrap(), "CH,LI");
        assert_eq!(area("EU").unwrap(), "EU");
        assert_eq!(area("").unwrap(), "");
        assert!(area("Switzerland").is_err());
    }
}
