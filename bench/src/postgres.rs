//! The company of the measurement on PostgreSQL: every row as it is in the SQLite file.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use bytes::Bytes;
use futures::SinkExt;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use tokio_postgres::{Client, NoTls};

use crate::client::Fault;
use crate::data;

/// How many bytes go to the server at a time.
const CHUNK: usize = 1 << 20;

/// Makes a database with the rows of a company; its address.
pub(crate) fn copy(server: &str, program: &Path, company: &Path) -> Result<String, Fault> {
    let runtime = tokio::runtime::Runtime::new()?;
    let name = format!("bench_{}", uuid::Uuid::now_v7().simple());
    let url = format!("{server}/{name}");
    runtime.block_on(async {
        let client = connect(&format!("{server}/postgres")).await?;
        client
            .batch_execute(&format!("CREATE DATABASE {name}"))
            .await?;
        Ok::<(), Fault>(())
    })?;
    let migrated = Command::new(program)
        .args(["migrate", "--database-url", &url, "--data"])
        .arg(company)
        .status()?;
    if !migrated.success() {
        return Err("the schema could not be made on PostgreSQL".into());
    }
    runtime.block_on(fill(&url, &data::open(company)?))?;
    Ok(url)
}

async fn connect(url: &str) -> Result<Client, Fault> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

async fn fill(url: &str, source: &Connection) -> Result<(), Fault> {
    let client = connect(url).await?;
    // The rows are whole already: neither triggers nor references are asked.
    client
        .batch_execute("SET session_replication_role = replica")
        .await?;
    let columns = "SELECT table_name, column_name, data_type FROM information_schema.columns \
         WHERE table_schema = 'public' AND is_generated = 'NEVER'";
    let mut tables: HashMap<String, HashMap<String, String>> = HashMap::new();
    for row in client.query(columns, &[]).await? {
        let types = tables.entry(row.get(0)).or_default();
        types.insert(row.get(1), row.get(2));
    }
    for (table, types) in tables {
        let is_there = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?1";
        if source.prepare(is_there)?.exists([&table])? {
            client
                .batch_execute(&format!("DELETE FROM {table}"))
                .await?;
            copy_table(&client, source, &table, &types).await?;
        }
    }
    client.batch_execute("ANALYZE").await?;
    Ok(())
}

async fn copy_table(
    client: &Client,
    source: &Connection,
    table: &str,
    types: &HashMap<String, String>,
) -> Result<(), Fault> {
    let mut statement = source.prepare(&format!("SELECT * FROM {table}"))?;
    let all: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let kept: Vec<(usize, &String)> = all
        .iter()
        .enumerate()
        .filter(|(_, name)| types.contains_key(*name))
        .collect();
    let names: Vec<&str> = kept.iter().map(|(_, name)| name.as_str()).collect();
    let sql = format!("COPY {table} ({}) FROM STDIN", names.join(", "));
    let sink = client.copy_in::<_, Bytes>(&sql).await?;
    futures::pin_mut!(sink);
    let mut text = String::new();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        for (position, (index, name)) in kept.iter().enumerate() {
            if position > 0 {
                text.push('\t');
            }
            add(&mut text, row.get_ref(*index)?, &types[*name])?;
        }
        text.push('\n');
        if text.len() > CHUNK {
            sink.send(Bytes::from(std::mem::take(&mut text))).await?;
        }
    }
    sink.send(Bytes::from(text)).await?;
    sink.finish().await?;
    Ok(())
}

/// A value as COPY reads it.
fn add(text: &mut String, value: ValueRef<'_>, kind: &str) -> Result<(), Fault> {
    match value {
        ValueRef::Null => text.push_str("\\N"),
        ValueRef::Integer(number) if kind == "boolean" => {
            text.push(if number == 0 { 'f' } else { 't' });
        }
        ValueRef::Integer(number) => write!(text, "{number}")?,
        ValueRef::Real(number) => write!(text, "{number}")?,
        ValueRef::Text(bytes) => {
            for character in std::str::from_utf8(bytes)?.chars() {
                match character {
                    '\\' => text.push_str("\\\\"),
                    '\t' => text.push_str("\\t"),
                    '\n' => text.push_str("\\n"),
                    '\r' => text.push_str("\\r"),
                    other => text.push(other),
                }
            }
        }
        ValueRef::Blob(bytes) => {
            if kind != "uuid" {
                text.push_str("\\\\x");
            }
            for byte in bytes {
                write!(text, "{byte:02x}")?;
            }
        }
    }
    Ok(())
}
