//! Recycling credit as a tender: what is taken is taken in the transaction that books it.

use kernel::Refusal;
use kernel::id::CustomerId;
use one_time_code::rule::Purpose;
use one_time_code::{Spending, open_credit};
use payment::rule::tender::TenderType;
use payment::wallet::{Credit, PutBack, Taken, Withdrawal};
use shell::Outcome;
use shell::db::{Tx, TxFuture};

use crate::store::credit::{Change, EntryType};
use crate::{BALANCE_TOO_LOW, BASKET_WITHOUT_CUSTOMER, store};

/// The credit that customers have for old jewellery. It is never paid out in cash.
///
/// The reference of a withdrawal is the proof that entering a code gave; up to the store's limit
/// none is needed.
#[derive(Clone, Copy, Debug, Default)]
pub struct CreditWallet;

impl payment::Wallet for CreditWallet {
    fn tender_type(&self) -> TenderType {
        TenderType::RecyclingCredit
    }

    fn take<'a>(&'a self, tx: &'a mut Tx, withdrawal: &'a Withdrawal) -> TxFuture<'a, Taken> {
        Box::pin(take(tx, withdrawal))
    }

    fn put_back<'a>(&'a self, tx: &'a mut Tx, back: &'a PutBack) -> TxFuture<'a, ()> {
        Box::pin(put_back(tx, back))
    }

    fn give_back<'a>(&'a self, tx: &'a mut Tx, credit: &'a Credit) -> TxFuture<'a, Taken> {
        Box::pin(give_back(tx, credit))
    }
}

/// What was spent is the customer's credit again.
async fn give_back(tx: &mut Tx, credit: &Credit) -> Outcome<Taken> {
    let customer_id = credit
        .customer_id
        .ok_or_else(|| Refusal::new(&BASKET_WITHOUT_CUSTOMER))?;
    let change = Change {
        customer_id,
        entry_type: EntryType::Restore,
        amount: credit.amount,
        recycling_id: None,
        tender: Some((credit.tender_id, credit.basket_id)),
        store_no: &credit.store_no,
        terminal_no: &credit.terminal_no,
        staff_id: &credit.staff_id,
        reference: "",
        now: credit.now,
        business_date: None,
    };
    store::credit::must_change(tx, &change).await?;
    Ok(Taken::default())
}

async fn take(tx: &mut Tx, withdrawal: &Withdrawal) -> Outcome<Taken> {
    let customer_id = withdrawal
        .customer_id
        .ok_or_else(|| Refusal::new(&BASKET_WITHOUT_CUSTOMER))?;
    prove(tx, withdrawal, customer_id).await?;
    let change = Change {
        customer_id,
        entry_type: EntryType::Redeem,
        amount: kernel::Money::new(-withdrawal.amount.minor, withdrawal.amount.currency),
        recycling_id: None,
        tender: Some((withdrawal.tender_id, withdrawal.basket_id)),
        store_no: &withdrawal.store_no,
        terminal_no: &withdrawal.terminal_no,
        staff_id: &withdrawal.staff_id,
        reference: "",
        now: withdrawal.now,
        business_date: None,
    };
    if store::credit::change(tx, &change).await?.is_none() {
        let currency = withdrawal.amount.currency;
        let balance = store::credit::balance(tx, customer_id, currency).await?;
        let refusal = Refusal::new(&BALANCE_TOO_LOW).with("balance", balance);
        return Err(refusal.at("amount").into());
    }
    Ok(Taken::default())
}

/// Above the store's limit the customer must have entered a code at this till.
async fn prove(tx: &mut Tx, withdrawal: &Withdrawal, customer_id: CustomerId) -> Outcome<()> {
    let spending = Spending {
        purpose: Purpose::RecyclingCredit,
        customer_id,
        terminal_no: &withdrawal.terminal_no,
        tender_id: withdrawal.tender_id,
        taken_before: store::credit::taken_by_basket(tx, withdrawal.basket_id).await?,
        amount: withdrawal.amount,
        above: code_above(tx, &withdrawal.store_no.0).await?,
        reference: withdrawal.reference.as_deref(),
        now: withdrawal.now,
    };
    open_credit(tx, &spending).await
}

/// Up to which amount a basket takes credit without a code.
pub(crate) async fn code_above(tx: &mut Tx, store_no: &str) -> Outcome<i64> {
    let kept = store::setting::read(tx, Some(store_no)).await?.pop();
    let proposed = crate::admin::RecyclingSetting::proposed().code_above;
    Ok(kept.map_or(proposed, |entry| entry.value.code_above))
}

async fn put_back(tx: &mut Tx, back: &PutBack) -> Outcome<()> {
    let taken = store::credit::taken(tx, back.tender_id).await?;
    let Some((customer_id, basket_id, amount)) = taken else {
        return Ok(());
    };
    let change = Change {
        customer_id,
        entry_type: EntryType::Restore,
        amount,
        recycling_id: None,
        tender: Some((back.tender_id, basket_id)),
        store_no: &back.store_no,
        terminal_no: &back.terminal_no,
        staff_id: &back.staff_id,
        reference: "",
        now: back.now,
        business_date: None,
    };
    store::credit::must_change(tx, &change).await.map(|_| ())
}
