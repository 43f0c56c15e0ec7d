//! An amount as it is kept with an order: `[minor units, currency]`.

use device::card_terminal::{Amount, Currency};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) fn serialize<S: Serializer>(amount: &Amount, into: S) -> Result<S::Ok, S::Error> {
    (amount.minor, amount.currency.code()).serialize(into)
}

pub(crate) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Amount, D::Error> {
    let (minor, code) = <(i64, String)>::deserialize(from)?;
    let currency = Currency::from_iso(&code).map_err(D::Error::custom)?;
    Ok(Amount::new(minor, currency))
}
