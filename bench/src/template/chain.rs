//! The chains of the journal that copied sales continue: hashed and signed as the product's own, so that a start
//! that looks back finds a sound journal.

use std::path::Path;

use journal::Signer;
use journal::rule::entry::{Hash, Header, sha256};
use rusqlite::Connection;

use crate::client::Fault;
use crate::data::{self, TILLS};

/// The chains of all tills, the first till's first.
pub(crate) struct Chains {
    signer: Signer,
    chains: Vec<Chain>,
}

/// Where the chain of a till stands.
struct Chain {
    name: String,
    seq: i64,
    tickets: i64,
    hash: Hash,
    ticket: Ticket,
}

/// The till's own sale, as its copies tell it of other orders.
struct Ticket {
    format: String,
    at_utc: String,
    at_local: String,
    time_zone: String,
    business_date: String,
    order_id: String,
    payload: String,
}

impl Chains {
    /// Reads where the chains stand after each till has made one sale.
    pub(crate) fn read(directory: &Path, connection: &Connection) -> Result<Self, Fault> {
        let chains: Result<Vec<Chain>, Fault> = (0..TILLS)
            .map(|till| Chain::read(connection, till))
            .collect();
        Ok(Self {
            signer: Signer::load(&directory.join(journal::KEY_FILE))?,
            chains: chains?,
        })
    }

    /// The place of the entry that comes next at a till.
    pub(crate) fn next_seq(&self, till: usize) -> i64 {
        self.chains[till].seq + 1
    }

    /// Adds the entry of an order.
    pub(crate) fn append(
        &mut self,
        connection: &Connection,
        till: usize,
        order_id: &uuid::Uuid,
    ) -> Result<(), Fault> {
        let chain = &mut self.chains[till];
        let ticket = &chain.ticket;
        let payload = ticket
            .payload
            .replace(&ticket.order_id, &order_id.to_string());
        let payload_hash = sha256(payload.as_bytes());
        chain.seq += 1;
        chain.tickets += 1;
        let hash = Header {
            format: &ticket.format,
            chain_id: &chain.name,
            seq: chain.seq,
            kind: "ticket",
            at_utc: &ticket.at_utc,
            business_date: &ticket.business_date,
            payload_hash: &payload_hash,
            prev_hash: &chain.hash,
        }
        .hash();
        let signature = self.signer.sign(&hash);
        connection
            .prepare_cached(
                "INSERT INTO journal_entry (chain_id, seq, kind, kind_seq, format, at_utc, \
                 at_local, time_zone, business_date, payload, payload_hash, prev_hash, hash, \
                 key_id, signature) \
                 VALUES (?1, ?2, 'ticket', ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
            )?
            .execute(rusqlite::params![
                chain.name,
                chain.seq,
                chain.tickets,
                ticket.format,
                ticket.at_utc,
                ticket.at_local,
                ticket.time_zone,
                ticket.business_date,
                payload.into_bytes(),
                payload_hash,
                chain.hash,
                hash,
                self.signer.key_id(),
                signature,
            ])?;
        chain.hash = hash;
        Ok(())
    }

    /// Lets the product go on where the copies end.
    pub(crate) fn store(&self, connection: &Connection) -> Result<(), Fault> {
        for chain in &self.chains {
            connection.execute(
                "UPDATE counter SET value = ?1 WHERE scope = 'journal:' || ?2 AND name = 'ticket'",
                (chain.tickets, &chain.name),
            )?;
            connection.execute(
                "UPDATE journal_head SET seq = ?1, hash = ?2 WHERE chain_id = ?3",
                (chain.seq, chain.hash, &chain.name),
            )?;
        }
        Ok(())
    }
}

impl Chain {
    fn read(connection: &Connection, till: usize) -> Result<Self, Fault> {
        let name = data::terminal_no(till);
        let (seq, hash) = connection.query_row(
            "SELECT seq, hash FROM journal_head WHERE chain_id = ?1",
            [&name],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        let (tickets, ticket) = connection.query_row(
            "SELECT kind_seq, format, at_utc, at_local, time_zone, business_date, text, \
             json_extract(text, '$.orderId') \
             FROM (SELECT *, CAST(payload AS TEXT) AS text FROM journal_entry) \
             WHERE chain_id = ?1 AND kind = 'ticket' ORDER BY kind_seq DESC LIMIT 1",
            [&name],
            |row| {
                let ticket = Ticket {
                    format: row.get(1)?,
                    at_utc: row.get(2)?,
                    at_local: row.get(3)?,
                    time_zone: row.get(4)?,
                    business_date: row.get(5)?,
                    payload: row.get(6)?,
                    order_id: row.get(7)?,
                };
                Ok((row.get(0)?, ticket))
            },
        )?;
        Ok(Self {
            name,
            seq,
            tickets,
            hash,
            ticket,
        })
    }
}
