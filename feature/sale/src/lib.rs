//! The sale: a basket on the server, bound to its till, from the first piece to the receipt.

mod add_line;
mod admin;
mod approval;
mod authorise;
mod back;
mod change_basket;
mod change_line;
mod change_quantity;
mod confirm_prices;
mod crm_gift;
mod customise;
mod customised_models;
mod empty;
mod error;
mod free_line;
mod gift;
mod give_discount;
mod goods;
mod grant_crm_gift;
mod heartbeat;
pub mod job;
pub mod kept;
mod load;
mod override_price;
mod park;
mod price_check;
mod refund_tender;
mod release_reservation;
mod remove_line;
mod reserve;
mod rest;
mod restore;
pub mod rule;
mod scan;
mod second_person;
mod sell_gift_card;
mod session_end;
mod settle;
mod share_sale;
mod show;
mod sold_line;
mod start_payment;
pub mod store;
mod temporary_data;
pub mod view;
mod weigh;

use std::ops::Deref;
use std::sync::Arc;

use axum::middleware::from_fn_with_state;
use journal::{Scene, Signer};
use kernel::id::{LineId, StaffId, StoreNo, TerminalNo};
use serde::{Deserialize, Serialize};
use serde_json::json;
use session::Actor;
use shell::Shell;
use shell::db::{Tx, TxFuture};
use shell::event::Event;
use shell::http::api::ApiRouter;
use shell::http::host::DevelopmentHosts;
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, IdempotencyKey, Reply};
use shell::routes;
use uuid::Uuid;

pub use approval::ApprovalView;
pub use error::*;
pub use goods::{Goods, GoodsLine, goods_of};

pub use refund_tender::RefundAuthority;
pub use second_person::{Deed, ask_approval_of, ask_second_person, second_person, stand_for};
pub use session_end::put_basket_away;
pub use settle::complete_when_paid;

use crate::store::ShownBasket;

/// The most pieces on one line.
pub const QUANTITY_MAX: i64 = 999;
/// The longest note, in characters.
pub const NOTE_CHARACTERS_MAX: i64 = 255;

/// What the operations of this feature need, shared: every request takes some copies of it.
#[derive(Clone)]
pub struct SaleState(Arc<SaleParts>);

impl From<SaleParts> for SaleState {
    fn from(parts: SaleParts) -> Self {
        Self(Arc::new(parts))
    }
}

impl Deref for SaleState {
    type Target = SaleParts;

    fn deref(&self) -> &SaleParts {
        &self.0
    }
}

/// What the operations of this feature need.
pub struct SaleParts {
    /// The plumbing.
    pub shell: Shell,
    /// Signs the journal.
    pub signer: Arc<Signer>,
    /// How long payments wait for what.
    pub timing: Arc<payment::Timing>,
    /// Checks the passwords of approvers.
    pub passwords: session::password::Passwords,
    /// Where the flow of customised pieces is offered.
    pub customised: DevelopmentHosts,
    /// Gives up a payment that is not for the goods of its own basket.
    pub give_up: kept::GiveUp,
    /// Whether anybody sells in the store now.
    pub may_sell: MaySell,
}

/// Refuses to go on to the payment of a sale: who knows why is another feature.
pub type MaySell = for<'a> fn(&'a mut Tx, &'a Till) -> TxFuture<'a, ()>;

/// The till at which something happens, and who works there.
#[derive(Clone, Debug)]
pub struct Till {
    /// The store.
    pub store_no: StoreNo,
    /// The till.
    pub terminal_no: TerminalNo,
    /// Who is logged in.
    pub staff_id: StaffId,
    /// Since when.
    pub since: jiff::Timestamp,
    /// Now.
    pub now: jiff::Timestamp,
    /// Signs the journal.
    pub signer: Arc<Signer>,
}

impl Till {
    fn of(actor: &Actor, state: &SaleState) -> Self {
        Self::at(actor, &state.signer, state.shell.clock.now())
    }

    /// The till of a session at a moment.
    #[must_use]
    pub fn at(actor: &Actor, signer: &Arc<Signer>, now: jiff::Timestamp) -> Self {
        Self {
            signer: signer.clone(),
            store_no: actor.store_no.clone(),
            terminal_no: actor.terminal_no.clone(),
            staff_id: actor.staff_id.clone(),
            since: actor.since,
            now,
        }
    }
}

impl Till {
    /// Where and through whom the journal says that something happened.
    fn scene(&self) -> Scene<'_> {
        Scene {
            store_no: &self.store_no,
            terminal_no: Some(&self.terminal_no),
            operator: Some(&self.staff_id),
            at: self.now,
        }
    }
}

/// What a change of the basket did, as it is kept for a repeat.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Done {
    /// The items whose stock it touched.
    item_nos: Vec<String>,
    /// The line that a scanned piece went to.
    line_id: Option<LineId>,
    /// The item of which a size must be chosen before it can go into the basket.
    choice: Option<String>,
    /// Whether what was scanned looks like one of our gift cards.
    #[serde(default)]
    is_gift_card: bool,
    /// The gift that was put on a customer's record.
    crm_gift_id: Option<Uuid>,
    /// The basket as it is now, where the change knows; a repeat looks for itself.
    #[serde(skip)]
    shown: Option<ShownBasket>,
}

