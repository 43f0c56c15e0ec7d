//! Salespeople, as head office keeps them.

use std::collections::HashMap;

use jiff::Timestamp;
use kernel::id::SessionId;
use setting::get_store;
use shell::Outcome;
use shell::db::{Row, Tx, params};

use crate::EndedSession;
use crate::admin::choice::{CompanyChoiceView, StoreChoiceView, TerminalChoiceView};
use crate::admin::salesperson::{
    AccountState, EmployeeType, SalespersonSettingView, SalespersonValue,
};
use crate::rule::group::ADMINISTER;
use crate::view::initials;

/// All salespeople by id, or the one of an id.
pub(crate) async fn read(
    tx: &mut Tx,
    staff_id: Option<&str>,
    now: Timestamp,
) -> Outcome<Vec<SalespersonSettingView>> {
    // The last log-in is read from the end of an index.
    let sql = "SELECT p.staff_id, p.version, p.first_name, p.last_name, p.name_on_receipt, \
               p.blocked, p.permission_group_code, p.employee_type, p.ends_on, p.company_no, \
               p.store_no, p.default_terminal_no, p.ends_at, p.password_set_at, c.name, s.name, \
               COALESCE(g.name, ''), l.locked_until, a.locked_until, e.created_at, t.name \
               FROM salesperson p JOIN company c ON c.company_no = p.company_no \
               JOIN store s ON s.store_no = p.store_no \
               LEFT JOIN permission_group g \
               ON g.permission_group_code = p.permission_group_code \
               LEFT JOIN login_try l ON l.user_name = p.staff_id \
               LEFT JOIN approver_try a ON a.user_name = p.staff_id \
               LEFT JOIN session e ON e.session_id = (SELECT n.session_id FROM session n \
                WHERE n.staff_id = p.staff_id ORDER BY n.created_at DESC LIMIT 1) \
               LEFT JOIN terminal t ON t.terminal_no = e.terminal_no";
    let links = "SELECT staff_id, store_no FROM salesperson_store";
    let (rows, links) = match staff_id {
        Some(id) => {
            let one = format!("{sql} WHERE p.staff_id = $1");
            let rows = tx.query(&one, params![id]).await?;
            let one = format!("{links} WHERE staff_id = $1 ORDER BY store_no");
            (rows, tx.query(&one, params![id]).await?)
        }
        None => {
            let all = format!("{sql} ORDER BY p.staff_id");
            let rows = tx.query(&all, params![]).await?;
            let all = format!("{links} ORDER BY staff_id, store_no");
            (rows, tx.query(&all, params![]).await?)
        }
    };
    let people = rows.into_iter().map(|row| person(row, now));
    let mut people = people.collect::<Outcome<Vec<_>>>()?;
    let links: Outcome<Vec<(String, String)>> = links
        .into_iter()
        .map(|mut row| Ok((row.read()?, row.read()?)))
        .collect();
    link(&mut people, links?);
    Ok(people)
}

/// Gives each person the stores that they are linked to, in the order of the links. People come in the order of the
/// database's language, in which nothing can be searched for here.
fn link(people: &mut [SalespersonSettingView], links: Vec<(String, String)>) {
    let mut linked: HashMap<String, Vec<String>> = HashMap::new();
    for (id, store_no) in links {
        linked.entry(id).or_default().push(store_no);
    }
    for person in people {
        person.value.linked_stores = linked.remove(&person.key).unwrap_or_default();
    }
}

