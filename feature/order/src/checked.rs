//! Papers of other features that carry a code, too: anybody may ask whether one is genuine.

use std::sync::Arc;

use jiff::civil::Date;
use kernel::Money;
use kernel::id::StoreNo;
use shell::db::{Tx, TxFuture};
use uuid::Uuid;

use crate::rule::verification::Held;

/// What may be told of a paper to whoever holds it: nothing about a person.
#[derive(Clone, Debug)]
pub struct CheckedPaper {
    /// Which paper its code is of.
    pub held: Held,
    /// The hash of the entry of the journal that states what it is of.
    pub entry_hash: Vec<u8>,
    /// Its number.
    pub number: String,
    /// The business date of what it is of.
    pub date: Date,
    /// The store that gave it out.
    pub store_no: StoreNo,
    /// The number of pieces.
    pub pieces: i64,
    /// The amount that it states.
    pub amount: Money,
}

/// A feature whose papers carry codes.
pub trait CheckedPapers: Send + Sync {
    /// The paper of an id; none when the id is of nothing here, or the journal does not state it.
    fn find<'a>(&'a self, tx: &'a mut Tx, paper_id: Uuid) -> TxFuture<'a, Option<CheckedPaper>>;
}

/// All features whose papers carry codes, besides orders.
pub type AllCheckedPapers = Arc<[Arc<dyn CheckedPapers>]>;
