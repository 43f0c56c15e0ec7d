//! Sales that are paid and could not be completed with the payment.

use std::sync::Arc;

use jiff::Timestamp;
use kernel::id::{AttemptId, BasketId};
use shell::Outcome;
use shell::db::{Tx, TxFuture};

use super::PaymentEngine;
use crate::{Settlement, store};

struct Input {
    basket_id: BasketId,
    settlement: Arc<dyn Settlement>,
    now: Timestamp,
}

impl PaymentEngine {
    /// Completes the sales whose tenders cover what is due.
    pub(crate) async fn settle_covered(self: &Arc<Self>) -> Outcome<()> {
        let covered = self
            .shell
            .db
            .read((), |tx, ()| Box::pin(store::list_covered_baskets(tx)))
            .await?;
        for basket_id in covered {
            let input = Input {
                basket_id,
                settlement: self.settlement.clone(),
                now: self.shell.clock.now(),
            };
            match self.shell.db.write(input, settle).await {
                Ok(Some(attempt_id)) => self.go_on(attempt_id).await?,
                Ok(None) => {}
                Err(error) => {
                    metrics::counter!("payment_alarms_total", "alarm" => "NotSettled").increment(1);
                    tracing::error!(%basket_id, %error,
                        "a sale is paid and cannot be completed; it will be tried again");
                }
            }
        }
        Ok(())
    }
}

fn settle<'a>(tx: &'a mut Tx, input: &'a Input) -> TxFuture<'a, Option<AttemptId>> {
    Box::pin(async move {
        // It may have been completed, or a tender removed, since it was listed.
        let covered = store::list_covered_baskets(tx).await?;
        if !covered.contains(&input.basket_id) {
            return Ok(None);
        }
        let order = input
            .settlement
            .settle(tx, input.basket_id, input.now)
            .await?;
        match order {
            Some(order) => store::note_order(tx, input.basket_id, &order).await,
            None => Ok(None),
        }
    })
}
