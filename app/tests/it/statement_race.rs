//! Somebody closes while others sell, again and again: each order, and each payment on a deposit, is in one
//! statement or waits for the next, and what each statement says is what lies in it.
//!
//! `STATEMENT_RACES=n` is how often; `make test-long` takes a thousand.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Client, Shop};

use crate::deposit::{deposit, euro, fill, path};
use crate::payment::assert_books_hold;
use crate::race::add_tills;
use crate::statement::{calculate, count, of, open, sell_bag};

/// How often, unless the environment says otherwise.
const RACES: usize = 30;
/// How many sales, or payments on a deposit, each till makes while one statement is closed.
const SALES: usize = 2;
/// What each payment on the deposit is, in cents: it lasts for a thousand races.
const PAYMENT: i64 = 40;

fn races() -> usize {
    let text = std::env::var("STATEMENT_RACES").unwrap_or_default();
    text.parse().unwrap_or(RACES)
}

/// Calculates as a person does: again when somebody was paying.
async fn calculate_patiently(manager: &Client) -> Value {
    loop {
        let answer = calculate(manager).await;
        if answer.status.is_success() {
            return answer.ok();
        }
        assert_eq!(answer.refused(), (409, "statement.basket_paying"));
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

async fn close(manager: &Client) {
    let statement = calculate_patiently(manager).await;
    if let Some(cash) = statement["tenders"].get(0) {
        for drawer in cash["drawers"].as_array().unwrap() {
            let till = drawer["terminalNo"].as_str().unwrap();
            count(manager, &statement, till, &[]).await.ok();
        }
    }
    let why = json!({ "reason": "Nobody counts here" });
    manager.post(&of(&statement, "posting"), why).await.ok();
}

async fn pay_on(till: &Client, deposit: &Value) {
    let more = json!({ "amount": euro(PAYMENT) });
    till.post(&path(deposit, "payment"), more).await.ok();
    till.pay_cash(PAYMENT).await.ok();
}

/// Orders and payments on deposits in no statement, and statements that say something else than what lies in them.
async fn assert_each_is_in_one(shop: &Shop) {
    let missing = "SELECT COUNT(*) FROM sales_order o WHERE NOT EXISTS \
         (SELECT 1 FROM statement_order s WHERE s.order_id = o.order_id)";
    assert_eq!(shop.number(missing).await, 0, "orders in none");
    let twice = "SELECT COUNT(*) - COUNT(DISTINCT order_id) FROM statement_order";
    assert_eq!(shop.number(twice).await, 0, "orders in two");
    let missing = "SELECT COUNT(*) FROM deposit_ledger l WHERE NOT EXISTS \
         (SELECT 1 FROM statement_deposit_entry s WHERE s.entry_id = l.entry_id)";
    assert_eq!(shop.number(missing).await, 0, "payments in none");
    let twice = "SELECT COUNT(*) - COUNT(DISTINCT entry_id) FROM statement_deposit_entry";
    assert_eq!(shop.number(twice).await, 0, "payments in two");
    let wrong = "SELECT COUNT(*) FROM statement t WHERE t.sales_amount <> \
         (SELECT CAST(COALESCE(SUM(o.total), 0) AS BIGINT) FROM statement_order s \
         JOIN sales_order o ON o.order_id = s.order_id WHERE s.statement_no = t.statement_no) \
         OR t.liabilities <> (SELECT CAST(COALESCE(SUM(l.amount), 0) AS BIGINT) \
         FROM statement_deposit_entry s JOIN deposit_ledger l ON l.entry_id = s.entry_id \
         WHERE s.statement_no = t.statement_no) \
         OR t.documents <> (SELECT COUNT(*) FROM statement_order s \
         WHERE s.statement_no = t.statement_no) + (SELECT COUNT(*) FROM statement_deposit_entry s \
         WHERE s.statement_no = t.statement_no)";
    assert_eq!(shop.number(wrong).await, 0, "statements that are wrong");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_sells_while_another_closes_is_in_one_statement() {
    let (shop, _) = open().await;
    let sellers = [shop.seller("mei").await, shop.seller("leo").await];
    let manager = shop.log_in("manager").await;
    add_tills(&shop).await;
    let payer = shop.seller("r1").await;
    fill(&payer).await;
    let deposit = deposit(&payer, 50_000).await;
    for _ in 0..races() {
        let selling = sellers.iter().map(|till| async move {
            for _ in 0..SALES {
                sell_bag(till).await;
            }
        });
        let paying = async {
            for _ in 0..SALES {
                pay_on(&payer, &deposit).await;
            }
        };
        tokio::join!(close(&manager), futures::future::join_all(selling), paying);
    }
    close(&manager).await;
    let sold = i64::try_from(races() * SALES * sellers.len()).unwrap();
    assert_eq!(shop.number("SELECT COUNT(*) FROM sales_order").await, sold);
    let paid = i64::try_from(races() * SALES).unwrap() + 1;
    assert_eq!(
        shop.number("SELECT COUNT(*) FROM deposit_ledger").await,
        paid
    );
    assert_each_is_in_one(&shop).await;
    assert_eq!(statement::verify(shop.db()).await.unwrap(), []);
    assert_books_hold(&shop).await;
}
