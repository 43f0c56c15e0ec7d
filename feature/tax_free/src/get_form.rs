//! One form.

use axum::extract::State;
use kernel::id::StoreNo;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Path, Reply};
use uuid::Uuid;

use crate::view::{
    TaxFreeEventView, TaxFreeFormView, TaxFreeLineView, TaxFreeRowView, TaxFreeTravellerView,
};
use crate::{FORM_NOT_FOUND, TaxFreeState, store};

/// Who looks at a form.
#[derive(Clone, Debug)]
pub(crate) struct Looking {
    pub(crate) store_no: StoreNo,
    pub(crate) form_id: Uuid,
    /// Whether they may read passports.
    pub(crate) is_full: bool,
}

impl Looking {
    pub(crate) fn new(actor: &Actor, form_id: Uuid) -> Self {
        Self {
            store_no: actor.store_no.clone(),
            form_id,
            is_full: actor.may(crm::VIEW_FULL),
        }
    }
}

/// A form of this store: goods, where it stands, and what happened to it.
///
/// The number of the passport is masked unless the group holds `crm.viewFull`.
#[utoipa::path(
    get, path = "/tax-free/form/{formId}", tag = "taxFree",
    params(("formId" = Uuid, Path, description = "The form")),
    responses(
        (status = 200, description = "The form", body = Envelope<TaxFreeFormView>),
        (status = 404, description = "There is no such tax-free form"),
    ),
)]
pub(crate) async fn get_tax_free_form(
    State(state): State<TaxFreeState>,
    actor: Actor,
    Path(form_id): Path<Uuid>,
) -> Reply {
    let looking = Looking::new(&actor, form_id);
    Answer::of(&state.shell.db.read(looking, look).await?)
}

pub(crate) fn look<'a>(tx: &'a mut Tx, looking: &'a Looking) -> TxFuture<'a, TaxFreeFormView> {
    Box::pin(async move {
        let form = store::find_form(tx, looking.form_id)
            .await?
            .filter(|form| form.store_no == looking.store_no)
            .ok_or(&FORM_NOT_FOUND)?;
        let lines = store::lines_of(tx, &form).await?;
        let traveller = store::traveller_of(tx, form.form_id).await?;
        let history = store::events_of(tx, form.form_id).await?;
        Ok(TaxFreeFormView {
            head: TaxFreeRowView::from(&form),
            operator_name: form.operator_name,
            issued_at: form.issued_at,
            lines: lines.iter().map(TaxFreeLineView::from).collect(),
            traveller: traveller.map(|(traveller, (card, wallet))| {
                let card = card.map(|(brand, last_four, _)| format!("{brand} {last_four}"));
                TaxFreeTravellerView::new(&traveller, card.or(wallet), looking.is_full)
            }),
            history: history.into_iter().map(TaxFreeEventView::from).collect(),
        })
    })
}
