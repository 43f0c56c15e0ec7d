//! Starting a form: start tax refund.

use std::time::Duration;

use axum::extract::State;
use jiff::Timestamp;
use kernel::Refusal;
use kernel::id::{OrderId, StaffId, StoreNo, TerminalNo};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::book::{Past, write_down};
use crate::get_form::{Looking, look};
use crate::get_offer::{Ground, ground};
use crate::quote::chosen;
use crate::record::{Card, Line, NewForm, Receipt, Setup};
use crate::rule::country::CountryRule;
use crate::rule::eligibility::{Purchase, judge, rule_of};
use crate::rule::traveller::{RefundMethod, Traveller, check, check_method};
use crate::view::TaxFreeFormView;
use crate::{NOT_SET_UP, TaxFreeState, store};

/// How long the till waits for the operator before it shows that the form is queued.
pub(crate) const WAIT: Duration = Duration::from_secs(9);
/// How often a till looks whether another process has finished.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// A form to start.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = TaxFreeStartRequest)]
pub(crate) struct StartRequest {
    /// The orders whose goods go on it.
    order_ids: Vec<OrderId>,
    /// Who travels.
    traveller: Traveller,
    /// How the refund is paid.
    method: RefundMethod,
    /// The card that it goes to, of those that paid.
    #[serde(default)]
    card_id: Option<Uuid>,
    /// The wallet that it goes to.
    #[serde(default)]
    #[schema(example = "mei@wallet.example")]
    wallet: String,
}

/// Who starts a form, where and when.
#[derive(Clone)]
pub(crate) struct Starter {
    store_no: StoreNo,
    terminal_no: TerminalNo,
    staff_id: StaffId,
    is_full: bool,
    now: Timestamp,
}

/// What is kept of the command.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Started {
    form_id: Uuid,
}

/// Start a tax refund: the form is written down and the operator is asked for it.
///
/// The answer says where it stands: `ISSUED`; `FAILED`, when the operator refused it; or `ISSUING`,
/// when the operator does not answer. Then it is queued and sent by itself, and never issued twice.
#[utoipa::path(
    post, path = "/tax-free/form", tag = "taxFree", request_body = StartRequest,
    responses(
        (status = 200, description = "The form", body = Envelope<TaxFreeFormView>),
        (status = 404, description = "Could not find any data in your search"),
        (status = 409, description = "The store issues none, or a receipt is on a form already"),
        (status = 422, description = "The receipts are not enough, or the traveller may not"),
    ),
)]
pub(crate) async fn start_tax_free_form(
    State(state): State<TaxFreeState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<StartRequest>,
) -> Reply {
    let starter = Starter {
        store_no: actor.store_no.clone(),
        terminal_no: actor.terminal_no.clone(),
        staff_id: actor.staff_id.clone(),
        is_full: actor.may(crm::VIEW_FULL),
        now: state.shell.clock.now(),
    };
    let intent = Intent::new(
        key,
        "tax_free.start",
        &actor.terminal_no.0,
        &request,
        starter.now,
    )?;
    let input = (starter.clone(), request);
    let (started, _) = once_viewed(&state.shell, intent, input, start, |_, _, _| {
        Box::pin(async { Ok(()) })
    })
    .await?;
    finish(&state, started.form_id, WAIT).await?;
    let looking = Looking {
        store_no: starter.store_no,
        form_id: started.form_id,
        is_full: starter.is_full,
        has_mailer: state.has_mailer,
    };
    Answer::of(&state.shell.db.read(looking, look).await?)
}

/// Asks the operator and waits a while until what a form waits for is certain. It goes on without
/// whoever asked.
pub(crate) async fn finish(state: &TaxFreeState, form_id: Uuid, wait: Duration) -> Outcome<()> {
    let work = state.clone();
    let driving = tokio::spawn(async move {
        loop {
            let form = work
                .shell
                .db
                .read(form_id, |tx, form_id| {
                    Box::pin(store::find_form(tx, *form_id))
                })
                .await?;
            if !form.is_some_and(|form| form.state.is_under_way()) {
                return Ok(());
            }
            if work.engine.drive(form_id).await? {
                return Ok(());
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    });
    match tokio::time::timeout(wait, driving).await {
        Ok(Ok(done)) => done,
        Ok(Err(panicked)) => Err(shell::Failure::internal(panicked)),
        // The job or the task itself finishes it.
        Err(_) => Ok(()),
    }
}

fn start<'a>(
    tx: &'a mut Tx,
    (starter, request): &'a (Starter, StartRequest),
) -> TxFuture<'a, Started> {
    Box::pin(async move {
        let ground = ground(tx, &starter.store_no, starter.now).await?;
        let purchases = chosen(tx, &starter.store_no, &request.order_ids).await?;
        let cards = store::cards_of(tx, &request.order_ids).await?;
        let form = prepare(starter, request, &ground, &purchases, &cards)?;
        write_down(tx, &form).await?;
        for receipt in &form.receipts {
            store::prepared::forget_of_order(tx, receipt.order_id).await?;
        }
        Ok(Started {
            form_id: form.form_id,
        })
    })
}

