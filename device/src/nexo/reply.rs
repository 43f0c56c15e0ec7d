//! The bodies of the terminal's replies, in the spelling of the protocol; only what we read.
//!
//! Card data that we must not keep (expiry date, sequence number, BIN, account reference) has no
//! field here, so it is dropped while reading.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::message::{Header, lenient};

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct ResponseResult {
    pub(super) result: String,
    pub(super) error_condition: Option<String>,
    #[serde(deserialize_with = "lenient")]
    pub(super) additional_response: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct PaymentResponse {
    pub(super) response: ResponseResult,
    pub(super) sale_data: Option<SaleData>,
    #[serde(rename = "POIData")]
    pub(super) poi_data: Option<PoiData>,
    pub(super) payment_result: Option<PaymentResult>,
    pub(super) payment_receipt: Option<Vec<PaymentReceipt>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct SaleData {
    #[serde(rename = "SaleTransactionID")]
    pub(super) sale_transaction_id: Option<TransactionIdentification>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct PoiData {
    #[serde(rename = "POITransactionID")]
    pub(super) poi_transaction_id: Option<TransactionIdentification>,
}

#[derive(Debug, Deserialize)]
pub(super) struct TransactionIdentification {
    #[serde(rename = "TransactionID")]
    pub(super) transaction_id: String,
    #[serde(rename = "TimeStamp", default)]
    pub(super) time_stamp: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct PaymentResult {
    pub(super) amounts_resp: Option<AmountsResp>,
    #[serde(deserialize_with = "lenient")]
    pub(super) payment_acquirer_data: AcquirerData,
    #[serde(deserialize_with = "lenient")]
    pub(super) payment_instrument_data: InstrumentData,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct AmountsResp {
    pub(super) authorized_amount: Box<RawValue>,
    pub(super) currency: String,
    pub(super) tip_amount: Option<Box<RawValue>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct AcquirerData {
    #[serde(deserialize_with = "lenient")]
    pub(super) approval_code: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct InstrumentData {
    #[serde(deserialize_with = "lenient")]
    pub(super) card_data: CardData,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct CardData {
    #[serde(deserialize_with = "lenient")]
    pub(super) masked_pan: Option<String>,
    #[serde(deserialize_with = "lenient")]
    pub(super) payment_brand: Option<String>,
    #[serde(deserialize_with = "lenient")]
    pub(super) entry_mode: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct PaymentReceipt {
    pub(super) document_qualifier: String,
    // Not lenient: it decides whether the cashier must check a signature.
    pub(super) required_signature_flag: Option<bool>,
    #[serde(deserialize_with = "lenient")]
    pub(super) output_content: OutputContent,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct OutputContent {
    pub(super) output_text: Vec<OutputText>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct OutputText {
    pub(super) text: String,
    pub(super) character_style: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct ReversalResponse {
    pub(super) response: ResponseResult,
    pub(super) sale_data: Option<SaleData>,
    #[serde(rename = "POIData")]
    pub(super) poi_data: Option<PoiData>,
    pub(super) reversed_amount: Option<Box<RawValue>>,
    pub(super) payment_receipt: Option<Vec<PaymentReceipt>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct AbortResponse {
    pub(super) response: ResponseResult,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct TransactionStatusResponse {
    pub(super) response: ResponseResult,
    pub(super) message_reference: Option<MessageReference>,
    pub(super) repeated_message_response: Option<RepeatedMessageResponse>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct MessageReference {
    #[serde(rename = "ServiceID")]
    pub(super) service_id: Option<String>,
    #[serde(rename = "SaleID")]
    pub(super) sale_id: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct RepeatedMessageResponse {
    pub(super) message_header: Header,
    pub(super) repeated_response_message_body: RepeatedBody,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct RepeatedBody {
    pub(super) payment_response: Option<PaymentResponse>,
    pub(super) reversal_response: Option<ReversalResponse>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct DiagnosisResponse {
    pub(super) response: ResponseResult,
    #[serde(rename = "POIStatus")]
    pub(super) poi_status: Option<PoiStatus>,
    pub(super) host_status: Option<Vec<Host>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct PoiStatus {
    pub(super) global_status: String,
    #[serde(rename = "CommunicationOKFlag")]
    pub(super) communication_ok_flag: Option<bool>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Host {
    #[serde(rename = "AcquirerID")]
    pub(super) acquirer_id: String,
    #[serde(rename = "IsReachableFlag")]
    pub(super) is_reachable_flag: Option<bool>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct ReconciliationResponse {
    pub(super) response: ResponseResult,
    #[serde(rename = "POIReconciliationID")]
    pub(super) poi_reconciliation_id: Option<String>,
    pub(super) transaction_totals: Vec<TransactionTotals>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct TransactionTotals {
    pub(super) card_brand: Option<String>,
    pub(super) payment_currency: Option<String>,
    #[serde(default)]
    pub(super) payment_totals: Vec<PaymentTotals>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct PaymentTotals {
    pub(super) transaction_type: String,
    pub(super) transaction_count: i64,
    pub(super) transaction_amount: Box<RawValue>,
}
