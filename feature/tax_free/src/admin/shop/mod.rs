//! A store's access to its operator.

pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod save;
pub(crate) mod test;

use device::Secret;
use device::address::is_usable;
use kernel::Refusal;
use serde::{Deserialize, Serialize};
use setting::entry::{Entry, Few, refused};
use setting::rule::within_length;
use sha2::{Digest, Sha256};
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use crate::{ADDRESS_REFUSED, COUNTRY_UNKNOWN, SECRET_SHORT, store};

/// The shortest key, in characters.
const SECRET_MIN: usize = 16;
const SECRET_MAX: usize = 200;
/// How many countries stand first at most.
const PREFERRED_MAX: usize = 12;

/// What is kept of a store.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = TaxFreeStoreValue)]
pub(crate) struct ShopValue {
    /// The name of the store; it is set up elsewhere.
    #[schema(example = "Paris · Rue de Sèvres")]
    pub(crate) name: String,
    /// Whether forms are issued.
    pub(crate) is_enabled: bool,
    /// The name of the operator, as it stands on forms.
    #[schema(example = "Refund Partners")]
    pub(crate) operator_name: String,
    /// Where it listens.
    #[schema(example = "https://operator.example")]
    pub(crate) address: String,
    /// What it calls the store.
    #[schema(example = "SHOP-PAR01")]
    pub(crate) shop_no: String,
    /// A new key; null leaves the one that is kept. It is never told.
    #[schema(example = "as the operator gave it")]
    pub(crate) secret: Option<String>,
    /// The start of the hash of the key that is kept; blank for none.
    #[schema(example = "9f3a61c0")]
    pub(crate) secret_mark: String,
    /// Whether the operator asks for the flight.
    pub(crate) asks_flight: bool,
    /// The countries that stand first (ISO 3166), with blanks between.
    #[schema(example = "CN US JP")]
    pub(crate) preferred_countries: String,
    /// Whether it is asked first whether somebody lives in the EU (isShowOptionOfEU).
    #[serde(rename = "isShowOptionOfEU")]
    pub(crate) is_show_option_of_eu: bool,
    /// Whether the store sells without VAT and so issues no forms; it is set up elsewhere.
    pub(crate) duty_free: bool,
}

impl ShopValue {
    /// What staff typed, as it may be kept; its key is taken out.
    fn checked(&self, known: &Self) -> Outcome<Self> {
        let address = within_length(&self.address, 200, "address")?;
        if !address.is_empty() && !is_usable(&address) {
            return Err(refused(&ADDRESS_REFUSED, "address"));
        }
        let new = Self {
            name: known.name.clone(),
            duty_free: known.duty_free,
            operator_name: within_length(&self.operator_name, 60, "operatorName")?,
            address,
            shop_no: within_length(&self.shop_no, 40, "shopNo")?,
            secret: None,
            secret_mark: known.secret_mark.clone(),
            preferred_countries: countries(&self.preferred_countries)?,
            ..self.clone()
        };
        let has_key = self.secret.is_some() || !known.secret_mark.is_empty();
        for (is_blank, field) in [
            (new.operator_name.is_empty(), "operatorName"),
            (new.address.is_empty(), "address"),
            (new.shop_no.is_empty(), "shopNo"),
            (!has_key, "secret"),
        ] {
            if new.is_enabled && is_blank {
                return Err(refused(&setting::REQUIRED, field));
            }
        }
        Ok(new)
    }
}

