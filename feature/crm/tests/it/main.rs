//! Customers as the till meets them: requests against a database of its own.

#![cfg(test)]

mod change;
mod photo;
mod search;
mod shop;
