//! A terminal closes its period and says what was in it.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::ledger::Period;
use crate::money::Amount;
use crate::nexo::{Call, Outcome, busy, message_format};
use crate::state::Simulator;
use crate::wire::{ReconciliationRequest, Verdict, json, raw, verdict_only};

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct ReconciliationResponse {
    response: Verdict,
    reconciliation_type: &'static str,
    #[serde(rename = "POIReconciliationID")]
    poi_reconciliation_id: String,
    transaction_totals: Vec<TransactionTotals>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct TransactionTotals {
    payment_instrument_type: &'static str,
    card_brand: String,
    payment_currency: String,
    payment_totals: Vec<PaymentTotals>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct PaymentTotals {
    transaction_type: &'static str,
    transaction_count: u64,
    transaction_amount: Box<RawValue>,
}

impl Simulator {
    pub(crate) fn reconciliation(&self, call: &Call) -> Outcome {
        let header = call.header();
        let request: ReconciliationRequest = match call.request.body() {
            Ok(request) => request,
            Err(error) => return Outcome::Body(message_format(&error)),
        };
        if request.reconciliation_type != "SaleReconciliation" {
            let details = [("message", "Only SaleReconciliation is allowed")];
            return Outcome::Body(verdict_only(&Verdict::failure("NotAllowed", &details)));
        }
        let running = self.terminal(&header.poiid, |terminal| {
            terminal
                .dialogue
                .as_ref()
                .map(|dialogue| dialogue.key.clone())
        });
        if let Some(running) = running.flatten() {
            return Outcome::Body(busy("Payment", &running));
        }
        let now = self.clock().now();
        let closed = self.change(|state| state.ledger.close(now, &header.poiid));
        Outcome::Body(match closed {
            Ok((number, period)) => json(&ReconciliationResponse {
                response: Verdict::good("Success", &[]),
                reconciliation_type: "SaleReconciliation",
                poi_reconciliation_id: number.to_string(),
                transaction_totals: totals(period),
            }),
            Err(_) => verdict_only(&Verdict::failure("DeviceOut", &[])),
        })
    }
}

fn totals(period: Period) -> Vec<TransactionTotals> {
    let of = |transaction_type, (count, minor): (u64, u64), currency: &str| PaymentTotals {
        transaction_type,
        transaction_count: count,
        transaction_amount: raw(Amount {
            minor,
            currency: currency.to_owned(),
        }
        .token()),
    };
    period
        .into_iter()
        .map(
            |((brand, currency), (captured, reversed))| TransactionTotals {
                payment_instrument_type: "Card",
                card_brand: brand,
                payment_totals: vec![
                    of("Debit", captured, &currency),
                    of("ReverseDebit", reversed, &currency),
                ],
                payment_currency: currency,
            },
        )
        .collect()
}
