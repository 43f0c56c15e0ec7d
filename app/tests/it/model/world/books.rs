//! What must hold in the books of the shop and outside of it.

use std::sync::atomic::Ordering;

use shell::db::{FromRow, Tx};

use super::World;
use crate::model::invariant::OF_THE_BOOKS;
use crate::model::{closing, form, night, series, tender, terminal};

/// All that must hold in the store, in one question.
pub(super) fn invariants() -> String {
    [
        OF_THE_BOOKS,
        tender::INVARIANTS,
        terminal::INVARIANTS,
        form::INVARIANTS,
        closing::INVARIANTS,
        night::INVARIANTS,
        &series::invariants(),
    ]
    .concat()
}

impl World {
    /// What does not hold, with how far it is off.
    pub(in crate::model) async fn faults(&self) -> Vec<(String, i64)> {
        let [cards, codes] = self.outside.kept(&self.shop, &self.books).await;
        let mut faults = self.faults_of_the_books().await;
        let mut posted = self.posted.lock().await;
        let (changed, now) = closing::changed(&self.books, &posted).await;
        *posted = now;
        for (name, off) in [
            ("terminals hold what is booked", cards),
            ("providers hold what is booked", codes),
            ("a posted statement never changes", changed),
        ] {
            if off != 0 {
                faults.push((name.to_owned(), off));
            }
        }
        faults.append(&mut *self.of_the_night.lock().await);
        if self.is_form_touched.swap(false, Ordering::Relaxed) {
            faults.extend(form::faults(&self.outside, &self.shop).await);
        }
        faults
    }

    async fn faults_of_the_books(&self) -> Vec<(String, i64)> {
        let invariants = self.invariants.clone();
        let read = self.books.read(invariants, |tx, invariants| {
            Box::pin(async move {
                let mut rows = read_rows(tx, invariants).await?;
                rows.retain(|(_, off)| *off != 0);
                Ok(rows)
            })
        });
        read.await.unwrap()
    }
}

/// What must hold, each with how far it is off.
pub(in crate::model) async fn read_rows(
    tx: &mut Tx,
    invariants: &str,
) -> shell::Outcome<Vec<(String, i64)>> {
    let rows = tx.query(invariants, &[]).await?;
    rows.into_iter().map(FromRow::from_row).collect()
}
