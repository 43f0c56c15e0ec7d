//! Price groups and the price rows of an item.

use jiff::ToSpan;
use jiff::civil::Date;

use super::{Item, PricingMethod};

/// Which way a computed price is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RoundingDirection {
    /// Half away from zero.
    Nearest,
    /// Away from zero.
    Up,
    /// Toward zero.
    Down,
}

/// A market's price list, or the one of a kind of customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PriceGroup {
    /// Key, such as `EUR-RETAIL`.
    pub code: &'static str,
    /// What it is for.
    pub description: &'static str,
    /// ISO 4217 code.
    pub currency: &'static str,
    /// Digits after the decimal point of that currency.
    pub exponent: u32,
    /// Step of computed prices in minor units.
    pub precision_minor: i64,
    /// Direction of that rounding.
    pub direction: RoundingDirection,
    /// Whether it belongs to customers rather than to stores.
    pub is_customer: bool,
    /// VAT contained in the listed price, in hundredths of a percent.
    pub deductible_vat: u32,
    /// VAT charged on the sale, in hundredths of a percent.
    pub vat: u32,
}

const fn group(
    code: &'static str,
    description: &'static str,
    currency: (&'static str, u32),
    rounding: (i64, RoundingDirection),
    vat: (u32, u32),
) -> PriceGroup {
    PriceGroup {
        code,
        description,
        currency: currency.0,
        exponent: currency.1,
        precision_minor: rounding.0,
        direction: rounding.1,
        is_customer: false,
        deductible_vat: vat.0,
        vat: vat.1,
    }
}

/// The one price group that follows the customer.
pub const CUSTOMER_PRICE_GROUP: &str = "EUR-VIP";

/// All price groups.
pub const PRICE_GROUPS: [PriceGroup; 9] = {
    use RoundingDirection::{Down, Nearest, Up};
    const EUR: (&str, u32) = ("EUR", 2);
    const CNY: (&str, u32) = ("CNY", 2);
    const FRANCE: (u32, u32) = (2_000, 2_000);
    let vip = group(
        CUSTOMER_PRICE_GROUP,
        "Friends of the house",
        EUR,
        (1, Nearest),
        FRANCE,
    );
    [
        group("EUR-RETAIL", "France, retail", EUR, (1, Nearest), FRANCE),
        group(
            "EUR-AIRPORT",
            "France, duty-free",
            EUR,
            (100, Down),
            (2_000, 0),
        ),
        group("EUR-IT", "Italy, retail", EUR, (100, Up), (2_000, 2_200)),
        PriceGroup {
            is_customer: true,
            ..vip
        },
        group(
            "HKD-RETAIL",
            "Hong Kong, retail",
            ("HKD", 2),
            (1_000, Nearest),
            (0, 0),
        ),
        group(
            "CNY-RETAIL",
            "Mainland China, retail",
            CNY,
            (100, Down),
            (1_300, 1_300),
        ),
        group(
            "CNY-GOLD",
            "Mainland China, gold board",
            CNY,
            (100, Down),
            (1_300, 1_300),
        ),
        group(
            "JPY-RETAIL",
            "Japan, retail",
            ("JPY", 0),
            (100, Nearest),
            (1_000, 1_000),
        ),
        group(
            "KWD-RETAIL",
            "Kuwait, retail",
            ("KWD", 3),
            (250, Nearest),
            (0, 0),
        ),
    ]
};

/// Gold 999 on the board, per gram in minor units.
const GOLD_BOARD_HKD: i64 = 87_200;
const GOLD_BOARD_CNY: i64 = 79_800;

/// A row of the price list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceRow {
    /// Item the price is for.
    pub item_no: String,
    /// Code of the price group.
    pub sales_code: &'static str,
    /// Size the price is for; blank for all.
    pub size_code: &'static str,
    /// First day.
    pub starting_date: Date,
    /// Last day, none when open.
    pub ending_date: Option<Date>,
    /// From how many pieces.
    pub minimum_quantity: u32,
    /// `PCS` per piece, `G` per gram.
    pub unit: &'static str,
    /// Price of one unit in minor units of the group's currency.
    pub unit_price_minor: i64,
    /// Weight of one piece in milligrams.
    pub unit_weight_mg: i64,
    /// Whether the price contains the deductible VAT.
    pub price_include_vat: bool,
    /// VAT contained in the price, in hundredths of a percent.
    pub deductible_vat: u32,
    /// VAT charged on the sale, in hundredths of a percent.
    pub vat: u32,
}

/// A price in euros within some days and from some quantity, before it is carried to a market.
struct Offer {
    euros: i64,
    from: Date,
    to: Option<Date>,
    minimum_quantity: u32,
}

