//! Gift cards as tenders.

use std::sync::Arc;

use journal::Signer;
use kernel::id::TenderId;
use kernel::{Money, Refusal};
use payment::Wallet;
use payment::rule::tender::TenderType;
use payment::wallet::{Credit, PutBack, Taken, Withdrawal};
use shell::db::{Tx, TxFuture};
use shell::{Failure, Outcome};

use crate::book::{Belongs, Place, book};
use crate::line::terms_of;
use crate::prove::use_reference;
use crate::returned::on_new_card;
use crate::rule::offer::clearing_refusal;
use crate::rule::state::Step;
use crate::store::{self, Card, Purpose};
use crate::{BALANCE_TOO_LOW, CHECK_FIRST, PAID_WITH_CARD};

/// The wallet behind the tenders of the type GIFTCARD. What names the card is the reference that
/// `POST /gift-card/check` gave: good once, for five minutes, at the till that checked.
pub struct GiftCardWallet {
    signer: Arc<Signer>,
}

impl GiftCardWallet {
    /// A wallet whose movements the journal's key signs.
    #[must_use]
    pub const fn new(signer: Arc<Signer>) -> Self {
        Self { signer }
    }
}

/// What a card is to pay.
#[derive(Clone, Copy, Debug)]
pub struct Redemption {
    /// The tender.
    pub tender_id: TenderId,
    /// What it takes.
    pub amount: Money,
    /// Whether its customer gives up the rest that is left on it then (domain §6.3, rule 6).
    pub clears_rest: bool,
}

/// Takes an amount from a card, and the rest where that is given up.
///
/// # Errors
/// That the store does not take it, that too little is on it or too much would be given up, or the
/// database's failure.
pub async fn redeem(
    tx: &mut Tx,
    signer: &Signer,
    card: &Card,
    redemption: Redemption,
    place: Place<'_>,
) -> Outcome<()> {
    let amount = redemption.amount;
    let terms = terms_of(tx, place.store).await?;
    let here = (amount.currency, place.store.business_date(place.now));
    if let Some(refusal) = terms.use_refusal(card.offered(), here) {
        return Err(refusal.into());
    }
    if amount.minor > card.standing.balance {
        return Err(Refusal::new(&BALANCE_TOO_LOW)
            .with("balance", card.balance())
            .at("amount")
            .into());
    }
    let belongs = Belongs {
        tender_id: Some(redemption.tender_id),
        ..Belongs::default()
    };
    let redeemed = book(tx, signer, card, Step::Redeem(amount.minor), belongs, place).await?;
    if !redemption.clears_rest || redeemed.balance == 0 {
        return Ok(());
    }
    if let Some(refusal) = clearing_refusal(card.money(redeemed.balance)) {
        return Err(refusal.into());
    }
    let rest = Card {
        standing: redeemed,
        version: card.version + 1,
        ..card.clone()
    };
    book(tx, signer, &rest, Step::Clear, belongs, place).await?;
    Ok(())
}

impl Wallet for GiftCardWallet {
    fn tender_type(&self) -> TenderType {
        TenderType::GiftCard
    }

    fn take<'a>(&'a self, tx: &'a mut Tx, withdrawal: &'a Withdrawal) -> TxFuture<'a, Taken> {
        Box::pin(async move {
            if store::has_card_lines(tx, withdrawal.basket_id).await? {
                return Err((&PAID_WITH_CARD).into());
            }
            let reference = withdrawal.reference.as_deref();
            let reference = reference.ok_or_else(|| Failure::from(&CHECK_FIRST))?;
            let (terminal_no, now) = (&withdrawal.terminal_no, withdrawal.now);
            let proof = (reference, Purpose::Use);
            let card = use_reference(tx, proof, terminal_no, now).await?;
            let store = setting::get_store(tx, &withdrawal.store_no).await?;
            let place = Place {
                store: &store,
                terminal_no: Some(terminal_no),
                staff_id: Some(&withdrawal.staff_id),
                now,
            };
            let redemption = Redemption {
                tender_id: withdrawal.tender_id,
                amount: withdrawal.amount,
                clears_rest: withdrawal.clears_rest,
            };
            redeem(tx, &self.signer, &card, redemption, place).await?;
            Ok(Taken {
                last_four: Some(card.last_four),
                reference: None,
            })
        })
    }

    fn put_back<'a>(&'a self, tx: &'a mut Tx, put_back: &'a PutBack) -> TxFuture<'a, ()> {
        Box::pin(async move {
            let missing = || Failure::internal("the gift card behind a tender is missing");
            let redeemed = store::find_redeemed(tx, put_back.tender_id).await?;
            let (gift_card_id, amount) = redeemed.ok_or_else(missing)?;
            let card = store::find_card(tx, gift_card_id).await?;
            let card = card.ok_or_else(missing)?;
            let store = setting::get_store(tx, &put_back.store_no).await?;
            let place = Place {
                store: &store,
                terminal_no: Some(&put_back.terminal_no),
                staff_id: Some(&put_back.staff_id),
                now: put_back.now,
            };
            let belongs = Belongs {
                tender_id: Some(put_back.tender_id),
                ..Belongs::default()
            };
            let step = Step::PutBack(amount);
            book(tx, &self.signer, &card, step, belongs, place).await?;
            Ok(())
        })
    }

    /// On a new card: the old one may have been passed on, or thrown away.
    fn give_back<'a>(&'a self, tx: &'a mut Tx, credit: &'a Credit) -> TxFuture<'a, Taken> {
        Box::pin(async move {
            let reference = credit.reference.as_deref();
            let reference = reference.ok_or_else(|| Failure::from(&CHECK_FIRST))?;
            let store = setting::get_store(tx, &credit.store_no).await?;
            let place = Place {
                store: &store,
                terminal_no: Some(&credit.terminal_no),
                staff_id: Some(&credit.staff_id),
                now: credit.now,
            };
            let whereto = (reference, &credit.terminal_no);
            let what = (credit.amount, None);
            let last_four = on_new_card(tx, &self.signer, whereto, what, place).await?;
            Ok(Taken {
                last_four: Some(last_four),
                reference: None,
            })
        })
    }
}
