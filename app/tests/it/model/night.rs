//! Nights of the stories: what the jobs of the night end, and that nothing lives on that has ended.

use std::sync::Arc;

use jiff::Timestamp;
use journal::Signer;
use kernel::id::StoreNo;
use shell::db::{Tx, TxFuture, params};
use shell::job::Work;
use testkit::{KEY, Shop};
use uuid::Uuid;

use super::count;
use super::world::ITEMS;

/// How many of each piece there are in the morning.
const PIECES: i64 = 4;

/// Credit and cards end, and deposits are overdue, after a month, so that it happens in stories.
pub(super) async fn set_up(shop: &Shop) {
    for sql in [
        "UPDATE loyalty_store SET code_above = 100000000, valid_days = 30",
        "UPDATE gift_card_store SET valid_months = 1",
        // Codes by mail have their own tests.
        "UPDATE recycling_setting SET code_above = 100000000",
    ] {
        shop.change(sql).await;
    }
}

/// Runs the jobs of a night, and lets new pieces come in.
pub(super) async fn pass(shop: &Shop) {
    let signer = Arc::new(Signer::new(&KEY));
    let works: [(&'static str, Work); 5] = [
        ("basket released", sale::job::release_expired_baskets()),
        ("deposit overdue", deposit::mark_overdue()),
        (
            "gift card ended",
            gift_card::expire_gift_cards(signer.clone()),
        ),
        (
            "loyalty credit ended",
            loyalty::expire_loyalty(signer.clone()),
        ),
        ("old gold released", recycling::release::release_due()),
    ];
    for (kind, work) in works {
        if work(shop.shell.clone()).await.unwrap() > 0 {
            count(kind);
        }
    }
    let erase = recycling::release::erase_sellers(signer.clone()).run;
    erase(shop.shell.clone()).await.unwrap();
    let forms = shop.number(EXPIRED_FORMS).await;
    tax_free::expire_forms(&shop.shell, signer).await.unwrap();
    if shop.number(EXPIRED_FORMS).await > forms {
        count("form ended");
    }
    let now = shop.shell.clock.now();
    shop.db().write(now, deliver).await.unwrap();
}

const EXPIRED_FORMS: &str = "SELECT COUNT(*) FROM tax_free_form WHERE state = 'EXPIRED'";

/// What has ended and lives on after a night.
pub(super) async fn faults(shop: &Shop) -> Vec<(String, i64)> {
    let now = shop.shell.clock.now();
    let read = shop.db().read(now, |tx, now| {
        Box::pin(async move {
            let store = setting::get_store(tx, &StoreNo::from("PAR")).await?;
            let today = store.business_date(*now).to_string();
            let mut faults = Vec::new();
            for mut row in tx.query(ENDED, params![today.as_str(), *now]).await? {
                let (name, off): (String, i64) = (row.read()?, row.read()?);
                if off != 0 {
                    faults.push((name, off));
                }
            }
            Ok(faults)
        })
    });
    read.await.unwrap()
}

/// Each row names what must hold after a night and says how far it is off: business date, moment.
const ENDED: &str = "
SELECT 'a gift card that is not being topped up ends with its last day' AS name, COUNT(*) AS off FROM gift_card
  WHERE state IN ('ACTIVE', 'PARTIAL', 'BLOCKED') AND expires_on < $1 AND top_up_line_id IS NULL
UNION ALL SELECT 'loyalty credit ends with its last day', COUNT(*) FROM loyalty_lot
  WHERE remaining > 0 AND expires_on < $1
UNION ALL SELECT 'a deposit is overdue after its last day', COUNT(*) FROM deposit
  WHERE state = 'OPEN' AND expires_on < $1
UNION ALL SELECT 'a form ends with the last day for customs', COUNT(*) FROM tax_free_form
  WHERE state = 'ISSUED' AND deadline_on < $1
UNION ALL SELECT 'old gold is free after its quarantine', COUNT(*) FROM recycling
  WHERE state = 'CREDITED' AND quarantine_until < $2
";

/// What must hold of what ended, at any time; rows as those of the world.
pub(super) const INVARIANTS: &str = "
UNION ALL SELECT 'what of loyalty credit ended nobody spent', COUNT(*) FROM loyalty_lot l
  WHERE l.expired <> (SELECT COALESCE(-SUM(p.amount), 0) FROM loyalty_part p
   JOIN loyalty_entry e ON e.entry_id = p.entry_id WHERE p.lot_id = l.lot_id AND e.entry_type = 'EXPIRE')
  OR l.remaining > l.granted
UNION ALL SELECT 'loyalty credit paid on no day after its last', COUNT(*) FROM loyalty_part p
  JOIN loyalty_entry e ON e.entry_id = p.entry_id JOIN loyalty_lot l ON l.lot_id = p.lot_id
  WHERE e.entry_type = 'REDEEM' AND (e.business_date > l.expires_on OR e.business_date < l.usable_from)
UNION ALL SELECT 'a gift card paid on no day after its last', COUNT(*) FROM gift_card_ledger e
  JOIN gift_card g ON g.gift_card_id = e.gift_card_id
  WHERE e.entry_type = 'REDEEM' AND e.business_date > g.expires_on
UNION ALL SELECT 'what ended on a gift card is all that was on it', COUNT(*) FROM gift_card_ledger e
  WHERE e.entry_type = 'EXPIRE' AND e.balance <> 0
";

/// Pieces come in until there are enough of each, and gold has a price of the day.
fn deliver<'a>(tx: &'a mut Tx, now: &'a Timestamp) -> TxFuture<'a, ()> {
    Box::pin(async move {
        for (item_no, size_code) in ITEMS {
            let mut row = tx
                .query_one(
                    "SELECT $3 - on_hand + reserved FROM stock WHERE store_no = 'PAR' AND item_no = $1 \
                     AND size_code = $2",
                    params![item_no, size_code, PIECES],
                )
                .await?;
            let missing: i64 = row.read::<i64>()?.max(0);
            if missing == 0 {
                continue;
            }
            tx.execute_one(
                "INSERT INTO stock_ledger (entry_id, store_no, item_no, size_code, bucket, quantity, \
                 entry_type, document_no, staff_id, business_date, created_at) \
                 VALUES ($1, 'PAR', $2, $3, 'ON_HAND', $4, 'PURCHASE', 'MODEL', 'admin', $5, $6)",
                params![Uuid::now_v7(), item_no, size_code, missing, "2026-11-21", *now],
            )
            .await?;
            tx.execute_one(
                "UPDATE stock SET on_hand = on_hand + $3 WHERE store_no = 'PAR' AND item_no = $1 \
                 AND size_code = $2",
                params![item_no, size_code, missing],
            )
            .await?;
        }
        tx.execute_one(
            "INSERT INTO metal_price (item_no, sales_code, starts_at, unit_price, \
             price_includes_vat, set_by, set_at) VALUES ('GOLD', 'EUR', $1, 985000, $2, 'admin', $1)",
            params![*now, false],
        )
        .await?;
        Ok(())
    })
}
