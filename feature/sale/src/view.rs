//! What this feature says on the wire.

use std::collections::HashMap;

use inventory::view::{ItemTile, picture_url};
use jiff::Timestamp;
use kernel::id::{BasketId, CustomerId, LineId, StaffId};
use kernel::refusal::ErrorView;
use kernel::{Currency, Money, Rate, Refusal};
use serde::Serialize;
use session::view::initials;
use setting::Store;
use shell::Outcome;
use shell::db::Tx;
use utoipa::ToSchema;

use crate::rule::basket::{
    BasketState, PricedBasket, PricedLine, payment_refusal, price_basket, sum_up,
};
use crate::store::{self, Basket, FixedPrice, StoredLine};
use crate::{LOCKED_BY_PAYMENT, QUANTITY_MAX, Till};

/// A basket as the till shows it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BasketView {
    /// Its id; none before the first piece.
    pub basket_id: Option<BasketId>,
    /// The number that people see.
    #[schema(example = 87)]
    pub basket_no: Option<i64>,
    /// Whether it can be changed, or money is taken for it.
    pub state: BasketViewState,
    /// Counts its changes.
    #[schema(example = 4)]
    pub version: i64,
    /// The currency of all amounts.
    pub currency: Currency,
    /// Who sells.
    pub salesperson: Option<BasketSalesperson>,
    /// Who buys.
    pub customer: Option<BasketCustomer>,
    /// A note for the receipt.
    #[schema(example = "Gift wrapping")]
    pub note: String,
    /// The lines in the order in which they came.
    pub lines: Vec<LineView>,
    /// How many pieces.
    #[schema(example = 1)]
    pub pieces: i64,
    /// The sum of the lines.
    pub subtotal: Money,
    /// What discounts take off.
    pub discount: Money,
    /// What is to pay.
    pub total: Money,
    /// The VAT contained, per rate.
    pub vat: Vec<VatView>,
    /// Until when the pieces are reserved.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub lease_until: Option<Timestamp>,
    /// Whether a basket was left behind at this till that can be taken up again.
    pub restorable: bool,
    /// Why payment cannot start now.
    pub blocked_by: Option<ErrorView>,
}

/// Who sells.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BasketSalesperson {
    /// The id.
    #[schema(example = "seller")]
    pub staff_id: StaffId,
    /// First and last name.
    #[schema(example = "Chloé Bernard")]
    pub name: String,
    /// Two letters for the avatar.
    #[schema(example = "CB")]
    pub initials: String,
}

/// Who buys. Phone and e-mail are not shown on the sale screen, which customers can see.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BasketCustomer {
    /// The id.
    pub customer_id: CustomerId,
    /// Given and family name.
    #[schema(example = "Ada Martin")]
    pub name: String,
}

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
    /// How many could be had at the most.
    #[schema(example = 3)]
    pub max_quantity: i64,
    /// The price of one piece; none when the item has no price here today.
    pub unit_price: Option<Money>,
    /// What the line costs.
    pub net: Option<Money>,
    /// The VAT rate in basis points: 2000 is 20 %.
    #[schema(example = 2000)]
    pub vat_rate: i64,
    /// A note.
    #[schema(example = "Gift wrapping")]
    pub note: String,
    /// Whether it is sold without touching stock.
    pub is_no_stock: bool,
    /// What may be done with it now, and why not.
    pub actions: Vec<LineActionView>,
}

/// In what state a basket is that a till shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum BasketViewState {
    /// It can be changed.
    Open,
    /// Money is taken for it; its prices are fixed.
    Paying,
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

/// VAT contained in an amount.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VatView {
    /// The rate in basis points: 2000 is 20 %.
    #[schema(example = 2000)]
    pub rate: i64,
    /// The amount without VAT.
    pub base: Money,
    /// The VAT.
    pub amount: Money,
}

/// A basket that is not being paid any more is shown as it was when it was.
const fn view_state(state: BasketState) -> BasketViewState {
    match state {
        BasketState::Paying => BasketViewState::Paying,
        _ => BasketViewState::Open,
    }
}

/// What a scan led to.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScanView {
    /// The basket afterwards.
    pub basket: BasketView,
    /// The line that the piece went to.
    pub line_id: Option<LineId>,
    /// The item of which a size must be chosen first.
    pub choice: Option<ItemTile>,
}

/// A basket with everything that its view and its payment need.
pub(crate) struct LoadedBasket {
    pub basket: Basket,
    pub lines: Vec<StoredLine>,
    pub priced: PricedBasket,
}

impl LoadedBasket {
    /// Why payment cannot start now.
    pub(crate) fn payment_refusal(&self) -> Option<Refusal> {
        let lines: Vec<_> = self
            .lines
            .iter()
            .map(|stored| stored.line.clone())
            .collect();
        let has_salesperson = self.basket.salesperson_id.is_some();
        payment_refusal(self.basket.state, has_salesperson, &lines, &self.priced)
    }
}

