//! What happens to a form is written here and nowhere else: where it stands, the event, the journal.

use jiff::Timestamp;
use journal::{ChainOpening, Kind, NewEntry, Signer};
use kernel::id::{OrderId, StaffId, StoreNo, TerminalNo};
use serde::Serialize;
use shell::Outcome;
use shell::db::Tx;
use uuid::Uuid;

use crate::record::{Form, NewForm};
use crate::rule::state::{CERTAIN, Event, State, after};
use crate::rule::traveller::{RefundMethod, Traveller};
use crate::store;

/// Something that happens to a form.
#[derive(Clone, Debug)]
pub struct Occurrence {
    /// What.
    pub event: Event,
    /// When.
    pub at: Timestamp,
    /// When the journal hears of it, where that is later: a demonstration writes its past at once,
    /// and the times of a chain do not go back.
    pub noted_at: Option<Timestamp>,
    /// Who did it; none for the operator and for jobs.
    pub staff_id: Option<StaffId>,
    /// What the operator or the staff said of it.
    pub message: String,
    /// Names the operator's message.
    pub notification_id: Option<String>,
    /// Number and barcode of a form that was issued.
    pub issued: Option<(String, String)>,
    /// What was refunded, in minor units.
    pub refunded: Option<i64>,
    /// The void that it asks for.
    pub void_id: Option<Uuid>,
}

impl Occurrence {
    /// Something that happens, without more to say.
    #[must_use]
    pub const fn new(event: Event, at: Timestamp) -> Self {
        Self {
            event,
            at,
            noted_at: None,
            staff_id: None,
            message: String::new(),
            notification_id: None,
            issued: None,
            refunded: None,
            void_id: None,
        }
    }

    /// With what was said of it.
    #[must_use]
    pub fn saying(mut self, message: impl Into<String>) -> Self {
        self.message = message.into();
        self
    }
}

/// An entry of the kind `taxfree`: a form was started at the operator, or where it went on. It holds
/// no name and no passport.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct TaxFreeEntry {
    event: &'static str,
    form_id: Uuid,
    serial_no: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    form_no: Option<String>,
    currency_code: &'static str,
    gross: i64,
    vat: i64,
    refund: i64,
    fee: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    refunded: Option<i64>,
    order_ids: Vec<OrderId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    operator_id: Option<StaffId>,
}

/// Writes a form down before anybody is asked for it. Its number is the next of the store.
///
/// # Errors
/// The database's failure, also when an order is on a live form already.
pub async fn write_down(tx: &mut Tx, form: &NewForm) -> Outcome<i64> {
    let serial_no = tx.next_number(&form.store_no.0, "tax_free").await?;
    store::insert_form(tx, form, serial_no).await?;
    Ok(serial_no)
}

/// A form of the past, as a demonstration makes it up.
#[derive(Clone, Debug)]
pub struct Past {
    /// The store.
    pub store_no: StoreNo,
    /// The till.
    pub terminal_no: TerminalNo,
    /// Who started it.
    pub staff_id: StaffId,
    /// The order.
    pub order_id: OrderId,
    /// How the refund was wished; in cash, where no card paid.
    pub method: RefundMethod,
    /// When it was started.
    pub at: Timestamp,
    /// Who travelled.
    pub traveller: Traveller,
}

/// The form that the till would have made of an order; none when it would have refused.
///
/// # Errors
/// The database's failure.
pub async fn draft_past(tx: &mut Tx, past: &Past) -> Outcome<Option<NewForm>> {
    match crate::start_form::draft(tx, past).await {
        Ok(form) => Ok(Some(form)),
        Err(shell::Failure::Refused(_)) => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// Lets something happen to a form. None when it cannot happen where the form stands: then nothing
/// is written.
///
/// # Errors
/// The database's failure, or the journal's.
pub async fn happen(
    tx: &mut Tx,
    signer: &Signer,
    form: &Form,
    occurrence: &Occurrence,
) -> Outcome<Option<State>> {
    let Some(state) = after(form.state, occurrence.event) else {
        return Ok(None);
    };
    store::move_form(tx, form, state, occurrence).await?;
    if form.state.is_live() != state.is_live() {
        store::set_live(tx, form.form_id, state.is_live()).await?;
    }
    store::insert_event(tx, form, state, occurrence).await?;
    if CERTAIN.contains(&occurrence.event) {
        note(tx, signer, form, occurrence).await?;
    }
    Ok(Some(state))
}

/// To the chain of the till for what staff asked for, to that of the store for what came by itself.
async fn note(tx: &mut Tx, signer: &Signer, form: &Form, occurrence: &Occurrence) -> Outcome<()> {
    let shop = setting::get_store(tx, &form.store_no).await?;
    let is_asked = matches!(occurrence.event, Event::Issued | Event::Voided);
    let terminal_no = is_asked.then(|| form.terminal_no.clone());
    let form_no = occurrence
        .issued
        .as_ref()
        .map(|(form_no, _)| form_no.clone());
    let entry = TaxFreeEntry {
        event: occurrence.event.name(),
        form_id: form.form_id,
        serial_no: form.serial(),
        form_no: form_no.or_else(|| form.form_no.clone()),
        currency_code: form.currency().code(),
        gross: form.amounts.gross.minor,
        vat: form.amounts.vat.minor,
        refund: form.amounts.refund.minor,
        fee: form.amounts.fee.minor,
        refunded: occurrence.refunded,
        order_ids: form
            .receipts
            .iter()
            .map(|receipt| receipt.order_id)
            .collect(),
        operator_id: occurrence.staff_id.clone(),
    };
    let noted_at = occurrence.noted_at.unwrap_or(occurrence.at);
    let entry = NewEntry {
        chain_id: terminal_no
            .as_ref()
            .map_or(&form.store_no.0, |terminal_no| &terminal_no.0)
            .clone(),
        kind: Kind::TaxFree,
        at: noted_at,
        time_zone: shop.time_zone_name.clone(),
        business_date: shop.business_date(noted_at),
        payload: journal::payload(&entry)?,
        opening: ChainOpening {
            registration_no: shop.registration_no.clone(),
            vat_no: shop.vat_no.clone(),
            store_no: form.store_no.clone(),
            terminal_no,
            software_version: shell::http::VERSION.to_owned(),
        },
    };
    journal::append(tx, signer, entry).await.map(|_| ())
}
