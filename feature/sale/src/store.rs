//! The tables of this feature.

use catalog::rule::vat::VatAmount;
use crm::rule::name::shown_name;
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use journal::TicketLine;
use kernel::id::{BasketId, CustomerId, LineId, OrderId, StaffId, StoreNo, TerminalNo};
use setting::Store;
use shell::db::{Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::rule::basket::{BasketState, Line};
use crate::{LINE_NOT_FOUND, LOCKED_BY_PAYMENT, Till};

/// How long a basket keeps its pieces without a sign of life from its till (appendix A).
pub const LEASE: SignedDuration = SignedDuration::from_mins(30);

/// A basket, as it is stored.
#[derive(Clone, Debug)]
pub struct Basket {
    /// Its id.
    pub basket_id: BasketId,
    /// The number that people see.
    pub basket_no: i64,
    /// Its store.
    pub store_no: StoreNo,
    /// Its till.
    pub terminal_no: TerminalNo,
    /// Where it stands.
    pub state: BasketState,
    /// Counts its changes.
    pub version: i64,
    /// Who sells.
    pub salesperson_id: Option<StaffId>,
    /// Who buys.
    pub customer_id: Option<CustomerId>,
    /// A note for the receipt.
    pub note: String,
    /// Until when its pieces are reserved.
    pub lease_until: Timestamp,
    /// What is to pay, once payment has started.
    pub due: Option<i64>,
    /// Who started payment.
    pub cashier_id: Option<StaffId>,
}

const BASKET_COLUMNS: &str = "basket_id, basket_no, store_no, terminal_no, state, version, \
     salesperson_id, customer_id, note, lease_until, due, cashier_id";

fn read_basket(mut row: shell::db::Row) -> Outcome<Basket> {
    Ok(Basket {
        basket_id: row.read()?,
        basket_no: row.read()?,
        store_no: row.read()?,
        terminal_no: row.read()?,
        state: {
            let name: String = row.read()?;
            BasketState::parse(&name)
                .ok_or_else(|| Failure::internal(format!("no basket state {name}")))?
        },
        version: row.read()?,
        salesperson_id: row.read()?,
        customer_id: row.read()?,
        note: row.read()?,
        lease_until: row.read()?,
        due: row.read()?,
        cashier_id: row.read()?,
    })
}

/// The basket at work on a till: open or being paid.
///
/// # Errors
/// The database's failure.
pub async fn find_basket(tx: &mut Tx, terminal_no: &TerminalNo) -> Outcome<Option<Basket>> {
    let sql = format!(
        "SELECT {BASKET_COLUMNS} FROM basket \
         WHERE terminal_no = $1 AND state IN ('OPEN', 'PAYING')"
    );
    tx.query_opt(&sql, params![terminal_no])
        .await?
        .map(read_basket)
        .transpose()
}

/// The basket at work on a till with what its view shows beside it.
pub(crate) struct ShownBasket {
    /// The basket.
    pub basket: Basket,
    /// First and last name of who sells.
    pub salesperson: Option<(String, String)>,
    /// Who buys.
    pub customer: Option<String>,
    /// Whether another basket was left behind at this till.
    pub has_left_behind: bool,
}

/// As [`find_basket`], with names, in one look.
pub(crate) async fn find_shown(
    tx: &mut Tx,
    terminal_no: &TerminalNo,
) -> Outcome<Option<ShownBasket>> {
    let row = tx
        .query_opt(
            "SELECT p.first_name, p.last_name, c.family_name, c.given_name, c.customer_no, \
             EXISTS (SELECT 1 FROM basket t \
             WHERE t.terminal_no = $1 AND t.state = 'TEMPORARY'), \
             b.basket_id, b.basket_no, b.store_no, b.terminal_no, b.state, b.version, \
             b.salesperson_id, b.customer_id, b.note, b.lease_until, b.due, b.cashier_id \
             FROM basket b LEFT JOIN salesperson p ON p.staff_id = b.salesperson_id \
             LEFT JOIN customer c ON c.customer_id = b.customer_id \
             WHERE b.terminal_no = $1 AND b.state IN ('OPEN', 'PAYING')",
            params![terminal_no],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let (first, last): (Option<String>, Option<String>) = (row.read()?, row.read()?);
    let (family, given): (Option<String>, Option<String>) = (row.read()?, row.read()?);
    let customer_no: Option<i64> = row.read()?;
    Ok(Some(ShownBasket {
        salesperson: first.zip(last),
        customer: family
            .zip(given)
            .zip(customer_no)
            .map(|((family, given), no)| shown_name(&family, &given, no)),
        has_left_behind: row.read()?,
        basket: read_basket(row)?,
    }))
}

/// The basket that was left behind at a till.
///
/// # Errors
/// The database's failure.
pub async fn find_left_behind(tx: &mut Tx, terminal_no: &TerminalNo) -> Outcome<Option<Basket>> {
    let sql = format!(
        "SELECT {BASKET_COLUMNS} FROM basket WHERE terminal_no = $1 AND state = 'TEMPORARY'"
    );
    tx.query_opt(&sql, params![terminal_no])
        .await?
        .map(read_basket)
        .transpose()
}

/// A basket by its id.
///
/// # Errors
/// When there is none.
pub async fn get_basket(tx: &mut Tx, basket_id: BasketId) -> Outcome<Basket> {
    let sql = format!("SELECT {BASKET_COLUMNS} FROM basket WHERE basket_id = $1");
    read_basket(tx.query_one(&sql, params![basket_id]).await?)
}

/// The open basket of a till, begun now when there is none. Whoever sold last in this session is
/// its salesperson until another is chosen.
///
/// # Errors
/// [`LOCKED_BY_PAYMENT`] when the basket is being paid.
pub async fn open_basket(tx: &mut Tx, till: &Till) -> Outcome<Basket> {
    match find_basket(tx, &till.terminal_no).await? {
        Some(basket) if basket.state == BasketState::Open => Ok(basket),
        Some(_) => Err((&LOCKED_BY_PAYMENT).into()),
        None => {
            let basket_id = BasketId(Uuid::now_v7());
            let basket_no = tx.next_number(&till.store_no.0, "basket").await?;
            let salesperson_id = last_salesperson(tx, till).await?;
            tx.execute_one(
                "INSERT INTO basket (basket_id, store_no, terminal_no, basket_no, state, version, \
                 salesperson_id, note, opened_by, opened_at, lease_until) \
                 VALUES ($1, $2, $3, $4, 'OPEN', 0, $5, '', $6, $7, $8)",
                params![
                    basket_id,
                    &till.store_no,
                    &till.terminal_no,
                    basket_no,
                    salesperson_id.as_ref(),
                    &till.staff_id,
                    till.now,
                    till.now + LEASE
                ],
            )
            .await?;
            Ok(Basket {
                basket_id,
                basket_no,
                store_no: till.store_no.clone(),
                terminal_no: till.terminal_no.clone(),
                state: BasketState::Open,
                version: 0,
                salesperson_id,
                customer_id: None,
                note: String::new(),
                lease_until: till.now + LEASE,
                due: None,
                cashier_id: None,
            })
        }
    }
}

/// Who sold last at this till in this session.
///
/// # Errors
/// The database's failure.
pub async fn last_salesperson(tx: &mut Tx, till: &Till) -> Outcome<Option<StaffId>> {
    let row = tx
        .query_opt(
            "SELECT b.salesperson_id FROM basket b \
             JOIN salesperson p ON p.staff_id = b.salesperson_id AND NOT p.blocked \
             WHERE b.terminal_no = $1 AND b.opened_at >= $2 \
             ORDER BY b.opened_at DESC LIMIT 1",
            params![&till.terminal_no, till.since],
        )
        .await?;
    Ok(match row {
        Some(mut row) => row.read()?,
        None => None,
    })
}

/// Notes a change: counts it, and keeps the pieces for another while.
///
/// # Errors
/// The database's failure.
pub async fn touch(tx: &mut Tx, basket_id: BasketId, now: Timestamp) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket SET version = version + 1, lease_until = $2 WHERE basket_id = $1",
        params![basket_id, now + LEASE],
    )
    .await?;
    Ok(())
}

