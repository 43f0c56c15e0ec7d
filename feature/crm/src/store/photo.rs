//! Photographs of customers.

use kernel::id::CustomerId;
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

/// Keeps a photograph in place of the one before; without one, the one before is gone.
pub(crate) async fn put_photo(
    tx: &mut Tx,
    customer_id: CustomerId,
    photo: Option<(Uuid, &[u8])>,
) -> Outcome<()> {
    tx.execute(
        "DELETE FROM customer_photo WHERE customer_id = $1",
        params![customer_id],
    )
    .await?;
    if let Some((photo_id, image)) = photo {
        tx.execute_one(
            "INSERT INTO customer_photo (photo_id, customer_id, image) VALUES ($1, $2, $3)",
            params![photo_id, customer_id, image],
        )
        .await?;
    }
    Ok(())
}

/// The photograph of a customer.
pub(crate) async fn get_photo(tx: &mut Tx, customer_id: CustomerId) -> Outcome<Option<Vec<u8>>> {
    let row = tx
        .query_opt(
            "SELECT image FROM customer_photo WHERE customer_id = $1",
            params![customer_id],
        )
        .await?;
    row.map(|mut row| Ok(row.read()?)).transpose()
}
