//! What is made to order: the models with their limits, and the days on which no store opens.

use ::customised::rule::family::Family;
use ::customised::rule::order::{Model, Plate, Side, Symbol};
use ::customised::store::insert_model;
use jiff::civil::date;
use shell::Outcome;
use shell::db::{Tx, params};

use super::insert::Insert;
use super::plan::Plan;
use crate::catalogue::Item;
use crate::company::STORES;
use crate::picture::{Metal, Shape};

/// What a model of a shape is made like.
struct Make {
    family: Family,
    characters: usize,
    lines: usize,
    medals: usize,
    sides: &'static [Side],
    symbols: &'static [Symbol],
    /// Where the engraving stands on the picture: x, y, width, height, sag.
    plate: [i64; 5],
}

const fn engraved(family: Family, medals: usize, sides: &'static [Side], plate: [i64; 5]) -> Make {
    Make {
        family,
        characters: 7,
        lines: 0,
        medals,
        sides,
        symbols: &[],
        plate,
    }
}

/// What a shape is made like; none for what is not made to order.
fn make(shape: Shape) -> Option<Make> {
    use Side::{Back, Front, Inside, Outside};
    Some(match shape {
        Shape::BangleBlank => engraved(
            Family::Bangle,
            2,
            &[Outside, Inside],
            [500, 740, 560, 110, 60],
        ),
        Shape::Cuff => engraved(Family::Cuff, 1, &[Outside, Inside], [500, 768, 420, 78, 38]),
        Shape::EarDisc => engraved(Family::Earring, 0, &[Front, Back], [660, 405, 300, 110, 0]),
        Shape::EarHoopWide => engraved(Family::Earring, 0, &[Outside], [715, 628, 200, 64, 16]),
        Shape::NeckDiceBlank => {
            engraved(Family::DiceNecklace, 1, &[Front], [492, 762, 310, 130, 0])
        }
        Shape::NeckPlate => Make {
            characters: 0,
            lines: 3,
            sides: &[],
            ..engraved(
                Family::PersonalisedNecklace,
                2,
                &[],
                [500, 690, 600, 240, 0],
            )
        },
        Shape::CharmBlank => Make {
            symbols: &[Symbol::Sun, Symbol::Star, Symbol::Moon, Symbol::Heart],
            ..engraved(
                Family::ClipMedal,
                0,
                &[Front, Back],
                [500, 608, 340, 130, 0],
            )
        },
        _ => return None,
    })
}

pub(super) async fn write(tx: &mut Tx, plan: &Plan) -> Outcome<()> {
    let made = plan
        .items
        .iter()
        .filter(|item| item.product_type == "CUSTOMISED");
    for (position, item) in (1_i64..).zip(made) {
        if let Some(make) = make(item.drawing.shape) {
            insert_model(tx, position, &model(item, &make)).await?;
        }
    }
    closed_days(tx, plan).await?;
    warning_lists(tx).await
}

/// Words at which staff look twice before they are engraved: lists that head office goes on with.
const WARNING_LISTS: [(&str, &str, &str); 4] = [
    ("DE", "Deutsch", "ARSCH\nSCHEISSE"),
    ("EN", "English", "BASTARD\nBITCH\nDAMN\nFUCK\nNAZI\nSHIT"),
    ("FR", "Français", "CONNARD\nMERDE\nPUTAIN\nSALAUD"),
    ("IT", "Italiano", "CAZZO\nMERDA\nSTRONZO"),
];

async fn warning_lists(tx: &mut Tx) -> Outcome<()> {
    let mut insert = Insert::into("warning_list", &["list_code", "name", "words"]);
    for (code, name, words) in WARNING_LISTS {
        insert.row(tx, params![code, name, words]).await?;
    }
    insert.finish(tx).await
}

fn model(item: &Item, make: &Make) -> Model {
    let [x, y, width, height, sag] = make.plate;
    Model {
        item_no: item.item_no.clone(),
        name: item.name.clone(),
        family: make.family,
        model_code: item.drawing.shape.word().to_uppercase(),
        colour: match item.drawing.metal {
            Metal::White => "WHITE",
            Metal::Rose => "ROSE",
            _ => "YELLOW",
        }
        .to_owned(),
        characters_max: make.characters,
        lines_max: make.lines,
        line_characters_max: if make.lines > 0 { 7 } else { 0 },
        medals_max: make.medals,
        sides: make.sides.to_vec(),
        symbols: make.symbols.to_vec(),
        // Engraving is part of the price of these models.
        engraving_item_no: None,
        plate: Plate {
            x,
            y,
            width,
            height,
            sag,
        },
    }
}

/// Christmas and New Year, this year and the next.
async fn closed_days(tx: &mut Tx, plan: &Plan) -> Outcome<()> {
    let year = plan.today.year();
    let mut insert = Insert::into("store_closed_day", &["store_no", "closed_on"]);
    for store in &STORES {
        for year in [year, year + 1] {
            for day in [date(year, 1, 1), date(year, 12, 25)] {
                insert.row(tx, params![store.store_no, day]).await?;
            }
        }
    }
    insert.finish(tx).await
}
