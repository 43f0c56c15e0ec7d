//! What the till receives about the tenders that it can take.

use std::collections::BTreeMap;

use jiff::civil::Date;
use kernel::id::TenderCode;
use kernel::refusal::ErrorView;
use kernel::{Currency, Money};
use serde::Serialize;
use utoipa::ToSchema;

use crate::rule::exchange::Rate;
use crate::rule::kind::TenderField;
use crate::rule::qr::{QrDirection, QrProvider};
use crate::rule::tender::TenderType;
use crate::store::TenderSetup;

/// A tender that the store takes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenderView {
    /// Its code.
    #[schema(value_type = String, example = "CASH")]
    pub code: TenderCode,
    /// Its name.
    #[schema(example = "Cash")]
    pub name: String,
    /// Its names by language; the name stands for those that are missing.
    pub names: BTreeMap<String, String>,
    /// What it is.
    #[serde(rename = "type")]
    pub tender_type: TenderType,
    /// Whether more than the balance may be given.
    pub over_tender_allowed: bool,
    /// How much more at most; null when there is no limit.
    pub maximum_over_tender: Option<Money>,
    /// Whether less than the balance may be given.
    pub under_tender_allowed: bool,
    /// The smallest amount in minor units that closes a balance with it; 1 except for cash.
    #[schema(example = 5)]
    pub rounding_step: i64,
    /// Whether the drawer opens.
    pub opens_drawer: bool,
    /// Whether the till's terminal can take a payment as far as the server knows; null where no
    /// terminal is needed.
    pub terminal_ready: Option<bool>,
    /// Of a tender by code: the provider, and who may scan whom in this store.
    pub qr: Option<QrTenderView>,
    /// What the till asks for besides the amount.
    pub fields: Vec<TenderField>,
    /// Of foreign cash: the rate of the day; null without one.
    pub foreign: Option<ForeignCashView>,
    /// Change below this is given in cash; null where change is given in the same tender in any case.
    pub minimum_change: Option<Money>,
    /// Why it cannot be used now.
    pub refusal: Option<ErrorView>,
}

/// How a tender by code is taken in a store.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QrTenderView {
    /// The provider.
    pub provider: QrProvider,
    /// Who may scan whom; what is offered first comes first.
    pub directions: Vec<QrDirection>,
}

/// What foreign cash is worth today.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ForeignCashView {
    /// Its currency.
    pub currency: Currency,
    /// What one unit is worth in the store's currency, in hundred-millionths.
    #[schema(example = 92_130_000)]
    pub rate: i64,
    /// The day of the rate.
    #[schema(value_type = String, format = Date)]
    pub valid_from: Date,
}

impl TenderView {
    /// The same with the rate of the day.
    pub(crate) fn with_rate(mut self, rate: Option<Rate>) -> Self {
        self.foreign = rate.map(|rate| ForeignCashView {
            currency: rate.foreign,
            rate: rate.rate,
            valid_from: rate.valid_from,
        });
        self
    }

    pub(crate) fn of(
        tender: TenderSetup,
        is_terminal_ready: bool,
        refusal: Option<ErrorView>,
    ) -> Self {
        let terms = tender.terms;
        let kind = terms.tender_type;
        let provider = QrProvider::of_mapping(&tender.online_pos_mapping)
            .filter(|_| terms.tender_type == TenderType::Qr);
        let qr = provider.map(|provider| QrTenderView {
            provider,
            directions: match tender.shows_code {
                true => vec![QrDirection::ClientScans, QrDirection::ShopScans],
                false => vec![QrDirection::ShopScans],
            },
        });
        Self {
            code: tender.tender_code,
            name: tender.name,
            names: tender.names,
            tender_type: kind,
            over_tender_allowed: kind.gives_change() && terms.over_tender_allowed,
            maximum_over_tender: terms
                .maximum_over_tender
                .filter(|_| kind.gives_change())
                .map(|limit| Money::new(limit, tender.currency)),
            under_tender_allowed: terms.under_tender_allowed,
            rounding_step: match kind.is_cash() {
                true => terms.cash_rounding_step,
                false => 1,
            },
            opens_drawer: tender.opens_drawer,
            terminal_ready: (terms.tender_type == TenderType::Card).then_some(is_terminal_ready),
            qr,
            fields: kind.fields().to_vec(),
            foreign: None,
            minimum_change: (kind == TenderType::Voucher)
                .then(|| Money::new(terms.minimum_change, tender.currency)),
            refusal,
        }
    }
}
