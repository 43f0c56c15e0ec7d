//! On which terms the store takes back today; what pieces would come to; and orders they come from.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::StoreNo;
use kernel::{Money, Rate, Refusal};
use session::Actor;
use setting::Store;
use shell::Outcome;
use shell::db::Tx;
use shell::http::{Answer, Envelope, Reply};

use crate::admin::RecyclingSetting;
use crate::record::Kind;
use crate::rule::metal::finenesses;
use crate::rule::valuation::{MetalTerms, Spot, Terms};
use crate::view::MetalRateView;
use crate::view::RecyclingSetupView;
use crate::{MAY_NO_ORDER, NO_ORDER_NOT_ENABLED, RecyclingState, STORE_NOT_ENABLED, store};

/// A store with what it takes back today.
pub(crate) struct Shop {
    pub store: Arc<Store>,
    pub setting: RecyclingSetting,
    pub terms: Terms,
    pub today: Date,
}

impl Shop {
    /// Refuses where nothing of a kind is taken back.
    pub(crate) fn must_take(&self, kind: Kind) -> Result<(), Refusal> {
        if !self.setting.recycling_enabled {
            return Err(Refusal::new(&STORE_NOT_ENABLED));
        }
        if kind == Kind::NoOrder && !self.setting.no_order_recycling {
            return Err(Refusal::new(&NO_ORDER_NOT_ENABLED));
        }
        Ok(())
    }
}

/// Reads what a store takes back now.
pub(crate) async fn shop(tx: &mut Tx, store_no: &StoreNo, now: Timestamp) -> Outcome<Shop> {
    let store = setting::get_store(tx, store_no).await?;
    let kept = store::setting::read(tx, Some(&store_no.0)).await?.pop();
    let setting = kept.map_or(RecyclingSetting::proposed(), |entry| entry.value);
    let today = store.business_date(now);
    let mut metals = Vec::new();
    for (metal, item_no, percent) in setting.metals() {
        metals.push(MetalTerms {
            metal,
            spot: spot(tx, &store, item_no, (today, now)).await?,
            payout: Rate(percent * 100),
        });
    }
    let money = |minor| Money::new(minor, store.currency);
    let terms = Terms {
        country: store.country_code.clone(),
        metals,
        campaign_share: Rate(setting.campaign_percent * 100),
        campaign_maximum: money(setting.campaign_maximum),
        alloy_amount: money(setting.alloy_amount),
        collects_tax: setting.apply_precious_metal_tax,
    };
    Ok(Shop {
        store,
        setting,
        terms,
        today,
    })
}

/// The price of a metal that the board got today, in the first of the store's price groups that has
/// one without VAT in its currency.
async fn spot(
    tx: &mut Tx,
    store: &Store,
    item_no: &str,
    (today, now): (Date, Timestamp),
) -> Outcome<Option<Spot>> {
    let groups = store::setting::price_groups(tx, store).await?;
    let rows = catalog::store::metal_rows(tx, item_no, now).await?;
    let fineness = i64::from(catalog::store::metal_fineness(tx, item_no).await?);
    let found = groups.iter().find_map(|group| {
        rows.iter().find_map(|row| {
            let starts_at = Timestamp::from_microsecond(row.row_id).ok()?;
            let is_good = row.sales_code == *group
                && !row.price_includes_vat
                && store.business_date(starts_at) == today;
            is_good.then_some(Spot {
                gram_price: row.unit_price,
                fineness,
                starts_at,
            })
        })
    });
    Ok(found.filter(|spot| spot.fineness > 0))
}

/// On which terms this store takes old jewellery back today.
///
/// A store that does not take any says so in `refusal`, and in `noOrderRefusal` when it only takes
/// what was bought there.
#[utoipa::path(
    get, path = "/recycling/setup", tag = "recycling",
    responses((status = 200, description = "The terms", body = Envelope<RecyclingSetupView>)),
)]
pub(crate) async fn get_recycling_setup(
    State(state): State<RecyclingState>,
    actor: Actor,
) -> Reply {
    let now = state.shell.clock.now();
    let input = (actor.store_no.clone(), now);
    let shop = state
        .shell
        .db
        .read(input, |tx, (store_no, now)| {
            Box::pin(shop(tx, store_no, *now))
        })
        .await?;
    let refusal = |kind| shop.must_take(kind).err().map(|refusal| refusal.view());
    Answer::of(&RecyclingSetupView {
        refusal: refusal(Kind::WithOrder),
        no_order_refusal: refusal(Kind::NoOrder),
        may_no_order: actor.may(MAY_NO_ORDER),
        currency: shop.store.currency,
        country: shop.store.country_code.clone(),
        today: shop.today,
        metals: shop
            .terms
            .metals
            .iter()
            .map(|it| rates(&shop, it))
            .collect(),
        campaign_percent: shop.setting.campaign_percent,
        campaign_maximum: shop.terms.campaign_maximum,
        alloy_amount: shop.terms.alloy_amount,
        approval_above: shop
            .setting
            .approval_above
            .map(|above| Money::new(above, shop.store.currency)),
    })
}

fn rates(shop: &Shop, metal: &MetalTerms) -> MetalRateView {
    let known = finenesses(&shop.terms.country, metal.metal);
    MetalRateView {
        metal: metal.metal,
        finenesses: known.to_vec(),
        gram_pays: known
            .iter()
            .filter_map(|fineness| {
                let spot = metal.spot?;
                Some(spot.gram_pays(*fineness, metal.payout))
            })
            .collect(),
        payout_percent: metal.payout.basis_points(),
        priced_at: metal.spot.map(|spot| spot.starts_at),
    }
}
