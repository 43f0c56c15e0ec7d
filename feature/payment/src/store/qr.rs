//! What attempts by code have beyond what every attempt has.

use kernel::id::{AttemptId, StoreNo};
use qr::order::Order;
use qr::provider::Direction;
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};

use super::{Record, find_attempt};
use crate::rule::qr::QrProvider;

/// What is stored of an order at a provider.
#[derive(Clone, Debug)]
pub(crate) struct QrRecord {
    /// The store's account that it is made with.
    pub merchant_key: String,
    pub provider: QrProvider,
    /// Our number of it.
    pub order_no: String,
    /// What the rules know of it.
    pub order: Order,
    /// Whether it keeps its basket and its till to itself.
    pub is_live: bool,
    /// The order of which it gives back a part; none for an order that takes money.
    pub paid: Option<PaidOrder>,
}

/// An order that was paid, and of which parts are given back.
#[derive(Clone, Debug)]
pub(crate) struct PaidOrder {
    /// Our number of it.
    pub order_no: String,
    /// What was paid, in minor units.
    pub minor: i64,
}

impl QrRecord {
    /// Our number of the refund: an order is given back once, wholly, or in parts of which each has a
    /// number of its own.
    pub(crate) fn refund_no(&self) -> String {
        match &self.paid {
            Some(_) => self.order_no.clone(),
            None => format!("{}R", self.order_no),
        }
    }

    /// Our number of the order that the provider is asked about.
    pub(crate) fn asked_no(&self) -> &str {
        self.paid
            .as_ref()
            .map_or(&self.order_no, |paid| &paid.order_no)
    }
}

/// Reads the columns of `qr_order` and `is_live`; none for an attempt at a terminal.
pub(super) fn read(row: &mut Row) -> Outcome<Option<QrRecord>> {
    let (merchant_key, provider): (Option<String>, Option<String>) = (row.read()?, row.read()?);
    let (order_no, memory): (Option<String>, Option<String>) = (row.read()?, row.read()?);
    let is_live = row.read()?;
    let (paid_no, paid_minor): (Option<String>, Option<i64>) = (row.read()?, row.read()?);
    let (Some(merchant_key), Some(provider), Some(order_no), Some(memory)) =
        (merchant_key, provider, order_no, memory)
    else {
        return Ok(None);
    };
    let provider = QrProvider::parse(&provider)
        .ok_or_else(|| Failure::internal(format!("no provider {provider}")))?;
    Ok(Some(QrRecord {
        merchant_key,
        provider,
        order_no,
        order: serde_json::from_str(&memory).map_err(Failure::internal)?,
        is_live,
        paid: paid_no
            .zip(paid_minor)
            .map(|(order_no, minor)| PaidOrder { order_no, minor }),
    }))
}

fn memory(qr: &QrRecord) -> Outcome<String> {
    serde_json::to_string(&qr.order).map_err(Failure::internal)
}

/// Writes an order down beside its attempt, before the first byte is sent.
pub(crate) async fn insert_order(tx: &mut Tx, id: AttemptId, qr: &QrRecord) -> Outcome<()> {
    let direction = match qr.order.direction {
        Direction::ClientScans => "CLIENT_SCANS",
        Direction::ShopScans => "SHOP_SCANS",
    };
    tx.execute_one(
        "INSERT INTO qr_order (attempt_id, merchant_key, provider, order_no, direction, state, \
         memory, paid_order_no, paid_amount) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        params![
            id,
            &qr.merchant_key,
            qr.provider.name(),
            &qr.order_no,
            direction,
            qr.order.state.name(),
            memory(qr)?,
            qr.paid.as_ref().map(|paid| paid.order_no.clone()),
            qr.paid.as_ref().map(|paid| paid.minor)
        ],
    )
    .await?;
    Ok(())
}

pub(super) async fn save(tx: &mut Tx, id: AttemptId, qr: &QrRecord) -> Outcome<()> {
    tx.execute_one(
        "UPDATE qr_order SET state = $2, memory = $3 WHERE attempt_id = $1",
        params![id, qr.order.state.name(), memory(qr)?],
    )
    .await?;
    Ok(())
}

/// The attempt whose order bears this number at an account.
pub(crate) async fn find_attempt_by_order(
    tx: &mut Tx,
    merchant_key: &str,
    order_no: &str,
) -> Outcome<Option<Record>> {
    let row = tx
        .query_opt(
            "SELECT attempt_id FROM qr_order WHERE order_no = $1 AND merchant_key = $2",
            params![order_no, merchant_key],
        )
        .await?;
    match row {
        Some(mut row) => find_attempt(tx, row.read()?).await,
        None => Ok(None),
    }
}

/// Whether an order's basket still waits for its money: it is being paid, that much is left to pay,
/// and no other attempt on it is under way.
pub(crate) async fn can_book(tx: &mut Tx, record: &Record) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT basket_id FROM basket b WHERE basket_id = $1 AND state = 'PAYING' \
             AND due - (SELECT CAST(COALESCE(SUM(t.amount), 0) AS BIGINT) FROM basket_tender t \
                        WHERE t.basket_id = b.basket_id) >= $2 \
             AND NOT EXISTS (SELECT 1 FROM payment_attempt a WHERE a.basket_id = b.basket_id \
                             AND a.is_live AND a.attempt_id <> $3)",
            params![
                record.basket_id,
                record.attempt.amount.minor,
                record.attempt_id
            ],
        )
        .await?;
    Ok(row.is_some())
}

/// A store's name, as the client sees it on the telephone.
pub(crate) async fn store_name(tx: &mut Tx, store_no: &StoreNo) -> Outcome<String> {
    let mut row = tx
        .query_one(
            "SELECT name FROM store WHERE store_no = $1",
            params![store_no],
        )
        .await?;
    Ok(row.read()?)
}
