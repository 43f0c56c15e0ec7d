//! Hosts on which an operation is offered that is not ready for shops.

use std::sync::Arc;

use http::{HeaderMap, HeaderName, header};

/// The header in which a proxy names the host that its client asked for.
const FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");
/// How this machine calls itself.
const LOCAL: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The hosts of development: this machine, and those that the configuration names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DevelopmentHosts {
    names: Arc<[String]>,
}

impl DevelopmentHosts {
    /// No host at all, not even this machine.
    #[must_use]
    pub fn none() -> Self {
        Self {
            names: Arc::from([]),
        }
    }

    /// This machine, and others by name.
    #[must_use]
    pub fn local_and(others: &[String]) -> Self {
        let local = LOCAL.iter().map(|name| (*name).to_owned());
        let others = others.iter().map(|name| name.to_ascii_lowercase());
        Self {
            names: local.chain(others).collect(),
        }
    }

    /// Whether a request was sent to one of them. A proxy before this program may call it by a name of
    /// this machine: what it says that its client asked for must be one of them too.
    #[must_use]
    pub fn allow(&self, headers: &HeaderMap) -> bool {
        let forwarded = headers.get_all(FORWARDED_HOST).iter();
        let hosts: Vec<_> = headers
            .get_all(header::HOST)
            .iter()
            .chain(forwarded)
            .collect();
        !hosts.is_empty()
            && headers.contains_key(header::HOST)
            && hosts.iter().all(|host| {
                let host = host.to_str().unwrap_or_default();
                self.names.iter().any(|name| name == &name_of(host))
            })
    }
}

/// A host without its port.
fn name_of(host: &str) -> String {
    let host = host.trim().to_ascii_lowercase();
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name.to_owned(),
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_allowed(hosts: &DevelopmentHosts, host: &str, forwarded: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(forwarded) = forwarded {
            headers.insert(FORWARDED_HOST, forwarded.parse().unwrap());
        }
        hosts.allow(&headers)
    }

    #[test]
    fn this_machine_and_named_hosts_are_for_development_and_no_others() {
        let hosts = DevelopmentHosts::local_and(&["Till.Dev.example".to_owned()]);
        for (host, forwarded, expected) in [
            ("localhost", None, true),
            ("LOCALHOST:8080", None, true),
            ("127.0.0.1:8080", None, true),
            ("[::1]:8080", None, true),
            ("[::1]", None, true),
            ("till.dev.example", None, true),
            ("till.example", None, false),
            ("localhost.example", None, false),
            ("127.0.0.1.example:80", None, false),
            ("127.0.0.1:8080", Some("till.example"), false),
            ("127.0.0.1:8080", Some("till.dev.example"), true),
            ("till.example", Some("localhost"), false),
        ] {
            assert_eq!(is_allowed(&hosts, host, forwarded), expected, "{host}");
        }
        assert!(!is_allowed(&DevelopmentHosts::none(), "localhost", None));
        assert!(!hosts.allow(&HeaderMap::new()));
    }
}
