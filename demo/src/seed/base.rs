//! The settings: companies, stores, tills, tenders, price groups and VAT.

use std::collections::BTreeMap;

use kernel::date::EndOfBusinessDay;
use shell::db::{Tx, params};
use shell::{Failure, Outcome};

use super::insert::Insert;
use super::pricing::{direction, rate};
use super::settle::brand;
use crate::catalogue::PRICE_GROUPS;
use crate::company::{
    COMPANIES, ChangeIn, Counting, OverTender, STORES, TENDER_LANGUAGES, TENDERS, Tender,
    TenderKind, VAT_SETUP, names_of, terminals,
};

/// From when the VAT rates hold: before the first sale.
const VAT_VALID_FROM: &str = "2014-01-01";
/// The most that may be given over in cash. The setup has one figure for all currencies, so it is
/// the largest of their highest notes in minor units: 1,000 Hong Kong dollars.
const HIGHEST_NOTE: i64 = 100_000;

pub(super) async fn write(tx: &mut Tx, terminal_address: &str) -> Outcome<()> {
    companies(tx).await?;
    price_groups(tx).await?;
    stores(tx).await?;
    tills(tx, terminal_address).await?;
    tenders(tx).await?;
    vat(tx).await
}

async fn companies(tx: &mut Tx) -> Outcome<()> {
    let mut insert = Insert::into(
        "company",
        &[
            "company_no",
            "name",
            "country_code",
            "registration_no",
            "vat_no",
        ],
    );
    for company in &COMPANIES {
        let values = params![
            company.code,
            company.name,
            company.country,
            company.registration_no,
            company.vat_no
        ];
        insert.row(tx, values).await?;
    }
    insert.finish(tx).await
}

async fn price_groups(tx: &mut Tx) -> Outcome<()> {
    let mut insert = Insert::into(
        "price_group",
        &[
            "price_group_code",
            "description",
            "currency_code",
            "kind",
            "rounding_precision",
            "rounding_direction",
        ],
    );
    for group in &PRICE_GROUPS {
        let kind = if group.is_customer {
            "CUSTOMER"
        } else {
            "STORE"
        };
        let values = params![
            group.code,
            group.description,
            group.currency,
            kind,
            group.precision_minor,
            direction(group.direction).name()
        ];
        insert.row(tx, values).await?;
    }
    insert.finish(tx).await
}

const STORE_COLUMNS: &[&str] = &[
    "store_no",
    "company_no",
    "name",
    "address",
    "postal_code",
    "city",
    "country_code",
    "telephone",
    "currency_code",
    "time_zone",
    "language_code",
    "force_language_receipt",
    "end_of_business_day",
    "vat_posting_group",
    "deductible_vat_posting_group",
    "duty_free",
    "cash_rounding_step",
    "price_rounding_step",
    "do_not_allow_negative_inventory",
    "is_show_qr_code",
    "recall_minutes",
    "redirect_url",
    "status",
];

async fn stores(tx: &mut Tx) -> Outcome<()> {
    let mut insert = Insert::into("store", STORE_COLUMNS);
    let mut groups = Insert::into(
        "store_price_group",
        &["store_no", "position", "price_group_code"],
    );
    for store in &STORES {
        let values = params![
            store.store_no,
            store.company_code,
            store.name,
            store.address,
            store.postal_code,
            store.city,
            store.country,
            store.telephone,
            store.currency,
            store.time_zone,
            store.language,
            store.force_language_receipt,
            i64::from(EndOfBusinessDay::default().0),
            store.vat_group,
            store.deductible_vat_group,
            store.duty_free,
            store.cash_rounding_minor,
            store.price_rounding_minor,
            store.do_not_allow_negative_inventory,
            store.show_qr_code,
            i64::from(store.recall_minutes),
            "/sale",
            "OPEN"
        ];
        insert.row(tx, values).await?;
    }
    insert.finish(tx).await?;
    for store in &STORES {
        for (position, code) in (1_i64..).zip(store.price_groups) {
            groups
                .row(tx, params![store.store_no, position, *code])
                .await?;
        }
    }
    groups.finish(tx).await
}

async fn tills(tx: &mut Tx, terminal_address: &str) -> Outcome<()> {
    let mut insert = Insert::into(
        "terminal",
        &[
            "terminal_no",
            "store_no",
            "name",
            "device_sn",
            "merchant_no",
            "device_address",
        ],
    );
    for terminal in terminals() {
        let values = params![
            terminal.terminal_no,
            terminal.store_no,
            terminal.name,
            terminal.device_sn,
            terminal.merchant_no,
            terminal_address
        ];
        insert.row(tx, values).await?;
    }
    insert.finish(tx).await
}

