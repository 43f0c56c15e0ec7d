//! Vouchers: those that the office enters, and those that the till issues as change.

pub(crate) mod export;
pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod save;

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::Money;
use serde::{Deserialize, Serialize};
use setting::IN_USE;
use setting::entry::{Entry, Kept, refused};
use setting::rule::code;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use crate::rule::voucher::EntryType;
use crate::{AMOUNT_NOT_POSITIVE, store};

/// What is kept of a voucher. What it is worth and when it was issued stay as they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct VoucherValue {
    /// What it is worth.
    pub(crate) amount: Money,
    /// The day of its issue.
    #[schema(value_type = String, format = Date, example = "2026-11-21")]
    pub(crate) issued_on: Date,
    /// Its last day; null for none.
    #[schema(value_type = Option<String>, format = Date, example = "2027-11-21")]
    pub(crate) expires_on: Option<Date>,
    /// Whether it pays no more.
    pub(crate) is_blocked: bool,
    /// When it paid; answered, not taken.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime, read_only)]
    pub(crate) redeemed_at: Option<Timestamp>,
}

impl VoucherValue {
    fn checked(&self, key: &str, before: Option<&Self>) -> Outcome<Self> {
        code(key, "key")?;
        if !self.amount.is_positive() {
            return Err(refused(&AMOUNT_NOT_POSITIVE, "amount"));
        }
        if let Some(before) = before {
            if before.amount != self.amount {
                return Err(refused(&IN_USE, "amount"));
            }
            if before.issued_on != self.issued_on {
                return Err(refused(&IN_USE, "issuedOn"));
            }
        }
        Ok(Self {
            redeemed_at: before.and_then(|before| before.redeemed_at),
            ..self.clone()
        })
    }
}

impl Kept for VoucherValue {
    const SETTING: &'static str = "voucher";
    const OPERATION: &'static str = "voucher.save";

    fn find<'a>(tx: &'a mut Tx, key: &'a str) -> TxFuture<'a, Option<Entry<Self>>> {
        Box::pin(async move {
            let found = store::voucher::find(tx, key).await?;
            Ok(found.map(store::voucher::entry))
        })
    }

    fn check<'a>(
        _: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move { value.checked(key, before) })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(async move {
            store::voucher::keep(tx, key, value).await?;
            if before.is_none() {
                let entry = (EntryType::Enter, value.amount.minor, None);
                store::voucher::add_entry(tx, key, entry, None).await?;
            }
            Ok(())
        })
    }
}
