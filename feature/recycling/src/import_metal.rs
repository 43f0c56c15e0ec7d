//! Bringing the prices of metals that are published to the board (domain §8.2 and §17.5, run code
//! `IMPORT_METAL`).

use std::collections::BTreeMap;
use std::sync::Arc;

use catalog::{ImportedPrice, import_metal_price};
use device::document;
use jiff::Timestamp;
use journal::Signer;
use kernel::id::StoreNo;
use payment::{Imported, rate_on};
use setting::{Job, Store};
use shell::db::{Tx, TxFuture};
use shell::{Failure, Outcome, Shell};

use crate::rule::metal::Metal;
use crate::rule::spot::{Publication, jumps, price_text};
use crate::store;

/// What the job is called where the board says who set a price.
const RUN_CODE: &str = "IMPORT_METAL";

/// Asks an address for the prices of metals and adds them to the board, for the metals that stores value
/// old jewellery by. What somebody entered for the day stays.
///
/// # Errors
/// The database's failure, or the journal's. That there are no prices is none.
pub async fn import_metal(shell: &Shell, signer: &Arc<Signer>, address: &str) -> Outcome<Imported> {
    let document = match document::fetch(address, "prices of metals").await {
        Ok(document) => document,
        Err(problem) => return Ok(Imported::failed(problem)),
    };
    let publication = match Publication::parse(&document) {
        Ok(publication) => publication,
        Err(problem) => {
            let problem = format!("What came holds no prices of metals: {problem}");
            return Ok(Imported::failed(problem));
        }
    };
    let now = shell.clock.now();
    if let Some(problem) = publication.doubt(now) {
        return Ok(Imported::failed(problem));
    }
    let order = Order {
        signer: signer.clone(),
        publication,
        now,
    };
    shell.db.write(order, keep_all).await
}

/// What is to be kept.
struct Order {
    signer: Arc<Signer>,
    publication: Publication,
    now: Timestamp,
}

/// A metal of the board in a price group, and the stores that value by it.
struct Place {
    metal: Metal,
    /// The first of them, in whose chain the journal tells of it.
    first: Arc<Store>,
    stores: Vec<Arc<Store>>,
    /// The price in force, and since when.
    last: Option<(i64, Timestamp)>,
}

/// Item and price group.
type Key = (String, String);

fn keep_all<'a>(tx: &'a mut Tx, order: &'a Order) -> TxFuture<'a, Imported> {
    Box::pin(async move {
        let mut imported = Imported::default();
        for (key, place) in places(tx, order.now, &mut imported).await? {
            if is_entered(tx, &key, &place, order.now).await? {
                let note = format!(
                    "{} stays in {}: somebody entered it for today",
                    key.0, key.1
                );
                imported.notes.push(note);
                continue;
            }
            match price(tx, order, (&key, &place)).await? {
                Ok(price) if place.is_known(price, order.now) => {}
                Ok(price) => {
                    keep(tx, order, (&key, &place), price).await?;
                    imported.kept += 1;
                }
                Err(problem) => tell(&mut imported, problem),
            }
        }
        Ok(imported)
    })
}

/// Says once what is wrong.
fn tell(imported: &mut Imported, problem: String) {
    if !imported.problems.contains(&problem) {
        imported.problems.push(problem);
    }
}

/// Where prices belong: for each store that takes back, its metals in the first of its price groups that
/// values them without VAT, or in the first that has no price of them.
async fn places(
    tx: &mut Tx,
    now: Timestamp,
    imported: &mut Imported,
) -> Outcome<BTreeMap<Key, Place>> {
    let mut places: BTreeMap<Key, Place> = BTreeMap::new();
    for entry in store::setting::read(tx, None).await? {
        if !entry.value.recycling_enabled {
            continue;
        }
        let store = setting::get_store(tx, &StoreNo(entry.key)).await?;
        for (metal, item_no, _) in entry.value.metals() {
            if store::setting::prices_pieces(tx, item_no).await? {
                let problem = format!(
                    "{item_no} prices pieces that are sold: a metal that is bought has an item of its own"
                );
                tell(imported, problem);
                continue;
            }
            let Some((group, last)) = group(tx, &store, item_no, now).await? else {
                let problem = format!(
                    "{} has no price group in {} for {item_no} without VAT",
                    store.store_no, store.currency
                );
                tell(imported, problem);
                continue;
            };
            let place = places.entry((item_no.to_owned(), group)).or_insert(Place {
                metal,
                first: store.clone(),
                stores: Vec::new(),
                last,
            });
            place.stores.push(store.clone());
        }
    }
    Ok(places)
}

