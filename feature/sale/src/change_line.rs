//! Change a line of the basket: its quantity, its size, its note.

use axum::extract::State;
use catalog::rule::keyed::unit_price;
use inventory::lease::release;
use kernel::id::LineId;
use kernel::{Money, Refusal};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;

use crate::add_line::whole_quantity;
use crate::reserve::{Pieces, Terms, reserve_or_ask};
use crate::rule::basket::price_refusal;
use crate::rule::kind::Operation;
use crate::rule::line::Line;
use crate::store::{self, Basket, StoredLine};
use crate::view::BasketView;
use crate::{
    CERTIFICATE_REPEATED, CERTIFICATE_TOO_MANY, Done, LINE_NOT_FOUND, NOTE_CHARACTERS_MAX,
    NOTE_TOO_LONG, NOTHING_TO_PAY, ONE_PIECE_A_LINE, SaleState, Till, change,
};

/// The permission to take deposits (domain 16.4).
const MAY_TAKE_DEPOSIT: &str = "deposit.create";

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
    /// The price of an item that asks for it, VAT included, in minor units.
    #[schema(example = 4_500)]
    price: Option<i64>,
    /// What a repair or service is for.
    #[schema(example = "Chain, new clasp")]
    reference: Option<String>,
    /// The number of the piece in hand.
    #[schema(example = "S-004711")]
    stock_no: Option<String>,
    /// The numbers of the certificates, one for each piece.
    #[schema(max_items = 999, example = json!(["GIA-2141438171"]))]
    certificate_nos: Option<Vec<String>>,
    /// Whether its pieces are put on deposit, or bought now.
    #[schema(example = true)]
    deposit: Option<bool>,
    /// Whether staff said yes to selling pieces that stock does not have.
    #[serde(default)]
    #[schema(example = false)]
    sell_below_stock: bool,
}

impl ChangeLineRequest {
    /// Whether it changes which pieces are sold, or what they cost.
    const fn is_of_pieces(&self) -> bool {
        self.quantity.is_some()
            || self.size_code.is_some()
            || self.price.is_some()
            || self.deposit.is_some()
    }
}

/// Change a line of the basket. The quantity that it has already reserves what it misses.
#[utoipa::path(
    put, path = "/basket/line/{lineId}", tag = "sale", request_body = ChangeLineRequest,
    params(("lineId" = uuid::Uuid, Path, description = "The line")),
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 403, description = "A deposit, and nobody who may take one"),
        (status = 404, description = "Please select a line"),
        (status = 409, description = "Not enough pieces, a gift or gift card that cannot be put on \
         deposit, or the basket is being paid. `sale.stock_confirm` is a question: the same again \
         with `sellBelowStock` sells below stock"),
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
    if request.deposit.is_some() {
        actor.require(MAY_TAKE_DEPOSIT)?;
    }
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
        if request.is_of_pieces() {
            basket.allow(Operation::ChangePieces)?;
        }
        let mut stored = store::get_line(tx, &basket, *line_id).await?;
        let terms = Terms {
            is_single: stored.line.is_single(),
            sell_below_stock: request.sell_below_stock,
        };
        if let Some(size_code) = &request.size_code {
            change_size(tx, till, &basket, &stored, (size_code, terms)).await?;
            stored = store::get_line(tx, &basket, *line_id).await?;
        }
        if let Some(quantity) = &request.quantity {
            let quantity = whole_quantity(quantity)?;
            change_quantity(tx, till, &basket, &stored, (quantity, terms)).await?;
            // What is entered besides is for so many pieces.
            stored.line.quantity = quantity;
        }
        if let Some(is_on_deposit) = request.deposit {
            if let Some(refusal) = stored.line.deposit_refusal().filter(|_| is_on_deposit) {
                return Err(refusal.into());
            }
            store::set_line_deposit(tx, *line_id, is_on_deposit).await?;
        }
        if let Some(note) = &request.note {
            store::set_line_note(tx, *line_id, &checked_note(note)?).await?;
        }
        enter(tx, till, &basket, &stored, request).await?;
        store::touch(tx, basket.basket_id, till.now).await?;
        Ok(Done::touching([stored.line.item_no]))
    })
}

/// The open basket of a till.
///
/// # Errors
/// [`NOTHING_TO_PAY`] when there is none.
pub(crate) async fn basket_at_work(tx: &mut Tx, till: &Till) -> Outcome<Basket> {
    if store::find_basket(tx, &till.terminal_no).await?.is_none() {
        return Err((&NOTHING_TO_PAY).into());
    }
    store::open_basket(tx, till).await
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
    checked_text(note, "note")
}

/// A text without surrounding blanks, when it is short enough for its field.
pub(crate) fn checked_text(text: &str, field: &'static str) -> Outcome<String> {
    let text = text.trim();
    if i64::try_from(text.chars().count()).unwrap_or(i64::MAX) > NOTE_CHARACTERS_MAX {
        let refusal = Refusal::new(&NOTE_TOO_LONG).with("maximum", NOTE_CHARACTERS_MAX);
        return Err(refusal.at(field).into());
    }
    Ok(text.to_owned())
}

