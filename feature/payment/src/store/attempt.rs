use jiff::Timestamp;
use kernel::id::{AttemptId, BasketId, StaffId, StoreNo, TenderCode, TenderId, TerminalNo};
use kernel::refusal::ErrorView;
use kernel::{Currency, Money};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};
use utoipa::ToSchema;
use uuid::Uuid;

use super::qr::{self, QrRecord};
use crate::rule::attempt::{Attempt, Captured, Ender, Kind, State};
use crate::view::StepView;

/// An attempt with everything that is stored of it.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub attempt_id: AttemptId,
    pub store_no: StoreNo,
    pub terminal_no: TerminalNo,
    pub terminal_name: String,
    pub basket_id: BasketId,
    pub basket_no: i64,
    pub tender_code: TenderCode,
    /// The brands of cards that the store takes with the tender, with commas between; blank for all.
    pub allowed_brands: String,
    pub attempt: Attempt,
    /// The till, as the terminal knows it.
    pub sale_id: String,
    /// The number of the payment request.
    pub service_id: String,
    /// Our name of the payment.
    pub transaction_id: String,
    pub device_sn: String,
    pub reversed_tender_id: Option<TenderId>,
    /// The booking of another basket of which it gives back a part.
    pub refund_of: Option<TenderId>,
    pub created_at: Timestamp,
    pub steps: Vec<StepView>,
    pub card: Card,
    /// The number of the reversal request that is or was under way.
    pub reversal_service_id: Option<String>,
    pub started_by: StaffId,
    pub decided_by: Option<StaffId>,
    pub slip_no: Option<String>,
    pub order_summary: Option<serde_json::Value>,
    /// What a payment by code has besides; none for one at a terminal.
    pub qr: Option<Box<QrRecord>>,
}

/// Through what money is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = AttemptChannel)]
pub enum Channel {
    /// A card terminal.
    Terminal,
    /// A provider of codes that telephones scan or show.
    Qr,
}

impl Channel {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Terminal => "TERMINAL",
            Self::Qr => "QR",
        }
    }
}

impl Record {
    /// Through what the money is taken.
    pub(crate) const fn channel(&self) -> Channel {
        match self.qr {
            None => Channel::Terminal,
            Some(_) => Channel::Qr,
        }
    }
}

/// What is kept of the card and of the terminal's approval.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Card {
    pub brand: Option<String>,
    pub last_four: Option<String>,
    pub approval_code: Option<String>,
    /// The terminal's name of the payment and its time, both as the terminal wrote them.
    pub poi_transaction: Option<(String, String)>,
    /// The customer's card receipt, as JSON.
    pub receipt: Option<String>,
}

const COLUMNS: &str = "a.attempt_id, a.store_no, a.terminal_no, n.name, a.basket_id, b.basket_no, \
     a.tender_code, a.kind, a.amount, a.currency_code, a.state, a.sale_id, a.service_id, \
     a.transaction_id, a.device_sn, a.reversed_tender_id, a.created_at, a.sent_at, \
     a.abort_sent_at, a.inquiry_since, a.final_at, a.steps, a.outcome, a.ended_by, a.asked_at, \
     a.not_found_at, a.next_at, a.approved_amount, a.approved_currency, a.brand, a.last_four, \
     a.approval_code, a.poi_transaction_id, a.poi_transaction_at, a.card_receipt, \
     a.reversal_service_id, a.reversal_sent_at, a.reversal_tries, a.started_by, a.decided_by, \
     a.slip_no, a.order_summary, q.merchant_key, q.provider, q.order_no, q.memory, a.is_live, \
     q.paid_order_no, q.paid_amount, a.refund_of, COALESCE(ts.allowed_brands, '') \
     FROM payment_attempt a JOIN terminal n ON n.terminal_no = a.terminal_no \
     JOIN basket b ON b.basket_id = a.basket_id \
     LEFT JOIN qr_order q ON q.attempt_id = a.attempt_id \
     LEFT JOIN tender_store ts ON ts.store_no = a.store_no AND ts.tender_code = a.tender_code";

