//! Numbered migrations: run at start, one after the other, never backwards.
//!
//! One SQL text serves both engines (see `docs/decisions/0002-one-sql-text.md`); what truly differs
//! stands beside it, per engine.

use std::collections::BTreeSet;

use super::{Db, DbError, Engine, Tx, TxFuture, params};
use crate::{Failure, Outcome};

/// A step of the schema.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    /// Its number, counting from 1 without gaps.
    pub version: i64,
    /// Its name, as in the file's name.
    pub name: &'static str,
    /// The statements for both engines.
    pub common: &'static str,
    /// What SQLite needs besides.
    pub sqlite: &'static str,
    /// What PostgreSQL needs besides.
    pub postgres: &'static str,
}

macro_rules! migration {
    ($version:literal, $name:literal) => {
        Migration {
            version: $version,
            name: $name,
            common: include_str!(concat!("../../../migration/", $name, ".sql")),
            sqlite: include_str!(concat!("../../../migration/", $name, ".sqlite.sql")),
            postgres: include_str!(concat!("../../../migration/", $name, ".postgres.sql")),
        }
    };
}

/// All migrations, in order.
#[must_use]
pub const fn migrations() -> &'static [Migration] {
    &[
        migration!(1, "0001_foundation"),
        migration!(2, "0002_indexes"),
        migration!(3, "0003_reference"),
        migration!(4, "0004_reconciliation"),
        migration!(5, "0005_history"),
        migration!(6, "0006_customer"),
        migration!(7, "0007_pricing"),
        migration!(8, "0008_package"),
        migration!(9, "0009_setting"),
        migration!(10, "0010_customised"),
        migration!(11, "0011_salesperson"),
        migration!(12, "0012_staff"),
        migration!(13, "0013_counter"),
        migration!(14, "0014_grant"),
        migration!(15, "0015_tender"),
        migration!(16, "0016_tax_free"),
        migration!(17, "0017_document"),
        migration!(18, "0018_recycling"),
        migration!(19, "0019_gift_card"),
        migration!(20, "0020_deposit"),
        migration!(22, "0022_qr"),
        migration!(23, "0023_loyalty"),
        migration!(24, "0024_refund"),
        migration!(25, "0025_tender_kind"),
        migration!(26, "0026_gift_card_top_up"),
        migration!(27, "0027_second_person"),
        migration!(28, "0028_statement"),
        migration!(29, "0029_drawer"),
        migration!(30, "0030_scheduled_job"),
        migration!(31, "0031_closing"),
        migration!(32, "0032_statement_paper"),
        migration!(33, "0033_statement_drawer"),
        migration!(34, "0034_statement_setting"),
        migration!(35, "0035_backup"),
        migration!(36, "0036_report"),
        migration!(37, "0037_purge"),
        migration!(39, "0039_drawer_paper"),
        migration!(40, "0040_identity"),
        migration!(41, "0041_cash_report"),
        migration!(42, "0042_cash_report_proof"),
        migration!(44, "0044_bank_bag"),
        migration!(45, "0045_store_setting"),
        migration!(46, "0046_invoice_copy"),
        migration!(48, "0048_refused_posting"),
        migration!(49, "0049_recycling_granted"),
        migration!(50, "0050_recycling_repaid"),
        migration!(51, "0051_customised_deposit"),
        migration!(52, "0052_deposit_step"),
        migration!(53, "0053_deposit_source"),
        migration!(54, "0054_loyalty_adjust"),
        migration!(55, "0055_allowed_brand"),
        migration!(56, "0056_terminal_cut_off"),
        migration!(57, "0057_drawer_pulse"),
        migration!(58, "0058_counted_drawer"),
        migration!(59, "0059_refund_card"),
        migration!(60, "0060_refund_terms"),
        migration!(61, "0061_voucher_ledger"),
        migration!(62, "0062_tax_free_japan"),
        migration!(63, "0063_limits_kept"),
        migration!(64, "0064_basket_holds"),
        migration!(65, "0065_search_text"),
    ]
}

/// What a migration did to the schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Migrated {
    /// The number of the last migration before; 0 for an empty database.
    pub from: i64,
    /// The number now.
    pub to: i64,
}

