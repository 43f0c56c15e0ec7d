//! Putting a gift on a customer's record (domain §3.1, §3.4): what may be granted, and granting it.

use axum::extract::State;
use catalog::rule::keyed::GIFT_CLASS;
use jiff::civil::Date;
use journal::{Event, record_event};
use kernel::Refusal;
use kernel::id::CustomerId;
use kernel::refusal::ErrorView;
use promotion::rule::crm_gift::{CrmGift, CrmGiftKind, CrmGiftState, grant, last_date};
use promotion::store::{GrantedBy, grant_crm_gift};
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::rule::code;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Path, Reply};
use shell::picture::picture_url;
use shell::{Failure, Outcome};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::crm_gift::{CrmGiftView, GiftPlace, refuse, show};
use crate::{CUSTOMER_NOT_FOUND, Done, GIFT_NOT_OFFERED, SaleState, Till, change_viewed, store};

/// A kind of gift, and whether the customer may have it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CrmGiftKindView {
    /// The kind.
    kind: CrmGiftKind,
    /// Why it is not granted today; none when it may be. Of a tier it depends on which.
    refusal: Option<ErrorView>,
}

/// An item that may be granted.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CrmGiftItemView {
    /// The item.
    #[schema(example = "GWP-CANDLE")]
    item_no: String,
    /// Its name.
    #[schema(example = "Scented candle")]
    name: String,
    /// Where its picture is.
    #[schema(example = "/pictures/gift-candle.svg")]
    image_url: String,
    /// How many are free in this store.
    #[schema(example = 12)]
    available: i64,
}

/// What may be granted to a customer today.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CrmGiftChoicesView {
    /// Every kind.
    kinds: Vec<CrmGiftKindView>,
    /// The gifts that exist, those that are there first.
    items: Vec<CrmGiftItemView>,
    /// The last date of a gift for which nobody says another one.
    #[schema(value_type = String, format = Date)]
    valid_until: Date,
}

/// What may be granted to a customer: the kinds, and the gifts with what is there of them.
#[utoipa::path(
    get, path = "/customer/{customerId}/gift/choice", tag = "customer",
    params(("customerId" = CustomerId, Path, description = "The customer")),
    responses(
        (status = 200, description = "Kinds and items", body = Envelope<CrmGiftChoicesView>),
        (status = 404, description = "There is no such customer"),
    ),
)]
pub(crate) async fn list_crm_gift_choices(
    State(state): State<SaleState>,
    actor: Actor,
    Path(customer_id): Path<CustomerId>,
) -> Reply {
    let till = Till::of(&actor, &state);
    Answer::of(&state.shell.db.read((till, customer_id), choices).await?)
}

fn choices<'a>(
    tx: &'a mut Tx,
    (till, customer_id): &'a (Till, CustomerId),
) -> TxFuture<'a, CrmGiftChoicesView> {
    Box::pin(async move {
        must_exist(tx, *customer_id).await?;
        let store = setting::get_store(tx, &till.store_no).await?;
        let today = store.business_date(till.now);
        let had = promotion::store::crm_gifts(tx, *customer_id).await?;
        let had: Vec<CrmGift> = had.into_iter().map(|stored| stored.gift).collect();
        let kinds = CrmGiftKind::ALL.map(|kind| {
            let gift = granted(*customer_id, kind, String::new(), today, None);
            let refusal = match kind {
                CrmGiftKind::Tier => None,
                _ => grant(gift.clone(), &had).err(),
            };
            CrmGiftKindView {
                kind,
                refusal: refusal.map(|refusal| refuse(&refusal, &gift).view()),
            }
        });
        Ok(CrmGiftChoicesView {
            kinds: kinds.into(),
            items: items(tx, till).await?,
            valid_until: last_date(today),
        })
    })
}

async fn items(tx: &mut Tx, till: &Till) -> Outcome<Vec<CrmGiftItemView>> {
    let items = catalog::store::items_of_class(tx, GIFT_CLASS).await?;
    let item_nos: Vec<String> = items.iter().map(|item| item.item_no.clone()).collect();
    let free = store::available_gifts(tx, &till.store_no, &item_nos).await?;
    let view = |item: catalog::store::Item| CrmGiftItemView {
        available: free.get(&item.item_no).map_or(0, |(_, free)| *free),
        image_url: picture_url(&item.picture),
        name: item.name,
        item_no: item.item_no,
    };
    let mut views: Vec<CrmGiftItemView> = items.into_iter().map(view).collect();
    views.sort_by_key(|item| item.available <= 0);
    Ok(views)
}

