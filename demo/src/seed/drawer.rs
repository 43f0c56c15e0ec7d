//! On which terms cash leaves the drawers.

use drawer::{DrawerSetting, keep_setting};
use shell::Outcome;
use shell::db::Tx;

use crate::company::STORES;

/// From about a hundred euro on a colleague looks at what is taken out, too.
pub(super) async fn write_terms(tx: &mut Tx) -> Outcome<()> {
    for store in STORES {
        let above = match store.currency {
            "EUR" => 10_000,
            "JPY" => 15_000,
            "KWD" => 30_000,
            _ => 100_000,
        };
        let setting = DrawerSetting {
            cash_out_approval_above: Some(above),
        };
        keep_setting(tx, store.store_no, &setting).await?;
    }
    Ok(())
}
