//! What a completed sale earns, in the transaction that completes it.

use jiff::Timestamp;
use journal::{Scene, Signer};
use kernel::id::OrderId;
use shell::Outcome;
use shell::db::Tx;
use uuid::Uuid;

use crate::book::{EntryType, Movement, Owner, must_book};
use crate::rule::earn::{Earned, Terms};
use crate::rule::lot::{Part, ends_first};
use crate::store::entry::find_account;
use crate::store::order::{Sold, Statement};
use crate::store::{self, lot};

/// When and by whom a sale's credit is booked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarnedAt {
    /// At the till, as the sale is completed.
    Till(Timestamp),
    /// By the program, for a sale of before: the journal of the store states it now.
    Later(Timestamp),
}

/// Books what a completed sale earns, and what its receipt says of the customer's credit.
///
/// # Errors
/// The database's failure, or the journal's: then nothing of the sale is booked.
pub async fn earn(tx: &mut Tx, signer: &Signer, order_id: OrderId, now: Timestamp) -> Outcome<()> {
    earn_at(tx, signer, order_id, EarnedAt::Till(now)).await
}

/// As [`earn`], also for a sale that was completed before.
///
/// # Errors
/// The database's failure, or the journal's.
pub async fn earn_at(tx: &mut Tx, signer: &Signer, order_id: OrderId, at: EarnedAt) -> Outcome<()> {
    let Some(sold) = store::order::find_sold(tx, order_id).await? else {
        return Ok(());
    };
    let owner = Owner {
        customer_id: sold.customer_id,
        currency: sold.currency,
    };
    let terms = store::terms::find(tx, &sold.store_no).await?;
    // Members only (domain §9.1); what others have, they may spend.
    let earned = match terms.filter(|_| sold.is_member) {
        Some(terms) => {
            let earned = terms.earned(sold.goods, sold.paid_with_credit);
            let order = (order_id, &sold);
            grant(tx, signer, order, (owner, &terms, earned), at).await?;
            earned
        }
        None => Earned::default(),
    };
    let Some(account) = find_account(tx, owner).await? else {
        return Ok(());
    };
    let lots = lot::list_open(tx, owner).await?;
    let told = Statement {
        owner,
        goods: sold.goods,
        earned,
        balance: account.balance,
        ends_first: ends_first(&lots, sold.business_date),
    };
    store::order::insert(tx, order_id, &told).await
}

async fn grant(
    tx: &mut Tx,
    signer: &Signer,
    (order_id, sold): (OrderId, &Sold),
    (owner, terms, earned): (Owner, &Terms, Earned),
    at: EarnedAt,
) -> Outcome<()> {
    if earned == Earned::default() {
        return Ok(());
    }
    let part = Part {
        lot_id: Uuid::now_v7(),
        amount: earned.credit,
    };
    let parts: &[Part] = if earned.credit > 0 { &[part] } else { &[] };
    if earned.credit > 0 {
        let new = lot::NewLot {
            lot_id: part.lot_id,
            owner,
            order_id: Some(order_id),
            store_no: &sold.store_no,
            granted: earned.credit,
            days: terms.days(sold.business_date),
        };
        lot::insert(tx, &new).await?;
    }
    let movement = Movement {
        owner,
        entry_type: EntryType::Earn,
        parts,
        points: earned.points,
        order_id: Some(order_id),
        tender: None,
        reason: None,
    };
    let scene = match at {
        EarnedAt::Till(at) => Scene {
            store_no: &sold.store_no,
            terminal_no: Some(&sold.terminal_no),
            operator: Some(&sold.cashier_id),
            at,
        },
        EarnedAt::Later(at) => Scene {
            store_no: &sold.store_no,
            terminal_no: None,
            operator: None,
            at,
        },
    };
    must_book(tx, signer, &scene, &movement).await?;
    Ok(())
}
