//! Which pieces are made to order, and what can be engraved on them.

use std::collections::HashMap;

use axum::extract::State;
use customised::rule::engraving::{HEART, SYMBOLS};
use customised::rule::family::{Asks, Family};
use customised::rule::lead_time::{days, promised_on};
use customised::rule::order::{Model, Plate, Side, Symbol};
use inventory::items::tiles_of;
use inventory::view::{ItemTile, TileSize};
use jiff::civil::Date;
use kernel::Money;
use serde::Serialize;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Reply};
use utoipa::ToSchema;

use crate::{SaleState, Till};

/// What is made to order here.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CustomisedView {
    /// The symbols that can be engraved, besides letters with accents and digits.
    #[schema(example = "'/-#$%&@.,+*?")]
    pub(crate) symbols: String,
    /// What engraves a heart.
    #[schema(example = "!")]
    pub(crate) heart: String,
    /// Words that staff look at twice before they are engraved. Nothing is refused because of them,
    /// and customers do not see them.
    #[schema(example = json!(["ZUT"]))]
    pub(crate) warning_words: Vec<String>,
    /// The families in their order; those without a model are left out.
    pub(crate) families: Vec<FamilyView>,
}

/// A family of pieces.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FamilyView {
    /// Which.
    pub(crate) family: Family,
    /// What must be chosen for a piece of it.
    pub(crate) asks: FamilyAsks,
    /// The shortest time that the making takes, in days.
    #[schema(example = 21)]
    pub(crate) lead_time_from: i64,
    /// The longest time.
    #[schema(example = 21)]
    pub(crate) lead_time_days: i64,
    /// For which day a piece is promised that is ordered today.
    #[schema(value_type = String, format = Date)]
    pub(crate) promised_on: Date,
    /// Whether it can be returned: what is made for one person is not, unless it is faulty.
    #[schema(example = false)]
    pub(crate) is_returnable: bool,
    /// Its pieces, each model in each of its colours.
    pub(crate) pieces: Vec<ModelView>,
}

/// What must be chosen for a piece.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum FamilyAsks {
    /// A text.
    Text,
    /// A message, which may be skipped.
    Message,
    /// A symbol, a text, or both.
    Symbol,
}

/// A model in a colour.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ModelView {
    /// The item.
    #[schema(example = "CU-8001")]
    pub(crate) item_no: String,
    /// Its name.
    #[schema(example = "Ruban bangle, your words, white")]
    pub(crate) name: String,
    /// What the same model in other colours shares with it.
    #[schema(example = "RUBAN-BANGLE")]
    pub(crate) model_code: String,
    /// The colour: `WHITE`, `YELLOW` or `ROSE`.
    #[schema(example = "WHITE")]
    pub(crate) colour: String,
    /// Where its picture is.
    #[schema(example = "/pictures/cu-8001.svg")]
    pub(crate) image_url: String,
    /// The price of the piece without engraving and medals.
    pub(crate) price: Option<Money>,
    /// What the engraving adds; none when it costs nothing.
    pub(crate) engraving_price: Option<Money>,
    /// Its sizes.
    pub(crate) sizes: Vec<TileSize>,
    /// For how many characters it has room.
    #[schema(example = 7)]
    pub(crate) characters_max: usize,
    /// For how many lines of a message.
    #[schema(example = 3)]
    pub(crate) lines_max: usize,
    /// For how many characters on each of them.
    #[schema(example = 7)]
    pub(crate) line_characters_max: usize,
    /// How many medals may be clipped on: pieces of the family of medals.
    #[schema(example = 1)]
    pub(crate) medals_max: usize,
    /// Where it can be engraved.
    pub(crate) sides: Vec<Side>,
    /// What it can show.
    pub(crate) symbols: Vec<Symbol>,
    /// Where the engraving stands on the picture.
    pub(crate) plate: Plate,
}

/// What is made to order, with its limits, prices and times. Answered on hosts of development only.
#[utoipa::path(
    get, path = "/customised", tag = "sale",
    responses(
        (status = 200, description = "The models", body = Envelope<CustomisedView>),
        (status = 404, description = "Not offered on this host"),
    ),
)]
pub(crate) async fn list_customised(State(state): State<SaleState>, actor: Actor) -> Reply {
    let till = Till::of(&actor, &state);
    let view = state.shell.db.read(till, view).await?;
    Answer::of(&view)
}

fn view<'a>(tx: &'a mut Tx, till: &'a Till) -> TxFuture<'a, CustomisedView> {
    Box::pin(async move {
        let models = customised::store::models(tx).await?;
        let own = models.iter().map(|model| model.item_no.clone());
        let engravings = models.iter().filter_map(|it| it.engraving_item_no.clone());
        let mut item_nos: Vec<String> = own.chain(engravings).collect();
        item_nos.sort_unstable();
        item_nos.dedup();
        let tiles: HashMap<String, ItemTile> = tiles_of(tx, &till.store_no, &item_nos, till.now)
            .await?
            .into_iter()
            .map(|tile| (tile.item_no.clone(), tile))
            .collect();
        let store = setting::get_store(tx, &till.store_no).await?;
        let today = store.business_date(till.now);
        let closed = customised::store::closed_days(tx, &till.store_no, today).await?;
        let families = Family::ALL.into_iter().map(|family| {
            let (lead_time_from, lead_time_days) = days(family);
            FamilyView {
                family,
                asks: match family.asks() {
                    Asks::Text => FamilyAsks::Text,
                    Asks::MessageOrNothing => FamilyAsks::Message,
                    Asks::Symbol => FamilyAsks::Symbol,
                },
                lead_time_from,
                lead_time_days,
                promised_on: promised_on(family, today, &closed),
                is_returnable: false,
                pieces: models
                    .iter()
                    .filter(|model| model.family == family)
                    .filter_map(|model| model_view(model, &tiles))
                    .collect(),
            }
        });
        Ok(CustomisedView {
            symbols: SYMBOLS.to_owned(),
            heart: HEART.to_string(),
            warning_words: catalog::store::warning_words(tx).await?,
            families: families
                .filter(|family| !family.pieces.is_empty())
                .collect(),
        })
    })
}

/// A model, unless its item is gone.
fn model_view(model: &Model, tiles: &HashMap<String, ItemTile>) -> Option<ModelView> {
    let tile = tiles.get(&model.item_no)?;
    let engraving = model.engraving_item_no.as_ref();
    Some(ModelView {
        item_no: model.item_no.clone(),
        name: model.name.clone(),
        model_code: model.model_code.clone(),
        colour: model.colour.clone(),
        image_url: tile.image_url.clone(),
        price: tile.price,
        engraving_price: engraving
            .and_then(|item_no| tiles.get(item_no)?.price)
            .filter(|price| price.minor != 0),
        sizes: tile.sizes.clone(),
        characters_max: model.characters_max,
        lines_max: model.lines_max,
        line_characters_max: model.line_characters_max,
        medals_max: model.medals_max,
        sides: model.sides.clone(),
        symbols: model.symbols.clone(),
        plate: model.plate,
    })
}
