//! The proof: nothing of the register was changed, and every credit is the sum of its ledger.

use axum::extract::State;
use kernel::id::{CustomerId, StoreNo};
use serde::Serialize;
use session::Actor;
use shell::Outcome;
use shell::db::{Db, Tx, TxFuture};
use shell::http::{Answer, Envelope, Reply};
use utoipa::ToSchema;

use crate::rule::register::{Finding, Look};
use crate::{RecyclingState, store};

/// How many entries of a register are looked through at once.
const PAGE: i64 = 1_000;

/// What a look through a register found.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = RecyclingVerificationView)]
pub(crate) struct VerificationView {
    /// How many entries there are.
    #[schema(example = 214)]
    entries: i64,
    /// What is wrong; empty when nothing was touched.
    findings: Vec<Finding>,
}

/// What a proof of all stores found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// In registers.
    pub register: Vec<Finding>,
    /// Credits that are not the sum of their ledger: customer, currency, balance, sum.
    pub credit: Vec<(CustomerId, String, i64, i64)>,
}

impl Differences {
    /// As `vitrine verify` tells them.
    #[must_use]
    pub fn findings(self) -> Vec<journal::Finding> {
        let register = self.register.into_iter().map(|finding| {
            let what = format!("recycling_register {} {}", finding.store_no, finding.seq);
            let found = format!("{:?}", finding.fault);
            journal::Finding::of_table(what, "an entry as it was made".to_owned(), found)
        });
        let credit = self
            .credit
            .into_iter()
            .map(|(customer_id, currency, balance, ledger)| {
                let what = format!("recycling_credit {customer_id} {currency}");
                journal::Finding::of_table(what, ledger.to_string(), balance.to_string())
            });
        register.chain(credit).collect()
    }
}

/// Look through the register of this store: numbers, chain, contents, the signed journal, and what
/// is kept of the sellers.
#[utoipa::path(
    get, path = "/recycling/register/verification", tag = "recycling",
    responses((status = 200, description = "What was found", body = Envelope<VerificationView>)),
)]
pub(crate) async fn verify_recycling_register(
    State(state): State<RecyclingState>,
    actor: Actor,
) -> Reply {
    let store_no = actor.store_no.clone();
    Answer::of(&state.shell.db.read(store_no, look_through).await?)
}

fn look_through<'a>(tx: &'a mut Tx, store_no: &'a StoreNo) -> TxFuture<'a, VerificationView> {
    Box::pin(async move {
        let journal = store::register::journal_hashes(tx, store_no, PAGE).await?;
        let erased = store::register::erased(tx, store_no).await?;
        let mut look = Look::new(&store_no.0, &journal, &erased);
        let (mut seen, mut entries) = (0, 0);
        loop {
            let page = store::register::read(tx, store_no, seen, PAGE).await?;
            let Some(last) = page.last() else { break };
            let sellers = store::register::sellers(tx, store_no, (seen, last.seq)).await?;
            seen = last.seq;
            entries += i64::try_from(page.len()).unwrap_or(i64::MAX);
            look.page(&page, &sellers);
        }
        Ok(VerificationView {
            findings: look.end(),
            entries,
        })
    })
}

/// Proves the registers of all stores and all credits.
///
/// # Errors
/// The database's failure.
pub async fn verify(db: &Db) -> Outcome<Differences> {
    db.read((), |tx, ()| {
        Box::pin(async move {
            let mut register = Vec::new();
            for store_no in store::register::stores(tx).await? {
                register.extend(look_through(tx, &store_no).await?.findings);
            }
            Ok(Differences {
                register,
                credit: store::credit::differences(tx).await?,
            })
        })
    })
    .await
}
