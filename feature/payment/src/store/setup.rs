//! What head office keeps of tenders and tills.

use kernel::Currency;
use setting::entry::Entry;
use shell::db::{FromRow, Row, Tx, params};
use shell::{Failure, Outcome};

use super::read_names;
use crate::admin::tender::TenderValue;
use crate::admin::tender_store::TenderStoreValue;
use crate::admin::terminal::{TerminalValue, mark};
use crate::rule::refund_terms::{CashRefund, RefundTerms};
use crate::rule::tender::TenderType;

/// The stores with their currencies.
pub(crate) async fn stores(tx: &mut Tx) -> Outcome<Vec<(String, Currency)>> {
    let rows = tx
        .query("SELECT store_no, currency_code FROM store", params![])
        .await?;
    rows.into_iter().map(FromRow::from_row).collect()
}

/// The tills of a store.
pub(crate) async fn terminals_of(tx: &mut Tx, store_no: &str) -> Outcome<Vec<String>> {
    let rows = tx
        .query(
            "SELECT terminal_no FROM terminal WHERE store_no = $1",
            params![store_no],
        )
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}

fn tender_type(name: &str) -> Outcome<TenderType> {
    TenderType::parse(name).ok_or_else(|| Failure::internal(format!("no tender type {name}")))
}

/// The tender of a code, or all of them.
pub(crate) async fn read_tenders(
    tx: &mut Tx,
    key: Option<&str>,
) -> Outcome<Vec<Entry<TenderValue>>> {
    const COLUMNS: &str = "tender_code, version, name, names, tender_type, currency_code \
         FROM tender";
    let rows = match key {
        Some(key) => {
            let sql = format!("SELECT {COLUMNS} WHERE tender_code = $1");
            tx.query(&sql, params![key]).await?
        }
        None => {
            let sql = format!("SELECT {COLUMNS} ORDER BY tender_code");
            tx.query(&sql, params![]).await?
        }
    };
    let takers = tx
        .query(
            "SELECT tender_code, store_no FROM tender_store WHERE is_available ORDER BY store_no",
            params![],
        )
        .await?;
    let takers = takers
        .into_iter()
        .map(FromRow::from_row)
        .collect::<Outcome<Vec<(String, String)>>>()?;
    rows.into_iter()
        .map(|mut row| {
            let key: String = row.read()?;
            let version = row.read()?;
            let name = row.read()?;
            let names = read_names(&row.read::<String>()?)?;
            let kind = tender_type(&row.read::<String>()?)?;
            let takes =
                |(code, store_no): &(String, String)| (*code == key).then(|| store_no.clone());
            Ok(Entry {
                version,
                value: TenderValue {
                    name,
                    names,
                    tender_type: kind,
                    currency_code: row.read()?,
                    available_for_store: takers.iter().filter_map(takes).collect(),
                },
                key,
            })
        })
        .collect()
}

/// Keeps a tender, and which stores take it.
pub(crate) async fn keep_tender(tx: &mut Tx, key: &str, value: &TenderValue) -> Outcome<()> {
    let usual = value.tender_type.usual_terms();
    let names = serde_json::to_string(&value.names).map_err(Failure::internal)?;
    tx.execute_one(
        "INSERT INTO tender (tender_code, name, tender_type, over_tender_allowed, \
         under_tender_allowed, opens_drawer, counting_required, names, currency_code) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (tender_code) \
         DO UPDATE SET name = $2, names = $8, currency_code = $9, version = tender.version + 1",
        params![
            key,
            &value.name,
            value.tender_type.name(),
            usual.over_tender_allowed,
            usual.under_tender_allowed,
            usual.opens_drawer,
            usual.counting_required,
            names,
            value.currency_code.map(Currency::code),
        ],
    )
    .await?;
    tx.execute(
        "UPDATE tender_store SET is_available = $2 WHERE tender_code = $1",
        params![key, false],
    )
    .await?;
    for store_no in &value.available_for_store {
        tx.execute_one(
            "INSERT INTO tender_store (store_no, tender_code, position, online_pos_mapping) \
             VALUES ($1, $2, (SELECT COALESCE(MAX(o.position), 0) + 1 FROM tender_store o \
             WHERE o.store_no = $1), '') ON CONFLICT (store_no, tender_code) \
             DO UPDATE SET is_available = $3",
            params![store_no, key, true],
        )
        .await?;
    }
    Ok(())
}

const TERMS: &str = "ts.store_no, ts.tender_code, ts.version, t.name, t.tender_type, \
     s.currency_code, ts.is_available, ts.position, ts.online_pos_mapping, \
     ts.allowed_brands, ts.terminals, \
     CASE WHEN ts.has_own_terms THEN ts.over_tender_allowed ELSE t.over_tender_allowed END, \
     CASE WHEN ts.has_own_terms THEN ts.maximum_over_tender ELSE t.maximum_over_tender END, \
     CASE WHEN ts.has_own_terms THEN ts.under_tender_allowed ELSE t.under_tender_allowed END, \
     ts.minimum_change, ts.change_tender_code, \
     CASE WHEN ts.has_own_terms THEN ts.opens_drawer ELSE t.opens_drawer END, \
     CASE WHEN ts.has_own_terms THEN ts.counting_required ELSE t.counting_required END, \
     ts.cash_refund, ts.refund_after_days FROM tender_store ts JOIN tender t ON t.tender_code = ts.tender_code \
     JOIN store s ON s.store_no = ts.store_no";

