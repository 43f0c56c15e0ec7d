//! A line of a basket on the wire.

use catalog::rule::keyed::UnitPrice;
use catalog::rule::no_stock::{Entry, NoStock};
use customised::view::{CustomisationView, ProductionState};
use kernel::id::LineId;
use kernel::refusal::ErrorView;
use kernel::{Money, Refusal};
use serde::Serialize;
use utoipa::ToSchema;

use super::promotion::{DiscountView, ManualView, StaffNames, discounts, manual_view};
use super::{SellerView, seller_views};
use crate::load::LoadedBasket;
use crate::rule::kind::{BasketKind, Operation};
use crate::rule::line::Line;
use crate::rule::pipeline::Part;
use crate::rule::price::PricedLine;
use crate::store::StoredLine;
use crate::{DISCOUNT_NOT_ALLOWED, LOCKED_BY_PAYMENT, ONE_PIECE_A_LINE, QUANTITY_MAX};
use shell::picture::picture_url;

/// A line of a basket.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LineView {
    /// Its id.
    pub line_id: LineId,
    /// The item.
    #[schema(example = "RG-2101")]
    pub item_no: String,
    /// The item's name.
    #[schema(example = "Solitaire, yellow gold, emerald")]
    pub name: String,
    /// The size; blank when the item has none.
    #[schema(example = "52")]
    pub size_code: String,
    /// Where the picture is.
    #[schema(example = "/pictures/ring-solitaire-gold-emerald.svg")]
    pub image_url: String,
    /// How many pieces.
    #[schema(example = 1)]
    pub quantity: i64,
    /// How many of them are reserved.
    #[schema(example = 1)]
    pub reserved_quantity: i64,
    /// How many of the others staff agreed to sell though stock has none.
    #[schema(example = 0)]
    pub below_stock: i64,
    /// How many could be had at the most; more than are free where the store sells below stock.
    #[schema(example = 3)]
    pub max_quantity: i64,
    /// The price of one piece; none when the item has no price here today.
    pub unit_price: Option<Money>,
    /// What the price list says, where somebody typed another price.
    pub listed_price: Option<Money>,
    /// Where the price comes from.
    pub price_source: Option<PriceSource>,
    /// What the line costs before discounts.
    pub gross: Option<Money>,
    /// What its discounts take.
    pub discount: Money,
    /// Its discounts, one by one, in the order in which they were taken.
    pub discounts: Vec<DiscountView>,
    /// The discount that staff gave on it, also when it does not count any more.
    pub manual_discount: Option<ManualView>,
    /// What the line costs.
    pub net: Option<Money>,
    /// How its weight made the price.
    pub weight: Option<WeightView>,
    /// What is repaired, and for whom.
    #[schema(example = "Chain, new clasp")]
    pub reference: String,
    /// The number of the piece in hand.
    #[schema(example = "S-004711")]
    pub stock_no: String,
    /// The numbers of the certificates.
    #[schema(example = json!(["GIA-2141438171"]))]
    pub certificate_nos: Vec<String>,
    /// What must still be entered for it.
    pub needs: Vec<LineNeed>,
    /// Whether it is a gift of a campaign.
    pub is_gift: bool,
    /// Whether it is put on deposit.
    pub deposit: bool,
    /// Who sells this line, with their shares; empty when whoever sells the basket does.
    pub salespeople: Vec<SellerView>,
    /// The VAT rate in basis points: 2000 is 20 %.
    #[schema(example = 2000)]
    pub vat_rate: i64,
    /// A note.
    #[schema(example = "Gift wrapping")]
    pub note: String,
    /// Whether it is sold without touching stock.
    pub is_no_stock: bool,
    /// What it is made like, of a piece that is made for this customer.
    pub customisation: Option<CustomisationView>,
    /// The last four letters of the number of the gift card that it sells or tops up.
    #[schema(example = "4471")]
    pub gift_card_last_four: Option<String>,
    /// Whether it tops that card up, instead of selling it.
    pub is_gift_card_top_up: bool,
    /// What may be done with it now, and why not.
    pub actions: Vec<LineActionView>,
}

/// Where the price of a line comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum PriceSource {
    /// The price list.
    Listed,
    /// Typed, because the item asks for it.
    Keyed,
    /// Typed in place of the listed price.
    Overridden,
    /// The metal board and the scale.
    Weight,
    /// Nothing: it is a gift.
    Gift,
}

