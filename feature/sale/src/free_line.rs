//! Free what a line holds for everyone else.

use inventory::lease::release;
use shell::Outcome;
use shell::db::Tx;

use crate::rule::line::Line;

/// Frees the pieces of a line and its gift card. The line keeps what was entered, so that a basket that
/// is taken up again can have them again. The card itself says which line holds it.
pub(crate) async fn free_line(tx: &mut Tx, line: &Line) -> Outcome<()> {
    release(tx, line.line_id, None).await?;
    if line.sells_gift_card() {
        gift_card::line::release(tx, line.line_id).await?;
    }
    Ok(())
}