/// What is entered for a line besides how many and which.
async fn enter(
    tx: &mut Tx,
    till: &Till,
    basket: &Basket,
    stored: &StoredLine,
    request: &ChangeLineRequest,
) -> Outcome<()> {
    let line = &stored.line;
    if let Some(price) = request.price {
        let store = setting::get_store(tx, &till.store_no).await?;
        let keyed = Some(Money::new(price, store.currency));
        let item = line.item.priced(&line.item_no);
        unit_price(&item, None, keyed, store.currency)
            .map_err(|refusal| price_refusal(line, refusal, store.currency))?;
        if line.sells_gift_card() {
            let amount = Money::new(price, store.currency);
            let sold = (line.line_id, amount);
            gift_card::line::check_amount(tx, &store, sold).await?;
        }
        store::set_keyed_price(tx, line.line_id, price).await?;
    }
    if let Some(reference) = &request.reference {
        let reference = checked_text(reference, "reference")?;
        store::set_reference(tx, line.line_id, &reference).await?;
    }
    if let Some(stock_no) = &request.stock_no {
        let stock_no = checked_text(stock_no, "stockNo")?;
        store::set_stock_no(tx, line.line_id, &stock_no).await?;
    }
    if let Some(certificate_nos) = &request.certificate_nos {
        let numbers = checked_certificates(tx, line, certificate_nos).await?;
        store::set_certificates(tx, basket.basket_id, line.line_id, &numbers).await?;
    }
    Ok(())
}

/// Certificates are one for each piece at the most, and never repeated: not here, not in another
/// basket, not in any order.
async fn checked_certificates(
    tx: &mut Tx,
    line: &Line,
    certificate_nos: &[String],
) -> Outcome<Vec<String>> {
    let mut numbers: Vec<String> = Vec::with_capacity(certificate_nos.len());
    for number in certificate_nos {
        let number = checked_text(number, "certificateNos")?;
        if number.is_empty() {
            continue;
        }
        let is_taken = numbers.contains(&number)
            || store::certificate_is_taken(tx, &number, line.line_id).await?;
        if is_taken {
            return Err(Refusal::new(&CERTIFICATE_REPEATED)
                .with("certificateNo", number)
                .at("certificateNos")
                .into());
        }
        numbers.push(number);
    }
    if i64::try_from(numbers.len()).unwrap_or(i64::MAX) > line.quantity {
        return Err(Refusal::new(&CERTIFICATE_TOO_MANY)
            .at("certificateNos")
            .into());
    }
    Ok(numbers)
}

async fn change_quantity(
    tx: &mut Tx,
    till: &Till,
    basket: &Basket,
    stored: &StoredLine,
    (quantity, terms): (i64, Terms),
) -> Outcome<()> {
    let line = &stored.line;
    if line.is_single() && quantity > 1 {
        return Err((&ONE_PIECE_A_LINE).into());
    }
    store::set_line_quantity(tx, line.line_id, quantity).await?;
    cut_certificates(tx, basket, line, quantity).await?;
    if !line.takes_stock() {
        return Ok(());
    }
    let more = quantity - line.reserved - line.below_stock;
    if more > 0 {
        let pieces = Pieces {
            line_id: line.line_id,
            item_no: &line.item_no,
            size_code: &line.size_code,
            quantity: more,
        };
        return reserve_or_ask(tx, till, basket, &pieces, terms).await;
    }
    // Those that stock does not have go first.
    let below_stock = (quantity - line.reserved).max(0);
    store::set_below_stock(tx, line.line_id, below_stock).await?;
    let too_many = line.reserved - quantity;
    if too_many > 0 {
        release(tx, line.line_id, Some(too_many)).await?;
    }
    Ok(())
}

/// Pieces that are taken off a line take their certificates along, the last ones first: these are free for
/// the line that the pieces go to.
async fn cut_certificates(tx: &mut Tx, basket: &Basket, line: &Line, quantity: i64) -> Outcome<()> {
    let entered = &line.entered.certificate_nos;
    let pieces = usize::try_from(quantity).unwrap_or(usize::MAX);
    if entered.len() <= pieces {
        return Ok(());
    }
    store::set_certificates(tx, basket.basket_id, line.line_id, &entered[..pieces]).await
}

/// Another size is another piece: the one goes back, the other is reserved.
async fn change_size(
    tx: &mut Tx,
    till: &Till,
    basket: &Basket,
    stored: &StoredLine,
    (size_code, terms): (&str, Terms),
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
    store::set_below_stock(tx, line.line_id, 0).await?;
    store::set_line_size(tx, line.line_id, size_code).await?;
    if !line.takes_stock() {
        return Ok(());
    }
    let pieces = Pieces {
        line_id: line.line_id,
        item_no: &line.item_no,
        size_code,
        quantity: line.quantity,
    };
    reserve_or_ask(tx, till, basket, &pieces, terms).await
}
