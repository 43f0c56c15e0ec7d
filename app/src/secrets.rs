//! Secrets that live in files of the data directory, readable by their owner alone.

use std::path::Path;

use payment::merchant::Vault;
use rand::Rng;
use session::TokenKey;
use shell::private_file;

use crate::Stop;

/// The file of the key that signs session tokens. Several processes that serve the same shops
/// share it.
const TOKEN_KEY_FILE: &str = "token.key";

/// The file of the key that seals what is secret in the database. Processes that share a database
/// share it, and a copy of the database is of use only together with it.
const VAULT_KEY_FILE: &str = "vault.key";

/// Fresh random bytes.
#[must_use]
pub fn random_bytes() -> [u8; 32] {
    let mut bytes = [0; 32];
    rand::rng().fill_bytes(&mut bytes);
    bytes
}

/// The key that signs session tokens, made at the first start.
///
/// # Errors
/// When the file can neither be read nor made.
pub fn token_key(data: &Path) -> Result<TokenKey, Stop> {
    Ok(TokenKey::new(&key(data, TOKEN_KEY_FILE)?))
}

/// The vault of what is secret in the database; its key is made at the first start.
///
/// # Errors
/// When the file can neither be read nor made.
pub fn vault(data: &Path) -> Result<Vault, Stop> {
    Ok(Vault::new(&key(data, VAULT_KEY_FILE)?))
}

fn key(data: &Path, name: &str) -> Result<[u8; 32], Stop> {
    let path = data.join(name);
    let digits = kept_digits(&path, &random_bytes(), "key file")?;
    let mut secret = [0; 32];
    hex::decode_to_slice(digits, &mut secret)
        .map_err(|_| Stop::because(format!("The key file {} is damaged", path.display())))?;
    Ok(secret)
}

/// The digits that a file holds: those of `fresh` bytes when there is none yet. `what` it is stands in the fault.
///
/// # Errors
/// When the file can neither be read nor made.
pub(crate) fn kept_digits(path: &Path, fresh: &[u8], what: &str) -> Result<String, Stop> {
    let failed = |error: std::io::Error| {
        Stop::because(format!(
            "The {what} {} cannot be used: {error}",
            path.display()
        ))
    };
    if !path.exists() {
        private_file::create(path, hex::encode(fresh).as_bytes()).map_err(failed)?;
    }
    let text = std::fs::read_to_string(path).map_err(failed)?;
    Ok(text.trim().to_owned())
}
