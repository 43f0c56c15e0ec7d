//! The rules of countries.

use jiff::civil::Date;
use kernel::Currency;
use setting::entry::{Dated, Entry};
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};

use crate::admin::country_rule::RuleValue;
use crate::rule::country::{CountryRule, DeadlineKind, rule_on};

const COLUMNS: &str = "country_code, valid_from, version, is_available, currency_code, minimum, \
     minimum_before_tax, minimum_age, resident_area, grouping_days, issue_days, stay_days_max, \
     deadline_kind, deadline, cash_max, brackets";

/// All rules by country, the newest first.
pub(crate) async fn read(tx: &mut Tx) -> Outcome<Vec<Entry<RuleValue>>> {
    let sql = format!("SELECT {COLUMNS} FROM tax_free_rule ORDER BY country_code, valid_from DESC");
    let rows = tx.query(&sql, params![]).await?;
    rows.into_iter()
        .map(|row| {
            let (version, rule) = rule(row)?;
            let value = RuleValue::from(rule);
            Ok(Entry {
                key: value.key(),
                version,
                value,
            })
        })
        .collect()
}

/// The rule of a country that holds on a day.
pub(crate) async fn find(tx: &mut Tx, country: &str, day: Date) -> Outcome<Option<CountryRule>> {
    let sql = format!("SELECT {COLUMNS} FROM tax_free_rule WHERE country_code = $1");
    let rows = tx.query(&sql, params![country]).await?;
    let rules = rows
        .into_iter()
        .map(|row| rule(row).map(|(_, rule)| rule))
        .collect::<Outcome<Vec<CountryRule>>>()?;
    Ok(rule_on(rules, day))
}

fn rule(mut row: Row) -> Outcome<(i64, CountryRule)> {
    let (country_code, valid_from): (String, Date) = (row.read()?, row.read()?);
    let version = row.read()?;
    let is_available = row.read()?;
    let currency: Currency = row.read()?;
    let (minimum, minimum_before_tax) = (row.read()?, row.read()?);
    let (minimum_age, resident_area) = (row.read()?, row.read()?);
    let (grouping_days, issue_days) = (row.read()?, row.read()?);
    let stay_days_max = row.read()?;
    let kind: String = row.read()?;
    let (deadline, cash_max) = (row.read()?, row.read()?);
    let brackets: String = row.read()?;
    let deadline_kind = DeadlineKind::parse(&kind)
        .ok_or_else(|| Failure::internal(format!("a tax-free rule counts by {kind}")))?;
    let rule = CountryRule {
        country_code,
        valid_from,
        is_available,
        currency,
        minimum,
        minimum_before_tax,
        minimum_age,
        resident_area,
        grouping_days,
        issue_days,
        stay_days_max,
        deadline_kind,
        deadline,
        cash_max,
        brackets: serde_json::from_str(&brackets).map_err(Failure::internal)?,
    };
    Ok((version, rule))
}

/// Keeps a rule, new or in place of what was before.
pub(crate) async fn keep(tx: &mut Tx, value: &RuleValue, is_known: bool) -> Outcome<()> {
    let sql = if is_known {
        "UPDATE tax_free_rule SET is_available = $3, currency_code = $4, minimum = $5, \
         minimum_before_tax = $6, minimum_age = $7, resident_area = $8, grouping_days = $9, \
         issue_days = $10, stay_days_max = $11, deadline_kind = $12, deadline = $13, \
         cash_max = $14, brackets = $15, version = version + 1 \
         WHERE country_code = $1 AND valid_from = $2"
    } else {
        "INSERT INTO tax_free_rule (country_code, valid_from, is_available, currency_code, \
         minimum, minimum_before_tax, minimum_age, resident_area, grouping_days, issue_days, \
         stay_days_max, deadline_kind, deadline, cash_max, brackets) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)"
    };
    let brackets = serde_json::to_string(&value.brackets).map_err(Failure::internal)?;
    let values = params![
        &value.country,
        value.valid_from,
        value.is_available,
        value.currency.code(),
        value.minimum,
        value.minimum_before_tax,
        value.minimum_age,
        &value.resident_area,
        value.grouping_days,
        value.issue_days,
        value.stay_days_max,
        value.deadline_kind.name(),
        value.deadline,
        value.cash_max,
        brackets
    ];
    Ok(tx.execute_one(sql, values).await?)
}
