//! Where the store wants it, nobody sells while an earlier business date is not posted (specification:
//! checkStatementPosting; domain §12.7).

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{StoreNo, TerminalNo};
use kernel::{Currency, Refusal};
use sale::Till;
use session::rule::permission::Grant;
use shell::Outcome;
use shell::db::{Tx, TxFuture};

use crate::standing::Standing;
use crate::{UNPOSTED_DATE, store};

/// The permission to sell all the same.
const MAY_BYPASS: &str = "statement.checkBypass";

/// The first business date before today whose sales are not posted, in a store that wants them posted
/// before anybody goes on selling. What was sold on a posted date behind its statement waits for the next.
///
/// # Errors
/// The database's failure.
pub async fn unposted_date(
    tx: &mut Tx,
    store_no: &StoreNo,
    now: Timestamp,
) -> Outcome<Option<Date>> {
    if !store::terms(tx, store_no).await?.check_statement_posting {
        return Ok(None);
    }
    let today = setting::get_store(tx, store_no).await?.business_date(now);
    let posted = store::last_date(tx, store_no).await?;
    store::unposted_date(tx, store_no, (posted, today)).await
}

/// Whether the drawer of a till is counted in the statement at work for a business date: with what it began
/// holds from then on.
///
/// # Errors
/// The database's failure.
pub async fn is_drawer_counted(
    tx: &mut Tx,
    store_no: &StoreNo,
    (terminal_no, currency): (&TerminalNo, Currency),
    business_date: Date,
) -> Outcome<bool> {
    let Some(statement) = store::find_at_work(tx, store_no).await? else {
        return Ok(false);
    };
    if business_date > statement.transaction_date {
        return Ok(false);
    }
    let standing = Standing::read(tx, statement).await?;
    let mut drawers = standing.drawers();
    Ok(drawers.any(|(of, part)| {
        of == currency && part.sum.terminal_no == terminal_no.as_str() && part.count.is_some()
    }))
}

/// Whether whoever works a till may go on to the payment of a sale.
///
/// # Errors
/// [`UNPOSTED_DATE`] while an earlier business date is not posted, unless they hold the permission to sell
/// all the same.
pub fn may_sell<'a>(tx: &'a mut Tx, till: &'a Till) -> TxFuture<'a, ()> {
    Box::pin(async move {
        let Some(date) = unposted_date(tx, &till.store_no, till.now).await? else {
            return Ok(());
        };
        let authority = session::authority_of(tx, &till.staff_id, MAY_BYPASS).await?;
        match authority.grant {
            Grant::Allowed => Ok(()),
            _ => Err(Refusal::new(&UNPOSTED_DATE)
                .with("date", date.to_string())
                .into()),
        }
    })
}
