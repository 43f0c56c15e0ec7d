//! Credit that the office changes by hand, with a reason.

use axum::extract::State;
use jiff::ToSpan;
use journal::{Scene, Signer};
use kernel::{Money, Refusal};
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::Desk;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::admin::LoyaltyStoreValue;
use crate::book::{EntryType, Movement, Owner, book};
use crate::get_account::{self, Input, owner};
use crate::rule::adjust::{AMOUNT_MAX, REASON_CHARACTERS_MAX, is_possible, take_away};
use crate::rule::lot::Part;
use crate::store::lot::{self, NewLot};
use crate::store::terms;
use crate::view::LoyaltyAccountDetailView;
use crate::{
    ADJUSTMENT_IMPOSSIBLE, LESS_IS_THERE, LoyaltyState, NOT_FOUND, REASON_REQUIRED, REASON_TOO_LONG,
};

/// By how much somebody's credit changes, and why.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"amount": 1500, "reason": "Goodwill after a late repair"}))]
pub(crate) struct AdjustLoyaltyRequest {
    /// By how much, in minor units of the account's currency: above zero it is granted, below it is taken away.
    amount: i64,
    /// Why, 255 characters at the most.
    reason: String,
}

struct Asked {
    desk: Desk,
    owner: Owner,
    amount: i64,
    reason: String,
}

/// Change somebody's credit by hand.
///
/// What is granted is a lot of its own, good from today for as long as the store's terms say. What is taken away comes
/// from what ends first, also from what does not pay yet. The entry keeps the reason, and the journal states both.
#[utoipa::path(
    post, path = "/loyalty/{customerId}/{currencyCode}/adjustment", tag = "loyalty",
    request_body = AdjustLoyaltyRequest,
    params(
        ("customerId" = uuid::Uuid, Path, description = "The customer"),
        ("currencyCode" = String, Path, description = "The currency", example = "EUR"),
    ),
    responses(
        (status = 200, description = "The account", body = Envelope<LoyaltyAccountDetailView>),
        (status = 404, description = "There is no such customer"),
        (status = 409, description = "Less is there than is taken away"),
        (status = 422, description = "The amount cannot be, or there is no reason"),
    ),
)]
pub(crate) async fn adjust_loyalty(
    State(state): State<LoyaltyState>,
    actor: Actor,
    key: IdempotencyKey,
    Path((customer_id, currency_code)): Path<(Uuid, String)>,
    Json(request): Json<AdjustLoyaltyRequest>,
) -> Reply {
    let owner = owner(customer_id, &currency_code)?;
    let desk = state.desk(&actor);
    let sent = (customer_id, &currency_code, &request);
    let intent = Intent::new(key, "loyalty.adjust", &actor.store_no.0, &sent, desk.now)?;
    if !is_possible(request.amount) {
        let maximum = Money::new(AMOUNT_MAX, owner.currency);
        let refusal = Refusal::new(&ADJUSTMENT_IMPOSSIBLE).with("maximum", maximum);
        return Err(refusal.at("amount").into());
    }
    let asked = Asked {
        reason: reason(&request.reason)?,
        amount: request.amount,
        owner,
        desk,
    };
    once(&state.shell, intent, asked, adjust).await
}

fn reason(typed: &str) -> Result<String, Refusal> {
    let reason = typed.trim();
    if reason.is_empty() {
        return Err(Refusal::new(&REASON_REQUIRED).at("reason"));
    }
    if reason.chars().count() > REASON_CHARACTERS_MAX {
        let maximum = i64::try_from(REASON_CHARACTERS_MAX).unwrap_or(i64::MAX);
        let refusal = Refusal::new(&REASON_TOO_LONG).with("maximum", maximum);
        return Err(refusal.at("reason"));
    }
    Ok(reason.to_owned())
}

fn adjust<'a>(tx: &'a mut Tx, asked: &'a Asked) -> TxFuture<'a, LoyaltyAccountDetailView> {
    Box::pin(async move {
        let desk = &asked.desk;
        let customer = crm::find_customer(tx, asked.owner.customer_id).await?;
        customer.ok_or(&NOT_FOUND)?;
        let parts = match asked.amount > 0 {
            true => vec![grant(tx, asked).await?],
            false => {
                let lots = lot::list_open(tx, asked.owner).await?;
                take_away(&lots, -asked.amount).map_err(|there| less(asked.owner, there))?
            }
        };
        move_parts(tx, &desk.signer, &desk.scene(), asked, &parts).await?;
        let input = Input {
            owner: asked.owner,
            store_no: desk.store_no.clone(),
            now: desk.now,
        };
        get_account::detail(tx, &input).await
    })
}

fn less(owner: Owner, there: i64) -> Refusal {
    Refusal::new(&LESS_IS_THERE).with("balance", Money::new(there, owner.currency))
}

async fn move_parts(
    tx: &mut Tx,
    signer: &Signer,
    scene: &Scene<'_>,
    asked: &Asked,
    parts: &[Part],
) -> Outcome<()> {
    let movement = Movement {
        owner: asked.owner,
        entry_type: EntryType::Adjust,
        parts,
        points: 0,
        order_id: None,
        tender: None,
        reason: Some(&asked.reason),
    };
    match book(tx, signer, scene, &movement).await? {
        Some(_) => Ok(()),
        // Somebody spent it meanwhile.
        None => Err(less(asked.owner, 0).into()),
    }
}

/// Makes the lot of what is granted.
async fn grant(tx: &mut Tx, asked: &Asked) -> Outcome<Part> {
    let desk = &asked.desk;
    let shop = setting::get_store(tx, &desk.store_no).await?;
    let today = shop.business_date(desk.now);
    let usual = LoyaltyStoreValue::usual(String::new(), asked.owner.currency).valid_days;
    let days = terms::find(tx, &desk.store_no).await?;
    let days = days.map_or(usual, |terms| terms.valid_days);
    let new = NewLot {
        lot_id: Uuid::now_v7(),
        owner: asked.owner,
        order_id: None,
        store_no: &desk.store_no,
        granted: asked.amount,
        days: (today, today.saturating_add(days.days())),
    };
    lot::insert(tx, &new).await?;
    Ok(Part {
        lot_id: new.lot_id,
        amount: asked.amount,
    })
}
