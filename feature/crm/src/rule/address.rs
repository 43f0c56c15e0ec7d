//! What an e-mail address looks like (specification §5: "E-mail must be valid").

/// The longest address that mail servers carry (RFC 5321).
const CHARACTERS_MAX: usize = 254;
/// The longest part before the `@`.
const NAME_CHARACTERS_MAX: usize = 64;
/// The longest part of a domain.
const LABEL_CHARACTERS_MAX: usize = 63;

/// The address without blanks around it, when it looks like one: whether somebody reads it, only a
/// mail can tell. Quoted names and addresses without a full domain are refused.
#[must_use]
pub fn parse(typed: &str) -> Option<&str> {
    let address = typed.trim();
    let (name, domain) = address.rsplit_once('@')?;
    let name_fits = !name.is_empty()
        && name.chars().count() <= NAME_CHARACTERS_MAX
        && name.split('.').all(|part| !part.is_empty())
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c));
    let labels: Vec<&str> = domain.split('.').collect();
    let domain_fits = labels.len() >= 2
        && labels.iter().all(|label| {
            !label.is_empty()
                && label.chars().count() <= LABEL_CHARACTERS_MAX
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label.chars().all(|c| c.is_alphanumeric() || c == '-')
        });
    (address.len() <= CHARACTERS_MAX && name_fits && domain_fits).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_the_rest() {
        let good = [
            "ines@orange.fr",
            " ines.moreau+shop@mail.orange.fr ",
            "o'neill@example.ie",
            "王@例子.example",
        ];
        for typed in good {
            assert_eq!(parse(typed), Some(typed.trim()), "{typed}");
        }
        let long = format!("{}@example.fr", "a".repeat(65));
        let bad = [
            "",
            "ines",
            "@orange.fr",
            "ines@",
            "ines@orange",
            "ines@.fr",
            "ines@orange..fr",
            "ines@-orange.fr",
            "a b@orange.fr",
            "a@b@orange.fr",
            ".ines@orange.fr",
            "ines.@orange.fr",
            "Ines <ines@orange.fr>",
            "a@orange.fr,b@orange.fr",
            "a@orange.fr\r\nBcc: b@orange.fr",
            "i••••••@orange.fr",
            &long,
        ];
        for typed in bad {
            assert_eq!(parse(typed), None, "{typed}");
        }
    }
}
