//! The tax-free form: a sheet of A4 for the traveller and customs.

use std::sync::LazyLock;

use jiff::Zoned;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::barcode::Barcode;
use crate::engine::{Document, Identity, Template};
use crate::error::DocumentError;
use crate::label_tables::LabelTables;
use crate::language::Language;
use crate::text::Typesetter;

/// A tax-free form.
///
/// Amounts are texts that the caller has formatted. Each label stands in the language of the paper
/// and, small beside it, in English: customs and the traveller read different ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaxFreeForm {
    /// The language of the paper's own words.
    pub language: Language,
    /// The company that sold.
    pub company: String,
    /// The shop.
    pub shop: String,
    /// Street, postal code and city.
    pub address: Vec<String>,
    /// Telephone.
    pub phone: String,
    /// VAT number.
    pub vat_no: String,
    /// Number in the country's register of companies.
    pub registration_no: String,
    /// Who refunds.
    pub operator: String,
    /// The operator's number.
    pub form_no: String,
    /// Our number.
    pub serial_no: String,
    /// When the operator issued it, in the shop's time zone.
    pub issued_at: Zoned,
    /// The last day for customs.
    pub last_day: Date,
    /// Whether it counts no more.
    pub is_void: bool,
    /// Who travels; none when it is too long ago.
    pub person: Option<TaxFreePerson>,
    /// The receipts.
    pub receipts: Vec<TaxFreeReceipt>,
    /// The goods.
    pub goods: Vec<TaxFreeGoods>,
    /// Currency code of all amounts.
    pub currency: String,
    /// What was paid for the goods.
    pub gross: String,
    /// The VAT in it.
    pub vat: String,
    /// What is refunded.
    pub refund: String,
    /// `CARD`, `CASH` or `WALLET`.
    pub method: String,
    /// The card's last digits or the wallet.
    pub destination: Option<String>,
    /// What customs scan.
    pub barcode: Barcode,
    /// Whether no real shop stands behind it.
    pub is_demonstration: bool,
    /// Name and version of the software.
    pub software: String,
}

/// Who travels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxFreePerson {
    /// Family and given name as in the passport.
    pub name: String,
    /// The number of the passport.
    pub passport_no: String,
    /// The country that issued it.
    pub issuing_country: String,
    /// The date of birth.
    pub born_on: Date,
    /// Where they live.
    pub residence: String,
    /// Their flight.
    pub flight_no: Option<String>,
}

/// A receipt on the form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxFreeReceipt {
    /// Its number.
    pub number: String,
    /// Its date.
    pub purchased_on: Date,
}

/// Goods on the form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxFreeGoods {
    /// The name.
    pub name: String,
    /// How many pieces.
    pub quantity: i64,
    /// The rate, for example `20 %`.
    pub vat_rate: String,
    /// What was paid.
    pub gross: String,
}

/// The words on a form. `{currency}` is filled in.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Labels {
    title: String,
    form_no: String,
    serial_no: String,
    operator: String,
    seller: String,
    vat_no: String,
    traveller: String,
    passport: String,
    born: String,
    residence: String,
    flight: String,
    receipts: String,
    goods: String,
    quantity: String,
    vat_rate: String,
    amount: String,
    total: String,
    vat: String,
    refund: String,
    method: String,
    card: String,
    cash: String,
    wallet: String,
    last_day: String,
    customs: String,
    customs_note: String,
    signature: String,
    advice: String,
    void: String,
    demonstration: String,
}

static LABELS: LabelTables<Labels> = crate::label_tables!("../label/tax-free");
static TEMPLATE: LazyLock<Result<Template, DocumentError>> =
    LazyLock::new(|| Template::new("tax-free.typ", include_str!("../template/tax-free.typ")));

impl Document for TaxFreeForm {
    fn template(&self) -> Result<&'static Template, DocumentError> {
        TEMPLATE
            .as_ref()
            .map_err(|error| DocumentError::Template(error.to_string()))
    }

    fn context(&self) -> Result<Value, DocumentError> {
        let (language, region) = self.language.locale();
        let own = LABELS.of(self.language)?;
        let english = LABELS.of(Language::English)?;
        let set = Typesetter::new(self.language.direction());
        let day = |date: Date| set.code(&date.strftime("%d-%b-%Y").to_string());
        let words = |labels: &Labels| -> Result<Value, DocumentError> {
            let mut words = serde_json::to_value(labels)?;
            words["total"] = Value::from(labels.total.replace("{currency}", &self.currency));
            Ok(words)
        };
        let method = |labels: &Labels| match self.method.as_str() {
            "CARD" => labels.card.clone(),
            "CASH" => labels.cash.clone(),
            _ => labels.wallet.clone(),
        };
        Ok(json!({
            "locale": {
                "language": language, "region": region, "direction": self.language.direction(),
            },
            "own": words(own)?,
            "english": if language == "en" { Value::Null } else { words(english)? },
            "title": format!("{} {}", own.title, self.form_no),
            "form_no": set.code(&self.form_no),
            "serial_no": set.code(&self.serial_no),
            "issued_at": set.code(&self.issued_at.strftime("%d-%b-%Y  %H:%M").to_string()),
            "last_day": day(self.last_day),
            "operator": set.text(&self.operator),
            "seller": {
                "company": set.text(&self.company),
                "lines": [
                    set.text(&self.shop),
                    set.text(&self.address.join(", ")),
                    set.code(&self.phone),
                    set.code(&self.registration_no),
                ],
                "vat_no": set.code(&self.vat_no),
            },
            "person": self.person.as_ref().map(|person| json!({
                "name": set.text(&person.name),
                "passport": set.code(&format!("{} ({})", person.passport_no, person.issuing_country)),
                "born": day(person.born_on),
                "residence": set.text(&person.residence),
                "flight": person.flight_no.as_ref().map(|flight| set.code(flight)),
            })),
            "receipts": self.receipts.iter().map(|receipt| {
                set.code(&format!("{} · {}", receipt.number, receipt.purchased_on.strftime("%d-%b-%Y")))
            }).collect::<Vec<String>>(),
            "goods": self.goods.iter().map(|goods| json!([
                set.text(&goods.name), goods.quantity.to_string(), set.code(&goods.vat_rate),
                set.code(&goods.gross),
            ])).collect::<Vec<Value>>(),
            "gross": set.code(&self.gross),
            "vat": set.code(&format!("{} {}", self.currency, self.vat)),
            "refund": set.code(&format!("{} {}", self.currency, self.refund)),
            "method": match &self.destination {
                Some(to) => format!("{} · {}", method(own), set.code(to)),
                None => method(own),
            },
            "is_void": self.is_void,
            "is_demonstration": self.is_demonstration,
            "barcode": self.barcode.draw(),
            "software": set.code(&self.software),
        }))
    }

    fn identity(&self) -> Identity {
        Identity {
            key: format!(
                "TaxFree/{}/{}/{}",
                self.form_no, self.language, self.is_void
            ),
            issued_at: self.issued_at.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_languages_have_their_own_words() {
        assert_eq!(LABELS.faults(2), Vec::<String>::new());
    }
}
