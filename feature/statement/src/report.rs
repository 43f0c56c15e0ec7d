//! Reading what an X and a Z are folded from.

use shell::Outcome;
use shell::db::Tx;

use crate::rule::report::{Counts, Facts, Report, ReportDrawer, Taken};
use crate::standing::Standing;
use crate::store::{self, Scope, Statement, TenderSum, Watch};

/// What documents come to, with what happened besides.
pub(crate) async fn read(
    tx: &mut Tx,
    scope: &Scope,
    (tenders, drawers): (&[TenderSum], Vec<ReportDrawer>),
    watch: &Watch<'_>,
) -> Outcome<Facts> {
    let counts = store::read_counts(tx, scope, watch).await?;
    let facts = documents(tx, scope, tenders).await?;
    Ok(Facts {
        drawers,
        counts: Counts {
            transactions: facts.counts.transactions,
            ..counts
        },
        ..facts
    })
}

/// What documents alone come to.
async fn documents(tx: &mut Tx, scope: &Scope, tenders: &[TenderSum]) -> Outcome<Facts> {
    let gathered = store::read_sums(tx, scope).await?;
    Ok(Facts {
        lines: store::list_lines(tx, scope).await?,
        vat: store::list_vat(tx, scope).await?,
        tenders: tenders.iter().map(taken).collect(),
        drawers: Vec::new(),
        deposits_received: gathered.sums.deposits_received,
        deposits_paid_back: gathered.sums.deposits_paid_back,
        rounding: gathered.sums.rounding,
        recycling: gathered.recycling,
        counts: Counts {
            transactions: gathered.documents,
            ..Counts::default()
        },
    })
}

fn taken(sum: &TenderSum) -> Taken {
    Taken {
        tender_code: sum.tender_code.clone(),
        name: sum.name.clone(),
        tender_type: sum.tender_type,
        amount: sum.amount,
        quantity: sum.quantity,
        foreign: sum
            .foreign_currency
            .map(|currency| (currency, sum.foreign_amount)),
    }
}

/// What the documents of a statement come to now.
pub(crate) async fn of_documents(tx: &mut Tx, statement: &Statement) -> Outcome<Report> {
    let tenders = store::list_tenders(tx, statement).await?;
    let facts = documents(tx, &statement.scope(), &tenders).await?;
    Ok(Report::of(&facts, statement.currency)?)
}

/// What a statement that is being posted comes to, with the drawers that were counted.
pub(crate) async fn of_statement(
    tx: &mut Tx,
    standing: &Standing,
    drawers: Vec<ReportDrawer>,
    watch: &Watch<'_>,
) -> Outcome<Report> {
    let statement = &standing.statement;
    let parts = standing.tenders.iter().flat_map(|tender| &tender.parts);
    let sums: Vec<TenderSum> = parts.map(|part| part.sum.clone()).collect();
    let drawers = (sums.as_slice(), drawers);
    let facts = read(tx, &statement.scope(), drawers, watch).await?;
    Ok(Report::of(&facts, statement.currency)?)
}
