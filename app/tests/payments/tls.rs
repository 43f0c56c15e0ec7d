//! A terminal's own front: TLS with a certificate that the shop trusts, or with another one. What
//! comes through goes to the simulator.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use device::nexo::Environment;
use payment::terminal::TerminalTrust;
use rcgen::{CertificateParams, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::PrivateKeyDer;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

/// A terminal behind TLS.
pub(crate) struct Front {
    pub(crate) address: SocketAddr,
    pub(crate) trust: TerminalTrust,
    own: Arc<ServerConfig>,
    strange: Arc<ServerConfig>,
    shown: Arc<Mutex<Arc<ServerConfig>>>,
}

impl Front {
    /// A front before the simulator at `target`, for the terminal `poiid`.
    pub(crate) async fn start(poiid: &str, target: String) -> Self {
        let name = format!("{poiid}.test.terminal.adyen.com");
        let (own, pem) = certificate(&name);
        let (strange, _) = certificate(&name);
        let shown = Arc::new(Mutex::new(own.clone()));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(serve(listener, target, shown.clone()));
        Self {
            address,
            trust: TerminalTrust {
                root_certificates_pem: pem,
                environment: Environment::Test,
            },
            own,
            strange,
            shown,
        }
    }

    /// From now on the terminal shows its own certificate, or one of another authority.
    pub(crate) fn is_genuine(&self, genuine: bool) {
        let config = if genuine { &self.own } else { &self.strange };
        *self.shown.lock().unwrap() = config.clone();
    }
}

async fn serve(listener: TcpListener, target: String, shown: Arc<Mutex<Arc<ServerConfig>>>) {
    while let Ok((stream, _)) = listener.accept().await {
        let acceptor = TlsAcceptor::from(shown.lock().unwrap().clone());
        let target = target.clone();
        tokio::spawn(async move {
            // A till that does not trust the certificate goes away here.
            let Ok(mut stream) = acceptor.accept(stream).await else {
                return;
            };
            if let Ok(mut terminal) = TcpStream::connect(target).await {
                let _ = tokio::io::copy_bidirectional(&mut stream, &mut terminal).await;
            }
        });
    }
}

/// A certificate with a name, and itself in PEM.
fn certificate(name: &str) -> (Arc<ServerConfig>, String) {
    let key = KeyPair::generate().unwrap();
    let parameters = CertificateParams::new(vec![name.to_owned()]).unwrap();
    let certificate = parameters.self_signed(&key).unwrap();
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let private_key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], private_key)
        .unwrap();
    (Arc::new(config), certificate.pem())
}
