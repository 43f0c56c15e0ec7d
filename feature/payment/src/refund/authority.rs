//! Who stands for money that goes back to something else than it came from.

use jiff::Timestamp;
use kernel::Money;
use kernel::id::{BasketId, StaffId};
use session::Actor;
use shell::db::{Tx, TxFuture};
use uuid::Uuid;

/// Money that is to go back in another way than the policy says (domain 4.3.5).
#[derive(Clone, Debug)]
pub struct Exception {
    /// Who works the till.
    pub actor: Actor,
    /// The basket whose payment it is.
    pub basket_id: BasketId,
    /// How much.
    pub amount: Money,
    /// The approval that was given.
    pub approval_id: Option<Uuid>,
    /// When.
    pub now: Timestamp,
}

/// The feature that owns approvals provides it; it runs in the transaction of the booking.
pub trait Authority: Send + Sync {
    /// Answers with whoever stands for it besides the one who works the till: nobody when that one may
    /// do it alone. An approval is used up by it.
    fn stand_for<'a>(
        &'a self,
        tx: &'a mut Tx,
        exception: &'a Exception,
    ) -> TxFuture<'a, Option<StaffId>>;
}
