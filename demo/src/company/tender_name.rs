//! What tenders are called in the languages of the till.

/// The languages of the names, in their order. The name itself is English.
pub const LANGUAGES: [&str; 8] = ["fr", "de", "es", "it", "ja", "zh-Hans", "zh-Hant", "ar"];

type Row = (&'static str, [&'static str; 8]);

/// The names of the tenders that are not called the same everywhere.
#[rustfmt::skip]
const NAMES: [Row; 17] = [
    ("CASH", ["Espèces", "Bargeld", "Efectivo", "Contanti", "現金", "现金", "現金", "نقدًا"]),
    ("CASH-USD", ["Espèces en dollars US", "US-Dollar bar", "Efectivo en dólares", "Contanti in dollari", "米ドル現金", "美元现金", "美元現金", "دولار أمريكي نقدًا"]),
    ("CASH-CNY", ["Espèces en yuans", "Yuan bar", "Efectivo en yuanes", "Contanti in yuan", "人民元現金", "人民币现金", "人民幣現金", "يوان صيني نقدًا"]),
    ("CARD", ["Autre carte", "Andere Karte", "Otra tarjeta", "Altra carta", "その他のカード", "其他银行卡", "其他信用卡", "بطاقة أخرى"]),
    ("AMEX", ["American Express", "American Express", "American Express", "American Express", "アメリカン・エキスプレス", "美国运通", "美國運通", "أمريكان إكسبريس"]),
    ("MC", ["Mastercard", "Mastercard", "Mastercard", "Mastercard", "マスターカード", "万事达卡", "萬事達卡", "ماستركارد"]),
    ("CUP", ["UnionPay", "UnionPay", "UnionPay", "UnionPay", "銀聯", "银联", "銀聯", "يونيون باي"]),
    ("ALIPAY", ["Alipay", "Alipay", "Alipay", "Alipay", "アリペイ", "支付宝", "支付寶", "علي باي"]),
    ("WECHAT", ["WeChat Pay", "WeChat Pay", "WeChat Pay", "WeChat Pay", "WeChat Pay", "微信支付", "微信支付", "وي تشات باي"]),
    ("GIFTCARD", ["Carte cadeau", "Geschenkkarte", "Tarjeta regalo", "Carta regalo", "ギフトカード", "礼品卡", "禮品卡", "بطاقة هدية"]),
    ("EX-VOUCHER", ["Bon d’échange", "Umtauschgutschein", "Vale de cambio", "Buono di cambio", "交換券", "换货券", "換貨券", "قسيمة استبدال"]),
    ("LOYALTY", ["Avoir fidélité", "Treueguthaben", "Crédito de fidelidad", "Credito fedeltà", "ポイントクレジット", "会员积款", "會員積款", "رصيد الولاء"]),
    ("RECYCLE", ["Avoir recyclage", "Recycling-Guthaben", "Crédito de reciclaje", "Credito riciclo", "リサイクルクレジット", "回收积款", "回收積款", "رصيد إعادة التدوير"]),
    ("DEPOSIT", ["Acompte", "Anzahlung", "Depósito", "Acconto", "内金", "定金", "訂金", "عربون"]),
    ("CHEQUE", ["Chèque", "Scheck", "Cheque", "Assegno", "小切手", "支票", "支票", "شيك"]),
    ("BANK", ["Virement", "Überweisung", "Transferencia", "Bonifico", "銀行振込", "银行转账", "銀行轉帳", "حوالة مصرفية"]),
    ("MALLPAY", ["Encaissement du centre", "Center-Kasse", "Caja del centro", "Cassa del centro", "館内会計", "商场收款", "商場收款", "تحصيل المركز"]),
];

/// The names of a tender in [`LANGUAGES`]; none when it is called the same everywhere.
#[must_use]
pub fn names_of(code: &str) -> Option<[&'static str; 8]> {
    NAMES
        .iter()
        .find(|(known, _)| *known == code)
        .map(|(_, names)| *names)
}
