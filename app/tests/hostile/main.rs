//! What somebody hostile, or something broken, sends: the answer is a clear refusal and never a
//! fault.

#![expect(
    clippy::unwrap_used,
    reason = "a test that finds nothing to unwrap has failed"
)]

mod defence;
mod flood;
mod mutation;
