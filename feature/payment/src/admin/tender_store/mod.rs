//! The terms on which a store takes a tender.

pub(crate) mod export;
pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod save;

use kernel::{Currency, Refusal};
use serde::{Deserialize, Serialize};
use setting::entry::{Entry, Few, refused};
use setting::export::Tabled;
use setting::rule::{within, within_length};
use setting::{ENTRY_NOT_FOUND, REFERENCE_UNKNOWN};
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use crate::rule::brand::allowed_brands;
use crate::rule::qr::QrProvider;
use crate::rule::refund_terms::{CashRefund, RefundTerms};
use crate::rule::tender::TenderType;
use crate::{BRAND_TAKEN, store};

/// The largest amount that a field takes, in minor units.
const AMOUNT_MAX: i64 = 100_000_000_000;
/// The most days until a payment is certain.
const DAYS_MAX: i64 = 365;
/// The longest list of brands or tills.
const LIST_MAX: usize = 200;

/// The terms on which a store takes a tender. Store, tender, name, type, currency and whether the store
/// takes it are answered, not taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TenderStoreValue {
    /// The store.
    #[schema(example = "PAR01")]
    pub(crate) store_no: String,
    /// The tender.
    #[schema(example = "CASH")]
    pub(crate) tender_code: String,
    /// Its name.
    #[schema(example = "Cash")]
    pub(crate) name: String,
    /// What it is.
    #[serde(rename = "type")]
    pub(crate) tender_type: TenderType,
    /// The currency of the store, in which the amounts are.
    pub(crate) currency_code: Currency,
    /// Whether the store takes it.
    pub(crate) is_available: bool,
    /// Its place on the payment page.
    #[schema(example = 1)]
    pub(crate) position: i64,
    /// What terminals and providers call it: brands with commas between, `*` for all others, or the name
    /// of a provider.
    #[schema(example = "visa, visadebit")]
    pub(crate) online_pos_mapping: String,
    /// The brands of cards that are taken with it, as terminals spell them, with commas between; blank for all.
    /// The terminal turns others away before it asks the bank.
    #[schema(example = "visa, mc")]
    pub(crate) allowed_brands: String,
    /// The tills at which it is taken, with commas between; blank for all.
    #[schema(example = "PAR01-T1")]
    pub(crate) terminals: String,
    /// Whether more than the balance may be given.
    pub(crate) over_tender_allowed: bool,
    /// How many minor units more at most; null for any amount.
    #[schema(example = 50_000)]
    pub(crate) maximum_over_tender: Option<i64>,
    /// Whether less than the balance may be given.
    pub(crate) under_tender_allowed: bool,
    /// From how many minor units on change is given in the same kind of tender.
    #[schema(example = 2_000)]
    pub(crate) minimum_change: i64,
    /// The tender of the change below that; null for the store's cash.
    #[schema(example = "CASH")]
    pub(crate) change_tender_code: Option<String>,
    /// Whether the drawer opens.
    pub(crate) opens_drawer: bool,
    /// Whether it is counted at the end of the day.
    pub(crate) counting_required: bool,
    /// Whether what was paid by it may go back in cash.
    pub(crate) cash_refund: CashRefund,
    /// After how many days it is certain that the money came in; before that it takes an approval to pay it
    /// out by hand or in cash.
    #[schema(example = 15)]
    pub(crate) refund_after_days: i64,
}

impl TenderStoreValue {
    /// What it is known by.
    pub(crate) fn key(&self) -> String {
        format!("{}~{}", self.store_no, self.tender_code)
    }

    async fn checked(&self, tx: &mut Tx, before: Option<&Self>) -> Outcome<Self> {
        let Some(before) = before else {
            return Err((&ENTRY_NOT_FOUND).into());
        };
        let maximum = self.maximum_over_tender;
        let maximum = maximum.map(|most| within(most, &(0..=AMOUNT_MAX), "maximumOverTender"));
        let new = Self {
            position: within(self.position, &(1..=999), "position")?,
            online_pos_mapping: within_length(
                &self.online_pos_mapping,
                LIST_MAX,
                "onlinePosMapping",
            )?,
            allowed_brands: self.checked_brands()?,
            terminals: within_length(&self.terminals, LIST_MAX, "terminals")?,
            maximum_over_tender: maximum.transpose()?,
            minimum_change: within(self.minimum_change, &(0..=AMOUNT_MAX), "minimumChange")?,
            over_tender_allowed: self.over_tender_allowed && before.tender_type.gives_change(),
            change_tender_code: self
                .change_tender_code
                .clone()
                .filter(|code| !code.is_empty()),
            under_tender_allowed: self.under_tender_allowed,
            opens_drawer: self.opens_drawer,
            counting_required: self.counting_required,
            cash_refund: self.checked_cash_refund()?,
            refund_after_days: within(self.refund_after_days, &(0..=DAYS_MAX), "refundAfterDays")?,
            ..before.clone()
        };
        let others = store::setup::read_tender_stores(tx, None).await?;
        let others: Vec<&Self> = others
            .iter()
            .map(|entry| &entry.value)
            .filter(|other| other.store_no == new.store_no && other.is_available)
            .collect();
        new.check_mapping(&others)?;
        new.check_change(&others)?;
        new.check_terminals(tx).await?;
        Ok(new)
    }

