//! Secrets that live in files of the data directory, readable by their owner alone.

use std::path::Path;

use rand::Rng;
use session::TokenKey;
use shell::private_file;

use crate::Stop;

/// The file of the key that signs session tokens. Several processes that serve the same shops
/// share it.
const TOKEN_KEY_FILE: &str = "token.key";

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
    let path = data.join(TOKEN_KEY_FILE);
    let failed = |error: std::io::Error| {
        Stop::because(format!(
            "The key file {} cannot be used: {error}",
            path.display()
        ))
    };
    if !path.exists() {
        let digits = hex::encode(random_bytes());
        private_file::create(&path, digits.as_bytes()).map_err(failed)?;
    }
    let text = std::fs::read_to_string(&path).map_err(failed)?;
    let mut secret = [0; 32];
    hex::decode_to_slice(text.trim(), &mut secret)
        .map_err(|_| Stop::because(format!("The key file {} is damaged", path.display())))?;
    Ok(TokenKey::new(&secret))
}
