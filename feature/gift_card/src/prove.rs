//! Card and code in hand: what is counted when they do not belong together, and what is given when
//! they do.

use jiff::{SignedDuration, Timestamp};
use kernel::Refusal;
use kernel::id::{StaffId, TerminalNo};
use one_time_code::{Entered, Lock};
use shell::Outcome;
use shell::db::Tx;
use uuid::Uuid;

use crate::rule::number::{is_code, is_number, normal};
use crate::rule::tries::{CARD_TRIES, TILL_TRIES};
use crate::secret::{self, hash_of_proof, new_proof};
use crate::store::{self, Card, Purpose};
use crate::{
    CHECK_FIRST, CODE_EXPIRED, CODE_MISMATCH, CODE_REQUIRED, GET_CODE_FIRST, GiftCardState, LOCKED,
    NUMBER_REQUIRED,
};

/// How long a proof is good (domain §6.3).
pub(crate) const PROOF_LIFE: SignedDuration = SignedDuration::from_mins(5);

/// How the code of a card came to whoever enters it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeSource {
    /// It stands on the card.
    Card,
    /// It was mailed.
    Mail,
}

/// Number and code as somebody entered them at a till.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    card_no: String,
    code: String,
    source: CodeSource,
    /// Whether the code is the one on the card; found out before the transaction, because it takes
    /// milliseconds.
    is_on_card: bool,
    pub(crate) terminal_no: TerminalNo,
    pub(crate) staff_id: StaffId,
    pub(crate) now: Timestamp,
}

/// What a mailed code of a card opens. It holds at any till, as the card itself does.
pub(crate) const fn lock_of(gift_card_id: Uuid) -> Lock<'static> {
    Lock {
        purpose: one_time_code::rule::Purpose::GiftCard,
        subject_id: gift_card_id,
        terminal_no: None,
    }
}

/// The number of a card as it was entered.
pub(crate) fn entered_number(text: &str) -> Result<String, Refusal> {
    let card_no = normal(text);
    if card_no.is_empty() {
        return Err(Refusal::new(&NUMBER_REQUIRED).at("cardNo"));
    }
    Ok(card_no)
}

impl Attempt {
    /// Reads what was entered, and compares the code with the one on the card.
    ///
    /// # Errors
    /// That number or code are missing, or the database's failure.
    pub(crate) async fn prepare(
        state: &GiftCardState,
        (number, code, source): (&str, &str, CodeSource),
        actor: &session::Actor,
    ) -> Outcome<Self> {
        let card_no = entered_number(number)?;
        let code = normal(code);
        if code.is_empty() {
            return Err(Refusal::new(&CODE_REQUIRED).at("code").into());
        }
        let mut attempt = Self {
            is_on_card: false,
            source,
            terminal_no: actor.terminal_no.clone(),
            staff_id: actor.staff_id.clone(),
            now: state.shell.clock.now(),
            card_no,
            code,
        };
        if source == CodeSource::Card {
            attempt.is_on_card = attempt.compare(state).await?;
        }
        Ok(attempt)
    }

    async fn compare(&self, state: &GiftCardState) -> Outcome<bool> {
        let card = state
            .shell
            .db
            .read(self.card_no.clone(), |tx, card_no| {
                Box::pin(store::find_card_by_number(tx, card_no))
            })
            .await?;
        let may_be = is_number(&self.card_no) && is_code(&self.code);
        let (card_no, code) = (self.card_no.clone(), self.code.clone());
        // The same time passes for a number that no card has.
        let hash = card.map_or_else(|| vec![0; 32], |card| card.code_hash);
        let work = move || secret::is_code(&card_no, &code, &hash);
        let is_code = tokio::task::spawn_blocking(work)
            .await
            .map_err(shell::Failure::internal)?;
        Ok(may_be && is_code)
    }

    fn card_subject(&self) -> String {
        let short: String = self.card_no.chars().take(40).collect();
        format!("card {short}")
    }

    fn till_subject(&self) -> String {
        format!("till {}", self.terminal_no)
    }

