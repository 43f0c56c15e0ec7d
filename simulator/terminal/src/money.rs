//! Amounts as the protocol carries them: JSON numbers in major units, read digit by digit.

/// An amount in the smallest unit of its currency.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Amount {
    /// Cents, yen, fils: never negative on a terminal.
    #[serde(rename = "amount_minor")]
    pub(crate) minor: u64,
    /// ISO 4217 letters, for example `EUR`.
    pub(crate) currency: String,
}

impl Amount {
    /// Reads the raw token of a JSON number, for example `1250`, `12.5` or `1.25e3`.
    /// `None` when it is negative, has more decimals than the currency, or is out of range.
    pub(crate) fn parse(token: &str, currency: &str) -> Option<Self> {
        if currency.len() != 3 || !currency.bytes().all(|b| b.is_ascii_uppercase()) {
            return None;
        }
        let minor = scaled(token, i64::from(exponent(currency)))?;
        Some(Self {
            minor,
            currency: currency.to_owned(),
        })
    }

    /// The JSON number in major units, without needless zeros, as terminals print it.
    pub(crate) fn token(&self) -> String {
        let text = self.with_all_decimals();
        match text.split_once('.') {
            Some(_) => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
            None => text,
        }
    }

    /// The amount for people: sign or letters of the currency, thousands in groups of three.
    pub(crate) fn display(&self) -> String {
        let text = self.with_all_decimals();
        let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
        let mut grouped = String::new();
        for (index, digit) in whole.chars().enumerate() {
            if index > 0 && (whole.len() - index).is_multiple_of(3) {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        let sign = match self.currency.as_str() {
            "EUR" => "€",
            "GBP" => "£",
            "USD" => "$",
            other => &format!("{other} "),
        };
        let point = if decimals.is_empty() { "" } else { "." };
        format!("{sign}{grouped}{point}{decimals}")
    }

    fn with_all_decimals(&self) -> String {
        let places = usize::from(exponent(&self.currency));
        let digits = format!("{:0>width$}", self.minor, width = places + 1);
        let (whole, decimals) = digits.split_at(digits.len() - places);
        if decimals.is_empty() {
            whole.to_owned()
        } else {
            format!("{whole}.{decimals}")
        }
    }
}

/// Decimals of a currency (ISO 4217).
fn exponent(currency: &str) -> u8 {
    match currency {
        "CLP" | "ISK" | "JPY" | "KRW" | "PYG" | "UGX" | "VND" | "XAF" | "XOF" | "XPF" => 0,
        "BHD" | "IQD" | "JOD" | "KWD" | "LYD" | "OMR" | "TND" => 3,
        _ => 2,
    }
}

/// `token` times ten to the power of `places`, when that is a whole number.
fn scaled(token: &str, places: i64) -> Option<u64> {
    let (mantissa, power) = match token.split_once(['e', 'E']) {
        Some((mantissa, power)) => (mantissa, power.parse::<i64>().ok()?),
        None => (token, 0),
    };
    let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{decimals}");
    if digits.is_empty() || digits.len() > 40 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let shift = power
        .checked_add(places)?
        .checked_sub(i64::try_from(decimals.len()).ok()?)?;
    let value = digits.trim_start_matches('0');
    if value.is_empty() {
        return Some(0);
    }
    if shift >= 0 {
        let zeros = usize::try_from(shift).ok().filter(|count| *count <= 20)?;
        return format!("{value}{}", "0".repeat(zeros)).parse().ok();
    }
    let cut = usize::try_from(-shift)
        .ok()
        .filter(|count| *count < value.len())?;
    let (kept, dropped) = value.split_at(value.len() - cut);
    dropped
        .bytes()
        .all(|b| b == b'0')
        .then(|| kept.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::Amount;

    #[test]
    fn tokens_are_read_exactly_and_remainders_refused() {
        for (token, currency, expected) in [
            ("1250", "EUR", Some(125_000)),
            ("1250.00", "EUR", Some(125_000)),
            ("0.07", "EUR", Some(7)),
            ("0", "EUR", Some(0)),
            ("1.25e3", "EUR", Some(125_000)),
            ("125000E-2", "EUR", Some(125_000)),
            ("1250.000", "EUR", Some(125_000)),
            ("1250", "JPY", Some(1250)),
            ("1.234", "KWD", Some(1234)),
            ("90071992547409.93", "EUR", Some(9_007_199_254_740_993)),
            ("0.001", "EUR", None),
            ("1.5", "JPY", None),
            ("-1", "EUR", None),
            ("1e400", "EUR", None),
            ("1", "eur", None),
        ] {
            assert_eq!(
                Amount::parse(token, currency).map(|a| a.minor),
                expected,
                "{token} {currency}"
            );
        }
    }

    #[test]
    fn amounts_are_written_without_needless_zeros() {
        for (minor, currency, token, display) in [
            (125_000, "EUR", "1250", "€1,250.00"),
            (125_050, "EUR", "1250.5", "€1,250.50"),
            (7, "EUR", "0.07", "€0.07"),
            (1_234_567, "JPY", "1234567", "JPY 1,234,567"),
            (100, "JPY", "100", "JPY 100"),
        ] {
            let amount = Amount {
                minor,
                currency: currency.to_owned(),
            };
            assert_eq!(amount.token(), token);
            assert_eq!(amount.display(), display);
        }
    }
}
