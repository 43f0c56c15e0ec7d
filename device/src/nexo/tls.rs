//! Who the terminal is: it has an address in the shop's network, but its certificate names it.

use std::sync::Arc;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
};

use super::SettingsRefused;
use crate::card_terminal::PoiId;

/// Which terminals a shop has: those for tests and those for money have different certificates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Environment {
    /// Test terminals.
    Test,
    /// Terminals that take money.
    Live,
}

/// How a terminal proves who it is.
#[derive(Debug, Clone)]
pub struct Trust {
    /// Certificates of the authority that signs terminals, in PEM. No other authority is trusted.
    pub root_certificates_pem: String,
    /// Names of which the terminal's certificate must bear one, whatever address it has.
    pub server_names: Vec<String>,
}

impl Trust {
    /// Trusts one Adyen terminal: its own name, or the common one of older terminals.
    pub fn adyen(
        root_certificates_pem: impl Into<String>,
        poi_id: &PoiId,
        environment: Environment,
    ) -> Self {
        let environment = match environment {
            Environment::Test => "test",
            Environment::Live => "live",
        };
        let server_names = vec![
            format!("{poi_id}.{environment}.terminal.adyen.com"),
            format!("legacy-terminal-certificate.{environment}.terminal.adyen.com"),
        ];
        Self {
            root_certificates_pem: root_certificates_pem.into(),
            server_names,
        }
    }
}

pub(super) fn client_config(trust: &Trust) -> Result<ClientConfig, SettingsRefused> {
    let refused = |detail: String| SettingsRefused::Trust { detail };
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(trust.root_certificates_pem.as_bytes()) {
        let certificate = certificate.map_err(|error| refused(error.to_string()))?;
        roots
            .add(certificate)
            .map_err(|error| refused(error.to_string()))?;
    }
    let provider = Arc::new(aws_lc_rs::default_provider());
    let chain = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider.clone())
        .build()
        .map_err(|error| refused(error.to_string()))?;
    let names = trust
        .server_names
        .iter()
        .map(|name| ServerName::try_from(name.clone()).map_err(|error| refused(error.to_string())))
        .collect::<Result<Vec<_>, _>>()?;
    if names.is_empty() {
        return Err(refused("no server name".to_owned()));
    }
    builder(provider)
        .map_err(|error| refused(error.to_string()))
        .map(|builder| {
            builder
                .dangerous()
                .with_custom_certificate_verifier(Arc::new(TerminalVerifier { chain, names }))
                .with_no_client_auth()
        })
}

type Builder = rustls::ConfigBuilder<ClientConfig, rustls::WantsVerifier>;

fn builder(provider: Arc<CryptoProvider>) -> Result<Builder, Error> {
    ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()
}

/// Checks chain, dates and signature as usual, but the name against those we expect instead of the
/// address we dialled.
#[derive(Debug)]
struct TerminalVerifier {
    chain: Arc<WebPkiServerVerifier>,
    names: Vec<ServerName<'static>>,
}

impl ServerCertVerifier for TerminalVerifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        _dialled: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let mut refusal = Error::InvalidCertificate(CertificateError::NotValidForName);
        for name in &self.names {
            let verified =
                self.chain
                    .verify_server_cert(end_entity, intermediates, name, ocsp_response, now);
            match verified {
                Ok(verified) => return Ok(verified),
                Err(error) => refusal = error,
            }
        }
        Err(refusal)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.chain
            .verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.chain
            .verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.chain.supported_verify_schemes()
    }
}
