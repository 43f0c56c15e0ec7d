//! Companies, stores and their tills.

/// A legal entity that owns stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Company {
    /// Key.
    pub code: &'static str,
    /// Registered name.
    pub name: &'static str,
    /// ISO 3166 code of its seat.
    pub country: &'static str,
    /// Currency of its books.
    pub currency: &'static str,
    /// Number in the register of companies; invented.
    pub registration_no: &'static str,
    /// VAT number as printed on receipts, blank where there is no VAT; invented.
    pub vat_no: &'static str,
    /// Uses the form with the new customer information.
    pub new_customer_info: bool,
}

/// All companies.
pub const COMPANIES: [Company; 3] = [
    Company {
        code: "VFR",
        name: "Vitrine France SAS",
        country: "FR",
        currency: "EUR",
        registration_no: "000 000 000 00016",
        vat_no: "FR 00 000 000 000",
        new_customer_info: false,
    },
    Company {
        code: "VHK",
        name: "Vitrine Retail (Hong Kong) Limited",
        country: "HK",
        currency: "HKD",
        registration_no: "BR 00000000-000",
        vat_no: "",
        new_customer_info: true,
    },
    Company {
        code: "VCN",
        name: "维特琳珠宝（上海）有限公司",
        country: "CN",
        currency: "CNY",
        registration_no: "000000000000000000",
        vat_no: "000000000000000000",
        new_customer_info: false,
    },
];

/// A boutique.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Store {
    /// Key, such as `PAR01`.
    pub store_no: &'static str,
    /// Name on screens, such as "Paris · Rue de Sèvres".
    pub name: &'static str,
    /// Code of the company.
    pub company_code: &'static str,
    /// Street and number.
    pub address: &'static str,
    /// Postal code, blank where there is none.
    pub postal_code: &'static str,
    /// City.
    pub city: &'static str,
    /// ISO 3166 code.
    pub country: &'static str,
    /// Telephone; invented numbers only.
    pub telephone: &'static str,
    /// IANA time zone.
    pub time_zone: &'static str,
    /// ISO 4217 code.
    pub currency: &'static str,
    /// Language of screens and receipts.
    pub language: &'static str,
    /// Language every receipt is printed in, when the law or the mall wants one.
    pub force_language_receipt: Option<&'static str>,
    /// VAT group of the store.
    pub vat_group: &'static str,
    /// VAT group contained in its listed prices.
    pub deductible_vat_group: &'static str,
    /// Sells without VAT behind customs.
    pub duty_free: bool,
    /// Step of cash payments in minor units.
    pub cash_rounding_minor: i64,
    /// Step of line amounts after a percentage in minor units.
    pub price_rounding_minor: i64,
    /// Price groups in order of precedence.
    pub price_groups: &'static [&'static str],
    /// Takes old jewellery back.
    pub recycling: bool,
    /// Refuses postings below zero.
    pub do_not_allow_negative_inventory: bool,
    /// Customers show their code to the till.
    pub show_qr_code: bool,
    /// Minutes a recall may wait.
    pub recall_minutes: u32,
    /// Part of a hundred of all sales.
    pub share_of_sales: u32,
    /// Opening and closing time in hours.
    pub hours: (u32, u32),
}

const PARIS: Store = Store {
    store_no: "PAR01",
    name: "Paris · Rue de Sèvres",
    company_code: "VFR",
    address: "16 rue de Sèvres",
    postal_code: "75006",
    city: "Paris",
    country: "FR",
    telephone: "+33 1 99 00 16 06",
    time_zone: "Europe/Paris",
    currency: "EUR",
    language: "fr",
    force_language_receipt: Some("fr"),
    vat_group: "FR",
    deductible_vat_group: "FR",
    duty_free: false,
    cash_rounding_minor: 1,
    price_rounding_minor: 1,
    price_groups: &["EUR-RETAIL"],
    recycling: true,
    do_not_allow_negative_inventory: true,
    show_qr_code: true,
    recall_minutes: 5,
    share_of_sales: 24,
    hours: (10, 19),
};

const HONG_KONG: Store = Store {
    store_no: "HKG01",
    name: "Hong Kong · Tsim Sha Tsui",
    company_code: "VHK",
    address: "Shop G12, 88 Canton Road",
    postal_code: "",
    city: "Hong Kong",
    country: "HK",
    telephone: "+852 2000 0112",
    time_zone: "Asia/Hong_Kong",
    currency: "HKD",
    language: "zh-Hant",
    force_language_receipt: None,
    vat_group: "HK",
    deductible_vat_group: "HK",
    cash_rounding_minor: 10,
    price_rounding_minor: 100,
    price_groups: &["HKD-RETAIL"],
    recycling: false,
    share_of_sales: 12,
    hours: (11, 21),
    ..PARIS
};

const SHANGHAI: Store = Store {
    store_no: "SHA01",
    name: "上海 · 淮海中路",
    company_code: "VCN",
    address: "淮海中路 888 号 1 层 16",
    postal_code: "200020",
    city: "上海",
    country: "CN",
    telephone: "+86 21 0000 8816",
    time_zone: "Asia/Shanghai",
    currency: "CNY",
    language: "zh-Hans",
    force_language_receipt: Some("zh-Hans"),
    vat_group: "CN",
    deductible_vat_group: "CN",
    cash_rounding_minor: 10,
    price_rounding_minor: 100,
    price_groups: &["CNY-GOLD", "CNY-RETAIL"],
    recycling: false,
    share_of_sales: 12,
    hours: (10, 22),
    ..PARIS
};

