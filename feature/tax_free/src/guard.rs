//! What forms say about pieces that come back (domain §7.6): other features ask here.

use kernel::id::OrderId;
use kernel::{Money, Refusal};
use shell::Outcome;
use shell::db::Tx;

use crate::record::Form;
use crate::rule::state::State;
use crate::{RETURN_BLOCKED, VAT_REFUNDED, store};

/// Why pieces of an order cannot come back as they are; none when no form keeps them.
///
/// [`RETURN_BLOCKED`]: the tag must be voided first. [`VAT_REFUNDED`]: customs saw the goods leave;
/// a manager may take back what came back, less [`refunded_vat`].
///
/// # Errors
/// The database's failure.
pub async fn return_refusal(tx: &mut Tx, order_id: OrderId) -> Outcome<Option<Refusal>> {
    let forms = store::forms_of_order(tx, order_id).await?;
    Ok(forms.iter().find_map(refusal_of))
}

/// Why the traveller cannot leave pieces of an order here for good, as old metal; none when no form
/// promises that they leave the country. [`RETURN_BLOCKED`]: the tag must be voided first.
///
/// What customs saw leave and came back is the traveller's to sell: the sale is not undone by it.
///
/// # Errors
/// The database's failure.
pub async fn live_form_refusal(tx: &mut Tx, order_id: OrderId) -> Outcome<Option<Refusal>> {
    let forms = store::forms_of_order(tx, order_id).await?;
    let mut kept = forms.iter().filter(|form| is_in_force(form.state));
    Ok(kept.find_map(refusal_of))
}

/// What is taken off when pieces of an order come back after customs validated their form: the VAT
/// that the traveller got or will get, for the whole form. None when customs validated none.
///
/// # Errors
/// The database's failure.
pub async fn refunded_vat(tx: &mut Tx, order_id: OrderId) -> Outcome<Option<Money>> {
    let forms = store::forms_of_order(tx, order_id).await?;
    Ok(forms.iter().find_map(deduction_of))
}

fn refusal_of(form: &Form) -> Option<Refusal> {
    let number = form.number();
    match form.state {
        State::Issuing | State::Issued | State::Voiding => {
            Some(Refusal::new(&RETURN_BLOCKED).with("formNo", number))
        }
        State::Validated | State::Refunded => {
            let refund = form.refunded.unwrap_or(form.amounts.refund);
            Some(
                Refusal::new(&VAT_REFUNDED)
                    .with("formNo", number)
                    .with("refund", refund),
            )
        }
        State::Failed | State::Voided | State::Expired => None,
    }
}

/// Whether the goods are still to leave the country.
const fn is_in_force(state: State) -> bool {
    matches!(state, State::Issuing | State::Issued | State::Voiding)
}

fn deduction_of(form: &Form) -> Option<Money> {
    matches!(form.state, State::Validated | State::Refunded)
        .then(|| form.refunded.unwrap_or(form.amounts.refund))
}
