//! Complete a sale: order, lines, tenders, stock, lease and journal in one transaction.

mod ticket;

use std::sync::Arc;

use inventory::giveaway::give_away;
use inventory::lease::{Sold, sell};
use inventory::store::LedgerEntry;
use jiff::Timestamp;
use journal::{ChainOpening, Kind, NewEntry, Signer};
use kernel::id::{ItemNo, OrderId, SizeCode, StaffId};
use kernel::{Money, Refusal};
use payment::OrderSummary;
use payment::refund::is_covered;
use setting::Store;
use shell::db::Tx;
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::GIFT_OUT_OF_STOCK;
use crate::load::{LoadedBasket, load};
use crate::rest::go_on_with_rest;
use crate::rule::basket::BasketState;
use crate::rule::credit::{Credit, OrderCredits};
use crate::rule::kind::BasketKind;
use crate::rule::line::Line;
use crate::sold_line::{SoldLine, credits, sold_lines};
use crate::store::{self, Basket, BookedTender};

/// Completes the sale of a basket, as it is stored now, when what was taken covers what is due; else does
/// nothing.
///
/// # Errors
/// A fault when the basket is not being paid or a piece is missing: then nothing is booked.
pub async fn complete_when_paid(
    tx: &mut Tx,
    signer: &Signer,
    basket: Basket,
    now: Timestamp,
) -> Outcome<Option<OrderSummary>> {
    let basket_id = basket.basket_id;
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
    if !is_covered(due, settled) || store::has_live_attempt(tx, basket_id).await? {
        return Ok(None);
    }
    let store = setting::get_store(tx, &basket.store_no).await?;
    let mut loaded = load(tx, &store, basket, now).await?;
    let rest = std::mem::take(&mut loaded.rest);
    if settled != due || loaded.priced.total().minor != due {
        return Err(Failure::internal(format!(
            "basket {basket_id}: settled {settled} of {due}, lines {}",
            loaded.priced.total().minor
        )));
    }
    let paid = (!rest.is_empty()).then(|| loaded.basket.clone());
    let sale = Completion::new(tx, store, loaded, tenders, now).await?;
    let summary = sale.book(tx, signer).await?;
    store::set_state(tx, basket_id, BasketState::Paying, BasketState::Completed).await?;
    if let Some(paid) = paid {
        go_on_with_rest(tx, &paid, &rest, now).await?;
    }
    Ok(Some(summary))
}

/// A sale, or a gift without money, on its way into the books.
pub(crate) struct Completion {
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
    /// Who is credited with what; none when one person sold everything.
    credits: Option<OrderCredits>,
    now: Timestamp,
}

impl Completion {
    pub(crate) async fn new(
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
        let lines = sold_lines(&basket)?;
        Ok(Self {
            credits: credits(&basket, &lines, &salesperson_id),
            order_id: OrderId(Uuid::now_v7()),
            order_no,
            receipt_no: format!("R-{}-{order_no:06}", store.store_no),
            rounding: Money::new(rounding, store.currency),
            salesperson_name: format!("{first} {last}"),
            lines,
            store,
            basket,
            tenders,
            salesperson_id,
            cashier_id,
            now,
        })
    }

    /// Whether it is a gift from a customer's record.
    fn is_gift(&self) -> bool {
        self.basket.basket.kind == BasketKind::CrmGift
    }

    fn money(&self, minor: i64) -> Money {
        Money::new(minor, self.store.currency)
    }

    /// Writes order, journal entry, tenders and stock. The state of the basket is the caller's.
    pub(crate) async fn book(self, tx: &mut Tx, signer: &Signer) -> Outcome<OrderSummary> {
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
        self.activate_gift_cards(tx, signer).await?;
        self.insert_credits(tx).await?;
        self.insert_tenders(tx).await?;
        self.take_from_stock(tx).await?;
        let buyer = self.basket.basket.customer_id;
        // Whoever only fetches a gift has bought nothing.
        if let Some(customer_id) = buyer.filter(|_| !self.is_gift()) {
            crm::note_visit(tx, customer_id, self.store.business_date(self.now)).await?;
        }
        let terminal_no = &self.basket.basket.terminal_no;
        let seller = Some(&self.salesperson_id);
        store::remember_salesperson(tx, terminal_no, seller, self.now).await?;
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

    /// Who is credited with a line that has salespeople of its own.
    fn of_line(&self, at: usize) -> &[Credit] {
        let of_lines = self.credits.as_ref().map(|credits| &credits.of_lines);
        of_lines
            .and_then(|lines| lines.get(at))
            .map_or(&[], Vec::as_slice)
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
            store::insert_certificates(tx, &sold.line).await?;
        }
        for stored in &self.basket.lines {
            if !stored.line.entered.certificate_nos.is_empty() {
                store::release_certificates(tx, stored.line.line_id).await?;
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

    /// The cards that it sells are good from now on.
    async fn activate_gift_cards(&self, tx: &mut Tx, signer: &Signer) -> Outcome<()> {
        for sold in &self.lines {
            let stored = &self.basket.lines[sold.stored];
            if !stored.line.sells_gift_card() {
                continue;
            }
            let card = gift_card::line::SoldCard {
                line_id: stored.line.line_id,
                order_id: self.order_id,
                customer_id: self.basket.basket.customer_id,
                amount: sold.line.net,
            };
            let place = gift_card::Place {
                store: &self.store,
                terminal_no: Some(&self.basket.basket.terminal_no),
                staff_id: Some(&self.cashier_id),
                now: self.now,
            };
            gift_card::line::activate(tx, signer, &card, place).await?;
        }
        Ok(())
    }

    async fn insert_credits(&self, tx: &mut Tx) -> Outcome<()> {
        let Some(credits) = &self.credits else {
            return Ok(());
        };
        let name_of = |staff_id: &StaffId| match self.basket.sellers.names.get(staff_id) {
            Some((first, last)) => format!("{first} {last}"),
            None => self.salesperson_name.clone(),
        };
        let order = (self.order_id, None);
        store::insert_credits(tx, order, &credits.of_order, name_of).await?;
        for (at, sold) in self.lines.iter().enumerate() {
            let line = (self.order_id, Some(sold.line.line_id));
            store::insert_credits(tx, line, self.of_line(at), name_of).await?;
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
            if self.is_gift() {
                self.give_away(tx, &stored.line).await?;
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
                    below_stock: stored.line.below_stock,
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

    /// A gift is taken from what is free at once: nobody had it in a basket before.
    async fn give_away(&self, tx: &mut Tx, line: &Line) -> Outcome<()> {
        let entry = LedgerEntry {
            store_no: &self.store.store_no.0,
            item_no: &line.item_no,
            size_code: &line.size_code,
            quantity: -line.quantity,
            entry_type: "GIFT",
            document_no: &self.receipt_no,
            document_id: Some(self.order_id.0),
            staff_id: &self.cashier_id.0,
            business_date: self.store.business_date(self.now),
            now: self.now,
        };
        if give_away(tx, &entry).await? {
            return Ok(());
        }
        let refusal = Refusal::new(&GIFT_OUT_OF_STOCK).with("itemNo", line.item_no.as_str());
        Err(refusal.into())
    }
}
