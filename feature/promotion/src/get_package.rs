//! A package.

use axum::extract::State;
use session::Actor;
use setting::Desk;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Path, Reply};

use crate::PromotionState;
use crate::record::show_package;
use crate::rule::package::PackageId;
use crate::view::PackageView;

/// A package with its groups, its items, and all that keeps it from being enabled.
#[utoipa::path(
    get, path = "/setting/package/{discountId}", tag = "promotion",
    params(("discountId" = String, Path, description = "The package", example = "PAIR20")),
    responses(
        (status = 200, description = "The package", body = Envelope<PackageView>),
        (status = 404, description = "There is no such package"),
    ),
)]
pub(crate) async fn get_package(
    State(state): State<PromotionState>,
    actor: Actor,
    Path(id): Path<PackageId>,
) -> Reply {
    let desk = Desk::new(state.signer.clone(), &actor, state.shell.clock.now());
    Answer::of(&state.shell.db.read((desk, id), show).await?)
}

fn show<'a>(tx: &'a mut Tx, (desk, id): &'a (Desk, PackageId)) -> TxFuture<'a, PackageView> {
    Box::pin(show_package(tx, desk, id))
}
