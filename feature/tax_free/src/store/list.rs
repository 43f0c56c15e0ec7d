//! Lists of forms, page by page from one index.

use jiff::Timestamp;
use kernel::id::StoreNo;
use kernel::search::patterns;
use shell::Outcome;
use shell::db::{IntoValue as _, Tx, Value, params};
use uuid::Uuid;

use super::form::{COLUMNS, TABLES, read, with_receipts};
use crate::record::Form;
use crate::rule::state::State;

/// Which forms are wanted.
#[derive(Clone, Debug)]
pub(crate) struct FormFilter {
    pub(crate) store_no: StoreNo,
    pub(crate) state: Option<State>,
    pub(crate) search: String,
}

impl FormFilter {
    fn conditions(&self) -> (String, Vec<Value>) {
        let mut values: Vec<Value> = vec![(&self.store_no).into_value()];
        let mut text = "f.store_no = $1".to_owned();
        if let Some(state) = self.state {
            values.push(Value::Text(state.name().to_owned()));
            text.push_str(&format!(" AND f.state = ${}", values.len()));
        }
        for pattern in patterns(&self.search) {
            values.push(Value::Text(pattern));
            text.push_str(&format!(
                " AND f.search_text LIKE ${} ESCAPE '\\'",
                values.len()
            ));
        }
        (text, values)
    }
}

/// Forms behind a place in the list, the newest first.
pub(crate) async fn list_forms(
    tx: &mut Tx,
    filter: &FormFilter,
    after: Option<(Timestamp, Uuid)>,
    limit: i64,
) -> Outcome<Vec<Form>> {
    let (mut conditions, mut values) = filter.conditions();
    if let Some((at, form_id)) = after {
        values.push(at.into_value());
        values.push(form_id.into_value());
        let n = values.len();
        conditions.push_str(&format!(
            " AND (f.started_at, f.form_id) < (${}, ${n})",
            n - 1
        ));
    }
    values.push(Value::Integer(limit));
    let sql = format!(
        "SELECT {COLUMNS} FROM {TABLES} WHERE {conditions} \
         ORDER BY f.started_at DESC, f.form_id DESC LIMIT ${}",
        values.len()
    );
    let rows = tx.query(&sql, &values).await?;
    let mut forms = Vec::with_capacity(rows.len());
    for row in rows {
        forms.push(with_receipts(tx, read(row)?).await?);
    }
    Ok(forms)
}

/// How many forms there are of each state, whatever state the filter names.
pub(crate) async fn count_forms(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Vec<(State, i64)>> {
    let rows = tx
        .query(
            "SELECT state, COUNT(*) FROM tax_free_form WHERE store_no = $1 GROUP BY state",
            params![store_no],
        )
        .await?;
    let mut counts = Vec::with_capacity(rows.len());
    for mut row in rows {
        let (state, count): (String, i64) = (row.read()?, row.read()?);
        counts.extend(State::parse(&state).map(|state| (state, count)));
    }
    Ok(counts)
}
