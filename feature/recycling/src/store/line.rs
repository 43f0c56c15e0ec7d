//! Lines of documents, and metal by weight.

use jiff::Timestamp;
use kernel::weight::Weight;
use kernel::{Currency, Money, Rate};
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::record::{Document, Line, PieceInput};
use crate::rule::metal::{Metal, TestMethod};
use crate::rule::valuation::{Spot, Value};

pub(crate) async fn read(
    tx: &mut Tx,
    recycling_id: Uuid,
    currency: Currency,
) -> Outcome<Vec<Line>> {
    let rows = tx
        .query(
            "SELECT position, metal, fineness, test_method, quantity, description, marks, \
             gross_weight, stone_weight, net_weight, fine_weight, spot, spot_fineness, spot_at, \
             payout, metal_amount, campaign_amount, amount, order_line_id \
             FROM recycling_line WHERE recycling_id = $1 ORDER BY position",
            params![recycling_id],
        )
        .await?;
    rows.into_iter().map(|row| line(row, currency)).collect()
}

fn line(mut row: Row, currency: Currency) -> Outcome<Line> {
    let unknown = |name: &str| Failure::internal(format!("no metal or test is {name}"));
    let position = row.read()?;
    let metal: String = row.read()?;
    let fineness = row.read()?;
    let test_method: Option<String> = row.read()?;
    let test_method = test_method
        .map(|name| TestMethod::parse(&name).ok_or_else(|| unknown(&name)))
        .transpose()?;
    let (quantity, description, marks) = (row.read()?, row.read()?, row.read()?);
    let (gross, stones) = (Weight(row.read()?), Weight(row.read()?));
    let (net, fine) = (Weight(row.read()?), Weight(row.read()?));
    let spot = spot(&mut row)?;
    let value = Value {
        net,
        fine,
        spot,
        payout: Rate(row.read()?),
        metal_amount: Money::new(row.read()?, currency),
        campaign_amount: Money::new(row.read()?, currency),
        amount: Money::new(row.read()?, currency),
    };
    Ok(Line {
        position,
        input: PieceInput {
            metal: Metal::parse(&metal).ok_or_else(|| unknown(&metal))?,
            fineness,
            test_method,
            quantity,
            gross_weight: gross,
            stone_weight: stones,
            description,
            marks,
            order_line_id: row.read()?,
        },
        value,
    })
}

fn spot(row: &mut Row) -> Outcome<Option<Spot>> {
    let (gram_price, fineness): (Option<i64>, Option<i64>) = (row.read()?, row.read()?);
    let starts_at: Option<Timestamp> = row.read()?;
    let found = gram_price.zip(fineness).zip(starts_at);
    Ok(found.map(|((gram_price, fineness), starts_at)| Spot {
        gram_price,
        fineness,
        starts_at,
    }))
}

/// Puts lines in place of those before.
pub(crate) async fn replace(tx: &mut Tx, recycling_id: Uuid, lines: &[Line]) -> Outcome<()> {
    tx.execute(
        "DELETE FROM recycling_line WHERE recycling_id = $1",
        params![recycling_id],
    )
    .await?;
    for line in lines {
        let (input, value) = (&line.input, &line.value);
        tx.execute_one(
            "INSERT INTO recycling_line (line_id, recycling_id, position, metal, fineness, \
             test_method, quantity, description, marks, gross_weight, stone_weight, net_weight, \
             fine_weight, spot, spot_fineness, spot_at, payout, metal_amount, campaign_amount, \
             amount, order_line_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, \
             $13, $14, $15, $16, $17, $18, $19, $20, $21)",
            params![
                Uuid::now_v7(),
                recycling_id,
                line.position,
                input.metal.name(),
                input.fineness,
                input.test_method.map(TestMethod::name),
                input.quantity,
                &input.description,
                &input.marks,
                input.gross_weight.0,
                input.stone_weight.0,
                value.net.0,
                value.fine.0,
                value.spot.map(|spot| spot.gram_price),
                value.spot.map(|spot| spot.fineness),
                value.spot.map(|spot| spot.starts_at),
                value.payout.0,
                value.metal_amount.minor,
                value.campaign_amount.minor,
                value.amount.minor,
                input.order_line_id
            ],
        )
        .await?;
    }
    Ok(())
}

/// Where metal lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bucket {
    Quarantine,
    Released,
}

impl Bucket {
    const fn name(self) -> &'static str {
        match self {
            Self::Quarantine => "QUARANTINE",
            Self::Released => "RELEASED",
        }
    }
}

/// Moves the metal of a document: out of one bucket, into another; none stands for the world.
pub(crate) async fn move_metal(
    tx: &mut Tx,
    document: &Document,
    (from, to): (Option<Bucket>, Option<Bucket>),
    now: Timestamp,
) -> Outcome<()> {
    for line in &document.lines {
        for (bucket, sign) in [(from, -1), (to, 1)] {
            let Some(bucket) = bucket else { continue };
            tx.execute_one(
                "INSERT INTO recycling_stock_entry (entry_id, store_no, recycling_id, metal, \
                 fineness, bucket, weight, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                params![
                    Uuid::now_v7(),
                    &document.head.store_no,
                    document.head.recycling_id,
                    line.input.metal.name(),
                    line.input.fineness,
                    bucket.name(),
                    sign * line.value.net.0,
                    now
                ],
            )
            .await?;
        }
    }
    Ok(())
}