impl From<UnitPrice> for PriceSource {
    fn from(price: UnitPrice) -> Self {
        match price {
            UnitPrice::Listed(_) => Self::Listed,
            UnitPrice::Keyed(_) => Self::Keyed,
            UnitPrice::Overridden { .. } => Self::Overridden,
            UnitPrice::Weighed(_) => Self::Weight,
            UnitPrice::Gift(_) => Self::Gift,
        }
    }
}

/// How a weight made a price.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WeightView {
    /// The weight, in milligrams.
    #[schema(example = 12350)]
    pub weight: i64,
    /// What a gram costs in the fineness of the piece, in hundredths of a minor unit; 0 when it was
    /// not kept.
    #[schema(example = 7_980_000)]
    pub gram_price_hundredths: i64,
    /// What the metal of the piece costs.
    pub metal: Money,
    /// What the labour costs.
    pub labour: Money,
}

/// What must still be entered for a line before payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum LineNeed {
    /// That its pieces are reserved again: they went while the basket was away.
    Reservation,
    /// Its price.
    Price,
    /// What it is for.
    Reference,
    /// The number of the piece.
    StockNo,
    /// The number of each certificate.
    Certificate,
    /// The number of the gift card, or another one when somebody else has it.
    CardNumber,
}

/// What may be done with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum LineAction {
    /// One piece more.
    Increase,
    /// One piece less.
    Decrease,
    /// Another size of the same item.
    ChangeSize,
    /// Note something on it.
    Note,
    /// Take it out.
    Remove,
    /// Give a discount on it.
    Discount,
    /// Type another price.
    OverridePrice,
    /// Put it on the scale.
    Weigh,
    /// Name who sells it.
    Salesperson,
    /// Put it on deposit, or buy it now after all.
    Deposit,
}

impl LineAction {
    /// What the kind of the basket has to allow for it.
    const fn operation(self) -> Option<Operation> {
        match self {
            Self::Increase
            | Self::Decrease
            | Self::ChangeSize
            | Self::Discount
            | Self::OverridePrice
            | Self::Weigh
            | Self::Deposit => Some(Operation::ChangePieces),
            Self::Salesperson => Some(Operation::ChangeSalesperson),
            Self::Note | Self::Remove => None,
        }
    }
}

/// Something that may be done with a line, or why not.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LineActionView {
    /// What.
    pub name: LineAction,
    /// Why it may not be done now.
    pub refusal: Option<ErrorView>,
}

pub(super) fn line_view(
    stored: &StoredLine,
    basket: &LoadedBasket,
    locked: bool,
    names: &StaffNames,
) -> LineView {
    let line = &stored.line;
    let priced = &basket.priced;
    let price = priced.line(line.line_id);
    let parts: Vec<&Part> = priced.calculated.of_line(line.line_id).collect();
    let zero = Money::zero(priced.total().currency);
    let sum = |of: fn(&Part) -> Money| Money {
        minor: parts.iter().map(|part| of(part).minor).sum(),
        ..zero
    };
    let unit_price = price.and_then(|price| price.price);
    let max_quantity = max_quantity(stored, basket.allows_below_stock);
    LineView {
        actions: actions(stored, &parts, max_quantity, (locked, basket.basket.kind)),
        below_stock: line.below_stock,
        salespeople: seller_views(&basket.sellers, basket.sellers.of_lines.get(&line.line_id)),
        line_id: line.line_id,
        item_no: line.item_no.clone(),
        name: stored.name.clone(),
        size_code: line.size_code.clone(),
        image_url: picture_url(&stored.picture),
        quantity: line.quantity,
        reserved_quantity: line.reserved,
        max_quantity,
        unit_price: unit_price.map(UnitPrice::money),
        listed_price: match unit_price {
            Some(UnitPrice::Overridden { listed, .. }) => Some(listed),
            _ => None,
        },
        price_source: unit_price.map(PriceSource::from),
        gross: unit_price.map(|_| sum(|part| part.gross)),
        discount: sum(Part::discount),
        discounts: discounts(&parts),
        manual_discount: line.manual.as_ref().map(|manual| {
            let line_id = Some(line.line_id);
            manual_view(manual, &priced.calculated, line_id, names)
        }),
        net: unit_price.map(|_| sum(|part| part.net)),
        weight: price.and_then(WeightView::of),
        reference: line.entered.reference.clone(),
        stock_no: line.entered.stock_no.clone(),
        certificate_nos: line.entered.certificate_nos.clone(),
        needs: needs(line, price),
        is_gift: line.is_gift,
        deposit: line.is_on_deposit,
        vat_rate: price.map_or(0, |price| price.vat.basis_points()),
        note: stored.note.clone(),
        is_no_stock: line.item.no_stock_posting,
        gift_card_last_four: line.gift_card.as_ref().map(|card| card.last_four.clone()),
        is_gift_card_top_up: line.gift_card.as_ref().is_some_and(|card| card.is_top_up),
        customisation: line.customisation.as_ref().zip(stored.promised_on).map(
            |(made, promised_on)| {
                CustomisationView::new(made, promised_on, ProductionState::InBasket)
            },
        ),
    }
}

