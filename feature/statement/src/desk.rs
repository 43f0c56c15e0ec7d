//! What the operations on one statement have in common.

use std::sync::Arc;

use jiff::Timestamp;
use journal::{Kind, Scene, Signer, record};
use kernel::Refusal;
use serde::Serialize;
use session::Actor;
use shell::db::Tx;
use shell::{Failure, Outcome};

use crate::drawer::Drawers;
use crate::event::Event;
use crate::store::{self, Statement};
use crate::{NOT_FOUND, REASON_CHARACTERS_MAX, StatementOffice, TEXT_TOO_LONG};

/// The permission to see statements of linked stores.
const MAY_MANAGE: &str = "statement.manage";

/// Who asks what.
#[derive(Clone)]
pub(crate) struct Asked<R> {
    pub actor: Actor,
    pub signer: Arc<Signer>,
    pub drawers: Arc<dyn Drawers>,
    pub now: Timestamp,
    pub request: R,
}

impl StatementOffice {
    /// What somebody asks now.
    pub(crate) fn asked<R>(&self, actor: Actor, request: R) -> Asked<R> {
        Asked {
            actor,
            signer: self.signer.clone(),
            drawers: self.drawers.clone(),
            now: self.shell.clock.now(),
            request,
        }
    }
}

impl<R> Asked<R> {
    /// A statement that whoever asks may see: of their store, or of a linked one for those who manage
    /// statements.
    pub(crate) async fn statement(&self, tx: &mut Tx, statement_no: &str) -> Outcome<Statement> {
        visible(tx, &self.actor, statement_no).await
    }

    /// Writes down what happened to a statement: in the chain of the till, or in that of the other
    /// store.
    pub(crate) async fn write_down(
        &self,
        tx: &mut Tx,
        statement: &Statement,
        event: &Event<'_>,
    ) -> Outcome<()> {
        let is_here = statement.store_no == self.actor.store_no;
        let scene = Scene {
            store_no: &statement.store_no,
            terminal_no: is_here.then_some(&self.actor.terminal_no),
            operator: Some(&self.actor.staff_id),
            at: self.now,
        };
        write_down(tx, &self.signer, &scene, event)
            .await
            .map(|_| ())
    }
}

/// A statement that somebody may see.
pub(crate) async fn visible(tx: &mut Tx, actor: &Actor, statement_no: &str) -> Outcome<Statement> {
    let statement = store::find(tx, statement_no).await?;
    let statement = statement.ok_or_else(|| Refusal::new(&NOT_FOUND))?;
    if statement.store_no == actor.store_no {
        return Ok(statement);
    }
    let is_linked = actor.may(MAY_MANAGE)
        && store::is_visible(tx, &actor.staff_id, &statement.store_no).await?;
    is_linked
        .then_some(statement)
        .ok_or_else(|| Failure::from(&NOT_FOUND))
}

/// Adds what happened to the journal; answers with its place, chain and sequence number.
pub(crate) async fn write_down(
    tx: &mut Tx,
    signer: &Signer,
    scene: &Scene<'_>,
    event: &Event<'_>,
) -> Outcome<(String, i64)> {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Entry<'a> {
        code: i64,
        operator_id: Option<&'a str>,
        #[serde(flatten)]
        event: &'a Event<'a>,
    }
    let entry = Entry {
        code: event.code(),
        operator_id: scene.operator.map(|staff_id| staff_id.as_str()),
        event,
    };
    let entry = (Kind::Event, journal::payload(&entry)?);
    let appended = record(tx, signer, scene, entry).await?;
    Ok((appended.chain_id, appended.seq))
}

/// A reason that was typed, without blanks around it; none when it is blank.
pub(crate) fn reason(typed: Option<&str>) -> Result<Option<String>, Refusal> {
    let text = typed.unwrap_or_default().trim();
    if text.chars().count() > REASON_CHARACTERS_MAX {
        let maximum = i64::try_from(REASON_CHARACTERS_MAX).unwrap_or(i64::MAX);
        return Err(Refusal::new(&TEXT_TOO_LONG)
            .with("maximum", maximum)
            .at("reason"));
    }
    Ok(Some(text.to_owned()).filter(|text| !text.is_empty()))
}
