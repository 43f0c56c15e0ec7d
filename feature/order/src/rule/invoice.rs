//! Numbers of invoices, and to whom one may be made out.

use document::Buyer;
use kernel::Refusal;
use serde::{Deserialize, Serialize};
use setting::REFERENCE_UNKNOWN;
use setting::rule::{filled, within_length};
use utoipa::ToSchema;

/// A company or a person, as somebody typed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = InvoiceBuyer)]
pub struct TypedBuyer {
    /// Its name.
    #[schema(example = "Atelier Marchetti SARL")]
    pub name: String,
    /// Street and number.
    #[schema(example = "8 bis, quai de Saône")]
    pub address: String,
    /// May be blank where a country has none.
    #[schema(example = "69002")]
    pub postal_code: String,
    /// City.
    #[schema(example = "Lyon")]
    pub city: String,
    /// The country (ISO 3166).
    #[schema(example = "FR")]
    pub country: String,
    /// The VAT number; blank for who has none.
    #[schema(example = "FR71512940330")]
    pub vat_no: String,
}

/// The number of a store's invoice: gapless per store.
#[must_use]
pub fn number(store_no: &str, number: i64) -> String {
    format!("F-{store_no}-{number:06}")
}

/// The buyer as the invoice names them.
///
/// # Errors
/// When something is missing or too long.
pub fn buyer(typed: &TypedBuyer) -> Result<Buyer, Refusal> {
    let name = filled(&typed.name, 120, "name")?;
    let address = filled(&typed.address, 200, "address")?;
    let postal_code = within_length(&typed.postal_code, 20, "postalCode")?;
    let city = filled(&typed.city, 80, "city")?;
    let country = filled(&typed.country, 2, "country")?.to_uppercase();
    if country.len() != 2 || !country.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Err(Refusal::new(&REFERENCE_UNKNOWN).at("country"));
    }
    let vat_no = within_length(&typed.vat_no, 40, "vatNo")?;
    let place = format!("{postal_code} {city}");
    let place = format!("{}, {country}", place.trim());
    Ok(Buyer {
        name,
        address: address
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .map(str::to_owned)
            .chain([place])
            .collect(),
        vat_no: (!vat_no.is_empty()).then_some(vat_no),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed() -> TypedBuyer {
        TypedBuyer {
            name: " Atelier Marchetti ".to_owned(),
            address: "8 bis, quai de Saône\n\n Bâtiment C".to_owned(),
            postal_code: "69002".to_owned(),
            city: "Lyon".to_owned(),
            country: "fr".to_owned(),
            vat_no: " ".to_owned(),
        }
    }

    #[test]
    fn a_buyer_has_name_street_city_and_country() {
        let named = buyer(&typed()).unwrap();
        assert_eq!(named.name, "Atelier Marchetti");
        assert_eq!(
            named.address,
            ["8 bis, quai de Saône", "Bâtiment C", "69002 Lyon, FR"]
        );
        assert_eq!(named.vat_no, None);
        let without_code = TypedBuyer {
            postal_code: String::new(),
            city: "Hong Kong".to_owned(),
            country: "HK".to_owned(),
            ..typed()
        };
        assert_eq!(buyer(&without_code).unwrap().address[2], "Hong Kong, HK");
    }

    #[test]
    fn what_is_missing_is_named() {
        let wrong = |change: fn(&mut TypedBuyer)| {
            let mut typed = typed();
            change(&mut typed);
            buyer(&typed).unwrap_err().field
        };
        assert_eq!(wrong(|it| it.name = " ".to_owned()), Some("name"));
        assert_eq!(wrong(|it| it.address = String::new()), Some("address"));
        assert_eq!(wrong(|it| it.city = String::new()), Some("city"));
        assert_eq!(wrong(|it| it.country = "F1".to_owned()), Some("country"));
        assert_eq!(wrong(|it| it.country = "FRA".to_owned()), Some("country"));
        assert_eq!(wrong(|it| it.name = "X".repeat(121)), Some("name"));
        assert_eq!(wrong(|it| it.vat_no = "X".repeat(41)), Some("vatNo"));
    }

    #[test]
    fn numbers_are_of_the_store_and_sort() {
        assert_eq!(number("PAR01", 417), "F-PAR01-000417");
        assert_eq!(number("PAR01", 1_234_567), "F-PAR01-1234567");
    }
}
