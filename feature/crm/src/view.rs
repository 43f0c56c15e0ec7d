//! What this feature says on the wire.

use kernel::id::CustomerId;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Customer;
use crate::rule::consent::{ConsentKind, TEXT_VERSION};
use crate::rule::mask;
use crate::rule::name::shown_name;
use crate::rule::profile::Profile;
use crate::store::{Consent, Stored};

/// A customer, as lists and baskets show one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerView {
    /// The id.
    pub customer_id: CustomerId,
    /// The whole name; the number of somebody who left none.
    #[schema(example = "Inès Moreau")]
    pub name: String,
    /// The telephone number, its middle hidden from those who may not see it.
    #[schema(example = "+33 6 •• •• 41 08")]
    pub phone: Option<String>,
    /// The address, its name hidden from those who may not see it.
    #[schema(example = "i••••••@orange.fr")]
    pub email: Option<String>,
    /// The country of residence (ISO 3166).
    #[schema(example = "FR")]
    pub country: String,
    /// The day of the last visit.
    #[schema(value_type = Option<String>, format = Date)]
    pub last_visit: Option<jiff::civil::Date>,
}

impl CustomerView {
    /// What may be shown of a customer. `is_full`: to somebody who holds [`crate::VIEW_FULL`].
    #[must_use]
    pub fn new(customer: &Customer, is_full: bool) -> Self {
        let shown = |text: &Option<String>, mask: fn(&str) -> String| {
            text.as_deref().map(|text| match is_full {
                true => text.to_owned(),
                false => mask(text),
            })
        };
        Self {
            customer_id: customer.customer_id,
            name: customer.name.clone(),
            phone: shown(&customer.phone, mask::phone),
            email: shown(&customer.email, mask::email),
            country: customer.country_code.clone(),
            last_visit: customer.last_visit_on,
        }
    }
}

/// A page of customers whom a search found.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CustomerPageView {
    /// The customers, by name.
    pub(crate) items: Vec<CustomerView>,
    /// What asks for the next page; null on the last.
    #[schema(value_type = Option<Uuid>)]
    pub(crate) next_after: Option<CustomerId>,
}

/// A country and the code that its telephone numbers begin with.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AreaView {
    /// The country (ISO 3166).
    #[schema(example = "FR")]
    pub(crate) country: String,
    /// The code.
    #[schema(example = "+33")]
    pub(crate) area_code: String,
}

/// What a customer said last on something that they may allow.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConsentView {
    /// What.
    pub(crate) kind: ConsentKind,
    /// Whether they allow it.
    pub(crate) granted: bool,
    /// The version of the words that they were shown.
    #[schema(example = "2026-11")]
    pub(crate) text_version: String,
    /// When they said so.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) given_at: jiff::Timestamp,
    /// Who asked them.
    #[schema(example = "Camille Aubry")]
    pub(crate) staff_name: String,
}

/// A customer with all that is known of them.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CustomerProfileView {
    /// The id.
    pub(crate) customer_id: CustomerId,
    /// The number that people say.
    #[schema(example = 100_042)]
    pub(crate) customer_no: i64,
    /// The whole name; the number of somebody who left none.
    #[schema(example = "Inès Moreau")]
    pub(crate) name: String,
    /// Each change raises it. A change says which one it saw.
    #[schema(example = 3)]
    pub(crate) version: i64,
    /// What is known of them.
    pub(crate) profile: Profile,
    /// What they said last of each kind; a kind of which they were never asked is missing.
    pub(crate) consents: Vec<ConsentView>,
    /// The version of the words that a consent given now must have been shown.
    #[schema(example = "2026-11")]
    pub(crate) consent_text_version: String,
    /// The codes of their price groups: price lists that hold for them where they are lower.
    #[schema(example = json!(["EUR-VIP"]))]
    pub(crate) price_groups: Vec<String>,
    /// Names the photograph; another one has another name. Null when there is none.
    pub(crate) photo_id: Option<Uuid>,
    /// When they were changed last, where that is known.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) changed_at: Option<jiff::Timestamp>,
    /// Who changed them last, where that is known.
    #[schema(example = "Camille Aubry")]
    pub(crate) changed_by: Option<String>,
}

impl CustomerProfileView {
    /// What may be shown of a customer. `is_full`: to somebody who holds [`crate::VIEW_FULL`].
    pub(crate) fn new(stored: Stored, consents: Vec<Consent>, is_full: bool) -> Self {
        let profile = &stored.profile;
        Self {
            customer_id: stored.customer_id,
            customer_no: stored.customer_no,
            name: shown_name(
                &profile.family_name,
                &profile.given_name,
                stored.customer_no,
            ),
            version: stored.version,
            consents: consents
                .into_iter()
                .map(|consent| ConsentView {
                    kind: consent.kind,
                    granted: consent.granted,
                    text_version: consent.text_version,
                    given_at: consent.given_at,
                    staff_name: consent.staff_name,
                })
                .collect(),
            consent_text_version: TEXT_VERSION.to_owned(),
            price_groups: stored.price_groups,
            photo_id: stored.photo_id,
            changed_at: stored.changed_at,
            changed_by: stored.changed_by,
            profile: match is_full {
                true => stored.profile,
                false => stored.profile.masked(),
            },
        }
    }
}
