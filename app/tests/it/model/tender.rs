//! Tenders of the stories that are neither cash of the store nor a wallet: foreign cash, vouchers and
//! slips; and the withdrawal from a sale of old gold.

use serde_json::{Value, json};
use shell::db::{Tx, TxFuture, params};
use testkit::{Answer, Client, Shop};

use super::world::{of_remaining, part};
use crate::tender::take;

/// How many vouchers of the office a story has.
pub(super) const VOUCHERS: usize = 3;
/// How many slips a story tells apart; a number comes again now and then.
pub(super) const SLIPS: usize = 30;
/// What a voucher is worth, in cents.
const VOUCHER: i64 = 4_500;
/// What one dollar is worth, in hundred-millionths of a euro.
const DOLLAR: i64 = 90_000_000;

/// The store takes dollars, its vouchers and slips of the mall, and there are vouchers for all stories.
pub(super) async fn set_up(shop: &Shop, vouchers: usize) {
    let admin = shop.log_in("admin").await;
    take(&admin, "CASH-USD", "FX_CASH", Some("USD")).await;
    take(&admin, "EX-VOUCHER", "VOUCHER", None).await;
    take(&admin, "SLIP", "MALL", None).await;
    shop.db().write(vouchers, write_vouchers).await.unwrap();
}

fn write_vouchers<'a>(tx: &'a mut Tx, vouchers: &'a usize) -> TxFuture<'a, ()> {
    Box::pin(async move {
        for at in 0..*vouchers {
            tx.execute_one(
                "INSERT INTO voucher (voucher_no, currency_code, amount, issued_on, is_blocked) \
                 VALUES ($1, 'EUR', $2, '2026-11-01', $3)",
                params![voucher(at), VOUCHER, false],
            )
            .await?;
            tx.execute_one(
                "INSERT INTO voucher_ledger (voucher_no, entry_no, entry_type, amount) \
                 VALUES ($1, 1, 'OPENING', $2)",
                params![voucher(at), VOUCHER],
            )
            .await?;
        }
        Ok(())
    })
}

fn voucher(at: usize) -> String {
    format!("EV-{at}")
}

/// The number of a voucher that was given as change, by its place among them: numbers are of chance. Where there are
/// fewer, one that nobody has.
async fn change(shop: &Shop, at: usize) -> String {
    let at = i64::try_from(at).unwrap();
    let number = shop.db().read(at, |tx, at| {
        Box::pin(async move {
            let sql = "SELECT voucher_no FROM voucher WHERE issued_by IS NOT NULL \
                 ORDER BY issued_by LIMIT 1 OFFSET $1";
            let row = tx.query_opt(sql, params![*at]).await?;
            Ok(row.map(|mut row| row.read::<String>()).transpose()?)
        })
    });
    number
        .await
        .unwrap()
        .unwrap_or_else(|| "EV-NOBODY".to_owned())
}

/// The rate of a day, once.
pub(super) fn publish_rate<'a>(tx: &'a mut Tx, day: &'a str) -> TxFuture<'a, ()> {
    Box::pin(async move {
        tx.execute(
            "INSERT INTO exchange_rate (currency_code, foreign_code, valid_from, rate) \
             VALUES ('EUR', 'USD', $1, $2) \
             ON CONFLICT (currency_code, foreign_code, valid_from) DO NOTHING",
            params![day, DOLLAR],
        )
        .await?;
        Ok(())
    })
}

async fn book(client: &Client, code: &str, amount: Value, reference: Option<&str>) -> Answer {
    let mut body = json!({ "tenderCode": code, "amount": amount });
    if let Some(reference) = reference {
        body["reference"] = json!(reference);
    }
    client.post("/payment/tender", body).await
}

