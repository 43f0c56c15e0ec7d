//! The words of the paper itself, one table per language.

use serde::{Deserialize, Serialize};

use crate::error::DocumentError;
use crate::label_tables::LabelTables;
use crate::language::Language;

/// The words on papers. `{name}` marks a place that is filled in.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Labels {
    pub(crate) sale: String,
    pub(crate) refund: String,
    pub(crate) exchange: String,
    pub(crate) deposit: String,
    pub(crate) deposit_payment: String,
    pub(crate) deposit_extension: String,
    pub(crate) deposit_price: String,
    pub(crate) deposit_settlement: String,
    pub(crate) deposit_cancellation: String,
    pub(crate) gift: String,
    /// `{number}`
    pub(crate) copy: String,
    pub(crate) training: String,
    pub(crate) demonstration: String,
    /// `{number}`
    pub(crate) phone: String,
    /// `{number}`
    pub(crate) vat_no: String,
    pub(crate) receipt_no: String,
    pub(crate) order_no: String,
    pub(crate) original_receipt_no: String,
    pub(crate) terminal: String,
    pub(crate) served_by: String,
    /// `{size}`
    pub(crate) size: String,
    /// `{number}`
    pub(crate) certificate: String,
    pub(crate) discount: String,
    pub(crate) subtotal: String,
    pub(crate) rounding: String,
    /// `{currency}`
    pub(crate) total: String,
    /// `{code}`
    pub(crate) approval_code: String,
    pub(crate) tendered: String,
    pub(crate) change: String,
    pub(crate) vat_rate: String,
    pub(crate) vat_net: String,
    pub(crate) vat: String,
    pub(crate) vat_gross: String,
    pub(crate) warranty_until: String,
    /// `{count}`
    pub(crate) line_count: String,
    /// `{mark}`
    pub(crate) journal: String,
    /// `{text}`
    pub(crate) engraving: String,
    /// `{text}`
    pub(crate) message: String,
    /// `{text}`
    pub(crate) medal: String,
    pub(crate) heart: String,
    /// `{date}`
    pub(crate) promised_on: String,
    pub(crate) not_returnable: String,
    pub(crate) symbol_sun: String,
    pub(crate) symbol_star: String,
    pub(crate) symbol_moon: String,
    pub(crate) symbol_heart: String,
    pub(crate) loyalty_earned: String,
    pub(crate) loyalty_balance: String,
    /// `{date}`
    pub(crate) loyalty_expires: String,
    pub(crate) gift_card: String,
    pub(crate) gift_card_paid: String,
    pub(crate) gift_card_loaded: String,
    pub(crate) gift_card_cleared: String,
    pub(crate) gift_card_balance: String,
    pub(crate) gift_card_until: String,
    pub(crate) deposit_no: String,
    pub(crate) deposit_paid: String,
    pub(crate) deposit_remaining: String,
    pub(crate) deposit_kept: String,
    pub(crate) deposit_due: String,
    pub(crate) deposit_previous_due: String,
    pub(crate) deposit_previous_price: String,
    pub(crate) deposit_applied: String,
    pub(crate) source_other_store: String,
    pub(crate) source_to_be_produced: String,
    pub(crate) deposit_refundable: String,
    pub(crate) deposit_arrhes: String,
    pub(crate) deposit_acompte: String,
    pub(crate) tax_free_no: String,
    pub(crate) tax_free_state: String,
    pub(crate) tax_free_issued: String,
    pub(crate) tax_free_validated: String,
    pub(crate) tax_free_refunded: String,
    pub(crate) tax_free_expired: String,
    pub(crate) tax_free_void: String,
    pub(crate) tax_free_refund: String,
    pub(crate) tax_free_validate_by: String,
    pub(crate) tax_free_warning: String,
    /// `{date}`
    pub(crate) return_until: String,
    pub(crate) return_never: String,
    /// `{date}`
    pub(crate) warranty_line: String,
    pub(crate) verify: String,
    pub(crate) invoice: String,
    pub(crate) invoice_no: String,
    pub(crate) invoice_date: String,
    pub(crate) supplied_on: String,
    pub(crate) bill_to: String,
    pub(crate) description: String,
    pub(crate) quantity: String,
    pub(crate) unit_price: String,
    pub(crate) amount: String,
    pub(crate) paid_with: String,
    /// `{page}` `{pages}`
    pub(crate) page: String,
}

static LABELS: LabelTables<Labels> = crate::label_tables!("../label");

/// The words in a language.
pub(crate) fn labels(language: Language) -> Result<&'static Labels, DocumentError> {
    LABELS.of(language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_languages_have_their_own_words() {
        // "Total", "Journal", "Certificate" and the like are the same word.
        assert_eq!(LABELS.faults(4), Vec::<String>::new());
    }
}
