//! Campaigns of gifts with purchase, and who had their gifts.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::id::{CustomerId, ItemNo, StoreNo};
use shell::db::{Row, Tx, Value, params};
use shell::{Failure, Outcome};

use super::{By, Changed};
use crate::rule::campaign::{Campaign, CampaignId, faults};

/// A campaign as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredCampaign {
    /// What head office wrote.
    pub campaign: Campaign,
    /// Whether it runs while its dates allow.
    pub enabled: bool,
    /// Its last change.
    pub changed: Changed,
}

/// All campaigns that are enabled, by key. Which of them give something to an order is for
/// [`crate::rule::campaign::eligible`] to say. One that has faults all the same is left out, with a
/// line in the log.
///
/// # Errors
/// The database's failure.
pub async fn running_campaigns(tx: &mut Tx) -> Outcome<Arc<Vec<Campaign>>> {
    if let Some(campaigns) = tx.kept_reference("").await? {
        return Ok(campaigns);
    }
    let stored = read_campaigns(tx, "c.enabled = $1", params![true]).await?;
    let mut campaigns = Vec::with_capacity(stored.len());
    for StoredCampaign { campaign, .. } in stored {
        let faults = faults(&campaign);
        if faults.is_empty() {
            campaigns.push(campaign);
        } else {
            tracing::warn!(campaign_id = %campaign.id, ?faults, "campaign left out");
        }
    }
    Ok(tx.keep_reference("", campaigns).await?)
}

/// The campaigns that a condition on `c` leaves, by key.
pub(crate) async fn read_campaigns(
    tx: &mut Tx,
    condition: &str,
    values: &[Value],
) -> Outcome<Vec<StoredCampaign>> {
    let sql = format!(
        "SELECT c.campaign_id, c.name, c.enabled, c.starting_date, c.ending_date, \
         c.currency_code, c.qualifying_amount, c.per_customer_limit, c.member_only, c.stackable, \
         c.version, c.changed_by, c.changed_at \
         FROM gift_campaign c WHERE {condition} ORDER BY c.campaign_id"
    );
    let mut campaigns: Vec<StoredCampaign> = tx
        .query(&sql, values)
        .await?
        .into_iter()
        .map(read_campaign)
        .collect::<Outcome<_>>()?;
    let mut stores = list(tx, condition, values, ("store", "store_no", "store_no")).await?;
    let class = ("class", "item_class_code", "item_class_code");
    let mut classes = list(tx, condition, values, class).await?;
    let mut items = list(tx, condition, values, ("item", "item_no", "position")).await?;
    for StoredCampaign { campaign, .. } in &mut campaigns {
        let id = &campaign.id;
        let stores = stores.remove(id).unwrap_or_default();
        campaign.stores = stores.into_iter().map(StoreNo).collect();
        campaign.families = classes.remove(id).unwrap_or_default().into_iter().collect();
        let items = items.remove(id).unwrap_or_default();
        campaign.item_nos = items.into_iter().map(ItemNo).collect();
    }
    Ok(campaigns)
}

/// A campaign without what its further tables list.
fn read_campaign(mut row: Row) -> Outcome<StoredCampaign> {
    let (id, name, enabled) = (CampaignId(row.read()?), row.read()?, row.read()?);
    let (starting_date, ending_date) = (row.read()?, row.read()?);
    let (currency, qualifying_amount) = (row.read()?, row.read()?);
    let limit: Option<i64> = row.read()?;
    Ok(StoredCampaign {
        campaign: Campaign {
            id,
            name,
            starting_date,
            ending_date,
            stores: [].into(),
            currency,
            qualifying_amount,
            families: [].into(),
            item_nos: Vec::new(),
            quantity_limit: 1,
            per_customer_limit: limit
                .map(u32::try_from)
                .transpose()
                .map_err(Failure::internal)?,
            member_only: row.read()?,
            stackable: row.read()?,
        },
        enabled,
        changed: super::read_changed(&mut row)?,
    })
}

/// What one of the further tables lists for each campaign: its name, column and order.
async fn list(
    tx: &mut Tx,
    condition: &str,
    values: &[Value],
    (table, column, order): (&str, &str, &str),
) -> Outcome<BTreeMap<CampaignId, Vec<String>>> {
    let sql = format!(
        "SELECT l.campaign_id, l.{column} FROM gift_campaign_{table} l \
         JOIN gift_campaign c ON c.campaign_id = l.campaign_id \
         WHERE {condition} ORDER BY l.campaign_id, l.{order}"
    );
    let mut lists: BTreeMap<CampaignId, Vec<String>> = BTreeMap::new();
    for mut row in tx.query(&sql, values).await? {
        let id = CampaignId(row.read()?);
        lists.entry(id).or_default().push(row.read()?);
    }
    Ok(lists)
}