pub(super) async fn run(db: &Db) -> Outcome<Migrated> {
    db.write((), |tx, ()| prepare(tx)).await?;
    let newest = newest();
    let current = db.read((), |tx, ()| current_version(tx)).await?;
    refuse_newer(current)?;
    // Not by the highest: of two that were written side by side the lower may come later.
    let applied = db.read((), |tx, ()| Box::pin(applied_versions(tx))).await?;
    for migration in migrations()
        .iter()
        .filter(|migration| !applied.contains(&migration.version))
    {
        db.write(*migration, |tx, migration| apply(tx, migration))
            .await?;
        tracing::info!(
            version = migration.version,
            name = migration.name,
            "schema migrated"
        );
    }
    if let Db::Postgres(postgres) = db {
        postgres.note_migrated();
    }
    Ok(Migrated {
        from: current,
        to: newest,
    })
}

/// The version that this program brings a schema to.
fn newest() -> i64 {
    migrations().last().map_or(0, |migration| migration.version)
}

fn refuse_newer(current: i64) -> Result<(), DbError> {
    let newest = newest();
    match current > newest {
        false => Ok(()),
        true => Err(DbError::Schema(format!(
            "This database belongs to a newer Vitrine: its schema is version {current}, this \
             program knows {newest}. Start the newer program; nothing was changed"
        ))),
    }
}

pub(super) async fn check(db: &Db) -> Outcome<i64> {
    let applied = db.read((), |tx, ()| Box::pin(applied_versions(tx))).await?;
    let current = applied.last().copied().unwrap_or_default();
    refuse_newer(current)?;
    let steps = migrations().iter();
    let missing = steps
        .filter(|step| !applied.contains(&step.version))
        .count();
    match missing {
        0 => Ok(current),
        _ => Err(DbError::Schema(format!(
            "This database belongs to an older Vitrine: its schema is version {current} and lacks \
             {missing} of the steps to {}. Start this program on it once, which brings it up to \
             date; nothing was changed",
            newest()
        ))
        .into()),
    }
}

fn prepare(tx: &mut Tx) -> TxFuture<'_, ()> {
    Box::pin(async move {
        if tx.engine() == Engine::Postgres {
            // Two processes that start together must not both make the table.
            tx.batch("SELECT pg_advisory_xact_lock(7134295)").await?;
        }
        tx.batch(
            "CREATE TABLE IF NOT EXISTS schema_version \
             (version BIGINT PRIMARY KEY, name TEXT NOT NULL)",
        )
        .await?;
        Ok(())
    })
}

pub(super) fn current_version(tx: &mut Tx) -> TxFuture<'_, i64> {
    Box::pin(async move {
        let mut row = tx
            .query_one(
                "SELECT COALESCE(MAX(version), 0) FROM schema_version",
                params![],
            )
            .await?;
        Ok(row.read()?)
    })
}

/// The numbers of the migrations that this schema has.
async fn applied_versions(tx: &mut Tx) -> Outcome<BTreeSet<i64>> {
    let rows = tx
        .query("SELECT version FROM schema_version", params![])
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}

