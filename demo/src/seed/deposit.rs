//! Deposits as the till takes them: pieces of Paris that are kept, some about to be fetched.

use std::sync::Arc;

use inventory::lease::{Reservation, reserve};
use jiff::{SignedDuration, Timestamp};
use journal::Signer;
use kernel::Money;
use kernel::id::{ItemNo, LineId, SizeCode, TenderId};
use sale::kept;
use sale::{Till, store};
use shell::db::{FromRow, Tx, TxFuture, params};
use shell::{Failure, Outcome};

use super::identity;
use super::plan::staff_id;

/// Where they were taken.
const STORE: &str = "PAR01";
const TERMINAL: &str = "PAR01-1";
const SELLER: &str = "seller";

/// A deposit: what becomes of the money, in how many days it ends, what was paid in hundredths.
struct Kept {
    kind: &'static str,
    days: i64,
    percent: i64,
}

/// The deposits, for one piece each.
const DEPOSITS: [Kept; 6] = [
    Kept {
        kind: "REFUNDABLE",
        days: 30,
        percent: 30,
    },
    Kept {
        kind: "REFUNDABLE",
        days: 4,
        percent: 50,
    },
    Kept {
        kind: "ARRHES",
        days: 21,
        percent: 40,
    },
    Kept {
        kind: "ACOMPTE",
        days: 60,
        percent: 30,
    },
    Kept {
        kind: "REFUNDABLE",
        days: 12,
        percent: 100,
    },
    Kept {
        kind: "ARRHES",
        days: 2,
        percent: 30,
    },
];

/// A deposit that nobody fetched: its last day was three days ago.
const OVERDUE: Kept = Kept {
    kind: "REFUNDABLE",
    days: 30,
    percent: 30,
};
/// How long ago it was taken.
pub(super) const OVERDUE_AGE: SignedDuration = SignedDuration::from_hours(24 * 33);

/// Who signs, and when.
pub(super) type Input = (Arc<Signer>, Timestamp);

/// Takes the deposit that is overdue by now.
pub(super) fn write_overdue<'a>(tx: &'a mut Tx, input: &'a Input) -> TxFuture<'a, ()> {
    Box::pin(take_all(tx, input, (DEPOSITS.len(), &[OVERDUE])))
}

/// Takes the deposits, with all that hangs on them.
pub(super) fn write<'a>(tx: &'a mut Tx, input: &'a Input) -> TxFuture<'a, ()> {
    Box::pin(take_all(tx, input, (0, &DEPOSITS)))
}

/// Takes deposits, the first of them with a piece and a customer of a number.
async fn take_all(
    tx: &mut Tx,
    (signer, now): &Input,
    (first, deposits): (usize, &[Kept]),
) -> Outcome<()> {
    let till = Till {
        store_no: STORE.into(),
        terminal_no: TERMINAL.into(),
        staff_id: staff_id(SELLER).as_str().into(),
        since: *now,
        now: *now,
        signer: signer.clone(),
    };
    let pieces = pieces(tx).await?;
    let customers = customers(tx).await?;
    for (at, kept) in (first..).zip(deposits) {
        let missing = || Failure::internal("the demonstration has nothing to keep");
        let piece = pieces.get(at).ok_or_else(missing)?;
        let customer = customers.get(at).ok_or_else(missing)?;
        take(tx, &till, (at, kept), piece, customer).await?;
    }
    Ok(())
}

type Piece = (String, String);

/// Rings of which there are several, in one size each.
async fn pieces(tx: &mut Tx) -> Outcome<Vec<Piece>> {
    let rows = tx
        .query(
            "SELECT s.item_no, MIN(s.size_code) FROM stock s JOIN item i ON i.item_no = s.item_no \
             WHERE s.store_no = $1 AND i.item_class_code = 'RING' AND i.pricing_method = 'FIXED' \
             AND NOT i.stopped AND i.sold_in_shops AND s.on_hand - s.reserved >= 3 \
             AND EXISTS (SELECT 1 FROM sales_price p WHERE p.item_no = s.item_no) \
             GROUP BY s.item_no ORDER BY s.item_no LIMIT 40",
            params![STORE],
        )
        .await?;
    rows.into_iter().map(FromRow::from_row).collect()
}

async fn customers(tx: &mut Tx) -> Outcome<Vec<kernel::id::CustomerId>> {
    let rows = tx
        .query(
            "SELECT customer_id FROM customer ORDER BY customer_no LIMIT 7",
            params![],
        )
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}

/// One deposit, as the till takes it.
async fn take(
    tx: &mut Tx,
    till: &Till,
    (at, wanted): (usize, &Kept),
    (item_no, size_code): &Piece,
    customer: &kernel::id::CustomerId,
) -> Outcome<()> {
    let now = till.now;
    let basket = store::open_basket(tx, till).await?;
    let basket_id = basket.basket_id;
    tx.execute_one(
        "UPDATE basket SET customer_id = $2, salesperson_id = $3 WHERE basket_id = $1",
        params![basket_id, *customer, &till.staff_id],
    )
    .await?;
    let line_id = LineId(identity::at(now, &format!("deposit line {at}")));
    tx.execute_one(
        "INSERT INTO basket_line (line_id, basket_id, position, item_no, size_code, quantity, \
         note, deposit) VALUES ($1, $2, 1, $3, $4, 1, '', $5)",
        params![line_id, basket_id, item_no, size_code, false],
    )
    .await?;
    let reservation = Reservation {
        line_id,
        basket_id,
        store_no: &till.store_no,
        terminal_no: &till.terminal_no,
        item_no: &ItemNo(item_no.clone()),
        size_code: &SizeCode(size_code.clone()),
        staff_id: &till.staff_id,
        quantity: 1,
        now,
    };
    reserve(tx, &reservation).await?;
    let offered = kept::offered(tx, till).await?;
    let minor = offered.total.minor * wanted.percent / 100;
    let due = Money::new(minor.max(1), offered.total.currency);
    let expires_on = setting::get_store(tx, &till.store_no)
        .await?
        .business_date(now + SignedDuration::from_hours(24 * wanted.days));
    let plan = serde_json::json!({
        "kind": wanted.kind, "expires_on": expires_on, "approved_by": null,
    });
    tx.execute_one(
        "INSERT INTO deposit_plan (basket_id, plan) VALUES ($1, $2)",
        params![basket_id, plan.to_string()],
    )
    .await?;
    kept::lock(tx, till, basket_id, due, &offered.fixed).await?;
    let tender_id = TenderId(identity::at(now, &format!("deposit tender {at}")));
    tx.execute_one(
        "INSERT INTO basket_tender (tender_id, basket_id, position, tender_code, amount, tendered, \
         change_given, rounding, booked_by, booked_at) \
         VALUES ($1, $2, 1, 'CASH', $3, $3, 0, 0, $4, $5)",
        params![tender_id, basket_id, due.minor, &till.staff_id, now],
    )
    .await?;
    let paying = store::get_basket(tx, basket_id).await?;
    let taken = ::deposit::complete_when_paid(tx, &till.signer, &paying, now).await?;
    taken
        .map(|_| ())
        .ok_or_else(|| Failure::internal("a deposit was not taken"))
}
