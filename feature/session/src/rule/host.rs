//! Where a device of a store is reached.

/// Whether a text names a device in the network: a name, an IPv4 address, or an IPv6 address in brackets,
/// with the number of a port behind it or without, where devices of its kind have a usual one.
#[must_use]
pub fn is_device_address(text: &str) -> bool {
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (text, None),
    };
    let is_port = port.is_none_or(|port| {
        port.bytes().all(|byte| byte.is_ascii_digit())
            && port.parse::<u16>().is_ok_and(|port| port > 0)
    });
    let inner = host
        .strip_prefix('[')
        .and_then(|inner| inner.strip_suffix(']'));
    let is_host = match inner {
        Some(inner) => inner.parse::<std::net::Ipv6Addr>().is_ok(),
        None => {
            !host.is_empty()
                && host
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte))
        }
    };
    is_port && is_host
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_has_a_host_and_perhaps_a_port() {
        for (text, is_address) in [
            ("192.168.1.30:9100", true),
            ("printer-1.shop.local:9100", true),
            ("printer-1", true),
            ("[fe80::1]:9100", true),
            ("[fe80::1]", true),
            ("192.168.1.30:", false),
            ("192.168.1.30:0", false),
            ("192.168.1.30:70000", false),
            ("192.168.1.30:+91", false),
            (":9100", false),
            ("fe80::1:9100", false),
            ("[printer]:9100", false),
            ("http://printer:9100", false),
            ("printer 1:9100", false),
            ("", false),
        ] {
            assert_eq!(is_device_address(text), is_address, "{text}");
        }
    }
}
