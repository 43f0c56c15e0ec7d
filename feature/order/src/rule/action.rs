//! What may be done with an order now, and why not. Screens show the answer; operations enforce
//! it.

use kernel::Refusal;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{EMAIL_NOT_SET_UP, INVOICE_NOT_DUE, NO_PRINTER};

/// What can be done with an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderAction)]
pub enum Action {
    /// Look at the receipt.
    Receipt,
    /// Print it from the browser.
    Print,
    /// Print it on the store's receipt printer.
    PrintOnPrinter,
    /// Send it by e-mail.
    Email,
    /// Make out the invoice, or look at it.
    Invoice,
}

impl Action {
    /// All actions, in the order of the screen.
    pub const ALL: [Self; 5] = [
        Self::Receipt,
        Self::Print,
        Self::PrintOnPrinter,
        Self::Email,
        Self::Invoice,
    ];
}

/// What decides about actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circumstances {
    /// How often the receipt was printed.
    pub prints: i64,
    /// Whether the group may print again (`order.reprint`).
    pub may_reprint: bool,
    /// Whether the store of the till has a receipt printer.
    pub has_printer: bool,
    /// Whether mail can be sent.
    pub has_mailer: bool,
    /// Whether somebody paid for the order.
    pub is_paid: bool,
}

/// Why an action is refused; none when it is allowed.
#[must_use]
pub fn refusal(action: Action, now: Circumstances) -> Option<Refusal> {
    let is_print = matches!(action, Action::Print | Action::PrintOnPrinter);
    if is_print && now.prints > 0 && !now.may_reprint {
        return Some((&session::FORBIDDEN).into());
    }
    match action {
        Action::PrintOnPrinter if !now.has_printer => Some((&NO_PRINTER).into()),
        Action::Email if !now.has_mailer => Some((&EMAIL_NOT_SET_UP).into()),
        Action::Invoice if !now.is_paid => Some((&INVOICE_NOT_DUE).into()),
        Action::Invoice if !now.may_reprint => Some((&session::FORBIDDEN).into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL_WELL: Circumstances = Circumstances {
        prints: 1,
        may_reprint: true,
        has_printer: true,
        has_mailer: true,
        is_paid: true,
    };

    fn keys(now: Circumstances) -> [Option<&'static str>; 5] {
        Action::ALL.map(|action| refusal(action, now).map(|refusal| refusal.kind.key))
    }

    #[test]
    fn actions_are_refused_with_their_reason() {
        let forbidden = Some("session.forbidden");
        assert_eq!(keys(ALL_WELL), [None; 5]);
        let reprint = Circumstances {
            may_reprint: false,
            ..ALL_WELL
        };
        assert_eq!(keys(reprint), [None, forbidden, forbidden, None, forbidden]);
        let first = Circumstances {
            prints: 0,
            ..reprint
        };
        assert_eq!(keys(first), [None, None, None, None, forbidden]);
        let bare = Circumstances {
            has_printer: false,
            has_mailer: false,
            is_paid: false,
            ..ALL_WELL
        };
        assert_eq!(
            keys(bare),
            [
                None,
                None,
                Some("order.no_printer"),
                Some("order.email_not_set_up"),
                Some("order.invoice_not_due")
            ]
        );
    }
}
