//! Make a batch of new cards, whose codes are told once.

use axum::extract::State;
use kernel::Currency;
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::rule::{code, within};
use setting::{Change, Desk, write_down};
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Json, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::rule::number::{new_code, new_number};
use crate::secret::hash_of_code;
use crate::store::{self, NewCard};
use crate::{BATCH_TAKEN, GiftCardState};

/// How many cards are made at once: each code is hashed for some milliseconds.
pub(crate) const CARDS_MAX: i64 = 1_000;

/// What a batch is called and where its cards hold.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CreateGiftCardBatchRequest {
    /// Its code, which no batch has yet.
    #[schema(example = "2026-EU-1")]
    batch_code: String,
    /// The market in whose stores the cards hold.
    #[schema(example = "EU")]
    market_code: String,
    /// The currency of the cards.
    currency: Currency,
    /// How many cards, 1,000 at the most.
    #[schema(example = 100)]
    count: i64,
}

/// A card to be printed.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PrintedGiftCardView {
    /// Its number.
    #[schema(example = "6279123412341234471")]
    pub(crate) card_no: String,
    /// Its code. It is told here and never again.
    #[schema(example = "4F7K2MQ9XR")]
    pub(crate) code: String,
}

/// A batch that was made.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PrintedGiftCardBatchView {
    /// Its code.
    #[schema(example = "2026-EU-1")]
    batch_code: String,
    /// Its cards.
    cards: Vec<PrintedGiftCardView>,
}

/// A batch whose codes are hashed.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    pub(crate) batch_code: String,
    pub(crate) market_code: String,
    pub(crate) currency: Currency,
    /// Number and hash of each card.
    pub(crate) cards: Vec<(String, Vec<u8>)>,
}

/// Make a batch of cards with new numbers and codes, to be printed.
///
/// Only a hash of each code is kept: the answer is the one time that they are told, so a repeat is not
/// answered again but refused, because the batch is there.
#[utoipa::path(
    post, path = "/gift-card/batch", tag = "gift_card",
    request_body = CreateGiftCardBatchRequest,
    responses(
        (status = 200, description = "The cards", body = Envelope<PrintedGiftCardBatchView>),
        (status = 409, description = "There is a batch of this code already"),
        (status = 422, description = "A code is malformed, or that is too many"),
    ),
)]
pub(crate) async fn create_gift_card_batch(
    State(state): State<GiftCardState>,
    actor: Actor,
    Json(request): Json<CreateGiftCardBatchRequest>,
) -> Reply {
    let (batch_code, market_code) = codes(&request.batch_code, &request.market_code)?;
    let count = within(request.count, &(1..=CARDS_MAX), "count")?;
    let make = move || {
        let mut random = rand::rng();
        let card = |_| PrintedGiftCardView {
            card_no: new_number(&mut random),
            code: new_code(&mut random),
        };
        let cards: Vec<PrintedGiftCardView> = (0..count).map(card).collect();
        let hashes: Vec<_> = cards.iter().map(hashed).collect();
        (cards, hashes)
    };
    let (cards, hashes) = tokio::task::spawn_blocking(make)
        .await
        .map_err(Failure::internal)?;
    let batch = Batch {
        batch_code: batch_code.clone(),
        market_code,
        currency: request.currency,
        cards: hashes,
    };
    let input = (state.desk(&actor), batch);
    state
        .shell
        .db
        .write(input, |tx, (desk, batch)| Box::pin(keep(tx, desk, batch)))
        .await?;
    Answer::of(&PrintedGiftCardBatchView { batch_code, cards })
}

fn hashed(card: &PrintedGiftCardView) -> (String, Vec<u8>) {
    let hash = hash_of_code(&card.card_no, &card.code);
    (card.card_no.clone(), hash)
}

/// The codes of a batch and of its market.
pub(crate) fn codes(batch: &str, market: &str) -> Outcome<(String, String)> {
    Ok((code(batch, "batchCode")?, code(market, "marketCode")?))
}

/// What the journal's change says of a batch.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BatchFacts<'a> {
    market_code: &'a str,
    currency: Currency,
    cards: usize,
}

/// Takes a batch into stock, and writes down that it came in.
pub(crate) fn keep<'a>(tx: &'a mut Tx, desk: &'a Desk, batch: &'a Batch) -> TxFuture<'a, ()> {
    Box::pin(async move {
        let batch_code = batch.batch_code.as_str();
        if store::batch_exists(tx, batch_code).await? {
            return Err(kernel::Refusal::new(&BATCH_TAKEN).at("batchCode").into());
        }
        let cards = i64::try_from(batch.cards.len()).map_err(Failure::internal)?;
        let head = (batch_code, batch.market_code.as_str(), batch.currency);
        store::insert_batch(tx, head, cards, (&desk.staff_id, desk.now)).await?;
        for (card_no, code_hash) in &batch.cards {
            let card = NewCard {
                gift_card_id: Uuid::now_v7(),
                card_no,
                batch_code,
                market_code: &batch.market_code,
                currency: batch.currency,
                code_hash,
            };
            store::insert_card(tx, &card).await?;
        }
        let facts = BatchFacts {
            market_code: &batch.market_code,
            currency: batch.currency,
            cards: batch.cards.len(),
        };
        let before: Option<&BatchFacts<'_>> = None;
        let change = Change::new("giftCardBatch", (batch_code, 1), before, Some(&facts))?;
        write_down(tx, desk, &change).await
    })
}
