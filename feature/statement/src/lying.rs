//! In which currencies cash lies in the drawer of a till, whatever it takes now.

use std::collections::BTreeSet;

use jiff::civil::Date;
use kernel::Currency;
use kernel::id::{StoreNo, TerminalNo};
use shell::Outcome;
use shell::db::Tx;

use crate::calculate::taken;
use crate::drawer::Period;
use crate::rule::amount::is_cash;
use crate::store::{self, Open, Scope};

/// The currencies of the cash that the last statement left in the drawer of a till, and of what the till took
/// since: a tender may be withdrawn before what it brought is counted and gone.
///
/// # Errors
/// The database's failure.
pub async fn currencies_in_drawer(
    tx: &mut Tx,
    (store_no, terminal_no): (&StoreNo, &TerminalNo),
) -> Outcome<BTreeSet<Currency>> {
    let left = store::last_floats(tx, store_no).await?;
    let left = left
        .into_iter()
        .filter(|((till, _), amount)| till == terminal_no && *amount != 0);
    let mut currencies: BTreeSet<Currency> = left.map(|((_, currency), _)| currency).collect();
    let period = Period {
        store_no: store_no.clone(),
        after: store::last_date(tx, store_no).await?,
        to: Date::MAX,
    };
    let at_work = store::find_at_work(tx, store_no).await?;
    let scope = Scope::Open(Open {
        store_no: store_no.clone(),
        from: period.late_from(),
        to: period.to,
        statement_no: at_work.map(|it| it.statement_no),
        terminal_no: Some(terminal_no.clone()),
    });
    let own = setting::get_store(tx, store_no).await?.currency;
    let kinds = store::tender_kinds(tx, store_no).await?;
    for sum in taken(tx, &kinds, &scope).await? {
        if is_cash(sum.tender_type) {
            currencies.insert(sum.foreign_currency.unwrap_or(own));
        }
    }
    Ok(currencies)
}
