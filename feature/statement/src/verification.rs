//! The proof: the Z of each store are one chain without gaps, and say what their statements say.

use journal::Finding;
use shell::Outcome;
use shell::db::Db;

use crate::post::hash;
use crate::store::{self, KeptZ};

/// How many Z are read at a time.
const PAGE_ROWS: i64 = 200;

/// Z that were changed, that lack the one before, or that say something else than their statements.
///
/// # Errors
/// The database's failure.
pub async fn verify(db: &Db) -> Outcome<Vec<Finding>> {
    let mut findings = Vec::new();
    let mut before: Option<KeptZ> = None;
    loop {
        let after = before
            .as_ref()
            .map(|z| (z.store_no.clone(), z.z_no))
            .unwrap_or_default();
        let page = db
            .read(after, |tx, (store_no, z_no)| {
                Box::pin(store::list_z(tx, store_no, *z_no, PAGE_ROWS))
            })
            .await?;
        if page.is_empty() {
            return Ok(findings);
        }
        for z in page {
            let previous = before.filter(|it| it.store_no == z.store_no);
            findings.extend(compare(previous.as_ref(), &z));
            before = Some(z);
        }
    }
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
    use super::*;

    fn z(z_no: i64, previous: Option<&KeptZ>) -> KeptZ {
        let content = format!("Z {z_no}");
        KeptZ {
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
}
