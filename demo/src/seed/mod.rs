//! Writes the demonstration into an empty database: a boutique house with 18 months behind it.
//!
//! What is written is what the till itself would have written: every sale has its ticket in the
//! signed journal, every piece its entry in the stock ledger, and all counters stand where the next
//! sale goes on.

mod base;
mod books;
mod cards;
mod clerk;
mod customised;
mod day;
mod deposit;
mod drawer;
mod gift_card;
mod gold;
mod goods;
mod identity;
mod insert;
mod loyalty;
mod people;
mod pictures;
mod plan;
mod present;
mod pricing;
mod promotion;
mod rate;
mod recycling;
mod settle;
mod tax_free;
mod transit;

pub use base::stores_with_codes;

use std::path::PathBuf;
use std::sync::Arc;

use jiff::{Timestamp, ToSpan};
use journal::Signer;
use shell::db::{Tx, TxFuture, params};
use shell::{Failure, Outcome, Shell};

use self::plan::Plan;
pub use self::tax_free::SECRET as TAX_FREE_SECRET;
use crate::company::{EmployeeType, SIGN_INS, staff};

/// The password of all staff.
pub const PASSWORD: &str = "vitrine-demo";
/// The secret of the user `otp` for an authenticator (TOTP, SHA-1, six digits), in base32.
pub const DEMO_TOTP_SECRET: &str = "VITRINEDEMOTWOFACTOR2345SECRET67";

/// What the row `kind` of the table `installation` says of a demonstration.
const KIND: &str = "DEMONSTRATION";
/// What its row `seed` says while orders are still being written, and what afterwards.
const WRITING: &str = "WRITING";
const WRITTEN: &str = "WRITTEN";

/// How many past orders are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderVolume {
    /// All of the 18 months.
    All,
    /// Those of the last days before today.
    Days(u16),
}

/// How the demonstration is set up.
#[derive(Clone, Debug)]
pub struct SeedOptions {
    /// Signs the journal.
    pub signer: Arc<Signer>,
    /// Where the card terminal of every till listens: `host:port`.
    pub terminal_address: String,
    /// The folder for the pictures. Files that are there stay.
    pub pictures: PathBuf,
    /// How much of the past is written.
    pub orders: OrderVolume,
    /// How many of the last days wait to be posted, besides today.
    pub open_days: u16,
}

/// Writes the demonstration into an empty database. One that holds it already is left untouched,
/// but for pictures that are missing.
///
/// # Errors
/// When the database holds anything else, when an earlier run was cut off, or when the database or
/// the folder refuses.
pub async fn seed(shell: &Shell, options: &SeedOptions) -> Outcome<()> {
    let is_there = shell
        .db
        .read((), |tx, ()| Box::pin(is_demonstration(tx)))
        .await?;
    let pictures = options.pictures.clone();
    run(move || pictures::write(&pictures, &crate::catalogue::items())).await?;
    if is_there {
        return Ok(());
    }
    let now = shell.clock.now();
    let volume = options.orders;
    let terminal_address = options.terminal_address.clone();
    let mut foundation = run(move || Foundation::new(now, volume, terminal_address)).await?;
    let today = foundation.plan.today;
    let first = foundation.plan.opening.saturating_add(1.day());
    let sales = std::mem::take(&mut foundation.plan.sales);
    let orders = sales.len();
    let old_jewellery = recycling::Documents::new(&foundation.plan, options.signer.clone(), now);
    shell.db.write(foundation, write_foundation).await?;
    let signer = options.signer.clone();
    let cards = run(move || Ok(Arc::new(gift_card::Cards::new(signer, now)))).await?;
    shell
        .db
        .write(cards.clone(), |tx, cards| gift_card::write(tx, cards))
        .await?;
    let posted_until = today.saturating_sub((i64::from(options.open_days) + 1).days());
    let days = (first, today, posted_until);
    day::write(shell, &options.signer, days, sales, now).await?;
    let forms = (options.signer.clone(), today, now);
    shell.db.write(forms, tax_free::write_forms).await?;
    shell
        .db
        .write(cards, |tx, cards| gift_card::end(tx, cards))
        .await?;
    shell.db.write(old_jewellery, recycling::write).await?;
    loyalty::write(shell, &options.signer, (today, now)).await?;
    let kept = (options.signer.clone(), now);
    shell.db.write(kept, deposit::write).await?;
    ::deposit::mark_overdue()(shell.clone()).await?;
    shell
        .db
        .write((), |tx, ()| Box::pin(mark_written(tx)))
        .await?;
    tracing::info!(orders, "demonstration written");
    Ok(())
}

