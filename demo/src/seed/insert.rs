//! Many rows in few statements.

use shell::db::{Tx, Value};
use shell::{Failure, Outcome};

/// How many parameters one statement carries. A server is asked less often the more there are;
/// SQLite finds each parameter by walking along all of them.
const PARAMETERS_MAX: usize = 160;

/// Rows on their way into one table.
pub(super) struct Insert {
    table: &'static str,
    columns: &'static [&'static str],
    rows_max: usize,
    values: Vec<Value>,
}

impl Insert {
    pub(super) fn into(table: &'static str, columns: &'static [&'static str]) -> Self {
        Self {
            table,
            columns,
            rows_max: (PARAMETERS_MAX / columns.len()).max(1),
            values: Vec::with_capacity(PARAMETERS_MAX + columns.len()),
        }
    }

    /// Adds a row, one value for each column.
    pub(super) async fn row(&mut self, tx: &mut Tx, values: &[Value]) -> Outcome<()> {
        if values.len() != self.columns.len() {
            return Err(Failure::internal(format!(
                "{} values for the columns of {}",
                values.len(),
                self.table
            )));
        }
        self.values.extend_from_slice(values);
        if self.values.len() / self.columns.len() == self.rows_max {
            self.flush(tx).await?;
        }
        Ok(())
    }

    /// Writes what is left.
    pub(super) async fn finish(mut self, tx: &mut Tx) -> Outcome<()> {
        if !self.values.is_empty() {
            self.flush(tx).await?;
        }
        Ok(())
    }

    async fn flush(&mut self, tx: &mut Tx) -> Outcome<()> {
        let rows = self.values.len() / self.columns.len();
        let touched = tx.execute(&self.sql(rows), &self.values).await?;
        self.values.clear();
        if touched != rows as u64 {
            return Err(Failure::internal(format!(
                "{touched} of {rows} rows went into {}",
                self.table
            )));
        }
        Ok(())
    }

    fn sql(&self, rows: usize) -> String {
        let width = self.columns.len();
        let tuples: Vec<String> = (0..rows)
            .map(|row| {
                let places: Vec<String> = (1..=width)
                    .map(|column| format!("${}", row * width + column))
                    .collect();
                format!("({})", places.join(", "))
            })
            .collect();
        format!(
            "INSERT INTO {} ({}) VALUES {}",
            self.table,
            self.columns.join(", "),
            tuples.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Insert;

    #[test]
    fn places_are_numbered_through() {
        let insert = Insert::into("t", &["a", "b"]);
        assert_eq!(
            insert.sql(2),
            "INSERT INTO t (a, b) VALUES ($1, $2), ($3, $4)"
        );
    }
}