/// The form that the till would have made of an order of the past.
pub(crate) async fn draft(tx: &mut Tx, past: &Past) -> Outcome<NewForm> {
    let ground = ground(tx, &past.store_no, past.at).await?;
    let purchases = chosen(tx, &past.store_no, &[past.order_id]).await?;
    let cards = store::cards_of(tx, &[past.order_id]).await?;
    let is_card = past.method == RefundMethod::Card;
    let request = StartRequest {
        order_ids: vec![past.order_id],
        traveller: past.traveller.clone(),
        method: match is_card && cards.is_empty() {
            true => RefundMethod::Cash,
            false => past.method,
        },
        card_id: cards.first().map(|card| card.tender_id),
        wallet: past.traveller.passport_no.clone(),
    };
    let starter = Starter {
        store_no: past.store_no.clone(),
        terminal_no: past.terminal_no.clone(),
        staff_id: past.staff_id.clone(),
        is_full: false,
        now: past.at,
    };
    prepare(&starter, &request, &ground, &purchases, &cards)
}

/// The form that a request asks for.
fn prepare(
    starter: &Starter,
    request: &StartRequest,
    ground: &Ground,
    purchases: &[Purchase],
    cards: &[Card],
) -> Outcome<NewForm> {
    let shop = &ground.shop;
    let amounts = judge(shop, ground.rule.as_ref(), purchases)?;
    let rule: &CountryRule = rule_of(shop, ground.rule.as_ref())?;
    let setup: &Setup = ground.setup.as_ref().ok_or(Refusal::new(&NOT_SET_UP))?;
    let purchased_on = purchases
        .iter()
        .map(|purchase| purchase.on)
        .min()
        .unwrap_or(shop.today);
    let deadline_on = rule.last_day(purchased_on);
    let days = (shop.today, deadline_on);
    let traveller = check(&request.traveller, rule, setup.asks_flight, days)?;
    let is_card = request.method == RefundMethod::Card;
    let card = cards
        .iter()
        .find(|card| is_card && Some(card.tender_id) == request.card_id);
    let wallet = check_method(
        request.method,
        card.is_some(),
        &request.wallet,
        amounts.refund,
        rule,
    )?;
    Ok(NewForm {
        form_id: Uuid::now_v7(),
        store_no: starter.store_no.clone(),
        terminal_no: starter.terminal_no.clone(),
        staff_id: starter.staff_id.clone(),
        operator_name: setup.operator_name.clone(),
        shop_no: setup.access.shop_no.clone(),
        country_code: shop.country_code.clone(),
        amounts,
        method: request.method,
        card: card.cloned(),
        wallet,
        purchased_on,
        started_on: shop.today,
        deadline_on,
        started_at: starter.now,
        traveller,
        receipts: receipts(shop.currency, purchases)?,
        lines: lines(purchases),
    })
}

fn receipts(currency: kernel::Currency, purchases: &[Purchase]) -> Outcome<Vec<Receipt>> {
    let with_goods = purchases
        .iter()
        .filter(|purchase| purchase.eligible().next().is_some());
    with_goods
        .map(|purchase| {
            Ok(Receipt {
                order_id: purchase.order_id,
                receipt_no: purchase.receipt_no.clone(),
                purchased_on: purchase.on,
                gross: purchase.gross(currency)?,
            })
        })
        .collect()
}

fn lines(purchases: &[Purchase]) -> Vec<Line> {
    purchases
        .iter()
        .flat_map(|purchase| purchase.eligible().map(move |line| (purchase, line)))
        .map(|(purchase, line)| Line {
            line_id: line.line_id,
            order_id: purchase.order_id,
            name: line.name.clone(),
            quantity: line.quantity,
            gross: line.net,
            vat_rate: line.vat_rate,
        })
        .collect()
}
