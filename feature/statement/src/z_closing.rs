//! The closing of the journal that a Z names (decision 0047).

use journal::{Finding, Kind, Link};
use shell::Outcome;
use shell::db::Tx;

use crate::store::{self, KeptZ, NamedClosing};
use crate::z::ZContent;
use crate::z_proof::{differing, finding};

/// The closing that a Z names, and the Z's business date; none before the third format. That a content cannot
/// be read, `z_proof` tells.
fn named(z: &KeptZ) -> Option<(Link, String)> {
    let content: ZContent = serde_json::from_str(&z.content).ok()?;
    Some((content.closing?, content.business_date))
}

/// The entry of the journal that a Z names as the closing of its date.
pub(crate) async fn find(tx: &mut Tx, z: &KeptZ) -> Outcome<Option<NamedClosing>> {
    match named(z) {
        Some((link, _)) => store::named_closing(tx, &link.chain, link.seq).await,
        None => Ok(None),
    }
}

/// What is wrong with the closing that a Z names: it is that of the Z's date in the chain of its store, with
/// the hash that the Z says. That it is what its entries come to, the journal proves.
pub(crate) fn compare(z: &KeptZ, found: Option<&NamedClosing>) -> Vec<Finding> {
    let Some((link, business_date)) = named(z) else {
        return Vec::new();
    };
    let Some(found) = found else {
        let place = format!("one at {} {}", link.chain, link.seq);
        return vec![finding(z, "closing", &place, "none")];
    };
    let expected = [
        z.store_no.clone(),
        Kind::ClosingDay.name().to_owned(),
        business_date,
        link.hash,
    ];
    let found = [
        ("chain of the closing", link.chain),
        ("kind of the closing", found.kind.clone()),
        ("date of the closing", found.business_date.clone()),
        ("hash of the closing", hex::encode(&found.hash)),
    ];
    differing(z, expected, found)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn z(closing: &Value) -> KeptZ {
        let mut content = json!({
            "format": 3, "zNo": 1, "statementNo": "S-PAR-2026-0001", "businessDate": "2026-11-21",
            "currencyCode": "EUR", "documents": 0, "salesAmount": 0, "lineDiscount": 0,
            "liabilities": 0, "roundingAmount": 0, "paymentAmount": 0, "moneyIn": 0,
            "difference": 0, "bagNo": null, "tenders": [],
            "perpetualSales": 0, "perpetualAbsolute": 0, "previousHash": "",
        });
        if !closing.is_null() {
            content["closing"] = closing.clone();
        }
        KeptZ {
            statement_no: "S-PAR-2026-0001".to_owned(),
            store_no: "PAR".to_owned(),
            z_no: 1,
            perpetual_sales: 0,
            perpetual_absolute: 0,
            content: content.to_string(),
            hash: "ab".to_owned(),
            previous_hash: String::new(),
            sales_amount: 0,
            absolute_amount: 0,
        }
    }

    #[test]
    fn a_z_that_names_another_closing_is_found() {
        let said = json!({ "chain": "PAR", "seq": 9, "hash": "cd" });
        let closing = NamedClosing {
            kind: "closing.day".to_owned(),
            business_date: "2026-11-21".to_owned(),
            hash: vec![0xcd],
        };
        assert_eq!(compare(&z(&said), Some(&closing)), []);
        assert_eq!(compare(&z(&Value::Null), None), [], "an older Z");
        assert_eq!(compare(&z(&said), None).len(), 1, "no entry");
        let table: [fn(&mut NamedClosing); 3] = [
            |it| it.kind = "closing.month".to_owned(),
            |it| it.business_date = "2026-11-20".to_owned(),
            |it| it.hash = vec![0xce],
        ];
        for (at, change) in table.into_iter().enumerate() {
            let mut changed = closing.clone();
            change(&mut changed);
            let found = compare(&z(&said), Some(&changed));
            assert_eq!(found.len(), 1, "change {at}: {found:?}");
        }
        let of_till = json!({ "chain": "PAR-1", "seq": 9, "hash": "cd" });
        assert_eq!(compare(&z(&of_till), Some(&closing)).len(), 1);
    }
}
