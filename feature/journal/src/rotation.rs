//! Handing all chains to another key: an entry in each that both keys sign (reliability c.2).

use jiff::Timestamp;
use kernel::date::business_date;
use kernel::id::{StoreNo, TerminalNo};
use shell::{Failure, Outcome, Tx, params};

use crate::event::{Scene, entry_on, keeper};
use crate::rule::kind::Kind;
use crate::signer::Signer;
use crate::store::{change_key, check_signer, payload};

/// Hands every chain from the key `old` to the key `new`, and says how many there are. When the
/// chains are with `new` already it does nothing, so that a change that was cut short can be ended.
///
/// # Errors
/// When a chain ends with neither key, belongs to no store or till, or the database fails.
pub async fn rotate_key(tx: &mut Tx, old: &Signer, new: &Signer, now: Timestamp) -> Outcome<usize> {
    let rows = tx
        .query(
            "SELECT h.chain_id, COALESCE(s.store_no, t.store_no), t.terminal_no \
             FROM journal_head h LEFT JOIN store s ON s.store_no = h.chain_id \
             LEFT JOIN terminal t ON t.terminal_no = h.chain_id AND s.store_no IS NULL \
             ORDER BY h.chain_id",
            params![],
        )
        .await?;
    if !rows.is_empty() && check_signer(tx, new).await.is_ok() {
        return Ok(0);
    }
    check_signer(tx, old).await?;
    let chains = rows.len();
    for mut row in rows {
        let chain: String = row.read()?;
        let store_no: Option<StoreNo> = row.read()?;
        let terminal_no: Option<TerminalNo> = row.read()?;
        let store_no = store_no.ok_or_else(|| {
            Failure::internal(format!("the chain {chain} belongs to no store and no till"))
        })?;
        let keeper = keeper(tx, &store_no).await?;
        let date = business_date(now, &keeper.time_zone, keeper.end_of_business_day);
        let scene = Scene {
            store_no: &store_no,
            terminal_no: terminal_no.as_ref(),
            operator: None,
            at: now,
        };
        let nothing = payload(&serde_json::Map::new())?;
        let entry = entry_on(tx, &scene, date, (Kind::Key, nothing)).await?;
        change_key(tx, old, new, entry).await?;
    }
    Ok(chains)
}
