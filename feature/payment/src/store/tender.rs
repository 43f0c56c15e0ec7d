use std::sync::Arc;

use kernel::Currency;
use kernel::id::{StoreNo, TenderCode, TerminalNo};
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};

use crate::rule::brand::Mapping;
use crate::rule::tender::{TenderType, Terms};

/// A tender that a store takes, with its terms there.
#[derive(Clone, Debug)]
pub(crate) struct TenderSetup {
    pub tender_code: TenderCode,
    pub name: String,
    pub terms: Terms,
    pub opens_drawer: bool,
    pub currency: Currency,
}

const COLUMNS: &str = "t.tender_code, t.name, t.tender_type, t.over_tender_allowed, \
     t.maximum_over_tender, t.under_tender_allowed, t.opens_drawer, s.cash_rounding_step, \
     s.currency_code \
     FROM tender_store ts JOIN tender t ON t.tender_code = ts.tender_code \
     JOIN store s ON s.store_no = ts.store_no \
     WHERE t.tender_type IN ('CASH', 'CARD') AND ts.store_no = $1";

fn read(row: &mut Row) -> Outcome<TenderSetup> {
    let tender_code = row.read()?;
    let name = row.read()?;
    let tender_type: String = row.read()?;
    let tender_type = TenderType::parse(&tender_type)
        .ok_or_else(|| Failure::internal(format!("no tender type {tender_type}")))?;
    let (over_tender_allowed, maximum_over_tender) = (row.read()?, row.read()?);
    let (under_tender_allowed, opens_drawer) = (row.read()?, row.read()?);
    Ok(TenderSetup {
        tender_code,
        name,
        terms: Terms {
            tender_type,
            over_tender_allowed,
            maximum_over_tender,
            under_tender_allowed,
            cash_rounding_step: row.read()?,
        },
        opens_drawer,
        currency: row.read()?,
    })
}

/// The tenders that a store takes, in the order of its payment page.
pub(crate) async fn list_tenders(
    tx: &mut Tx,
    store_no: &StoreNo,
) -> Outcome<Arc<Vec<TenderSetup>>> {
    if let Some(tenders) = tx.kept_reference(&store_no.0).await? {
        return Ok(tenders);
    }
    let sql = format!("SELECT {COLUMNS} ORDER BY ts.position LIMIT 100");
    let rows = tx.query(&sql, params![store_no]).await?;
    let tenders: Outcome<Vec<_>> = rows.into_iter().map(|mut row| read(&mut row)).collect();
    Ok(tx.keep_reference(&store_no.0, tenders?).await?)
}

/// A tender that a store takes.
pub(crate) async fn find_tender(
    tx: &mut Tx,
    store_no: &StoreNo,
    tender_code: &TenderCode,
) -> Outcome<Option<TenderSetup>> {
    let tenders = list_tenders(tx, store_no).await?;
    let found = tenders
        .iter()
        .find(|tender| tender.tender_code == *tender_code);
    Ok(found.cloned())
}

/// Which brands are booked to which card tender of a store.
pub(crate) async fn card_mappings(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Vec<Mapping>> {
    let rows = tx
        .query(
            "SELECT ts.tender_code, ts.online_pos_mapping FROM tender_store ts \
             JOIN tender t ON t.tender_code = ts.tender_code \
             WHERE ts.store_no = $1 AND t.tender_type = 'CARD' ORDER BY ts.position LIMIT 100",
            params![store_no],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(Mapping {
                tender_code: row.read()?,
                brands: row.read()?,
            })
        })
        .collect()
}

/// A till's card terminal, as it is set up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TerminalSetup {
    pub terminal_no: TerminalNo,
    pub name: String,
    pub device_sn: String,
    pub device_address: String,
    pub key_identifier: Option<String>,
    pub key_version: Option<i64>,
    pub passphrase: Option<String>,
}

const TERMINAL_COLUMNS: &str = "terminal_no, name, device_sn, device_address, \
     device_key_identifier, device_key_version, device_passphrase FROM terminal";

fn read_terminal(row: &mut Row) -> Outcome<TerminalSetup> {
    Ok(TerminalSetup {
        terminal_no: row.read()?,
        name: row.read()?,
        device_sn: row.read()?,
        device_address: row.read()?,
        key_identifier: row.read()?,
        key_version: row.read()?,
        passphrase: row.read()?,
    })
}

/// The terminal of a till.
pub(crate) async fn get_terminal(tx: &mut Tx, terminal_no: &TerminalNo) -> Outcome<TerminalSetup> {
    let sql = format!("SELECT {TERMINAL_COLUMNS} WHERE terminal_no = $1");
    read_terminal(&mut tx.query_one(&sql, params![terminal_no]).await?)
}

/// The terminal that calls itself `device_sn`.
pub(crate) async fn find_terminal_by_device(
    tx: &mut Tx,
    device_sn: &str,
) -> Outcome<Option<TerminalSetup>> {
    let sql =
        format!("SELECT {TERMINAL_COLUMNS} WHERE device_sn = $1 ORDER BY terminal_no LIMIT 1");
    let row = tx.query_opt(&sql, params![device_sn]).await?;
    row.map(|mut row| read_terminal(&mut row)).transpose()
}
