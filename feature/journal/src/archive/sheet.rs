//! The tables of an archive that people read: tickets and closings.

use serde::Deserialize;

use crate::rule::StoredEntry;
use crate::rule::closing::Closing;
use crate::rule::kind::Kind;
use crate::ticket::Ticket;

/// A table: its file, its first line, and the line that an entry gives.
pub(super) struct Sheet {
    pub(super) file: &'static str,
    pub(super) head: &'static str,
    pub(super) kinds: &'static [Kind],
    pub(super) line: fn(&StoredEntry) -> Option<Vec<String>>,
}

/// The tables.
pub(super) const SHEETS: [Sheet; 2] = [
    Sheet {
        file: "ticket.csv",
        head: "chain,seq,kind,business_date,at_local,receipt_no,ticket_type,currency,total,vat_amount,\
               discount,rounding,pieces,tenders,hash\n",
        kinds: &[Kind::Ticket, Kind::Correction, Kind::Training],
        line: ticket,
    },
    Sheet {
        file: "closing.csv",
        head: "chain,seq,kind,from_date,to_date,currency,tickets,total,vat_amount,perpetual_total,\
               perpetual_absolute,first_seq,last_seq,hash\n",
        kinds: &[Kind::ClosingDay, Kind::ClosingMonth, Kind::ClosingYear],
        line: closing,
    },
];

/// The type of a ticket as the journal writes it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Typed {
    ticket_type: String,
}

fn ticket(entry: &StoredEntry) -> Option<Vec<String>> {
    let ticket: Ticket = serde_json::from_slice(&entry.payload).ok()?;
    let typed: Typed = serde_json::from_slice(&entry.payload).ok()?;
    let vat: i64 = ticket.vat.iter().map(|rate| rate.vat_amount.minor).sum();
    let tenders: Vec<String> = ticket
        .tenders
        .iter()
        .map(|tender| format!("{} {}", tender.tender_code, tender.amount.minor))
        .collect();
    Some(vec![
        entry.chain_id.clone(),
        entry.seq.to_string(),
        entry.kind.clone(),
        entry.business_date.clone(),
        entry.at_local.clone(),
        ticket.receipt_no,
        typed.ticket_type,
        ticket.currency.code().to_owned(),
        ticket.total.minor.to_string(),
        vat.to_string(),
        ticket.discount.map_or(0, |it| it.minor).to_string(),
        ticket.rounding.minor.to_string(),
        ticket.pieces.to_string(),
        tenders.join("; "),
        hex::encode(&entry.hash),
    ])
}

fn closing(entry: &StoredEntry) -> Option<Vec<String>> {
    let closing: Closing = serde_json::from_slice(&entry.payload).ok()?;
    Some(vec![
        entry.chain_id.clone(),
        entry.seq.to_string(),
        entry.kind.clone(),
        closing.from_date,
        closing.to_date,
        closing.currency_code,
        closing.sums.tickets.to_string(),
        closing.sums.total.to_string(),
        closing.sums.sold.vat_amount.to_string(),
        closing.perpetual.total.to_string(),
        closing.perpetual.absolute.to_string(),
        closing.first_seq.to_string(),
        closing.last_seq.to_string(),
        hex::encode(&entry.hash),
    ])
}

/// A line of comma-separated values.
pub(super) fn csv_line(values: &[String]) -> String {
    let quoted: Vec<String> = values
        .iter()
        .map(|value| match value.contains(['"', ',', '\n', '\r']) {
            true => format!("\"{}\"", value.replace('"', "\"\"")),
            false => value.clone(),
        })
        .collect();
    quoted.join(",") + "\n"
}
