//! Lines, packages and discounts for the tests of the rules.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use catalog::rule::price::{PriceRow, StorePricing};
use jiff::Timestamp;
use jiff::civil::Weekday;
use kernel::id::{ItemNo, LineId, StaffId};
use kernel::weight::Weight;
use kernel::{Currency, Rate};
use promotion::rule::package::{
    Benefit, GroupRow, Header, ItemRow, Need, Package, PackageDraft, PackageId, PackageState,
};
use promotion::rule::piece::PriceRounding;
use promotion::rule::reprice::Effort;
use promotion::rule::validate::validate;
use uuid::Uuid;

use super::discount::{Asked, Manual, ReasonCode};
use super::line::{Entered, Line, LineItem};
use super::pipeline::{Sale, SaleLine};
use super::price::{Market, PricedBasket, Weighing, price_basket};

pub(crate) fn id(number: u32) -> LineId {
    LineId(Uuid::from_u128(u128::from(number)))
}

/// A line at a position, of the item `IT-<position>`, with 20 % of VAT.
pub(crate) fn line(position: u32, unit_price: i64, quantity: u32) -> SaleLine {
    SaleLine {
        line_id: id(position),
        position,
        item_no: ItemNo(format!("IT-{position}")),
        unit_price,
        quantity,
        fixed: None,
        vat: Rate::percent(20),
        is_customised: false,
        exclusion: None,
        is_on_deposit: false,
        manual: None,
    }
}

/// A discount that a seller without limits gave on what was left to discount then.
pub(crate) fn manual(asked: Asked, basis: i64) -> Manual {
    Manual {
        asked,
        basis,
        reason: ReasonCode::from("DAMAGED"),
        given_by: StaffId::from("seller"),
        approved_by: None,
        granted: Rate::HUNDRED,
    }
}

/// A basket in euros, to the cent.
pub(crate) fn sale<'a>(
    lines: &'a [SaleLine],
    packages: &'a [Arc<Package>],
    manual: Option<&'a Manual>,
) -> Sale<'a> {
    Sale {
        currency: Currency::Eur,
        lines,
        packages,
        manual,
        rounding: PriceRounding::MINOR_UNIT,
        effort: Effort::default(),
    }
}

/// A package that takes so many pieces of any of the items.
pub(crate) fn package(
    key: &str,
    benefit: Benefit,
    pieces: u32,
    items: &[&str],
    change: impl Fn(&mut Header),
) -> Arc<Package> {
    let mut header = Header {
        id: PackageId::from(key),
        description: format!("Package {key}"),
        state: PackageState::Enabled,
        priority: 10,
        starting_date: None,
        ending_date: None,
        weekdays: vec![Weekday::Monday],
        hours: None,
        price_group: None,
        currency: Currency::Eur,
        member_only: false,
        amount_to_trigger: 0,
        max_times: None,
        block_manual_discount: false,
        block_basket_discount: false,
        coupon_code: None,
        benefit,
    };
    change(&mut header);
    let items = (1_u32..)
        .zip(items)
        .map(|(lineno, item_no)| ItemRow {
            lineno,
            item_no: ItemNo::from(*item_no),
            line_group: "A".to_owned(),
            quantity_of_item_need: 0,
            benefit: None,
            package_benefit: None,
            takes_customised: false,
        })
        .collect();
    let draft = PackageDraft {
        header,
        groups: vec![GroupRow {
            group_code: "A".to_owned(),
            need: Need::Exactly(pieces),
        }],
        items,
    };
    Arc::new(validate(&draft).unwrap())
}

/// A line as it is stored, of an item that is sold at its listed price.
pub(crate) fn basket_line(item_no: &str, quantity: i64, reserved: i64) -> Line {
    Line {
        line_id: LineId(Uuid::now_v7()),
        position: 1,
        quantity,
        reserved,
        below_stock: 0,
        item_no: item_no.to_owned(),
        size_code: String::new(),
        item: LineItem {
            no_stock_posting: matches!(item_no, "PAPERBAG" | "REPAIR"),
            unit: "PCS".to_owned(),
            vat_group: "GOODS".to_owned(),
            item_class: "RING".to_owned(),
            discountable: true,
            keying_in_price: false,
            keyed_min: None,
            keyed_max: None,
            unit_weight: Weight(2_000),
            by_weight: None,
            carries_certificate: false,
            carries_stock_no: false,
        },
        entered: Entered::default(),
        is_gift: false,
        is_on_deposit: false,
        manual: None,
        customisation: None,
        gift_card: None,
    }
}

/// A price from so many pieces on.
pub(crate) fn row(minimum_quantity: i64, unit_price: i64) -> PriceRow {
    PriceRow {
        row_id: minimum_quantity,
        sales_code: "EUR-RETAIL".to_owned(),
        size_code: String::new(),
        starting_date: None,
        ending_date: None,
        minimum_quantity,
        unit: "PCS".to_owned(),
        unit_price,
        price_includes_vat: true,
        deductible_vat: None,
        vat: None,
    }
}

/// What lines come to in a store with 20 % of VAT and no package.
pub(crate) fn priced(lines: &[Line], rows: &[(&str, Vec<PriceRow>)]) -> PricedBasket {
    priced_with(lines, rows, None)
}

/// As [`priced`], with a discount on the basket.
pub(crate) fn priced_with(
    lines: &[Line],
    rows: &[(&str, Vec<PriceRow>)],
    manual: Option<&Manual>,
) -> PricedBasket {
    let rows: HashMap<String, Vec<PriceRow>> = rows
        .iter()
        .map(|(item, rows)| ((*item).to_owned(), rows.clone()))
        .collect();
    let vat = BTreeMap::from([("GOODS".to_owned(), Rate::percent(20))]);
    let store = StorePricing {
        currency: Currency::Eur,
        price_groups: vec!["EUR-RETAIL".to_owned()],
        duty_free: false,
        deductible_vat: vat.clone(),
        vat,
        rounding: BTreeMap::new(),
    };
    let market = Market {
        rows: &rows,
        boards: &HashMap::new(),
        store: &store,
        customer_groups: &[],
        packages: &[],
        manual,
        rounding: PriceRounding::MINOR_UNIT,
        date: "2026-11-21".parse().unwrap(),
        now: Timestamp::UNIX_EPOCH,
    };
    price_basket(lines, &market, Weighing::Now).unwrap()
}
