//! A payment on a deposit is complete, or its pieces were handed over.

use jiff::Timestamp;
use journal::{Appended, Event, Scene, Signer, TicketForeign, TicketTender, append_event};
use kernel::Money;
use kernel::id::{BasketId, OrderId, StaffId, StoreNo};
use payment::refund::is_covered;
use payment::store::{BookedTender, has_live_attempt, list_booked_tenders};
use payment::view::{DepositSummary, OtherChangeView};
use sale::kept;
use sale::rule::line::Line;
use sale::rule::purpose::Purpose;
use sale::store::Basket;
use setting::Store;
use shell::db::Tx;
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::cancel;
use crate::rule::source::{Source, Supply};
use crate::rule::state::{Deed, Worth};
use crate::rule::step::Step;
use crate::step::{HandedOver, priced, waiting};
use crate::store::{
    self, Change, Deposit, EntryType, NewDeposit, NewEntry, NewStep, Plan, StoredLine,
};

/// Completes a payment on a deposit when what was taken covers what is due, or what was given back what
/// is to go back; else does nothing. The first one makes the deposit.
///
/// # Errors
/// A fault when the basket is not being paid for one.
pub async fn complete_when_paid(
    tx: &mut Tx,
    signer: &Signer,
    basket: &Basket,
    now: Timestamp,
) -> Outcome<Option<DepositSummary>> {
    let basket_id = basket.basket_id;
    let due = basket
        .due
        .ok_or_else(|| Failure::internal("a payment on a deposit of nothing"))?;
    let tenders = list_booked_tenders(tx, basket_id).await?;
    let settled: i64 = tenders.iter().map(|tender| tender.amount.minor).sum();
    if !is_covered(due, settled) || has_live_attempt(tx, basket_id).await? {
        return Ok(None);
    }
    if basket.purpose == Purpose::Cancellation {
        return cancel::complete(tx, signer, basket, tenders, now)
            .await
            .map(Some);
    }
    kept::put_by(tx, basket, now).await?;
    let store = setting::get_store(tx, &basket.store_no).await?;
    let (deposit, plan) = if basket.purpose == Purpose::Deposit {
        let plan = store::get_plan(tx, basket_id).await?;
        (open(tx, &store, basket, &plan, now).await?, Some(plan))
    } else {
        let deposit_id = basket.deposit_id.ok_or_else(|| missing("deposit"))?;
        let deposit = store::find(tx, &basket.store_no, deposit_id).await?;
        (deposit.ok_or_else(|| missing("deposit"))?, None)
    };
    let paid = Paid {
        deposit,
        amount: Money::new(settled, store.currency),
        tenders,
        now,
    };
    let step = match plan {
        Some(_) => Step::Opened,
        None => Step::Paid,
    };
    let summary = paid.book(tx, &store, basket).await?;
    let stated = paid
        .write_down(tx, signer, basket, (&summary, plan))
        .await?;
    paid.note_step(tx, basket, (step, &summary), stated).await?;
    Ok(Some(summary))
}

pub(crate) fn missing(what: &str) -> Failure {
    Failure::internal(format!("a payment on a deposit has no {what}"))
}

/// Writes a new deposit, on which nothing is held yet.
async fn open(
    tx: &mut Tx,
    store: &Store,
    basket: &Basket,
    plan: &Plan,
    now: Timestamp,
) -> Outcome<Deposit> {
    let customer_id = basket.customer_id.ok_or_else(|| missing("customer"))?;
    let customer = crm::find_customer(tx, customer_id).await?;
    let customer_name = customer.ok_or_else(|| missing("customer"))?.name;
    let salesperson_id = basket
        .salesperson_id
        .as_ref()
        .ok_or_else(|| missing("salesperson"))?;
    let fixed = basket.fixed.as_deref().ok_or_else(|| missing("price"))?;
    let deposit_no = tx.next_number(&store.store_no.0, "deposit").await?;
    let document_no = format!("D-{}-{deposit_no:06}", store.store_no);
    let lines = lines_of(tx, &store.store_no, basket.basket_id, fixed).await?;
    let mut words = vec![document_no.clone(), customer_name.clone()];
    for line in &lines {
        words.extend([line.item_no.clone(), line.name.clone()]);
    }
    let deposit_id = Uuid::now_v7();
    let total: i64 = lines.iter().map(|line| line.net).sum();
    let new = NewDeposit {
        deposit_id,
        store_no: &store.store_no,
        deposit_no,
        document_no: &document_no,
        basket_id: basket.basket_id,
        customer_id,
        customer_name: &customer_name,
        salesperson_id,
        plan,
        total: Money::new(total, store.currency),
        fixed,
        search_text: &kernel::search::fold(&words.join(" ")),
        opened_on: store.business_date(now),
        opened_at: now,
    };
    store::insert(tx, &new).await?;
    for (position, line) in (1_i64..).zip(&lines) {
        store::insert_line(tx, deposit_id, position, line).await?;
    }
    let deposit = store::find(tx, &store.store_no, deposit_id).await?;
    deposit.ok_or_else(|| missing("row"))
}