fn max_quantity(stored: &StoredLine, allows_below_stock: bool) -> i64 {
    let line = &stored.line;
    if line.is_single() {
        1
    } else if line.item.no_stock_posting || allows_below_stock {
        QUANTITY_MAX
    } else {
        line.reserved + stored.available.max(0)
    }
}

impl WeightView {
    /// How the weight of a line made its price; none for what is not weighed.
    pub(crate) fn of(price: &PricedLine) -> Option<Self> {
        let weighed = price.weighed.as_ref()?;
        Some(Self {
            weight: weighed.weight.0,
            gram_price_hundredths: weighed.gram_price,
            metal: weighed.metal,
            labour: weighed.labour,
        })
    }
}

fn needs(line: &Line, price: Option<&PricedLine>) -> Vec<LineNeed> {
    let entered = &line.entered;
    let entries = if line.item.no_stock_posting {
        NoStock::of(&line.item_no).entries()
    } else {
        &[]
    };
    let is_priced = price.is_some_and(|price| price.price.is_some());
    let certificates = i64::try_from(entered.certificate_nos.len()).unwrap_or(i64::MAX);
    let is_sold = !line.is_gift;
    [
        (
            LineNeed::Reservation,
            line.takes_stock() && is_sold && line.missing() > 0,
        ),
        (LineNeed::Price, line.item.keying_in_price && !is_priced),
        (
            LineNeed::Reference,
            entries.contains(&Entry::Reference) && entered.reference.is_empty(),
        ),
        (
            LineNeed::StockNo,
            is_sold && line.item.carries_stock_no && entered.stock_no.is_empty(),
        ),
        (
            LineNeed::Certificate,
            is_sold && line.item.carries_certificate && certificates != line.quantity,
        ),
        (
            LineNeed::CardNumber,
            entries.contains(&Entry::CardNumber)
                && line.gift_card.as_ref().is_none_or(|card| !card.is_reserved),
        ),
    ]
    .into_iter()
    .filter_map(|(need, is_there)| is_there.then_some(need))
    .collect()
}

fn actions(
    stored: &StoredLine,
    parts: &[&Part],
    max_quantity: i64,
    (locked, kind): (bool, BasketKind),
) -> Vec<LineActionView> {
    let line = &stored.line;
    let action = |name: LineAction, refusal: Option<Refusal>| LineActionView {
        name,
        refusal: if locked {
            Some(Refusal::new(&LOCKED_BY_PAYMENT))
        } else {
            name.operation()
                .and_then(|operation| kind.refusal(operation))
                .or(refusal)
        }
        .map(|refusal| refusal.view()),
    };
    let above = (line.quantity >= max_quantity).then(|| {
        if line.is_single() {
            Refusal::new(&ONE_PIECE_A_LINE)
        } else {
            Refusal::new(&inventory::QUANTITY_ABOVE_AVAILABLE).with("available", max_quantity)
        }
    });
    let below = (line.quantity <= 1).then(|| Refusal::new(&crate::QUANTITY_BELOW_ONE));
    let barred = parts
        .iter()
        .all(|part| part.line_barrier.is_some())
        .then(|| Refusal::new(&DISCOUNT_NOT_ALLOWED));
    let mut actions = vec![
        action(LineAction::Increase, above),
        action(LineAction::Decrease, below),
        action(LineAction::ChangeSize, None),
        action(LineAction::Note, None),
        action(LineAction::Remove, None),
        action(LineAction::Discount, barred),
        action(LineAction::Deposit, line.deposit_refusal()),
    ];
    if !line.is_gift {
        actions.push(action(LineAction::Salesperson, None));
    }
    let item = line.item.priced(&line.item_no);
    if !line.item.keying_in_price && !line.item.no_stock_posting && !item.is_gift() {
        actions.push(action(LineAction::OverridePrice, None));
    }
    if line.item.by_weight.is_some() {
        actions.push(action(LineAction::Weigh, None));
    }
    actions
}
