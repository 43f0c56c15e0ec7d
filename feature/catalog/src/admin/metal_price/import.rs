//! A price of the board that a job brings.

use journal::Signer;
use setting::{Job, write_down_of_job};
use shell::Outcome;
use shell::db::Tx;

use super::{MetalPriceView, add, key_of};
use crate::store;

/// What a gram of a metal costs in a price group from now on, without VAT.
#[derive(Clone, Copy, Debug)]
pub struct ImportedPrice<'a> {
    /// The metal.
    pub item_no: &'a str,
    /// The price group.
    pub sales_code: &'a str,
    /// In hundredths of a minor unit.
    pub gram_price_hundredths: i64,
}

/// Adds a price to the board as head office does, set by the job's run code.
///
/// # Errors
/// The database's failure, or the journal's.
pub async fn import_metal_price(
    tx: &mut Tx,
    signer: &Signer,
    job: Job<'_>,
    price: ImportedPrice<'_>,
) -> Outcome<()> {
    let parts = (price.item_no, price.sales_code);
    let board = store::metal::board_of(tx, parts, job.now).await?;
    let current = board.and_then(|board| board.current);
    let new = MetalPriceView {
        starts_at: job.now,
        gram_price_hundredths: price.gram_price_hundredths,
        price_include_vat: false,
        deductible_vat_percent: None,
        vat_percent: None,
        set_by: job.run_code.to_owned(),
        set_at: job.now,
    };
    let key = key_of(parts.0, parts.1);
    let change = add(tx, &key, parts, (current.as_ref(), &new)).await?;
    write_down_of_job(tx, signer, job, &change).await
}
