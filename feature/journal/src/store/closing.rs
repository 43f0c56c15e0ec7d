//! What closings read: the entries since the last one, and the same sums from the tables.

use kernel::id::{StoreNo, TerminalNo};
use shell::{Failure, Outcome, Tx, params};

use crate::rule::closing::{Closed, Closing, Entry, Fold, Link, Part, Stretch, Sums};
use crate::rule::kind::Kind;
use crate::rule::sums::DepositMoney;

/// How many entries one read brings.
const ENTRIES_MAX: i64 = 500;

/// The tills of a store that have a chain, in order.
pub(crate) async fn list_tills(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Vec<TerminalNo>> {
    let rows = tx
        .query(
            "SELECT t.terminal_no FROM terminal t JOIN journal_head h ON h.chain_id = t.terminal_no \
             WHERE t.store_no = $1 ORDER BY t.terminal_no",
            params![store_no],
        )
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}

/// The business date that a chain begins on; none when there is no such chain.
pub(crate) async fn first_date(tx: &mut Tx, chain: &str) -> Outcome<Option<String>> {
    let row = tx
        .query_opt(
            "SELECT business_date FROM journal_entry WHERE chain_id = $1 ORDER BY seq LIMIT 1",
            params![chain],
        )
        .await?;
    Ok(row.map(|mut row| row.read()).transpose()?)
}

/// The last closing of a kind.
pub(crate) async fn last_closing(tx: &mut Tx, chain: &str, kind: Kind) -> Outcome<Option<Closed>> {
    let row = tx
        .query_opt(
            "SELECT seq, hash, payload FROM journal_entry WHERE chain_id = $1 AND kind = $2 \
             ORDER BY kind_seq DESC LIMIT 1",
            params![chain, kind.name()],
        )
        .await?;
    row.map(|mut row| closed(chain, (row.read()?, row.read()?, row.read()?)))
        .transpose()
}

/// The closing of a day, when that day is closed. It is looked for from the last one backwards.
pub(crate) async fn find_closing(tx: &mut Tx, chain: &str, date: &str) -> Outcome<Option<Closed>> {
    let row = tx
        .query_opt(
            "SELECT seq, hash, payload FROM journal_entry WHERE chain_id = $1 AND kind = $2 \
             AND business_date = $3 ORDER BY kind_seq DESC LIMIT 1",
            params![chain, Kind::ClosingDay.name(), date],
        )
        .await?;
    row.map(|mut row| closed(chain, (row.read()?, row.read()?, row.read()?)))
        .transpose()
}

/// The closings of a kind after a place, in order.
pub(crate) async fn list_closings(
    tx: &mut Tx,
    chain: &str,
    kind: Kind,
    after: i64,
) -> Outcome<Vec<Closed>> {
    let page = page_closings(tx, chain, kind, after).await?;
    page.into_iter().map(|(_, closing)| closing).collect()
}

/// The places of the closings of a kind after one, in order, each with what can be read of it.
pub(crate) async fn page_closings(
    tx: &mut Tx,
    chain: &str,
    kind: Kind,
    after: i64,
) -> Outcome<Vec<(i64, Outcome<Closed>)>> {
    let rows = tx
        .query(
            "SELECT seq, hash, payload FROM journal_entry WHERE chain_id = $1 AND kind = $2 \
             AND kind_seq > (SELECT COALESCE(MAX(kind_seq), 0) FROM journal_entry \
             WHERE chain_id = $1 AND kind = $2 AND seq <= $3) ORDER BY kind_seq LIMIT $4",
            params![chain, kind.name(), after, ENTRIES_MAX],
        )
        .await?;
    let mut page = Vec::with_capacity(rows.len());
    for mut row in rows {
        let seq = row.read()?;
        let hash_and_payload = (row.read(), row.read());
        let closing = match hash_and_payload {
            (Ok(hash), Ok(payload)) => closed(chain, (seq, hash, payload)),
            (Err(error), _) | (_, Err(error)) => Err(error.into()),
        };
        page.push((seq, closing));
    }
    Ok(page)
}

/// The closing at a place: none when there is no entry, and none in it when it cannot be read.
pub(crate) async fn closing_at(
    tx: &mut Tx,
    chain: &str,
    seq: i64,
) -> Outcome<Option<Option<Closed>>> {
    let row = tx
        .query_opt(
            "SELECT hash, payload FROM journal_entry WHERE chain_id = $1 AND seq = $2",
            params![chain, seq],
        )
        .await?;
    let Some(mut row) = row else {
        return Ok(None);
    };
    let (Ok(hash), Ok(payload)) = (row.read(), row.read()) else {
        return Ok(Some(None));
    };
    Ok(Some(closed(chain, (seq, hash, payload)).ok()))
}

fn closed(chain: &str, (seq, hash, payload): (i64, Vec<u8>, Vec<u8>)) -> Outcome<Closed> {
    let closing: Closing = serde_json::from_slice(&payload)
        .map_err(|error| Failure::internal(format!("closing {seq} of {chain}: {error}")))?;
    let link = Link {
        chain: chain.to_owned(),
        seq,
        hash: hex::encode(hash),
    };
    Ok(Closed { link, closing })
}

/// Folds the entries after a place up to the first one of a later business date.
pub(crate) async fn fold_until(
    tx: &mut Tx,
    chain: &str,
    mut after: i64,
    date: &str,
) -> Outcome<Option<Stretch>> {
    let mut fold = Fold::default();
    loop {
        let rows = tx
            .query(
                "SELECT seq, hash, kind, business_date, payload FROM journal_entry \
                 WHERE chain_id = $1 AND seq > $2 ORDER BY seq LIMIT $3",
                params![chain, after, ENTRIES_MAX],
            )
            .await?;
        let is_last = (rows.len() as u64) < ENTRIES_MAX.unsigned_abs();
        for mut row in rows {
            let (seq, hash): (i64, Vec<u8>) = (row.read()?, row.read()?);
            let (kind, business_date): (String, String) = (row.read()?, row.read()?);
            let payload: Vec<u8> = row.read()?;
            if business_date.as_str() > date {
                return Ok(fold.cut(date));
            }
            after = seq;
            fold.entry(&Entry {
                seq,
                hash: &hash,
                kind: &kind,
                business_date: &business_date,
                payload: &payload,
            });
        }
        if is_last {
            return Ok(fold.cut(date));
        }
    }
}

/// The sums of money of a till's entries between two places, from the tables: the second way to the
/// same figures. What training took is in no table.
pub(crate) async fn sums_of_tables(
    tx: &mut Tx,
    chain: &str,
    (first, last): (i64, i64),
) -> Outcome<Sums> {
    let mut sums = Sums::default();
    let mut row = tx
        .query_one(
            "SELECT COUNT(*), CAST(COALESCE(SUM(pieces), 0) AS BIGINT), \
             CAST(COALESCE(SUM(total), 0) AS BIGINT), \
             CAST(COALESCE(SUM(ABS(total)), 0) AS BIGINT), \
             CAST(COALESCE(SUM(discount), 0) AS BIGINT), \
             CAST(COALESCE(SUM(rounding), 0) AS BIGINT), \
             CAST(COALESCE(SUM(CASE WHEN total < 0 THEN 1 ELSE 0 END), 0) AS BIGINT), \
             CAST(COALESCE(SUM(CASE WHEN total < 0 THEN total ELSE 0 END), 0) AS BIGINT) \
             FROM sales_order WHERE journal_chain = $1 AND journal_seq BETWEEN $2 AND $3",
            params![chain, first, last],
        )
        .await?;
    (sums.tickets, sums.pieces) = (row.read()?, row.read()?);
    (sums.total, sums.absolute) = (row.read()?, row.read()?);
    (sums.discount, sums.rounding) = (row.read()?, row.read()?);
    sums.refunds = Part {
        count: row.read()?,
        amount: row.read()?,
    };
    for mut row in tx
        .query(
            "SELECT v.vat_rate, CAST(SUM(v.gross) AS BIGINT), CAST(SUM(v.vat_amount) AS BIGINT) \
             FROM sales_order o JOIN sales_order_vat v ON v.order_id = o.order_id \
             WHERE o.journal_chain = $1 AND o.journal_seq BETWEEN $2 AND $3 GROUP BY v.vat_rate",
            params![chain, first, last],
        )
        .await?
    {
        sums.add_vat(row.read()?, row.read()?, row.read()?);
    }
    for mut row in tx
        .query(
            "SELECT t.tender_code, COUNT(*), CAST(SUM(t.amount) AS BIGINT) \
             FROM sales_order o JOIN sales_order_tender t ON t.order_id = o.order_id \
             WHERE o.journal_chain = $1 AND o.journal_seq BETWEEN $2 AND $3 GROUP BY t.tender_code",
            params![chain, first, last],
        )
        .await?
    {
        let (code, count, amount): (String, i64, i64) = (row.read()?, row.read()?, row.read()?);
        sums.add_tender(&code, Part { count, amount });
    }
    add_deposits(tx, chain, (first, last), &mut sums).await?;
    Ok(sums)
}

/// Adds payments on deposits: the journal names their tenders, and the table says what each was.
async fn add_deposits(
    tx: &mut Tx,
    chain: &str,
    (first, last): (i64, i64),
    sums: &mut Sums,
) -> Outcome<()> {
    let mut after = first - 1;
    loop {
        let rows = tx
            .query(
                "SELECT seq, payload FROM journal_entry WHERE chain_id = $1 AND seq > $2 \
                 AND seq <= $3 AND kind IN ($4, $5) ORDER BY seq LIMIT $6",
                params![
                    chain,
                    after,
                    last,
                    Kind::Deposit.name(),
                    Kind::Event.name(),
                    ENTRIES_MAX
                ],
            )
            .await?;
        if rows.is_empty() {
            return Ok(());
        }
        for mut row in rows {
            after = row.read()?;
            let payload: Vec<u8> = row.read()?;
            let Some(deposit) = serde_json::from_slice::<DepositMoney>(&payload)
                .ok()
                .filter(DepositMoney::moves_money)
            else {
                continue;
            };
            sums.deposits.count += 1;
            for tender in deposit.tenders {
                let row = tx
                    .query_opt(
                        "SELECT tender_code, amount FROM deposit_tender WHERE tender_id = $1",
                        params![tender.tender_id],
                    )
                    .await?;
                if let Some(mut row) = row {
                    let (code, amount): (String, i64) = (row.read()?, row.read()?);
                    sums.deposits.amount += amount;
                    sums.add_tender(&code, Part { count: 1, amount });
                }
            }
        }
    }
}