/// Counts a change that somebody else made: it is no sign of life from the basket's till.
///
/// # Errors
/// The database's failure.
pub(crate) async fn count_change(tx: &mut Tx, basket_id: BasketId) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket SET version = version + 1 WHERE basket_id = $1",
        params![basket_id],
    )
    .await?;
    Ok(())
}

/// Brings a basket from one state to another; refused by the rules before it is by the database.
///
/// # Errors
/// A fault when the rules do not allow it or somebody else moved it meanwhile.
pub async fn set_state(
    tx: &mut Tx,
    basket_id: BasketId,
    from: BasketState,
    to: BasketState,
) -> Outcome<()> {
    if !from.may_become(to) {
        return Err(Failure::internal(format!(
            "a basket cannot go from {from:?} to {to:?}"
        )));
    }
    tx.execute_one(
        "UPDATE basket SET state = $3, version = version + 1 WHERE basket_id = $1 AND state = $2",
        params![basket_id, from.name(), to.name()],
    )
    .await?;
    Ok(())
}

/// The lines of a basket with what the rules need of their items.
///
/// # Errors
/// The database's failure.
pub async fn list_lines(tx: &mut Tx, basket_id: BasketId) -> Outcome<Vec<StoredLine>> {
    let rows = tx
        .query(
            "SELECT l.line_id, l.item_no, l.size_code, l.quantity, COALESCE(s.quantity, 0), \
             i.no_stock_posting, i.unit, i.vat_posting_group, i.name, i.picture, l.note, \
             l.deposit, l.unit_price, l.net, l.vat_rate, \
             COALESCE(k.on_hand - k.reserved, 0) \
             FROM basket_line l JOIN item i ON i.item_no = l.item_no \
             JOIN basket b ON b.basket_id = l.basket_id \
             LEFT JOIN stock_lease s ON s.line_id = l.line_id \
             LEFT JOIN stock k ON k.store_no = b.store_no AND k.item_no = l.item_no \
             AND k.size_code = l.size_code \
             WHERE l.basket_id = $1 ORDER BY l.position",
            params![basket_id],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(StoredLine {
                line: Line {
                    line_id: row.read()?,
                    item_no: row.read()?,
                    size_code: row.read()?,
                    quantity: row.read()?,
                    reserved: row.read()?,
                    no_stock_posting: row.read()?,
                    unit: row.read()?,
                    vat_group: row.read()?,
                },
                name: row.read()?,
                picture: row.read()?,
                note: row.read()?,
                deposit: row.read()?,
                fixed: {
                    let (unit_price, net, vat): (Option<i64>, Option<i64>, Option<i64>) =
                        (row.read()?, row.read()?, row.read()?);
                    match (unit_price, net, vat) {
                        (Some(unit_price), Some(net), Some(vat)) => Some(FixedPrice {
                            unit_price,
                            net,
                            vat,
                        }),
                        _ => None,
                    }
                },
                available: row.read()?,
            })
        })
        .collect()
}

