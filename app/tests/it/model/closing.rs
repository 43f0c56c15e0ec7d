//! The end of the day in the stories: somebody calculates a statement, clears it again, or counts and posts it.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use shell::db::{FromRow, Tx, TxFuture};
use testkit::{Answer, Client};

use super::world::euro;
use crate::statement::of;

/// What somebody does with the statement.
#[derive(Clone, Copy, Debug)]
pub(super) enum Closing {
    /// What was sold goes into it.
    Calculate,
    /// It leaves it again.
    Clear,
    /// The first tender that is not counted yet is.
    Count,
    /// Everything is counted, and it is posted.
    Post,
}

/// Does it; the last answer.
pub(super) async fn close(client: &Client, what: Closing) -> Option<Answer> {
    match what {
        Closing::Calculate => Some(calculate(client).await),
        Closing::Clear => {
            let statement = at_work(client).await?;
            Some(client.post(&of(&statement, "clear"), json!({})).await)
        }
        Closing::Count => {
            let statement = at_work(client).await?;
            count_next(client, &statement).await
        }
        Closing::Post => Some(post(client).await),
    }
}

/// The statement at work, when there is one.
async fn at_work(client: &Client) -> Option<Value> {
    let current = client.get("/statement/current").await;
    let statement = current.envelope["data"]["statement"].clone();
    (!statement.is_null()).then_some(statement)
}

/// Calculates; when an earlier date has sales that are not posted, that date.
async fn calculate(client: &Client) -> Answer {
    let asked = client.post("/statement", json!({})).await;
    match asked.envelope["error"]["params"]["date"].as_str() {
        Some(date) => {
            let body = json!({ "transactionDate": date });
            client.post("/statement", body).await
        }
        None => asked,
    }
}

async fn post(client: &Client) -> Answer {
    let mut answer = match at_work(client).await {
        Some(statement) if statement["state"] != "OPEN" => {
            let path = format!("/statement/{}", statement["statementNo"].as_str().unwrap());
            client.get(&path).await
        }
        _ => calculate(client).await,
    };
    if !answer.status.is_success() {
        return answer;
    }
    let statement = answer.envelope["data"].clone();
    while let Some(counted) = count_next(client, &answer.envelope["data"]).await {
        answer = counted;
        if !answer.status.is_success() {
            return answer;
        }
    }
    // Nobody counts here: the drawers are said to be empty, and a manager says why.
    let why = json!({ "reason": "The floats are in the safe" });
    client.post(&of(&statement, "posting"), why).await
}

/// Counts what is not counted yet: of cash the next drawer, as if it were empty, of slips what they come to.
async fn count_next(client: &Client, statement: &Value) -> Option<Answer> {
    let tenders = statement["tenders"].as_array()?;
    let is_left =
        |tender: &&Value| tender["countingRequired"] == true && tender["isCounted"] == false;
    let tender = tenders.iter().find(is_left)?;
    let mut body = json!({ "tenderCode": tender["tenderCode"], "reason": "Counted by two" });
    if tender["isCash"] == true {
        let drawers = tender["drawers"].as_array()?;
        let drawer = drawers.iter().find(|drawer| drawer["content"].is_null())?;
        body["terminalNo"] = drawer["terminalNo"].clone();
        body["denominations"] = json!([]);
    } else {
        // Of what is not told as long as cash is to be counted somebody finds nothing.
        let amount = &tender["transactionAmount"];
        body["amount"] = match amount {
            Value::Null => euro(0),
            amount => amount.clone(),
        };
        body["slips"] = tender["transactionQuantity"].clone();
    }
    Some(client.post(&of(statement, "count"), body).await)
}

/// The posted statements of a shop: their numbers, and everything that they say.
pub(super) type Posted = BTreeMap<String, String>;

/// How many posted statements are not as they were.
pub(super) fn changed(before: &Posted, now: &Posted) -> i64 {
    let is_changed = |(number, said): &(&String, &String)| now.get(*number) != Some(*said);
    let changed = before.iter().filter(is_changed).count();
    i64::try_from(changed).unwrap()
}

