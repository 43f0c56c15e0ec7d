//! The report of a day, or of a few.

use axum::extract::State;
use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::StoreNo;
use kernel::{Money, Refusal};
use serde::Deserialize;
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Query, Reply};
use utoipa::IntoParams;

use crate::rule::euro::in_euro;
use crate::rule::figure::Figures;
use crate::rule::hour::by_hour;
use crate::rule::period::{DAYS_MAX, Period};
use crate::rule::salesperson::by_salesperson;
use crate::store::sales::{Part, Sold};
use crate::store::setup;
use crate::view::{
    DayReportView, ReportDayView, ReportFiguresView, ReportGivenView, ReportHourView,
    ReportPartView, ReportStoreView, ReportTenderView, ReportVatView,
};
use crate::{MAY_SEE_ALL, PERIOD_IMPOSSIBLE, ReportOffice, STORE_NOT_FOUND};

/// Of which store and of when.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct DayReportQuery {
    /// The store; that of the session when none is named.
    #[param(example = "PAR01")]
    pub store_no: Option<String>,
    /// The first business date; today when none is named.
    #[param(value_type = Option<String>, format = Date)]
    pub from: Option<Date>,
    /// The last business date; the first one when none is named.
    #[param(value_type = Option<String>, format = Date)]
    pub to: Option<Date>,
}

/// Who asks for what.
#[derive(Clone)]
pub(crate) struct Asked {
    pub actor: Actor,
    pub query: DayReportQuery,
    pub now: Timestamp,
}

/// What a report is about.
pub(crate) struct Scope {
    pub store: std::sync::Arc<setting::Store>,
    pub period: Period,
    pub stores: Vec<(String, String)>,
}

impl ReportOffice {
    pub(crate) fn asked(&self, actor: Actor, query: DayReportQuery) -> Asked {
        Asked {
            actor,
            query,
            now: self.shell.clock.now(),
        }
    }
}

impl Asked {
    /// The store and the dates, when whoever asks may see them.
    pub(crate) async fn scope(&self, tx: &mut Tx) -> Outcome<Scope> {
        let Self { actor, query, now } = self;
        let linked = actor.may(MAY_SEE_ALL).then_some(&actor.staff_id);
        let stores = setup::stores(tx, &actor.store_no, linked).await?;
        let wanted = query.store_no.as_deref().filter(|text| !text.is_empty());
        let wanted = wanted.unwrap_or(&actor.store_no.0);
        if !stores.iter().any(|(store_no, _)| store_no == wanted) {
            return Err((&STORE_NOT_FOUND).into());
        }
        let store = setting::get_store(tx, &StoreNo::from(wanted)).await?;
        let period =
            Period::asked(query.from, query.to, store.business_date(*now)).ok_or_else(|| {
                Refusal::new(&PERIOD_IMPOSSIBLE)
                    .with("maximum", DAYS_MAX)
                    .at("to")
            })?;
        Ok(Scope {
            store,
            period,
            stores,
        })
    }
}

/// What a store sold on business dates: in all, by hour, day, salesperson, collection, class and VAT rate,
/// and what was taken off. All parts come to the sales amount of the statement of the same orders. What
/// tenders brought is told of posted statements, so that a count stays blind.
#[utoipa::path(
    get, path = "/report/day", tag = "report", params(DayReportQuery),
    responses(
        (status = 200, description = "The report", body = Envelope<DayReportView>),
        (status = 404, description = "There is no such store"),
        (status = 422, description = "The period is impossible"),
    ),
)]
pub(crate) async fn get_day_report(
    State(office): State<ReportOffice>,
    actor: Actor,
    Query(query): Query<DayReportQuery>,
) -> Reply {
    let asked = office.asked(actor, query);
    Answer::of(&office.shell.db.read(asked, read).await?)
}