/// A line, as it is stored.
#[derive(Clone, Debug)]
pub struct StoredLine {
    /// What the rules look at.
    pub line: Line,
    /// The item's name.
    pub name: String,
    /// The item's picture.
    pub picture: String,
    /// A note.
    pub note: String,
    /// Whether its pieces stay reserved when the basket is put away.
    pub deposit: bool,
    /// Its price, once payment has started.
    pub fixed: Option<FixedPrice>,
    /// Pieces still free besides its own.
    pub available: i64,
}

/// The price of a line, fixed when payment started.
#[derive(Clone, Copy, Debug)]
pub struct FixedPrice {
    /// Of one piece, in minor units.
    pub unit_price: i64,
    /// Of the line, in minor units.
    pub net: i64,
    /// The VAT contained.
    pub vat: i64,
}

/// The line of an open basket, by its id.
///
/// # Errors
/// [`LINE_NOT_FOUND`].
pub async fn get_line(tx: &mut Tx, basket: &Basket, line_id: LineId) -> Outcome<StoredLine> {
    list_lines(tx, basket.basket_id)
        .await?
        .into_iter()
        .find(|stored| stored.line.line_id == line_id)
        .ok_or_else(|| Failure::from(&LINE_NOT_FOUND))
}

/// How many card payments were tried for a basket.
pub(crate) async fn count_attempts(tx: &mut Tx, basket_id: BasketId) -> Outcome<i64> {
    let mut row = tx
        .query_one(
            "SELECT COUNT(*) FROM payment_attempt WHERE basket_id = $1",
            params![basket_id],
        )
        .await?;
    Ok(row.read()?)
}