/// All stores; the last two are there to show currencies without and with three decimals.
pub const STORES: [Store; 10] = [
    PARIS,
    Store {
        store_no: "LYO01",
        name: "Lyon · Presqu’île",
        address: "41 rue du Président Édouard Herriot",
        postal_code: "69002",
        city: "Lyon",
        telephone: "+33 4 65 71 41 02",
        // The one shop that sells below stock, so that both ways can be seen.
        do_not_allow_negative_inventory: false,
        share_of_sales: 10,
        ..PARIS
    },
    Store {
        store_no: "CDG01",
        name: "Paris CDG · Terminal 2E",
        address: "Aéroport Charles-de-Gaulle, terminal 2E, hall K",
        postal_code: "95700",
        city: "Roissy-en-France",
        telephone: "+33 1 99 00 02 05",
        vat_group: "EXPORT",
        duty_free: true,
        price_groups: &["EUR-AIRPORT", "EUR-RETAIL"],
        recycling: false,
        share_of_sales: 15,
        hours: (6, 22),
        ..PARIS
    },
    Store {
        store_no: "MIL01",
        name: "Milano · Via Solferino",
        address: "Via Solferino 11",
        postal_code: "20121",
        city: "Milano",
        country: "IT",
        telephone: "+39 02 0000 1121",
        time_zone: "Europe/Rome",
        language: "it",
        force_language_receipt: Some("it"),
        vat_group: "IT",
        cash_rounding_minor: 5,
        price_groups: &["EUR-IT", "EUR-RETAIL"],
        recycling: false,
        share_of_sales: 11,
        ..PARIS
    },
    HONG_KONG,
    Store {
        store_no: "HKG02",
        name: "Hong Kong · Causeway Bay",
        address: "Shop 207, 1 Great George Street",
        telephone: "+852 2000 0207",
        share_of_sales: 8,
        ..HONG_KONG
    },
    SHANGHAI,
    Store {
        store_no: "BEJ01",
        name: "北京 · 三里屯",
        address: "三里屯路 19 号 S5-17",
        postal_code: "100027",
        city: "北京",
        telephone: "+86 10 0000 1917",
        share_of_sales: 8,
        ..SHANGHAI
    },
    Store {
        store_no: "TYO01",
        name: "東京 · 表参道",
        address: "神宮前 4-12-3",
        postal_code: "150-0001",
        city: "東京",
        country: "JP",
        telephone: "+81 3-0000-4123",
        time_zone: "Asia/Tokyo",
        currency: "JPY",
        language: "ja",
        force_language_receipt: None,
        vat_group: "JP",
        deductible_vat_group: "JP",
        cash_rounding_minor: 1,
        price_rounding_minor: 1,
        price_groups: &["JPY-RETAIL"],
        recycling: false,
        share_of_sales: 0,
        ..PARIS
    },
    Store {
        store_no: "KWT01",
        name: "الكويت · الأفنيوز",
        address: "The Avenues, Prestige, unit 14",
        postal_code: "",
        city: "الكويت",
        country: "KW",
        telephone: "+965 2000 0014",
        time_zone: "Asia/Kuwait",
        currency: "KWD",
        language: "ar",
        force_language_receipt: None,
        vat_group: "KW",
        deductible_vat_group: "KW",
        cash_rounding_minor: 5,
        price_rounding_minor: 50,
        price_groups: &["KWD-RETAIL"],
        recycling: false,
        share_of_sales: 0,
        hours: (10, 22),
        ..PARIS
    },
];

/// The store with this number.
#[must_use]
pub fn store_of(store_no: &str) -> Option<&'static Store> {
    STORES.iter().find(|store| store.store_no == store_no)
}

/// VAT percent of an item group in a store group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VatRate {
    /// VAT group of the store.
    pub store_group: &'static str,
    /// VAT group of the item.
    pub item_group: &'static str,
    /// Rate in hundredths of a percent.
    pub rate: u32,
}

const fn standard(store_group: &'static str, rate: u32) -> VatRate {
    VatRate {
        store_group,
        item_group: "STANDARD",
        rate,
    }
}

/// The VAT posting setup; an item group that is not listed for a store group carries no VAT.
pub const VAT_SETUP: [VatRate; 7] = [
    standard("FR", 2_000),
    standard("IT", 2_200),
    standard("CN", 1_300),
    standard("HK", 0),
    standard("JP", 1_000),
    standard("KW", 0),
    standard("EXPORT", 0),
];

/// A till with its card terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terminal {
    /// Key, such as `PAR01-1`.
    pub terminal_no: String,
    /// Store it stands in.
    pub store_no: &'static str,
    /// Name, "Till 1" or "Till 2".
    pub name: &'static str,
    /// Serial number the card terminal answers to (its POIID).
    pub device_sn: String,
    /// Number of the contract with the acquirer.
    pub merchant_no: String,
}

/// Two tills for each store.
#[must_use]
pub fn terminals() -> Vec<Terminal> {
    let numbered = (0_u32..).zip(&STORES);
    numbered
        .flat_map(|(index, store)| {
            [(1, "Till 1"), (2, "Till 2")].map(|(till, name)| Terminal {
                terminal_no: format!("{}-{till}", store.store_no),
                store_no: store.store_no,
                name,
                device_sn: format!("V400m-{}", 324_688_100 + index * 2 + till),
                merchant_no: format!("VTR{}{:06}", store.country, 410_200 + index * 10),
            })
        })
        .collect()
}
