//! Tenders and payments.