fn read(row: &mut Row) -> Outcome<Record> {
    let attempt_id = row.read()?;
    let (store_no, terminal_no, terminal_name) = (row.read()?, row.read()?, row.read()?);
    let (basket_id, basket_no, tender_code) = (row.read()?, row.read()?, row.read()?);
    let kind = read_kind(row)?;
    let (amount, currency): (i64, Currency) = (row.read()?, row.read()?);
    let state = read_state(row)?;
    let (sale_id, service_id, transaction_id) = (row.read()?, row.read()?, row.read()?);
    let (device_sn, reversed_tender_id, created_at) = (row.read()?, row.read()?, row.read()?);
    let (sent_at, abort_sent_at) = (row.read()?, row.read()?);
    let (inquiry_since, final_at) = (row.read()?, row.read()?);
    let steps = from_json(&row.read::<String>()?)?;
    let outcome: Option<ErrorView> = read_json(row)?;
    let ended_by = read_ender(row)?;
    let (asked_at, not_found_at, next_at) = (row.read()?, row.read()?, row.read()?);
    let captured = read_captured(row)?;
    let card = read_card(row)?;
    let reversal_service_id = row.read()?;
    let attempt = Attempt {
        kind,
        state,
        amount: Money::new(amount, currency),
        sent_at,
        ended_by,
        abort_sent_at,
        inquiry_since,
        asked_at,
        not_found_at,
        final_at,
        next_at,
        captured,
        reversal_sent_at: row.read()?,
        reversal_tries: row.read()?,
        outcome,
    };
    Ok(Record {
        attempt_id,
        store_no,
        terminal_no,
        terminal_name,
        basket_id,
        basket_no,
        tender_code,
        attempt,
        sale_id,
        service_id,
        transaction_id,
        device_sn,
        reversed_tender_id,
        created_at,
        steps,
        card,
        reversal_service_id,
        started_by: row.read()?,
        decided_by: row.read()?,
        slip_no: row.read()?,
        order_summary: read_json(row)?,
        qr: qr::read(row)?.map(Box::new),
        refund_of: row.read()?,
        allowed_brands: row.read()?,
    })
}

fn read_kind(row: &mut Row) -> Outcome<Kind> {
    match row.read::<String>()?.as_str() {
        "PAYMENT" => Ok(Kind::Payment),
        "REVERSAL" => Ok(Kind::Reversal),
        other => Err(Failure::internal(format!("no kind of attempt {other}"))),
    }
}

const fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Payment => "PAYMENT",
        Kind::Reversal => "REVERSAL",
    }
}

pub(super) fn read_state(row: &mut Row) -> Outcome<State> {
    let name: String = row.read()?;
    State::parse(&name).ok_or_else(|| Failure::internal(format!("no state {name}")))
}

fn read_ender(row: &mut Row) -> Outcome<Option<Ender>> {
    match row.read::<Option<String>>()?.as_deref() {
        None => Ok(None),
        Some("PERSON") => Ok(Some(Ender::Person)),
        Some("SYSTEM") => Ok(Some(Ender::System)),
        Some(other) => Err(Failure::internal(format!("nobody ends as {other}"))),
    }
}

pub(super) fn read_captured(row: &mut Row) -> Outcome<Option<Captured>> {
    let (minor, currency): (Option<i64>, Option<String>) = (row.read()?, row.read()?);
    Ok(minor
        .zip(currency)
        .map(|(minor, currency)| Captured { minor, currency }))
}

fn read_card(row: &mut Row) -> Outcome<Card> {
    let (brand, last_four, approval_code) = (row.read()?, row.read()?, row.read()?);
    let (id, at): (Option<String>, Option<String>) = (row.read()?, row.read()?);
    Ok(Card {
        brand,
        last_four,
        approval_code,
        poi_transaction: id.zip(at),
        receipt: row.read()?,
    })
}

fn read_json<T: DeserializeOwned>(row: &mut Row) -> Outcome<Option<T>> {
    row.read::<Option<String>>()?
        .map(|text| from_json(&text))
        .transpose()
}

fn from_json<T: DeserializeOwned>(text: &str) -> Outcome<T> {
    serde_json::from_str(text).map_err(Failure::internal)
}