/// Countries, each once, with blanks between.
fn countries(text: &str) -> Outcome<String> {
    let mut codes: Vec<&str> = Vec::new();
    for code in text.split([' ', ',']).filter(|code| !code.is_empty()) {
        if code.len() != 2 || !code.bytes().all(|b| b.is_ascii_uppercase()) {
            return Err(refused(&COUNTRY_UNKNOWN, "preferredCountries"));
        }
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    codes.truncate(PREFERRED_MAX);
    Ok(codes.join(" "))
}

/// A new key, when one was typed.
fn new_secret(typed: Option<&String>) -> Outcome<Option<Secret>> {
    let Some(typed) = typed
        .map(|text| text.trim())
        .filter(|text| !text.is_empty())
    else {
        return Ok(None);
    };
    let typed = within_length(typed, SECRET_MAX, "secret")?;
    match typed.chars().count() < SECRET_MIN {
        true => Err(Refusal::new(&SECRET_SHORT)
            .with("minimum", i64::try_from(SECRET_MIN).unwrap_or(i64::MAX))
            .at("secret")
            .into()),
        false => Ok(Some(Secret::new(typed))),
    }
}

/// The start of a key's hash: enough to see that it is another.
fn mark(secret: &Secret) -> String {
    hex::encode(&Sha256::digest(secret.expose())[..4])
}

impl Few for ShopValue {
    const SETTING: &'static str = "taxFreeStore";
    const OPERATION: &'static str = "tax_free_store.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(store::shop::read(tx, key))
    }

    /// The key goes into its own column here, before the value is written down with the change: the
    /// record of changes holds its mark alone.
    fn check<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move {
            let known = before.ok_or(&setting::ENTRY_NOT_FOUND)?;
            let secret = new_secret(value.secret.as_ref())?;
            let typed = Self {
                secret: secret.as_ref().map(mark),
                ..value.clone()
            };
            let mut new = typed.checked(known)?;
            let is_taken = !new.shop_no.is_empty()
                && store::shop::is_shop_taken(tx, key, &new.shop_no).await?;
            if is_taken {
                return Err(refused(&setting::CODE_TAKEN, "shopNo"));
            }
            if let Some(secret) = &secret {
                new.secret_mark = mark(secret);
                store::shop::keep_secret(tx, key, secret).await?;
            }
            Ok(new)
        })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        let version = before.map_or(1, |before| before.version + 1);
        Box::pin(store::shop::keep(tx, key, value, version))
    }

    fn text(&self) -> String {
        format!("{} {}", self.name, self.operator_name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blank() -> ShopValue {
        ShopValue {
            name: "Paris".to_owned(),
            is_enabled: false,
            operator_name: String::new(),
            address: String::new(),
            shop_no: String::new(),
            secret: None,
            secret_mark: String::new(),
            asks_flight: false,
            preferred_countries: String::new(),
            is_show_option_of_eu: false,
            duty_free: false,
        }
    }

    #[test]
    fn a_store_that_issues_has_everything_that_it_needs() {
        let known = blank();
        assert!(blank().checked(&known).is_ok());
        let full = ShopValue {
            is_enabled: true,
            operator_name: "Partners".to_owned(),
            address: "https://operator.example".to_owned(),
            shop_no: "S-1".to_owned(),
            secret: Some("mark".to_owned()),
            preferred_countries: "CN, US CN".to_owned(),
            ..blank()
        };
        let kept = full.checked(&known).unwrap();
        assert_eq!(kept.secret, None);
        assert_eq!(kept.preferred_countries, "CN US");
        type Change = fn(&mut ShopValue);
        let without: [Change; 5] = [
            |value| value.operator_name.clear(),
            |value| value.address.clear(),
            |value| value.address = "http://operator.example".to_owned(),
            |value| value.shop_no.clear(),
            |value| value.secret = None,
        ];
        for change in without {
            let mut value = full.clone();
            change(&mut value);
            assert!(value.checked(&known).is_err());
        }
    }

    #[test]
    fn a_key_is_long_and_its_mark_does_not_tell_it() {
        assert!(new_secret(Some(&"short".to_owned())).is_err());
        assert!(new_secret(None).unwrap().is_none());
        let secret = new_secret(Some(&"a key of the tests".to_owned()))
            .unwrap()
            .unwrap();
        assert_eq!(mark(&secret).len(), 8);
    }
}
