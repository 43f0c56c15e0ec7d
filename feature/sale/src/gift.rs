//! Gifts with purchase: what an order has earned, choosing one, and losing it when the order changes
//! (domain §3).

mod order;

use std::collections::BTreeMap;

use axum::extract::State;
use inventory::lease::release;
use jiff::Timestamp;
use kernel::id::{ItemNo, LineId, StoreNo};
use kernel::refusal::ErrorView;
use kernel::{Money, Refusal};
use promotion::rule::campaign::{Campaign, CampaignId, NotEligible, eligible, qualifying_amount};
use promotion::rule::gift::{
    Chosen, GiftRefusal, OrderShape, Selection, ToteBagCodes, outlives, select,
};
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::Store;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Reply};
use shell::picture::picture_url;
use shell::{Failure, Outcome};
use utoipa::ToSchema;
use uuid::Uuid;

use self::order::GiftOrder;
use crate::change_line::basket_at_work;
use crate::load::{LoadedBasket, load};
use crate::reserve::{Pieces, reserve_pieces};
use crate::rule::kind::Operation;
use crate::store::{self, Basket};
use crate::view::BasketView;
use crate::{
    CUSTOMER_FIRST, Done, GIFT_LIMIT, GIFT_MORE_THAN_ONE, GIFT_NOT_EARNED, GIFT_NOT_OFFERED,
    GIFT_OUT_OF_STOCK, GIFT_TOTE_BAG, SaleState, Till, change,
};

/// What an order has earned, or could.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GiftsView {
    /// The campaigns that run here, the highest threshold first.
    campaigns: Vec<GiftCampaignView>,
    /// The bags, of which one may come with a gift.
    tote_bags: Vec<GiftChoiceView>,
}

/// A campaign of gifts.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GiftCampaignView {
    /// Its key.
    #[schema(example = "XMAS26")]
    campaign_id: String,
    /// Its name.
    #[schema(example = "A candle for Christmas")]
    name: String,
    /// What the order must come to.
    qualifying_amount: Money,
    /// What of the order counts.
    reached: Money,
    /// Why nothing is given; none when a gift may be chosen.
    refusal: Option<ErrorView>,
    /// The gifts to choose from.
    gifts: Vec<GiftChoiceView>,
}

/// A gift, or a bag.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GiftChoiceView {
    /// The item.
    #[schema(example = "GWP-CANDLE")]
    item_no: String,
    /// Its name.
    #[schema(example = "Scented candle")]
    name: String,
    /// Where the picture is.
    #[schema(example = "/pictures/gift-candle.svg")]
    image_url: String,
    /// How many are free in this store.
    #[schema(example = 12)]
    available: i64,
}

/// What the basket has earned, or could: campaigns with their gifts and the bags.
#[utoipa::path(
    get, path = "/basket/gift", tag = "sale",
    responses((status = 200, description = "Campaigns and bags", body = Envelope<GiftsView>)),
)]
pub(crate) async fn show_gifts(State(state): State<SaleState>, actor: Actor) -> Reply {
    let till = Till::of(&actor, &state);
    let gifts = state.shell.db.read(till, gifts).await?;
    Answer::of(&gifts)
}

fn gifts<'a>(tx: &'a mut Tx, till: &'a Till) -> TxFuture<'a, GiftsView> {
    Box::pin(async move {
        let store = setting::get_store(tx, &till.store_no).await?;
        let Some(basket) = store::find_basket(tx, &till.terminal_no).await? else {
            return Ok(GiftsView {
                campaigns: Vec::new(),
                tote_bags: Vec::new(),
            });
        };
        let loaded = load(tx, &store, basket, till.now).await?;
        let order = GiftOrder::load(tx, &store, &loaded, till.now).await?;
        let order = order.order();
        let all = promotion::store::running_campaigns(tx).await?;
        let mut running: Vec<&Campaign> = all
            .iter()
            .filter(|campaign| eligible(campaign, &order) != Err(NotEligible::NotRunning))
            .collect();
        running.sort_by_key(|campaign| std::cmp::Reverse(campaign.qualifying_amount));
        let codes = ToteBagCodes::default();
        let mut item_nos: Vec<String> = codes.0.iter().map(|code| code.0.clone()).collect();
        for campaign in &running {
            item_nos.extend(campaign.item_nos.iter().map(|item_no| item_no.0.clone()));
        }
        let views = gift_views(tx, &store.store_no, &item_nos).await?;
        let of = |item_nos: &[ItemNo]| -> Vec<GiftChoiceView> {
            item_nos
                .iter()
                .filter_map(|item_no| views.get(&item_no.0).cloned())
                .collect()
        };
        let campaigns = running.iter().map(|campaign| GiftCampaignView {
            campaign_id: campaign.id.0.clone(),
            name: campaign.name.clone(),
            qualifying_amount: Money::new(campaign.qualifying_amount, store.currency),
            reached: Money::new(qualifying_amount(campaign, order.lines), store.currency),
            refusal: eligible(campaign, &order)
                .err()
                .map(|reason| not_eligible(&reason).view()),
            gifts: of(&campaign.item_nos),
        });
        Ok(GiftsView {
            campaigns: campaigns.collect(),
            tote_bags: of(&codes.0),
        })
    })
}