pub(crate) fn read<'a>(tx: &'a mut Tx, asked: &'a Asked) -> TxFuture<'a, DayReportView> {
    Box::pin(async move {
        let scope = asked.scope(tx).await?;
        let (currency, period) = (scope.store.currency, scope.period);
        let sold = Sold {
            store_no: &scope.store.store_no,
            period,
        };
        let total = sold.total(tx).await?;
        let days = sold.by_date(tx).await?;
        let (turnover_euro, without_rate) = euro(tx, &scope, &days).await?;
        let quarters = sold.by_quarter(tx).await?;
        let figures = |it| ReportFiguresView::of(it, currency);
        let part = |it| ReportPartView::of(it, currency);
        let given = |it| ReportGivenView::of(it, currency);
        Ok(DayReportView {
            store_no: scope.store.store_no.0.clone(),
            currency,
            from: period.from,
            to: period.to,
            is_closed: sold.is_closed(tx).await?,
            turnover_euro,
            without_rate,
            turnover_per_transaction: total
                .turnover_per_transaction()
                .map(|minor| Money::new(minor, currency)),
            pieces_per_transaction: total.pieces_per_transaction(),
            discount_rate: total.discount_rate(),
            total: figures(total),
            hours: by_hour(&quarters, &scope.store.time_zone)
                .into_iter()
                .map(|(hour, it)| ReportHourView {
                    hour,
                    figures: figures(it),
                })
                .collect(),
            days: period
                .each_day(&days)
                .into_iter()
                .map(|(date, it)| ReportDayView {
                    date,
                    figures: figures(it),
                })
                .collect(),
            salespeople: salespeople(tx, &sold)
                .await?
                .into_iter()
                .map(part)
                .collect(),
            collections: sold
                .by_collection(tx)
                .await?
                .into_iter()
                .map(part)
                .collect(),
            classes: sold.by_class(tx).await?.into_iter().map(part).collect(),
            vat_rates: sold
                .by_vat_rate(tx)
                .await?
                .into_iter()
                .map(|(rate, it)| ReportVatView {
                    rate: kernel::Rate(rate).basis_points(),
                    figures: figures(it),
                })
                .collect(),
            tenders: sold
                .by_tender(tx)
                .await?
                .into_iter()
                .map(|(tender_code, name, amount, quantity)| ReportTenderView {
                    tender_code,
                    name,
                    amount: Money::new(amount, currency),
                    quantity,
                })
                .collect(),
            discounts: sold.discounts(tx).await?.into_iter().map(given).collect(),
            prices: sold.prices(tx).await?.into_iter().map(given).collect(),
            stores: scope
                .stores
                .into_iter()
                .map(|(store_no, name)| ReportStoreView { store_no, name })
                .collect(),
        })
    })
}

async fn euro(tx: &mut Tx, scope: &Scope, days: &[(Date, Figures)]) -> Outcome<(Money, Vec<Date>)> {
    let currency = scope.store.currency;
    let mut rated = Vec::with_capacity(days.len());
    for (date, figures) in days {
        let rate = match currency {
            kernel::Currency::Eur => None,
            _ => setup::euro_rate(tx, currency, *date).await?,
        };
        rated.push((*date, Money::new(figures.turnover(), currency), rate));
    }
    Ok(in_euro(&rated))
}

/// Who sold what, alone or with others, the most first.
async fn salespeople(tx: &mut Tx, sold: &Sold<'_>) -> Outcome<Vec<Part>> {
    let mut parts = sold.by_single_salesperson(tx).await?;
    let (lines, shares) = sold.shared(tx).await?;
    for (key, name, figures) in by_salesperson(&lines, &shares) {
        match parts.iter_mut().find(|part| part.key == key) {
            Some(part) => part.figures = part.figures.plus(figures),
            None => parts.push(Part { key, name, figures }),
        }
    }
    parts.sort_by(|a, b| (b.figures.sales, &a.key).cmp(&(a.figures.sales, &b.key)));
    Ok(parts)
}
