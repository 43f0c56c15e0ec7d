//! What a customer bought.

use axum::extract::State;
use jiff::civil::Date;
use kernel::Money;
use kernel::id::{CustomerId, OrderId};
use serde::Serialize;
use session::Actor;
use shell::http::{Answer, Envelope, Path, Reply};
use shell::picture::picture_url;
use utoipa::ToSchema;

use crate::store::{Purchases, Visit};
use crate::{OrderState, store};

/// What a customer bought.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PurchasesView {
    /// How often they bought something, counted over their last 100 purchases.
    #[schema(example = 14)]
    purchase_times: i64,
    /// How many pieces, counted likewise.
    #[schema(example = 23)]
    purchase_quantity: i64,
    /// Whether they bought more often than was counted.
    is_more: bool,
    /// The day of the last purchase.
    #[schema(value_type = Option<String>, format = Date)]
    last_purchase_date: Option<Date>,
    /// The boutiques where they bought, the last one first.
    #[schema(example = json!(["Paris · Rue de Sèvres"]))]
    boutiques_visited: Vec<String>,
    /// The last five visits, newest first.
    visits: Vec<VisitView>,
    /// The sizes that they took most often, two of each item class.
    sizes: Vec<TakenSizeView>,
}

/// A visit at which a customer bought something.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VisitView {
    /// The order.
    order_id: OrderId,
    /// The business date.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// The boutique.
    #[schema(example = "Paris · Rue de Sèvres")]
    store_name: String,
    /// Who sold.
    #[schema(example = "Camille Aubry")]
    salesperson_name: String,
    /// How many pieces.
    #[schema(example = 2)]
    pieces: i64,
    /// What was paid.
    total: Money,
    /// The first pictures of the pieces.
    #[schema(example = json!(["/pictures/LA-1001.svg"]))]
    pictures: Vec<String>,
}

/// A size that a customer takes.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TakenSizeView {
    /// Of what kind of item.
    #[schema(example = "Rings")]
    item_class: String,
    /// The size.
    #[schema(example = "52")]
    size_code: String,
    /// How many pieces of it they bought.
    #[schema(example = 3)]
    pieces: i64,
}

impl From<Purchases> for PurchasesView {
    fn from(purchases: Purchases) -> Self {
        Self {
            purchase_times: purchases.times,
            purchase_quantity: purchases.pieces,
            is_more: purchases.is_more,
            last_purchase_date: purchases.visits.first().map(|visit| visit.business_date),
            boutiques_visited: purchases.stores,
            visits: purchases.visits.into_iter().map(VisitView::from).collect(),
            sizes: purchases
                .sizes
                .into_iter()
                .map(|size| TakenSizeView {
                    item_class: size.item_class,
                    size_code: size.size_code,
                    pieces: size.pieces,
                })
                .collect(),
        }
    }
}

impl From<Visit> for VisitView {
    fn from(visit: Visit) -> Self {
        Self {
            order_id: visit.order_id,
            date: visit.business_date,
            store_name: visit.store_name,
            salesperson_name: visit.salesperson_name,
            pieces: visit.pieces,
            total: visit.total,
            pictures: visit
                .pictures
                .iter()
                .map(|file| picture_url(file))
                .collect(),
        }
    }
}

/// What a customer bought: the last visits, and the sizes that they take.
///
/// Customers belong to the whole company, and so does what they bought: visits to its other
/// boutiques are listed, too. Their orders are not opened by that. Somebody who bought nothing, or
/// whom nobody knows, has an empty list.
#[utoipa::path(
    get, path = "/customer/{customerId}/purchase", tag = "crm",
    params(("customerId" = uuid::Uuid, Path, description = "The customer")),
    responses(
        (status = 200, description = "What they bought", body = Envelope<PurchasesView>),
        (status = 404, description = "There is nothing at this address"),
    ),
)]
pub(crate) async fn list_purchases(
    State(state): State<OrderState>,
    _: Actor,
    Path(customer_id): Path<CustomerId>,
) -> Reply {
    let purchases = state
        .shell
        .db
        .read(customer_id, |tx, customer_id| {
            Box::pin(store::purchases_of(tx, *customer_id))
        })
        .await?;
    Answer::of(&PurchasesView::from(purchases))
}
