//! The mail that carries a form: in which language, and in which words.

use ::document::Language;
use order::rule::language;
use order::rule::letter::Words;

/// The language of a traveller's mail: the one that somebody at the till asked for, else the
/// customer's, else what is read where the traveller lives. Who lives where we know no language of
/// reads English, which a traveller reads rather than the language of the shop.
#[must_use]
pub fn language_of(
    asked: Option<Language>,
    customer: Option<&str>,
    residence: Option<&str>,
) -> Language {
    asked
        .or_else(|| customer.and_then(language::parse))
        .or_else(|| residence.and_then(read_in))
        .unwrap_or(Language::English)
}

/// What is read in a country (ISO 3166), where it is one of ours.
fn read_in(country: &str) -> Option<Language> {
    Some(match country {
        "US" => Language::EnglishUnitedStates,
        "CN" | "SG" => Language::ChineseSimplified,
        "TW" | "HK" | "MO" => Language::ChineseTraditional,
        "FR" | "MC" | "SN" | "CI" => Language::French,
        "DE" | "AT" | "LI" => Language::German,
        "ES" | "MX" | "AR" | "CL" | "CO" | "PE" | "UY" => Language::Spanish,
        "IT" | "SM" => Language::Italian,
        "JP" => Language::Japanese,
        "AE" | "SA" | "QA" | "KW" | "BH" | "OM" | "EG" | "JO" | "LB" => Language::Arabic,
        _ => return None,
    })
}

/// The words around a form.
#[must_use]
pub const fn words(language: Language) -> Words {
    match language {
        Language::English | Language::EnglishUnitedStates => Words {
            subject: "Your tax-free form {receipt} from {store}",
            greeting: "Good day,",
            text: "Your tax-free form {receipt} is attached to this message. Please show it to customs with your passport and the goods before you leave.",
        },
        Language::ChineseSimplified => Words {
            subject: "您在 {store} 的退税单 {receipt}",
            greeting: "您好：",
            text: "随信附上您的退税单 {receipt}。离境前请携带护照和所购商品，向海关出示。",
        },
        Language::ChineseTraditional => Words {
            subject: "您在 {store} 的退稅單 {receipt}",
            greeting: "您好：",
            text: "隨信附上您的退稅單 {receipt}。離境前請攜帶護照和所購商品，向海關出示。",
        },
        Language::French => Words {
            subject: "Votre bordereau de détaxe {receipt} de {store}",
            greeting: "Bonjour,",
            text: "Votre bordereau de détaxe {receipt} est joint à ce message. Présentez-le à la douane avec votre passeport et les articles avant votre départ.",
        },
        Language::German => Words {
            subject: "Ihr Tax-free-Formular {receipt} von {store}",
            greeting: "Guten Tag,",
            text: "Ihr Tax-free-Formular {receipt} liegt dieser Nachricht bei. Bitte zeigen Sie es vor der Ausreise mit Reisepass und Ware beim Zoll vor.",
        },
        Language::Spanish => Words {
            subject: "Su formulario tax-free {receipt} de {store}",
            greeting: "Buenos días:",
            text: "Adjuntamos su formulario tax-free {receipt}. Preséntelo en la aduana con su pasaporte y los artículos antes de salir.",
        },
        Language::Italian => Words {
            subject: "Il suo modulo tax-free {receipt} di {store}",
            greeting: "Buongiorno,",
            text: "in allegato trova il suo modulo tax-free {receipt}. Lo mostri in dogana con il passaporto e gli articoli prima di partire.",
        },
        Language::Japanese => Words {
            subject: "{store} の免税書類 {receipt}",
            greeting: "お客様",
            text: "免税書類 {receipt} を添付いたします。ご出国の前に、パスポートと商品とともに税関でご提示ください。",
        },
        Language::Arabic => Words {
            subject: "استمارة الإعفاء الضريبي {receipt} من {store}",
            greeting: "مرحبًا،",
            text: "تجدون استمارة الإعفاء الضريبي {receipt} مرفقة بهذه الرسالة. يُرجى تقديمها إلى الجمارك مع جواز السفر والبضائع قبل المغادرة.",
        },
    }
}

#[cfg(test)]
mod tests {
    use order::rule::letter::letter;

    use super::*;

    #[test]
    fn every_language_names_the_form_and_the_store() {
        for language in Language::ALL {
            let letter = letter(&words(language), "25010000017", "Sèvres", &[]);
            for text in [&letter.subject, &letter.text] {
                assert!(
                    text.contains("25010000017") && !text.contains('{'),
                    "{language}: {text}"
                );
            }
            assert!(letter.subject.contains("Sèvres"), "{language}");
        }
    }

    #[test]
    fn a_traveller_is_written_to_in_a_language_they_read() {
        let asked = Some(Language::German);
        for (asked, customer, residence, expected) in [
            (asked, Some("fr"), Some("CN"), Language::German),
            (None, Some("fr-CH"), Some("CN"), Language::French),
            (None, Some("ko"), Some("CN"), Language::ChineseSimplified),
            (None, None, Some("HK"), Language::ChineseTraditional),
            (None, None, Some("JP"), Language::Japanese),
            (None, None, Some("KR"), Language::English),
            (None, None, None, Language::English),
        ] {
            assert_eq!(
                language_of(asked, customer, residence),
                expected,
                "{customer:?} {residence:?}"
            );
        }
    }
}
