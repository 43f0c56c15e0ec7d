//! The X report: what the next Z would say at this moment (domain §12.6). Nothing is changed by it.

use axum::extract::State;
use jiff::Timestamp;
use kernel::id::{StoreNo, TerminalNo};
use kernel::{Currency, Refusal};
use order::letterhead::{Letterhead, letterhead};
use serde::Deserialize;
use session::Actor;
use session::rule::permission::Grant;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Query, Reply};
use utoipa::IntoParams;

use crate::calculate::taken;
use crate::check::MAY_POST;
use crate::desk::Asked;
use crate::drawer::{DrawerTotals, Period};
use crate::report;
use crate::rule::amount::is_cash;
use crate::rule::report::{Looking, Report, ReportDrawer};
use crate::standing::Standing;
use crate::store::{self, Open, Scope, Statement, TenderSum, Watch};
use crate::tills::seen_store;
use crate::view::XReportView;
use crate::{StatementOffice, TILL_UNKNOWN};

/// The permission to count drawers.
const MAY_COUNT: &str = "statement.count";

/// Of what the X report is wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct XReportQuery {
    /// The store, this one or one linked to whoever asks; this one when it is not said.
    #[param(example = "PAR01")]
    pub store_no: Option<String>,
    /// One till; the whole store when it is not said.
    #[param(example = "PAR01-T1")]
    pub terminal_no: Option<String>,
}

/// The X report of a store at this moment: everything that no posted statement holds.
///
/// As long as cash is to be counted, people who count and who do not post without a limit are told neither
/// what the drawers should hold nor a sum from which it could be computed.
#[utoipa::path(
    get, path = "/statement/x", tag = "statement", params(XReportQuery),
    responses(
        (status = 200, description = "The report", body = Envelope<XReportView>),
        (status = 404, description = "There is no such till in the store, or no such store among theirs"),
        (status = 409, description = "Payments are not sales, liabilities and rounding together"),
    ),
)]
pub(crate) async fn get_x_report(
    State(office): State<StatementOffice>,
    actor: Actor,
    Query(query): Query<XReportQuery>,
) -> Reply {
    let asked = office.asked(actor, Wish::of(query, None));
    let x = office.shell.db.read(asked, read).await?;
    Answer::of(&XReportView::of(&x))
}

/// An X report with its place, person and time.
pub(crate) struct XReport {
    pub letterhead: Letterhead,
    pub terminal_no: Option<TerminalNo>,
    pub staff: String,
    pub at: Timestamp,
    pub currency: Currency,
    pub report: Report,
    /// All sales of the store so far, and the same without signs.
    pub perpetual: (i64, i64),
    /// Whether sums from which the content of a drawer follows are told.
    pub is_told: bool,
}

/// Of what an X report is wanted, and in which language.
#[derive(Clone)]
pub(crate) struct Wish {
    pub store_no: Option<String>,
    pub terminal_no: Option<String>,
    pub language: Option<String>,
}

impl Wish {
    pub(crate) fn of(query: XReportQuery, language: Option<String>) -> Self {
        Self {
            store_no: query.store_no,
            terminal_no: query.terminal_no,
            language,
        }
    }
}

