//! Where a request came from.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::HeaderMap;

/// The header in which a proxy names for whom it asks.
const FORWARDED: &str = "x-forwarded-for";

/// The address from which a request came, put among its extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

/// Notes where a request came from. Of a proxy that we know we believe for whom it asks; a proxy on
/// this machine is known.
pub async fn note(
    State(proxies): State<Arc<[IpAddr]>>,
    mut request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    if let Some(ConnectInfo(peer)) = peer.copied() {
        let address = behind(peer.ip(), request.headers(), &proxies);
        request.extensions_mut().insert(ClientAddress(address));
    }
    next.run(request).await
}

/// Follows the header from its end, where the nearest proxy wrote, as long as it names proxies. What stands before
/// a word that is no address is the client's own: no proxy writes such a word.
fn behind(peer: IpAddr, headers: &HeaderMap, proxies: &[IpAddr]) -> IpAddr {
    let mut named = headers
        .get_all(FORWARDED)
        .iter()
        .rev()
        .flat_map(|value| value.to_str().unwrap_or_default().rsplit(','))
        .map_while(|text| text.trim().parse::<IpAddr>().ok());
    let is_proxy = |address: &IpAddr| address.is_loopback() || proxies.contains(address);
    let mut nearest = peer;
    while is_proxy(&nearest)
        && let Some(address) = named.next()
    {
        nearest = address;
    }
    nearest
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn only_a_known_proxy_is_believed_for_whom_it_asks() {
        let proxy: IpAddr = "10.0.0.1".parse().unwrap();
        for (peer, header, expected) in [
            ("203.0.113.9", "", "203.0.113.9"),
            ("203.0.113.9", "198.51.100.7", "203.0.113.9"),
            ("127.0.0.1", "", "127.0.0.1"),
            ("127.0.0.1", "198.51.100.7", "198.51.100.7"),
            ("10.0.0.1", "198.51.100.7", "198.51.100.7"),
            ("127.0.0.1", "198.51.100.7, 10.0.0.1", "198.51.100.7"),
            // What the client wrote itself stands before what the proxy wrote.
            ("10.0.0.1", "1.2.3.4, 198.51.100.7", "198.51.100.7"),
            ("127.0.0.1", "nonsense", "127.0.0.1"),
            // A word that nobody can read does not hide what the proxy wrote behind it.
            ("127.0.0.1", "9.9.9.9, x, 203.0.113.5", "203.0.113.5"),
            (
                "127.0.0.1",
                "9.9.9.9, , 203.0.113.5, 10.0.0.1",
                "203.0.113.5",
            ),
            ("127.0.0.1", "9.9.9.9, x, 10.0.0.1", "10.0.0.1"),
            // Each line of a header is one of its own, in the order in which proxies wrote.
            ("127.0.0.1", "9.9.9.9\n203.0.113.5", "203.0.113.5"),
            (
                "127.0.0.1",
                "9.9.9.9\n\u{e9}\n203.0.113.5, 10.0.0.1",
                "203.0.113.5",
            ),
            ("127.0.0.1", "9.9.9.9\n\u{e9}", "127.0.0.1"),
        ] {
            let mut headers = HeaderMap::new();
            for line in header.lines() {
                headers.append(FORWARDED, HeaderValue::from_bytes(line.as_bytes()).unwrap());
            }
            let found = behind(peer.parse().unwrap(), &headers, &[proxy]);
            assert_eq!(
                found,
                expected.parse::<IpAddr>().unwrap(),
                "{peer} {header}"
            );
        }
    }
}