    /// The card, when the code is right. What is refused is counted, so that it is an answer of the
    /// transaction and commits.
    ///
    /// # Errors
    /// The database's failure.
    pub(crate) async fn prove(&self, tx: &mut Tx) -> Outcome<Result<Card, Refusal>> {
        for subject in [self.card_subject(), self.till_subject()] {
            let tries = store::find_tries(tx, &subject).await?;
            if let Some(minutes) = tries.locked_for(self.now) {
                return Ok(Err(Refusal::new(&LOCKED).with("minutes", minutes)));
            }
        }
        let card = store::find_card_by_number(tx, &self.card_no).await?;
        let is_right = match (&card, self.source) {
            (None, CodeSource::Mail) => return Ok(Err(Refusal::new(&GET_CODE_FIRST))),
            (None, CodeSource::Card) => false,
            (Some(_), CodeSource::Card) => self.is_on_card,
            (Some(card), CodeSource::Mail) => match self.is_mailed(tx, card).await? {
                Ok(is_right) => is_right,
                Err(refusal) => return Ok(Err(refusal)),
            },
        };
        match card.filter(|_| is_right) {
            Some(card) => {
                store::forget_tries(tx, &self.card_subject()).await?;
                Ok(Ok(card))
            }
            None => Ok(Err(self.count(tx).await?)),
        }
    }

    /// Whether the code is the one that was mailed last; then it is used up.
    async fn is_mailed(&self, tx: &mut Tx, card: &Card) -> Outcome<Result<bool, Refusal>> {
        let lock = lock_of(card.gift_card_id);
        match one_time_code::enter(tx, &lock, (None, &self.code), self.now).await? {
            Entered::Right(code_id) => {
                let is_right = one_time_code::spend(tx, &lock, (code_id, None), self.now).await?;
                Ok(Ok(is_right))
            }
            Entered::Wrong(_) => Ok(Ok(false)),
            Entered::Over => Ok(Err(Refusal::new(&CODE_EXPIRED))),
            Entered::NotAsked => Ok(Err(Refusal::new(&GET_CODE_FIRST))),
        }
    }

    async fn count(&self, tx: &mut Tx) -> Outcome<Refusal> {
        let till = self.till_subject();
        let tries = store::find_tries(tx, &till).await?;
        let tries = tries.after_wrong(self.now, TILL_TRIES);
        store::count_wrong(tx, &till, tries, self.now).await?;
        let card = self.card_subject();
        let tries = store::find_tries(tx, &card).await?;
        let tries = tries.after_wrong(self.now, CARD_TRIES);
        store::count_wrong(tx, &card, tries, self.now).await?;
        if let Some(minutes) = tries.locked_for(self.now) {
            return Ok(Refusal::new(&LOCKED).with("minutes", minutes));
        }
        Ok(Refusal::new(&CODE_MISMATCH)
            .with("triesLeft", CARD_TRIES - tries.wrong)
            .at("code"))
    }

    /// Keeps a proof that the card was in hand here, and gives it.
    pub(crate) async fn give_proof(
        &self,
        tx: &mut Tx,
        gift_card_id: Uuid,
        purpose: Purpose,
    ) -> Outcome<(String, Timestamp)> {
        let (text, hash) = new_proof();
        let until = self.now + PROOF_LIFE;
        let who = (&self.terminal_no, &self.staff_id);
        store::insert_proof(tx, &hash, (gift_card_id, purpose), who, until).await?;
        Ok((text, until))
    }
}

/// The card that a proof of this till is for. The proof is used up.
///
/// # Errors
/// [`CHECK_FIRST`].
pub(crate) async fn use_reference(
    tx: &mut Tx,
    (reference, purpose): (&str, Purpose),
    terminal_no: &TerminalNo,
    now: Timestamp,
) -> Outcome<Card> {
    let hash = hash_of_proof(reference);
    let used = store::use_proof(tx, &hash, purpose, terminal_no, now).await?;
    let card = match used {
        Some(gift_card_id) => store::find_card(tx, gift_card_id).await?,
        None => None,
    };
    card.ok_or_else(|| (&CHECK_FIRST).into())
}
