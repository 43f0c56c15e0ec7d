//! What a store takes back and on which terms.

use kernel::Rate;
use setting::Store;
use setting::entry::{Entry, one_or_all};
use shell::Outcome;
use shell::db::{Row, Tx, params};

use crate::admin::RecyclingSetting;

const COLUMNS: &str = "SELECT store_no, version, enabled, no_order, gold_item_no, silver_item_no, \
     platinum_item_no, gold_payout, silver_payout, platinum_payout, campaign_share, \
     campaign_maximum, alloy_amount, code_above, approval_above, precious_metal_tax FROM recycling_setting";

/// All settings by store, or that of one.
pub(crate) async fn read(tx: &mut Tx, key: Option<&str>) -> Outcome<Vec<Entry<RecyclingSetting>>> {
    let rows = one_or_all(tx, COLUMNS, ("store_no", key), "store_no").await?;
    rows.into_iter().map(entry).collect()
}

fn entry(mut row: Row) -> Outcome<Entry<RecyclingSetting>> {
    let percent = |rate: i64| Rate(rate).basis_points();
    Ok(Entry {
        key: row.read()?,
        version: row.read()?,
        value: RecyclingSetting {
            recycling_enabled: row.read()?,
            no_order_recycling: row.read()?,
            gold_item_no: row.read()?,
            silver_item_no: row.read()?,
            platinum_item_no: row.read()?,
            gold_payout_percent: percent(row.read()?),
            silver_payout_percent: percent(row.read()?),
            platinum_payout_percent: percent(row.read()?),
            campaign_percent: percent(row.read()?),
            campaign_maximum: row.read()?,
            alloy_amount: row.read()?,
            code_above: row.read()?,
            approval_above: row.read()?,
            apply_precious_metal_tax: row.read()?,
        },
    })
}

/// Keeps what a store takes back, new or in place of what was before.
///
/// # Errors
/// The database's failure.
pub async fn keep(tx: &mut Tx, key: &str, value: &RecyclingSetting, is_there: bool) -> Outcome<()> {
    let sql = if is_there {
        "UPDATE recycling_setting SET enabled = $2, no_order = $3, gold_item_no = $4, \
         silver_item_no = $5, platinum_item_no = $6, gold_payout = $7, silver_payout = $8, \
         platinum_payout = $9, campaign_share = $10, campaign_maximum = $11, alloy_amount = $12, \
         code_above = $13, precious_metal_tax = $14, approval_above = $15, version = version + 1 WHERE store_no = $1"
    } else {
        "INSERT INTO recycling_setting (store_no, enabled, no_order, gold_item_no, \
         silver_item_no, platinum_item_no, gold_payout, silver_payout, platinum_payout, \
         campaign_share, campaign_maximum, alloy_amount, code_above, precious_metal_tax, \
         approval_above) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)"
    };
    let rate = |percent: i64| percent * 100;
    let values = params![
        key,
        value.recycling_enabled,
        value.no_order_recycling,
        value.gold_item_no.as_ref(),
        value.silver_item_no.as_ref(),
        value.platinum_item_no.as_ref(),
        rate(value.gold_payout_percent),
        rate(value.silver_payout_percent),
        rate(value.platinum_payout_percent),
        rate(value.campaign_percent),
        value.campaign_maximum,
        value.alloy_amount,
        value.code_above,
        value.apply_precious_metal_tax,
        value.approval_above
    ];
    Ok(tx.execute_one(sql, values).await?)
}

/// Whether an item is a metal of the board.
pub(crate) async fn is_metal(tx: &mut Tx, item_no: &str) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM item WHERE item_no = $1 AND unit = 'G' AND fineness IS NOT NULL",
            params![item_no],
        )
        .await?;
    Ok(row.is_some())
}

/// Whether pieces that are sold are priced by a metal.
pub(crate) async fn prices_pieces(tx: &mut Tx, item_no: &str) -> Outcome<bool> {
    let sql = "SELECT 1 FROM item WHERE metal_item_no = $1 LIMIT 1";
    Ok(tx.query_opt(sql, params![item_no]).await?.is_some())
}

/// The price groups of a store in its currency, in their order.
pub(crate) async fn price_groups(tx: &mut Tx, store: &Store) -> Outcome<Vec<String>> {
    let rows = tx
        .query(
            "SELECT s.price_group_code FROM store_price_group s \
             JOIN price_group g ON g.price_group_code = s.price_group_code \
             WHERE s.store_no = $1 AND g.currency_code = $2 ORDER BY s.position LIMIT 100",
            params![&store.store_no, store.currency.code()],
        )
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}

/// What stands on paper of a store.
pub(crate) struct Address {
    pub company: String,
    pub lines: Vec<String>,
    pub force_language: Option<String>,
}

/// The address of a store.
pub(crate) async fn address(tx: &mut Tx, store_no: &kernel::id::StoreNo) -> Outcome<Address> {
    let mut row = tx
        .query_one(
            "SELECT c.name, s.address, s.postal_code, s.city, s.telephone, \
             s.force_language_receipt FROM store s JOIN company c \
             ON c.company_no = s.company_no WHERE s.store_no = $1",
            params![store_no],
        )
        .await?;
    let company = row.read()?;
    let (street, postal_code, city): (String, String, String) =
        (row.read()?, row.read()?, row.read()?);
    let telephone = row.read()?;
    let city = format!("{postal_code} {city}").trim().to_owned();
    Ok(Address {
        company,
        lines: vec![street, city, telephone],
        force_language: row.read()?,
    })
}
