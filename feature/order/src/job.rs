//! Sends the mails that wait in the outbox.

use std::sync::Arc;
use std::time::Duration;

use ::document::Language;
use jiff::Timestamp;
use shell::http::file;
use shell::job::Job;
use shell::mail::{Mail, MailError, Mailer};
use shell::{Failure, Outcome, Shell};

use crate::compose::{Press, Wish, compose};
use crate::outbox::{self, Carried};
use crate::rule::delivery::{is_given_up, wait_after};
use crate::store::{self, DueMail};
use crate::{OrderState, paper};

/// How long the job rests between two looks.
const EVERY: Duration = Duration::from_secs(5);
/// How many mails one run sends: the rest waits for the next.
const MAILS_PER_RUN: i64 = 20;
/// The longest reason that is kept.
const REASON_CHARACTERS_MAX: usize = 500;

/// The job that sends waiting receipts through `mailer`.
pub(crate) fn send_mails(state: OrderState, mailer: Mailer) -> Job {
    Job {
        name: "order.mail",
        every: EVERY,
        run: Arc::new(move |shell| {
            let (state, mailer) = (state.clone(), mailer.clone());
            Box::pin(async move { send_due_mails(&shell, &state, &mailer).await })
        }),
    }
}

async fn send_due_mails(shell: &Shell, state: &OrderState, mailer: &Mailer) -> Outcome<()> {
    let due = shell
        .db
        .read(shell.clock.now(), |tx, now| {
            Box::pin(store::list_due_mails(tx, *now, MAILS_PER_RUN))
        })
        .await?;
    for mail in due {
        let next_try_at = shell.clock.now() + wait_after(mail.tries + 1);
        let claim = (mail.clone(), next_try_at);
        let is_ours = shell
            .db
            .write(claim, |tx, (mail, next_try_at)| {
                Box::pin(store::claim_mail(tx, mail, *next_try_at))
            })
            .await?;
        if is_ours {
            send(shell, state, mailer, mail).await?;
        }
    }
    Ok(())
}

/// Makes one try of a mail and notes how it went.
async fn send(shell: &Shell, state: &OrderState, mailer: &Mailer, mail: DueMail) -> Outcome<()> {
    let (mail_id, tries) = (mail.mail_id, mail.tries + 1);
    let reason = match try_once(shell, state, mailer, mail).await {
        Ok(()) => {
            let sent = (mail_id, shell.clock.now());
            return shell
                .db
                .write(sent, |tx, (mail_id, at): &(uuid::Uuid, Timestamp)| {
                    Box::pin(store::settle_mail(tx, *mail_id, Ok(*at)))
                })
                .await;
        }
        Err(reason) => reason,
    };
    let is_over = reason.is_final || is_given_up(tries);
    tracing::warn!(%mail_id, tries, is_over, reason = reason.text, "a receipt was not sent");
    let text: String = reason.text.chars().take(REASON_CHARACTERS_MAX).collect();
    shell
        .db
        .write(
            (mail_id, text, is_over),
            |tx, (mail_id, text, is_over)| match is_over {
                true => Box::pin(store::settle_mail(tx, *mail_id, Err(text.clone()))),
                false => Box::pin(store::put_off_mail(tx, *mail_id, text)),
            },
        )
        .await
}

/// Why a mail did not go out.
struct Reason {
    text: String,
    /// Whether another try cannot go better.
    is_final: bool,
}

impl From<MailError> for Reason {
    fn from(error: MailError) -> Self {
        Self {
            is_final: matches!(error, MailError::Address),
            text: error.to_string(),
        }
    }
}

impl From<Failure> for Reason {
    fn from(failure: Failure) -> Self {
        Self {
            text: failure.to_string(),
            is_final: false,
        }
    }
}

async fn try_once(
    shell: &Shell,
    state: &OrderState,
    mailer: &Mailer,
    mail: DueMail,
) -> Result<(), Reason> {
    let (number, pdf) = lay_out(shell, state, &mail).await?;
    let letter = Mail {
        recipient: mail.recipient,
        subject: mail.subject,
        text: mail.text,
        document: Some((file::pdf_name(&number), pdf)),
    };
    Ok(mailer.send(letter).await?)
}

/// The number and the PDF of what a mail carries.
async fn lay_out(shell: &Shell, state: &OrderState, mail: &DueMail) -> Outcome<(String, Vec<u8>)> {
    let language = mail.language_code.parse().ok();
    let (order_id, document) = match &mail.carried {
        Carried::Order(order_id, document) => (*order_id, *document),
        Carried::Paper(kind, paper_id) => {
            let language = language.unwrap_or(Language::English);
            return outbox::lay_out(shell, &state.mailed, (kind, *paper_id), language).await;
        }
    };
    let wish = Wish {
        press: Press::from(state),
        viewer: None,
        order_id,
        document,
        asked: language,
        print_no: None,
    };
    let paper = shell.db.read(wish, compose).await?;
    let number = paper.number().to_owned();
    Ok((number, paper::pdf(paper, state.layout_time).await?))
}
