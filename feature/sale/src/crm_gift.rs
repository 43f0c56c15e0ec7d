//! Gifts from a customer's record (domain §3.1, §3.4): what is available, issuing one as an order
//! without money, and handing it over.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use jiff::civil::Date;
use kernel::Refusal;
use kernel::id::{BasketId, CustomerId, LineId, OrderId, StaffId};
use kernel::refusal::ErrorView;
use promotion::rule::crm_gift::{
    CrmGift, CrmGiftKind, CrmGiftRefusal, CrmGiftState, advance, state_on,
};
use promotion::store::{Issue, StoredCrmGift};
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::Store;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, IdempotencyKey, Path, Reply};
use shell::picture::picture_url;
use shell::{Failure, Outcome};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::load::{LoadedBasket, Scene};
use crate::price_check::checked_line;
use crate::rule::basket::BasketState;
use crate::rule::kind::BasketKind;
use crate::rule::line::Line;
use crate::rule::price::{Weighing, price_basket};
use crate::rule::purpose::Purpose;
use crate::settle::Completion;
use crate::store::{self, Basket, StoredLine};
use crate::{
    CRM_GIFT_ENDS_EARLY, CRM_GIFT_EXPIRED, CRM_GIFT_HAD, CRM_GIFT_NOT_FOUND, CRM_GIFT_TIER,
    CRM_GIFT_TOO_EARLY, CRM_GIFT_WRONG_STATE, Done, SALESPERSON_REQUIRED, SaleState, Till,
    change_viewed,
};

/// A gift on a customer's record.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CrmGiftView {
    /// Its id.
    crm_gift_id: Uuid,
    /// Why the house gives it.
    kind: CrmGiftKind,
    /// The tier that it is for; blank for other kinds.
    #[schema(example = "GOLD")]
    tier: String,
    /// Where it stands today.
    state: CrmGiftState,
    /// The item.
    #[schema(example = "GWP-CANDLE")]
    item_no: String,
    /// Its name.
    #[schema(example = "Scented candle")]
    name: String,
    /// Where its picture is.
    #[schema(example = "/pictures/gift-candle.svg")]
    image_url: String,
    /// The size that is given; blank when the item has none.
    #[schema(example = "M")]
    size_code: String,
    /// How many are free in this store.
    #[schema(example = 12)]
    available: i64,
    /// From when on it may be issued.
    #[schema(value_type = String, format = Date)]
    granted_on: Date,
    /// The last date on which it is issued and handed over; none for ever.
    #[schema(value_type = Option<String>, format = Date)]
    valid_until: Option<Date>,
    /// The order that issued it.
    order_id: Option<OrderId>,
    /// The number on that order's receipt.
    #[schema(example = "R-PAR01-000123")]
    receipt_no: Option<String>,
    /// Why it cannot go its next step, issuing or handing over, now; none when it can, or when there
    /// is no step left.
    refusal: Option<ErrorView>,
}

/// The gifts on a customer's record, the newest first: those that wait, and those that were had.
#[utoipa::path(
    get, path = "/customer/{customerId}/gift", tag = "customer",
    params(("customerId" = CustomerId, Path, description = "The customer")),
    responses(
        (status = 200, description = "The gifts", body = Envelope<Vec<CrmGiftView>>),
        (status = 404, description = "There is no such customer"),
    ),
)]
pub(crate) async fn list_crm_gifts(
    State(state): State<SaleState>,
    actor: Actor,
    Path(customer_id): Path<CustomerId>,
) -> Reply {
    let till = Till::of(&actor, &state);
    Answer::of(&state.shell.db.read((till, customer_id), list).await?)
}

fn list<'a>(
    tx: &'a mut Tx,
    (till, customer_id): &'a (Till, CustomerId),
) -> TxFuture<'a, Vec<CrmGiftView>> {
    Box::pin(async move {
        let gifts = promotion::store::crm_gifts(tx, *customer_id).await?;
        views(tx, till, gifts).await
    })
}

async fn views(tx: &mut Tx, till: &Till, gifts: Vec<StoredCrmGift>) -> Outcome<Vec<CrmGiftView>> {
    let store = setting::get_store(tx, &till.store_no).await?;
    let today = store.business_date(till.now);
    let item_nos: Vec<String> = gifts.iter().map(|gift| gift.item_no.clone()).collect();
    let items = catalog::store::find_items(tx, &item_nos).await?;
    let free = store::available_gifts(tx, &till.store_no, &item_nos).await?;
    let view = |stored: StoredCrmGift| {
        let item = items.get(&stored.item_no)?;
        let (size_code, available) = free.get(&stored.item_no).cloned().unwrap_or_default();
        Some(CrmGiftView {
            refusal: next_refusal(&stored.gift, today).map(|refusal| refusal.view()),
            crm_gift_id: stored.crm_gift_id,
            kind: stored.gift.kind,
            tier: stored.gift.tier.clone(),
            state: state_on(&stored.gift, today),
            name: item.name.clone(),
            image_url: picture_url(&item.picture),
            size_code: stored.size_code.unwrap_or(size_code),
            available,
            granted_on: stored.gift.granted_on,
            valid_until: stored.gift.valid_until,
            order_id: stored.order_id,
            receipt_no: stored.receipt_no,
            item_no: stored.item_no,
        })
    };
    Ok(gifts.into_iter().filter_map(view).collect())
}

