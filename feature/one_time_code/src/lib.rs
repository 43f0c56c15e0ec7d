//! One-time codes: six digits that are mailed to a customer, and that open one thing once.
//!
//! A code is kept as a hash, may be entered for five minutes with five tries, and opens only what it
//! was asked for: a gift card, a customer's credit at the till that asked. Whoever needs one says
//! which [`Lock`] it opens; what it costs to be wrong and whom it goes to is the caller's to decide,
//! except for credits of customers, which are all opened the same way ([`open_credit`]).

mod customer;
mod job;
mod letter;
pub mod rule;
mod store;

use std::fmt;

use jiff::Timestamp;
use kernel::id::{TenderId, TerminalNo};
use kernel::{ErrorKind, Refusal};
use session::rule::second_factor::CODE_LIFE;
use session::{CODE_NOT_SENT, CODE_TOO_SOON, hash_code, random_code};
use shell::db::Tx;
use shell::mail::{Mail, Mailer};
use shell::{Failure, Outcome};
use uuid::Uuid;

pub use customer::{
    Asked, OneTimeCodeProofView, OneTimeCodeRequest, OneTimeCodeView, Spending,
    enter_customer_code, open_credit, send_customer_code,
};
pub use job::forget_old_codes;

use crate::rule::Purpose;

/// A code must be entered first.
pub static REQUIRED: ErrorKind = ErrorKind::new(
    "one_time_code.required",
    409,
    "Above {amount} the customer's code is needed",
);
/// The customer has no address to send to.
pub static EMAIL_MISSING: ErrorKind = ErrorKind::new(
    "one_time_code.email_missing",
    409,
    "The customer has no e-mail address for the code",
);
/// The code has ended, was used, or was wrong too often.
pub static OVER: ErrorKind = ErrorKind::new(
    "one_time_code.over",
    409,
    "This code is not valid any more. Get a new one",
);
/// Other digits.
pub static MISMATCH: ErrorKind =
    ErrorKind::new("one_time_code.mismatch", 422, "This code does not match");

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[&REQUIRED, &EMAIL_MISSING, &OVER, &MISMATCH];

/// What a code opens.
#[derive(Clone, Copy, Debug)]
pub struct Lock<'a> {
    /// What for.
    pub purpose: Purpose,
    /// Which one: the card, the customer.
    pub subject_id: Uuid,
    /// The till at which it holds; none where any till takes it.
    pub terminal_no: Option<&'a TerminalNo>,
}

/// A code on its way to its owner.
#[derive(Clone)]
pub struct Fresh {
    /// Names it when it is entered.
    pub code_id: Uuid,
    digits: String,
}

impl fmt::Debug for Fresh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fresh")
            .field("code_id", &self.code_id)
            .finish_non_exhaustive()
    }
}

impl Default for Fresh {
    fn default() -> Self {
        Self::new()
    }
}

impl Fresh {
    /// Six digits of chance.
    #[must_use]
    pub fn new() -> Self {
        Self {
            code_id: Uuid::now_v7(),
            digits: random_code(),
        }
    }
}

/// Keeps the hash of a code that is about to be sent.
///
/// # Errors
/// [`CODE_TOO_SOON`] after another one, or the database's failure.
pub async fn keep(tx: &mut Tx, lock: &Lock<'_>, fresh: &Fresh, now: Timestamp) -> Outcome<()> {
    let newest = store::newest(tx, lock.purpose, lock.subject_id).await?;
    if let Some(seconds) = newest.and_then(|stored| stored.code.wait(now)) {
        return Err(Refusal::new(&CODE_TOO_SOON).with("seconds", seconds).into());
    }
    let hash = hash_code(fresh.code_id, &fresh.digits);
    store::insert(tx, lock, (fresh.code_id, &hash), now).await
}

/// To whom a code goes.
#[derive(Clone, Debug)]
pub struct Recipient {
    /// The address.
    pub email: String,
    /// The language in which they read (BCP 47).
    pub language: String,
    /// What tells a gift card from others: the end of its number. Blank for credits.
    pub detail: String,
}

/// Sends a code.
///
/// # Errors
/// [`CODE_NOT_SENT`].
pub async fn send(
    mailer: Option<&Mailer>,
    recipient: &Recipient,
    purpose: Purpose,
    fresh: &Fresh,
) -> Outcome<()> {
    let not_sent = || Failure::from(&CODE_NOT_SENT);
    let mailer = mailer.ok_or_else(not_sent)?;
    let what = (purpose, recipient.detail.as_str());
    let minutes = CODE_LIFE.as_mins();
    let (subject, text) = letter::letter(&recipient.language, what, &fresh.digits, minutes);
    let mail = Mail {
        recipient: recipient.email.clone(),
        subject,
        text,
        document: None,
    };
    mailer.send(mail).await.map_err(|error| {
        tracing::error!(%error, "a code could not be sent");
        not_sent()
    })
}

/// What came of digits that somebody entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entered {
    /// They are those of the code of this id, which now opens its lock.
    Right(Uuid),
    /// They are others; so many tries are left. It is counted: the transaction must commit.
    Wrong(i64),
    /// The code has ended, was used, or was wrong too often.
    Over,
    /// Nobody asked for a code.
    NotAsked,
}

/// Compares digits with a code: with one of an id, or with the newest of the lock.
///
/// # Errors
/// The database's failure.
pub async fn enter(
    tx: &mut Tx,
    lock: &Lock<'_>,
    (code_id, digits): (Option<Uuid>, &str),
    now: Timestamp,
) -> Outcome<Entered> {
    let stored = match code_id {
        Some(code_id) => store::find(tx, code_id).await?,
        None => store::newest(tx, lock.purpose, lock.subject_id).await?,
    };
    let Some(stored) = stored.filter(|stored| stored.fits(lock)) else {
        return Ok(Entered::NotAsked);
    };
    if !stored.code.may_be_entered(now) {
        return Ok(Entered::Over);
    }
    let hash = hash_code(stored.code_id, digits.trim());
    // All bytes are looked at, so that the time tells nothing.
    let differences = hash.iter().zip(&stored.hash);
    if differences.fold(0, |sum, (given, kept)| sum | (given ^ kept)) != 0 {
        store::count_wrong(tx, stored.code_id).await?;
        return Ok(Entered::Wrong(stored.code.tries_left_after_wrong()));
    }
    store::verify(tx, stored.code_id, now).await?;
    Ok(Entered::Right(stored.code_id))
}

/// Spends a code that was entered; answers whether it opens its lock, which it does once.
///
/// # Errors
/// The database's failure.
pub async fn spend(
    tx: &mut Tx,
    lock: &Lock<'_>,
    (code_id, tender_id): (Uuid, Option<TenderId>),
    now: Timestamp,
) -> Outcome<bool> {
    let stored = store::find(tx, code_id).await?;
    match stored.filter(|stored| stored.fits(lock) && stored.code.opens(now)) {
        Some(stored) => store::spend(tx, stored.code_id, tender_id, now).await,
        None => Ok(false),
    }
}
