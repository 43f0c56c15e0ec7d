//! What an HTTP client's error says was the cause.

/// The innermost cause in words; it holds neither our message nor the reply.
#[must_use]
pub fn innermost(error: &reqwest::Error) -> String {
    causes(error)
        .last()
        .map(ToString::to_string)
        .unwrap_or_default()
}

/// Whether the other side did not prove who it is, or does not speak TLS.
#[must_use]
pub fn is_tls(error: &reqwest::Error) -> bool {
    causes(error).any(|cause| cause.is::<rustls::Error>())
}

type Cause<'a> = &'a (dyn std::error::Error + 'static);

/// The error and what caused it. An `io::Error` hides what it wraps from `source`.
fn causes(error: &reqwest::Error) -> impl Iterator<Item = Cause<'_>> {
    std::iter::successors(Some(error as Cause), |cause| {
        let wrapped = cause
            .downcast_ref::<std::io::Error>()
            .and_then(std::io::Error::get_ref);
        match wrapped {
            Some(wrapped) => Some(wrapped as Cause),
            None => cause.source(),
        }
    })
}
