//! What head office keeps about the papers of a store.

use document::Language;
use setting::entry::{Entry, one_or_all};
use shell::Outcome;
use shell::db::{Tx, params};

use crate::admin::{ReturnText, StoreDocumentValue};

/// All stores in their order, or the one of a number.
pub(crate) async fn read(
    tx: &mut Tx,
    store_no: Option<&str>,
) -> Outcome<Vec<Entry<StoreDocumentValue>>> {
    let columns = "SELECT store_no, document_version, name, return_days FROM store";
    let rows = one_or_all(tx, columns, ("store_no", store_no), "store_no").await?;
    let mut stores = Vec::with_capacity(rows.len());
    for mut row in rows {
        let key: String = row.read()?;
        stores.push(Entry {
            version: row.read()?,
            value: StoreDocumentValue {
                name: row.read()?,
                return_days: row.read()?,
                return_texts: return_texts(tx, &key)
                    .await?
                    .into_iter()
                    .map(|(language, text)| ReturnText {
                        language: language.tag().to_owned(),
                        text,
                    })
                    .collect(),
            },
            key,
        });
    }
    Ok(stores)
}

/// A store's own words about returns, by language.
pub(crate) async fn return_texts(tx: &mut Tx, store_no: &str) -> Outcome<Vec<(Language, String)>> {
    let rows = tx
        .query(
            "SELECT language_code, text FROM store_return_text WHERE store_no = $1 \
             ORDER BY language_code",
            params![store_no],
        )
        .await?;
    let mut texts = Vec::with_capacity(rows.len());
    for mut row in rows {
        let tag: String = row.read()?;
        let text = row.read()?;
        // A language that this program no longer writes says nothing.
        texts.extend(tag.parse().ok().map(|language| (language, text)));
    }
    Ok(texts)
}

/// Keeps what a store says.
pub(crate) async fn keep(tx: &mut Tx, store_no: &str, value: &StoreDocumentValue) -> Outcome<()> {
    tx.execute(
        "DELETE FROM store_return_text WHERE store_no = $1",
        params![store_no],
    )
    .await?;
    for ReturnText { language, text } in &value.return_texts {
        tx.execute_one(
            "INSERT INTO store_return_text (store_no, language_code, text) VALUES ($1, $2, $3)",
            params![store_no, language, text],
        )
        .await?;
    }
    tx.execute_one(
        "UPDATE store SET return_days = $2, document_version = document_version + 1 \
         WHERE store_no = $1",
        params![store_no, value.return_days],
    )
    .await?;
    Ok(())
}
