//! What a receipt says of the tax-free form of its pieces.

use ::document::{Language, TaxFree, TaxFreeState};
use kernel::id::OrderId;
use order::letterhead::amount;
use order::{OrderParts, PaperPart};
use shell::db::{Tx, TxFuture};

use crate::record::Form;
use crate::rule::state::State;
use crate::store;

/// Names on the receipt of a sale the newest form that an operator issued for it, and where it stands.
/// A receipt that is printed or mailed again says where it stands then.
pub struct TaxFreePart;

impl PaperPart for TaxFreePart {
    fn add<'a>(
        &'a self,
        tx: &'a mut Tx,
        order_id: OrderId,
        _language: Language,
        parts: &'a mut OrderParts,
    ) -> TxFuture<'a, ()> {
        Box::pin(async move {
            let forms = store::forms_of_order(tx, order_id).await?;
            parts.tax_free = forms.iter().find_map(said_of);
            Ok(())
        })
    }
}

/// None of a form that the operator has not issued: the client holds no paper of it.
fn said_of(form: &Form) -> Option<TaxFree> {
    let form_no = form.form_no.clone()?;
    let state = match form.state {
        State::Issuing | State::Failed => return None,
        // Until the operator has confirmed the void the form is in force.
        State::Issued | State::Voiding => TaxFreeState::Issued,
        State::Validated => TaxFreeState::Validated,
        State::Refunded => TaxFreeState::Refunded,
        State::Expired => TaxFreeState::Expired,
        State::Voided => TaxFreeState::Void,
    };
    let refund = form.refunded.unwrap_or(form.amounts.refund);
    // The refund of several receipts together would be read as that of this one.
    let is_alone = form.receipts.len() == 1;
    Some(TaxFree {
        form_no,
        state,
        refund: (state.counts() && is_alone).then(|| amount(refund)),
        validate_by: (state == TaxFreeState::Issued).then_some(form.deadline_on),
    })
}
