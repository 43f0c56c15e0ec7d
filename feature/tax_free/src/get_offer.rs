//! Whether an order can go on a form.

use axum::extract::State;
use jiff::{Timestamp, ToSpan};
use kernel::id::{OrderId, StoreNo, TerminalNo};
use kernel::{Money, Refusal};
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Path, Reply};

use crate::record::{Card, Form, Setup};
use crate::rule::country::CountryRule;
use crate::rule::eligibility::{Purchase, Shop, judge, rule_of};
use crate::rule::traveller::Traveller;
use crate::view::{
    TaxFreeAmountsView, TaxFreeCardView, TaxFreeOfferView, TaxFreePrefillView, TaxFreeReceiptView,
    TaxFreeRowView, TaxFreeTermsView,
};
use crate::{ORDER_NOT_FOUND, TaxFreeState, store};

/// A store, how it is set up, and the rule that holds for it today.
pub(crate) struct Ground {
    pub(crate) shop: Shop,
    pub(crate) setup: Option<Setup>,
    pub(crate) rule: Option<CountryRule>,
}

/// What a store stands on, now.
pub(crate) async fn ground(tx: &mut Tx, store_no: &StoreNo, now: Timestamp) -> Outcome<Ground> {
    let here = setting::get_store(tx, store_no).await?;
    let setup = store::shop::find(tx, store_no).await?;
    let today = here.business_date(now);
    Ok(Ground {
        rule: store::rule::find(tx, &here.country_code, today).await?,
        shop: Shop {
            store_no: store_no.clone(),
            country_code: here.country_code.clone(),
            currency: here.currency,
            is_duty_free: here.duty_free,
            is_set_up: setup.as_ref().is_some_and(Setup::is_complete),
            today,
        },
        setup,
    })
}

/// Whether an order of this store can go on a tax-free form, what it would come to, which other
/// receipts may go with it, and the form that it is on.
///
/// Nobody needs to show a passport for this.
#[utoipa::path(
    get, path = "/tax-free/order/{orderId}", tag = "taxFree",
    params(("orderId" = uuid::Uuid, Path, description = "The order")),
    responses(
        (status = 200, description = "What can be offered", body = Envelope<TaxFreeOfferView>),
        (status = 404, description = "Could not find any data in your search"),
    ),
)]
pub(crate) async fn get_tax_free_offer(
    State(state): State<TaxFreeState>,
    actor: Actor,
    Path(order_id): Path<OrderId>,
) -> Reply {
    let now = state.shell.clock.now();
    let input = (
        actor.store_no.clone(),
        actor.terminal_no.clone(),
        order_id,
        now,
    );
    Answer::of(&state.shell.db.read(input, offer).await?)
}

/// Whose order, and at which till it is asked about.
type Asked = (StoreNo, TerminalNo, OrderId, Timestamp);

fn offer<'a>(
    tx: &'a mut Tx,
    (store_no, terminal_no, order_id, now): &'a Asked,
) -> TxFuture<'a, TaxFreeOfferView> {
    Box::pin(async move {
        let ground = ground(tx, store_no, *now).await?;
        let mut own = store::purchases(tx, store_no, &[*order_id]).await?;
        let own = own.pop().ok_or(&ORDER_NOT_FOUND)?;
        let form = store::forms_of_order(tx, *order_id)
            .await?
            .into_iter()
            .next();
        let others = match rule_of(&ground.shop, ground.rule.as_ref()) {
            Ok(rule) => neighbours(tx, &ground.shop, &own, rule).await?,
            Err(_) => Vec::new(),
        };
        let known = Known {
            flight_no: store::flight_of(tx, *order_id).await?,
            traveller: store::prepared::find_of_order(tx, *order_id, terminal_no).await?,
            cards: store::cards_of(tx, &[*order_id]).await?,
            form,
            others,
        };
        view(tx, &ground, &own, known).await
    })
}

/// What is known of a purchase besides its goods.
pub(crate) struct Known {
    pub flight_no: String,
    /// Who was taken down before the payment.
    pub traveller: Option<Traveller>,
    /// Its newest form.
    pub form: Option<Form>,
    /// The cards that paid it.
    pub cards: Vec<Card>,
    /// Other receipts that may go with it.
    pub others: Vec<Purchase>,
}

/// What can be offered for a purchase, whether it is paid or still a basket.
pub(crate) async fn view(
    tx: &mut Tx,
    ground: &Ground,
    own: &Purchase,
    known: Known,
) -> Outcome<TaxFreeOfferView> {
    let shop = &ground.shop;
    let rule = rule_of(shop, ground.rule.as_ref()).ok();
    let judged = judge(shop, ground.rule.as_ref(), std::slice::from_ref(own));
    let receipts = std::iter::once(own)
        .chain(&known.others)
        .map(|purchase| TaxFreeReceiptView::new(purchase, shop))
        .collect::<Outcome<Vec<TaxFreeReceiptView>>>()?;
    let setup = ground.setup.as_ref();
    Ok(TaxFreeOfferView {
        is_offered: rule.is_some(),
        refusal: judged.as_ref().err().map(Refusal::view),
        amounts: judged.as_ref().ok().map(TaxFreeAmountsView::from),
        form: known.form.as_ref().map(TaxFreeRowView::from),
        receipts,
        cards: known.cards.iter().map(TaxFreeCardView::from).collect(),
        terms: rule.map(TaxFreeTermsView::from),
        asks_flight: setup.is_some_and(|setup| setup.asks_flight),
        is_show_option_of_eu: store::shop::shows_option_of_eu(tx, &shop.store_no).await?,
        preferred_countries: setup
            .map(|setup| setup.preferred_countries.clone())
            .unwrap_or_default(),
        prefill: prefill(tx, own, (known.flight_no, known.traveller)).await?,
    })
}

/// Other receipts of the same customer that are near enough and have something for a form.
async fn neighbours(
    tx: &mut Tx,
    shop: &Shop,
    own: &Purchase,
    rule: &CountryRule,
) -> Outcome<Vec<Purchase>> {
    let Some(customer_id) = own.customer_id else {
        return Ok(Vec::new());
    };
    let from = own.on.saturating_sub((rule.grouping_days - 1).days());
    let mut ids = store::neighbours(tx, &shop.store_no, customer_id, from).await?;
    ids.retain(|id| *id != own.order_id);
    let mut found = store::purchases(tx, &shop.store_no, &ids).await?;
    let zero = Money::zero(shop.currency);
    found.retain(|purchase| {
        purchase.live_form.is_none() && purchase.gross(shop.currency).unwrap_or(zero) != zero
    });
    Ok(found)
}

async fn prefill(
    tx: &mut Tx,
    own: &Purchase,
    (flight_no, traveller): (String, Option<Traveller>),
) -> Outcome<TaxFreePrefillView> {
    let known = match own.customer_id {
        Some(customer_id) => store::names_of(tx, customer_id).await?,
        None => None,
    };
    let (family_name, given_name, country) = known.map_or_else(
        || (String::new(), String::new(), None),
        |(family, given, country)| (family, given, Some(country)),
    );
    Ok(TaxFreePrefillView {
        family_name,
        given_name,
        country,
        flight_no,
        traveller,
    })
}