fn to_json(value: &impl serde::Serialize) -> Outcome<String> {
    serde_json::to_string(value).map_err(Failure::internal)
}

/// An attempt, wherever it is.
pub(crate) async fn find_attempt(tx: &mut Tx, attempt_id: AttemptId) -> Outcome<Option<Record>> {
    let sql = format!("SELECT {COLUMNS} WHERE a.attempt_id = $1");
    let row = tx.query_opt(&sql, params![attempt_id]).await?;
    row.map(|mut row| read(&mut row)).transpose()
}

/// The attempt that keeps a basket to itself.
pub(crate) async fn find_live_attempt(tx: &mut Tx, basket_id: BasketId) -> Outcome<Option<Record>> {
    let sql = format!("SELECT {COLUMNS} WHERE a.basket_id = $1 AND a.is_live");
    let row = tx.query_opt(&sql, params![basket_id]).await?;
    row.map(|mut row| read(&mut row)).transpose()
}

/// The attempt of a terminal that sent a request with this number.
pub(crate) async fn find_attempt_by_service(
    tx: &mut Tx,
    device_sn: &str,
    sale_id: &str,
    service_id: &str,
) -> Outcome<Option<Record>> {
    let sql =
        format!("SELECT {COLUMNS} WHERE a.sale_id = $1 AND a.service_id = $2 AND a.device_sn = $3");
    let row = tx
        .query_opt(&sql, params![sale_id, service_id, device_sn])
        .await?;
    row.map(|mut row| read(&mut row)).transpose()
}

/// The next number of an exchange with a till's terminal: never used before, whatever happens.
pub(crate) async fn next_service_id(tx: &mut Tx, terminal_no: &TerminalNo) -> Outcome<String> {
    let number = tx.next_number(terminal_no.as_str(), "service_id").await?;
    let number = u64::try_from(number).map_err(Failure::internal)?;
    let id = device::card_terminal::service_id(number).map_err(Failure::internal)?;
    Ok(id.as_str().to_owned())
}

/// An attempt to be written down.
pub(crate) struct NewAttempt<'a> {
    pub attempt_id: AttemptId,
    pub store_no: &'a StoreNo,
    pub terminal_no: &'a TerminalNo,
    pub basket_id: BasketId,
    pub tender_code: &'a TenderCode,
    pub channel: Channel,
    pub kind: Kind,
    pub amount: Money,
    pub device_sn: &'a str,
    pub reversed_tender_id: Option<TenderId>,
    pub refund_of: Option<TenderId>,
    pub captured: Option<&'a Captured>,
    pub card: &'a Card,
    pub started_by: &'a StaffId,
    pub created_at: Timestamp,
    pub driver_id: Uuid,
    pub driver_until: Timestamp,
}

/// Writes an attempt down, before the first byte is sent. A REVERSAL sends its own number.
pub(crate) async fn insert_attempt(tx: &mut Tx, new: &NewAttempt<'_>) -> Outcome<()> {
    let service_id = match new.channel {
        Channel::Terminal => next_service_id(tx, new.terminal_no).await?,
        // No terminal is asked, so none of its numbers is used.
        Channel::Qr => format!("QR{}", new.attempt_id.0.simple()),
    };
    let reversal_service_id = (new.kind == Kind::Reversal).then(|| service_id.clone());
    let (poi_id, poi_at) = new.card.poi_transaction.clone().unzip();
    tx.execute_one(
        "INSERT INTO payment_attempt (attempt_id, store_no, terminal_no, basket_id, tender_code, \
         kind, amount, currency_code, state, is_live, sale_id, service_id, transaction_id, \
         device_sn, reversed_tender_id, created_at, steps, approved_amount, approved_currency, \
         brand, last_four, approval_code, poi_transaction_id, poi_transaction_at, \
         reversal_service_id, reversal_tries, started_by, driver_id, driver_until, wake_at, channel, refund_of) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $3, $11, $12, $13, $14, $15, '[]', $16, \
         $17, $18, $19, $20, $21, $22, $23, 0, $24, $25, $26, $15, $27, $28)",
        params![
            new.attempt_id,
            new.store_no,
            new.terminal_no,
            new.basket_id,
            new.tender_code,
            kind_name(new.kind),
            new.amount.minor,
            new.amount.currency.code(),
            State::Created.name(),
            true,
            service_id,
            // 32 characters: some acquirers refuse more than 35.
            new.attempt_id.0.simple().to_string(),
            new.device_sn,
            new.reversed_tender_id,
            new.created_at,
            new.captured.map(|captured| captured.minor),
            new.captured.map(|captured| captured.currency.clone()),
            new.card.brand.clone(),
            new.card.last_four.clone(),
            new.card.approval_code.clone(),
            poi_id,
            poi_at,
            reversal_service_id,
            new.started_by,
            new.driver_id,
            new.driver_until,
            new.channel.name(),
            new.refund_of,
        ],
    )
    .await?;
    Ok(())
}

