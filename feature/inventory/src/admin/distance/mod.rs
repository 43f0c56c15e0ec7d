//! How many days a piece travels between two stores, either way.

pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod save;

use serde::{Deserialize, Serialize};
use setting::entry::{Entry, Few, refused};
use setting::rule::within;
use setting::{REFERENCE_UNKNOWN, REQUIRED};
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use crate::{DISTANCE_SAME_STORE, transit};

/// No piece travels longer, in days.
const TRAVEL_DAYS_MAX: i64 = 365;
/// What stands between the two stores of a pair.
const BETWEEN: char = '~';

/// What is kept of two stores.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct StoreDistanceValue {
    /// One store.
    #[schema(example = "MIL01")]
    pub(crate) from_store_no: String,
    /// Its name; it is not changed here.
    #[schema(example = "Milano · Via della Spiga")]
    pub(crate) from_store_name: String,
    /// The other store.
    #[schema(example = "PAR01")]
    pub(crate) to_store_no: String,
    /// Its name; it is not changed here.
    #[schema(example = "Paris · Rue de Sèvres")]
    pub(crate) to_store_name: String,
    /// How many days a piece travels between them, either way.
    #[schema(example = 2)]
    pub(crate) travel_days: i64,
}

/// What two stores are known by together: the same from either side.
pub(crate) fn pair(one: &str, other: &str) -> String {
    let (first, second) = if one <= other {
        (one, other)
    } else {
        (other, one)
    };
    format!("{first}{BETWEEN}{second}")
}

impl Few for StoreDistanceValue {
    const SETTING: &'static str = "storeDistance";
    const OPERATION: &'static str = "storeDistance.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(async move {
            match key.map(|key| key.split_once(BETWEEN)) {
                None => transit::distances(tx, None).await,
                Some(Some(stores)) => transit::distances(tx, Some(stores)).await,
                Some(None) => Ok(Vec::new()),
            }
        })
    }

    fn check<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        _: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move {
            let named = async |tx: &mut Tx, store_no: &str, field| match store_no.trim() {
                "" => Err(refused(&REQUIRED, field)),
                store_no => transit::store_name(tx, store_no)
                    .await?
                    .ok_or_else(|| refused(&REFERENCE_UNKNOWN, field))
                    .map(|name| (store_no.to_owned(), name)),
            };
            let (from_store_no, from_store_name) =
                named(tx, &value.from_store_no, "fromStoreNo").await?;
            let (to_store_no, to_store_name) = named(tx, &value.to_store_no, "toStoreNo").await?;
            if from_store_no == to_store_no {
                return Err(refused(&DISTANCE_SAME_STORE, "toStoreNo"));
            }
            if pair(&from_store_no, &to_store_no) != key {
                // Other stores are another distance.
                return Err(refused(&REFERENCE_UNKNOWN, "toStoreNo"));
            }
            let travel_days = within(value.travel_days, &(0..=TRAVEL_DAYS_MAX), "travelDays")?;
            let is_in_order = from_store_no <= to_store_no;
            let (from, to) = (
                (from_store_no, from_store_name),
                (to_store_no, to_store_name),
            );
            let (first, second) = if is_in_order { (from, to) } else { (to, from) };
            Ok(Self {
                from_store_no: first.0,
                from_store_name: first.1,
                to_store_no: second.0,
                to_store_name: second.1,
                travel_days,
            })
        })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        _: &'a str,
        value: &'a Self,
        _: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        let stores = (value.from_store_no.as_str(), value.to_store_no.as_str());
        Box::pin(transit::set_distance(tx, stores, value.travel_days))
    }

    fn text(&self) -> String {
        format!("{} {}", self.from_store_name, self.to_store_name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_stores_are_the_same_pair_from_either_side() {
        assert_eq!(pair("PAR", "MIL"), "MIL~PAR");
        assert_eq!(pair("MIL", "PAR"), "MIL~PAR");
    }
}
