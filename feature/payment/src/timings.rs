//! How long is waited for what, of whatever kind a payment is.

use std::sync::Arc;

use crate::PaymentState;
use crate::rule::attempt::Timing;

/// How long is waited for what. The default is what the design says (domain, appendix A).
#[derive(Clone, Debug, Default)]
pub struct Timings {
    /// At a card terminal.
    pub terminal: Arc<Timing>,
    /// Of a payment by code.
    pub qr: Arc<qr::order::Timing>,
}

impl Timings {
    pub(crate) fn of(state: &PaymentState) -> Self {
        Self {
            terminal: state.engine.timing().clone(),
            qr: state.engine.qr_timing().clone(),
        }
    }
}