/// The X report of the store of whoever asks, or of one that is linked to them.
pub(crate) fn read<'a>(tx: &'a mut Tx, asked: &'a Asked<Wish>) -> TxFuture<'a, XReport> {
    Box::pin(async move {
        let store_no = &asked.store(tx).await?;
        let till = asked.till(tx, store_no).await?;
        let store = setting::get_store(tx, store_no).await?;
        let today = store.business_date(asked.now);
        let last = store::last_date(tx, store_no).await?;
        let at_work = store::find_at_work(tx, store_no).await?;
        let period = Period {
            store_no: store_no.clone(),
            after: last,
            to: today,
        };
        let whole = Open {
            store_no: store_no.clone(),
            from: period.late_from(),
            to: today,
            statement_no: at_work.as_ref().map(|it| it.statement_no.clone()),
            terminal_no: None,
        };
        let kinds = store::tender_kinds(tx, store_no).await?;
        let tenders = taken(tx, &kinds, &Scope::Open(whole.clone())).await?;
        let is_told = asked.is_told(tx, &whole, at_work, &tenders).await?;
        let is_wanted =
            |terminal_no: &str| till.as_ref().is_none_or(|it| it.as_str() == terminal_no);
        let drawers = asked.drawers.totals(tx, &period).await?;
        let drawers = drawers.into_iter().map(drawer);
        let drawers = drawers.filter(|it| is_wanted(&it.terminal_no)).collect();
        let mut tenders = tenders;
        tenders.retain(|it| is_wanted(&it.terminal_no));
        let watch = Watch {
            store_no,
            terminal_no: till.as_ref().map_or("", TerminalNo::as_str),
            after: store::last_posted(tx, store_no).await?,
            until: asked.now,
        };
        let scope = Scope::Open(Open {
            terminal_no: till.clone(),
            ..whole
        });
        let facts = report::read(tx, &scope, (&tenders, drawers), &watch).await?;
        let previous = store::last_z(tx, store_no).await?.unwrap_or_default();
        let absolute = store::read_sums(tx, &scope).await?.absolute;
        let report = Report::of(&facts, store.currency)?;
        let language = asked.request.language.as_deref();
        Ok(XReport {
            letterhead: letterhead(tx, store_no, language, None).await?,
            terminal_no: till,
            staff: asked.actor.name.clone(),
            at: asked.now,
            currency: store.currency,
            perpetual: (
                previous.perpetual_sales + report.sales_amount,
                previous.perpetual_absolute + absolute,
            ),
            report,
            is_told,
        })
    })
}

impl Asked<Wish> {
    /// The store that is asked about.
    async fn store(&self, tx: &mut Tx) -> Outcome<StoreNo> {
        seen_store(tx, &self.actor, self.request.store_no.as_deref()).await
    }

    /// The till that is asked about, which must be one of the store.
    async fn till(&self, tx: &mut Tx, store_no: &StoreNo) -> Outcome<Option<TerminalNo>> {
        let wanted = self.request.terminal_no.as_deref();
        let Some(terminal_no) = wanted.filter(|it| !it.is_empty()) else {
            return Ok(None);
        };
        let terminal_no = TerminalNo::from(terminal_no);
        let tills = store::tills_of(tx, store_no).await?;
        match tills.contains_key(&terminal_no) {
            true => Ok(Some(terminal_no)),
            false => Err(Refusal::new(&TILL_UNKNOWN).at("terminalNo").into()),
        }
    }

    /// Whether whoever asks is told what the drawers should hold.
    async fn is_told(
        &self,
        tx: &mut Tx,
        whole: &Open,
        at_work: Option<Statement>,
        tenders: &[TenderSum],
    ) -> Outcome<bool> {
        let has_cash = tenders
            .iter()
            .any(|it| is_cash(it.tender_type) && it.counting_required);
        let is_counted = match at_work {
            None => false,
            Some(statement) => {
                let documents = store::read_sums(tx, &Scope::Open(whole.clone())).await?;
                let is_all = documents.documents == statement.amounts.documents;
                is_all && Standing::read(tx, statement).await?.is_cash_counted()
            }
        };
        let authority = session::authority_of(tx, &self.actor.staff_id, MAY_POST).await?;
        let looking = Looking {
            may_count: self.actor.may(MAY_COUNT),
            stands_for_differences: authority.grant == Grant::Allowed,
            has_uncounted_cash: has_cash && !is_counted,
        };
        Ok(looking.is_told())
    }
}

fn drawer(totals: DrawerTotals) -> ReportDrawer {
    ReportDrawer {
        terminal_no: totals.terminal_no.0,
        currency_code: totals.currency.code().to_owned(),
        opening_float: totals.opening_float,
        added: totals.added,
        removed: totals.removed,
        counted: None,
    }
}
