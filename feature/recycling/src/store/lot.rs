//! What goes to the refiner.

use jiff::Timestamp;
use kernel::id::{StaffId, StoreNo};
use kernel::weight::Weight;
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::rule::metal::Metal;

/// Metal of one fineness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lot {
    pub metal: Metal,
    pub fineness: i64,
    pub pieces: i64,
    pub gross: Weight,
    pub net: Weight,
    pub fine: Weight,
    pub refiner: Option<Weight>,
}

impl Lot {
    /// What the refiner weighed more than we did without stones; below zero when less.
    pub(crate) fn difference(&self) -> Option<Weight> {
        self.refiner.map(|weight| Weight(weight.0 - self.net.0))
    }
}

/// A shipment.
#[derive(Clone, Debug)]
pub(crate) struct Shipment {
    pub shipment_id: Uuid,
    pub store_no: StoreNo,
    pub shipment_no: String,
    pub refiner: String,
    pub tracking_no: String,
    pub is_closed: bool,
    pub shipped_at: Timestamp,
    pub settled_at: Option<Timestamp>,
    pub lots: Vec<Lot>,
}

pub(crate) async fn insert(tx: &mut Tx, shipment: &Shipment, staff_id: &StaffId) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO recycling_shipment (shipment_id, store_no, shipment_no, refiner, \
         tracking_no, state, shipped_by, shipped_at) \
         VALUES ($1, $2, $3, $4, $5, 'SHIPPED', $6, $7)",
        params![
            shipment.shipment_id,
            &shipment.store_no,
            &shipment.shipment_no,
            &shipment.refiner,
            &shipment.tracking_no,
            staff_id,
            shipment.shipped_at
        ],
    )
    .await?;
    for lot in &shipment.lots {
        tx.execute_one(
            "INSERT INTO recycling_lot (shipment_id, metal, fineness, pieces, gross_weight, \
             net_weight, fine_weight) VALUES ($1, $2, $3, $4, $5, $6, $7)",
            params![
                shipment.shipment_id,
                lot.metal.name(),
                lot.fineness,
                lot.pieces,
                lot.gross.0,
                lot.net.0,
                lot.fine.0
            ],
        )
        .await?;
    }
    Ok(())
}

/// Keeps what the refiner weighed; answers whether the shipment was still open.
pub(crate) async fn settle(
    tx: &mut Tx,
    shipment: &Shipment,
    staff_id: &StaffId,
    now: Timestamp,
) -> Outcome<bool> {
    let touched = tx
        .execute(
            "UPDATE recycling_shipment SET state = 'CLOSED', settled_by = $2, settled_at = $3 \
             WHERE shipment_id = $1 AND state = 'SHIPPED'",
            params![shipment.shipment_id, staff_id, now],
        )
        .await?;
    for lot in &shipment.lots {
        tx.execute_one(
            "UPDATE recycling_lot SET refiner_weight = $4 \
             WHERE shipment_id = $1 AND metal = $2 AND fineness = $3",
            params![
                shipment.shipment_id,
                lot.metal.name(),
                lot.fineness,
                lot.refiner.map(|weight| weight.0)
            ],
        )
        .await?;
    }
    Ok(touched == 1)
}

const COLUMNS: &str = "SELECT shipment_id, store_no, shipment_no, refiner, tracking_no, state, \
     shipped_at, settled_at FROM recycling_shipment";

fn shipment(mut row: Row) -> Outcome<Shipment> {
    let (shipment_id, store_no) = (row.read()?, row.read()?);
    let (shipment_no, refiner, tracking_no) = (row.read()?, row.read()?, row.read()?);
    let state: String = row.read()?;
    Ok(Shipment {
        shipment_id,
        store_no,
        shipment_no,
        refiner,
        tracking_no,
        is_closed: state == "CLOSED",
        shipped_at: row.read()?,
        settled_at: row.read()?,
        lots: Vec::new(),
    })
}

async fn lots(tx: &mut Tx, shipment_id: Uuid) -> Outcome<Vec<Lot>> {
    let rows = tx
        .query(
            "SELECT metal, fineness, pieces, gross_weight, net_weight, fine_weight, \
             refiner_weight FROM recycling_lot WHERE shipment_id = $1 \
             ORDER BY metal, fineness DESC",
            params![shipment_id],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let metal: String = row.read()?;
            Ok(Lot {
                metal: Metal::parse(&metal)
                    .ok_or_else(|| Failure::internal(format!("no metal is {metal}")))?,
                fineness: row.read()?,
                pieces: row.read()?,
                gross: Weight(row.read()?),
                net: Weight(row.read()?),
                fine: Weight(row.read()?),
                refiner: row.read::<Option<i64>>()?.map(Weight),
            })
        })
        .collect()
}

/// A shipment of a store with its lots.
pub(crate) async fn get(tx: &mut Tx, store_no: &StoreNo, shipment_id: Uuid) -> Outcome<Shipment> {
    let sql = format!("{COLUMNS} WHERE shipment_id = $1 AND store_no = $2");
    let row = tx.query_opt(&sql, params![shipment_id, store_no]).await?;
    let mut found = shipment(row.ok_or(&crate::NOT_FOUND)?)?;
    found.lots = lots(tx, shipment_id).await?;
    Ok(found)
}

/// The shipments of a store, the newest first.
pub(crate) async fn list(
    tx: &mut Tx,
    store_no: &StoreNo,
    (start, limit): (i64, i64),
) -> Outcome<(Vec<Shipment>, i64)> {
    let sql = format!(
        "{COLUMNS} WHERE store_no = $1 ORDER BY shipped_at DESC, shipment_id DESC \
         LIMIT $2 OFFSET $3"
    );
    let rows = tx.query(&sql, params![store_no, limit, start]).await?;
    let mut found = Vec::with_capacity(rows.len());
    for row in rows {
        let mut shipment = shipment(row)?;
        shipment.lots = lots(tx, shipment.shipment_id).await?;
        found.push(shipment);
    }
    let mut row = tx
        .query_one(
            "SELECT COUNT(*) FROM recycling_shipment WHERE store_no = $1",
            params![store_no],
        )
        .await?;
    Ok((found, row.read()?))
}
