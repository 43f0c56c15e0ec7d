//! The order history as the till meets it: requests against a database of its own.

#![cfg(test)]

mod document;
mod email;
mod export;
mod list;
mod print;
mod search;
mod single;
mod support;
