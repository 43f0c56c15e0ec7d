//! The vouchers, the newest first, page by page.

use axum::extract::State;
use kernel::page::Page;
use setting::entry::{Entry, EntryQuery, Window};
use shell::http::{Answer, Envelope, Query, Reply};

use super::VoucherValue;
use crate::{PaymentState, store};

/// The vouchers, the newest first, found by their number.
#[utoipa::path(
    get, path = "/setting/voucher", tag = "payment", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<VoucherValue>>>)),
)]
pub(crate) async fn list_voucher_settings(
    State(state): State<PaymentState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    let window = Window::new(query.cursor.as_deref(), query.limit);
    let text = query.search.unwrap_or_default();
    let (found, total) = state
        .shell
        .db
        .read((text, window), |tx, (text, window)| {
            Box::pin(store::voucher::list(tx, text, *window))
        })
        .await?;
    Answer::of(&window.page(found, total))
}
