//! One form.

use axum::extract::State;
use crm::rule::mask;
use kernel::Refusal;
use kernel::id::StoreNo;
use order::outbox::mails_of;
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Path, Reply};
use uuid::Uuid;

use crate::record::Form;
use crate::view::{
    TaxFreeEventView, TaxFreeFormView, TaxFreeLineView, TaxFreeMailingView, TaxFreeRowView,
    TaxFreeTravellerView,
};
use crate::{EMAIL_NOT_SET_UP, FORM_NOT_FOUND, NOT_ISSUED, TaxFreeState, store};

/// Who looks at a form.
#[derive(Clone, Debug)]
pub(crate) struct Looking {
    pub(crate) store_no: StoreNo,
    pub(crate) form_id: Uuid,
    /// Whether they may read passports.
    pub(crate) is_full: bool,
    /// Whether mail can be sent.
    pub(crate) has_mailer: bool,
}

impl Looking {
    pub(crate) fn new(state: &TaxFreeState, actor: &Actor, form_id: Uuid) -> Self {
        Self {
            store_no: actor.store_no.clone(),
            form_id,
            is_full: actor.may(crm::VIEW_FULL),
            has_mailer: state.has_mailer,
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
    let looking = Looking::new(&state, &actor, form_id);
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
        let mailing = mailing(tx, looking, &form).await?;
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
            mailing,
        })
    })
}

/// Whether the form can be mailed, where to, and what was mailed.
async fn mailing(tx: &mut Tx, looking: &Looking, form: &Form) -> Outcome<TaxFreeMailingView> {
    let kind = match form.form_no {
        None => Some(&NOT_ISSUED),
        Some(_) => (!looking.has_mailer).then_some(&EMAIL_NOT_SET_UP),
    };
    let customer = store::customer_of(tx, form.form_id).await?;
    let known = customer.and_then(|customer| customer.email);
    Ok(TaxFreeMailingView {
        refusal: kind.map(|kind| Refusal::new(kind).view()),
        known: known.map(|email| match looking.is_full {
            true => email,
            false => mask::email(&email),
        }),
        mails: mails_of(tx, form.form_id, looking.is_full).await?,
    })
}
