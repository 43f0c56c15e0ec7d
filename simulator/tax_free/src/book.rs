//! The operator's forms: one for each reference, whatever is asked how often.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// Where a form stands at the operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Status {
    Issued,
    Voided,
    Validated,
    Refunded,
}

/// A form.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Form {
    pub(crate) shop: String,
    pub(crate) reference: Uuid,
    pub(crate) form_number: String,
    pub(crate) barcode: String,
    pub(crate) status: Status,
    pub(crate) traveller: String,
    pub(crate) currency: String,
    pub(crate) gross: i64,
    pub(crate) refund: i64,
    pub(crate) issued_at: Timestamp,
    pub(crate) void_reference: Option<Uuid>,
    pub(crate) void_reason: Option<String>,
    /// What was asked for it, to see whether a repeat is one.
    #[serde(skip)]
    asked: Value,
}

/// A no, with its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct No(
    pub(crate) u16,
    pub(crate) &'static str,
    pub(crate) &'static str,
);

/// All forms.
#[derive(Default)]
pub(crate) struct Book {
    forms: BTreeMap<String, Form>,
    count: u64,
}

/// The smallest body that can be a form.
const PASSPORT: std::ops::RangeInclusive<usize> = 6..=20;

impl Book {
    pub(crate) fn forms(&self) -> impl Iterator<Item = &Form> {
        self.forms.values()
    }

    pub(crate) fn find(&self, shop: &str, reference: Uuid) -> Option<&Form> {
        self.forms
            .values()
            .find(|form| form.shop == shop && form.reference == reference)
    }

    /// Issues a form; true when it is new.
    pub(crate) fn issue(
        &mut self,
        shop: &str,
        asked: &Value,
        now: Timestamp,
    ) -> Result<(Form, bool), No> {
        let reference = asked["reference"]
            .as_str()
            .and_then(|text| Uuid::parse_str(text).ok())
            .ok_or(No(422, "REFERENCE_MISSING", "A form needs a reference"))?;
        if let Some(form) = self.find(shop, reference) {
            return match form.asked == *asked {
                true => Ok((form.clone(), false)),
                false => Err(No(
                    409,
                    "REFERENCE_CONFLICT",
                    "The reference belongs to another form",
                )),
            };
        }
        check(asked)?;
        self.count += 1;
        // The year, the number, and a digit that catches a slip of the hand.
        let digits = format!("26{:09}", self.count);
        let form_number = format!("{digits}{}", check_digit(&digits));
        let form = Form {
            shop: shop.to_owned(),
            reference,
            barcode: format!("TF{form_number}"),
            form_number: form_number.clone(),
            status: Status::Issued,
            traveller: format!(
                "{} {}",
                asked["traveller"]["familyName"]
                    .as_str()
                    .unwrap_or_default(),
                asked["traveller"]["givenName"].as_str().unwrap_or_default()
            ),
            currency: asked["currency"].as_str().unwrap_or_default().to_owned(),
            gross: asked["gross"].as_i64().unwrap_or_default(),
            refund: asked["refund"].as_i64().unwrap_or_default(),
            issued_at: now,
            void_reference: None,
            void_reason: None,
            asked: asked.clone(),
        };
        self.forms.insert(form_number, form.clone());
        Ok((form, true))
    }

    /// Voids a form. The same reference is answered as the first time.
    pub(crate) fn void(
        &mut self,
        shop: &str,
        number: &str,
        reference: Option<Uuid>,
        reason: &str,
    ) -> Result<Form, No> {
        let form = self
            .forms
            .get_mut(number)
            .filter(|form| form.shop == shop)
            .ok_or(No(404, "UNKNOWN_FORM", "There is no such form"))?;
        let reference =
            reference.ok_or(No(422, "REFERENCE_MISSING", "A void needs a reference"))?;
        match form.status {
            Status::Issued => {
                form.status = Status::Voided;
                form.void_reference = Some(reference);
                form.void_reason = Some(reason.to_owned());
                Ok(form.clone())
            }
            Status::Voided if form.void_reference == Some(reference) => Ok(form.clone()),
            Status::Voided => Err(No(409, "ALREADY_VOIDED", "The form was voided before")),
            Status::Validated | Status::Refunded => Err(No(
                409,
                "ALREADY_VALIDATED",
                "Customs has validated the form",
            )),
        }
    }

    /// Customs or the counter moves a form on; none when it cannot.
    pub(crate) fn advance(&mut self, number: &str, to: Status) -> Option<Form> {
        let form = self.forms.get_mut(number)?;
        let fits = matches!(
            (form.status, to),
            (Status::Issued, Status::Validated) | (Status::Validated, Status::Refunded)
        );
        if !fits {
            return None;
        }
        form.status = to;
        Some(form.clone())
    }

