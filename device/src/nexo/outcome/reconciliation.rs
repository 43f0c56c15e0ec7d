//! What a terminal says that it took in a period.

use super::super::approval::read;
use super::super::reply::{PaymentTotals, ReconciliationResponse, TransactionTotals};
use super::{Verdict, form, verdict};
use crate::card_terminal::{
    Amount, BrandTotal, Currency, PeriodTotals, ReconciliationAnswer, UnknownReason,
};

/// The totals of a period that is closed.
pub(in super::super) fn reconciliation(
    response: ReconciliationResponse,
    currency: Currency,
) -> ReconciliationAnswer {
    let condition = match verdict(&response.response) {
        Ok(Verdict::Success) => {
            return match totals(response, currency) {
                Ok(totals) => ReconciliationAnswer::Closed(totals),
                Err(reason) => ReconciliationAnswer::Unknown { reason },
            };
        }
        Ok(Verdict::Partial) => {
            let reason = UnknownReason::Result;
            return ReconciliationAnswer::Unknown { reason };
        }
        Ok(Verdict::Failure(condition)) => condition,
        Err(reason) => return ReconciliationAnswer::Unknown { reason },
    };
    let text = form(&response.response).text();
    ReconciliationAnswer::Refused { condition, text }
}

fn totals(
    response: ReconciliationResponse,
    currency: Currency,
) -> Result<PeriodTotals, UnknownReason> {
    let mut brands: Vec<BrandTotal> = Vec::new();
    for found in &response.transaction_totals {
        let (brand, currency) = named(found, currency)?;
        let is_same = |it: &BrandTotal| it.brand == brand && it.taken.currency == currency;
        let at = match brands.iter().position(is_same) {
            Some(at) => at,
            None => {
                brands.push(BrandTotal {
                    brand,
                    payments: 0,
                    taken: Amount::new(0, currency),
                    reversals: 0,
                    given_back: Amount::new(0, currency),
                });
                brands.len() - 1
            }
        };
        for total in &found.payment_totals {
            add(&mut brands[at], total)?;
        }
    }
    Ok(PeriodTotals {
        period: response.poi_reconciliation_id,
        brands,
    })
}

/// Brand and currency of totals; without a currency they are in that of the store.
fn named(found: &TransactionTotals, own: Currency) -> Result<(String, Currency), UnknownReason> {
    let brand = found.card_brand.clone().unwrap_or_default();
    let currency = match found.payment_currency.as_deref() {
        Some(code) if code != own.code() => {
            Currency::from_iso(code).map_err(|error| wrong(&error.to_string()))?
        }
        _ => own,
    };
    Ok((brand, currency))
}

/// Adds what moved money; what was declined or failed did not.
fn add(brand: &mut BrandTotal, total: &PaymentTotals) -> Result<(), UnknownReason> {
    let amount = || read(&total.transaction_amount, brand.taken.currency);
    let count = total.transaction_count;
    if count < 0 {
        return Err(wrong("TransactionCount is below zero"));
    }
    match total.transaction_type.as_str() {
        "Debit" => {
            brand.taken.minor += amount()?.minor;
            brand.payments += count;
        }
        "Credit" | "ReverseDebit" => {
            brand.given_back.minor += amount()?.minor;
            brand.reversals += count;
        }
        // A refund that was taken back.
        "ReverseCredit" => {
            brand.given_back.minor -= amount()?.minor;
            brand.reversals -= count;
        }
        _ => {}
    }
    Ok(())
}

fn wrong(detail: &str) -> UnknownReason {
    UnknownReason::Malformed {
        detail: format!("TransactionTotals: {detail}"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::card_terminal::ErrorCondition;

    fn told(value: Value) -> ReconciliationAnswer {
        let response = serde_json::from_value(value).expect("a response");
        reconciliation(response, Currency::parse("EUR", 2).expect("a currency"))
    }

    fn total(kind: &str, count: i64, amount: &Value) -> Value {
        json!({ "TransactionType": kind, "TransactionCount": count, "TransactionAmount": amount })
    }

    #[test]
    fn totals_are_read_by_brand_and_currency() {
        let success = json!({ "Result": "Success" });
        let answer = told(json!({
            "Response": success, "ReconciliationType": "SaleReconciliation",
            "POIReconciliationID": "1007",
            "TransactionTotals": [
                {
                    "PaymentInstrumentType": "Card", "CardBrand": "visa", "PaymentCurrency": "EUR",
                    "PaymentTotals": [
                        total("Debit", 4, &json!(713.2)),
                        total("ReverseDebit", 1, &json!(20)),
                        total("Credit", 1, &json!(5.05)),
                        total("Declined", 3, &json!(99)),
                    ],
                },
                {
                    "CardBrand": "visa", "PaymentCurrency": "EUR",
                    "PaymentTotals": [total("Debit", 1, &json!(1)), total("ReverseCredit", 1, &json!(5.05))],
                },
                { "CardBrand": "amex", "PaymentCurrency": "JPY",
                  "PaymentTotals": [total("Debit", 1, &json!(1500))] },
            ],
        }));
        let ReconciliationAnswer::Closed(totals) = answer else {
            panic!("{answer:?}");
        };
        assert_eq!(totals.period.as_deref(), Some("1007"));
        let found: Vec<_> = totals
            .brands
            .iter()
            .map(|it| {
                let code = it.taken.currency.code().to_owned();
                let sums = (
                    it.payments,
                    it.taken.minor,
                    it.reversals,
                    it.given_back.minor,
                );
                (it.brand.as_str(), code, sums)
            })
            .collect();
        assert_eq!(
            found,
            [
                ("visa", "EUR".to_owned(), (5, 71_420, 1, 2_000)),
                ("amex", "JPY".to_owned(), (1, 1_500, 0, 0)),
            ]
        );
    }

    #[test]
    fn what_cannot_be_read_is_not_known() {
        let success = json!({ "Result": "Success" });
        let of =
            |totals: Value| told(json!({ "Response": success, "TransactionTotals": [totals] }));
        for totals in [
            json!({ "PaymentCurrency": "EURO" }),
            json!({ "PaymentTotals": [total("Debit", 1, &json!(0.001))] }),
            json!({ "PaymentTotals": [total("Debit", 1, &json!(-1))] }),
            json!({ "PaymentTotals": [total("Debit", -1, &json!(1))] }),
        ] {
            let answer = of(totals.clone());
            assert!(
                matches!(answer, ReconciliationAnswer::Unknown { .. }),
                "{totals}: {answer:?}"
            );
        }
        let busy = json!({ "Response": { "Result": "Failure", "ErrorCondition": "Busy" } });
        let answer = told(busy);
        assert!(
            matches!(
                answer,
                ReconciliationAnswer::Refused {
                    condition: ErrorCondition::Busy,
                    ..
                }
            ),
            "{answer:?}"
        );
        let nothing = told(json!({ "Response": success }));
        let empty = PeriodTotals {
            period: None,
            brands: Vec::new(),
        };
        assert_eq!(nothing, ReconciliationAnswer::Closed(empty));
    }
}
