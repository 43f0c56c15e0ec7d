//! Packages with their groups and items.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::Rate;
use kernel::id::ItemNo;
use shell::db::{Row, Tx, Value, params};
use shell::{Failure, Outcome};

use super::{By, Changed};
use crate::rule::package::{
    Benefit, DayWindow, GroupRow, Header, ItemRow, Need, Package, PackageDraft, PackageId,
    PackageState, RowBenefit,
};
use crate::rule::spelling::{
    BenefitKind, NeedKind, RowBenefitKind, clock, clock_text, pieces, weekday_letters, weekdays,
};
use crate::rule::validate::validate;

/// A package as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPackage {
    /// What head office wrote.
    pub draft: PackageDraft,
    /// Its last change.
    pub changed: Changed,
}

const HEADER: &str = "p.discount_id, p.description, p.state, p.priority, p.starting_date, \
     p.ending_date, p.weekdays, p.from_time, p.to_time, p.price_group_code, p.currency_code, \
     p.member_only, p.amount_to_trigger, p.max_times, p.block_manual_discount, \
     p.block_basket_discount, p.coupon_code, p.group_disc_type, p.group_disc_type_value, \
     p.least_expensive_percent, p.version, p.changed_by, p.changed_at";

/// All packages that are enabled, by key. Which of them count here and now is for
/// [`crate::rule::live::is_live`] to say. One that has faults all the same is left out, with a line
/// in the log: no basket shall stop for it.
///
/// # Errors
/// The database's failure.
pub async fn enabled_packages(tx: &mut Tx) -> Outcome<Arc<Vec<Arc<Package>>>> {
    if let Some(packages) = tx.kept_reference("").await? {
        return Ok(packages);
    }
    let enabled = params![PackageState::Enabled.name()];
    let stored = read_packages(tx, "p.state = $1", enabled).await?;
    let mut packages = Vec::with_capacity(stored.len());
    for StoredPackage { draft, .. } in stored {
        match validate(&draft) {
            Ok(package) => packages.push(Arc::new(package)),
            Err(faults) => {
                tracing::warn!(discount_id = %draft.header.id, ?faults, "package left out");
            }
        }
    }
    Ok(tx.keep_reference("", packages).await?)
}

/// The packages that a condition on `p` leaves, by key.
pub(crate) async fn read_packages(
    tx: &mut Tx,
    condition: &str,
    values: &[Value],
) -> Outcome<Vec<StoredPackage>> {
    let heads = read_heads(tx, condition, values).await?;
    let mut groups = read_groups(tx, condition, values).await?;
    let mut items = read_items(tx, condition, values).await?;
    let packages = heads.into_iter().map(|(header, changed)| StoredPackage {
        draft: PackageDraft {
            groups: groups.remove(&header.id).unwrap_or_default(),
            items: items.remove(&header.id).unwrap_or_default(),
            header,
        },
        changed,
    });
    Ok(packages.collect())
}

/// The heads of the packages that a condition on `p` leaves, by key.
pub(crate) async fn read_heads(
    tx: &mut Tx,
    condition: &str,
    values: &[Value],
) -> Outcome<Vec<(Header, Changed)>> {
    let sql =
        format!("SELECT {HEADER} FROM discount_package p WHERE {condition} ORDER BY p.discount_id");
    let rows = tx.query(&sql, values).await?;
    rows.into_iter()
        .map(|mut row| Ok((read_header(&mut row)?, super::read_changed(&mut row)?)))
        .collect()
}

/// The package of a key.
pub(crate) async fn find_package(tx: &mut Tx, id: &PackageId) -> Outcome<Option<StoredPackage>> {
    let found = read_packages(tx, "p.discount_id = $1", params![id.as_str()]).await?;
    Ok(found.into_iter().next())
}

/// Keeps a changed package whose version is still the one that was seen; answers whether it was.
pub(crate) async fn update_package(
    tx: &mut Tx,
    draft: &PackageDraft,
    seen: i64,
    by: By<'_>,
) -> Outcome<bool> {
    let id = draft.header.id.as_str();
    let mut values = params![id, seen].to_vec();
    values.extend(header_values(&draft.header, by));
    let sets: Vec<String> = (3..)
        .zip(WRITTEN)
        .map(|(at, column)| format!("{column} = ${at}"))
        .collect();
    let sql = format!(
        "UPDATE discount_package SET version = version + 1, {} \
         WHERE discount_id = $1 AND version = $2",
        sets.join(", ")
    );
    if tx.execute(&sql, &values).await? != 1 {
        return Ok(false);
    }
    delete_rows(tx, id).await?;
    insert_rows(tx, draft).await?;
    Ok(true)
}

