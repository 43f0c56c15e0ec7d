//! What the journal states of a sale.

use journal::{Ticket, TicketForeign, TicketLine, TicketTender, TicketType, TicketVat};
use kernel::id::TenderCode;
use shell::Outcome;

use super::Completion;
use crate::rule::kind::BasketKind;
use crate::sold_line::ticket_credit;
use crate::store::BookedTender;

impl Completion {
    /// All that the receipt states.
    pub(super) fn ticket(&self) -> Outcome<Ticket> {
        let basket = &self.basket.basket;
        Ok(Ticket {
            edition: Ticket::EDITION,
            software_version: shell::http::VERSION.to_owned(),
            ticket_type: match self.basket.basket.kind {
                BasketKind::Sale | BasketKind::Pickup => TicketType::Sale,
                BasketKind::CrmGift => TicketType::CrmGift,
            },
            store_no: self.store.store_no.clone(),
            vat_no: self.store.vat_no.clone(),
            terminal_no: basket.terminal_no.clone(),
            operator_id: self.cashier_id.clone(),
            salesperson_id: self.salesperson_id.clone(),
            salespeople: self
                .credits
                .iter()
                .flat_map(|credits| credits.of_order.iter().map(ticket_credit))
                .collect(),
            order_id: self.order_id,
            order_no: self.order_no,
            receipt_no: self.receipt_no.clone(),
            customer_id: basket.customer_id,
            currency: self.store.currency,
            lines: self.ticket_lines(),
            vat: self
                .basket
                .priced
                .calculated
                .vat
                .iter()
                .map(|vat| TicketVat {
                    vat_rate: vat.rate,
                    gross: vat.gross,
                    vat_amount: vat.amount,
                })
                .collect(),
            subtotal: self.basket.priced.calculated.gross,
            discount: Some(self.basket.priced.calculated.discount()).filter(|it| it.minor != 0),
            rounding: self.rounding,
            total: self.basket.priced.total(),
            tenders: self
                .tenders
                .iter()
                .map(|tender| self.ticket_tender(tender))
                .collect(),
            pieces: self.basket.priced.pieces,
        })
    }

    fn ticket_lines(&self) -> Vec<TicketLine> {
        let lines = self.lines.iter().enumerate();
        lines
            .map(|(at, sold)| TicketLine {
                salespeople: self.of_line(at).iter().map(ticket_credit).collect(),
                ..sold.line.clone()
            })
            .collect()
    }

    fn ticket_tender(&self, tender: &BookedTender) -> TicketTender {
        let attempt = tender.attempt.as_ref();
        TicketTender {
            tender_id: tender.tender_id,
            tender_code: TenderCode(tender.tender_code.clone()),
            amount: self.money(tender.amount),
            tendered: self.money(tender.tendered),
            change: self.money(tender.change),
            foreign: tender
                .foreign
                .map(|(amount, rate)| TicketForeign { amount, rate }),
            brand: tender.brand.clone(),
            last_four: tender.last_four.clone(),
            reference: tender.reference.clone(),
            approval_code: attempt.and_then(|attempt| attempt.approval_code.clone()),
            poi_transaction_id: attempt.and_then(|attempt| attempt.poi_transaction_id.clone()),
            attempt_id: attempt.map(|attempt| attempt.attempt_id),
        }
    }
}