/// Dollars for a part of what is left, or for more than that.
pub(super) async fn pay_dollars(client: &Client, percent: i64) -> Option<Answer> {
    let left = of_remaining(client, percent).await?["minor"].as_i64()?;
    let dollars = part(left * 100_000_000 / DOLLAR, 100);
    let amount = json!({ "minor": dollars, "currency": "USD" });
    Some(book(client, "CASH-USD", amount, None).await)
}

/// A voucher of the office, or one that was given as change: all that it is worth.
pub(super) async fn pay_by_voucher(
    (shop, client): (&Shop, &Client),
    at: usize,
    is_change: bool,
) -> Option<Answer> {
    let number = match is_change {
        true => change(shop, at).await,
        false => voucher(at),
    };
    let seen = client.get(&format!("/payment/voucher/{number}")).await;
    let amount = seen.envelope["data"]["amount"].clone();
    match amount.is_null() {
        true => Some(seen),
        false => Some(book(client, "EX-VOUCHER", amount, Some(&number)).await),
    }
}

/// A slip of the mall for a part of what is left.
pub(super) async fn pay_by_slip(client: &Client, percent: i64, slip: usize) -> Option<Answer> {
    let amount = of_remaining(client, percent).await?;
    Some(book(client, "SLIP", amount, Some(&format!("S-{slip}"))).await)
}

/// Somebody wants old gold back, and pays back by card what was spent of the credit.
pub(super) async fn withdraw(client: &Client, recycling_id: &str) -> Option<Answer> {
    let path = format!("/recycling/{recycling_id}");
    let version = client.get(&path).await.envelope["data"]["version"].clone();
    let path = format!("{path}/withdraw");
    let body = json!({ "version": version, "repayment": null });
    let asked = client.post(&path, body).await;
    let missing = asked.envelope["error"]["params"]["missing"].clone();
    if missing.is_null() {
        return Some(asked);
    }
    let repayment = json!({ "means": "CARD", "reference": "0042", "amount": missing });
    let body = json!({ "version": version, "repayment": repayment });
    Some(client.post(&path, body).await)
}

/// What must hold of them; rows as those of the world.
pub(super) const INVARIANTS: &str = "
UNION ALL SELECT 'a voucher that paid is a tender of all that it is worth', COUNT(*) FROM voucher v
  WHERE v.redeemed_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM basket_tender t
   WHERE t.tender_id = v.redeemed_by AND t.tender_code = 'EX-VOUCHER' AND t.tendered = v.amount)
UNION ALL SELECT 'what vouchers paid is what they were worth', CAST(
  (SELECT COALESCE(SUM(v.amount), 0) FROM voucher v WHERE v.redeemed_by IS NOT NULL)
  - (SELECT COALESCE(SUM(t.tendered), 0) FROM basket_tender t
   WHERE t.tender_code = 'EX-VOUCHER' AND t.amount > 0) AS BIGINT)
UNION ALL SELECT 'vouchers that are change were given as change', CAST(
  (SELECT COALESCE(SUM(v.amount), 0) FROM voucher v WHERE v.issued_by IS NOT NULL)
  + (SELECT COALESCE(SUM(t.amount), 0) FROM basket_tender t
   WHERE t.tender_code = 'EX-VOUCHER' AND t.change_of IS NOT NULL) AS BIGINT)
UNION ALL SELECT 'foreign cash is worth its rate, rounded down', COUNT(*) FROM basket_tender t
  WHERE t.tender_code = 'CASH-USD' AND t.tendered <> t.foreign_amount * 9 / 10
UNION ALL SELECT 'gold that was taken back lies there no more, and its credit is gone', COUNT(*)
  FROM recycling r WHERE r.state = 'WITHDRAWN' AND (
  (SELECT COALESCE(SUM(s.weight), 0) FROM recycling_stock_entry s
   WHERE s.recycling_id = r.recycling_id) <> 0
  OR (SELECT COALESCE(SUM(e.amount), 0) FROM recycling_credit_entry e
   WHERE e.recycling_id = r.recycling_id AND e.entry_type IN ('GRANT', 'REVERSE')) <> 0)
";