/// How many gifts of each campaign a customer has had, over all orders.
///
/// # Errors
/// The database's failure.
pub async fn received_gifts(
    tx: &mut Tx,
    customer_id: CustomerId,
) -> Outcome<BTreeMap<CampaignId, u32>> {
    let rows = tx
        .query(
            "SELECT l.campaign_id, CAST(SUM(l.quantity) AS BIGINT) FROM sales_order o \
             JOIN sales_order_line l ON l.order_id = o.order_id \
             WHERE o.customer_id = $1 AND l.campaign_id IS NOT NULL GROUP BY l.campaign_id",
            params![customer_id],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let id = CampaignId(row.read()?);
            let pieces: i64 = row.read()?;
            // What came back is no longer had.
            let pieces = u32::try_from(pieces.max(0)).map_err(Failure::internal)?;
            Ok((id, pieces))
        })
        .collect()
}

/// Keeps a new campaign. It names stores, classes and items that there are.
///
/// # Errors
/// The database's failure, also when there is one with this key.
pub async fn insert_campaign(
    tx: &mut Tx,
    campaign: &Campaign,
    enabled: bool,
    by: By<'_>,
) -> Outcome<()> {
    let mut values = params![campaign.id.as_str()].to_vec();
    values.extend(campaign_values(campaign, enabled, by));
    let places: Vec<String> = (1..=values.len())
        .map(|place| format!("${place}"))
        .collect();
    let sql = format!(
        "INSERT INTO gift_campaign (campaign_id, {}, version) VALUES ({}, 1)",
        WRITTEN.join(", "),
        places.join(", ")
    );
    tx.execute_one(&sql, &values).await?;
    insert_lists(tx, campaign).await
}

/// The campaign of a key.
pub(crate) async fn find_campaign(tx: &mut Tx, id: &CampaignId) -> Outcome<Option<StoredCampaign>> {
    let found = read_campaigns(tx, "c.campaign_id = $1", params![id.as_str()]).await?;
    Ok(found.into_iter().next())
}

/// Keeps a changed campaign whose version is still the one that was seen; answers whether it was.
pub(crate) async fn update_campaign(
    tx: &mut Tx,
    (campaign, enabled): (&Campaign, bool),
    seen: i64,
    by: By<'_>,
) -> Outcome<bool> {
    let id = campaign.id.as_str();
    let mut values = params![id, seen].to_vec();
    values.extend(campaign_values(campaign, enabled, by));
    let sets: Vec<String> = (3..)
        .zip(WRITTEN)
        .map(|(at, column)| format!("{column} = ${at}"))
        .collect();
    let sql = format!(
        "UPDATE gift_campaign SET version = version + 1, {} \
         WHERE campaign_id = $1 AND version = $2",
        sets.join(", ")
    );
    if tx.execute(&sql, &values).await? != 1 {
        return Ok(false);
    }
    for table in ["store", "class", "item"] {
        let sql = format!("DELETE FROM gift_campaign_{table} WHERE campaign_id = $1");
        tx.execute(&sql, params![id]).await?;
    }
    insert_lists(tx, campaign).await?;
    Ok(true)
}

/// The columns that hold a campaign, in the order of [`campaign_values`].
const WRITTEN: [&str; 11] = [
    "name",
    "enabled",
    "starting_date",
    "ending_date",
    "currency_code",
    "qualifying_amount",
    "per_customer_limit",
    "member_only",
    "stackable",
    "changed_by",
    "changed_at",
];

fn campaign_values(campaign: &Campaign, enabled: bool, by: By<'_>) -> Vec<Value> {
    params![
        &campaign.name,
        enabled,
        campaign.starting_date,
        campaign.ending_date,
        campaign.currency.code(),
        campaign.qualifying_amount,
        campaign.per_customer_limit.map(i64::from),
        campaign.member_only,
        campaign.stackable,
        by.staff_id,
        by.at,
    ]
    .to_vec()
}

/// Keeps the stores, classes and items of a campaign that has none yet.
async fn insert_lists(tx: &mut Tx, campaign: &Campaign) -> Outcome<()> {
    let id = campaign.id.as_str();
    for store_no in &campaign.stores {
        tx.execute_one(
            "INSERT INTO gift_campaign_store (campaign_id, store_no) VALUES ($1, $2)",
            params![id, store_no],
        )
        .await?;
    }
    for family in &campaign.families {
        tx.execute_one(
            "INSERT INTO gift_campaign_class (campaign_id, item_class_code) VALUES ($1, $2)",
            params![id, family],
        )
        .await?;
    }
    for (position, item_no) in (1_i64..).zip(&campaign.item_nos) {
        tx.execute_one(
            "INSERT INTO gift_campaign_item (campaign_id, position, item_no) VALUES ($1, $2, $3)",
            params![id, position, item_no],
        )
        .await?;
    }
    Ok(())
}