/// Why a gift cannot go its next step today.
fn next_refusal(gift: &CrmGift, today: Date) -> Option<Refusal> {
    let next = match state_on(gift, today) {
        CrmGiftState::Granted => CrmGiftState::Issued,
        CrmGiftState::Issued => CrmGiftState::Used,
        CrmGiftState::Expired | CrmGiftState::Used => return None,
    };
    let refusal = advance(gift, next, gift.customer_id, today).err()?;
    Some(refuse(&refusal, gift))
}

/// The words of a refusal of the rule.
pub(crate) fn refuse(refusal: &CrmGiftRefusal, gift: &CrmGift) -> Refusal {
    let date = |date: Option<Date>| date.map(|date| date.to_string()).unwrap_or_default();
    match refusal {
        CrmGiftRefusal::TooEarly => {
            Refusal::new(&CRM_GIFT_TOO_EARLY).with("date", date(Some(gift.granted_on)))
        }
        CrmGiftRefusal::Expired => {
            Refusal::new(&CRM_GIFT_EXPIRED).with("date", date(gift.valid_until))
        }
        CrmGiftRefusal::OtherCustomer => Refusal::new(&CRM_GIFT_NOT_FOUND),
        CrmGiftRefusal::WrongState { .. } => Refusal::new(&CRM_GIFT_WRONG_STATE),
        CrmGiftRefusal::HadAlready => Refusal::new(&CRM_GIFT_HAD).at("kind"),
        CrmGiftRefusal::EndsBeforeItBegins => Refusal::new(&CRM_GIFT_ENDS_EARLY)
            .with("date", date(Some(gift.granted_on)))
            .at("validUntil"),
        CrmGiftRefusal::TierMismatch => Refusal::new(&CRM_GIFT_TIER).at("tier"),
    }
}

/// Which gift of which customer.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GiftPlace {
    pub(crate) customer_id: CustomerId,
    pub(crate) crm_gift_id: Uuid,
}

/// Issue a gift: an order without money with its own receipt, the piece is taken from stock.
///
/// The basket at work stays as it is. The salesperson is that of the till, or else whoever is logged
/// in.
#[utoipa::path(
    post, path = "/customer/{customerId}/gift/{crmGiftId}/issue", tag = "customer",
    params(
        ("customerId" = CustomerId, Path, description = "The customer"),
        ("crmGiftId" = Uuid, Path, description = "The gift"),
    ),
    responses(
        (status = 200, description = "The gift with its order", body = Envelope<CrmGiftView>),
        (status = 404, description = "The gift is not on this customer's record"),
        (status = 409, description = "It is not its time, it was issued already, none is left, or \
         nobody here sells"),
    ),
)]
pub(crate) async fn issue_crm_gift(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(place): Path<GiftPlace>,
) -> Reply {
    change_viewed(&state, &actor, key, "crm_gift.issue", place, issue, shown).await
}

fn issue<'a>(tx: &'a mut Tx, (till, place): &'a (Till, GiftPlace)) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let store = setting::get_store(tx, &till.store_no).await?;
        let stored = find(tx, *place).await?;
        let today = store.business_date(till.now);
        advance(&stored.gift, CrmGiftState::Issued, place.customer_id, today)
            .map_err(|refusal| refuse(&refusal, &stored.gift))?;
        let basket = gift_basket(tx, till, &store, &stored).await?;
        let size_code = basket.lines[0].line.size_code.clone();
        let completion = Completion::new(tx, store, basket, Vec::new(), till.now).await?;
        let order = completion.book(tx, &till.signer).await?;
        let issue = Issue {
            order_id: order.order_id,
            size_code: &size_code,
            staff_id: &till.staff_id,
            at: till.now,
        };
        promotion::store::issue_crm_gift(tx, stored.crm_gift_id, &issue).await?;
        Ok(Done::touching([stored.item_no]))
    })
}

/// Hand over a gift that was issued.
#[utoipa::path(
    post, path = "/customer/{customerId}/gift/{crmGiftId}/use", tag = "customer",
    params(
        ("customerId" = CustomerId, Path, description = "The customer"),
        ("crmGiftId" = Uuid, Path, description = "The gift"),
    ),
    responses(
        (status = 200, description = "The gift", body = Envelope<CrmGiftView>),
        (status = 404, description = "The gift is not on this customer's record"),
        (status = 409, description = "It is not issued, was handed over already, or its time is over"),
    ),
)]
pub(crate) async fn hand_over_crm_gift(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(place): Path<GiftPlace>,
) -> Reply {
    change_viewed(&state, &actor, key, "crm_gift.use", place, hand_over, shown).await
}

