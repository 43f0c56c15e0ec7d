//! What a return of goods does to credit. Returns call these in their own transaction.

use journal::{Scene, Signer};
use kernel::Money;
use kernel::id::{OrderId, TenderId};
use shell::db::Tx;
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::book::{EntryType, Movement, must_book};
use crate::rule::lot::Part;
use crate::rule::returned::{give_back, take_back};
use crate::store::{self, lot};

/// What a return takes back of what a sale had earned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reversal {
    /// The credit that is taken back.
    pub reversed: Money,
    /// The points.
    pub points: i64,
    /// The credit that was spent already: it is taken off what is paid back.
    pub missing: Money,
}

/// Takes back what goods had earned for which `paid` was paid, of a sale that may come back in parts.
/// None for a sale that earned nothing.
///
/// # Errors
/// A fault when more comes back than was sold, or the database's failure.
pub async fn reverse_earned(
    tx: &mut Tx,
    signer: &Signer,
    scene: &Scene<'_>,
    (order_id, paid): (OrderId, Money),
) -> Outcome<Option<Reversal>> {
    let Some((told, earning)) = store::order::find(tx, order_id).await? else {
        return Ok(None);
    };
    let currency = told.owner.currency;
    let share = earning
        .share(paid.minor)
        .filter(|_| paid.currency == currency);
    let share = share.ok_or_else(|| Failure::internal("more comes back than was sold"))?;
    store::order::note_returned(tx, order_id, paid.minor).await?;
    let earned_lot = lot::find_of_order(tx, order_id).await?;
    let (remaining, expired) = earned_lot
        .as_ref()
        .map_or((0, 0), |lot| (lot.remaining, lot.expired));
    let source = take_back(share.credit, remaining, expired);
    let mut parts = Vec::new();
    if let Some(lot) = earned_lot {
        if source.forgiven > 0 {
            lot::forgive(tx, lot.lot_id, source.forgiven).await?;
        }
        if source.from_lot > 0 {
            parts.push(Part {
                lot_id: lot.lot_id,
                amount: source.from_lot,
            });
        }
    }
    if !parts.is_empty() || share.points > 0 {
        let movement = Movement {
            owner: told.owner,
            entry_type: EntryType::ReverseEarn,
            parts: &parts,
            points: -share.points,
            order_id: Some(order_id),
            tender: None,
            reason: None,
        };
        must_book(tx, signer, scene, &movement).await?;
    }
    Ok(Some(Reversal {
        reversed: Money::new(source.from_lot, currency),
        points: share.points,
        missing: Money::new(source.missing, currency),
    }))
}

/// Gives credit back that a tender of a completed sale took: to its lots, those that end last first.
/// What ends too soon, or has ended, comes back as a lot of its own that is good for the days of the
/// store.
///
/// # Errors
/// A fault when the tender did not take as much, or the database's failure.
pub async fn restore(
    tx: &mut Tx,
    signer: &Signer,
    scene: &Scene<'_>,
    (tender_id, amount): (TenderId, Money),
) -> Outcome<()> {
    let too_much = || Failure::internal("a tender gives back more loyalty credit than it took");
    let taken = store::entry::taken_by_tender(tx, tender_id).await?;
    let taken = taken.ok_or_else(too_much)?;
    let owner = taken.owner;
    if amount.currency != owner.currency {
        return Err(too_much());
    }
    let parts = give_back(&taken.parts, taken.given_back, amount.minor).ok_or_else(too_much)?;
    let shop = setting::get_store(tx, scene.store_no).await?;
    let today = shop.business_date(scene.at);
    // A store that has left the programme gives back what it took all the same, as it was.
    let terms = store::terms::find(tx, scene.store_no).await?;
    let mut given = Vec::with_capacity(parts.len());
    for part in parts {
        let (expires_on, store_no) = lot::end_of(tx, part.lot_id).await?;
        let until = terms.map_or(expires_on.max(today), |terms| {
            terms.restored_until(expires_on, today)
        });
        if until == expires_on {
            given.push(part);
            continue;
        }
        let lot_id = Uuid::now_v7();
        let new = lot::NewLot {
            lot_id,
            owner,
            order_id: None,
            store_no: &store_no,
            granted: part.amount,
            days: (today, until),
        };
        lot::insert(tx, &new).await?;
        given.push(Part { lot_id, ..part });
    }
    let movement = Movement {
        owner,
        entry_type: EntryType::Restore,
        parts: &given,
        points: 0,
        order_id: None,
        tender: Some((tender_id, None)),
        reason: None,
    };
    must_book(tx, signer, scene, &movement).await?;
    Ok(())
}
