//! The letter that brings a customer a code, in their language.

use crate::rule::Purpose;

/// What letters say in a language. `{code}`, `{what}`, `{minutes}` and `{detail}` stand for what is
/// filled in.
struct Letter {
    language: &'static str,
    subject: &'static str,
    text: &'static str,
    gift_card: &'static str,
    recycling_credit: &'static str,
    loyalty_credit: &'static str,
}

const LETTERS: [Letter; 9] = [
    Letter {
        language: "en",
        subject: "{code} is your code",
        text: "The code for {what} is {code}.\n\nIt is good for {minutes} minutes. Tell it only to the salesperson you are paying.\n",
        gift_card: "your gift card ending in {detail}",
        recycling_credit: "your recycling credit",
        loyalty_credit: "your loyalty credit",
    },
    Letter {
        language: "zh-Hans",
        subject: "您的验证码：{code}",
        text: "您{what}的验证码是 {code}。\n\n{minutes} 分钟内有效。请只告知正在为您结账的店员。\n",
        gift_card: "尾号为 {detail} 的礼品卡",
        recycling_credit: "旧饰回收余额",
        loyalty_credit: "会员余额",
    },
    Letter {
        language: "zh-Hant",
        subject: "您的驗證碼：{code}",
        text: "您{what}的驗證碼是 {code}。\n\n{minutes} 分鐘內有效。請只告知正在為您結帳的店員。\n",
        gift_card: "尾號為 {detail} 的禮品卡",
        recycling_credit: "舊飾回收餘額",
        loyalty_credit: "會員餘額",
    },
    Letter {
        language: "fr",
        subject: "{code} est votre code",
        text: "Le code pour {what} est {code}.\n\nIl est valable {minutes} minutes. Ne le donnez qu’au conseiller qui vous encaisse.\n",
        gift_card: "votre carte cadeau se terminant par {detail}",
        recycling_credit: "votre avoir de recyclage",
        loyalty_credit: "votre avoir de fidélité",
    },
    Letter {
        language: "de",
        subject: "{code} ist Ihr Code",
        text: "Der Code für {what} lautet {code}.\n\nEr gilt {minutes} Minuten. Nennen Sie ihn nur der Person, bei der Sie bezahlen.\n",
        gift_card: "Ihre Geschenkkarte mit der Endung {detail}",
        recycling_credit: "Ihr Guthaben aus Altschmuck",
        loyalty_credit: "Ihr Treueguthaben",
    },
    Letter {
        language: "es",
        subject: "{code} es su código",
        text: "El código para {what} es {code}.\n\nEs válido durante {minutes} minutos. Dígaselo solo a la persona que le cobra.\n",
        gift_card: "su tarjeta regalo terminada en {detail}",
        recycling_credit: "su saldo de reciclaje",
        loyalty_credit: "su saldo de fidelidad",
    },
    Letter {
        language: "it",
        subject: "{code} è il Suo codice",
        text: "Il codice per {what} è {code}.\n\nÈ valido per {minutes} minuti. Lo comunichi solo a chi La sta servendo alla cassa.\n",
        gift_card: "la Sua carta regalo che termina con {detail}",
        recycling_credit: "il Suo credito di riciclo",
        loyalty_credit: "il Suo credito fedeltà",
    },
    Letter {
        language: "ja",
        subject: "確認コード：{code}",
        text: "{what}の確認コードは {code} です。\n\n有効期限は {minutes} 分です。お会計の担当者にのみお伝えください。\n",
        gift_card: "末尾 {detail} のギフトカード",
        recycling_credit: "リサイクルクレジット",
        loyalty_credit: "ロイヤルティクレジット",
    },
    Letter {
        language: "ar",
        subject: "{code} هو رمزك",
        text: "رمز {what} هو {code}.\n\nهو صالح لمدة {minutes} دقائق. لا تخبر به إلا البائع الذي تدفع له.\n",
        gift_card: "بطاقة الهدايا المنتهية بـ {detail}",
        recycling_credit: "رصيد إعادة التدوير الخاص بك",
        loyalty_credit: "رصيد الولاء الخاص بك",
    },
];

/// Subject and text of the letter in a language (BCP 47); English in one that we do not write.
/// `detail` is what tells a gift card from others: the end of its number.
#[must_use]
pub(crate) fn letter(
    language: &str,
    (purpose, detail): (Purpose, &str),
    code: &str,
    minutes: i64,
) -> (String, String) {
    let wanted = match language {
        "zh" | "zh-CN" | "zh-SG" => "zh-Hans",
        "zh-TW" | "zh-HK" | "zh-MO" => "zh-Hant",
        other => other,
    };
    let main = wanted.split('-').next().unwrap_or(wanted);
    let found = LETTERS
        .iter()
        .find(|letter| letter.language == wanted)
        .or_else(|| LETTERS.iter().find(|letter| letter.language == main))
        .unwrap_or(&LETTERS[0]);
    let what = match purpose {
        Purpose::GiftCard => found.gift_card,
        Purpose::RecyclingCredit => found.recycling_credit,
        Purpose::LoyaltyCredit => found.loyalty_credit,
    };
    let fill = |text: &str| {
        text.replace("{what}", what)
            .replace("{code}", code)
            .replace("{detail}", detail)
            .replace("{minutes}", &minutes.to_string())
    };
    (fill(found.subject), fill(found.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_holds_code_card_and_time() {
        for written in &LETTERS {
            for purpose in [
                Purpose::GiftCard,
                Purpose::RecyclingCredit,
                Purpose::LoyaltyCredit,
            ] {
                let (subject, text) = letter(written.language, (purpose, "4471"), "204113", 5);
                assert!(subject.contains("204113"), "{subject}");
                assert!(text.contains("204113"), "{text}");
                assert!(text.contains("5 "), "{text}");
                assert_eq!(text.contains("4471"), purpose == Purpose::GiftCard);
                assert!(!text.contains('{'), "{text}");
            }
        }
    }

    #[test]
    fn a_language_is_found_by_its_main_part_and_else_is_english() {
        let subject = |language| letter(language, (Purpose::LoyaltyCredit, ""), "1", 3).1;
        assert!(subject("fr-CA").contains("fidélité"));
        assert!(subject("zh-HK").contains("會員"));
        assert!(subject("zh-CN").contains("会员"));
        assert!(subject("pt").contains("loyalty"));
    }
}
