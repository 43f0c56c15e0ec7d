//! What goes to the refiner: lots by metal and fineness, shipments, and what the refiner weighed.

use std::collections::BTreeMap;

use axum::extract::State;
use jiff::Timestamp;
use journal::{Event as JournalEvent, record_event};
use kernel::page::Page;
use kernel::weight::Weight;
use kernel::{Refusal, id::StoreNo};
use serde::{Deserialize, Serialize};
use serde_json::json;
use session::Actor;
use setting::Desk;
use setting::entry::{EntryQuery, Window};
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Path, Query, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::desk::{Asked, change_viewed};
use crate::entry::{Place, enter};
use crate::record::Document;
use crate::rule::metal::Metal;
use crate::rule::register::EntryType;
use crate::rule::state::{Event, next};
use crate::store::document::Step;
use crate::store::line::{Bucket, move_metal};
use crate::store::lot::{Lot, Shipment};
use crate::{LOTS_DIFFER, NOTHING_RELEASED, RecyclingState, STATE_NOT_POSSIBLE, store};

/// Metal of one fineness.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RecyclingLotView)]
pub(crate) struct LotView {
    /// The metal.
    metal: Metal,
    /// Thousandths; 0 for alloys.
    fineness: i64,
    /// How many pieces.
    pieces: i64,
    /// With stones, in milligrams.
    #[schema(value_type = i64)]
    gross_weight: Weight,
    /// Without, in milligrams.
    #[schema(value_type = i64)]
    net_weight: Weight,
    /// The metal alone, in milligrams.
    #[schema(value_type = i64)]
    fine_weight: Weight,
    /// What the refiner weighed, in milligrams; null before.
    #[schema(value_type = Option<i64>)]
    refiner_weight: Option<Weight>,
    /// What the refiner weighed more than we did without stones; below zero when less.
    #[schema(value_type = Option<i64>)]
    difference: Option<Weight>,
}

impl From<&Lot> for LotView {
    fn from(lot: &Lot) -> Self {
        Self {
            metal: lot.metal,
            fineness: lot.fineness,
            pieces: lot.pieces,
            gross_weight: lot.gross,
            net_weight: lot.net,
            fine_weight: lot.fine,
            refiner_weight: lot.refiner,
            difference: lot.difference(),
        }
    }
}

/// What may leave.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = RecyclingLotsView)]
pub(crate) struct LotsView {
    /// Of how many documents.
    documents: i64,
    /// By metal and fineness.
    lots: Vec<LotView>,
}

/// A shipment.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RecyclingShipmentView)]
pub(crate) struct ShipmentView {
    /// Its id.
    shipment_id: Uuid,
    /// Its number.
    #[schema(example = "RS-PAR01-000003")]
    shipment_no: String,
    /// Who melts.
    #[schema(example = "Affinage de Paris")]
    refiner: String,
    /// The number of the parcel; blank without one.
    #[schema(example = "XK 4471 2208 FR")]
    tracking_no: String,
    /// Whether the refiner has weighed.
    is_closed: bool,
    /// When it left.
    #[schema(value_type = String, format = DateTime)]
    shipped_at: Timestamp,
    /// When the refiner had weighed.
    #[schema(value_type = Option<String>, format = DateTime)]
    settled_at: Option<Timestamp>,
    /// What was in it.
    lots: Vec<LotView>,
}

impl From<&Shipment> for ShipmentView {
    fn from(shipment: &Shipment) -> Self {
        Self {
            shipment_id: shipment.shipment_id,
            shipment_no: shipment.shipment_no.clone(),
            refiner: shipment.refiner.clone(),
            tracking_no: shipment.tracking_no.clone(),
            is_closed: shipment.is_closed,
            shipped_at: shipment.shipped_at,
            settled_at: shipment.settled_at,
            lots: shipment.lots.iter().map(LotView::from).collect(),
        }
    }
}

/// The lots of documents: alike metal and fineness together.
fn lots(documents: &[Document]) -> Vec<Lot> {
    let mut lots: BTreeMap<(Metal, i64), Lot> = BTreeMap::new();
    for line in documents.iter().flat_map(|document| &document.lines) {
        let (metal, fineness) = (line.input.metal, line.input.fineness);
        let lot = lots.entry((metal, -fineness)).or_insert(Lot {
            metal,
            fineness,
            pieces: 0,
            gross: Weight(0),
            net: Weight(0),
            fine: Weight(0),
            refiner: None,
        });
        lot.pieces += line.input.quantity;
        lot.gross.0 += line.input.gross_weight.0;
        lot.net.0 += line.value.net.0;
        lot.fine.0 += line.value.fine.0;
    }
    lots.into_values().collect()
}

