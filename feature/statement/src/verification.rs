//! The proof: the Z of each store are one chain without gaps, and say what their statements, their documents and
//! the journal say; their copies stand in the journal.

use journal::Finding;
use kernel::id::StaffId;
use shell::Failure;
use shell::Outcome;
use shell::db::{Db, Tx, TxFuture};

use crate::NOT_FOUND;
use crate::copies;
use crate::report;
use crate::rule::amount::RecyclingCredits;
use crate::rule::report::{Report, ReportTender};
use crate::standing::Standing;
use crate::store::{self, Floats, KeptZ, NamedClosing, Statement};
use crate::z::{ZContent, format_of, hash};
use crate::z_proof::{compare_content, compare_entry, tenders, without_z};
use crate::{z_closing, z_drawer};

/// How many Z are read at a time.
const PAGE_ROWS: i64 = 200;

/// A Z with what must say the same.
struct Proved {
    z: KeptZ,
    standing: Standing,
    /// Kind and payload of the entry of the journal to which it points.
    entry: Option<(String, Vec<u8>)>,
    /// The entry of the journal that it names as the closing of its date.
    closing: Option<NamedClosing>,
    /// What the statement left in the drawers.
    left: Floats,
    /// Who stood for what is above the maximum besides who posted it.
    approved_by: Option<StaffId>,
    /// What its documents come to now; none when they do not balance any more.
    recomputed: Option<Report>,
}

/// Z that were changed, that lack the one before, or that say something else than their statements, and Z and
/// copies that the journal does not know, or knows alone.
///
/// # Errors
/// The database's failure.
pub async fn verify(db: &Db) -> Outcome<Vec<Finding>> {
    let mut findings = copies::verify(db).await?;
    findings.extend(without_z(db).await?);
    let mut before: Option<KeptZ> = None;
    loop {
        let after = before
            .as_ref()
            .map(|z| (z.store_no.clone(), z.z_no))
            .unwrap_or_default();
        let page = db.read(after, read_page).await?;
        if page.is_empty() {
            return Ok(findings);
        }
        for it in page {
            let previous = before.filter(|before| before.store_no == it.z.store_no);
            findings.extend(compare(previous.as_ref(), &it.z));
            findings.extend(compare_content(
                &it.z,
                &it.standing.statement,
                &tenders(&it.standing),
            ));
            findings.extend(compare_entry(
                &it.z,
                (&it.standing.statement, it.approved_by.as_ref()),
                it.entry.as_ref(),
            ));
            findings.extend(compare_drawers(&it));
            findings.extend(z_closing::compare(&it.z, it.closing.as_ref()));
            findings.extend(compare_report(&it.z, it.recomputed.as_ref()));
            let kept = it.standing.statement.amounts.recycling;
            findings.extend(compare_credits(&it.z, kept, it.recomputed.as_ref()));
            before = Some(it.z);
        }
    }
}

/// A page of Z.
fn read_page<'a>(tx: &'a mut Tx, (store_no, z_no): &'a (String, i64)) -> TxFuture<'a, Vec<Proved>> {
    Box::pin(async move {
        let mut page = Vec::new();
        for z in store::list_z(tx, store_no, *z_no, PAGE_ROWS).await? {
            let statement = store::find(tx, &z.statement_no).await?;
            let statement = statement.ok_or_else(|| Failure::from(&NOT_FOUND))?;
            page.push(Proved {
                recomputed: recompute(tx, &statement).await?,
                entry: store::entry_of_z(tx, &z.statement_no).await?,
                left: store::floats_of(tx, &z.statement_no).await?,
                approved_by: store::last_posting(tx, &z.statement_no)
                    .await?
                    .and_then(|(_, approved_by, _)| approved_by),
                standing: Standing::read(tx, statement).await?,
                closing: z_closing::find(tx, &z).await?,
                z,
            });
        }
        Ok(page)
    })
}

