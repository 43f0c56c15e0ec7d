//! What head office keeps of recycling: one entry for each store.

use axum::extract::State;
use kernel::page::Page;
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::entry::{self, Entry, EntryQuery, Few, SaveRequest, refused};
use setting::rule::within;
use setting::{Desk, REFERENCE_UNKNOWN};
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Query, Reply};
use utoipa::ToSchema;

use crate::rule::metal::Metal;
use crate::{RecyclingState, store};

/// A hundred per cent, in hundredths of a per cent.
const WHOLE: i64 = 10_000;
/// The highest amount that is set up, in minor units.
const AMOUNT_MAX: i64 = 100_000_000;

/// What a store takes back and on which terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecyclingSetting {
    /// Whether the store takes old jewellery back.
    #[schema(example = true)]
    pub recycling_enabled: bool,
    /// Whether it also takes what was not bought from us.
    #[schema(example = true)]
    pub no_order_recycling: bool,
    /// The metal of the board that values gold, priced without VAT; null: gold is not taken.
    #[schema(example = "GOLD-FINE")]
    pub gold_item_no: Option<String>,
    /// The metal that values silver.
    #[schema(example = "SILVER-FINE")]
    pub silver_item_no: Option<String>,
    /// The metal that values platinum.
    #[schema(example = "PLATINUM-FINE")]
    pub platinum_item_no: Option<String>,
    /// Which part of the gold the customer gets, in hundredths of a per cent.
    #[schema(example = 8_500)]
    pub gold_payout_percent: i64,
    /// Of the silver.
    #[schema(example = 8_000)]
    pub silver_payout_percent: i64,
    /// Of the platinum.
    #[schema(example = 8_000)]
    pub platinum_payout_percent: i64,
    /// Which part of its paid price a piece of ours brings at least, in hundredths of a per cent.
    #[schema(example = 1_000)]
    pub campaign_percent: i64,
    /// But not more than this for each piece, in minor units.
    #[schema(example = 3_000)]
    pub campaign_maximum: i64,
    /// What a piece of alloy brings, in minor units.
    #[schema(example = 0)]
    pub alloy_amount: i64,
    /// Above which amount of a basket a code is needed to spend credit, in minor units.
    #[schema(example = 5_000)]
    pub code_above: i64,
    /// Above which worth of a document a colleague approves it, too, in minor units; null: nobody does.
    #[schema(example = 50_000)]
    pub approval_above: Option<i64>,
    /// Whether the store collects the tax on precious objects.
    #[schema(example = false)]
    pub apply_precious_metal_tax: bool,
}

impl RecyclingSetting {
    /// As domain §17 proposes, for a store that begins: off, with 85 % of gold and 80 % of silver.
    #[must_use]
    pub const fn proposed() -> Self {
        Self {
            recycling_enabled: false,
            no_order_recycling: false,
            gold_item_no: None,
            silver_item_no: None,
            platinum_item_no: None,
            gold_payout_percent: 8_500,
            silver_payout_percent: 8_000,
            platinum_payout_percent: 8_000,
            campaign_percent: 1_000,
            campaign_maximum: 3_000,
            alloy_amount: 0,
            code_above: 5_000,
            approval_above: None,
            apply_precious_metal_tax: false,
        }
    }

    /// The metals that are taken back, each with its item of the board and what is paid of its worth in
    /// hundredths of a per cent.
    pub(crate) fn metals(&self) -> impl Iterator<Item = (Metal, &str, i64)> {
        let gold = (Metal::Gold, &self.gold_item_no, self.gold_payout_percent);
        let silver = (
            Metal::Silver,
            &self.silver_item_no,
            self.silver_payout_percent,
        );
        let platinum = (
            Metal::Platinum,
            &self.platinum_item_no,
            self.platinum_payout_percent,
        );
        [gold, silver, platinum]
            .into_iter()
            .filter_map(|(metal, item_no, percent)| Some((metal, item_no.as_deref()?, percent)))
    }
}

impl Few for RecyclingSetting {
    const SETTING: &'static str = "recycling";
    const OPERATION: &'static str = "recycling_setting.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(store::setting::read(tx, key))
    }

    fn check<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        _: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move {
            entry::known_store(tx, key, "key").await?;
            for (item_no, field) in [
                (&value.gold_item_no, "goldItemNo"),
                (&value.silver_item_no, "silverItemNo"),
                (&value.platinum_item_no, "platinumItemNo"),
            ] {
                if let Some(item_no) = item_no
                    && !store::setting::is_metal(tx, item_no).await?
                {
                    return Err(refused(&REFERENCE_UNKNOWN, field));
                }
            }
            for (percent, field) in [
                (value.gold_payout_percent, "goldPayoutPercent"),
                (value.silver_payout_percent, "silverPayoutPercent"),
                (value.platinum_payout_percent, "platinumPayoutPercent"),
                (value.campaign_percent, "campaignPercent"),
            ] {
                within(percent, &(0..=WHOLE), field)?;
            }
            for (amount, field) in [
                (value.campaign_maximum, "campaignMaximum"),
                (value.alloy_amount, "alloyAmount"),
                (value.code_above, "codeAbove"),
                (value.approval_above.unwrap_or(0), "approvalAbove"),
            ] {
                within(amount, &(0..=AMOUNT_MAX), field)?;
            }
            Ok(value.clone())
        })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(store::setting::keep(tx, key, value, before.is_some()))
    }

    fn text(&self) -> String {
        [
            &self.gold_item_no,
            &self.silver_item_no,
            &self.platinum_item_no,
        ]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(" ")
    }
}

/// What stores take back, page by page.
#[utoipa::path(
    get, path = "/setting/recycling", tag = "recycling", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<RecyclingSetting>>>)),
)]
pub(crate) async fn list_recycling_settings(
    State(state): State<RecyclingState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<RecyclingSetting>(&state.shell, query).await
}

/// What a store takes back.
#[utoipa::path(
    get, path = "/setting/recycling/{storeNo}", tag = "recycling",
    params(("storeNo" = String, Path, description = "The store", example = "PAR01")),
    responses(
        (status = 200, description = "Its terms", body = Envelope<Entry<RecyclingSetting>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_recycling_setting(
    State(state): State<RecyclingState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<RecyclingSetting>(&state.shell, key).await
}

/// Keep what a store takes back, new or changed.
///
/// A change says which version it saw; what is new says none.
#[utoipa::path(
    put, path = "/setting/recycling/{storeNo}", tag = "recycling", request_body = SaveRequest<RecyclingSetting>,
    params(("storeNo" = String, Path, description = "The store", example = "PAR01")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<RecyclingSetting>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "There are terms already, or somebody changed them meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_recycling_setting(
    State(state): State<RecyclingState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<RecyclingSetting>>,
) -> Reply {
    let desk = Desk::new(state.signer.clone(), &actor, state.shell.clock.now());
    entry::save(&state.shell, (desk, idempotency), key, request).await
}