/// A size of an item that may go into a basket.
pub(crate) struct Piece {
    /// Whether it is sold without touching stock.
    pub no_stock_posting: bool,
    /// The line of the basket that holds it already, with its quantity.
    pub line: Option<(LineId, i64)>,
}

/// A size of an item, and the line of a basket that holds it already; none when there is no such
/// size.
pub(crate) async fn find_piece(
    tx: &mut Tx,
    basket_id: BasketId,
    item_no: &str,
    size_code: &str,
) -> Outcome<Option<Piece>> {
    let row = tx
        .query_opt(
            "SELECT i.no_stock_posting, l.line_id, l.quantity FROM item_size s \
             JOIN item i ON i.item_no = s.item_no \
             LEFT JOIN basket_line l ON l.basket_id = $1 AND l.item_no = s.item_no \
             AND l.size_code = s.size_code \
             WHERE s.item_no = $2 AND s.size_code = $3",
            params![basket_id, item_no, size_code],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let no_stock_posting = row.read()?;
    let (line_id, quantity): (Option<LineId>, Option<i64>) = (row.read()?, row.read()?);
    Ok(Some(Piece {
        no_stock_posting,
        line: line_id.zip(quantity),
    }))
}

pub(crate) async fn insert_line(
    tx: &mut Tx,
    basket_id: BasketId,
    line_id: LineId,
    item_no: &str,
    size_code: &str,
    quantity: i64,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO basket_line (line_id, basket_id, position, item_no, size_code, quantity, \
         note, deposit) VALUES ($1, $2, \
         (SELECT COALESCE(MAX(position), 0) + 1 FROM basket_line WHERE basket_id = $2), \
         $3, $4, $5, '', $6)",
        params![line_id, basket_id, item_no, size_code, quantity, false],
    )
    .await?;
    Ok(())
}

pub(crate) async fn set_line_quantity(tx: &mut Tx, line_id: LineId, quantity: i64) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket_line SET quantity = $2 WHERE line_id = $1",
        params![line_id, quantity],
    )
    .await?;
    Ok(())
}

pub(crate) async fn set_line_size(tx: &mut Tx, line_id: LineId, size_code: &str) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket_line SET size_code = $2 WHERE line_id = $1",
        params![line_id, size_code],
    )
    .await?;
    Ok(())
}

pub(crate) async fn set_line_note(tx: &mut Tx, line_id: LineId, note: &str) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket_line SET note = $2 WHERE line_id = $1",
        params![line_id, note],
    )
    .await?;
    Ok(())
}

pub(crate) async fn delete_line(tx: &mut Tx, line_id: LineId) -> Outcome<()> {
    tx.execute_one(
        "DELETE FROM basket_line WHERE line_id = $1",
        params![line_id],
    )
    .await?;
    Ok(())
}

pub(crate) async fn fix_line_price(
    tx: &mut Tx,
    line_id: LineId,
    price: Option<FixedPrice>,
) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket_line SET unit_price = $2, net = $3, vat_rate = $4 WHERE line_id = $1",
        params![
            line_id,
            price.map(|price| price.unit_price),
            price.map(|price| price.net),
            price.map(|price| price.vat)
        ],
    )
    .await?;
    Ok(())
}

