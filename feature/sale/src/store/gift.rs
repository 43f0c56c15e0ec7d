//! Gifts with purchase in baskets.

use std::collections::BTreeMap;

use kernel::id::{BasketId, CustomerId, LineId, StoreNo};
use promotion::rule::campaign::CampaignId;
use shell::db::{Tx, Value, params};
use shell::{Failure, Outcome};

use super::insert_line;

/// A gift, or the bag that comes with one.
pub(crate) struct NewGift<'a> {
    pub(crate) line_id: LineId,
    pub(crate) item_no: &'a str,
    pub(crate) size_code: &'a str,
    pub(crate) campaign_id: Option<&'a CampaignId>,
    pub(crate) gift_for: &'a str,
}

pub(crate) async fn insert_gift(
    tx: &mut Tx,
    basket_id: BasketId,
    gift: &NewGift<'_>,
) -> Outcome<()> {
    insert_line(tx, basket_id, gift.line_id, gift.item_no, gift.size_code, 1).await?;
    tx.execute_one(
        "UPDATE basket_line SET campaign_id = $2, gift_for = $3 WHERE line_id = $1",
        params![
            gift.line_id,
            gift.campaign_id.map(|campaign| campaign.0.as_str()),
            gift.gift_for
        ],
    )
    .await?;
    Ok(())
}

/// Of each item the size of which most are free in a store, and how many.
pub(crate) async fn available_gifts(
    tx: &mut Tx,
    store_no: &StoreNo,
    item_nos: &[String],
) -> Outcome<BTreeMap<String, (String, i64)>> {
    let mut free: BTreeMap<String, (String, i64)> = BTreeMap::new();
    if item_nos.is_empty() {
        return Ok(free);
    }
    let places: Vec<String> = (2..item_nos.len() + 2).map(|at| format!("${at}")).collect();
    let sql = format!(
        "SELECT item_no, size_code, on_hand - reserved FROM stock \
         WHERE store_no = $1 AND item_no IN ({}) \
         ORDER BY item_no, on_hand - reserved DESC, size_code",
        places.join(", ")
    );
    let mut values = vec![Value::Text(store_no.0.clone())];
    values.extend(item_nos.iter().cloned().map(Value::Text));
    for mut row in tx.query(&sql, &values).await? {
        let (item_no, size_code, left) = (row.read()?, row.read()?, row.read()?);
        // The first row of an item is its best size.
        free.entry(item_no).or_insert((size_code, left));
    }
    Ok(free)
}

/// How many gifts of each campaign a customer gets in baskets that are being paid, of all but one: each of them has
/// had them as soon as its money is there.
pub(crate) async fn gifts_being_paid(
    tx: &mut Tx,
    customer_id: CustomerId,
    but: BasketId,
) -> Outcome<BTreeMap<CampaignId, u32>> {
    let rows = tx
        .query(
            "SELECT l.campaign_id, CAST(SUM(l.quantity) AS BIGINT) FROM basket b \
             JOIN basket_line l ON l.basket_id = b.basket_id \
             WHERE b.customer_id = $1 AND b.state = 'PAYING' AND b.basket_id <> $2 \
             AND l.campaign_id IS NOT NULL GROUP BY l.campaign_id",
            params![customer_id, but],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let id = CampaignId(row.read()?);
            let pieces: i64 = row.read()?;
            Ok((id, u32::try_from(pieces).map_err(Failure::internal)?))
        })
        .collect()
}