/// Where the tax-free operator of the demonstration listens from now on, and the forms that it must
/// know because they were issued before it started.
///
/// # Errors
/// The database's failure.
pub async fn tax_free_operator(shell: &Shell, address: String) -> Outcome<Vec<serde_json::Value>> {
    shell
        .db
        .write(address, |tx, address| {
            Box::pin(async move {
                tx.execute("UPDATE tax_free_store SET address = $1", params![address])
                    .await?;
                Ok(())
            })
        })
        .await?;
    shell.db.read((), tax_free::known).await
}

/// The users for demonstrations with their roles and stores; all have the password [`PASSWORD`].
#[must_use]
pub fn sign_ins() -> Vec<(&'static str, &'static str, &'static str)> {
    staff()
        .iter()
        .filter(|member| SIGN_INS.contains(&member.id))
        .map(|member| {
            let role = match member.employee_type {
                _ if member.second_factor => "salesperson with a second factor",
                EmployeeType::Manager => "store manager",
                EmployeeType::Area => "area manager of all stores",
                EmployeeType::Hq => "administrator",
                _ => "salesperson",
            };
            (member.id, role, member.store_no)
        })
        .collect()
}

/// Runs what takes its time aside from what waits for answers.
async fn run<T: Send + 'static>(work: impl FnOnce() -> Outcome<T> + Send + 'static) -> Outcome<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(Failure::internal)?
}

/// Whether the demonstration is there; refuses what is neither it nor empty.
async fn is_demonstration(tx: &mut Tx) -> Outcome<bool> {
    let mut kind: Option<String> = None;
    let mut seed: Option<String> = None;
    for mut row in tx
        .query(
            "SELECT name, value FROM installation WHERE name IN ('kind', 'seed')",
            params![],
        )
        .await?
    {
        let name: String = row.read()?;
        let value = Some(row.read()?);
        if name == "kind" {
            kind = value;
        } else {
            seed = value;
        }
    }
    let has_store = tx
        .query_opt("SELECT store_no FROM store LIMIT 1", params![])
        .await?
        .is_some();
    match (kind.as_deref(), seed.as_deref()) {
        (Some(KIND), Some(WRITING)) => Err(Failure::internal(
            "The demonstration in this database was cut off while it was written. Remove the \
             database and its journal key, and start again",
        )),
        (Some(KIND), _) => Ok(true),
        (None, _) if !has_store => Ok(false),
        _ => Err(Failure::internal(
            "This database holds a real installation. Demonstration data is only written into an \
             empty database; nothing was changed",
        )),
    }
}

/// All but the sales.
struct Foundation {
    plan: Plan,
    now: Timestamp,
    terminal_address: String,
    password_hash: String,
    totp_secret: Vec<u8>,
}

impl Foundation {
    fn new(now: Timestamp, volume: OrderVolume, terminal_address: String) -> Outcome<Self> {
        Ok(Self {
            plan: Plan::new(plan::today(now)?, volume)?,
            now,
            terminal_address,
            password_hash: session::password::hash(PASSWORD)?,
            totp_secret: people::totp_secret()?,
        })
    }
}

fn write_foundation<'a>(tx: &'a mut Tx, new: &'a Foundation) -> TxFuture<'a, ()> {
    Box::pin(async move {
        // Again within the transaction: of two programs that start together one finds it done.
        if is_demonstration(tx).await? {
            return Err(Failure::internal(
                "Another program has just written the demonstration into this database",
            ));
        }
        tx.execute(
            "INSERT INTO installation (name, value) VALUES ('kind', $1), ('seed', $2)",
            params![KIND, WRITING],
        )
        .await?;
        base::write(tx, &new.terminal_address).await?;
        session::store::install_permissions(tx).await?;
        people::write_staff(tx, &new.password_hash, &new.totp_secret, new.now).await?;
        people::write_customers(tx, &new.plan).await?;
        people::write_consents(tx, &new.plan, new.now).await?;
        goods::write(tx, &new.plan).await?;
        transit::write(tx, &new.plan).await?;
        customised::write(tx, &new.plan).await?;
        gold::write(tx, &new.plan, new.now).await?;
        promotion::write(tx, &new.plan, new.now).await?;
        rate::write(tx, &new.plan).await?;
        recycling::write_terms(tx, new.now).await?;
        loyalty::write_terms(tx).await?;
        drawer::write_terms(tx).await?;
        present::write(tx, &new.plan).await?;
        tax_free::write_stores(tx).await
    })
}

async fn mark_written(tx: &mut Tx) -> Outcome<()> {
    tx.execute_one(
        "UPDATE installation SET value = $1 WHERE name = 'seed'",
        params![WRITTEN],
    )
    .await?;
    Ok(())
}
