//! The way of a document: begun, weighed, signed, credited, withdrawn or given up (domain §8.6).

use jiff::ToSpan;
use journal::{Event as JournalEvent, record_event};
use kernel::{Money, Refusal};
use rand::Rng as _;
use setting::Desk;
use shell::db::Tx;
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::approve::approver;
use crate::desk::customer;
use crate::entry::{Place, enter, purchase};
use crate::origin::order;
use crate::quote::value_pieces;
use crate::record::{Document, Head, Kind, Line, NewDocument, PieceInput, SellerInput};
use crate::rule::link::KEY_BYTES;
use crate::rule::register::{EntryType, KeptSeller, identity_text};
use crate::rule::seller::{accept_signature, is_often};
use crate::rule::state::{Event, QUARANTINE, State as Stands, next};
use crate::rule::valuation::must_have_pieces;
use crate::setup::{Shop, shop};
use crate::store::credit::{Change, EntryType as CreditEntry};
use crate::store::document::{Begun, Step};
use crate::store::line::{Bucket, move_metal};
use crate::store::seller::NewSeller;
use crate::{DESCRIPTION_MISSING, IDENTITY_OFTEN, NOT_PRINTABLE, PRICE_CHANGED, store};

/// The longest description, and the longest marks.
const TEXT_MAX: usize = 200;
/// Random bytes beside an identity.
const SALT_BYTES: usize = 32;

/// Begins a document, and weighs the pieces that there are.
///
/// # Errors
/// What the store, the customer, the order or the pieces do not allow.
pub async fn create_document(tx: &mut Tx, desk: &Desk, new: &NewDocument) -> Outcome<()> {
    let shop = shop(tx, &desk.store_no, desk.now).await?;
    shop.must_take(new.kind)?;
    customer(tx, new.customer_id).await?;
    // With an order needs one, without an order has none.
    if (new.kind == Kind::WithOrder) != new.order_id.is_some() {
        return Err((&NOT_PRINTABLE).into());
    }
    order(tx, &shop, new.order_id, None).await?;
    let number = tx.next_number(&desk.store_no.0, "recycling").await?;
    let mut link_key = [0; KEY_BYTES];
    rand::rng().fill_bytes(&mut link_key);
    let begun = Begun {
        desk,
        recycling_no: &format!("RC-{}-{number:06}", desk.store_no),
        currency: shop.store.currency,
        business_date: shop.today,
        link_key: &link_key,
    };
    store::document::insert(tx, new, &begun).await?;
    if new.pieces.is_empty() {
        return Ok(());
    }
    let document = store::document::get(tx, &desk.store_no, new.recycling_id).await?;
    weigh_document(tx, desk, &document.head, &new.pieces).await
}

/// Puts pieces in place of those before and values them by the board of the day.
pub(crate) async fn weigh_document(
    tx: &mut Tx,
    desk: &Desk,
    head: &Head,
    pieces: &[PieceInput],
) -> Outcome<()> {
    let state = next(head.standing(), Event::Weigh(pieces.len()), desk.now)?;
    let shop = shop(tx, &desk.store_no, desk.now).await?;
    shop.must_take(head.kind)?;
    let pieces = pieces
        .iter()
        .map(described)
        .collect::<Result<Vec<_>, _>>()?;
    keep_pieces(tx, &shop, head, state, &pieces).await
}

async fn keep_pieces(
    tx: &mut Tx,
    shop: &Shop,
    head: &Head,
    state: Stands,
    pieces: &[PieceInput],
) -> Outcome<()> {
    let order = order(tx, shop, head.order_id, Some(head.recycling_id)).await?;
    let (valuation, values) = value_pieces(pieces, order.as_ref(), &shop.terms)?;
    let lines: Vec<Line> = (1_i64..)
        .zip(pieces.iter().cloned().zip(values))
        .map(|(position, (input, value))| Line {
            position,
            input,
            value,
        })
        .collect();
    store::line::replace(tx, head.recycling_id, &lines).await?;
    let count = lines.iter().map(|line| line.input.quantity).sum();
    store::document::set_value(tx, head, state, (&valuation, count)).await
}

fn described(input: &PieceInput) -> Result<PieceInput, Refusal> {
    let description = setting::rule::within_length(&input.description, TEXT_MAX, "description")?;
    if description.is_empty() {
        return Err(Refusal::new(&DESCRIPTION_MISSING).at("description"));
    }
    Ok(PieceInput {
        description,
        marks: setting::rule::within_length(&input.marks, TEXT_MAX, "marks")?,
        ..input.clone()
    })
}

