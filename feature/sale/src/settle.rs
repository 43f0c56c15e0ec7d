//! Complete a sale: order, lines, tenders, stock, lease and journal in one transaction.

use std::sync::Arc;

use inventory::lease::{Sold, sell};
use jiff::Timestamp;
use journal::{ChainOpening, Kind, NewEntry, Signer, Ticket, TicketTender, TicketType, TicketVat};
use kernel::Money;
use kernel::id::{BasketId, ItemNo, OrderId, SizeCode, StaffId, TenderCode};
use payment::OrderSummary;
use setting::Store;
use shell::db::Tx;
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::load::{LoadedBasket, load};
use crate::rule::basket::BasketState;
use crate::sold_line::{SoldLine, sold_lines};
use crate::store::{self, BookedTender};

/// Completes the sale of a basket when what was taken covers what is due; else does nothing.
///
/// # Errors
/// A fault when the basket is not being paid or a piece is missing: then nothing is booked.
pub async fn complete_when_paid(
    tx: &mut Tx,
    signer: &Signer,
    basket_id: BasketId,
    now: Timestamp,
) -> Outcome<Option<OrderSummary>> {
    let basket = store::get_basket(tx, basket_id).await?;
    let due = match (basket.state, basket.due) {
        (BasketState::Paying, Some(due)) => due,
        _ => {
            return Err(Failure::internal(
                "a basket that is not being paid was settled",
            ));
        }
    };
    let tenders = store::list_tenders(tx, basket_id).await?;
    let settled: i64 = tenders.iter().map(|tender| tender.amount).sum();
    if settled < due || store::has_live_attempt(tx, basket_id).await? {
        return Ok(None);
    }
    let store = setting::get_store(tx, &basket.store_no).await?;
    let loaded = load(tx, &store, basket, now).await?;
    if settled != due || loaded.priced.total().minor != due {
        return Err(Failure::internal(format!(
            "basket {basket_id}: settled {settled} of {due}, lines {}",
            loaded.priced.total().minor
        )));
    }
    let sale = Completion::new(tx, store, loaded, tenders, now).await?;
    sale.book(tx, signer).await.map(Some)
}

/// A sale on its way into the books.
struct Completion {
    order_id: OrderId,
    order_no: i64,
    receipt_no: String,
    store: Arc<Store>,
    basket: LoadedBasket,
    tenders: Vec<BookedTender>,
    salesperson_id: StaffId,
    salesperson_name: String,
    cashier_id: StaffId,
    rounding: Money,
    lines: Vec<SoldLine>,
    now: Timestamp,
}

impl Completion {
    async fn new(
        tx: &mut Tx,
        store: Arc<Store>,
        basket: LoadedBasket,
        tenders: Vec<BookedTender>,
        now: Timestamp,
    ) -> Outcome<Self> {
        let missing = |what: &str| Failure::internal(format!("a paid basket has no {what}"));
        let salesperson_id = basket
            .basket
            .salesperson_id
            .clone()
            .ok_or_else(|| missing("salesperson"))?;
        let cashier_id = basket
            .basket
            .cashier_id
            .clone()
            .ok_or_else(|| missing("cashier"))?;
        let (first, last) = store::staff_name(tx, &salesperson_id)
            .await?
            .ok_or_else(|| missing("salesperson"))?;
        let order_no = tx.next_number(&store.store_no.0, "order").await?;
        let rounding = tenders.iter().map(|tender| tender.rounding).sum();
        Ok(Self {
            order_id: OrderId(Uuid::now_v7()),
            order_no,
            receipt_no: format!("R-{}-{order_no:06}", store.store_no),
            rounding: Money::new(rounding, store.currency),
            salesperson_name: format!("{first} {last}"),
            lines: sold_lines(&basket)?,
            store,
            basket,
            tenders,
            salesperson_id,
            cashier_id,
            now,
        })
    }

    fn money(&self, minor: i64) -> Money {
        Money::new(minor, self.store.currency)
    }

    async fn book(self, tx: &mut Tx, signer: &Signer) -> Outcome<OrderSummary> {
        let basket_id = self.basket.basket.basket_id;
        let entry = NewEntry {
            chain_id: self.basket.basket.terminal_no.0.clone(),
            kind: Kind::Ticket,
            at: self.now,
            time_zone: self.store.time_zone_name.clone(),
            business_date: self.store.business_date(self.now),
            payload: journal::payload(&self.ticket()?)?,
            opening: ChainOpening {
                registration_no: self.store.registration_no.clone(),
                vat_no: self.store.vat_no.clone(),
                store_no: self.store.store_no.clone(),
                terminal_no: Some(self.basket.basket.terminal_no.clone()),
                software_version: shell::http::VERSION.to_owned(),
            },
        };
        let appended = journal::append(tx, signer, entry).await?;
        self.insert_order(tx, &appended.chain_id, appended.seq)
            .await?;
        self.insert_lines(tx).await?;
        self.insert_tenders(tx).await?;
        self.take_from_stock(tx).await?;
        if let Some(customer_id) = self.basket.basket.customer_id {
            crm::note_visit(tx, customer_id, self.store.business_date(self.now)).await?;
        }
        store::set_state(tx, basket_id, BasketState::Paying, BasketState::Completed).await?;
        let change = self.tenders.iter().map(|tender| tender.change).sum();
        Ok(OrderSummary {
            order_id: self.order_id,
            order_no: self.order_no,
            total: self.basket.priced.total(),
            rounding: self.rounding,
            change: self.money(change),
            receipt_no: self.receipt_no,
        })
    }

