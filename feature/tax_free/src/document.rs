//! The paper of a form, from what is kept of it.

use ::document::{Barcode, Language, TaxFreeForm, TaxFreeGoods, TaxFreePerson, TaxFreeReceipt};
use shell::db::Tx;
use shell::layout::{self, LAYOUT_TIME};
use shell::{Failure, Outcome};

use crate::NOT_ISSUED;
use crate::record::Form;
use crate::rule::state::State;
use crate::store;

/// A form as it is printed, and the language of its store.
///
/// # Errors
/// [`NOT_ISSUED`] before the operator gave a number, or the database's failure.
pub(crate) async fn paper(
    tx: &mut Tx,
    form: &Form,
    asked: Option<Language>,
) -> Outcome<TaxFreeForm> {
    let (Some(form_no), Some(barcode)) = (form.form_no.clone(), form.barcode.clone()) else {
        return Err((&NOT_ISSUED).into());
    };
    let shop = setting::get_store(tx, &form.store_no).await?;
    let head = store::shop::heading(tx, &form.store_no).await?;
    let home = shop.language_code.parse().unwrap_or(Language::English);
    let found = store::traveller_of(tx, form.form_id).await?;
    let lines = store::lines_of(tx, form).await?;
    let issued_at = form.issued_at.unwrap_or(form.started_at);
    let (person, destination) = match found {
        Some((traveller, (card, wallet))) => (
            Some(TaxFreePerson {
                name: format!("{} {}", traveller.family_name, traveller.given_name),
                passport_no: traveller.passport_no,
                issuing_country: traveller.issuing_country,
                born_on: traveller.born_on,
                residence: format!(
                    "{}, {}",
                    traveller.residence_address, traveller.residence_country
                ),
                flight_no: Some(traveller.flight_no).filter(|flight| !flight.is_empty()),
            }),
            card.map(|(brand, last_four, _)| format!("{brand} •••• {last_four}"))
                .or(wallet),
        ),
        None => (None, None),
    };
    Ok(TaxFreeForm {
        language: asked.unwrap_or(home),
        company: head.company,
        shop: head.name,
        address: head.address,
        phone: head.telephone,
        vat_no: shop.vat_no.clone(),
        registration_no: shop.registration_no.clone(),
        operator: form.operator_name.clone(),
        form_no,
        serial_no: form.serial(),
        issued_at: issued_at.to_zoned(shop.time_zone.clone()),
        last_day: form.deadline_on,
        is_void: !matches!(
            form.state,
            State::Issued | State::Validated | State::Refunded
        ),
        person,
        receipts: form
            .receipts
            .iter()
            .map(|receipt| TaxFreeReceipt {
                number: receipt.receipt_no.clone(),
                purchased_on: receipt.purchased_on,
            })
            .collect(),
        goods: lines
            .into_iter()
            .map(|line| TaxFreeGoods {
                name: line.name,
                quantity: line.quantity,
                vat_rate: format!("{} %", line.vat_rate.text()),
                gross: line.gross.figures(),
            })
            .collect(),
        currency: form.currency().code().to_owned(),
        gross: form.amounts.gross.figures(),
        vat: form.amounts.vat.figures(),
        refund: form.amounts.refund.figures(),
        method: form.method.name().to_owned(),
        destination,
        barcode: Barcode::Code128(barcode),
        is_demonstration: head.is_demonstration,
        software: format!("Vitrine {}", shell::http::VERSION),
    })
}

/// The paper as PDF, laid out off the threads that answer.
///
/// # Errors
/// [`crate::PDF_ERROR`].
pub(crate) async fn pdf(paper: TaxFreeForm) -> Outcome<Vec<u8>> {
    let form_no = paper.form_no.clone();
    let bytes = layout::lay_out(&form_no, LAYOUT_TIME, move || ::document::pdf(&paper)).await;
    bytes.ok_or_else(|| Failure::from(&crate::PDF_ERROR))
}
