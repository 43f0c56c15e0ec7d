//! The list of statements on paper.

use axum::extract::State;
use axum::response::Response;
use document::{DocumentError, PageTable, SheetRow};
use jiff::Timestamp;
use kernel::{Currency, Money};
use order::letterhead::{Letterhead, letterhead};
use order::listing::{LISTING_ROWS_MAX, Listing, Sums, all_of};
use order::sheet::{PaperQuery, UNTOLD};
use session::Actor;
use setting::Desk;
use setting::table::note_export;
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::Query;

use super::Ink;
use crate::StatementOffice;
use crate::desk::Asked;
use crate::list::StatementQuery;
use crate::store::{self, Filter, Statement};

/// The statements of the list as PDF, with its filters, and their sums in each currency. Sums of what is still
/// to be counted are not told, and in no sum.
///
/// At most 500 statements: more are refused, so that no part of a list passes for all of it.
#[utoipa::path(
    get, path = "/statement/export.pdf", tag = "statement", params(StatementQuery, PaperQuery),
    responses(
        (status = 200, description = "The paper", body = String, content_type = "application/pdf"),
        (status = 400, description = "A filter cannot be read"),
        (status = 422, description = "There are too many statements, or no papers in the language"),
        (status = 500, description = "PDF printing error"),
    ),
)]
pub(crate) async fn print_statements(
    State(office): State<StatementOffice>,
    actor: Actor,
    Query(query): Query<StatementQuery>,
    Query(paper): Query<PaperQuery>,
) -> Result<Response, Failure> {
    let name = format!("statements-{}", actor.store_no);
    let filter = query.filter(&actor);
    let asked = office.asked(actor, (filter, paper.language));
    let desk = Desk::new(office.signer.clone(), &asked.actor, asked.now);
    let read = office.shell.db.read(asked, read).await?;
    note_export(&office.shell, desk, "statements").await?;
    let listing = read.listing().map_err(Failure::internal)?;
    listing.show(&name).await
}

/// A statement with the number of its Z.
type Row = (Statement, Option<i64>);

/// What the paper tells.
struct Statements {
    letterhead: Letterhead,
    staff: String,
    now: Timestamp,
    filter: Filter,
    rows: Vec<Row>,
}

fn read<'a>(
    tx: &'a mut Tx,
    asked: &'a Asked<(Filter, Option<String>)>,
) -> TxFuture<'a, Statements> {
    Box::pin(async move {
        let (filter, language) = &asked.request;
        let rows = store::list_statements(tx, filter, None, LISTING_ROWS_MAX + 1).await?;
        let language = language.as_deref();
        let head = letterhead(tx, &asked.actor.store_no, language, None).await?;
        Ok(Statements {
            letterhead: head.in_asked_language(language),
            staff: asked.actor.name.clone(),
            now: asked.now,
            filter: filter.clone(),
            rows: all_of(rows)?,
        })
    })
}

impl Statements {
    fn listing(self) -> Result<Listing, DocumentError> {
        // Rows name their currency.
        let ink = Ink::new(self.letterhead.language, Currency::Eur)?;
        let is_blind = self.rows.iter().any(|(it, _)| !it.is_told());
        Ok(Listing {
            title: ink.words.list_title.clone(),
            references: self.references(&ink),
            note: is_blind.then(|| ink.words.blind.clone()),
            table: self.table(&ink),
            at: self.now,
            letterhead: self.letterhead,
        })
    }

    fn references(&self, ink: &Ink) -> Vec<SheetRow> {
        let (words, filter) = (ink.words, &self.filter);
        let store_no = filter.store_no.as_ref();
        let state = filter.state.map(|state| ink.state(state));
        let at = self.now.to_zoned(self.letterhead.zone.clone());
        let period = ink.period((filter.from, filter.to), &words.all_days);
        vec![
            (words.business_date.clone(), period),
            (
                words.store.clone(),
                store_no.map_or_else(|| words.all_stores.clone(), |it| ink.set.code(it)),
            ),
            (
                words.state.clone(),
                state.unwrap_or(&words.all_states).clone(),
            ),
            (words.made_at.clone(), ink.moment(&at)),
            (words.staff.clone(), ink.set.text(&self.staff)),
        ]
    }

    fn table(&self, ink: &Ink) -> PageTable {
        let words = ink.words;
        let head = [
            &words.statement,
            &words.store,
            &words.business_date,
            &words.posting_date,
            &words.state,
            // The same in every language.
            &"Z".to_owned(),
            &words.sales_gross,
            &words.payments,
            &words.discounts,
            &words.difference,
        ]
        .map(Clone::clone);
        let mut sums = Sums::default();
        for (statement, _) in self.rows.iter().filter(|(it, _)| it.is_told()) {
            let totals = statement.amounts.totals;
            let difference = statement.difference.unwrap_or_default();
            sums.add(
                statement.currency,
                [
                    totals.sales_amount,
                    totals.payment_amount,
                    totals.line_discount,
                    difference,
                ],
            );
        }
        let totals = sums.each().map(|(currency, columns)| {
            let mut row = vec![String::new(); head.len() - columns.len() - 1];
            row.insert(0, words.total.clone());
            row.extend(columns.map(|minor| ink.named(Money::new(minor, currency))));
            row
        });
        PageTable {
            title: String::new(),
            words: 6,
            rows: self.rows.iter().map(|it| row(ink, it)).collect(),
            totals: totals.collect(),
            head: head.to_vec(),
        }
    }
}

fn row(ink: &Ink, (statement, z_no): &Row) -> Vec<String> {
    let totals = statement.amounts.totals;
    let money = |minor: i64| ink.named(statement.money(minor));
    let told = |minor: i64| match statement.is_told() {
        true => money(minor),
        false => UNTOLD.to_owned(),
    };
    let posted = statement.posting_date.map(|date| ink.day(date));
    vec![
        ink.set.code(&statement.statement_no),
        ink.set.code(statement.store_no.as_str()),
        ink.day(statement.transaction_date),
        posted.unwrap_or_default(),
        ink.state(statement.state).clone(),
        z_no.map(|z_no| ink.number(z_no)).unwrap_or_default(),
        told(totals.sales_amount),
        told(totals.payment_amount),
        money(totals.line_discount),
        statement.difference.map(money).unwrap_or_default(),
    ]
}
