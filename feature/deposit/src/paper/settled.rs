//! What the receipt of a settlement says of its deposit.

use document::Language;
use kernel::id::OrderId;
use order::{OrderParts, PaperPart};
use shell::Outcome;
use shell::db::{Tx, TxFuture};

use crate::store;

/// Names the deposit on the receipt of the order that settles it.
pub struct DepositPart;

impl PaperPart for DepositPart {
    fn add<'a>(
        &'a self,
        tx: &'a mut Tx,
        order_id: OrderId,
        _language: Language,
        parts: &'a mut OrderParts,
    ) -> TxFuture<'a, ()> {
        Box::pin(async move {
            parts.deposit = of_order(tx, order_id).await?;
            Ok(())
        })
    }
}

async fn of_order(tx: &mut Tx, order_id: OrderId) -> Outcome<Option<document::Deposit>> {
    let number = store::find_settled_by(tx, order_id).await?;
    Ok(number.map(|deposit_no| document::Deposit {
        deposit_no,
        ..document::Deposit::default()
    }))
}
