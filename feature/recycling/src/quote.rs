//! What pieces would come to.

use axum::extract::State;
use jiff::Timestamp;
use kernel::id::{OrderId, StoreNo};
use kernel::refusal::ErrorView;
use kernel::{Money, Refusal};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Json, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::origin::order;
use crate::record::{Kind, PieceInput};
use crate::rule::valuation::{Origin, Piece, Terms, Value, value, value_all};
use crate::setup::shop;
use crate::store::origin::{OriginLine, OriginOrder};
use crate::view::{QuoteView, QuotedPieceView, RecyclingValueView};
use crate::{NOT_PRINTABLE, ORIGIN_IMPOSSIBLE, RecyclingState};

/// Pieces that are being weighed.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct QuoteRequest {
    /// The order that they come from; null without one.
    #[schema(value_type = Option<Uuid>)]
    order_id: Option<OrderId>,
    /// The document that they will replace the pieces of; null for a new one.
    recycling_id: Option<Uuid>,
    /// The pieces, complete or not.
    #[schema(max_items = 50)]
    pieces: Vec<PieceInput>,
}

/// What pieces would bring now. Nothing is kept.
///
/// A piece that cannot be valued says why; the sum is of all others.
#[utoipa::path(
    post, path = "/recycling/quote", tag = "recycling", request_body = QuoteRequest,
    responses(
        (status = 200, description = "Piece by piece", body = Envelope<QuoteView>),
        (status = 409, description = "The store is not enabled for recycling"),
    ),
)]
pub(crate) async fn quote_recycling(
    State(state): State<RecyclingState>,
    actor: Actor,
    Json(request): Json<QuoteRequest>,
) -> Reply {
    let input = (actor.store_no.clone(), request, state.shell.clock.now());
    Answer::of(&state.shell.db.read(input, quote).await?)
}

type QuoteInput = (StoreNo, QuoteRequest, Timestamp);

fn quote<'a>(tx: &'a mut Tx, (store_no, request, now): &'a QuoteInput) -> TxFuture<'a, QuoteView> {
    Box::pin(async move {
        let shop = shop(tx, store_no, *now).await?;
        let kind = match request.order_id {
            Some(_) => Kind::WithOrder,
            None => Kind::NoOrder,
        };
        shop.must_take(kind)?;
        let order = order(tx, &shop, request.order_id, request.recycling_id).await?;
        let mut views = Vec::new();
        let mut good = Vec::new();
        for input in &request.pieces {
            let valued = piece(input, order.as_ref())
                .and_then(|piece| value(&piece, &shop.terms).map(|value| (piece, value)));
            views.push(match valued {
                Ok((piece, value)) => {
                    good.push(piece);
                    QuotedPieceView {
                        value: Some(RecyclingValueView::from(&value)),
                        refusal: None,
                    }
                }
                Err(refusal) => QuotedPieceView {
                    value: None,
                    refusal: Some(refusal.view()),
                },
            });
        }
        let zero = Money::zero(shop.store.currency);
        let (sums, refusal): (_, Option<ErrorView>) = match value_all(&good, &shop.terms) {
            Ok(all) => ((all.gross, all.tax, all.amount), None),
            Err(refusal) => ((zero, zero, zero), Some(refusal.view())),
        };
        Ok(QuoteView {
            pieces: views,
            gross: sums.0,
            tax: sums.1,
            amount: sums.2,
            refusal,
        })
    })
}

/// A piece with where it comes from.
pub(crate) fn piece(input: &PieceInput, order: Option<&OriginOrder>) -> Result<Piece, Refusal> {
    let origin = match (order, input.order_line_id) {
        (None, None) => None,
        (Some(order), Some(line_id)) => {
            let line = order.lines.iter().find(|line| line.line_id == line_id);
            if line.is_some_and(|line| !line.is_jewellery) {
                return Err(Refusal::new(&NOT_PRINTABLE).at("orderLineId"));
            }
            let left = line.map_or(0, OriginLine::left);
            let line = line.filter(|_| input.quantity <= left).ok_or_else(|| {
                Refusal::new(&ORIGIN_IMPOSSIBLE)
                    .with("left", left)
                    .at("quantity")
            })?;
            Some(Origin {
                order_line_id: line.line_id,
                paid: line.paid,
                sold: line.quantity,
            })
        }
        _ => {
            return Err(Refusal::new(&ORIGIN_IMPOSSIBLE)
                .with("left", 0)
                .at("orderLineId"));
        }
    };
    Ok(Piece {
        metal: input.metal,
        fineness: input.fineness,
        test_method: input.test_method,
        quantity: input.quantity,
        gross: input.gross_weight,
        stones: input.stone_weight,
        origin,
    })
}

/// Values pieces that are to be kept: each must be described, and of a line of an order no more may
/// come back than was sold.
pub(crate) fn value_pieces(
    inputs: &[PieceInput],
    order: Option<&OriginOrder>,
    terms: &Terms,
) -> Result<(crate::rule::valuation::Valuation, Vec<Value>), Refusal> {
    let pieces = inputs
        .iter()
        .map(|input| piece(input, order))
        .collect::<Result<Vec<_>, _>>()?;
    for line in order.map_or(&[][..], |order| &order.lines) {
        let wanted: i64 = inputs
            .iter()
            .filter(|input| input.order_line_id == Some(line.line_id))
            .map(|input| input.quantity)
            .fold(0, i64::saturating_add);
        if wanted > line.left() {
            return Err(Refusal::new(&ORIGIN_IMPOSSIBLE)
                .with("left", line.left())
                .at("quantity"));
        }
    }
    let valuation = value_all(&pieces, terms)?;
    let values = valuation.values.clone();
    Ok((valuation, values))
}
