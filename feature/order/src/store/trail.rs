//! What was printed and mailed of an order.

use jiff::Timestamp;
use kernel::id::OrderId;
use shell::Outcome;
use shell::db::{Tx, params};

/// Something that left the shop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sending {
    /// `RECEIPT`, `GIFT` or `INVOICE`.
    pub document: String,
    /// `browser`, `printer` or `email`.
    pub way: String,
    pub at: Timestamp,
    /// Who; none of mails of which nobody wrote it down.
    pub staff_name: Option<String>,
    /// Which print it is; none of mails.
    pub print_no: Option<i64>,
    /// Where a mail goes; none of prints.
    pub recipient: Option<String>,
    /// `WAITING`, `SENT` or `FAILED` of mails; none of prints.
    pub state: Option<String>,
}

/// How many are shown; an order has far fewer.
const SENDINGS_MAX: i64 = 100;

/// What left the shop of an order, the newest first.
pub(crate) async fn sendings_of(tx: &mut Tx, order_id: OrderId) -> Outcome<Vec<Sending>> {
    let rows = tx
        .query(
            "SELECT d.document, d.way, d.at, p.first_name || ' ' || p.last_name, d.print_no, \
             d.recipient, d.state FROM ( \
               SELECT 'RECEIPT' AS document, target AS way, printed_at AS at, \
                 printed_by AS staff_id, print_no, NULL AS recipient, NULL AS state \
               FROM receipt_print WHERE order_id = $1 \
               UNION ALL \
               SELECT document, target, printed_at, printed_by, print_no, NULL, NULL \
               FROM document_print WHERE order_id = $1 \
               UNION ALL \
               SELECT kind, 'email', created_at, asked_by, NULL, recipient, state \
               FROM mail WHERE order_id = $1 \
             ) d LEFT JOIN salesperson p ON p.staff_id = d.staff_id \
             ORDER BY d.at DESC, d.document, d.print_no DESC LIMIT $2",
            params![order_id, SENDINGS_MAX],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(Sending {
                document: row.read()?,
                way: row.read()?,
                at: row.read()?,
                staff_name: row.read()?,
                print_no: row.read()?,
                recipient: row.read()?,
                state: row.read()?,
            })
        })
        .collect()
}
