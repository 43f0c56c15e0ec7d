//! Handing all chains to another key: an entry in each that both keys sign (reliability c.2).

use jiff::Timestamp;
use kernel::date::business_date;
use shell::{Outcome, Tx};

use crate::event::{chain_places, entry_on, keeper};
use crate::rule::kind::Kind;
use crate::signer::Signer;
use crate::store::{change_key, check_signer, payload};

/// Hands every chain from the key `old` to the key `new`, and says how many there are. When the
/// chains are with `new` already it does nothing, so that a change that was cut short can be ended.
///
/// # Errors
/// When a chain ends with neither key, belongs to no store or till, or the database fails.
pub async fn rotate_key(tx: &mut Tx, old: &Signer, new: &Signer, now: Timestamp) -> Outcome<usize> {
    let places = chain_places(tx).await?;
    if !places.is_empty() && check_signer(tx, new).await.is_ok() {
        return Ok(0);
    }
    check_signer(tx, old).await?;
    for place in &places {
        let scene = place.scene(now);
        let keeper = keeper(tx, scene.store_no).await?;
        let date = business_date(now, &keeper.time_zone, keeper.end_of_business_day);
        let nothing = payload(&serde_json::Map::new())?;
        let entry = entry_on(tx, &scene, date, (Kind::Key, nothing)).await?;
        change_key(tx, old, new, entry).await?;
    }
    Ok(places.len())
}