/// What of this store may leave for the refiner.
#[utoipa::path(
    get, path = "/recycling/lot", tag = "recycling",
    responses((status = 200, description = "The lots", body = Envelope<LotsView>)),
)]
pub(crate) async fn list_recycling_lots(
    State(state): State<RecyclingState>,
    actor: Actor,
) -> Reply {
    let view = state
        .shell
        .db
        .read(actor.store_no.clone(), |tx, store_no| {
            Box::pin(async move {
                let documents = store::document::list_released(tx, store_no).await?;
                Ok(LotsView {
                    documents: i64::try_from(documents.len()).unwrap_or(i64::MAX),
                    lots: lots(&documents).iter().map(LotView::from).collect(),
                })
            })
        })
        .await?;
    Answer::of(&view)
}

/// The shipments of this store, the newest first.
#[utoipa::path(
    get, path = "/recycling/shipment", tag = "recycling", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<ShipmentView>>)),
)]
pub(crate) async fn list_recycling_shipments(
    State(state): State<RecyclingState>,
    actor: Actor,
    Query(query): Query<EntryQuery>,
) -> Reply {
    let window = Window::new(query.cursor.as_deref(), query.limit);
    let page = state
        .shell
        .db
        .read(
            (actor.store_no.clone(), window),
            |tx, (store_no, window): &(StoreNo, Window)| {
                Box::pin(async move {
                    let place = (window.start, window.rows);
                    let (found, total) = store::lot::list(tx, store_no, place).await?;
                    Ok(window.page(found.iter().map(ShipmentView::from).collect(), total))
                })
            },
        )
        .await?;
    Answer::of(&page)
}

/// Where the pieces go.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RecyclingShipRequest)]
pub(crate) struct ShipRequest {
    /// Who melts.
    #[schema(example = "Affinage de Paris")]
    refiner: String,
    /// The number of the parcel; may be blank.
    #[schema(example = "XK 4471 2208 FR")]
    tracking_no: String,
}

/// Send all that may leave to the refiner.
#[utoipa::path(
    post, path = "/recycling/shipment", tag = "recycling", request_body = ShipRequest,
    responses(
        (status = 200, description = "The shipment", body = Envelope<ShipmentView>),
        (status = 409, description = "There are no pieces that may leave"),
        (status = 422, description = "Who melts is missing"),
    ),
)]
pub(crate) async fn ship_recycling(
    State(state): State<RecyclingState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<ShipRequest>,
) -> Reply {
    let asked = Asked::new(&state, &actor, request);
    change_viewed(&state, key, "recycling.ship", asked, ship, shown).await
}

fn ship<'a>(tx: &'a mut Tx, asked: &'a Asked<ShipRequest>) -> TxFuture<'a, Uuid> {
    let request = &asked.request;
    Box::pin(ship_documents(
        tx,
        &asked.desk,
        (&request.refiner, &request.tracking_no),
    ))
}

fn shown<'a, R: Sync>(
    tx: &'a mut Tx,
    asked: &'a Asked<R>,
    shipment_id: &'a Uuid,
) -> TxFuture<'a, ShipmentView> {
    Box::pin(async move {
        let shipment = store::lot::get(tx, &asked.desk.store_no, *shipment_id).await?;
        Ok(ShipmentView::from(&shipment))
    })
}

/// Sends all that may leave to a refiner; the register has an exit of each document.
///
/// # Errors
/// When nothing may leave, or nobody is named.
pub async fn ship_documents(
    tx: &mut Tx,
    desk: &Desk,
    (refiner, tracking_no): (&str, &str),
) -> Outcome<Uuid> {
    let refiner = setting::rule::filled(refiner, 80, "refiner")?;
    let documents = store::document::list_released(tx, &desk.store_no).await?;
    if documents.is_empty() {
        return Err((&NOTHING_RELEASED).into());
    }
    let number = tx
        .next_number(&desk.store_no.0, "recycling_shipment")
        .await?;
    let shipment = Shipment {
        shipment_id: Uuid::now_v7(),
        store_no: desk.store_no.clone(),
        shipment_no: format!("RS-{}-{number:06}", desk.store_no),
        refiner,
        tracking_no: setting::rule::within_length(tracking_no, 40, "trackingNo")?,
        is_closed: false,
        shipped_at: desk.now,
        settled_at: None,
        lots: lots(&documents),
    };
    store::lot::insert(tx, &shipment, &desk.staff_id).await?;
    for document in &documents {
        let head = &document.head;
        let state = next(head.standing(), Event::Ship, desk.now)?;
        let step = Step::Ship(shipment.shipment_id);
        store::document::step(tx, head, state, (step, &desk.staff_id, desk.now)).await?;
        move_metal(tx, document, (Some(Bucket::Released), None), desk.now).await?;
        let content = json!({
            "recyclingNo": head.recycling_no, "date": desk.now, "reason": "SHIPPED",
            "destination": shipment.refiner, "shipmentNo": shipment.shipment_no,
            "staffId": desk.staff_id,
        });
        let place = Place::of(desk);
        enter(tx, &place, (EntryType::Exit, head), &content).await?;
    }
    note(tx, desk, &shipment, documents.len()).await?;
    Ok(shipment.shipment_id)
}

