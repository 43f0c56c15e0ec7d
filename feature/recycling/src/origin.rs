//! Orders whose pieces come back.

use axum::extract::State;
use jiff::Timestamp;
use kernel::id::{OrderId, StoreNo};
use kernel::weight::Weight;
use serde::Deserialize;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Query, Reply};
use shell::picture::picture_url;
use shell::{Failure, Outcome};
use utoipa::IntoParams;
use uuid::Uuid;

use crate::record::Kind;
use crate::rule::metal::Metal;
use crate::setup::{Shop, shop};
use crate::store::origin::{OriginLine, OriginOrder};
use crate::view::{OriginLineView, OriginOrderView};
use crate::{NOT_PRINTABLE, RecyclingState, store};

/// The order of a document; refuses one that is not this store's, and one whose pieces are to leave the
/// country by a tax-free form that is not over: its tag is voided first (domain §7.6).
pub(crate) async fn order(
    tx: &mut Tx,
    shop: &Shop,
    order_id: Option<OrderId>,
    but: Option<Uuid>,
) -> Outcome<Option<OriginOrder>> {
    let Some(order_id) = order_id else {
        return Ok(None);
    };
    let found = store::origin::find(tx, &shop.store.store_no, order_id, but).await?;
    let found = found.ok_or_else(|| Failure::from(&NOT_PRINTABLE))?;
    if let Some(refusal) = tax_free::live_form_refusal(tx, order_id).await? {
        return Err(refusal.into());
    }
    Ok(Some(found))
}

/// Which order is looked for.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct OriginQuery {
    /// The number on its receipt.
    #[param(example = "R-PAR01-000123")]
    receipt_no: String,
}

/// A sale of this store whose pieces come back, by the number on its receipt, with what of it is jewellery.
#[utoipa::path(
    get, path = "/recycling/order", tag = "recycling", params(OriginQuery),
    responses(
        (status = 200, description = "The sale", body = Envelope<OriginOrderView>),
        (status = 409, description = "The order cannot be recycled or its recycling cannot be printed, or a \
         tax-free form keeps its pieces"),
    ),
)]
pub(crate) async fn find_recycling_order(
    State(state): State<RecyclingState>,
    actor: Actor,
    Query(query): Query<OriginQuery>,
) -> Reply {
    let now = state.shell.clock.now();
    let input = (actor.store_no.clone(), query, now);
    let order = state.shell.db.read(input, find_order).await?;
    Answer::of(&order)
}

fn find_order<'a>(
    tx: &'a mut Tx,
    (store_no, query, now): &'a (StoreNo, OriginQuery, Timestamp),
) -> TxFuture<'a, OriginOrderView> {
    Box::pin(async move {
        let shop = shop(tx, store_no, *now).await?;
        shop.must_take(Kind::WithOrder)?;
        let receipt_no = query.receipt_no.trim().to_uppercase();
        let found = store::origin::find_by_receipt(tx, store_no, &receipt_no).await?;
        let order_id = found.ok_or_else(|| Failure::from(&NOT_PRINTABLE))?;
        let order = order(tx, &shop, Some(order_id), None).await?;
        let mut order = order.ok_or_else(|| Failure::from(&NOT_PRINTABLE))?;
        order.lines.retain(|line| line.is_jewellery);
        if order.lines.is_empty() {
            return Err((&NOT_PRINTABLE).into());
        }
        Ok(OriginOrderView {
            order_id: order.order_id,
            customer_id: order.customer_id,
            business_date: order.business_date,
            lines: order.lines.into_iter().map(origin_line).collect(),
            receipt_no: order.receipt_no,
        })
    })
}

fn origin_line(line: OriginLine) -> OriginLineView {
    let product = line.product_type.as_deref().unwrap_or_default();
    let (metal, fineness) = known_metal(product, line.fineness);
    OriginLineView {
        left: line.left(),
        order_line_id: line.line_id,
        image_url: picture_url(&line.picture),
        item_no: line.item_no,
        size_code: line.size_code,
        name: line.name,
        quantity: line.quantity,
        paid: line.paid,
        unit_weight: line.unit_weight.map(Weight),
        metal,
        fineness,
    }
}

/// What the catalogue says that a product is made of, as a proposal for who weighs it.
fn known_metal(product_type: &str, fineness: Option<i64>) -> (Option<Metal>, Option<i64>) {
    let digits: String = product_type.chars().filter(char::is_ascii_digit).collect();
    let fineness = fineness.or_else(|| digits.parse().ok());
    let metal = [
        ("GOLD", Metal::Gold),
        ("SILVER", Metal::Silver),
        ("PLATED", Metal::Silver),
        ("PLATINUM", Metal::Platinum),
    ]
    .into_iter()
    .find(|(start, _)| product_type.starts_with(start))
    .map(|(_, metal)| metal);
    match (product_type, metal) {
        ("ALLOY", _) => (Some(Metal::Alloy), Some(0)),
        (_, Some(metal)) => (Some(metal), fineness),
        _ => (None, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogue_proposes_metal_and_fineness() {
        assert_eq!(
            known_metal("SILVER925", None),
            (Some(Metal::Silver), Some(925))
        );
        assert_eq!(
            known_metal("PLATED925", None),
            (Some(Metal::Silver), Some(925))
        );
        assert_eq!(
            known_metal("GOLD750", Some(750)),
            (Some(Metal::Gold), Some(750))
        );
        assert_eq!(known_metal("ALLOY", None), (Some(Metal::Alloy), Some(0)));
        assert_eq!(known_metal("GIFT", None), (None, None));
    }
}
