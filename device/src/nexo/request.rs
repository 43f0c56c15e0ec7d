//! The bodies of our requests, in the spelling of the protocol.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::value::RawValue;

use super::message::Category;
use crate::card_terminal::{
    AbortCommand, Amount, PaymentCommand, PoiTransaction, ReversalCommand, ReversalReason,
    ReversalScope, SaleId, ServiceId, TransactionId,
};

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct PaymentRequest<'a> {
    sale_data: SaleData<'a>,
    payment_transaction: PaymentTransaction<'a>,
    payment_data: PaymentData,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct SaleData<'a> {
    #[serde(rename = "SaleTransactionID")]
    sale_transaction_id: TransactionIdentification<'a>,
    #[serde(rename = "SaleReferenceID", skip_serializing_if = "Option::is_none")]
    sale_reference_id: Option<&'a str>,
    #[serde(rename = "OperatorID", skip_serializing_if = "Option::is_none")]
    operator_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sale_to_acquirer_data: Option<String>,
}

#[derive(Serialize)]
struct TransactionIdentification<'a> {
    #[serde(rename = "TransactionID")]
    transaction_id: &'a str,
    #[serde(rename = "TimeStamp")]
    time_stamp: String,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct PaymentTransaction<'a> {
    amounts_req: AmountsReq<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction_conditions: Option<TransactionConditions<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct TransactionConditions<'a> {
    allowed_payment_brand: &'a [String],
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct AmountsReq<'a> {
    currency: &'a str,
    requested_amount: Box<RawValue>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct PaymentData {
    payment_type: &'static str,
}

impl<'a> PaymentRequest<'a> {
    pub(super) fn new(command: &'a PaymentCommand) -> Result<Self, String> {
        Ok(Self {
            sale_data: SaleData {
                sale_transaction_id: named(&command.transaction_id, command.timestamp),
                sale_reference_id: Some(command.sale_reference.as_str()),
                operator_id: Some(command.operator_id.as_str()),
                sale_to_acquirer_data: None,
            },
            payment_transaction: PaymentTransaction {
                amounts_req: AmountsReq {
                    currency: command.amount.currency.code(),
                    requested_amount: number(command.amount)?,
                },
                transaction_conditions: (!command.allowed_brands.is_empty()).then_some(
                    TransactionConditions {
                        allowed_payment_brand: &command.allowed_brands,
                    },
                ),
            },
            payment_data: PaymentData {
                payment_type: "Normal",
            },
        })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct ReversalRequest<'a> {
    sale_data: SaleData<'a>,
    #[serde(rename = "OriginalPOITransaction")]
    original_poi_transaction: OriginalPoiTransaction<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reversed_amount: Option<Box<RawValue>>,
    reversal_reason: &'static str,
}

#[derive(Serialize)]
struct OriginalPoiTransaction<'a> {
    #[serde(rename = "POITransactionID")]
    poi_transaction_id: TransactionIdentification<'a>,
}

impl<'a> ReversalRequest<'a> {
    pub(super) fn new(command: &'a ReversalCommand) -> Result<Self, String> {
        let PoiTransaction { id, time_stamp } = &command.original;
        Ok(Self {
            sale_data: SaleData {
                sale_transaction_id: named(&command.transaction_id, command.timestamp),
                sale_reference_id: None,
                operator_id: None,
                sale_to_acquirer_data: Some(format!(
                    "currency={}",
                    command.scope.currency().code()
                )),
            },
            original_poi_transaction: OriginalPoiTransaction {
                poi_transaction_id: TransactionIdentification {
                    transaction_id: id,
                    time_stamp: time_stamp.clone(),
                },
            },
            reversed_amount: match command.scope {
                ReversalScope::Whole(_) => None,
                ReversalScope::Part(amount) => Some(number(amount)?),
            },
            reversal_reason: match command.reason {
                ReversalReason::MerchantCancel => "MerchantCancel",
                ReversalReason::CustomerCancel => "CustCancel",
                ReversalReason::Malfunction => "Malfunction",
                ReversalReason::UnableToComplete => "Unable2Compl",
            },
        })
    }
}

#[derive(Serialize)]
struct MessageReference<'a> {
    #[serde(rename = "MessageCategory")]
    message_category: &'static str,
    #[serde(rename = "SaleID")]
    sale_id: &'a str,
    #[serde(rename = "ServiceID")]
    service_id: &'a str,
    #[serde(rename = "POIID", skip_serializing_if = "Option::is_none")]
    poi_id: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct AbortRequest<'a> {
    abort_reason: &'static str,
    message_reference: MessageReference<'a>,
}

impl<'a> AbortRequest<'a> {
    pub(super) fn new(command: &'a AbortCommand, poi_id: &'a str) -> Self {
        Self {
            abort_reason: "MerchantAbort",
            message_reference: MessageReference {
                message_category: Category::Payment.word(),
                sale_id: command.payment.sale_id.as_str(),
                service_id: command.payment.service_id.as_str(),
                poi_id: Some(poi_id),
            },
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct TransactionStatusRequest<'a> {
    receipt_reprint_flag: bool,
    document_qualifier: [&'static str; 2],
    message_reference: MessageReference<'a>,
}

impl<'a> TransactionStatusRequest<'a> {
    /// Always names the `ServiceID`: without it the terminal tells of whatever it did last.
    pub(super) fn new(category: Category, sale_id: &'a SaleId, service_id: &'a ServiceId) -> Self {
        Self {
            receipt_reprint_flag: true,
            document_qualifier: ["CashierReceipt", "CustomerReceipt"],
            message_reference: MessageReference {
                message_category: category.word(),
                sale_id: sale_id.as_str(),
                service_id: service_id.as_str(),
                poi_id: None,
            },
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct DiagnosisRequest {
    host_diagnosis_flag: bool,
}

impl DiagnosisRequest {
    pub(super) fn new() -> Self {
        Self {
            host_diagnosis_flag: true,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct ReconciliationRequest {
    reconciliation_type: &'static str,
}

impl ReconciliationRequest {
    /// Closes the period of the terminal; nothing is asked of the acquirer.
    pub(super) fn new() -> Self {
        Self {
            reconciliation_type: "SaleReconciliation",
        }
    }
}

fn named(id: &TransactionId, timestamp: Timestamp) -> TransactionIdentification<'_> {
    let time_stamp = timestamp.strftime("%Y-%m-%dT%H:%M:%S+00:00").to_string();
    TransactionIdentification {
        transaction_id: id.as_str(),
        time_stamp,
    }
}

fn number(amount: Amount) -> Result<Box<RawValue>, String> {
    RawValue::from_string(amount.to_decimal()).map_err(|error| error.to_string())
}
