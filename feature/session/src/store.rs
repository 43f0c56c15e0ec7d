//! The tables of this feature.

pub(crate) mod group;
pub(crate) mod place;
pub(crate) mod staff;
mod tries;

use std::collections::BTreeSet;

use jiff::Timestamp;
use kernel::Rate;
use kernel::id::{SessionId, StaffId, StoreNo, TerminalNo};
use shell::Outcome;
use shell::db::{Row, Tx, params};
use uuid::Uuid;

pub(crate) use self::tries::{TriesOf, forget_lapsed, save_tries, tries_of};
use crate::EndedSession;
use crate::authority::Authority;
use crate::rule::group::home;
use crate::rule::permission::{CATALOGUE, GROUPS, Grant};
use crate::rule::second_factor::{Challenge, Channel};
use crate::view::{SalespersonView, SessionView, StoreSettingView, initials};

/// The most salespeople that a list shows.
const SALESPEOPLE_MAX: i64 = 200;

/// An account, as logging in needs it.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    pub staff_id: String,
    pub password_hash: String,
    /// Whether they left.
    pub blocked: bool,
    /// When their last day is over.
    pub ends_at: Option<Timestamp>,
    pub permission_group_code: String,
    pub store_no: String,
    pub terminal_no: String,
    pub email: Option<String>,
    pub second_factor: bool,
    pub totp_secret: Option<Vec<u8>>,
}

/// Writes the catalogue of permissions and the default groups where they are missing. What a
/// retailer changed stays; a permission that is new to this database is granted to the default
/// groups as the catalogue says.
///
/// # Errors
/// The database's failure.
pub async fn install_permissions(tx: &mut Tx) -> Outcome<()> {
    let mut fresh = BTreeSet::new();
    for (position, permission) in (1_i64..).zip(CATALOGUE) {
        let added = tx
            .execute(
                "INSERT INTO permission (permission_code, position, name, redirect_url) \
             VALUES ($1, $2, $3, $4) ON CONFLICT (permission_code) DO NOTHING",
                params![
                    permission.code,
                    position,
                    permission.name,
                    permission.redirect_url
                ],
            )
            .await?;
        if added > 0 {
            fresh.insert(permission.code);
        }
    }
    for (index, group) in GROUPS.iter().enumerate() {
        let added = tx
            .execute(
                "INSERT INTO permission_group (permission_group_code, name, landing, \
                 line_discount_limit, basket_discount_limit, total_discount_limit) \
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (permission_group_code) DO NOTHING",
                params![
                    group.code,
                    group.name,
                    group.landing,
                    group.limits[0].0,
                    group.limits[1].0,
                    group.limits[2].0
                ],
            )
            .await?;
        for permission in CATALOGUE {
            if added == 0 && !fresh.contains(permission.code) {
                continue;
            }
            if let Some(grant) = permission.grants[index].name() {
                tx.execute_one(
                    "INSERT INTO permission_group_permission \
                     (permission_group_code, permission_code, grant_kind) VALUES ($1, $2, $3)",
                    params![group.code, permission.code, grant],
                )
                .await?;
            }
        }
    }
    Ok(())
}

pub(crate) async fn find_account(tx: &mut Tx, staff_id: &str) -> Outcome<Option<Account>> {
    let row = tx
        .query_opt(
            "SELECT staff_id, password_hash, blocked, ends_at, permission_group_code, store_no, \
             default_terminal_no, email, second_factor, totp_secret \
             FROM salesperson WHERE staff_id = $1",
            params![staff_id],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    Ok(Some(Account {
        staff_id: row.read()?,
        password_hash: row.read()?,
        blocked: row.read()?,
        ends_at: row.read()?,
        permission_group_code: row.read()?,
        store_no: row.read()?,
        terminal_no: row.read()?,
        email: row.read()?,
        second_factor: row.read()?,
        totp_secret: row.read()?,
    }))
}

impl Account {
    /// Whether nobody logs in or signs with it any more.
    pub(crate) fn is_over(&self, now: Timestamp) -> bool {
        self.blocked || self.ends_at.is_some_and(|end| end <= now)
    }
}

/// Whether somebody works in a store or is linked to it.
pub(crate) async fn works_in(tx: &mut Tx, staff_id: &StaffId, store_no: &StoreNo) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM salesperson p WHERE p.staff_id = $1 AND (p.store_no = $2 \
             OR EXISTS (SELECT 1 FROM salesperson_store l \
              WHERE l.staff_id = p.staff_id AND l.store_no = $2))",
            params![staff_id, store_no],
        )
        .await?;
    Ok(row.is_some())
}

