//! The closings of days, months and years of a store, as the journal holds them (reliability c.5).

use axum::extract::State;
use axum::response::Response;
use jiff::civil::Date;
use journal::{ClosingProof, ClosingWish, ListedClosing, closing_years, page_of_closings};
use kernel::csv::{self, Cell};
use kernel::id::StoreNo;
use kernel::page::{cut, row_limit};
use kernel::{Currency, Money};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use session::Actor;
use setting::Desk;
use setting::table::note_export;
use shell::db::{Tx, TxFuture};
use shell::http::file::{Piece, long_table};
use shell::http::{Answer, Envelope, Query, Reply, cursor};
use shell::{Failure, Outcome};
use utoipa::{IntoParams, ToSchema};

use crate::desk::Asked;
use crate::list::StatementPageQuery;
use crate::tills::seen_store;
use crate::view::{ClosingPageView, ClosingView, StatementStoreView};
use crate::{StatementOffice, store};

/// How many closings are read at a time for a table.
const PAGE_ROWS: i64 = 200;

/// What a closing closes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum ClosingKind {
    /// A business date.
    #[default]
    Day,
    /// A month.
    Month,
    /// A year.
    Year,
}

impl ClosingKind {
    const fn of_journal(self) -> journal::Kind {
        match self {
            Self::Day => journal::Kind::ClosingDay,
            Self::Month => journal::Kind::ClosingMonth,
            Self::Year => journal::Kind::ClosingYear,
        }
    }

    /// Its name, as the table says it.
    const fn name(self) -> &'static str {
        match self {
            Self::Day => "DAY",
            Self::Month => "MONTH",
            Self::Year => "YEAR",
        }
    }
}

/// Which closings are wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct ClosingQuery {
    /// The store, this one or one linked to whoever asks; this one when it is not said.
    #[param(example = "PAR01")]
    pub store_no: Option<String>,
    /// Of days, months or years; days when it is not said.
    #[param(inline)]
    pub kind: Option<ClosingKind>,
    /// Of one year; all of them when it is not said.
    #[param(example = 2026, minimum = 1, maximum = 9999)]
    #[serde(deserialize_with = "four_digits")]
    pub year: Option<i16>,
}

/// A year as dates are written with.
fn four_digits<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i16>, D::Error> {
    let year: Option<i16> = Option::deserialize(deserializer)?;
    match year {
        Some(year) if !(1..=9_999).contains(&year) => {
            Err(D::Error::custom("a year is from 1 to 9999"))
        }
        year => Ok(year),
    }
}

/// The closings of a store, the newest first, each with how far it is proven.
///
/// A closing of the store covers its own chain and those of its tills. It is proven when what it states is what was
/// hashed and signed, and when it names the closing of its kind before it; `vitrine verify` proves the whole chain.
#[utoipa::path(
    get, path = "/statement/closing", tag = "statement", params(ClosingQuery, StatementPageQuery),
    responses(
        (status = 200, description = "A page of closings", body = Envelope<ClosingPageView>),
        (status = 400, description = "A filter, the limit or the cursor cannot be read"),
        (status = 404, description = "There is no such store among theirs"),
    ),
)]
pub(crate) async fn list_closings(
    State(office): State<StatementOffice>,
    actor: Actor,
    Query(query): Query<ClosingQuery>,
    Query(page): Query<StatementPageQuery>,
) -> Reply {
    let before = cursor(page.cursor.as_deref(), |text| text.parse::<i64>().ok())?;
    let asked = office.asked(actor, (query, before, row_limit(page.limit)));
    let view = office.shell.db.read(asked, read).await?;
    Answer::of(&view)
}

type Page = (ClosingQuery, Option<i64>, i64);

fn read<'a>(tx: &'a mut Tx, asked: &'a Asked<Page>) -> TxFuture<'a, ClosingPageView> {
    Box::pin(async move {
        let (query, before, limit) = &asked.request;
        let wish = wish(tx, &asked.actor, query).await?;
        let (rows, next) = page(tx, asked, &wish, (*before, *limit)).await?;
        let (home, staff_id) = (&asked.actor.store_no, &asked.actor.staff_id);
        let stores = store::visible_stores(tx, home, staff_id).await?;
        let years = closing_years(tx, &wish.store_no, wish.kind).await?;
        Ok(ClosingPageView {
            store_no: wish.store_no,
            items: rows.iter().map(ClosingView::of).collect(),
            stores: stores
                .into_iter()
                .map(|(store_no, name)| StatementStoreView { store_no, name })
                .collect(),
            years: years
                .map(|(first, last)| (first..=last).rev().collect())
                .unwrap_or_default(),
            next_cursor: next.map(|number| number.to_string()),
        })
    })
}

/// Which closings somebody may see of what they want.
async fn wish(tx: &mut Tx, actor: &Actor, query: &ClosingQuery) -> Outcome<ClosingWish> {
    let store_no = seen_store(tx, actor, query.store_no.as_deref()).await?;
    Ok(ClosingWish {
        store_no,
        kind: query.kind.unwrap_or_default().of_journal(),
        year: query.year,
    })
}

/// A page of closings, and before which number the next one starts.
async fn page<R>(
    tx: &mut Tx,
    asked: &Asked<R>,
    wish: &ClosingWish,
    (before, limit): (Option<i64>, i64),
) -> Outcome<(Vec<ListedClosing>, Option<i64>)> {
    let mut rows = page_of_closings(tx, &asked.signer, wish, (before, limit + 1)).await?;
    let next = cut(&mut rows, limit).map(|last| last.number);
    Ok((rows, next))
}

