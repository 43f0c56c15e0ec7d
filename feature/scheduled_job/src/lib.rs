//! Scheduled jobs.

pub mod rule;
