//! `vitrine rotate-key`: hands the journal to a new key.

use journal::Signer;
use shell::Clock;

use crate::config::Options;
use crate::{Stop, secrets, store};

/// Hands all chains of the journal to a new key, by an entry in each that both keys sign, and puts the
/// new key in the place of the old one, which is gone then. What was cut short is ended by the next
/// run.
///
/// # Errors
/// When the program serves, or the key is not the journal's.
pub async fn rotate_key(options: Options) -> Result<(), Stop> {
    let config = options.into_config()?;
    let db = store::open_database(&config).await?;
    // Whoever serves would go on with the key that it began with.
    let _claim = store::claim_alone(&config, &db, "the key changes").await?;
    let old = Signer::load(&config.data.join(journal::KEY_FILE)).map_err(Stop::because)?;
    let new = Signer::load_or_create_next(&config.data, &secrets::random_bytes())
        .map_err(Stop::because)?;
    let input = (old.clone(), new.clone(), Clock::system().now());
    let chains = db
        .write(input, |tx, (old, new, now)| {
            Box::pin(journal::rotate_key(tx, old, new, *now))
        })
        .await?;
    Signer::replace_key(&config.data).map_err(Stop::because)?;
    println!(
        "{chains} chains are handed from the key {} to the key {}. Its public half is {}. Keep a copy \
         of {} away from this machine",
        old.key_id(),
        new.key_id(),
        new.public_key().text(),
        journal::KEY_FILE
    );
    Ok(())
}