impl Done {
    /// A change that touched the stock of these items.
    fn touching(item_nos: impl IntoIterator<Item = String>) -> Self {
        Self {
            item_nos: item_nos.into_iter().collect(),
            ..Self::default()
        }
    }
}

/// Carries out a change of the basket once, tells the tills whose stock it touches, and answers
/// with the basket as it is then.
async fn change<R>(
    state: &SaleState,
    actor: &Actor,
    key: IdempotencyKey,
    operation: &'static str,
    request: R,
    command: for<'a> fn(&'a mut Tx, &'a (Till, R)) -> TxFuture<'a, Done>,
) -> Reply
where
    R: Serialize + Send + Sync + 'static,
{
    change_viewed(
        state,
        actor,
        key,
        operation,
        request,
        command,
        |tx, (till, _), done| Box::pin(view::changed_view(tx, till, done.shown.as_ref())),
    )
    .await
}

/// As [`change`], with an answer of its own.
async fn change_viewed<R, T>(
    state: &SaleState,
    actor: &Actor,
    key: IdempotencyKey,
    operation: &'static str,
    request: R,
    command: for<'a> fn(&'a mut Tx, &'a (Till, R)) -> TxFuture<'a, Done>,
    view: for<'a> fn(&'a mut Tx, &'a (Till, R), &'a Done) -> TxFuture<'a, T>,
) -> Reply
where
    R: Serialize + Send + Sync + 'static,
    T: Serialize + Send + 'static,
{
    let till = Till::of(actor, state);
    let intent = Intent::new(key, operation, &till.terminal_no.0, &request, till.now)?;
    let (done, seen) = once_viewed(&state.shell, intent, (till, request), command, view).await?;
    tell_stock(&state.shell, &actor.store_no.0, &done.item_nos);
    payment::tell_basket(&state.shell, actor);
    Answer::of(&seen)
}

/// Tells the tills of a store which items to look at again.
fn tell_stock(shell: &Shell, store_no: &str, item_nos: &[String]) {
    if let Some(event) = stock_event(store_no, item_nos) {
        shell.events.tell(event);
    }
}

fn stock_event(store_no: &str, item_nos: &[String]) -> Option<Event> {
    (!item_nos.is_empty()).then(|| Event {
        store_no: store_no.to_owned(),
        terminal_no: None,
        name: "stock".to_owned(),
        data: json!({ "itemNos": item_nos }),
    })
}

/// The operations of this feature.
pub fn routes(state: SaleState) -> ApiRouter {
    let customised = ApiRouter::new()
        .routes(routes!(customised_models::list_customised))
        .routes(routes!(customise::add_customised))
        .routes(routes!(customise::change_customised))
        .route_layer(from_fn_with_state(
            state.clone(),
            customise::only_where_offered,
        ));
    ApiRouter::new()
        .merge(customised)
        .routes(routes!(show::show_basket, empty::empty_basket))
        .routes(routes!(add_line::add_line))
        .routes(routes!(scan::scan))
        .routes(routes!(change_line::change_line, remove_line::remove_line))
        .routes(routes!(change_basket::set_salesperson))
        .routes(routes!(share_sale::split_basket))
        .routes(routes!(
            share_sale::set_line_salesperson,
            share_sale::take_line_salesperson
        ))
        .routes(routes!(change_basket::set_customer))
        .routes(routes!(change_basket::set_note))
        .routes(routes!(change_basket::set_flight))
        .routes(routes!(
            give_discount::give_line_discount,
            give_discount::take_line_discount
        ))
        .routes(routes!(
            give_discount::give_basket_discount,
            give_discount::take_basket_discount
        ))
        .routes(routes!(give_discount::list_discount_reasons))
        .routes(routes!(
            admin::discount_reason::list::list_discount_reason_settings
        ))
        .routes(routes!(
            admin::discount_reason::get::get_discount_reason,
            admin::discount_reason::save::save_discount_reason
        ))
        .routes(routes!(
            override_price::override_line_price,
            override_price::take_listed_price
        ))
        .routes(routes!(weigh::weigh))
        .routes(routes!(price_check::price_check))
        .routes(routes!(sell_gift_card::sell_gift_card))
        .routes(routes!(sell_gift_card::top_up_gift_card))
        .routes(routes!(sell_gift_card::change_gift_card))
        .routes(routes!(park::list_waiting))
        .routes(routes!(park::park_basket))
        .routes(routes!(park::resume_basket))
        .routes(routes!(
            gift::show_gifts,
            gift::choose_gift,
            gift::remove_gift
        ))
        .routes(routes!(crm_gift::list_crm_gifts))
        .routes(routes!(grant_crm_gift::list_crm_gift_choices))
        .routes(routes!(grant_crm_gift::grant_gift))
        .routes(routes!(crm_gift::issue_crm_gift))
        .routes(routes!(crm_gift::hand_over_crm_gift))
        .routes(routes!(confirm_prices::confirm_prices))
        .routes(routes!(approval::ask_approval))
        .routes(routes!(approval::sign_approval))
        .routes(routes!(heartbeat::heartbeat))
        .routes(routes!(restore::restore_basket))
        .routes(routes!(start_payment::start_payment))
        .routes(routes!(back::back_to_basket))
        .routes(routes!(change_quantity::change_quantity))
        .routes(routes!(release_reservation::release_reservation))
        .routes(routes!(temporary_data::save, temporary_data::load))
        .with_state(state)
}
