//! A store to measure: the demonstration's company, and around it as many items, tills and sales
//! as a large house has.
//!
//! The sales are copies of one that was really made over HTTP: every row that a checkout leaves
//! behind, with its own ids, numbers, times, items, salesperson and customer.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use demo::seed::{OrderVolume, SeedOptions, seed};
use journal::Signer;
use rusqlite::types::Value;
use rusqlite::{Connection, params};
use shell::event::Events;
use shell::{Clock, Db, Shell};

use crate::client::Fault;

/// The shop that sells.
pub(crate) const STORE: &str = "PAR01";
/// How many items the catalogue has.
pub(crate) const ITEMS: usize = 100_000;
/// How many tills sell at once.
pub(crate) const TILLS: usize = 16;
/// The database's file.
pub(crate) const FILE: &str = "vitrine.db";
const FORMS: [&str; 20] = [
    "ring",
    "necklace",
    "bracelet",
    "earrings",
    "bangle",
    "charm",
    "pendant",
    "brooch",
    "anklet",
    "chain",
    "cuff",
    "choker",
    "signet",
    "locket",
    "hoop",
    "stud",
    "tiara",
    "cufflinks",
    "pin",
    "clasp",
];
const STONES: [&str; 25] = [
    "sapphire",
    "garnet",
    "opal",
    "topaz",
    "pearl",
    "emerald",
    "ruby",
    "diamond",
    "amethyst",
    "citrine",
    "peridot",
    "tourmaline",
    "aquamarine",
    "onyx",
    "jade",
    "coral",
    "turquoise",
    "moonstone",
    "spinel",
    "zircon",
    "agate",
    "amber",
    "lapis",
    "quartz",
    "morganite",
];
const LINES: [&str; 20] = [
    "aurore", "lagune", "ruban", "comete", "brume", "soleil", "nacre", "ecume", "verger", "orage",
    "rosee", "zenith", "mistral", "jardin", "palais", "riviere", "falaise", "lueur", "sillage",
    "velours",
];

/// The barcode of an item; items are counted around.
pub(crate) fn barcode(item: usize) -> String {
    format!("77{:011}", item % ITEMS)
}

/// The number of an item.
pub(crate) fn item_no(item: usize) -> String {
    format!("BN-{:06}", item % ITEMS)
}

fn item_name(item: usize) -> String {
    let line = LINES[item % LINES.len()];
    let form = FORMS[item / LINES.len() % FORMS.len()];
    let stone = STONES[item / (LINES.len() * FORMS.len()) % STONES.len()];
    format!("{line} {form}, {stone}")
}

/// Who works at a till.
pub(crate) fn staff_id(till: usize) -> String {
    format!("till{till:02}")
}

/// The number of a till.
pub(crate) fn terminal_no(till: usize) -> String {
    format!("{STORE}-B{till:02}")
}

/// Opens the database of a directory for writing much and losing it at a power cut.
pub(crate) fn open(directory: &Path) -> Result<Connection, Fault> {
    let connection = Connection::open(directory.join(FILE))?;
    connection.execute_batch(
        "PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -400000",
    )?;
    Ok(connection)
}

/// Copies a database at rest into another directory, with its keys.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), Fault> {
    let _ = std::fs::remove_dir_all(to);
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            std::fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// Empties the write-ahead log into the database, so that the file alone is everything, and waits until the disk
/// has it: what was written without synchronising would be synchronised by the first sale that is measured.
pub(crate) fn settle(directory: &Path) -> Result<(), Fault> {
    let connection = open(directory)?;
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    File::open(directory.join(FILE))?.sync_all()?;
    Ok(())
}

/// Brings the words of the orders into the index of the history, as the product's job does.
pub(crate) fn index(directory: &Path) -> Result<(), Fault> {
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let db = Db::open_sqlite(&directory.join(FILE))?;
        order::index_orders(&db)
            .await
            .map_err(|error| error.to_string())?;
        Ok::<(), Fault>(())
    })
}

/// Makes the demonstration's company in a fresh directory.
pub(crate) fn seed_company(directory: &Path) -> Result<(), Fault> {
    let _ = std::fs::remove_dir_all(directory);
    std::fs::create_dir_all(directory)?;
    let runtime = tokio::runtime::Runtime::new()?;
    let signer = Arc::new(Signer::load_or_create(directory, &[7; 32])?);
    runtime.block_on(async {
        let db = Db::open_sqlite(&directory.join(FILE))?;
        db.migrate().await.map_err(|error| error.to_string())?;
        let shell = Shell {
            db,
            clock: Clock::system(),
            events: Arc::new(Events::new(None)),
        };
        let options = SeedOptions {
            signer,
            terminal_address: "127.0.0.1:9".to_owned(),
            pictures: directory.join("pictures"),
            orders: OrderVolume::Days(1),
            // What is measured posts by itself.
            open_days: 1,
        };
        seed(&shell, &options)
            .await
            .map_err(|error| error.to_string())?;
        Ok(())
    })
}

/// Makes the company with its catalogue and tills in a fresh directory.
pub(crate) fn found(directory: &Path) -> Result<(), Fault> {
    seed_company(directory)?;
    let mut connection = open(directory)?;
    let tx = connection.transaction()?;
    // `vitrine serve` keeps away from demonstrations; from here on this is a shop.
    tx.execute("DELETE FROM installation", [])?;
    // Every sale is paid in cash, many of them above what the law allows.
    tx.execute("DELETE FROM cash_limit", [])?;
    tx.execute("DELETE FROM job_lease", [])?;
    write_items(&tx)?;
    write_tills(&tx)?;
    tx.commit()?;
    drop(connection);
    settle(directory)
}

