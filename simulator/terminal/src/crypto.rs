//! Local encryption of messages: keys from a passphrase, AES-256-CBC, HMAC-SHA256 over the clear text.

use aes::Aes256;
use aes::cipher::block_padding::Pkcs7;
use aes::cipher::{BlockModeDecrypt, BlockModeEncrypt, KeyIvInit};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha1::Sha1;
use sha2::Sha256;

const SALT: &[u8] = b"AdyenNexoV1Salt";
const ROUNDS: u32 = 4000;

/// Keys of one passphrase, known to both sides by identifier and version.
#[derive(Clone)]
pub struct Keys {
    identifier: String,
    version: u32,
    hmac: [u8; 32],
    cipher: [u8; 32],
    iv: [u8; 16],
}

/// How a message is protected. Names as on the wire.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct SecurityTrailer {
    /// Always 1.
    pub adyen_crypto_version: u32,
    /// Which passphrase.
    pub key_identifier: String,
    /// Which version of it.
    pub key_version: u32,
    /// 16 random bytes, base64.
    pub nonce: String,
    /// HMAC-SHA256 of the clear text, base64.
    pub hmac: String,
}

/// Why a message could not be opened: deliberately without detail, so that nobody learns from it.
#[derive(Debug, thiserror::Error)]
#[error("the message could not be opened")]
pub struct Refused;

impl Keys {
    /// Derives the three keys from a passphrase.
    pub fn derive(passphrase: &str, identifier: &str, version: u32) -> Self {
        let mut derived = [0_u8; 80];
        pbkdf2::pbkdf2_hmac::<Sha1>(passphrase.as_bytes(), SALT, ROUNDS, &mut derived);
        let mut keys = Self {
            identifier: identifier.to_owned(),
            version,
            hmac: [0; 32],
            cipher: [0; 32],
            iv: [0; 16],
        };
        keys.hmac.copy_from_slice(&derived[..32]);
        keys.cipher.copy_from_slice(&derived[32..64]);
        keys.iv.copy_from_slice(&derived[64..]);
        keys
    }

    /// Encrypts a clear message; gives the blob (base64) and its trailer.
    pub fn seal(&self, clear: &[u8]) -> (String, SecurityTrailer) {
        let nonce: [u8; 16] = rand::random();
        let blob = cbc::Encryptor::<Aes256>::new(&self.cipher.into(), &self.real_iv(nonce).into())
            .encrypt_padded_vec::<Pkcs7>(clear);
        let trailer = SecurityTrailer {
            adyen_crypto_version: 1,
            key_identifier: self.identifier.clone(),
            key_version: self.version,
            nonce: BASE64.encode(nonce),
            hmac: BASE64.encode(self.mac(clear).finalize().into_bytes()),
        };
        (BASE64.encode(blob), trailer)
    }

    /// Decrypts and checks a message.
    ///
    /// # Errors
    /// [`Refused`] when key, padding or HMAC do not fit.
    pub fn open(&self, blob: &str, trailer: &SecurityTrailer) -> Result<Vec<u8>, Refused> {
        let same_key = trailer.adyen_crypto_version == 1
            && trailer.key_identifier == self.identifier
            && trailer.key_version == self.version;
        if !same_key {
            return Err(Refused);
        }
        let nonce = BASE64.decode(&trailer.nonce).map_err(|_| Refused)?;
        let nonce: [u8; 16] = nonce.try_into().map_err(|_| Refused)?;
        let expected = BASE64.decode(&trailer.hmac).map_err(|_| Refused)?;
        let blob = BASE64.decode(blob).map_err(|_| Refused)?;
        let clear = cbc::Decryptor::<Aes256>::new(&self.cipher.into(), &self.real_iv(nonce).into())
            .decrypt_padded_vec::<Pkcs7>(&blob)
            .map_err(|_| Refused)?;
        self.mac(&clear)
            .verify_slice(&expected)
            .map_err(|_| Refused)?;
        Ok(clear)
    }

    fn real_iv(&self, nonce: [u8; 16]) -> [u8; 16] {
        let mut iv = self.iv;
        iv.iter_mut()
            .zip(nonce)
            .for_each(|(byte, random)| *byte ^= random);
        iv
    }

    fn mac(&self, clear: &[u8]) -> Hmac<Sha256> {
        // A 32-byte key fits the block of SHA-256, so the fixed-size constructor applies after padding.
        let mut block = [0_u8; 64];
        block[..32].copy_from_slice(&self.hmac);
        let mut mac = Hmac::<Sha256>::new(&block.into());
        mac.update(clear);
        mac
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine;

    use super::Keys;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The vector published with the protocol's own client library.
    #[test]
    fn keys_match_the_published_vector() {
        let keys = Keys::derive("P@ssw0rd123456", "vector", 1);
        assert_eq!(
            hex(&keys.hmac),
            "39826507afde4e47ce21ecec4a9eeb947c74089e522cb3522f03d40a35a5a719"
        );
        assert_eq!(
            hex(&keys.cipher),
            "da081da2e541074877fad74cc1dbf2374286f78afa89a123046656ffeb88ff67"
        );
        assert_eq!(hex(&keys.iv), "98d57bd39cf5c993b07593cf1125fde8");
    }

    /// RFC 4231, test case 2 uses a short key; this checks that padding the key by hand changes nothing.
    #[test]
    fn the_hmac_is_the_standard_one() {
        use hmac::{Hmac, KeyInit, Mac};
        let keys = Keys::derive("passphrase", "k", 1);
        let mut standard = Hmac::<sha2::Sha256>::new_from_slice(&keys.hmac).expect("any length");
        standard.update(b"what do ya want for nothing?");
        let by_hand = keys
            .mac(b"what do ya want for nothing?")
            .finalize()
            .into_bytes();
        assert_eq!(standard.finalize().into_bytes(), by_hand);
    }

    #[test]
    fn a_sealed_message_opens_once_and_only_unchanged() {
        let keys = Keys::derive("passphrase", "key", 3);
        let (blob, trailer) = keys.seal(b"{\"SaleToPOIRequest\":{}}");
        assert_eq!(
            keys.open(&blob, &trailer).expect("opens"),
            b"{\"SaleToPOIRequest\":{}}"
        );

        let (other, _) = keys.seal(b"{\"SaleToPOIRequest\":{}}");
        assert_ne!(blob, other, "the nonce is new each time");
        assert!(keys.open(&other, &trailer).is_err());

        let mut old = trailer.clone();
        old.key_version = 2;
        assert!(keys.open(&blob, &old).is_err());

        let mut bad = trailer;
        bad.hmac = super::BASE64.encode([0; 32]);
        assert!(keys.open(&blob, &bad).is_err());
        assert!(Keys::derive("other", "key", 3).open(&blob, &bad).is_err());
    }
}
