//! Puts the tables of models together into items.

use super::barcode::barcode;
use super::class::{class_of, sizes_of};
use super::model::{BANGLES, BRACELETS, EARRINGS, Model, NECKLACES, RINGS};
use super::price::nearest_price;
use super::special::{ALLOY, CUSTOMISED, FINE_GOLD, GIFTS, GOLD, NO_STOCK, NoStock, Special};
use super::story::story;
use super::{Item, ItemSize, PricingMethod, Rating, collection_of};
use crate::picture::{Drawing, Family, Metal, Shape, Stone};
use crate::random::Random;

/// How many models of each family are also made plated.
const PLATED: [(&[Model], usize); 5] = [
    (&RINGS, 22),
    (&EARRINGS, 19),
    (&NECKLACES, 13),
    (&BRACELETS, 9),
    (&BANGLES, 7),
];
/// Items that are no longer made.
const STOPPED: usize = 18;
/// Plating and the second bath cost the customer this much of the silver price.
const PLATED_PERCENT: i64 = 112;

/// All 300 items, in the order of the catalogue.
#[must_use]
pub fn items() -> Vec<Item> {
    let mut builder = Builder::default();
    for family in [&RINGS[..], &EARRINGS, &NECKLACES, &BRACELETS, &BANGLES] {
        for model in family {
            builder.jewellery(model, Metal::White, "SILVER925", None);
        }
    }
    for (family, count) in PLATED {
        for (index, model) in family.iter().take(count).enumerate() {
            let metal = if index % 3 == 1 {
                Metal::Rose
            } else {
                Metal::Yellow
            };
            builder.jewellery(model, metal, "PLATED925", None);
        }
    }
    for (range, product_type) in [
        (&ALLOY[..], "ALLOY"),
        (&GOLD, "GOLD750"),
        (&FINE_GOLD, "GOLD999"),
        (&CUSTOMISED, "CUSTOMISED"),
        (&GIFTS, "GIFT"),
    ] {
        for special in range {
            builder.special(special, product_type);
        }
    }
    for no_stock in &NO_STOCK {
        builder.no_stock(no_stock);
    }
    builder.finish()
}

#[derive(Default)]
struct Builder {
    items: Vec<Item>,
    numbers: [u32; 8],
}

impl Builder {
    fn jewellery(
        &mut self,
        model: &Model,
        metal: Metal,
        product_type: &'static str,
        sizes: Option<&'static [&'static str]>,
    ) {
        let drawing = Drawing::new(model.shape, metal, model.stone);
        let gold = product_type == "GOLD750" || product_type == "GOLD999";
        let by_weight = product_type == "GOLD999";
        let position = self.next_position();
        let item = Item {
            item_no: self.number(drawing.family(), gold, product_type == "CUSTOMISED"),
            name: name(model, metal, product_type),
            collection_code: model.collection,
            item_class: if gold {
                "GOLD"
            } else {
                class_of(drawing.family())
            },
            product_type,
            unit: if by_weight { "G" } else { "PCS" },
            unit_weight_mg: model.weight_mg,
            fineness: fineness(product_type),
            no_stock_posting: false,
            keying_in_price: false,
            keyed_limits_eur_minor: None,
            stopped: false,
            discountable: !by_weight,
            certificate: gold && model.stone != Stone::Plain && model.stone != Stone::Pearl,
            vat_group: "STANDARD",
            pricing_method: if by_weight {
                PricingMethod::Weight
            } else {
                PricingMethod::Fixed
            },
            drawing,
            sizes: with_barcodes(position, sizes.unwrap_or(sizes_of(drawing.family()))),
            rating: Rating::C,
            ranking: 0,
            story: story(
                model.shape,
                product_type,
                metal,
                collection_of(model.collection),
            ),
            price_eur_minor: euros(model.euros, product_type) * 100,
            local_prices: None,
            position,
        };
        self.items.push(item);
    }

    fn special(&mut self, special: &Special, product_type: &'static str) {
        self.jewellery(
            &special.model,
            special.metal,
            product_type,
            Some(special.sizes),
        );
        if product_type == "GIFT" {
            self.turn_last_into_gift(special.model.shape);
        }
    }

    fn turn_last_into_gift(&mut self, shape: Shape) {
        let Some(item) = self.items.last_mut() else {
            return;
        };
        item.discountable = false;
        item.item_class = "GWP";
        item.local_prices = Some([0; 5]);
        if let Some(tote) = tote_number(shape) {
            item.item_class = "TOTE";
            item.item_no = tote.to_owned();
        }
    }

    fn no_stock(&mut self, no_stock: &NoStock) {
        let position = self.next_position();
        self.items.push(Item {
            item_no: no_stock.item_no.to_owned(),
            name: no_stock.name.to_owned(),
            collection_code: "",
            item_class: "SERVICE",
            product_type: "SERVICE",
            unit: "PCS",
            unit_weight_mg: 0,
            fineness: None,
            no_stock_posting: true,
            keying_in_price: no_stock.prices.is_none(),
            keyed_limits_eur_minor: no_stock.keyed,
            stopped: false,
            discountable: false,
            certificate: false,
            vat_group: no_stock.vat_group,
            pricing_method: PricingMethod::Fixed,
            drawing: Drawing::new(no_stock.shape, Metal::Yellow, Stone::Plain),
            sizes: with_barcodes(position, &[""]),
            rating: Rating::C,
            ranking: 0,
            story: no_stock.story.to_owned(),
            price_eur_minor: no_stock.prices.map_or(0, |prices| prices[0]),
            local_prices: no_stock.prices,
            position,
        });
    }

    fn next_position(&self) -> u32 {
        u32::try_from(self.items.len())
            .unwrap_or(u32::MAX)
            .saturating_add(1)
    }

    /// The next number of a family. Numbers leave gaps, as they do in a house that drops models.
    fn number(&mut self, family: Family, gold: bool, customised: bool) -> String {
        let (prefix, slot, first) = match family {
            _ if customised => ("CU", 0, 8_000),
            _ if gold => ("GD", 1, 7_000),
            Family::Ring => ("RG", 2, 2_100),
            Family::Earring => ("ER", 3, 3_040),
            Family::Necklace => ("NK", 4, 4_010),
            Family::Bracelet | Family::Bangle => ("BR", 5, 1_020),
            Family::Charm => ("MD", 6, 5_000),
            Family::Hair | Family::Gift | Family::Service => ("AC", 7, 9_000),
        };
        self.numbers[slot] += if self.numbers[slot] % 5 == 3 { 2 } else { 1 };
        format!("{prefix}-{}", first + self.numbers[slot])
    }

    fn finish(mut self) -> Vec<Item> {
        rank(&mut self.items);
        stop_some(&mut self.items);
        self.items
    }
}