/// How somebody's group holds a permission, with its limits.
pub(crate) async fn authority_of(
    tx: &mut Tx,
    staff_id: &StaffId,
    permission: &str,
) -> Outcome<Authority> {
    let row = tx
        .query_opt(
            "SELECT h.grant_kind, g.line_discount_limit, g.basket_discount_limit, \
             g.total_discount_limit FROM salesperson p \
             JOIN permission_group g ON g.permission_group_code = p.permission_group_code \
             LEFT JOIN permission_group_permission h \
             ON h.permission_group_code = g.permission_group_code AND h.permission_code = $2 \
             WHERE p.staff_id = $1",
            params![staff_id, permission],
        )
        .await?;
    let Some(mut row) = row else {
        return Ok(Authority {
            grant: Grant::Denied,
            line: Rate::ZERO,
            basket: Rate::ZERO,
            total: Rate::ZERO,
        });
    };
    let grant: Option<String> = row.read()?;
    Ok(Authority {
        grant: grant.as_deref().map_or(Grant::Denied, Grant::parse),
        line: Rate(row.read()?),
        basket: Rate(row.read()?),
        total: Rate(row.read()?),
    })
}

/// Whether somebody else who works in a store holds a permission in any way.
pub(crate) async fn has_approver(
    tx: &mut Tx,
    store_no: &StoreNo,
    permission: &str,
    except: &StaffId,
) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM salesperson p JOIN permission_group_permission h \
             ON h.permission_group_code = p.permission_group_code AND h.permission_code = $2 \
             WHERE p.staff_id <> $3 AND NOT p.blocked AND (p.store_no = $1 \
             OR EXISTS (SELECT 1 FROM salesperson_store l \
              WHERE l.staff_id = p.staff_id AND l.store_no = $1)) LIMIT 1",
            params![store_no, permission, except],
        )
        .await?;
    Ok(row.is_some())
}

pub(crate) async fn permissions_of(tx: &mut Tx, group: &str) -> Outcome<BTreeSet<String>> {
    let rows = tx
        .query(
            "SELECT permission_code FROM permission_group_permission \
             WHERE permission_group_code = $1 AND grant_kind <> 'APPROVE_ONLY'",
            params![group],
        )
        .await?;
    Ok(rows
        .into_iter()
        .map(|mut row| row.read())
        .collect::<Result<_, _>>()?)
}

pub(crate) async fn insert_challenge(
    tx: &mut Tx,
    challenge_id: Uuid,
    staff_id: &str,
    device_id: &str,
    now: Timestamp,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO login_challenge (challenge_id, staff_id, device_id, wrong_tries, created_at) \
         VALUES ($1, $2, $3, 0, $4)",
        params![challenge_id, staff_id, device_id, now],
    )
    .await?;
    Ok(())
}

/// A challenge with the account behind it.
#[derive(Clone, Debug)]
pub(crate) struct OpenChallenge {
    pub account: Account,
    pub device_id: String,
    pub challenge: Challenge,
    pub code_hash: Option<Vec<u8>>,
}