pub(crate) async fn fix_due(
    tx: &mut Tx,
    basket_id: BasketId,
    due: Option<i64>,
    cashier: Option<&StaffId>,
) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket SET due = $2, cashier_id = $3 WHERE basket_id = $1",
        params![basket_id, due, cashier],
    )
    .await?;
    Ok(())
}

pub(crate) async fn set_salesperson(
    tx: &mut Tx,
    basket_id: BasketId,
    staff_id: &StaffId,
) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket SET salesperson_id = $2 WHERE basket_id = $1",
        params![basket_id, staff_id],
    )
    .await?;
    Ok(())
}

pub(crate) async fn set_customer(
    tx: &mut Tx,
    basket_id: BasketId,
    customer_id: Option<CustomerId>,
) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket SET customer_id = $2 WHERE basket_id = $1",
        params![basket_id, customer_id],
    )
    .await?;
    Ok(())
}

pub(crate) async fn set_note(tx: &mut Tx, basket_id: BasketId, note: &str) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket SET note = $2 WHERE basket_id = $1",
        params![basket_id, note],
    )
    .await?;
    Ok(())
}

/// Fixes what is due, by whom it is taken, and locks the open basket for its payment.
///
/// # Errors
/// A fault when somebody else moved the basket meanwhile.
pub(crate) async fn start_paying(
    tx: &mut Tx,
    basket_id: BasketId,
    due: i64,
    till: &Till,
) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket SET state = 'PAYING', version = version + 1, due = $2, cashier_id = $3, \
         lease_until = $4 WHERE basket_id = $1 AND state = 'OPEN'",
        params![basket_id, due, &till.staff_id, till.now + LEASE],
    )
    .await?;
    Ok(())
}

/// Whether somebody may sell in a store.
pub(crate) async fn may_sell_here(
    tx: &mut Tx,
    store_no: &StoreNo,
    staff_id: &StaffId,
) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM salesperson p WHERE p.staff_id = $2 AND NOT p.blocked \
             AND p.employee_type IN ('SALES', 'MANAGER', 'TEMP') \
             AND (p.store_no = $1 OR EXISTS (SELECT 1 FROM salesperson_store l \
                  WHERE l.staff_id = p.staff_id AND l.store_no = $1))",
            params![store_no, staff_id],
        )
        .await?;
    Ok(row.is_some())
}

/// First and last name of somebody.
pub(crate) async fn staff_name(
    tx: &mut Tx,
    staff_id: &StaffId,
) -> Outcome<Option<(String, String)>> {
    let row = tx
        .query_opt(
            "SELECT first_name, last_name FROM salesperson WHERE staff_id = $1",
            params![staff_id],
        )
        .await?;
    row.map(|mut row| Ok((row.read()?, row.read()?)))
        .transpose()
}

/// What a customer is called.
pub(crate) async fn customer_name(tx: &mut Tx, customer_id: CustomerId) -> Outcome<Option<String>> {
    let customer = crm::find_customer(tx, customer_id).await?;
    Ok(customer.map(|customer| customer.name))
}

/// What was taken for a basket so far.
#[derive(Clone, Debug)]
pub struct BookedTender {
    /// Its id.
    pub tender_id: kernel::id::TenderId,
    /// Its tender.
    pub tender_code: String,
    /// The name of the tender.
    pub name: String,
    /// What it settles of the due amount.
    pub amount: i64,
    /// What was handed over.
    pub tendered: i64,
    /// What was given back.
    pub change: i64,
    /// What cash rounding added (positive) or took (negative) besides the amount.
    pub rounding: i64,
    /// The try that took it, for a card.
    pub attempt: Option<CardAttempt>,
}

/// What is known of a card payment.
#[derive(Clone, Debug)]
pub struct CardAttempt {
    /// The try.
    pub attempt_id: kernel::id::AttemptId,
    /// The card's brand.
    pub brand: Option<String>,
    /// The last four digits of the card.
    pub last_four: Option<String>,
    /// The approval code of the bank.
    pub approval_code: Option<String>,
    /// The terminal's id of the transaction.
    pub poi_transaction_id: Option<String>,
    /// The terminal's text for the customer.
    pub card_receipt: Option<String>,
}

