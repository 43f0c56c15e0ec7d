//! Customers as the till meets them: requests against a database of its own.

#![cfg(test)]

mod change;
mod database;
mod photo;
mod search;
mod shop;
