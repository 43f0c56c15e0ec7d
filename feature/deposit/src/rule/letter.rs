//! The words of the mail that carries a paper of a deposit.

use document::Language;
use order::rule::letter::Words;

/// The words around a paper of a deposit.
#[must_use]
pub const fn words(language: Language) -> Words {
    match language {
        Language::English | Language::EnglishUnitedStates => Words {
            subject: "Your deposit at {store}: {receipt}",
            greeting: "Good day,",
            text: "Your paper {receipt} about the pieces that we keep for you is attached to this message.",
        },
        Language::ChineseSimplified => Words {
            subject: "您在 {store} 的定金单 {receipt}",
            greeting: "您好：",
            text: "随信附上我们为您保留商品的单据 {receipt}。",
        },
        Language::ChineseTraditional => Words {
            subject: "您在 {store} 的訂金單 {receipt}",
            greeting: "您好：",
            text: "隨信附上我們為您保留商品的單據 {receipt}。",
        },
        Language::French => Words {
            subject: "Votre dépôt chez {store} : {receipt}",
            greeting: "Bonjour,",
            text: "Vous trouverez ci-joint le document {receipt} relatif aux pièces que nous vous réservons.",
        },
        Language::German => Words {
            subject: "Ihre Anzahlung bei {store}: {receipt}",
            greeting: "Guten Tag,",
            text: "der Beleg {receipt} zu den Stücken, die wir für Sie aufbewahren, liegt dieser Nachricht bei.",
        },
        Language::Spanish => Words {
            subject: "Su depósito en {store}: {receipt}",
            greeting: "Buenos días:",
            text: "Adjuntamos a este mensaje el documento {receipt} sobre las piezas que le reservamos.",
        },
        Language::Italian => Words {
            subject: "Il suo acconto presso {store}: {receipt}",
            greeting: "Buongiorno,",
            text: "il documento {receipt} sui pezzi che le riserviamo è allegato a questo messaggio.",
        },
        Language::Japanese => Words {
            subject: "{store} の内金に関する書類 {receipt}",
            greeting: "お客様",
            text: "お取り置き商品に関する書類 {receipt} を添付いたします。ご査収ください。",
        },
        Language::Arabic => Words {
            subject: "عربونكم لدى {store}: {receipt}",
            greeting: "مرحبًا،",
            text: "تجدون مرفقًا المستند {receipt} الخاص بالقطع التي نحتفظ بها لكم.",
        },
    }
}

#[cfg(test)]
mod tests {
    use order::rule::letter::letter;

    use super::*;

    #[test]
    fn every_language_names_the_paper_and_the_store() {
        for language in Language::ALL {
            let letter = letter(&words(language), "DP-1", "Sèvres", &["Sèvres".to_owned()]);
            assert!(letter.subject.contains("Sèvres"), "{language}");
            for text in [&letter.subject, &letter.text] {
                let is_filled = text.contains("DP-1") && !text.contains('{');
                assert!(is_filled, "{language}: {text}");
            }
        }
    }
}
