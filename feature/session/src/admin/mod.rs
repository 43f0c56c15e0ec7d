//! What head office keeps of the people: who works where, and what their groups may do; and of stores,
//! what they do.

pub(crate) mod choice;
pub(crate) mod permission_group;
pub(crate) mod salesperson;
pub(crate) mod store;

use setting::Desk;

use crate::{Actor, SessionState};

fn desk(state: &SessionState, actor: &Actor) -> Desk {
    Desk::new(state.signer.clone(), actor, state.shell.clock.now())
}