/// The tenders booked on a basket, in order.
pub(crate) async fn list_tenders(tx: &mut Tx, basket_id: BasketId) -> Outcome<Vec<BookedTender>> {
    let rows = tx
        .query(
            "SELECT b.tender_id, b.tender_code, t.name, b.amount, b.tendered, b.change_given, \
             b.rounding, b.attempt_id, a.brand, a.last_four, a.approval_code, \
             a.poi_transaction_id, a.card_receipt \
             FROM basket_tender b JOIN tender t ON t.tender_code = b.tender_code \
             LEFT JOIN payment_attempt a ON a.attempt_id = b.attempt_id \
             WHERE b.basket_id = $1 ORDER BY b.position",
            params![basket_id],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(BookedTender {
                tender_id: row.read()?,
                tender_code: row.read()?,
                name: row.read()?,
                amount: row.read()?,
                tendered: row.read()?,
                change: row.read()?,
                rounding: row.read()?,
                attempt: match row.read()? {
                    None => None,
                    Some(attempt_id) => Some(CardAttempt {
                        attempt_id,
                        brand: row.read()?,
                        last_four: row.read()?,
                        approval_code: row.read()?,
                        poi_transaction_id: row.read()?,
                        card_receipt: row.read()?,
                    }),
                },
            })
        })
        .collect()
}

/// Whether a try to take money is under way.
pub(crate) async fn has_live_attempt(tx: &mut Tx, basket_id: BasketId) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM payment_attempt WHERE basket_id = $1 AND is_live",
            params![basket_id],
        )
        .await?;
    Ok(row.is_some())
}

/// Open baskets whose till has not shown a sign of life in time.
pub(crate) async fn list_expired(tx: &mut Tx, now: Timestamp) -> Outcome<Vec<BasketId>> {
    let rows = tx
        .query(
            // The first condition names the partial index, the second one what is wanted.
            "SELECT basket_id FROM basket WHERE state IN ('OPEN', 'PAYING') AND state = 'OPEN' \
             AND lease_until < $1 ORDER BY lease_until LIMIT 200",
            params![now],
        )
        .await?;
    Ok(rows
        .into_iter()
        .map(|mut row| row.read())
        .collect::<Result<_, _>>()?)
}

pub(crate) async fn extend_lease(
    tx: &mut Tx,
    terminal_no: &TerminalNo,
    until: Timestamp,
) -> Outcome<()> {
    tx.execute(
        "UPDATE basket SET lease_until = $2 \
         WHERE terminal_no = $1 AND state IN ('OPEN', 'PAYING')",
        params![terminal_no, until],
    )
    .await?;
    Ok(())
}

pub(crate) async fn save_temporary_data(tx: &mut Tx, till: &Till, content: &str) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO temporary_data (terminal_no, store_no, content, saved_by, saved_at) \
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (terminal_no) DO UPDATE \
         SET content = $3, saved_by = $4, saved_at = $5",
        params![
            &till.terminal_no,
            &till.store_no,
            content,
            &till.staff_id,
            till.now
        ],
    )
    .await?;
    Ok(())
}

pub(crate) async fn find_temporary_data(
    tx: &mut Tx,
    terminal_no: &TerminalNo,
) -> Outcome<Option<String>> {
    let row = tx
        .query_opt(
            "SELECT content FROM temporary_data WHERE terminal_no = $1",
            params![terminal_no],
        )
        .await?;
    Ok(row.map(|mut row| row.read()).transpose()?)
}

/// Whether a line's size exists for its item.
pub(crate) async fn size_exists(tx: &mut Tx, item_no: &str, size_code: &str) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM item_size WHERE item_no = $1 AND size_code = $2",
            params![item_no, size_code],
        )
        .await?;
    Ok(row.is_some())
}

