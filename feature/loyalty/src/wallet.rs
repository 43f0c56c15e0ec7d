//! Loyalty credit as a tender: what is taken is taken in the transaction that books it.

use std::sync::Arc;

use journal::{Scene, Signer};
use kernel::{Money, Refusal};
use one_time_code::rule::Purpose;
use one_time_code::{Spending, open_credit};
use payment::Wallet;
use payment::rule::tender::TenderType;
use payment::wallet::{Credit, PutBack, Taken, Withdrawal};
use shell::db::{Tx, TxFuture};
use shell::{Failure, Outcome};

use crate::book::{EntryType, Movement, Owner, book, must_book};
use crate::returned::restore;
use crate::rule::lot::draw;
use crate::store::{self, lot};
use crate::{BALANCE_TOO_LOW, BASKET_WITHOUT_CUSTOMER, FUNCTION_UNAVAILABLE};

/// The wallet behind the tenders of the type LOYALTY_CREDIT.
///
/// The reference of a withdrawal is the proof that entering a code gave; up to the store's limit none
/// is needed.
pub struct LoyaltyWallet {
    signer: Arc<Signer>,
}

impl LoyaltyWallet {
    /// A wallet whose movements the journal's key signs.
    #[must_use]
    pub const fn new(signer: Arc<Signer>) -> Self {
        Self { signer }
    }
}

impl Wallet for LoyaltyWallet {
    fn tender_type(&self) -> TenderType {
        TenderType::LoyaltyCredit
    }

    fn take<'a>(&'a self, tx: &'a mut Tx, withdrawal: &'a Withdrawal) -> TxFuture<'a, Taken> {
        Box::pin(take(tx, &self.signer, withdrawal))
    }

    fn put_back<'a>(&'a self, tx: &'a mut Tx, back: &'a PutBack) -> TxFuture<'a, ()> {
        Box::pin(put_back(tx, &self.signer, back))
    }

    fn give_back<'a>(&'a self, tx: &'a mut Tx, credit: &'a Credit) -> TxFuture<'a, Taken> {
        Box::pin(give_back(tx, &self.signer, credit))
    }
}

async fn take(tx: &mut Tx, signer: &Signer, withdrawal: &Withdrawal) -> Outcome<Taken> {
    let owner = Owner {
        customer_id: withdrawal
            .customer_id
            .ok_or_else(|| Refusal::new(&BASKET_WITHOUT_CUSTOMER))?,
        currency: withdrawal.amount.currency,
    };
    let terms = store::terms::find(tx, &withdrawal.store_no).await?;
    let terms = terms.ok_or_else(|| Failure::from(&FUNCTION_UNAVAILABLE))?;
    let spending = Spending {
        purpose: Purpose::LoyaltyCredit,
        customer_id: owner.customer_id,
        terminal_no: &withdrawal.terminal_no,
        tender_id: withdrawal.tender_id,
        taken_before: store::entry::taken_by_basket(tx, withdrawal.basket_id).await?,
        amount: withdrawal.amount,
        above: terms.code_above,
        reference: withdrawal.reference.as_deref(),
        now: withdrawal.now,
    };
    open_credit(tx, &spending).await?;
    let shop = setting::get_store(tx, &withdrawal.store_no).await?;
    let today = shop.business_date(withdrawal.now);
    let too_low = |usable| {
        let balance = Money::new(usable, owner.currency);
        Refusal::new(&BALANCE_TOO_LOW)
            .with("balance", balance)
            .at("amount")
    };
    let lots = lot::list_open(tx, owner).await?;
    let parts = draw(&lots, withdrawal.amount.minor, today).map_err(too_low)?;
    let movement = Movement {
        owner,
        entry_type: EntryType::Redeem,
        parts: &parts,
        points: 0,
        order_id: None,
        tender: Some((withdrawal.tender_id, Some(withdrawal.basket_id))),
        reason: None,
    };
    let scene = Scene {
        store_no: &withdrawal.store_no,
        terminal_no: Some(&withdrawal.terminal_no),
        operator: Some(&withdrawal.staff_id),
        at: withdrawal.now,
    };
    let booked = book(tx, signer, &scene, &movement).await?;
    booked.ok_or_else(|| too_low(0))?;
    Ok(Taken::default())
}

/// The lots are as they were: removing a tender gives no credit a longer life.
async fn put_back(tx: &mut Tx, signer: &Signer, back: &PutBack) -> Outcome<()> {
    let taken = store::entry::taken_by_tender(tx, back.tender_id).await?;
    let Some(taken) = taken.filter(|taken| taken.given_back == 0) else {
        return Ok(());
    };
    let movement = Movement {
        owner: taken.owner,
        entry_type: EntryType::Restore,
        parts: &taken.parts,
        points: 0,
        order_id: None,
        tender: Some((back.tender_id, taken.basket_id)),
        reason: None,
    };
    let scene = Scene {
        store_no: &back.store_no,
        terminal_no: Some(&back.terminal_no),
        operator: Some(&back.staff_id),
        at: back.now,
    };
    must_book(tx, signer, &scene, &movement).await?;
    Ok(())
}

/// The lots that were taken last get it back, as with a return.
async fn give_back(tx: &mut Tx, signer: &Signer, credit: &Credit) -> Outcome<Taken> {
    let scene = Scene {
        store_no: &credit.store_no,
        terminal_no: Some(&credit.terminal_no),
        operator: Some(&credit.staff_id),
        at: credit.now,
    };
    let taken = (credit.origin_tender_id, credit.amount);
    restore(tx, signer, &scene, taken).await?;
    Ok(Taken::default())
}
