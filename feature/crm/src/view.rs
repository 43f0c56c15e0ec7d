//! What this feature says on the wire.

use kernel::id::CustomerId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Customer;
use crate::rule::mask;

/// A customer, as lists and baskets show one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerView {
    /// The id.
    pub customer_id: CustomerId,
    /// The whole name.
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