async fn gift_views(
    tx: &mut Tx,
    store_no: &StoreNo,
    item_nos: &[String],
) -> Outcome<BTreeMap<String, GiftChoiceView>> {
    let items = catalog::store::find_items(tx, item_nos).await?;
    let available = store::available_gifts(tx, store_no, item_nos).await?;
    let views = items.into_values().map(|item| {
        let view = GiftChoiceView {
            available: available.get(&item.item_no).map_or(0, |(_, free)| *free),
            image_url: picture_url(&item.picture),
            name: item.name,
            item_no: item.item_no.clone(),
        };
        (item.item_no, view)
    });
    Ok(views.collect())
}

/// What is chosen.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct GiftRequest {
    /// The campaign.
    #[schema(example = "XMAS26")]
    campaign_id: String,
    /// The gift; one.
    #[schema(example = json!(["GWP-CANDLE"]))]
    item_nos: Vec<String>,
    /// Whether a bag comes with it.
    with_tote_bag: bool,
    /// The bag; one.
    #[schema(example = json!(["TOTEBAG-S"]))]
    tote_bag_item_nos: Vec<String>,
}

/// Choose a gift, in place of an earlier one.
#[utoipa::path(
    post, path = "/basket/gift", tag = "sale", request_body = GiftRequest,
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 404, description = "There is no such campaign"),
        (status = 409, description = "No customer yet, the order has not earned it, none is left, \
         or the basket is being paid"),
        (status = 422, description = "More than one gift, or a bag without the option"),
    ),
)]
pub(crate) async fn choose_gift(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<GiftRequest>,
) -> Reply {
    change(&state, &actor, key, "basket.choose_gift", request, choose).await
}

/// Take the gift out of the basket.
#[utoipa::path(
    delete, path = "/basket/gift", tag = "sale",
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 409, description = "The basket is being paid"),
    ),
)]
pub(crate) async fn remove_gift(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
) -> Reply {
    change(&state, &actor, key, "basket.remove_gift", (), remove).await
}

fn choose<'a>(tx: &'a mut Tx, (till, request): &'a (Till, GiftRequest)) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let store = setting::get_store(tx, &till.store_no).await?;
        let basket = basket_at_work(tx, till).await?;
        basket.allow(Operation::ChangePieces)?;
        let mut touched = take_out(tx, &basket).await?;
        let loaded = load(tx, &store, basket, till.now).await?;
        let gift_order = GiftOrder::load(tx, &store, &loaded, till.now).await?;
        let campaigns = promotion::store::running_campaigns(tx).await?;
        let campaign = campaigns
            .iter()
            .find(|campaign| campaign.id.0 == request.campaign_id)
            .ok_or_else(|| Failure::from(&GIFT_NOT_OFFERED))?;
        let items = |item_nos: &[String]| -> Vec<ItemNo> {
            item_nos.iter().map(|it| ItemNo(it.clone())).collect()
        };
        let chosen = Chosen {
            gifts: items(&request.item_nos),
            with_tote_bag: request.with_tote_bag,
            tote_bags: items(&request.tote_bag_item_nos),
        };
        let wanted: Vec<String> = chosen
            .gifts
            .iter()
            .chain(&chosen.tote_bags)
            .map(|item_no| item_no.0.clone())
            .collect();
        let free = store::available_gifts(tx, &store.store_no, &wanted).await?;
        let available = free
            .iter()
            .map(|(item_no, (_, free))| (ItemNo(item_no.clone()), *free))
            .collect();
        let codes = ToteBagCodes::default();
        let selection = select(campaign, &gift_order.order(), &chosen, &codes, &available)
            .map_err(|refusal| refuse(&refusal))?;
        let basket = loaded.basket;
        let shape = serde_json::to_string(&selection.shape).map_err(Failure::internal)?;
        let both = std::iter::once((&selection.gift, Some(&selection.campaign)))
            .chain(selection.tote_bag.iter().map(|bag| (bag, None)));
        for (item_no, campaign_id) in both {
            let size_code = free.get(&item_no.0).map_or("", |(size, _)| size.as_str());
            let gift = store::NewGift {
                line_id: LineId(Uuid::now_v7()),
                item_no: &item_no.0,
                size_code,
                campaign_id,
                gift_for: &shape,
            };
            store::insert_gift(tx, basket.basket_id, &gift).await?;
            let pieces = Pieces::one(gift.line_id, gift.item_no, gift.size_code);
            reserve_pieces(tx, till, &basket, &pieces).await?;
            touched.push(item_no.0.clone());
        }
        store::touch(tx, basket.basket_id, till.now).await?;
        Ok(Done::touching(touched))
    })
}

