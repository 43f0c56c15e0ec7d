use std::fmt;

/// A text that must never reach a log, a panic message or an answer.
///
/// It has no `Display` and no serialisation on purpose: whoever needs the text says so with
/// [`Secret::expose`], which is easy to find in a review.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a secret text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text itself, for the one computation that needs it.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("***")
    }
}

#[cfg(test)]
mod tests {
    use super::Secret;

    #[test]
    fn a_secret_prints_as_stars_also_inside_other_values() {
        let secret = Some(Secret::new("P@ssw0rd123456"));
        assert_eq!(format!("{secret:?}"), "Some(***)");
        assert_eq!(format!("{:#?}", Secret::new("x")), "***");
    }
}