fn hand_over<'a>(tx: &'a mut Tx, (till, place): &'a (Till, GiftPlace)) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let store = setting::get_store(tx, &till.store_no).await?;
        let stored = find(tx, *place).await?;
        let today = store.business_date(till.now);
        let gift = advance(&stored.gift, CrmGiftState::Used, place.customer_id, today)
            .map_err(|refusal| refuse(&refusal, &stored.gift))?;
        let by = (Some(&till.staff_id), till.now);
        promotion::store::end_crm_gift(tx, &stored, gift.state, by).await?;
        Ok(Done::default())
    })
}

async fn find(tx: &mut Tx, place: GiftPlace) -> Outcome<StoredCrmGift> {
    let gifts = promotion::store::crm_gifts(tx, place.customer_id).await?;
    let mut gifts = gifts.into_iter();
    gifts
        .find(|stored| stored.crm_gift_id == place.crm_gift_id)
        .ok_or_else(|| Failure::from(&CRM_GIFT_NOT_FOUND))
}

fn shown<'a>(
    tx: &'a mut Tx,
    (till, place): &'a (Till, GiftPlace),
    _: &'a Done,
) -> TxFuture<'a, CrmGiftView> {
    Box::pin(show(tx, till, *place))
}

/// A gift as it stands now.
pub(crate) async fn show(tx: &mut Tx, till: &Till, place: GiftPlace) -> Outcome<CrmGiftView> {
    let stored = find(tx, place).await?;
    let mut views = views(tx, till, vec![stored]).await?;
    views
        .pop()
        .ok_or_else(|| Failure::internal("the item of a gift is gone"))
}

/// Who gives: whoever sells at the till, or else who is logged in.
async fn giver(tx: &mut Tx, till: &Till) -> Outcome<StaffId> {
    if let Some(staff_id) = store::last_salesperson(tx, till).await? {
        return Ok(staff_id);
    }
    if store::may_sell_here(tx, &till.store_no, &till.staff_id, till.now).await? {
        return Ok(till.staff_id.clone());
    }
    Err((&SALESPERSON_REQUIRED).into())
}

/// The basket of a gift: completed from the start, since nothing is sold and nobody pays. The basket
/// at work on the till is another one.
async fn gift_basket(
    tx: &mut Tx,
    till: &Till,
    store: &Arc<Store>,
    stored: &StoredCrmGift,
) -> Outcome<LoadedBasket> {
    let item = catalog::store::get_item(tx, &stored.item_no).await?;
    let item_nos = std::slice::from_ref(&stored.item_no);
    let free = store::available_gifts(tx, &till.store_no, item_nos).await?;
    let size_code = free
        .get(&stored.item_no)
        .map_or("", |(size, _)| size.as_str());
    let line = Line {
        line_id: LineId(Uuid::now_v7()),
        is_gift: true,
        ..checked_line(&item, size_code)
    };
    let basket = Basket {
        basket_id: BasketId(Uuid::now_v7()),
        basket_no: tx.next_number(&till.store_no.0, "basket").await?,
        store_no: till.store_no.clone(),
        terminal_no: till.terminal_no.clone(),
        state: BasketState::Completed,
        version: 0,
        salesperson_id: Some(giver(tx, till).await?),
        customer_id: Some(stored.gift.customer_id),
        note: String::new(),
        lease_until: till.now,
        due: Some(0),
        cashier_id: Some(till.staff_id.clone()),
        flight_no: String::new(),
        priced_on: None,
        fixed: None,
        purpose: Purpose::Goods,
        deposit_id: None,
        is_gift_removed: false,
        kind: BasketKind::CrmGift,
        is_shared: false,
        manual: None,
    };
    store::insert_gift_basket(tx, &basket, till).await?;
    let date = store.business_date(till.now);
    let lines = std::slice::from_ref(&line);
    let scene = Scene::load(tx, store, basket.customer_id, lines, date, till.now).await?;
    Ok(LoadedBasket {
        priced: price_basket(lines, &scene.market(None), Weighing::Now)?,
        lines: vec![StoredLine {
            line,
            name: item.name,
            picture: item.picture,
            note: String::new(),
            available: 0,
            gift_for: None,
            campaign_id: None,
            promised_on: None,
        }],
        change: None,
        descriptions: HashMap::new(),
        needs_flight: false,
        allows_below_stock: false,
        sellers: store::Sellers::default(),
        torn_packages: Vec::new(),
        rest: Vec::new(),
        basket,
    })
}
