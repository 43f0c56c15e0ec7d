//! What a paper says about pieces that come back.

use document::{Language, Returns};
use jiff::ToSpan;
use jiff::civil::Date;

/// The place in a store's own words that is filled with the last day.
pub const DATE_PLACE: &str = "{date}";

/// The last day on which a piece of a sale comes back; none when it does not.
#[must_use]
pub fn until(sold_on: Date, days: i64) -> Option<Date> {
    if days <= 0 {
        return None;
    }
    sold_on.checked_add(days.days()).ok()
}

/// What the paper of a sale says, in the store's own words where it has some in this language.
/// Nothing for sales of which nobody knows what was promised.
#[must_use]
pub fn said(
    sold_on: Date,
    days: Option<i64>,
    language: Language,
    own: &[(Language, String)],
) -> Option<Returns> {
    let last = until(sold_on, days?);
    let own = own.iter().find(|(of, _)| *of == language);
    Some(match (own, last) {
        (Some((_, text)), Some(last)) => {
            let last = last.strftime("%d-%b-%Y").to_string();
            Returns::Own(text.replace(DATE_PLACE, &last))
        }
        (Some((_, text)), None) if !text.contains(DATE_PLACE) => Returns::Own(text.clone()),
        (_, Some(last)) => Returns::Until(last),
        (_, None) => Returns::Never,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_store_s_words_come_first_and_a_date_only_where_there_is_one() {
        let sold: Date = "2026-11-14".parse().unwrap();
        let own = [(Language::French, "Retour avant le {date}.".to_owned())];
        let french = |days| said(sold, days, Language::French, &own);
        let text = Returns::Own("Retour avant le 14-Dec-2026.".to_owned());
        assert_eq!(french(Some(30)), Some(text));
        assert_eq!(french(Some(0)), Some(Returns::Never));
        assert_eq!(french(None), None);
        let german = said(sold, Some(30), Language::German, &own);
        assert_eq!(german, Some(Returns::Until("2026-12-14".parse().unwrap())));
        let never = [(Language::French, "Ni repris ni échangé.".to_owned())];
        let never = said(sold, Some(0), Language::French, &never);
        assert_eq!(
            never,
            Some(Returns::Own("Ni repris ni échangé.".to_owned()))
        );
    }
}