fn read_terms(row: &mut Row) -> Outcome<Entry<TenderStoreValue>> {
    let (store_no, tender_code, version) = (row.read()?, row.read()?, row.read()?);
    let name = row.read()?;
    let kind = tender_type(&row.read::<String>()?)?;
    let usual = RefundTerms::usual(kind);
    let value = TenderStoreValue {
        store_no,
        tender_code,
        name,
        tender_type: kind,
        currency_code: row.read()?,
        is_available: row.read()?,
        position: row.read()?,
        online_pos_mapping: row.read()?,
        allowed_brands: row.read()?,
        terminals: row.read()?,
        over_tender_allowed: row.read()?,
        maximum_over_tender: row.read()?,
        under_tender_allowed: row.read()?,
        minimum_change: row.read()?,
        change_tender_code: row.read()?,
        opens_drawer: row.read()?,
        counting_required: row.read()?,
        cash_refund: row
            .read::<Option<String>>()?
            .as_deref()
            .and_then(CashRefund::parse)
            .unwrap_or(usual.cash),
        refund_after_days: row.read::<Option<i64>>()?.unwrap_or(usual.after_days),
    };
    Ok(Entry {
        key: value.key(),
        version,
        value,
    })
}

/// The terms of a key, or those of all stores in the order of their payment pages.
pub(crate) async fn read_tender_stores(
    tx: &mut Tx,
    key: Option<&str>,
) -> Outcome<Vec<Entry<TenderStoreValue>>> {
    let rows = match key {
        Some(key) => {
            let (store_no, code) = key.split_once('~').unwrap_or((key, ""));
            let sql = format!("SELECT {TERMS} WHERE ts.store_no = $1 AND ts.tender_code = $2");
            tx.query(&sql, params![store_no, code]).await?
        }
        None => {
            let sql = format!(
                "SELECT {TERMS} WHERE ts.is_available \
                 ORDER BY ts.store_no, ts.position, ts.tender_code"
            );
            tx.query(&sql, params![]).await?
        }
    };
    rows.into_iter()
        .map(|mut row| read_terms(&mut row))
        .collect()
}

/// Keeps the terms on which a store takes a tender.
pub(crate) async fn keep_tender_store(tx: &mut Tx, value: &TenderStoreValue) -> Outcome<()> {
    tx.execute_one(
        "UPDATE tender_store SET position = $3, online_pos_mapping = $4, terminals = $5, \
         over_tender_allowed = $6, maximum_over_tender = $7, under_tender_allowed = $8, \
         minimum_change = $9, change_tender_code = $10, opens_drawer = $11, \
         counting_required = $12, has_own_terms = $13, cash_refund = $14, \
         refund_after_days = $15, allowed_brands = $16, version = version + 1 \
         WHERE store_no = $1 AND tender_code = $2",
        params![
            &value.store_no,
            &value.tender_code,
            value.position,
            &value.online_pos_mapping,
            &value.terminals,
            value.over_tender_allowed,
            value.maximum_over_tender,
            value.under_tender_allowed,
            value.minimum_change,
            value.change_tender_code.as_ref(),
            value.opens_drawer,
            value.counting_required,
            true,
            value.cash_refund.name(),
            value.refund_after_days,
            &value.allowed_brands,
        ],
    )
    .await?;
    Ok(())
}

const TERMINAL: &str = "terminal_no, version, store_no, name, device_sn, merchant_no, \
     device_address, device_key_identifier, device_key_version, device_passphrase FROM terminal";

fn read_terminal(row: &mut Row) -> Outcome<Entry<TerminalValue>> {
    let (key, version) = (row.read()?, row.read()?);
    let (store_no, name) = (row.read()?, row.read()?);
    let (device_sn, merchant_no, device_address) = (row.read()?, row.read()?, row.read()?);
    let identifier: Option<String> = row.read()?;
    let device_key_version = row.read()?;
    let passphrase: Option<String> = row.read()?;
    Ok(Entry {
        key,
        version,
        value: TerminalValue {
            store_no,
            name,
            device_sn,
            merchant_no,
            device_address,
            device_key_identifier: identifier.unwrap_or_default(),
            device_key_version,
            device_passphrase: None,
            device_passphrase_mark: passphrase.as_deref().map(mark).unwrap_or_default(),
        },
    })
}

/// The till of a number, or all of them.
pub(crate) async fn read_terminals(
    tx: &mut Tx,
    key: Option<&str>,
) -> Outcome<Vec<Entry<TerminalValue>>> {
    let rows = match key {
        Some(key) => {
            let sql = format!("SELECT {TERMINAL} WHERE terminal_no = $1");
            tx.query(&sql, params![key]).await?
        }
        None => {
            let sql = format!("SELECT {TERMINAL} ORDER BY store_no, terminal_no");
            tx.query(&sql, params![]).await?
        }
    };
    rows.into_iter()
        .map(|mut row| read_terminal(&mut row))
        .collect()
}

/// Keeps a till. A passphrase that is not given stays, as long as there is a key.
pub(crate) async fn keep_terminal(tx: &mut Tx, key: &str, value: &TerminalValue) -> Outcome<()> {
    let identifier = Some(&value.device_key_identifier).filter(|name| !name.is_empty());
    let has_key = identifier.is_some();
    tx.execute_one(
        "INSERT INTO terminal (terminal_no, store_no, name, device_sn, merchant_no, \
         device_address, device_key_identifier, device_key_version, device_passphrase) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (terminal_no) DO UPDATE SET \
         name = $3, device_sn = $4, merchant_no = $5, device_address = $6, \
         device_key_identifier = $7, device_key_version = $8, device_passphrase = \
         CASE WHEN $10 THEN COALESCE($9, terminal.device_passphrase) ELSE NULL END, \
         version = terminal.version + 1",
        params![
            key,
            &value.store_no,
            &value.name,
            &value.device_sn,
            &value.merchant_no,
            &value.device_address,
            identifier,
            value.device_key_version,
            value.device_passphrase.as_ref(),
            has_key,
        ],
    )
    .await?;
    Ok(())
}
