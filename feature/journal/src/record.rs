//! Payloads of entries that the journal itself knows how to read.

use kernel::id::{OrderId, StaffId, StoreNo, TerminalNo};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The code of the event that opens a chain, as NF525 numbers it: data initialised.
pub const OPENING_CODE: i64 = 260;

/// Who keeps a chain. The first entry of the chain states it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChainOpening {
    /// The company's number in its register, SIRET in France.
    pub registration_no: String,
    /// The company's VAT number.
    pub vat_no: String,
    /// The store.
    pub store_no: StoreNo,
    /// The till; none for the chain of a store.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminal_no: Option<TerminalNo>,
    /// The version of the program that opens the chain.
    pub software_version: String,
}

/// The first entry of a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OpeningEvent {
    /// [`OPENING_CODE`].
    pub code: i64,
    /// Who keeps the chain.
    #[serde(flatten)]
    pub opening: ChainOpening,
    /// The name of the key that signs from here on.
    pub key_id: String,
    /// Its public half, 32 bytes in hexadecimal.
    pub public_key: String,
}

/// An entry of the kind `key`, signed by the old key: from the next entry on the new one signs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KeyChange {
    /// The key that signs this entry.
    pub old_key_id: String,
    /// The name of the key that signs from the next entry on.
    pub new_key_id: String,
    /// Its public half, 32 bytes in hexadecimal.
    pub new_public_key: String,
    /// The new key's signature over [`crate::rule::key::takeover_hash`], 64 bytes in hexadecimal.
    pub new_key_signature: String,
}

/// An entry of the kind `copy`. A first print belongs to the ticket and has no entry of its own;
/// each further one has exactly one, written with its row of `receipt_print`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptCopy {
    /// The print.
    pub print_id: Uuid,
    /// The order whose receipt was printed again.
    pub order_id: OrderId,
    /// The receipt's number.
    pub receipt_no: String,
    /// Which print it is; 2 is the first copy.
    pub print_no: i64,
    /// Where it was printed: `browser` or `printer`.
    pub target: String,
    /// Who printed it.
    pub operator_id: StaffId,
}

/// An entry of the kind `archive`: a file that holds what the journal tells of some days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ArchiveMade {
    /// NF525's number of an archive.
    pub code: i64,
    /// The first business date.
    pub from_date: String,
    /// The last one.
    pub to_date: String,
    /// The hash that the manifest's signature covers, in hexadecimal.
    pub manifest_hash: String,
    /// That of the archive before it; none for the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<String>,
    /// How many entries it holds.
    pub entries: i64,
}
