//! The proof of a Z: the journal signed it when it was posted, and it says what its statement says.

use journal::{Finding, Kind};
use kernel::id::StaffId;
use serde::Deserialize;
use shell::Outcome;
use shell::db::Db;

use crate::standing::{Counted, Standing};
use crate::store::{self, Event, KeptZ, Statement};
use crate::z::ZContent;

/// What the journal states of a statement that was posted.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stated {
    event: String,
    statement_no: String,
    business_date: String,
    z_no: i64,
    z_hash: String,
    sales_amount: i64,
    payment_amount: i64,
    difference: i64,
    perpetual_sales: i64,
    currency_code: String,
    /// Who stood for it besides; none of what nobody had to stand for.
    approved_by: Option<String>,
}

/// Which statement an event is about.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct About {
    event: String,
    statement_no: String,
}

/// A tender over all tills: its code, amount and quantity, and what was counted of it, in minor units.
pub(crate) type Tender = (String, i64, i64, Option<i64>);

/// What is told twice and must be the same: what it is, and what it says.
pub(crate) type Row = (&'static str, String);

/// What the entry to which a Z points states otherwise than the Z and its statement.
pub(crate) fn compare_entry(
    z: &KeptZ,
    (statement, approved_by): (&Statement, Option<&StaffId>),
    entry: Option<&(String, Vec<u8>)>,
) -> Vec<Finding> {
    let found = [
        ("in the journal", "statementPosted".to_owned()),
        ("statement", z.statement_no.clone()),
        ("business date", statement.transaction_date.to_string()),
        ("number", z.z_no.to_string()),
        ("hash", z.hash.clone()),
        ("sales", statement.amounts.totals.sales_amount.to_string()),
        (
            "payments",
            statement.amounts.totals.payment_amount.to_string(),
        ),
        (
            "difference",
            statement.difference.unwrap_or_default().to_string(),
        ),
        ("perpetual sales", z.perpetual_sales.to_string()),
        ("currency", statement.currency.code().to_owned()),
        ("approval", named(approved_by.map(StaffId::as_str))),
    ];
    let told = |it: Stated| {
        [
            it.event,
            it.statement_no,
            it.business_date,
            it.z_no.to_string(),
            it.z_hash,
            it.sales_amount.to_string(),
            it.payment_amount.to_string(),
            it.difference.to_string(),
            it.perpetual_sales.to_string(),
            it.currency_code,
            named(it.approved_by.as_deref()),
        ]
    };
    let differences = journal::compare_stated(entry, Kind::Event, |stated: Option<Stated>| {
        Some(match stated {
            None => vec![finding(z, "in the journal", "an entry", "none")],
            Some(stated) => differing(z, told(stated), found),
        })
    });
    differences.unwrap_or_default()
}

/// Somebody, or nobody.
fn named(staff_id: Option<&str>) -> String {
    staff_id.unwrap_or("nobody").to_owned()
}

/// What a statement took of each tender, and what was counted.
pub(crate) fn tenders(standing: &Standing) -> Vec<Tender> {
    let tender = |it: &Counted| {
        let counted = it.counted().map(|(amount, _)| amount);
        (it.tender_code.clone(), it.amount(), it.quantity(), counted)
    };
    standing.tenders.iter().map(tender).collect()
}

/// What a Z says otherwise than its own row, its statement and the statement's tenders.
pub(crate) fn compare_content(
    z: &KeptZ,
    statement: &Statement,
    tenders: &[Tender],
) -> Vec<Finding> {
    let Ok(content) = serde_json::from_str::<ZContent>(&z.content) else {
        return vec![finding(z, "content", "what a Z says", "something else")];
    };
    let totals = statement.amounts.totals;
    let expected = [
        z.z_no.to_string(),
        z.statement_no.clone(),
        z.perpetual_sales.to_string(),
        z.perpetual_absolute.to_string(),
        z.previous_hash.clone(),
        statement.transaction_date.to_string(),
        statement.currency.code().to_owned(),
        statement.amounts.documents.to_string(),
        totals.sales_amount.to_string(),
        totals.line_discount.to_string(),
        totals.liabilities.to_string(),
        totals.rounding_amount.to_string(),
        totals.payment_amount.to_string(),
        totals.money_in.to_string(),
        statement.difference.unwrap_or_default().to_string(),
        listed(tenders),
    ];
    let said: Vec<Tender> = content
        .tenders
        .into_iter()
        .map(|it| (it.tender_code, it.amount, it.quantity, it.counted_amount))
        .collect();
    let found = [
        ("number", content.z_no.to_string()),
        ("statement", content.statement_no),
        ("perpetual sales", content.perpetual_sales.to_string()),
        ("perpetual absolute", content.perpetual_absolute.to_string()),
        ("hash of the one before", content.previous_hash),
        ("business date", content.business_date),
        ("currency", content.currency_code),
        ("documents", content.documents.to_string()),
        ("sales", content.sales_amount.to_string()),
        ("discounts", content.line_discount.to_string()),
        ("liabilities", content.liabilities.to_string()),
        ("rounding", content.rounding_amount.to_string()),
        ("payments", content.payment_amount.to_string()),
        ("money in", content.money_in.to_string()),
        ("difference", content.difference.to_string()),
        ("tenders", listed(&said)),
    ];
    differing(z, expected, found)
}

fn listed(tenders: &[Tender]) -> String {
    let mut texts: Vec<_> = tenders
        .iter()
        .map(|(code, amount, quantity, counted)| format!("{code} {amount} {quantity} {counted:?}"))
        .collect();
    texts.sort_unstable();
    texts.join(", ")
}

/// The rows in which a Z says something else than it should.
pub(crate) fn differing<const ROWS: usize>(
    z: &KeptZ,
    expected: [String; ROWS],
    found: [Row; ROWS],
) -> Vec<Finding> {
    let rows = expected.into_iter().zip(found);
    rows.filter(|(expected, (_, found))| expected != found)
        .map(|(expected, (what, found))| finding(z, what, &expected, &found))
        .collect()
}

pub(crate) fn finding(z: &KeptZ, what: &str, expected: &str, found: &str) -> Finding {
    let what = format!("Z {} of {} {what}", z.z_no, z.store_no);
    Finding::of_table(what, expected.to_owned(), found.to_owned())
}

/// Entries that state a posting of which there is no Z, or of which the Z points to another entry.
pub(crate) async fn strays(db: &Db, chain: &str, events: &[Event]) -> Outcome<Vec<Finding>> {
    let mut findings = Vec::new();
    for (seq, _, payload) in events {
        let Some(statement_no) = posted_by(payload) else {
            continue;
        };
        let place = db
            .read(statement_no.clone(), |tx, statement_no| {
                Box::pin(store::place_of_z(tx, statement_no))
            })
            .await?;
        if place != Some((chain.to_owned(), *seq)) {
            findings.push(Finding::of_table(
                format!("statement_z of {chain} {seq}"),
                format!("the Z of {statement_no}"),
                place.map_or("none".to_owned(), |(chain, seq)| {
                    format!("one of {chain} {seq}")
                }),
            ));
        }
    }
    Ok(findings)
}

/// Statements that are posted and have no Z.
pub(crate) async fn without_z(db: &Db) -> Outcome<Vec<Finding>> {
    let statements = db
        .read((), |tx, ()| Box::pin(store::posted_without_z(tx)))
        .await?;
    let finding = |statement_no: String| {
        let what = format!("Z of {statement_no}");
        Finding::of_table(what, "one".to_owned(), "none".to_owned())
    };
    Ok(statements.into_iter().map(finding).collect())
}

/// Which statement an event says to be posted.
fn posted_by(payload: &[u8]) -> Option<String> {
    let about: About = serde_json::from_slice(payload).ok()?;
    (about.event == "statementPosted").then_some(about.statement_no)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use kernel::Currency;
    use kernel::id::StoreNo;
    use serde_json::{Value, json};

    use super::*;
    use crate::rule::amount::Totals;
    use crate::rule::state::StatementState;
    use crate::store::Amounts;

    fn statement() -> Statement {
        Statement {
            statement_no: "S-PAR-2026-0001".to_owned(),
            store_no: StoreNo("PAR".to_owned()),
            state: StatementState::Posted,
            transaction_date: date(2026, 11, 21),
            posting_date: Some(date(2026, 11, 21)),
            currency: Currency::Eur,
            calculation_no: 1,
            amounts: Amounts {
                documents: 1,
                totals: Totals {
                    sales_amount: 100,
                    line_discount: 20,
                    payment_amount: 100,
                    money_in: 100,
                    ..Amounts::NONE.totals
                },
                absolute: 120,
                ..Amounts::NONE
            },
            difference: Some(-5),
            failure: None,
            version: 4,
        }
    }

    fn content() -> Value {
        json!({
            "format": 2, "zNo": 1, "statementNo": "S-PAR-2026-0001", "businessDate": "2026-11-21",
            "currencyCode": "EUR", "documents": 1, "salesAmount": 100, "lineDiscount": 20,
            "liabilities": 0, "roundingAmount": 0, "paymentAmount": 100, "moneyIn": 100,
            "difference": -5, "bagNo": null,
            "tenders": [{ "tenderCode": "CASH", "amount": 100, "quantity": 1, "countedAmount": 95 }],
            "perpetualSales": 100, "perpetualAbsolute": 120, "previousHash": "",
        })
    }

    fn z(content: &Value) -> KeptZ {
        KeptZ {
            statement_no: "S-PAR-2026-0001".to_owned(),
            store_no: "PAR".to_owned(),
            z_no: 1,
            perpetual_sales: 100,
            perpetual_absolute: 120,
            content: content.to_string(),
            hash: "ab".to_owned(),
            previous_hash: String::new(),
            sales_amount: 100,
            absolute_amount: 120,
        }
    }

    fn cash() -> Vec<Tender> {
        vec![("CASH".to_owned(), 100, 1, Some(95))]
    }

    #[test]
    fn a_z_that_says_something_else_than_its_statement_is_found() {
        assert_eq!(compare_content(&z(&content()), &statement(), &cash()), []);
        for (member, other) in [
            ("zNo", json!(2)),
            ("statementNo", json!("S")),
            ("businessDate", json!("2026-11-20")),
            ("currencyCode", json!("HKD")),
            ("documents", json!(2)),
            ("salesAmount", json!(1)),
            ("lineDiscount", json!(1)),
            ("liabilities", json!(1)),
            ("roundingAmount", json!(1)),
            ("paymentAmount", json!(1)),
            ("moneyIn", json!(1)),
            ("difference", json!(0)),
            ("tenders", json!([])),
            ("perpetualSales", json!(1)),
            ("perpetualAbsolute", json!(1)),
            ("previousHash", json!("ab")),
        ] {
            let mut changed = content();
            changed[member] = other;
            let found = compare_content(&z(&changed), &statement(), &cash());
            assert_eq!(found.len(), 1, "{member}: {found:?}");
        }
        let more = [cash(), vec![("VISA".to_owned(), 1, 1, None)]].concat();
        assert_eq!(
            compare_content(&z(&content()), &statement(), &more).len(),
            1
        );
        let recounted = vec![("CASH".to_owned(), 100, 1, Some(100))];
        assert_eq!(
            compare_content(&z(&content()), &statement(), &recounted).len(),
            1
        );
        assert_eq!(compare_content(&z(&json!("Z")), &statement(), &[]).len(), 1);
    }

    #[test]
    fn a_z_that_the_journal_does_not_know_so_is_found() {
        let entry = json!({
            "event": "statementPosted", "statementNo": "S-PAR-2026-0001",
            "businessDate": "2026-11-21", "zNo": 1, "zHash": "ab", "salesAmount": 100,
            "paymentAmount": 100, "difference": -5, "perpetualSales": 100, "currencyCode": "EUR",
            "approvedBy": "nadia",
        });
        let nadia = StaffId::from("nadia");
        let compare = |entry: Option<&(String, Vec<u8>)>| {
            compare_entry(&z(&content()), (&statement(), Some(&nadia)), entry)
        };
        let findings = |kind: &str, entry: &Value| {
            let entry = (kind.to_owned(), entry.to_string().into_bytes());
            compare(Some(&entry)).len()
        };
        assert_eq!(findings("event", &entry), 0);
        assert_eq!(findings("copy", &entry), 1, "an entry of another kind");
        for member in entry.as_object().unwrap().keys() {
            let mut changed = entry.clone();
            changed[member] = match &entry[member] {
                Value::Number(_) => json!(7),
                _ => json!("2026-01-01"),
            };
            assert_eq!(findings("event", &changed), 1, "{member}");
        }
        assert_eq!(compare(None).len(), 1);
        let purged = ("event".to_owned(), Vec::new());
        let found = compare(Some(&purged));
        assert_eq!(found, [], "nothing is left to compare");
    }

    #[test]
    fn an_event_names_the_statement_that_was_posted() {
        let other = json!({ "event": "statementCleared", "statementNo": "S", "documents": 1 });
        assert_eq!(posted_by(other.to_string().as_bytes()), None);
        let posted = json!({ "event": "statementPosted", "statementNo": "S", "zNo": 1 });
        let found = posted_by(posted.to_string().as_bytes());
        assert_eq!(found.as_deref(), Some("S"), "whatever else it tells");
        assert_eq!(posted_by(b""), None);
    }
}