fn apply<'a>(tx: &'a mut Tx, migration: &'a Migration) -> TxFuture<'a, ()> {
    Box::pin(async move {
        if tx.engine() == Engine::Postgres {
            // Two processes that start together must not both migrate. A function that locks would
            // freeze what this transaction sees before it waits; this statement does not, so that
            // the version read next is the one that the other process left.
            tx.batch("LOCK TABLE schema_version IN EXCLUSIVE MODE")
                .await?;
        }
        if applied_versions(tx).await?.contains(&migration.version) {
            return Ok(());
        }
        let extra = match tx.engine() {
            Engine::Sqlite => migration.sqlite,
            Engine::Postgres => migration.postgres,
        };
        for sql in [migration.common, extra] {
            tx.batch(sql).await.map_err(|error| {
                Failure::Db(DbError::Schema(format!(
                    "migration {} failed and was rolled back: {error}",
                    migration.name
                )))
            })?;
        }
        tx.execute_one(
            "INSERT INTO schema_version (version, name) VALUES ($1, $2)",
            params![migration.version, migration.name],
        )
        .await?;
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One order with two tenders, as it was written before tenders repeated their order.
    const OLD_ORDER: &str = "
INSERT INTO company VALUES ('FR', 'Vitrine', 'FR', '', '');
INSERT INTO store VALUES ('PAR01', 'FR', 'Paris', '', '', '', 'FR', '', 'EUR', 'Europe/Paris', 'fr',
  NULL, 240, 'FR', 'FR', FALSE, 1, 1, TRUE, TRUE, 5, '/sale', 'OPEN', NULL);
INSERT INTO terminal VALUES ('PAR01-T1', 'PAR01', 'Till 1', '', '', '', NULL, NULL, NULL);
INSERT INTO basket VALUES (x'01', 'PAR01', 'PAR01-T1', 1, 'COMPLETED', 1, NULL, NULL, '', 'CAM', 7,
  7, 100, NULL);
INSERT INTO sales_order VALUES (x'02', 'PAR01', 1, 'R-1', 'SALE', 'PAR01-T1', x'01', 'LEO', 'Léo',
  'CAM', NULL, 'EUR', 100, 100, 0, 1, '', '2026-11-20', 7, 'PAR01-T1', 2, 'r-1 1');
INSERT INTO sales_order_tender VALUES (x'03', x'02', 'PAR01', 1, 'CASH', 'Cash', 40, 40, 0, NULL,
  NULL, NULL, NULL, NULL);
INSERT INTO sales_order_tender VALUES (x'04', x'02', 'PAR01', 2, 'VISA', 'Visa', 60, 60, 0, x'05',
  'visa', '4242', 'A1', 'slip');
";

    fn fill(tx: &mut Tx) -> TxFuture<'_, ()> {
        Box::pin(async move { Ok(tx.batch(OLD_ORDER).await?) })
    }

    fn tenders(tx: &mut Tx) -> TxFuture<'_, Vec<String>> {
        Box::pin(async move {
            let rows = tx
                .query(
                    "SELECT position || ' ' || tender_code || ' ' || amount || ' ' || \
                     COALESCE(last_four || card_receipt, '') || ' ' || salesperson_id || ' ' || \
                     business_date || ' ' || completed_at FROM sales_order_tender ORDER BY 1",
                    params![],
                )
                .await?;
            rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
        })
    }

    #[tokio::test]
    async fn the_tenders_of_old_orders_repeat_them_and_refuse_change() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open_sqlite(&folder.path().join("old.db")).unwrap();
        db.write((), |tx, ()| prepare(tx)).await.unwrap();
        for migration in migrations().iter().filter(|it| it.version < 5) {
            db.write(*migration, |tx, migration| apply(tx, migration))
                .await
                .unwrap();
        }
        db.write((), |tx, ()| fill(tx)).await.unwrap();
        run(&db).await.unwrap();
        let tenders = db.read((), |tx, ()| tenders(tx)).await.unwrap();
        let expected = [
            "1 CASH 40  LEO 2026-11-20 7",
            "2 VISA 60 4242slip LEO 2026-11-20 7",
        ];
        assert_eq!(tenders, expected);
        for change in [
            "UPDATE sales_order_tender SET amount = 0",
            "DELETE FROM sales_order_tender",
        ] {
            let refused = db
                .write(change, |tx, change| {
                    Box::pin(async move { Ok(tx.execute(change, params![]).await?) })
                })
                .await;
            let refusal = refused.unwrap_err().to_string();
            assert!(refusal.contains("append-only"), "{refusal}");
        }
    }

    /// Two customers' codes of recycling, one of them used, and the code of a gift card.
    const OLD_CODES: &str = "
INSERT INTO customer (customer_id, customer_no, family_name, given_name, search_text, country_code, city,
  language_code, is_local) VALUES (x'10', 1, 'Marchetti', 'Inès', '', 'FR', '', 'fr', TRUE);
INSERT INTO recycling_code VALUES (x'11', x'10', 'PAR01-T1', x'aa', 7, 2, NULL, NULL);
INSERT INTO recycling_code VALUES (x'12', x'10', 'PAR01-T1', x'bb', 8, 0, 9, x'99');
INSERT INTO gift_card_batch VALUES ('B', 'EU', 'EUR', 1, 'CAM', 7);
INSERT INTO gift_card (gift_card_id, card_no, last_four, batch_code, market_code, currency_code,
  code_hash, state) VALUES (x'13', '6279', '6279', 'B', 'EU', 'EUR', x'00', 'STOCK');
