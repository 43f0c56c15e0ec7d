//! The lines of an order, of what a basket came to, and who is credited with them.

use catalog::rule::keyed::UnitPrice;
use journal::{TicketCredit, TicketDiscount, TicketLine, TicketOverride};
use kernel::id::{ItemNo, LineId, SizeCode, StaffId};
use kernel::{Money, Rate};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::load::LoadedBasket;
use crate::rule::credit::{Credit, OrderCredits, Share, credit_order};
use crate::rule::line::PriceOverride;
use crate::rule::pipeline::{Given, Part, Source};
use crate::store::StoredLine;

/// A line of an order: pieces of a basket line that were priced alike.
pub(crate) struct SoldLine {
    /// What the journal states.
    pub(crate) line: TicketLine,
    /// The place of its line in the basket.
    pub(crate) stored: usize,
    /// Where the price comes from.
    pub(crate) price: UnitPrice,
    /// What it was weighed, in milligrams.
    pub(crate) weight: Option<i64>,
    /// What each discount is called.
    pub(crate) descriptions: Vec<String>,
}

impl SoldLine {
    /// What the price list says, where another price was typed, with who typed it and why.
    pub(crate) fn overridden<'a>(
        &self,
        stored: &'a StoredLine,
    ) -> Option<(Money, &'a PriceOverride)> {
        overridden(self.price, stored)
    }
}

/// What the price list says, where a line's price was typed in place of it, with who typed it and why.
fn overridden(price: UnitPrice, stored: &StoredLine) -> Option<(Money, &PriceOverride)> {
    let UnitPrice::Overridden { listed, .. } = price else {
        return None;
    };
    let typed = stored.line.entered.price_override.as_ref()?;
    Some((listed, typed))
}

fn ticket_override((listed_price, typed): (Money, &PriceOverride)) -> TicketOverride {
    TicketOverride {
        listed_price,
        reason_code: typed.reason.0.clone(),
        given_by: typed.given_by.clone(),
        approved_by: typed.approved_by.clone(),
    }
}

/// The lines of the order in the order of the basket. A basket line that packages split keeps its id
/// for its first part.
pub(crate) fn sold_lines(loaded: &LoadedBasket) -> Outcome<Vec<SoldLine>> {
    let mut sold = Vec::with_capacity(loaded.lines.len());
    for (at, stored) in loaded.lines.iter().enumerate() {
        let line_id = stored.line.line_id;
        let priced = loaded.priced.line(line_id);
        let price = priced
            .and_then(|priced| priced.price)
            .ok_or_else(|| Failure::internal("a paid line has no price"))?;
        let weighed = priced.and_then(|priced| priced.weighed.as_ref());
        // Of a line that packages split the first pieces are the reserved ones.
        let mut reserved = stored.line.reserved;
        let first_of_line = sold.len();
        let mut certificate_nos = stored.line.entered.certificate_nos.iter().cloned();
        for (number, part) in loaded.priced.calculated.of_line(line_id).enumerate() {
            let id = if number == 0 {
                line_id
            } else {
                LineId(Uuid::now_v7())
            };
            let below_stock = if stored.line.below_stock > 0 {
                (i64::from(part.quantity) - reserved).max(0)
            } else {
                0
            };
            reserved = (reserved - i64::from(part.quantity)).max(0);
            let pieces = usize::try_from(part.quantity).unwrap_or(usize::MAX);
            sold.push(SoldLine {
                line: TicketLine {
                    below_stock,
                    certificate_nos: certificate_nos.by_ref().take(pieces).collect(),
                    price_override: overridden(price, stored).map(ticket_override),
                    ..ticket_line(id, stored, price, part)
                },
                stored: at,
                price,
                weight: weighed.map(|weighed| weighed.weight.0),
                descriptions: part.discounts.iter().map(description).collect(),
            });
        }
        // There is one for each piece at the most; none is lost where that should ever fail.
        if let Some(last) = sold[first_of_line..].last_mut() {
            last.line.certificate_nos.extend(certificate_nos);
        }
    }
    Ok(sold)
}

fn ticket_line(line_id: LineId, stored: &StoredLine, price: UnitPrice, part: &Part) -> TicketLine {
    TicketLine {
        line_id,
        item_no: ItemNo(stored.line.item_no.clone()),
        size_code: SizeCode(stored.line.size_code.clone()),
        name: stored.name.clone(),
        stock_no: Some(stored.line.entered.stock_no.clone()).filter(|it| !it.is_empty()),
        certificate_nos: Vec::new(),
        quantity: i64::from(part.quantity),
        unit_price: price.money(),
        price_override: None,
        discounts: part.discounts.iter().map(ticket_discount).collect(),
        net: part.net,
        vat_rate: part.rate,
        vat_amount: part.vat,
        below_stock: 0,
        salespeople: Vec::new(),
    }
}

fn ticket_discount(given: &Given) -> TicketDiscount {
    let manual = given.source.manual();
    let (discount_id, application_no) = match &given.source {
        Source::Package { id, number, .. } => (Some(id.0.clone()), Some(*number)),
        Source::Line(_) | Source::Basket(_) => (None, None),
    };
    TicketDiscount {
        source: given.source.name().to_owned(),
        amount: given.amount,
        discount_id,
        application_no,
        reason_code: manual.map(|manual| manual.reason.0.clone()),
        given_by: manual.map(|manual| manual.given_by.clone()),
        approved_by: manual.and_then(|manual| manual.approved_by.clone()),
    }
}

/// What the receipt prints for a discount: the package's words; nothing for one of staff, which it
/// names in the customer's language.
fn description(given: &Given) -> String {
    match &given.source {
        Source::Package { description, .. } => description.clone(),
        Source::Line(_) | Source::Basket(_) => String::new(),
    }
}

/// Who is credited with what of an order: none when its salesperson sold everything.
pub(crate) fn credits(
    basket: &LoadedBasket,
    lines: &[SoldLine],
    salesperson_id: &StaffId,
) -> Option<OrderCredits> {
    let sellers = &basket.sellers;
    if sellers.of_basket.is_empty() && sellers.of_lines.is_empty() {
        return None;
    }
    let alone = [Share::whole(salesperson_id.clone())];
    let together: &[Share] = if sellers.of_basket.is_empty() {
        &alone
    } else {
        &sellers.of_basket
    };
    let credited: Vec<(Money, Option<&[Share]>)> = lines
        .iter()
        .map(|sold| {
            let line_id = basket.lines[sold.stored].line.line_id;
            let own = sellers.of_lines.get(&line_id).map(Vec::as_slice);
            (sold.line.net, own)
        })
        .collect();
    let nothing = Money::zero(basket.priced.total().currency);
    Some(credit_order(together, &credited, nothing))
}

pub(crate) fn ticket_credit(credit: &Credit) -> TicketCredit {
    TicketCredit {
        staff_id: credit.share.staff_id.clone(),
        share: Rate::percent(credit.share.percent),
        amount: credit.amount,
    }
}
