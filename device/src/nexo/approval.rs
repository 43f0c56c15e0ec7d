//! Reads what an approval says, and refuses one whose amounts cannot be right.

use serde_json::value::RawValue;

use super::form::Form;
use super::reply::{OutputText, PaymentReceipt, PaymentResponse, TransactionIdentification};
use crate::card_terminal::{
    Amount, Approval, Currency, EntryMode, LineWeight, PoiTransaction, ReceiptLine, Signature,
    UnknownReason,
};

/// The approval in a response, in the currency that the terminal reports.
pub(super) fn approval(
    response: PaymentResponse,
    form: &Form,
    asked: Currency,
) -> Result<Approval, UnknownReason> {
    let result = response.payment_result.unwrap_or_default();
    let amounts = result.amounts_resp.ok_or_else(|| missing("AmountsResp"))?;
    let currency = currency(&amounts.currency, asked)?;
    let authorised = read(&amounts.authorized_amount, currency)?;
    let tip = match &amounts.tip_amount {
        Some(tip) => read(tip, currency)?,
        None => Amount::new(0, currency),
    };
    if tip.minor > authorised.minor {
        return Err(wrong("the tip is more than the whole".to_owned()));
    }
    cross_check(authorised, form)?;
    let poi_transaction = response
        .poi_data
        .and_then(|data| data.poi_transaction_id)
        .and_then(poi_transaction)
        .ok_or_else(|| missing("POITransactionID"))?;
    let receipts = response.payment_receipt.unwrap_or_default();
    let card = result.payment_instrument_data.card_data;
    Ok(Approval {
        authorised,
        tip,
        brand: card.payment_brand.filter(|brand| !brand.is_empty()),
        last4: card.masked_pan.as_deref().and_then(last4),
        entry_mode: card.entry_mode.first().map(|word| entry_mode(word)),
        approval_code: result.payment_acquirer_data.approval_code,
        poi_transaction,
        customer_receipt: lines(&receipts, "CustomerReceipt"),
        cashier_receipt: lines(&receipts, "CashierReceipt"),
        signature: signature(&receipts),
    })
}

fn missing(field: &str) -> UnknownReason {
    UnknownReason::Malformed {
        detail: format!("{field} is missing"),
    }
}

fn wrong(detail: String) -> UnknownReason {
    UnknownReason::Amount { detail }
}

fn currency(code: &str, asked: Currency) -> Result<Currency, UnknownReason> {
    if code == asked.code() {
        return Ok(asked);
    }
    Currency::from_iso(code).map_err(|error| wrong(error.to_string()))
}

/// Reads a JSON number as it stands in the message.
pub(super) fn read(number: &RawValue, currency: Currency) -> Result<Amount, UnknownReason> {
    let amount = Amount::from_decimal(number.get(), currency);
    match amount.map_err(|error| wrong(error.to_string()))? {
        Amount { minor, .. } if minor < 0 => Err(wrong("it is negative".to_owned())),
        amount => Ok(amount),
    }
}

/// Compares with the amount that the acquirer was asked for, where the terminal tells it.
fn cross_check(authorised: Amount, form: &Form) -> Result<(), UnknownReason> {
    let code = authorised.currency.code();
    if form
        .get("posAuthAmountCurrency")
        .is_some_and(|found| found != code)
    {
        return Err(wrong("posAuthAmountCurrency differs".to_owned()));
    }
    let Some(minor) = form.get("posAuthAmountValue") else {
        return Ok(());
    };
    let exponent = acquirer_exponent(authorised.currency);
    let text = format!("{minor}e-{exponent}");
    if Amount::from_decimal(&text, authorised.currency) == Ok(authorised) {
        return Ok(());
    }
    Err(wrong("posAuthAmountValue differs".to_owned()))
}

/// Decimals of Adyen's minor units, which leave ISO 4217 for four currencies.
fn acquirer_exponent(currency: Currency) -> u8 {
    match currency.code() {
        "CVE" | "IDR" => 0,
        "CLP" | "ISK" => 2,
        code => Currency::from_iso(code).map_or(currency.exponent(), |iso| iso.exponent()),
    }
}

pub(super) fn poi_transaction(found: TransactionIdentification) -> Option<PoiTransaction> {
    let TransactionIdentification {
        transaction_id: id,
        time_stamp,
    } = found;
    (!id.is_empty()).then_some(PoiTransaction { id, time_stamp })
}

/// The last four digits of `541333 **** 9999`; nothing if these are not digits.
fn last4(masked: &str) -> Option<String> {
    let tail = masked.get(masked.len().checked_sub(4)?..)?;
    tail.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| tail.to_owned())
}

