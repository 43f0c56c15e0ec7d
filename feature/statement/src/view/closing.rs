//! Closings of days, months and years on the wire.

use jiff::civil::Date;
use journal::{ClosingProof, ListedClosing};
use kernel::Money;
use kernel::id::StoreNo;
use serde::Serialize;
use utoipa::ToSchema;

use super::StatementStoreView;
use crate::closing::{Told, to_date};

/// How far a closing is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = ClosingProof)]
pub(crate) enum Proof {
    /// What it states was hashed and signed, and it names the one before it.
    Proven,
    /// It is not what was hashed or signed, or it names another than the one before it.
    Broken,
    /// What it stated is in an archive; its hash stands.
    Purged,
}

impl From<ClosingProof> for Proof {
    fn from(proof: ClosingProof) -> Self {
        match proof {
            ClosingProof::Proven => Self::Proven,
            ClosingProof::Broken => Self::Broken,
            ClosingProof::Purged => Self::Purged,
        }
    }
}

/// The closing of a day, a month or a year: what the store took in it, and since ever.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClosingView {
    /// Its number among those of its kind, from 1.
    #[schema(example = 116)]
    number: i64,
    /// Its first business date; none of one that was purged.
    #[schema(value_type = Option<String>, format = Date)]
    from_date: Option<String>,
    /// Its last business date.
    #[schema(value_type = String, format = Date)]
    to_date: Date,
    /// When it was written.
    #[schema(value_type = String, format = DateTime)]
    closed_at: String,
    /// How many business dates were closed in it.
    days: Option<i64>,
    /// Tickets, corrections included.
    tickets: Option<i64>,
    /// The sum of their totals.
    total: Option<Money>,
    /// What was sold without VAT.
    net: Option<Money>,
    /// The VAT.
    vat_amount: Option<Money>,
    /// Payments on deposits, less what went back of them.
    deposits: Option<Money>,
    /// All totals since ever.
    perpetual_total: Option<Money>,
    /// The same, each without its sign.
    perpetual_absolute: Option<Money>,
    /// Its place in the chain of the store.
    #[schema(example = 4711)]
    seq: i64,
    /// Its hash in hexadecimal.
    #[schema(example = "2bda4101e48dc1cfdaa76b7ab58602e1a916f407e6aed76e54e901429d68649c")]
    hash: String,
    /// That of the closing of its kind before it; none of the first.
    #[schema(example = "ba699240475a31da49d686abcd8db1cdee7a83ca36261a865189602b27a7b306")]
    previous_hash: Option<String>,
    /// How far it is proven.
    proof: Proof,
}

impl ClosingView {
    pub(crate) fn of(row: &ListedClosing) -> Self {
        let told = Told::of(row);
        let money = |of: fn(&Told) -> Money| told.as_ref().map(of);
        Self {
            number: row.number,
            to_date: to_date(row),
            closed_at: row.at.clone(),
            total: money(|it| it.total),
            net: money(|it| it.net),
            vat_amount: money(|it| it.vat_amount),
            deposits: money(|it| it.deposits),
            perpetual_total: money(|it| it.perpetual_total),
            perpetual_absolute: money(|it| it.perpetual_absolute),
            seq: row.link.seq,
            hash: row.link.hash.clone(),
            proof: row.proof.into(),
            days: told.as_ref().map(|it| it.days),
            tickets: told.as_ref().map(|it| it.tickets),
            from_date: told.as_ref().map(|it| it.from_date.clone()),
            previous_hash: told.and_then(|it| it.previous_hash),
        }
    }
}

/// A page of closings.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClosingPageView {
    /// The store.
    pub(crate) store_no: StoreNo,
    /// The closings, the newest first.
    pub(crate) items: Vec<ClosingView>,
    /// The stores whose closings may be asked for, by number: this one, and those linked to it.
    pub(crate) stores: Vec<StatementStoreView>,
    /// The years of which there are closings of the kind, the newest first.
    #[schema(example = json!([2026, 2025]))]
    pub(crate) years: Vec<i16>,
    /// Where the next page starts; none on the last.
    #[schema(example = "117")]
    pub(crate) next_cursor: Option<String>,
}
