//! Who sells: the salespeople of baskets and of their lines, and who sold last at a till.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::Timestamp;
use kernel::Rate;
use kernel::id::{BasketId, LineId, OrderId, StaffId, StoreNo, TerminalNo};
use shell::Outcome;
use shell::db::{FromRow, Tx, Value, params};

use crate::Till;
use crate::rule::credit::{Credit, Share};

/// Who sold last at this till in this session.
///
/// # Errors
/// The database's failure.
pub async fn last_salesperson(tx: &mut Tx, till: &Till) -> Outcome<Option<StaffId>> {
    let row = tx
        .query_opt(
            "SELECT n.staff_id FROM terminal_salesperson n \
             JOIN salesperson p ON p.staff_id = n.staff_id AND NOT p.blocked \
             AND (p.ends_at IS NULL OR p.ends_at > $3) \
             WHERE n.terminal_no = $1 AND n.seen_at >= $2",
            params![&till.terminal_no, till.since, till.now],
        )
        .await?;
    Ok(row.map(|mut row| row.read()).transpose()?)
}

/// Remembers who sells at a till, for the baskets that follow.
pub(crate) async fn remember_salesperson(
    tx: &mut Tx,
    terminal_no: &TerminalNo,
    staff_id: Option<&StaffId>,
    now: Timestamp,
) -> Outcome<()> {
    let Some(staff_id) = staff_id else {
        return Ok(());
    };
    tx.execute_one(
        "INSERT INTO terminal_salesperson (terminal_no, staff_id, seen_at) VALUES ($1, $2, $3) \
         ON CONFLICT (terminal_no) DO UPDATE SET staff_id = $2, seen_at = $3",
        params![terminal_no, staff_id, now],
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

/// Who sells a basket together, and who sells single lines of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sellers {
    /// Those of the basket when they are several; else none.
    pub(crate) of_basket: Vec<Share>,
    /// Those of lines that have their own.
    pub(crate) of_lines: BTreeMap<LineId, Vec<Share>>,
    /// First and last name of each of them.
    pub(crate) names: BTreeMap<StaffId, (String, String)>,
}

/// The salespeople of a basket beside the one that it names.
pub(crate) async fn list_sellers(tx: &mut Tx, basket_id: BasketId) -> Outcome<Sellers> {
    let rows = tx
        .query(
            "SELECT n.line_id, n.staff_id, n.share, p.first_name, p.last_name \
             FROM basket_salesperson n JOIN salesperson p ON p.staff_id = n.staff_id \
             WHERE n.basket_id = $1 ORDER BY n.position, n.staff_id",
            params![basket_id],
        )
        .await?;
    let mut sellers = Sellers::default();
    for mut row in rows {
        let line_id: Option<LineId> = row.read()?;
        let staff_id: StaffId = row.read()?;
        let share = Share {
            staff_id: staff_id.clone(),
            percent: row.read::<i64>()? / Rate::percent(1).0,
        };
        match line_id {
            None => sellers.of_basket.push(share),
            Some(line_id) => sellers.of_lines.entry(line_id).or_default().push(share),
        }
        let (first, last) = (row.read()?, row.read()?);
        sellers.names.insert(staff_id, (first, last));
    }
    Ok(sellers)
}

/// Keeps who sells a line, or the basket when none is named, in place of who did; nobody takes them
/// off.
pub(crate) async fn set_shares(
    tx: &mut Tx,
    basket_id: BasketId,
    line_id: Option<LineId>,
    shares: &[Share],
) -> Outcome<()> {
    match line_id {
        Some(line_id) => {
            tx.execute(
                "DELETE FROM basket_salesperson WHERE line_id = $1",
                params![line_id],
            )
            .await?;
        }
        None => {
            tx.execute(
                "DELETE FROM basket_salesperson WHERE basket_id = $1 AND line_id IS NULL",
                params![basket_id],
            )
            .await?;
        }
    }
    for (position, share) in (1_i64..).zip(shares) {
        tx.execute_one(
            "INSERT INTO basket_salesperson (basket_id, line_id, staff_id, position, share) \
             VALUES ($1, $2, $3, $4, $5)",
            params![
                basket_id,
                line_id,
                &share.staff_id,
                position,
                Rate::percent(share.percent).0
            ],
        )
        .await?;
    }
    Ok(())
}

/// Writes down who is credited with what of an order, or of one of its lines.
pub(crate) async fn insert_credits(
    tx: &mut Tx,
    (order_id, line_id): (OrderId, Option<LineId>),
    credits: &[Credit],
    name_of: impl Fn(&StaffId) -> String,
) -> Outcome<()> {
    for (position, credit) in (1_i64..).zip(credits) {
        tx.execute_one(
            "INSERT INTO sales_order_salesperson (order_id, line_id, staff_id, position, share, \
             name, amount) VALUES ($1, $2, $3, $4, $5, $6, $7)",
            params![
                order_id,
                line_id,
                &credit.share.staff_id,
                position,
                Rate::percent(credit.share.percent).0,
                name_of(&credit.share.staff_id),
                credit.amount.minor
            ],
        )
        .await?;
    }
    Ok(())
}

/// Whether somebody may sell in a store.
pub(crate) async fn may_sell_here(
    tx: &mut Tx,
    store_no: &StoreNo,
    staff_id: &StaffId,
    now: Timestamp,
) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM salesperson p WHERE p.staff_id = $2 AND NOT p.blocked \
             AND (p.ends_at IS NULL OR p.ends_at > $3) \
             AND p.employee_type IN ('SALES', 'MANAGER', 'TEMP') \
             AND (p.store_no = $1 OR EXISTS (SELECT 1 FROM salesperson_store l \
                  WHERE l.staff_id = p.staff_id AND l.store_no = $1))",
            params![store_no, staff_id, now],
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
    row.map(FromRow::from_row).transpose()
}

/// First and last names of people, by their ids.
pub(crate) async fn staff_names(
    tx: &mut Tx,
    staff_ids: &BTreeSet<&StaffId>,
) -> Outcome<HashMap<StaffId, String>> {
    if staff_ids.is_empty() {
        return Ok(HashMap::new());
    }
    let values: Vec<Value> = staff_ids
        .iter()
        .map(|staff_id| Value::Text(staff_id.0.clone()))
        .collect();
    let places: Vec<String> = (1..=values.len()).map(|at| format!("${at}")).collect();
    let sql = format!(
        "SELECT staff_id, first_name, last_name FROM salesperson WHERE staff_id IN ({})",
        places.join(", ")
    );
    let rows = tx.query(&sql, &values).await?;
    rows.into_iter()
        .map(|mut row| {
            let staff_id = StaffId(row.read()?);
            let (first, last): (String, String) = (row.read()?, row.read()?);
            Ok((staff_id, format!("{first} {last}")))
        })
        .collect()
}
