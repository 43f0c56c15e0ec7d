//! The adapters against the running simulator: every answer and every fault.

mod answer;
mod fault;
mod notification;
mod shop;
mod story;
