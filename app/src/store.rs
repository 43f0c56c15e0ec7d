//! The store as a command opens it: its directory, the one process that may serve from it, its schema.

use std::fs::{File, TryLockError};
use std::path::Path;

use backup::DATABASE_FILE;
use journal::Signer;
use shell::{Clock, Db};

use crate::Stop;
use crate::config::Config;

/// The file in the data directory that the serving process holds a lock on.
const CLAIM_FILE: &str = "serving.lock";

/// Makes the data directory, takes it for this process, and opens the store in it, brought up to this program's
/// schema. It is taken first: a newer program must not change the schema under an older one that serves.
///
/// # Errors
/// When the directory cannot be written, another process serves from it, or the database belongs to a newer program.
pub(crate) async fn claim_and_open(config: &Config) -> Result<(Option<File>, Db), Stop> {
    make_data_directory(&config.data)?;
    let claim = claim(config)?;
    let db = open_database(config).await?;
    bring_up_to_date(config, &db).await?;
    Ok((claim, db))
}

/// As [`claim_and_open`], for what may happen beside a process that serves with the same schema: the directory is
/// taken only when the schema is to be changed.
///
/// # Errors
/// As there.
pub(crate) async fn open_beside(config: &Config) -> Result<(Option<File>, Db), Stop> {
    make_data_directory(&config.data)?;
    let db = open_database(config).await?;
    let claim = match db.check_schema().await {
        Ok(_) => None,
        Err(_) => claim(config)?,
    };
    bring_up_to_date(config, &db).await?;
    Ok((claim, db))
}

async fn bring_up_to_date(config: &Config, db: &Db) -> Result<(), Stop> {
    let migrated = db.migrate().await?;
    // Without its key there is no journal yet, or the start refuses.
    if let Ok(signer) = Signer::load(&config.data.join(journal::KEY_FILE)) {
        let input = (signer, migrated, Clock::system().now());
        db.write(input, |tx, (signer, migrated, now)| {
            Box::pin(journal::note_schema(tx, signer, *migrated, *now))
        })
        .await?;
    }
    Ok(())
}

/// As [`claim`], for what nobody else may be at work with: on PostgreSQL, too, no process serves then.
/// `what` is to happen, as the end of a sentence.
///
/// # Errors
/// When a process serves, or was not ended in order.
pub(crate) async fn claim_alone(
    config: &Config,
    db: &Db,
    what: &str,
) -> Result<Option<File>, Stop> {
    let claim = claim(config)?;
    if config.database_url.is_some() {
        let running = db
            .read((), |tx, ()| Box::pin(journal::list_running(tx)))
            .await?;
        if let Some(process) = running.first() {
            return Err(Stop::because(format!(
                "Vitrine serves at {process}, or was not ended in order there. End every process on \
                 this database, and start and end the one that was not, before {what}"
            )));
        }
    }
    Ok(claim)
}

/// Takes the data directory for this process, for as long as the answer lives. The payments and
/// events of a SQLite file have one process; on PostgreSQL any number may serve.
///
/// # Errors
/// When another process serves from it.
pub(crate) fn claim(config: &Config) -> Result<Option<File>, Stop> {
    if config.database_url.is_some() {
        return Ok(None);
    }
    let path = config.data.join(CLAIM_FILE);
    let failed = |error: &dyn std::fmt::Display| {
        Stop::because(format!(
            "The file {} cannot be locked: {error}",
            path.display()
        ))
    };
    let file = File::create(&path).map_err(|error| failed(&error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(Stop::because(format!(
            "Another Vitrine serves from the data directory {}. End it first, choose another with \
             --data, or use PostgreSQL with --database-url",
            config.data.display()
        ))),
        Err(TryLockError::Error(error)) => Err(failed(&error)),
    }
}

/// Opens the database as it is.
///
/// # Errors
/// When it cannot be opened.
pub(crate) async fn open_database(config: &Config) -> Result<Db, Stop> {
    Ok(match &config.database_url {
        Some(url) => Db::connect_postgres(url).await?,
        None => Db::open_sqlite(&config.data.join(DATABASE_FILE)).map_err(|error| {
            Stop::because(format!(
                "The database {} cannot be opened: {error}",
                config.data.join(DATABASE_FILE).display()
            ))
        })?,
    })
}

/// Opens the SQLite database that is there. A wrong folder is told and not made a shop.
///
/// # Errors
/// When there is none, or it cannot be opened.
pub(crate) async fn open_existing(config: &Config) -> Result<Db, Stop> {
    let path = config.data.join(DATABASE_FILE);
    if !path.exists() {
        return Err(Stop::because(format!(
            "There is no database {}",
            path.display()
        )));
    }
    open_database(config).await
}

fn make_data_directory(data: &Path) -> Result<(), Stop> {
    let refused = |error: std::io::Error| {
        Stop::because(format!(
            "The data directory {} cannot be written: {error}. Choose another with --data, or \
             give this user the right to write there",
            data.display()
        ))
    };
    std::fs::create_dir_all(data).map_err(refused)?;
    // Two processes may start together.
    let probe = data.join(format!(".write-probe-{}", std::process::id()));
    std::fs::write(&probe, b"").map_err(refused)?;
    std::fs::remove_file(&probe).map_err(refused)
}
