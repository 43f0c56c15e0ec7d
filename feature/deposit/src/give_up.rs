//! A payment on a deposit, or the settlement of one, that is given up.

use payment::held::{DEPOSIT, take_off_deposit};
use payment::store::list_booked_tenders;
use sale::rule::purpose::Purpose;
use sale::store::Basket;
use sale::{TENDER_BOOKED, Till, kept};
use shell::db::{Tx, TxFuture};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::rule::state::{Deed, Worth};
use crate::store::{self, Change, EntryType, NewEntry};

/// Gives up what a basket is being paid for: a further payment leaves nothing behind, the pieces of a
/// settlement go back to their deposit together with what was held for them.
pub fn give_up<'a>(tx: &'a mut Tx, till: &'a Till, basket: &'a Basket) -> TxFuture<'a, ()> {
    Box::pin(async move {
        let tenders = list_booked_tenders(tx, basket.basket_id).await?;
        let mut taken = tenders.iter();
        if taken.any(|tender| tender.tender_code.as_str() != DEPOSIT) {
            return Err((&TENDER_BOOKED).into());
        }
        if basket.purpose == Purpose::Settlement {
            put_back(tx, till, basket).await?;
        }
        kept::end_payment(tx, basket.basket_id).await
    })
}

async fn put_back(tx: &mut Tx, till: &Till, basket: &Basket) -> Outcome<()> {
    let deposit_id = basket
        .deposit_id
        .ok_or_else(|| Failure::internal("a settlement without its deposit"))?;
    let deposit = store::find(tx, &basket.store_no, deposit_id).await?;
    let deposit = deposit.ok_or_else(|| Failure::internal("a deposit is gone"))?;
    let lines = sale::store::list_lines(tx, basket.basket_id).await?;
    let line_ids: Vec<_> = lines.iter().map(|stored| stored.line.line_id).collect();
    kept::move_lines(tx, basket.basket_id, deposit.basket_id, &line_ids).await?;
    let applied = store::find_applied(tx, deposit_id, basket.basket_id).await?;
    let Some((tender_id, amount)) = applied else {
        return Err(Failure::internal("a settlement without its entry"));
    };
    if amount > 0 {
        take_off_deposit(tx, tender_id).await?;
    }
    let after = Worth {
        held: deposit.worth.held + amount,
        ..deposit.worth
    };
    let store = setting::get_store(tx, &till.store_no).await?;
    let entry = NewEntry {
        entry_id: Uuid::now_v7(),
        deposit_id,
        entry_type: EntryType::PutBack,
        amount,
        receipt_no: &deposit.document_no,
        worth: after,
        basket_id: basket.basket_id,
        store_no: &till.store_no,
        terminal_no: &till.terminal_no,
        staff_id: &till.staff_id,
        business_date: store.business_date(till.now),
        booked_at: till.now,
    };
    store::insert_entry(tx, &entry).await?;
    let change = Change {
        state: deposit.state.after(Deed::PutBack, after)?,
        worth: after,
        expires_on: deposit.expires_on,
        fixed: &deposit.fixed,
    };
    store::save(tx, &deposit, &change).await
}