/// What the posted statements say now.
pub(super) fn read_posted(tx: &mut Tx) -> TxFuture<'_, Posted> {
    Box::pin(async move {
        let rows = tx.query(POSTED, &[]).await?;
        let posted: Result<Posted, _> = rows.into_iter().map(FromRow::from_row).collect();
        posted
    })
}

const POSTED: &str = "SELECT s.statement_no, s.transaction_date || ' ' || s.posting_date || ' ' || z.hash \
     || ' ' || CAST(z.z_no AS TEXT) || ' ' || CAST(s.documents AS TEXT) \
     || ' ' || CAST(s.sales_amount AS TEXT) || ' ' || CAST(s.line_discount AS TEXT) \
     || ' ' || CAST(s.liabilities AS TEXT) || ' ' || CAST(s.rounding_amount AS TEXT) \
     || ' ' || CAST(s.payment_amount AS TEXT) || ' ' || CAST(s.money_in AS TEXT) \
     || ' ' || CAST(s.difference AS TEXT) || ' ' || CAST(s.recycling_granted AS TEXT) \
     || ' ' || CAST(s.recycling_repaid AS TEXT) || ' ' || CAST(s.version AS TEXT) \
     || ' ' || CAST((SELECT COUNT(*) FROM statement_order x WHERE x.statement_no = s.statement_no) AS TEXT) \
     || ' ' || CAST((SELECT COUNT(*) FROM statement_count x WHERE x.statement_no = s.statement_no) AS TEXT) \
     FROM statement s JOIN statement_z z ON z.statement_no = s.statement_no WHERE s.state = 'POSTED'";

/// What must hold of them; rows as those of the world. The sums are made of orders and deposits themselves, and by
/// none of the product's own SQL.
pub(super) const INVARIANTS: &str = "
UNION ALL SELECT 'what was paid for the documents of a statement is what they sold, owe and rounded', COUNT(*)
  FROM statement s WHERE
  (SELECT COALESCE(SUM(t.tendered - t.change_given), 0) FROM statement_order x
   JOIN sales_order_tender t ON t.order_id = x.order_id WHERE x.statement_no = s.statement_no)
  + (SELECT COALESCE(SUM(t.tendered - t.change_given), 0) FROM statement_deposit_entry x
   JOIN deposit_tender t ON t.entry_id = x.entry_id WHERE x.statement_no = s.statement_no)
  <> (SELECT COALESCE(SUM(l.net), 0) FROM statement_order x
   JOIN sales_order_line l ON l.order_id = x.order_id WHERE x.statement_no = s.statement_no)
  + (SELECT COALESCE(SUM(o.rounding), 0) FROM statement_order x
   JOIN sales_order o ON o.order_id = x.order_id WHERE x.statement_no = s.statement_no)
  + (SELECT COALESCE(SUM(d.amount), 0) FROM statement_deposit_entry x
   JOIN deposit_ledger d ON d.entry_id = x.entry_id
   WHERE x.statement_no = s.statement_no AND d.entry_type IN ('PAY', 'GIVE_BACK'))
  + (SELECT COALESCE(SUM(t.rounding), 0) FROM statement_deposit_entry x
   JOIN deposit_tender t ON t.entry_id = x.entry_id WHERE x.statement_no = s.statement_no)
UNION ALL SELECT 'what a statement sold is what its orders sold', COUNT(*) FROM statement s
  WHERE s.sales_amount <> (SELECT COALESCE(SUM(l.net), 0) FROM statement_order x
   JOIN sales_order_line l ON l.order_id = x.order_id
   WHERE x.statement_no = s.statement_no AND NOT l.is_liability)
UNION ALL SELECT 'what a statement owes is gift cards and deposits', COUNT(*) FROM statement s
  WHERE s.liabilities <> (SELECT COALESCE(SUM(l.net), 0) FROM statement_order x
   JOIN sales_order_line l ON l.order_id = x.order_id
   WHERE x.statement_no = s.statement_no AND l.is_liability)
  + (SELECT COALESCE(SUM(d.amount), 0) FROM statement_deposit_entry x
   JOIN deposit_ledger d ON d.entry_id = x.entry_id
   WHERE x.statement_no = s.statement_no AND d.entry_type IN ('PAY', 'GIVE_BACK'))
