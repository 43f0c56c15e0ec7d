//! Photographs of pieces.

use setting::Desk;
use sha2::{Digest, Sha256};
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

/// Keeps a photograph as it was drawn.
pub(crate) async fn insert(
    tx: &mut Tx,
    recycling_id: Uuid,
    picture: &[u8],
    desk: &Desk,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO recycling_photo (photo_id, recycling_id, picture, taken_by, taken_at) \
         VALUES ($1, $2, $3, $4, $5)",
        params![
            Uuid::now_v7(),
            recycling_id,
            picture,
            &desk.staff_id,
            desk.now
        ],
    )
    .await?;
    Ok(())
}

/// How many a document has.
pub(crate) async fn count(tx: &mut Tx, recycling_id: Uuid) -> Outcome<i64> {
    let mut row = tx
        .query_one(
            "SELECT COUNT(*) FROM recycling_photo WHERE recycling_id = $1",
            params![recycling_id],
        )
        .await?;
    Ok(row.read()?)
}

/// Those of a document, the first first.
pub(crate) async fn ids(tx: &mut Tx, recycling_id: Uuid) -> Outcome<Vec<Uuid>> {
    let rows = tx
        .query(
            "SELECT photo_id FROM recycling_photo WHERE recycling_id = $1 \
             ORDER BY taken_at, photo_id",
            params![recycling_id],
        )
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}

/// One of a document.
pub(crate) async fn find(
    tx: &mut Tx,
    recycling_id: Uuid,
    photo_id: Uuid,
) -> Outcome<Option<Vec<u8>>> {
    let row = tx
        .query_opt(
            "SELECT picture FROM recycling_photo WHERE recycling_id = $1 AND photo_id = $2",
            params![recycling_id, photo_id],
        )
        .await?;
    row.map(|mut row| Ok(row.read()?)).transpose()
}

/// The hashes of those of a document, for the register: another picture would be found.
pub(crate) async fn hashes(tx: &mut Tx, recycling_id: Uuid) -> Outcome<Vec<String>> {
    let mut hashes = Vec::new();
    for photo_id in ids(tx, recycling_id).await? {
        let picture = find(tx, recycling_id, photo_id).await?;
        hashes.extend(picture.map(|picture| hex::encode(Sha256::digest(picture))));
    }
    Ok(hashes)
}

/// Takes one away; false when there is none.
pub(crate) async fn remove(tx: &mut Tx, recycling_id: Uuid, photo_id: Uuid) -> Outcome<bool> {
    let touched = tx
        .execute(
            "DELETE FROM recycling_photo WHERE recycling_id = $1 AND photo_id = $2",
            params![recycling_id, photo_id],
        )
        .await?;
    Ok(touched == 1)
}

/// Takes all of a document away, when the time of the register is over.
pub(crate) async fn erase(tx: &mut Tx, recycling_id: Uuid) -> Outcome<()> {
    tx.execute(
        "DELETE FROM recycling_photo WHERE recycling_id = $1",
        params![recycling_id],
    )
    .await?;
    Ok(())
}
