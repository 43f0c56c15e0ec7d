//! Credits of customers: above a limit their owner proves with a code that it is they who pay.

use jiff::Timestamp;
use kernel::id::{CustomerId, StoreNo, TenderId, TerminalNo};
use kernel::{Money, Refusal};
use serde::{Deserialize, Serialize};
use session::CODE_NOT_SENT;
use session::rule::second_factor::RESEND_AFTER;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Reply};
use shell::mail::Mailer;
use shell::{Failure, Outcome, Shell};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::rule::{PROOF_LIFE, Purpose, needs_code};
use crate::{
    EMAIL_MISSING, Entered, Fresh, Lock, MISMATCH, OVER, REQUIRED, Recipient, enter, keep, send,
    spend,
};

/// A code is on its way.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneTimeCodeView {
    /// Names the code when it is entered.
    pub code_id: Uuid,
    /// Where it went, masked.
    #[schema(example = "i••••••@orange.fr")]
    pub sent_to: String,
    /// After how many seconds another may be asked for.
    #[schema(example = 40)]
    pub resend_after_seconds: i64,
}

/// The code that the customer got.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OneTimeCodeRequest {
    /// The code's name, as sending it said.
    code_id: Uuid,
    /// The six digits.
    #[schema(example = "204113")]
    code: String,
}

/// The credit is open.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneTimeCodeProofView {
    /// Goes into `reference` of the tender; good for one tender.
    pub reference: Uuid,
    /// Until when.
    #[schema(value_type = String, format = DateTime)]
    pub valid_until: Timestamp,
}

/// Whose credit is to be opened, and where.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Which credit.
    pub purpose: Purpose,
    /// Whose.
    pub customer_id: CustomerId,
    /// The store.
    pub store_no: StoreNo,
    /// The till: a code holds where it was asked for.
    pub terminal_no: TerminalNo,
}

impl Asked {
    const fn lock(&self) -> Lock<'_> {
        Lock {
            purpose: self.purpose,
            subject_id: self.customer_id.0,
            terminal_no: Some(&self.terminal_no),
        }
    }
}

struct NewCode {
    asked: Asked,
    fresh: Fresh,
    has_mailer: bool,
    now: Timestamp,
}

/// Sends a customer a code for a credit.
///
/// # Errors
/// That there is no such customer, no address, no mail, that it is too soon, or the database's failure.
pub async fn send_customer_code(shell: &Shell, mailer: Option<&Mailer>, asked: Asked) -> Reply {
    let (fresh, purpose) = (Fresh::new(), asked.purpose);
    let new = NewCode {
        asked,
        fresh: fresh.clone(),
        has_mailer: mailer.is_some(),
        now: shell.clock.now(),
    };
    let recipient = shell.db.write(new, note).await?;
    send(mailer, &recipient, purpose, &fresh).await?;
    Answer::of(&OneTimeCodeView {
        code_id: fresh.code_id,
        sent_to: crm::rule::mask::email(&recipient.email),
        resend_after_seconds: RESEND_AFTER.as_secs(),
    })
}

/// Keeps a code and answers to whom it goes.
fn note<'a>(tx: &'a mut Tx, new: &'a NewCode) -> TxFuture<'a, Recipient> {
    Box::pin(async move {
        let found = crm::find_customer(tx, new.asked.customer_id).await?;
        let customer = found.ok_or_else(|| Failure::from(&crm::CUSTOMER_NOT_FOUND))?;
        let email = customer
            .email
            .ok_or_else(|| Failure::from(&EMAIL_MISSING))?;
        if !new.has_mailer {
            return Err((&CODE_NOT_SENT).into());
        }
        keep(tx, &new.asked.lock(), &new.fresh, new.now).await?;
        let language = if customer.language_code.is_empty() {
            let store = setting::get_store(tx, &new.asked.store_no).await?;
            store.language_code.clone()
        } else {
            customer.language_code
        };
        Ok(Recipient {
            email,
            language,
            detail: String::new(),
        })
    })
}

/// Takes the code that a customer got for a credit.
///
/// # Errors
/// That it does not match or is over, or the database's failure.
pub async fn enter_customer_code(
    shell: &Shell,
    asked: Asked,
    request: OneTimeCodeRequest,
) -> Reply {
    let now = shell.clock.now();
    let input = (asked, request, now);
    // A wrong code must be counted, so that it is an answer of the transaction and not a refusal.
    let entered = shell
        .db
        .write(input, |tx, (asked, request, now)| {
            let digits = (Some(request.code_id), request.code.as_str());
            Box::pin(async move { enter(tx, &asked.lock(), digits, *now).await })
        })
        .await?;
    match entered {
        Entered::Right(reference) => Answer::of(&OneTimeCodeProofView {
            reference,
            valid_until: now + PROOF_LIFE,
        }),
        Entered::Wrong(left) => Err(Refusal::new(&MISMATCH).with("triesLeft", left).into()),
        Entered::Over | Entered::NotAsked => Err((&OVER).into()),
    }
}

/// What is to be taken of a customer's credit.
#[derive(Clone, Debug)]
pub struct Spending<'a> {
    /// Which credit.
    pub purpose: Purpose,
    /// Whose.
    pub customer_id: CustomerId,
    /// The till.
    pub terminal_no: &'a TerminalNo,
    /// The tender that is booked.
    pub tender_id: TenderId,
    /// What the basket took of it before, in minor units.
    pub taken_before: i64,
    /// What is to be taken.
    pub amount: Money,
    /// Up to which amount of a basket none is needed, in minor units.
    pub above: i64,
    /// What entering a code gave.
    pub reference: Option<&'a str>,
    /// When.
    pub now: Timestamp,
}

/// Spends the code that opens a credit, where the amount needs one.
///
/// # Errors
/// [`REQUIRED`], [`OVER`], or the database's failure.
pub async fn open_credit(tx: &mut Tx, spending: &Spending<'_>) -> Outcome<()> {
    let Spending { amount, above, .. } = *spending;
    if !needs_code(spending.taken_before, amount.minor, above) {
        return Ok(());
    }
    let limit = Money::new(above, amount.currency);
    let required = || Refusal::new(&REQUIRED).with("amount", limit);
    let code_id: Uuid = spending
        .reference
        .and_then(|reference| reference.parse().ok())
        .ok_or_else(required)?;
    let lock = Lock {
        purpose: spending.purpose,
        subject_id: spending.customer_id.0,
        terminal_no: Some(spending.terminal_no),
    };
    let code = (code_id, Some(spending.tender_id));
    if spend(tx, &lock, code, spending.now).await? {
        Ok(())
    } else {
        Err((&OVER).into())
    }
}