async fn lines_of(
    tx: &mut Tx,
    store_no: &StoreNo,
    basket_id: BasketId,
    fixed: &str,
) -> Outcome<Vec<StoredLine>> {
    let lines = sale::store::list_lines(tx, basket_id).await?;
    let ids: Vec<_> = lines.iter().map(|stored| stored.line.line_id).collect();
    let nets = kept::nets(fixed, &ids)?;
    let mut waiting = Vec::with_capacity(lines.len());
    for (stored, net) in lines.into_iter().zip(nets) {
        waiting.push(StoredLine {
            source: source_of(tx, store_no, &stored.line).await?,
            line_id: stored.line.line_id,
            item_no: stored.line.item_no,
            size_code: stored.line.size_code,
            name: stored.name,
            picture: stored.picture,
            quantity: stored.line.quantity,
            net: net.minor,
            order_id: None,
        });
    }
    Ok(waiting)
}

/// Where the pieces of a line come from, as stock stands now.
async fn source_of(tx: &mut Tx, store_no: &StoreNo, line: &Line) -> Outcome<Source> {
    let missing = match line.takes_stock() {
        true => line.quantity - line.reserved,
        false => 0,
    };
    let of = (line.item_no.as_str(), line.size_code.as_str());
    let elsewhere = match missing > 0 {
        true => store::count_elsewhere(tx, store_no, of).await?,
        false => 0,
    };
    Ok(Source::of(Supply {
        is_customised: line.customisation.is_some(),
        missing,
        elsewhere,
    }))
}

/// Money that came in for a deposit.
struct Paid {
    deposit: Deposit,
    amount: Money,
    tenders: Vec<BookedTender>,
    now: Timestamp,
}

impl Paid {
    /// Writes the entry with its tenders, and what the deposit holds now.
    async fn book(&self, tx: &mut Tx, store: &Store, basket: &Basket) -> Outcome<DepositSummary> {
        let deposit = &self.deposit;
        let worth = Worth {
            held: deposit.worth.held + self.amount.minor,
            ..deposit.worth
        };
        let change = Change {
            state: deposit.state.after(Deed::Pay, worth)?,
            worth,
            expires_on: deposit.expires_on,
            fixed: &deposit.fixed,
        };
        store::save(tx, deposit, &change).await?;
        let number = tx.next_number(&store.store_no.0, "deposit_receipt").await?;
        let receipt_no = format!("DP-{}-{number:06}", store.store_no);
        let entry_id = Uuid::now_v7();
        let business_date = store.business_date(self.now);
        let entry = NewEntry {
            entry_id,
            deposit_id: deposit.deposit_id,
            entry_type: EntryType::Pay,
            amount: self.amount.minor,
            receipt_no: &receipt_no,
            worth,
            basket_id: basket.basket_id,
            store_no: &store.store_no,
            terminal_no: &basket.terminal_no,
            staff_id: cashier(basket)?,
            business_date,
            booked_at: self.now,
        };
        store::insert_entry(tx, &entry).await?;
        for (position, tender) in (1_i64..).zip(&self.tenders) {
            let place = (&store.store_no, business_date);
            store::insert_tender(tx, (entry_id, position), place, tender).await?;
        }
        let sum = |part: fn(&BookedTender) -> Money| {
            deposit.money(self.tenders.iter().map(|tender| part(tender).minor).sum())
        };
        Ok(DepositSummary {
            deposit_id: deposit.deposit_id,
            document_no: deposit.document_no.clone(),
            entry_id,
            receipt_no,
            paid: self.amount,
            held: deposit.money(worth.held),
            balance: deposit.money(worth.balance()),
            expires_on: deposit.expires_on,
            rounding: sum(|tender| tender.rounding),
            change: sum(|tender| tender.change),
            other_change: OtherChangeView::among(&self.tenders),
            is_cancelled: false,
            kept: deposit.money(0),
        })
    }

