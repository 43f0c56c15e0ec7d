//! The order history.

use std::fmt::Display;
use std::str::FromStr;

use axum::extract::State;
use catalog::rule::search;
use jiff::Timestamp;
use jiff::civil::Date;
use kernel::Refusal;
use kernel::page::{self, row_limit};
use serde::{Deserialize, Deserializer};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Query, Reply, cursor};
use shell::{Failure, Outcome};
use utoipa::IntoParams;

use crate::record::{Shop, Viewer};
use crate::rule::list::{Cursor, Wish};
use crate::store::{self, Filter, OrderRow, VisibleStore};
use crate::view::{OrderPageView, OrderRowView};
use crate::{OrderState, PERIOD_REVERSED};

/// Which orders are wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct OrderQuery {
    /// Beginnings of words of number, customer, item numbers and item names, or of their parts:
    /// `bn-04` and `042` find `bn-0421`. Or the number of an order or receipt.
    #[param(example = "moreau")]
    pub search: String,
    /// The first business date; today when no date is given.
    #[param(value_type = Option<String>, format = Date, example = "2026-11-01")]
    pub from: Option<Date>,
    /// The last business date; today when only the first is given.
    #[param(value_type = Option<String>, format = Date, example = "2026-11-21")]
    pub to: Option<Date>,
    /// Who sold.
    #[serde(deserialize_with = "blank_is_none")]
    pub staff_id: Option<String>,
    /// A tender that paid.
    #[serde(deserialize_with = "blank_is_none")]
    #[param(example = "CASH")]
    pub tender_code: Option<String>,
    /// The statement that holds them; without dates those of all days.
    #[serde(deserialize_with = "blank_is_none")]
    #[param(example = "S-PAR01-2026-0001")]
    pub statement_no: Option<String>,
}

/// Which page of them is wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// Where the page starts, as the page before said.
    #[serde(deserialize_with = "blank_is_none")]
    pub cursor: Option<String>,
    /// How many rows, at most 200; 50 when it is not said.
    #[serde(deserialize_with = "blank_is_none")]
    #[param(value_type = Option<i64>)]
    pub limit: Option<i64>,
}

/// A text that a form left blank asks for nothing.
fn blank_is_none<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    let text = Option::<String>::deserialize(deserializer)?;
    match text.as_deref().map(str::trim) {
        None | Some("") => Ok(None),
        // Databases do not take all of them, and no code of ours holds any.
        Some(text) if text.contains(char::is_control) => {
            Err(serde::de::Error::custom("a control character"))
        }
        Some(text) => text.parse().map(Some).map_err(serde::de::Error::custom),
    }
}

impl PageQuery {
    /// Where the page starts.
    fn after(&self) -> Outcome<Option<Cursor>> {
        cursor(self.cursor.as_deref(), Cursor::parse)
    }
}

impl OrderQuery {
    pub(crate) fn wish(&self) -> Wish {
        Wish {
            search: self.search.clone(),
            from: self.from,
            to: self.to,
            staff_id: self.staff_id.clone(),
            tender_code: self.tender_code.clone(),
            statement_no: self.statement_no.clone(),
        }
    }
}

/// What a wish means for a viewer today.
pub(crate) struct Resolved {
    pub shop: Shop,
    pub stores: Vec<VisibleStore>,
    pub filter: Filter,
}

/// Turns a wish into a filter. A search for a number that exists, such as a scanned receipt, looks
/// at all days unless somebody chose dates, and so does one for what a statement holds.
pub(crate) async fn resolve(
    tx: &mut Tx,
    viewer: &Viewer,
    wish: &Wish,
    now: Timestamp,
) -> Outcome<Resolved> {
    let shop = store::get_shop(tx, &viewer.store_no).await?;
    let stores = store::visible_stores(tx, viewer).await?;
    let store_nos: Vec<String> = stores.iter().map(|it| it.store_no.clone()).collect();
    let period = wish
        .period(shop.business_date(now))
        .ok_or_else(|| Failure::from(Refusal::new(&PERIOD_REVERSED).at("from")))?;
    let number = wish.number();
    let is_number_only = match &number {
        Some(number) if !wish.has_dates() => store::number_exists(tx, &store_nos, number).await?,
        _ => false,
    };
    let filter = Filter {
        stores: store_nos,
        period: (!is_number_only && !wish.is_any_day()).then_some(period),
        words: search::words(&wish.words()),
        number,
        // Words that contain the number would bring the orders of all days.
        is_number_only,
        staff_id: wish.staff_id.clone(),
        tender_code: wish.tender_code.clone(),
        statement_no: wish.statement_no.clone(),
    };
    Ok(Resolved {
        shop,
        stores,
        filter,
    })
}

/// The order history: the orders of this store, newest first.
///
/// Without dates it shows today, by the store's business date. The search finds an order by the
/// beginnings of its words, in any order, without case and accents; the number of an order or
/// receipt finds it on any day. A statement's number lists what it holds, of all days. Who holds
/// `order.viewAll` sees the orders of linked stores too.
/// Number and sum of the whole list come from `GET /order/summary`: a page costs the same however
/// long the list is.
#[utoipa::path(
    get, path = "/order", tag = "order", params(OrderQuery, PageQuery),
    responses(
        (status = 200, description = "A page of orders", body = Envelope<OrderPageView>),
        (status = 400, description = "A date, the limit or the cursor cannot be read"),
        (status = 422, description = "The first date is after the last"),
    ),
)]
pub(crate) async fn list_orders(
    State(state): State<OrderState>,
    actor: Actor,
    Query(query): Query<OrderQuery>,
    Query(page): Query<PageQuery>,
) -> Reply {
    let input = ListInput {
        viewer: Viewer::from(&actor),
        wish: query.wish(),
        after: page.after()?,
        limit: row_limit(page.limit),
        now: state.shell.clock.now(),
    };
    let page = state.shell.db.read(input, read_page).await?;
    Answer::of(&page)
}

struct ListInput {
    viewer: Viewer,
    wish: Wish,
    after: Option<Cursor>,
    limit: i64,
    now: Timestamp,
}

fn read_page<'a>(tx: &'a mut Tx, input: &'a ListInput) -> TxFuture<'a, OrderPageView> {
    Box::pin(async move {
        let resolved = resolve(tx, &input.viewer, &input.wish, input.now).await?;
        let mut rows =
            store::list_orders(tx, &resolved.filter, input.after, input.limit + 1).await?;
        let next_cursor = cut(&mut rows, input.limit).map(Cursor::text);
        Ok(OrderPageView {
            items: rows.into_iter().map(OrderRowView::from).collect(),
            next_cursor,
        })
    })
}

/// Cuts the rows to a page; the cursor of the next page when rows were left over.
pub(crate) fn cut(rows: &mut Vec<OrderRow>, limit: i64) -> Option<Cursor> {
    page::cut(rows, limit).map(|row| Cursor {
        completed_at: row.head.completed_at,
        order_id: row.head.order_id,
    })
}
