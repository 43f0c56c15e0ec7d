//! The stores' accounts with providers.

use kernel::Currency;
use kernel::id::StoreNo;
use setting::entry::Entry;
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};

use crate::merchant::{MerchantSetup, QrMerchantValue};
use crate::rule::qr::QrProvider;

const COLUMNS: &str = "m.merchant_key, m.version, m.store_no, m.provider, m.is_active, m.gateway, \
     m.app_id, m.merchant_id, m.serial_no, m.platform_key_id, m.platform_key, m.private_key, \
     m.private_key_mark, m.api_key, m.api_key_mark, s.currency_code \
     FROM qr_merchant m JOIN store s ON s.store_no = m.store_no";

fn read(row: &mut Row) -> Outcome<MerchantSetup> {
    let (merchant_key, version, store_no) = (row.read()?, row.read()?, row.read()?);
    let provider: String = row.read()?;
    let provider = QrProvider::parse(&provider)
        .ok_or_else(|| Failure::internal(format!("no provider {provider}")))?;
    let (is_active, gateway, app_id) = (row.read()?, row.read()?, row.read()?);
    let (merchant_id, serial_no, platform_key_id) = (row.read()?, row.read()?, row.read()?);
    let (platform_key, private_key, private_key_mark) = (row.read()?, row.read()?, row.read()?);
    let (api_key, api_key_mark, currency): (_, _, Currency) =
        (row.read()?, row.read()?, row.read()?);
    Ok(MerchantSetup {
        merchant_key,
        version,
        store_no,
        provider,
        is_active,
        gateway,
        app_id,
        merchant_id,
        serial_no,
        platform_key_id,
        platform_key,
        private_key,
        private_key_mark,
        api_key,
        api_key_mark,
        currency,
    })
}

/// The account of a key.
pub(crate) async fn find_merchant(tx: &mut Tx, key: &str) -> Outcome<Option<MerchantSetup>> {
    let sql = format!("SELECT {COLUMNS} WHERE m.merchant_key = $1");
    let row = tx.query_opt(&sql, params![key]).await?;
    row.map(|mut row| read(&mut row)).transpose()
}

/// The account of a store with a provider, when it is in use.
pub(crate) async fn find_merchant_of(
    tx: &mut Tx,
    store_no: &StoreNo,
    provider: QrProvider,
) -> Outcome<Option<MerchantSetup>> {
    let sql = format!("SELECT {COLUMNS} WHERE m.store_no = $1 AND m.provider = $2 AND m.is_active");
    let row = tx
        .query_opt(&sql, params![store_no, provider.name()])
        .await?;
    row.map(|mut row| read(&mut row)).transpose()
}

/// The providers with which a store has an account that is in use.
pub(crate) async fn list_active_merchants(
    tx: &mut Tx,
    store_no: &StoreNo,
) -> Outcome<Vec<QrProvider>> {
    let rows = tx
        .query(
            "SELECT provider FROM qr_merchant WHERE store_no = $1 AND is_active",
            params![store_no],
        )
        .await?;
    let names: Outcome<Vec<String>> = rows.into_iter().map(|mut row| Ok(row.read()?)).collect();
    Ok(names?
        .iter()
        .filter_map(|name| QrProvider::parse(name))
        .collect())
}

/// The account of a key, or all of them in their order.
pub(crate) async fn read_merchants(
    tx: &mut Tx,
    key: Option<&str>,
) -> Outcome<Vec<Entry<QrMerchantValue>>> {
    let rows = match key {
        Some(key) => {
            let sql = format!("SELECT {COLUMNS} WHERE m.merchant_key = $1");
            tx.query(&sql, params![key]).await?
        }
        None => {
            let sql = format!("SELECT {COLUMNS} ORDER BY m.merchant_key");
            tx.query(&sql, params![]).await?
        }
    };
    rows.into_iter()
        .map(|mut row| {
            let setup = read(&mut row)?;
            Ok(Entry {
                key: setup.merchant_key.clone(),
                version: setup.version,
                value: QrMerchantValue::of(setup),
            })
        })
        .collect()
}

/// Keeps an account. A secret that is not given stays as it is.
pub(crate) async fn keep_merchant(
    tx: &mut Tx,
    key: &str,
    version: i64,
    value: &QrMerchantValue,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO qr_merchant (merchant_key, version, store_no, provider, is_active, gateway, \
         app_id, merchant_id, serial_no, platform_key_id, platform_key, private_key, \
         private_key_mark, api_key, api_key_mark) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) \
         ON CONFLICT (merchant_key) DO UPDATE SET version = excluded.version, \
         is_active = excluded.is_active, gateway = excluded.gateway, app_id = excluded.app_id, \
         merchant_id = excluded.merchant_id, serial_no = excluded.serial_no, \
         platform_key_id = excluded.platform_key_id, platform_key = excluded.platform_key, \
         private_key = CASE WHEN excluded.private_key = '' THEN qr_merchant.private_key \
          ELSE excluded.private_key END, private_key_mark = excluded.private_key_mark, \
         api_key = CASE WHEN excluded.api_key = '' THEN qr_merchant.api_key \
          ELSE excluded.api_key END, api_key_mark = excluded.api_key_mark",
        params![
            key,
            version,
            &value.store_no,
            value.provider.name(),
            value.is_active,
            &value.gateway,
            &value.app_id,
            &value.merchant_id,
            &value.serial_no,
            &value.platform_key_id,
            &value.platform_key,
            value.private_key.clone().unwrap_or_default(),
            &value.private_key_mark,
            value.api_key.clone().unwrap_or_default(),
            &value.api_key_mark
        ],
    )
    .await?;
    Ok(())
}
