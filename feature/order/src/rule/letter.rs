//! The words of the mails that carry a receipt or an invoice.

use document::Language;

/// Subject and opening of a mail, in which `{receipt}` stands for the paper's number and
/// `{store}` for the store's name.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// The subject.
    pub subject: &'static str,
    /// How it begins.
    pub greeting: &'static str,
    /// What it says.
    pub text: &'static str,
}

const fn words(language: Language) -> Words {
    match language {
        Language::English | Language::EnglishUnitedStates => Words {
            subject: "Your receipt {receipt} from {store}",
            greeting: "Good day,",
            text: "Thank you for your visit. Your receipt {receipt} is attached to this message.",
        },
        Language::ChineseSimplified => Words {
            subject: "您在 {store} 的收据 {receipt}",
            greeting: "您好：",
            text: "感谢您的光临。随信附上您的收据 {receipt}。",
        },
        Language::ChineseTraditional => Words {
            subject: "您在 {store} 的收據 {receipt}",
            greeting: "您好：",
            text: "感謝您的光臨。隨信附上您的收據 {receipt}。",
        },
        Language::French => Words {
            subject: "Votre ticket {receipt} de {store}",
            greeting: "Bonjour,",
            text: "Merci de votre visite. Votre ticket {receipt} est joint à ce message.",
        },
        Language::German => Words {
            subject: "Ihr Beleg {receipt} von {store}",
            greeting: "Guten Tag,",
            text: "vielen Dank für Ihren Besuch. Ihr Beleg {receipt} liegt dieser Nachricht bei.",
        },
        Language::Spanish => Words {
            subject: "Su recibo {receipt} de {store}",
            greeting: "Buenos días:",
            text: "Gracias por su visita. Adjuntamos su recibo {receipt} a este mensaje.",
        },
        Language::Italian => Words {
            subject: "La sua ricevuta {receipt} di {store}",
            greeting: "Buongiorno,",
            text: "grazie della sua visita. La sua ricevuta {receipt} è allegata a questo messaggio.",
        },
        Language::Japanese => Words {
            subject: "{store} の領収書 {receipt}",
            greeting: "お客様",
            text: "ご来店いただきありがとうございます。領収書 {receipt} を添付いたします。",
        },
        Language::Arabic => Words {
            subject: "إيصالكم {receipt} من {store}",
            greeting: "مرحبًا،",
            text: "نشكركم على زيارتكم. تجدون الإيصال {receipt} مرفقًا بهذه الرسالة.",
        },
    }
}

const fn words_of_invoice(language: Language) -> Words {
    match language {
        Language::English | Language::EnglishUnitedStates => Words {
            subject: "Your invoice {receipt} from {store}",
            greeting: "Good day,",
            text: "Please find your invoice {receipt} attached to this message.",
        },
        Language::ChineseSimplified => Words {
            subject: "您在 {store} 的发票 {receipt}",
            greeting: "您好：",
            text: "随信附上您的发票 {receipt}，请查收。",
        },
        Language::ChineseTraditional => Words {
            subject: "您在 {store} 的發票 {receipt}",
            greeting: "您好：",
            text: "隨信附上您的發票 {receipt}，請查收。",
        },
        Language::French => Words {
            subject: "Votre facture {receipt} de {store}",
            greeting: "Bonjour,",
            text: "Vous trouverez ci-joint votre facture {receipt}.",
        },
        Language::German => Words {
            subject: "Ihre Rechnung {receipt} von {store}",
            greeting: "Guten Tag,",
            text: "Ihre Rechnung {receipt} liegt dieser Nachricht bei.",
        },
        Language::Spanish => Words {
            subject: "Su factura {receipt} de {store}",
            greeting: "Buenos días:",
            text: "Adjuntamos su factura {receipt} a este mensaje.",
        },
        Language::Italian => Words {
            subject: "La sua fattura {receipt} di {store}",
            greeting: "Buongiorno,",
            text: "in allegato trova la sua fattura {receipt}.",
        },
        Language::Japanese => Words {
            subject: "{store} の請求書 {receipt}",
            greeting: "お客様",
            text: "請求書 {receipt} を添付いたします。ご査収ください。",
        },
        Language::Arabic => Words {
            subject: "فاتورتكم {receipt} من {store}",
            greeting: "مرحبًا،",
            text: "تجدون الفاتورة {receipt} مرفقة بهذه الرسالة.",
        },
    }
}

/// A letter: subject and plain text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The subject, one line.
    pub subject: String,
    /// The text.
    pub text: String,
}

/// The letter that goes with a receipt. `signature` closes it: the store's name, address and
/// telephone number.
#[must_use]
pub fn receipt(language: Language, receipt_no: &str, store: &str, signature: &[String]) -> Letter {
    letter(&words(language), receipt_no, store, signature)
}

/// The letter that goes with an invoice, signed like the one of a receipt.
#[must_use]
pub fn invoice(language: Language, invoice_no: &str, store: &str, signature: &[String]) -> Letter {
    letter(&words_of_invoice(language), invoice_no, store, signature)
}

/// The letter that goes with any paper, signed like the one of a receipt.
#[must_use]
pub fn letter(words: &Words, number: &str, store: &str, signature: &[String]) -> Letter {
    let filled = |text: &str| text.replace("{receipt}", number).replace("{store}", store);
    // A line break would end the subject and begin another header.
    let subject = filled(words.subject).replace(char::is_control, " ");
    let (greeting, text) = (words.greeting, filled(words.text));
    Letter {
        subject,
        text: format!("{greeting}\n\n{text}\n\n{}\n", signature.join("\n")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_names_the_receipt_and_the_store() {
        for language in Language::ALL {
            for write in [receipt, invoice] {
                let letter = write(language, "R-1", "Sèvres", &["Sèvres".to_owned()]);
                for text in [&letter.subject, &letter.text] {
                    assert!(
                        text.contains("R-1") && !text.contains('{'),
                        "{language}: {text}"
                    );
                }
                assert!(letter.subject.contains("Sèvres"), "{language}");
                assert!(letter.text.ends_with("Sèvres\n"), "{language}");
            }
        }
    }

    #[test]
    fn a_subject_is_one_line() {
        let letter = receipt(Language::English, "R-1", "A\r\nBcc: b@c.example", &[]);
        assert_eq!(letter.subject, "Your receipt R-1 from A  Bcc: b@c.example");
    }
}
