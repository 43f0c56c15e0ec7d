//! What this feature says on the wire.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{CustomerId, OrderId, StoreNo};
use kernel::refusal::ErrorView;
use kernel::weight::Weight;
use kernel::{Currency, Money};
use serde::Serialize;
use shell::db::Tx;
use shell::{Failure, Outcome};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::record::{Document, Head, Kind, Line};
use crate::rule::metal::{Metal, TestMethod};
use crate::rule::seller::Seller;
use crate::rule::state::{Event, State, next};
use crate::rule::valuation::Value;
use crate::store;

/// What a metal brings here today.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RecyclingMetalRateView)]
pub(crate) struct MetalRateView {
    /// The metal.
    pub(crate) metal: Metal,
    /// The fineness of this country's marks, in thousandths.
    pub(crate) finenesses: Vec<i64>,
    /// What a gram of each brings, in hundredths of a minor unit; empty without a price for today.
    pub(crate) gram_pays: Vec<i64>,
    /// Which part of the metal's price that is, in hundredths of a per cent.
    #[schema(example = 8_500)]
    pub(crate) payout_percent: i64,
    /// Since when the price holds; null when the board has none for today.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) priced_at: Option<Timestamp>,
}

/// On which terms a store takes back today.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecyclingSetupView {
    /// Why nothing is taken back here.
    pub(crate) refusal: Option<ErrorView>,
    /// Why nothing is taken back without an order.
    pub(crate) no_order_refusal: Option<ErrorView>,
    /// Whether who asks may take back without an order.
    pub(crate) may_no_order: bool,
    /// The currency of the credit.
    pub(crate) currency: Currency,
    /// The country of the store.
    #[schema(example = "FR")]
    pub(crate) country: String,
    /// The business date.
    #[schema(value_type = String, format = Date)]
    pub(crate) today: Date,
    /// What metals bring.
    pub(crate) metals: Vec<MetalRateView>,
    /// Which part of its paid price a piece of ours brings at least, in hundredths of a per cent.
    pub(crate) campaign_percent: i64,
    /// But not more than this.
    pub(crate) campaign_maximum: Money,
    /// What a piece of alloy brings.
    pub(crate) alloy_amount: Money,
    /// Above which worth of a document a colleague approves it, too; null: nobody does.
    pub(crate) approval_above: Option<Money>,
}

/// What a piece is worth.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecyclingValueView {
    /// Without stones, in milligrams.
    #[schema(value_type = i64, example = 5_250)]
    pub(crate) net_weight: Weight,
    /// The metal alone, in milligrams.
    #[schema(value_type = i64, example = 3_938)]
    pub(crate) fine_weight: Weight,
    /// What a gram of the price's fineness costs, in hundredths of a minor unit; null for alloys.
    pub(crate) gram_price: Option<i64>,
    /// The fineness of that price.
    pub(crate) price_fineness: Option<i64>,
    /// Since when that price holds.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) priced_at: Option<Timestamp>,
    /// Which part was paid, in hundredths of a per cent.
    pub(crate) payout_percent: i64,
    /// By its metal.
    pub(crate) metal_amount: Money,
    /// By the campaign.
    pub(crate) campaign_amount: Money,
    /// The higher one.
    pub(crate) amount: Money,
}

impl From<&Value> for RecyclingValueView {
    fn from(value: &Value) -> Self {
        Self {
            net_weight: value.net,
            fine_weight: value.fine,
            gram_price: value.spot.map(|spot| spot.gram_price),
            price_fineness: value.spot.map(|spot| spot.fineness),
            priced_at: value.spot.map(|spot| spot.starts_at),
            payout_percent: value.payout.basis_points(),
            metal_amount: value.metal_amount,
            campaign_amount: value.campaign_amount,
            amount: value.amount,
        }
    }
}

/// A piece that is being weighed.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = RecyclingQuotedPieceView)]
pub(crate) struct QuotedPieceView {
    /// What it is worth; null when it cannot be valued.
    pub(crate) value: Option<RecyclingValueView>,
    /// Why not.
    pub(crate) refusal: Option<ErrorView>,
}

/// What pieces would bring.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = RecyclingQuoteView)]
pub(crate) struct QuoteView {
    /// Piece by piece, as they were asked for.
    pub(crate) pieces: Vec<QuotedPieceView>,
    /// The sum of those that can be valued.
    pub(crate) gross: Money,
    /// What of it goes to the state.
    pub(crate) tax: Money,
    /// What the customer gets.
    pub(crate) amount: Money,
    /// Why they do not go together.
    pub(crate) refusal: Option<ErrorView>,
}

