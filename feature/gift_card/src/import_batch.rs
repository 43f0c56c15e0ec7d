//! Take in cards that were printed elsewhere.

use std::collections::HashSet;

use axum::extract::State;
use csv::ReaderBuilder;
use kernel::{Currency, Refusal};
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::Desk;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;

use crate::create_batch::{Batch, CARDS_MAX, codes, keep};
use crate::rule::number::{is_code, is_number, normal};
use crate::secret::hash_of_code;
use crate::{GiftCardState, IMPORT_REPEATED, IMPORT_ROW, IMPORT_UNREADABLE, store};

/// A table of cards.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ImportGiftCardsRequest {
    /// The code of the batch, which no batch has yet.
    #[schema(example = "2026-EU-2")]
    batch_code: String,
    /// The market in whose stores the cards hold.
    #[schema(example = "EU")]
    market_code: String,
    /// The currency of the cards.
    currency: Currency,
    /// The table: commas or semicolons, the first row names the columns `cardNo` and `code`.
    #[schema(example = "cardNo,code\n6279123412341234471,4F7K2MQ9XR\n")]
    csv: String,
}

/// Cards that came in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportedGiftCardsView {
    /// The batch.
    #[schema(example = "2026-EU-2")]
    batch_code: String,
    /// How many.
    #[schema(example = 100)]
    cards: usize,
}

/// Take in cards that were printed elsewhere: all rows of the table, or none when one is wrong.
///
/// Of the codes only a hash is kept.
#[utoipa::path(
    post, path = "/gift-card/import", tag = "gift_card", request_body = ImportGiftCardsRequest,
    responses(
        (status = 200, description = "They are in stock", body = Envelope<ImportedGiftCardsView>),
        (status = 409, description = "The batch or a number is there already"),
        (status = 422, description = "This is no table of cards, or a row is wrong"),
    ),
)]
pub(crate) async fn import_gift_cards(
    State(state): State<GiftCardState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<ImportGiftCardsRequest>,
) -> Reply {
    let desk = state.desk(&actor);
    let scope = desk.terminal_no.to_string();
    let intent = Intent::new(key, "giftCard.import", &scope, &request, desk.now)?;
    let (batch_code, market_code) = codes(&request.batch_code, &request.market_code)?;
    let rows = rows(&request.csv)?;
    let hash = move || -> Vec<(String, Vec<u8>)> {
        let hashed = |(card_no, code): (String, String)| {
            let hash = hash_of_code(&card_no, &code);
            (card_no, hash)
        };
        rows.into_iter().map(hashed).collect()
    };
    let cards = tokio::task::spawn_blocking(hash)
        .await
        .map_err(Failure::internal)?;
    let batch = Batch {
        batch_code,
        market_code,
        currency: request.currency,
        cards,
    };
    once(&state.shell, intent, (desk, batch), import).await
}

fn import<'a>(
    tx: &'a mut Tx,
    (desk, batch): &'a (Desk, Batch),
) -> TxFuture<'a, ImportedGiftCardsView> {
    Box::pin(async move {
        for (row, (card_no, _)) in (2_i64..).zip(&batch.cards) {
            if store::number_exists(tx, card_no).await? {
                return Err(repeated(row));
            }
        }
        keep(tx, desk, batch).await?;
        Ok(ImportedGiftCardsView {
            batch_code: batch.batch_code.clone(),
            cards: batch.cards.len(),
        })
    })
}

fn repeated(row: i64) -> Failure {
    let refusal = Refusal::new(&IMPORT_REPEATED).with("row", row);
    refusal.at("csv").into()
}

/// Number and code of each row. The row that names the columns is 1.
fn rows(table: &str) -> Outcome<Vec<(String, String)>> {
    let unreadable = || -> Failure {
        let refusal = Refusal::new(&IMPORT_UNREADABLE).with("maximum", CARDS_MAX);
        refusal.at("csv").into()
    };
    let table = table.trim_start_matches('\u{feff}');
    let first = table.lines().next().unwrap_or_default();
    let delimiter = if first.contains(';') { b';' } else { b',' };
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .from_reader(table.as_bytes());
    let headers = reader.headers().map_err(|_| unreadable())?.clone();
    let column = |name: &str| headers.iter().position(|header| header.trim() == name);
    let (number, code) = (column("cardNo"), column("code"));
    let (number, code) = number.zip(code).ok_or_else(unreadable)?;
    let mut rows = Vec::new();
    let mut known = HashSet::new();
    for (row, record) in (2_i64..).zip(reader.records()) {
        let record = record.map_err(|_| unreadable())?;
        let cell = |at: usize| normal(record.get(at).unwrap_or_default());
        let (card_no, code) = (cell(number), cell(code));
        if !is_number(&card_no) || !is_code(&code) {
            let refusal = Refusal::new(&IMPORT_ROW).with("row", row);
            return Err(refusal.at("csv").into());
        }
        if !known.insert(card_no.clone()) {
            return Err(repeated(row));
        }
        rows.push((card_no, code));
        if row - 1 > CARDS_MAX {
            return Err(unreadable());
        }
    }
    if rows.is_empty() {
        return Err(unreadable());
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(table: &str) -> Result<Vec<(String, String)>, &'static str> {
        rows(table).map_err(|failure| match failure {
            Failure::Refused(refusal) => refusal.kind.key,
            _ => "fault",
        })
    }

    #[test]
    fn a_table_is_read_with_either_delimiter_and_in_any_order() {
        let expected = vec![("6279000011112222".to_owned(), "4F7K2M".to_owned())];
        for table in [
            "cardNo,code\n6279-0000-1111-2222,4f7k2m\n",
            "\u{feff}code;name;cardNo\r\n4F7K2M;x;6279 0000 1111 2222\r\n",
        ] {
            assert_eq!(read(table), Ok(expected.clone()), "{table}");
        }
    }

    #[test]
    fn a_table_with_a_wrong_row_is_refused_whole() {
        for (table, key) in [
            ("", "gift_card.import_unreadable"),
            ("cardNo,code\n", "gift_card.import_unreadable"),
            (
                "number,code\n62790000,4F7K2M\n",
                "gift_card.import_unreadable",
            ),
            ("cardNo,code\n6279,4F7K2M\n", "gift_card.import_row"),
            ("cardNo,code\n62790000,12345\n", "gift_card.import_row"),
            (
                "cardNo,code\n62790000,4F7K2M\n6279 0000,4F7K2M\n",
                "gift_card.import_repeated",
            ),
        ] {
            assert_eq!(read(table), Err(key), "{table}");
        }
        let mut long = "cardNo,code\n".to_owned();
        for at in 0..=CARDS_MAX {
            long.push_str(&format!("6279{at:08},4F7K2M\n"));
        }
        assert_eq!(read(&long), Err("gift_card.import_unreadable"));
    }
}