    fn ticket(&self) -> Outcome<Ticket> {
        let basket = &self.basket.basket;
        Ok(Ticket {
            software_version: shell::http::VERSION.to_owned(),
            ticket_type: TicketType::Sale,
            store_no: self.store.store_no.clone(),
            vat_no: self.store.vat_no.clone(),
            terminal_no: basket.terminal_no.clone(),
            operator_id: self.cashier_id.clone(),
            salesperson_id: self.salesperson_id.clone(),
            order_id: self.order_id,
            order_no: self.order_no,
            receipt_no: self.receipt_no.clone(),
            customer_id: basket.customer_id,
            currency: self.store.currency,
            lines: self.lines.iter().map(|sold| sold.line.clone()).collect(),
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

    fn ticket_tender(&self, tender: &BookedTender) -> TicketTender {
        let attempt = tender.attempt.as_ref();
        TicketTender {
            tender_id: tender.tender_id,
            tender_code: TenderCode(tender.tender_code.clone()),
            amount: self.money(tender.amount),
            tendered: self.money(tender.tendered),
            change: self.money(tender.change),
            brand: attempt.and_then(|attempt| attempt.brand.clone()),
            last_four: attempt.and_then(|attempt| attempt.last_four.clone()),
            approval_code: attempt.and_then(|attempt| attempt.approval_code.clone()),
            poi_transaction_id: attempt.and_then(|attempt| attempt.poi_transaction_id.clone()),
            attempt_id: attempt.map(|attempt| attempt.attempt_id),
        }
    }

    async fn insert_order(&self, tx: &mut Tx, chain: &str, seq: i64) -> Outcome<()> {
        let basket = &self.basket.basket;
        let customer = match basket.customer_id {
            Some(customer_id) => store::customer_name(tx, customer_id).await?,
            None => None,
        };
        store::insert_order(
            tx,
            &store::NewOrder {
                order_id: self.order_id,
                order_no: self.order_no,
                receipt_no: &self.receipt_no,
                basket,
                store: &self.store,
                salesperson_id: &self.salesperson_id,
                salesperson_name: &self.salesperson_name,
                cashier_id: &self.cashier_id,
                subtotal: self.basket.priced.calculated.gross.minor,
                total: self.basket.priced.total().minor,
                rounding: self.rounding.minor,
                pieces: self.basket.priced.pieces,
                journal: (chain, seq),
                search_text: self.search_text(customer.as_deref()),
                now: self.now,
            },
        )
        .await?;
        for vat in &self.basket.priced.calculated.vat {
            store::insert_order_vat(tx, self.order_id, vat).await?;
        }
        Ok(())
    }

    /// What the order history finds an order by.
    fn search_text(&self, customer: Option<&str>) -> String {
        let mut words = vec![self.receipt_no.clone(), self.order_no.to_string()];
        words.extend(customer.map(str::to_owned));
        for stored in &self.basket.lines {
            words.push(stored.line.item_no.clone());
            words.push(stored.name.clone());
        }
        catalog::rule::search::fold(&words.join(" "))
    }

    async fn insert_lines(&self, tx: &mut Tx) -> Outcome<()> {
        for (position, sold) in (1_i64..).zip(&self.lines) {
            let place = (self.order_id, &self.store.store_no, position);
            store::insert_order_line(tx, place, sold, &self.basket.lines[sold.stored]).await?;
        }
        for stored in &self.basket.lines {
            if !stored.line.entered.certificate_nos.is_empty() {
                store::sell_certificates(tx, &stored.line).await?;
            }
            if let (Some(made), Some(promised_on)) =
                (&stored.line.customisation, stored.promised_on)
            {
                let promise = (made.family, promised_on);
                customised::store::sell(tx, self.order_id, stored.line.line_id, promise).await?;
            }
        }
        Ok(())
    }

    async fn insert_tenders(&self, tx: &mut Tx) -> Outcome<()> {
        let order = store::TenderedOrder {
            order_id: self.order_id,
            store_no: &self.store.store_no,
            salesperson_id: &self.salesperson_id,
            business_date: self.store.business_date(self.now),
            completed_at: self.now,
        };
        for (position, tender) in (1_i64..).zip(&self.tenders) {
            store::insert_order_tender(tx, &order, position, tender).await?;
        }
        Ok(())
    }

    async fn take_from_stock(&self, tx: &mut Tx) -> Outcome<()> {
        for stored in &self.basket.lines {
            if !stored.line.takes_stock() {
                continue;
            }
            sell(
                tx,
                &Sold {
                    line_id: stored.line.line_id,
                    store_no: &self.store.store_no,
                    item_no: &ItemNo(stored.line.item_no.clone()),
                    size_code: &SizeCode(stored.line.size_code.clone()),
                    quantity: stored.line.quantity,
                    order_id: self.order_id,
                    receipt_no: &self.receipt_no,
                    staff_id: &self.cashier_id,
                    business_date: self.store.business_date(self.now),
                    now: self.now,
                },
            )
            .await?;
        }
        Ok(())
    }
}