/// A line of a sale.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RecyclingOriginLineView)]
pub(crate) struct OriginLineView {
    /// The line.
    pub(crate) order_line_id: Uuid,
    /// The item.
    #[schema(example = "BR-1042")]
    pub(crate) item_no: String,
    /// Its size.
    #[schema(example = "52")]
    pub(crate) size_code: String,
    /// Its name.
    #[schema(example = "Lagune ring")]
    pub(crate) name: String,
    /// Where its picture is.
    #[schema(example = "/pictures/lagune-ring.svg")]
    pub(crate) image_url: String,
    /// How many were sold.
    pub(crate) quantity: i64,
    /// How many of them may still come back.
    pub(crate) left: i64,
    /// What was paid for all.
    pub(crate) paid: Money,
    /// What one weighs by the catalogue, in milligrams.
    #[schema(value_type = Option<i64>)]
    pub(crate) unit_weight: Option<Weight>,
    /// What it is made of by the catalogue.
    pub(crate) metal: Option<Metal>,
    /// Its fineness by the catalogue.
    pub(crate) fineness: Option<i64>,
}

/// A sale whose pieces come back.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RecyclingOriginOrderView)]
pub(crate) struct OriginOrderView {
    /// The order.
    pub(crate) order_id: OrderId,
    /// The number on its receipt.
    #[schema(example = "R-PAR01-000123")]
    pub(crate) receipt_no: String,
    /// Whose it was.
    #[schema(value_type = Option<Uuid>)]
    pub(crate) customer_id: Option<CustomerId>,
    /// Its date.
    #[schema(value_type = String, format = Date)]
    pub(crate) business_date: Date,
    /// Its pieces.
    pub(crate) lines: Vec<OriginLineView>,
}

/// A piece of a document.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecyclingPieceView {
    /// What it is made of.
    pub(crate) metal: Metal,
    /// Its fineness in thousandths; 0 for alloys.
    #[schema(example = 750)]
    pub(crate) fineness: i64,
    /// How that was found; null for alloys.
    pub(crate) test_method: Option<TestMethod>,
    /// How many alike.
    #[schema(example = 1)]
    pub(crate) quantity: i64,
    /// What the scale said of all of them, in milligrams.
    #[schema(value_type = i64, example = 5_250)]
    pub(crate) gross_weight: Weight,
    /// What stones and other parts weigh, in milligrams.
    #[schema(value_type = i64, example = 0)]
    pub(crate) stone_weight: Weight,
    /// What it is.
    #[schema(example = "Ring, plain band")]
    pub(crate) description: String,
    /// Hallmarks and engravings.
    #[schema(example = "Eagle's head")]
    pub(crate) marks: String,
    /// The line of the order that it was bought with.
    pub(crate) order_line_id: Option<Uuid>,
    /// What it is worth.
    pub(crate) value: RecyclingValueView,
}

impl From<&Line> for RecyclingPieceView {
    fn from(line: &Line) -> Self {
        let input = &line.input;
        Self {
            metal: input.metal,
            fineness: input.fineness,
            test_method: input.test_method,
            quantity: input.quantity,
            gross_weight: input.gross_weight,
            stone_weight: input.stone_weight,
            description: input.description.clone(),
            marks: input.marks.clone(),
            order_line_id: input.order_line_id,
            value: RecyclingValueView::from(&line.value),
        }
    }
}

/// A document in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecyclingRowView {
    /// The document.
    pub(crate) recycling_id: Uuid,
    /// Its number.
    #[schema(example = "RC-PAR01-000012")]
    pub(crate) recycling_no: String,
    /// Where it stands.
    pub(crate) state: State,
    /// Where its pieces come from.
    pub(crate) kind: Kind,
    /// Whose credit it becomes.
    pub(crate) customer_id: CustomerId,
    /// Their name.
    #[schema(example = "Inès Moreau")]
    pub(crate) customer_name: String,
    /// How many pieces.
    pub(crate) pieces: i64,
    /// What the customer gets.
    pub(crate) amount: Money,
    /// When it was begun.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) created_at: Timestamp,
    /// Until when the seller may withdraw.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) quarantine_until: Option<Timestamp>,
}

