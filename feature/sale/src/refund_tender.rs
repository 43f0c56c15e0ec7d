//! Who stands for money that goes back to something else than it came from (domain §4.3.5, §16.4).

use std::sync::Arc;

use journal::Signer;
use kernel::id::StaffId;
use payment::NOT_STARTED;
use payment::refund::{Authority, Exception};
use shell::Outcome;
use shell::db::{Tx, TxFuture};

use crate::Till;
use crate::authorise::authorise;
use crate::rule::action::Action;
use crate::rule::basket::BasketState;
use crate::rule::limit::Demand;
use crate::store::{self, Basket};

/// The basket that is being paid at a till.
///
/// # Errors
/// [`NOT_STARTED`] without one.
pub(crate) async fn paying_basket_of(tx: &mut Tx, till: &Till) -> Outcome<Basket> {
    let basket = store::find_basket(tx, &till.terminal_no).await?;
    let paying = basket.filter(|basket| basket.state == BasketState::Paying);
    Ok(paying.ok_or(&NOT_STARTED)?)
}

/// Lets whoever holds the permission decide, or an approval.
pub struct RefundAuthority {
    signer: Arc<Signer>,
}

impl RefundAuthority {
    /// One whose approvals the journal's key signs.
    #[must_use]
    pub const fn new(signer: Arc<Signer>) -> Self {
        Self { signer }
    }
}

impl Authority for RefundAuthority {
    fn stand_for<'a>(
        &'a self,
        tx: &'a mut Tx,
        exception: &'a Exception,
    ) -> TxFuture<'a, Option<StaffId>> {
        Box::pin(async move {
            let till = Till::at(&exception.actor, &self.signer, exception.now);
            let basket = store::get_basket(tx, exception.basket_id).await?;
            let action = Action::RefundTender {
                amount: exception.amount,
            };
            let approval_id = exception.approval_id;
            authorise(tx, &till, &basket, &action, &Demand::NONE, approval_id).await
        })
    }
}