/// The price group of a store for what it buys a metal for, with the price in force.
async fn group(
    tx: &mut Tx,
    store: &Store,
    item_no: &str,
    now: Timestamp,
) -> Outcome<Option<(String, Option<(i64, Timestamp)>)>> {
    let rows = catalog::store::metal_rows(tx, item_no, now).await?;
    let groups = store::setting::price_groups(tx, store).await?;
    let row_of = |group: &String| rows.iter().find(|row| row.sales_code == *group);
    let valued = groups.iter().find_map(|group| {
        let row = row_of(group).filter(|row| !row.price_includes_vat)?;
        Some((group, row))
    });
    if let Some((group, row)) = valued {
        let since = Timestamp::from_microsecond(row.row_id).map_err(Failure::internal)?;
        return Ok(Some((group.clone(), Some((row.unit_price, since)))));
    }
    let free = groups.into_iter().find(|group| row_of(group).is_none());
    Ok(free.map(|group| (group, None)))
}

/// Whether somebody entered a price for the business date of one of the stores.
async fn is_entered(tx: &mut Tx, key: &Key, place: &Place, now: Timestamp) -> Outcome<bool> {
    for store in &place.stores {
        let today = store.business_date(now);
        let yesterday = today.yesterday().map_err(Failure::internal)?;
        let day = (store.end_of(yesterday)?, store.end_of(today)?);
        let parts = (key.0.as_str(), key.1.as_str());
        if catalog::store::is_metal_price_set(tx, parts, day, RUN_CODE).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What a gram costs now, or why that is not known or not believed.
async fn price(
    tx: &mut Tx,
    order: &Order,
    (key, place): (&Key, &Place),
) -> Outcome<Result<i64, String>> {
    let (published, item_no) = (&order.publication, key.0.as_str());
    let (currency, base) = (place.first.currency, published.base);
    let rate = match currency == base {
        true => None,
        false => {
            let day = place.first.business_date(order.now);
            let rate = rate_on(tx, (currency, base), day).await?;
            if rate.is_none() {
                return Ok(Err(format!("No rate of {base} in {currency} holds today")));
            }
            rate
        }
    };
    let fineness = i64::from(catalog::store::metal_fineness(tx, item_no).await?);
    let price = published.gram_price(place.metal, fineness, (currency, rate));
    Ok(match (price, place.last) {
        (Ok(price), Some((last, _))) if jumps(last, price) => Err(format!(
            "{item_no} at {} is too far from {}: it was kept out. Enter it by hand when it is right",
            price_text(price, currency),
            price_text(last, currency)
        )),
        (Ok(price), _) => Ok(price),
        (Err(problem), _) => Err(format!("{problem}: enter the price of {item_no} by hand")),
    })
}

impl Place {
    /// Whether the board says so already and said it on the business date of each store, or has a price
    /// that begins now.
    fn is_known(&self, price: i64, now: Timestamp) -> bool {
        self.last.is_some_and(|(last, since)| {
            let is_of_today =
                |store: &Arc<Store>| store.business_date(since) == store.business_date(now);
            since == now || (last == price && self.stores.iter().all(is_of_today))
        })
    }
}

async fn keep(tx: &mut Tx, order: &Order, (key, place): (&Key, &Place), price: i64) -> Outcome<()> {
    let job = Job {
        run_code: RUN_CODE,
        store_no: &place.first.store_no,
        now: order.now,
    };
    let price = ImportedPrice {
        item_no: &key.0,
        sales_code: &key.1,
        gram_price_hundredths: price,
    };
    import_metal_price(tx, &order.signer, job, price).await
}