INSERT INTO gift_card_code VALUES (x'13', x'cc', 5, FALSE);
";

    fn fill_codes(tx: &mut Tx) -> TxFuture<'_, ()> {
        Box::pin(async move { Ok(tx.batch(OLD_CODES).await?) })
    }

    fn codes(tx: &mut Tx) -> TxFuture<'_, Vec<String>> {
        Box::pin(async move {
            let rows = tx
                .query(
                    "SELECT purpose || ' ' || hex(subject_id) || ' ' || COALESCE(terminal_no, '-') \
                     || ' ' || hex(code_hash) || ' ' || requested_at || ' ' || wrong || ' ' || \
                     COALESCE(verified_at, '-') || ' ' || COALESCE(spent_at, '-') \
                     FROM one_time_code ORDER BY code_id",
                    params![],
                )
                .await?;
            rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
        })
    }

    #[tokio::test]
    async fn codes_that_were_sent_before_they_had_one_table_stay_good() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open_sqlite(&folder.path().join("old.db")).unwrap();
        db.write((), |tx, ()| prepare(tx)).await.unwrap();
        for migration in migrations().iter().filter(|it| it.version < 23) {
            db.write(*migration, |tx, migration| apply(tx, migration))
                .await
                .unwrap();
        }
        db.write((), |tx, ()| fill_codes(tx)).await.unwrap();
        run(&db).await.unwrap();
        let kept = db.read((), |tx, ()| codes(tx)).await.unwrap();
        let expected = [
            "RECYCLING_CREDIT 10 PAR01-T1 AA 7 2 - -",
            "RECYCLING_CREDIT 10 PAR01-T1 BB 8 0 9 9",
            "GIFT_CARD 13 - CC 5 0 - -",
        ];
        assert_eq!(kept, expected);
    }

    /// A float that was taken back, and a bank bag for which the drawer opened.
    const OLD_DRAWER: &str = "
INSERT INTO drawer_entry VALUES (x'21', 'PAR01', 'PAR01-T1', 1, 'FLOAT', 'EUR', 5, '', NULL, NULL,
  '2026-11-20', 'CAM', NULL, 7, 'T', 1);
INSERT INTO drawer_entry VALUES (x'22', 'PAR01', 'PAR01-T1', 2, 'FLOAT', 'EUR', -5, '', NULL, x'21',
  '2026-11-20', 'CAM', NULL, 7, 'T', 2);
INSERT INTO drawer_entry VALUES (x'23', 'PAR01', 'PAR01-T1', 3, 'BANK_BAG', 'EUR', -9, '', 'B-1', NULL,
  '2026-11-20', 'CAM', NULL, 7, 'T', 3);
INSERT INTO drawer_kick VALUES (x'23', 'OPENED');
";
    /// The same bag takes what another drawer has.
    const OTHER_TILL: &str = "
INSERT INTO terminal (terminal_no, store_no, name, device_sn, merchant_no, device_address)
  VALUES ('PAR01-T2', 'PAR01', 'Till 2', '', '', '');
INSERT INTO drawer_entry VALUES (x'24', 'PAR01', 'PAR01-T2', 1, 'BANK_BAG', 'EUR', -9, '', 'B-1', NULL,
  '2026-11-20', 'CAM', NULL, 7, 'T', 4);