/// Gives a package another state; answers whether its version was still the one that was seen.
pub(crate) async fn set_state(
    tx: &mut Tx,
    id: &PackageId,
    seen: i64,
    state: PackageState,
    by: By<'_>,
) -> Outcome<bool> {
    let touched = tx
        .execute(
            "UPDATE discount_package SET version = version + 1, state = $3, changed_by = $4, \
             changed_at = $5 WHERE discount_id = $1 AND version = $2",
            params![id.as_str(), seen, state.name(), by.staff_id, by.at],
        )
        .await?;
    Ok(touched == 1)
}

/// Takes a package away.
pub(crate) async fn delete_package(tx: &mut Tx, id: &PackageId) -> Outcome<()> {
    delete_rows(tx, id.as_str()).await?;
    tx.execute_one(
        "DELETE FROM discount_package WHERE discount_id = $1",
        params![id.as_str()],
    )
    .await?;
    Ok(())
}

async fn delete_rows(tx: &mut Tx, id: &str) -> Outcome<()> {
    for table in ["discount_package_group", "discount_package_item"] {
        let sql = format!("DELETE FROM {table} WHERE discount_id = $1");
        tx.execute(&sql, params![id]).await?;
    }
    Ok(())
}

fn read_header(row: &mut Row) -> Outcome<Header> {
    let id = PackageId(row.read()?);
    let fault = |what: &str| Failure::internal(format!("package {id} is kept with another {what}"));
    let description = row.read()?;
    let state: String = row.read()?;
    let state = PackageState::parse(&state).ok_or_else(|| fault("state"))?;
    let priority: i64 = row.read()?;
    let (starting_date, ending_date) = (row.read()?, row.read()?);
    let letters: String = row.read()?;
    let (from, to): (Option<String>, Option<String>) = (row.read()?, row.read()?);
    let hours = match (from, to) {
        (Some(from), Some(to)) => {
            let window = clock(&from).zip(clock(&to));
            let (from, to) = window.ok_or_else(|| fault("hour"))?;
            Some(DayWindow { from, to })
        }
        _ => None,
    };
    let (price_group, currency) = (row.read()?, row.read()?);
    let (member_only, amount_to_trigger) = (row.read()?, row.read()?);
    let max_times: i64 = row.read()?;
    let (block_manual_discount, block_basket_discount) = (row.read()?, row.read()?);
    let coupon_code = row.read()?;
    let kind: String = row.read()?;
    let (value, least_expensive): (i64, i64) = (row.read()?, row.read()?);
    let benefit = BenefitKind::parse(&kind)
        .and_then(|kind| Benefit::of(kind, value, Rate(least_expensive)))
        .ok_or_else(|| fault("groupDiscType"))?;
    Ok(Header {
        description,
        state,
        priority: i32::try_from(priority).map_err(Failure::internal)?,
        starting_date,
        ending_date,
        weekdays: weekdays(&letters).ok_or_else(|| fault("week"))?,
        hours,
        price_group,
        currency,
        member_only,
        amount_to_trigger,
        max_times: Some(u32::try_from(max_times).map_err(Failure::internal)?)
            .filter(|most| *most > 0),
        block_manual_discount,
        block_basket_discount,
        coupon_code,
        benefit,
        id,
    })
}

async fn read_groups(
    tx: &mut Tx,
    condition: &str,
    values: &[Value],
) -> Outcome<BTreeMap<PackageId, Vec<GroupRow>>> {
    let sql = format!(
        "SELECT g.discount_id, g.group_code, g.group_type, g.value1, g.value2 \
         FROM discount_package_group g JOIN discount_package p ON p.discount_id = g.discount_id \
         WHERE {condition} ORDER BY g.discount_id, g.group_code"
    );
    let mut groups: BTreeMap<PackageId, Vec<GroupRow>> = BTreeMap::new();
    for mut row in tx.query(&sql, values).await? {
        let id = PackageId(row.read()?);
        let group_code: String = row.read()?;
        let kind: String = row.read()?;
        let (value1, value2) = (row.read()?, row.read()?);
        let need = NeedKind::parse(&kind)
            .and_then(|kind| Need::of(kind, value1, value2))
            .ok_or_else(|| Failure::internal(format!("package {id}: group {group_code}")))?;
        groups
            .entry(id)
            .or_default()
            .push(GroupRow { group_code, need });
    }
    Ok(groups)
}