/// The first row.
const COLUMNS: [&str; 18] = [
    "Store",
    "Kind",
    "Number",
    "From",
    "To",
    "Days",
    "Tickets",
    "Currency",
    "Total",
    "Sales excl. VAT",
    "VAT",
    "Deposits",
    "Perpetual total",
    "Perpetual total without signs",
    "Closed at (UTC)",
    "Hash",
    "Hash before",
    "Proof",
];

/// The closings of a store as a table for spreadsheets, with the filters of the list.
#[utoipa::path(
    get, path = "/statement/closing/export.csv", tag = "statement", params(ClosingQuery),
    responses(
        (status = 200, description = "The table", body = String, content_type = "text/csv"),
        (status = 400, description = "A filter cannot be read"),
        (status = 404, description = "There is no such store among theirs"),
    ),
)]
pub(crate) async fn export_closings(
    State(office): State<StatementOffice>,
    actor: Actor,
    Query(query): Query<ClosingQuery>,
) -> Result<Response, Failure> {
    let kind = query.kind.unwrap_or_default().name().to_lowercase();
    let file_name = format!("closings-{kind}-{}.csv", actor.store_no);
    let asked = office.asked(actor.clone(), (query, None, PAGE_ROWS));
    let (text, next) = office.shell.db.read(asked.clone(), read_table).await?;
    let desk = Desk::new(office.signer.clone(), &actor, asked.now);
    note_export(&office.shell, desk, "closings").await?;
    let head = csv::headed(&COLUMNS);
    Ok(long_table(&file_name, (head + &text, next), move |after| {
        let shell = office.shell.clone();
        let mut asked = asked.clone();
        asked.request.1 = Some(after);
        async move { shell.db.read(asked, read_table).await }
    }))
}

fn read_table<'a>(tx: &'a mut Tx, asked: &'a Asked<Page>) -> TxFuture<'a, Piece<i64>> {
    Box::pin(async move {
        let (query, before, limit) = &asked.request;
        let wish = wish(tx, &asked.actor, query).await?;
        let (rows, next) = page(tx, asked, &wish, (*before, *limit)).await?;
        let kind = query.kind.unwrap_or_default().name();
        let mut text = String::new();
        for row in &rows {
            add_closing(&mut text, (&wish.store_no, kind), row);
        }
        Ok((text, next))
    })
}

fn add_closing(table: &mut String, (store_no, kind): (&StoreNo, &str), row: &ListedClosing) {
    let told = Told::of(row);
    let told = told.as_ref();
    let amount = |of: fn(&Told) -> Money| told.map_or(Cell::Text(""), |it| Cell::Amount(of(it)));
    let number = |of: fn(&Told) -> i64| told.map_or(Cell::Text(""), |it| Cell::Number(of(it)));
    csv::add_row(
        table,
        &[
            Cell::Text(store_no.as_str()),
            Cell::Text(kind),
            Cell::Number(row.number),
            Cell::Text(told.map(|it| it.from_date.as_str()).unwrap_or_default()),
            Cell::Text(&row.to_date),
            number(|it| it.days),
            number(|it| it.tickets),
            Cell::Text(told.map(|it| it.total.currency.code()).unwrap_or_default()),
            amount(|it| it.total),
            amount(|it| it.net),
            amount(|it| it.vat_amount),
            amount(|it| it.deposits),
            amount(|it| it.perpetual_total),
            amount(|it| it.perpetual_absolute),
            Cell::Text(&row.at),
            Cell::Text(&row.link.hash),
            Cell::Text(
                told.and_then(|it| it.previous_hash.as_deref())
                    .unwrap_or_default(),
            ),
            Cell::Text(proof_name(row.proof)),
        ],
    );
}

/// How far it is proven, as the table says it.
const fn proof_name(proof: ClosingProof) -> &'static str {
    match proof {
        ClosingProof::Proven => "PROVEN",
        ClosingProof::Broken => "BROKEN",
        ClosingProof::Purged => "PURGED",
    }
}

/// What a closing says of a whole store.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub from_date: String,
    pub days: i64,
    pub tickets: i64,
    pub total: Money,
    pub net: Money,
    pub vat_amount: Money,
    pub deposits: Money,
    pub perpetual_total: Money,
    pub perpetual_absolute: Money,
    pub previous_hash: Option<String>,
}

impl Told {
    /// None of a closing that was purged, that cannot be read, or whose currency nobody sells in.
    pub(crate) fn of(row: &ListedClosing) -> Option<Self> {
        let closing = row.closing.as_ref()?;
        let currency = Currency::parse(&closing.currency_code)?;
        let (sums, perpetual) = match &closing.of_store {
            Some(of_store) => (&of_store.sums, of_store.perpetual),
            None => (&closing.sums, closing.perpetual),
        };
        let money = |minor: i64| Money::new(minor, currency);
        Some(Self {
            from_date: closing.from_date.clone(),
            days: closing.days,
            tickets: sums.tickets,
            total: money(sums.total),
            net: money(sums.sold.net),
            vat_amount: money(sums.sold.vat_amount),
            deposits: money(sums.deposits.amount),
            perpetual_total: money(perpetual.total),
            perpetual_absolute: money(perpetual.absolute),
            previous_hash: closing.previous.as_ref().map(|it| it.hash.clone()),
        })
    }
}

/// The last business date of a closing.
pub(crate) fn to_date(row: &ListedClosing) -> Date {
    row.to_date.parse().unwrap_or(Date::ZERO)
}
