//! Decisions about money taken: pure, without database, device or clock.

pub mod attempt;
pub mod brand;
pub mod cash_limit;
pub mod change;
pub mod exchange;
pub mod kind;
pub mod period;
pub mod qr;
pub mod reconciliation;
pub mod reference_rate;
pub mod refund;
pub mod refund_terms;
pub mod tender;
pub mod voucher;
