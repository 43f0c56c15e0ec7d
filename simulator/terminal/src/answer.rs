//! The bodies of answers about money: what was taken or given back, and the receipts.

use jiff::Timestamp;
use rand::RngExt;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::dialogue::{End, Payment, Presented};
use crate::money::Amount;
use crate::script::Fault;
use crate::wire::{TransactionId, Verdict, form, json, raw};

/// An answer as it is sent, and as a status query will repeat it.
pub(crate) struct Answer {
    pub(crate) sent: String,
    pub(crate) remembered: String,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct PaymentResponse {
    response: Verdict,
    #[serde(rename = "POIData")]
    poi_data: PoiData,
    sale_data: SaleData,
    #[serde(skip_serializing_if = "Option::is_none")]
    payment_result: Option<PaymentResult>,
    payment_receipt: Vec<Receipt>,
}

#[derive(Serialize)]
struct PoiData {
    #[serde(rename = "POITransactionID")]
    poi_transaction_id: TransactionId,
    #[serde(rename = "POIReconciliationID")]
    poi_reconciliation_id: &'static str,
}

#[derive(Serialize)]
struct SaleData {
    #[serde(rename = "SaleTransactionID")]
    sale_transaction_id: TransactionId,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct PaymentResult {
    online_flag: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    amounts_resp: Option<AmountsResp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payment_acquirer_data: Option<AcquirerData>,
    payment_instrument_data: InstrumentData,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct AmountsResp {
    authorized_amount: Box<RawValue>,
    currency: String,
    tip_amount: Box<RawValue>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct AcquirerData {
    #[serde(rename = "AcquirerPOIID")]
    acquirer_poiid: String,
    #[serde(rename = "AcquirerTransactionID")]
    acquirer_transaction_id: TransactionId,
    approval_code: String,
    #[serde(rename = "MerchantID")]
    merchant_id: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct InstrumentData {
    payment_instrument_type: &'static str,
    card_data: CardData,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct CardData {
    masked_pan: String,
    payment_brand: &'static str,
    entry_mode: [&'static str; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Receipt {
    document_qualifier: &'static str,
    required_signature_flag: bool,
    output_content: OutputContent,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct OutputContent {
    output_format: &'static str,
    output_text: Vec<OutputText>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct OutputText {
    text: String,
    end_of_line_flag: bool,
}

/// The answer to a payment.
pub(crate) fn payment(payment: &Payment, end: &End, now: Timestamp) -> Answer {
    let truth = json(&match end {
        End::Captured { .. } => captured(payment, end, now),
        End::Failed {
            condition,
            reason,
            presented,
        } => failed(payment, condition, reason, presented.as_ref(), now),
        End::PowerCut => failed(payment, "Aborted", "Power was cut", None, now),
    });
    if !payment.is(Fault::F30) {
        return Answer {
            sent: truth.clone(),
            remembered: truth,
        };
    }
    let sent = json(&failed(
        payment,
        "UnreachableHost",
        "The acquirer did not answer",
        None,
        now,
    ));
    let remembered = if payment.step.status_repeats_failure {
        sent.clone()
    } else {
        truth
    };
    Answer { sent, remembered }
}

fn captured(payment: &Payment, end: &End, now: Timestamp) -> PaymentResponse {
    let End::Captured {
        presented,
        amount,
        tip_minor,
        psp,
        approval,
    } = end
    else {
        return failed(payment, "DeviceOut", "Nothing was taken", None, now);
    };
    let minor = amount.minor.to_string();
    let details = [
        ("posAuthAmountValue", minor.as_str()),
        ("posAuthAmountCurrency", &amount.currency),
        ("pspReference", psp),
        ("authCode", approval),
        ("paymentMethod", presented.card.brand()),
        (
            "cardHolderVerificationMethodResults",
            verification(presented),
        ),
        ("posEntryMode", presented.entry.mode()),
        ("cardSummary", presented.card.last4()),
        ("tid", &payment.header.poiid),
    ];
    let result = if payment.is(Fault::F13) {
        "Partial"
    } else {
        "Success"
    };
    let tip = Amount {
        minor: *tip_minor,
        currency: amount.currency.clone(),
    };
    PaymentResponse {
        response: Verdict::good(result, &details),
        poi_data: poi_data(format!("{}.{psp}", payment.tender), now),
        sale_data: SaleData {
            sale_transaction_id: payment.reference.clone(),
        },
        payment_result: Some(PaymentResult {
            online_flag: true,
            amounts_resp: Some(AmountsResp {
                authorized_amount: raw(amount.token()),
                currency: amount.currency.clone(),
                tip_amount: raw(tip.token()),
            }),
            payment_acquirer_data: Some(acquirer(payment, psp, approval, now)),
            payment_instrument_data: instrument(presented),
        }),
        payment_receipt: receipts(
            payment,
            presented,
            &[
                ("TOTAL", amount.display(), "totalAmount"),
                ("Auth. code", approval.clone(), "authCode"),
                ("Tender", payment.tender.clone(), "txRef"),
                ("Status", "APPROVED".to_owned(), "approved"),
            ],
        ),
    }
}

fn failed(
    payment: &Payment,
    condition: &str,
    reason: &str,
    presented: Option<&Presented>,
    now: Timestamp,
) -> PaymentResponse {
    let details = [
        ("message", reason),
        ("refusalReason", reason),
        ("tid", &payment.header.poiid),
    ];
    PaymentResponse {
        response: Verdict::failure(condition, &details),
        poi_data: poi_data(payment.tender.clone(), now),
        sale_data: SaleData {
            sale_transaction_id: payment.reference.clone(),
        },
        payment_result: presented.map(|presented| PaymentResult {
            online_flag: true,
            amounts_resp: None,
            payment_acquirer_data: None,
            payment_instrument_data: instrument(presented),
        }),
        payment_receipt: presented.map_or_else(Vec::new, |presented| {
            receipts(
                payment,
                presented,
                &[
                    ("TOTAL", payment.amount.display(), "totalAmount"),
                    ("Tender", payment.tender.clone(), "txRef"),
                    ("Status", "DECLINED".to_owned(), "declined"),
                ],
            )
        }),
    }
}

fn poi_data(transaction_id: String, now: Timestamp) -> PoiData {
    PoiData {
        poi_transaction_id: reference(transaction_id, now),
        poi_reconciliation_id: "1000",
    }
}

fn reference(transaction_id: String, now: Timestamp) -> TransactionId {
    TransactionId {
        transaction_id,
        time_stamp: now.to_string(),
    }
}

fn instrument(presented: &Presented) -> InstrumentData {
    let card = presented.card;
    InstrumentData {
        payment_instrument_type: "Card",
        card_data: CardData {
            masked_pan: format!("{} **** {}", card.first6(), card.last4()),
            payment_brand: card.brand(),
            entry_mode: [presented.entry.mode()],
        },
    }
}

fn acquirer(payment: &Payment, psp: &str, approval: &str, now: Timestamp) -> AcquirerData {
    AcquirerData {
        acquirer_poiid: payment.header.poiid.clone(),
        acquirer_transaction_id: reference(psp.to_owned(), now),
        approval_code: approval.to_owned(),
        merchant_id: "SimulatedMerchant",
    }
}

fn verification(presented: &Presented) -> &'static str {
    match presented.entry {
        crate::card::Entry::Chip => "PIN",
        crate::card::Entry::Contactless | crate::card::Entry::Swipe => "NO_CVM",
    }
}

/// One receipt for the customer and one for the shop, with the same lines.
fn receipts(
    payment: &Payment,
    presented: &Presented,
    own: &[(&str, String, &str)],
) -> Vec<Receipt> {
    let card = presented.card;
    let mut lines = vec![
        ("Terminal", payment.header.poiid.clone(), "terminalId"),
        ("Card", format!("**** **** **** {}", card.last4()), "pan"),
        ("Pref. name", card.name().to_owned(), "preferredName"),
        ("Payment method", card.brand().to_owned(), "paymentMethod"),
        (
            "Entry mode",
            presented.entry.mode().to_owned(),
            "posEntryMode",
        ),
    ];
    lines.extend_from_slice(own);
    ["CustomerReceipt", "CashierReceipt"]
        .into_iter()
        .map(|document_qualifier| Receipt {
            document_qualifier,
            required_signature_flag: document_qualifier == "CashierReceipt"
                && payment.is(Fault::F29),
            output_content: OutputContent {
                output_format: "Text",
                output_text: text(&lines),
            },
        })
        .collect()
}

fn text(lines: &[(&str, String, &str)]) -> Vec<OutputText> {
    let line = |(name, value, key): &(&str, String, &str)| OutputText {
        text: form(&[("name", name), ("value", value), ("key", key)]),
        end_of_line_flag: true,
    };
    lines.iter().map(line).collect()
}

/// The answer to a reversal that was accepted.
pub(crate) fn reversal(transaction_id: &str, amount: &Amount, now: Timestamp) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "PascalCase")]
    struct ReversalResponse {
        response: Verdict,
        #[serde(rename = "POIData")]
        poi_data: PoiData,
        reversed_amount: Box<RawValue>,
    }
    let psp = transaction_id
        .split_once('.')
        .map_or("", |(_, psp)| psp)
        .to_owned();
    let details = [
        ("pspReference", psp.as_str()),
        ("currency", &amount.currency),
    ];
    json(&ReversalResponse {
        response: Verdict::good("Success", &details),
        poi_data: poi_data(transaction_id.to_owned(), now),
        reversed_amount: raw(amount.token()),
    })
}

/// The acquirer's reference: 16 characters that are easy to read aloud.
pub(crate) fn psp_reference() -> String {
    pick(b"BCDFGHJKLMNPQRSTVWXZ23456789", 16)
}

/// The terminal's reference: four characters, `001` and the time.
pub(crate) fn tender_reference(now: Timestamp) -> String {
    format!(
        "{}001{}",
        pick(b"ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz", 4),
        now.as_millisecond()
    )
}

/// Six digits, as issuers give them.
pub(crate) fn approval_code() -> String {
    pick(b"0123456789", 6)
}

/// A `ServiceID` that is not the given one.
pub(crate) fn another_service_id(service_id: &str) -> String {
    let other = format!("X{}", pick(b"0123456789", 8));
    if other == service_id {
        "X".to_owned()
    } else {
        other
    }
}

fn pick(alphabet: &[u8], length: usize) -> String {
    let mut random = rand::rng();
    (0..length)
        .map(|_| char::from(alphabet[random.random_range(0..alphabet.len())]))
        .collect()
}
