//! What this machine can do: the same rows as a sale by prepared statements, without HTTP.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::client::Fault;
use crate::data::{self, STORE};
use crate::figure::Times;
use crate::template::Template;

/// How many sales one commit carries at most, as in the product.
const GROUP: usize = 64;

fn open_durable(directory: &Path) -> Result<Connection, Fault> {
    let connection = data::open(directory)?;
    connection.execute_batch("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// Sales in a second when so many clients hand one sale at a time to one writer.
pub(crate) fn rate(
    directory: &Path,
    template: &Template,
    clients: usize,
    time: Duration,
    first: usize,
) -> Result<f64, Fault> {
    let connection = open_durable(directory)?;
    let (queue, waiting) = mpsc::channel::<(usize, mpsc::Sender<()>)>();
    let (stop, next, done) = (
        AtomicBool::new(false),
        AtomicUsize::new(first),
        AtomicUsize::new(0),
    );
    let start = Instant::now();
    std::thread::scope(|scope| -> Result<(), Fault> {
        for _ in 0..clients {
            let queue = queue.clone();
            let (stop, next, done) = (&stop, &next, &done);
            scope.spawn(move || {
                let (answer, answered) = mpsc::channel();
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if queue.send((number, answer.clone())).is_err() || answered.recv().is_err() {
                        return;
                    }
                    done.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        drop(queue);
        let writer = scope.spawn(move || write_groups(&connection, template, &waiting));
        std::thread::sleep(time);
        stop.store(true, Ordering::Relaxed);
        writer
            .join()
            .unwrap_or_else(|_| Err("the writer panicked".into()))
    })?;
    Ok(done.load(Ordering::Relaxed) as f64 / start.elapsed().as_secs_f64())
}

fn write_groups(
    connection: &Connection,
    template: &Template,
    waiting: &mpsc::Receiver<(usize, mpsc::Sender<()>)>,
) -> Result<(), Fault> {
    while let Ok(first) = waiting.recv() {
        connection.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
        let mut group = vec![first];
        while group.len() < GROUP {
            match waiting.try_recv() {
                Ok(next) => group.push(next),
                Err(_) => break,
            }
        }
        for (number, _) in &group {
            write_sale(connection, template, *number)?;
        }
        connection.prepare_cached("COMMIT")?.execute([])?;
        for (_, answer) in group {
            let _ = answer.send(());
        }
    }
    Ok(())
}

fn write_sale(connection: &Connection, template: &Template, number: usize) -> Result<(), Fault> {
    template.write(connection, number, 0, None)?;
    let mut stock = connection.prepare_cached(
        "UPDATE stock SET on_hand = on_hand - 1 \
         WHERE store_no = ?1 AND item_no = ?2 AND size_code = '' AND on_hand > 0",
    )?;
    for item in data::sold_items(number) {
        stock.execute([STORE, &data::item_no(item)])?;
    }
    Ok(())
}

/// One bare durable commit of one small row, in milliseconds.
pub(crate) fn commit(directory: &Path) -> Result<Times, Fault> {
    let connection = open_durable(directory)?;
    connection.execute_batch("CREATE TABLE IF NOT EXISTS bare (value INTEGER)")?;
    let mut times = Times::default();
    for value in 0..400 {
        let start = Instant::now();
        connection
            .prepare_cached("INSERT INTO bare VALUES (?1)")?
            .execute([value])?;
        times.note(start.elapsed());
    }
    Ok(times)
}
