//! What `vitrine serve` finds when it opens a database.

use rand::RngExt;
use shell::Outcome;
use shell::db::{Tx, installation};

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
    let kind = installation::read(tx, "kind").await?;
    if kind.as_deref() == Some("DEMONSTRATION") {
        return Ok(Prepared::Demonstration);
    }
    session::store::install_permissions(tx).await?;
    if setup::store::has_staff(tx).await? {
        return Ok(Prepared::Ready);
    }
    let code = setup::rule::code::from_random(rand::rng().random());
    setup::store::renew_code(tx, &code).await?;
    Ok(Prepared::Empty(code))
}
