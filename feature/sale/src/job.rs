//! Scheduled work of this feature.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures::FutureExt;
use inventory::lease::receive;
use inventory::store::LedgerEntry;
use jiff::ToSpan;
use jiff::tz::TimeZone;
use promotion::rule::crm_gift::{CrmGiftState, state_on};
use promotion::store::end_crm_gift;
use shell::db::{Tx, TxFuture};
use shell::job::Work;
use shell::{Outcome, Shell};

use crate::free_line::free_line;
use crate::rule::basket::BasketState;
use crate::session_end::leave_behind;
use crate::{store, tell_stock};

/// Who books what no person did.
const NOBODY: &str = "SYSTEM";

/// Frees the pieces of baskets whose till has not shown a sign of life in time.
#[must_use]
pub fn release_expired_baskets() -> Work {
    Arc::new(|shell| release_expired(shell).boxed())
}

async fn release_expired(shell: Shell) -> Outcome<i64> {
    let now = shell.clock.now();
    let freed = shell.db.write(now, leave_expired_behind).await?;
    Ok(tell_of(&shell, &freed))
}

/// Tells the tills which items became free in which stores, and answers how many times.
fn tell_of(shell: &Shell, freed: &BTreeMap<String, Vec<String>>) -> i64 {
    for (store_no, item_nos) in freed {
        tell_stock(shell, store_no, item_nos);
    }
    let count: usize = freed.values().map(Vec::len).sum();
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Puts expired baskets away; says which items became free in which stores.
fn leave_expired_behind<'a>(
    tx: &'a mut Tx,
    now: &'a jiff::Timestamp,
) -> TxFuture<'a, BTreeMap<String, Vec<String>>> {
    Box::pin(async move {
        let mut freed: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for basket_id in store::list_expired(tx, *now).await? {
            let basket = store::get_basket(tx, basket_id).await?;
            if basket.state == BasketState::Open {
                let item_nos = leave_behind(tx, basket_id, *now).await?;
                freed.entry(basket.store_no.0).or_default().extend(item_nos);
            }
        }
        for basket_id in store::list_expired_waiting(tx, *now).await? {
            let basket = store::get_basket(tx, basket_id).await?;
            let lines = store::list_lines(tx, basket_id).await?;
            for stored in lines {
                free_line(tx, &stored.line).await?;
                let items = freed.entry(basket.store_no.0.clone()).or_default();
                items.push(stored.line.item_no);
            }
        }
        Ok(freed)
    })
}

/// Ends gifts that nobody fetched in time. Pieces of those that were issued are free to sell again.
#[must_use]
pub fn expire_crm_gifts() -> Work {
    Arc::new(|shell| expire_gifts(shell).boxed())
}

async fn expire_gifts(shell: Shell) -> Outcome<i64> {
    let now = shell.clock.now();
    let freed = shell.db.write(now, end_overdue_gifts).await?;
    Ok(tell_of(&shell, &freed))
}

fn end_overdue_gifts<'a>(
    tx: &'a mut Tx,
    now: &'a jiff::Timestamp,
) -> TxFuture<'a, BTreeMap<String, Vec<String>>> {
    Box::pin(async move {
        let mut freed: BTreeMap<String, Vec<String>> = BTreeMap::new();
        // No store's date is later than this one; each looks at its own below.
        let latest = now.to_zoned(TimeZone::UTC).date().saturating_add(1.day());
        // Before the first store is set up nobody has a gift.
        let Some(earliest) = setting::store::earliest_business_date(tx, *now).await? else {
            return Ok(freed);
        };
        for stored in promotion::store::overdue_crm_gifts(tx, latest).await? {
            let by = (None, *now);
            let Some(store_no) = stored.store_no.clone() else {
                // Any store may issue what is only granted: it is over when it is over everywhere.
                if state_on(&stored.gift, earliest) == CrmGiftState::Expired {
                    end_crm_gift(tx, &stored, CrmGiftState::Expired, by).await?;
                }
                continue;
            };
            let store = setting::get_store(tx, &store_no).await?;
            let today = store.business_date(*now);
            if state_on(&stored.gift, today) != CrmGiftState::Expired {
                continue;
            }
            end_crm_gift(tx, &stored, CrmGiftState::Expired, by).await?;
            let entry = LedgerEntry {
                store_no: &store_no.0,
                item_no: &stored.item_no,
                size_code: stored.size_code.as_deref().unwrap_or_default(),
                quantity: 1,
                entry_type: "GIFT",
                document_no: stored.receipt_no.as_deref().unwrap_or_default(),
                document_id: stored.order_id.map(|order_id| order_id.0),
                staff_id: NOBODY,
                business_date: today,
                now: *now,
            };
            receive(tx, &entry).await?;
            freed.entry(store_no.0).or_default().push(stored.item_no);
        }
        Ok(freed)
    })
}
