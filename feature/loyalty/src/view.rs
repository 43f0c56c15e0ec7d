//! What till and office receive about loyalty credit.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::refusal::ErrorView;
use kernel::{Currency, Money};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::book::EntryType;
use crate::rule::lot::LotState;
use crate::store::list::{LedgerRow, ListedAccount, ListedLot};

/// What ends first.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LoyaltyEndView {
    /// How much.
    pub(crate) amount: Money,
    /// Its last day.
    #[schema(value_type = String, format = Date)]
    pub(crate) expires_on: Date,
}

impl LoyaltyEndView {
    pub(crate) fn of(ends: Option<(i64, Date)>, currency: Currency) -> Option<Self> {
        ends.map(|(amount, expires_on)| Self {
            amount: Money::new(amount, currency),
            expires_on,
        })
    }
}

/// An entry of a ledger.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LoyaltyEntryView {
    /// Its number in the account.
    #[schema(example = 4)]
    pub(crate) entry_no: i64,
    /// Why credit changed.
    pub(crate) entry_type: EntryType,
    /// By how much, with its sign.
    pub(crate) amount: Money,
    /// What there was afterwards.
    pub(crate) balance: Money,
    /// The points that came, or went.
    #[schema(example = 353)]
    pub(crate) points: i64,
    /// In which store.
    #[schema(example = "PAR01")]
    pub(crate) store_no: String,
    /// At which till; null for the program itself.
    #[schema(example = "PAR01-T1")]
    pub(crate) terminal_no: Option<String>,
    /// Who; null for the program itself.
    #[schema(example = "Camille Aubert")]
    pub(crate) staff_name: Option<String>,
    /// The receipt that it belongs to.
    #[schema(example = "R-PAR01-000123")]
    pub(crate) receipt_no: Option<String>,
    /// Why the office changed it; null of anything else.
    #[schema(example = "Goodwill after a late repair")]
    pub(crate) reason: Option<String>,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) booked_at: Timestamp,
}

impl LoyaltyEntryView {
    /// None for an entry of a kind that this program does not know.
    pub(crate) fn of(row: LedgerRow, currency: Currency) -> Option<Self> {
        Some(Self {
            entry_no: row.entry_no,
            entry_type: EntryType::parse(&row.entry_type)?,
            amount: Money::new(row.amount, currency),
            balance: Money::new(row.balance, currency),
            points: row.points,
            store_no: row.store_no,
            terminal_no: row.terminal_no,
            staff_name: row.staff.map(|(first, last)| format!("{first} {last}")),
            receipt_no: row.receipt_no,
            reason: row.reason,
            booked_at: row.booked_at,
        })
    }
}

/// What a customer has, as a till sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LoyaltyCreditView {
    /// All of it in the currency of the store, also what is not usable before tomorrow.
    pub(crate) balance: Money,
    /// What pays today.
    pub(crate) usable: Money,
    /// What ends first.
    pub(crate) ends_first: Option<LoyaltyEndView>,
    /// The points.
    #[schema(example = 1_204)]
    pub(crate) points: i64,
    /// What was ever spent.
    pub(crate) redeemed: Money,
    /// Above this amount of a basket a code is needed.
    pub(crate) code_above: Money,
    /// Where a code would be sent, masked; null without an address.
    #[schema(example = "i••••••@orange.fr")]
    pub(crate) code_to: Option<String>,
    /// Why it cannot be used in this store.
    pub(crate) refusal: Option<ErrorView>,
    /// The newest changes.
    pub(crate) entries: Vec<LoyaltyEntryView>,
}

/// What the basket at work means for its customer's credit.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BasketLoyaltyView {
    /// What the customer has; null without a customer, or when they never had any.
    pub(crate) balance: Option<Money>,
    /// What ends first.
    pub(crate) ends_first: Option<LoyaltyEndView>,
    /// What the basket will earn when it is paid as it is; null where it earns nothing, or is being
    /// paid.
    pub(crate) earns: Option<Money>,
    /// The points that it will earn.
    #[schema(example = 353)]
    pub(crate) points: Option<i64>,
}

/// What somebody has, as the office's list shows it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LoyaltyAccountView {
    /// Whose.
    pub(crate) customer_id: Uuid,
    /// The number that people say.
    #[schema(example = 100_123)]
    pub(crate) customer_no: i64,
    /// The name.
    #[schema(example = "Inès Marchetti")]
    pub(crate) name: String,
    /// All of it, also what is not usable yet.
    pub(crate) balance: Money,
    /// The points.
    #[schema(example = 1_204)]
    pub(crate) points: i64,
    /// What was ever spent.
    pub(crate) redeemed: Money,
    /// What ends first.
    pub(crate) ends_first: Option<LoyaltyEndView>,
    /// When it changed last.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) changed_at: Timestamp,
}

impl From<ListedAccount> for LoyaltyAccountView {
    fn from(row: ListedAccount) -> Self {
        let money = |minor| Money::new(minor, row.currency);
        Self {
            balance: money(row.balance),
            redeemed: money(row.redeemed),
            ends_first: LoyaltyEndView::of(row.ends_first, row.currency),
            customer_id: row.customer_id.0,
            customer_no: row.customer_no,
            name: row.name,
            points: row.points,
            changed_at: row.changed_at,
        }
    }
}

/// Credit that was earned together.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LoyaltyLotView {
    /// Names it.
    pub(crate) lot_id: Uuid,
    /// Where it stands.
    pub(crate) state: LotState,
    /// How much it was.
    pub(crate) granted: Money,
    /// What is left.
    pub(crate) remaining: Money,
    /// The first day on which it pays.
    #[schema(value_type = String, format = Date)]
    pub(crate) usable_from: Date,
    /// The last one.
    #[schema(value_type = String, format = Date)]
    pub(crate) expires_on: Date,
    /// The receipt of the sale that earned it; null for what a return gave back.
    #[schema(example = "R-PAR01-000123")]
    pub(crate) receipt_no: Option<String>,
}

impl LoyaltyLotView {
    /// None for a lot in a state that this program does not know.
    pub(crate) fn of(row: ListedLot, currency: Currency, today: Date) -> Option<Self> {
        Some(Self {
            lot_id: row.lot.lot_id,
            state: LotState::of(&row.state, &row.lot, today)?,
            granted: Money::new(row.granted, currency),
            remaining: Money::new(row.lot.remaining, currency),
            usable_from: row.lot.usable_from,
            expires_on: row.lot.expires_on,
            receipt_no: row.receipt_no,
        })
    }
}

/// Somebody's account with all that happened to it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LoyaltyAccountDetailView {
    /// The account.
    pub(crate) account: LoyaltyAccountView,
    /// Its lots, the newest end first; 500 at the most.
    pub(crate) lots: Vec<LoyaltyLotView>,
    /// Its ledger, the newest entry first; 500 entries at the most.
    pub(crate) ledger: Vec<LoyaltyEntryView>,
}
