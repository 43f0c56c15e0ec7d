//! What stands on a form: its goods, its traveller, and all of it as the operator is asked.

use jiff::civil::Date;
use kernel::{Money, Rate};
use shell::db::{Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::operator::{CardWire, FormWire, LineWire, ReceiptWire, RefundWire, TravellerWire};
use crate::record::{Form, Line};
use crate::rule::traveller::Traveller;

/// The goods on a form.
pub(crate) async fn lines_of(tx: &mut Tx, form: &Form) -> Outcome<Vec<Line>> {
    let rows = tx
        .query(
            "SELECT line_id, order_id, name, quantity, gross, vat_rate FROM tax_free_form_line \
             WHERE form_id = $1 ORDER BY position",
            params![form.form_id],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(Line {
                line_id: row.read()?,
                order_id: row.read()?,
                name: row.read()?,
                quantity: row.read()?,
                gross: Money::new(row.read()?, form.currency()),
                vat_rate: Rate(row.read()?),
            })
        })
        .collect()
}

/// Where the refund goes: the card's brand, its last digits and token, and the wallet.
pub(crate) type Destination = (Option<(String, String, String)>, Option<String>);

/// Who travels on a form, and where the refund goes; none when it is too long ago.
pub(crate) async fn traveller_of(
    tx: &mut Tx,
    form_id: Uuid,
) -> Outcome<Option<(Traveller, Destination)>> {
    let row = tx
        .query_opt(
            "SELECT passport_no, issuing_country, family_name, given_name, born_on, \
             residence_country, residence_address, arrived_on, departs_on, flight_no, card_brand, \
             card_last_four, card_token, wallet FROM tax_free_traveller WHERE form_id = $1",
            params![form_id],
        )
        .await?;
    let Some(mut row) = row else {
        return Ok(None);
    };
    let traveller = super::prepared::read(&mut row)?;
    let (brand, last_four, token): (Option<String>, Option<String>, Option<String>) =
        (row.read()?, row.read()?, row.read()?);
    let card = brand.zip(last_four).zip(token);
    let card = card.map(|((brand, last_four), token)| (brand, last_four, token));
    Ok(Some((traveller, (card, row.read()?))))
}

/// A form as the operator is asked for it.
pub(crate) async fn wire_of(tx: &mut Tx, form: &Form) -> Outcome<FormWire> {
    let lines = lines_of(tx, form).await?;
    let (traveller, (card, wallet)) = traveller_of(tx, form.form_id)
        .await?
        .ok_or_else(|| Failure::internal("a form without a traveller is to be issued"))?;
    let day = |date: Date| date.to_string();
    Ok(FormWire {
        reference: form.form_id,
        country: form.country_code.clone(),
        currency: form.currency().code().to_owned(),
        gross: form.amounts.gross.minor,
        vat: form.amounts.vat.minor,
        refund: form.amounts.refund.minor,
        last_day: day(form.deadline_on),
        receipts: form
            .receipts
            .iter()
            .map(|receipt| ReceiptWire {
                number: receipt.receipt_no.clone(),
                date: day(receipt.purchased_on),
                gross: receipt.gross.minor,
            })
            .collect(),
        lines: lines
            .into_iter()
            .map(|line| LineWire {
                description: line.name,
                quantity: line.quantity,
                gross: line.gross.minor,
                vat_rate: line.vat_rate.basis_points(),
            })
            .collect(),
        traveller: TravellerWire {
            passport_number: traveller.passport_no,
            issuing_country: traveller.issuing_country,
            family_name: traveller.family_name,
            given_name: traveller.given_name,
            date_of_birth: day(traveller.born_on),
            residence_country: traveller.residence_country,
            residence_address: traveller.residence_address,
            arrival: traveller.arrived_on.map(day),
            departure: traveller.departs_on.map(day),
            flight: Some(traveller.flight_no).filter(|flight| !flight.is_empty()),
        },
        refund_method: RefundWire {
            kind: form.method.name().to_owned(),
            card: card.map(|(brand, last_four, token)| CardWire {
                brand,
                last_four,
                token,
            }),
            wallet,
        },
    })
}