const fn tote_number(shape: Shape) -> Option<&'static str> {
    match shape {
        Shape::ToteSmall => Some("TOTEBAG-S"),
        Shape::ToteLarge => Some("TOTEBAG-L"),
        _ => None,
    }
}

fn name(model: &Model, metal: Metal, product_type: &str) -> String {
    let Some(collection) = collection_of(model.collection) else {
        return model.label.to_owned();
    };
    let finish = match (product_type, metal) {
        ("SILVER925" | "PLATED925", Metal::White) => ", white",
        ("SILVER925" | "PLATED925", Metal::Rose) => ", rose",
        ("SILVER925" | "PLATED925", _) => ", yellow",
        ("GOLD750", _) => ", gold 750",
        ("GOLD999", _) => ", gold 999",
        _ => "",
    };
    format!("{} {}{finish}", collection.name, model.label)
}

fn fineness(product_type: &str) -> Option<u32> {
    match product_type {
        "SILVER925" | "PLATED925" | "CUSTOMISED" => Some(925),
        "GOLD750" => Some(750),
        "GOLD999" => Some(999),
        _ => None,
    }
}

fn euros(silver_price: i64, product_type: &str) -> i64 {
    if product_type == "PLATED925" {
        nearest_price(silver_price * PLATED_PERCENT / 100).max(49)
    } else {
        silver_price
    }
}

fn with_barcodes(position: u32, sizes: &[&str]) -> Vec<ItemSize> {
    sizes
        .iter()
        .enumerate()
        .map(|(index, &code)| ItemSize {
            code: code.to_owned(),
            barcode: barcode(position, index),
        })
        .collect()
}

/// Ranks by an invented popularity: what is cheap sells, chance does the rest.
fn rank(items: &mut [Item]) {
    let mut random = Random::new(10);
    let mut order: Vec<(u32, usize)> = items
        .iter()
        .enumerate()
        .map(|(index, item)| {
            let price = u32::try_from(item.price_eur_minor / 1_000)
                .unwrap_or(u32::MAX)
                .min(110);
            let back = if item.no_stock_posting || item.is_gift() {
                10_000
            } else {
                0
            };
            (price + item.position % 50 + random.below(200) + back, index)
        })
        .collect();
    order.sort_unstable();
    for (place, &(_, index)) in (1_u32..).zip(&order) {
        items[index].ranking = place;
        items[index].rating = match place {
            ..=58 => Rating::A,
            59..=144 => Rating::B,
            _ => Rating::C,
        };
    }
}

/// Stops slow sellers, so that no page of best sellers shows a discontinued piece.
fn stop_some(items: &mut [Item]) {
    let mut slow: Vec<usize> = (0..items.len())
        .filter(|&index| {
            let item = &items[index];
            let sold_on = matches!(item.product_type, "SILVER925" | "PLATED925" | "ALLOY");
            item.rating == Rating::C && sold_on
        })
        .collect();
    Random::new(11).shuffle(&mut slow);
    for index in slow.into_iter().take(STOPPED) {
        items[index].stopped = true;
    }
}
