//! Salespeople: who works here, where, and as what.

pub(crate) mod export;
pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod save;
pub(crate) mod unlock;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The name of salespeople among the settings.
const SETTING: &str = "salesperson";

/// What somebody is employed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum EmployeeType {
    /// Sells, counted in the ranking.
    Sales,
    /// Takes payments, not ranked.
    Cashier,
    /// Inventory only.
    Stock,
    /// Leads a store.
    Manager,
    /// Several stores.
    Area,
    /// The head office.
    Hq,
    /// The people behind the machines.
    It,
    /// Seasonal, with a last day.
    Temp,
}

impl EmployeeType {
    const ALL: [Self; 8] = [
        Self::Sales,
        Self::Cashier,
        Self::Stock,
        Self::Manager,
        Self::Area,
        Self::Hq,
        Self::It,
        Self::Temp,
    ];

    /// The type as it is stored.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::Sales => "SALES",
            Self::Cashier => "CASHIER",
            Self::Stock => "STOCK",
            Self::Manager => "MANAGER",
            Self::Area => "AREA",
            Self::Hq => "HQ",
            Self::It => "IT",
            Self::Temp => "TEMP",
        }
    }

    /// The type of a stored text; none for what nobody knows.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.text() == text)
    }
}

/// What is kept of a salesperson, but for the password, which never leaves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SalespersonValue {
    /// First name; when both names are blank it is the id.
    #[schema(example = "Hugo")]
    pub(crate) first_name: String,
    /// Last name.
    #[schema(example = "Martin")]
    pub(crate) last_name: String,
    /// The name as receipts print it; blank for the first name.
    #[schema(example = "Hugo M.")]
    pub(crate) name_on_receipt: String,
    /// Whether they left: nobody logs in with this id, old orders keep the name.
    #[schema(example = false)]
    pub(crate) blocked: bool,
    /// The permission group.
    #[schema(example = "SENIOR")]
    pub(crate) permission_group_code: String,
    /// What they are employed for; none is refused at its field.
    pub(crate) employee_type: Option<EmployeeType>,
    /// The last day of somebody seasonal.
    #[schema(value_type = Option<String>, format = Date, example = "2027-01-10")]
    pub(crate) ends_on: Option<Date>,
    /// The number of the company that employs them.
    #[schema(example = "FR")]
    pub(crate) company_no: String,
    /// The store in which they work.
    #[schema(example = "PAR01")]
    pub(crate) store_no: String,
    /// The till at which they log in; none for the first of the store.
    #[schema(example = "PAR01-1")]
    pub(crate) default_terminal_no: Option<String>,
    /// The stores besides in which they may work and be chosen.
    #[schema(example = json!(["LYO01"]))]
    pub(crate) linked_stores: Vec<String>,
}

/// How an account stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum AccountState {
    /// They log in.
    Active,
    /// Too many wrong passwords, for a while.
    Locked,
    /// They left.
    Blocked,
    /// Their last day is over.
    Ended,
}

/// A salesperson as head office sees them.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SalespersonSettingView {
    /// The id.
    #[schema(example = "h.martin")]
    pub(crate) key: String,
    /// Counts the changes.
    #[schema(example = 3)]
    pub(crate) version: i64,
    /// What is kept of them.
    pub(crate) value: SalespersonValue,
    /// Two letters for the avatar.
    #[schema(example = "HM")]
    pub(crate) initials: String,
    /// How the account stands.
    pub(crate) state: AccountState,
    /// Until when nobody logs in or signs with this id.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) locked_until: Option<Timestamp>,
    /// The name of the company.
    #[schema(example = "Vitrine France SAS")]
    pub(crate) company_name: String,
    /// The name of the store.
    #[schema(example = "Paris · Rue de Sèvres")]
    pub(crate) store_name: String,
    /// For whom the permission group is.
    #[schema(example = "Key holder")]
    pub(crate) permission_group_name: String,
    /// When the password was set; none for one from before this was kept.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) password_set_at: Option<Timestamp>,
    /// When they logged in last.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) last_login_at: Option<Timestamp>,
    /// The name of the till at which that was.
    #[schema(example = "Till 1")]
    pub(crate) last_login_terminal: Option<String>,
}