fn remove<'a>(tx: &'a mut Tx, (till, ()): &'a (Till, ())) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let basket = basket_at_work(tx, till).await?;
        let touched = take_out(tx, &basket).await?;
        store::touch(tx, basket.basket_id, till.now).await?;
        Ok(Done::touching(touched))
    })
}

/// Takes the gift and its bag out of a basket, and says which items became free. Whether staff have
/// been told of an earlier loss is forgotten: they act upon it.
async fn take_out(tx: &mut Tx, basket: &Basket) -> Outcome<Vec<String>> {
    let mut freed = Vec::new();
    for stored in store::list_lines(tx, basket.basket_id).await? {
        if stored.line.is_gift {
            release(tx, stored.line.line_id, None).await?;
            store::delete_line(tx, stored.line.line_id).await?;
            freed.push(stored.line.item_no);
        }
    }
    if basket.is_gift_removed {
        store::set_gift_removed(tx, basket.basket_id, false).await?;
    }
    Ok(freed)
}

/// Takes away a gift whose order is no longer the one for which it was chosen. Says whether it did,
/// and which items became free.
pub(crate) async fn drop_lost_gift(
    tx: &mut Tx,
    store: &Store,
    loaded: &LoadedBasket,
    now: Timestamp,
) -> Outcome<Option<Vec<String>>> {
    let shape = loaded.lines.iter().find_map(|line| line.gift_for.as_ref());
    let Some(shape) = shape else { return Ok(None) };
    let selection = Selection {
        campaign: CampaignId(String::new()),
        gift: ItemNo(String::new()),
        tote_bag: None,
        shape: serde_json::from_str::<OrderShape>(shape).map_err(Failure::internal)?,
    };
    let order = GiftOrder::load(tx, store, loaded, now).await?;
    if outlives(&selection, &order.order()) {
        return Ok(None);
    }
    let freed = take_out(tx, &loaded.basket).await?;
    store::set_gift_removed(tx, loaded.basket.basket_id, true).await?;
    store::count_change(tx, loaded.basket.basket_id).await?;
    Ok(Some(freed))
}

/// Refuses the payment of a gift that its campaign does not give any more: the customer had one meanwhile at another
/// till, or the campaign is over. It is paid without the gift once staff have taken that out.
///
/// # Errors
/// Why it is not given.
pub(crate) async fn check_gift(
    tx: &mut Tx,
    store: &Store,
    loaded: &LoadedBasket,
    now: Timestamp,
) -> Outcome<()> {
    let mut lines = loaded.lines.iter();
    let Some(campaign_id) = lines.find_map(|line| line.campaign_id.as_ref()) else {
        return Ok(());
    };
    let order = GiftOrder::load(tx, store, loaded, now).await?;
    let campaigns = promotion::store::running_campaigns(tx).await?;
    let campaign = campaigns
        .iter()
        .find(|campaign| campaign.id == *campaign_id)
        .ok_or_else(|| Failure::from(&GIFT_NOT_OFFERED))?;
    eligible(campaign, &order.order()).map_err(|reason| not_eligible(&reason))?;
    Ok(())
}

fn not_eligible(reason: &NotEligible) -> Refusal {
    match *reason {
        NotEligible::CustomerFirst => Refusal::new(&CUSTOMER_FIRST),
        NotEligible::CustomerLimit { .. } => Refusal::new(&GIFT_LIMIT),
        NotEligible::MembersOnly | NotEligible::NotRunning => Refusal::new(&GIFT_NOT_OFFERED),
        NotEligible::Below { missing } => Refusal::new(&GIFT_NOT_EARNED).with("missing", missing),
    }
}

fn refuse(refusal: &GiftRefusal) -> Refusal {
    match refusal {
        GiftRefusal::NotEligible(reason) => not_eligible(reason),
        GiftRefusal::NothingChosen | GiftRefusal::MoreThanOneGift => {
            Refusal::new(&GIFT_MORE_THAN_ONE).at("itemNos")
        }
        GiftRefusal::ToteBagOptionOff
        | GiftRefusal::ToteBagMissing
        | GiftRefusal::MoreThanOneToteBag
        | GiftRefusal::NotAToteBag { .. } => Refusal::new(&GIFT_TOTE_BAG).at("toteBagItemNos"),
        GiftRefusal::NotOffered { .. } => Refusal::new(&GIFT_NOT_OFFERED),
        GiftRefusal::OutOfStock { item_no } => {
            Refusal::new(&GIFT_OUT_OF_STOCK).with("itemNo", item_no.0.as_str())
        }
    }
}
