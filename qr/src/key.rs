//! RSA keys as the providers hand them out, and SHA256withRSA over them.

use std::fmt;

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::KeyPair;
use aws_lc_rs::signature::{RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_SHA256, UnparsedPublicKey};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use device::Secret;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, SubjectPublicKeyInfoDer};
use thiserror::Error;

const PEM: &str = "-----BEGIN";

/// Why a key cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum KeyRefused {
    /// Neither PEM nor base64.
    #[error("the key is neither PEM nor base64")]
    Text,
    /// Not an RSA key of at least 2048 bits.
    #[error("the key is no RSA key of at least 2048 bits")]
    Kind,
}

/// The shop's private key.
pub struct SigningKey(KeyPair);

impl fmt::Debug for SigningKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("***")
    }
}

impl SigningKey {
    /// Reads a key as WeChat gives it (`apiclient_key.pem`) or as Alipay's key tool does: one line
    /// of base64. PKCS#8 and PKCS#1 are both in use.
    ///
    /// # Errors
    /// [`KeyRefused`].
    pub fn parse(text: &Secret) -> Result<Self, KeyRefused> {
        let text = text.expose().trim();
        let pair = if text.contains(PEM) {
            match PrivateKeyDer::from_pem_slice(text.as_bytes()).map_err(|_| KeyRefused::Text)? {
                PrivateKeyDer::Pkcs8(der) => KeyPair::from_pkcs8(der.secret_pkcs8_der()),
                PrivateKeyDer::Pkcs1(der) => KeyPair::from_der(der.secret_pkcs1_der()),
                _ => return Err(KeyRefused::Kind),
            }
        } else {
            let der = bare(text)?;
            KeyPair::from_pkcs8(&der).or_else(|_| KeyPair::from_der(&der))
        };
        let pair = pair.map_err(|_| KeyRefused::Kind)?;
        if pair.public_modulus_len() < 256 {
            return Err(KeyRefused::Kind);
        }
        Ok(Self(pair))
    }

    /// The signature in base64; none when the library has no random numbers for its blinding.
    pub(crate) fn sign(&self, message: &[u8]) -> Option<String> {
        let mut signature = vec![0; self.0.public_modulus_len()];
        let random = SystemRandom::new();
        self.0
            .sign(&RSA_PKCS1_SHA256, &random, message, &mut signature)
            .ok()?;
        Some(STANDARD.encode(signature))
    }
}

/// The provider's public key.
#[derive(Clone, PartialEq, Eq)]
pub struct VerifyingKey {
    der: Vec<u8>,
    /// Serial number of the certificate it came from, in upper-case hexadecimal digits.
    serial: Option<String>,
}

impl fmt::Debug for VerifyingKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "VerifyingKey({:?})", self.serial)
    }
}

impl VerifyingKey {
    /// Reads a public key or a certificate in PEM, or one line of base64 as Alipay shows it.
    ///
    /// A certificate is believed because somebody put it here: its dates and its issuer are not
    /// looked at, as the providers' own libraries do for a certificate that was downloaded under
    /// the API key.
    ///
    /// # Errors
    /// [`KeyRefused`].
    pub fn parse(text: &str) -> Result<Self, KeyRefused> {
        let text = text.trim();
        let (der, serial) = if text.contains("-----BEGIN CERTIFICATE") {
            let certificate =
                CertificateDer::from_pem_slice(text.as_bytes()).map_err(|_| KeyRefused::Text)?;
            let parsed =
                webpki::EndEntityCert::try_from(&certificate).map_err(|_| KeyRefused::Kind)?;
            let der = parsed.subject_public_key_info().as_ref().to_vec();
            (der, Some(hex::encode_upper(parsed.serial())))
        } else if text.contains(PEM) {
            let der = SubjectPublicKeyInfoDer::from_pem_slice(text.as_bytes());
            (der.map_err(|_| KeyRefused::Text)?.as_ref().to_vec(), None)
        } else {
            (bare(text)?, None)
        };
        UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, &der)
            .parse()
            .map_err(|_| KeyRefused::Kind)?;
        Ok(Self { der, serial })
    }

    /// Serial number of the certificate, as WeChat names it in `Wechatpay-Serial`.
    #[must_use]
    pub fn serial(&self) -> Option<&str> {
        self.serial.as_deref()
    }

    /// Whether the signature, in base64, is of this message and made with the other half.
    pub(crate) fn verifies(&self, message: &[u8], signature: &str) -> bool {
        let key = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, &self.der);
        STANDARD
            .decode(signature)
            .is_ok_and(|signature| key.verify(message, &signature).is_ok())
    }
}

fn bare(text: &str) -> Result<Vec<u8>, KeyRefused> {
    let joined: String = text.split_ascii_whitespace().collect();
    STANDARD.decode(joined).map_err(|_| KeyRefused::Text)
}

#[cfg(test)]
mod tests;
