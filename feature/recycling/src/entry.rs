//! Entries of the register, and what they say.

use journal::{Event, Scene, Signer, record_event};
use kernel::id::StaffId;
use serde_json::json;
use setting::Desk;
use shell::Outcome;
use shell::db::Tx;
use uuid::Uuid;

use crate::record::{Document, Head};
use crate::rule::register::{EntryType, KeptSeller, commitment};
use crate::store;

/// Where an entry of the register is made.
pub(crate) struct Place<'a> {
    pub signer: &'a Signer,
    pub scene: Scene<'a>,
}

impl<'a> Place<'a> {
    pub(crate) fn of(desk: &'a Desk) -> Self {
        Self {
            signer: &desk.signer,
            scene: desk.scene(),
        }
    }
}

/// Adds to the register of a document's store, and tells the signed journal the hash.
pub(crate) async fn enter(
    tx: &mut Tx,
    place: &Place<'_>,
    (entry_type, head): (EntryType, &Head),
    content: &serde_json::Value,
) -> Outcome<()> {
    let what = (entry_type, head.recycling_id, head.recycling_no.as_str());
    enter_for(tx, place, what, content).await
}

/// As [`enter`], when of the document only its names are known.
pub(crate) async fn enter_for(
    tx: &mut Tx,
    place: &Place<'_>,
    (entry_type, recycling_id, recycling_no): (EntryType, Uuid, &str),
    content: &serde_json::Value,
) -> Outcome<()> {
    let scene = &place.scene;
    let what = (entry_type, recycling_id);
    let entry =
        store::register::add(tx, scene.store_no, what, content.to_string(), scene.at).await?;
    let event = Event::RecyclingRegistered {
        recycling_id,
        recycling_no: recycling_no.to_owned(),
        entry: entry_type.name(),
        register_seq: entry.seq,
        hash: hex::encode(&entry.hash),
    };
    record_event(tx, place.signer, scene, &event).await
}

/// What the register holds of a purchase. Who sold stands in it as a salted hash.
pub(crate) fn purchase(
    document: &Document,
    (kept, often): (&KeptSeller, i64),
    desk: &Desk,
    (approved_by, photos): (Option<&StaffId>, &[String]),
) -> serde_json::Value {
    let head = &document.head;
    let lines: Vec<_> = document
        .lines
        .iter()
        .map(|line| {
            json!({
                "position": line.position,
                "description": line.input.description,
                "marks": line.input.marks,
                "metal": line.input.metal,
                "fineness": line.input.fineness,
                "testMethod": line.input.test_method,
                "quantity": line.input.quantity,
                "grossWeight": line.input.gross_weight.0,
                "netWeight": line.value.net.0,
                "amount": line.value.amount.minor,
            })
        })
        .collect();
    json!({
        "recyclingNo": head.recycling_no,
        "date": desk.now,
        "origin": head.receipt_no,
        "seller": commitment(&kept.salt, &kept.identity, &kept.signature),
        "sameIdentityLastMonth": often,
        "lines": lines,
        "price": head.amount.minor,
        "tax": head.tax.minor,
        "currency": head.currency.code(),
        "meansOfPayment": "STORE_CREDIT",
        "staffId": desk.staff_id,
        "approvedBy": approved_by,
        "photos": photos,
    })
}
