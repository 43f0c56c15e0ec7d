//! What this feature says on the wire.

mod line;
mod promotion;

use inventory::view::ItemTile;
use jiff::Timestamp;
use kernel::id::{BasketId, CustomerId, LineId, StaffId};
use kernel::refusal::ErrorView;
use kernel::{Currency, Money, Refusal};
use serde::Serialize;
use session::view::initials;
use shell::Outcome;
use shell::db::Tx;
use utoipa::ToSchema;
use uuid::Uuid;

pub use line::{LineAction, LineActionView, LineView, PriceSource, WeightView};
pub use promotion::{
    AppliedPackageView, DiscountView, HintView, ManualKind, ManualView, PriceChangeView,
};

use crate::gift::drop_lost_gift;
use crate::load::{LoadedBasket, load};
use crate::rule::basket::BasketState;
use crate::rule::credit::Share;
use crate::rule::kind::{BasketKind, Operation};
use crate::rule::price::PricedBasket;
use crate::rule::purpose::Purpose;
use crate::store::{self, Sellers, ShownBasket};
use crate::{LOCKED_BY_PAYMENT, Till};

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
    /// What it is for.
    pub kind: BasketViewKind,
    /// What its payment is for.
    pub purpose: Purpose,
    /// The deposit that is paid on or handed over; none while a new one is taken.
    pub deposit_id: Option<Uuid>,
    /// Who sells; of several the first, whom the receipt names.
    pub salesperson: Option<BasketSalesperson>,
    /// Who sells together, with their shares; empty when one person does.
    pub salespeople: Vec<SellerView>,
    /// Why nobody else can be named as salesperson now.
    pub salesperson_refusal: Option<ErrorView>,
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
    /// What the lines cost before discounts.
    pub subtotal: Money,
    /// What discounts take off.
    pub discount: Money,
    /// The discount that staff gave on the whole basket.
    pub basket_discount: Option<ManualView>,
    /// The packages that are applied.
    pub packages: Vec<AppliedPackageView>,
    /// Packages that one more piece would complete.
    pub hints: Vec<HintView>,
    /// Whether another choice of packages might save more: the basket is too large to try them all
    /// (specification: discountApproximate).
    pub discount_approximate: bool,
    /// What is different since staff saw the prices; they have to confirm it before payment.
    pub price_change: Option<PriceChangeView>,
    /// Whether a change took the chosen gift away.
    pub gift_removed: bool,
    /// Whether the store asks for a flight.
    pub needs_flight: bool,
    /// The customer's flight.
    #[schema(example = "AF 116")]
    pub flight_no: String,
    /// What is to pay.
    pub total: Money,
    /// What of it is bought now and what is put on deposit; none while no line is.
    pub deposit: Option<BasketDepositView>,
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

/// A basket of which lines are put on deposit. Each part is paid by itself.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BasketDepositView {
    /// What is bought now.
    pub bought_now: Money,
    /// What the pieces cost that are put on deposit.
    pub on_deposit: Money,
    /// The packages that do not count, or save less, because some of their pieces are bought now and
    /// others are put on deposit.
    #[schema(example = json!(["Any two rings, 20 % off"]))]
    pub torn_packages: Vec<String>,
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

/// Somebody who sells together with others, or a line.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SellerView {
    /// Who.
    #[serde(flatten)]
    pub salesperson: BasketSalesperson,
    /// Which part, in whole per cent; those of one list are a hundred together.
    #[schema(example = 60)]
    pub percent: i64,
}

/// What a basket is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum BasketViewKind {
    /// Goods are sold.
    Sale,
    /// Goods that the web shop sold are handed over.
    Pickup,
    /// A gift is issued from a customer's record.
    CrmGift,
}

impl From<BasketKind> for BasketViewKind {
    fn from(kind: BasketKind) -> Self {
        match kind {
            BasketKind::Sale => Self::Sale,
            BasketKind::Pickup => Self::Pickup,
            BasketKind::CrmGift => Self::CrmGift,
        }
    }
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

/// In what state a basket is that a till shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum BasketViewState {
    /// It can be changed.
    Open,
    /// Money is taken for it; its prices are fixed.
    Paying,
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
    /// Whether it is no piece, but looks like the number of a gift card: whether there is such a card
    /// is told with its code only.
    pub is_gift_card: bool,
}

/// The basket at work on a till, as the till shows it.
pub(crate) async fn basket_view(tx: &mut Tx, till: &Till) -> Outcome<BasketView> {
    let shown = store::find_shown(tx, &till.terminal_no).await?;
    view(tx, till, shown, false).await
}

/// As [`basket_view`], in the transaction of a change, which may know the basket: a gift whose order the
/// change made another is taken out first.
pub(crate) async fn changed_view(
    tx: &mut Tx,
    till: &Till,
    shown: Option<&ShownBasket>,
) -> Outcome<BasketView> {
    let shown = match shown {
        Some(shown) => Some(shown.clone()),
        None => store::find_shown(tx, &till.terminal_no).await?,
    };
    view(tx, till, shown, true).await
}

