//! A card with its ledger.

use axum::extract::State;
use jiff::Timestamp;
use kernel::id::StoreNo;
use shell::db::Tx;
use shell::http::{Answer, Envelope, Path, Reply};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::rule::state::{CardState, Step};
use crate::store::{self, Card};
use crate::view::{
    Action, GiftCardDetailView, GiftCardEntryView, GiftCardNoteView, GiftCardRowView,
};
use crate::{GiftCardState, NOT_FOUND};

/// How many entries of a ledger are shown.
const ENTRIES_MAX: i64 = 500;

/// A gift card with its ledger and what the office did with it.
#[utoipa::path(
    get, path = "/gift-card/{giftCardId}", tag = "gift_card",
    params(("giftCardId" = uuid::Uuid, Path, description = "The card")),
    responses(
        (status = 200, description = "The card", body = Envelope<GiftCardDetailView>),
        (status = 404, description = "There is no such gift card"),
    ),
)]
pub(crate) async fn get_gift_card(
    State(state): State<GiftCardState>,
    Path(gift_card_id): Path<Uuid>,
) -> Reply {
    let input = (gift_card_id, state.shell.clock.now());
    let card = state
        .shell
        .db
        .read(input, |tx, (gift_card_id, now)| {
            Box::pin(detail(tx, *gift_card_id, *now))
        })
        .await?;
    Answer::of(&card)
}

/// A card with all that happened to it.
pub(crate) async fn detail(
    tx: &mut Tx,
    gift_card_id: Uuid,
    now: Timestamp,
) -> Outcome<GiftCardDetailView> {
    let not_found = || Failure::from(&NOT_FOUND);
    let card = store::find_card(tx, gift_card_id).await?;
    let card = card.ok_or_else(not_found)?;
    let listed = store::find_listed(tx, gift_card_id).await?;
    let listed = listed.ok_or_else(not_found)?;
    let is_voidable_yet = is_voidable_yet(tx, &card, now).await?;
    let ledger = store::list_ledger(tx, gift_card_id, ENTRIES_MAX).await?;
    let notes = store::list_notes(tx, gift_card_id).await?;
    let note = |(action, reason, store_no, staff_name, noted_at)| GiftCardNoteView {
        action,
        reason,
        store_no,
        staff_name,
        noted_at,
    };
    Ok(GiftCardDetailView {
        actions: [
            (Action::Block, Step::Block),
            (Action::Unblock, Step::Unblock),
            (Action::Void, Step::Void { is_voidable_yet }),
        ]
        .into_iter()
        .filter(|(action, _)| {
            let is_kept = card.is_refund || card.top_up_line_id.is_some();
            *action != Action::Void || !is_kept
        })
        .filter_map(|(action, step)| card.standing.after(step).is_ok().then_some(action))
        .collect(),
        ledger: ledger
            .into_iter()
            .filter_map(|row| GiftCardEntryView::of(row, card.currency))
            .collect(),
        notes: notes.into_iter().map(note).collect(),
        version: card.version,
        card_no: card.card_no,
        card: GiftCardRowView::from(listed),
    })
}

/// Whether the business date is still that of the card's sale, in the store that sold it, and the sale is
/// in no statement yet (domain §6.4).
pub(crate) async fn is_voidable_yet(tx: &mut Tx, card: &Card, now: Timestamp) -> Outcome<bool> {
    let sold: Option<&StoreNo> = card.sold_store_no.as_ref();
    match (sold, card.standing.state) {
        (Some(store_no), CardState::Active) => {
            let store = setting::get_store(tx, store_no).await?;
            let is_today = card.activated_on == Some(store.business_date(now));
            Ok(is_today && !store::is_sale_stated(tx, card.gift_card_id).await?)
        }
        _ => Ok(false),
    }
}
