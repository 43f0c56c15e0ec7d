//! Hand pieces of a deposit over, against the rest of what they cost.

use axum::extract::State;
use kernel::Refusal;
use kernel::id::{BasketId, LineId, TenderId};
use payment::held::{HeldMoney, book_deposit};
use payment::view::PaymentView;
use sale::Till;
use sale::kept::{self, Split};
use sale::rule::purpose::Purpose;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::desk::{self, Asked, Of, free};
use crate::rule::state::{Deed, Worth};
use crate::rule::terms::applied;
use crate::store::{self, Change, Deposit, EntryType, NewEntry};
use crate::{DepositState, LINE_UNKNOWN};

/// The most pieces that are named.
const LINES_MAX: usize = 1_000;

/// Which pieces are handed over.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SettleDepositRequest {
    /// The lines; all that were not handed over when it is absent.
    #[schema(max_items = 1000)]
    line_ids: Option<Vec<LineId>>,
}

/// Hand pieces of a deposit over.
///
/// They cost what they cost on the day of the deposit. What is held pays them in the proportion of
/// their prices, the last ones with all that is left; the rest is paid like any basket. When nothing
/// is left to pay the order is complete at once and the answer carries it. `POST /payment/back` gives
/// the settlement up.
#[utoipa::path(
    post, path = "/deposit/{depositId}/settlement", tag = "deposit",
    request_body = SettleDepositRequest,
    params(("depositId" = uuid::Uuid, Path, description = "The deposit")),
    responses(
        (status = 200, description = "The payment", body = Envelope<PaymentView>),
        (status = 404, description = "There is no such deposit"),
        (status = 409, description = "It is settled, a piece is missing, a payment is under way, the \
         basket of this till is not empty, or an earlier day must be posted first"),
        (status = 422, description = "A piece that was handed over or is not of this deposit"),
    ),
)]
pub(crate) async fn settle_deposit(
    State(state): State<DepositState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(deposit_id): Path<Uuid>,
    Json(request): Json<SettleDepositRequest>,
) -> Reply {
    let request = (deposit_id, request);
    desk::begin(state, actor, (key, "deposit.settle"), request, settle).await
}

fn settle<'a>(
    tx: &'a mut Tx,
    asked: &'a Asked<Of<SettleDepositRequest>>,
) -> TxFuture<'a, PaymentView> {
    Box::pin(async move {
        let (till, (deposit_id, request)) = (&asked.till, &asked.request);
        let deposit = free(tx, till, *deposit_id).await?;
        (asked.state.may_sell)(tx, till).await?;
        let chosen = chosen(tx, &deposit, request.line_ids.as_deref()).await?;
        let split = kept::split(&deposit.fixed, &chosen)?;
        let basket_id = begin(tx, till, &deposit, &chosen, &split).await?;
        apply(tx, till, &deposit, basket_id, &split).await?;
        let mut payment = asked.payment(tx).await?;
        if payment.remaining.minor == 0 {
            let settlement = &asked.state.settlement;
            payment.order = settlement.settle(tx, basket_id, till.now).await?;
        }
        Ok(payment)
    })
}

/// The lines that are handed over: those that are named, or all that are left.
async fn chosen(tx: &mut Tx, deposit: &Deposit, named: Option<&[LineId]>) -> Outcome<Vec<LineId>> {
    let lines = store::list_lines(tx, deposit.deposit_id).await?;
    let left: Vec<LineId> = lines
        .iter()
        .filter(|line| line.order_id.is_none())
        .map(|line| line.line_id)
        .collect();
    let Some(named) = named else { return Ok(left) };
    let are_left = named.len() <= LINES_MAX && named.iter().all(|id| left.contains(id));
    if named.is_empty() || !are_left {
        return Err(Refusal::new(&LINE_UNKNOWN).at("lineIds").into());
    }
    // In the order of the deposit, each once.
    Ok(left.into_iter().filter(|id| named.contains(id)).collect())
}

/// Opens the basket of the settlement, with its pieces.
async fn begin(
    tx: &mut Tx,
    till: &Till,
    deposit: &Deposit,
    chosen: &[LineId],
    split: &Split,
) -> Outcome<BasketId> {
    let worth = Worth {
        remaining: split.rest_total.minor,
        held: 0,
    };
    deposit.state.after(Deed::Settle, worth)?;
    let (due, fixed) = (split.chosen_total, split.chosen.as_str());
    let new = deposit.new_payment(Purpose::Settlement, due, Some(fixed));
    let basket_id = new.basket_id;
    kept::begin_payment(tx, till, &new).await?;
    kept::copy_head(tx, deposit.basket_id, basket_id).await?;
    kept::move_lines(tx, deposit.basket_id, basket_id, chosen).await?;
    kept::reserve_for_settlement(tx, till, basket_id).await?;
    Ok(basket_id)
}

/// Books what is held for the pieces.
async fn apply(
    tx: &mut Tx,
    till: &Till,
    deposit: &Deposit,
    basket_id: BasketId,
    split: &Split,
) -> Outcome<()> {
    let worth = deposit.worth;
    let amount = applied(worth.held, split.chosen_total.minor, worth.remaining);
    let after = Worth {
        held: worth.held - amount,
        ..worth
    };
    let entry_id = Uuid::now_v7();
    let store = setting::get_store(tx, &till.store_no).await?;
    let entry = NewEntry {
        entry_id,
        deposit_id: deposit.deposit_id,
        entry_type: EntryType::Apply,
        amount: -amount,
        receipt_no: &deposit.document_no,
        worth: after,
        basket_id,
        store_no: &till.store_no,
        terminal_no: &till.terminal_no,
        staff_id: &till.staff_id,
        business_date: store.business_date(till.now),
        booked_at: till.now,
    };
    store::insert_entry(tx, &entry).await?;
    let change = Change {
        state: deposit.state,
        worth: after,
        expires_on: deposit.expires_on,
        fixed: &deposit.fixed,
    };
    store::save(tx, deposit, &change).await?;
    if amount == 0 {
        return Ok(());
    }
    let held = HeldMoney {
        tender_id: TenderId(entry_id),
        basket_id,
        amount: deposit.money(amount),
        document_no: &deposit.document_no,
        staff_id: &till.staff_id,
        now: till.now,
    };
    book_deposit(tx, &held).await
}