/// The price rows of an item in all groups, with windows around `today`.
///
/// Every tenth item has a price change, every fifteenth a sale window, every twentieth a tier from
/// three pieces. Items whose price is keyed in have none.
#[must_use]
pub fn price_rows(item: &Item, today: Date) -> Vec<PriceRow> {
    if item.keying_in_price {
        return Vec::new();
    }
    if item.pricing_method == PricingMethod::Weight {
        return gold_rows(item, today);
    }
    let listed = days_from(today, -730);
    if let Some(prices) = item.local_prices {
        return fixed_rows(item, listed, prices);
    }
    let offers = offers(item.price_eur_minor / 100, item.position, today);
    let mut rows = Vec::new();
    for group in PRICE_GROUPS.iter().filter(|group| group.code != "CNY-GOLD") {
        for offer in &offers {
            let euros = if group.is_customer {
                percent(offer.euros, 90)
            } else {
                offer.euros
            };
            let price = market_price(euros, group.currency);
            rows.push(PriceRow {
                ending_date: offer.to,
                minimum_quantity: offer.minimum_quantity,
                ..row(item, group, offer.from, price)
            });
        }
    }
    rows
}

fn offers(euros: i64, position: u32, today: Date) -> Vec<Offer> {
    let listed = days_from(today, -730);
    let offer = |euros, from, to| Offer {
        euros,
        from,
        to,
        minimum_quantity: 1,
    };
    let mut offers = vec![offer(euros, listed, None)];
    if position.is_multiple_of(10) {
        if position.is_multiple_of(30) {
            offers.push(offer(
                nearest_price(euros * 106 / 100).max(euros + 4),
                days_from(today, 21),
                None,
            ));
        } else {
            offers[0].euros = percent(euros, 94);
            offers.push(offer(euros, days_from(today, -45), None));
        }
    }
    if position.is_multiple_of(15) {
        let (from, to) = match position / 15 % 3 {
            0 => (-7, 14),
            1 => (-20, 10),
            _ => (10, 30),
        };
        let window = (days_from(today, from), Some(days_from(today, to)));
        offers.push(offer(percent(euros, 80), window.0, window.1));
    }
    if position.is_multiple_of(20) {
        let tier = offer(percent(euros, 93), listed, None);
        offers.push(Offer {
            minimum_quantity: 3,
            ..tier
        });
    }
    offers
}

fn row(item: &Item, group: &PriceGroup, from: Date, unit_price_minor: i64) -> PriceRow {
    let taxed = item.vat_group == "STANDARD";
    PriceRow {
        item_no: item.item_no.clone(),
        sales_code: group.code,
        size_code: "",
        starting_date: from,
        ending_date: None,
        minimum_quantity: 1,
        unit: "PCS",
        unit_price_minor,
        unit_weight_mg: item.unit_weight_mg,
        price_include_vat: true,
        deductible_vat: if taxed { group.deductible_vat } else { 0 },
        vat: if taxed { group.vat } else { 0 },
    }
}

/// Bags, shipping and gifts: the same small price on all days.
fn fixed_rows(item: &Item, listed: Date, prices: [i64; 5]) -> Vec<PriceRow> {
    PRICE_GROUPS
        .iter()
        .filter(|group| !group.is_customer && group.code != "CNY-GOLD")
        .map(|group| {
            let index = match group.currency {
                "HKD" => 1,
                "CNY" => 2,
                "JPY" => 3,
                "KWD" => 4,
                _ => 0,
            };
            row(item, group, listed, prices[index])
        })
        .collect()
}

/// Gold by weight: the board's price per gram and the labour per piece.
fn gold_rows(item: &Item, today: Date) -> Vec<PriceRow> {
    let listed = days_from(today, -730);
    let mut rows = Vec::new();
    for (code, board) in [("HKD-RETAIL", GOLD_BOARD_HKD), ("CNY-GOLD", GOLD_BOARD_CNY)] {
        for group in PRICE_GROUPS.iter().filter(|group| group.code == code) {
            rows.push(PriceRow {
                unit: "G",
                ..row(item, group, today, board)
            });
            let labour = market_price(item.price_eur_minor / 100, group.currency);
            rows.push(row(item, group, listed, labour));
        }
    }
    rows
}

/// A euro price carried to a currency: factor and step of each market, in its minor units.
fn market_price(euros: i64, currency: &str) -> i64 {
    match currency {
        "HKD" => to_step(euros * 920, 1_000),
        "CNY" => to_step(euros * 860, 1_000),
        "JPY" => to_step(euros * 172, 100),
        "KWD" => to_step(euros * 360, 250),
        _ => euros * 100,
    }
}

const fn to_step(minor: i64, step: i64) -> i64 {
    (minor + step / 2) / step * step
}

/// The price in whole euros nearest to `euros` that ends in 5 or 9; the lower one on a tie.
pub(super) fn nearest_price(euros: i64) -> i64 {
    let tens = euros.div_euclid(10) * 10;
    [tens - 1, tens + 5, tens + 9]
        .into_iter()
        .min_by_key(|candidate| (candidate - euros).abs())
        .unwrap_or(euros)
}

/// A part of a price that ends in 5 or 9 and is always below it.
fn percent(euros: i64, percent: i64) -> i64 {
    let price = nearest_price(euros * percent / 100);
    if price < euros {
        price
    } else {
        nearest_price(euros - 6)
    }
}

fn days_from(today: Date, days: i32) -> Date {
    today.saturating_add(days.days())
}
