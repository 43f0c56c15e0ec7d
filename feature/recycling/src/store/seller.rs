//! Who sold: kept apart, compared with the register, and taken away when the time is over.

use jiff::civil::Date;
use shell::Outcome;
use shell::db::{FromRow, Tx, params};
use uuid::Uuid;

use crate::rule::register::KeptSeller;

/// What is kept of a seller.
pub(crate) struct NewSeller<'a> {
    pub recycling_id: Uuid,
    pub kept: &'a KeptSeller,
    pub key: &'a str,
    pub agreed_on: Date,
}

pub(crate) async fn insert(tx: &mut Tx, new: &NewSeller<'_>) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO recycling_seller (recycling_id, identity, identity_key, signature, salt, \
         agreed_on) VALUES ($1, $2, $3, $4, $5, $6)",
        params![
            new.recycling_id,
            &new.kept.identity,
            new.key,
            &new.kept.signature,
            new.kept.salt.as_slice(),
            new.agreed_on
        ],
    )
    .await?;
    Ok(())
}

/// What is kept of the seller of a document.
pub(crate) async fn find(tx: &mut Tx, recycling_id: Uuid) -> Outcome<Option<KeptSeller>> {
    let row = tx
        .query_opt(
            "SELECT salt, identity, signature FROM recycling_seller WHERE recycling_id = $1",
            params![recycling_id],
        )
        .await?;
    row.map(|mut row| {
        Ok(KeptSeller {
            salt: row.read()?,
            identity: row.read()?,
            signature: row.read()?,
        })
    })
    .transpose()
}

/// How often an identity sold since a day, in any store.
pub(crate) async fn count_since(tx: &mut Tx, key: &str, since: Date) -> Outcome<i64> {
    let mut row = tx
        .query_one(
            "SELECT COUNT(*) FROM recycling_seller WHERE identity_key = $1 AND agreed_on >= $2",
            params![key, since],
        )
        .await?;
    Ok(row.read()?)
}

/// Documents whose sellers were kept long enough, with their stores.
pub(crate) async fn list_before(
    tx: &mut Tx,
    before: Date,
    limit: i64,
) -> Outcome<Vec<(Uuid, kernel::id::StoreNo, String)>> {
    let rows = tx
        .query(
            "SELECT s.recycling_id, r.store_no, r.recycling_no FROM recycling_seller s \
             JOIN recycling r ON r.recycling_id = s.recycling_id \
             WHERE s.agreed_on < $1 ORDER BY s.agreed_on, s.recycling_id LIMIT $2",
            params![before, limit],
        )
        .await?;
    rows.into_iter().map(FromRow::from_row).collect()
}

/// Takes away what was kept of a seller.
pub(crate) async fn erase(tx: &mut Tx, recycling_id: Uuid) -> Outcome<()> {
    tx.execute_one(
        "DELETE FROM recycling_seller WHERE recycling_id = $1",
        params![recycling_id],
    )
    .await?;
    Ok(())
}
