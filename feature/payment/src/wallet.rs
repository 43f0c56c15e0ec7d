//! Values that the shop keeps for its customers and that pay like money: gift cards, credits.
//!
//! A wallet's own ledger changes in the transaction that books the tender, not when the sale is
//! complete: what is on the payment page is taken already, so that nobody can spend it twice, and
//! nothing has to be held for somebody who may not come back. Removing the tender puts it back.

use std::sync::Arc;

use jiff::Timestamp;
use kernel::Money;
use kernel::id::{BasketId, CustomerId, StaffId, StoreNo, TenderId, TerminalNo};
use shell::db::{Tx, TxFuture};

use crate::TENDER_TYPE;
use crate::rule::tender::TenderType;

/// What is to be taken from a wallet.
#[derive(Clone, Debug)]
pub struct Withdrawal {
    /// The tender that books it; the wallet's entry names it, so that removing it finds the entry.
    pub tender_id: TenderId,
    /// The basket that is being paid.
    pub basket_id: BasketId,
    /// The basket's customer.
    pub customer_id: Option<CustomerId>,
    /// Where it is paid.
    pub store_no: StoreNo,
    /// At which till.
    pub terminal_no: TerminalNo,
    /// What is to be taken, above zero, in the store's currency.
    pub amount: Money,
    /// What names the wallet, or proves the right to it; each wallet says what it expects.
    pub reference: Option<String>,
    /// Whether the customer gives up a small rest that would be left, where the wallet knows that.
    pub clears_rest: bool,
    /// Who takes it.
    pub staff_id: StaffId,
    /// When.
    pub now: Timestamp,
}

/// What was taken.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    /// The last characters of the wallet's number, for screen, receipt and journal.
    pub last_four: Option<String>,
    /// What the statement and the receipt call it, when that is more than the tender's name.
    pub reference: Option<String>,
}

/// A tender that is to be put back.
#[derive(Clone, Debug)]
pub struct PutBack {
    /// The tender that is removed.
    pub tender_id: TenderId,
    /// Where.
    pub store_no: StoreNo,
    /// At which till.
    pub terminal_no: TerminalNo,
    /// Who removes it.
    pub staff_id: StaffId,
    /// When.
    pub now: Timestamp,
}

/// Money that came from a wallet and goes back, after the sale or the deposit that it paid.
#[derive(Clone, Debug)]
pub struct Credit {
    /// The booking below zero; the wallet's entry names it.
    pub tender_id: TenderId,
    /// The booking that took it.
    pub origin_tender_id: TenderId,
    /// The basket whose payment gives it back.
    pub basket_id: BasketId,
    /// The basket's customer.
    pub customer_id: Option<CustomerId>,
    /// Where.
    pub store_no: StoreNo,
    /// At which till.
    pub terminal_no: TerminalNo,
    /// What goes back, above zero: all that was taken or a part of it.
    pub amount: Money,
    /// What names the wallet that receives it, where it is another one.
    pub reference: Option<String>,
    /// Who gives it.
    pub staff_id: StaffId,
    /// When.
    pub now: Timestamp,
}

/// A kind of value that the shop keeps. The feature that owns its ledger provides it.
pub trait Wallet: Send + Sync {
    /// The tenders that it is behind.
    fn tender_type(&self) -> TenderType;

    /// Takes exactly `amount`, in the transaction that books the tender.
    fn take<'a>(&'a self, tx: &'a mut Tx, withdrawal: &'a Withdrawal) -> TxFuture<'a, Taken>;

    /// Puts back what a tender took, in the transaction that removes it.
    fn put_back<'a>(&'a self, tx: &'a mut Tx, put_back: &'a PutBack) -> TxFuture<'a, ()>;

    /// Gives back exactly `amount` of what a tender took, in the transaction that books it below zero;
    /// never more in all than it took, which the caller sees to. A wallet that takes nothing back
    /// refuses.
    fn give_back<'a>(&'a self, tx: &'a mut Tx, credit: &'a Credit) -> TxFuture<'a, Taken> {
        let _ = (tx, credit);
        Box::pin(async { Err((&TENDER_TYPE).into()) })
    }
}

/// The wallets of this installation.
#[derive(Clone, Default)]
pub struct Wallets(Arc<[Arc<dyn Wallet>]>);

impl Wallets {
    /// Of all features that keep one.
    #[must_use]
    pub fn new(wallets: Vec<Arc<dyn Wallet>>) -> Self {
        Self(wallets.into())
    }

    /// The wallet behind a tender; none for tenders that are no wallet.
    pub(crate) fn find(&self, tender_type: TenderType) -> Option<&Arc<dyn Wallet>> {
        self.0.iter().find(|it| it.tender_type() == tender_type)
    }
}
