//! Writing events: to the chain of their till, or of their store when no till is concerned.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use kernel::date::{EndOfBusinessDay, business_date};
use kernel::id::{StaffId, StoreNo, TerminalNo};
use shell::{Failure, Outcome, Tx, params};

use crate::record::ChainOpening;
use crate::rule::event::Event;
use crate::rule::kind::Kind;
use crate::signer::Signer;
use crate::store::{Appended, NewEntry, Payload, append, payload};

/// Where something happened, and through whom.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// The store.
    pub store_no: &'a StoreNo,
    /// The till; none for what concerns the whole store.
    pub terminal_no: Option<&'a TerminalNo>,
    /// Who did it; none for the program itself.
    pub operator: Option<&'a StaffId>,
    /// When.
    pub at: Timestamp,
}

/// What the journal needs to know of a store.
pub(crate) struct Keeper {
    registration_no: String,
    vat_no: String,
    pub(crate) time_zone: TimeZone,
    time_zone_name: String,
    pub(crate) end_of_business_day: EndOfBusinessDay,
    pub(crate) currency_code: String,
}

/// Adds an event to the chain of its till, or of its store.
///
/// # Errors
/// As [`append`], or when there is no such store.
pub async fn record_event(
    tx: &mut Tx,
    signer: &Signer,
    scene: &Scene<'_>,
    event: &Event,
) -> Outcome<()> {
    append_event(tx, signer, scene, event).await.map(|_| ())
}

/// Adds an event as [`record_event`] does, and says where it stands.
///
/// # Errors
/// As [`record_event`].
pub async fn append_event(
    tx: &mut Tx,
    signer: &Signer,
    scene: &Scene<'_>,
    event: &Event,
) -> Outcome<Appended> {
    let members = event.members(scene.operator).map_err(Failure::internal)?;
    let payload = payload(&members)?;
    record(tx, signer, scene, (event.kind(), payload)).await
}

/// Adds an entry of a kind to the chain of its till, or of its store.
///
/// # Errors
/// As [`append`], or when there is no such store.
pub async fn record(
    tx: &mut Tx,
    signer: &Signer,
    scene: &Scene<'_>,
    (kind, payload): (Kind, Payload),
) -> Outcome<Appended> {
    let keeper = keeper(tx, scene.store_no).await?;
    let date = business_date(scene.at, &keeper.time_zone, keeper.end_of_business_day);
    let entry = entry_on(tx, scene, date, (kind, payload)).await?;
    append(tx, signer, entry).await
}

/// An entry that is booked on a business date.
pub(crate) async fn entry_on(
    tx: &mut Tx,
    scene: &Scene<'_>,
    business_date: Date,
    (kind, payload): (Kind, Payload),
) -> Outcome<NewEntry> {
    let keeper = keeper(tx, scene.store_no).await?;
    let chain_id = scene
        .terminal_no
        .map_or(&scene.store_no.0, |terminal_no| &terminal_no.0);
    Ok(NewEntry {
        chain_id: chain_id.clone(),
        kind,
        at: scene.at,
        time_zone: keeper.time_zone_name.clone(),
        business_date,
        payload,
        opening: ChainOpening {
            registration_no: keeper.registration_no.clone(),
            vat_no: keeper.vat_no.clone(),
            store_no: scene.store_no.clone(),
            terminal_no: scene.terminal_no.cloned(),
            software_version: shell::http::VERSION.to_owned(),
        },
    })
}

/// Adds an event to the chain of every store.
///
/// # Errors
/// As [`append`].
pub async fn record_everywhere(
    tx: &mut Tx,
    signer: &Signer,
    event: &Event,
    at: Timestamp,
) -> Outcome<()> {
    let payload = payload(&event.members(None).map_err(Failure::internal)?)?;
    everywhere(tx, signer, at, (event.kind(), payload)).await
}

/// Adds an entry of a kind to the chain of every store.
///
/// # Errors
/// As [`append`].
pub(crate) async fn everywhere(
    tx: &mut Tx,
    signer: &Signer,
    at: Timestamp,
    (kind, payload): (Kind, Payload),
) -> Outcome<()> {
    let rows = tx
        .query("SELECT store_no FROM store ORDER BY store_no", params![])
        .await?;
    for mut row in rows {
        let store_no: StoreNo = row.read()?;
        let scene = Scene {
            store_no: &store_no,
            terminal_no: None,
            operator: None,
            at,
        };
        record(tx, signer, &scene, (kind, payload.clone())).await?;
    }
    Ok(())
}

/// A chain, and whose it is.
pub(crate) struct ChainPlace {
    pub(crate) chain: String,
    store_no: StoreNo,
    terminal_no: Option<TerminalNo>,
}

impl ChainPlace {
    /// The store.
    pub(crate) const fn store_no(&self) -> &StoreNo {
        &self.store_no
    }

    /// The scene of something that the program itself does to the chain.
    pub(crate) const fn scene(&self, at: Timestamp) -> Scene<'_> {
        Scene {
            store_no: &self.store_no,
            terminal_no: self.terminal_no.as_ref(),
            operator: None,
            at,
        }
    }
}

/// All chains that have begun, and whose they are.
///
/// # Errors
/// When a chain belongs to no store or till, or the database fails.
pub(crate) async fn chain_places(tx: &mut Tx) -> Outcome<Vec<ChainPlace>> {
    let rows = tx
        .query(
            "SELECT h.chain_id, COALESCE(s.store_no, t.store_no), t.terminal_no \
             FROM journal_head h LEFT JOIN store s ON s.store_no = h.chain_id \
             LEFT JOIN terminal t ON t.terminal_no = h.chain_id AND s.store_no IS NULL \
             ORDER BY h.chain_id",
            params![],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let chain: String = row.read()?;
            let store_no: Option<StoreNo> = row.read()?;
            let terminal_no = row.read()?;
            let store_no = store_no.ok_or_else(|| {
                Failure::internal(format!("the chain {chain} belongs to no store and no till"))
            })?;
            Ok(ChainPlace {
                chain,
                store_no,
                terminal_no,
            })
        })
        .collect()
}

pub(crate) async fn keeper(tx: &mut Tx, store_no: &StoreNo) -> Outcome<std::sync::Arc<Keeper>> {
    if let Some(keeper) = tx.kept_reference(&store_no.0).await? {
        return Ok(keeper);
    }
    let mut row = tx
        .query_one(
            "SELECT c.registration_no, c.vat_no, s.time_zone, s.end_of_business_day, s.currency_code \
             FROM store s JOIN company c ON c.company_no = s.company_no WHERE s.store_no = $1",
            params![store_no],
        )
        .await?;
    let (registration_no, vat_no) = (row.read()?, row.read()?);
    let time_zone_name: String = row.read()?;
    let end: i64 = row.read()?;
    let keeper = Keeper {
        registration_no,
        vat_no,
        time_zone: TimeZone::get(&time_zone_name).map_err(Failure::internal)?,
        time_zone_name,
        end_of_business_day: EndOfBusinessDay(i16::try_from(end).map_err(Failure::internal)?),
        currency_code: row.read()?,
    };
    Ok(tx.keep_reference(&store_no.0, keeper).await?)
}