/// Saves what may change of an attempt. `wake_at` is when it next needs somebody.
pub(crate) async fn save_attempt(
    tx: &mut Tx,
    record: &Record,
    wake_at: Option<Timestamp>,
) -> Outcome<()> {
    if let Some(qr) = &record.qr {
        qr::save(tx, record.attempt_id, qr).await?;
    }
    let (attempt, card) = (&record.attempt, &record.card);
    let outcome = attempt.outcome.as_ref().map(to_json).transpose()?;
    let order_summary = record.order_summary.as_ref().map(to_json).transpose()?;
    let ended_by = attempt.ended_by.map(|ender| match ender {
        Ender::Person => "PERSON",
        Ender::System => "SYSTEM",
    });
    let captured = attempt.captured.as_ref();
    let (poi_id, poi_at) = card.poi_transaction.clone().unzip();
    tx.execute_one(
        "UPDATE payment_attempt SET state = $2, is_live = $3, sent_at = $4, abort_sent_at = $5, \
         inquiry_since = $6, final_at = $7, steps = $8, outcome = $9, ended_by = $10, \
         asked_at = $11, not_found_at = $12, next_at = $13, approved_amount = $14, \
         approved_currency = $15, brand = $16, last_four = $17, approval_code = $18, \
         poi_transaction_id = $19, poi_transaction_at = $20, card_receipt = $21, \
         reversal_service_id = $22, reversal_sent_at = $23, reversal_tries = $24, \
         decided_by = $25, slip_no = $26, order_summary = $27, wake_at = $28, \
         reversed_tender_id = $29 \
         WHERE attempt_id = $1",
        params![
            record.attempt_id,
            attempt.state.name(),
            is_live(record),
            attempt.sent_at,
            attempt.abort_sent_at,
            attempt.inquiry_since,
            attempt.final_at,
            to_json(&record.steps)?,
            outcome,
            ended_by.map(str::to_owned),
            attempt.asked_at,
            attempt.not_found_at,
            attempt.next_at,
            captured.map(|captured| captured.minor),
            captured.map(|captured| captured.currency.clone()),
            card.brand.clone(),
            card.last_four.clone(),
            card.approval_code.clone(),
            poi_id,
            poi_at,
            card.receipt.clone(),
            record.reversal_service_id.clone(),
            attempt.reversal_sent_at,
            attempt.reversal_tries,
            record.decided_by.as_ref().map(|staff| staff.0.clone()),
            record.slip_no.clone(),
            order_summary,
            wake_at,
            record.reversed_tender_id,
        ],
    )
    .await?;
    Ok(())
}

/// Saves the steps alone: they come from notifications and never touch the state of money.
pub(crate) async fn save_steps(
    tx: &mut Tx,
    attempt_id: AttemptId,
    steps: &[StepView],
) -> Outcome<()> {
    tx.execute_one(
        "UPDATE payment_attempt SET steps = $2 WHERE attempt_id = $1",
        params![attempt_id, to_json(&steps)?],
    )
    .await?;
    Ok(())
}

/// Whether an attempt keeps its basket and its till to itself.
fn is_live(record: &Record) -> bool {
    match &record.qr {
        None => record.attempt.state.is_live(),
        Some(qr) => qr.is_live,
    }
}
