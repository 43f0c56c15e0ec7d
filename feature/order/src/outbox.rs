//! The outbox: papers that go out by mail, those of orders and those of other features. A mail waits in
//! the transaction that asks for it, and is sent by a job.

use std::sync::Arc;

use ::document::Language;
use crm::rule::{address, mask};
use jiff::Timestamp;
use kernel::id::{OrderId, StaffId};
use kernel::{ErrorKind, Refusal};
use serde::Serialize;
use shell::db::Tx;
use shell::{Failure, Outcome, Shell};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::compose::Document;
use crate::rule::letter::Letter;
use crate::store;
use crate::{EMAIL_INVALID, EMAIL_MISSING};

/// How often a paper may be sent, so that no till becomes a mill of mails.
const MAILS_MAX: i64 = 10;

/// Reads a paper of another feature and lays it out, in a language: its number and its PDF.
pub type PaperFuture<'a> = futures::future::BoxFuture<'a, Outcome<(String, Vec<u8>)>>;

/// A kind of paper of another feature that goes out by mail. It is laid out when it is sent, and says
/// what holds then.
pub trait MailedPaper: Send + Sync {
    /// What its mails are kept as.
    fn kind(&self) -> &'static str;
    /// The paper of an id.
    fn lay_out<'a>(
        &'a self,
        shell: &'a Shell,
        paper_id: Uuid,
        language: Language,
    ) -> PaperFuture<'a>;
}

/// The kinds of papers of other features, as the job that sends asks them.
pub type MailedPapers = Arc<[Arc<dyn MailedPaper>]>;

/// What a mail carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Carried {
    /// A paper of an order.
    Order(OrderId, Document),
    /// A paper of another feature: its kind and its id.
    Paper(String, Uuid),
}

impl Carried {
    /// What is counted as one paper: all of an order, or one of another feature.
    const fn id(&self) -> Uuid {
        match self {
            Self::Order(order_id, _) => order_id.0,
            Self::Paper(_, paper_id) => *paper_id,
        }
    }
}

/// A mail about to wait.
#[derive(Clone, Debug)]
pub struct NewMail<'a> {
    pub(crate) mail_id: Uuid,
    pub(crate) recipient: String,
    pub(crate) carried: Carried,
    pub(crate) asked_by: &'a StaffId,
    pub(crate) language: Language,
    pub(crate) letter: Letter,
    pub(crate) at: Timestamp,
}

impl<'a> NewMail<'a> {
    /// A mail with a paper of another feature, which `kind` and `paper_id` name. `mail_id` is the key of
    /// whoever asks.
    #[must_use]
    pub fn of_paper(
        (mail_id, at): (Uuid, Timestamp),
        asked_by: &'a StaffId,
        (kind, paper_id): (&'static str, Uuid),
        recipient: String,
        (language, letter): (Language, Letter),
    ) -> Self {
        Self {
            mail_id,
            recipient,
            carried: Carried::Paper(kind.to_owned(), paper_id),
            asked_by,
            language,
            letter,
            at,
        }
    }
}

/// The mail waits to be sent.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(example = json!({"queued": true}))]
pub struct QueuedView {
    /// True.
    queued: bool,
}

/// A mail that was asked for.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaperMailView {
    /// Where it goes, its name hidden from those who may not see customers in full.
    #[schema(example = "m••••••@example.cn")]
    pub recipient: String,
    /// `WAITING`, `SENT` or `FAILED`.
    #[schema(example = "SENT")]
    pub state: String,
    /// When somebody asked for it.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// Who asked.
    #[schema(example = "Camille Aubry")]
    pub staff_name: Option<String>,
}

/// The address that somebody typed; none when it is blank.
///
/// # Errors
/// [`EMAIL_INVALID`].
pub fn typed_address(typed: Option<&str>) -> Outcome<Option<String>> {
    match typed.map(str::trim) {
        None | Some("") => Ok(None),
        Some(typed) => valid(typed).map(Some),
    }
}

/// Where a mail goes: to the address that was typed, else to the customer's own.
///
/// # Errors
/// [`EMAIL_MISSING`] without either, [`EMAIL_INVALID`] when the customer's is none.
pub fn recipient(typed: Option<&str>, own: Option<&str>) -> Outcome<String> {
    match (typed, own) {
        (Some(typed), _) => Ok(typed.to_owned()),
        (None, Some(own)) => valid(own),
        (None, None) => Err(Refusal::new(&EMAIL_MISSING).at("email").into()),
    }
}

fn valid(typed: &str) -> Outcome<String> {
    let address = address::parse(typed).map(str::to_owned);
    address.ok_or_else(|| Refusal::new(&EMAIL_INVALID).at("email").into())
}

/// Lets a mail wait. `too_often` is the refusal of a paper that was sent so often that nobody needs it
/// again.
///
/// # Errors
/// `too_often`, or the database's failure.
pub async fn queue(
    tx: &mut Tx,
    mail: &NewMail<'_>,
    too_often: &'static ErrorKind,
) -> Outcome<QueuedView> {
    let mails = store::count_mails(tx, mail.carried.id()).await?;
    if mails >= MAILS_MAX {
        return Err(Refusal::new(too_often).with("count", mails).into());
    }
    store::insert_mail(tx, mail).await?;
    Ok(QueuedView { queued: true })
}

/// The mails of a paper, the newest first. `is_full`: to somebody who may see customers in full.
///
/// # Errors
/// The database's failure.
pub async fn mails_of(tx: &mut Tx, paper_id: Uuid, is_full: bool) -> Outcome<Vec<PaperMailView>> {
    let mut mails = store::mails_of_paper(tx, paper_id, MAILS_MAX).await?;
    if !is_full {
        for mail in &mut mails {
            mail.recipient = mask::email(&mail.recipient);
        }
    }
    Ok(mails)
}

/// The number and the PDF of a paper of another feature.
///
/// # Errors
/// When no feature knows the kind, or the paper cannot be laid out.
pub(crate) async fn lay_out(
    shell: &Shell,
    papers: &MailedPapers,
    (kind, paper_id): (&str, Uuid),
    language: Language,
) -> Outcome<(String, Vec<u8>)> {
    let paper = papers.iter().find(|paper| paper.kind() == kind);
    let paper = paper.ok_or_else(|| Failure::internal(format!("no paper is a {kind}")))?;
    paper.lay_out(shell, paper_id, language).await
}
