//! What must hold in the books of the shop and outside of it.

use std::sync::atomic::Ordering;

use shell::db::{FromRow, Tx};

use super::World;
use crate::model::closing::Posted;
use crate::model::invariant::OF_THE_BOOKS;
use crate::model::outside::Booked;
use crate::model::{closing, form, night, outside, series, tender, terminal};

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

/// What the books say, looked at in one go.
struct Look {
    /// What does not hold, with how far it is off.
    broken: Vec<(String, i64)>,
    booked: Booked,
    posted: Posted,
}

impl World {
    /// What does not hold, with how far it is off.
    pub(in crate::model) async fn faults(&self) -> Vec<(String, i64)> {
        let mut look = self.look_at_the_books().await;
        let mut faults = look.broken;
        let mut kept = [0, 0];
        if self.outside.has_news(look.booked).await {
            kept = self.outside.kept(&self.shop, &self.books).await;
            look = self.look_at_the_books().await;
            faults.append(&mut look.broken);
        }
        let mut posted = self.posted.lock().await;
        let changed = closing::changed(&posted, &look.posted);
        *posted = look.posted;
        for (name, off) in [
            ("terminals hold what is booked", kept[0]),
            ("providers hold what is booked", kept[1]),
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

    async fn look_at_the_books(&self) -> Look {
        let invariants = self.invariants.clone();
        let read = self.books.read(invariants, |tx, invariants| {
            Box::pin(async move {
                let mut broken = read_rows(tx, invariants).await?;
                broken.retain(|(_, off)| *off != 0);
                let booked = outside::booked(tx).await?;
                let posted = closing::read_posted(tx).await?;
                Ok(Look {
                    broken,
                    booked,
                    posted,
                })
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
