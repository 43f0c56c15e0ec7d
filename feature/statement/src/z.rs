//! What a Z says, read from the text that is kept and hashed.

use journal::Link;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::rule::report::Report;

/// The content of a Z, of any format. What the first format did not hold is none.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ZContent {
    pub z_no: i64,
    pub statement_no: String,
    pub business_date: String,
    pub currency_code: String,
    pub documents: i64,
    pub sales_amount: i64,
    pub line_discount: i64,
    pub liabilities: i64,
    pub rounding_amount: i64,
    pub payment_amount: i64,
    pub money_in: i64,
    pub difference: i64,
    pub bag_no: Option<String>,
    /// Of the first format: VAT per rate. Later it stands in the report.
    #[serde(default)]
    pub vat: Vec<crate::rule::report::ReportVat>,
    pub tenders: Vec<ZTender>,
    pub perpetual_sales: i64,
    pub perpetual_absolute: i64,
    pub previous_hash: String,
    pub store_name: Option<String>,
    pub vat_no: Option<String>,
    pub report: Option<Report>,
    /// The closing of its business date; none before the third format.
    pub closing: Option<Link>,
}

/// A tender of a Z.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ZTender {
    pub tender_code: String,
    pub amount: i64,
    pub quantity: i64,
    pub counted_amount: Option<i64>,
}

/// The closing that a content names; none before the third format, and of a content that cannot be read.
pub(crate) fn closing_of(content: &str) -> Option<Link> {
    serde_json::from_str::<ZContent>(content).ok()?.closing
}

/// In which format a content is written: the first one has no number.
pub(crate) fn format_of(content: &str) -> i64 {
    #[derive(Deserialize)]
    struct Numbered {
        format: i64,
    }
    serde_json::from_str::<Numbered>(content).map_or(1, |it| it.format)
}

/// SHA-256 of what a Z says, in hexadecimal. The format stands before it, so that no content passes for
/// one of another format.
pub(crate) fn hash(content: &str) -> String {
    let mut hasher = Sha256::new();
    hasher.update(format!("vitrine-z/{}", format_of(content)));
    hasher.update(content);
    hex::encode(hasher.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_content_tells_its_format() {
        let table = [
            (r#"{"zNo":1,"vat":[]}"#, 1),
            (r#"{"format":2,"zNo":1}"#, 2),
            (r#"{"format":"2"}"#, 1),
            ("no object", 1),
        ];
        for (content, expected) in table {
            assert_eq!(format_of(content), expected, "{content}");
        }
    }

    #[test]
    fn a_z_of_the_first_format_is_read() {
        let content = r#"{"zNo":7,"statementNo":"S-PAR-2026-0007","storeNo":"PAR",
            "businessDate":"2026-11-20","postingDate":"2026-11-20","currencyCode":"EUR",
            "documents":1,"salesAmount":10,"lineDiscount":0,"liabilities":0,"roundingAmount":0,
            "paymentAmount":10,"moneyIn":10,"difference":0,"bagNo":null,
            "vat":[{"vatRate":200000,"gross":10,"vatAmount":2}],
            "tenders":[{"tenderCode":"CASH","amount":10,"quantity":1,"countedAmount":10,
            "differenceAmount":0,"differenceQuantity":null}],
            "perpetualSales":10,"perpetualAbsolute":10,"previousHash":""}"#;
        let z: ZContent = serde_json::from_str(content).unwrap();
        assert_eq!((z.z_no, z.vat.len(), z.report), (7, 1, None));
    }
}
