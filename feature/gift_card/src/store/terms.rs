//! What each store does with gift cards.

use kernel::id::StoreNo;
use setting::entry::{Entry, one_or_all};
use shell::Outcome;
use shell::db::{Row, Tx, params};

use crate::admin::GiftCardStoreValue;
use crate::rule::offer::Terms;

/// What a store does with gift cards; none for a store of which nobody said so.
pub(crate) async fn find_terms(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Option<Terms>> {
    let row = tx
        .query_opt(
            "SELECT sell_gift_card, redeem_gift_card, market_code, minimum_amount, \
             maximum_amount, valid_months FROM gift_card_store WHERE store_no = $1",
            params![store_no],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    Ok(Some(Terms {
        sells: row.read()?,
        redeems: row.read()?,
        market_code: row.read()?,
        minimum: row.read()?,
        maximum: row.read()?,
        valid_months: row.read()?,
    }))
}

/// All stores, or one, with what they do with gift cards: nothing, as long as nobody said so.
pub(crate) async fn list_terms(
    tx: &mut Tx,
    store_no: Option<&str>,
) -> Outcome<Vec<Entry<GiftCardStoreValue>>> {
    let columns = "SELECT s.store_no, COALESCE(g.version, 0), s.name, s.currency_code, \
         COALESCE(g.sell_gift_card, FALSE), COALESCE(g.redeem_gift_card, FALSE), \
         COALESCE(g.market_code, s.country_code), g.minimum_amount, g.maximum_amount, \
         g.valid_months FROM store s LEFT JOIN gift_card_store g ON g.store_no = s.store_no";
    let rows = one_or_all(tx, columns, ("s.store_no", store_no), "s.store_no").await?;
    rows.into_iter().map(entry).collect()
}

fn entry(mut row: Row) -> Outcome<Entry<GiftCardStoreValue>> {
    let key = row.read()?;
    let version: i64 = row.read()?;
    let (name, currency) = (row.read()?, row.read()?);
    let (sells, redeems, market_code) = (row.read()?, row.read()?, row.read()?);
    let (minimum, maximum): (Option<i64>, Option<i64>) = (row.read()?, row.read()?);
    let (first, last) = GiftCardStoreValue::usual_bounds(currency);
    let months: Option<i64> = row.read()?;
    Ok(Entry {
        key,
        version,
        value: GiftCardStoreValue {
            name,
            currency,
            sell_gift_card: sells,
            redeem_gift_card: redeems,
            market_code,
            minimum_amount: minimum.unwrap_or(first),
            maximum_amount: maximum.unwrap_or(last),
            // Of a store without a row the usual time is offered.
            valid_months: if version == 0 {
                Some(GiftCardStoreValue::USUAL_MONTHS)
            } else {
                months
            },
        },
    })
}

/// Keeps what a store does with gift cards.
pub(crate) async fn keep_terms(
    tx: &mut Tx,
    store_no: &str,
    value: &GiftCardStoreValue,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO gift_card_store (store_no, sell_gift_card, redeem_gift_card, market_code, \
         minimum_amount, maximum_amount, valid_months) VALUES ($1, $2, $3, $4, $5, $6, $7) \
         ON CONFLICT (store_no) DO UPDATE SET sell_gift_card = $2, redeem_gift_card = $3, \
         market_code = $4, minimum_amount = $5, maximum_amount = $6, valid_months = $7, \
         version = gift_card_store.version + 1",
        params![
            store_no,
            value.sell_gift_card,
            value.redeem_gift_card,
            &value.market_code,
            value.minimum_amount,
            value.maximum_amount,
            value.valid_months
        ],
    )
    .await?;
    Ok(())
}