async fn must_exist(tx: &mut Tx, customer_id: CustomerId) -> Outcome<()> {
    match store::customer_name(tx, customer_id).await? {
        Some(_) => Ok(()),
        None => Err((&CUSTOMER_NOT_FOUND).into()),
    }
}

fn granted(
    customer_id: CustomerId,
    kind: CrmGiftKind,
    tier: String,
    granted_on: Date,
    valid_until: Option<Date>,
) -> CrmGift {
    CrmGift {
        customer_id,
        kind,
        tier,
        granted_on,
        valid_until: Some(valid_until.unwrap_or_else(|| last_date(granted_on))),
        state: CrmGiftState::Granted,
    }
}

/// What is put on the record.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct GrantRequest {
    /// Why the house gives it.
    kind: CrmGiftKind,
    /// The code of the tier that it is for; blank for other kinds.
    #[serde(default)]
    #[schema(example = "GOLD")]
    tier: String,
    /// The item: one of the gifts that exist.
    #[schema(example = "GWP-CANDLE")]
    item_no: String,
    /// The last date on which it is issued and handed over; without one, the house's rule.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Date)]
    valid_until: Option<Date>,
}

/// What is granted to whom.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Granting {
    customer_id: CustomerId,
    request: GrantRequest,
}

/// Put a gift on a customer's record. It begins today.
///
/// A birthday gift is granted once a year, a welcome gift once, a tier gift once for each tier.
#[utoipa::path(
    post, path = "/customer/{customerId}/gift", tag = "customer", request_body = GrantRequest,
    params(("customerId" = CustomerId, Path, description = "The customer")),
    responses(
        (status = 200, description = "The gift", body = Envelope<CrmGiftView>),
        (status = 404, description = "There is no such customer"),
        (status = 409, description = "The customer has had it, or there is no such gift"),
        (status = 422, description = "It ends before it begins, or kind and tier do not fit"),
    ),
)]
pub(crate) async fn grant_gift(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(customer_id): Path<CustomerId>,
    Json(request): Json<GrantRequest>,
) -> Reply {
    let granting = Granting {
        customer_id,
        request,
    };
    change_viewed(
        &state,
        &actor,
        key,
        "crm_gift.grant",
        granting,
        put_on_record,
        shown_granted,
    )
    .await
}

fn put_on_record<'a>(tx: &'a mut Tx, (till, granting): &'a (Till, Granting)) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let Granting {
            customer_id,
            request,
        } = granting;
        let crm_gift_id = Uuid::now_v7();
        must_exist(tx, *customer_id).await?;
        let tier = match request.tier.trim() {
            "" => String::new(),
            tier => code(tier, "tier")?,
        };
        must_be_gift(tx, &request.item_no).await?;
        let store = setting::get_store(tx, &till.store_no).await?;
        let today = store.business_date(till.now);
        let gift = granted(*customer_id, request.kind, tier, today, request.valid_until);
        let by = GrantedBy {
            staff_id: &till.staff_id,
            store_no: &till.store_no,
            at: till.now,
        };
        let item_no = request.item_no.as_str();
        grant_crm_gift(tx, crm_gift_id, gift.clone(), item_no, Some(by))
            .await?
            .map_err(|refusal| refuse(&refusal, &gift))?;
        let event = Event::CrmGiftGranted {
            customer_id: *customer_id,
            crm_gift_id,
            kind: gift.kind.name(),
            tier: gift.tier,
            item_no: item_no.to_owned(),
            valid_until: gift.valid_until.map(|date| date.to_string()),
        };
        record_event(tx, &till.signer, &till.scene(), &event).await?;
        Ok(Done {
            crm_gift_id: Some(crm_gift_id),
            ..Done::default()
        })
    })
}

/// Refuses what is no gift, or is not made any more.
async fn must_be_gift(tx: &mut Tx, item_no: &str) -> Outcome<()> {
    let found = catalog::store::find_items(tx, &[item_no.to_owned()]).await?;
    match found.get(item_no) {
        Some(item) if item.item_class == GIFT_CLASS && !item.stopped => Ok(()),
        _ => Err(Refusal::new(&GIFT_NOT_OFFERED).at("itemNo").into()),
    }
}

fn shown_granted<'a>(
    tx: &'a mut Tx,
    (till, granting): &'a (Till, Granting),
    done: &'a Done,
) -> TxFuture<'a, CrmGiftView> {
    Box::pin(async move {
        let crm_gift_id = done
            .crm_gift_id
            .ok_or_else(|| Failure::internal("a gift was granted without its id"))?;
        let place = GiftPlace {
            customer_id: granting.customer_id,
            crm_gift_id,
        };
        show(tx, till, place).await
    })
}
