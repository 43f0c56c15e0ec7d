//! The basket at work on a till together with what its view shows beside it, in one look.

use crm::rule::name::shown_name;
use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{BasketId, TerminalNo};
use shell::Outcome;
use shell::db::{Tx, params};

use super::{BASKET_COLUMNS, BASKET_TABLES, Basket, LEASE, begin_basket, read_basket};
use crate::rule::basket::BasketState;
use crate::{LOCKED_BY_PAYMENT, Till};

/// The basket at work on a till with what its view shows beside it.
#[derive(Clone, Debug)]
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

impl ShownBasket {
    /// The same after a piece came, which spares a second look at it.
    pub(crate) fn touched(mut self, touched: Touched) -> Self {
        self.basket.version = touched.version;
        self.basket.lease_until = touched.lease_until;
        self.basket.priced_on = touched.priced_on;
        self
    }
}

/// As [`super::find_basket`], with names, in one look.
pub(crate) async fn find_shown(
    tx: &mut Tx,
    terminal_no: &TerminalNo,
) -> Outcome<Option<ShownBasket>> {
    let sql = format!(
        "SELECT p.first_name, p.last_name, c.family_name, c.given_name, c.customer_no, \
         EXISTS (SELECT 1 FROM basket t WHERE t.terminal_no = $1 AND t.state = 'TEMPORARY' \
          AND t.parked_at IS NULL), {BASKET_COLUMNS} \
         FROM {BASKET_TABLES} LEFT JOIN salesperson p ON p.staff_id = b.salesperson_id \
         LEFT JOIN customer c ON c.customer_id = b.customer_id \
         WHERE b.terminal_no = $1 AND b.state IN ('OPEN', 'PAYING')"
    );
    let row = tx.query_opt(&sql, params![terminal_no]).await?;
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

/// As [`super::open_basket`], with what its view shows beside it; a basket that is begun now is shown by nobody
/// yet.
pub(crate) async fn open_shown(tx: &mut Tx, till: &Till) -> Outcome<(Basket, Option<ShownBasket>)> {
    match find_shown(tx, &till.terminal_no).await? {
        Some(shown) if shown.basket.state == BasketState::Open => {
            Ok((shown.basket.clone(), Some(shown)))
        }
        Some(_) => Err((&LOCKED_BY_PAYMENT).into()),
        None => Ok((begin_basket(tx, till).await?, None)),
    }
}

/// What is different about a basket once a piece came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touched {
    version: i64,
    lease_until: Timestamp,
    priced_on: Option<Date>,
}

/// As [`super::touch`], when a piece came: staff see the prices of this business date.
///
/// # Errors
/// The database's failure.
pub(crate) async fn touch_priced(
    tx: &mut Tx,
    basket_id: BasketId,
    till: &Till,
    on: Date,
) -> Outcome<Touched> {
    let mut row = tx
        .query_one(
            "UPDATE basket SET version = version + 1, lease_until = $2, \
             priced_on = COALESCE(priced_on, $3) WHERE basket_id = $1 \
             RETURNING version, lease_until, priced_on",
            params![basket_id, till.now + LEASE, on],
        )
        .await?;
    Ok(Touched {
        version: row.read()?,
        lease_until: row.read()?,
        priced_on: row.read()?,
    })
}