fn person(mut row: Row, now: Timestamp) -> Outcome<SalespersonSettingView> {
    let (key, version) = (row.read()?, row.read()?);
    let value = SalespersonValue {
        first_name: row.read()?,
        last_name: row.read()?,
        name_on_receipt: row.read()?,
        blocked: row.read()?,
        permission_group_code: row.read()?,
        employee_type: EmployeeType::parse(&row.read::<String>()?),
        ends_on: row.read()?,
        company_no: row.read()?,
        store_no: row.read()?,
        default_terminal_no: row.read()?,
        linked_stores: Vec::new(),
    };
    let ends_at: Option<Timestamp> = row.read()?;
    let password_set_at = row.read()?;
    let company_name = row.read()?;
    let store_name = row.read()?;
    let permission_group_name = row.read()?;
    let locks: [Option<Timestamp>; 2] = [row.read()?, row.read()?];
    let locked_until = locks
        .into_iter()
        .flatten()
        .filter(|until| *until > now)
        .max();
    let state = if value.blocked {
        AccountState::Blocked
    } else if ends_at.is_some_and(|end| end <= now) {
        AccountState::Ended
    } else if locked_until.is_some() {
        AccountState::Locked
    } else {
        AccountState::Active
    };
    Ok(SalespersonSettingView {
        initials: initials(&value.first_name, &value.last_name),
        key,
        version,
        value,
        state,
        locked_until,
        company_name,
        store_name,
        permission_group_name,
        password_set_at,
        last_login_at: row.read()?,
        last_login_terminal: row.read()?,
    })
}

/// A password that was set.
pub(crate) struct NewPassword {
    /// Its hash.
    pub(crate) hash: String,
    /// When.
    pub(crate) set_at: Timestamp,
}

/// Keeps a salesperson, new or in place of what was before.
pub(crate) async fn keep(
    tx: &mut Tx,
    staff_id: &str,
    value: &SalespersonValue,
    (password, is_known): (Option<&NewPassword>, bool),
) -> Outcome<()> {
    let sql = if is_known {
        "UPDATE salesperson SET first_name = $2, last_name = $3, name_on_receipt = $4, \
         blocked = $5, permission_group_code = $6, employee_type = $7, ends_on = $8, \
         ends_at = $9, company_no = $10, store_no = $11, default_terminal_no = $12, \
         password_hash = COALESCE($13, password_hash), \
         password_set_at = COALESCE($14, password_set_at), version = version + 1 \
         WHERE staff_id = $1"
    } else {
        "INSERT INTO salesperson (staff_id, first_name, last_name, name_on_receipt, blocked, \
         permission_group_code, employee_type, ends_on, ends_at, company_no, store_no, \
         default_terminal_no, password_hash, password_set_at, second_factor) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, FALSE)"
    };
    let ends_at = match value.ends_on {
        Some(day) => {
            let store = get_store(tx, &value.store_no.as_str().into()).await?;
            Some(store.end_of(day)?)
        }
        None => None,
    };
    let values = params![
        staff_id,
        &value.first_name,
        &value.last_name,
        &value.name_on_receipt,
        value.blocked,
        &value.permission_group_code,
        value.employee_type.map_or("", EmployeeType::text),
        value.ends_on,
        ends_at,
        &value.company_no,
        &value.store_no,
        value.default_terminal_no.as_ref(),
        password.map(|password| password.hash.as_str()),
        password.map(|password| password.set_at)
    ];
    tx.execute_one(sql, values).await?;
    tx.execute(
        "DELETE FROM salesperson_store WHERE staff_id = $1",
        params![staff_id],
    )
    .await?;
    for store_no in &value.linked_stores {
        tx.execute_one(
            "INSERT INTO salesperson_store (staff_id, store_no) VALUES ($1, $2)",
            params![staff_id, store_no],
        )
        .await?;
    }
    Ok(())
}

/// Whether somebody is there who may administer and is not about to leave.
pub(crate) async fn has_administrator(tx: &mut Tx) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM salesperson p JOIN permission_group_permission h \
             ON h.permission_group_code = p.permission_group_code AND h.permission_code = $1 \
             AND h.grant_kind <> 'APPROVE_ONLY' \
             WHERE NOT p.blocked AND p.ends_at IS NULL LIMIT 1",
            params![ADMINISTER],
        )
        .await?;
    Ok(row.is_some())
}

