//! What the till receives about its drawer.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::page::Page;
use kernel::{Currency, Money};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::rule::entry::EntryType;

/// What became of the pulse that opens a drawer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = DrawerKick)]
pub(crate) enum Kick {
    /// The printer took it.
    Opened,
    /// Certain: the printer got nothing. The drawer opens with its key.
    NotReached,
    /// Nobody knows.
    Uncertain,
}

impl Kick {
    const ALL: [Self; 3] = [Self::Opened, Self::NotReached, Self::Uncertain];

    /// As it is stored.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Opened => "OPENED",
            Self::NotReached => "NOT_REACHED",
            Self::Uncertain => "UNCERTAIN",
        }
    }

    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// An entry of a drawer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DrawerEntryView {
    /// The entry.
    pub(crate) entry_id: Uuid,
    /// Its number at the till, from 1.
    #[schema(example = 7)]
    pub(crate) entry_no: i64,
    /// The till.
    #[schema(example = "PAR01-T1")]
    pub(crate) terminal_no: String,
    /// What happened.
    pub(crate) entry_type: EntryType,
    /// By how much what lies in the drawer changed.
    pub(crate) amount: Money,
    /// Why; blank where nobody asks.
    #[schema(example = "Stamps")]
    pub(crate) reason: String,
    /// The number on the bank bag.
    #[schema(example = "BB-204417")]
    pub(crate) bag_no: Option<String>,
    /// The float that it takes back.
    pub(crate) corrects: Option<Uuid>,
    /// On which business date.
    #[schema(value_type = String, format = Date)]
    pub(crate) business_date: Date,
    /// Who.
    #[schema(example = "Camille Aubert")]
    pub(crate) staff_name: String,
    /// Who approved it.
    #[schema(example = "Hugo Lambert")]
    pub(crate) approved_by: Option<String>,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) booked_at: Timestamp,
    /// Whether the drawer opened; null where no printer opens it.
    pub(crate) kick: Option<Kick>,
}

/// A till whose entries can be asked for.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DrawerTillView {
    /// Its number.
    #[schema(example = "PAR01-T1")]
    pub(crate) terminal_no: String,
    /// Its name.
    #[schema(example = "Till 1")]
    pub(crate) name: String,
}

/// Entries of the drawers of a store.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DrawerEntryPageView {
    /// The tills of the store.
    pub(crate) tills: Vec<DrawerTillView>,
    /// The entries, the newest first.
    pub(crate) page: Page<DrawerEntryView>,
}

/// The drawer of a till today. What should lie in it is not told: it is counted blind.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DrawerView {
    /// The business date.
    #[schema(value_type = String, format = Date)]
    pub(crate) business_date: Date,
    /// The currencies of the cash in it, the store's first.
    pub(crate) currencies: Vec<Currency>,
    /// With how much the day began, by currency; none of a currency whose float nobody entered yet.
    pub(crate) floats: Vec<Money>,
    /// Above which amount a colleague approves what is taken out; null: nobody does.
    pub(crate) approval_above: Option<Money>,
}
