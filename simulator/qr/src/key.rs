//! Keys: each provider's own, and those that a shop would have made for itself.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use aws_lc_rs::encoding::AsDer;
use aws_lc_rs::encoding::{Pkcs8V1Der, PublicKeyX509Der};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::{KeyPair, KeySize};
use aws_lc_rs::signature::{
    KeyPair as _, RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_SHA256, UnparsedPublicKey,
};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

/// What a shop configures, plus the halves that only the providers have.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct File {
    pub(crate) alipay: Alipay,
    pub(crate) wechat: Wechat,
    /// The providers' private keys, PKCS#8 in base64.
    provider: Provider,
}

/// What a shop with an application at Alipay has.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Alipay {
    pub(crate) app_id: String,
    /// PKCS#8 in base64, as Alipay's key tool gives it.
    pub(crate) private_key: String,
    /// Alipay's public key in base64, as the open platform shows it.
    pub(crate) alipay_public_key: String,
}

/// What a shop with an account at WeChat Pay has.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Wechat {
    pub(crate) app_id: String,
    pub(crate) merchant_id: String,
    /// `apiclient_key.pem`.
    pub(crate) private_key: String,
    pub(crate) serial_no: String,
    pub(crate) platform_key_id: String,
    /// WeChat Pay's public key in PEM.
    pub(crate) platform_public_key: String,
    pub(crate) api_key: String,
}

#[derive(Clone, Serialize, Deserialize)]
struct Provider {
    alipay: String,
    wechat: String,
}

/// The keys, ready for use.
pub(crate) struct Keys {
    pub(crate) file: File,
    pub(crate) alipay: Signer,
    pub(crate) wechat: Signer,
    alipay_shop: Vec<u8>,
    wechat_shop: Vec<u8>,
}

/// A provider's private key.
pub(crate) struct Signer(KeyPair);

impl Signer {
    /// SHA256withRSA in base64.
    pub(crate) fn sign(&self, message: &[u8]) -> String {
        let mut signature = vec![0; self.0.public_modulus_len()];
        let random = SystemRandom::new();
        let signed = self
            .0
            .sign(&RSA_PKCS1_SHA256, &random, message, &mut signature);
        signed.map_or_else(|_| String::new(), |()| STANDARD.encode(signature))
    }
}

impl Keys {
    /// Reads the file, makes it, or makes keys for this start only.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, String> {
        let Some(path) = path else {
            return Self::ready(File::make()?);
        };
        let file = match fs::read_to_string(path) {
            Ok(text) => serde_json::from_str(&text).map_err(|error| error.to_string())?,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let file = File::make()?;
                let text = serde_json::to_string_pretty(&file).unwrap_or_default();
                fs::write(path, text).map_err(|error| error.to_string())?;
                file
            }
            Err(error) => return Err(error.to_string()),
        };
        Self::ready(file)
    }

    fn ready(file: File) -> Result<Self, String> {
        let wechat_private: String = file
            .wechat
            .private_key
            .lines()
            .filter(|line| !line.starts_with("--"))
            .collect();
        Ok(Self {
            alipay: Signer(pair(&file.provider.alipay)?),
            wechat: Signer(pair(&file.provider.wechat)?),
            alipay_shop: public(&pair(&file.alipay.private_key)?)?,
            wechat_shop: public(&pair(&wechat_private)?)?,
            file,
        })
    }

    /// Whether the shop signed this for Alipay.
    pub(crate) fn is_from_alipay_shop(&self, message: &[u8], signature: &str) -> bool {
        verifies(&self.alipay_shop, message, signature)
    }

    /// Whether the shop signed this for WeChat Pay.
    pub(crate) fn is_from_wechat_shop(&self, message: &[u8], signature: &str) -> bool {
        verifies(&self.wechat_shop, message, signature)
    }
}

fn verifies(key: &[u8], message: &[u8], signature: &str) -> bool {
    let key = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, key);
    STANDARD
        .decode(signature)
        .is_ok_and(|signature| key.verify(message, &signature).is_ok())
}

impl File {
    fn make() -> Result<Self, String> {
        let (alipay_shop, wechat_shop) = (generate()?, generate()?);
        let (alipay, wechat) = (generate()?, generate()?);
        Ok(Self {
            alipay: Alipay {
                app_id: format!("2021{}", digits(12)?),
                private_key: alipay_shop,
                alipay_public_key: STANDARD.encode(public(&pair(&alipay)?)?),
            },
            wechat: Wechat {
                app_id: format!("wx{}", random_hex(8)?),
                merchant_id: format!("16{}", digits(8)?),
                private_key: pem("PRIVATE KEY", &wechat_shop),
                serial_no: random_hex(20)?.to_ascii_uppercase(),
                platform_key_id: format!("PUB_KEY_ID_{}", digits(34)?),
                platform_public_key: pem("PUBLIC KEY", &STANDARD.encode(public(&pair(&wechat)?)?)),
                api_key: random_hex(16)?,
            },
            provider: Provider { alipay, wechat },
        })
    }
}

fn generate() -> Result<String, String> {
    let pair = KeyPair::generate(KeySize::Rsa2048).map_err(|_| "no key was made")?;
    let der: Pkcs8V1Der<'_> = pair.as_der().map_err(|_| "no key was made")?;
    Ok(STANDARD.encode(der.as_ref()))
}

fn pair(base64: &str) -> Result<KeyPair, String> {
    let der = STANDARD.decode(base64).map_err(|error| error.to_string())?;
    KeyPair::from_pkcs8(&der).map_err(|error| error.to_string())
}

fn public(pair: &KeyPair) -> Result<Vec<u8>, String> {
    let der: PublicKeyX509Der<'_> = pair
        .public_key()
        .as_der()
        .map_err(|_| "a key without its public half")?;
    Ok(der.as_ref().to_vec())
}

fn pem(label: &str, base64: &str) -> String {
    let lines: Vec<&str> = base64
        .as_bytes()
        .chunks(64)
        .filter_map(|line| std::str::from_utf8(line).ok())
        .collect();
    format!(
        "-----BEGIN {label}-----\n{}\n-----END {label}-----\n",
        lines.join("\n")
    )
}

/// Random bytes in hexadecimal digits.
pub(crate) fn random_hex(count: usize) -> Result<String, String> {
    let mut bytes = vec![0; count];
    aws_lc_rs::rand::fill(&mut bytes).map_err(|_| "no random numbers")?;
    Ok(hex::encode(bytes))
}

/// Random decimal digits.
pub(crate) fn digits(count: usize) -> Result<String, String> {
    let mut bytes = vec![0; count];
    aws_lc_rs::rand::fill(&mut bytes).map_err(|_| "no random numbers")?;
    Ok(bytes
        .iter()
        .map(|byte| char::from(b'0' + byte % 10))
        .collect())
}
