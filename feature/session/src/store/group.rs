//! Permission groups, as head office keeps them.

use std::collections::BTreeMap;

use kernel::id::StaffId;
use setting::entry::Entry;
use shell::Outcome;
use shell::db::{Row, Tx, params};

use crate::admin::choice::GroupChoiceView;
use crate::admin::permission_group::PermissionGroupValue;
use crate::rule::permission::Grant;

/// Stored limits are ten-thousandths of a per cent, those on screens hundredths.
const HUNDREDTH: i64 = 100;

/// All permission groups by code, or the one of a code.
pub(crate) async fn read(
    tx: &mut Tx,
    key: Option<&str>,
) -> Outcome<Vec<Entry<PermissionGroupValue>>> {
    let columns = "SELECT permission_group_code, version, name, landing, line_discount_limit, \
                   basket_discount_limit, total_discount_limit FROM permission_group";
    let grants = "SELECT permission_group_code, permission_code, grant_kind \
                  FROM permission_group_permission";
    let (rows, grants) = match key {
        Some(key) => {
            let of_key = "WHERE permission_group_code = $1";
            let rows = tx
                .query(&format!("{columns} {of_key}"), params![key])
                .await?;
            let grants = tx
                .query(&format!("{grants} {of_key}"), params![key])
                .await?;
            (rows, grants)
        }
        None => {
            let sql = format!("{columns} ORDER BY permission_group_code");
            let rows = tx.query(&sql, params![]).await?;
            (rows, tx.query(grants, params![]).await?)
        }
    };
    let mut groups = rows.into_iter().map(entry).collect::<Outcome<Vec<_>>>()?;
    for mut row in grants {
        let (group, permission, grant): (String, String, String) =
            (row.read()?, row.read()?, row.read()?);
        if let Some(entry) = groups.iter_mut().find(|entry| entry.key == group) {
            entry.value.grants.insert(permission, Grant::parse(&grant));
        }
    }
    Ok(groups)
}

fn entry(mut row: Row) -> Outcome<Entry<PermissionGroupValue>> {
    Ok(Entry {
        key: row.read()?,
        version: row.read()?,
        value: PermissionGroupValue {
            name: row.read()?,
            landing: row.read()?,
            line_discount_limit: row.read::<i64>()? / HUNDREDTH,
            basket_discount_limit: row.read::<i64>()? / HUNDREDTH,
            total_discount_limit: row.read::<i64>()? / HUNDREDTH,
            grants: BTreeMap::new(),
        },
    })
}

/// Keeps a permission group, new or in place of what was before.
pub(crate) async fn keep(
    tx: &mut Tx,
    key: &str,
    value: &PermissionGroupValue,
    is_known: bool,
) -> Outcome<()> {
    let sql = if is_known {
        "UPDATE permission_group SET name = $2, landing = $3, line_discount_limit = $4, \
         basket_discount_limit = $5, total_discount_limit = $6, version = version + 1 \
         WHERE permission_group_code = $1"
    } else {
        "INSERT INTO permission_group (permission_group_code, name, landing, \
         line_discount_limit, basket_discount_limit, total_discount_limit) \
         VALUES ($1, $2, $3, $4, $5, $6)"
    };
    let values = params![
        key,
        &value.name,
        &value.landing,
        value.line_discount_limit * HUNDREDTH,
        value.basket_discount_limit * HUNDREDTH,
        value.total_discount_limit * HUNDREDTH
    ];
    tx.execute_one(sql, values).await?;
    tx.execute(
        "DELETE FROM permission_group_permission WHERE permission_group_code = $1",
        params![key],
    )
    .await?;
    for (permission, grant) in &value.grants {
        if let Some(grant) = grant.name() {
            tx.execute_one(
                "INSERT INTO permission_group_permission \
                 (permission_group_code, permission_code, grant_kind) VALUES ($1, $2, $3)",
                params![key, permission, grant],
            )
            .await?;
        }
    }
    Ok(())
}

/// The permission group of somebody.
pub(crate) async fn of(tx: &mut Tx, staff_id: &StaffId) -> Outcome<Option<String>> {
    let row = tx
        .query_opt(
            "SELECT permission_group_code FROM salesperson WHERE staff_id = $1",
            params![staff_id],
        )
        .await?;
    Ok(row.map(|mut row| row.read()).transpose()?)
}

/// The codes and names of all permission groups.
pub(crate) async fn names(tx: &mut Tx) -> Outcome<Vec<GroupChoiceView>> {
    let rows = tx
        .query(
            "SELECT permission_group_code, name FROM permission_group \
             ORDER BY permission_group_code",
            params![],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(GroupChoiceView {
                permission_group_code: row.read()?,
                name: row.read()?,
            })
        })
        .collect()
}

/// Whether there is a permission group of a code.
pub(crate) async fn is_known(tx: &mut Tx, key: &str) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM permission_group WHERE permission_group_code = $1",
            params![key],
        )
        .await?;
    Ok(row.is_some())
}
