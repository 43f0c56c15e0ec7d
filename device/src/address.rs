//! Which addresses are asked over HTTP.

/// Whether something may go to an address, or be believed that comes from it: over TLS, or on this
/// machine, and with nothing in it that is secret.
#[must_use]
pub fn is_usable(address: &str) -> bool {
    let Ok(url) = reqwest::Url::parse(address) else {
        return false;
    };
    let is_here = matches!(url.host_str(), Some("127.0.0.1" | "localhost" | "[::1]"));
    let is_plain = url.username().is_empty() && url.password().is_none() && url.query().is_none();
    is_plain && (url.scheme() == "https" || (url.scheme() == "http" && is_here))
}

#[cfg(test)]
mod tests {
    use super::is_usable;

    #[test]
    fn what_matters_travels_encrypted_or_stays_on_this_machine() {
        for good in [
            "https://operator.example/api",
            "http://127.0.0.1:8450",
            "http://localhost",
        ] {
            assert!(is_usable(good), "{good}");
        }
        for bad in [
            "http://operator.example",
            "ftp://operator.example",
            "https://me:secret@operator.example",
            "https://operator.example/?a=b",
            "operator",
            "",
        ] {
            assert!(!is_usable(bad), "{bad}");
        }
    }
}
