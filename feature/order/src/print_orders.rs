//! The order history on paper.

use std::collections::HashMap;

use ::document::{DocumentError, PageTable};
use axum::extract::State;
use axum::response::Response;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use kernel::date::print_time;
use kernel::{Currency, Money};
use session::Actor;
use setting::Desk;
use setting::table::note_export;
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::Query;

use crate::OrderState;
use crate::letterhead::{Letterhead, letterhead};
use crate::list_orders::{OrderQuery, resolve};
use crate::listing::{LISTING_ROWS_MAX, Listing, Sums, all_of};
use crate::record::Viewer;
use crate::rule::list::Wish;
use crate::sheet::{PaperQuery, Pen};
use crate::store::{self, Filter, OrderRow};

::document::words! {
    "../label":
    title, days, all_days, search, salesperson, tender, statement, made_at, staff, receipt, date, time, store, till,
    customer, walk_in, tenders, pieces, paid, total,
}

/// The order history as PDF, with the filters of the list, and what all orders come to in each currency.
///
/// At most 500 orders: more are refused, so that no part of a list passes for all of it.
#[utoipa::path(
    get, path = "/order/export.pdf", tag = "order", params(OrderQuery, PaperQuery),
    responses(
        (status = 200, description = "The paper", body = String, content_type = "application/pdf"),
        (status = 400, description = "A date cannot be read"),
        (status = 422, description = "The first date is after the last, there are too many orders, or there are no papers in the language"),
        (status = 500, description = "PDF printing error"),
    ),
)]
pub(crate) async fn print_orders(
    State(state): State<OrderState>,
    actor: Actor,
    Query(query): Query<OrderQuery>,
    Query(paper): Query<PaperQuery>,
) -> Result<Response, Failure> {
    let now = state.shell.clock.now();
    let desk = Desk::new(state.signer.clone(), &actor, now);
    let asked = Asked {
        viewer: Viewer::from(&actor),
        staff: actor.name.clone(),
        wish: query.wish(),
        language: paper.language,
        now,
    };
    let read = state.shell.db.read(asked, read).await?;
    note_export(&state.shell, desk, "orders").await?;
    let listing = read.listing().map_err(Failure::internal)?;
    listing.show(&format!("orders-{}", actor.store_no)).await
}

#[derive(Clone)]
struct Asked {
    viewer: Viewer,
    staff: String,
    wish: Wish,
    language: Option<String>,
    now: Timestamp,
}

/// What the paper tells.
struct History {
    letterhead: Letterhead,
    staff: String,
    now: Timestamp,
    filter: Filter,
    search: String,
    zones: HashMap<String, TimeZone>,
    orders: Vec<OrderRow>,
}

fn read<'a>(tx: &'a mut Tx, asked: &'a Asked) -> TxFuture<'a, History> {
    Box::pin(async move {
        let resolved = resolve(tx, &asked.viewer, &asked.wish, asked.now).await?;
        let orders = store::list_orders(tx, &resolved.filter, None, LISTING_ROWS_MAX + 1).await?;
        let language = asked.language.as_deref();
        let head = letterhead(tx, &asked.viewer.store_no, language, None).await?;
        let stores = resolved.stores.into_iter();
        Ok(History {
            letterhead: head.in_asked_language(language),
            staff: asked.staff.clone(),
            now: asked.now,
            filter: resolved.filter,
            search: asked.wish.search.trim().to_owned(),
            zones: stores.map(|it| (it.store_no, it.zone)).collect(),
            orders: all_of(orders)?,
        })
    })
}

impl History {
    fn listing(self) -> Result<Listing, DocumentError> {
        let words = WORDS.of(self.letterhead.language)?;
        let pen = Pen::new(self.letterhead.language, Currency::Eur);
        let period = self.filter.period.map(|it| (it.from, it.to)).unzip();
        let at = self.now.to_zoned(self.letterhead.zone.clone());
        let mut references = vec![(words.days.clone(), pen.period(period, &words.all_days))];
        let filters = [
            (
                &words.search,
                Some(self.search.clone()).filter(|it| !it.is_empty()),
            ),
            (&words.salesperson, self.filter.staff_id.clone()),
            (&words.tender, self.filter.tender_code.clone()),
            (&words.statement, self.filter.statement_no.clone()),
        ];
        let filters = filters.into_iter();
        references
            .extend(filters.filter_map(|(label, it)| Some((label.clone(), pen.set.text(&it?)))));
        references.push((words.made_at.clone(), pen.moment(&at)));
        references.push((words.staff.clone(), pen.set.text(&self.staff)));
        Ok(Listing {
            title: words.title.clone(),
            references,
            note: None,
            table: self.table(words, pen),
            at: self.now,
            letterhead: self.letterhead,
        })
    }

    fn table(&self, words: &Words, pen: Pen) -> PageTable {
        let head = [
            &words.receipt,
            &words.date,
            &words.time,
            &words.store,
            &words.till,
            &words.salesperson,
            &words.customer,
            &words.tenders,
            &words.pieces,
            &words.paid,
        ];
        let mut sums = Sums::default();
        for order in &self.orders {
            let total = order.head.total;
            sums.add(total.currency, [order.head.pieces, total.minor]);
        }
        let totals = sums.each().map(|(currency, [pieces, minor])| {
            let mut row = vec![String::new(); head.len() - 3];
            row.insert(0, words.total.clone());
            row.extend([pen.number(pieces), pen.named(Money::new(minor, currency))]);
            row
        });
        PageTable {
            title: String::new(),
            words: head.len() - 2,
            rows: self
                .orders
                .iter()
                .map(|it| self.row(words, pen, it))
                .collect(),
            totals: totals.collect(),
            head: head.map(Clone::clone).to_vec(),
        }
    }

    fn row(&self, words: &Words, pen: Pen, order: &OrderRow) -> Vec<String> {
        let head = &order.head;
        let zone = self.zones.get(&head.store_no.0);
        let local = zone
            .unwrap_or(&self.letterhead.zone)
            .to_datetime(head.completed_at);
        let customer = head.customer_name.as_ref();
        let tenders = order.tenders.iter().map(|(_, name)| name.as_str());
        vec![
            pen.set.code(&head.receipt_no),
            pen.day(head.business_date),
            pen.set.code(&print_time(local)),
            pen.set.code(&head.store_no.0),
            pen.set.code(&head.terminal_no),
            pen.set.text(&head.salesperson_name),
            customer.map_or_else(|| words.walk_in.clone(), |name| pen.set.text(name)),
            pen.set.text(&tenders.collect::<Vec<_>>().join(", ")),
            pen.number(head.pieces),
            pen.named(head.total),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_languages_have_their_own_words() {
        // "Boutique", "Date" and "Total" are the same word in French.
        assert_eq!(WORDS.faults(3), Vec::<String>::new());
    }
}
