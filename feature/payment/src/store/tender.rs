use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::Currency;
use kernel::id::{StoreNo, TenderCode, TerminalNo};
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};

use super::Channel;
use crate::rule::brand::Mapping;
use crate::rule::tender::{TenderType, Terms};

/// The names of a tender, by language.
pub(crate) type Names = BTreeMap<String, String>;

/// The names as they are stored.
pub(crate) fn read_names(text: &str) -> Outcome<Names> {
    serde_json::from_str(text).map_err(Failure::internal)
}

/// A tender that a store takes, with its terms there.
#[derive(Clone, Debug)]
pub(crate) struct TenderSetup {
    pub tender_code: TenderCode,
    pub name: String,
    pub names: Names,
    pub terms: Terms,
    pub opens_drawer: bool,
    pub currency: Currency,
    /// Of foreign cash: its currency.
    pub foreign: Option<Currency>,
    /// What gives change that this one does not give.
    pub change_tender: Option<TenderCode>,
    /// What the terminals and the providers of this store call it.
    pub online_pos_mapping: String,
    /// The tills at which it is taken, with commas between; blank for all.
    pub terminals: String,
    /// Whether the store shows codes for the client to scan.
    pub shows_code: bool,
}

impl TenderSetup {
    /// Whether a till takes it.
    pub(crate) fn is_taken_at(&self, terminal_no: &TerminalNo) -> bool {
        let mut tills = self.terminals.split(',').map(str::trim);
        self.terminals.trim().is_empty() || tills.any(|till| till == terminal_no.as_str())
    }
}

/// A store's own terms, else those of the kind.
const COLUMNS: &str = "t.tender_code, t.name, t.names, t.tender_type, \
     CASE WHEN ts.has_own_terms THEN ts.over_tender_allowed ELSE t.over_tender_allowed END, \
     CASE WHEN ts.has_own_terms THEN ts.maximum_over_tender ELSE t.maximum_over_tender END, \
     CASE WHEN ts.has_own_terms THEN ts.under_tender_allowed ELSE t.under_tender_allowed END, \
     CASE WHEN ts.has_own_terms THEN ts.opens_drawer ELSE t.opens_drawer END, \
     ts.minimum_change, ts.change_tender_code, t.currency_code, ts.terminals, \
     s.cash_rounding_step, s.currency_code, ts.online_pos_mapping, s.is_show_qr_code \
     FROM tender_store ts JOIN tender t ON t.tender_code = ts.tender_code \
     JOIN store s ON s.store_no = ts.store_no \
     WHERE t.tender_type NOT IN ('DEPOSIT', 'WEB') AND ts.is_available AND ts.store_no = $1";

fn read(row: &mut Row) -> Outcome<TenderSetup> {
    let tender_code = row.read()?;
    let name = row.read()?;
    let names = read_names(&row.read::<String>()?)?;
    let tender_type: String = row.read()?;
    let tender_type = TenderType::parse(&tender_type)
        .ok_or_else(|| Failure::internal(format!("no tender type {tender_type}")))?;
    let (over_tender_allowed, maximum_over_tender) = (row.read()?, row.read()?);
    let (under_tender_allowed, opens_drawer) = (row.read()?, row.read()?);
    let (minimum_change, change_tender) = (row.read()?, row.read()?);
    let foreign: Option<String> = row.read()?;
    let terminals = row.read()?;
    Ok(TenderSetup {
        tender_code,
        name,
        names,
        terms: Terms {
            tender_type,
            over_tender_allowed,
            maximum_over_tender,
            under_tender_allowed,
            cash_rounding_step: row.read()?,
            minimum_change,
        },
        opens_drawer,
        currency: row.read()?,
        foreign: foreign.as_deref().and_then(Currency::parse),
        change_tender,
        online_pos_mapping: row.read()?,
        terminals,
        shows_code: row.read()?,
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

/// The currencies of the cash in the drawer of a till, the store's first.
///
/// # Errors
/// The database's failure.
pub async fn cash_currencies(
    tx: &mut Tx,
    (store_no, terminal_no): (&StoreNo, &TerminalNo),
) -> Outcome<Vec<Currency>> {
    let mut currencies = vec![setting::get_store(tx, store_no).await?.currency];
    for tender in list_tenders(tx, store_no).await?.iter() {
        let is_cash = tender.terms.tender_type == TenderType::FxCash;
        if let Some(foreign) = tender.foreign
            && is_cash
            && tender.is_taken_at(terminal_no)
            && !currencies.contains(&foreign)
        {
            currencies.push(foreign);
        }
    }
    Ok(currencies)
}

/// A tender that a store takes at a till.
pub(crate) async fn find_tender(
    tx: &mut Tx,
    (store_no, terminal_no): (&StoreNo, &TerminalNo),
    tender_code: &TenderCode,
) -> Outcome<Option<TenderSetup>> {
    let tenders = list_tenders(tx, store_no).await?;
    let found = tenders
        .iter()
        .find(|tender| tender.tender_code == *tender_code && tender.is_taken_at(terminal_no));
    Ok(found.cloned())
}

/// What gives the change that `tender` does not give itself: its change tender, else the store's
/// cash.
pub(crate) async fn find_change_tender(
    tx: &mut Tx,
    store_no: &StoreNo,
    tender: &TenderSetup,
) -> Outcome<Option<TenderSetup>> {
    let tenders = list_tenders(tx, store_no).await?;
    let cash = |other: &&TenderSetup| other.terms.tender_type == TenderType::Cash;
    let named = |other: &&TenderSetup| tender.change_tender.as_ref() == Some(&other.tender_code);
    let found = tenders
        .iter()
        .filter(cash)
        .find(named)
        .or_else(|| tenders.iter().find(cash));
    Ok(found.cloned())
}

/// Which brands are booked to which tender of a store: those of cards, or those of providers.
pub(crate) async fn mappings(
    tx: &mut Tx,
    store_no: &StoreNo,
    channel: Channel,
) -> Outcome<Vec<Mapping>> {
    let tender_type = match channel {
        Channel::Terminal => "CARD",
        Channel::Qr => "QR",
    };
    let rows = tx
        .query(
            "SELECT ts.tender_code, ts.online_pos_mapping FROM tender_store ts \
             JOIN tender t ON t.tender_code = ts.tender_code \
             WHERE ts.store_no = $1 AND t.tender_type = $2 AND ts.is_available \
             ORDER BY ts.position LIMIT 100",
            params![store_no, tender_type],
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
