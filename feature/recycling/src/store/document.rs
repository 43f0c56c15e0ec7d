//! Documents.

use jiff::Timestamp;
use kernel::id::{CustomerId, StaffId, StoreNo};
use kernel::{Currency, Money, search};
use shell::db::{Row, Tx, Value, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::record::{Document, Head, Kind, NewDocument};
use crate::rule::state::State;
use crate::rule::valuation::Valuation;
use crate::store;

const COLUMNS: &str = "r.recycling_id, r.store_no, r.recycling_no, r.kind, r.state, \
     r.version, r.customer_id, r.order_id, o.receipt_no, r.currency_code, r.gross_amount, r.tax, \
     r.amount, r.pieces, r.created_at, r.business_date, r.agreed_at, r.approved_by, \
     r.credited_at, r.quarantine_until, r.ended_at, s.shipment_no, \
     r.link_key";
const TABLES: &str = "recycling r LEFT JOIN sales_order o ON o.order_id = r.order_id \
     LEFT JOIN recycling_shipment s ON s.shipment_id = r.shipment_id";

fn read_head(row: &mut Row) -> Outcome<Head> {
    let unknown = |name: &str| Failure::internal(format!("no recycling is {name}"));
    let recycling_id = row.read()?;
    let (store_no, recycling_no) = (row.read()?, row.read()?);
    let (kind, state): (String, String) = (row.read()?, row.read()?);
    let (version, customer_id, order_id) = (row.read()?, row.read()?, row.read()?);
    let receipt_no = row.read()?;
    let currency: Currency = row.read()?;
    Ok(Head {
        recycling_id,
        store_no,
        recycling_no,
        kind: Kind::parse(&kind).ok_or_else(|| unknown(&kind))?,
        state: State::parse(&state).ok_or_else(|| unknown(&state))?,
        version,
        customer_id,
        order_id,
        receipt_no,
        currency,
        gross: Money::new(row.read()?, currency),
        tax: Money::new(row.read()?, currency),
        amount: Money::new(row.read()?, currency),
        pieces: row.read()?,
        created_at: row.read()?,
        business_date: row.read()?,
        agreed_at: row.read()?,
        approved_by: row.read()?,
        credited_at: row.read()?,
        quarantine_until: row.read()?,
        ended_at: row.read()?,
        shipment_no: row.read()?,
        link_key: row.read()?,
    })
}

/// The document of an id, in whatever store.
pub(crate) async fn find(tx: &mut Tx, recycling_id: Uuid) -> Outcome<Option<Document>> {
    let sql = format!("SELECT {COLUMNS} FROM {TABLES} WHERE r.recycling_id = $1");
    let Some(mut row) = tx.query_opt(&sql, params![recycling_id]).await? else {
        return Ok(None);
    };
    let head = read_head(&mut row)?;
    let lines = store::line::read(tx, recycling_id, head.currency).await?;
    Ok(Some(Document { head, lines }))
}

/// The document of an id in a store.
pub(crate) async fn get(tx: &mut Tx, store_no: &StoreNo, recycling_id: Uuid) -> Outcome<Document> {
    let found = find(tx, recycling_id).await?;
    found
        .filter(|document| document.head.store_no == *store_no)
        .ok_or_else(|| (&crate::NOT_FOUND).into())
}

/// Where and when a document is begun.
pub(crate) struct Begun<'a> {
    pub desk: &'a setting::Desk,
    pub recycling_no: &'a str,
    pub currency: Currency,
    pub business_date: jiff::civil::Date,
    pub link_key: &'a [u8],
}

pub(crate) async fn insert(tx: &mut Tx, new: &NewDocument, begun: &Begun<'_>) -> Outcome<()> {
    let desk = begun.desk;
    tx.execute_one(
        "INSERT INTO recycling (recycling_id, store_no, recycling_no, terminal_no, kind, state, \
         customer_id, order_id, currency_code, gross_amount, tax, amount, pieces, created_by, \
         created_at, business_date, link_key) \
         VALUES ($1, $2, $3, $4, $5, 'DRAFT', $6, $7, $8, 0, 0, 0, 0, $9, $10, $11, $12)",
        params![
            new.recycling_id,
            &desk.store_no,
            begun.recycling_no,
            &desk.terminal_no,
            new.kind.name(),
            new.customer_id,
            new.order_id,
            begun.currency.code(),
            &desk.staff_id,
            desk.now,
            begun.business_date,
            begun.link_key
        ],
    )
    .await?;
    Ok(())
}

/// Keeps what a document comes to.
pub(crate) async fn set_value(
    tx: &mut Tx,
    head: &Head,
    state: State,
    (valuation, pieces): (&Valuation, i64),
) -> Outcome<()> {
    let touched = tx
        .execute(
            "UPDATE recycling SET state = $3, gross_amount = $4, tax = $5, amount = $6, \
             pieces = $7, version = version + 1 WHERE recycling_id = $1 AND version = $2",
            params![
                head.recycling_id,
                head.version,
                state.name(),
                valuation.gross.minor,
                valuation.tax.minor,
                valuation.amount.minor,
                pieces
            ],
        )
        .await?;
    must_touch(touched)
}

/// Which marks a step leaves on a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step<'a> {
    Agree(Option<&'a StaffId>),
    Grant(Timestamp),
    End,
    Ship(Uuid),
    None,
}

