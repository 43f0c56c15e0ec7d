//! What the books of a cell hold, and whether it is what the provider keeps.

use jiff::Timestamp;
use serde_json::Value;
use shell::db::params;
use uuid::Uuid;

use super::{Cell, DUE, OPEN_MAX};

/// An order as it stands in the database.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub(super) attempt_id: Uuid,
    pub(super) order_no: String,
    pub(super) state: String,
    pub(super) attempt_state: String,
    pub(super) is_live: bool,
    pub(super) memory: Value,
}

impl Order {
    /// When something became of it.
    pub(super) fn moment(&self, name: &str) -> Option<Timestamp> {
        self.memory[name].as_str()?.parse().ok()
    }
}

impl Cell<'_> {
    pub(super) async fn orders(&self) -> Vec<Order> {
        self.eye
            .read((), |tx, ()| {
                Box::pin(async move {
                    let rows = tx
                        .query(
                            "SELECT q.attempt_id, q.order_no, q.state, a.state, a.is_live, \
                             q.memory FROM qr_order q JOIN payment_attempt a \
                             ON a.attempt_id = q.attempt_id ORDER BY a.created_at, a.attempt_id",
                            params![],
                        )
                        .await?;
                    rows.into_iter()
                        .map(|mut row| {
                            Ok(Order {
                                attempt_id: row.read()?,
                                order_no: row.read()?,
                                state: row.read()?,
                                attempt_state: row.read()?,
                                is_live: row.read()?,
                                memory: serde_json::from_str(&row.read::<String>()?).unwrap(),
                            })
                        })
                        .collect()
                })
            })
            .await
            .unwrap()
    }

    pub(super) async fn tenders(&self) -> Vec<(Uuid, i64)> {
        self.eye
            .read((), |tx, ()| {
                Box::pin(async move {
                    let rows = tx
                        .query(
                            "SELECT t.tender_id, t.amount FROM basket_tender t \
                             WHERE t.attempt_id IS NOT NULL ORDER BY t.position",
                            params![],
                        )
                        .await?;
                    rows.into_iter().map(shell::db::FromRow::from_row).collect()
                })
            })
            .await
            .unwrap()
    }

    pub(super) async fn number(&self, sql: &'static str) -> i64 {
        self.eye
            .read(sql, |tx, sql| {
                Box::pin(async move { Ok(tx.query_one(sql, params![]).await?.read()?) })
            })
            .await
            .unwrap()
    }

    pub(super) async fn is_sold(&self) -> bool {
        self.number("SELECT COUNT(*) FROM sales_order").await > 0
    }

    /// Whether the script is used up.
    pub(super) async fn is_met(&self) -> bool {
        let log = self.simulator.get("log").await;
        let text = log.to_string().to_lowercase().replace('_', "");
        text.contains(&self.plan.fault.fault.replace('_', ""))
    }

    pub(super) async fn check(&mut self) {
        let ledger = self.simulator.get("ledger").await;
        let mut kept = 0;
        for total in ledger["by_order"].as_array().unwrap() {
            let paid = total["paid_minor"].as_i64().unwrap();
            let refunded = total["refunded_minor"].as_i64().unwrap();
            kept += paid - refunded;
            if paid > DUE || refunded > paid {
                self.trouble.push(format!("moved twice: {total}"));
            }
        }
        let sold = self
            .number(
                "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM sales_order_tender \
                 WHERE attempt_id IS NOT NULL",
            )
            .await;
        let count = self.number("SELECT COUNT(*) FROM sales_order").await;
        let orders = self.orders().await;
        if kept != sold || count != 1 {
            self.trouble.push(format!(
                "kept {kept}, booked {sold}, {count} sales, {orders:?}"
            ));
        }
        for order in orders {
            let open = order
                .moment("final_at")
                .zip(order.moment("created_at"))
                .map(|(end, begin)| end.duration_since(begin));
            let is_refund = order.memory["refund_since"].is_string();
            if !is_refund && open.is_none_or(|open| open > OPEN_MAX) {
                self.trouble.push(format!("open for {open:?}: {order:?}"));
            }
        }
    }
}