fn entry_mode(word: &str) -> EntryMode {
    match word {
        "Contactless" | "Tapped" | "RFID" => EntryMode::Contactless,
        "ICC" | "SynchronousICC" => EntryMode::Chip,
        "MagStripe" => EntryMode::MagneticStripe,
        "Keyed" | "Manual" => EntryMode::Keyed,
        "Scanned" => EntryMode::Scanned,
        "Mobile" => EntryMode::Mobile,
        other => EntryMode::Other(other.to_owned()),
    }
}

fn signature(receipts: &[PaymentReceipt]) -> Signature {
    match receipts
        .iter()
        .any(|receipt| receipt.required_signature_flag == Some(true))
    {
        true => Signature::Required,
        false => Signature::NotRequired,
    }
}

/// The lines of one receipt.
pub(super) fn lines(receipts: &[PaymentReceipt], qualifier: &str) -> Vec<ReceiptLine> {
    let of_kind = receipts
        .iter()
        .filter(|receipt| receipt.document_qualifier == qualifier);
    of_kind
        .flat_map(|receipt| &receipt.output_content.output_text)
        .map(line)
        .collect()
}

fn line(output: &OutputText) -> ReceiptLine {
    let weight = match output.character_style.as_str() {
        "Bold" => LineWeight::Bold,
        _normal => LineWeight::Normal,
    };
    let form = Form::parse(&output.text);
    let (name, value) = match (form.get("name"), form.get("value"), form.get("key")) {
        (None, None, None) => (form.text(), String::new()),
        (name, value, _key) => (
            name.unwrap_or_default().to_owned(),
            value.unwrap_or_default().to_owned(),
        ),
    };
    ReceiptLine {
        name,
        value,
        weight,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn euro() -> Currency {
        Currency::parse("EUR", 2).expect("a currency")
    }

    fn response(amounts: &str) -> PaymentResponse {
        let text = format!(
            r#"{{"Response":{{"Result":"Success"}},
            "POIData":{{"POITransactionID":{{"TransactionID":"T.P","TimeStamp":"2026-11-20"}}}},
            "PaymentResult":{{"AmountsResp":{amounts}}}}}"#
        );
        serde_json::from_str(&text).expect("a response")
    }

    fn approved(amounts: &str, additional: &str) -> Result<String, UnknownReason> {
        approval(response(amounts), &Form::parse(additional), euro())
            .map(|approval| format!("{} tip {}", approval.authorised, approval.tip))
    }

    #[test]
    fn amounts_are_cross_checked() {
        let exact = r#"{"AuthorizedAmount":1250.10,"Currency":"EUR"}"#;
        let good = Ok("1250.10 EUR tip 0.00 EUR".to_owned());
        assert_eq!(approved(exact, ""), good);
        assert_eq!(
            approved(exact, "posAuthAmountValue=125010&posAuthAmountCurrency=EUR"),
            good
        );
        for additional in [
            "posAuthAmountValue=125011",
            "posAuthAmountValue=1250.10",
            "posAuthAmountValue=x",
            "posAuthAmountValue=125010&posAuthAmountCurrency=USD",
        ] {
            let refused = approved(exact, additional);
            assert!(
                matches!(refused, Err(UnknownReason::Amount { .. })),
                "{additional}"
            );
        }
    }

    #[test]
    fn amounts_that_cannot_be_right_are_unknown() {
        for amounts in [
            r#"{"AuthorizedAmount":12.505,"Currency":"EUR"}"#,
            r#"{"AuthorizedAmount":"12.50","Currency":"EUR"}"#,
            r#"{"AuthorizedAmount":-12.50,"Currency":"EUR"}"#,
            r#"{"AuthorizedAmount":12.50,"Currency":"euro"}"#,
            r#"{"AuthorizedAmount":12.50,"Currency":"EUR","TipAmount":12.51}"#,
            r#"{"AuthorizedAmount":1e99,"Currency":"EUR"}"#,
        ] {
            let refused = approved(amounts, "");
            assert!(
                matches!(refused, Err(UnknownReason::Amount { .. })),
                "{amounts}: {refused:?}"
            );
        }
        let none = approval(response("null"), &Form::default(), euro());
        assert!(matches!(none, Err(UnknownReason::Malformed { .. })));
    }

    #[test]
    fn another_currency_keeps_its_own_decimals() {
        let yen = r#"{"AuthorizedAmount":1250,"Currency":"JPY"}"#;
        assert_eq!(
            approved(yen, "posAuthAmountValue=1250"),
            Ok("1250 JPY tip 0 JPY".to_owned())
        );
        let dinar = r#"{"AuthorizedAmount":1.5,"Currency":"KWD"}"#;
        let read = Ok("1.500 KWD tip 0.000 KWD".to_owned());
        assert_eq!(approved(dinar, "posAuthAmountValue=1500"), read);
        let krona = r#"{"AuthorizedAmount":2790,"Currency":"ISK"}"#;
        assert_eq!(
            approved(krona, "posAuthAmountValue=279000"),
            Ok("2790 ISK tip 0 ISK".into())
        );
        let rupiah = r#"{"AuthorizedAmount":50000,"Currency":"IDR"}"#;
        let read = Ok("50000.00 IDR tip 0.00 IDR".to_owned());
        assert_eq!(approved(rupiah, "posAuthAmountValue=50000"), read);
    }

    #[test]
    fn a_tip_is_part_of_the_authorised_amount() {
        let tip = r#"{"AuthorizedAmount":14,"Currency":"EUR","TipAmount":1.5}"#;
        assert_eq!(approved(tip, ""), Ok("14.00 EUR tip 1.50 EUR".to_owned()));
    }

    #[test]
    fn only_the_last_four_digits_are_kept() {
        assert_eq!(last4("541333 **** 9999").as_deref(), Some("9999"));
        for masked in ["", "123", "541333 **** 99é9", "541333******999*", "ééé"] {
            assert_eq!(last4(masked), None, "{masked}");
        }
    }

    #[test]
    fn card_and_receipt_are_read() {
        let response = json!({
            "Response": {"Result": "Success"},
            "POIData": {"POITransactionID": {"TransactionID": "T.P", "TimeStamp": "2026-11-20T"}},
            "PaymentResult": {
                "AmountsResp": {"AuthorizedAmount": 12, "Currency": "EUR"},
                "PaymentAcquirerData": {"ApprovalCode": "123456"},
                "PaymentInstrumentData": {"CardData": {
                    "MaskedPan": "541333 **** 9999", "PaymentBrand": "mc",
                    "EntryMode": ["Contactless"],
                    "SensitiveCardData": {"ExpiryDate": "0228", "CardSeqNumb": "33"},
                }},
            },
            "PaymentReceipt": [
                {"DocumentQualifier": "CashierReceipt", "RequiredSignatureFlag": true,
                 "OutputContent": {"OutputFormat": "Text", "OutputText": [
                    {"Text": "name=TOTAL&value=%e2%82%ac+12%2c00&key=totalAmount",
                     "CharacterStyle": "Bold", "EndOfLineFlag": true},
                    {"Text": "key=filler"}, {"Text": "Plain words"}]}},
                {"DocumentQualifier": "CustomerReceipt", "OutputContent": 7},
            ],
        });
        let response = serde_json::from_str(&response.to_string()).expect("a response");
        let approval = approval(response, &Form::default(), euro()).expect("an approval");
        assert_eq!(approval.brand.as_deref(), Some("mc"));
        assert_eq!(approval.last4.as_deref(), Some("9999"));
        assert_eq!(approval.entry_mode, Some(EntryMode::Contactless));
        assert_eq!(approval.approval_code.as_deref(), Some("123456"));
        assert_eq!(approval.signature, Signature::Required);
        assert_eq!(approval.customer_receipt, []);
        let line = |name: &str, value: &str, weight| ReceiptLine {
            name: name.to_owned(),
            value: value.to_owned(),
            weight,
        };
        let expected = [
            line("TOTAL", "€ 12,00", LineWeight::Bold),
            line("", "", LineWeight::Normal),
            line("Plain words", "", LineWeight::Normal),
        ];
        assert_eq!(approval.cashier_receipt, expected);
        let kept = format!("{approval:?}");
        assert!(!kept.contains("0228") && !kept.contains("541333"), "{kept}");
    }

    #[test]
    fn odd_card_data_does_not_spoil_an_approval() {
        let text = r#"{"Response":{"Result":"Success"},
            "POIData":{"POITransactionID":{"TransactionID":"T.P"}},
            "PaymentResult":{"AmountsResp":{"AuthorizedAmount":1,"Currency":"EUR"},
            "PaymentAcquirerData":null,
            "PaymentInstrumentData":{"CardData":{"MaskedPan":7,"EntryMode":"ICC"}}}}"#;
        let response = serde_json::from_str(text).expect("a response");
        let approval = approval(response, &Form::default(), euro()).expect("an approval");
        assert_eq!((approval.last4, approval.entry_mode), (None, None));
    }
}