/// Ends all sessions of somebody.
pub(crate) async fn end_sessions(
    tx: &mut Tx,
    staff_id: &str,
    reason: &str,
    now: Timestamp,
) -> Outcome<Vec<(SessionId, EndedSession)>> {
    let rows = tx
        .query(
            "UPDATE session SET ended_at = $2, end_reason = $3 \
             WHERE staff_id = $1 AND ended_at IS NULL AND expires_at > $2 \
             RETURNING session_id, staff_id, store_no, terminal_no",
            params![staff_id, now, reason],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let session_id = row.read()?;
            let ended = EndedSession {
                staff_id: row.read()?,
                store_no: row.read()?,
                terminal_no: row.read()?,
                at: now,
            };
            Ok((session_id, ended))
        })
        .collect()
}

/// Ends all challenges of somebody that wait for their code.
pub(crate) async fn end_challenges(tx: &mut Tx, staff_id: &str, now: Timestamp) -> Outcome<()> {
    tx.execute(
        "UPDATE login_challenge SET used_at = $2 WHERE staff_id = $1 AND used_at IS NULL",
        params![staff_id, now],
    )
    .await?;
    Ok(())
}

/// The companies, by name.
pub(crate) async fn companies(tx: &mut Tx) -> Outcome<Vec<CompanyChoiceView>> {
    let rows = tx
        .query(
            "SELECT company_no, name FROM company ORDER BY name, company_no",
            params![],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(CompanyChoiceView {
                company_no: row.read()?,
                company_name: row.read()?,
            })
        })
        .collect()
}

/// The stores with their tills, by number.
pub(crate) async fn stores(tx: &mut Tx) -> Outcome<Vec<StoreChoiceView>> {
    let rows = tx
        .query(
            "SELECT s.store_no, s.name, s.company_no, t.terminal_no, t.name FROM store s \
             LEFT JOIN terminal t ON t.store_no = s.store_no \
             ORDER BY s.store_no, t.terminal_no",
            params![],
        )
        .await?;
    let mut stores: Vec<StoreChoiceView> = Vec::new();
    for mut row in rows {
        let store = StoreChoiceView {
            store_no: row.read()?,
            name: row.read()?,
            company_no: row.read()?,
            terminals: Vec::new(),
        };
        if stores
            .last()
            .is_none_or(|last| last.store_no != store.store_no)
        {
            stores.push(store);
        }
        let till: (Option<String>, Option<String>) = (row.read()?, row.read()?);
        if let (Some(store), (Some(terminal_no), Some(name))) = (stores.last_mut(), till) {
            store
                .terminals
                .push(TerminalChoiceView { terminal_no, name });
        }
    }
    Ok(stores)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn person(key: &str) -> SalespersonSettingView {
        let value = json!({
            "firstName": "", "lastName": "", "nameOnReceipt": "", "blocked": false,
            "permissionGroupCode": "SALES", "employeeType": null, "endsOn": null,
            "companyNo": "CO", "storeNo": "PAR", "defaultTerminalNo": null, "linkedStores": []
        });
        serde_json::from_value(json!({
            "key": key, "version": 1, "value": value, "initials": "", "state": "ACTIVE",
            "lockedUntil": null, "companyName": "", "storeName": "", "permissionGroupName": "",
            "passwordSetAt": null, "lastLoginAt": null, "lastLoginTerminal": null
        }))
        .unwrap()
    }

    #[test]
    fn links_are_found_in_whatever_order_the_database_has_people() {
        // Dots and dashes count last in the languages of most databases, and first in bytes.
        let mut people = ["ab", "a.c", "a-z", "ba"].map(person);
        let links = [
            ("a.c", "LYO"),
            ("a-z", "LYO"),
            ("a-z", "MIL"),
            ("ba", "LYO"),
        ];
        let links = links.map(|(id, store_no)| (id.to_owned(), store_no.to_owned()));
        link(&mut people, links.to_vec());
        let found = people.map(|person| person.value.linked_stores);
        assert_eq!(
            found,
            [vec![], vec!["LYO"], vec!["LYO", "MIL"], vec!["LYO"]]
        );
    }
}
