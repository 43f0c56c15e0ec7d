//! What `vitrine serve` finds when it opens a database.

use rand::RngExt;
use sha2::{Digest, Sha256};
use shell::Outcome;
use shell::db::{Tx, params};

/// Letters of a set-up code that nobody confuses.
const LETTERS: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// How a database stands.
pub(crate) enum Prepared {
    /// It holds demonstration data.
    Demonstration,
    /// It holds no administrator; this code, shown once, lets somebody make the first.
    Empty(String),
    /// Shops can be served.
    Ready,
}

/// Looks at the database, writes the permissions where they are missing, and makes a set-up code
/// when there is nobody who could log in. The code is stored as a hash; each start makes a new one.
pub(crate) async fn prepare(tx: &mut Tx) -> Outcome<Prepared> {
    let kind = tx
        .query_opt(
            "SELECT value FROM installation WHERE name = 'kind'",
            params![],
        )
        .await?
        .map(|mut row| row.read::<String>())
        .transpose()?;
    if kind.as_deref() == Some("DEMONSTRATION") {
        return Ok(Prepared::Demonstration);
    }
    session::store::install_permissions(tx).await?;
    let mut row = tx
        .query_one("SELECT COUNT(*) FROM salesperson", params![])
        .await?;
    if row.read::<i64>()? > 0 {
        return Ok(Prepared::Ready);
    }
    let code = random_code();
    tx.execute_one(
        "INSERT INTO installation (name, value) VALUES ('setup_code', $1) \
         ON CONFLICT (name) DO UPDATE SET value = $1",
        params![hex::encode(Sha256::digest(code.as_bytes()))],
    )
    .await?;
    Ok(Prepared::Empty(code))
}

fn random_code() -> String {
    let mut random = rand::rng();
    let mut part = || -> String {
        (0..4)
            .map(|_| char::from(LETTERS[random.random_range(0..LETTERS.len())]))
            .collect()
    };
    [part(), part(), part(), part()].join("-")
}