/// The seller signs: the contract stands, and the register has its entry.
///
/// # Errors
/// Who may not sell, what does not stand where it can be signed or is worth something else by the board of
/// now ([`PRICE_CHANGED`]), an identity that sells often and that
/// staff were not asked about yet, or worth above the store's terms without a second person.
pub async fn agree_document(
    tx: &mut Tx,
    desk: &Desk,
    recycling_id: Uuid,
    input: &SellerInput,
) -> Outcome<()> {
    let shop = shop(tx, &desk.store_no, desk.now).await?;
    let document = store::document::get(tx, &desk.store_no, recycling_id).await?;
    shop.must_take(document.head.kind)?;
    let state = next(document.head.standing(), Event::Agree, desk.now)?;
    must_have_pieces(document.head.pieces)?;
    customer(tx, document.head.customer_id).await?;
    still_worth(tx, &shop, &document).await?;
    let seller = input.seller.accept(shop.today)?;
    accept_signature(&input.signature)?;
    let since = shop
        .today
        .checked_sub(1.month())
        .map_err(Failure::internal)?;
    let often = store::seller::count_since(tx, &seller.key(), since).await?;
    if is_often(often) && !input.warning_seen {
        return Err(Refusal::new(&IDENTITY_OFTEN).with("count", often).into());
    }
    // Last, so that nobody is asked for what is refused anyway.
    let approved_by = approver(tx, desk, &document, input.approval_id).await?;
    let mut salt = vec![0; SALT_BYTES];
    rand::rng().fill_bytes(&mut salt);
    let kept = KeptSeller {
        salt,
        identity: identity_text(&seller).map_err(Failure::internal)?,
        signature: input.signature.clone(),
    };
    let new = NewSeller {
        recycling_id,
        kept: &kept,
        key: &seller.key(),
        agreed_on: shop.today,
    };
    store::seller::insert(tx, &new).await?;
    let agreed = Step::Agree(approved_by.as_ref());
    let mark = (agreed, &desk.staff_id, desk.now);
    store::document::step(tx, &document.head, state, mark).await?;
    let photos = store::photo::hashes(tx, recycling_id).await?;
    let said = (approved_by.as_ref(), photos.as_slice());
    let content = purchase(&document, (&kept, often), desk, said);
    let place = Place::of(desk);
    enter(tx, &place, (EntryType::Purchase, &document.head), &content).await
}

/// What was weighed is bought by the board of now: other documents may have taken the pieces of the order
/// since, and another price may hold. What the seller signs for is what it is worth when they sign.
async fn still_worth(tx: &mut Tx, shop: &Shop, document: &Document) -> Outcome<()> {
    let head = &document.head;
    let order = order(tx, shop, head.order_id, Some(head.recycling_id)).await?;
    let inputs: Vec<PieceInput> = document
        .lines
        .iter()
        .map(|line| line.input.clone())
        .collect();
    let (valuation, values) = value_pieces(&inputs, order.as_ref(), &shop.terms)?;
    let is_same = document
        .lines
        .iter()
        .zip(&values)
        .all(|(line, value)| line.value.is_priced_as(value));
    match is_same && valuation.amount == head.amount {
        true => Ok(()),
        false => Err(Refusal::new(&PRICE_CHANGED)
            .with("amount", valuation.amount)
            .into()),
    }
}

/// Gives the credit that the seller has signed for, whatever the board says by now: the contract stands.
/// The pieces go into quarantine.
///
/// # Errors
/// What does not stand where it can be credited.
pub async fn grant_document(tx: &mut Tx, desk: &Desk, recycling_id: Uuid) -> Outcome<()> {
    let document = store::document::get(tx, &desk.store_no, recycling_id).await?;
    let head = &document.head;
    let state = next(head.standing(), Event::Grant, desk.now)?;
    let step = Step::Grant(desk.now + QUARANTINE);
    store::document::step(tx, head, state, (step, &desk.staff_id, desk.now)).await?;
    move_metal(tx, &document, (None, Some(Bucket::Quarantine)), desk.now).await?;
    book(tx, desk, head, (CreditEntry::Grant, head.amount), "").await
}

/// Changes the credit of a document's customer, and tells the journal.
pub(crate) async fn book(
    tx: &mut Tx,
    desk: &Desk,
    head: &Head,
    (entry_type, amount): (CreditEntry, Money),
    reference: &str,
) -> Outcome<()> {
    if amount.minor == 0 {
        return Ok(());
    }
    let store = setting::get_store(tx, &desk.store_no).await?;
    let change = Change {
        customer_id: head.customer_id,
        entry_type,
        amount,
        recycling_id: Some(head.recycling_id),
        tender: None,
        store_no: &desk.store_no,
        terminal_no: &desk.terminal_no,
        staff_id: &desk.staff_id,
        reference,
        now: desk.now,
        business_date: Some(store.business_date(desk.now)),
    };
    store::credit::must_change(tx, &change).await?;
    let event = JournalEvent::RecyclingCredit {
        customer_id: head.customer_id,
        recycling_id: head.recycling_id,
        entry: entry_type.name(),
        amount: amount.minor,
        currency_code: amount.currency.code().to_owned(),
        reference: (!reference.is_empty()).then(|| reference.to_owned()),
    };
    record_event(tx, &desk.signer, &desk.scene(), &event).await
}