    /// Of what a wallet paid nothing goes back in cash, and of cash all.
    fn checked_cash_refund(&self) -> Outcome<CashRefund> {
        let choices = RefundTerms::choices(self.tender_type);
        match choices {
            [only] => Ok(*only),
            _ if choices.contains(&self.cash_refund) => Ok(self.cash_refund),
            _ => Err(refused(&REFERENCE_UNKNOWN, "cashRefund")),
        }
    }

    /// The brands that are taken, each once; of cards only.
    fn checked_brands(&self) -> Outcome<String> {
        if self.tender_type != TenderType::Card {
            return Ok(String::new());
        }
        let typed = within_length(&self.allowed_brands, LIST_MAX, "allowedBrands")?;
        Ok(allowed_brands(&typed).join(", "))
    }

    /// Of a payment by code the mapping names the provider; of cards each brand is booked to one tender.
    fn check_mapping(&self, others: &[&Self]) -> Outcome<()> {
        let mapping = &self.online_pos_mapping;
        if self.tender_type == TenderType::Qr && QrProvider::of_mapping(mapping).is_none() {
            return Err(refused(&REFERENCE_UNKNOWN, "onlinePosMapping"));
        }
        match self.taken_brand(others) {
            None => Ok(()),
            Some((brand, other)) => Err(Refusal::new(&BRAND_TAKEN)
                .with("brand", brand)
                .with("tender", other.name.as_str())
                .at("onlinePosMapping")
                .into()),
        }
    }

    /// The first brand of a card's mapping that another card of the store has in its own.
    pub(crate) fn taken_brand<'a>(&'a self, others: &[&'a Self]) -> Option<(&'a str, &'a Self)> {
        let cards: Vec<&Self> = others
            .iter()
            .copied()
            .filter(|other| {
                other.tender_type == TenderType::Card && other.tender_code != self.tender_code
            })
            .collect();
        let own = names(&self.online_pos_mapping).filter(|_| self.tender_type == TenderType::Card);
        own.into_iter().find_map(|brand| {
            let has = |other: &&Self| {
                names(&other.online_pos_mapping).any(|name| name.eq_ignore_ascii_case(brand))
            };
            cards.iter().copied().find(has).map(|other| (brand, other))
        })
    }

    fn check_change(&self, others: &[&Self]) -> Outcome<()> {
        let Some(code) = &self.change_tender_code else {
            return Ok(());
        };
        let is_cash =
            |other: &&&Self| other.tender_type == TenderType::Cash && other.tender_code == *code;
        match others.iter().find(is_cash) {
            Some(_) => Ok(()),
            None => Err(refused(&REFERENCE_UNKNOWN, "changeTenderCode")),
        }
    }

    async fn check_terminals(&self, tx: &mut Tx) -> Outcome<()> {
        if self.terminals.is_empty() {
            return Ok(());
        }
        let tills = store::setup::terminals_of(tx, &self.store_no).await?;
        match names(&self.terminals).all(|till| tills.iter().any(|known| known == till)) {
            true => Ok(()),
            false => Err(refused(&REFERENCE_UNKNOWN, "terminals")),
        }
    }
}

/// The names of a list with commas between.
fn names(list: &str) -> impl Iterator<Item = &str> {
    list.split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty())
}

impl Few for TenderStoreValue {
    const SETTING: &'static str = "tenderStore";
    const OPERATION: &'static str = "tender_store.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(store::setup::read_tender_stores(tx, key))
    }

    fn check<'a>(
        tx: &'a mut Tx,
        _: &'a str,
        value: &'a Self,
        before: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(value.checked(tx, before))
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        _: &'a str,
        value: &'a Self,
        _: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(store::setup::keep_tender_store(tx, value))
    }

    fn text(&self) -> String {
        format!("{} {}", self.name, self.online_pos_mapping)
    }
}

impl Tabled for TenderStoreValue {
    const TABLE: &'static str = "tenders-of-stores";
    const COLUMNS: &'static [&'static str] = &[
        "storeNo",
        "tenderCode",
        "name",
        "type",
        "isAvailable",
        "position",
        "onlinePosMapping",
        "allowedBrands",
        "terminals",
        "overTenderAllowed",
        "maximumOverTender",
        "underTenderAllowed",
        "minimumChange",
        "changeTenderCode",
        "opensDrawer",
        "countingRequired",
        "cashRefund",
        "refundAfterDays",
    ];

    fn cells(&self, _: &str) -> Vec<String> {
        let money = |minor| kernel::Money::new(minor, self.currency_code).figures();
        vec![
            self.store_no.clone(),
            self.tender_code.clone(),
            self.name.clone(),
            self.tender_type.name().to_owned(),
            self.is_available.to_string(),
            self.position.to_string(),
            self.online_pos_mapping.clone(),
            self.allowed_brands.clone(),
            self.terminals.clone(),
            self.over_tender_allowed.to_string(),
            self.maximum_over_tender.map(money).unwrap_or_default(),
            self.under_tender_allowed.to_string(),
            money(self.minimum_change),
            self.change_tender_code.clone().unwrap_or_default(),
            self.opens_drawer.to_string(),
            self.counting_required.to_string(),
            self.cash_refund.name().to_owned(),
            self.refund_after_days.to_string(),
        ]
    }
}
