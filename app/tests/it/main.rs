//! The API against the real server, on SQLite or on the PostgreSQL of `TEST_DATABASE_URL`.

#![expect(
    clippy::unwrap_used,
    reason = "a test that finds nothing to unwrap has failed"
)]

mod access;
mod anchor;
mod backup;
mod basket;
mod cash_report;
mod crm_gift;
mod customer;
mod customised;
mod deposit;
mod deposit_line;
mod description;
mod discount;
mod document;
mod drawer;
mod gift;
mod gift_card;
mod golden;
mod group;
mod guard;
mod history;
mod import_metal;
mod import_rates;
mod in_transit;
mod intent;
mod journal_events;
mod loyalty;
mod loyalty_race;
mod mailed_code;
mod model;
mod negative_stock;
mod package;
mod payment;
mod permission_setting;
mod price_check;
mod prices;
mod process;
mod purge;
mod qr;
mod race;
mod reconciliation;
mod recorded;
mod recycling;
mod recycling_race;
mod refund;
mod refund_fault;
mod refusal;
mod report;
mod salesperson;
mod scheduled_job;
mod session;
mod setting;
mod staff_setting;
mod statement;
mod statement_days;
mod statement_drawer;
mod statement_fold;
mod statement_guard;
mod statement_orders;
mod statement_proof;
mod statement_race;
mod statement_recycling;
mod statement_report;
mod statement_terminal;
mod store_setting;
mod tax_free;
mod tender;
mod tender_setting;
mod ticket;
mod two_processes;
mod waiting;
mod wire;