/// What the documents of a statement come to; none when they do not balance any more.
async fn recompute(tx: &mut Tx, statement: &Statement) -> Outcome<Option<Report>> {
    match report::of_documents(tx, statement).await {
        Ok(report) => Ok(Some(report)),
        Err(Failure::Refused(_)) => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// Whether a Z says of its drawers what was counted and left in them.
fn compare_drawers(it: &Proved) -> Vec<Finding> {
    let report = report_of(&it.z);
    let drawers = report.map(|report| report.drawers).unwrap_or_default();
    let said = (format_of(&it.z.content), drawers.as_slice());
    z_drawer::compare(&it.z, said, (&z_drawer::counted(&it.standing), &it.left))
}

/// Whether the report of a Z, where it has one, is what its documents come to. Item classes are left out:
/// an item may be in another one since.
fn compare_report(z: &KeptZ, recomputed: Option<&Report>) -> Vec<Finding> {
    let Some(kept) = report_of(z) else {
        return Vec::new();
    };
    let what = |what: &str| format!("Z {} of {} {what}", z.z_no, z.store_no);
    let mut findings = Vec::new();
    if !kept.adds_up() {
        let (parts, sum) = (
            "the sum of its parts".to_owned(),
            kept.sales_amount.to_string(),
        );
        findings.push(Finding::of_table(what("sales"), parts, sum));
    }
    let figures = recomputed.map(figures).unwrap_or_default();
    for (index, (name, found)) in self::figures(&kept).into_iter().enumerate() {
        let expected = figures.get(index).map(|(_, it)| it.clone());
        let expected = expected.unwrap_or_else(|| "documents that balance".to_owned());
        if expected != found {
            findings.push(Finding::of_table(what(name), expected, found));
        }
    }
    findings
}

/// Whether the recycling credit of a statement is what its entries come to, and what its Z says, when that says it.
fn compare_credits(z: &KeptZ, kept: RecyclingCredits, recomputed: Option<&Report>) -> Vec<Finding> {
    let rows =
        |credits: RecyclingCredits| [("granted", credits.granted), ("repaid", credits.repaid)];
    let entries = recomputed.and_then(|it| it.recycling);
    let stated = report_of(z).and_then(|it| it.recycling);
    let mut findings = Vec::new();
    for other in [entries, stated].into_iter().flatten() {
        for ((name, expected), (_, found)) in rows(other).into_iter().zip(rows(kept)) {
            if expected != found {
                let what = format!("recycling credit {name} in {}", z.statement_no);
                findings.push(Finding::of_table(
                    what,
                    expected.to_string(),
                    found.to_string(),
                ));
            }
        }
    }
    findings
}

/// The report of a Z; none of one in the first format.
fn report_of(z: &KeptZ) -> Option<Report> {
    serde_json::from_str::<ZContent>(&z.content).ok()?.report
}

/// What follows from documents alone.
fn figures(report: &Report) -> Vec<(&'static str, String)> {
    let tender = |it: &ReportTender| format!("{} {} {}", it.tender_code, it.amount, it.quantity);
    let tenders: Vec<String> = report.tenders.iter().map(tender).collect();
    let vat = report.vat.iter();
    let vat: Vec<String> = vat
        .map(|it| format!("{} {} {}", it.vat_rate, it.gross, it.vat_amount))
        .collect();
    vec![
        ("sales", report.sales_amount.to_string()),
        ("discounts", report.line_discount.to_string()),
        ("rounding", report.rounding_amount.to_string()),
        ("gift cards", report.gift_cards.to_string()),
        ("deposits received", report.deposits_received.to_string()),
        ("deposits paid back", report.deposits_paid_back.to_string()),
        ("payments", report.payment_amount.to_string()),
        ("money in", report.money_in.to_string()),
        ("refunds", report.refund_amount.to_string()),
        ("transactions", report.counts.transactions.to_string()),
        ("VAT", vat.join(", ")),
        ("tenders", tenders.join(", ")),
    ]
}

/// What is wrong with a Z behind the one before in its store.
fn compare(previous: Option<&KeptZ>, z: &KeptZ) -> Vec<Finding> {
    let number = |z: &KeptZ| z.z_no;
    let rows = [
        ("hash", hash(&z.content), z.hash.clone()),
        (
            "number",
            (previous.map_or(0, number) + 1).to_string(),
            z.z_no.to_string(),
        ),
        (
            "hash of the one before",
            previous.map_or_else(String::new, |it| it.hash.clone()),
            z.previous_hash.clone(),
        ),
        (
            "perpetual sales",
            (previous.map_or(0, |it| it.perpetual_sales) + z.sales_amount).to_string(),
            z.perpetual_sales.to_string(),
        ),
        (
            "perpetual absolute",
            (previous.map_or(0, |it| it.perpetual_absolute) + z.absolute_amount).to_string(),
            z.perpetual_absolute.to_string(),
        ),
    ];
    rows.into_iter()
        .filter(|(_, expected, found)| expected != found)
        .map(|(what, expected, found)| {
            let what = format!("Z {} of {} {what}", z.z_no, z.store_no);
            Finding::of_table(what, expected, found)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use kernel::Currency;
    use payment::rule::kind::TenderType;
    use serde_json::json;

    use super::*;
    use crate::rule::report::{Facts, LineSum, Taken, VatSum};

    fn z(z_no: i64, previous: Option<&KeptZ>) -> KeptZ {
        let content = format!("Z {z_no}");
        KeptZ {
            statement_no: format!("S-PAR-2026-{z_no:04}"),
            store_no: "PAR".to_owned(),
            z_no,
            perpetual_sales: previous.map_or(0, |it| it.perpetual_sales) + 100,
            perpetual_absolute: previous.map_or(0, |it| it.perpetual_absolute) + 120,
            hash: hash(&content),
            content,
            previous_hash: previous.map_or_else(String::new, |it| it.hash.clone()),
            sales_amount: 100,
            absolute_amount: 120,
        }
    }

    #[test]
    fn each_change_of_a_z_is_found() {
        let first = z(1, None);
        let second = z(2, Some(&first));
        assert_eq!(compare(None, &first), []);
        assert_eq!(compare(Some(&first), &second), []);
        let table: [fn(&mut KeptZ); 6] = [
            |z| z.content.push('!'),
            |z| z.hash.push('0'),
            |z| z.z_no = 3,
            |z| z.previous_hash.clear(),
            |z| z.sales_amount += 1,
            |z| z.perpetual_absolute -= 1,
        ];
        for (at, change) in table.into_iter().enumerate() {
            let mut changed = second.clone();
            change(&mut changed);
            assert_eq!(compare(Some(&first), &changed).len(), 1, "change {at}");
        }
        // The first one is missing: number, hash and both totals tell.
        assert_eq!(compare(None, &second).len(), 4);
    }

    #[test]
    fn recycling_credit_that_its_entries_do_not_come_to_is_found() {
        let credits = |granted, repaid| RecyclingCredits { granted, repaid };
        let report = |recycling| {
            let facts = Facts {
                recycling,
                ..Facts::default()
            };
            Report::of(&facts, Currency::Eur).unwrap()
        };
        let kept = credits(32_967, 12_900);
        let found = |z: &KeptZ, recycling| compare_credits(z, kept, Some(&report(recycling)));
        assert_eq!(found(&z(1, None), kept), [], "its Z says nothing");
        assert_eq!(found(&z(1, None), credits(0, 12_900)).len(), 1);
        assert_eq!(found(&z(1, None), credits(32_967, 0)).len(), 1);
        let stating = |recycling| kept_z(&report(recycling));
        assert_eq!(found(&stating(kept), kept), []);
        assert_eq!(found(&stating(credits(0, 0)), kept).len(), 2);
    }

    /// A Z with a report.
    fn kept_z(report: &Report) -> KeptZ {
        KeptZ {
            content: json!({
                "format": 2, "zNo": 1, "statementNo": "S", "businessDate": "2026-11-21",
                "currencyCode": "EUR", "documents": 1, "salesAmount": 100, "lineDiscount": 20,
                "liabilities": 0, "roundingAmount": 0, "paymentAmount": 100, "moneyIn": 100,
                "difference": 0, "bagNo": null, "tenders": [], "perpetualSales": 100,
                "perpetualAbsolute": 120, "previousHash": "", "report": report,
            })
            .to_string(),
            ..z(1, None)
        }
    }

    #[test]
    fn a_report_that_documents_do_not_come_to_is_found() {
        let facts = Facts {
            lines: vec![LineSum {
                category: "RING".to_owned(),
                category_name: "Rings".to_owned(),
                vat_rate: 200_000,
                is_liability: false,
                is_return: false,
                pieces: 1,
                net: 100,
                discount: 20,
                vat_amount: 17,
            }],
            vat: vec![VatSum {
                vat_rate: 200_000,
                gross: 100,
                vat_amount: 17,
            }],
            tenders: vec![Taken {
                tender_code: "CASH".to_owned(),
                name: "Cash".to_owned(),
                tender_type: TenderType::Cash,
                amount: 100,
                quantity: 1,
                foreign: None,
            }],
            ..Facts::default()
        };
        let report = Report::of(&facts, Currency::Eur).unwrap();
        let kept = kept_z;
        assert_eq!(compare_report(&kept(&report), Some(&report)), []);
        assert_eq!(
            compare_report(&z(1, None), Some(&report)),
            [],
            "the first format"
        );
        // Another class of an item is no finding; another sum is, once for each that differs.
        type Change = fn(&mut Report);
        let table: [(Change, usize); 7] = [
            (|it| it.categories[0].code = "OTHER".to_owned(), 0),
            (|it| it.counts.logins += 1, 0),
            (|it| it.categories[0].amount += 1, 1),
            (|it| it.line_discount += 1, 1),
            (|it| it.tenders[0].quantity += 1, 1),
            (|it| it.vat[0].vat_amount += 1, 1),
            (|it| it.sales_amount += 1, 2),
        ];
        for (at, (change, findings)) in table.into_iter().enumerate() {
            let mut changed = report.clone();
            change(&mut changed);
            let found = compare_report(&kept(&changed), Some(&report));
            assert_eq!(found.len(), findings, "change {at}: {found:?}");
        }
        assert!(!compare_report(&kept(&report), None).is_empty());
    }
}
