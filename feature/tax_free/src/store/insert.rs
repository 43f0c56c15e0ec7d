//! Writing a form down, with its receipts, goods and traveller.

use kernel::search::fold;
use shell::Outcome;
use shell::db::{Tx, params};

use crate::record::NewForm;
use crate::rule::state::State;

/// Writes a form with its receipts, lines and traveller.
pub(crate) async fn insert_form(tx: &mut Tx, form: &NewForm, serial_no: i64) -> Outcome<()> {
    let receipts: Vec<&str> = form
        .receipts
        .iter()
        .map(|r| r.receipt_no.as_str())
        .collect();
    let traveller = &form.traveller;
    let search_text = fold(&format!(
        "tf-{}-{serial_no:06} {} {} {}",
        form.store_no,
        receipts.join(" "),
        traveller.given_name,
        traveller.family_name
    ));
    let amounts = &form.amounts;
    tx.execute_one(
        "INSERT INTO tax_free_form (form_id, store_no, terminal_no, serial_no, operator_name, \
         shop_no, country_code, currency_code, gross, vat, refund, fee, refund_method, \
         purchased_on, started_on, deadline_on, started_by, started_at, state, search_text, \
         next_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, \
         $17, $18, $19, $20, $18)",
        params![
            form.form_id,
            &form.store_no,
            &form.terminal_no,
            serial_no,
            &form.operator_name,
            &form.shop_no,
            &form.country_code,
            amounts.gross.currency.code(),
            amounts.gross.minor,
            amounts.vat.minor,
            amounts.refund.minor,
            amounts.fee.minor,
            form.method.name(),
            form.purchased_on,
            form.started_on,
            form.deadline_on,
            &form.staff_id,
            form.started_at,
            State::Issuing.name(),
            search_text
        ],
    )
    .await?;
    insert_goods(tx, form).await?;
    insert_traveller(tx, form).await
}

async fn insert_goods(tx: &mut Tx, form: &NewForm) -> Outcome<()> {
    for receipt in &form.receipts {
        tx.execute_one(
            "INSERT INTO tax_free_form_order (form_id, order_id, receipt_no, purchased_on, gross, \
             is_live) VALUES ($1, $2, $3, $4, $5, $6)",
            params![
                form.form_id,
                receipt.order_id,
                &receipt.receipt_no,
                receipt.purchased_on,
                receipt.gross.minor,
                true
            ],
        )
        .await?;
    }
    for (position, line) in (1_i64..).zip(&form.lines) {
        tx.execute_one(
            "INSERT INTO tax_free_form_line (form_id, line_id, order_id, position, name, quantity, \
             gross, vat_rate) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            params![
                form.form_id,
                line.line_id,
                line.order_id,
                position,
                &line.name,
                line.quantity,
                line.gross.minor,
                line.vat_rate.0
            ],
        )
        .await?;
    }
    Ok(())
}

async fn insert_traveller(tx: &mut Tx, form: &NewForm) -> Outcome<()> {
    let (traveller, card) = (&form.traveller, form.card.as_ref());
    tx.execute_one(
        "INSERT INTO tax_free_traveller (form_id, passport_no, issuing_country, family_name, \
         given_name, born_on, residence_country, residence_address, arrived_on, departs_on, \
         flight_no, card_brand, card_last_four, card_token, wallet, started_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        params![
            form.form_id,
            &traveller.passport_no,
            &traveller.issuing_country,
            &traveller.family_name,
            &traveller.given_name,
            traveller.born_on,
            &traveller.residence_country,
            &traveller.residence_address,
            traveller.arrived_on,
            traveller.departs_on,
            &traveller.flight_no,
            card.map(|card| card.brand.as_str()),
            card.map(|card| card.last_four.as_str()),
            card.map(|card| card.token.as_str()),
            Some(form.wallet.as_str()).filter(|wallet| !wallet.is_empty()),
            form.started_at
        ],
    )
    .await?;
    Ok(())
}
