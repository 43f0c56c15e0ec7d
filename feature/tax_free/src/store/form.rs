//! Forms: writing them down, reading them, moving them on.

use jiff::Timestamp;
use kernel::id::{OrderId, StoreNo};
use kernel::search::fold;
use kernel::{Currency, Money};
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::book::Occurrence;
use crate::record::{Form, Receipt};
use crate::rule::amount::Amounts;
use crate::rule::state::{Event, State};
use crate::rule::traveller::RefundMethod;

pub(super) const COLUMNS: &str = "f.form_id, f.store_no, f.terminal_no, f.serial_no, \
     f.operator_name, f.shop_no, f.country_code, f.currency_code, f.gross, f.vat, f.refund, f.fee, \
     f.refund_method, f.deadline_on, f.started_on, f.started_by, f.started_at, f.state, f.form_no, \
     f.barcode, f.issued_at, f.refunded, f.message, f.void_id, f.sent_at, f.tries, \
     t.given_name, t.family_name";
pub(super) const TABLES: &str =
    "tax_free_form f LEFT JOIN tax_free_traveller t ON t.form_id = f.form_id";

pub(super) fn read(mut row: Row) -> Outcome<Form> {
    let form_id = row.read()?;
    let store_no = row.read()?;
    let terminal_no = row.read()?;
    let serial_no = row.read()?;
    let (operator_name, shop_no, country_code) = (row.read()?, row.read()?, row.read()?);
    let currency: Currency = row.read()?;
    let mut money = || Ok::<_, Failure>(Money::new(row.read()?, currency));
    let amounts = Amounts {
        gross: money()?,
        vat: money()?,
        refund: money()?,
        fee: money()?,
    };
    let method: String = row.read()?;
    let (deadline_on, started_on) = (row.read()?, row.read()?);
    let (started_by, started_at) = (row.read()?, row.read()?);
    let state: String = row.read()?;
    let (form_no, barcode, issued_at) = (row.read()?, row.read()?, row.read()?);
    let refunded: Option<i64> = row.read()?;
    let (message, void_id, sent_at, tries) = (row.read()?, row.read()?, row.read()?, row.read()?);
    let (given, family): (Option<String>, Option<String>) = (row.read()?, row.read()?);
    let name = [given, family].map(Option::unwrap_or_default).join(" ");
    Ok(Form {
        form_id,
        store_no,
        terminal_no,
        serial_no,
        operator_name,
        shop_no,
        country_code,
        amounts,
        method: RefundMethod::parse(&method).ok_or_else(|| unknown(&method))?,
        deadline_on,
        started_on,
        started_by,
        started_at,
        state: State::parse(&state).ok_or_else(|| unknown(&state))?,
        form_no,
        barcode,
        issued_at,
        refunded: refunded.map(|minor| Money::new(minor, currency)),
        message,
        void_id,
        sent_at,
        tries,
        traveller_name: name.trim().to_owned(),
        receipts: Vec::new(),
    })
}

fn unknown(name: &str) -> Failure {
    Failure::internal(format!("a tax-free form says {name}"))
}

/// Adds the receipts of a form.
pub(super) async fn with_receipts(tx: &mut Tx, mut form: Form) -> Outcome<Form> {
    let rows = tx
        .query(
            "SELECT order_id, receipt_no, purchased_on, gross FROM tax_free_form_order \
             WHERE form_id = $1 ORDER BY purchased_on, receipt_no",
            params![form.form_id],
        )
        .await?;
    let currency = form.currency();
    form.receipts = rows
        .into_iter()
        .map(|mut row| {
            Ok(Receipt {
                order_id: row.read()?,
                receipt_no: row.read()?,
                purchased_on: row.read()?,
                gross: Money::new(row.read()?, currency),
            })
        })
        .collect::<Outcome<_>>()?;
    Ok(form)
}

