//! The cards as a table for spreadsheets.

use axum::extract::State;
use axum::response::Response;
use kernel::Money;
use kernel::csv::{Cell, add_row, headed};
use session::Actor;
use setting::table::{EXPORT_ROWS_MAX, note_export};
use shell::Failure;
use shell::http::{Query, file};

use crate::GiftCardState;
use crate::list_cards::GiftCardQuery;
use crate::store;

const COLUMNS: [&str; 12] = [
    "cardNo",
    "batchCode",
    "marketCode",
    "state",
    "currency",
    "initialAmount",
    "spent",
    "balance",
    "soldStoreNo",
    "receiptNo",
    "activatedAt",
    "expiresOn",
];

/// The gift cards as a table for spreadsheets, with the filters of the list.
#[utoipa::path(
    get, path = "/gift-card/export.csv", tag = "gift_card", params(GiftCardQuery),
    responses(
        (status = 200, description = "The table", body = String, content_type = "text/csv"),
    ),
)]
pub(crate) async fn export_gift_cards(
    State(state): State<GiftCardState>,
    actor: Actor,
    Query(query): Query<GiftCardQuery>,
) -> Result<Response, Failure> {
    let cards = state
        .shell
        .db
        .read(query.filter(), |tx, filter| {
            Box::pin(store::list_cards(tx, filter, None, EXPORT_ROWS_MAX))
        })
        .await?;
    let mut table = headed(&COLUMNS);
    for card in &cards {
        let money = |minor| Cell::Amount(Money::new(minor, card.currency));
        let activated_at = card
            .activated_at
            .map(|at| at.to_string())
            .unwrap_or_default();
        let expires_on = card
            .expires_on
            .map(|day| day.to_string())
            .unwrap_or_default();
        add_row(
            &mut table,
            &[
                Cell::Text(&card.card_no),
                Cell::Text(&card.batch_code),
                Cell::Text(&card.market_code),
                Cell::Text(card.state.name()),
                Cell::Text(card.currency.code()),
                money(card.initial),
                money(card.initial - card.balance),
                money(card.balance),
                Cell::Text(card.sold_store_no.as_deref().unwrap_or_default()),
                Cell::Text(card.receipt_no.as_deref().unwrap_or_default()),
                Cell::Text(&activated_at),
                Cell::Text(&expires_on),
            ],
        );
    }
    note_export(&state.shell, state.desk(&actor), "giftCards").await?;
    Ok(file::table("gift-cards.csv", table))
}