";

    async fn run_batch(db: &Db, sql: &'static str) -> Outcome<()> {
        db.write(sql, |tx, sql| {
            Box::pin(async move { Ok(tx.batch(sql).await?) })
        })
        .await
    }

    #[tokio::test]
    async fn entries_of_drawers_are_kept_when_a_bag_may_take_what_several_drawers_have() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open_sqlite(&folder.path().join("old.db")).unwrap();
        db.write((), |tx, ()| prepare(tx)).await.unwrap();
        let apply_below = async |version: i64| {
            for migration in migrations().iter().filter(|it| it.version < version) {
                db.write(*migration, |tx, migration| apply(tx, migration))
                    .await
                    .unwrap();
            }
        };
        apply_below(5).await;
        db.write((), |tx, ()| fill(tx)).await.unwrap();
        apply_below(44).await;
        run_batch(&db, OLD_DRAWER).await.unwrap();
        assert!(run_batch(&db, OTHER_TILL).await.is_err(), "until then");
        run(&db).await.unwrap();
        run_batch(&db, OTHER_TILL).await.unwrap();
        let entries = db
            .read((), |tx, ()| {
                Box::pin(async move {
                    let sql = "SELECT CAST(COUNT(*) AS BIGINT), CAST(SUM(amount) AS BIGINT) \
                         FROM drawer_entry";
                    let mut row = tx.query_one(sql, params![]).await?;
                    Ok((row.read::<i64>()?, row.read::<i64>()?))
                })
            })
            .await
            .unwrap();
        assert_eq!(entries, (4, -18));
        for refused in [
            "UPDATE drawer_entry SET amount = 1 WHERE entry_no = 1",
            "DELETE FROM drawer_entry",
            "INSERT INTO drawer_kick VALUES (x'99', 'OPENED')",
            "INSERT INTO drawer_entry VALUES (x'25', 'PAR01', 'PAR01-T2', 2, 'BANK_BAG', 'EUR', -9, '', \
             'B-1', NULL, '2026-11-20', 'CAM', NULL, 7, 'T', 5)",
        ] {
            assert!(run_batch(&db, refused).await.is_err(), "{refused}");
        }
    }

    /// A basket that was given up and one at work, with two certificates on a line of one piece. Each line holds
    /// a card, the first one tops another up, and a card did not come along when its line moved.
    const OLD_BASKETS: &str = "
INSERT INTO item_class (item_class_code, name, position) VALUES ('RING', 'Rings', 1);
INSERT INTO item (item_no, name, search_text, item_class_code, product_type, unit, unit_weight, no_stock_posting,
  keying_in_price, stopped, discountable, sold_in_shops, vat_posting_group, pricing_method, picture, story, ranking)
  VALUES ('RG-1', 'Ring', 'ring', 'RING', 'JEWELLERY', 'PCS', 0, FALSE, FALSE, FALSE, TRUE, TRUE, 'GOODS', 'FIXED',
  '', '', 1);
INSERT INTO item_size (item_no, size_code, position) VALUES ('RG-1', '', 1);
INSERT INTO basket (basket_id, store_no, terminal_no, basket_no, state, version, note, opened_by, opened_at,
  lease_until) VALUES (x'31', 'PAR01', 'PAR01-T1', 2, 'EMPTIED', 1, '', 'CAM', 7, 7),
  (x'32', 'PAR01', 'PAR01-T1', 3, 'OPEN', 1, '', 'CAM', 7, 7);
INSERT INTO basket_line (line_id, basket_id, position, item_no, size_code, quantity, note, deposit) VALUES
  (x'33', x'31', 1, 'RG-1', '', 1, '', FALSE), (x'34', x'32', 1, 'RG-1', '', 1, '', FALSE);
INSERT INTO basket_certificate (certificate_no, basket_id, line_id, position) VALUES ('C-1', x'31', x'33', 1),
  ('C-2', x'32', x'34', 1), ('C-3', x'32', x'34', 2);
INSERT INTO gift_card_batch VALUES ('B', 'EU', 'EUR', 3, 'CAM', 7);
INSERT INTO gift_card (gift_card_id, card_no, last_four, batch_code, market_code, currency_code, code_hash, state,
  line_id, top_up_line_id) VALUES (x'35', '1', '1', 'B', 'EU', 'EUR', x'00', 'RESERVED', x'33', NULL),
  (x'36', '2', '2', 'B', 'EU', 'EUR', x'00', 'RESERVED', x'34', NULL),
  (x'37', '3', '3', 'B', 'EU', 'EUR', x'00', 'STOCK', NULL, x'33');