    /// A form that was issued before this start.
    pub(crate) fn import(&mut self, form: Known) {
        self.count = self.count.max(form.count());
        self.forms.insert(
            form.form_number.clone(),
            Form {
                shop: form.shop,
                reference: form.reference,
                form_number: form.form_number,
                barcode: form.barcode,
                status: form.status,
                traveller: form.traveller,
                currency: form.currency,
                gross: form.gross,
                refund: form.refund,
                issued_at: form.issued_at,
                void_reference: None,
                void_reason: None,
                asked: Value::Null,
            },
        );
    }
}

/// A form that was issued before this start, as the control interface takes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Known {
    shop: String,
    reference: Uuid,
    form_number: String,
    barcode: String,
    status: Status,
    traveller: String,
    currency: String,
    gross: i64,
    refund: i64,
    issued_at: Timestamp,
}

impl Known {
    fn count(&self) -> u64 {
        let digits: String = self.form_number.chars().skip(2).take(9).collect();
        digits.parse().unwrap_or(0)
    }
}

fn check(asked: &Value) -> Result<(), No> {
    let passport = asked["traveller"]["passportNumber"]
        .as_str()
        .unwrap_or_default();
    if !PASSPORT.contains(&passport.len()) {
        return Err(No(
            422,
            "PASSPORT_INVALID",
            "The passport number is not one",
        ));
    }
    let has_goods = asked["lines"]
        .as_array()
        .is_some_and(|lines| !lines.is_empty());
    let gross = asked["gross"].as_i64().unwrap_or_default();
    let sum: i64 = asked["lines"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|line| line["gross"].as_i64())
        .sum();
    if !has_goods || gross <= 0 || sum != gross {
        return Err(No(
            422,
            "AMOUNTS_DIFFER",
            "The goods do not add up to the amount",
        ));
    }
    if passport.starts_with("REFUSE") {
        return Err(No(
            422,
            "TRAVELLER_REFUSED",
            "The operator does not serve this traveller",
        ));
    }
    Ok(())
}

/// The digit of Luhn.
pub(crate) fn check_digit(digits: &str) -> u32 {
    let sum: u32 = digits
        .chars()
        .rev()
        .filter_map(|digit| digit.to_digit(10))
        .enumerate()
        .map(|(place, digit)| match place % 2 {
            0 if digit > 4 => digit * 2 - 9,
            0 => digit * 2,
            _ => digit,
        })
        .sum();
    (10 - sum % 10) % 10
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn asked(reference: u128) -> Value {
        json!({
            "reference": Uuid::from_u128(reference), "currency": "EUR", "gross": 100, "refund": 12,
            "lines": [{ "description": "Ring", "quantity": 1, "gross": 100, "vatRate": 2000 }],
            "traveller": { "passportNumber": "E12345678", "familyName": "Lin", "givenName": "Mei" }
        })
    }

    #[test]
    fn a_reference_is_one_form_whatever_is_asked_how_often() {
        let mut book = Book::default();
        let now = Timestamp::UNIX_EPOCH;
        let (first, is_new) = book.issue("S", &asked(1), now).unwrap();
        assert!(is_new);
        let (again, is_new) = book.issue("S", &asked(1), now).unwrap();
        assert!(!is_new && again.form_number == first.form_number);
        let mut other = asked(1);
        other["refund"] = json!(13);
        assert_eq!(
            book.issue("S", &other, now).unwrap_err().1,
            "REFERENCE_CONFLICT"
        );
        let (second, _) = book.issue("S", &asked(2), now).unwrap();
        assert_ne!(second.form_number, first.form_number);
        assert_eq!(book.forms().count(), 2);
    }

    #[test]
    fn a_void_is_answered_twice_and_refused_after_customs() {
        let mut book = Book::default();
        let (form, _) = book.issue("S", &asked(1), Timestamp::UNIX_EPOCH).unwrap();
        let number = form.form_number;
        let by = |id| Some(Uuid::from_u128(id));
        assert!(book.void("T", &number, by(9), "").is_err());
        assert!(book.void("S", &number, by(9), "").is_ok());
        assert!(book.void("S", &number, by(9), "").is_ok());
        assert_eq!(
            book.void("S", &number, by(8), "").unwrap_err().1,
            "ALREADY_VOIDED"
        );
        assert!(book.advance(&number, Status::Validated).is_none());
        let (form, _) = book.issue("S", &asked(2), Timestamp::UNIX_EPOCH).unwrap();
        assert!(book.advance(&form.form_number, Status::Refunded).is_none());
        assert!(book.advance(&form.form_number, Status::Validated).is_some());
        let refused = book.void("S", &form.form_number, by(7), "").unwrap_err();
        assert_eq!(refused.1, "ALREADY_VALIDATED");
    }

    #[test]
    fn goods_add_up_and_numbers_carry_a_check_digit() {
        let mut wrong = asked(1);
        wrong["gross"] = json!(101);
        let refused = Book::default().issue("S", &wrong, Timestamp::UNIX_EPOCH);
        assert_eq!(refused.unwrap_err().1, "AMOUNTS_DIFFER");
        assert_eq!(check_digit("7992739871"), 3);
    }
}