async fn read_items(
    tx: &mut Tx,
    condition: &str,
    values: &[Value],
) -> Outcome<BTreeMap<PackageId, Vec<ItemRow>>> {
    let sql = format!(
        "SELECT i.discount_id, i.lineno, i.item_no, i.line_group, i.quantity_of_item_need, \
         i.disc_type, i.deal_price_or_disc_percent, i.takes_customised \
         FROM discount_package_item i JOIN discount_package p ON p.discount_id = i.discount_id \
         WHERE {condition} ORDER BY i.discount_id, i.lineno"
    );
    let mut items: BTreeMap<PackageId, Vec<ItemRow>> = BTreeMap::new();
    for mut row in tx.query(&sql, values).await? {
        let id = PackageId(row.read()?);
        let lineno: i64 = row.read()?;
        let fault = || Failure::internal(format!("package {id}: row {lineno}"));
        let (item_no, line_group): (ItemNo, String) = (row.read()?, row.read()?);
        let need: i64 = row.read()?;
        let kind: Option<String> = row.read()?;
        let value: Option<i64> = row.read()?;
        let benefit = match kind.zip(value) {
            Some((kind, value)) => {
                let kind = RowBenefitKind::parse(&kind).ok_or_else(fault)?;
                Some(RowBenefit::of(kind, value))
            }
            None => None,
        };
        let item = ItemRow {
            lineno: u32::try_from(lineno).map_err(Failure::internal)?,
            item_no,
            line_group,
            quantity_of_item_need: pieces(need).ok_or_else(fault)?,
            benefit,
            package_benefit: None,
            takes_customised: row.read()?,
        };
        items.entry(id).or_default().push(item);
    }
    Ok(items)
}

/// Keeps a new package, whatever faults it has yet. The rows of a draft have distinct numbers and
/// its groups distinct names.
///
/// # Errors
/// The database's failure, also when there is one with this key.
pub async fn insert_package(tx: &mut Tx, draft: &PackageDraft, by: By<'_>) -> Outcome<()> {
    let mut values = params![draft.header.id.as_str()].to_vec();
    values.extend(header_values(&draft.header, by));
    let places: Vec<String> = (1..=values.len())
        .map(|place| format!("${place}"))
        .collect();
    let sql = format!(
        "INSERT INTO discount_package (discount_id, {}, version) VALUES ({}, 1)",
        WRITTEN.join(", "),
        places.join(", ")
    );
    tx.execute_one(&sql, &values).await?;
    insert_rows(tx, draft).await
}

/// The columns that hold the head of a package, in the order of [`header_values`].
const WRITTEN: [&str; 21] = [
    "description",
    "state",
    "priority",
    "starting_date",
    "ending_date",
    "weekdays",
    "from_time",
    "to_time",
    "price_group_code",
    "currency_code",
    "member_only",
    "amount_to_trigger",
    "max_times",
    "block_manual_discount",
    "block_basket_discount",
    "coupon_code",
    "group_disc_type",
    "group_disc_type_value",
    "least_expensive_percent",
    "changed_by",
    "changed_at",
];

fn header_values(header: &Header, by: By<'_>) -> Vec<Value> {
    let (kind, value) = header.benefit.parts();
    params![
        &header.description,
        header.state.name(),
        header.priority,
        header.starting_date,
        header.ending_date,
        weekday_letters(&header.weekdays),
        header.hours.map(|hours| clock_text(hours.from)),
        header.hours.map(|hours| clock_text(hours.to)),
        header.price_group.as_ref(),
        header.currency.code(),
        header.member_only,
        header.amount_to_trigger,
        i64::from(header.max_times.unwrap_or(0)),
        header.block_manual_discount,
        header.block_basket_discount,
        header.coupon_code.as_ref(),
        kind.name(),
        value,
        header.benefit.least_expensive().0,
        by.staff_id,
        by.at,
    ]
    .to_vec()
}

/// Keeps the groups and items of a package that has none yet.
async fn insert_rows(tx: &mut Tx, draft: &PackageDraft) -> Outcome<()> {
    let id = draft.header.id.as_str();
    for GroupRow { group_code, need } in &draft.groups {
        let (kind, value1, value2) = need.parts();
        tx.execute_one(
            "INSERT INTO discount_package_group (discount_id, group_code, group_type, value1, \
             value2) VALUES ($1, $2, $3, $4, $5)",
            params![id, group_code, kind.name(), value1, value2],
        )
        .await?;
    }
    for row in &draft.items {
        let benefit = row.benefit.map(RowBenefit::parts);
        tx.execute_one(
            "INSERT INTO discount_package_item (discount_id, lineno, item_no, line_group, \
             quantity_of_item_need, disc_type, deal_price_or_disc_percent, takes_customised) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            params![
                id,
                i64::from(row.lineno),
                &row.item_no,
                &row.line_group,
                i64::from(row.quantity_of_item_need),
                benefit.map(|(kind, _)| kind.name()),
                benefit.map(|(_, value)| value),
                row.takes_customised
            ],
        )
        .await?;
    }
    Ok(())
}
