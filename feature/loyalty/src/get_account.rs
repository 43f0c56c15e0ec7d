//! Somebody's lots and ledger.

use axum::extract::State;
use axum::response::Response;
use kernel::Currency;
use kernel::Money;
use kernel::csv::{Cell, add_row, headed};
use kernel::id::{CustomerId, StoreNo};
use session::Actor;
use setting::table::{EXPORT_ROWS_MAX, note_export};
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Path, Reply, file};
use uuid::Uuid;

use crate::book::Owner;
use crate::store::list;
use crate::view::{LoyaltyAccountDetailView, LoyaltyAccountView, LoyaltyEntryView, LoyaltyLotView};
use crate::{LoyaltyState, NOT_FOUND};

/// How many lots and entries are shown.
const ROWS_MAX: i64 = 500;

/// Whose account is shown, and where.
pub(crate) struct Input {
    pub owner: Owner,
    pub store_no: StoreNo,
    pub now: jiff::Timestamp,
}

/// Whose account an address names.
pub(crate) fn owner(customer_id: Uuid, currency_code: &str) -> Result<Owner, Failure> {
    let currency = Currency::parse(currency_code).ok_or_else(|| Failure::from(&NOT_FOUND))?;
    Ok(Owner {
        customer_id: CustomerId(customer_id),
        currency,
    })
}

/// Somebody's account in a currency, with its lots and its ledger.
#[utoipa::path(
    get, path = "/loyalty/{customerId}/{currencyCode}", tag = "loyalty",
    params(
        ("customerId" = uuid::Uuid, Path, description = "The customer"),
        ("currencyCode" = String, Path, description = "The currency", example = "EUR"),
    ),
    responses(
        (status = 200, description = "The account", body = Envelope<LoyaltyAccountDetailView>),
        (status = 404, description = "This customer has no loyalty credit"),
    ),
)]
pub(crate) async fn get_loyalty_account(
    State(state): State<LoyaltyState>,
    actor: Actor,
    Path((customer_id, currency_code)): Path<(Uuid, String)>,
) -> Reply {
    let input = Input {
        owner: owner(customer_id, &currency_code)?,
        store_no: actor.store_no,
        now: state.shell.clock.now(),
    };
    Answer::of(&state.shell.db.read(input, detail).await?)
}

/// Somebody's account with all that happened to it.
pub(crate) fn detail<'a>(
    tx: &'a mut Tx,
    input: &'a Input,
) -> TxFuture<'a, LoyaltyAccountDetailView> {
    Box::pin(async move {
        let (owner, currency) = (input.owner, input.owner.currency);
        let shop = setting::get_store(tx, &input.store_no).await?;
        let today = shop.business_date(input.now);
        let account = list::find(tx, owner, today).await?;
        let account = account.ok_or_else(|| Failure::from(&NOT_FOUND))?;
        let lots = list::lots(tx, owner, ROWS_MAX).await?;
        let ledger = list::ledger(tx, owner, ROWS_MAX).await?;
        Ok(LoyaltyAccountDetailView {
            account: LoyaltyAccountView::from(account),
            lots: lots
                .into_iter()
                .filter_map(|row| LoyaltyLotView::of(row, currency, today))
                .collect(),
            ledger: ledger
                .into_iter()
                .filter_map(|row| LoyaltyEntryView::of(row, currency))
                .collect(),
        })
    })
}

const COLUMNS: [&str; 11] = [
    "entryNo",
    "bookedAt",
    "entryType",
    "currency",
    "amount",
    "balance",
    "points",
    "storeNo",
    "staff",
    "receiptNo",
    "reason",
];

/// Somebody's ledger as a table for spreadsheets.
#[utoipa::path(
    get, path = "/loyalty/{customerId}/{currencyCode}/export.csv", tag = "loyalty",
    params(
        ("customerId" = uuid::Uuid, Path, description = "The customer"),
        ("currencyCode" = String, Path, description = "The currency", example = "EUR"),
    ),
    responses(
        (status = 200, description = "The table", body = String, content_type = "text/csv"),
        (status = 404, description = "This customer has no loyalty credit"),
    ),
)]
pub(crate) async fn export_loyalty_ledger(
    State(state): State<LoyaltyState>,
    actor: Actor,
    Path((customer_id, currency_code)): Path<(Uuid, String)>,
) -> Result<Response, Failure> {
    let owner = owner(customer_id, &currency_code)?;
    let rows = state
        .shell
        .db
        .read(owner, |tx, owner| {
            Box::pin(list::ledger(tx, *owner, EXPORT_ROWS_MAX))
        })
        .await?;
    if rows.is_empty() {
        return Err((&NOT_FOUND).into());
    }
    let mut table = headed(&COLUMNS);
    for row in rows {
        let money = |minor| Cell::Amount(Money::new(minor, owner.currency));
        let staff = row.staff.map(|(first, last)| format!("{first} {last}"));
        add_row(
            &mut table,
            &[
                Cell::Number(row.entry_no),
                Cell::Text(&row.booked_at.to_string()),
                Cell::Text(&row.entry_type),
                Cell::Text(owner.currency.code()),
                money(row.amount),
                money(row.balance),
                Cell::Number(row.points),
                Cell::Text(&row.store_no),
                Cell::Text(staff.as_deref().unwrap_or_default()),
                Cell::Text(row.receipt_no.as_deref().unwrap_or_default()),
                Cell::Text(row.reason.as_deref().unwrap_or_default()),
            ],
        );
    }
    note_export(&state.shell, state.desk(&actor), "loyaltyLedger").await?;
    Ok(file::table("loyalty-ledger.csv", table))
}
