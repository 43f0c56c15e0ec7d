//! How the drawer of a till stands today.

use axum::extract::State;
use kernel::Money;
use session::Actor;
use setting::Desk;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Reply};

use crate::book::currencies;
use crate::rule::float::{Float, standing};
use crate::view::DrawerView;
use crate::{DrawerState, store};

/// How the drawer of this till stands today, and nothing of what should lie in it.
#[utoipa::path(
    get, path = "/drawer", tag = "drawer",
    responses((status = 200, description = "The drawer", body = Envelope<DrawerView>)),
)]
pub(crate) async fn get_drawer(State(state): State<DrawerState>, actor: Actor) -> Reply {
    Answer::of(&state.shell.db.read(state.desk(&actor), show).await?)
}

fn show<'a>(tx: &'a mut Tx, desk: &'a Desk) -> TxFuture<'a, DrawerView> {
    Box::pin(async move {
        let store = setting::get_store(tx, &desk.store_no).await?;
        let day = (&desk.terminal_no, store.business_date(desk.now));
        let currencies = currencies(tx, desk).await?;
        let entered = store::entry::floats(tx, day).await?;
        let float_of = |currency| {
            let floats = entered.iter().filter(|(of, _)| *of == currency);
            let floats: Vec<Float> = floats.map(|(_, float)| *float).collect();
            standing(&floats).map(|float| Money::new(float.amount, currency))
        };
        let above = store::terms::approval_above(tx, &desk.store_no).await?;
        Ok(DrawerView {
            business_date: day.1,
            floats: currencies.iter().copied().filter_map(float_of).collect(),
            currencies,
            approval_above: above.map(|minor| Money::new(minor, store.currency)),
        })
    })
}