async fn view(
    tx: &mut Tx,
    till: &Till,
    shown: Option<ShownBasket>,
    after_change: bool,
) -> Outcome<BasketView> {
    let store = setting::get_store(tx, &till.store_no).await?;
    let Some(shown) = shown else {
        return no_basket(tx, till, store.currency).await;
    };
    let mut loaded = load(tx, &store, shown.basket, till.now).await?;
    if after_change
        && loaded.basket.state == BasketState::Open
        && drop_lost_gift(tx, &store, &loaded, till.now)
            .await?
            .is_some()
    {
        let basket = store::get_basket(tx, loaded.basket.basket_id).await?;
        loaded = load(tx, &store, basket, till.now).await?;
    }
    let names = promotion::staff_names(tx, &loaded).await?;
    let calculated = &loaded.priced.calculated;
    let salesperson = salesperson_view(loaded.basket.salesperson_id.clone(), shown.salesperson);
    let customer = loaded
        .basket
        .customer_id
        .zip(shown.customer)
        .map(|(customer_id, name)| BasketCustomer { customer_id, name });
    let blocked_by = loaded.block().map(|refusal| refusal.view());
    let locked = loaded.basket.state == BasketState::Paying;
    Ok(BasketView {
        basket_id: Some(loaded.basket.basket_id),
        basket_no: Some(loaded.basket.basket_no),
        state: view_state(loaded.basket.state),
        version: loaded.basket.version,
        currency: store.currency,
        kind: loaded.basket.kind.into(),
        purpose: loaded.basket.purpose,
        deposit_id: loaded.basket.deposit_id,
        salesperson,
        salespeople: seller_views(&loaded.sellers, Some(&loaded.sellers.of_basket)),
        salesperson_refusal: salesperson_refusal(&loaded.basket).map(|refusal| refusal.view()),
        customer,
        pieces: loaded.priced.pieces,
        subtotal: calculated.gross,
        discount: calculated.discount(),
        total: calculated.net,
        deposit: deposit_view(&loaded),
        vat: vat_views(&loaded.priced)?,
        basket_discount: promotion::basket_discount(&loaded, &names),
        packages: promotion::packages(calculated),
        hints: promotion::hints(&loaded),
        discount_approximate: calculated.is_approximate,
        price_change: loaded.change.as_ref().map(promotion::price_change),
        gift_removed: loaded.basket.is_gift_removed,
        needs_flight: loaded.needs_flight,
        lines: loaded
            .lines
            .iter()
            .map(|stored| line::line_view(stored, &loaded, locked, &names))
            .collect(),
        flight_no: loaded.basket.flight_no,
        note: loaded.basket.note,
        lease_until: Some(loaded.basket.lease_until),
        restorable: shown.has_left_behind,
        blocked_by,
    })
}

fn deposit_view(loaded: &LoadedBasket) -> Option<BasketDepositView> {
    if loaded.basket.state != BasketState::Open || !loaded.has_deposit() {
        return None;
    }
    let total = loaded.priced.total();
    let kept = loaded.lines.iter().filter(|it| it.line.is_on_deposit);
    let nets = kept.flat_map(|stored| {
        let parts = loaded.priced.calculated.of_line(stored.line.line_id);
        parts.map(|part| part.net.minor)
    });
    let on_deposit = Money::new(nets.sum(), total.currency);
    Some(BasketDepositView {
        bought_now: Money::new(total.minor - on_deposit.minor, total.currency),
        on_deposit,
        torn_packages: loaded.torn_packages.clone(),
    })
}

/// A till at which nothing is in the basket yet.
async fn no_basket(tx: &mut Tx, till: &Till, currency: Currency) -> Outcome<BasketView> {
    let salesperson_id = store::last_salesperson(tx, till).await?;
    let name = match &salesperson_id {
        Some(salesperson_id) => store::staff_name(tx, salesperson_id).await?,
        None => None,
    };
    let left_behind = store::find_left_behind(tx, &till.terminal_no).await?;
    Ok(BasketView {
        salesperson: salesperson_view(salesperson_id, name),
        restorable: left_behind.is_some(),
        ..nothing(currency)
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
        kind: BasketViewKind::Sale,
        purpose: Purpose::Goods,
        deposit_id: None,
        salesperson: None,
        salespeople: Vec::new(),
        salesperson_refusal: None,
        customer: None,
        note: String::new(),
        lines: Vec::new(),
        pieces: 0,
        subtotal: zero,
        discount: zero,
        basket_discount: None,
        packages: Vec::new(),
        hints: Vec::new(),
        discount_approximate: false,
        price_change: None,
        gift_removed: false,
        needs_flight: false,
        flight_no: String::new(),
        total: zero,
        deposit: None,
        vat: Vec::new(),
        lease_until: None,
        restorable: false,
        blocked_by: Some(Refusal::new(&crate::NOTHING_TO_PAY).view()),
    }
}

fn vat_views(priced: &PricedBasket) -> Outcome<Vec<VatView>> {
    priced
        .calculated
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

/// Why nobody else can be named as salesperson of a basket.
fn salesperson_refusal(basket: &store::Basket) -> Option<Refusal> {
    if basket.state == BasketState::Paying {
        return Some(Refusal::new(&LOCKED_BY_PAYMENT));
    }
    basket.kind.refusal(Operation::ChangeSalesperson)
}

/// Salespeople with their shares; none where nobody shares.
fn seller_views(sellers: &Sellers, shares: Option<&Vec<Share>>) -> Vec<SellerView> {
    let shares = shares.into_iter().flatten();
    shares
        .filter_map(|share| {
            let name = sellers.names.get(&share.staff_id).cloned();
            Some(SellerView {
                salesperson: salesperson_view(Some(share.staff_id.clone()), name)?,
                percent: share.percent,
            })
        })
        .collect()
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
