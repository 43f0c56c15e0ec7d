//! One sale as the rows that it left behind, to be written again with other ids.

mod chain;

use std::collections::HashMap;
use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, Statement, params_from_iter};

use crate::client::Fault;
use crate::data::{self, STORE, TILLS};

pub(crate) use self::chain::Chains;

/// Microseconds from one copied sale to the next: 2,000,000 are five and a half years.
const STEP: i64 = 87_000_000;
/// How much higher the numbers of copied sales start than those that are there.
const FIRST_NUMBER: usize = 100_000;
const DAY: i64 = 86_400_000_000;
const JOURNAL: &str = "journal_entry";

/// What becomes of a column in a copy.
#[derive(Clone, Debug)]
enum Cell {
    Fixed(Value),
    /// An id: the same one wherever the template had the same.
    Id(u8),
    /// A time, so many microseconds after the sale's.
    Time(i64),
    Date,
    Number,
    ReceiptNo,
    Terminal,
    ChainSeq,
    Salesperson,
    Customer,
    Item(usize),
    Text,
}

/// What a sale left in one table, and the statement that writes it again.
struct Copied {
    table: &'static str,
    sql: String,
    rows: Vec<Vec<Cell>>,
}

/// The rows of one sale.
pub(crate) struct Template {
    tables: Vec<Copied>,
    /// Which of its ids is the order's.
    order: u8,
    customers: Vec<(Vec<u8>, String)>,
    staff: Vec<String>,
    base_time: i64,
}

impl Template {
    /// Reads the only sale of a till, and everything written since its first request.
    pub(crate) fn read(directory: &Path, till: usize) -> Result<Self, Fault> {
        let connection = data::open(directory)?;
        let terminal = Value::Text(data::terminal_no(till));
        let (order_id, basket_id, at): (Vec<u8>, Vec<u8>, i64) = connection.query_row(
            "SELECT order_id, basket_id, completed_at FROM sales_order WHERE terminal_no = ?1",
            [&terminal],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )?;
        let (order, basket) = (Value::Blob(order_id.clone()), Value::Blob(basket_id));
        let mut reader = Reader {
            connection: &connection,
            ids: HashMap::new(),
            at,
            tables: Vec::new(),
        };
        reader.table("basket", "basket_id = ?1", &basket)?;
        reader.table("basket_line", "basket_id = ?1 ORDER BY position", &basket)?;
        reader.table("basket_tender", "basket_id = ?1", &basket)?;
        reader.table("sales_order", "order_id = ?1", &order)?;
        reader.table(
            "sales_order_line",
            "order_id = ?1 ORDER BY position",
            &order,
        )?;
        reader.table("sales_order_tender", "order_id = ?1", &order)?;
        reader.table("sales_order_vat", "order_id = ?1", &order)?;
        reader.table("stock_ledger", "document_id = ?1", &order)?;
        reader.table(JOURNAL, "chain_id = ?1 AND kind = 'ticket'", &terminal)?;
        reader.table(
            "idempotency",
            "created_at >= ?1",
            &Value::Integer(at - 60_000_000),
        )?;
        let order = *reader
            .ids
            .get(&order_id)
            .ok_or("the order has no id of its own")?;
        let tables = reader.tables;
        let mut statement = connection
            .prepare("SELECT customer_id, lower(given_name || ' ' || family_name) FROM customer")?;
        let customers = statement
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        let staff = data::column(
            &connection,
            "SELECT staff_id FROM salesperson WHERE store_no = 'PAR01' ORDER BY 1",
        )?;
        Ok(Self {
            tables,
            order,
            customers,
            staff,
            base_time: at,
        })
    }

    /// How many rows a sale writes.
    pub(crate) fn row_count(&self) -> usize {
        self.tables.iter().map(|copied| copied.rows.len()).sum()
    }

