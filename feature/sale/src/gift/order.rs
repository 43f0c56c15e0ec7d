//! What a campaign looks at of a basket.

use jiff::Timestamp;
use kernel::Currency;
use kernel::id::{BasketId, CustomerId, ItemNo};
use promotion::rule::campaign::{GiftCustomer, NotCounting, Order, OrderLine};
use setting::Store;
use shell::Outcome;
use shell::db::Tx;

use crate::load::LoadedBasket;
use crate::store::{self, StoredLine};

/// The order as gifts look at it.
pub(super) struct GiftOrder<'a> {
    store: &'a Store,
    date: jiff::civil::Date,
    lines: Vec<OrderLine>,
    customer: Option<GiftCustomer>,
}

impl<'a> GiftOrder<'a> {
    pub(super) async fn load(
        tx: &mut Tx,
        store: &'a Store,
        loaded: &LoadedBasket,
        now: Timestamp,
    ) -> Outcome<Self> {
        let customer = match loaded.basket.customer_id {
            Some(customer_id) => {
                let basket_id = loaded.basket.basket_id;
                Some(gift_customer(tx, (customer_id, basket_id), store.currency).await?)
            }
            None => None,
        };
        Ok(Self {
            store,
            date: store.business_date(now),
            lines: order_lines(loaded),
            customer,
        })
    }

    pub(super) fn order(&self) -> Order<'_> {
        Order {
            store_no: &self.store.store_no,
            date: self.date,
            currency: self.store.currency,
            lines: &self.lines,
            customer: self.customer.as_ref(),
        }
    }
}

/// What a customer has had, gifts that are just being paid at other tills among it.
async fn gift_customer(
    tx: &mut Tx,
    (customer_id, basket_id): (CustomerId, BasketId),
    currency: Currency,
) -> Outcome<GiftCustomer> {
    let mut received = promotion::store::received_gifts(tx, customer_id).await?;
    for (campaign_id, pieces) in store::gifts_being_paid(tx, customer_id, basket_id).await? {
        let had = received.entry(campaign_id).or_default();
        *had = had.saturating_add(pieces);
    }
    Ok(GiftCustomer {
        customer_id,
        is_member: crm::find_buyer(tx, customer_id, currency).await?.is_member,
        received,
    })
}

/// The lines without gifts. What is put on deposit earns nothing yet, and a gift does not depend on it.
fn order_lines(loaded: &LoadedBasket) -> Vec<OrderLine> {
    let is_sold = |stored: &&StoredLine| !stored.line.is_gift && !stored.line.is_on_deposit;
    let sold = loaded.lines.iter().filter(is_sold);
    sold.map(|stored| {
        let line = &stored.line;
        let calculated = &loaded.priced.calculated;
        let sum = |of: fn(&crate::rule::pipeline::Part) -> i64| {
            calculated.of_line(line.line_id).map(of).sum()
        };
        OrderLine {
            line_id: line.line_id,
            item_no: ItemNo(line.item_no.clone()),
            size_code: line.size_code.clone(),
            family: line.item.item_class.clone(),
            quantity: u32::try_from(line.quantity).unwrap_or(u32::MAX),
            gross: sum(|part| part.gross.minor),
            net: sum(|part| part.net.minor),
            not_counting: if line.item_no == "GIFTCARD" {
                Some(NotCounting::GiftCard)
            } else if line.item.no_stock_posting {
                Some(NotCounting::Service)
            } else {
                None
            },
        }
    })
    .collect()
}
