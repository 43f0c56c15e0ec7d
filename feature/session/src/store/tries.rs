//! Wrong passwords by name.

use jiff::Timestamp;
use shell::Outcome;
use shell::db::{Tx, params};

use crate::rule::lockout::Tries;

/// What wrong passwords are counted for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TriesOf {
    /// Logging in and unlocking.
    LogIn,
    /// Approving what a colleague does.
    Approval,
}

impl TriesOf {
    const ALL: [Self; 2] = [Self::LogIn, Self::Approval];

    const fn table(self) -> &'static str {
        match self {
            Self::LogIn => "login_try",
            Self::Approval => "approver_try",
        }
    }
}

/// How the tries of a name stand. The name must be one that somebody could have, of which the tables keep few bytes.
pub(crate) async fn tries_of(tx: &mut Tx, of: TriesOf, user_name: &str) -> Outcome<Tries> {
    let sql = format!(
        "SELECT wrong_tries, locked_until FROM {} WHERE user_name = $1",
        of.table()
    );
    let row = tx.query_opt(&sql, params![user_name]).await?;
    Ok(match row {
        Some(mut row) => Tries {
            wrong: row.read()?,
            locked_until: row.read()?,
        },
        None => Tries::default(),
    })
}

/// Keeps how the tries of a name stand.
pub(crate) async fn save_tries(
    tx: &mut Tx,
    of: TriesOf,
    user_name: &str,
    tries: Tries,
) -> Outcome<()> {
    let sql = format!(
        "INSERT INTO {} (user_name, wrong_tries, locked_until) VALUES ($1, $2, $3) \
         ON CONFLICT (user_name) DO UPDATE SET wrong_tries = $2, locked_until = $3",
        of.table()
    );
    tx.execute_one(&sql, params![user_name, tries.wrong, tries.locked_until])
        .await?;
    Ok(())
}

/// Forgets the tries whose lock is over: they count as none, and most of their names are nobody's.
pub(crate) async fn forget_lapsed(tx: &mut Tx, now: Timestamp) -> Outcome<()> {
    for of in TriesOf::ALL {
        let sql = format!("DELETE FROM {} WHERE locked_until <= $1", of.table());
        tx.execute(&sql, params![now]).await?;
    }
    Ok(())
}
