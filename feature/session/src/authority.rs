//! What somebody may do alone, and whether somebody else may approve it (domain §1.7, §16.2).

use std::sync::Arc;

use jiff::Timestamp;
use kernel::Rate;
use kernel::id::{StaffId, StoreNo};
use shell::db::{Tx, TxFuture};
use shell::{Outcome, Shell};

use crate::login::refuse_nobody;
use crate::password::Passwords;
use crate::rule::account;
use crate::rule::lockout::{Admission, Tries, admit_until};
use crate::rule::permission::Grant;
use crate::store::{self, TriesOf};

/// How many wrong passwords lock an approver (domain §1.7).
pub(crate) const APPROVER_WRONG_TRIES_MAX: i64 = 3;

/// How somebody holds a permission, and the limits of their group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Authority {
    /// How the group holds the permission.
    pub grant: Grant,
    /// The most that the group gives on a line.
    pub line: Rate,
    /// The most on a basket.
    pub basket: Rate,
    /// The most on a line by all discounts together.
    pub total: Rate,
}

/// How somebody holds a permission.
///
/// # Errors
/// The database's failure.
pub async fn authority_of(tx: &mut Tx, staff_id: &StaffId, permission: &str) -> Outcome<Authority> {
    store::authority_of(tx, staff_id, permission).await
}

/// Whether somebody else who works in a store may approve what a permission is for.
///
/// # Errors
/// The database's failure.
pub async fn has_approver(
    tx: &mut Tx,
    store_no: &StoreNo,
    permission: &str,
    except: &StaffId,
) -> Outcome<bool> {
    store::has_approver(tx, store_no, permission, except).await
}

/// Somebody who typed a name and a password to approve something.
#[derive(Clone, Debug)]
pub struct Signatory {
    /// The name that was typed, whether it is anybody's or not.
    pub staff_id: StaffId,
    /// Whether the password is right.
    pub has_right_password: bool,
    /// Until when nobody may sign as this person.
    pub locked_until: Option<Timestamp>,
    /// Wrong passwords before this one.
    pub wrong_tries: i64,
    /// Whether the person left the house.
    pub is_blocked: bool,
    /// Whether the person works in the store or is linked to it.
    pub is_linked: bool,
    /// How the person holds the permission.
    pub authority: Authority,
}

struct Typed {
    user_name: String,
    store_no: StoreNo,
    permission: &'static str,
    now: Timestamp,
}

/// Checks who signs. The try counts as wrong until the password proves right, so that tries at the
/// same time count exactly.
///
/// # Errors
/// [`crate::BAD_CREDENTIALS`] for what cannot be a name, or the database's failure.
pub async fn check_signatory(
    shell: &Shell,
    passwords: &Passwords,
    (user_name, password): (String, String),
    store_no: &StoreNo,
    permission: &'static str,
) -> Outcome<Signatory> {
    let Ok(user_name) = account::user_name(&user_name) else {
        return Err(refuse_nobody(passwords, password).await);
    };
    let typed = Arc::new(Typed {
        user_name,
        store_no: store_no.clone(),
        permission,
        now: shell.clock.now(),
    });
    let (mut signatory, hash) = shell.db.write(typed.clone(), admit_signatory).await?;
    if signatory.locked_until.is_some() {
        return Ok(signatory);
    }
    signatory.has_right_password = passwords.check(password, hash).await?;
    if signatory.has_right_password {
        shell.db.write(typed, forget).await?;
    }
    Ok(signatory)
}

fn admit_signatory<'a>(
    tx: &'a mut Tx,
    typed: &'a Arc<Typed>,
) -> TxFuture<'a, (Signatory, Option<String>)> {
    Box::pin(async move {
        let before = store::tries_of(tx, TriesOf::Approval, &typed.user_name).await?;
        let mut signatory = Signatory {
            staff_id: StaffId(typed.user_name.clone()),
            has_right_password: false,
            locked_until: before.locked_until.filter(|until| *until > typed.now),
            wrong_tries: before.wrong,
            is_blocked: false,
            is_linked: false,
            authority: Authority {
                grant: Grant::Denied,
                line: Rate::ZERO,
                basket: Rate::ZERO,
                total: Rate::ZERO,
            },
        };
        if let Admission::Admitted(tries) = admit_until(before, typed.now, APPROVER_WRONG_TRIES_MAX)
        {
            signatory.wrong_tries = tries.wrong - 1;
            store::save_tries(tx, TriesOf::Approval, &typed.user_name, tries).await?;
        }
        let Some(account) = store::find_account(tx, &typed.user_name).await? else {
            return Ok((signatory, None));
        };
        signatory.is_blocked = account.is_over(typed.now);
        signatory.is_linked = store::works_in(tx, &signatory.staff_id, &typed.store_no).await?;
        let permission = typed.permission;
        signatory.authority = store::authority_of(tx, &signatory.staff_id, permission).await?;
        Ok((signatory, Some(account.password_hash)))
    })
}

fn forget<'a>(tx: &'a mut Tx, typed: &'a Arc<Typed>) -> TxFuture<'a, ()> {
    Box::pin(store::save_tries(
        tx,
        TriesOf::Approval,
        &typed.user_name,
        Tries::default(),
    ))
}
