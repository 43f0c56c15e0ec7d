//! Orders that sold or used a gift card (domain §6.3): they do not come back, and where somebody with
//! the right to it says otherwise, the money goes to a new card. Returns of goods call these.

use journal::Signer;
use kernel::id::{OrderId, TerminalNo};
use kernel::{Money, Refusal};
use shell::Outcome;
use shell::db::Tx;

use crate::NOT_RETURNABLE;
use crate::book::{Place, charge};
use crate::line::{Wanted, refuse_to_hand_out};
use crate::prove::use_reference;
use crate::store::{self, Purpose};

/// Why an order cannot be returned: it sold a gift card, or was paid with one, at once or by the
/// deposit that it settles (domain §5.5). None for any other.
/// Whoever holds [`crate::MAY_RETURN`] may return it all the same, to a new card only.
///
/// # Errors
/// The database's failure.
pub async fn return_refusal(tx: &mut Tx, order_id: OrderId) -> Outcome<Option<Refusal>> {
    let has_card = store::order_has_card(tx, order_id).await?;
    Ok(has_card.then(|| Refusal::new(&NOT_RETURNABLE)))
}

/// What goes back to a customer on a new card.
#[derive(Clone, Copy, Debug)]
pub struct Refund<'a> {
    /// The order that comes back.
    pub order_id: OrderId,
    /// What `POST /gift-card/available` gave for the new card.
    pub reference: &'a str,
    /// What is given back.
    pub amount: Money,
    /// The till.
    pub terminal_no: &'a TerminalNo,
}

/// Gives the money of an order back on a card that nobody bought. Whether somebody may is the
/// caller's to ask: [`crate::MAY_RETURN`].
///
/// # Errors
/// That the card was not checked or cannot be had here.
pub async fn refund_to_new_card(
    tx: &mut Tx,
    signer: &Signer,
    refund: &Refund<'_>,
    place: Place<'_>,
) -> Outcome<()> {
    let order = Some(refund.order_id);
    let whereto = (refund.reference, refund.terminal_no);
    on_new_card(tx, signer, whereto, (refund.amount, order), place).await?;
    Ok(())
}

/// Puts money on a card that nobody bought, and answers with the last digits of its number.
pub(crate) async fn on_new_card(
    tx: &mut Tx,
    signer: &Signer,
    (reference, terminal_no): (&str, &TerminalNo),
    (amount, order_id): (Money, Option<OrderId>),
    place: Place<'_>,
) -> Outcome<String> {
    let proof = (reference, Purpose::Sell);
    let card = use_reference(tx, proof, terminal_no, place.now).await?;
    let for_refund = (&card, Wanted::ForRefund);
    refuse_to_hand_out(tx, for_refund, place.store, terminal_no).await?;
    charge(tx, signer, &card, amount.minor, order_id, place).await?;
    store::note_refund(tx, card.gift_card_id).await?;
    Ok(card.last_four)
}