pub(crate) async fn find_challenge(
    tx: &mut Tx,
    challenge_id: Uuid,
) -> Outcome<Option<OpenChallenge>> {
    let row = tx
        .query_opt(
            "SELECT staff_id, device_id, channel, requested_at, wrong_tries, created_at, used_at, \
             code_hash FROM login_challenge WHERE challenge_id = $1",
            params![challenge_id],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let staff_id: String = row.read()?;
    let device_id = row.read()?;
    let channel: Option<String> = row.read()?;
    let requested_at: Option<Timestamp> = row.read()?;
    let challenge = Challenge {
        requested: channel.zip(requested_at),
        wrong: row.read()?,
        created_at: row.read()?,
        used: row.read::<Option<Timestamp>>()?.is_some(),
    };
    let code_hash = row.read()?;
    let Some(account) = find_account(tx, &staff_id).await? else {
        return Ok(None);
    };
    Ok(Some(OpenChallenge {
        account,
        device_id,
        challenge,
        code_hash,
    }))
}

pub(crate) async fn request_code(
    tx: &mut Tx,
    challenge_id: Uuid,
    channel: Channel,
    code_hash: Option<Vec<u8>>,
    now: Timestamp,
) -> Outcome<()> {
    tx.execute_one(
        "UPDATE login_challenge SET channel = $2, code_hash = $3, requested_at = $4 \
         WHERE challenge_id = $1",
        params![challenge_id, channel.name(), code_hash, now],
    )
    .await?;
    Ok(())
}

pub(crate) async fn count_code_try(tx: &mut Tx, challenge_id: Uuid) -> Outcome<()> {
    tx.execute_one(
        "UPDATE login_challenge SET wrong_tries = wrong_tries + 1 WHERE challenge_id = $1",
        params![challenge_id],
    )
    .await?;
    Ok(())
}

/// Uses a challenge up; false when somebody was faster.
pub(crate) async fn use_challenge(
    tx: &mut Tx,
    challenge_id: Uuid,
    now: Timestamp,
) -> Outcome<bool> {
    let touched = tx
        .execute(
            "UPDATE login_challenge SET used_at = $2 WHERE challenge_id = $1 AND used_at IS NULL",
            params![challenge_id, now],
        )
        .await?;
    Ok(touched == 1)
}

/// Uses a step of an authenticator up (RFC 6238 §5.2); false when it was used before.
pub(crate) async fn use_totp_step(tx: &mut Tx, staff_id: &str, step: i64) -> Outcome<bool> {
    let touched = tx
        .execute(
            "UPDATE salesperson SET last_totp_step = $2 \
             WHERE staff_id = $1 AND (last_totp_step IS NULL OR last_totp_step < $2)",
            params![staff_id, step],
        )
        .await?;
    Ok(touched == 1)
}

/// A session about to begin.
#[derive(Clone, Debug)]
pub(crate) struct NewSession {
    pub session_id: SessionId,
    pub staff_id: String,
    pub store_no: String,
    pub terminal_no: String,
    pub device_id: String,
    pub from: Timestamp,
    pub until: Timestamp,
}

pub(crate) async fn insert_session(tx: &mut Tx, new: &NewSession) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO session (session_id, staff_id, store_no, terminal_no, device_id, created_at, \
         expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            new.session_id,
            &new.staff_id,
            &new.store_no,
            &new.terminal_no,
            &new.device_id,
            new.from,
            new.until
        ],
    )
    .await?;
    Ok(())
}