async fn note(tx: &mut Tx, desk: &Desk, shipment: &Shipment, documents: usize) -> Outcome<()> {
    let refiner: Option<i64> = shipment
        .lots
        .iter()
        .map(|lot| lot.refiner.map(|weight| weight.0))
        .sum();
    let event = JournalEvent::RecyclingShipped {
        shipment_no: shipment.shipment_no.clone(),
        documents: i64::try_from(documents).unwrap_or(i64::MAX),
        net_weight: shipment.lots.iter().map(|lot| lot.net.0).sum(),
        refiner_weight: refiner,
    };
    record_event(tx, &desk.signer, &desk.scene(), &event).await
}

/// What the refiner weighed of a lot.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RecyclingRefinerWeight)]
pub(crate) struct RefinerWeight {
    /// The metal.
    metal: Metal,
    /// Thousandths.
    fineness: i64,
    /// What the refiner weighed, in milligrams.
    #[schema(value_type = i64, example = 104_230)]
    weight: Weight,
}

/// What the refiner weighed.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RecyclingSettleRequest)]
pub(crate) struct SettleRequest {
    /// Each lot of the shipment.
    #[schema(max_items = 200)]
    lots: Vec<RefinerWeight>,
}

/// Keep what the refiner weighed of a shipment; the answer says how far it is from our weights.
#[utoipa::path(
    post, path = "/recycling/shipment/{shipmentId}/settle", tag = "recycling", request_body = SettleRequest,
    params(("shipmentId" = Uuid, Path, description = "The shipment")),
    responses(
        (status = 200, description = "The shipment", body = Envelope<ShipmentView>),
        (status = 404, description = "There is no such shipment"),
        (status = 409, description = "The refiner has weighed it already"),
        (status = 422, description = "The lots are not those of the shipment"),
    ),
)]
pub(crate) async fn settle_recycling(
    State(state): State<RecyclingState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(shipment_id): Path<Uuid>,
    Json(request): Json<SettleRequest>,
) -> Reply {
    let asked = Asked::new(&state, &actor, (shipment_id, request));
    change_viewed(&state, key, "recycling.settle", asked, settle, shown).await
}

fn settle<'a>(tx: &'a mut Tx, asked: &'a Asked<(Uuid, SettleRequest)>) -> TxFuture<'a, Uuid> {
    Box::pin(async move {
        let (desk, (shipment_id, request)) = (&asked.desk, &asked.request);
        let mut shipment = store::lot::get(tx, &desk.store_no, *shipment_id).await?;
        if shipment.is_closed {
            return Err((&STATE_NOT_POSSIBLE).into());
        }
        weigh_lots(&mut shipment.lots, &request.lots)?;
        if !store::lot::settle(tx, &shipment, &desk.staff_id, desk.now).await? {
            return Err((&STATE_NOT_POSSIBLE).into());
        }
        let documents = store::document::list_of_shipment(tx, *shipment_id).await?;
        for document in &documents {
            let state = next(document.head.standing(), Event::Settle, desk.now)?;
            let mark = (Step::None, &desk.staff_id, desk.now);
            store::document::step(tx, &document.head, state, mark).await?;
        }
        note(tx, desk, &shipment, documents.len()).await?;
        Ok(*shipment_id)
    })
}

/// Each lot gets its weight, and no other is named.
fn weigh_lots(lots: &mut [Lot], weights: &[RefinerWeight]) -> Result<(), Refusal> {
    let differ = || Refusal::new(&LOTS_DIFFER).at("lots");
    if lots.len() != weights.len() {
        return Err(differ());
    }
    for lot in lots {
        let weight = weights
            .iter()
            .find(|it| it.metal == lot.metal && it.fineness == lot.fineness)
            .map(|it| it.weight)
            .filter(|weight| (0..=1_000_000_000).contains(&weight.0));
        lot.refiner = Some(weight.ok_or_else(differ)?);
    }
    Ok(())
}