UNION ALL SELECT 'what was paid for a statement is its tenders', COUNT(*) FROM statement s
  WHERE s.payment_amount <> (SELECT COALESCE(SUM(t.tendered - t.change_given), 0) FROM statement_order x
   JOIN sales_order_tender t ON t.order_id = x.order_id WHERE x.statement_no = s.statement_no)
  + (SELECT COALESCE(SUM(t.tendered - t.change_given), 0) FROM statement_deposit_entry x
   JOIN deposit_tender t ON t.entry_id = x.entry_id WHERE x.statement_no = s.statement_no)
  OR s.payment_amount <> (SELECT COALESCE(SUM(t.amount), 0) FROM statement_tender t
   WHERE t.statement_no = s.statement_no)
UNION ALL SELECT 'what a statement rounded is what cash was rounded', COUNT(*) FROM statement s
  WHERE s.rounding_amount <> (SELECT COALESCE(SUM(o.rounding), 0) FROM statement_order x
   JOIN sales_order o ON o.order_id = x.order_id WHERE x.statement_no = s.statement_no)
  + (SELECT COALESCE(SUM(t.rounding), 0) FROM statement_deposit_entry x
   JOIN deposit_tender t ON t.entry_id = x.entry_id WHERE x.statement_no = s.statement_no)
UNION ALL SELECT 'old gold of a statement is what its credits say', COUNT(*) FROM statement s
  WHERE s.recycling_granted + s.recycling_repaid <> (SELECT COALESCE(SUM(e.amount), 0)
   FROM statement_recycling_entry x JOIN recycling_credit_entry e ON e.entry_id = x.entry_id
   WHERE x.statement_no = s.statement_no)
UNION ALL SELECT 'what was sold before a statement was calculated is in one', COUNT(*) FROM statement s
  JOIN sales_order o ON o.store_no = s.store_no AND o.business_date <= s.transaction_date
  AND o.completed_at < s.calculated_at
  WHERE s.state <> 'OPEN' AND NOT EXISTS
   (SELECT 1 FROM statement_order x WHERE x.order_id = o.order_id)
UNION ALL SELECT 'what deposits brought before it was calculated is in one', COUNT(*) FROM statement s
  JOIN deposit_ledger d ON d.store_no = s.store_no AND d.business_date <= s.transaction_date
  AND d.booked_at < s.calculated_at AND d.entry_type IN ('PAY', 'GIVE_BACK', 'ADD', 'KEEP')
  WHERE s.state <> 'OPEN' AND NOT EXISTS
   (SELECT 1 FROM statement_deposit_entry x WHERE x.entry_id = d.entry_id)
UNION ALL SELECT 'nothing is in a statement that is open, and of none a date after its own', CAST(
  (SELECT COUNT(*) FROM statement_order x JOIN statement s ON s.statement_no = x.statement_no
   JOIN sales_order o ON o.order_id = x.order_id
   WHERE s.state = 'OPEN' OR o.business_date > s.transaction_date)
  + (SELECT COUNT(*) FROM statement_deposit_entry x JOIN statement s ON s.statement_no = x.statement_no
   JOIN deposit_ledger d ON d.entry_id = x.entry_id
   WHERE s.state = 'OPEN' OR d.business_date > s.transaction_date) AS BIGINT)
UNION ALL SELECT 'totals of the store never begin anew', COUNT(*) FROM statement_z z
  JOIN statement s ON s.statement_no = z.statement_no
  WHERE z.perpetual_sales <> s.sales_amount + (SELECT COALESCE(SUM(p.perpetual_sales), 0)
   FROM statement_z p WHERE p.store_no = z.store_no AND p.z_no = z.z_no - 1)
UNION ALL SELECT 'each Z names the hash of the one before', COUNT(*) FROM statement_z z
  WHERE z.previous_hash <> COALESCE((SELECT p.hash FROM statement_z p
   WHERE p.store_no = z.store_no AND p.z_no = z.z_no - 1), '')
";