/// Ends a session; none when it had ended before.
pub(crate) async fn end_session(
    tx: &mut Tx,
    session_id: SessionId,
    reason: &str,
    now: Timestamp,
) -> Outcome<Option<EndedSession>> {
    let row = tx
        .query_opt(
            "UPDATE session SET ended_at = $2, end_reason = $3 \
             WHERE session_id = $1 AND ended_at IS NULL \
             RETURNING staff_id, store_no, terminal_no",
            params![session_id, now, reason],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    Ok(Some(EndedSession {
        staff_id: row.read()?,
        store_no: row.read()?,
        terminal_no: row.read()?,
        at: now,
    }))
}

/// A live session with its person, their group and the recalls of their store.
pub(crate) struct LiveSession {
    pub staff_id: String,
    pub name: String,
    pub group: String,
    pub store_no: StoreNo,
    pub terminal_no: TerminalNo,
    pub since: Timestamp,
    pub recalls: (i64, i64),
}

pub(crate) async fn find_live_session(
    tx: &mut Tx,
    session_id: SessionId,
    now: Timestamp,
) -> Outcome<Option<LiveSession>> {
    let row = tx
        .query_opt(
            "SELECT p.staff_id, p.first_name, p.last_name, p.permission_group_code, s.store_no, \
             s.terminal_no, s.created_at, \
             (SELECT COUNT(*) FROM shipment h WHERE h.store_no = s.store_no \
              AND h.return_order_type IN ('RECALL', 'PICKUP', 'EXPRESS') \
              AND h.state IN ('PENDING', 'NEW', 'PICKING', 'PACKAGING')), \
             (SELECT COUNT(*) FROM shipment h WHERE h.store_no = s.store_no \
              AND h.return_order_type IN ('RECALL', 'PICKUP', 'EXPRESS') \
              AND h.state IN ('PENDING', 'NEW', 'PICKING')) \
             FROM session s JOIN salesperson p ON p.staff_id = s.staff_id \
             WHERE s.session_id = $1 AND s.ended_at IS NULL AND s.expires_at > $2 \
             AND NOT p.blocked AND (p.ends_at IS NULL OR p.ends_at > $2)",
            params![session_id, now],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    Ok(Some(LiveSession {
        staff_id: row.read()?,
        name: {
            let (first, last): (String, String) = (row.read()?, row.read()?);
            format!("{first} {last}")
        },
        group: row.read()?,
        store_no: row.read()?,
        terminal_no: row.read()?,
        since: row.read()?,
        recalls: (row.read()?, row.read()?),
    }))
}

/// The columns of [`read_store_setting`], of a store named `t` and a group named `g`.
const STORE_SETTING_COLUMNS: &str = "t.store_no, t.name, t.currency_code, t.time_zone, \
     t.end_of_business_day, t.language_code, t.force_language_receipt, t.duty_free, t.cash_rounding_step, \
     t.is_show_qr_code, t.do_not_allow_negative_inventory, t.recall_minutes, t.city, \
     t.country_code, g.landing, EXISTS (SELECT 1 FROM statement_setting x \
     WHERE x.store_no = t.store_no AND x.check_statement_posting), t.receipt_printer IS NOT NULL";

fn read_store_setting(row: &mut Row) -> Outcome<StoreSettingView> {
    Ok(StoreSettingView {
        store_no: row.read()?,
        name: row.read()?,
        currency_code: row.read()?,
        time_zone: row.read()?,
        end_of_business_day: row.read()?,
        language_code: row.read()?,
        force_language_receipt: row.read()?,
        duty_free: row.read()?,
        cash_rounding_step: row.read()?,
        is_show_qr_code: row.read()?,
        do_not_allow_negative_inventory: row.read()?,
        recalltime: row.read()?,
        city: row.read()?,
        country_code: row.read()?,
        redirect_url: row.read()?,
        check_statement_posting: row.read()?,
        has_receipt_printer: row.read()?,
    })
}

pub(crate) async fn get_store_setting(
    tx: &mut Tx,
    store_no: &str,
    group: &str,
) -> Outcome<StoreSettingView> {
    let sql = format!(
        "SELECT {STORE_SETTING_COLUMNS} FROM store t, permission_group g \
         WHERE t.store_no = $1 AND g.permission_group_code = $2"
    );
    let setting = read_store_setting(&mut tx.query_one(&sql, params![store_no, group]).await?)?;
    let held = permissions_of(tx, group).await?;
    Ok(StoreSettingView {
        redirect_url: home(&setting.redirect_url, &held).to_owned(),
        ..setting
    })
}

pub(crate) async fn get_session_view(
    tx: &mut Tx,
    session_id: SessionId,
    permissions: Vec<String>,
    installation: crate::view::InstallationView,
) -> Outcome<SessionView> {
    let sql = format!(
        "SELECT {STORE_SETTING_COLUMNS}, p.staff_id, p.first_name, p.last_name, \
         p.name_on_receipt, p.permission_group_code, n.terminal_no, n.name, s.created_at \
         FROM session s JOIN salesperson p ON p.staff_id = s.staff_id \
         JOIN store t ON t.store_no = s.store_no \
         JOIN terminal n ON n.terminal_no = s.terminal_no \
         JOIN permission_group g ON g.permission_group_code = p.permission_group_code \
         WHERE s.session_id = $1"
    );
    let mut row = tx.query_one(&sql, params![session_id]).await?;
    let mut store = read_store_setting(&mut row)?;
    let held = permissions.iter().cloned().collect();
    store.redirect_url = home(&store.redirect_url, &held).to_owned();
    let (staff_id, first_name, last_name): (String, String, String) =
        (row.read()?, row.read()?, row.read()?);
    Ok(SessionView {
        staff_id,
        initials: initials(&first_name, &last_name),
        first_name,
        last_name,
        name_on_receipt: row.read()?,
        permission_group_code: row.read()?,
        permissions,
        landing: store.redirect_url.clone(),
        store,
        terminal_no: row.read()?,
        terminal_name: row.read()?,
        idle_lock_minutes: crate::current::IDLE_LOCK_MINUTES,
        login_time: row.read()?,
        installation,
    })
}

pub(crate) async fn list_salespeople(
    tx: &mut Tx,
    store_no: &StoreNo,
    now: Timestamp,
) -> Outcome<Vec<SalespersonView>> {
    let rows = tx
        .query(
            "SELECT p.staff_id, p.first_name, p.last_name, p.name_on_receipt, p.employee_type \
             FROM salesperson p WHERE NOT p.blocked \
             AND (p.ends_at IS NULL OR p.ends_at > $3) AND p.employee_type IN ('SALES', 'MANAGER', 'TEMP') \
             AND (p.store_no = $1 OR EXISTS (SELECT 1 FROM salesperson_store l \
                  WHERE l.staff_id = p.staff_id AND l.store_no = $1)) \
             ORDER BY p.first_name, p.last_name, p.staff_id LIMIT $2",
            params![store_no, SALESPEOPLE_MAX, now],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let (staff_id, first_name, last_name): (String, String, String) =
                (row.read()?, row.read()?, row.read()?);
            Ok(SalespersonView {
                staff_id,
                initials: initials(&first_name, &last_name),
                first_name,
                last_name,
                name_on_receipt: row.read()?,
                employee_type: row.read()?,
            })
        })
        .collect()
}
