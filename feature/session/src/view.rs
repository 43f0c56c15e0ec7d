//! What this feature says on the wire.

use kernel::Currency;
use serde::Serialize;
use utoipa::ToSchema;

/// What a till must know of its store (specification §3, storeSetting).
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoreSettingView {
    /// The number of the store.
    #[schema(example = "PAR01")]
    pub store_no: String,
    /// Its name.
    #[schema(example = "Paris Vendôme")]
    pub name: String,
    /// The currency in which it sells.
    pub currency_code: Currency,
    /// Its time zone (IANA).
    #[schema(example = "Europe/Paris")]
    pub time_zone: String,
    /// When its business day ends, in minutes after midnight: what happens before counts for the day before.
    #[schema(example = 240)]
    pub end_of_business_day: i64,
    /// The language of its papers.
    #[schema(example = "fr")]
    pub language_code: String,
    /// The language that every receipt must have, when the store demands one.
    #[schema(example = "fr")]
    pub force_language_receipt: Option<String>,
    /// Whether it sells without VAT to travellers.
    pub duty_free: bool,
    /// The smallest step of cash, in minor units.
    #[schema(example = 1)]
    pub cash_rounding_step: i64,
    /// Whether it shows its own payment code for customers to scan.
    #[serde(rename = "isShowQRCode")]
    pub is_show_qr_code: bool,
    /// Whether a sale below zero stock is refused.
    pub do_not_allow_negative_inventory: bool,
    /// Minutes until a recall reminder comes again.
    #[schema(example = 5)]
    pub recalltime: i64,
    /// The page after logging in.
    #[schema(example = "/pos/sale")]
    pub redirect_url: String,
    /// The city of the store.
    #[schema(example = "Paris")]
    pub city: String,
    /// The country of the store (ISO 3166).
    #[schema(example = "FR")]
    pub country_code: String,
    /// Whether nobody sells while an earlier business date has sales that are not posted.
    pub check_statement_posting: bool,
    /// Whether papers come out of a receipt printer; else the browser prints them.
    pub has_receipt_printer: bool,
}

/// The answer to a right password, or to a right code.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoggedInView {
    /// The bearer token.
    #[schema(example = "eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiIwMTllIn0.c2lnbmVk")]
    pub token: String,
    /// Whether the login is complete; the store settings come only then.
    pub auth: bool,
    /// The page to go to.
    #[schema(example = "/pos/sale")]
    pub redirect_url: String,
    /// The settings of the store.
    pub store_setting: StoreSettingView,
}

/// The answer to a right password of an account with a second factor.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChallengeView {
    /// Always 412.
    pub code: u16,
    /// Names this try to log in.
    pub challenge_id: uuid::Uuid,
    /// The ways to a code that the account has.
    pub channels: Vec<crate::rule::second_factor::Channel>,
    /// The address to which a code would go, masked.
    #[schema(example = "ada.martin@example.com")]
    pub email: Option<String>,
    /// False: the login is not complete.
    pub auth: bool,
}

/// The answer to a login.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum LoginView {
    /// The login is complete.
    LoggedIn(Box<LoggedInView>),
    /// A code is needed; the envelope's code is 412.
    Challenge(ChallengeView),
}

/// What the till is told of this installation.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InstallationView {
    /// Whether this is a test host: a banner says so.
    pub staging: bool,
    /// Whether the flow of customised jewellery is offered.
    pub customized: bool,
}

/// The person, store and till behind a session.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    /// Who logged in.
    #[schema(example = "seller")]
    pub staff_id: String,
    /// First name.
    #[schema(example = "Chloé")]
    pub first_name: String,
    /// Last name.
    #[schema(example = "Bernard")]
    pub last_name: String,
    /// The name as receipts print it.
    #[schema(example = "Chloé")]
    pub name_on_receipt: String,
    /// Two letters for the avatar.
    #[schema(example = "CB")]
    pub initials: String,
    /// The permission group.
    #[schema(example = "SALES")]
    pub permission_group_code: String,
    /// What the group may do.
    #[schema(example = json!(["sale.create", "payment.take"]))]
    pub permissions: Vec<String>,
    /// The first page of the group.
    #[schema(example = "/sale")]
    pub landing: String,
    /// The settings of the store.
    pub store: StoreSettingView,
    /// The number of the till.
    #[schema(example = "PAR01-1")]
    pub terminal_no: String,
    /// The name of the till.
    #[schema(example = "Till 1")]
    pub terminal_name: String,
    /// After how many idle minutes the till asks for the password.
    #[schema(example = 10)]
    pub idle_lock_minutes: i64,
    /// When the session began.
    #[schema(value_type = String, format = DateTime)]
    pub login_time: jiff::Timestamp,
    /// What the till is told of this installation.
    #[serde(flatten)]
    pub installation: InstallationView,
}

/// A salesperson whom a sale may name.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalespersonView {
    /// The id.
    #[schema(example = "seller")]
    pub staff_id: String,
    /// First name.
    #[schema(example = "Chloé")]
    pub first_name: String,
    /// Last name.
    #[schema(example = "Bernard")]
    pub last_name: String,
    /// The name as receipts print it.
    #[schema(example = "Chloé")]
    pub name_on_receipt: String,
    /// Two letters for the avatar.
    #[schema(example = "CB")]
    pub initials: String,
    /// What kind of employee.
    #[schema(example = "SALES")]
    pub employee_type: String,
}

/// Two letters for an avatar.
#[must_use]
pub fn initials(first_name: &str, last_name: &str) -> String {
    [first_name, last_name]
        .iter()
        .filter_map(|name| name.chars().next())
        .flat_map(char::to_uppercase)
        .collect()
}