    /// Writes the copy with a number; `count` in all are spread over the past. Without the chains its entry of the
    /// journal is as many bytes, and proves nothing.
    pub(crate) fn write(
        &self,
        connection: &Connection,
        number: usize,
        count: usize,
        mut chains: Option<&mut Chains>,
    ) -> Result<(), Fault> {
        for copied in &self.tables {
            match chains.as_deref_mut() {
                Some(chains) if copied.table == JOURNAL => {
                    let order = self.id((number, count), self.order)?;
                    let order = uuid::Uuid::from_slice(&order)?;
                    chains.append(connection, number % TILLS, &order)?;
                }
                chains => {
                    let mut statement = connection.prepare_cached(&copied.sql)?;
                    let place = match chains {
                        Some(chains) => chains.next_seq(number % TILLS),
                        None => i64::try_from(1_000 + number / TILLS)?,
                    };
                    for row in &copied.rows {
                        self.insert(&mut statement, row, (number, count), place)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn insert(
        &self,
        statement: &mut Statement<'_>,
        row: &[Cell],
        (number, count): (usize, usize),
        place: i64,
    ) -> Result<(), Fault> {
        let values: Vec<Value> = row
            .iter()
            .map(|cell| self.value(cell, (number, count), place))
            .collect::<Result<_, _>>()?;
        statement.execute(params_from_iter(values))?;
        Ok(())
    }

    /// When the copy with a number was sold, in microseconds since 1970.
    fn microsecond(&self, number: usize, count: usize) -> Result<i64, Fault> {
        let before = i64::try_from(count)? - i64::try_from(number)?;
        Ok(self.base_time - before * STEP - DAY)
    }

    /// What one of the ids becomes in the copy with a number.
    fn id(&self, (number, count): (usize, usize), index: u8) -> Result<Vec<u8>, Fault> {
        Ok(id(self.microsecond(number, count)? / 1_000, number, index))
    }

    fn value(
        &self,
        cell: &Cell,
        (number, count): (usize, usize),
        place: i64,
    ) -> Result<Value, Fault> {
        let at = self.microsecond(number, count)?;
        let receipt = || format!("R-{STORE}-{:06}", FIRST_NUMBER + number);
        let customer = number
            .is_multiple_of(2)
            .then(|| &self.customers[number / 2 % self.customers.len()]);
        Ok(match cell {
            Cell::Fixed(value) => value.clone(),
            Cell::Id(index) => Value::Blob(self.id((number, count), *index)?),
            Cell::Time(after) => Value::Integer(at + after),
            Cell::Date => Value::Text(date(at.div_euclid(DAY))),
            Cell::Number => Value::Integer(i64::try_from(FIRST_NUMBER + number)?),
            Cell::ReceiptNo => Value::Text(receipt()),
            Cell::Terminal => Value::Text(data::terminal_no(number % TILLS)),
            Cell::ChainSeq => Value::Integer(place),
            Cell::Salesperson => Value::Text(self.staff[number % self.staff.len()].clone()),
            Cell::Customer => customer.map_or(Value::Null, |(id, _)| Value::Blob(id.clone())),
            Cell::Item(line) => Value::Text(data::item_no(data::sold_items(number)[line % 3])),
            Cell::Text => Value::Text(data::search_text(
                FIRST_NUMBER + number,
                &receipt(),
                customer.map_or("", |(_, name)| name.as_str()),
            )),
        })
    }

    /// Lets the numbers of receipts and orders go on behind the copies.
    pub(crate) fn move_counters(connection: &Connection, count: usize) -> Result<(), Fault> {
        let behind = i64::try_from(FIRST_NUMBER + count + 1)?;
        connection.execute(
            "UPDATE counter SET value = value + ?1 WHERE scope = ?2",
            (behind, STORE),
        )?;
        Ok(())
    }
}

struct Reader<'a> {
    connection: &'a Connection,
    ids: HashMap<Vec<u8>, u8>,
    at: i64,
    tables: Vec<Copied>,
}

impl Reader<'_> {
    fn table(&mut self, table: &'static str, condition: &str, value: &Value) -> Result<(), Fault> {
        let sql = format!("SELECT * FROM {table} WHERE {condition}");
        let (columns, found) = data::rows(self.connection, &sql, value)?;
        if found.is_empty() {
            return Err(format!("the sale left nothing in {table}").into());
        }
        let mut rows = Vec::new();
        for (index, row) in found.into_iter().enumerate() {
            let cells = columns.iter().zip(row);
            rows.push(
                cells
                    .map(|(column, value)| self.cell(table, column, value, index))
                    .collect::<Result<_, _>>()?,
            );
        }
        let places = vec!["?"; columns.len()].join(", ");
        let sql = format!(
            "INSERT INTO {table} ({}) VALUES ({places})",
            columns.join(", ")
        );
        self.tables.push(Copied { table, sql, rows });
        Ok(())
    }

    fn cell(&mut self, table: &str, column: &str, value: Value, row: usize) -> Result<Cell, Fault> {
        Ok(match (column, value) {
            ("customer_id", _) => Cell::Customer,
            ("order_no" | "basket_no", _) => Cell::Number,
            ("receipt_no" | "document_no", _) => Cell::ReceiptNo,
            ("terminal_no" | "chain_id" | "journal_chain", _) => Cell::Terminal,
            ("seq" | "kind_seq" | "journal_seq", _) => Cell::ChainSeq,
            ("salesperson_id", _) => Cell::Salesperson,
            ("item_no", _) => Cell::Item(row),
            ("search_text", _) if table == "sales_order" => Cell::Text,
            ("business_date", _) => Cell::Date,
            (name, Value::Integer(at)) if name.ends_with("_at") || name == "lease_until" => {
                Cell::Time(at - self.at)
            }
            (name, Value::Blob(bytes))
                if bytes.len() == 16 && (name.ends_with("_id") || name.ends_with("_key")) =>
            {
                let next = u8::try_from(self.ids.len())?;
                Cell::Id(*self.ids.entry(bytes).or_insert(next))
            }
            (_, value) => Cell::Fixed(value),
        })
    }
}

/// An id of version 7 at a time in milliseconds.
fn id(at: i64, number: usize, index: u8) -> Vec<u8> {
    let mut bytes = at.to_be_bytes()[2..].to_vec();
    bytes.extend([0x70, index, 0x80, 0]);
    bytes.extend(&(number as u64).to_be_bytes()[2..]);
    bytes
}

/// The date of a day counted from 1970, as YYYY-MM-DD (days from civil, H. Hinnant).
fn date(day: i64) -> String {
    let shifted = day + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}
