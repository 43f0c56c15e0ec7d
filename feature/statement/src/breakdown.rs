//! What lies under the sums of a statement (domain §12.1, §12.2): its first and last order, and what each
//! of the staff took. What each till took stands with the tenders.

use axum::extract::State;
use kernel::Money;
use serde::Serialize;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Path, Reply};
use utoipa::ToSchema;

use crate::desk::Asked;
use crate::standing::Standing;
use crate::{StatementOffice, store};

/// What lies under the sums of a statement.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatementBreakdownView {
    /// The receipt of its first order; none when it has no order.
    #[schema(example = "PAR01-000117")]
    first_receipt_no: Option<String>,
    /// The receipt of its last order.
    #[schema(example = "PAR01-000164")]
    last_receipt_no: Option<String>,
    /// Who took payments, whoever took most first; empty as long as cash is to be counted.
    staff: Vec<StatementStaffView>,
}

/// What one of the staff took.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StatementStaffView {
    /// Who.
    #[schema(example = "mei")]
    staff_id: String,
    /// Their name.
    #[schema(example = "Mei Lin")]
    name: String,
    /// How many orders and deposit payments.
    documents: i64,
    /// Goods and services, net of discounts.
    sales_amount: Money,
    /// All tenders, change deducted.
    payment_amount: Money,
}

/// What lies under the sums of a statement: its first and last order, and what each of the staff took.
///
/// As long as cash is to be counted nobody is told who took what: it adds up to what the drawers should
/// hold.
#[utoipa::path(
    get, path = "/statement/{statementNo}/breakdown", tag = "statement",
    params(("statementNo" = String, Path, description = "The statement", example = "S-PAR01-2026-0116")),
    responses(
        (status = 200, description = "What lies under its sums", body = Envelope<StatementBreakdownView>),
        (status = 404, description = "There is no such statement"),
    ),
)]
pub(crate) async fn get_breakdown(
    State(office): State<StatementOffice>,
    actor: Actor,
    Path(statement_no): Path<String>,
) -> Reply {
    let asked = office.asked(actor, statement_no);
    let view = office.shell.db.read(asked, read).await?;
    Answer::of(&view)
}

fn read<'a>(tx: &'a mut Tx, asked: &'a Asked<String>) -> TxFuture<'a, StatementBreakdownView> {
    Box::pin(async move {
        let statement = asked.statement(tx, &asked.request).await?;
        let (first, last) = store::receipts(tx, &statement.statement_no).await?.unzip();
        let standing = Standing::read(tx, statement).await?;
        let statement = &standing.statement;
        let sums = match standing.is_blind() {
            true => Vec::new(),
            false => store::sum_staff(tx, &statement.statement_no).await?,
        };
        let staff = sums.into_iter().map(|sum| StatementStaffView {
            staff_id: sum.staff_id.as_str().to_owned(),
            name: sum.name,
            documents: sum.documents,
            sales_amount: statement.money(sum.sales),
            payment_amount: statement.money(sum.payments),
        });
        Ok(StatementBreakdownView {
            first_receipt_no: first,
            last_receipt_no: last,
            staff: staff.collect(),
        })
    })
}