/// Gives every item number its row in the catalogue, copied from one of the demonstration.
fn write_items(tx: &Connection) -> Result<(), Fault> {
    let template: String = tx.query_row(
        "SELECT item_no FROM item_size GROUP BY item_no HAVING COUNT(*) = 1 AND MIN(size_code) = '' \
         AND item_no IN (SELECT item_no FROM item WHERE NOT no_stock_posting AND NOT keying_in_price \
         AND NOT stopped) AND item_no IN (SELECT item_no FROM sales_price \
         WHERE sales_code = 'EUR-RETAIL') LIMIT 1",
        [],
        |row| row.get(0),
    )?;
    // Whoever sells a piece with a certificate types its number, which is no matter of the machine.
    let sql = "SELECT item_class_code FROM item_class WHERE NOT carries_certificate ORDER BY 1";
    let classes: Vec<String> = column(tx, sql)?;
    let collections: Vec<String> = column(tx, "SELECT collection_code FROM collection ORDER BY 1")?;
    let mut item = tx.prepare(
        "INSERT INTO item (item_no, name, search_text, collection_code, item_class_code, \
         product_type, unit, unit_weight, no_stock_posting, keying_in_price, stopped, discountable, \
         sold_in_shops, vat_posting_group, pricing_method, picture, story, ranking) \
         SELECT ?1, ?2, ?3, ?4, ?5, product_type, unit, unit_weight, no_stock_posting, \
         keying_in_price, stopped, discountable, sold_in_shops, vat_posting_group, pricing_method, \
         picture, story, ?6 FROM item WHERE item_no = ?7",
    )?;
    let mut size = tx.prepare("INSERT INTO item_size VALUES (?1, '', 1)")?;
    let mut code = tx.prepare("INSERT INTO barcode VALUES (?2, ?1, '')")?;
    let mut price = tx.prepare(
        "INSERT INTO sales_price (sales_code, item_no, row_id, size_code, starting_date, \
         ending_date, minimum_quantity, unit, unit_price, price_includes_vat, deductible_vat, vat) \
         SELECT sales_code, ?1, row_id, size_code, starting_date, ending_date, minimum_quantity, \
         unit, ?2, price_includes_vat, deductible_vat, vat FROM sales_price WHERE item_no = ?3",
    )?;
    let mut stock = tx.prepare("INSERT INTO stock VALUES (?2, ?1, '', 1000000, 0, 0, 0)")?;
    for index in 0..ITEMS {
        let (item_no, name, code_) = (item_no(index), item_name(index), barcode(index));
        let search = format!("{name} {} {code_}", item_no.to_lowercase());
        let ranking = i64::try_from(1_000 + index)?;
        item.execute(params![
            item_no,
            name,
            search,
            collections[index % collections.len()],
            classes[index / 7 % classes.len()],
            ranking,
            template
        ])?;
        size.execute([&item_no])?;
        code.execute([&item_no, &code_])?;
        price.execute(params![item_no, 5_000 + ranking % 9_000 * 10, template])?;
        stock.execute([item_no.as_str(), STORE])?;
        stock.execute([item_no.as_str(), "LYO01"])?;
    }
    Ok(())
}

/// Gives each client its own till and salesperson.
fn write_tills(tx: &Connection) -> Result<(), Fault> {
    for till in 0..TILLS {
        tx.execute(
            "INSERT INTO terminal (terminal_no, store_no, name, device_sn, merchant_no, device_address) \
             VALUES (?1, ?2, ?1, ?1, 'BENCH', '127.0.0.1:9')",
            [terminal_no(till).as_str(), STORE],
        )?;
        tx.execute(
            "INSERT INTO salesperson (staff_id, password_hash, first_name, last_name, \
             name_on_receipt, blocked, permission_group_code, employee_type, company_no, store_no, \
             default_terminal_no, email, second_factor) SELECT ?1, password_hash, first_name, ?1, \
             name_on_receipt, blocked, permission_group_code, employee_type, company_no, store_no, \
             ?2, NULL, 0 FROM salesperson WHERE staff_id = 'seller'",
            [staff_id(till), terminal_no(till)],
        )?;
    }
    Ok(())
}

/// The first column of a query.
pub(crate) fn column(connection: &Connection, sql: &str) -> Result<Vec<String>, Fault> {
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Reads all rows of a query, with the names of its columns.
pub(crate) fn rows(
    connection: &Connection,
    sql: &str,
    value: &Value,
) -> Result<(Vec<String>, Vec<Vec<Value>>), Fault> {
    let mut statement = connection.prepare(sql)?;
    let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let found = statement.query_map([value], |row| {
        (0..columns.len()).map(|index| row.get(index)).collect()
    })?;
    let found = found.collect::<Result<_, _>>()?;
    Ok((columns, found))
}

/// The words of a sale that the order history searches.
pub(crate) fn search_text(number: usize, receipt_no: &str, customer: &str) -> String {
    let mut text = format!("{} {number} {customer}", receipt_no.to_lowercase());
    for item in sold_items(number) {
        text.push_str(&format!(
            " {} {}",
            item_no(item).to_lowercase(),
            item_name(item)
        ));
    }
    text
}

/// The items of a copied sale.
pub(crate) fn sold_items(number: usize) -> [usize; 3] {
    [number * 7, number * 13 + 1, number * 31 + 2].map(|item| item % ITEMS)
}