/// Takes a document on to a state, if nobody did meanwhile.
pub(crate) async fn step(
    tx: &mut Tx,
    head: &Head,
    state: State,
    (step, staff_id, now): (Step<'_>, &StaffId, Timestamp),
) -> Outcome<()> {
    let mut values: Vec<Value> =
        params![head.recycling_id, head.version, state.name(), staff_id, now].to_vec();
    let set = match step {
        Step::Agree(approved_by) => {
            values.extend_from_slice(params![approved_by]);
            ", agreed_by = $4, agreed_at = $5, approved_by = $6"
        }
        Step::Grant(until) => {
            values.extend_from_slice(params![until]);
            ", credited_by = $4, credited_at = $5, quarantine_until = $6"
        }
        Step::End => ", ended_by = $4, ended_at = $5",
        Step::Ship(shipment_id) => {
            values.truncate(3);
            values.extend_from_slice(params![shipment_id]);
            ", shipment_id = $4"
        }
        Step::None => {
            values.truncate(3);
            ""
        }
    };
    let sql = format!(
        "UPDATE recycling SET state = $3, version = version + 1{set} \
         WHERE recycling_id = $1 AND version = $2"
    );
    let touched = tx.execute(&sql, &values).await?;
    must_touch(touched)
}

fn must_touch(touched: u64) -> Outcome<()> {
    match touched {
        1 => Ok(()),
        _ => Err((&crate::CHANGED_MEANWHILE).into()),
    }
}

/// Which documents are wanted.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    pub store_no: StoreNo,
    pub state: Option<State>,
    pub customer_id: Option<CustomerId>,
    pub search: String,
}

fn conditions(filter: &Filter, values: &mut Vec<Value>) -> String {
    let mut sql = "r.store_no = $1".to_owned();
    values.extend_from_slice(params![&filter.store_no]);
    if let Some(state) = filter.state {
        values.extend_from_slice(params![state.name()]);
        sql += &format!(" AND r.state = ${}", values.len());
    }
    if let Some(customer_id) = filter.customer_id {
        values.extend_from_slice(params![customer_id]);
        sql += &format!(" AND r.customer_id = ${}", values.len());
    }
    for pattern in search::patterns(&filter.search) {
        values.extend_from_slice(params![pattern]);
        let at = values.len();
        sql += &format!(
            " AND (LOWER(r.recycling_no) LIKE ${at} ESCAPE '\\' \
             OR LOWER(o.receipt_no) LIKE ${at} ESCAPE '\\' \
             OR c.search_text LIKE ${at} ESCAPE '\\')"
        );
    }
    sql
}

/// A page of documents, the newest first, behind a place.
pub(crate) async fn list(
    tx: &mut Tx,
    filter: &Filter,
    after: Option<(Timestamp, Uuid)>,
    limit: i64,
) -> Outcome<Vec<Head>> {
    let mut values = Vec::new();
    let mut sql = conditions(filter, &mut values);
    if let Some((at, recycling_id)) = after {
        values.extend_from_slice(params![at, recycling_id]);
        let (at, id) = (values.len() - 1, values.len());
        sql += &format!(
            " AND (r.created_at < ${at} OR (r.created_at = ${at} AND r.recycling_id < ${id}))"
        );
    }
    values.extend_from_slice(params![limit]);
    let sql = format!(
        "SELECT {COLUMNS} FROM {TABLES} JOIN customer c ON c.customer_id = r.customer_id \
         WHERE {sql} ORDER BY r.created_at DESC, r.recycling_id DESC LIMIT ${}",
        values.len()
    );
    let rows = tx.query(&sql, &values).await?;
    rows.into_iter()
        .map(|mut row| read_head(&mut row))
        .collect()
}

pub(crate) async fn count(tx: &mut Tx, filter: &Filter) -> Outcome<i64> {
    let mut values = Vec::new();
    let conditions = conditions(filter, &mut values);
    let sql = format!(
        "SELECT COUNT(*) FROM {TABLES} JOIN customer c ON c.customer_id = r.customer_id \
         WHERE {conditions}"
    );
    Ok(tx.query_one(&sql, &values).await?.read()?)
}

/// Documents whose quarantine is over, in all stores.
pub(crate) async fn list_to_release(
    tx: &mut Tx,
    now: Timestamp,
    limit: i64,
) -> Outcome<Vec<Document>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM {TABLES} WHERE r.state = 'CREDITED' AND r.quarantine_until <= $1 \
         ORDER BY r.quarantine_until LIMIT $2"
    );
    let rows = tx.query(&sql, params![now, limit]).await?;
    with_lines(tx, rows).await
}

/// Documents of a store whose pieces may leave, the oldest first.
pub(crate) async fn list_released(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Vec<Document>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM {TABLES} WHERE r.store_no = $1 AND r.state = 'RELEASED' \
         ORDER BY r.created_at, r.recycling_id LIMIT 1000"
    );
    let rows = tx.query(&sql, params![store_no]).await?;
    with_lines(tx, rows).await
}

/// Documents of a shipment.
pub(crate) async fn list_of_shipment(tx: &mut Tx, shipment_id: Uuid) -> Outcome<Vec<Document>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM {TABLES} WHERE r.shipment_id = $1 \
         ORDER BY r.created_at, r.recycling_id LIMIT 1000"
    );
    let rows = tx.query(&sql, params![shipment_id]).await?;
    with_lines(tx, rows).await
}

async fn with_lines(tx: &mut Tx, rows: Vec<Row>) -> Outcome<Vec<Document>> {
    let mut documents = Vec::with_capacity(rows.len());
    for mut row in rows {
        let head = read_head(&mut row)?;
        let lines = store::line::read(tx, head.recycling_id, head.currency).await?;
        documents.push(Document { head, lines });
    }
    Ok(documents)
}

/// The name of somebody who works here.
pub(crate) async fn staff_name(tx: &mut Tx, staff_id: &StaffId) -> Outcome<Option<String>> {
    let row = tx
        .query_opt(
            "SELECT first_name || ' ' || last_name FROM salesperson WHERE staff_id = $1",
            params![staff_id],
        )
        .await?;
    row.map(|mut row| Ok(row.read()?)).transpose()
}