impl RecyclingRowView {
    pub(crate) fn new(head: &Head, customer_name: String) -> Self {
        Self {
            recycling_id: head.recycling_id,
            recycling_no: head.recycling_no.clone(),
            state: head.state,
            kind: head.kind,
            customer_id: head.customer_id,
            customer_name,
            pieces: head.pieces,
            amount: head.amount,
            created_at: head.created_at,
            quarantine_until: head.quarantine_until,
        }
    }
}

/// Who sold, as far as somebody may see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecyclingSellerView {
    /// First and last name.
    #[schema(example = "Lagune ring")]
    pub(crate) name: String,
    /// The number of the paper, masked for those who may not read the register.
    #[schema(example = "•••••345")]
    pub(crate) document: String,
    /// All of it, for those who may.
    pub(crate) seller: Option<Seller>,
}

/// A document.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecyclingView {
    /// As lists show it.
    #[serde(flatten)]
    pub(crate) row: RecyclingRowView,
    /// Counts its changes.
    pub(crate) version: i64,
    /// The order that its pieces come from.
    #[schema(value_type = Option<Uuid>)]
    pub(crate) order_id: Option<OrderId>,
    /// The number on that order's receipt.
    #[schema(example = "R-PAR01-000123")]
    pub(crate) receipt_no: Option<String>,
    /// Its pieces.
    pub(crate) lines: Vec<RecyclingPieceView>,
    /// The photographs of its pieces, the first first.
    pub(crate) photos: Vec<Uuid>,
    /// What the pieces are worth.
    pub(crate) gross: Money,
    /// What of it goes to the state.
    pub(crate) tax: Money,
    /// Who sold; null before the seller signed, and when it was erased.
    pub(crate) seller: Option<RecyclingSellerView>,
    /// When the seller signed.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) agreed_at: Option<Timestamp>,
    /// The colleague who approved it; null where none was wanted.
    #[schema(example = "Camille Aubry")]
    pub(crate) approved_by: Option<String>,
    /// When the credit was given.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) credited_at: Option<Timestamp>,
    /// When it was withdrawn or given up.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) ended_at: Option<Timestamp>,
    /// The shipment to the refiner.
    #[schema(example = "RS-PAR01-000003")]
    pub(crate) shipment_no: Option<String>,
    /// What the customer has of it and all other credit now.
    pub(crate) balance: Money,
    /// Whether its certificate can be printed.
    pub(crate) printable: bool,
}

/// The document of an id in a store, as somebody may see it.
pub(crate) async fn show(
    tx: &mut Tx,
    store_no: &StoreNo,
    recycling_id: Uuid,
    may_read: bool,
) -> Outcome<RecyclingView> {
    let document = store::document::get(tx, store_no, recycling_id).await?;
    view(tx, &document, may_read).await
}

async fn view(tx: &mut Tx, document: &Document, may_read: bool) -> Outcome<RecyclingView> {
    let head = &document.head;
    let customer = crate::desk::customer(tx, head.customer_id).await?;
    let kept = store::seller::find(tx, head.recycling_id).await?;
    let seller: Option<Seller> = kept
        .map(|kept| serde_json::from_str(&kept.identity))
        .transpose()
        .map_err(Failure::internal)?;
    // Whether it can be printed does not depend on the time.
    let printable = next(head.standing(), Event::Print, head.created_at).is_ok();
    Ok(RecyclingView {
        row: RecyclingRowView::new(head, customer.name),
        version: head.version,
        order_id: head.order_id,
        receipt_no: head.receipt_no.clone(),
        lines: document
            .lines
            .iter()
            .map(RecyclingPieceView::from)
            .collect(),
        photos: store::photo::ids(tx, head.recycling_id).await?,
        gross: head.gross,
        tax: head.tax,
        seller: seller.map(|seller| seller_view(seller, may_read)),
        agreed_at: head.agreed_at,
        approved_by: match &head.approved_by {
            Some(staff_id) => store::document::staff_name(tx, staff_id).await?,
            None => None,
        },
        credited_at: head.credited_at,
        ended_at: head.ended_at,
        shipment_no: head.shipment_no.clone(),
        balance: store::credit::balance(tx, head.customer_id, head.currency).await?,
        printable,
    })
}

fn seller_view(seller: Seller, may_read: bool) -> RecyclingSellerView {
    let number = match may_read {
        true => seller.document_no.clone(),
        false => seller.masked_document_no(),
    };
    RecyclingSellerView {
        name: format!("{} {}", seller.given_name, seller.family_name),
        document: number,
        seller: may_read.then_some(seller),
    }
}