    async fn write_down(
        &self,
        tx: &mut Tx,
        signer: &Signer,
        basket: &Basket,
        (summary, plan): (&DepositSummary, Option<Plan>),
    ) -> Outcome<Appended> {
        let scene = Scene {
            store_no: &basket.store_no,
            terminal_no: Some(&basket.terminal_no),
            operator: basket.cashier_id.as_ref(),
            at: self.now,
        };
        let event = Event::DepositPaid {
            deposit_no: summary.document_no.clone(),
            receipt_no: summary.receipt_no.clone(),
            customer_id: self.deposit.customer_id,
            remaining: self.deposit.worth.remaining,
            held: summary.held.minor,
            currency_code: self.amount.currency.code().to_owned(),
            tenders: self.tenders.iter().map(ticket_tender).collect(),
            approved_by: plan.and_then(|plan| plan.approved_by),
        };
        append_event(tx, signer, &scene, &event).await
    }

    async fn note_step(
        &self,
        tx: &mut Tx,
        basket: &Basket,
        (step, summary): (Step, &DepositSummary),
        stated: Appended,
    ) -> Outcome<()> {
        let deposit = &self.deposit;
        let lines = waiting(tx, deposit.deposit_id).await?;
        let new = NewStep {
            step_id: summary.entry_id,
            deposit_id: deposit.deposit_id,
            step,
            paper_no: &summary.receipt_no,
            amount: self.amount.minor,
            worth: Worth {
                held: summary.held.minor,
                ..deposit.worth
            },
            expires_on: deposit.expires_on,
            order_id: None,
            lines: &lines,
            terminal_no: &basket.terminal_no,
            staff_id: cashier(basket)?,
            made_at: self.now,
            journal: Some((stated.chain_id, stated.seq)),
        };
        store::insert_step(tx, &new).await
    }
}

/// Who works the till of a payment.
pub(crate) fn cashier(basket: &Basket) -> Outcome<&StaffId> {
    basket.cashier_id.as_ref().ok_or_else(|| missing("cashier"))
}

pub(crate) fn ticket_tender(tender: &BookedTender) -> TicketTender {
    TicketTender {
        tender_id: tender.tender_id,
        tender_code: tender.tender_code.clone(),
        amount: tender.amount,
        tendered: tender.tendered,
        change: tender.change,
        foreign: tender
            .foreign
            .map(|(amount, rate)| TicketForeign { amount, rate }),
        brand: tender.brand.clone(),
        last_four: tender.last_four.clone(),
        approval_code: tender.approval_code.clone(),
        poi_transaction_id: tender.poi_transaction_id.clone(),
        reference: tender.reference.clone(),
        attempt_id: tender.attempt_id,
    }
}

/// Notes on a deposit that pieces of it were handed over with an order.
///
/// # Errors
/// A fault when the basket settles no deposit.
pub async fn note_settled(
    tx: &mut Tx,
    basket: &Basket,
    order_id: OrderId,
    now: Timestamp,
) -> Outcome<()> {
    let deposit_id = basket.deposit_id.ok_or_else(|| missing("deposit"))?;
    let deposit = store::find(tx, &basket.store_no, deposit_id).await?;
    let deposit = deposit.ok_or_else(|| missing("deposit"))?;
    let lines = sale::store::list_lines(tx, basket.basket_id).await?;
    let line_ids: Vec<_> = lines.iter().map(|stored| stored.line.line_id).collect();
    let split = kept::split(&deposit.fixed, &line_ids)?;
    let worth = Worth {
        remaining: split.rest_total.minor,
        ..deposit.worth
    };
    let change = Change {
        state: deposit.state.after(Deed::Settle, worth)?,
        worth,
        expires_on: deposit.expires_on,
        fixed: &split.rest,
    };
    store::save(tx, &deposit, &change).await?;
    store::mark_settled(tx, deposit_id, &line_ids, order_id).await?;
    let lines = store::list_lines(tx, deposit_id).await?;
    let handed_over = lines.iter().filter(|line| line.order_id == Some(order_id));
    let applied = store::find_applied(tx, deposit_id, basket.basket_id).await?;
    let step = HandedOver {
        order_id,
        lines: handed_over.map(priced).collect(),
        applied: applied.map_or(0, |(_, amount)| amount),
        terminal_no: &basket.terminal_no,
        staff_id: cashier(basket)?,
        now,
    };
    step.write_down(tx, &deposit, &change).await
}