INSERT INTO basket_line_gift_card (line_id, basket_id, gift_card_id) VALUES (x'34', x'31', x'36');
";

    /// The first column of all rows.
    fn texts<'a>(tx: &'a mut Tx, sql: &'a &'static str) -> TxFuture<'a, Vec<String>> {
        Box::pin(async move {
            let rows = tx.query(sql, params![]).await?;
            rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
        })
    }

    /// An old store as it is before a migration, with what the migration shall find.
    async fn before(version: i64, found: &'static str) -> (tempfile::TempDir, Db) {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open_sqlite(&folder.path().join("old.db")).unwrap();
        db.write((), |tx, ()| prepare(tx)).await.unwrap();
        for step in migrations().iter().filter(|step| step.version < version) {
            if step.version == 5 {
                db.write((), |tx, ()| fill(tx)).await.unwrap();
            }
            db.write(*step, |tx, step| apply(tx, step)).await.unwrap();
        }
        run_batch(&db, found).await.unwrap();
        (folder, db)
    }

    #[tokio::test]
    async fn what_baskets_held_that_nobody_comes_back_to_is_free() {
        let (_folder, db) = before(64, OLD_BASKETS).await;
        run(&db).await.unwrap();
        let held = "SELECT certificate_no FROM basket_certificate ORDER BY 1";
        assert_eq!(db.read(held, texts).await.unwrap(), ["C-2"]);
        let cards = "SELECT card_no || ' ' || state || ' ' || (line_id IS NOT NULL) || ' ' || \
             (top_up_line_id IS NOT NULL) FROM gift_card ORDER BY 1";
        let expected = ["1 STOCK 0 0", "2 RESERVED 1 0", "3 STOCK 0 0"];
        assert_eq!(db.read(cards, texts).await.unwrap(), expected);
        let basket = "SELECT hex(basket_id) FROM basket_line_gift_card";
        assert_eq!(db.read(basket, texts).await.unwrap(), ["32"]);
    }

    /// A customer and an order that were written before letters came apart that do not by themselves, the order in
    /// the index of words.
    const OLD_WORDS: &str = "
INSERT INTO customer (customer_id, customer_no, family_name, given_name, search_text, country_code, city,
  language_code, is_local) VALUES (x'41', 1, 'Weiß', 'Søren', 'søren weiß 1', 'DK', '', 'en', TRUE);
INSERT INTO basket (basket_id, store_no, terminal_no, basket_no, state, version, note, opened_by, opened_at,
  lease_until) VALUES (x'42', 'PAR01', 'PAR01-T1', 2, 'COMPLETED', 1, '', 'CAM', 7, 7);
INSERT INTO sales_order (order_id, store_no, order_no, receipt_no, order_type, terminal_no, basket_id, salesperson_id,
  salesperson_name, cashier_id, currency_code, subtotal, total, rounding, pieces, note, business_date, completed_at,
  journal_chain, journal_seq, search_text) VALUES (x'43', 'PAR01', 2, 'R-2', 'SALE', 'PAR01-T1', x'42', 'LEO', 'Léo',
  'CAM', 'EUR', 1, 1, 0, 1, '', '2026-11-20', 8, 'PAR01-T1', 3, 'r-2 2 cœur søren weiß');
UPDATE order_search_position SET indexed_to = 2;
";

    #[tokio::test]
    async fn what_was_written_before_letters_came_apart_stays_found() {
        let (_folder, db) = before(65, OLD_WORDS).await;
        run(&db).await.unwrap();
        let kept = "SELECT search_text FROM customer UNION ALL SELECT search_text FROM sales_order \
             UNION ALL SELECT 'indexed to ' || indexed_to FROM order_search_position ORDER BY 1";
        let expected = [
            "indexed to 1",
            "r-1 1",
            "r-2 2 coeur soren weiss",
            "soren weiss 1",
        ];
        assert_eq!(db.read(kept, texts).await.unwrap(), expected);
        let refused = run_batch(&db, "UPDATE sales_order SET search_text = ''").await;
        assert!(refused.unwrap_err().to_string().contains("append-only"));
    }

    #[tokio::test]
    async fn a_migration_that_came_late_is_not_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open_sqlite(&folder.path().join("old.db")).unwrap();
        db.write((), |tx, ()| prepare(tx)).await.unwrap();
        for migration in migrations().iter().filter(|it| it.version != 37) {
            db.write(*migration, |tx, migration| apply(tx, migration))
                .await
                .unwrap();
        }
        run(&db).await.unwrap();
        let applied = db
            .read((), |tx, ()| Box::pin(applied_versions(tx)))
            .await
            .unwrap();
        let all: BTreeSet<i64> = migrations().iter().map(|it| it.version).collect();
        assert_eq!(applied, all);
    }
}
