//! Whether this installation still has to be set up.

use axum::extract::State;
use kernel::Currency;
use serde::Serialize;
use shell::http::{Answer, Envelope, Reply};
use utoipa::ToSchema;

use crate::rule::country::{COUNTRIES, Country};
use crate::{SetupState, store};

/// Whether set-up is needed, and what helps with it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetupView {
    /// Whether nobody can log in yet.
    needed: bool,
    /// What each country suggests for a store; empty when nothing is to be set up.
    countries: Vec<CountryView>,
}

/// What a country suggests for a store.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CountryView {
    /// ISO 3166 code.
    #[schema(example = "FR")]
    country_code: &'static str,
    /// The currency in which shops sell.
    currency_code: Currency,
    /// The standard rate of VAT in basis points: 2000 is 20 %.
    #[schema(example = 2000)]
    vat_rate: i64,
    /// The language of screens and receipts.
    #[schema(example = "fr")]
    language_code: &'static str,
    /// The time zone of its capital.
    #[schema(example = "Europe/Paris")]
    time_zone: &'static str,
}

impl From<&Country> for CountryView {
    fn from(country: &Country) -> Self {
        Self {
            country_code: country.code,
            currency_code: country.currency,
            vat_rate: country.vat_rate,
            language_code: country.language,
            time_zone: country.time_zone,
        }
    }
}

/// Whether this installation still has to be set up.
#[utoipa::path(
    get, path = "/setup", tag = "setup",
    responses((status = 200, description = "Whether set-up is needed", body = Envelope<SetupView>)),
)]
pub(crate) async fn show_setup(State(state): State<SetupState>) -> Reply {
    let needed = !state
        .shell
        .db
        .read((), |tx, ()| Box::pin(store::has_staff(tx)))
        .await?;
    let countries = if needed {
        COUNTRIES.iter().map(CountryView::from).collect()
    } else {
        Vec::new()
    };
    Answer::of(&SetupView { needed, countries })
}