async fn tenders(tx: &mut Tx) -> Outcome<()> {
    let mut insert = Insert::into(
        "tender",
        &[
            "tender_code",
            "name",
            "tender_type",
            "over_tender_allowed",
            "maximum_over_tender",
            "under_tender_allowed",
            "opens_drawer",
            "counting_required",
            "names",
            "currency_code",
        ],
    );
    // That of deposits is there from the start.
    let founded = |tender: &&Tender| tender.kind != TenderKind::Deposit;
    for tender in TENDERS.iter().filter(founded) {
        let limit = (tender.over_tender == OverTender::HighestNote).then_some(HIGHEST_NOTE);
        let values = params![
            tender.code,
            tender.name,
            tender_type(tender.kind),
            tender.over_tender != OverTender::No,
            limit,
            tender.under_tender,
            tender.opens_drawer,
            tender.counting != Counting::System,
            names(tender.code)?,
            tender.currency
        ];
        insert.row(tx, values).await?;
    }
    insert.finish(tx).await?;
    tx.execute(
        "UPDATE tender SET names = $1 WHERE tender_code = 'DEPOSIT'",
        params![names("DEPOSIT")?],
    )
    .await?;
    tenders_of_stores(tx).await
}

/// The names of a tender by language, as they are stored.
fn names(code: &str) -> Outcome<String> {
    let pairs = names_of(code).map(|names| TENDER_LANGUAGES.into_iter().zip(names));
    let names: BTreeMap<&str, &str> = pairs.into_iter().flatten().collect();
    serde_json::to_string(&names).map_err(Failure::internal)
}

/// Stores offer what the till can take. The other tenders are there for what was
/// paid with them before.
async fn tenders_of_stores(tx: &mut Tx) -> Outcome<()> {
    let mut insert = Insert::into(
        "tender_store",
        &[
            "store_no",
            "tender_code",
            "position",
            "online_pos_mapping",
            "minimum_change",
            "change_tender_code",
        ],
    );
    for store in &STORES {
        let offered = TENDERS
            .iter()
            .filter(|tender| !matches!(tender.kind, TenderKind::Deposit))
            .filter(|tender| tender.is_available_in(store.store_no));
        for (position, tender) in (1_i64..).zip(offered) {
            let mapping = match tender.kind {
                TenderKind::Card => brand(tender.code),
                TenderKind::Qr => tender.online_pos_mapping,
                _ => "",
            };
            let (minimum_change, change_tender) = match tender.change_in {
                ChangeIn::VoucherOrCashBelow(minimum) => (minimum, Some("CASH")),
                ChangeIn::Tender(code) if code != tender.code => (0, Some(code)),
                _ => (0, None),
            };
            let values = params![
                store.store_no,
                tender.code,
                position,
                mapping,
                minimum_change,
                change_tender
            ];
            insert.row(tx, values).await?;
        }
    }
    insert.finish(tx).await
}

/// The stores that take payments by code, each with the codes of its tenders.
pub fn stores_with_codes() -> Vec<(&'static str, &'static str)> {
    let codes = || {
        TENDERS
            .iter()
            .filter(|tender| tender.kind == TenderKind::Qr)
    };
    let mut pairs = Vec::new();
    for store in &STORES {
        let offered = codes().filter(|tender| tender.is_available_in(store.store_no));
        pairs.extend(offered.map(|tender| (store.store_no, tender.code)));
    }
    pairs
}

const fn tender_type(kind: TenderKind) -> &'static str {
    match kind {
        TenderKind::Cash => "CASH",
        TenderKind::FxCash => "FX_CASH",
        TenderKind::Card => "CARD",
        TenderKind::Qr => "QR",
        TenderKind::GiftCard => "GIFTCARD",
        TenderKind::Voucher => "VOUCHER",
        TenderKind::LoyaltyCredit => "LOYALTY_CREDIT",
        TenderKind::RecyclingCredit => "RECYCLING_CREDIT",
        TenderKind::Deposit => "DEPOSIT",
        TenderKind::Cheque => "CHEQUE",
        TenderKind::Transfer => "TRANSFER",
        TenderKind::Mall => "MALL",
    }
}

async fn vat(tx: &mut Tx) -> Outcome<()> {
    let mut insert = Insert::into(
        "vat_posting_setup",
        &["store_group", "item_group", "valid_from", "percent"],
    );
    for setup in &VAT_SETUP {
        let values = params![
            setup.store_group,
            setup.item_group,
            VAT_VALID_FROM,
            rate(setup.rate).0
        ];
        insert.row(tx, values).await?;
    }
    insert.finish(tx).await
}
