//! Amounts in minor units; both providers settle in currencies with two decimals.

/// Reads `12.30`, as Alipay's interface has it: at most two decimals, above 0.
pub(crate) fn parse(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(whole) || !is_digits(fraction) || fraction.len() > 2 || whole.len() > 9 {
        return None;
    }
    let whole: i64 = whole.parse().ok()?;
    let fraction: i64 = format!("{fraction:0<2}").parse().ok()?;
    Some(whole * 100 + fraction).filter(|minor| *minor > 0)
}

/// Writes `12.30`.
pub(crate) fn decimal(minor: i64) -> String {
    format!("{}.{:02}", minor / 100, minor % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_and_written_exactly() {
        for (text, minor) in [
            ("0.01", Some(1)),
            ("12.3", Some(1230)),
            ("88.88", Some(8888)),
            ("100", Some(10_000)),
            ("0.00", None),
            ("1.005", None),
            ("-1", None),
            ("1e3", None),
            ("", None),
        ] {
            assert_eq!(parse(text), minor, "{text}");
        }
        assert_eq!(decimal(1230), "12.30");
    }
}
