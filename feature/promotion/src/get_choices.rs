//! What a package or a campaign may name.

use axum::extract::State;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Reply};

use crate::view::ChoicesView;
use crate::{PromotionState, store};

/// The stores, price groups and item classes that packages and campaigns may name.
#[utoipa::path(
    get, path = "/setting/promotion-choice", tag = "promotion",
    responses((status = 200, description = "All of them", body = Envelope<ChoicesView>)),
)]
pub(crate) async fn get_choices(State(state): State<PromotionState>) -> Reply {
    Answer::of(&state.shell.db.read((), read).await?)
}

fn read<'a>(tx: &'a mut Tx, (): &'a ()) -> TxFuture<'a, ChoicesView> {
    Box::pin(async move {
        Ok(ChoicesView {
            stores: store::list_stores(tx).await?,
            price_groups: store::list_price_groups(tx).await?,
            item_classes: store::list_classes(tx).await?,
        })
    })
}