/// Loads a basket with its prices: today's while it is open, the fixed ones while it is paid.
pub(crate) async fn load(
    tx: &mut Tx,
    store: &Store,
    basket: Basket,
    now: Timestamp,
) -> Outcome<LoadedBasket> {
    let stored = store::list_lines(tx, basket.basket_id).await?;
    let lines: Vec<_> = stored.iter().map(|stored| stored.line.clone()).collect();
    let fixed: Option<Vec<FixedPrice>> = stored.iter().map(|stored| stored.fixed).collect();
    let priced = match fixed {
        Some(fixed) if basket.state == BasketState::Paying => {
            let money = |minor| Money::new(minor, store.currency);
            let prices = fixed
                .into_iter()
                .map(|price| {
                    Some(PricedLine {
                        unit_price: money(price.unit_price),
                        net: money(price.net),
                        vat: Rate(price.vat),
                    })
                })
                .collect();
            sum_up(&lines, prices, store.currency)?
        }
        _ => {
            let date = store.business_date(now);
            let pricing =
                catalog::store::store_pricing(tx, &store.store_no, store.currency, date).await?;
            let mut item_nos: Vec<String> = lines.iter().map(|line| line.item_no.clone()).collect();
            item_nos.sort_unstable();
            item_nos.dedup();
            let rows: HashMap<_, _> = catalog::store::price_rows(tx, &item_nos, &pricing).await?;
            price_basket(&lines, &rows, &pricing, date)?
        }
    };
    Ok(LoadedBasket {
        basket,
        lines: stored,
        priced,
    })
}

/// The basket at work on a till, as the till shows it.
pub(crate) async fn basket_view(tx: &mut Tx, till: &Till) -> Outcome<BasketView> {
    let store = setting::get_store(tx, &till.store_no).await?;
    let Some(shown) = store::find_shown(tx, &till.terminal_no).await? else {
        let salesperson_id = store::last_salesperson(tx, till).await?;
        let name = match &salesperson_id {
            Some(salesperson_id) => store::staff_name(tx, salesperson_id).await?,
            None => None,
        };
        return Ok(BasketView {
            salesperson: salesperson_view(salesperson_id, name),
            restorable: store::find_left_behind(tx, &till.terminal_no)
                .await?
                .is_some(),
            ..nothing(store.currency)
        });
    };
    let loaded = load(tx, &store, shown.basket, till.now).await?;
    let salesperson = salesperson_view(loaded.basket.salesperson_id.clone(), shown.salesperson);
    let customer = loaded
        .basket
        .customer_id
        .zip(shown.customer)
        .map(|(customer_id, name)| BasketCustomer { customer_id, name });
    let blocked_by = loaded.payment_refusal().map(|refusal| refusal.view());
    let locked = loaded.basket.state == BasketState::Paying;
    Ok(BasketView {
        basket_id: Some(loaded.basket.basket_id),
        basket_no: Some(loaded.basket.basket_no),
        state: view_state(loaded.basket.state),
        version: loaded.basket.version,
        currency: store.currency,
        salesperson,
        customer,
        note: loaded.basket.note,
        pieces: loaded.priced.pieces,
        subtotal: loaded.priced.total,
        discount: Money::zero(store.currency),
        total: loaded.priced.total,
        vat: vat_views(&loaded.priced)?,
        lines: loaded
            .lines
            .into_iter()
            .zip(loaded.priced.lines)
            .map(|(stored, price)| line_view(stored, price, locked))
            .collect(),
        lease_until: Some(loaded.basket.lease_until),
        restorable: shown.has_left_behind,
        blocked_by,
    })
}

fn nothing(currency: Currency) -> BasketView {
    let zero = Money::zero(currency);
    BasketView {
        basket_id: None,
        basket_no: None,
        state: BasketViewState::Open,
        version: 0,
        currency,
        salesperson: None,
        customer: None,
        note: String::new(),
        lines: Vec::new(),
        pieces: 0,
        subtotal: zero,
        discount: zero,
        total: zero,
        vat: Vec::new(),
        lease_until: None,
        restorable: false,
        blocked_by: Some(Refusal::new(&crate::NOTHING_TO_PAY).view()),
    }
}

fn vat_views(priced: &PricedBasket) -> Outcome<Vec<VatView>> {
    priced
        .vat
        .iter()
        .map(|vat| {
            Ok(VatView {
                rate: vat.rate.basis_points(),
                base: vat.gross.minus(vat.amount)?,
                amount: vat.amount,
            })
        })
        .collect()
}

fn line_view(stored: StoredLine, price: Option<PricedLine>, locked: bool) -> LineView {
    let line = stored.line;
    let max_quantity = if line.no_stock_posting {
        QUANTITY_MAX
    } else {
        line.reserved + stored.available.max(0)
    };
    let action = |name: LineAction, refusal: Option<Refusal>| LineActionView {
        name,
        refusal: if locked {
            Some(Refusal::new(&LOCKED_BY_PAYMENT))
        } else {
            refusal
        }
        .map(|refusal| refusal.view()),
    };
    let above = (line.quantity >= max_quantity).then(|| {
        Refusal::new(&inventory::QUANTITY_ABOVE_AVAILABLE).with("available", max_quantity)
    });
    let below = (line.quantity <= 1).then(|| Refusal::new(&crate::QUANTITY_BELOW_ONE));
    LineView {
        actions: vec![
            action(LineAction::Increase, above),
            action(LineAction::Decrease, below),
            action(LineAction::ChangeSize, None),
            action(LineAction::Note, None),
            action(LineAction::Remove, None),
        ],
        line_id: line.line_id,
        item_no: line.item_no,
        name: stored.name,
        size_code: line.size_code,
        image_url: picture_url(&stored.picture),
        quantity: line.quantity,
        reserved_quantity: line.reserved,
        max_quantity,
        unit_price: price.map(|price| price.unit_price),
        net: price.map(|price| price.net),
        vat_rate: price.map_or(0, |price| price.vat.basis_points()),
        note: stored.note,
        is_no_stock: line.no_stock_posting,
    }
}

fn salesperson_view(
    staff_id: Option<StaffId>,
    name: Option<(String, String)>,
) -> Option<BasketSalesperson> {
    let (staff_id, (first, last)) = staff_id.zip(name)?;
    Some(BasketSalesperson {
        initials: initials(&first, &last),
        name: format!("{first} {last}"),
        staff_id,
    })
}