/// The form of an id.
pub(crate) async fn find_form(tx: &mut Tx, form_id: Uuid) -> Outcome<Option<Form>> {
    let sql = format!("SELECT {COLUMNS} FROM {TABLES} WHERE f.form_id = $1");
    match tx.query_opt(&sql, params![form_id]).await? {
        Some(row) => Ok(Some(with_receipts(tx, read(row)?).await?)),
        None => Ok(None),
    }
}

/// The form of a reference, when it is one of a shop.
pub(crate) async fn find_form_of_shop(
    tx: &mut Tx,
    shop_no: &str,
    form_id: Uuid,
) -> Outcome<Option<Form>> {
    let form = find_form(tx, form_id).await?;
    Ok(form.filter(|form| form.shop_no == shop_no))
}

/// The forms of an order, the newest first.
pub(crate) async fn forms_of_order(tx: &mut Tx, order_id: OrderId) -> Outcome<Vec<Form>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM {TABLES} \
         JOIN tax_free_form_order o ON o.form_id = f.form_id WHERE o.order_id = $1 \
         ORDER BY f.started_at DESC, f.form_id DESC"
    );
    let rows = tx.query(&sql, params![order_id]).await?;
    let mut forms = Vec::with_capacity(rows.len());
    for row in rows {
        forms.push(with_receipts(tx, read(row)?).await?);
    }
    Ok(forms)
}

/// Moves a form on, from where it was read. What was under way with the operator is over, unless a
/// void begins.
pub(crate) async fn move_form(
    tx: &mut Tx,
    form: &Form,
    state: State,
    occurrence: &Occurrence,
) -> Outcome<()> {
    let (form_no, barcode) = occurrence.issued.clone().unzip();
    let is_issued = occurrence.event == Event::Issued;
    let search = form_no.as_deref().map(|no| format!(" {}", fold(no)));
    // What waits for the operator is due at once; what does not is due never.
    let next_at = state.is_under_way().then_some(occurrence.at);
    tx.execute_one(
        "UPDATE tax_free_form SET state = $3, message = $4, form_no = COALESCE($5, form_no), \
         barcode = COALESCE($6, barcode), issued_at = COALESCE($7, issued_at), \
         refunded = COALESCE($8, refunded), ended_at = $9, void_id = COALESCE($10, void_id), \
         search_text = search_text || $11, sent_at = NULL, tries = 0, next_at = $12, \
         driver_id = NULL, driver_until = NULL WHERE form_id = $1 AND state = $2",
        params![
            form.form_id,
            form.state.name(),
            state.name(),
            &occurrence.message,
            form_no,
            barcode,
            is_issued.then_some(occurrence.at),
            occurrence.refunded,
            (!matches!(
                state,
                State::Issued | State::Issuing | State::Voiding | State::Validated
            ))
            .then_some(occurrence.at),
            occurrence.void_id,
            search.unwrap_or_default(),
            next_at
        ],
    )
    .await?;
    Ok(())
}

/// Whether the receipts of a form can go on no other. A form that the operator revives does not
/// push one away that was issued meanwhile.
pub(crate) async fn set_live(tx: &mut Tx, form_id: Uuid, is_live: bool) -> Outcome<()> {
    let sql = match is_live {
        true => {
            "UPDATE tax_free_form_order SET is_live = TRUE WHERE form_id = $1 AND NOT EXISTS \
             (SELECT 1 FROM tax_free_form_order o \
             WHERE o.order_id = tax_free_form_order.order_id AND o.is_live)"
        }
        false => "UPDATE tax_free_form_order SET is_live = FALSE WHERE form_id = $1",
    };
    tx.execute(sql, params![form_id]).await?;
    Ok(())
}

/// What waits for the operator is due now.
pub(crate) async fn asked_again(
    tx: &mut Tx,
    (form_id, store_no): (Uuid, &StoreNo),
    now: Timestamp,
) -> Outcome<()> {
    tx.execute(
        "UPDATE tax_free_form SET next_at = $3 \
         WHERE form_id = $1 AND store_no = $2 AND next_at IS NOT NULL",
        params![form_id, store_no, now],
    )
    .await?;
    Ok(())
}
