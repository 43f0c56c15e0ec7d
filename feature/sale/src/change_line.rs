//! Change a line of the basket: its quantity, its size, its note.

use axum::extract::State;
use inventory::lease::release;
use kernel::Refusal;
use kernel::id::LineId;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;

use crate::add_line::{reserve_pieces, whole_quantity};
use crate::store::{self, Basket, StoredLine};
use crate::view::BasketView;
use crate::{Done, LINE_NOT_FOUND, NOTE_CHARACTERS_MAX, NOTE_TOO_LONG, SaleState, Till, change};

/// What shall change; what is absent stays.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ChangeLineRequest {
    /// The new quantity.
    #[schema(value_type = Option<i64>, example = 2)]
    quantity: Option<serde_json::Number>,
    /// The new size.
    #[schema(example = "52")]
    size_code: Option<String>,
    /// The new note, 255 characters at the most.
    #[schema(example = "Gift wrapping")]
    note: Option<String>,
}

/// Change a line of the basket.
#[utoipa::path(
    put, path = "/basket/line/{lineId}", tag = "sale", request_body = ChangeLineRequest,
    params(("lineId" = uuid::Uuid, Path, description = "The line")),
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 404, description = "Please select a line"),
        (status = 409, description = "Not enough pieces, or the basket is being paid"),
        (status = 422, description = "The quantity is below 1 or not whole, or the note too long"),
    ),
)]
pub(crate) async fn change_line(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(line_id): Path<LineId>,
    Json(request): Json<ChangeLineRequest>,
) -> Reply {
    let request = (line_id, request);
    change(
        &state,
        &actor,
        key,
        "basket.change_line",
        request,
        change_in_basket,
    )
    .await
}

type Change = (LineId, ChangeLineRequest);

fn change_in_basket<'a>(
    tx: &'a mut Tx,
    (till, (line_id, request)): &'a (Till, Change),
) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let basket = open_basket_of(tx, till).await?;
        let mut stored = store::get_line(tx, &basket, *line_id).await?;
        if let Some(size_code) = &request.size_code {
            change_size(tx, till, &basket, &stored, size_code).await?;
            stored = store::get_line(tx, &basket, *line_id).await?;
        }
        if let Some(quantity) = &request.quantity {
            let quantity = whole_quantity(quantity)?;
            change_quantity(tx, till, &basket, &stored, quantity).await?;
        }
        if let Some(note) = &request.note {
            store::set_line_note(tx, *line_id, &checked_note(note)?).await?;
        }
        store::touch(tx, basket.basket_id, till.now).await?;
        Ok(Done::touching([stored.line.item_no]))
    })
}

/// The open basket of a till whose line somebody names.
pub(crate) async fn open_basket_of(tx: &mut Tx, till: &Till) -> Outcome<Basket> {
    if store::find_basket(tx, &till.terminal_no).await?.is_none() {
        return Err((&LINE_NOT_FOUND).into());
    }
    store::open_basket(tx, till).await
}

/// A note without surrounding blanks, when it is short enough.
pub(crate) fn checked_note(note: &str) -> Outcome<String> {
    let note = note.trim();
    if i64::try_from(note.chars().count()).unwrap_or(i64::MAX) > NOTE_CHARACTERS_MAX {
        let refusal = Refusal::new(&NOTE_TOO_LONG).with("maximum", NOTE_CHARACTERS_MAX);
        return Err(refusal.at("note").into());
    }
    Ok(note.to_owned())
}

async fn change_quantity(
    tx: &mut Tx,
    till: &Till,
    basket: &Basket,
    stored: &StoredLine,
    quantity: i64,
) -> Outcome<()> {
    let line = &stored.line;
    store::set_line_quantity(tx, line.line_id, quantity).await?;
    if line.item.no_stock_posting {
        return Ok(());
    }
    let piece = (line.item_no.as_str(), line.size_code.as_str());
    match quantity - line.reserved {
        0 => Ok(()),
        more if more > 0 => reserve_pieces(tx, till, basket, line.line_id, piece, more).await,
        fewer => release(tx, line.line_id, Some(-fewer)).await.map(|_| ()),
    }
}

/// Another size is another piece: the one goes back, the other is reserved.
async fn change_size(
    tx: &mut Tx,
    till: &Till,
    basket: &Basket,
    stored: &StoredLine,
    size_code: &str,
) -> Outcome<()> {
    let line = &stored.line;
    if line.size_code == size_code {
        return Ok(());
    }
    if !store::size_exists(tx, &line.item_no, size_code).await? {
        return Err(Failure::from(
            Refusal::new(&catalog::SIZE_NOT_FOUND).at("sizeCode"),
        ));
    }
    release(tx, line.line_id, None).await?;
    store::set_line_size(tx, line.line_id, size_code).await?;
    if line.item.no_stock_posting {
        return Ok(());
    }
    let piece = (line.item_no.as_str(), size_code);
    reserve_pieces(tx, till, basket, line.line_id, piece, line.quantity).await
}