/// An order about to be written.
pub(crate) struct NewOrder<'a> {
    pub order_id: OrderId,
    pub order_no: i64,
    pub receipt_no: &'a str,
    pub basket: &'a Basket,
    pub store: &'a Store,
    pub salesperson_id: &'a StaffId,
    pub salesperson_name: &'a str,
    pub cashier_id: &'a StaffId,
    pub total: i64,
    pub rounding: i64,
    pub pieces: i64,
    /// Its place in the journal: chain and sequence number.
    pub journal: (&'a str, i64),
    pub search_text: String,
    pub now: Timestamp,
}

pub(crate) async fn insert_order(tx: &mut Tx, order: &NewOrder<'_>) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO sales_order (order_id, store_no, order_no, receipt_no, order_type, \
         terminal_no, basket_id, salesperson_id, salesperson_name, cashier_id, customer_id, \
         currency_code, subtotal, total, rounding, pieces, note, business_date, completed_at, \
         journal_chain, journal_seq, search_text) \
         VALUES ($1, $2, $3, $4, 'SALE', $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14, $15, \
         $16, $17, $18, $19, $20)",
        params![
            order.order_id,
            &order.store.store_no,
            order.order_no,
            order.receipt_no,
            &order.basket.terminal_no,
            order.basket.basket_id,
            order.salesperson_id,
            order.salesperson_name,
            order.cashier_id,
            order.basket.customer_id,
            order.store.currency.code(),
            order.total,
            order.rounding,
            order.pieces,
            &order.basket.note,
            order.store.business_date(order.now),
            order.now,
            order.journal.0,
            order.journal.1,
            &order.search_text
        ],
    )
    .await?;
    Ok(())
}

pub(crate) async fn insert_order_vat(
    tx: &mut Tx,
    order_id: OrderId,
    vat: &VatAmount,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO sales_order_vat (order_id, vat_rate, gross, vat_amount) \
         VALUES ($1, $2, $3, $4)",
        params![order_id, vat.rate.0, vat.gross.minor, vat.amount.minor],
    )
    .await?;
    Ok(())
}

pub(crate) async fn insert_order_line(
    tx: &mut Tx,
    (order_id, store_no, position): (OrderId, &StoreNo, i64),
    line: &TicketLine,
    stored: &StoredLine,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO sales_order_line (line_id, order_id, store_no, position, item_no, \
         size_code, name, picture, quantity, unit_price, net, vat_rate, vat_amount, note) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        params![
            line.line_id,
            order_id,
            store_no,
            position,
            &line.item_no,
            &line.size_code,
            &line.name,
            &stored.picture,
            line.quantity,
            line.unit_price.minor,
            line.net.minor,
            line.vat_rate.0,
            line.vat_amount.minor,
            &stored.note
        ],
    )
    .await?;
    Ok(())
}

/// What a tender repeats of its order, so that the history finds by tender what it shows in order.
pub(crate) struct TenderedOrder<'a> {
    pub order_id: OrderId,
    pub store_no: &'a StoreNo,
    pub salesperson_id: &'a StaffId,
    pub business_date: Date,
    pub completed_at: Timestamp,
}

pub(crate) async fn insert_order_tender(
    tx: &mut Tx,
    order: &TenderedOrder<'_>,
    position: i64,
    tender: &BookedTender,
) -> Outcome<()> {
    let attempt = tender.attempt.as_ref();
    tx.execute_one(
        "INSERT INTO sales_order_tender (tender_id, order_id, store_no, position, \
         tender_code, name, amount, tendered, change_given, attempt_id, brand, last_four, \
         approval_code, card_receipt, salesperson_id, business_date, completed_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)",
        params![
            tender.tender_id,
            order.order_id,
            order.store_no,
            position,
            &tender.tender_code,
            &tender.name,
            tender.amount,
            tender.tendered,
            tender.change,
            attempt.map(|attempt| attempt.attempt_id),
            attempt.and_then(|attempt| attempt.brand.clone()),
            attempt.and_then(|attempt| attempt.last_four.clone()),
            attempt.and_then(|attempt| attempt.approval_code.clone()),
            attempt.and_then(|attempt| attempt.card_receipt.clone()),
            order.salesperson_id,
            order.business_date,
            order.completed_at
        ],
    )
    .await?;
    Ok(())
}
