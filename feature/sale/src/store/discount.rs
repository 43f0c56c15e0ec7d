//! Discounts that staff gave.

use kernel::Rate;
use kernel::id::{BasketId, LineId};
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::rule::discount::{Asked, Manual, ReasonCode};

/// The columns of a discount, as far as they are there: `kind, value, basis, reason_code, given_by,
/// approved_by, granted` of an outer join.
pub(super) fn read_manual(row: &mut Row) -> Outcome<Option<Manual>> {
    let (kind, value): (Option<String>, Option<i64>) = (row.read()?, row.read()?);
    let basis: Option<i64> = row.read()?;
    let (reason, given_by): (Option<String>, Option<String>) = (row.read()?, row.read()?);
    let approved_by: Option<String> = row.read()?;
    let granted: Option<i64> = row.read()?;
    let (Some(kind), Some(value), Some(basis)) = (kind, value, basis) else {
        return Ok(None);
    };
    let missing = || Failure::internal("a discount without reason, giver or what was granted");
    Ok(Some(Manual {
        asked: parse_asked(&kind, value)
            .ok_or_else(|| Failure::internal(format!("no discount {kind}")))?,
        basis,
        reason: ReasonCode(reason.ok_or_else(missing)?),
        given_by: given_by.ok_or_else(missing)?.as_str().into(),
        approved_by: approved_by.map(|by| by.as_str().into()),
        granted: Rate(granted.ok_or_else(missing)?),
    }))
}

/// A discount as it is stored: its kind and its value.
pub(crate) const fn asked_columns(asked: Asked) -> (&'static str, i64) {
    match asked {
        Asked::Percent(rate) => ("PERCENT", rate.0),
        Asked::Amount(amount) => ("AMOUNT", amount),
        Asked::Target(target) => ("TARGET", target),
    }
}

fn parse_asked(kind: &str, value: i64) -> Option<Asked> {
    match kind {
        "PERCENT" => Some(Asked::Percent(Rate(value))),
        "AMOUNT" => Some(Asked::Amount(value)),
        "TARGET" => Some(Asked::Target(value)),
        _ => None,
    }
}

/// Takes the discount off a line, or off the basket when none is named.
pub(crate) async fn delete_discount(
    tx: &mut Tx,
    basket_id: BasketId,
    line_id: Option<LineId>,
) -> Outcome<()> {
    match line_id {
        Some(line_id) => {
            let sql = "DELETE FROM manual_discount WHERE basket_id = $1 AND line_id = $2";
            tx.execute(sql, params![basket_id, line_id]).await?;
        }
        None => {
            let sql = "DELETE FROM manual_discount WHERE basket_id = $1 AND line_id IS NULL";
            tx.execute(sql, params![basket_id]).await?;
        }
    }
    Ok(())
}

/// Gives a discount on a line, or on the basket when none is named, in place of an earlier one.
pub(crate) async fn put_discount(
    tx: &mut Tx,
    basket_id: BasketId,
    line_id: Option<LineId>,
    manual: &Manual,
) -> Outcome<()> {
    delete_discount(tx, basket_id, line_id).await?;
    let (kind, value) = asked_columns(manual.asked);
    tx.execute_one(
        "INSERT INTO manual_discount (discount_key, basket_id, line_id, kind, value, basis, \
         reason_code, given_by, approved_by, granted) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        params![
            Uuid::now_v7(),
            basket_id,
            line_id,
            kind,
            value,
            manual.basis,
            manual.reason.as_str(),
            &manual.given_by,
            manual.approved_by.as_ref(),
            manual.granted.0
        ],
    )
    .await?;
    Ok(())
}

/// A reason for a discount.
#[derive(Clone, Debug)]
pub(crate) struct DiscountReason {
    pub(crate) code: String,
    pub(crate) name: String,
    pub(crate) for_line: bool,
    pub(crate) for_basket: bool,
}

/// The reasons that may be chosen, in their order.
pub(crate) async fn list_reasons(tx: &mut Tx) -> Outcome<Vec<DiscountReason>> {
    let rows = tx
        .query(
            "SELECT reason_code, name, for_line, for_basket FROM discount_reason \
             WHERE enabled ORDER BY position, reason_code",
            params![],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(DiscountReason {
                code: row.read()?,
                name: row.read()?,
                for_line: row.read()?,
                for_basket: row.read()?,
            })
        })
        .collect()
}
